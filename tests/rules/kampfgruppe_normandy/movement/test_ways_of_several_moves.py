"""Ways of several Moves: round enemies and mines, with turns paid, and none for a unit that may not move."""

from dataclasses import replace

import pytest
import shapely

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.questions.movement.planner_steps import PAST_MINES
from rules.kampfgruppe_normandy.questions.movement.reach_question import LESS_D6
from rules.kampfgruppe_normandy.state.progress import Status, Step, progress_of, with_progress
from rules.planning.plan import Plan
from rules.planning.routes import plan
from rules.planning.whole_way import whole_way
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.playing import start_of
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    GAME,
    RULESET,
    area,
    line,
    move_over,
    moving,
    opened,
    position,
    refusal,
    table,
    told_to,
    unit,
    with_status,
)

FAR = unit("far", "de.opel", (70, 46), 0)


def planned(state: GameState, goal: tuple[float, float], name: str = "a") -> Plan:
    return plan(RULESET, state, state.unit(name), Spot(*goal)).verdict


def gap_in(found: Plan, to: shapely.Geometry) -> float:
    """The least distance of the quickest way from a shape."""
    return float(shapely.LineString(found.routes[0].places).distance(to))


def minefield(x: float, y: float) -> Piece:
    return area(T.MINEFIELD, x - 1, y - 1, x + 1, y + 1)


def test_the_length_of_a_way_is_given_in_moves() -> None:
    found = planned(opened(table(), unit("a", "uk.squad", (5, 24), 90), FAR), (18, 24))
    assert str(found.routes[0]).startswith("13 inches in 3 Moves (2 activations), exposure 0.15: ")


@proves("KN-PRIN-06")
@pytest.mark.parametrize(("facing_deg", "turned"), [(90, 0.0), (0, 0.5), (270, 1.0)])
def test_a_tank_pays_for_the_turns_of_its_way(facing_deg: int, turned: float) -> None:
    """26 inches east; half a circle costs its length."""
    state = opened(table(), unit("a", "uk.sherman", (5, 24), facing_deg), FAR)
    length_in = RULESET.book.type("uk.sherman").length_in
    (quickest, *_) = planned(state, (31, 24)).routes
    assert float(quickest.cost) == pytest.approx(26 + turned * length_in, abs=0.01)
    assert all(leg.cost <= 9 for leg in quickest.legs)


def test_a_turn_can_take_a_move_more() -> None:
    ahead, back = (opened(table(), unit("a", "uk.sherman", (5, 24), facing), FAR) for facing in (90, 270))
    two_moves = (5 + 2 * 9 - 1, 24)
    assert [planned(state, two_moves).routes[0].turns for state in (ahead, back)] == [2, 3]


def test_a_way_of_several_moves_goes_round_every_enemy_on_it() -> None:
    """The enemy stands twenty inches on, far beyond one Move."""
    enemy = unit("b", "de.opel", (30, 24), 0)
    state = opened(table(), unit("a", "uk.squad", (8, 24), 90), enemy)
    found = planned(state, (52, 24))
    assert gap_in(found, position(state).base(enemy).outline.buffer(-0.01)) > 0
    assert found.routes[0].cost > 44


def test_an_enemy_on_the_only_bridge_bars_the_way() -> None:
    ground = table(area(T.RIVER, 28, 0, 32, 48), area(T.BRIDGE, 28, 22, 32, 24))
    squad = unit("a", "uk.squad", (8, 23), 90)
    assert planned(opened(ground, squad, FAR), (50, 23)).routes
    assert not planned(opened(ground, squad, unit("b", "de.pz4h", (30, 23), 0)), (50, 23)).routes


@proves("KN-ENG-04")
@pytest.mark.parametrize("type_id", ["uk.squad", "uk.sappers"])
def test_a_way_avoids_minefields_or_says_that_it_does_not(type_id: str) -> None:
    ground = table(minefield(30, 24))
    found = planned(opened(ground, unit("a", type_id, (10, 24), 90), FAR), (50, 24))
    sure = [route for route in found.routes if not route.asks]
    assert sure
    for route in sure:
        assert shapely.LineString(route.places).distance(shapely.Point(30, 24)) > 4
    assert {route.asks for route in found.routes if route.asks} == {(PAST_MINES,)}


def test_a_way_leads_past_mines_where_rivers_leave_no_other() -> None:
    north, south = area(T.RIVER, 0, 10, 72, 20, name="north"), area(T.RIVER, 0, 28, 72, 38, name="south")
    ground = table(north, south, minefield(30, 24))
    found = planned(opened(ground, unit("a", "uk.squad", (10, 24), 90), FAR), (50, 24))
    assert {route.asks for route in found.routes} == {(PAST_MINES,)}
    tank = planned(opened(ground, unit("a", "uk.sherman", (10, 24), 90), FAR), (50, 24))
    assert {route.asks for route in tank.routes} == {(f"{LESS_D6}; {PAST_MINES}",)}


