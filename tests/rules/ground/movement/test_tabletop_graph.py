"""Movement over weighted ground: how far, and the cheapest way."""

from functools import cache
from itertools import pairwise
from math import hypot, inf, nan, pi

import networkx as nx
import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from scipy.optimize import minimize, minimize_scalar

from rules.errors import BadInput, OffBoard
from rules.ground.table.arrays import Floats
from rules.ground.table.inches import Base, Spot
from rules.ground.table.movement.faces import Faces
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.movement.steps import STEPS
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from tests.rules.ground.drawn_tables import random_table, spots, tables
from tests.rules.ground.movement import shapely_moves

PRICES: dict[TableTerrain, float | None] = {
    TableTerrain.WOODS: 3.0,
    TableTerrain.MARSH: 4.0,
    TableTerrain.GOOD_ROAD: 0.5,
    TableTerrain.LAKE: None,
    TableTerrain.WALL: None,
}


def price(pieces: tuple[Piece, ...]) -> float | None:
    """The price of the dearest piece, or the rate of a road; a lake is forbidden."""
    asked = [PRICES.get(piece.terrain, 1.0) for piece in pieces]
    if None in asked:
        return None
    known = [each for each in asked if each is not None]
    return 0.5 if 0.5 in known else max(known, default=1.0)


def table(*pieces: Piece, width_in: float = 48, depth_in: float = 36) -> Tabletop:
    return Tabletop("t", width_in, depth_in, pieces)


def area(name: str, terrain: TableTerrain, left: float, top: float, right: float, bottom: float) -> Piece:
    return Piece(name, terrain, shapely.box(left, top, right, bottom))


@cache
def open_ground() -> TableGraph:
    return TableGraph.of(table(), price)


def cost_of(graph: TableGraph, start: Spot, goal: Spot) -> float:
    way = graph.way(start, goal)
    assert way is not None
    assert (way.spots[0], way.spots[-1]) == (start, goal)
    assert way.cost == pytest.approx(graph.cost_along(way.spots))
    return way.cost


@settings(max_examples=20)
@given(spots(48, 36), spots(48, 36))
def test_in_the_open_the_way_is_straight(start: Spot, goal: Spot) -> None:
    way = open_ground().way(start, goal)
    assert way is not None
    assert way.cost == pytest.approx(start.gap_in(goal), abs=1e-6)
    assert way.length_in == pytest.approx(way.cost, abs=1e-6)


def test_at_a_boundary_the_way_is_refracted_as_light_is() -> None:
    graph = TableGraph.of(table(area("marsh", TableTerrain.MARSH, 24, 0, 48, 36)), price)
    start, goal = Spot(6, 4), Spot(40, 33)
    least = minimize_scalar(
        lambda y: hypot(18, y - 4) + 4 * hypot(16, 33 - y), bounds=(0, 36), method="bounded"
    ).fun
    assert least * (1 - 1e-9) <= cost_of(graph, start, goal) <= least * (1 + 1e-6)


def test_a_way_through_a_strip_is_refracted_twice() -> None:
    graph = TableGraph.of(table(area("wood", TableTerrain.WOODS, 20, 0, 26, 36)), price)
    start, goal = Spot(3, 3), Spot(45, 30)

    def cost(crossed: Floats, /) -> float:
        entry, leaving = crossed.tolist()
        return hypot(17, entry - 3) + 3 * hypot(6, leaving - entry) + hypot(19, 30 - leaving)

    least = minimize(cost, [10, 20], tol=1e-12).fun
    assert least * (1 - 1e-6) <= cost_of(graph, start, goal) <= least * (1 + 1e-5)


def test_a_way_round_forbidden_ground_touches_its_corners() -> None:
    graph = TableGraph.of(table(area("lake", TableTerrain.LAKE, 16, 8, 30, 36)), price)
    truth = hypot(10, 20) + 14 + hypot(8, 17)
    assert cost_of(graph, Spot(6, 28), Spot(38, 25)) == pytest.approx(truth, rel=1e-6)


@pytest.mark.parametrize("turn", [0.0, 7.0, 31.0, 45.0])
@pytest.mark.parametrize("width_in", [0.3, 0.5, 1.0, 2.0])
def test_a_way_along_a_road_costs_the_road_price(turn: float, width_in: float) -> None:
    middle = Spot(24, 18)
    ends = middle.ahead(90 + turn, 15), middle.ahead(270 + turn, 15)
    lane = Piece("lane", TableTerrain.GOOD_ROAD, shapely.LineString(ends), width_in)
    truth = 0.5 * 30
    assert truth * (1 - 1e-9) <= cost_of(TableGraph.of(table(lane), price), *ends) <= truth * 1.01


