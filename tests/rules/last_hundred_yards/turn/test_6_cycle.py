"""6.0 and 9.0: platoons are activated in turn, the side whose turn it is, and one action per unit and turn."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.engine.carrying_out import IllegalAction, carry_out
from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HEROIC, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.overwatch import Overwatch
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import ChangeMotion, EndManeuver
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.declarations.vehicles.inherent_trucks import Limber
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.transport import Load, Unload
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.progress import ActionKind, Decision, DecisionKind, Phase, Step
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    SMALL_FIELD,
    activated,
    at,
    course,
    done,
    legal,
    opened,
    refusal,
    unit,
)
from tests.rules.last_hundred_yards.turn.two_platoons import US, active, field

SQUAD, LEADER, TANK, FOE, HALFTRACK, TRUCK = (
    "us.able.1.squad.1",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
    "us.m3.2",
    "us.truck.1",
)


@proves("LHY-9.0.2", "LHY-7.0.2", "LHY-8.1.1")
def test_9_0_a_refusal_out_of_turn_names_the_rule() -> None:
    other = "us.able.2.squad.1"
    units = [unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(other, "E8"), unit("us.able.2.leader", "E8")]
    state = activated(*units, unit(FOE, "C1"))
    go = Maneuver("us", other, at("E7"))
    assert "may not maneuver now (LHY 7.0)" in refusal(state, go)
    called = done(state, CallForReaction("us"))
    seen_nothing = Maneuver("ge", FOE, at("C2"))
    assert "may not maneuver now (LHY 8.1)" in refusal(called, seen_nothing)
    held = AssaultEntered("us.mg.1", "us", at("C1"), at("C2")).on(called)
    assert "OUR 64" in refusal(held, seen_nothing)


@pytest.mark.parametrize("kind", DecisionKind)
def test_the_decision_due_is_told_as_a_sentence(kind: DecisionKind) -> None:
    told = str(Decision(kind, "us", "a squad", at("C5"), target="a tank"))
    assert told.startswith(("us may ", "us has to ", "us decides ", "us gives ", "us names "))
    assert not set("_{}:") & set(told)


@proves("LHY-6.0.II.3c", "LHY-17.9.2a.1")
def test_6_0_ii_3c_hidden_units_that_enemies_came_near_are_revealed_at_the_end_of_the_cycle() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A9"), unit("ge.mg.1", "C2", HIDDEN), unit(FOE, "H1")]
    state = activated(*units)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert not state.unit("ge.mg.1").has(HIDDEN)


@proves("LHY-14.1.1", "LHY-11.5.3")
def test_9_0_a_side_names_no_counter_of_the_other() -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C6", DISRUPTED))
    assert "us has no unit" in refusal(state, Recover("us", FOE))
    assert "us has no unit" in refusal(state, FireAntiTank("us", FOE, (TANK,)))


@proves("LHY-6.0.1", "LHY-5.0.I.2", "LHY-5.0.I.5")
@pytest.mark.parametrize(("drm", "marks"), [(0, ()), (2, ()), (0, (CONCEALED,))])
def test_6_0_a_plan_tells_how_often_its_side_has_the_initiative(drm: int, marks: tuple[str, ...]) -> None:
    """Over all 100 throws of two dice, ties by parity; the modifier counts for the side that had the initiative."""

    def wins(us: int, ge: int) -> bool:
        return us > ge if us != ge else us % 2 == 0

    throws = list(product(range(1, 11), repeat=2))
    keeps = sum(wins(us + drm, ge) for us, ge in throws)
    takes = sum(wins(us, ge) for us, ge in throws)
    share = takes / (100 - keeps + takes)
    squad, *tanks = unit(US[0], "B7"), unit("us.able-tank.1.1", "F7"), unit("ge.stug.1", "D2", *marks)
    state = opened(SMALL_FIELD, [squad, *tanks], sides={"us": {"initiative_drm": drm}})
    ruling = RULESET.movements(state, squad)
    told = f"the Americans in {share:.0%} of them on the average, so that each turn of a way takes {1 / share:.1f} (LHY 6.0"
    assert told in "; ".join(map(str, ruling.reasons))
    assert "initiative" not in str(RULESET.reach(state, squad))


@proves("LHY-6.0.1", "LHY-5.0.I.7", "LHY-15.b.1")
@pytest.mark.parametrize("marks", [(), (CONCEALED,)])
def test_6_0_a_side_that_a_sniper_may_leave_without_a_leader_has_the_initiative_less_often(
    marks: tuple[str, ...],
) -> None:
    """Of a hundred throws 50 win; in 2 of them, a 10 and then a 1 or 2, the side forfeits it again. The enemy has a tank."""
    leader, foes = (
        unit("us.able.1.leader", "B7"),
        (unit("ge.stug.1", "D2", *marks), unit("ge.1kp.1.leader", "D2")),
    )
    before = activated(leader, *foes, ground=SMALL_FIELD, far=(), platoon="able.1")
    for state in (before, done(before, Maneuver("us", leader.id, at("B6")))):
        told = "; ".join(map(str, RULESET.movements(state, state.unit(leader.id)).reasons))
        assert "the Americans in 48% of them on the average" in told


@proves("LHY-3.0.1", "LHY-6.0.I.1", "LHY-6.0.II.1a", "LHY-7.0.1", "LHY-6.0.4", "LHY-7.0.2")
def test_6_only_units_of_the_activated_platoon_act() -> None:
    state = active(field())
    assert {action.unit for action in legal(state, Maneuver)} == {"us.able.1.squad.1", "us.able.1.leader"}
    assert "LHY 7.0" in refusal(state, Maneuver("us", "us.able.2.squad.1", at("F6")))


@proves("LHY-6.0.I.2", "LHY-6.0.II.1c")
def test_6_platoons_with_heroic_units_come_first() -> None:
    state = opened(SMALL_FIELD, [
        unit("us.able.1.leader", "B7"), unit("us.able.2.squad.1", "F7", HEROIC), unit("us.able.2.leader", "F7"),
        unit("us.baker.1.leader", "H7"), unit("ge.1kp.1.leader", "D2"),
    ])  # fmt: skip
    state = done(state, RollInitiative("us"), 9, 2)
    assert [action.company for action in legal(state, SelectCompany)] == ["able"]
    state = done(state, SelectCompany("us", "able"))
    assert [action.platoons for action in legal(state, Activate)] == [("able.2",)]


@proves("LHY-9.0.2", "LHY-9.0.3")
def test_9_0_one_action_a_turn() -> None:
    state = done(active(field()), Maneuver("us", "us.able.1.squad.1", at("B6")), EndManeuver("us"))
    assert "has already acted" in refusal(state, Maneuver("us", "us.able.1.squad.1", at("B5")))


@proves("LHY-6.0.II.2b", "LHY-6.0.II.2d", "LHY-6.0.II.4a", "LHY-6.0.II.4c")
def test_6_0_two_passes_end_the_cycle_and_the_next_platoon_follows() -> None:
    state = active(field())
    for side in ("us", "ge", "us"):
        assert course(state).step in (Step.ACTIONS, Step.REACTION)
        state = done(state, CallForReaction(side))
    assert course(state).step is Step.PLATOON
    assert [action.platoons for action in legal(state, Activate)] == [("able.2",)]


@proves("LHY-9.0.1", "LHY-10.0.1", "LHY-6.0.4")
def test_an_action_out_of_turn_is_refused_and_changes_nothing() -> None:
    state = active(field())
    assert refusal(state, CallForReaction("ge")) == "us decides now, not ge (LHY 6.0)"
    with pytest.raises(IllegalAction, match="us decides now"):
        carry_out(PLAY, state, CallForReaction("ge"), ScriptedDice([]))
    assert "has no unit nobody" in refusal(state, Maneuver("us", "nobody", at("B6")))
    assert "is not next to" in refusal(state, Maneuver("us", "us.able.1.squad.1", at("H1")))
    assert "cannot be declared now" in refusal(state, RollInitiative("us"))


@proves("LHY-6.0.1", "LHY-6.0.2", "LHY-6.0.II.2c", "LHY-7.0.3", "LHY-7.3", "LHY-9.1.2b")
def test_6_0_held_back_units_react_later_but_are_not_activated_again() -> None:
    state = active(field())
    state = done(state, CallForReaction("us"))
    assert PLAY.to_act(state) == "ge"
    state = done(state, Maneuver("ge", "ge.1kp.1.leader", at("D3")), EndManeuver("ge"), CallForReaction("ge"))
    assert PLAY.to_act(state) == "us"
    assert not refusal(state, Maneuver("us", "us.able.1.squad.1", at("B6"))), (
        "held back, he reacts to what he saw"
    )
    state = done(state, CallForReaction("us"), CallForReaction("ge"))
    assert [action.platoons for action in legal(state, Activate)] == [("able.2",)]
    assert not any(
        isinstance(action, Activate) and action.side == "ge" for action in PLAY.legal_actions(state)
    )


@proves("LHY-6.0.II.1b", "LHY-6.0.II.4b", "LHY-6.0.III", "LHY-5.0.I.3")
def test_6_0_every_platoon_is_activated_even_without_actions_and_then_fire_is_resolved() -> None:
    state = active(field())
    for _ in range(2):
        for side in ("us", "ge", "us"):
            state = done(state, CallForReaction(side))
        if course(state).phase is Phase.ACTIVATION:
            state = done(state, legal(state, Activate)[0])
    assert course(state).phase is Phase.TIME, "no fire, no assault and no mortar"


GERMAN_LEADER = "ge.1kp.1.leader"


@proves("LHY-6.0.II.1a", "LHY-6.0.I.1")
@pytest.mark.parametrize(
    ("tanks", "activations"),
    [(("1.1", "co"), [("able-tank.1",)]), (("co",), [("able-tank.0",)])],
)
def test_6_0_a_command_tank_is_a_platoon_of_its_own_only_where_it_is_alone(
    tanks: tuple[str, ...], activations: list[tuple[str, ...]]
) -> None:
    units = [unit(f"us.able-tank.{tank}", place) for tank, place in zip(tanks, ("B7", "D7"), strict=False)]
    state = done(opened(FIELD, [*units, unit(GERMAN_LEADER, "H1")]), RollInitiative("us"), 9, 2)
    state = done(state, SelectCompany("us", "able-tank"))
    assert [action.platoons for action in legal(state, Activate)] == activations


@proves("LHY-6.0.I.1", "LHY-3.1.2")
@pytest.mark.parametrize(
    ("done_so_far", "left"),
    [
        ({}, ["able", "baker"]),
        ({"companies_done": frozenset({"able"})}, ["baker"]),
        ({"platoons_done": frozenset({"able.1"})}, ["baker"]),
    ],
)
def test_6_0_a_company_is_selected_once_and_only_with_a_platoon_left(
    done_so_far: dict[str, Any], left: list[str]
) -> None:
    units = [unit(LEADER, "B7"), unit("us.baker.1.leader", "D7"), unit(GERMAN_LEADER, "H1")]
    state = done(opened(FIELD, units), RollInitiative("us"), 9, 2)
    state = replace(state, course=replace(course(state), **done_so_far))
    assert [action.company for action in legal(state, SelectCompany)] == left


@proves("LHY-6.0.II.2b", "LHY-6.0.II.2d", "LHY-8.2")
def test_6_0_a_side_that_calls_mortar_fire_has_not_passed() -> None:
    mortar = [{"id": "8cm", "side": "ge", "kind": "8cm"}]
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C4"), mortars=mortar)
    state = done(state, CallForReaction("us"))
    state = done(state, CallMortar("ge", "8cm", FOE, at("C8")), 7, CallForReaction("ge"))
    state = done(state, CallForReaction("us"))
    assert course(state).step is Step.REACTION
    assert PLAY.to_act(state) == "ge", "one pass only: the German had not passed"
    assert course(done(state, CallForReaction("ge"))).step is Step.PLATOON


SICK, RIDER = "us.able.1.squad.2", "us.able.1.section.a"
GUN = "us.gun57.1"
DEEDS: dict[str, tuple[str, Callable[[], Any]]] = {
    "maneuver": (SQUAD, lambda: Maneuver("us", SQUAD, at("A9"))),
    "withdraw": (SQUAD, lambda: Withdraw("us", (SQUAD,), at("B9"))),
    "deploy": (SQUAD, lambda: Deploy("us", SQUAD)),
    "assault": (SQUAD, lambda: Assault("us", (SQUAD,), at("B7"))),
    "fire": (SQUAD, lambda: FireSmallArms("us", SQUAD, (at("B7"),))),
    "fire at a tank": (TANK, lambda: FireAntiTank("us", TANK, ("ge.pz4.2.1",))),
    "recover": (SICK, lambda: Recover("us", SICK)),
    "mount": (SICK, lambda: Load("us", SICK, HALFTRACK)),
    "dismount": (RIDER, lambda: Unload("us", RIDER)),
    "limber up": (GUN, lambda: Limber("us", GUN, at("G9"))),
    "start or stop": (TANK, lambda: ChangeMotion("us", TANK, stop=True)),
    "go on overwatch": (TANK, lambda: Overwatch("us", TANK)),
    "overrun": (TANK, lambda: Overrun("us", TANK, at("B7"))),
    "bypass": (TANK, lambda: Bypass("us", TANK, at("B7"))),
}
"""What a unit may mean to do, and which unit it is."""


def ready_for_everything(platoon: str) -> GameState:
    """Men and a tank in motion next to the enemy, a disrupted squad beside a halftrack, a gun, and a gun aboard a truck."""
    units = [
        unit(SQUAD, "B8"), unit(TANK, "B8", IN_MOTION), unit(FOE, "B7"), unit("ge.pz4.2.1", "H7"),
        unit(SICK, "E9", DISRUPTED), unit(HALFTRACK, "E9"), unit("us.able.1.leader", "E9"), unit(GUN, "G9"),
        unit(TRUCK, "G10"), unit(RIDER, "G10"), unit("us.able.2.leader", "H10"),
    ]  # fmt: skip
    state = activated(*units, platoon=platoon, edition="series-3.1", switches={"trucks_inherent": True})
    return Mounted(RIDER, TRUCK).on(state)


@proves(
    "LHY-7.0.1", "LHY-9.0.1", "LHY-10.0.1", "LHY-10.3.1.0.1", "LHY-10.3.2.1", "LHY-13.1.0", "LHY-14.1.1",
    "LHY-10.4.6.0.2", "LHY-10.4.6.2.2.1", "LHY-10.4.6.3.2", "LHY-10.4.1.ow", "LHY-10.4.5.0",
    "LHY-10.4.5B.1", "LHY-11.0.2", "LHY-10.4.1a.2",
)  # fmt: skip
@pytest.mark.parametrize("deed", DEEDS)
def test_7_0_no_unit_acts_whose_platoon_is_not_activated(deed: str) -> None:
    name, action = DEEDS[deed]
    to_do = "fire" if deed.startswith("fire") else deed
    assert f"{name} may not {to_do} now (LHY 7.0" in refusal(ready_for_everything("able.2"), action())


@proves(
    "LHY-9.0.2", "LHY-10.0.1", "LHY-10.3.1.0.1", "LHY-10.3.2.1", "LHY-13.1.0", "LHY-14.1.1",
    "LHY-10.4.6.0.2", "LHY-10.4.6.2.2.1", "LHY-10.4.6.3.2", "LHY-10.4.1.ow", "LHY-10.4.5.0",
    "LHY-10.4.5B.1", "LHY-11.0.2", "LHY-10.4.1a.2",
)  # fmt: skip
@pytest.mark.parametrize("deed", DEEDS)
def test_9_0_no_unit_acts_twice_in_a_turn(deed: str) -> None:
    name, action = DEEDS[deed]
    again = f"{name} has already acted this turn (LHY 9.0"
    state = ready_for_everything("able-tank.1" if name == TANK else "able.1")
    assert again not in refusal(state, action())
    acted = UnitActed(name, ActionKind.MANEUVER, ()).on(state)
    assert again in refusal(acted, action())
