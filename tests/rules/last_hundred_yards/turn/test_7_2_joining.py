"""7.2 and 7.3: which units act with an activated platoon."""

from dataclasses import replace
from typing import Any

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import DISRUPTED, IN_MOTION
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import ChangeMotion, EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.vehicles.transport import Unload
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.order_events import TurnBegan
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.progress import Step
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
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
from tests.rules.last_hundred_yards.turn.two_platoons import GE, US, active, walked

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"


@proves("LHY-7.2a.1", "LHY-7.2a.2", "LHY-3.2.3")
def test_7_2a_support_units_activate_with_the_nearest_platoon() -> None:
    units = [
        unit(one, place) for one, place in zip(US + GE, ("B7", "B7", "F7", "F7", "D2", "D2"), strict=True)
    ]
    units += [unit("us.mg.1", "C7"), unit("us.mg.2", "E7"), unit("us.mg.3", "D7")]
    state = active(opened(SMALL_FIELD, units))
    assert {"us.mg.1", "us.mg.3"} == {action.unit for action in legal(state, Maneuver)} - set(US)


@proves("LHY-7.2b.1", "LHY-7.2b.2")
def test_7_2b_one_stacked_unit_of_the_company_joins() -> None:
    units = [unit("us.able.1.squad.1", "B7"), unit("us.able.1.leader", "B7"), unit("us.able.2.squad.1", "B7")]
    units += [unit("us.able.2.squad.2", "B7"), unit("us.able.2.leader", "F7"), unit("ge.1kp.1.leader", "D2")]
    state = active(opened(SMALL_FIELD, units))
    assert "us.able.2.squad.1" in {action.unit for action in legal(state, Maneuver)}
    state = done(state, Maneuver("us", "us.able.2.squad.1", at("B6")), EndManeuver("us"))
    assert "us.able.2.squad.2" not in {action.unit for action in legal(state, Maneuver)}
    with_leader = [one for one in units if one.id != "us.able.2.leader"] + [unit("us.able.2.leader", "B7")]
    assert "us.able.2.squad.1" not in {
        action.unit for action in legal(active(opened(SMALL_FIELD, with_leader)), Maneuver)
    }


@proves("LHY-7.2c.1", "LHY-7.2c.2")
def test_7_2c_tanks_join_infantry_of_their_hex_but_not_the_reverse() -> None:
    units = [unit("us.able.1.squad.1", "B7"), unit("us.able.1.leader", "B7"), unit("us.able-tank.1.1", "B7")]
    units += [unit("us.able-tank.2.1", "F7"), unit("ge.1kp.1.leader", "D2")]
    state = opened(SMALL_FIELD, units)
    assert "us.able-tank.1.1" in {action.unit for action in legal(active(state), Maneuver)}
    assert "us.able-tank.2.1" not in {action.unit for action in legal(active(state), Maneuver)}
    assert {action.unit for action in legal(active(state, ("able-tank.1",)), Maneuver)} == {
        "us.able-tank.1.1"
    }


@proves("LHY-7.2a.1", "LHY-7.2c.1")
@pytest.mark.parametrize("support", ["us.mg.1", "us.latw.1", "us.gun57.1", "us.m3.2"])
@pytest.mark.parametrize(("nearest", "joins"), [("B6", True), ("F7", False)])
def test_7_2c_tanks_join_beside_support_which_is_part_of_the_platoon(
    support: str, nearest: str, joins: bool
) -> None:
    """A tank alone with support in C7; the activated platoon is next to them, or another is."""
    units = [unit("us.able.1.squad.1", nearest), unit("us.able.1.leader", nearest)]
    units += [unit("us.able.2.squad.1", "D6"), unit("us.able.2.leader", "D6")] if not joins else []
    units += [unit(support, "C7"), unit("us.able-tank.1.1", "C7"), unit("ge.1kp.1.leader", "D2")]
    state = active(opened(SMALL_FIELD, units))
    assert ("us.able-tank.1.1" in {action.unit for action in legal(state, Maneuver)}) is joins


