"""Ways over a table: none much dearer than a plain separate search, and turns that end in cover."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from math import floor, hypot, inf
from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from shapely import Point, box

from maps.library import scenario
from rules.catalog import ruleset
from rules.game.movement import TableMovement
from rules.game.ruleset import Playable
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.ruleset import RULESET as KGN
from rules.planning.exposure import Exposure
from rules.planning.plan import Watched, Watcher
from rules.planning.routes import plan
from rules.planning.table_routes import table_routes
from rules.planning.table_search import TableSearch

Danger = dict[tuple[int, int], float]
WIDE, DEEP = 12, 9


def price(pieces: tuple[Piece, ...]) -> float | None:
    """Woods cost double, a lake bars."""
    kinds = {piece.terrain for piece in pieces}
    if TableTerrain.LAKE in kinds:
        return None
    return 2.0 if TableTerrain.WOODS in kinds else 1.0


def random_table(rng: Random) -> Tabletop:
    pieces = []
    for number in range(rng.randint(0, 3)):
        x, y = rng.randint(2, WIDE - 5), rng.randint(0, DEEP - 3)
        terrain = rng.choice((TableTerrain.WOODS, TableTerrain.LAKE))
        shape = box(x, y, x + rng.randint(1, 3), y + rng.randint(1, 3))
        pieces.append(Piece(f"{terrain.value}-{number}", terrain, shape))
    return Tabletop("drawn", WIDE, DEEP, tuple(pieces))


def plain_search(table: Tabletop, start: Spot, goal: Spot, danger: Danger, rate: float) -> float:
    """The cheapest sum of price and danger over a half-inch grid of eight directions, by a separate search."""
    step_in = 0.5

    @cache
    def paid(x: float, y: float) -> float:
        around = [(x + across * 1e-6, y + down * 1e-6) for across in (-1, 1) for down in (-1, 1)]
        return max(
            _inch(table, one) + rate * danger.get((floor(one[0]), floor(one[1])), 0.0) for one in around
        )

    best: set[Spot] = set()
    heap = [(0.0, start)]
    while heap:
        cost, at = heappop(heap)
        if at == goal:
            return cost
        if at in best:
            continue
        best.add(at)
        for across in (-step_in, 0.0, step_in):
            for down in (-step_in, 0.0, step_in):
                near = Spot(at.x_in + across, at.y_in + down)
                inch = paid(at.x_in + across / 2, at.y_in + down / 2)
                if near != at and near in table and inch < inf:
                    heappush(heap, (cost + inch * hypot(across, down), near))
    return inf


def _inch(table: Tabletop, at: tuple[float, float]) -> float:
    inch = price(tuple(piece for piece in table.pieces if piece.area.covers(Point(at))))
    return inf if inch is None else inch


def worth(graph: TableGraph, spots: tuple[Spot, ...], danger: Danger, rate: float) -> float:
    """Price and danger of a drawn way, in steps of a twentieth of an inch."""
    total = graph.cost_along(spots)
    assert total is not None
    for one, other in pairwise(spots):
        count = max(1, round(one.gap_in(other) * 20))
        for k in range(count):
            share = (k + 0.5) / count
            x = one.x_in + (other.x_in - one.x_in) * share
            y = one.y_in + (other.y_in - one.y_in) * share
            total += rate * danger.get((floor(x), floor(y)), 0.0) * one.gap_in(other) / count
    return total


@settings(max_examples=12)
@given(st.randoms(use_true_random=False), st.sampled_from((0.5, 2.0, 8.0)))
def test_no_way_is_much_dearer_than_a_plain_search_of_the_same_ground(rng: Random, rate: float) -> None:
    table = random_table(rng)
    danger = {(x, y): rng.choice((0.0, 0.0, 0.3, 1.0)) for x in range(WIDE) for y in range(DEEP)}
    start, goal = Spot(0.75, rng.randint(1, 8) + 0.25), Spot(WIDE - 0.75, rng.randint(1, 8) + 0.25)
    note(f"{[str(piece) for piece in table.pieces]} {start} to {goal}")
    expected = plain_search(table, start, goal, danger, rate)
    graph = TableGraph.of(table, price)
    asked = {Spot(x + 0.5, y + 0.5): round(100 * each) for (x, y), each in danger.items()}
    search = TableSearch(graph, start, goal, 200.0, lambda _: asked)
    way = search.way(rate)
    if not way:
        assert expected == inf
        return
    assert (way[0], way[-1]) == (start, goal)
    assert worth(graph, way, danger, rate) <= 1.03 * expected + 0.2


class GivenExposure(Exposure):
    """An exposure with the danger that the test gives for each spot."""

    def __init__(self, danger: Callable[[Spot], int]) -> None:
        self._told = danger

    def look_at(self, places: object) -> None:
        pass

    def at(self, place: object) -> Watched:
        assert isinstance(place, Spot)
        danger = self._told(place)
        return Watched((Watcher("gun", "gun", Spot(0.0, 0.0), 5.0, danger),)) if danger else Watched()


def test_a_turn_ends_in_cover_if_that_takes_no_turn_more() -> None:
    """Eight inches at six a turn: the first turn may end anywhere from 2 to 6 inches out; only 3 to 4 is unseen."""
    table = Tabletop("drawn", WIDE, DEEP)
    movement = TableMovement(TableGraph.of(table, price), Fraction(6))
    told = GivenExposure(lambda spot: 0 if 4 <= spot.x_in < 5 else 10)
    (route, *_) = table_routes(movement, Spot(1.0, 4.5), Spot(9.0, 4.5), told)
    assert route.turns == 2
    assert 4 <= route.legs[0].places[-1][0] < 5
    assert route.exposure == pytest.approx(0.7, abs=0.03)


def test_turns_at_corners_are_paid_for_and_take_turns_of_play() -> None:
    """Eight inches, and two more to turn at the start; the second turn of play begins where the first one's six are spent."""
    table = Tabletop("drawn", WIDE, DEEP)

    def paid(way: tuple[Spot, ...]) -> tuple[float, ...]:
        return (2.0, *(0.0 for _ in way[1:]))

    movement = TableMovement(TableGraph.of(table, price), Fraction(6), stage="Move", turning=paid)
    (route,) = table_routes(movement, Spot(1.0, 4.5), Spot(9.0, 4.5), GivenExposure(lambda _: 0))
    assert [leg.cost for leg in route.legs] == [6, 4]
    assert route.legs[0].places[-1] == Spot(5.0, 4.5)
    assert str(route).startswith("10 MP in 2 Moves: ")


