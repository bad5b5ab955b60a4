"""Figures as players write them: 1½ MP, +2, 7 hexes, 8 in 10."""

from fractions import Fraction

_PARTS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def points(number: Fraction | float) -> str:
    """Points with halves and quarters as printed in the books.

    >>> points(Fraction(3, 2)), points(Fraction(1, 2)), points(4), points(2.3)
    ('1½', '½', '4', '2.3')
    """
    whole, part = divmod(Fraction(number), 1)
    if part in _PARTS:
        return f"{whole or ''}{_PARTS[part]}"
    return f"{float(number):.4g}"


def signed(modifier: int) -> str:
    """A modifier with its sign.

    >>> signed(2), signed(0), signed(-1)
    ('+2', '0', '−1')
    """
    return f"+{modifier}" if modifier > 0 else str(modifier).replace("-", "−")


def counted(number: float, unit: str) -> str:
    """A distance with its unit.

    >>> counted(1, "hexes"), counted(7, "hexes"), counted(7.25, "inches")
    ('1 hex', '7 hexes', '7.25 inches')
    """
    one = {"hexes": "hex", "inches": "inch"}.get(unit, unit)
    return f"{number:.4g} {one if number == 1 else unit}"


def chance(share: Fraction) -> str:
    """A chance as a player reads it, exact where ten throws show it.

    >>> chance(Fraction(4, 5)), chance(Fraction(1, 36)), chance(Fraction(1)), chance(Fraction(1, 3))
    ('80 % (8 in 10)', '2.8 % (1 in 36)', '100 % (certain)', '33.3 % (1 in 3)')
    """
    if share in (0, 1):
        return "100 % (certain)" if share else "0 % (never)"
    percent = f"{float(share * 100):.1f}".removesuffix(".0")
    if 10 % share.denominator == 0:
        return f"{percent} % ({share * 10} in 10)"
    if share.denominator <= 400:
        return f"{percent} % ({share.numerator} in {share.denominator})"
    return f"{percent} % (about {round(share * 10)} in 10)" if share * 10 >= 1 else f"{percent} %"
