"""5.0.VII and 12.3.4.1: clean-up, fresh counters, and leaders who come back."""

import pytest

from rules.errors import Unknown
from rules.game.chance.dice import ScriptedDice
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.clean_up import (
    LapseTime,
    PlaceLeader,
    begin_clean_up,
    end_turn,
)
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.order_events import PhaseBegan, TimeLapsed, TurnBegan
from rules.last_hundred_yards.state.events.unit_events import LeaderLost, UnitGone
from rules.last_hundred_yards.state.progress import Phase
from tests.proving import proves
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.hill import ending
from tests.rules.last_hundred_yards.playing import FIELD, SMALL_FIELD, at, course, done, legal, opened, unit
from tests.rules.last_hundred_yards.turn.two_platoons import active, field

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"


@proves("LHY-12.3.4.1b")
@pytest.mark.parametrize(
    ("left", "back"), [("us.able.2.squad.1", True), ("us.able.1.squad.1", False), ("us.mg.1", False)]
)
def test_12_3_4_1_no_leader_comes_back_to_a_platoon_without_infantry(left: str, back: bool) -> None:
    lost = "us.able.2.leader"
    state = opened(FIELD, [unit(left, "C6"), unit(lost, "C6"), unit(LEADER, "A8"), unit(FOE, "H1")])
    resolution = PLAY.resolution(state, ScriptedDice([]))
    resolution.happen(LeaderLost(lost))
    resolution.happen(UnitGone(lost, "is lost"))
    resolution.happen(TimeLapsed(7))
    begin_clean_up(resolution)
    assert bool(resolution.course.decisions) is back


@proves("LHY-12.3.4.1a", "LHY-5.0.VII.2")
def test_12_3_4_1_a_lost_leader_comes_back_with_his_platoon() -> None:
    resolution = ending(unit("us.able.2.squad.1", "C6"), unit("us.able.2.leader", "C6"))
    resolution.happen(LeaderLost("us.able.2.leader"))
    resolution.happen(UnitGone("us.able.2.leader", "is lost"))
    begin_clean_up(resolution)
    assert not resolution.course.decisions, "not before seven minutes"
    resolution.happen(TimeLapsed(7))
    begin_clean_up(resolution)
    assert legal(resolution.state, PlaceLeader) == [PlaceLeader("us", "us.able.2.leader", at("C6"))]
    with pytest.raises(Unknown, match="no fallen leader"):
        PLAY.legal_actions(playing.seen(resolution.state, "ge").state)
    after = done(resolution.state, PlaceLeader("us", "us.able.2.leader", at("C6")))
    assert after.unit("us.able.2.leader").has(CONCEALED)
    assert not course(after).away


@proves("LHY-12.3.4.1a")
@pytest.mark.parametrize(
    ("mine", "gun", "his"),
    [((HIDDEN,), (), HIDDEN), ((CONCEALED,), (), CONCEALED), ((), (HIDDEN,), HIDDEN), ((), (), CONCEALED)],
)
def test_12_3_4_1_he_lies_hidden_with_whoever_is_hidden_in_the_hex(
    mine: tuple[str, ...], gun: tuple[str, ...], his: str
) -> None:
    resolution = ending(
        unit("us.able.2.squad.1", "C6", *mine), unit("us.gun57.1", "C6", *gun), unit("us.able.2.leader", "C6")
    )
    resolution.happen(LeaderLost("us.able.2.leader"))
    resolution.happen(UnitGone("us.able.2.leader", "is lost"))
    resolution.happen(TimeLapsed(7))
    begin_clean_up(resolution)
    after = done(resolution.state, PlaceLeader("us", "us.able.2.leader", at("C6")))
    assert after.unit("us.able.2.leader").conditions == {his}


@proves("LHY-5.0.VII.1", "LHY-5.0.VII.5", "LHY-5.0.VII.6")
def test_5_0_vii_idle_vehicles_stop_and_counters_are_fresh_again() -> None:
    resolution = ending(unit(TANK, "C4", "in_motion"), unit(SQUAD, "C5"))
    begin_clean_up(resolution)
    assert [str(event) for event in resolution.events] == [f"{TANK} is no longer in motion"]
    assert not resolution.state.unit(TANK).has("in_motion")
    end_turn(resolution)
    assert resolution.course.turn == 2
    assert not resolution.course.acted


@proves("LHY-5.0.VII.1", "LHY-5.0.VII.4", "LHY-5.0.VI")
def test_5_0_vii_clean_up_follows_the_time_lapse_step_by_step() -> None:
    units = unit(TANK, "C4", "in_motion"), unit(LEADER, "C7"), unit(FOE, "C1")
    state = done(opened(SMALL_FIELD, units), RollInitiative("us"), 9, 2)
    after = done(PhaseBegan(Phase.TIME).on(state), LapseTime("us"), 3)
    assert course(after).turn == 2
    assert not after.unit(TANK).has("in_motion")


@proves("LHY-9.0.2", "LHY-9.0.3")
def test_9_0_counters_are_fresh_again_in_the_next_turn() -> None:
    state = done(active(field()), Maneuver("us", "us.able.1.squad.1", at("B6")), EndManeuver("us"))
    assert "us.able.1.squad.1" in course(state).acted
    assert not course(TurnBegan(2).on(state)).acted
