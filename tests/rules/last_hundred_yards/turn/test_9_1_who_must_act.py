"""9.1: which units must act or react."""

from dataclasses import replace

import pytest

from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    HEROIC,
    IN_MOTION,
    REGROUPING,
    SHOCKED,
)
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import ChangeMotion, EndManeuver
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.activation.duties import duty_to_act
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    SMALL_FIELD,
    activated,
    at,
    done,
    opened,
    position_seen_by,
    refusal,
    unit,
)
from tests.rules.last_hundred_yards.turn.two_platoons import active

SQUAD, LEADER, TANK, FOE, STUG = (
    "us.able.1.squad.1",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
    "ge.stug.1",
)


@proves("LHY-9.1.1d")
@pytest.mark.parametrize(
    ("enemy", "conditions", "threatens"),
    [
        ("ge.pak40.3", (), True),
        ("ge.pak40.3", (DISRUPTED,), False),
        ("ge.1kp.1.leader", (), False),  # no ATV
        (FOE, (), False),  # an ATV below 0 does nothing to a tank
        ("ge.latw.1", (), False),  # two hexes of range
        ("ge.stug.1", ("shocked",), False),
        ("ge.stug.1", (), True),
    ],
)
def test_9_1_1d_which_enemies_oblige_a_tank_to_act(
    enemy: str, conditions: tuple[str, ...], threatens: bool
) -> None:
    state = activated(unit(TANK, "C8"), unit(enemy, "C4", *conditions), platoon="able-tank.1")
    assert (f"within range and LOS of {enemy}" in refusal(state, CallForReaction("us"))) is threatens


@proves("LHY-9.1.1d", "LHY-4.1.14a")
@pytest.mark.parametrize(("facing", "threatens"), [(0.0, False), (180.0, True)])
def test_9_1_1d_a_fortified_position_threatens_what_is_before_it(facing: float, threatens: bool) -> None:
    position = replace(unit("ge.fp.1", "C4"), facing_deg=facing)
    state = activated(unit(TANK, "C8"), position, platoon="able-tank.1")
    assert ("within range and LOS" in refusal(state, CallForReaction("us"))) is threatens


@proves("LHY-9.1.1d", "LHY-11.3b")
def test_9_1_1d_a_gun_in_tow_threatens_no_unit() -> None:
    gun, carrier = "ge.pak40.3", "ge.truck.1"
    state = activated(
        unit(TANK, "C8"), unit(gun, "C4"), unit(carrier, "C4"), platoon="able-tank.1", aboard={gun: carrier}
    )
    assert "within range and LOS" not in refusal(state, CallForReaction("us"))


@proves("LHY-9.1.1b")
@pytest.mark.parametrize(("enemy_at", "seen"), [("C4", True), ("C1", False)])
def test_9_1_1b_disrupted_units_must_act_where_an_enemy_sees_them(enemy_at: str, seen: bool) -> None:
    ground = board("\n".join([". . . . . . . ."] * 2 + ["f f f f f f f f"] + [". . . . . . . ."] * 7))
    units = [unit(SQUAD, "C8", DISRUPTED), unit(LEADER, "A9"), unit(FOE, enemy_at)]
    state = activated(*units, ground=ground, far=())
    assert ("in LOS of the enemy and must act" in refusal(state, CallForReaction("us"))) is seen


@proves("LHY-9.1.2a", "LHY-7.2a.1", "LHY-4.3.0.3")
@pytest.mark.parametrize(
    ("mg_at", "conditions", "held"),
    [("B6", (), True), ("B6", (CONCEALED,), False), ("G7", (), False)],
    ids=["in sight", "concealed", "behind the forest"],
)
def test_9_1_2a_support_of_the_activated_platoon_obliges_disrupted_enemies_in_sight_to_react(
    mg_at: str, conditions: tuple[str, ...], held: bool
) -> None:
    # The squad and its leader are behind the forest; only the MG, which acts with them, has B2 in sight.
    forest = open_ground(8, 10, {"D4": "f", "E4": "f", "F4": "f", "G4": "f", "H4": "f"})
    units = [unit("us.mg.1", mg_at, *conditions), unit(SQUAD, "H9"), unit(LEADER, "H9")]
    state = activated(*units, unit(FOE, "B2", DISRUPTED), ground=forest, far=(unit("ge.1kp.2.leader", "H1"),))
    state = done(state, CallForReaction("us"))
    assert ("is disrupted in LOS of the enemy" in refusal(state, CallForReaction("ge"))) is held


