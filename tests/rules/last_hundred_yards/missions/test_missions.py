"""The missions: their data, golden playthroughs, counts of legal declarations, whole games of a few seeds."""

from collections import Counter

import pytest

from maps.library import scenario
from rules.game.chance.dice import SeededDice
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.missions.landing_plan import PlanStick
from rules.last_hundred_yards.declarations.missions.setup import PlaceUnit
from rules.last_hundred_yards.declarations.turn.activation import Activate, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.progress import Phase
from tests.goldens import check_golden
from tests.proving import proves
from tests.rules.last_hundred_yards.goldens import file_of, playthrough
from tests.rules.last_hundred_yards.playing import MISSIONS, by_chance, course, done, legal, seeded, start_of

SEAM = 16
"""The column that the two sectors of the ridge road share."""


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


@proves("LHY-17.6.1", "LHY-17.6.4", "LHY-17.7a", "LHY-17.7h.1", "LHY-17.7h.2")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_the_ridge_road_mission_draws_forces_sets_up_by_sector_and_enters_by_road(edition: str) -> None:
    switches = {"attacker_begins": False}
    state, dice = start_of("lhy-ridge-road", edition=edition, switches=switches), SeededDice(4)
    while course(state).phase is Phase.SETUP:
        open_to_us = PLAY.legal_actions(state)
        for action in open_to_us:
            if isinstance(action, PlaceUnit):
                assert action.at.column > SEAM if action.side == "us" else action.at.column < SEAM
        state = seeded(state, open_to_us[-1], dice)
    kinds = Counter(ROSTER[unit.type].kind for unit in state.units.values())
    assert (kinds[UnitKind.SQUAD], kinds[UnitKind.LEADER], kinds[UnitKind.AFV]) == (9, 3, 4)
    waiting = {name for name in course(state).off_map if name.startswith("ge.stug.")}
    assert len(waiting) == 2
    state = done(state, RollInitiative("ge"), 2, 9, SelectCompany("ge", "4stug"))
    state = done(state, Activate("ge", ("4stug.1",)))
    assert {(action.unit, str(action.to)) for action in legal(state, EnterMap)} == {
        (name, label) for name in waiting for label in ("A6", "D1", "E10")
    }


@proves("LHY-22.1.1.0", "LHY-22.1.1f", "LHY-22.1.2a")
def test_in_drop_on_the_valley_a_platoon_jumps_over_the_meadows_with_its_mg_and_mortar() -> None:
    state = done(start_of("lhy-drop-on-the-valley"), RollInitiative("us"))
    sticks = legal(state, PlanStick)
    assert {len(stick.units) for stick in sticks} == {1, 2, 4}
    assert ("us.mg.1", "us-60mm") in {stick.units for stick in sticks}
    assert len({stick.at for stick in sticks}) == 13
    assert PLAY.waiting(state, "us").keys() == course(state).in_the_air | {"us-60mm"}


@pytest.mark.parametrize("mission", MISSIONS)
@pytest.mark.parametrize("seed", [7])
def test_a_game_by_the_later_edition_ends_with_a_result(mission: str, seed: int) -> None:
    state, _ = by_chance(start_of(mission, edition="series-3.1"), seed)
    assert PLAY.result(state) is not None
    assert PLAY.legal_actions(state) == ()