@proves("LHY-7.2c.1", "LHY-17.10")
def test_7_2c_a_command_tank_joins_too_alone_or_beside_one_platoon_of_its_company() -> None:
    def waiting(state: GameState) -> set[str]:
        return {action.unit for action in legal(state, Maneuver) if "tank" in action.unit}

    def joined(state: GameState, tank: str) -> GameState:
        return done(state, Maneuver("us", tank, at("B6")), EndManeuver("us"))

    tanks = ["us.able-tank.co", "us.able-tank.1.1", "us.able-tank.2.1"]
    units = [unit("us.able.1.squad.1", "B7"), unit("us.able.1.leader", "B7"), unit("ge.1kp.1.leader", "D2")]
    state = active(opened(SMALL_FIELD, [*units, *(unit(tank, "B7") for tank in tanks)]))
    assert waiting(state) == set(tanks)
    command, first, second = tanks
    assert not refusal(state, Maneuver("us", first, at("B6"), along=(command,)))
    assert "only one AFV platoon may join" in refusal(state, Maneuver("us", first, at("B6"), along=(second,)))
    with_first = joined(state, "us.able-tank.1.1")
    assert waiting(with_first) == {"us.able-tank.co"}
    assert waiting(joined(with_first, "us.able-tank.co")) == set(), "the first platoon has joined still"
    alone = joined(state, "us.able-tank.co")
    assert waiting(alone) == {"us.able-tank.1.1", "us.able-tank.2.1"}
    elsewhere = active(opened(SMALL_FIELD, [*units, unit("us.able-tank.co", "C7")]))
    assert waiting(elsewhere) == set(), "only with infantry of its hex"


@proves("LHY-17.10", "LHY-7.2c.1")
def test_17_10_a_command_tank_acts_with_any_platoon_of_its_company() -> None:
    units = [unit("us.able-tank.2.1", "B7"), unit("us.able-tank.co", "F7"), unit("ge.1kp.1.leader", "D2")]
    state = active(opened(SMALL_FIELD, units), ("able-tank.2",))
    assert {action.unit for action in legal(state, Maneuver)} == {"us.able-tank.2.1", "us.able-tank.co"}
    assert "us.able-tank.co" not in course(done(state, Maneuver("us", "us.able-tank.co", at("F6")))).joined


@proves("LHY-7.2.0")
def test_7_2_0_dummies_act_with_any_activated_platoon() -> None:
    units = [
        unit(one, place) for one, place in zip(US + GE, ("B7", "B7", "F7", "F7", "D2", "D2"), strict=True)
    ]
    state = active(opened(SMALL_FIELD, [*units, unit("us.dummy.1", "H8", "concealed")]))
    assert "us.dummy.1" in {action.unit for action in legal(state, Maneuver)}


@proves("LHY-7.2a.1", "LHY-7.2a.2")
def test_7_2a_support_stays_with_the_platoon_it_was_nearest_to_as_it_was_activated() -> None:
    # The MG in B5 is stacked with Able 1; Able 2 is in the adjacent B6. When Able 1 leaves, the MG still acts with it.
    units = [unit(SQUAD, "B5"), unit(LEADER, "B5"), unit("us.mg.1", "B5"), unit("us.able.2.leader", "B6")]
    state = activated(*units, unit("us.mg.2", "B7"))
    for who in (SQUAD, LEADER):
        state = walked(state, who, "B4", "B3")
    assert not refusal(state, Maneuver("us", "us.mg.1", at("A6")))
    assert "LHY 7.0" in refusal(state, Maneuver("us", "us.mg.2", at("A8")))
    # Nobody joins by being come near to.
    near = activated(
        unit(SQUAD, "B5"), unit(LEADER, "B5"), unit("us.mg.1", "B8"), unit("us.able.2.leader", "B9")
    )
    assert "LHY 7.0" in refusal(walked(near, SQUAD, "B6", "B7"), Maneuver("us", "us.mg.1", at("A8")))


@proves("LHY-7.2b.1", "LHY-7.2c.1")
@pytest.mark.parametrize("leader_at", ["H10", "B4"])
def test_7_2_only_units_stacked_with_the_infantry_at_its_activation_join(
    leader_at: str,
) -> None:
    """Able 1 moves first, from B5 to B4; units from its old hex may join, units in its new hex may not (reading 187)."""
    with_it, come_to = ("us.able-tank.1.1", "us.able.2.squad.1"), ("us.able-tank.1.2", "us.able.2.squad.2")
    places = {**dict.fromkeys((SQUAD, LEADER, *with_it), "B5"), **dict.fromkeys(come_to, "B4")}
    state = activated(*(unit(*who) for who in places.items()), unit("us.able.2.leader", leader_at))
    for who in (SQUAD, LEADER):
        state = walked(state, who, "B4")
    assert not any(refusal(state, Maneuver("us", who, at("B6"))) for who in with_it)
    assert all("LHY 7.0" in refusal(state, Maneuver("us", who, at("B3"))) for who in come_to)


