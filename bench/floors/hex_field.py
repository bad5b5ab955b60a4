"""Whole fields of sight over hexes that hide or do not, in C."""

from collections.abc import Container
from ctypes import c_void_p

import numpy as np
from numpy.typing import NDArray

from bench.harness.native import compiled
from rules.ground.hex.hexes import First, Hex, HexGrid, Top


class FlatFields:
    """The fields of a board of flat-topped hexes, its first column high, on which some hexes hide what is behind."""

    def __init__(self, grid: HexGrid, opaque: Container[Hex]) -> None:
        assert (grid.top, grid.first, grid.half_hexes) == (Top.FLAT, First.HIGH, False)
        self.grid = grid
        self.opaque = np.array([place in opaque for place in columns_of(grid)], np.uint8)
        self.found = np.zeros(len(self.opaque), np.uint8)

    def field(self, source: Hex) -> NDArray[np.uint8]:
        """One flag a hex, column by column: whether it is hidden from the source."""
        compiled("hex_field").field(
            c_void_p(self.opaque.ctypes.data),
            self.grid.columns,
            self.grid.rows,
            *source,
            c_void_p(self.found.ctypes.data),
        )
        return self.found

    def atlas(self) -> NDArray[np.uint8]:
        """The fields of all hexes, a row each."""
        found = np.empty((len(self.opaque), len(self.opaque)), np.uint8)
        compiled("hex_field").atlas(
            c_void_p(self.opaque.ctypes.data), self.grid.columns, self.grid.rows, c_void_p(found.ctypes.data)
        )
        return found


def columns_of(grid: HexGrid) -> list[Hex]:
    """The hexes of a grid, column by column."""
    return [Hex(column, row) for column in range(grid.columns) for row in range(grid.rows)]
