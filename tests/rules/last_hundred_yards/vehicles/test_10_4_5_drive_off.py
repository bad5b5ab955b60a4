"""10.4.5.3-3 of the series rules: enemy vehicles in a hex that is overrun may drive off at once."""

from typing import Any

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import IN_MOTION, STOPPED
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.overwatch import Overwatch
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.overrun_attack import OverrunAttack
from rules.last_hundred_yards.declarations.vehicles.overrun_resistance import ResistOverrun
from rules.last_hundred_yards.declarations.vehicles.transport import Load, Unload
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind
from rules.last_hundred_yards.state.progress import ActionKind
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, unit

TANK, FOE = "us.able-tank.1.1", "ge.1kp.1.squad.1"
HALFTRACK, GUN = "ge.spw251.1", "ge.pak40.3"


def overrun(*enemies: Unit, edition: str = "series-3.1", before: Any = None, **options: Any) -> GameState:
    """An American tank has driven into C5."""
    state = activated(
        unit(TANK, "C6", IN_MOTION), *enemies, platoon="able-tank.1", edition=edition, **options
    )
    state = before.on(state) if before else state
    return done(state, Overrun("us", TANK, at("C5")))


@proves("LHY-10.4.5L.5")
def test_10_4_5_a_vehicle_of_the_hex_may_drive_off_before_the_markers_are_laid() -> None:
    state = overrun(unit(HALFTRACK, "C5"), unit(FOE, "C5"))
    assert PLAY.to_act(state) == "ge"
    assert not course(state).fires
    # 4 MP in reaction, one of them to start.
    for label in ("C4", "C3", "C2"):
        state = done(state, Maneuver("ge", HALFTRACK, at(label)))
    assert state.unit(HALFTRACK).at == at("C2")
    assert HALFTRACK in course(state).acted
    assert PLAY.to_act(state) == "ge", "the squad may close in on the tank"
    assert [(fire.kind, fire.at) for fire in course(state).fires] == [(FireKind.SADRM, at("C5"))]
    state = done(state, ResistOverrun("ge", FOE, TANK), 1)
    assert not refusal(state, Maneuver("us", TANK, at("C4")))


@proves("LHY-10.4.5L.5", "LHY-10.1.2b.1")
def test_10_4_5_a_vehicle_driving_off_is_told_its_remaining_mp() -> None:
    state = overrun(unit(HALFTRACK, "C5"), unit(FOE, "C5"))
    assert PLAY.resources_left(state) == ()
    assert PLAY.resources_left(done(state, Maneuver("ge", HALFTRACK, at("C4")))) == (
        f"{HALFTRACK} has 2 of 4 MP left",
    )


@proves("LHY-10.4.5L.5")
def test_10_4_5_a_vehicle_driving_off_may_only_drive() -> None:
    state = overrun(
        unit(HALFTRACK, "C5", IN_MOTION), unit(FOE, "C5"), unit("us.able.1.leader", "E5"), unit(GUN, "C5")
    )
    kinds = {type(action) for action in PLAY.legal_actions(state)}
    assert kinds == {Maneuver, Pass}
    for action in (
        FireSmallArms("ge", HALFTRACK, (at("E5"),), "halt_and_fire"),
        Overrun("ge", HALFTRACK, at("E5")),
        Load("ge", FOE, HALFTRACK),
        Unload("ge", FOE),
        Overwatch("ge", HALFTRACK),
    ):
        assert "cannot be declared now: play waits for drive off" in refusal(state, action)
    assert "may not maneuver now" in refusal(state, Maneuver("ge", FOE, at("C4")))
    assert "ge decides now" in refusal(state, Maneuver("us", TANK, at("C4")))
    assert "no maneuver is under way" in refusal(state, EndManeuver("ge")), "it has not begun to"


@proves("LHY-10.4.5L.5")
def test_10_4_5_a_vehicle_driving_off_goes_on_or_ends_and_may_stop_if_it_was_in_motion() -> None:
    state = done(overrun(unit(HALFTRACK, "C5", IN_MOTION)), Maneuver("ge", HALFTRACK, at("C4")))
    assert "is driving off" in refusal(state, Pass("ge"))
    ended = done(state, EndManeuver("ge", stop=True))
    assert ended.unit(HALFTRACK).has(STOPPED)
    assert PLAY.to_act(ended) == "us"
    assert not course(ended).fires, "nobody is left to run over"
    assert not refusal(ended, EndManeuver("us")), "and the tank need not go on"


