"""Ways over hexes: against brute force on small maps, and against the book's own prices."""

from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random

from hypothesis import assume, given, note, settings
from hypothesis import strategies as st

from rules.game.movement import HexMovement
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.graph import HexNode
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.options import AS_WE_READ
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.questions.movement.allowance_table import move_class
from rules.last_hundred_yards.questions.movement.costs import earns_road_bonus, step_mp
from rules.last_hundred_yards.questions.movement.reach import movements, path
from rules.last_hundred_yards.state.position import hex_board
from rules.planning.hex_routes import PATIENCE, HexRoutes
from tests.drawing import board
from tests.oracle.boards import random_grid
from tests.rules.last_hundred_yards.maneuver.moving import SQUAD, TANK, mover
from tests.rules.last_hundred_yards.maneuver.test_10_1_properties import drawn, random_move
from tests.rules.planning.brute_force import Walker, fronts

SMALL = settings(max_examples=60)


def searched(state: GameState, unit: Unit, goal: Hex, danger: dict[Hex, int]) -> list[HexRoutes]:
    return [
        HexRoutes(movement, goal, lambda _: danger)
        for movement in movements(state, unit).verdict
        if isinstance(movement, HexMovement)
    ]


def dangers(rng: Random, board: HexBoard) -> dict[Hex, int]:
    return {place: rng.choice((0, 0, 1, 5, 20, 45)) for place in board.grid}


def walker(state: GameState, unit: Unit, movement: HexMovement) -> Walker:
    """The book's movement prices as a walker of the brute force."""
    ground, column = hex_board(state), move_class(ROSTER[unit.type])

    @cache
    def price(one: Hex, other: Hex) -> Fraction | None:
        return step_mp(ground, column, HexNode(one), HexNode(other), AS_WE_READ)

    @cache
    def is_road(one: Hex, other: Hex) -> bool:
        return earns_road_bonus(ground, HexNode(one), HexNode(other))

    on_foot = not ROSTER[unit.type].is_vehicle
    near = {place: tuple(ground.grid.neighbours(place)) for place in ground.grid}
    return Walker(
        near,
        price,
        is_road,
        Fraction(3 if on_foot else {"truck": 6}.get(column.value, 5)),
        2 if on_foot else 0,
        movement.ends_at | movement.barred,
    )


@SMALL
@given(st.randoms(use_true_random=False))
def test_exactly_the_unbeaten_ways_are_found(rng: Random) -> None:
    state, unit = random_move(rng, random_grid(rng, 2, 4))
    moving = movements(state, unit).verdict
    assume(len(moving) == 1)
    (movement,) = moving
    assert isinstance(movement, HexMovement)
    stands = movement.gaits[0].paths.graph
    assume(len(stands) == len(set(hex_board(state).grid)) and not any(stand.way for stand in stands))
    goal = rng.choice(list(hex_board(state).grid))
    assume(goal not in (unit.at, *movement.barred))
    danger = dangers(rng, hex_board(state))
    note(drawn(state))
    note(f"{unit.type} {unit.at} to {goal}, { ({str(k): v for k, v in danger.items()}) }")
    assert isinstance(unit.at, Hex)
    (search,) = searched(state, unit, goal, danger)
    found = [(arrival.turn, arrival.points, arrival.danger) for arrival in search.arrivals]
    assert found == fronts(
        walker(state, unit, movement), unit.at, goal, danger, movement.first_points, PATIENCE
    )


@SMALL
@given(st.randoms(use_true_random=False))
def test_each_turn_of_a_way_is_legal_at_the_books_cost(rng: Random) -> None:
    state, unit = random_move(rng)
    goal = rng.choice(list(hex_board(state).grid))
    assume(goal != unit.at)
    danger = dangers(rng, hex_board(state))
    note(drawn(state))
    for search in searched(state, unit, goal, danger):
        for arrival in search.arrivals:
            legs = search.legs(arrival)
            assert len(legs) == arrival.turn
            assert legs[-1].cost == arrival.points
            assert (legs[0].places[0], legs[-1].places[-1]) == (unit.at, goal)
            assert all(one.places[-1] == other.places[0] for one, other in pairwise(legs))
            total = 0
            for turn, leg in enumerate(legs, 1):
                here = Unit("mover", unit.type, "us", leg.places[0], conditions=unit.conditions)
                end = leg.places[-1]
                assert isinstance(end, Hex)
                book_way = path(state.with_unit(here), here, end).verdict
                assert book_way.places, "the book lets it go there in one turn"
                assert leg.asks or leg.cost >= book_way.cost
                total += sum(danger[place] for place in leg.places[1:] if isinstance(place, Hex))
                total += danger[end] if turn < len(legs) else 0
            assert total == arrival.danger


