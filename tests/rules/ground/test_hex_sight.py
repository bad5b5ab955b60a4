"""The hexes that a line passes, against exact clipping with every hex, and under every symmetry of the grid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ground.hex.hexes import First, Hex, HexGrid, Lattice, Top
from rules.ground.hex.sight import Passed, Passing, Way, hex_positions, look_along, passed_hexes
from tests.oracle.lines import Contact, met_between
from tests.rules.ground.hex_maps import grids_and_hexes

_CONTACTS = {
    Passing.THROUGH: Contact.INTERIOR,
    Passing.VERTEX: Contact.CORNER,
    Passing.LEFT: Contact.ALONG_LEFT,
    Passing.RIGHT: Contact.ALONG_RIGHT,
}
_SWAPPED = {Passing.LEFT: Passing.RIGHT, Passing.RIGHT: Passing.LEFT}


def on_map(grid: HexGrid, passed: tuple[Passed, ...]) -> list[Passed]:
    return [one for one in passed if one.hex in grid]


@given(grids_and_hexes(2, most=12))
def test_hexes_passed_by_a_line_agree_with_clipping(drawn: tuple[HexGrid, tuple[Hex, Hex]]) -> None:
    grid, (start, end) = drawn
    passed = passed_hexes(grid, start, end)
    assert (passed[0].hex, passed[-1].hex) == (start, end)
    between = [one for one in on_map(grid, passed) if one.how is not Passing.END]
    met = met_between(grid, start, end)
    assert {(one.hex, _CONTACTS[one.how]) for one in between} == {(one.hex, one.contact) for one in met}
    middles = {one.hex: one.begin + one.end for one in met}
    assert [middles[one.hex] for one in between] == sorted(middles.values()), "nearest first"


@pytest.mark.parametrize(("top", "first"), [(Top.FLAT, First.HIGH), (Top.POINTY, First.RIGHT)])
def test_hexes_passed_by_every_line_of_a_map_agree_with_clipping(top: Top, first: First) -> None:
    grid = HexGrid(6, 5, top, first)
    for start in grid:
        for end in grid:
            found = {
                (one.hex, _CONTACTS[one.how])
                for one in on_map(grid, passed_hexes(grid, start, end))
                if one.how is not Passing.END
            }
            assert found == {(one.hex, one.contact) for one in met_between(grid, start, end)}


@given(grids_and_hexes(2, most=30))
def test_a_line_passes_the_same_hexes_in_both_directions(drawn: tuple[HexGrid, tuple[Hex, Hex]]) -> None:
    grid, (start, end) = drawn
    there = {(hex_.hex, hex_.how) for hex_ in passed_hexes(grid, start, end)}
    back = {(hex_.hex, _SWAPPED.get(hex_.how, hex_.how)) for hex_ in passed_hexes(grid, end, start)}
    assert there == back


@given(grids_and_hexes(2, most=20), st.integers(0, 5), st.integers(0, 9))
def test_a_line_moved_by_even_columns_passes_the_same(
    drawn: tuple[HexGrid, tuple[Hex, Hex]], twice: int, along: int
) -> None:
    grid, (start, end) = drawn
    columns, rows = (2 * twice, along) if grid.is_flat else (along, 2 * twice)
    wide = HexGrid(grid.columns + columns, grid.rows + rows, grid.top, grid.first)

    def moved(place: Hex) -> Hex:
        return Hex(place.column + columns, place.row + rows)

    shifted = passed_hexes(wide, moved(start), moved(end))
    assert shifted == tuple(Passed(moved(hex_.hex), hex_.how) for hex_ in passed_hexes(grid, start, end))


@given(grids_and_hexes(2, most=7), st.integers(0, 5), st.booleans())
def test_turned_and_mirrored_lines_pass_the_turned_and_mirrored_hexes(
    drawn: tuple[HexGrid, tuple[Hex, Hex]], turns: int, mirrored: bool
) -> None:
    """The twelve symmetries of the grid about the start."""
    grid, (start, end) = drawn
    size = 4 * max(grid.columns, grid.rows) + 4
    wide = HexGrid(size, size, grid.top, grid.first)
    middle = Hex(size // 2, size // 2)

    def placed(place: Hex) -> Hex:
        (x, y), (x0, y0), (xm, ym) = grid.centre(place), grid.centre(start), wide.centre(middle)
        dx, dy = x - x0, y - y0
        if mirrored:
            dy = -dy
        for _ in range(turns):
            dx, dy = _turned(grid, (dx, dy))
        found = wide.hex_at((xm + dx, ym + dy))
        assert found is not None
        return found

    swapped = _SWAPPED if mirrored else {}
    turned = {(hex_.hex, hex_.how) for hex_ in passed_hexes(wide, middle, placed(end))}
    assert turned == {
        (placed(hex_.hex), swapped.get(hex_.how, hex_.how)) for hex_ in passed_hexes(grid, start, end)
    }


def _turned(grid: HexGrid, point: Lattice) -> Lattice:
    """A sixth of a circle clockwise about the origin, on the lattice."""
    x, y = point
    return ((x - 3 * y) // 2, (x + y) // 2) if grid.is_flat else ((x - y) // 2, (3 * x + y) // 2)


def test_a_line_is_left_at_the_first_hex_taller_than_the_limit() -> None:
    where = hex_positions(HexGrid(3, 9))
    start, tall, end = (where.of(Hex.named(label)) for label in ("A1", "A4", "A9"))
    heights = [2 * (position == tall) for position in range(where.size)]
    at, how, foot = ([0] * where.longest for _ in range(3))
    count = look_along(where.layout, b"\1" * where.size, heights, 1, start, end, Way(at, how, foot))
    assert [str(where.hex(position)) for position in at[:count]] == ["A1", "A2", "A3", "A4", "A9"]


def test_hexes_that_do_not_matter_are_not_written_down() -> None:
    where = hex_positions(HexGrid(3, 9))
    start, end = where.of(Hex.named("A1")), where.of(Hex.named("A9"))
    wanted = [int(position == where.of(Hex.named("A3"))) for position in range(where.size)]
    at, how, foot = ([0] * where.longest for _ in range(3))
    count = look_along(where.layout, wanted, wanted, 1, start, end, Way(at, how, foot))
    assert [str(where.hex(position)) for position in at[:count]] == ["A1", "A3", "A9"]
