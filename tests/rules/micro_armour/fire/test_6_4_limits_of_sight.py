"""6.4: how far a stand sees, by the scenario and from a height."""

from dataclasses import replace
from typing import Any

import pytest

from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.book.rulebook import SECOND
from rules.micro_armour.questions.terrain import LineOfFire, target_ground
from tests.proving import proves
from tests.rules.micro_armour.fire.lines import los
from tests.rules.micro_armour.tables import BLUE, MATG1, MATG2, RED, area, opened, stand, state_of, table


@proves("MATG2-6.4.3.2")
def test_6_4_3_height_does_not_look_over_blocking_ground() -> None:
    hill = area(T.HILL, 3, 22, 7, 26, 2)
    assert los(hill).startswith("clear LOS")
    assert los(hill, area(T.WOODS, 9, 22, 11, 26)).startswith("LOS blocked")
    between = replace(area(T.HILL, 9, 22, 11, 26, 1), id="between")
    assert los(hill, between).startswith("LOS blocked. Hill between blocks")


@proves("MATG2-6.4.1.1")
def test_6_4_1_the_scenario_limits_sight() -> None:
    ours, theirs = stand("r1", RED, (2, 24)), stand("b1", BLUE, (27, 24))
    state = opened(table(), ours, theirs, sight_limit_in=24)
    ruling = MATG2.line_of_sight(state, ours, theirs)
    assert str(ruling).endswith('25" is beyond sight, 24" here (MATG2 6.4.1).')
    wide = opened(table(), ours, theirs, sight_limit_in=25)
    assert MATG2.line_of_sight(wide, ours, theirs).verdict.visibility.is_open
    fog = opened(table(), ours, theirs, sight_limit_in=0.5)
    assert '25" is beyond sight, 0.5" here' in str(MATG2.line_of_sight(fog, ours, theirs))


@proves("MATG2-6.4.1.1")
def test_6_4_1_at_the_limit_sight_reaches_wherever_on_the_table() -> None:
    """Twenty inches along an edge of the table and, by 12 and 16, aslant; the field says the same."""
    state = opened(table(), stand("r1", RED, (2, 24)), sight_limit_in=20)
    for tenths in range(5, 270):
        x_in = tenths / 10
        for there in (Spot(x_in + 20, 5), Spot((tenths + 120) / 10, 21)):
            sight = MATG2.line_of_sight(state, Spot(x_in, 5), there).verdict
            assert sight.visibility.is_open, (x_in, there)
            (row,) = MATG2.visibility_at_places(state, [Spot(x_in, 5)], stand("b1", BLUE, None), [there])
            assert row[0] is sight.visibility, (x_in, there)


@pytest.mark.parametrize(("terrain", "limit_in"), [("open", 40), ("mixed", 20), ("closed", 10)])
@proves("MATG2-6.4.1.2")
def test_6_4_1_usual_limits(terrain: str, limit_in: float) -> None:
    ours = stand("r1", RED, (2, 24))
    state = opened(table(), ours, sight_limit_in=None, terrain=terrain)
    assert MATG2.line_of_sight(state, ours, Spot(2 + limit_in, 24)).verdict.visibility.is_open
    assert not MATG2.line_of_sight(state, ours, Spot(2.5 + limit_in, 24)).verdict.visibility.is_open


@proves("MATG2-6.4.1.1", "MATG2-6.4.1.2")
def test_our_37_without_a_scenario_sight_reaches_twenty_inches() -> None:
    ruling = MATG1.line_of_sight(state_of(table()), Spot(2, 24), Spot(23, 24))
    assert str(ruling.reasons[0]) == '21" is beyond sight, 20" here (MATG1 6.1.3, OUR 37, inferred)'
    ours, theirs = stand("r1", RED, (2, 24)), stand("b1", BLUE, (23, 24))
    state = opened(table(), ours, theirs, sight_limit_in=None, terrain="mixed")
    said = '21" is beyond sight, 20" here (MATG2 6.4.1)'
    assert str(MATG2.line_of_sight(state, ours, theirs).reasons[0]) == said


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"terrain": None}, []),
        ({"terrain": "open"}, ['Nobody sees farther than 40", and 5" more from each level above the table (MATG2 6.4.1; MATG2 6.4.3).']),
        ({"sight_limit_in": 6, "height_adds_sight": False}, ['Nobody sees farther than 6" (MATG2 6.4.1).']),
    ],
)  # fmt: skip
@proves("MATG2-6.4.1.1")
def test_6_4_1_the_setting_states_the_sight_limit_that_the_scenario_gives(
    said: dict[str, Any], told: list[str]
) -> None:
    state = opened(table(), stand("r1", RED, (2, 24)), **{"sight_limit_in": None, **said})
    assert list(MATG2.as_game().setting(state)) == told


