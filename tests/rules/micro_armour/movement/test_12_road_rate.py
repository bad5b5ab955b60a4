"""12, note 4: stands that move at road rate have no cover of the ground beside the road."""

from dataclasses import replace

import pytest

from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.movement.orders import MoveGroup
from rules.micro_armour.declarations.movement.reaction_fire import HoldFire, OpportunityFire
from tests.proving import proves
from tests.rules.micro_armour.movement.setting_out import r1_setting_out
from tests.rules.micro_armour.phases import moving, to_fire, to_movement
from tests.rules.micro_armour.tables import (
    BLUE,
    MATG2,
    RED,
    area,
    move_along,
    opened,
    play,
    record_of,
    road,
    stand,
    table,
)


@proves("MATG2-12.N4", "MATG2-8.5.3.2")
def test_12_n4_a_stand_stopped_at_road_rate_has_no_cover_from_the_woods() -> None:
    woods, lane = area(T.WOODS, 5, 19.5, 15, 20.5), road(T.GOOD_ROAD, (10, 0), (10, 48))
    stop = OpportunityFire(BLUE, ("b1",), 10)
    assert "cohesion 14+0 against 14" in record_of(r1_setting_out(pieces=(woods, lane)), stop, [14, 6, 6])[1]
    assert "cohesion 14+2 against 14" in record_of(r1_setting_out(pieces=(woods,)), stop, [14])[1]


@proves("MATG2-8.5.3.2", "MATG2-12.N4")
@pytest.mark.parametrize(
    ("spots", "by_road", "added"),
    [(((10, 10), (10, 13)), True, 0), (((10, 10), (10, 13)), False, 2), (((10, 13),), True, 2)],
    ids=["by road", "paying for the woods", "turning on the spot"],
)
def test_12_n4_a_stand_stopped_on_a_road_in_woods_has_cover_by_the_rate_it_pays(
    spots: tuple[tuple[float, float], ...], by_road: bool, added: int
) -> None:
    """The edge of the woods is an inch ahead of the stand, so that the enemy sees it."""
    pieces = (area(T.WOODS, 5, 9, 15, 13.9), road(T.GOOD_ROAD, (10, 0), (10, 48)))
    at = Spot(*map(float, spots[0]))
    state = moving(*pieces, stand("b1", BLUE, (10, 20.9), 0.0), at=at)
    state = play(state, [move_along(*spots, facing_deg=90.0, by_road=by_road)])
    lines = record_of(state, OpportunityFire(BLUE, ("b1",), 3 * (len(spots) - 1)), [20])
    assert f"cohesion 20+{added} against 14" in "".join(lines)


IN_THE_WOODS = (area(T.WOODS, 5, 9, 15, 13.9), road(T.GOOD_ROAD, (10, 0), (10, 48)))
ACROSS = stand("b1", BLUE, (10, 20.9), 0.0)
"""It sees an inch into the woods, which is where these stands are stopped."""


@proves("MATG2-12.N4", "MATG2-8.5.2")
@pytest.mark.parametrize(
    ("spots", "stop", "added"),
    [
        (((10, 13), (10, 9.5)), 0, 2),
        (((10, 12), (10, 13)), 1, 0),
        (((8, 13), (10, 13)), 2, 0),
        (((7.5, 13), (9.5, 13)), 2, 2),
    ],
    ids=["touched where it stands", "on its way", "come on to it from the side", "come up to its edge"],
)
def test_12_n4_a_stand_that_came_along_the_road_has_no_cover(
    spots: tuple[tuple[float, float], ...], stop: int, added: int
) -> None:
    """A stand touched to be moved has not set out yet and is stationary.

    Rule: MATG2, Terrain Effects; OUR 44.
    """
    state = moving(*IN_THE_WOODS, ACROSS, at=Spot(*map(float, spots[0])))
    state = play(state, [move_along(*spots)])
    lines = record_of(state, OpportunityFire(BLUE, ("b1",), stop), [20])
    assert f"cohesion 20+{added} against 14" in "".join(lines)


@proves("MATG2-12.N4", "MATG2-12.E.poor_road")
@pytest.mark.parametrize(
    ("ground", "kind", "added"),
    [
        (T.LIGHT_BUILDINGS, T.POOR_ROAD, 2),
        (T.LIGHT_BUILDINGS, T.GOOD_ROAD, 0),
        (T.ROUGH_1, T.TRACK, 1),
        (T.ROUGH_2, T.TRACK, 0),
    ],
)
def test_12_n4_a_road_that_costs_no_less_than_the_ground_takes_no_cover(
    ground: T, kind: T, added: int
) -> None:
    """Rule: MATG2, Terrain Effects; OUR 77."""
    pieces = (area(ground, 5, 9, 15, 13.9), road(kind, (10, 0), (10, 48)))
    state = play(moving(*pieces, ACROSS), [move_along((10, 10), (10, 13))])
    fire = OpportunityFire(BLUE, ("b1",), 3)
    assert f"cohesion 20+{added} against 14" in "".join(record_of(state, fire, [20]))
    reasons = " ".join(map(str, MATG2.as_game().chances(state, fire).reasons))
    assert ("its road costs no less than the ground" in reasons) is ("OUR 77" in reasons) is (added > 0)