@proves("LHY-9.1.2a", "LHY-7.0.2", "LHY-7.2b.1", "LHY-7.2c.1")
@pytest.mark.parametrize("who", ["us.able-tank.1.1", "us.able.2.squad.1"])
@pytest.mark.parametrize("joins", [True, False])
def test_9_1_2a_a_unit_joining_the_activated_platoon_obliges_disrupted_enemies_in_sight_to_react(
    who: str, joins: bool
) -> None:
    # B2 is not in sight from G9; one unit goes on to F9, from which it is.
    forest = open_ground(8, 10, {"D4": "f", "E4": "f", "F4": "f", "G4": "f", "H4": "f"})
    units = [unit(who, "G9"), unit(SQUAD, "G9"), unit(LEADER, "H9"), unit("us.able.2.leader", "H9")]
    foes = [unit(FOE, "B2", DISRUPTED), unit("ge.1kp.2.leader", "H1")]
    state = activated(*units, ground=forest, far=foes)
    if joins:
        state = done(state, Maneuver("us", who, at("F9")), EndManeuver("us"))
    else:
        state = state.with_unit(replace(state.unit(who), at=at("F9")))
    state = done(state, CallForReaction("us"))
    assert ("is disrupted in LOS of the enemy" in refusal(state, CallForReaction("ge"))) is joins