@proves("MATG2-6.4.3.1")
def test_6_4_3_five_inches_more_for_each_level() -> None:
    hill = area(T.HILL, 0, 20, 4, 28, 2)
    state = opened(table(hill), stand("r1", RED, (2, 24)), sight_limit_in=20)
    assert MATG2.line_of_sight(state, Spot(2, 24), Spot(32, 24)).verdict.visibility.is_open
    assert not MATG2.line_of_sight(state, Spot(2, 24), Spot(32.5, 24)).verdict.visibility.is_open
    assert not MATG2.line_of_sight(state, Spot(32, 24), Spot(2, 24)).verdict.visibility.is_open
    for far_in, seen in ((20, True), (20.5, False)):
        below = MATG2.line_of_sight(state, Spot(10, 40), Spot(10 + far_in, 40)).verdict.visibility
        assert below.is_open is seen


@proves("MATG2-6.4.3.1")
@pytest.mark.parametrize(("far_in", "seen"), [(20, True), (20.5, False)])
def test_6_4_3_a_stand_in_a_hollow_sees_as_far_as_on_level_ground(far_in: float, seen: bool) -> None:
    hollow = area(T.CLEAR, 0, 20, 4, 28, -1)
    state = opened(table(hollow), stand("r1", RED, (2, 24)), sight_limit_in=20)
    assert MATG2.line_of_sight(state, Spot(2, 24), Spot(2 + far_in, 24)).verdict.visibility.is_open is seen


@proves("MATG2-6.4.3.1", "MATG2-12.E.hilltop_crest", "MATG2-12.N3")
@pytest.mark.parametrize("terrain", [T.HILL, T.CREST])
@pytest.mark.parametrize(("level", "reach_in"), [(0, 25), (1, 25), (2, 30)])
def test_our_68_a_hill_drawn_without_a_level_is_one_level_high(
    terrain: T, level: int, reach_in: float
) -> None:
    """Rule: MATG2 6.4.3; OUR 68."""
    top, below = Spot(2, 24), Spot(8, 24)
    state = opened(table(area(terrain, 0, 20, 4, 28, level)), stand("r1", RED, top), sight_limit_in=20)
    for far_in, seen in ((reach_in, True), (reach_in + 0.5, False)):
        sight = MATG2.line_of_sight(state, top, Spot(2 + far_in, 24)).verdict.visibility
        assert sight.is_open is seen
    assert target_ground(state, LineOfFire(below, top), SECOND).to_combat.net == 2
    assert MATG2.ground(state, top).verdict.level == max(level, 1)
    assert MATG2.profile(state, top, below).verdict.eye == max(level, 1)


@proves("MATG2-6.4.1.1")
@pytest.mark.parametrize(
    ("x_in", "said"),
    [(22, ""), (22.005, "beyond sight, 20\" here (within a hair)"), (23, 'beyond sight, 20" here')],
)  # fmt: skip
def test_6_4_1_a_target_a_hair_beyond_the_limit_is_reported_as_a_close_call(x_in: float, said: str) -> None:
    reasons = MATG2.line_of_sight(state_of(table()), Spot(2, 24), Spot(x_in, 24)).reasons
    assert said in reasons[0].text
    assert ("beyond" in reasons[0].text) is bool(said)
    assert ("hair" in reasons[0].text) is ("hair" in said)
