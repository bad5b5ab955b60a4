"""5.0: initiative, the phases of a turn, time lapse, Clean Up, fresh counters, and the return of leaders (12.3.4.1)."""

from fractions import Fraction
from typing import Any

import pytest

from rules.errors import BadInput, Unknown
from rules.game.chance.dice import ScriptedDice
from rules.game.engine.carrying_out import carry_out
from rules.game.record.corrections import Allowed, Correction
from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HEROIC, HIDDEN
from rules.last_hundred_yards.book.editions import edition
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.clean_up import (
    LapseTime,
    PlaceLeader,
    begin_clean_up,
    end_turn,
)
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative, initiative_winner
from rules.last_hundred_yards.effects.harm import eliminate
from rules.last_hundred_yards.play import sequence
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.order_events import PhaseBegan, TimeLapsed, TurnBegan
from rules.last_hundred_yards.state.events.unit_events import LeaderLost, UnitGone
from rules.last_hundred_yards.state.progress import Phase
from tests.proving import proves
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.hill import ending
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    SMALL_FIELD,
    activated,
    at,
    course,
    done,
    legal,
    opened,
    recorded,
    refusal,
    unit,
)
from tests.rules.last_hundred_yards.turn.two_platoons import GE, US, active, field

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"


@proves("LHY-5.0.I.3", "LHY-7.1.2", "LHY-0.16", "LHY-2.3.2")
def test_5_0_a_mission_that_lists_no_modifier_adds_none() -> None:
    state = opened(FIELD, [unit(LEADER, "C9"), unit(FOE, "C1")])
    for side in course(state).mission.sides:
        assert (side.initiative_drm, side.coordination_drm) == (0, 0)
        assert side.promotion_points == 0


@proves("LHY-12.3.4.2", "LHY-5.0.II.2")
@pytest.mark.parametrize("who", [TANK, "us.able-tank.2.1"])
def test_5_0_ii_tanks_need_no_leader(who: str) -> None:
    platoon = who.removeprefix("us.").rpartition(".")[0]
    state = activated(unit(who, "C8"), unit(FOE, "C4"), platoon=platoon)
    assert not refusal(state, FireSmallArms("us", who, (at("C4"),)))


@proves("LHY-5.0.VI", "LHY-0.9", "LHY-17.3")
@pytest.mark.parametrize(("die", "minutes"), [(1, 2), (3, 3), (6, 4), (10, 5)])
def test_5_0_vi_two_to_five_minutes_go_by(die: int, minutes: int) -> None:
    units = [unit(SQUAD, "C7"), unit(LEADER, "C7"), unit(FOE, "C1")]
    state = PhaseBegan(Phase.TIME).on(done(opened(SMALL_FIELD, units), RollInitiative("us"), 9, 2))
    after = done(state, LapseTime("us"), die)
    assert course(after).minutes == minutes
    assert course(after).turn == 2


@proves("LHY-5.0.I.1", "LHY-5.0.I.4", "LHY-5.0.II.1")
def test_5_0_i_the_higher_die_is_active() -> None:
    for dice, active_side in (((9, 2), "us"), ((2, 9), "ge")):
        begun = course(done(field(), RollInitiative("us"), *dice))
        assert (begun.active, begun.phase) == (active_side, Phase.ACTIVATION)


@proves("LHY-5.0.I.5")
@pytest.mark.parametrize(("total", "winner"), [(5, "ge"), (6, "us")])
def test_5_0_i_ties_go_to_the_axis_if_odd_and_to_the_allies_if_even(total: int, winner: str) -> None:
    assert initiative_winner({"us": total, "ge": total}, axis="ge", allies="us") == winner


@proves("LHY-5.0.I.5")
def test_5_0_i_the_record_says_which_side_a_tie_goes_to_and_why() -> None:
    _, told = recorded(field(), RollInitiative("us"), 3, 3)
    tie = told.index("both have 3, odd, which is the Axis player's")
    assert told[tie + 1] == "ge has the initiative"
    assert told[tie - 1].startswith("initiative of ge: d10 shows 3")
    assert (
        "both have 6, even, which is the Allied player's" in recorded(field(), RollInitiative("us"), 6, 6)[1]
    )
    _, told = recorded(field(), RollInitiative("us"), 7, 3)
    assert "initiative of ge: d10 shows 3 (2 to 6 count alike)" in told