@proves("MATG2-12.N4")
@pytest.mark.parametrize("by_road", [True, False])
def test_12_n4_on_a_bridge_only_the_road_rate_can_be_paid(by_road: bool) -> None:
    """A river lies in the woods; over it the stand goes by the road, whatever it pays elsewhere.

    Rule: MATG2, Terrain Effects; OUR 24, 44.
    """
    river = area(T.RIVER, 0, 12.5, 48, 13.9)
    state = play(moving(*IN_THE_WOODS, river, ACROSS), [move_along((10, 10), (10, 13), by_road=by_road)])
    lines = record_of(state, OpportunityFire(BLUE, ("b1",), 3), [20])
    assert "cohesion 20+0 against 14" in "".join(lines)


@proves("MATG2-12.N4")
@pytest.mark.parametrize("goes_by_road", [True, False])
@pytest.mark.parametrize(
    ("from_in", "came_by_road", "added"), [(10, True, 0), (12.5, True, 0), (10, False, 2)]
)
def test_12_n4_a_stand_touched_again_on_its_way_keeps_the_rate_it_came_at(
    from_in: float, came_by_road: bool, goes_by_road: bool, added: int
) -> None:
    """Rule: MATG2, Terrain Effects; OUR 44, 50."""
    first = replace(move_along((10, from_in), (10, 13), by_road=came_by_road), goes_on=True)
    state = play(moving(*IN_THE_WOODS, ACROSS, at=Spot(10, from_in)), [first, HoldFire(BLUE)])
    state = play(state, [move_along((10, 13), (10, 12.5), by_road=goes_by_road)])
    lines = record_of(state, OpportunityFire(BLUE, ("b1",), 0), [20])
    assert f"cohesion 20+{added} against 14" in "".join(lines)


@proves("MATG2-12.N4")
@pytest.mark.parametrize(("came_by_road", "added"), [(True, 0), (False, 2)])
def test_12_n4_a_stand_that_turns_on_its_way_keeps_the_rate_it_came_at(
    came_by_road: bool, added: int
) -> None:
    """The turn itself costs nothing, so its rate does not count.

    Rule: MATG2, Terrain Effects; OUR 44, 50.
    """
    first = replace(move_along((10, 10), (10, 13), by_road=came_by_road), goes_on=True)
    turn = replace(move_along((10, 13), facing_deg=90.0, by_road=not came_by_road), goes_on=True)
    state = play(moving(*IN_THE_WOODS, ACROSS), [first, HoldFire(BLUE), turn, HoldFire(BLUE)])
    state = play(state, [move_along((10, 13), (10, 12.5))])
    lines = record_of(state, OpportunityFire(BLUE, ("b1",), 0), [20])
    assert f"cohesion 20+{added} against 14" in "".join(lines)


@proves("MATG2-12.N4", "MATG2-8.5.2")
def test_12_n4_a_stand_that_has_only_turned_on_the_road_has_not_set_out() -> None:
    """Rule: MATG2, Terrain Effects; OUR 44, 50."""
    turn = replace(move_along((10, 13), facing_deg=90.0), goes_on=True)
    state = play(moving(*IN_THE_WOODS, ACROSS, at=Spot(10, 13)), [turn, HoldFire(BLUE)])
    state = play(state, [move_along((10, 13), (10, 9.5))])
    assert "cohesion 20+2 against 14" in "".join(record_of(state, OpportunityFire(BLUE, ("b1",), 0), [20]))


@proves("MATG2-12.N4", "MATG2-11.10")
@pytest.mark.parametrize(("by_road", "added"), [(True, 0), (False, 2)])
def test_12_n4_a_stand_that_enters_along_a_road_is_already_moving(by_road: bool, added: int) -> None:
    pieces = (area(T.WOODS, 5, 0, 15, 1.4), road(T.GOOD_ROAD, (10, 0), (10, 48)))
    units = (stand("r1", RED, None), stand("b1", BLUE, (10, 12), 0.0))
    state = to_movement(opened(table(*pieces), *units, enters={RED: "north"}), ("r1",))
    state = play(state, [MoveGroup(RED, 1, False), move_along((10, 0.5), (10, 3), by_road=by_road)], [1])
    lines = record_of(state, OpportunityFire(BLUE, ("b1",), 0), [20])
    assert f"cohesion 20+{added} against 14" in "".join(lines)


@proves("MATG2-12.N4", "MATG2-12.F2", "MATG2-12.F6")
def test_12_n4_a_stationary_stand_on_a_road_has_the_cover_of_the_ground_beside_it() -> None:
    pieces = (area(T.WOODS, 5, 10, 15, 13.9), road(T.GOOD_ROAD, (10, 0), (10, 48)))
    stands = (stand("r1", RED, (10, 20), 0.0), stand("b1", BLUE, (10, 13), 180.0))
    lines = record_of(to_fire(opened(table(*pieces), *stands)), Fire(RED, "b1", ("r1",)), [12, 6, 6])
    assert "cohesion 12+2 against 14, fires; 6+6+3 = 15" in lines[0]