@proves("LHY-7.2b.1", "LHY-10.3.2.4")
def test_7_2b_no_unit_joins_because_a_squad_deploys_into_its_hex() -> None:
    """Their squad stood in B8 as its platoon was activated, and so did they (reading 187)."""
    borrowed = "us.able.2.squad.1"
    state = activated(
        unit(SQUAD, "B8"), unit(LEADER, "B8"), unit(borrowed, "B7"), unit("us.able.2.leader", "H9")
    )
    state = done(state, Maneuver("us", SQUAD, at("B7")), Deploy("us", SQUAD), 1, 1)
    state = done(state, EndManeuver("us"), EndManeuver("us"))
    assert {state.unit(f"us.able.1.section.{one}").at for one in "ab"} == {at("B7")}
    assert "LHY 7.0" in refusal(state, Maneuver("us", borrowed, at("B6")))


@proves("LHY-7.2b.1")
def test_7_2b_a_unit_that_the_umpire_puts_beside_the_platoon_may_join_it() -> None:
    """He was there all along: a correction is no move (reading 187)."""
    borrowed = "us.able.2.squad.1"
    units = [unit(SQUAD, "B8"), unit(LEADER, "B8"), unit(borrowed, "B6"), unit("us.able.2.leader", "H9")]
    state = activated(*units)
    state = PLAY.correct(state, replace(state.unit(borrowed), at=at("B8")), ScriptedDice([]))[1]
    assert not refusal(state, Maneuver("us", borrowed, at("B7")))


@proves("LHY-7.2b.1", "LHY-10.1.1a")
def test_7_2b_a_squad_that_joins_has_the_mp_of_an_activation() -> None:
    borrowed = "us.able.2.squad.1"
    units = (unit(one, "B8") for one in (SQUAD, LEADER, borrowed))
    state = activated(*units, unit("us.able.2.leader", "H9"))
    assert walked(state, borrowed, "B7", "B6", "B5").unit(borrowed).at == at("B5")


@proves("LHY-7.2a.1", "LHY-7.2a.2", "LHY-12.3.4.2")
def test_7_2a_support_is_led_by_the_platoon_it_acts_with_even_if_another_is_nearer_now() -> None:
    # Able 1 with its leader goes off; Able 2, next to the MG, has none.
    units = [unit(SQUAD, "B5"), unit(LEADER, "B5"), unit("us.mg.1", "B5"), unit("us.able.2.squad.1", "B6")]
    state = activated(*units)
    for who in (SQUAD, LEADER):
        state = walked(state, who, "B4", "B3")
    assert not refusal(state, Maneuver("us", "us.mg.1", at("A6")))


@proves("LHY-7.2a.1", "LHY-3.2.2")
def test_7_2a_an_mg_acts_with_a_leader_who_is_all_that_is_left_of_his_platoon() -> None:
    # Of Able 1 its leader alone is left; the MG in his hex fires with him, the MG nearer to Able 2 does not.
    units = [
        unit(LEADER, "B5"),
        unit("us.mg.1", "B5"),
        unit("us.mg.2", "F5"),
        unit("us.able.2.squad.1", "F6"),
    ]
    state = activated(*units, unit("us.able.2.leader", "F6"), unit(FOE, "B3"))
    assert FireSmallArms("us", "us.mg.1", (at("B3"),)) in legal(state, FireSmallArms)
    assert not refusal(state, Maneuver("us", "us.mg.1", at("B6")))
    assert "LHY 7.0" in refusal(state, Maneuver("us", "us.mg.2", at("F4")))


def next_platoon(state: GameState, platoon: str) -> GameState:
    """The Germans do not react, and another American platoon is activated."""
    while course(state).step in (Step.ACTIONS, Step.REACTION):
        state = done(state, CallForReaction(course(state).reacting or "us"))
    if course(state).step is Step.COMPANY:
        state = done(state, SelectCompany("us", platoon.split(".")[0]))
    return done(state, Activate("us", (platoon,)))


@proves("LHY-7.3", "LHY-7.2a.1")
@pytest.mark.parametrize(
    ("mg_at", "acts"), [("B8", False), ("C9", True)], ids=["nearest to Able 1", "as near to both"]
)
def test_7_3_an_mg_that_stood_idle_with_its_platoon_acts_with_no_other(mg_at: str, acts: bool) -> None:
    # Able 1 in B9 and Able 2 in D9; the MG is next to Able 1, or halfway between them (reading 171).
    units = [unit(SQUAD, "B9"), unit(LEADER, "B9"), unit("us.mg.1", mg_at)]
    state = activated(*units, unit("us.able.2.squad.1", "D9"), unit("us.able.2.leader", "D9"))
    assert not refusal(state, Maneuver("us", "us.mg.1", at("C8")))
    for who in (SQUAD, LEADER):
        state = walked(state, who, "A9")
    state = next_platoon(state, "able.2")
    move = Maneuver("us", "us.mg.1", at("C8"))
    assert (not refusal(state, move)) is acts
    assert acts or "LHY 7.3" in refusal(state, move)
    assert (move in legal(state, Maneuver)) is acts


