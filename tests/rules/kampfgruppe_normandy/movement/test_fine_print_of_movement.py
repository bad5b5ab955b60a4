"""The fine print of movement: what a way meets, and who may stand where."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.recovery import TowWreck
from rules.kampfgruppe_normandy.questions.movement.forming_up import why_not_form
from rules.kampfgruppe_normandy.questions.movement.nearest_room import room_beside, room_round
from rules.kampfgruppe_normandy.questions.movement.reach import Mover
from rules.kampfgruppe_normandy.questions.movement.standing_room import why_not_stand
from rules.kampfgruppe_normandy.questions.movement.way_plan import Hazard, goes_in, plan
from rules.kampfgruppe_normandy.state.position import base_at
from rules.kampfgruppe_normandy.state.progress import Loss, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support import support_tables
from tests.rules.kampfgruppe_normandy.support.support_tables import game, play_on, told_to
from tests.rules.kampfgruppe_normandy.support.support_tables import unit as unit_of
from tests.rules.kampfgruppe_normandy.tables import (
    FAR,
    UK,
    activated,
    area,
    line,
    opened,
    position,
    ready,
    refusal,
    table,
    unit,
)


@proves("KN-MOVE-11", "KN-PRIN-05")
def test_a_way_that_crosses_itself_in_woods_lies_in_them_once() -> None:
    state = opened(table(area(T.WOODS, 20, 20, 40, 40)), unit("u", "uk.sherman", (10, 30), 90), FAR)
    corners = [(10, 30), (32, 30), (32, 24), (26, 24), (26, 36)]
    path = tuple(Spot(float(x), float(y)) for x, y in corners)
    (hazard,) = plan(position(state), state.unit("u"), path, None, reverse=False).hazards
    assert (hazard.start_in, hazard.end_in) == pytest.approx((10, 46))
    assert not hazard.is_obstacle


@proves("KN-MOVE-11", "KN-MOVE-18a", "KN-MOVE-18b", "KN-MOVE-24")
@pytest.mark.parametrize(
    ("ground", "met", "on_road", "is_obstacle"),
    [
        (T.WOODS, True, False, False), (T.MARSH, True, False, False), (T.STREAM, True, False, False),
        (T.ROAD_BLOCK, True, True, True), (T.RUBBLE, True, True, True), (T.WRECK, True, True, True),
        (T.CROPS, False, False, False), (T.RUINED_BUILDING, True, False, False),
    ],
)  # fmt: skip
def test_what_a_road_frees_of_its_die_and_what_blocks_it(
    ground: T, met: bool, on_road: bool, is_obstacle: bool
) -> None:
    """A road block, rubble and a wreck cost the die on a road too, and are cleared in one move or not at all."""
    block, road = area(ground, 20, 20, 24, 28), line(T.GOOD_ROAD, (0, 24), (60, 24), width_in=3)
    for pieces, hazard in (((block,), met), ((block, road), on_road)):
        state = opened(table(*pieces), unit("u", "uk.sherman", (10, 24), 90), FAR)
        way = plan(position(state), state.unit("u"), (Spot(10, 24), Spot(30, 24)), None, reverse=False)
        found = [(one.start_in, one.end_in, one.is_obstacle) for one in way.hazards]
        assert found == [(10, 14, is_obstacle)] * hazard
        assert (way.roads, way.multiple) == (((0, 20),), 2) if road in pieces else ((), 1)


WRECK = Loss("tank", "uk.sherman", UK, "destroyed", Spot(30, 24), 90.0)
"""A Sherman, 3.2 inches long and 1.6 wide, that was lost on its way east."""


def _met(
    road_in: float | None, way: Sequence[tuple[float, float]], *, drawn: bool = False
) -> tuple[Hazard, ...]:
    """What a jeep's way meets that passes the wreck, or one that the map has there; without a width there is no road."""
    road = [] if road_in is None else [line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=road_in)]
    hull = [area(T.WRECK, 28.4, 23.2, 31.6, 24.8)] if drawn else []
    state = opened(table(*road, *hull), unit("u", "uk.jeep", way[0], 90), FAR)
    if not drawn:
        state = with_progress(state, replace(progress_of(state), wrecks=(WRECK,)))
    path = tuple(Spot(float(x), float(y)) for x, y in way)
    return plan(position(state), state.unit("u"), path, None, reverse=False).hazards


