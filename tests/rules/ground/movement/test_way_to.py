"""The ways of a reach: each leads to its place over open ground at the cost that the reach gives."""

import numpy as np
import pytest
from shapely import LineString, box

from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.movement.bodies import Body
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain as T

TABLE = Tabletop(
    "drawn",
    24,
    18,
    (
        Piece("house", T.STONE_BUILDING, box(8, 4, 11, 12)),
        Piece("marsh", T.MARSH, box(3, 10, 7, 15)),
        Piece("lane", T.GOOD_ROAD, LineString([(2, 2), (14, 3), (20, 14)]), 1.0),
    ),
)


def _price(pieces: tuple[Piece, ...]) -> float | None:
    kinds = {piece.terrain for piece in pieces}
    if T.STONE_BUILDING in kinds:
        return None
    return 0.5 if T.GOOD_ROAD in kinds else 2.0 if T.MARSH in kinds else 1.0


@pytest.mark.parametrize("start", [Spot(5, 8), Spot(14, 9), Spot(2, 2)])
def test_each_way_has_the_cost_that_reach_gives(start: Spot) -> None:
    graph = TableGraph.of(TABLE, _price, [box(16, 6, 17, 8)])
    reached = graph.reach(start, 9.0)
    spots = list(TABLE.lattice())
    told = reached.cost_at(np.array(spots))
    for spot, cost in zip(spots, told.tolist(), strict=True):
        way = reached.way_to(spot)
        assert (way is None) is (cost == float("inf")), spot
        if way is not None:
            assert (way[0], way[-1]) == (start, spot)
            along = graph.cost_along(way)
            assert along is not None
            assert along <= cost + 1e-6


def test_a_way_in_the_open_is_straight_and_one_round_a_house_bends() -> None:
    reached = TableGraph.of(TABLE, _price).reach(Spot(5, 8), 13.0)
    assert reached.way_to(Spot(5, 3)) == (Spot(5, 8), Spot(5, 3))
    round_the_house = reached.way_to(Spot(13, 8))
    assert round_the_house is not None
    assert len(round_the_house) > 2
    assert reached.way_to(Spot(9, 8)) is None


def test_a_way_along_the_edge_of_a_slanted_road_costs_the_same_in_a_graph_that_is_cut_by_more() -> None:
    """Half an inch off the ends of the table a graph for a body as wide cuts the edges of the roads once more."""
    roads = (
        LineString([(20.4, 1), (14.2, 6.3), (23, 12.9)]),
        LineString([(2.3, 23), (13.7, 9.1), (0.4, 3.3)]),
    )
    table = Tabletop(
        "drawn", 24, 24, tuple(Piece(f"road {n}", T.GOOD_ROAD, line, 1.0) for n, line in enumerate(roads))
    )
    drawn, wide = TableGraph.of(table, _price), TableGraph.of(table, _price, body=Body(1.0))
    for start in (Spot(10, 10), Spot(19, 19), Spot(5, 17)):
        reached = wide.reach(start, 9.0)
        told = reached.cost_at(table.squares)
        ways = reached.ways_to(table.squares)
        for way, cost in zip(ways, told.tolist(), strict=True):
            along = drawn.cost_along(way) if way else None
            assert along is None or along <= cost + HAIR_IN, way
