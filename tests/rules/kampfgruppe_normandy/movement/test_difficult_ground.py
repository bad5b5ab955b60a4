"""Difficult ground and obstacles: which units lose a die, and where a move ends that falls short."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.unit_types import Mobility
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire
from rules.kampfgruppe_normandy.questions.movement.planner_steps import movements
from rules.kampfgruppe_normandy.questions.movement.reach_question import LESS_D6, reach
from rules.kampfgruppe_normandy.questions.movement.way_plan import goes_in, plan
from rules.kampfgruppe_normandy.state.position import Position
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.fire.crossings import past_a_gun
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    FAR,
    UK,
    act,
    activated,
    area,
    line,
    move_over,
    moving,
    opened,
    place_of_mover,
    position,
    ready,
    table,
    unit,
)


@proves("KN-MOVE-10", "KN-MOVE-11", "KN-MOVE-12")
def test_a_hedge_costs_a_die_and_stops_a_vehicle_that_cannot_clear_it() -> None:
    hedge = line(T.HEDGE, (25, 10), (25, 40), width_in=0.5)
    cleared = act(moving(hedge), move_over((20, 24), (29, 24)), 1)
    assert place_of_mover(cleared) == Spot(28, 24)
    just_cleared = act(moving(hedge), move_over((20, 24), (26.5, 24)), 1)
    assert place_of_mover(just_cleared) == Spot(26.5, 24)
    held = act(moving(hedge), move_over((20, 24), (29, 24)), 6)
    assert abs(place_of_mover(held).x_in - (24.75 - 1.6)) < 0.05


@proves("KN-MOVE-11", "KN-MOVE-12")
@pytest.mark.parametrize("terrain", [T.HEDGE, T.BOCAGE, T.WALL, T.RUBBLE, T.ROAD_BLOCK])
def test_an_obstacle_drawn_as_an_area_stops_a_vehicle_that_cannot_clear_it(terrain: T) -> None:
    """With 5 of its 9 inches left the Sherman would end astride of what is an inch thick; a 1 brings it through."""
    thick = area(terrain, 24, 10, 25, 40)
    held = act(moving(thick), move_over((20, 24), (29, 24)), 4)
    assert abs(place_of_mover(held).x_in - (24 - 1.6)) < 0.05
    assert place_of_mover(act(moving(thick), move_over((20, 24), (29, 24)), 1)) == Spot(28, 24)


@proves("KN-MOVE-10")
def test_woods_cost_a_die_in_every_move() -> None:
    wood = area(T.WOODS, 22, 10, 40, 40)
    after = act(moving(wood), move_over((20, 24), (29, 24)), 4)
    assert place_of_mover(after) == Spot(25, 24)


@proves("KN-MOVE-10", "KN-MOVE-13")
@pytest.mark.parametrize(
    ("mobility", "rate_in", "costs"),
    [(Mobility.HORSE, 6, True), (Mobility.BICYCLE, 6, True), (Mobility.FOOT, 5, False)],
)
def test_men_who_ride_lose_a_die_in_difficult_ground_and_those_on_foot_do_not(
    mobility: Mobility, rate_in: int, costs: bool
) -> None:
    """OUR 228: a wood begins 2 inches ahead of them; to the north they go clear."""
    kind = replace(BOOK.type("uk.squad"), id="pl.men", mobility=mobility)
    book, men = BookData({kind.id: kind}), Unit("men", kind.id, UK, Spot(20, 20), 90)
    state = GameState(table(area(T.WOODS, 22, 18, 40, 22)), {"men": men}, (), (UK, DE))
    way = plan(Position(state, book), men, (Spot(20, 20), Spot(24, 20)), None, reverse=False)
    assert way.needs_die is costs
    assert goes_in(way, 6 if costs else 0) == pytest.approx(1.7 if costs else 4)
    found = reach(state, book, men).verdict
    proviso = LESS_D6 if costs else None
    assert [found.provisos.get(spot) for spot in (Spot(24.5, 20.5), Spot(20.5, 16.5))] == [proviso, None]
    assert max(found.cost.values()) <= rate_in
    asked = [step.asks for step in movements(state, book, men).verdict]
    assert asked == (["", LESS_D6] if costs else [""])


@proves("KN-MOVE-13")
def test_infantry_ignore_difficult_ground() -> None:
    wood = area(T.WOODS, 22, 10, 40, 40)
    assert place_of_mover(act(moving(wood, kind="uk.squad"), move_over((20, 24), (25, 24)))) == Spot(25, 24)


@proves("KN-MOVE-11", "KN-MOVE-13")
def test_a_way_over_the_hull_of_a_wreck_meets_an_obstacle_there() -> None:
    fire = CoverFire(DE, "p", "u", K.DIRECT_AT, "75mm PaK 40", at_in=8.0)
    state = act(act(past_a_gun(), move_over((25, 27), (34, 27))), fire, 2, 4, 3, 3, 1)
    state = state.with_unit(unit("other", "uk.sherman", (33, 20), 180))
    way = plan(position(state), state.unit("other"), (Spot(33, 20), Spot(33, 34)), None, reverse=False)
    (met,) = way.hazards
    assert (met.start_in, met.end_in) == pytest.approx((6.2, 7.8))
    assert met.is_obstacle


@proves("KN-MOVE-11")
@pytest.mark.parametrize(("gate", "dice"), [(True, ()), (False, (4,))])
def test_a_gate_lets_a_tank_through_a_hedge_without_a_die(gate: bool, dice: tuple[int, ...]) -> None:
    hedge = line(T.HEDGE, (24, 10), (24, 40))
    pieces = [hedge, area(T.GAP, 23, 21, 25, 27)] if gate else [hedge]
    state = activated(ready(table(*pieces), unit("u", "uk.stuart", (20, 24), 90), FAR), "u", K.MOVE, K.MOVE)
    state = act(state, move_over((20, 24), (30, 24)), *dice)
    assert state.unit("u").at == Spot(30, 24)


@proves("KN-MOVE-11", "KN-PRIN-05")
def test_a_way_that_crosses_itself_in_woods_is_one_stretch_of_woods() -> None:
    state = opened(table(area(T.WOODS, 20, 20, 40, 40)), unit("u", "uk.sherman", (10, 30), 90), FAR)
    corners = [(10, 30), (32, 30), (32, 24), (26, 24), (26, 36)]
    path = tuple(Spot(float(x), float(y)) for x, y in corners)
    (hazard,) = plan(position(state), state.unit("u"), path, None, reverse=False).hazards
    assert (hazard.start_in, hazard.end_in) == pytest.approx((10, 46))
    assert not hazard.is_obstacle


@proves("KN-MOVE-10", "KN-MOVE-18a")
def test_a_die_paid_for_a_block_on_the_road_is_not_given_back_before_the_woods_beyond() -> None:
    """A jeep throws 4 for the block, which leaves 20 of its 24 inches of road; it would leave the road for the woods later."""
    block, wood = area(T.ROAD_BLOCK, 14, 22, 15, 26), area(T.WOODS, 36, 27, 44, 40)
    road = line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=3)
    state = opened(table(block, wood, road), unit("u", "uk.jeep", (5, 24), 90), FAR)
    corner = (Spot(5, 24), Spot(40, 24), Spot(40, 30))
    assert goes_in(plan(position(state), state.unit("u"), corner, None, reverse=False), 4) == 20


@proves("KN-MOVE-10", "KN-MOVE-12")
@pytest.mark.parametrize(("die", "goes_on_in"), [(1, 5.4), (3, 5.4), (4, 5.0), (5, 0.4), (6, 0.4)])
def test_a_tank_meets_a_second_block_with_the_inches_left_by_the_first_die(
    die: int, goes_on_in: float
) -> None:
    """A Sherman, of 9 inches and 1.6 from its middle to its front: one block 2 inches off, the next 7.

    It clears the first with 4.1 inches, and comes up to the second with 5.4.
    """
    blocks = (area(T.ROAD_BLOCK, x, 20, x + 0.5, 28, name=f"block at {x}") for x in (22, 27))
    state = opened(table(*blocks), unit("u", "uk.sherman", (20, 24), 90), FAR)
    way = plan(position(state), state.unit("u"), (Spot(20, 24), Spot(29, 24)), None, reverse=False)
    assert goes_in(way, die) == pytest.approx(goes_on_in)


@proves("KN-MOVE-12")
def test_a_tank_whose_last_inch_ends_on_an_obstacle_gets_there() -> None:
    """Of 9 inches a 3 leaves the 6 of its way; its middle comes to lie just beyond the hedge."""
    state = opened(table(area(T.ROAD_BLOCK, 25, 20, 25.5, 28)), unit("u", "uk.sherman", (20, 24), 90), FAR)
    way = plan(position(state), state.unit("u"), (Spot(20, 24), Spot(26, 24)), None, reverse=False)
    assert goes_in(way, 3) == 6
    assert goes_in(way, 4) == pytest.approx(5 - 1.6)


@proves("KN-MOVE-10", "KN-MOVE-12")
@pytest.mark.parametrize(("die", "goes_on_in"), [(1, 5.0), (5, 1.0), (6, 0.0)])
def test_a_die_as_high_as_its_rate_keeps_a_slow_tank_where_it_is(die: int, goes_on_in: float) -> None:
    """A Churchill, of 6 inches, in the middle of woods."""
    state = opened(table(area(T.WOODS, 4, 20, 40, 40)), unit("u", "uk.churchill", (10, 30), 90), FAR)
    way = plan(position(state), state.unit("u"), (Spot(10, 30), Spot(30, 30)), None, reverse=False)
    assert goes_in(way, die) == goes_on_in


@proves("KN-MOVE-10", "KN-MOVE-12")
@pytest.mark.parametrize(("die", "goes_on_in"), [(2, 7.0), (3, 6.4), (5, 6.4)])
def test_a_tank_that_cannot_enter_the_woods_after_its_die_stops_at_their_edge(
    die: int, goes_on_in: float
) -> None:
    """A Sherman of 9 inches; its front, 1.6 inches ahead of its middle, comes to the woods after 6.4."""
    state = opened(table(area(T.WOODS, 18, 20, 40, 40)), unit("u", "uk.sherman", (10, 30), 90), FAR)
    way = plan(position(state), state.unit("u"), (Spot(10, 30), Spot(30, 30)), None, reverse=False)
    assert goes_in(way, die) == pytest.approx(goes_on_in)


@proves("KN-MOVE-10", "KN-MOVE-12")
@pytest.mark.parametrize(("hedge_x_in", "goes_on_in"), [(12.2, 0.4), (11.3, 0.0), (10.9, 3.0)])
def test_a_tank_is_through_a_hedge_when_its_rear_is_and_does_not_go_back_from_one_at_its_nose(
    hedge_x_in: float, goes_on_in: float
) -> None:
    """A Sherman, 3.2 inches long, whose die leaves 3 of its 9 inches; the hedge is 0.4 inches thick."""
    hedge = line(T.HEDGE, (hedge_x_in, 20), (hedge_x_in, 40))
    state = opened(table(hedge), unit("u", "uk.sherman", (10, 30), 90), FAR)
    way = plan(position(state), state.unit("u"), (Spot(10, 30), Spot(30, 30)), None, reverse=False)
    assert goes_in(way, 6) == pytest.approx(goes_on_in)


@proves("KN-MOVE-10", "KN-MOVE-12")
@pytest.mark.parametrize("second", [T.HEDGE, T.MARSH])
def test_a_tank_that_clears_a_hedge_goes_on_only_as_far_as_its_die_allows(
    second: T,
) -> None:
    """A Sherman, 9 inches less 4, is through the hedge after 4; the next obstacle is 7 inches from its front."""
    pieces = (
        line(T.HEDGE, (12.2, 20), (12.2, 40), name="first"),
        line(second, (18.8, 20), (18.8, 40), name="second"),
    )
    state = opened(table(*pieces), unit("u", "uk.sherman", (10, 30), 90), FAR)
    way = plan(position(state), state.unit("u"), (Spot(10, 30), Spot(30, 30)), None, reverse=False)
    assert goes_in(way, 4) == pytest.approx(5.0)


@proves("KN-MOVE-11", "KN-MOVE-22", "KN-PRIN-05")
@pytest.mark.parametrize("ground", [T.MARSH, T.GOOD_ROAD])
def test_a_way_that_crosses_itself_three_times_is_one_stretch_of_marsh_or_road(ground: T) -> None:
    """First straight through a small one, then round and round in a large one."""
    pieces = area(ground, 21, 20, 22, 40, name="small"), area(ground, 24, 20, 60, 40, name="large")
    state = opened(table(*pieces), unit("u", "uk.jeep", (20, 30), 90), FAR)
    corners = [(20, 30), (36, 30), (36, 32), (33, 32), (33, 28), (32, 28), (32, 32), (28, 32), (28, 29)]
    path = tuple(Spot(float(x), float(y)) for x, y in corners)
    way = plan(position(state), state.unit("u"), path, None, reverse=False)
    found = way.roads or tuple((hazard.start_in, hazard.end_in) for hazard in way.hazards)
    assert [edge for stretch in found for edge in stretch] == pytest.approx([1, 2, 4, 37])


@proves("KN-MOVE-11", "KN-MOVE-10")
def test_a_way_that_only_touches_woods_crosses_none() -> None:
    state = opened(table(area(T.WOODS, 20, 24, 40, 40)), unit("u", "uk.sherman", (10, 14), 90), FAR)
    corner = (Spot(10, 14), Spot(20, 24), Spot(30, 14))
    assert plan(position(state), state.unit("u"), corner, None, reverse=False).hazards == ()