@proves("LHY-7.3", "LHY-7.2b.1")
def test_7_3_a_squad_of_a_platoon_that_was_activated_before_joins_no_other() -> None:
    units = [unit(SQUAD, "B9"), unit(LEADER, "G9"), unit("us.able.2.squad.1", "B9")]
    state = activated(*units, unit("us.able.2.leader", "D9"))
    state = next_platoon(state, "able.2")
    assert "LHY 7.3" in refusal(state, Maneuver("us", SQUAD, at("B8")))
    # Not activated yet, it may.
    first = activated(*units, unit("us.able.2.leader", "D9"), platoon="able.2")
    assert not refusal(first, Maneuver("us", SQUAD, at("B8")))


@proves("LHY-7.3", "LHY-7.2c.1")
def test_7_3_a_tank_of_a_platoon_that_was_activated_before_joins_no_infantry() -> None:
    tank = "us.able-tank.1.1"
    units = [unit(SQUAD, "B9"), unit(LEADER, "B9"), unit(tank, "B9")]
    state = next_platoon(activated(*units, platoon="able-tank.1"), "able.1")
    assert "LHY 7.3" in refusal(state, Maneuver("us", tank, at("B8")))
    assert not refusal(activated(*units), Maneuver("us", tank, at("B8")))


@proves("LHY-7.3")
def test_7_3_in_the_next_turn_an_mg_that_stood_idle_is_activated_again() -> None:
    state = activated(unit(SQUAD, "B9"), unit(LEADER, "B9"), unit("us.mg.1", "B8"))
    assert course(state).support_done == {"us.mg.1"}
    assert not course(TurnBegan(2).on(state)).support_done


@proves("LHY-7.2b.1", "LHY-7.2b.2")
def test_7_2b_one_unit_of_a_company_joins_even_out_of_a_stack_but_none_with_its_own_leader() -> None:
    borrowed = ("us.able.2.squad.1", "us.able.2.squad.2")
    stack = [unit(SQUAD, "B7"), unit(LEADER, "B7"), *(unit(one, "B7") for one in borrowed)]
    state = activated(*stack, unit("us.able.2.leader", "G9"))
    assert not refusal(state, Withdraw("us", borrowed[:1], at("B8")))
    assert not refusal(state, Withdraw("us", (SQUAD, borrowed[0]), at("B8")))
    assert "LHY 7.2b" in refusal(state, Withdraw("us", borrowed, at("B8")))
    led = activated(*stack, unit("us.able.2.leader", "B7", DISRUPTED))
    assert "LHY 7.0" in refusal(led, Withdraw("us", borrowed[:1], at("B8")))


@proves("LHY-7.2c.1", "LHY-7.2b.2")
def test_7_2c_after_the_command_tank_one_platoon_of_its_tanks_joins_and_no_other() -> None:
    tanks = ("us.able-tank.co", "us.able-tank.1.1", "us.able-tank.2.1")
    stack = [unit(SQUAD, "B7"), unit(LEADER, "B7"), *(unit(tank, "B7") for tank in tanks)]
    state = activated(*stack, unit(FOE, "B3"))
    fires = [FireSmallArms("us", tank, (at("B3"),)) for tank in tanks]
    assert not any(refusal(state, fire) for fire in fires)
    state = done(state, fires[0])
    assert course(state).ad_hoc_tanks == "able-tank.0"
    state = done(state, fires[1])
    assert course(state).ad_hoc_tanks == "able-tank.1"
    assert "LHY 7.0" in refusal(state, fires[2])


@proves("LHY-7.2b.2")
def test_7_2b_two_units_of_a_company_do_not_join_in_one_combined_assault() -> None:
    borrowed = ("us.able.2.squad.1", "us.able.2.squad.2")
    tank = "us.able-tank.1.1"
    stack = [unit(one, "C5") for one in (SQUAD, LEADER, tank, *borrowed)]
    state = activated(*stack, unit("us.able.2.leader", "G9"), unit("ge.1kp.1.squad.1", "C4"))
    assert not refusal(state, Assault("us", (tank, borrowed[0]), at("C4")))
    assert not refusal(state, Assault("us", (tank, SQUAD, borrowed[0]), at("C4")))
    assert "LHY 7.2b" in refusal(state, Assault("us", (tank, *borrowed), at("C4")))


