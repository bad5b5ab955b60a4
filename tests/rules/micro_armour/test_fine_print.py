"""The fine print: halves of rules, and figures that matter only where they are not what one meets every day."""

from dataclasses import replace
from math import inf, nan

import pytest

from rules.game.verdicts import Visibility
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain
from rules.micro_armour.book.house_roster import HOUSE_ROSTER
from rules.micro_armour.declarations.marker_removal import RemoveMarkers
from rules.micro_armour.declarations.movement.orders import MoveGroup
from rules.micro_armour.declarations.movement.reaction_fire import OpportunityFire
from rules.micro_armour.declarations.movement.stands import MoveStand
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.questions.movement import path_cost
from rules.micro_armour.state.progress import with_progress
from tests.proving import proves
from tests.rules.micro_armour.phases import START, moving, to_movement
from tests.rules.micro_armour.tables import (
    BLUE,
    MATG2,
    RED,
    area,
    opened,
    play,
    progress,
    refusal,
    road,
    stand,
    state_of,
    table,
)


def _way(*spots: tuple[float, float], facing_deg: float = 180.0) -> MoveStand:
    return MoveStand(RED, "r1", tuple(Spot(*map(float, spot)) for spot in spots), facing_deg)


@proves("MATG2-8.3.4.1")
@pytest.mark.parametrize(("end", "room"), [((10, 15), True), ((14, 14), False), ((14, 15.1), True)])
def test_8_3_4_no_two_stands_end_over_each_other_however_many_stand_elsewhere(
    end: tuple[float, float], room: bool
) -> None:
    state = moving(stand("r2", RED, (14, 14), 180.0), stand("r3", RED, (40, 40), 180.0))
    assert (refusal(state, _way((10, 10), end)) == "") is room


@proves("MATG2-8.3.4.1", "MATG2-8.3.2.2")
@pytest.mark.parametrize(
    ("start", "end"),
    [((10, 40), (10, 47.8)), ((10, 8), (10, 0.2)), ((8, 10), (0.2, 10)), ((40, 10), (47.8, 10))],
    ids=["south", "north", "west", "east"],
)
def test_8_3_4_no_stand_ends_over_an_edge_of_the_table(
    start: tuple[float, float], end: tuple[float, float]
) -> None:
    assert refusal(moving(at=Spot(*map(float, start))), _way(start, end)) != ""


@proves("MATG2-8.3.1.1", "MATG2-8.3.7.1")
@pytest.mark.parametrize("path", [(), ((nan, 10.0),), ((10.0, inf),), ((10.0, 10.0), (10.0, nan))])
def test_8_3_a_path_begins_where_the_stand_is_in_numbers(path: tuple[tuple[float, float], ...]) -> None:
    assert "a path begins where the stand is" in refusal(moving(), _way(*path))
    assert "is at (10, 10), not at (11, 10)" in refusal(moving(), _way((11, 10), (12, 10)))


@proves("MATG2-8.3.6.1", "MATG2-8.3.7.2")
def test_8_3_6_who_turns_on_the_spot_beside_an_enemy_passes_nobody() -> None:
    state = moving(stand("b1", BLUE, (10, 11), 0.0, "pz4h", "fired"))
    assert refusal(state, _way((10, 10), facing_deg=90.0)) == ""


@proves("MATG2-8.3.6.1")
@pytest.mark.parametrize("enemy", [(15, 9.4), (15, 10.6), (15, 10)])
@pytest.mark.parametrize("sideways", [True, False])
def test_8_3_6_nobody_drives_through_an_enemy_on_either_side_of_the_middle_of_the_lane(
    enemy: tuple[float, float], sideways: bool
) -> None:
    there, end = (enemy, (20, 10)) if sideways else (enemy[::-1], (10, 20))
    state = moving(stand("b1", BLUE, there, 0.0, "pz4h", "fired"))
    assert "test nerve first" in refusal(state, _way((10, 10), end))


@proves("MATG2-6.1.1.3")
@pytest.mark.parametrize(("x_in", "seen"), [(10.5, False), (10.52, True)])
def test_6_1_1_a_third_stand_that_is_only_touched_counts_for_the_defender(x_in: float, seen: bool) -> None:
    """The line runs along the side of a square stand."""
    stands = [stand("r1", RED, (10, 10)), stand("r2", RED, (x_in, 15)), stand("b1", BLUE, (10, 20))]
    state = state_of(table(), *stands)
    found = MATG2.line_of_sight(state, state.unit("r1"), state.unit("b1")).verdict.visibility
    assert (found is Visibility.CLEAR) is seen


@proves("MATG2-2.0.4", "MATG2-11.11")
@pytest.mark.parametrize(("turn", "over"), [(11, False), (12, True)])
def test_2_0_the_game_ends_with_its_last_turn(turn: int, over: bool) -> None:
    state = opened(table(), stand("r1", RED, (10, 10)), stand("b1", BLUE, (40, 40)), turns=12)
    state = play(to_movement(state), [Pass(RED), Pass(BLUE)])
    state = with_progress(state, replace(progress(state), turn=turn))
    state = play(state, [RemoveMarkers(RED), RemoveMarkers(BLUE)])
    assert (MATG2.as_game().result(state) is not None) is over