def test_turns_end_where_the_unit_has_room_and_the_first_uses_the_points_left() -> None:
    """Eight inches at six a turn, four of the first already spent: two inches are left, fewer since a unit stands there."""
    table = Tabletop("drawn", WIDE, DEEP)

    def rests(place: Spot, heading_deg: float) -> float | None:
        assert heading_deg == 90
        return None if 2.5 <= place.x_in <= 4 else heading_deg

    def first_turn_ends(spent: int) -> float:
        movement = TableMovement(TableGraph.of(table, price), Fraction(6), rests=rests, spent=Fraction(spent))
        (route,) = table_routes(movement, Spot(1.0, 4.5), Spot(9.0, 4.5), GivenExposure(lambda _: 0))
        return route.legs[0].places[-1][0]

    assert first_turn_ends(4) == 2.25
    assert first_turn_ends(0) == 7.0


def test_a_squad_gets_no_way_on_which_a_move_ends_at_its_own_tank() -> None:
    tank, squad = (
        Unit("t", "uk.sherman", "uk", Spot(15, 20), 90.0),
        Unit("a", "uk.squad", "uk", Spot(10, 20), 90.0),
    )
    known = GameState(Tabletop("open", 40, 40), {"t": tank, "a": squad}, sides=("uk", "de"))
    first = plan(KGN, known, squad, Spot(19.5, 20.5)).verdict.routes[0].legs[0].places[-1]
    assert isinstance(first, Spot)
    assert first.gap_in(Spot(15, 20)) > 1.0


def test_a_safer_way_avoids_a_dangerous_lane_and_the_quickest_way_is_kept() -> None:
    table = Tabletop("drawn", WIDE, DEEP)
    movement = TableMovement(TableGraph.of(table, price), Fraction(20))
    told = GivenExposure(lambda spot: 50 if 4 <= spot.x_in < 7 and spot.y_in > 2 else 0)
    quickest, *_, safest = table_routes(movement, Spot(1.0, 4.5), Spot(10.0, 4.5), told)
    assert quickest.cost == 9
    assert quickest.exposure == pytest.approx(1.5, abs=0.01)
    assert safest.exposure < 0.02
    assert safest.turns == 1
    assert 10.8 < safest.cost < 11.1


def test_a_way_that_touches_the_corner_of_a_house_is_planned_like_any_other() -> None:
    chosen = scenario("kgn-two-orchards")
    book = ruleset(chosen.ruleset)
    assert isinstance(book, Playable)
    state = book.opening(chosen.state(), chosen.opening_options())
    found = plan(ruleset(chosen.ruleset), state, state.unit("uk.tank.2"), Spot(12.5, 32.5)).verdict
    assert found.routes


def test_a_way_without_room_to_end_its_turns_is_replaced_by_one_that_arrives() -> None:
    """Two inches a turn, and no room for four along the straight way: cheaper as it is, it does not get there."""
    table = Tabletop("drawn", WIDE, DEEP)

    def rests(place: Spot, heading_deg: float) -> float | None:
        return None if 4 <= place.x_in <= 8 and 4 <= place.y_in <= 5 else heading_deg

    movement = TableMovement(TableGraph.of(table, price), Fraction(2), rests=rests)
    told = GivenExposure(lambda spot: 50 if 4 <= spot.x_in <= 8 and 4 <= spot.y_in <= 5 else 0)
    routes = table_routes(movement, Spot(1.0, 4.5), Spot(11.0, 4.5), told)
    assert routes
    assert [route.places[-1] for route in routes] == [Spot(11.0, 4.5)] * len(routes)
    assert all(rests(*leg_end(leg.places)) is not None for route in routes for leg in route.legs)


def leg_end(places: tuple[Place, ...]) -> tuple[Spot, float]:
    assert isinstance(places[-1], Spot)
    return places[-1], 0.0