@proves("LHY-5.0.I.2", "LHY-17.2a", "LHY-17.2b")
def test_5_0_i_the_modifier_counts_for_the_side_that_had_the_initiative() -> None:
    units = [
        unit(one, place) for one, place in zip(US + GE, ("B7", "B7", "F7", "F7", "D2", "D2"), strict=True)
    ]
    sides = {"us": {"initiative_drm": 2}, "ge": {"initiative_drm": 2}}
    state = opened(SMALL_FIELD, units, attacker="us", sides=sides)
    assert course(done(state, RollInitiative("us"), 5, 6)).active == "us"
    state = opened(SMALL_FIELD, units, attacker="ge", sides=sides)
    assert course(done(state, RollInitiative("ge"), 5, 6)).active == "ge"


@proves("LHY-17.2a")
@pytest.mark.parametrize("attacker", ["us", "ge"])
def test_17_2_the_attacker_begins_without_a_roll_in_the_later_edition(attacker: str) -> None:
    units = [unit("us.able.1.leader", "B7"), unit("ge.1kp.1.leader", "D2")]
    state = opened(SMALL_FIELD, units, attacker=attacker, switches={"attacker_begins": True})
    roll = RollInitiative(PLAY.to_act(state) or "")
    assert "has the initiative in the first turn" in str(PLAY.chances(state, roll).reasons)
    assert PLAY.sentence(state, roll) == "give the attacker the initiative, without a roll"
    after = done(state, roll)
    assert (course(after).active, course(after).phase) == (attacker, Phase.ACTIVATION)
    second = TurnBegan(2).on(after)
    assert PLAY.sentence(second, roll) == "roll for the initiative"
    assert course(done(second, RollInitiative(attacker), 2, 9)).active == "ge"
    assert (edition("series-3.1").attacker_begins, edition("2019").attacker_begins) == (True, False)


@proves("LHY-5.0.I.7")
def test_5_0_i_a_player_without_leader_or_afv_forfeits() -> None:
    state = opened(SMALL_FIELD, [unit("us.able.1.squad.1", "B7"), unit("ge.1kp.1.leader", "D2")])
    assert course(done(state, RollInitiative("us"), 9, 2)).active == "ge"
    both = opened(SMALL_FIELD, [unit("us.able.1.squad.1", "B7"), unit("ge.1kp.1.squad.1", "D2")])
    assert course(done(both, RollInitiative("us"), 9, 2)).phase is Phase.TIME, (
        "nothing to activate, to resolve or to adjust"
    )


@proves("LHY-5.0.I.7", "LHY-4.3.0.2")
@pytest.mark.parametrize(("condition", "lost", "kept"), [("hidden", 0, 0), ("concealed", 18, 2)])
def test_5_0_i_odds_allow_for_a_leader_among_unseen_enemies(condition: str, lost: int, kept: int) -> None:
    """Both sides win equally often, but after 2 in 10 of the winning German 10s it depends on the unit a sniper finds."""
    state = opened(
        SMALL_FIELD, [unit("us.able-tank.1.1", "B7"), unit("ge.1kp.1.leader", "D2", condition)], attacker="us"
    )
    odds = PLAY.chances(state, RollInitiative("us")).odds
    assert odds is not None
    won = {
        side: sum(odds.of(words) for words in odds.chances if f"{side} has the initiative" in words)
        for side in ("us", "ge")
    }
    assert won == {"us": Fraction(500 - kept, 1000), "ge": Fraction(500 - lost, 1000)}


