"""Chapter 10.4: vehicles in motion, overrun and transport."""

from dataclasses import replace

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.record.corrections import Correction
from rules.last_hundred_yards.book.conditions import DISRUPTED, HEROIC, IN_MOTION, STOPPED
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import ChangeMotion, EndManeuver
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.overrun_resistance import ResistOverrun, resistance
from rules.last_hundred_yards.declarations.vehicles.transport import Load, Unload
from rules.last_hundred_yards.effects.harm import men_are_forced_off
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.maneuver_events import HexOverrun
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.maneuver.maneuvers import FIELD, LEADER, SQUAD, TANK, moved
from tests.rules.last_hundred_yards.playing import (
    activated_small,
    at,
    by_chance,
    course,
    done,
    legal,
    opened,
    refusal,
    unit,
)
from tests.rules.last_hundred_yards.vehicles.melee import melee


@proves("LHY-11.4.8c")
@pytest.mark.parametrize(("rides", "why"), [(False, ""), (True, "carries riders and may not enter")])
def test_11_4_8c_an_afv_enters_a_primary_impact_hex_without_riders(rides: bool, why: str) -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C6"), 0, primary=True, tubes=0)
    state = activated_small(unit(TANK, "C7"), unit(SQUAD, "C7"), platoon="able-tank.1", fires=(fire,))
    refused = refusal(Mounted(SQUAD, TANK).on(state) if rides else state, Maneuver("us", TANK, at("C6")))
    assert (why in refused) if rides else not refused


@proves("LHY-10.4.1.2", "LHY-10.4.1a.1", "LHY-10.4.1.1", "LHY-10.1.1b.1", "LHY-10.4.1.0")
def test_10_4_1_starting_costs_1_mp_and_five_in_all() -> None:
    start = activated_small(unit(TANK, "C8"), platoon="able-tank.1")
    state = moved(start, TANK, "C7", "C6", "C5", "C4")
    assert course(state).moving is None
    assert state.unit(TANK).has(IN_MOTION)
    rolling = activated_small(unit(TANK, "C8", IN_MOTION), platoon="able-tank.1")
    assert moved(rolling, TANK, "C7", "C6", "C5", "C4", "C3").unit(TANK).at == at("C3")


@proves("LHY-10.4.1.3", "LHY-10.4.1b.2", "LHY-6.0.II.3a")
def test_10_4_1_no_vehicle_starts_and_stops_in_one_turn() -> None:
    start = activated_small(unit(TANK, "C8"), platoon="able-tank.1")
    assert "start and stop" in refusal(moved(start, TANK, "C7"), EndManeuver("us", stop=True))
    rolling = activated_small(unit(TANK, "C8", IN_MOTION), platoon="able-tank.1")
    state = done(moved(rolling, TANK, "C7"), EndManeuver("us", stop=True))
    assert state.unit(TANK).has(STOPPED)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert not state.unit(TANK).has(STOPPED), "red markers come off at the end of the cycle"


@proves("LHY-10.4.1b.1", "LHY-10.4.1b.0")
def test_10_4_1b_a_vehicle_in_motion_drives_on_or_stops() -> None:
    rolling = activated_small(unit(TANK, "C8", IN_MOTION), platoon="able-tank.1")
    assert done(moved(rolling, TANK, "C7"), EndManeuver("us")).unit(TANK).has(IN_MOTION)
    assert done(rolling, ChangeMotion("us", TANK, stop=True)).unit(TANK).has(STOPPED)


@proves("LHY-10.1.1b.2", "LHY-10.4.4.1", "LHY-10.4.4.2", "LHY-10.4.4.3")
def test_10_4_4_reverse_is_3_mp_and_never_mixed() -> None:
    state = activated_small(unit(TANK, "C4"), platoon="able-tank.1")
    state = done(state, Maneuver("us", TANK, at("C5"), "reverse"))
    assert "all forward or all in reverse" in refusal(state, Maneuver("us", TANK, at("C6")))
    state = done(state, Maneuver("us", TANK, at("C6"), "reverse"))
    assert course(state).moving is None
    assert course(state).trail[-1] == (TANK, at("C5"), True)