@pytest.mark.parametrize(
    ("condition", "said"), [(SUPPRESSED, "cannot be activated"), (IMMOBILISED, "is immobilised")]
)
def test_a_unit_that_may_not_move_has_no_way_and_a_reason(condition: str, said: str) -> None:
    state = opened(table(), unit("a", "uk.sherman", (5, 24), 90, condition), FAR)
    found = plan(RULESET, state, state.unit("a"), Spot(20, 24))
    assert not found.verdict.routes
    assert said in str(found)


@proves("KN-MOVE-15", "KN-MOVE-25")
def test_a_tank_sent_round_a_bend_ends_as_its_hull_fits() -> None:
    """OUR 170: at the end of its way it turns, or it would hang over the edge of the table."""
    state = start_of("kgn-tanks-on-the-lane")
    tank = replace(state.unit("de.tank.2"), at=Spot(65, 29), facing_deg=270.0)
    ready = with_progress(state, replace(progress_of(state), step=Step.ACTIVATION, acting=DE, allowance=9))
    state, goal = told_to(ready.with_unit(tank), tank.id, K.MOVE, K.MOVE), Spot(70.5, 26.5)
    way = RULESET.path(state, tank, goal).verdict.places
    assert len(way) > 2
    assert "hang over the edge" in refusal(
        state, Move(DE, tank.id, tuple(at for at in way if isinstance(at, Spot)))
    )
    sent = GAME.next_on_way(state, (tank.id,), way)
    assert isinstance(sent, Move)
    assert refusal(state, sent) == ""


def first_moves(state: GameState, goal: tuple[float, float]) -> list[Move]:
    """The Move that the first leg of each way of the unit "u" to a goal is."""
    return [
        move_over(*route.legs[0].places, facing_deg=route.legs[0].facing_deg)
        for route in planned(state, goal, "u").routes
    ]


@proves("KN-MOVE-22")
@pytest.mark.parametrize("far_in", [11.0, 11.3, 11.6, 11.9])
def test_no_leg_goes_farther_than_the_rounding_on_leaving_a_road_lets_it(far_in: float) -> None:
    """Nine inches, by road twice as far: what is left beside the road is a whole number of inches (OUR 26)."""
    road = line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=2.0)
    state = moving(road, kind="uk.squad", at=(20, 24))
    for move in first_moves(state, (20 + far_in, 40)):
        assert refusal(state, move) == "", move


@proves("KN-MOVE-14")
def test_men_are_led_round_a_house_beside_its_wall_and_not_along_it() -> None:
    state = moving(area(T.STONE_BUILDING, 34, 17, 38, 20), kind="uk.squad", at=(34.5, 21))
    moves = first_moves(state, (36, 16))
    assert moves
    assert [refusal(state, move) for move in moves] == [""] * len(moves)
    assert planned(state, (36, 16), "u").goal == Spot(36, 16)


@proves("KN-MOVE-14")
def test_men_sent_farther_than_a_move_go_beside_the_wall_of_a_house() -> None:
    state = moving(area(T.STONE_BUILDING, 34, 17, 38, 20), kind="uk.squad", at=(34.5, 21))
    way = whole_way(RULESET, state, state.unit("u"), Spot(36, 5))
    assert way[-1] == Spot(36, 5)
    assert refusal(state, move_over(*way[:3])) == ""


@proves("KN-PRIN-06")
def test_a_gun_turns_where_it_stands_if_a_move_does_not_pay_for_its_turn() -> None:
    """It turns in each Move as far as the Move pays for, and then goes on."""
    state = moving(kind="uk.6pdr", at=(30, 24), facing_deg=90)
    (route,) = planned(state, (22, 24), "u").routes
    rate_in, length_in = 2, RULESET.book.type("uk.6pdr").length_in
    turn = route.legs[0]
    assert turn.places == (Spot(30, 24), Spot(30, 24))
    assert turn.facing_deg == pytest.approx(90 + 180 * rate_in / length_in)
    assert f"30.0,24.0 facing {turn.facing_deg:.0f}°" in str(route)
    for move in first_moves(state, (22, 24)):
        assert refusal(state, move) == ""
    assert all(leg.cost <= rate_in for leg in route.legs)
    assert route.cost == pytest.approx(8 + length_in)


@proves("KN-MOVE-14")
@pytest.mark.parametrize("kind", ["uk.squad", "uk.sherman"])
def test_a_plan_to_the_place_of_a_friend_ends_beside_it(kind: str) -> None:
    state = moving(kind=kind, at=(20, 24))
    friend = unit("friend", "uk.stuart", (25, 24), 0)
    state = with_status(state.with_unit(friend), "friend", Status(men=BOOK.type("uk.stuart").men))
    found = planned(state, (25, 24), "u")
    assert found.goal != Spot(25, 24)
    assert found.goal == found.routes[0].places[-1]
    moves = first_moves(state, (25, 24))
    assert moves
    assert [refusal(state, move) for move in moves] == [""] * len(moves)
