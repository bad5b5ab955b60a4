"""Nodes and neighbours from which the movement graph of a hex map is built, as arrays."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.ground.hex.hexes import Hex, HexGrid

NOWHERE = -1


class HexNode(NamedTuple):
    """A position in a hex: `way` tells apart several positions in one hex, such as on a bridge and under it."""

    hex: Hex
    way: str = ""


@lru_cache(maxsize=32)
def neighbour_numbers(grid: HexGrid) -> NDArray[np.int32]:
    """The six neighbours of each hex (hexes, 6), clockwise as `HexGrid.steps`: their numbers in the order of
    the grid, NOWHERE off the map."""
    places = np.array(list(grid), dtype=np.int32).reshape(-1, 2)
    line, place = places.T if grid.is_flat else places.T[::-1]
    lines, length = (grid.columns, grid.rows) if grid.is_flat else (grid.rows, grid.columns)
    number = np.full((lines + 2, length + 2), NOWHERE, dtype=np.int32)
    number[line + 1, place + 1] = np.arange(len(places), dtype=np.int32)
    by_direction = []
    for step in grid.steps:
        across, along = step if grid.is_flat else step[::-1]
        there = line + across // 3
        by_direction.append(
            number[there + 1, (2 * place + _shift(grid, line) + along - _shift(grid, there)) // 2 + 1]
        )
    return np.stack(by_direction, axis=1)


def _shift(grid: HexGrid, line: NDArray[np.int32]) -> NDArray[np.int32]:
    """Half a hex further on, for the lines that are shifted."""
    return (line + grid.first_is_shifted) & 1