@proves("LHY-7.2b.1", "LHY-7.2b.2", "LHY-10.3.2.1")
def test_7_2b_a_squad_that_deploys_with_another_platoon_takes_the_place_and_both_sections_act() -> None:
    borrowed = ("us.able.2.squad.1", "us.able.2.squad.2")
    stack = [unit(SQUAD, "B7"), unit(LEADER, "B7"), *(unit(one, "B7") for one in borrowed)]
    state = done(activated(*stack, unit("us.able.2.leader", "G9")), Deploy("us", borrowed[0]), 1, 1)
    assert "LHY 7.0" in refusal(state, Maneuver("us", borrowed[1], at("B6")))
    for letter in "ab":
        state = walked(state, f"us.able.2.section.{letter}", "B6")
        assert state.unit(f"us.able.2.section.{letter}").at == at("B6")


@proves("LHY-7.2b.1", "LHY-7.2b.2")
def test_7_2b_a_unit_firing_with_another_platoon_is_the_only_one_to_join_this_turn() -> None:
    borrowed = ("us.able.2.squad.1", "us.able.2.squad.2")
    stack = [unit(SQUAD, "B7"), unit(LEADER, "B7"), *(unit(one, "B7") for one in borrowed)]
    state = activated(*stack, unit("us.able.2.leader", "G9"), unit(FOE, "B5"))
    other = FireSmallArms("us", borrowed[1], (at("B5"),))
    assert not refusal(state, other)
    after = done(state, FireSmallArms("us", borrowed[0], (at("B5"),)))
    assert f"{borrowed[1]} may not fire now (LHY 7.0)" in refusal(after, other)
    assert not refusal(after, FireSmallArms("us", SQUAD, (at("B5"),)))


@proves("LHY-7.2b.2", "LHY-7.2c.1")
def test_7_2_in_reaction_there_is_no_joining_and_units_of_any_platoons_act_together() -> None:
    men, tanks = (FOE, "ge.1kp.1.squad.2"), ("ge.pz4.2.1", "ge.pz4.3.1")
    germans = [*(unit(one, "C4") for one in men), *(unit(one, "E4", IN_MOTION) for one in tanks)]
    state = done(activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), *germans), CallForReaction("us"))
    assert not refusal(state, Withdraw("ge", men, at("C3")))
    assert not refusal(state, Maneuver("ge", tanks[0], at("E3"), along=tanks[1:]))


@proves("LHY-7.2b.1", "LHY-7.2b.2")
def test_7_2b_a_unit_assaulting_with_another_platoon_is_the_only_one_to_join_this_turn() -> None:
    first, second = (Assault("us", (f"us.able.2.squad.{number}",), at("C4")) for number in (1, 2))
    stack = [unit(SQUAD, "C5"), unit(LEADER, "C5"), *(unit(one.units[0], "C5") for one in (first, second))]
    state = activated(*stack, unit("us.able.2.leader", "G9"), unit("ge.1kp.1.squad.1", "C4"))
    assert not refusal(state, second)
    assert "LHY 7.0" in refusal(done(state, first), second)


@proves("LHY-7.2c.1", "LHY-7.2b.1")
@pytest.mark.parametrize(
    "first", [ChangeMotion("us", "us.able-tank.1.1", stop=False), Unload("us", "us.able.2.squad.1")]
)
def test_7_2_a_unit_going_into_motion_or_dismounting_with_another_platoon_is_the_one_that_joins(
    first: Any,
) -> None:
    """A tank beside the leader and a squad aboard its halftrack: each is the one unit of its kind that may join."""
    tanks, borrowed = ("us.able-tank.1.1", "us.able-tank.2.1"), ("us.able.2.squad.1", "us.able.2.squad.2")
    stack = [unit(one, "B7") for one in (LEADER, SQUAD, borrowed[0], tanks[0], "us.m3.2")]
    others = [unit(borrowed[1], "C7"), unit(tanks[1], "B7"), unit("us.able.2.leader", "G9")]
    state = Mounted(borrowed[0], "us.m3.2").on(activated(*stack, *others))
    before = replace(course(state), loaded_this_turn=frozenset())
    after = course(done(replace(state, course=before), first))
    assert (after.borrowed, after.ad_hoc_tanks) != (before.borrowed, before.ad_hoc_tanks)