@proves("MATG2-2.0.6", "MATG2-2.0.7")
def test_2_0_a_turn_of_3_minutes_at_100_metres_an_inch() -> None:
    """18 km/h are 900 metres in 3 minutes, 19 km/h 950, 29 km/h 1450."""
    assert HOUSE_ROSTER["pz3f"].movement_points == 9
    assert HOUSE_ROSTER["stug3g"].movement_points == 10
    assert HOUSE_ROSTER["stuart"].movement_points == 14


@proves("MATG2-8.3.2.1", "MATG2-8.3.7.2")
def test_8_3_7_who_stays_in_place_pays_nothing() -> None:
    assert path_cost(table(), (START,)).cost == 0
    assert path_cost(table(), (START, Spot(10, 13))).cost == 3


@proves("MATG2-8.3.2.1")
def test_11_who_enters_the_table_pays_an_inch_of_the_ground_there() -> None:
    entering = path_cost(table(area(TableTerrain.MARSH, 5, 0, 15, 5)), (Spot(10, 0.5),), enters=True)
    assert (entering.cost, entering.inches) == (5, 1)
    on_road = path_cost(table(road(TableTerrain.GOOD_ROAD, (10, 0), (10, 9))), (Spot(10, 0.5),), enters=True)
    assert (on_road.cost, on_road.inches) == (0.5, 1)


@proves("MATG2-8.5.3.1", "MATG2-8.5.4.1", "MATG2-8.5.4.2")
@pytest.mark.parametrize(("to_hold", "facing_deg"), [(3, 90.0), (20, 180.0)])
def test_8_5_4_who_turns_on_the_spot_and_is_fired_at_faces_round_if_it_holds(
    to_hold: int, facing_deg: float
) -> None:
    """Fired on and suppressed: 14 less 4 are needed to go on with the turn."""
    state = opened(table(), stand("r1", RED, START, 180.0), stand("b1", BLUE, (10, 24), 0.0, "pz4h"))
    state = play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    state = play(state, [_way((10, 10), facing_deg=90.0)])
    state = play(state, [OpportunityFire(BLUE, ("b1",), 0)], [14, 3, 3, to_hold])
    assert state.unit("r1").has("suppressed")
    assert state.unit("r1").facing_deg == facing_deg


@proves("MATG2-8.3.2.2")
@pytest.mark.parametrize(
    ("end_y", "crossing", "rests"), [(14.7, False, True), (15.0, False, False), (15.4, True, True)]
)
def test_8_3_2_no_part_of_a_stand_rests_on_impassable_ground_but_at_a_crossing(
    end_y: float, crossing: bool, rests: bool
) -> None:
    """A lake begins at 15.3 inches; a ford leads through it."""
    lake = area(TableTerrain.LAKE, 5, 15.3, 20, 20)
    ford = area(TableTerrain.FORD, 8, 15, 12, 20)
    pieces = (lake, *[ford] * crossing)
    state = opened(table(*pieces), stand("r1", RED, START, 180.0))
    state = play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    assert (refusal(state, _way((10, 10), (10, end_y))) == "") is rests


@proves("MATG2-8.3.2.2", "MATG2-8.3.4.1")
@pytest.mark.parametrize(
    ("x_in", "end_y", "goes"),
    [
        (10.0, 17.0, True), (10.9, 17.0, True), (11.1, 17.0, False), (10.9, 14.2, True), (11.7, 14.2, False),
        (11.7, 13.9, True),
    ],
)  # fmt: skip
def test_8_3_2_through_a_lake_a_stand_goes_with_its_middle_on_the_ford(
    x_in: float, end_y: float, goes: bool
) -> None:
    """OUR 56: a lake begins at y = 14.5, and a ford leads through it from x = 9 to 11."""
    pieces = (area(TableTerrain.LAKE, 0, 14.5, 48, 15.5), area(TableTerrain.FORD, 9, 14.4, 11, 15.6))
    state = opened(table(*pieces), stand("r1", RED, (x_in, 12), 180.0))
    state = play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    assert (refusal(state, _way((x_in, 12), (x_in, end_y))) == "") is goes


@proves("MATG2-8.1.4", "MATG2-8.3.1.1")
def test_8_3_2_the_wall_that_bars_the_way_is_named_and_not_the_one_with_a_gap() -> None:
    """OUR 60."""
    first, second = (
        replace(road(TableTerrain.HOUSE_WALL, (0, y), (48, y), width_in=0.2), id=name)
        for name, y in (("first", 14), ("second", 16))
    )
    pieces = (first, area(TableTerrain.GAP, 8, 13, 12, 15), second)
    state = opened(table(*pieces), stand("r1", RED, (10, 12), 180.0))
    state = play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    assert "second" in refusal(state, _way((10, 12), (10, 18)))
    assert "first" not in refusal(state, _way((10, 12), (10, 18)))
    assert refusal(state, _way((10, 12), (10, 15.2))) == ""
