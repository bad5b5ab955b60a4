"""The four missions: their data, golden playthroughs, counts of legal declarations, whole games of a few seeds."""

import pytest

from maps.library import scenario
from rules.last_hundred_yards.course import Phase
from rules.last_hundred_yards.play import PLAY
from rules.last_hundred_yards.roster import ROSTER
from tests.goldens import check_golden
from tests.proving import proves
from tests.rules.last_hundred_yards.goldens import file_of, playthrough
from tests.rules.last_hundred_yards.playing import (
    MISSIONS,
    by_chance,
    course,
    start_of,
)


@proves("LHY-3.1.2", "LHY-2.3.2", "LHY-0.16")
@pytest.mark.parametrize("mission", MISSIONS)
def test_a_mission_has_two_sides_of_known_units_and_an_end(mission: str) -> None:
    found = scenario(mission)
    assert all(unit.type in ROSTER for unit in found.units)
    state = start_of(mission)
    assert course(state).mission.bands[-1].up_to is None
    assert course(state).phase in (Phase.SETUP, Phase.INITIATIVE)
    assert PLAY.to_act(state) is not None


@pytest.mark.parametrize("mission", MISSIONS)
def test_golden_playthrough(mission: str) -> None:
    check_golden(file_of(mission), playthrough(mission))


@pytest.mark.parametrize("mission", MISSIONS)
@pytest.mark.parametrize("seed", [7])
def test_a_game_by_the_later_edition_ends_with_a_result(mission: str, seed: int) -> None:
    state, _ = by_chance(start_of(mission, edition="series-3.1"), seed)
    assert PLAY.result(state) is not None
    assert PLAY.legal_actions(state) == ()
