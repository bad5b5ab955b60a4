"""10.4.6: who mounts when, from where, and what the carrier may do meanwhile."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    HIDDEN,
    IN_MOTION,
    LAID_OUT,
    REGROUPING,
)
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.vehicles.inherent_trucks import Limber
from rules.last_hundred_yards.declarations.vehicles.transport import Load, Unload
from rules.last_hundred_yards.effects.harm import destroy
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.progress import FireKind, FireMarker
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, opened, refusal, unit

TANK = "us.able-tank.1.1"
GUN, TRUCK = "us.gun57.1", "us.gun57.1.truck"
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
    """Able 1 is activated, and two squads of Able 2 and two halftracks stand in its hex, away from the leader of Able 2."""
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
    state = done(done(state, first), Maneuver("us", TRACKS[0], at("C7")))
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
def test_10_4_6_in_reaction_a_tank_carries_whom_it_likes() -> None:
    units = [unit(TANK, "C9", IN_MOTION), unit(SQUAD, "C9"), unit(LEADER, "A10"), unit(FOE, "C4")]
    state = activated(
        *units,
        unit("us.able.2.squad.1", "F9"),
        unit("us.able.2.leader", "F9"),
        platoon="able.2",
        aboard={SQUAD: TANK},
    )
    state = done(done(state, CallForReaction("us")), CallForReaction("ge"))
    assert not refusal(state, Maneuver("us", TANK, at("C8")))


@proves("LHY-10.4.6.0.2", "LHY-17.7f.2")
def test_10_4_6_a_tank_comes_on_with_its_riders_as_its_own_platoon_is_activated() -> None:
    # Reading 172.
    units = [unit(TANK, None), unit(SQUAD, None), unit(LEADER, None), unit(FOE, "C4")]
    sides = {"us": {"entry_hexes": ["C10"], "entering": [TANK, SQUAD, LEADER]}}
    state = activated(*units, platoon="able-tank.1", aboard={SQUAD: TANK}, sides=sides)
    state = done(state, EnterMap("us", TANK, at("C10")))
    assert done(state, Maneuver("us", TANK, at("C9"))).unit(SQUAD).at == at("C9")


@proves("LHY-13.6.6.3")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_13_6_6_the_regrouping_neither_mount_nor_limber_up(edition: str) -> None:
    units = [unit(SQUAD, "C9", REGROUPING), unit(LEADER, "C9"), unit("us.m3.2", "C9"), unit("us.mg.1", "C9")]
    guns = [unit(GUN, "E9", REGROUPING), unit("us.truck.1", "E9"), unit(FOE, "C4")]
    state = activated(*units, *guns, edition=edition)
    actions: list[Any] = [Load("us", SQUAD, "us.m3.2"), Load("us", GUN, "us.truck.1")]
    if edition == "series-3.1":
        actions.append(Limber("us", GUN, at("E9")))
    for action in actions:
        assert "is regrouping" in refusal(state, action)
        assert action not in legal(state, type(action))
    assert not refusal(state, Load("us", "us.mg.1", "us.m3.2"))


@proves("LHY-10.4.6.2d", "LHY-10.4.6.2.1.1c")
@pytest.mark.parametrize(
    ("foe_at", "conditions", "may"), [("D8", (), False), ("D8", (CONCEALED,), True), ("D9", (), True)]
)
def test_10_4_6_2d_nobody_mounts_a_vehicle_that_stands_next_to_a_known_enemy(
    foe_at: str, conditions: tuple[str, ...], may: bool
) -> None:
    # The squad in the forest of D6 mounts in D7, which lies next to D8 and not to D9.
    ground = board("\n".join([". . . . . . . ."] * 5 + [". . . f . . . ."] + [". . . . . . . ."] * 4))
    units = [unit(SQUAD, "D6"), unit(LEADER, "A10"), unit("us.m3.2", "D7"), unit(FOE, foe_at, *conditions)]
    state = activated(*units, ground=ground)
    mount = Load("us", SQUAD, "us.m3.2")
    assert (not refusal(state, mount)) is may
    assert (mount in legal(state, Load)) is may
    assert may or "next to a hex with a known enemy" in refusal(state, mount)


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


@proves("LHY-10.4.6.3.1")
def test_10_4_6_3_a_carrier_that_has_driven_takes_no_gun_in_the_turn() -> None:
    units = [
        unit("us.gun57.1", "C7"),
        unit(SQUAD, "C7"),
        unit(LEADER, "C7"),
        unit("us.m3.2", "C8", IN_MOTION),
    ]
    state = done(activated(*units), Maneuver("us", "us.m3.2", at("C7")))
    state = done(state, EndManeuver("us", stop=True))
    assert "only one of these" in refusal(state, Load("us", "us.gun57.1", "us.m3.2"))


@proves("LHY-10.4.6.3a")
@pytest.mark.parametrize(
    ("to", "why"), [("D8", ""), ("C9", "gets off in the hex"), ("C7", "cannot stand"), ("B8", "cannot stand")]
)
def test_10_4_6_3a_a_gun_is_set_down_next_to_its_carrier_where_that_cannot_drive(to: str, why: str) -> None:
    rows = ["........".replace(".", ". ").split() for _ in range(10)]
    rows[7][3], rows[6][2] = "f", "u"
    ground = board("\n".join(map(" ".join, rows)), rivers="A8 B8 B9")
    units = [unit(GUN, "C8"), unit(SQUAD, "C8"), unit(LEADER, "C8"), unit("us.m3.2", "C8")]
    state = Mounted(GUN, "us.m3.2").on(activated(*units, ground=ground))
    state = replace(state, course=replace(course(state), loaded_this_turn=frozenset()))
    refused = refusal(state, Unload("us", GUN, at(to)))
    assert (why in refused) if why else not refused
    if not why:
        after = done(state, Unload("us", GUN, at(to)))
        assert after.unit(GUN).at == at(to)
        assert after.unit("us.m3.2").at == at("C8")


@proves("LHY-10.4.6.3a", "LHY-4.1.9d.2")
@pytest.mark.parametrize(("roads", "barred"), [("C7 C8 C9", True), ("C7 C8 C9, C8 D8", False)])
def test_10_4_6_3a_a_gun_is_not_set_down_through_the_houses_of_a_street(roads: str, barred: bool) -> None:
    """The street runs through C8; D8 is wooded, so that the halftrack stays out of it but by road."""
    rows = [". . . . . . . ."] * 7 + [". . u f . . . ."] + [". . . . . . . ."] * 2
    ground = board("\n".join(rows), roads=roads)
    units = [unit(GUN, "C8"), unit(SQUAD, "C7"), unit(LEADER, "C7"), unit("us.m3.2", "C8")]
    state = Mounted(GUN, "us.m3.2", from_the_start=True).on(activated(*units, ground=ground))
    why = refusal(state, Unload("us", GUN, at("D8")))
    assert ("houses bar us.gun57.1 the way from C8 to D8" in why) is barred
    waits = activated(unit(GUN, "D8"), *units[1:], ground=ground)
    why = refusal(waits, Load("us", GUN, "us.m3.2"))
    assert ("houses bar us.gun57.1 the way from D8 to C8" in why) is barred


def limbering(*conditions: str, label: str = "C8", **options: Any) -> GameState:
    """A gun in C8, by the later rules."""
    units = [unit(GUN, label, *conditions), unit(SQUAD, label), unit(LEADER, label)]
    return activated(*units, **{"edition": "series-3.1", **options})


@proves("LHY-10.4.6.3.2")
def test_10_4_6_3_a_gun_has_a_truck_of_its_own_that_comes_when_it_loads() -> None:
    state = done(limbering(), Limber("us", GUN, at("C8")))
    truck = state.unit(TRUCK)
    assert (truck.type, truck.side, truck.at) == ("us.truck.1", "us", at("C8"))
    assert course(state).loads_of(TRUCK) == (GUN,)
    assert not truck.has(CONCEALED), "as its gun is not"
    assert {GUN, TRUCK} <= course(state).acted, "the only action of both"
    assert "has already acted" in refusal(state, Maneuver("us", TRUCK, at("C7")))
    assert "has no room" in refusal(state, Load("us", SQUAD, TRUCK)), "never for passengers"


@proves("LHY-10.4.6.3.2", "LHY-10.4.6.3.1", "LHY-10.4.6.2.1.2")
def test_10_4_6_3_in_a_later_turn_it_drives_and_goes_when_the_gun_is_set_down() -> None:
    state = done(limbering(), Limber("us", GUN, at("C8")))
    fresh = replace(
        course(state), acted=frozenset(), loaded_this_turn=frozenset(), support=frozenset((GUN, TRUCK))
    )
    assert "aboard already" in refusal(replace(state, course=fresh), Limber("us", GUN, at("C8")))
    driven = done(replace(state, course=fresh), Maneuver("us", TRUCK, at("C7")))
    assert driven.unit(GUN).at == at("C7")
    assert "only one of these" in refusal(done(driven, EndManeuver("us")), Unload("us", GUN))
    unloaded = done(replace(state, course=fresh), Unload("us", GUN))
    assert unloaded.unit(TRUCK).at is None
    assert (unloaded.unit(GUN).at, course(unloaded).aboard) == (at("C8"), ())
    assert GUN in course(unloaded).acted
    assert not course(unloaded).losses, "it is nobody's loss"


@proves("LHY-10.4.6.3.2")
@pytest.mark.parametrize(
    ("state", "where", "why"),
    [
        (limbering(edition="2019"), "C8", "guns have no trucks of their own"),
        (limbering(edition="2019", switches={"trucks_inherent": True}), "C8", ""),
        (limbering(edition="series-3.1", switches={"trucks_inherent": False}), "C8", "guns have no trucks"),
        (limbering(DISRUPTED), "C8", "no condition to mount"),
        (limbering(), "C7", "comes to"),
        (limbering(label="C10"), "C8", "is not next to"),
        (limbering(sides={"ge": {"edge": "north"}}), "C8", ""),
        (limbering(ground=board("\n".join([". . . . . . . ."] * 10), tree_lines="C7-C8")), "C8", ""),
    ],
)
def test_10_4_6_3_when_a_gun_limbers_up(state: GameState, where: str, why: str) -> None:
    refused = refusal(state, Limber("us", GUN, at(where)))
    assert (why in refused) if why else not refused
    assert (Limber("us", GUN, at(where)) in legal(state, Limber)) is (not refused)


@proves("LHY-10.4.6.3.2", "LHY-10.4.6.3a", "LHY-10.4.6.2d")
def test_10_4_6_3a_from_woods_a_gun_limbers_up_in_the_next_hex() -> None:
    rows = [". . . . . . . ."] * 7 + [". . w . . . . .", ". . . . . . . .", ". . f . . . . ."]
    ground = board("\n".join(rows))
    state = limbering(ground=ground)
    assert "no truck can drive into C8" in refusal(state, Limber("us", GUN, at("C8")))
    after = done(state, Limber("us", GUN, at("C9")))
    assert (after.unit(GUN).at, after.unit(TRUCK).at) == (at("C9"), at("C9"))
    units = [unit(GUN, "C8"), unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C9", CONCEALED)]
    held = activated(*units, ground=ground, edition="series-3.1")
    assert "C9 holds the enemy" in refusal(held, Limber("us", GUN, at("C9")))
    near = activated(*units[:3], unit(FOE, "C10"), ground=ground, edition="series-3.1")
    assert "next to a hex with a known enemy" in refusal(near, Limber("us", GUN, at("C9")))


@proves("LHY-10.4.6.3.2", "LHY-4.3.0.1")
def test_10_4_6_3_the_truck_of_a_concealed_gun_tells_the_enemy_nothing() -> None:
    state = done(limbering(CONCEALED), Limber("us", GUN, at("C8")))
    assert state.unit(TRUCK).has(CONCEALED)
    assert not {GUN, TRUCK} & set(state_seen_by(state, "ge").units)
    hidden = done(limbering(HIDDEN), Limber("us", GUN, at("C8")))
    assert hidden.unit(GUN).conditions - LAID_OUT == {CONCEALED}, "who acts is put on the map"


@proves("LHY-17.9.2.0a", "LHY-17.9.2.0b")
def test_17_9_2_hidden_men_who_mount_are_put_on_the_map() -> None:
    """Else they would drive off hidden on a halftrack that the enemy sees."""
    state = activated(unit(SQUAD, "C8", HIDDEN), unit(LEADER, "C8"), unit("us.m3.2", "C8"))
    after = done(state, Load("us", SQUAD, "us.m3.2"))
    assert after.unit(SQUAD).conditions - LAID_OUT == {CONCEALED}


@proves("LHY-10.4.6.3.2", "LHY-12.3.7a.2")
def test_10_4_6_3_a_truck_destroyed_takes_its_gun_with_it() -> None:
    state = done(limbering(), Limber("us", GUN, at("C8")))
    resolution = PLAY.resolution(state, ScriptedDice([1]))
    destroy(resolution, state.unit(TRUCK), collateral=True)
    assert (resolution.state.unit(TRUCK).at, resolution.state.unit(GUN).at) == (None, None)
    assert dict(resolution.course.losses) == {"us": 1}


@proves("LHY-10.4.6.0.3", "LHY-10.2.2", "LHY-10.2a.1")
def test_10_4_6_who_is_aboard_leaves_the_map_with_the_carrier() -> None:
    carrier = "us.m3.2"
    state = activated(unit(SQUAD, "C10"), unit(LEADER, "C10"), unit(carrier, "C10", IN_MOTION))
    state = Mounted(SQUAD, carrier).on(state)
    state = replace(state, course=replace(course(state), loaded_this_turn=frozenset()))
    exit_map = Maneuver("us", carrier, None)
    after = done(state, exit_map)
    assert (after.unit(carrier).at, after.unit(SQUAD).at) == (None, None)
    assert course(after).exited == {carrier, SQUAD}


def beside(letter: str, *fires: FireMarker, moves: str = SQUAD, carrier: str, **options: Any) -> GameState:
    """A unit in C7, where no vehicle can drive, and its carrier next door in C8; the enemy is far off."""
    ground = board("\n".join([". . . . . . . ."] * 6 + [f". . {letter} . . . . ."] + [". . . . . . . ."] * 3))
    others = unit("us.able.1.squad.2", "A10"), unit(LEADER, "A10"), unit(FOE, "H3")
    units = [unit(moves, "C7"), *([unit(carrier, "C8")] if carrier else ())]
    return activated(*units, *others, ground=ground, fires=fires, **options)


def marked(kind: FireKind, value: int, **more: Any) -> FireMarker:
    return FireMarker(1, kind, at("C7"), value, **more)


@proves("LHY-11.5.1a", "LHY-10.4.6.3a")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_11_5_1a_a_gun_hitched_to_its_carrier_next_door_takes_its_marker_along(edition: str) -> None:
    fire = marked(FireKind.ATDRM, 8, target=GUN)
    if edition == "2019":
        state = done(beside("w", fire, moves=GUN, carrier="us.m3.2"), Load("us", GUN, "us.m3.2"))
    else:
        state = done(beside("w", fire, moves=GUN, carrier="", edition=edition), Limber("us", GUN, at("C8")))
    assert state.unit(GUN).at == at("C8")
    assert course(state).is_aboard(GUN)
    assert [fire.at for fire in course(state).fires] == [at("C8")]


@proves("LHY-11.5.1a", "LHY-10.4.6.3a")
def test_11_5_1a_a_gun_set_down_next_door_takes_its_marker_along() -> None:
    ground = board("\n".join([". . . ."] * 6 + [". . f ."] + [". . . ."] * 3))
    units = unit(GUN, "C8"), unit("us.m3.2", "C8"), unit(SQUAD, "A10"), unit(LEADER, "A10")
    fire = FireMarker(1, FireKind.ATDRM, at("C8"), 8, target=GUN)
    state = activated(*units, ground=ground, far=[unit(FOE, "D1")], fires=[fire])
    state = Mounted(GUN, "us.m3.2", from_the_start=True).on(state)
    after = done(state, Unload("us", GUN, at("C7")))
    assert after.unit(GUN).at == at("C7")
    assert [fire.at for fire in course(after).fires] == [at("C7")]


@proves("LHY-11.3.1a", "LHY-10.4.6.2.1.1c")
def test_11_3_1a_a_squad_that_mounts_next_door_takes_the_markers_of_its_hex_along() -> None:
    state = beside("u", marked(FireKind.SADRM, 3, against="us"), carrier=TANK)
    state = done(state, Load("us", SQUAD, TANK))
    assert course(state).loads_of(TANK) == (SQUAD,)
    assert [fire.at for fire in course(state).fires] == [at("C8")]


@proves("LHY-11.4.8e", "LHY-10.4.6.2.1.1c", "LHY-10.4.6.2b")
@pytest.mark.parametrize(("die", "mounted"), [(3, True), (4, False)])
def test_11_4_8e_mortar_fire_strikes_who_leaves_its_hex_to_mount_next_door(die: int, mounted: bool) -> None:
    # MDRM 3 without TEM against Cohesion 6: from 4 on it disrupts, and who is disrupted does not mount.
    state = beside("u", marked(FireKind.MDRM, 3, tubes=0), carrier=TANK)
    state = done(state, Load("us", SQUAD, TANK), die)
    assert course(state).is_aboard(SQUAD) is mounted
    assert state.unit(SQUAD).at == at("C8" if mounted else "C7")
    assert SQUAD in course(state).acted
    assert ("driven out" in refusal(state, EndManeuver("us"))) is not mounted


@proves("LHY-11.4.8e", "LHY-0.6")
def test_11_4_8e_the_die_of_who_mounts_out_of_mortar_fire_is_told_and_in_the_odds() -> None:
    action = Load("us", SQUAD, TANK)
    told = PLAY.chances(beside("u", marked(FireKind.MDRM, 3, tubes=0), carrier=TANK), action)
    assert "mortar fire on leaving" in str(told)
    assert told.odds is not None
    # 1 to 3 come to 6 at most and do nothing; 7 to 10 come to 10 and cost a step.
    lost = sum(chance for words, chance in told.odds.chances.items() if "loses a step" in words)
    disrupted = sum(chance for words, chance in told.odds.chances.items() if "disrupted" in words)
    assert (lost, disrupted) == (Fraction(4, 10), Fraction(3, 10))
    assert PLAY.chances(beside("u", carrier=TANK), action).verdict == "no die roll"


@proves("LHY-11.4.8e", "LHY-10.4.6.3.1", "LHY-10.3.1.0.1")
def test_11_4_8e_a_gun_disrupted_as_it_leaves_for_its_carrier_stays_and_does_not_withdraw() -> None:
    state = beside("w", marked(FireKind.MDRM, 3, tubes=0), moves=GUN, carrier="us.m3.2")
    state = done(state, Load("us", GUN, "us.m3.2"), 5)
    assert (state.unit(GUN).at, state.unit(GUN).has(DISRUPTED)) == (at("C7"), True)
    assert not course(state).aboard
    assert course(state).moving is None
    assert {GUN, "us.m3.2"} <= course(state).acted, "it was the action of both"


@proves("LHY-11.4.8c", "LHY-10.4.6.2.1.1c")
def test_11_4_8c_nobody_mounts_in_a_primary_impact_hex_next_door() -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C8"), 0, primary=True, tubes=0)
    state = beside("u", fire, carrier=TANK)
    assert "C8 is a primary impact hex" in refusal(state, Load("us", SQUAD, TANK))
    assert Load("us", SQUAD, TANK) not in legal(state, Load)


@proves("LHY-16.1.1.1", "LHY-10.4.6.2.1.1c")
@pytest.mark.parametrize(("die", "mounted"), [(9, True), (10, False)])
def test_16_1_1_who_mounts_next_door_enters_the_mines_there(die: int, mounted: bool) -> None:
    state = beside("u", carrier=TANK, markers=[Marker("mines", at("C8"), 1, "ge")])
    state = done(state, Load("us", SQUAD, TANK), die, *([] if mounted else [1]))
    assert course(state).is_aboard(SQUAD) is mounted
    assert course(state).losses == ({} if mounted else {"us": 1})
    assert not mounted or state.unit(SQUAD).at == at("C8")
    assert mounted or state.unit("us.able.1.section.a").at == at("C8")


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
def test_7_2_tanks_of_a_second_platoon_join_no_more_in_a_cycle_for_carrying_riders_of_the_first() -> None:
    second = "us.able-tank.2.1"
    units = (unit(SQUAD, "C9"), unit("us.able-tank.1.1", "C9"), unit(second, "C9"), unit(LEADER, "C9"))
    state = activated(*units, unit(FOE, "C4"), platoon="able.1", edition="series-3.1")
    state = Mounted(SQUAD, second).on(state)
    fire = FireSmallArms("us", second, (at("C4"),))
    assert not refusal(state, fire)
    state = done(state, FireSmallArms("us", "us.able-tank.1.1", (at("C4"),)))
    assert refusal(state, fire)


@proves("LHY-10.4.6.2.0", "LHY-12.3.7a.1")
@pytest.mark.parametrize(("check", "left"), [((6,), SQUAD), ((7, 1), "us.able.1.section.a")])
def test_10_4_6_2_men_who_had_to_get_off_have_no_mp_left_nor_has_the_section_that_is_left_of_them(
    check: tuple[int, ...], left: str
) -> None:
    """Reading 206: their halftrack is lost on mines in C5, beside the woods in C4, to which the disrupted might go."""
    ground = board("\n".join(". . w . . ." if k == 4 else ". . . . . ." for k in range(1, 9)))
    units = unit("us.m3.2", "C6", IN_MOTION), unit(SQUAD, "C6"), unit(LEADER, "A8")
    mines = Marker("mines", at("C5"))
    state = activated(
        *units, ground=ground, markers=[mines], aboard={SQUAD: "us.m3.2"}, far=[unit("ge.1kp.2.leader", "F1")]
    )
    state = done(state, Maneuver("us", "us.m3.2", at("C5")), 8, *check)
    assert "had to get off its vehicle in this turn and has no MP left" in refusal(
        state, Maneuver("us", left, at("C4"))
    )