@proves("LHY-10.4.1b.3", "LHY-T-VMM", "LHY-10.4.1.4", "LHY-10.4.2", "LHY-10.4.3")
def test_10_4_2_and_3_firing_in_motion_is_shoot_and_scoot_or_halt_and_fire() -> None:
    foe = unit("ge.mg.1", "C4")
    still = activated_small(unit(TANK, "C8"), foe, platoon="able-tank.1")
    after = done(still, FireSmallArms("us", TANK, (at("C4"),), "shoot_and_scoot", at("C7")))
    assert after.unit(TANK).at == at("C7")
    assert after.unit(TANK).has(IN_MOTION)
    assert "must begin in motion" in refusal(still, FireSmallArms("us", TANK, (at("C4"),), "halt_and_fire"))
    rolling = activated_small(unit(TANK, "C8", IN_MOTION), foe, platoon="able-tank.1")
    assert "is in motion" in refusal(rolling, FireSmallArms("us", TANK, (at("C4"),)))
    after = done(rolling, FireSmallArms("us", TANK, (at("C4"),), "halt_and_fire", at("C7")))
    assert after.unit(TANK).has(STOPPED)
    assert not after.unit(TANK).has(IN_MOTION)
    assert course(after).fires[0].value == 0, "SAV 2, range 3 of 12, -2 for the hex moved"


@proves("LHY-T-VMM", "LHY-10.4.4.1", "LHY-10.1.1b.2")
@pytest.mark.parametrize(
    ("motion", "conditions", "back_to", "why"),
    [
        ("shoot_and_scoot", (), "C9", ""),
        ("halt_and_fire", (IN_MOTION,), "C9", ""),
        ("halt_and_fire", (IN_MOTION,), "D8", "D8 costs 4 MP and 3 are left in reverse"),
        ("shoot_and_scoot", (), None, "reverses into no hex"),
    ],
)
def test_10_4_2_and_3_firing_in_motion_goes_with_reverse(
    motion: str, conditions: tuple[str, ...], back_to: str | None, why: str
) -> None:
    # D8 is forest, which costs a tank 4 MP.
    ground = open_ground(8, 10, {"D8": "f"})
    state = activated_small(
        unit(TANK, "C8", *conditions), unit("ge.mg.1", "C4"), ground=ground, platoon="able-tank.1"
    )
    to = None if back_to is None else at(back_to)
    fire = FireSmallArms("us", TANK, (at("C4"),), motion, to, "reverse")
    assert (fire in legal(state, FireSmallArms)) is (not why)
    assert why in refusal(state, fire)
    assert bool(refusal(state, fire)) is bool(why)
    if not why:
        assert str(fire) == (f"{TANK} fires small arms at C4, {motion.replace('_', ' ')} by C9 in reverse")
        after = done(state, fire)
        assert after.unit(TANK).at == to
        assert course(after).trail[-1] == (TANK, at("C8"), True)


@proves("LHY-10.0a", "LHY-10.4.2", "LHY-10.4.3", "LHY-10.4.1.2")
@pytest.mark.parametrize(
    ("motion", "conditions", "forest", "why"),
    [
        ("shoot_and_scoot", (), "f", ""),
        ("shoot_and_scoot", (), "f1", "D8 costs 5 MP and 4 are left (LHY 10.0a"),
        ("halt_and_fire", (IN_MOTION,), "f1", ""),
    ],
)
def test_10_4_2_and_3_the_hex_moved_with_fire_is_paid_for(
    motion: str, conditions: tuple[str, ...], forest: str, why: str
) -> None:
    """Forest costs a tank 4 of its 5 MP, and 1 more uphill; going into motion takes 1."""
    ground = open_ground(8, 10, {"D8": forest})
    tank, foe = unit(TANK, "C8", *conditions), unit("ge.mg.1", "C5")
    state = activated_small(tank, foe, ground=ground, platoon="able-tank.1")
    fire = FireSmallArms("us", TANK, (at("C5"),), motion, at("D8"))
    assert (fire in legal(state, FireSmallArms)) is (not why)
    assert why in refusal(state, fire)


