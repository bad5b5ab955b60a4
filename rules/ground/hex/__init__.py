"""Hexes in whole numbers: the grid, the board, what a line passes, arcs, steps from hex to hex."""
