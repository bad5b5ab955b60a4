"""Hypothesis strategies for hex maps of every layout."""

from hypothesis import strategies as st

from rules.ground.hex.hexes import First, Hex, HexGrid, Top

LAYOUTS = ((Top.FLAT, First.HIGH), (Top.FLAT, First.LOW), (Top.POINTY, First.LEFT), (Top.POINTY, First.RIGHT))


@st.composite
def grids(draw: st.DrawFn, most: int = 9, *, whole: bool = False) -> HexGrid:
    """A map of up to `most` columns and rows; `whole` ones have no half hexes."""
    top, first = draw(st.sampled_from(LAYOUTS))
    cut = not whole and draw(st.booleans())
    size = st.integers(2 if cut else 1, most)
    return HexGrid(draw(size), draw(size), top, first, cut)


@st.composite
def grids_and_hexes(draw: st.DrawFn, count: int, most: int = 9) -> tuple[HexGrid, tuple[Hex, ...]]:
    """A map and some of its hexes, not always different ones."""
    grid = draw(grids(most))
    return grid, tuple(draw(st.sampled_from(list(grid))) for _ in range(count))