@proves("KN-MOVE-18b", "KN-MOVE-13", "KN-MOVE-17")
@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize(
    ("road_in", "beside_in", "is_met"),
    [
        (2, 0, True), (2, 0.85, True), (2, -0.99, True), (2, 1.05, False),
        (6, 2.7, True), (6, 2.9, False), (6, -2.7, True), (None, 0, True), (None, 0.7, True), (None, 0.85, False),
    ],
)  # fmt: skip
def test_who_steers_round_a_wreck_on_the_road_pays_for_it_as_who_goes_over_it(
    road_in: float | None, beside_in: float, is_met: bool, drawn: bool
) -> None:
    """As long as the wreck is, and within 2 inches of its side: 2.8 from its middle. Beside the road it is free."""
    found = _met(road_in, [(10, 24 + beside_in), (50, 24 + beside_in)], drawn=drawn)
    assert [one.is_obstacle for one in found] == [True] * is_met
    for one in found:
        assert (one.start_in, one.end_in) == pytest.approx((18.4, 21.6))


@proves("KN-MOVE-18b")
def test_who_steers_round_a_wreck_pays_for_it_on_a_road_drawn_as_an_area() -> None:
    """The road is 6 inches wide and the hull lies along it: 3.2 inches of the way are met."""
    road, jeep = area(T.GOOD_ROAD, 0, 21, 72, 27), unit("u", "uk.jeep", (10, 26.7), 90)
    state = opened(table(road), jeep, FAR)
    state = with_progress(state, replace(progress_of(state), wrecks=(WRECK,)))
    way = plan(position(state), state.unit("u"), (Spot(10, 26.7), Spot(50, 26.7)), None, reverse=False)
    assert [(one.start_in, one.end_in) for one in way.hazards] == [pytest.approx((18.4, 21.6))]


@proves("KN-MOVE-18b", "KN-MOVE-24", "KN-MOVE-20")
def test_a_jeep_that_steers_round_a_wreck_loses_its_die_of_the_road_inches() -> None:
    """Four times 6 inches by road, less 5: it goes 19, and with a 1 it would go 23; both are past the wreck."""
    round_it = [(14, 24), (20, 24.8), (40, 24.8)]
    (hazard,) = _met(2, round_it)
    assert hazard.words == "the wrecked Sherman V"
    state = opened(
        table(line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=2)), unit("u", "uk.jeep", (14, 24.8), 90), FAR
    )
    state = with_progress(state, replace(progress_of(state), wrecks=(WRECK,)))
    way = plan(position(state), state.unit("u"), (Spot(14, 24.8), Spot(60, 24.8)), None, reverse=False)
    assert [goes_in(way, die) for die in (1, 5)] == pytest.approx([23, 19])


@proves("KN-MOVE-18b")
def test_the_way_of_a_vehicle_past_a_wreck_is_told_with_its_die_or_leads_off_the_road() -> None:
    """Walls on both sides keep it on the road, and then the wreck costs it a die; over open fields it goes round."""
    road = line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=3)
    walls = [area(T.STONE_BUILDING, 20, north, 40, north + 1, name=f"row {north}") for north in (21.4, 25.6)]
    for pieces, needs_die in (((road,), False), ((road, *walls), True)):
        state = opened(table(*pieces), unit("u", "uk.m5_halftrack", (27, 24), 90), FAR)
        state = with_progress(state, replace(progress_of(state), wrecks=(replace(WRECK, at=Spot(31, 24)),)))
        mover = Mover(position(state), state.unit("u"), Spot(27, 24))
        way = mover.way_to(Spot(36, 24))
        assert way is not None
        assert way.needs_die is needs_die


@proves("KN-MOVE-18b")
@pytest.mark.parametrize("bends", [((10, 24), (30, 24), (10, 24)), ((50, 24), (30, 24), (50, 24))])
@pytest.mark.parametrize("east_in", [29.6, 30, 30.4])
def test_a_wreck_lies_along_a_road_that_turns_right_back_upon_itself_there(
    bends: Sequence[tuple[float, float]], east_in: float
) -> None:
    """OUR 190: the road runs west and east where it turns, and who passes 2.7 inches from the middle of the wreck pays."""
    state = opened(table(line(T.GOOD_ROAD, *bends, width_in=6)), unit("u", "uk.jeep", (10, 26.7), 90), FAR)
    wreck = replace(WRECK, at=Spot(east_in, 24))
    state = with_progress(state, replace(progress_of(state), wrecks=(wreck,)))
    for away_in, is_met in ((2.7, True), (2.9, False)):
        path = Spot(10, 24 + away_in), Spot(50, 24 + away_in)
        way = plan(position(state), state.unit("u"), path, None, reverse=False)
        assert bool(way.hazards) is is_met