@proves("LHY-10.4.5L.5")
def test_10_4_5_a_vehicle_may_stay_and_is_then_overrun_with_the_others() -> None:
    state = done(overrun(unit(HALFTRACK, "C5")), Pass("ge"))
    assert PLAY.to_act(state) == "us"
    after = done(state, OverrunAttack("us", TANK, HALFTRACK))
    assert [(fire.target, fire.value) for fire in course(after).fires] == [(HALFTRACK, 2)]


@proves("LHY-10.4.5L.5")
def test_10_4_5_two_vehicles_decide_one_after_the_other() -> None:
    state = overrun(unit(HALFTRACK, "C5"), unit("ge.truck.1", "C5"))
    assert {action.unit for action in legal(state, Maneuver)} == {HALFTRACK}
    state = done(state, Maneuver("ge", HALFTRACK, at("C4")), EndManeuver("ge"))
    assert {action.unit for action in legal(state, Maneuver)} == {"ge.truck.1"}
    assert "has already acted" in refusal(state, Maneuver("ge", HALFTRACK, at("C3")))
    assert PLAY.to_act(done(state, Pass("ge"))) == "us"


@proves("LHY-10.4.5L.5")
def test_10_4_5_a_vehicle_that_has_acted_does_not_drive_off() -> None:
    state = overrun(unit(HALFTRACK, "C5"), before=UnitActed(HALFTRACK, ActionKind.FIRE, ()))
    assert PLAY.to_act(state) == "us"


@proves("LHY-10.4.5L.5")
@pytest.mark.parametrize(("edition", "drives"), [("2019", False), ("series-3.1", True)])
def test_10_4_5_in_2019_no_vehicle_drives_off(edition: str, drives: bool) -> None:
    state = overrun(unit(HALFTRACK, "C5"), edition=edition)
    assert bool(legal(state, Maneuver) and PLAY.to_act(state) == "ge") is drives


@proves("LHY-10.4.5L.5")
def test_10_4_5_the_load_goes_along_and_driving_off_may_be_reacted_to() -> None:
    men = unit(FOE, "C5"), unit("us.able-tank.1.2", "H4")
    state = overrun(unit(HALFTRACK, "C5", IN_MOTION), *men, before=Mounted(FOE, HALFTRACK))
    state = done(state, Maneuver("ge", HALFTRACK, at("C4")), EndManeuver("ge"))
    assert state.unit(FOE).at == at("C4")
    state = done(state, EndManeuver("us"), CallForReaction("us"), CallForReaction("ge"))
    assert course(state).passes == 0
    assert HALFTRACK in {deed.unit for deed in course(state).deeds}


@proves("LHY-10.4.5L.5", "LHY-10.4.5L.7a")
def test_10_4_5_a_gun_carrier_that_stays_has_to_fire() -> None:
    state = done(overrun(unit("ge.sdkfz10.1", "C5")), Pass("ge"))
    after = done(state, OverrunAttack("us", TANK), 1)
    assert "ge.sdkfz10.1" in course(after).acted


@proves("LHY-10.4.5B.2")
def test_10_4_5_1_dummies_do_not_fire_at_a_bypass_and_a_side_fires_only_with_its_own_units() -> None:
    units = [unit(TANK, "C6", IN_MOTION), unit("ge.pak40.3", "C5"), unit("ge.dummy.1", "C5")]
    state = activated(*units, platoon="able-tank.1", edition="series-3.1")
    state = done(state, Bypass("us", TANK, at("C5")))
    assert refusal(state, FireWithinHex("ge", "ge.dummy.1", (TANK,)))
    assert refusal(state, FireWithinHex("ge", "ge.latw.1", (TANK,))) == "ge has no unit ge.latw.1 (LHY 9.0)"


SECOND_TANK = "us.able-tank.1.2"


@proves("LHY-10.4.5L.3")
def test_10_4_5_no_vehicle_joins_one_that_is_reversing() -> None:
    units = [unit(TANK, "C8", IN_MOTION), unit(SECOND_TANK, "C7", IN_MOTION), unit(FOE, "C6")]
    state = activated(*units, platoon="able-tank.1")
    backed = done(state, Maneuver("us", TANK, at("C7"), "reverse"))
    overrun = Overrun("us", TANK, at("C6"), (SECOND_TANK,))
    assert "may overrun in reverse" in refusal(backed, overrun)
    driven = done(state, Maneuver("us", TANK, at("C7")))
    assert "in reverse" not in refusal(driven, overrun)
