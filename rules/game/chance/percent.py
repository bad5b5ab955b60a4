"""Shares and chances in words."""

from fractions import Fraction

_LITTLE = Fraction(1, 200)


def percent(share: Fraction | float) -> str:
    """A share from 0 to 1 in per cent; a share above 0 is never shown as 0%, and one below 1 never as 100%.

    >>> percent(0.29), percent(0.001), percent(Fraction(999, 1000)), percent(0), percent(1)
    ('29%', 'under 1%', 'over 99%', '0%', '100%')
    """
    if 0 < share < _LITTLE:
        return "under 1%"
    return "over 99%" if 1 - _LITTLE < share < 1 else f"{float(share):.0%}"