@proves("KN-ENG-20", "KN-MOVE-18b")
def test_a_wreck_on_a_road_does_not_stand_in_the_way_of_who_tows_it() -> None:
    """The recovery vehicle stands beside the wreck on a wide road, and drives off with it without a die."""
    road = line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=6)
    state = game(
        unit_of("arv", "uk.sherman_arv", (30, 25.7), facing_deg=90),
        unit_of("foe", "de.squad", (80, 60)),
        pieces=[road],
    )
    state = with_progress(state, replace(progress_of(state), wrecks=(replace(WRECK, side="british"),)))
    state = told_to(state, "arv", K.MOVE, K.MOVE)
    after = play_on(state, TowWreck("british", "arv", "tank", Spot(35, 25.7)))
    assert after.unit("arv").at == Spot(35, 25.7)


@proves("KN-MOVE-18a", "KN-MOVE-12")
def test_the_die_for_a_block_on_a_road_is_taken_from_the_multiplied_inches() -> None:
    """A jeep goes four times its rate on a good road; with a 5 it clears the block and goes 5 inches less."""
    block, road = area(T.ROAD_BLOCK, 14, 22, 15, 26), line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=3)
    state = opened(table(block, road), unit("u", "uk.jeep", (5, 24), 90), FAR)
    way = plan(position(state), state.unit("u"), (Spot(5, 24), Spot(70, 24)), None, reverse=False)
    assert way.multiple == 4
    assert goes_in(way, 5) == pytest.approx(4 * way.rate_in - 5)


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
def test_between_two_blocks_a_tank_has_what_the_die_for_the_first_left_it(
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
def test_a_tank_whose_die_does_not_let_it_into_the_woods_goes_up_to_them(die: int, goes_on_in: float) -> None:
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
def test_a_tank_that_has_cleared_a_hedge_goes_no_farther_than_its_die_lets_it_though_more_lies_ahead(
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
def test_a_way_that_crosses_itself_thrice_lies_in_a_marsh_or_on_a_road_once(ground: T) -> None:
    """First straight through a small one, then round and round in a large one."""
    pieces = area(ground, 21, 20, 22, 40, name="small"), area(ground, 24, 20, 60, 40, name="large")
    state = opened(table(*pieces), unit("u", "uk.jeep", (20, 30), 90), FAR)
    corners = [(20, 30), (36, 30), (36, 32), (33, 32), (33, 28), (32, 28), (32, 32), (28, 32), (28, 29)]
    path = tuple(Spot(float(x), float(y)) for x, y in corners)
    way = plan(position(state), state.unit("u"), path, None, reverse=False)
    found = way.roads or tuple((hazard.start_in, hazard.end_in) for hazard in way.hazards)
    assert [edge for stretch in found for edge in stretch] == pytest.approx([1, 2, 4, 37])


@proves("KN-MOVE-18a", "KN-MOVE-18b", "KN-MOVE-24")
@pytest.mark.parametrize(("blocked", "die", "goes_on_in"), [(True, 4, 13.0), (False, 0, 14.0)])
def test_the_die_for_the_first_block_on_a_road_comes_off_the_road_inches_though_woods_follow(
    blocked: bool, die: int, goes_on_in: float
) -> None:
    """Of a jeep's 24 inches by road a 4 leaves 20: it goes 10, and a quarter of the other 10 are 3 into the field."""
    pieces = [line(T.GOOD_ROAD, (0, 24), (20, 24), width_in=3)]
    if blocked:
        pieces += [area(T.ROAD_BLOCK, 14, 22, 15, 26), area(T.WOODS, 22, 10, 40, 40)]
    state = opened(table(*pieces), unit("u", "uk.jeep", (10, 24), 90), FAR)
    way = plan(position(state), state.unit("u"), (Spot(10, 24), Spot(30, 24)), None, reverse=False)
    assert goes_in(way, die) == pytest.approx(goes_on_in)


@proves("KN-MOVE-11", "KN-MOVE-10")
def test_a_way_that_only_touches_woods_crosses_none() -> None:
    state = opened(table(area(T.WOODS, 20, 24, 40, 40)), unit("u", "uk.sherman", (10, 14), 90), FAR)
    corner = (Spot(10, 14), Spot(20, 24), Spot(30, 14))
    assert plan(position(state), state.unit("u"), corner, None, reverse=False).hazards == ()


@proves("KN-PRIN-19", "KN-PRIN-20", "KN-MOVE-14", "KN-MOVE-01")
@pytest.mark.parametrize(
    ("men", "said"),
    [
        (((20, 24), (21.6, 24), (23.2, 24)), ""),
        (((20, 24), (21.65, 24), (23.2, 24)), "2 men stand more than 1"),
        (((20, 24), (21.6, 24), (23.3, 24)), "1 man stands more than 1"),
        (((21.6, 24), (20, 24), (20, 25.6)), ""),
        (((20, 24), (21.6, 24)), "u has 3 men to place"),
        (((20, 24), (21.6, 24), (23.2, 24), (24.8, 24)), "u has 3 men to place"),
        (((27, 24), (26, 24), (26, 25)), 'a man would go 7.0" of at most 5"'),
        (((20, 24), (20, 22.4), (20, 20.8)), "u may not enter lake"),
    ],
)
def test_men_stand_in_a_chain_an_inch_apart_at_most_and_go_no_farther_than_their_unit(
    men: tuple[tuple[float, float], ...], said: str
) -> None:
    """Bases are 0.6 inches across; three engineers move a short way from about (20, 24), a lake north of them."""
    state = opened(table(area(T.LAKE, 10, 10, 30, 21)), unit("u", "uk.hq", (20, 24)), FAR)
    places = tuple(Spot(float(x), float(y)) for x, y in men)
    reasons = list(why_not_form(position(state), state.unit("u"), (Spot(20, 24), Spot(21, 24)), places))
    told = "; ".join(map(str, reasons))
    assert said in told
    assert bool(said) == bool(told)


@proves("KN-PRIN-19", "KN-MOVE-19a")
@pytest.mark.parametrize(("gone_in", "said"), [(9.9, ""), (10.1, 'a man would go 5.1" of at most 5"')])
def test_men_who_go_by_road_go_twice_as_far_each(gone_in: float, said: str) -> None:
    road = line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=3)
    state = opened(table(road), unit("u", "uk.runner", (20, 24)), FAR)
    end = Spot(20 + gone_in, 24)
    reasons = list(why_not_form(position(state), state.unit("u"), (Spot(20, 24), Spot(29, 24)), (end,)))
    assert [reason.text for reason in reasons] == [said] * bool(said)


@proves("KN-MOVE-25", "KN-MOVE-14")
@pytest.mark.parametrize(
    ("mover", "other", "apart_in", "stands"),
    [
        ("uk.sherman", "uk.churchill", 1.61, True), ("uk.sherman", "uk.churchill", 1.5, False),
        ("uk.sherman", "de.pz4h", 1.5, False), ("uk.squad", "uk.platoon_hq", 0.0, True), ("uk.squad", "de.squad", 0.0, False),
        ("uk.squad", "uk.sherman", 0.2, False), ("uk.sherman", "uk.squad", 0.2, False), ("uk.sherman", "de.bf109", 0.0, True),
    ],
)  # fmt: skip
def test_who_may_stand_where_another_stands(mover: str, other: str, apart_in: float, stands: bool) -> None:
    """OUR 54: side by side, facing north; men of one side stand among each other, aircraft are no hindrance."""
    state = game(
        unit_of("u", mover, (60, 60)), unit_of("o", other, (30, 24)), unit_of("foe", "de.squad", (90, 5))
    )
    where = support_tables.at(state)
    base = base_at(where.type(state.unit("u")), where.status(state.unit("u")), Spot(30 + apart_in, 24), 0.0)
    assert (why_not_stand(where, state.unit("u"), base) is None) is stands


@proves("KN-MOVE-14")
@pytest.mark.parametrize(("kind", "stands"), [("uk.typhoon", True), ("uk.sherman", False)])
def test_an_aircraft_is_over_water_and_half_over_the_edge_as_it_likes(kind: str, stands: bool) -> None:
    river = support_tables.area(T.RIVER, 28, 20, 40, 30)
    state = game(unit_of("u", kind, (60, 60)), unit_of("foe", "de.squad", (90, 5)), pieces=[river])
    where = support_tables.at(state)
    for spot in (Spot(30, 24), Spot(50, 0.5)):
        base = base_at(where.type(state.unit("u")), where.status(state.unit("u")), spot, 0.0)
        assert (why_not_stand(where, state.unit("u"), base) is None) is stands


@proves("KN-PRIN-19")
def test_on_a_road_a_man_may_go_10_inches() -> None:
    road = line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=3)
    state = opened(table(road), unit("u", "uk.hq", (20, 24)), FAR)
    for x, said in ((29.0, ""), (31.0, 'a man would go 5.5" of at most 5"')):
        men = tuple(Spot(x, 23.4 + 0.6 * k) for k in range(3))
        reasons = list(why_not_form(position(state), state.unit("u"), (Spot(20, 24), Spot(x, 24)), men))
        assert said in "; ".join(map(str, reasons))
        assert bool(reasons) is bool(said)