@proves("LHY-10.0a", "LHY-10.1.2b.1", "LHY-10.4.3")
def test_10_4_3_in_reaction_a_tank_does_not_halt_where_its_4_mp_do_not_take_it() -> None:
    ground = open_ground(8, 10, {"D8": "f1"})
    units = [
        unit("us.able.1.squad.1", "C5"),
        unit("us.able.1.leader", "C5"),
        unit("ge.pz4.2.1", "C8", IN_MOTION),
    ]
    state = activated_small(*units, ground=ground)
    state = done(state, Maneuver("us", "us.able.1.squad.1", at("C6")), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    fire = FireSmallArms("ge", "ge.pz4.2.1", (at("C6"),), "halt_and_fire", at("D8"))
    assert "D8 costs 5 MP and 4 are left (LHY 10.0a" in refusal(state, fire)
    assert not refusal(state, replace(fire, to=at("C7")))


@proves("LHY-T-VMM", "LHY-10.4.4.1")
def test_10_4_4_only_vehicles_go_in_reverse_to_fire() -> None:
    wood = open_ground(5, 12, {"C11": "w"})
    units = [unit("us.able.1.squad.1", "B12"), unit("us.able.1.leader", "B12"), unit("us.latw.1", "C12")]
    state = activated_small(
        *units, unit("ge.stug.1", "C9"), ground=wood, far=(unit("ge.1kp.2.leader", "E1"),)
    )
    fire = FireAntiTank("us", "us.latw.1", ("ge.stug.1",), to=at("C11"), mode="reverse")
    assert "only vehicles reverse" in refusal(state, fire)
    assert "sideways is neither" in refusal(state, replace(fire, mode="sideways"))


@proves(
    "LHY-10.4.5.0", "LHY-10.4.5P.1a", "LHY-10.4.5P.1b", "LHY-10.4.5P.4", "LHY-10.4.5c.1", "LHY-10.4.5P.3",
    "LHY-10.4.5P.3a",
)  # fmt: skip
def test_10_4_5_an_overrun_step_by_step() -> None:
    squad = unit("ge.1kp.1.squad.1", "C5")
    state = activated_small(unit(TANK, "C7", IN_MOTION), squad, platoon="able-tank.1")
    state = done(state, Maneuver("us", TANK, at("C6")), Overrun("us", TANK, at("C5")))
    assert [(fire.kind, fire.value) for fire in course(state).fires] == [(FireKind.SADRM, 2)]
    assert PLAY.to_act(state) == "ge"
    state = done(state, ResistOverrun("ge", squad.id, TANK))
    assert [(fire.kind, fire.value, fire.target) for fire in course(state).fires[1:]] == [
        (FireKind.ATDRM, 3, TANK)
    ]
    assert "does not end in the overrun hex" in refusal(state, EndManeuver("us"))
    state = done(state, Maneuver("us", TANK, at("C4")))
    assert "has overrun" in refusal(state, Overrun("us", TANK, at("C5"))) or course(state).moving is None


@proves("LHY-10.4.5P.3b", "LHY-10.4.5P.3", "LHY-0.0")
@pytest.mark.parametrize(
    ("men", "marker"),
    [
        ("ge.1kp.1.squad.1", 3),
        ("ge.1kp.1.section.a", 1),
        ("ge.mg.1", 1),
        ("us.able.1.squad.1", 1),
        ("us.able.1.section.a", None),
        ("us.mg.1", None),
    ],
)
def test_10_4_5p_3_the_marker_that_men_place_on_an_overrunning_afv(men: str, marker: int | None) -> None:
    state = opened(FIELD, [unit(men, "C5"), unit("us.able.3.leader", "A8"), unit("ge.1kp.3.leader", "H1")])
    assert resistance(PLAY.position(state), state.unit(men)) == marker


@proves("LHY-10.4.5P.5", "LHY-10.4.5L.6b", "LHY-10.4.5P.2a", "LHY-10.4.5P.5.open")
def test_10_4_5p_2_guns_of_the_hex_must_fire() -> None:
    state = activated_small(unit(TANK, "C6", IN_MOTION), unit("ge.pak40.3", "C5"), platoon="able-tank.1")
    fires = course(done(state, Overrun("us", TANK, at("C5")))).fires
    assert [(fire.kind, fire.target, fire.value) for fire in fires] == [
        (FireKind.SADRM, None, 2),
        (FireKind.ATDRM, TANK, 3),
        (FireKind.ATDRM, "ge.pak40.3", 2),
    ], "ATV 5, -1 for the tank in motion, -1 for the marker that suppresses the gun"


@proves("LHY-10.4.5a", "LHY-10.4.5b", "LHY-10.4.5d", "LHY-10.4.5e.2")
def test_10_4_5_which_hexes_and_enemies_cannot_be_overrun() -> None:
    woods = open_ground(5, 8, {"C5": "w"})
    state = activated_small(
        unit(TANK, "C6", IN_MOTION), unit("ge.mg.1", "C5"), ground=woods, platoon="able-tank.1"
    )
    assert "is not open" in refusal(state, Overrun("us", TANK, at("C5")))
    units = [
        unit(SQUAD, "C6"),
        unit(LEADER, "C6"),
        unit("us.m3.2", "C6", IN_MOTION),
        unit("ge.pak40.3", "C5"),
    ]
    assert "halftracks do not overrun towed guns" in refusal(
        activated_small(*units), Overrun("us", "us.m3.2", at("C5"))
    )
    tanks = activated_small(unit(TANK, "C6", IN_MOTION), unit("ge.stug.1", "C5"), platoon="able-tank.1")
    assert "C5 holds an AFV (LHY 10.4.5)" in refusal(tanks, Overrun("us", TANK, at("C5")))


@proves("LHY-10.4.6.0.1", "LHY-10.4.6.2.0", "LHY-10.4.6.1a", "LHY-10.4.6.2a", "LHY-2.1.6.1")
def test_10_4_6_mounting_takes_the_whole_action_and_two_steps_fit() -> None:
    units = [unit(SQUAD, "C7"), unit("us.able.1.squad.2", "C7"), unit(LEADER, "C7"), unit("us.m3.2", "C7")]
    state = done(activated_small(*units), Load("us", SQUAD, "us.m3.2"))
    assert course(state).loads_of("us.m3.2") == (SQUAD,)
    assert "has already acted" in refusal(state, Maneuver("us", SQUAD, at("C6")))
    assert "has no room" in refusal(state, Load("us", "us.able.1.squad.2", "us.m3.2"))
    assert not refusal(state, Load("us", LEADER, "us.m3.2"))
    state = done(state, Maneuver("us", "us.m3.2", at("C6")))
    assert state.unit(SQUAD).at == at("C6"), "the load goes along"


@proves("LHY-10.4.6.2b", "LHY-10.4.6.2d", "LHY-2.1.6.2")
def test_10_4_6_2_which_units_cannot_mount() -> None:
    units = [unit(SQUAD, "C7", DISRUPTED), unit(LEADER, "C7"), unit("us.m3.2", "C7"), unit("us.m16.1", "C7")]
    state = activated_small(*units)
    assert "no condition to mount" in refusal(state, Load("us", SQUAD, "us.m3.2"))
    assert "cannot carry units" in refusal(state, Load("us", LEADER, "us.m16.1"))
    near = activated_small(*units, unit("ge.mg.1", "C6"))
    assert "known enemy" in refusal(near, Load("us", LEADER, "us.m3.2"))


@proves("LHY-10.4.6.3.1", "LHY-10.4.6.1d", "LHY-10.4.6.2.2.1")
def test_10_4_6_3_a_gun_and_its_carrier_act_together() -> None:
    units = [unit(SQUAD, "C7"), unit(LEADER, "C7"), unit("us.m3.2", "C7"), unit("us.gun57.1", "C7")]
    state = done(activated_small(*units), Load("us", "us.gun57.1", "us.m3.2"))
    assert "has already acted" in refusal(state, Maneuver("us", "us.m3.2", at("C6")))
    assert "dismounts in one turn" in refusal(
        state, Unload("us", "us.gun57.1")
    ) or "has already acted" in refusal(state, Unload("us", "us.gun57.1"))


@proves("LHY-10.4.5P.3")
def test_10_4_5p_3_the_men_may_let_it_pass() -> None:
    state = activated_small(unit(TANK, "C6", IN_MOTION), unit("ge.mg.1", "C5"), platoon="able-tank.1")
    state = done(state, Overrun("us", TANK, at("C5")), Pass("ge"))
    assert PLAY.to_act(state) == "us"
    assert legal(state, FireAntiTank) == []


@proves("LHY-10.4.1a.2")
def test_10_4_1a_a_stationary_vehicle_drives_or_shoots_and_scoots_or_just_starts() -> None:
    state = activated_small(unit(TANK, "C8"), unit("ge.mg.1", "C4"), platoon="able-tank.1")
    assert not refusal(state, Maneuver("us", TANK, at("C7")))
    assert not refusal(state, FireSmallArms("us", TANK, (at("C4"),), "shoot_and_scoot"))
    assert done(state, ChangeMotion("us", TANK, stop=False)).unit(TANK).has(IN_MOTION)


@proves("LHY-10.4.5c.2")
def test_10_4_5c_one_hex_may_be_overrun_by_several_vehicles() -> None:
    units = [unit(TANK, "C6", IN_MOTION), unit("us.able-tank.1.2", "B6", IN_MOTION), unit("ge.mg.1", "C5")]
    state = done(activated_small(*units, platoon="able-tank.1"), Overrun("us", TANK, at("C5")))
    state = done(state, Pass("ge"), Maneuver("us", TANK, at("C4")))
    state = done(state, EndManeuver("us")) if course(state).moving else state
    state = done(state, Maneuver("us", "us.able-tank.1.2", at("B5")))
    assert not refusal(state, Overrun("us", "us.able-tank.1.2", at("C5")))


@proves("LHY-10.4.5L.2c", "LHY-10.4.5e.1", "LHY-10.4.5P.1c", "LHY-10.4.5e.2")
def test_10_4_5e_a_loaded_halftrack_overruns_with_2_and_loaded_tanks_do_not() -> None:
    units = [unit(SQUAD, "C6"), unit(LEADER, "C6"), unit("us.m3.2", "C6", IN_MOTION), unit("ge.mg.1", "C5")]
    state = Mounted(SQUAD, "us.m3.2").on(activated_small(*units))
    after = done(state, Overrun("us", "us.m3.2", at("C5")))
    assert [fire.value for fire in course(after).fires] == [2]
    tank = activated_small(
        unit(TANK, "C6", IN_MOTION), unit(SQUAD, "C6"), unit("ge.mg.1", "C5"), platoon="able-tank.1"
    )
    assert "carries riders" in refusal(Mounted(SQUAD, TANK).on(tank), Overrun("us", TANK, at("C5")))


@proves("LHY-10.4.5L.4")
def test_10_4_5_an_overrun_costs_the_hex_and_one_more_and_a_way_on() -> None:
    state = activated_small(unit(TANK, "C8", IN_MOTION), unit("ge.mg.1", "C5"), platoon="able-tank.1")
    state = moved(state, TANK, "C7", "C6")
    assert not refusal(state, Overrun("us", TANK, at("C5")))
    late = activated_small(unit(TANK, "C8"), unit("ge.mg.1", "C5"), platoon="able-tank.1")
    assert "too few MP" in refusal(moved(late, TANK, "C7", "C6"), Overrun("us", TANK, at("C5")))


@proves("LHY-10.4.5L.2d", "LHY-10.4.5L.2e")
def test_10_4_5_in_the_later_edition_a_hex_is_overrun_once_and_never_in_an_assault() -> None:
    units = [unit(TANK, "C6", IN_MOTION), unit("ge.mg.1", "C5"), unit(SQUAD, "A8"), unit(LEADER, "A8")]
    state = activated_small(*units, platoon="able-tank.1", edition="series-3.1")
    assert "was overrun in this turn" in refusal(
        HexOverrun("us.able-tank.1.2", at("C5")).on(state), Overrun("us", TANK, at("C5"))
    )
    marked = AssaultEntered(SQUAD, "us", at("C5"), at("C6")).on(state)
    assert "in an assault" in refusal(marked, Overrun("us", TANK, at("C5")))


@proves("LHY-10.4.6.1b")
def test_10_4_6_1b_a_truck_takes_four_steps() -> None:
    units = [unit(f"us.able.1.squad.{n}", "C7") for n in (1, 2, 3)] + [
        unit(LEADER, "C7"),
        unit("us.truck.1", "C7"),
    ]
    state = activated_small(*units)
    for n in (1, 2):
        state = done(state, Load("us", f"us.able.1.squad.{n}", "us.truck.1"))
    assert "has no room" in refusal(state, Load("us", "us.able.1.squad.3", "us.truck.1"))


@proves("LHY-8.3f", "LHY-10.4.6.2.1", "LHY-17.7f.2")
def test_8_3f_units_that_saw_nothing_may_still_dismount() -> None:
    hill = open_ground(8, 5, {"D1": "h3", "D2": "h3", "D3": "h3", "D4": "h3", "D5": "h3"})
    units = [unit(SQUAD, "A4"), unit(LEADER, "A4"), unit("ge.spw251.1", "G4"), unit("ge.1kp.1.squad.1", "G4")]
    state = activated_small(*units, ground=hill, aboard={"ge.1kp.1.squad.1": "ge.spw251.1"})
    state = done(state, CallForReaction("us"))
    assert not refusal(state, Unload("ge", "ge.1kp.1.squad.1"))


@proves("LHY-10.4.6.2c", "LHY-12.3.7a.1", "LHY-10.4.6.0.3")
def test_10_4_6_2c_riders_dismount_when_their_tank_fires() -> None:
    units = [unit(SQUAD, "C7"), unit(TANK, "C7"), unit("ge.mg.1", "C4")]
    state = Mounted(SQUAD, TANK).on(activated_small(*units, platoon="able-tank.1"))
    assert not course(done(state, FireSmallArms("us", TANK, (at("C4"),)))).aboard


@proves("LHY-10.4.6.2c", "LHY-10.4.6.2.0")
def test_10_4_6_2_riders_forced_to_dismount_have_no_mp_left_but_still_their_action() -> None:
    units = [unit(SQUAD, "C7"), unit(LEADER, "C7"), unit(TANK, "C7", IN_MOTION), unit("ge.mg.1", "C3")]
    state = Mounted(SQUAD, TANK, from_the_start=True).on(activated_small(*units))
    fire = FireSmallArms("us", TANK, (at("C3"),), "halt_and_fire", at("C6"))
    state = done(state, fire)
    assert state.unit(SQUAD).at == at("C6")
    for action in (Maneuver("us", SQUAD, at("D6")), Assault("us", (SQUAD,), at("C5"))):
        assert "had to get off its vehicle in this turn and has no MP left" in refusal(state, action)
    assert not refusal(state, FireSmallArms("us", SQUAD, (at("C3"),)))
    assert not refusal(state, Maneuver("us", LEADER, at("C6")))


@proves("LHY-10.4.6.2.0", "LHY-11.5.2.1")
@pytest.mark.parametrize("rides", [True, False])
def test_10_4_6_2_a_latw_forced_to_dismount_fires_from_its_hex(rides: bool) -> None:
    """One that was never aboard may go to the wood first (OUR 206)."""
    latw, gun = "us.latw.1", "ge.stug.1"
    ground = open_ground(8, 10, {"B7": "w", "B8": "w"})
    units = [unit(latw, "C8"), unit(LEADER, "D8"), unit(TANK, "C8", IN_MOTION), unit(gun, "C6")]
    state = activated_small(*units, unit("ge.mg.1", "C3"), unit(SQUAD, "D8"), ground=ground)
    state = Mounted(latw, TANK, from_the_start=True).on(state) if rides else state
    state = done(state, FireSmallArms("us", TANK, (at("C3"),), "halt_and_fire"))
    assert not refusal(state, FireAntiTank("us", latw, (gun,)))
    refused = refusal(state, FireAntiTank("us", latw, (gun,), to=at("B7")))
    assert ("had to get off its vehicle in this turn and has no MP left" in refused) is rides


@proves("LHY-10.4.6.2.0", "LHY-14.5a", "LHY-14.6.2.1a")
@pytest.mark.parametrize(("die", "to"), [(1, "D6"), (10, "C5")], ids=["rallied", "a hero"])
def test_10_4_6_2_riders_forced_to_dismount_may_maneuver_after_rallying(die: int, to: str) -> None:
    """A hero has to (OUR 206)."""
    units = [
        unit(SQUAD, "C7", DISRUPTED),
        unit(LEADER, "C6"),
        unit(TANK, "C7", IN_MOTION),
        unit("ge.mg.1", "C3"),
    ]
    state = Mounted(SQUAD, TANK, from_the_start=True).on(activated_small(*units))
    state = done(state, FireSmallArms("us", TANK, (at("C3"),), "halt_and_fire", at("C6")))
    state = done(state, Recover("us", SQUAD, LEADER), die)
    assert not refusal(state, Maneuver("us", SQUAD, at(to)))


@proves("LHY-10.4.6.2.0", "LHY-14.5b")
@pytest.mark.parametrize("rides", [True, False])
def test_10_4_6_2_a_leader_forced_to_dismount_who_helps_a_rally_has_his_action_but_no_mp(rides: bool) -> None:
    """He has not rallied himself (OUR 206)."""
    units = [
        unit(SQUAD, "C7", DISRUPTED),
        unit(LEADER, "C7"),
        unit(TANK, "C7", IN_MOTION),
        unit("ge.mg.1", "C3"),
    ]
    state = activated_small(*units)
    state = Mounted(LEADER, TANK, from_the_start=True).on(state) if rides else state
    state = done(state, FireSmallArms("us", TANK, (at("C3"),), "halt_and_fire"))
    state = done(state, Recover("us", SQUAD, LEADER), 1)
    assert ("has no MP left" in refusal(state, Maneuver("us", LEADER, at("C8")))) is rides


@proves("LHY-10.4.6.2.0")
def test_10_4_6_2_a_unit_that_the_umpire_takes_off_a_vehicle_keeps_its_mp() -> None:
    state = activated_small(unit(SQUAD, "C7"), unit(LEADER, "C6"), unit(TANK, "C7"))
    state = Mounted(SQUAD, TANK, from_the_start=True).on(state)
    state = done(state, Correction(unit(SQUAD, "C6"), "it was never aboard"))
    assert not refusal(state, Maneuver("us", SQUAD, at("C5")))


@proves("LHY-10.4.6.2d.bt")
@pytest.mark.parametrize(
    ("foe_at", "training", "disrupted"), [("C6", False, False), ("C6", True, True), ("C5", True, False)]
)
def test_10_4_6_2d_by_the_training_rules_men_forced_off_next_to_the_enemy_disrupt(
    foe_at: str, training: bool, disrupted: bool
) -> None:
    units = [unit(SQUAD, "C7"), unit(TANK, "C7"), unit("ge.mg.1", foe_at)]
    state = activated_small(*units, platoon="able-tank.1", switches={"forced_off_disrupts": training})
    after = done(Mounted(SQUAD, TANK).on(state), FireSmallArms("us", TANK, (at(foe_at),)))
    assert after.unit(SQUAD).has(DISRUPTED) is disrupted


@proves("LHY-10.4.6.2d.bt", "LHY-14.6.1")
def test_14_6_1_a_hero_forced_off_next_to_the_enemy_loses_a_step_instead() -> None:
    units = [unit(SQUAD, "C7", HEROIC), unit(TANK, "C7"), unit("ge.mg.1", "C6", DISRUPTED)]
    state = activated_small(*units, switches={"forced_off_disrupts": True})
    resolution = PLAY.resolution(Mounted(SQUAD, TANK).on(state), ScriptedDice([1]))
    assert [man.id for man in men_are_forced_off(resolution, state.unit(TANK))] == [SQUAD]
    (section,) = (one for one in resolution.state.units.values() if ".section." in one.id)
    assert section.conditions >= {HEROIC}
    assert not section.has(DISRUPTED)


@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_games_of_vehicles_among_men_end_with_a_result(edition: str) -> None:
    state, _ = by_chance(melee(edition), 44)
    assert PLAY.result(state) is not None
