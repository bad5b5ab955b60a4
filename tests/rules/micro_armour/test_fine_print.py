"""The fine print: halves of rules, and figures that matter only where they are not what one meets every day."""

from dataclasses import replace
from math import inf, nan

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Visibility
from rules.ground.table.inches import Spot
from rules.micro_armour.book.house_roster import HOUSE_ROSTER
from rules.micro_armour.declarations.marker_removal import RemoveMarkers
from rules.micro_armour.declarations.movement.orders import MoveGroup
from rules.micro_armour.declarations.movement.stands import MoveStand
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.state.progress import with_progress
from tests.proving import proves
from tests.rules.micro_armour.phases import to_movement
from tests.rules.micro_armour.tables import (
    BLUE,
    MATG2,
    RED,
    opened,
    play,
    progress,
    refusal,
    stand,
    state_of,
    table,
)

START = Spot(10.0, 10.0)


def _moving(*others: Unit, at: Spot = START) -> GameState:
    """Red's r1, a T-34 on a table of 48 by 48 inches, may move."""
    state = opened(table(), stand("r1", RED, at, 180.0), *others)
    return play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])


def _way(*spots: tuple[float, float], facing_deg: float = 180.0) -> MoveStand:
    return MoveStand(RED, "r1", tuple(Spot(*map(float, spot)) for spot in spots), facing_deg)


@proves("MATG2-8.3.4.1")
@pytest.mark.parametrize(("end", "room"), [((10, 15), True), ((14, 14), False), ((14, 15.1), True)])
def test_8_3_4_no_two_stands_end_over_each_other_however_many_stand_elsewhere(
    end: tuple[float, float], room: bool
) -> None:
    state = _moving(stand("r2", RED, (14, 14), 180.0), stand("r3", RED, (40, 40), 180.0))
    assert (refusal(state, _way((10, 10), end)) == "") is room


@proves("MATG2-8.3.4.1")
@pytest.mark.parametrize(
    ("start", "end"),
    [((10, 40), (10, 47.8)), ((10, 8), (10, 0.2)), ((8, 10), (0.2, 10)), ((40, 10), (47.8, 10))],
    ids=["south", "north", "west", "east"],
)
def test_8_3_4_no_stand_ends_over_an_edge_of_the_table(
    start: tuple[float, float], end: tuple[float, float]
) -> None:
    assert refusal(_moving(at=Spot(*map(float, start))), _way(start, end)) != ""


@proves("MATG2-8.3.7.1")
@pytest.mark.parametrize("path", [(), ((nan, 10.0),), ((10.0, inf),)])
def test_8_3_a_path_begins_where_the_stand_is_in_numbers(path: tuple[tuple[float, float], ...]) -> None:
    assert "a path begins where the stand is" in refusal(_moving(), _way(*path))
    assert "is at (10, 10), not at (11, 10)" in refusal(_moving(), _way((11, 10), (12, 10)))


@proves("MATG2-8.3.6.1", "MATG2-8.3.7.2")
def test_8_3_6_who_turns_on_the_spot_beside_an_enemy_passes_nobody() -> None:
    state = _moving(stand("b1", BLUE, (10, 11.5), 0.0, "pz4h", "fired"))
    assert refusal(state, _way((10, 10), facing_deg=90.0)) == ""


@proves("MATG2-8.3.6.1")
@pytest.mark.parametrize("enemy", [(15, 9.4), (15, 10.6), (15, 10)])
@pytest.mark.parametrize("sideways", [True, False])
def test_8_3_6_nobody_drives_through_an_enemy_on_either_side_of_the_middle_of_the_lane(
    enemy: tuple[float, float], sideways: bool
) -> None:
    there, end = (enemy, (20, 10)) if sideways else (enemy[::-1], (10, 20))
    state = _moving(stand("b1", BLUE, there, 0.0, "pz4h", "fired"))
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
    assert (MATG2.result(state) is not None) is over


@proves("MATG2-2.0.6", "MATG2-2.0.7")
def test_2_0_a_turn_of_3_minutes_at_100_metres_an_inch() -> None:
    """18 km/h are 900 metres in 3 minutes; 29 km/h 1450."""
    assert HOUSE_ROSTER["pz3f"].movement_points == 9
    assert HOUSE_ROSTER["stuart"].movement_points == 14