@SMALL
@given(st.randoms(use_true_random=False))
def test_the_quickest_way_within_reach_has_the_cost_of_the_books_path(rng: Random) -> None:
    state, unit = random_move(rng)
    goal = rng.choice(list(hex_board(state).grid))
    assume(goal != unit.at)
    note(drawn(state))
    book_way = path(state, unit, goal).verdict
    quickest = [
        search.arrivals[0]
        for search in searched(state, unit, goal, dangers(rng, hex_board(state)))
        if search.arrivals and search.arrivals[0].turn == 1
    ]
    assert bool(quickest) == bool(book_way.places)
    if quickest:
        assert quickest[0].points == book_way.cost


def plain(
    unit_type: str, at: str, goal: str, danger: dict[str, int], drawing: str, roads: str = ""
) -> list[str]:
    """The ways of a unit over a drawn map, with their danger."""
    ground = board(drawing, roads=roads)
    unit = mover(unit_type, at)
    state = GameState(ground, {unit.id: unit})
    worth = {place: danger.get(place.label, 0) for place in ground.grid}
    (search,) = searched(state, unit, Hex.named(goal), worth)
    return [
        " | ".join(" ".join(map(str, leg.places)) for leg in search.legs(arrival)) + f": {arrival.danger}"
        for arrival in search.arrivals
    ]


THREE_ROWS = """
    .  .  .  .  .
    .  .  .  .  .
    .  .  .  .  .
"""


def test_the_straight_way_in_the_open_and_the_way_round_unseen() -> None:
    seen = {"B1": 30, "B2": 40}
    assert plain(SQUAD, "A2", "D2", seen, THREE_ROWS) == ["A2 B1 C2 D2: 30", "A2 A3 B3 C3 | C3 D2: 0"]


def test_a_place_where_a_turn_ends_counts_twice_so_turns_end_in_cover() -> None:
    seen = {"B1": 10, "C1": 10, "D1": 10, "B2": 10, "D2": 10, "B3": 10, "C3": 10, "D3": 10}
    found = plain(SQUAD, "A2", "E2", seen, THREE_ROWS)
    assert found == ["A2 B1 C2 D1 | D1 E2: 30", "A2 B1 C2 | C2 D1 E2: 20"]


def test_a_vehicle_pays_for_going_into_motion_in_its_first_turn_alone() -> None:
    ground = board(". " * 12)
    unit = mover(TANK, "A1")
    (search,) = searched(
        GameState(ground, {unit.id: unit}), unit, Hex.named("J1"), dict.fromkeys(ground.grid, 0)
    )
    (arrival,) = search.arrivals
    assert [float(leg.cost) for leg in search.legs(arrival)] == [5, 5]


def test_no_way_leads_over_impassable_ground() -> None:
    assert plain(TANK, "A1", "C1", {}, ". u .") == []


def test_a_way_that_must_end_a_turn_in_a_river_is_listed_as_needing_a_roll() -> None:
    ground = board(". . . . .", rivers="B1 C1 D1")
    unit = mover(SQUAD, "A1")
    dry, wet = searched(
        GameState(ground, {unit.id: unit}), unit, Hex.named("E1"), dict.fromkeys(ground.grid, 0)
    )
    assert dry.arrivals == ()
    (arrival,) = wet.arrivals
    assert [" ".join(map(str, leg.places)) for leg in wet.legs(arrival)] == ["A1 B1 C1", "C1 D1 E1"]
    assert wet.legs(arrival)[1].asks == "the far bank takes a river exit roll first (LHY 4.1.10)"
