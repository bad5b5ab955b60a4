"""The figures of the second edition's scenario design: prices of a GHQ, cohesion by the kind of force, victory."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

GHQ_COST_MODIFIER: Mapping[int, Fraction] = MappingProxyType(
    {
        -2: Fraction(12, 10),
        -1: Fraction(16, 10),
        +0: Fraction(20, 10),
        +1: Fraction(24, 10),
        +2: Fraction(28, 10),
        +3: Fraction(32, 10),
    }
)  # fmt: skip
"""The price of a GHQ stand, as a multiple of its tank's price, by its quality."""


CHEAPEST_GHQ, DEAREST_GHQ = min(GHQ_COST_MODIFIER), max(GHQ_COST_MODIFIER)


COHESION_RANGES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "militia":       (9, 15),
        "conscripts":    (11, 16),
        "professionals": (14, 18),
        "elite":         (14, 22),
    }
)  # fmt: skip
"""Usual cohesion levels by the kind of force."""


GENERIC_COMPANIES = 3


STANDS_A_COMPANY = 3


GENERIC_STANDS = GENERIC_COMPANIES * STANDS_A_COMPANY + 1
"""A generic battalion: three companies of three and a GHQ stand."""


TO_DESTROY = Fraction(51, 100)


TO_KEEP = Fraction(50, 100)