_ROAD = line(T.GOOD_ROAD, (10, 24), (40, 24), width_in=2)
_RIVER = area(T.RIVER, 21, 4, 23, 44)
_HOUSE = area(T.BRICK_BUILDING, 21, 22, 23, 28)
_TANK = unit("tank", "de.tiger", (22, 24))


@proves("KN-MOVE-14", "KN-MOVE-19a", "KN-PRIN-19")
@pytest.mark.parametrize(
    ("pieces", "others", "way", "man", "said"),
    [
        ((), (), [(22, 24)], (24, 24), 'no man of u stands within 1" of where it goes'),
        ((), (), [(23, 24)], (24.25, 24), ""),
        ((), (), [(23, 24)], (24.4, 24), 'no man of u stands within 1" of where it goes'),
        ((_RIVER,), (), [(24, 24)], (24, 24), "u may not enter river"),
        ((_HOUSE,), (), [(24, 24)], (24, 24), "u may not enter brick building"),
        ((), (_TANK,), [(24, 24)], (24, 24), "tank is in the way"),
        ((), (_TANK,), [(21, 24)], (21, 24), "tank stands there"),
        ((_ROAD,), (), [(29.6, 24)], (29.6, 24.5), ""),
        ((_ROAD,), (), [(29.6, 24)], (29.6, 25.25), 'a man would go 5.8" of at most 5"'),
        ((_HOUSE,), (), [(20, 21.6), (22.2, 21.6)], (22.3, 21.6), ""),
        ((_HOUSE,), (), [(20, 30.5), (24, 30.5)], (24, 30.4), "u may not enter brick building"),
        ((), (), [(20, 24)], (20, 48.1), "(20, 48.1) is off the table"),
    ],
)
def test_a_man_who_is_placed_gets_there_as_his_unit_could(
    pieces: tuple[Piece, ...],
    others: tuple[Unit, ...],
    way: list[tuple[float, float]],
    man: tuple[float, float],
    said: str,
) -> None:
    """OUR 54, 64: not over a river, through a house or an enemy, nor at the rate of a road beside it; he may take the bends of its way."""
    state = opened(table(*pieces), unit("u", "uk.runner", (20, 24)), *others, FAR)
    path = (Spot(20, 24), *(Spot(*map(float, spot)) for spot in way))
    told = "; ".join(map(str, why_not_form(position(state), state.unit("u"), path, (Spot(*man),))))
    assert said in told
    assert bool(said) == bool(told)


