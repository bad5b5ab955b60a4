"""Labels, neighbours, hexsides, distance and rings on maps of every layout."""

import networkx as nx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.errors import BadInput, BadLabel, OffBoard
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from tests.oracle.lines import all_hexes, corners, dot, steps_between
from tests.rules.ground.hex_maps import grids, grids_and_hexes


@given(st.integers(0, 18277), st.integers(0, 9998))
def test_labels_read_back(column: int, row: int) -> None:
    assert Hex.named(Hex(column, row).label) == Hex(column, row)


@pytest.mark.parametrize(
    ("label", "column", "row"),
    [("A1", 0, 0), ("Z1", 25, 0), ("AA1", 26, 0), ("AB11", 27, 10), ("ZZ2", 701, 1)],
)
def test_labels_are_column_letters_and_row_numbers(label: str, column: int, row: int) -> None:
    assert Hex.named(label) == Hex(column, row)
    assert Hex(column, row).label == label


@pytest.mark.parametrize(
    "label", ["", "A", "1", "A0", "a1", "A01", "1A", "A1 ", "AAAA1", "A-1", "Ä1", "A10000"]
)
def test_a_malformed_label_is_refused(label: str) -> None:
    with pytest.raises(BadLabel, match="is not a hex label such as C2 or AB11"):
        Hex.named(label)


def test_a_hex_off_the_map_is_refused_with_its_extent() -> None:
    with pytest.raises(OffBoard, match=r"C1 is not on the board, which has 2 columns \(A to B\) and 3 rows"):
        HexGrid(2, 3).named("C1")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((0, 3), "grid.columns: 0 is not a whole number from 1 to 400"),
        ((3, 401), "grid.rows: 401 is not a whole number from 1 to 400"),
        ((3, 3, Top.FLAT, First.LEFT), "grid.first_column: 'left' is not high or low"),
        ((3, 3, Top.POINTY, First.HIGH), "grid.first_row: 'high' is not left or right"),
    ],
)
def test_a_grid_that_cannot_be_is_refused(arguments: tuple[int, int], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        HexGrid(*arguments)


@given(grids())
def test_hexes_stand_where_the_oracle_puts_them(grid: HexGrid) -> None:
    assert tuple(grid) == all_hexes(grid)
    for place in grid:
        assert dot(grid, place) == tuple(1000 * value for value in grid.centre(place))
        assert set(corners(grid, place)) == {(1000 * x, 1000 * y) for x, y in grid.vertices(place)}
        assert grid.hex_at(grid.centre(place)) == place


@given(grids())
def test_neighbours_share_a_hexside_and_a_hexside_has_one_value(grid: HexGrid) -> None:
    for place in grid:
        for near in grid.neighbours(place):
            assert len(set(grid.vertices(place)) & set(grid.vertices(near))) == 2
            assert place in grid.neighbours(near)
            side = grid.hexside(place, near)
            assert side == grid.hexside(near, place)
            assert set(grid.ends(side)) == set(grid.vertices(place)) & set(grid.vertices(near))
            assert grid.direction(near, place) == (grid.direction(place, near) + 3) % 6


@given(grids_and_hexes(2))
def test_a_hexside_touches_the_four_hexes_with_its_vertices(drawn: tuple[HexGrid, tuple[Hex, Hex]]) -> None:
    grid, (place, _) = drawn
    for near in grid.neighbours(place):
        ends = set(grid.ends(grid.hexside(place, near)))
        beside = set(grid.beside(grid.hexside(place, near)))
        assert len(beside) == 4
        assert beside & set(grid) == {one for one in grid if ends & set(grid.vertices(one))}


@given(grids_and_hexes(2))
def test_hexes_that_are_no_neighbours_have_no_hexside(drawn: tuple[HexGrid, tuple[Hex, Hex]]) -> None:
    grid, (one, other) = drawn
    assume(other not in grid.neighbours(one))
    with pytest.raises(BadInput, match="is not a pair of neighbouring hexes"):
        grid.hexside(one, other)


@given(grids_and_hexes(1))
def test_distance_is_the_number_of_steps(drawn: tuple[HexGrid, tuple[Hex]]) -> None:
    grid, (start,) = drawn
    wide = HexGrid(grid.columns + 12, grid.rows + 12, grid.top, grid.first)
    middle = Hex(start.column + 6, start.row + 6)
    graph = nx.Graph((place, near) for place in wide for near in wide.neighbours(place))
    for end, steps in nx.single_source_shortest_path_length(graph, middle, cutoff=6).items():
        assert wide.distance(middle, end) == steps == steps_between(wide, middle, end)


@given(grids_and_hexes(1), st.integers(0, 10))
def test_a_ring_is_the_hexes_at_its_distance(drawn: tuple[HexGrid, tuple[Hex]], radius: int) -> None:
    grid, (middle,) = drawn
    ring = grid.ring(middle, radius)
    assert len(ring) == len(set(ring))
    assert set(ring) == {place for place in grid if grid.distance(middle, place) == radius}
    within = grid.within(middle, radius)
    assert set(within) == {place for place in grid if grid.distance(middle, place) <= radius}
    assert [grid.distance(middle, place) for place in within] == sorted(
        grid.distance(middle, place) for place in within
    )


@given(grids_and_hexes(3))
def test_distance_is_a_measure(drawn: tuple[HexGrid, tuple[Hex, Hex, Hex]]) -> None:
    grid, (one, other, third) = drawn
    assert grid.distance(one, other) == grid.distance(other, one)
    assert (grid.distance(one, other) == 0) == (one == other)
    assert grid.distance(one, third) <= grid.distance(one, other) + grid.distance(other, third)


def test_positions_are_in_hexes_from_the_dot_of_a1() -> None:
    grid = HexGrid(3, 3)
    assert grid.position(grid.centre(Hex(0, 1))) == pytest.approx((0, 1))
    assert grid.position(grid.centre(Hex(1, 0))) == pytest.approx((0.8660254, 0.5))
