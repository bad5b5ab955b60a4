"""10.4.6: who mounts when, from where, and what the carrier may do meanwhile."""

import pytest

from rules.last_hundred_yards.conditions import IN_MOTION
from rules.last_hundred_yards.fire_actions import FireSmallArms
from rules.last_hundred_yards.maneuver_actions import Load
from rules.last_hundred_yards.turn_actions import Activate, CallForReaction, RollInitiative, SelectCompany
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, opened, refusal, unit

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"


@proves("LHY-10.4.6.0.2")
def test_10_4_6_in_an_activation_only_the_activated_infantry_mounts_in_reaction_any() -> None:
    units = [unit(SQUAD, "C9"), unit(LEADER, "C9"), unit("us.m3.2", "C9")]
    other = [
        unit("us.able.2.squad.1", "E9"),
        unit("us.truck.1", "E9"),
        unit("us.able.2.leader", "A10"),
        unit(FOE, "C4"),
    ]
    state = activated(*units, *other)
    assert "may not mount" in refusal(state, Load("us", "us.able.2.squad.1", "us.truck.1"))
    assert not refusal(state, Load("us", SQUAD, "us.m3.2"))
    state = done(done(state, CallForReaction("us")), CallForReaction("ge"))
    assert not refusal(state, Load("us", "us.able.2.squad.1", "us.truck.1"))


@proves("LHY-10.4.6.2.1.2")
def test_10_4_6_2_1_a_halftrack_may_shoot_and_scoot_while_men_mount() -> None:
    units = [unit(SQUAD, "C9"), unit(LEADER, "C9"), unit("us.m3.2", "C9"), unit("ge.mg.1", "C6")]
    state = done(activated(*units), Load("us", SQUAD, "us.m3.2"))
    after = done(state, FireSmallArms("us", "us.m3.2", (at("C6"),), "shoot_and_scoot"))
    assert after.unit("us.m3.2").has(IN_MOTION)
    assert course(after).loads_of("us.m3.2") == (SQUAD,)


@proves("LHY-10.4.6.3a")
@pytest.mark.parametrize(("letter", "allowed"), [("w", True), ("f", True), (".", False)])
def test_10_4_6_3a_from_the_next_hex_only_where_the_carrier_cannot_drive(letter: str, allowed: bool) -> None:
    ground = board("\n".join([". . . . ."] * 6 + [f". . {letter} . ."] + [". . . . ."] * 3))
    units = [unit("us.gun57.1", "C7"), unit(SQUAD, "C7"), unit(LEADER, "C7"), unit("us.m3.2", "C8")]
    state = opened(ground, [*units, unit("ge.1kp.2.leader", "E1")])
    state = done(state, RollInitiative("us"), 9, 2)
    state = done(done(state, SelectCompany("us", "able")), Activate("us", ("able.1",)))
    assert (not refusal(state, Load("us", "us.gun57.1", "us.m3.2"))) is allowed
