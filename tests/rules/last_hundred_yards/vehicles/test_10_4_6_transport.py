"""10.4.6: the loads of a carrier, the platoon it acts with, the load of a jeep (10.4.6.1c) and its movement."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import IN_MOTION
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.vehicles.transport import Load, Unload
from rules.last_hundred_yards.state.events.unit_events import Mounted
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, unit

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"
TANK, HALFTRACK = "us.able-tank.1.1", "us.m3.2"


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
    state = done(state, CallForReaction("us"), CallForReaction("ge"))
    assert not refusal(state, Load("us", "us.able.2.squad.1", "us.truck.1"))


@proves("LHY-10.4.6.0.2")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
@pytest.mark.parametrize(("platoon", "carries"), [("able-tank.1", False), ("able.1", True)])
def test_10_4_6_in_an_activation_a_tank_carries_men_of_the_activated_platoon_only(
    platoon: str, carries: bool, edition: str
) -> None:
    units = [unit(TANK, "C9", IN_MOTION), unit(SQUAD, "C9"), unit(LEADER, "A10"), unit(FOE, "C4")]
    state = activated(*units, platoon=platoon, edition=edition, aboard={SQUAD: TANK})
    drive, halt = (
        Maneuver("us", TANK, at("C8")),
        FireSmallArms("us", TANK, (at("C4"),), "halt_and_fire", at("C8")),
    )
    for action in (drive, halt):
        told = refusal(state, action)
        assert (not told) is carries
        assert carries or f"carries {SQUAD}, whose platoon is not activated (LHY 10.4.6" in told
    assert (drive in legal(state, Maneuver)) is carries
    assert (halt in legal(state, FireSmallArms)) is carries
    # In 2019 it fires where it stands, and its riders get off; in 3.1 it acts with them alone. It need not act if it cannot.
    stays = refusal(state, FireSmallArms("us", TANK, (at("C4"),), "halt_and_fire"))
    assert (not stays) is (carries or edition == "2019")


@proves("LHY-10.4.6.0.2")
def test_10_4_6_a_halftrack_that_acts_with_one_platoon_carries_no_squad_of_another() -> None:
    """The squad of Able 2 does not join Able 1 (7.2b): its own leader is in the hex."""
    other = "us.able.2.squad.1"
    units = [unit("us.m3.2", "C9"), unit(other, "C9"), unit(SQUAD, "C9"), unit(LEADER, "C9"), unit(FOE, "C4")]
    carried = activated(*units, unit("us.able.2.leader", "C9"), aboard={other: "us.m3.2"})
    assert f"carries {other}" in refusal(carried, Maneuver("us", "us.m3.2", at("C8")))
    own = activated(*units, unit("us.able.2.leader", "C9"), aboard={SQUAD: "us.m3.2"})
    assert not refusal(own, Maneuver("us", "us.m3.2", at("C8")))


BORROWED, TRACKS = ("us.able.2.squad.1", "us.able.2.squad.2"), ("us.m3.2", "us.m3.3")


def stacked_with_able_1(**aboard: str) -> GameState:
    """Able 1 is activated; two squads of Able 2 and two halftracks are in its hex, away from the leader of Able 2."""
    stack = [unit(one, "C9") for one in (SQUAD, LEADER, *BORROWED, *TRACKS)]
    loads = {BORROWED[int(number[-1]) - 1]: track for number, track in aboard.items()}
    return activated(*stack, unit("us.able.2.leader", "A6"), unit(FOE, "F1"), aboard=loads)


@proves("LHY-10.4.6.0.2", "LHY-7.2b.1", "LHY-7.2b.2")
def test_10_4_6_a_squad_that_joins_another_platoon_mounts_and_is_driven_on_with_it() -> None:
    state = done(stacked_with_able_1(), Load("us", BORROWED[0], TRACKS[0]))
    assert "LHY 7.0" in refusal(state, Load("us", BORROWED[1], TRACKS[1])), "one of a company in a turn"
    for place in ("C8", "C7"):
        drive = Maneuver("us", TRACKS[0], at(place))
        assert drive in legal(state, Maneuver)
        state = done(state, drive)
    assert state.unit(BORROWED[0]).at == at("C7")


@proves("LHY-10.4.6.0.2", "LHY-7.2b.1", "LHY-7.2b.2")
def test_10_4_6_a_squad_aboard_joins_as_its_halftrack_drives_off_and_no_second_one_does() -> None:
    state = stacked_with_able_1(squad_1=TRACKS[0], squad_2=TRACKS[1])
    first, second = (Maneuver("us", track, at("C8")) for track in TRACKS)
    both = Maneuver("us", TRACKS[0], at("C8"), along=TRACKS[1:])
    assert not refusal(state, first)
    assert not refusal(state, second)
    assert "only one unit of Able may join" in refusal(state, both)
    assert both not in legal(state, Maneuver)
    state = done(state, first, Maneuver("us", TRACKS[0], at("C7")))
    assert state.unit(BORROWED[0]).at == at("C7")
    state = done(state, EndManeuver("us"))
    assert f"carries {BORROWED[1]}, whose platoon is not activated (LHY 10.4.6" in refusal(state, second)
    assert second not in legal(state, Maneuver)
    assert "LHY 7.0" in refusal(state, Unload("us", BORROWED[1]))


@proves("LHY-10.4.6.0.2", "LHY-7.2b.2")
def test_10_4_6_a_squad_aboard_joins_as_its_halftrack_goes_in_to_assault_and_no_second_one_does() -> None:
    state = stacked_with_able_1(squad_1=TRACKS[0], squad_2=TRACKS[1]).with_unit(unit(FOE, "C8"))
    second = Maneuver("us", TRACKS[1], at("C10"))
    assert not refusal(state, second)
    state = done(state, Assault("us", (SQUAD, TRACKS[0]), at("C8")))
    assert state.unit(BORROWED[0]).at == at("C8")
    assert f"carries {BORROWED[1]}, whose platoon is not activated (LHY 10.4.6" in refusal(state, second)


@proves("LHY-10.4.6.0.2", "LHY-7.2b.1", "LHY-7.2b.2")
def test_10_4_6_two_sections_of_a_platoon_that_is_not_activated_do_not_both_join_aboard_one_halftrack() -> (
    None
):
    sections = ("us.able.2.section.a", "us.able.2.section.b")
    units = [unit(one, "C9") for one in (SQUAD, LEADER, TRACKS[0], *sections)]
    far = [unit("us.able.2.leader", "A6"), unit(FOE, "F1")]
    drive = Maneuver("us", TRACKS[0], at("C8"))
    for aboard, may in ((sections[:1], True), (sections, False)):
        state = activated(*units, *far, aboard=dict.fromkeys(aboard, TRACKS[0]))
        assert (not refusal(state, drive)) is may
        assert (f"carries {sections[1]}, whose platoon is not activated" in refusal(state, drive)) is not may
        assert (drive in legal(state, Maneuver)) is may


@proves("LHY-10.4.6.0.2", "LHY-7.2c.2")
def test_10_4_6_no_squad_joins_tanks_that_act_alone() -> None:
    units = [
        unit(TANK, "C9", IN_MOTION),
        unit(SQUAD, "C9"),
        unit(BORROWED[0], "C9"),
        unit(LEADER, "A10"),
        unit(FOE, "C4"),
    ]
    state = activated(*units, platoon="able-tank.1", aboard={BORROWED[0]: TANK})
    assert f"carries {BORROWED[0]}" in refusal(state, Maneuver("us", TANK, at("C8")))


@proves("LHY-10.4.6.0.2")
def test_10_4_6_in_reaction_a_tank_carries_any_unit() -> None:
    units = [unit(TANK, "C9", IN_MOTION), unit(SQUAD, "C9"), unit(LEADER, "A10"), unit(FOE, "C4")]
    state = activated(
        *units,
        unit("us.able.2.squad.1", "F9"),
        unit("us.able.2.leader", "F9"),
        platoon="able.2",
        aboard={SQUAD: TANK},
    )
    state = done(state, CallForReaction("us"), CallForReaction("ge"))
    assert not refusal(state, Maneuver("us", TANK, at("C8")))


@proves("LHY-10.4.6.0.2", "LHY-17.7f.2")
def test_10_4_6_a_tank_comes_on_with_its_riders_as_its_own_platoon_is_activated() -> None:
    # Reading 172.
    units = [unit(TANK, None), unit(SQUAD, None), unit(LEADER, None), unit(FOE, "C4")]
    sides = {"us": {"entry_hexes": ["C10"], "entering": [TANK, SQUAD, LEADER]}}
    state = activated(*units, platoon="able-tank.1", aboard={SQUAD: TANK}, sides=sides)
    state = done(state, EnterMap("us", TANK, at("C10")))
    assert done(state, Maneuver("us", TANK, at("C9"))).unit(SQUAD).at == at("C9")


@proves("LHY-10.4.6.0.3", "LHY-10.2.2", "LHY-10.2a.1")
def test_10_4_6_units_aboard_leave_the_map_with_their_carrier() -> None:
    carrier = "us.m3.2"
    state = activated(unit(SQUAD, "C10"), unit(LEADER, "C10"), unit(carrier, "C10", IN_MOTION))
    state = Mounted(SQUAD, carrier).on(state)
    state = replace(state, course=replace(course(state), loaded_this_turn=frozenset()))
    exit_map = Maneuver("us", carrier, None)
    after = done(state, exit_map)
    assert (after.unit(carrier).at, after.unit(SQUAD).at) == (None, None)
    assert course(after).exited == {carrier, SQUAD}


@proves("LHY-7.2c.riders")
@pytest.mark.parametrize(
    ("edition", "platoon", "acts"),
    [
        ("2019", "able-tank.1", True),
        ("series-3.1", "able-tank.1", False),
        ("series-3.1", "able.1", True),
        ("series-3.1", "able.2", False),
    ],
)
def test_7_2_a_tank_with_riders_fires_in_the_later_edition_with_their_platoon_alone(
    edition: str, platoon: str, acts: bool
) -> None:
    others = (
        unit(LEADER, "C9"),
        unit("us.able.2.leader", "C9"),
        unit("us.able-tank.1.2", "C9"),
        unit(FOE, "C4"),
    )
    state = activated(unit(TANK, "C9"), unit(SQUAD, "C9"), *others, platoon=platoon, edition=edition)
    state = Mounted(SQUAD, TANK).on(state)
    fire = FireSmallArms("us", TANK, (at("C4"),))
    assert (not refusal(state, fire)) is acts
    bare = FireSmallArms("us", "us.able-tank.1.2", (at("C4"),))
    assert not refusal(state, bare), "a tank without riders joins infantry of its hex as before"


@proves("LHY-7.2c.riders", "LHY-7.2c.1")
def test_7_2_carrying_riders_does_not_let_a_second_tank_platoon_join_in_a_cycle() -> None:
    second = "us.able-tank.2.1"
    units = (unit(SQUAD, "C9"), unit("us.able-tank.1.1", "C9"), unit(second, "C9"), unit(LEADER, "C9"))
    state = activated(*units, unit(FOE, "C4"), platoon="able.1", edition="series-3.1")
    state = Mounted(SQUAD, second).on(state)
    fire = FireSmallArms("us", second, (at("C4"),))
    assert not refusal(state, fire)
    state = done(state, FireSmallArms("us", "us.able-tank.1.1", (at("C4"),)))
    assert refusal(state, fire)


@proves("LHY-2.1.6.2")
@pytest.mark.parametrize(("atv", "carries"), [(None, True), (-2, True), (-1, True), (0, False), (1, False)])
def test_2_1_6_2_a_carrier_with_an_anti_tank_value_of_0_or_more_transports_no_units(
    atv: int | None, carries: bool
) -> None:
    assert replace(ROSTER[HALFTRACK], atv=atv).can_transport is carries


@proves("LHY-10.4.6.0.1")
def test_10_4_6_a_unit_not_in_the_hex_does_not_mount() -> None:
    state = activated(unit(SQUAD, "C9"), unit(LEADER, "C9"), unit("us.m3.2", "C9"), unit(FOE, "C1"))
    assert "us has no unit us.able.1.squad.3" in refusal(state, Load("us", "us.able.1.squad.3", "us.m3.2"))
    assert "us has no unit us.m3.3" in refusal(state, Load("us", SQUAD, "us.m3.3"))


JEEP = "us.jeep.1"
SECTION = "us.able.1.section.a"
MG, LATW = "us.mg.1", "us.latw.1"


@proves("LHY-10.4.6.1c")
@pytest.mark.parametrize(
    ("aboard", "mounts", "has_room"),
    [
        ((), SECTION, True),
        ((), MG, True),
        ((), SQUAD, False),
        ((SECTION,), MG, False),
        ((SECTION,), LEADER, True),
        ((MG,), LATW, True),
        ((SECTION, LEADER), LATW, False),
        ((LATW,), LEADER, False),
        ((LEADER,), SECTION, True),
    ],
)
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_10_4_6_1c_a_jeep_takes_one_step_and_a_leader_or_a_latw(
    aboard: tuple[str, ...], mounts: str, has_room: bool, edition: str
) -> None:
    there = [unit(name, "C9") for name in (JEEP, SQUAD, SECTION, LEADER, MG, LATW)]
    state = activated(*there, edition=edition)
    for load in aboard:
        state = Mounted(load, JEEP).on(state)
    wanted = Load("us", mounts, JEEP)
    assert refusal(state, wanted) == (
        "" if has_room else f"{JEEP} has no room for {mounts} (LHY 10.4.6.1, from Series Rules v2.1)"
    )
    assert (wanted in legal(state, Load)) is has_room


@proves("LHY-10.4.6.1c")
def test_10_4_6_a_leader_and_his_section_drive_off_in_a_jeep_of_either_side() -> None:
    units = [unit(SECTION, "C9"), unit(LEADER, "C9"), unit(JEEP, "C9"), unit(SQUAD, "A9")]
    state = done(activated(*units), Load("us", LEADER, JEEP), Load("us", SECTION, JEEP))
    state = done(state, Maneuver("us", JEEP, at("C8")))
    assert {state.unit(name).at for name in (JEEP, LEADER, SECTION)} == {at("C8")}
    state = done(state, EndManeuver("us"))
    assert "a unit may not mount and dismount in the same turn" in refusal(state, Unload("us", LEADER))
    german = [unit("ge.1kp.1.leader", "C3"), unit("ge.1kp.1.squad.1", "C3"), unit("ge.jeep.1", "C3")]
    state = done(activated(*german, unit(SQUAD, "A9"), unit(LEADER, "A9")), CallForReaction("us"))
    assert legal(state, Load) == [Load("ge", "ge.1kp.1.leader", "ge.jeep.1")]


@proves("LHY-10.1.1b.1")
def test_10_1_a_jeep_has_the_allowance_of_a_wheeled_vehicle() -> None:
    # 6 MP, one of them to go into motion; with the fifth hex at 1 MP they are spent.
    state = activated(unit(JEEP, "C9"), unit(SQUAD, "C9"), unit(LEADER, "C9"), house={"truck_open_mp": 1})
    for row in (8, 7, 6, 5, 4):
        state = done(state, Maneuver("us", JEEP, at(f"C{row}")))
    assert "has already acted" in refusal(state, Maneuver("us", JEEP, at("C3")))


@proves("LHY-T-MP.carrier")
def test_10_0_a_jeep_pays_for_open_ground_as_trucks_do() -> None:
    state = activated(unit(JEEP, "C9"), unit(SQUAD, "C9"), unit(LEADER, "C9"))
    moving = course(done(state, Maneuver("us", JEEP, at("C8")))).moving
    assert moving is not None
    assert moving.spent == 3, "1 to go into motion, 2 for the field"


@proves("LHY-13.1e")
def test_13_1_a_jeep_has_no_weapon_and_does_not_assault() -> None:
    units = [unit(JEEP, "C9"), unit(SQUAD, "C9"), unit(LEADER, "C9"), unit("ge.1kp.1.squad.1", "C8")]
    state = activated(*units)
    assert "does not assault" in refusal(state, Assault("us", (JEEP,), at("C8")))
    assert {action.unit for action in legal(state, FireSmallArms)} == {SQUAD}