@proves("KN-PRIN-19", "KN-MOVE-19a")
@pytest.mark.parametrize(("aside_in", "said"), [(0.0, ""), (0.3, "a man would go")])
def test_a_man_beside_the_road_who_keeps_his_place_among_the_others_comes_along(
    aside_in: float, said: str
) -> None:
    """OUR 64: the eighth of a squad stands off a road of 2 inches that it goes along; placed anywhere else he has no road."""
    road = line(T.GOOD_ROAD, (20, 5), (20, 45), width_in=2)
    state = opened(table(road), unit("u", "uk.squad", (20, 34)), FAR)
    *others, eighth = [Spot(man.x_in, man.y_in - 9.5) for man in position(state).models(state.unit("u"))]
    assert eighth.x_in > 21
    men = (*others, Spot(eighth.x_in, eighth.y_in + aside_in))
    reasons = [*why_not_form(position(state), state.unit("u"), (Spot(20, 34), Spot(20, 24.5)), men)]
    assert said in "; ".join(map(str, reasons))
    assert bool(said) == bool(reasons)


@proves("KN-PRIN-19", "KN-MOVE-14")
@pytest.mark.parametrize(
    ("house", "way", "men"),
    [
        ((20.5, 20, 23, 28), [(16, 24)], [(16, 24), (16.9, 24)]),
        ((20.5, 20, 23, 28), [(16, 24)], [(16, 24), (16.8, 24)]),
        ((40, 20, 43, 28), [(24.9, 24)], [(24.9, 24), (25.7, 24.3)]),
        ((21, 22, 23, 28), [(20, 21.6), (21.4, 21.6)], [(21.4, 21.6), (22.1, 21.6)]),
    ],
)
def test_each_man_of_two_starts_where_he_stands_or_where_his_unit_does(
    house: tuple[float, float, float, float],
    way: list[tuple[float, float]],
    men: list[tuple[float, float]],
) -> None:
    """The second stands at (20.9, 24): in a house, which he leaves with his unit (OUR 170) or as from its spot, or 5 inches at most from his place."""
    state = opened(table(area(T.BRICK_BUILDING, *house)), unit("u", "uk.piat", (20, 24)), FAR)
    path, places = (tuple(Spot(*map(float, spot)) for spot in spots) for spots in ([(20, 24), *way], men))
    assert not [*why_not_form(position(state), state.unit("u"), path, places)]