@proves("LHY-5.0.I.7")
@pytest.mark.parametrize(
    ("unit_id", "may"),
    [("us.able.1.leader", True), ("us.able-tank.1.1", True), ("us.mg.1", False), ("us.m3.2", False)],
)
def test_5_0_i_one_leader_or_afv_is_enough_for_the_initiative(unit_id: str, may: bool) -> None:
    units = [unit("us.able.1.squad.1", "B7"), unit(unit_id, "B7"), unit("ge.1kp.1.leader", "D2")]
    state = opened(FIELD, units)
    assert course(done(state, RollInitiative("us"), 9, 2)).active == ("us" if may else "ge")


@proves("LHY-5.0.II.2", "LHY-12.3.4.2")
def test_5_0_ii_a_platoon_without_its_leader_makes_only_mandatory_actions() -> None:
    units = [
        unit("us.able.1.squad.1", "B7"),
        unit("us.able.1.squad.2", "D5", DISRUPTED),
        unit("us.able.2.leader", "F7"),
    ]
    state = active(opened(SMALL_FIELD, [*units, unit("ge.1kp.1.leader", "D2")]))
    assert not legal(state, Maneuver)
    assert [action.unit for action in legal(state, Recover)] == ["us.able.1.squad.2"]


@proves("LHY-5.0.V.1")
@pytest.mark.parametrize(
    ("options", "markers", "phase"),
    [
        ({}, (), Phase.TIME),
        ({}, (Marker("smoke", at("A1")),), Phase.MORTARS),
        ({"mortars": [{"id": "60mm", "side": "us", "kind": "60mm"}]}, (), Phase.MORTARS),
    ],
)
def test_5_0_v_mortars_are_adjusted_where_there_are_any_or_their_markers(
    options: dict[str, Any], markers: tuple[Marker, ...], phase: Phase
) -> None:
    idle = [unit("us.able.1.squad.1", "B7"), unit("ge.1kp.1.squad.1", "D2")]
    state = opened(SMALL_FIELD, idle, markers=markers, **options)
    assert course(done(state, RollInitiative("us"), 9, 2)).phase is phase


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
        PLAY.legal_actions(playing.position_seen_by(resolution.state, "ge").state)
    after = done(resolution.state, PlaceLeader("us", "us.able.2.leader", at("C6")))
    assert after.unit("us.able.2.leader").has(CONCEALED)
    assert not course(after).away


@proves("LHY-12.3.4.1a")
def test_12_3_4_1_no_decision_where_a_leader_returns_once_the_umpire_has_put_him_back() -> None:
    leader = unit("us.able.2.leader", "C6")
    resolution = ending(unit("us.able.2.squad.1", "C6"), leader)
    eliminate(resolution, leader)
    resolution.happen(TimeLapsed(7))
    state = done(PhaseBegan(Phase.TIME).on(resolution.state), LapseTime("us"), 3)
    assert legal(state, PlaceLeader)
    after = done(state, Correction(leader, "it was missed"))
    assert after.unit(leader.id).at == at("C6")
    assert legal(after, RollInitiative)


@proves("LHY-12.3.4.1a")
@pytest.mark.parametrize(
    ("mine", "gun", "his"),
    [((HIDDEN,), (), HIDDEN), ((CONCEALED,), (), CONCEALED), ((), (HIDDEN,), HIDDEN), ((), (), CONCEALED)],
)
def test_12_3_4_1_a_returning_leader_is_hidden_if_the_units_of_the_hex_are_hidden(
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


def test_an_endless_sequence_of_play_raises_its_own_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even when Python runs without assertions, play must not hang."""
    state = active(field())
    monkeypatch.setattr(sequence, "_takes_step", lambda _: True)
    with pytest.raises(sequence.EndlessPlay, match="phase: activation went on without anything happening"):
        done(state, CallForReaction("us"))


def test_an_agreed_exception_is_refused_if_play_would_never_end_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state, hasty = active(field()), Allowed(CallForReaction("us"), "agreed")
    state = state.with_unit(state.unit("us.able.1.squad.1").marked(frozenset({HEROIC})))
    monkeypatch.setattr(sequence, "_takes_step", lambda _: True)
    with pytest.raises(BadInput, match="one that the umpire can carry out against the rules"):
        carry_out(PLAY, state, hasty, ScriptedDice([]))
