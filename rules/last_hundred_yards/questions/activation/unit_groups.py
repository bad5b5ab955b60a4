"""The groups of units that are listed where a player may name several units together."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import TypeVar

MOST_LISTED = 8
"""Of so many every group is listed: 255."""

FEW = 3

UnitT = TypeVar("UnitT")


def groups(units: Sequence[UnitT], least: int = 1) -> Iterator[tuple[UnitT, ...]]:
    """Every group of at least so many units; of more than eight only small ones and all together (reading 95).

    In the order of the units. Rules that ask why a group may not be named take any group.
    """
    most = len(units) if len(units) <= MOST_LISTED else FEW
    yield from chain.from_iterable(combinations(units, size) for size in range(least, most + 1))
    if most < len(units):
        yield tuple(units)