@proves("KN-PRIN-19")
def test_men_who_are_placed_at_the_end_of_no_way_are_told_where_it_begins() -> None:
    state = activated(ready(table(), unit("u", "uk.runner", (20, 24)), FAR), "u", K.MOVE, K.MOVE)
    assert "begins where it stands" in refusal(state, Move(UK, "u", (), men=(Spot(20, 24),)))


@proves("KN-PRIN-05")
def test_a_place_drawn_twice_is_no_turn() -> None:
    state = opened(table(), unit("u", "uk.sherman", (20, 24), 90), FAR)
    way = plan(position(state), state.unit("u"), (Spot(20, 24), Spot(22, 24), Spot(22, 24), Spot(25, 24)), None, reverse=False)  # fmt: skip
    assert (way.turns, way.price_in) == ((), 5)


@proves("KN-DEPL-17b", "KN-DFSA-40", "KN-DFAT-37")
@pytest.mark.parametrize(
    ("closed", "side"), [("", "right"), ("r", "left"), ("rl", "behind"), ("rlb", "ahead")]
)
def test_who_gets_out_stands_right_of_the_hull_else_left_behind_or_ahead_of_its_middle(
    closed: str, side: str
) -> None:
    """OUR 188: a lorry faces north at (30, 24); lakes lie beside it, and behind it."""
    lakes = {
        "r": area(T.LAKE, 31, 10, 50, 40, name="right"),
        "l": area(T.LAKE, 10, 10, 29, 40, name="left"),
        "b": area(T.LAKE, 10, 24.9, 50, 40, name="behind"),
    }
    lorry = unit("lorry", "uk.bedford", (30, 24))
    state = opened(table(*(lakes[one] for one in closed)), lorry, FAR, unit("u", "uk.runner", (60, 40)))
    spot = room_beside(position(state), state.unit("u"), lorry, 1.0)
    along_in, across_in = spot.y_in - 24, spot.x_in - 30
    expected = {"right": (0, 1), "left": (0, -1), "behind": (1, 0), "ahead": (-1, 0)}[side]
    assert (along_in * abs(expected[1]), across_in * abs(expected[0])) == (0, 0)
    assert along_in * expected[0] + across_in * expected[1] > 0


@proves("KN-MOVE-14")
def test_who_can_no_longer_stand_where_he_is_stands_as_near_as_there_is_room_to_his_right_first() -> None:
    """OUR 188: a runner who faces north at (30, 24), on dry ground, or in a lake whose bank is two inches off."""
    state = opened(table(area(T.LAKE, 28, 22, 32, 26)), unit("u", "uk.runner", (60, 40)), FAR)
    here = position(state)
    assert room_round(here, state.unit("u"), Spot(40, 24)) == (40, 24)
    assert room_round(here, state.unit("u"), Spot(30, 24)) == (32.25, 24)