def test_reach_runs_along_the_narrowest_track() -> None:
    middle = Spot(24, 18)
    ends = middle.ahead(117, 15), middle.ahead(297, 15)
    track = Piece("track", TableTerrain.GOOD_ROAD, shapely.LineString(ends), 0.1)
    graph = TableGraph.of(table(track), price)
    beside = np.array([ends[1].ahead(27, 0.5)])
    assert graph.reach(ends[0], 20).cost_at(beside).tolist() == [pytest.approx(15.5, rel=0.01)]


def test_the_cheapest_way_meets_a_road_at_the_best_angle() -> None:
    """Open ground at 1 and the road at 0.5: the way meets the road at 30 degrees off the upright."""
    road = area("road", TableTerrain.GOOD_ROAD, 0, 24, 48, 25)
    truth = 0.5 * 40 + 12 * (1 - 0.25) ** 0.5
    cost = cost_of(TableGraph.of(table(road), price), Spot(4, 12), Spot(44, 24))
    assert truth * (1 - 1e-9) <= cost <= truth * 1.001


def test_the_way_leads_round_a_dear_piece_when_that_is_cheaper() -> None:
    graph = TableGraph.of(table(area("marsh", TableTerrain.MARSH, 20, 10, 28, 34)), price)
    round_it = hypot(10, 10) + 8 + hypot(10, 10)
    assert cost_of(graph, Spot(10, 20), Spot(38, 20)) == pytest.approx(round_it, rel=1e-4)


def test_the_book_says_how_pieces_that_overlap_combine() -> None:
    """Smoke adds one to the ground under it: 3 in the wood, 4 in the wood under smoke, 2 in the open."""
    wood = area("wood", TableTerrain.WOODS, 10, 0, 20, 36)
    smoke = area("smoke", TableTerrain.SMOKE, 15, 0, 25, 36)
    graph = TableGraph.of(
        table(wood, smoke),
        lambda pieces: (3.0 if wood in pieces else 1.0) + (1.0 if smoke in pieces else 0.0),
    )
    assert graph.cost_along([Spot(5, 5), Spot(30, 5)]) == pytest.approx(5 + 5 * 3 + 5 * 4 + 5 * 2 + 5)


def test_on_the_edge_the_cheaper_side_holds() -> None:
    graph = TableGraph.of(table(area("wood", TableTerrain.WOODS, 10, 10, 20, 20)), price)
    assert graph.cost_along([Spot(5, 10), Spot(25, 10)]) == 20
    assert graph.cost_along([Spot(12, 12), Spot(18, 12)]) == 18
    assert graph.cost_along([Spot(12, 12)]) == 0


def test_there_is_no_way_into_or_across_forbidden_ground() -> None:
    graph = TableGraph.of(table(area("lake", TableTerrain.LAKE, 20, 0, 22, 36)), price)
    assert graph.way(Spot(5, 5), Spot(21, 5)) is None
    assert graph.way(Spot(5, 5), Spot(40, 5)) is None
    assert graph.cost_along([Spot(5, 5), Spot(40, 5)]) is None
    region = graph.reach(Spot(18, 10), 30).region
    assert region.bounds[2] <= 20


def test_a_thin_wall_is_not_reached_over() -> None:
    wall = Piece("wall", TableTerrain.WALL, shapely.LineString([(20, 0), (20, 30)]), 0.1)
    reach = TableGraph.of(table(wall), price).reach(Spot(18, 10), 8)
    assert reach.region.bounds[2] <= 20
    assert reach.cost_at(np.array([[21.0, 10.0]])).tolist() == [inf]


def test_bases_can_be_kept_out_of() -> None:
    enemy = Base.rectangle(Spot(24, 18), 2, 6).outline
    graph = TableGraph.of(table(), price, keep_out=[enemy])
    assert cost_of(graph, Spot(20, 18), Spot(28, 18)) == pytest.approx(2 * hypot(3, 3) + 2, rel=1e-6)
    assert not graph.reach(Spot(20, 18), 10).region.intersects(enemy.buffer(-0.01))


