"""Shares and chances in words."""

from fractions import Fraction

_LITTLE = Fraction(1, 200)


def percent(share: Fraction | float) -> str:
    """A share from 0 to 1 in per cent: what there is is never told as nothing, nor what lacks something as all.

    >>> percent(0.29), percent(0.001), percent(Fraction(999, 1000)), percent(0), percent(1)
    ('29%', 'under 1%', 'over 99%', '0%', '100%')
    """
    if 0 < share < _LITTLE:
        return "under 1%"
    return "over 99%" if 1 - _LITTLE < share < 1 else f"{float(share):.0%}"
