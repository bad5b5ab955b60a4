"""Movement by road: double rates, and obstacles on a road."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.questions.movement.reach import Mover
from rules.kampfgruppe_normandy.questions.movement.way_plan import Hazard, goes_in, plan
from rules.kampfgruppe_normandy.state.progress import Loss, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    FAR,
    RULESET,
    UK,
    act,
    activated,
    area,
    line,
    move_over,
    moving,
    opened,
    position,
    ready,
    refusal,
    table,
    unit,
)


@proves("KN-MOVE-19a", "KN-MOVE-19b")
def test_infantry_move_double_on_a_road_and_pass_road_blocks() -> None:
    road = line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=2)
    state = moving(road, kind="uk.squad")
    assert not refusal(state, move_over((20, 24), (30, 24)))
    assert refusal(state, move_over((20, 24), (30.1, 24)))
    for block in (T.ROAD_BLOCK, T.WRECK, T.RUBBLE):
        blocked = moving(road, area(block, 23, 22, 25, 26), kind="uk.squad")
        assert act(blocked, move_over((20, 24), (30, 24))).unit("u").at == Spot(30, 24)


@proves("KN-MOVE-11", "KN-MOVE-18a", "KN-MOVE-18b", "KN-MOVE-24")
@pytest.mark.parametrize(
    ("ground", "met", "on_road", "is_obstacle"),
    [
        (T.WOODS, True, False, False), (T.MARSH, True, False, False), (T.STREAM, True, False, False),
        (T.ROAD_BLOCK, True, True, True), (T.RUBBLE, True, True, True), (T.WRECK, True, True, True),
        (T.CROPS, False, False, False), (T.RUINED_BUILDING, True, False, False),
    ],
)  # fmt: skip
def test_obstacles_that_cost_a_die_on_a_road_and_those_that_do_not(
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


@proves("KN-MOVE-18a", "KN-MOVE-18b", "KN-MOVE-24")
@pytest.mark.parametrize(
    ("road", "obstacle", "die", "gone_in"),
    [
        ((0, 20), (T.HEDGE, 20.5, 20.9), 4, 9.5), ((0, 20), (T.HEDGE, 20.5, 20.9), 1, 13.0),
        ((0, 20), (T.ROAD_BLOCK, 19.3, 19.6), 4, 13.0),
        ((14, 40), (T.ROAD_BLOCK, 14.5, 15.0), 4, 8.0), ((14, 40), (T.ROAD_BLOCK, 14.5, 15.0), 6, 6.0),
    ],
)  # fmt: skip
def test_the_die_for_an_obstacle_on_a_road_counts_in_road_inches_up_to_the_end_of_the_road(
    road: tuple[int, int], obstacle: tuple[T, float, float], die: int, gone_in: float
) -> None:
    """A jeep, 2 inches long: a hedge half an inch behind the road's end costs the whole die, a block just within it a quarter."""
    terrain, west, east = obstacle
    pieces = line(T.GOOD_ROAD, (road[0], 24), (road[1], 24), width_in=2), area(terrain, west, 20, east, 28)
    state = opened(table(*pieces), unit("u", "uk.jeep", (10, 24), 90), FAR)
    way = plan(position(state), state.unit("u"), (Spot(10, 24), Spot(30, 24)), None, reverse=False)
    assert goes_in(way, die) == pytest.approx(gone_in)


WRECK = Loss("tank", "uk.sherman", UK, "destroyed", Spot(30, 24), 90.0)
"""A Sherman, 3.2 inches long and 1.6 wide, that was lost on its way east."""


def _hazards_met(
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
def test_steering_round_a_wreck_on_a_road_costs_the_same_as_going_over_it(
    road_in: float | None, beside_in: float, is_met: bool, drawn: bool
) -> None:
    """As long as the wreck is, and within 2 inches of its side: 2.8 from its middle. Beside the road it is free."""
    found = _hazards_met(road_in, [(10, 24 + beside_in), (50, 24 + beside_in)], drawn=drawn)
    assert [one.is_obstacle for one in found] == [True] * is_met
    for one in found:
        assert (one.start_in, one.end_in) == pytest.approx((18.4, 21.6))


@proves("KN-MOVE-18b")
def test_steering_round_a_wreck_costs_the_same_on_a_road_drawn_as_an_area() -> None:
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
    (hazard,) = _hazards_met(2, round_it)
    assert hazard.words == "the wrecked Sherman V"
    state = opened(
        table(line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=2)), unit("u", "uk.jeep", (14, 24.8), 90), FAR
    )
    state = with_progress(state, replace(progress_of(state), wrecks=(WRECK,)))
    way = plan(position(state), state.unit("u"), (Spot(14, 24.8), Spot(60, 24.8)), None, reverse=False)
    assert [goes_in(way, die) for die in (1, 5)] == pytest.approx([23, 19])


@proves("KN-MOVE-18b")
def test_the_way_past_a_wreck_names_its_die_or_leads_off_the_road() -> None:
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
def test_a_wreck_at_a_hairpin_lies_along_the_road_there(
    bends: Sequence[tuple[float, float]], east_in: float
) -> None:
    """OUR 190: the road runs west and east where it turns, and a jeep that passes 2.7 inches from the wreck's middle pays."""
    state = opened(table(line(T.GOOD_ROAD, *bends, width_in=6)), unit("u", "uk.jeep", (10, 26.7), 90), FAR)
    wreck = replace(WRECK, at=Spot(east_in, 24))
    state = with_progress(state, replace(progress_of(state), wrecks=(wreck,)))
    for away_in, is_met in ((2.7, True), (2.9, False)):
        path = Spot(10, 24 + away_in), Spot(50, 24 + away_in)
        way = plan(position(state), state.unit("u"), path, None, reverse=False)
        assert bool(way.hazards) is is_met


@proves("KN-MOVE-18a", "KN-MOVE-12")
def test_the_die_for_a_block_on_a_road_is_taken_from_the_multiplied_inches() -> None:
    """A jeep goes four times its rate on a good road; with a 5 it clears the block and goes 5 inches less."""
    block, road = area(T.ROAD_BLOCK, 14, 22, 15, 26), line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=3)
    state = opened(table(block, road), unit("u", "uk.jeep", (5, 24), 90), FAR)
    way = plan(position(state), state.unit("u"), (Spot(5, 24), Spot(70, 24)), None, reverse=False)
    assert way.multiple == 4
    assert goes_in(way, 5) == pytest.approx(4 * way.rate_in - 5)


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


@proves("KN-MOVE-22", "KN-MOVE-23")
def test_where_a_road_would_be_left_for_too_little_men_go_straight() -> None:
    """OUR 26: 1.25 inches along the road leave 4.375, which are 4 off it, and 4.16 are asked; straight there it is 4.95."""
    road, goal = line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=2), Spot(23.5, 28.5)
    state = ready(table(road), unit("u", "uk.squad", (20, 25), 90), FAR)
    assert RULESET.path(state, state.unit("u"), goal).verdict.places == (Spot(20, 25), goal)
    assert goal in RULESET.reach(state, state.unit("u")).verdict.cost
    state = activated(state, "u", K.MOVE, K.MOVE)
    assert not refusal(state, move_over((20, 25), goal))
    said = 'it gets 5.3" of the 5.4" along this way, as what is left on leaving a road is a whole number of inches'
    assert refusal(state, move_over((20, 25), (21.25, 24.99), goal)).startswith(said)