@pytest.mark.parametrize("turn", range(0, 90, 7))
def test_an_allowance_that_just_suffices_does_suffice(turn: int) -> None:
    start = Spot(20, 18)
    goal = start.ahead(turn, 10)
    assert open_ground().way(start, goal, 10) is not None
    assert open_ground().reach(start, 10).cost_at(np.array([goal])).tolist() == [pytest.approx(10)]


def test_an_allowance_that_does_not_suffice_is_no_way() -> None:
    graph = open_ground()
    assert graph.way(Spot(5, 5), Spot(15, 5), 9.99) is None
    assert graph.way(Spot(5, 5), Spot(15, 5), 10) is not None


@pytest.mark.parametrize("allowance", [3.0, 6.0, 12.0])
def test_in_the_open_reach_is_a_circle_within_one_percent(allowance: float) -> None:
    region = open_ground().reach(Spot(24, 18), allowance).region
    rim = shapely.get_coordinates(region) - np.array([24, 18])
    assert np.hypot(*rim.T).max() <= allowance + 0.01
    assert region.area >= pi * (0.99 * allowance) ** 2


def test_reach_costs_are_within_one_percent_of_the_truth_and_never_below() -> None:
    """Half marsh, half open: the truth by minimizing over where the boundary is crossed."""
    graph = TableGraph.of(table(area("marsh", TableTerrain.MARSH, 24, 0, 48, 36)), price)
    start = Spot(18, 18)
    reach = graph.reach(start, 60)
    beyond = (10.5, 21.5, 24.1, 24.3, 24.5, 26.0, 27.5)
    places = np.array([(x, y) for x in beyond for y in (4.3, 8.5, 12.0, 18.5, 25.0, 33.6)])
    for (x, y), cost in zip(places.tolist(), reach.cost_at(places).tolist(), strict=True):
        truth = hypot(x - 18, y - 18)
        if x > 24:
            crossing = minimize_scalar(
                lambda at, x=x, y=y: hypot(6, at - 18) + 4 * hypot(x - 24, y - at),
                bounds=(0, 36),
                method="bounded",
            )
            truth = crossing.fun
        assert truth * (1 - 1e-9) <= cost <= truth * 1.01, (x, y)


def test_one_search_draws_the_regions_of_every_step() -> None:
    graph = TableGraph.of(random_table(5, 24, 48, 36), price)
    reach, near = graph.reach(Spot(24, 18), 12), graph.reach(Spot(24, 18), 6)
    assert reach.within(12).equals(reach.region)
    assert reach.within(6).symmetric_difference(near.region).area < 0.01


@pytest.mark.parametrize("size", [1, 1.3, 2])
def test_the_smallest_tables_can_be_moved_over(size: float) -> None:
    graph = TableGraph.of(Tabletop("small", size, size), price)
    assert cost_of(graph, Spot(0, 0), Spot(1, 1)) == pytest.approx(2**0.5)
    assert graph.reach(Spot(0.5, 0.5), 3).region.area == pytest.approx(size * size)


def test_reach_grows_with_the_allowance_and_holds_its_ways() -> None:
    busy = random_table(5, 24, 48, 36)
    graph = TableGraph.of(busy, price)
    start = Spot(24, 18)
    near, far = (graph.reach(start, allowance) for allowance in (6, 12))
    assert near.region.is_valid
    assert far.region.buffer(0.02).covers(near.region)
    places = np.array(list(busy.lattice()))
    costs = far.cost_at(places)
    told, cost = places[costs < 11.5], costs[costs < 11.5]
    assert shapely.contains_xy(far.region.buffer(0.3), told).all()
    for place, reached in list(zip(told.tolist(), cost.tolist(), strict=True))[::60]:
        way = graph.way(start, Spot(*place))
        assert way is not None
        assert way.cost <= reached * (1 + 1e-9)


@settings(max_examples=15)
@given(tables(), spots(), spots())
def test_a_way_costs_the_same_both_ways_and_never_crosses_forbidden_ground(
    drawn: Tabletop, start: Spot, goal: Spot
) -> None:
    graph = TableGraph.of(drawn, price)
    there, back = graph.way(start, goal), graph.way(goal, start)
    if there is None or back is None:
        assert there is back
        return
    assert there.cost == pytest.approx(back.cost, rel=0.01, abs=1e-6)
    for one, other in pairwise(there.spots):
        leg = shapely.LineString([one, other])
        assert leg.intersection(graph.faces.forbidden.buffer(-1e-6)).length < 1e-6