@proves("LHY-9.1.2a", "LHY-17.10")
@pytest.mark.parametrize("acts", [True, False])
def test_9_1_2a_a_command_tank_acting_with_a_platoon_obliges_disrupted_enemies_in_sight_to_react(
    acts: bool,
) -> None:
    forest = open_ground(8, 10, {"D4": "f", "E4": "f", "F4": "f", "G4": "f", "H4": "f"})
    units = [unit("us.able-tank.co", "F9"), unit("us.able-tank.1.1", "H9"), unit("us.able-tank.2.1", "H9")]
    foes = [unit(FOE, "B2", DISRUPTED), unit("ge.1kp.2.leader", "H1")]
    state = activated(*units, ground=forest, far=foes, platoon="able-tank.1")
    if acts:
        state = done(state, Maneuver("us", "us.able-tank.co", at("F8")), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    assert ("is disrupted in LOS of the enemy" in refusal(state, CallForReaction("ge"))) is acts


SECOND_TANK = "us.able-tank.1.2"


@proves("LHY-9.1.2.0", "LHY-9.1.2a", "LHY-9.1.2b")
@pytest.mark.parametrize(
    ("calls", "who", "must"),
    [
        ("us", STUG, True),  # the first call, to the side without the initiative
        ("us", FOE, True),
        ("us", SECOND_TANK, False),  # one held back in the activation
        ("us ge", SECOND_TANK, False),
        ("us ge us", STUG, False),  # no longer the first
        ("us ge us", FOE, False),
    ],
)
def test_9_1_2_only_the_first_call_puts_duties_and_on_the_inactive_side_alone(
    calls: str, who: str, must: bool
) -> None:
    state = activated(
        unit(SQUAD, "C8"),
        unit(LEADER, "C8"),
        unit(SECOND_TANK, "A9"),
        unit(STUG, "C4"),
        unit(FOE, "C4"),
        far=(),
    )
    for side in calls.split():
        state = done(state, CallForReaction(side))
    hurt = unit(who, str(state.unit(who).at), DISRUPTED if who == FOE else SHOCKED)
    state = state.with_unit(hurt)
    assert (duty_to_act(position_seen_by(state, who[:2]), state.unit(who)) is not None) is must


SQUADS = ("us.able.1.squad.1", "us.able.1.squad.2")


@proves("LHY-9.1.1d", "LHY-9.1.1.0", "LHY-13.6.6.3.fire")
@pytest.mark.parametrize(
    ("vehicle", "enemy", "place", "conditions", "must"),
    [
        (TANK, "ge.pak40.3", "C4", (), True),
        (TANK, "ge.pak40.3", "C4", (DISRUPTED,), False),
        (TANK, "ge.pak40.3", "C4", (CONCEALED,), False),
        (TANK, "ge.stug.1", "C4", (), True),
        (TANK, "ge.stug.1", "C4", (SHOCKED,), False),
        (TANK, "ge.latw.1", "C7", (), True),
        (TANK, "ge.latw.1", "C6", (), False),  # its range is 2
        (TANK, "ge.latw.1", "C8", (REGROUPING,), False),  # it may only fire small arms
        (TANK, FOE, "C7", (), False),  # an ATV below 0 is for carriers
        ("us.m3.2", FOE, "C7", (), True),
        ("us.m3.2", FOE, "C4", (), False),  # its range is 4
        ("us.m3.2", "ge.1kp.1.leader", "C7", (), False),
        (TANK, "ge.flak38.1", "C7", (), True),  # ATV 0
    ],
)
def test_9_1_1d_a_vehicle_in_range_and_sight_of_anti_tank_fire_must_act(
    vehicle: str, enemy: str, place: str, conditions: tuple[str, ...], must: bool
) -> None:
    units = [unit(vehicle, "C9"), unit(LEADER, "C9"), unit(SQUADS[0], "C9"), unit(enemy, place, *conditions)]
    state = activated(*units, platoon="able-tank.1" if vehicle == TANK else "able.1")
    assert (duty_to_act(position_seen_by(state, "us"), state.unit(vehicle)) is not None) is must


@proves("LHY-9.1.1d")
def test_9_1_1d_a_vehicle_out_of_sight_of_anti_tank_fire_need_not_act() -> None:
    woods = board("\n".join([". . . . . . . ."] * 6 + ["w w w w w w w w"] + [". . . . . . . ."] * 3))
    units = [unit(TANK, "C9"), unit(LEADER, "C9"), unit("ge.pak40.3", "C4")]
    state = activated(*units, platoon="able-tank.1", ground=woods)
    assert duty_to_act(position_seen_by(state, "us"), state.unit(TANK)) is None


@proves("LHY-9.1.1.0", "LHY-9.1.1b", "LHY-9.1.1c")
def test_9_1_1_disrupted_units_in_los_and_vehicles_in_motion_must_act() -> None:
    units = [
        unit("us.able.1.squad.1", "D5", DISRUPTED),
        unit("us.able.1.leader", "B7"),
        unit("ge.1kp.1.leader", "D2"),
    ]
    state = active(opened(SMALL_FIELD, units))
    assert "disrupted in LOS" in refusal(state, CallForReaction("us"))
    assert not refusal(done(state, Recover("us", "us.able.1.squad.1"), 5), CallForReaction("us"))
    tank = [unit("us.able-tank.1.1", "B7", IN_MOTION), unit("ge.1kp.1.leader", "D2")]
    state = active(opened(SMALL_FIELD, tank), ("able-tank.1",))
    assert "in motion" in refusal(state, CallForReaction("us"))
    assert not refusal(done(state, ChangeMotion("us", "us.able-tank.1.1", stop=True)), CallForReaction("us"))


@proves("LHY-9.1.1.0", "LHY-7.2a.2", "LHY-7.2b.1", "LHY-7.2c.1", "LHY-17.10")
@pytest.mark.parametrize(
    ("who", "mark", "others", "platoon", "must"),
    [
        ("us.able-tank.1.1", IN_MOTION, (), "able.1", False),
        ("us.able-tank.1.1", SHOCKED, (), "able.1", False),
        ("us.able-tank.1.1", IN_MOTION, (), "able-tank.1", True),
        ("us.able.2.squad.1", DISRUPTED, (), "able.1", False),
        ("us.able.1.squad.2", DISRUPTED, (), "able.1", True),
        ("us.m3.2", IN_MOTION, (), "able.1", True),
        ("us.m3.2", IN_MOTION, ("us.able.2.squad.1",), "able.1", False),  # as near to another platoon
        ("us.able-tank.co", IN_MOTION, ("us.able-tank.1.1",), "able-tank.1", True),
        ("us.able-tank.co", IN_MOTION, ("us.able-tank.1.1", "us.able-tank.2.1"), "able-tank.1", False),
    ],
)
def test_9_1_1_no_unit_must_act_in_an_activation_that_it_need_not_join(
    who: str, mark: str, others: tuple[str, ...], platoon: str, must: bool
) -> None:
    """All units are in one hex that the enemy sees, except the leader of the other platoon."""
    names = ["us.able.1.squad.1", "us.able.1.leader", *others]
    units = [unit(who, "B7", mark), *(unit(name, "B7") for name in names)]
    units += [unit("us.able.2.leader", "F9"), unit("ge.1kp.1.leader", "B2")]
    state = active(opened(SMALL_FIELD, units), (platoon,))
    assert (f"{who} is" in refusal(state, CallForReaction("us"))) is must
    assert any(who in str(action) for action in PLAY.legal_actions(state)), "though he may act"


@proves("LHY-9.1.2.0", "LHY-9.1.2a")
def test_9_1_2_disrupted_defenders_in_los_of_the_activated_platoon_must_react() -> None:
    units = [
        unit("us.able.1.squad.1", "D6"),
        unit("us.able.1.leader", "D6"),
        unit("ge.1kp.1.squad.1", "D2", DISRUPTED),
    ]
    state = done(active(opened(SMALL_FIELD, [*units, unit("ge.1kp.1.leader", "A1")])), CallForReaction("us"))
    assert "9.1.2" in refusal(state, CallForReaction("ge"))
    assert not refusal(done(state, Recover("ge", "ge.1kp.1.squad.1"), 5), CallForReaction("ge"))


@proves("LHY-9.1.2b")
def test_9_1_2b_heroic_defenders_must_react_wherever_they_are() -> None:
    units = [
        unit("us.able.1.squad.1", "D6"),
        unit("us.able.1.leader", "D6"),
        unit("ge.1kp.1.squad.1", "D2", HEROIC),
    ]
    state = done(active(opened(SMALL_FIELD, [*units, unit("ge.1kp.1.leader", "A1")])), CallForReaction("us"))
    assert "heroic and must act" in refusal(state, CallForReaction("ge"))
