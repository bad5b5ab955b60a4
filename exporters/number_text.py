"""Figures as players write them: 1.5 MP, +2, 7 hexes, 8 in 10."""

from fractions import Fraction


def points(number: Fraction | float) -> str:
    """Points as short as they can be written, to the hundredth.

    >>> points(Fraction(3, 2)), points(Fraction(4)), points(Fraction(7, 3))
    ('1.5', '4', '2.33')
    """
    return f"{round(float(number), 2):g}"


def signed(modifier: int) -> str:
    """A modifier with its sign.

    >>> signed(2), signed(0), signed(-1)
    ('+2', '0', '-1')
    """
    return f"+{modifier}" if modifier > 0 else str(modifier)


def counted(number: Fraction | float, unit: str) -> str:
    """A distance with its unit.

    >>> counted(1, "hexes"), counted(7, "hexes"), counted(7.25, "inches")
    ('1 hex', '7 hexes', '7.25 inches')
    """
    one = {"hexes": "hex", "inches": "inch"}.get(unit, unit)
    return f"{points(number)} {one if number == 1 else unit}"


def chance(share: Fraction) -> str:
    """A chance as a player reads it; an uncertain outcome never reads as certain.

    >>> chance(Fraction(4, 5)), chance(Fraction(1, 36)), chance(Fraction(1, 3))
    ('80% (8 in 10)', '2.8% (1 in 36)', '33.3% (1 in 3)')
    >>> chance(Fraction(65, 1003)), chance(Fraction(869, 1003)), chance(Fraction(452, 1003))
    ('6.5% (about 1 in 15)', '86.6% (about 6 in 7)', '45.1% (about 5 in 10)')
    """
    if share in (0, 1):
        return "100% (certain)" if share else "0% (never)"
    if not Fraction(1, 1000) <= share <= Fraction(999, 1000):
        return "under 0.1%" if share < Fraction(1, 2) else "over 99.9%"
    percent = f"{float(share * 100):.1f}".removesuffix(".0")
    if 10 % share.denominator == 0:
        return f"{percent}% ({share * 10} in 10)"
    if share.denominator <= 400:
        return f"{percent}% ({share.numerator} in {share.denominator})"
    return f"{percent}% (about {_nearly(share)})"


def _nearly(share: Fraction) -> str:
    """A chance in whole numbers: in tenths, or as one in n if it is rare, or as n - 1 in n if it is high."""
    rare = min(share, 1 - share)
    if rare >= Fraction(1, 4):
        return f"{round(share * 10)} in 10"
    tries = round(1 / rare)
    return f"{1 if share == rare else tries - 1} in {tries}"