@settings(max_examples=25)
@given(tables(), spots(), spots())
def test_costs_of_straight_moves_agree_with_clipping_each_face(
    drawn: Tabletop, start: Spot, goal: Spot
) -> None:
    faces = Faces.of(drawn, price)
    cost = float(faces.costs(np.array([start]), np.array([goal]))[0])
    line = shapely.LineString([start, goal])
    inside = sum(
        faces.prices[number] * part
        for number, face in enumerate(faces.polygons)
        if (part := line.intersection(face).length) > 1e-5
    )
    edges = shapely.union_all([face.boundary for face in faces.polygons])
    if line.intersection(edges.buffer(1e-6)).length < 1e-3:
        assert cost == pytest.approx(inside, abs=1e-3)


@pytest.mark.parametrize("seed", range(2))
def test_costs_and_prices_equal_those_by_shapely_to_the_last_bit(seed: int) -> None:
    """From and to places on edges, at corners, on the rim and off the table as well."""
    graph = TableGraph.of(random_table(seed, 24, 48, 36), price, [shapely.box(20, 10, 23, 14)])
    faces, dice = graph.faces, np.random.default_rng(seed)
    edge = dice.integers(0, len(faces.starts), 1000)
    on_edge = faces.starts[edge] + (faces.ends - faces.starts)[edge] * dice.integers(0, 5, 1000)[:, None] / 4
    places = np.concatenate(
        [on_edge, dice.permutation(graph.places)[:1000], dice.uniform(-1, [49, 37], (1000, 2))]
    )
    np.testing.assert_array_equal(faces.prices_at(places), shapely_moves.prices_at(faces, places))
    one, other = dice.permutation(places), dice.permutation(places)
    other[::2] = one[::2] + dice.integers(-4, 5, (1500, 2)) / 2
    np.testing.assert_array_equal(faces.costs(one, other), shapely_moves.move_costs(faces, one, other))


@pytest.mark.parametrize("seed", range(4))
def test_every_step_costs_what_clipping_it_costs(seed: int) -> None:
    """Steps that are not there lead off the table or over forbidden ground."""
    graph = TableGraph.of(random_table(seed, 24, 48, 36), price)
    dice = np.random.default_rng(seed)
    size = len(graph.lattice)
    column, row = (dice.integers(0, count, 4000) for count in (graph.lattice.columns, graph.lattice.rows))
    step = np.array(STEPS)[dice.integers(0, len(STEPS), 4000)] * dice.choice([-1, 1], 4000)[:, None]
    to_column, to_row = column + step[:, 0], row + step[:, 1]
    there = (
        (to_column >= 0) & (to_column < graph.lattice.columns) & (to_row >= 0) & (to_row < graph.lattice.rows)
    )
    start, end = (
        (row * graph.lattice.columns + column)[there],
        (to_row * graph.lattice.columns + to_column)[there],
    )
    told = graph.steps[:size, :size].tocoo()
    costs = dict(zip(zip(told.row.tolist(), told.col.tolist(), strict=True), told.data.tolist(), strict=True))
    asked = graph.faces.costs(graph.places[start], graph.places[end])
    for one, other, cost in zip(start.tolist(), end.tolist(), asked.tolist(), strict=True):
        assert costs.get((one, other), inf) == pytest.approx(cost, abs=1e-9)


def test_networkx_reads_the_graph_with_the_same_costs() -> None:
    graph = TableGraph.of(table(area("wood", TableTerrain.WOODS, 2, 2, 4, 4), width_in=8, depth_in=6), price)
    start = 0
    costs = nx.single_source_dijkstra_path_length(graph.network, start)
    reached = graph.reach(Spot(*graph.places[start].tolist()), 20)
    told = np.array([costs[node] for node in range(len(graph.places))])
    assert (reached.costs <= told + 1e-9).all()
    assert (reached.costs >= told * 0.98 - 1e-9).all()


def test_bad_questions_are_refused_by_name() -> None:
    graph = open_ground()
    with pytest.raises(OffBoard):
        graph.reach(Spot(-1, 0), 5)
    with pytest.raises(OffBoard):
        graph.way(Spot(1, 1), Spot(49, 0))
    for allowance in (-1, inf, nan):
        with pytest.raises(BadInput, match=r"^allowance"):
            graph.reach(Spot(1, 1), allowance)
    with pytest.raises(BadInput, match=r"^price: 0 is not a cost above 0 for an inch on clear ground"):
        TableGraph.of(table(), lambda _: 0)
