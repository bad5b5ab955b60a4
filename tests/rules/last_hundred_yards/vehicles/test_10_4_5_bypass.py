"""10.4.5.1 of the series rules: vehicles that bypass, driving through an enemy hex, and the fire at them."""

from fractions import Fraction
from typing import Any

import pytest

from rules.game.chance.odds import Odds
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    HIDDEN,
    IN_MOTION,
    OVERWATCH,
    SHOCKED,
)
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.overwatch import Overwatch
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.overrun_resistance import ResistOverrun
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.unit_events import Mounted, UnitChanged
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import ActionKind
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, unit

TANK, HALFTRACK, SQUAD, LEADER = "us.able-tank.1.1", "us.m3.2", "us.able.1.squad.1", "us.able.1.leader"
MG, FOE, GUN = "ge.mg.1", "ge.1kp.1.squad.1", "ge.pak40.3"
FOREST = """
    f f f f f f f f
    f f . f f f f f
    f f . f f f f f
    f f . f f f f f
    f f . f f f f f
    f f . f f f f f
    f f . f f f f f
    f f . f f f f f
    f f . f f f f f
    f f . f f f f f
"""
GORGE = board(FOREST)
"""One column of open ground through forest, which bars all vehicles but AFVs."""
RISING = board(
    "\n".join(row.replace(".", "h1") if k == 5 else row for k, row in enumerate(FOREST.strip().splitlines()))
)
"""The same with a rise in C6."""


def beside(
    *enemies: Unit, vehicle: str = TANK, load: str = "", edition: str = "series-3.1", **options: Any
) -> GameState:
    """A vehicle in motion in C6, a tank with riders beside their platoon, enemies in C5."""
    own = unit(vehicle, "C6", IN_MOTION), unit(SQUAD, "C6" if load else "A10"), unit(LEADER, "C6")
    platoon = "able-tank.1" if vehicle == TANK and not load else "able.1"
    state = activated(*own, *enemies, platoon=platoon, edition=edition, **options)
    return Mounted(load, vehicle).on(state) if load else state


@proves("LHY-10.4.5B.1")
def test_10_4_5_1_an_afv_drives_through_an_enemy_hex_at_no_more_mp() -> None:
    state = done(beside(unit(FOE, "C5")), Bypass("us", TANK, at("C5")))
    moving = course(state).moving
    assert moving is not None
    assert (moving.spent, state.unit(TANK).at) == (Fraction(1), at("C5"))
    assert done(state, Maneuver("us", TANK, at("C4"))).unit(TANK).at == at("C4")


@proves("LHY-10.4.5B.1")
def test_10_4_5_1_other_vehicles_only_if_they_can_enter_no_other_hex() -> None:
    in_the_open = beside(unit(FOE, "C5"), unit(MG, "C7"), vehicle=HALFTRACK)
    assert "only AFVs bypass then" in refusal(in_the_open, Bypass("us", HALFTRACK, at("C5")))
    in_gorge = beside(unit(FOE, "C5"), vehicle=HALFTRACK, ground=GORGE)
    assert "can enter C7" in refusal(in_gorge, Bypass("us", HALFTRACK, at("C5")))
    shut_in = beside(unit(FOE, "C5"), unit(MG, "C7"), vehicle=HALFTRACK, ground=GORGE)
    assert not refusal(shut_in, Bypass("us", HALFTRACK, at("C5")))


@proves("LHY-10.4.5B.1", "LHY-T-VMM")
def test_10_4_5_1_never_in_reverse_and_never_with_an_overrun() -> None:
    backing = done(beside(unit(FOE, "C5"), unit(MG, "C8")), Maneuver("us", TANK, at("C7"), "reverse"))
    assert "in reverse" in refusal(backing, Bypass("us", TANK, at("C8")))
    state = done(beside(unit(FOE, "C5"), unit(MG, "C4")), Bypass("us", TANK, at("C5")))
    assert "overrun and bypass in the same" in refusal(state, Overrun("us", TANK, at("C4")))
    assert "assault and bypass in the same" in refusal(state, Assault("us", (TANK,), at("C4")))
    state = done(beside(unit(MG, "C5"), unit(FOE, "D4")), Overrun("us", TANK, at("C5")))
    assert "bypass and overrun in the same" in refusal(state, Bypass("us", TANK, at("D4")))


@proves("LHY-10.4.5L.2e")
def test_10_4_5_1_no_bypass_of_an_assault_hex() -> None:
    state = AssaultEntered(SQUAD, "us", at("C5"), at("C6")).on(beside(unit(FOE, "C5")))
    assert "in an assault" in refusal(state, Bypass("us", TANK, at("C5")))


@proves("LHY-10.4.5B.1", "LHY-10.4.5P.1a")
def test_10_4_5_1_a_tank_and_a_truck_that_bypass_together_pay_as_the_truck_does() -> None:
    truck = "us.truck.1"
    own = unit(TANK, "C6", IN_MOTION), unit(truck, "C6", IN_MOTION), unit(SQUAD, "C6"), unit(LEADER, "C6")
    foes = unit("ge.1kp.1.leader", "C5"), unit(MG, "C7")
    state = activated(*own, *foes, ground=GORGE, edition="series-3.1")
    moving = course(done(state, Bypass("us", TANK, at("C5"), (truck,)))).moving
    assert moving is not None
    assert moving.spent == 2


@proves("LHY-16.2.0", "LHY-11.4.8c")
@pytest.mark.parametrize(
    ("vehicle", "wire", "why"),
    [(HALFTRACK, True, "only foot units and AFVs may enter wire"), (TANK, True, ""),
     (HALFTRACK, False, "C5 is a primary impact hex"), (TANK, False, "")],
)  # fmt: skip
def test_10_4_5_no_halftrack_drives_into_wire_or_mortar_fire_over_the_enemy(
    vehicle: str, wire: bool, why: str
) -> None:
    foes = unit("ge.mg.1", "C5"), unit("ge.mg.2", "C7")
    marks = [Marker("wire", at("C5"))] if wire else []
    shell = FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=True, tubes=0)
    state = beside(*foes, vehicle=vehicle, ground=GORGE, markers=marks, fires=() if wire else (shell,))
    for action in (Overrun("us", vehicle, at("C5")), Bypass("us", vehicle, at("C5"))):
        refused = refusal(state, action)
        assert (why in refused) if why else not refused


@proves("LHY-11.2a")
@pytest.mark.parametrize(("smoke", "may"), [(1, True), (2, False)])
def test_11_2a_fire_at_a_halftrack_worth_less_than_minus_4_is_not_made(smoke: int, may: bool) -> None:
    """An MG with ATV -2 in smoke, at a halftrack in motion."""
    foes = unit(MG, "C5"), unit("ge.1kp.1.leader", "C7")
    marks = [Marker("smoke", at("C5"), smoke)]
    state = beside(*foes, vehicle=HALFTRACK, ground=GORGE, markers=marks)
    state = done(state, Bypass("us", HALFTRACK, at("C5")))
    assert (FireWithinHex("ge", MG, (HALFTRACK,)) in legal(state, FireWithinHex)) is may


@proves("LHY-10.4.5B.1")
@pytest.mark.parametrize(
    ("state", "action", "why"),
    [
        (
            beside(unit(FOE, "C5"), edition="2019"),
            Bypass("us", TANK, at("C5")),
            "this edition has no bypass",
        ),
        (beside(unit(FOE, "C5")), Bypass("us", TANK, at("C7")), "no enemy is known"),
        (beside(unit(FOE, "C4")), Bypass("us", TANK, at("C4")), "is not adjacent"),
        (beside(unit(FOE, "C5")), Bypass("us", SQUAD, at("C5")), "only vehicles bypass"),
        (beside(unit(FOE, "C5", HIDDEN)), Bypass("us", TANK, at("C5")), "no enemy is known"),
    ],
)
def test_10_4_5_1_which_moves_are_no_bypass(state: GameState, action: Bypass, why: str) -> None:
    assert why in refusal(state, action)
    assert action not in legal(state, Bypass)


@proves("LHY-10.4.5B.1")
def test_10_4_5_1_a_bypassing_vehicle_must_be_able_to_go_on() -> None:
    far = activated(unit(TANK, "C9", IN_MOTION), unit(FOE, "C4"), platoon="able-tank.1", edition="series-3.1")
    for label in ("C8", "C7", "C6", "C5"):
        far = done(far, Maneuver("us", TANK, at(label)))
    assert "too few MP" in refusal(far, Bypass("us", TANK, at("C4")))


@proves("LHY-10.4.5B.1", "LHY-10.4.5L.3")
@pytest.mark.parametrize(("stood", "may"), [(False, True), (True, False)])
def test_10_4_5_1_a_vehicle_that_has_to_start_has_less_mp_to_go_on(stood: bool, may: bool) -> None:
    """Forest in C5 takes 4 of 5 MP and leaving it 1; a stationary vehicle has only 4 MP after starting."""
    rows = [f". . {'f' if k == 5 else '.'} . . . . ." for k in range(1, 11)]
    tank = unit(TANK, "C6", *(() if stood else (IN_MOTION,)))
    ground = board("\n".join(rows))
    state = activated(tank, unit(FOE, "C5"), platoon="able-tank.1", edition="series-3.1", ground=ground)
    assert ("too few MP" not in refusal(state, Bypass("us", TANK, at("C5")))) is may


@proves("LHY-10.4.5B.2")
def test_10_4_5_1_each_steady_unused_enemy_of_the_hex_may_fire_anti_tank_without_splitting() -> None:
    enemies = (
        unit(GUN, "C5"),
        unit("ge.stug.1", "C5"),
        unit("ge.stug.2", "C5", SHOCKED),
        unit("ge.latw.1", "C5", DISRUPTED),
    )
    state = done(beside(*enemies, unit(FOE, "C5")), Bypass("us", TANK, at("C5")))
    assert PLAY.to_act(state) == "ge"
    assert set(PLAY.legal_actions(state)) == {
        FireWithinHex("ge", GUN, (TANK,)), FireWithinHex("ge", "ge.stug.1", (TANK,)), Pass("ge"),
    }  # fmt: skip
    assert "is shocked" in refusal(state, FireWithinHex("ge", "ge.stug.2", (TANK,)))
    assert "is disrupted" in refusal(state, FireWithinHex("ge", "ge.latw.1", (TANK,)))
    assert "works on carriers only" in refusal(state, FireWithinHex("ge", FOE, (TANK,)))
    assert "nobody rides" in refusal(state, FireWithinHex("ge", FOE, small_arms=True))
    state = done(state, FireWithinHex("ge", GUN, (TANK,)))
    assert GUN in course(state).acted
    assert {action.unit for action in legal(state, FireWithinHex)} == {"ge.stug.1"}
    assert legal(state, ResistOverrun) == []


@proves("LHY-10.4.6.2c", "LHY-10.4.5B.2")
def test_10_4_6_2c_riders_dismount_from_a_tank_that_fires_at_a_bypass_of_its_hex() -> None:
    gun_car = "ge.stug.1"
    state = beside(unit(gun_car, "C5"), unit(FOE, "C5"))
    state = done(Mounted(FOE, gun_car, from_the_start=True).on(state), Bypass("us", TANK, at("C5")))
    fired = done(state, FireWithinHex("ge", gun_car, (TANK,)), 1)
    assert not course(fired).is_aboard(FOE)
    assert fired.unit(FOE).at == at("C5")
    idle = done(state, Pass("ge"))
    assert course(idle).is_aboard(FOE)


@proves("LHY-16.2a.2", "LHY-10.4.5B.2")
@pytest.mark.parametrize(("who", "may"), [(GUN, False), ("ge.latw.1", True), ("ge.stug.1", True)])
def test_16_2a_in_wire_no_gun_fires_at_a_bypass_of_its_hex(who: str, may: bool) -> None:
    state = beside(unit(who, "C5"), unit(FOE, "C5"), markers=[Marker("wire", at("C5"))])
    state = done(state, Bypass("us", TANK, at("C5")))
    assert (FireWithinHex("ge", who, (TANK,)) in legal(state, FireWithinHex)) is may


@proves("LHY-10.4.1.ow", "LHY-10.4.5B.2")
def test_10_4_1_a_tank_on_overwatch_fires_at_a_bypass_of_its_hex_once() -> None:
    gun_car = "ge.stug.1"
    units = [unit(TANK, "C6", IN_MOTION), unit(gun_car, "C5", IN_MOTION), unit(LEADER, "A10")]
    state = activated(*units, platoon="able-tank.1", edition="series-3.1")
    state = done(state, Overwatch("us", TANK), CallForReaction("us"), Bypass("ge", gun_car, at("C6")))
    answer = FireWithinHex("us", TANK, (gun_car,))
    assert answer in legal(state, FireWithinHex)
    fired = done(state, answer, 1)
    assert not fired.unit(TANK).has(OVERWATCH)
    assert not course(fired).decisions


@proves("LHY-10.4.5B.2")
def test_10_4_5_1_fire_at_riders_and_at_the_tank_are_two_markers() -> None:
    men = unit(MG, "C5"), unit("ge.mg.2", "C5"), unit(GUN, "C5")
    state = done(beside(*men, load=SQUAD), Bypass("us", TANK, at("C5")))
    state = done(state, FireWithinHex("ge", MG, small_arms=True), FireWithinHex("ge", GUN, (TANK,)))
    assert len({fire.number for fire in course(state).fires}) == 2


@proves("LHY-10.4.5B.2")
def test_10_4_5_1_against_a_stack_each_fires_at_one_of_them() -> None:
    own = unit(TANK, "C6", IN_MOTION), unit("us.able-tank.1.2", "C6", IN_MOTION)
    state = activated(*own, unit(GUN, "C5"), platoon="able-tank.1", edition="series-3.1")
    state = done(state, Bypass("us", TANK, at("C5"), ("us.able-tank.1.2",)))
    assert {action.targets for action in legal(state, FireWithinHex)} == {(TANK,), ("us.able-tank.1.2",)}
    assert "does not split" in refusal(state, FireWithinHex("ge", GUN, (TANK, "us.able-tank.1.2")))


@proves("LHY-11.5.1d", "LHY-10.4.5B.2")
def test_11_5_1d_fires_at_a_stack_that_bypasses_are_spread() -> None:
    second, latw = "us.able-tank.1.2", "ge.latw.1"
    own = unit(TANK, "C6", IN_MOTION), unit(second, "C6", IN_MOTION)
    state = activated(*own, unit(GUN, "C5"), unit(latw, "C5"), platoon="able-tank.1", edition="series-3.1")
    state = done(state, Bypass("us", TANK, at("C5"), (second,)), FireWithinHex("ge", GUN, (TANK,)))
    assert legal(state, FireWithinHex) == [FireWithinHex("ge", latw, (second,))]
    assert "evenly" in refusal(state, FireWithinHex("ge", latw, (TANK,)))


@proves("LHY-10.4.5B.2", "LHY-10.4.5L.9")
@pytest.mark.parametrize(("die", "fate"), [(5, "goes on"), (6, "is shocked"), (7, "is destroyed")])
def test_10_4_5_1_the_fire_is_resolved_before_it_leaves(die: int, fate: str) -> None:
    # ATV 5, -1 for the tank in motion: 4 against AV 10.
    state = done(
        beside(unit(GUN, "C5")), Bypass("us", TANK, at("C5")), FireWithinHex("ge", GUN, (TANK,)), die
    )
    assert not course(state).fires
    assert (course(state).moving is not None) is (fate == "goes on")
    assert state.unit(TANK).has(SHOCKED) is (fate == "is shocked")
    assert (state.unit(TANK).at is None) is (fate == "is destroyed")
    assault = course(state).assault_at(at("C5"))
    assert (assault is not None and assault.side == "ge") is (fate == "is shocked")
    if fate == "goes on":
        assert "does not end in the enemy hex" in refusal(state, EndManeuver("us"))
        assert "does not end in the enemy hex" in refusal(state, EndManeuver("us", stop=True))


@proves("LHY-10.4.5B.2", "LHY-10.4.5L.9", "LHY-10.4.6.2c")
@pytest.mark.parametrize(("die", "shaken"), [(5, False), (6, True)])
def test_10_4_5_1_riders_disrupted_by_small_arms_dismount_and_are_under_assault(
    die: int, shaken: bool
) -> None:
    # SAV 1 against Cohesion 6.
    state = done(beside(unit(MG, "C5"), load=SQUAD), Bypass("us", TANK, at("C5")))
    after = done(state, FireWithinHex("ge", MG, small_arms=True), die)
    assert after.unit(SQUAD).has(DISRUPTED) is shaken
    assert course(after).is_aboard(SQUAD) is not shaken
    assert (course(after).assault_at(at("C5")) is not None) is shaken
    assert course(after).moving is not None, "the tank goes on"
    gone = done(after, Maneuver("us", TANK, at("C4")))
    assert gone.unit(SQUAD).at == (at("C5") if shaken else at("C4"))
    assert course(gone).assaults == course(after).assaults


@proves("LHY-10.4.6.2c", "LHY-10.4.5B.2")
def test_10_4_5_1_if_one_rider_loses_a_step_all_dismount() -> None:
    state = Mounted(LEADER, TANK).on(beside(unit(MG, "C5"), load=SQUAD))
    state = done(state, Bypass("us", TANK, at("C5")))
    # 10 and SAV 1, 1 off for the leader: a step of the squad; he passes his check; a section comes into play.
    after = done(state, FireWithinHex("ge", MG, small_arms=True), 10, 1, 1)
    assert not course(after).aboard
    assert after.unit(LEADER).at == at("C5")


@proves("LHY-10.4.5B.2")
def test_10_4_5_1_passengers_of_carriers_are_safe_from_small_arms() -> None:
    enemies = unit(MG, "C5"), unit(FOE, "C7")
    state = beside(*enemies, vehicle=HALFTRACK, load=SQUAD, ground=GORGE)
    state = done(state, Bypass("us", HALFTRACK, at("C5")))
    assert "nobody rides there on an AFV" in refusal(state, FireWithinHex("ge", MG, small_arms=True))
    assert not refusal(state, FireWithinHex("ge", MG, (HALFTRACK,)))


@proves("LHY-10.4.5B.2", "LHY-8.1.1")
def test_10_4_5_1_a_unit_firing_at_a_bypass_has_acted_and_may_be_reacted_to() -> None:
    state = done(beside(unit(GUN, "C5"), unit(FOE, "H3")), Bypass("us", TANK, at("C5")))
    state = done(state, FireWithinHex("ge", GUN, (TANK,)), 1, Maneuver("us", TANK, at("C4")))
    state = done(state, EndManeuver("us"), CallForReaction("us"))
    assert "has already acted" in refusal(state, FireSmallArms("ge", GUN, (at("C4"),)))
    state = done(state, CallForReaction("ge"))
    assert course(state).passes == 0, "it did act, within the other's turn"
    assert any(deed.unit == GUN for deed in course(state).deeds)


@proves("LHY-17.8.2b", "LHY-4.3.1.0.1")
def test_10_4_5_1_dummies_in_the_hex_are_removed_and_the_maneuver_ends_there() -> None:
    state = done(beside(unit("ge.dummy.1", "C5", CONCEALED)), Bypass("us", TANK, at("C5")))
    assert state.unit("ge.dummy.1").at is None
    assert state.unit(TANK).at == at("C5")
    assert (course(state).moving, course(state).decisions, course(state).assaults) == (None, (), ())


@proves("LHY-10.4.5L.9")
def test_10_4_5_1_a_tank_shocked_on_the_way_to_a_second_bypass_is_under_assault_where_it_is() -> None:
    """A 10 as it breaks through the wire in C5, where the first enemies are."""
    state = beside(unit(FOE, "C5"), unit(MG, "C4"), markers=[Marker("wire", at("C5"))])
    state = done(state, Bypass("us", TANK, at("C5")), Bypass("us", TANK, at("C4")), 10)
    assert state.unit(TANK).has(SHOCKED)
    assert state.unit(TANK).at == at("C5")
    assault = course(state).assault_at(at("C5"))
    assert assault is not None
    assert assault.side == "ge"


@proves("LHY-10.4.5L.9")
def test_10_4_5_1_a_tank_without_a_way_out_is_under_assault() -> None:
    # Hidden men hold the only way on and are found as the tank comes; the way back is uphill.
    state = beside(unit(FOE, "C5"), unit(MG, "C4", HIDDEN), ground=RISING)
    for label in ("C7", "C6"):
        state = done(state, Maneuver("us", TANK, at(label)))
    state = done(state, Bypass("us", TANK, at("C5")), Maneuver("us", TANK, at("C4")))
    assert state.unit(TANK).at == at("C5")
    assert state.unit(MG).has(CONCEALED)
    assert course(state).moving is None
    assault = course(state).assault_at(at("C5"))
    assert assault is not None
    assert assault.side == "ge"


@proves("LHY-4.3.1.0.1", "LHY-10.4.5B.2")
def test_10_4_5_1_a_bypassing_vehicle_loses_concealment_with_all_units_aboard() -> None:
    state = beside(unit(MG, "C5"), load=SQUAD)
    for name in (TANK, SQUAD):
        state = UnitChanged(name, gained=(CONCEALED,)).on(state)
    state = done(state, Bypass("us", TANK, at("C5")))
    assert not state.unit(TANK).has(CONCEALED)
    assert FireWithinHex("ge", MG, small_arms=True) in legal(state, FireWithinHex)


@proves("LHY-10.4.5B.2", "LHY-0.6")
def test_10_4_5_1_the_odds_of_the_fire_counted_by_hand() -> None:
    # ATDRM 4 against AV 10: 1 and 2 never count, 6 equals, 7 to 10 are above.
    state = done(beside(unit(GUN, "C5"), unit(MG, "C5"), load=SQUAD), Bypass("us", TANK, at("C5")))
    at_tank = PLAY.chances(state, FireWithinHex("ge", GUN, (TANK,)))
    assert at_tank.verdict == "ATDRM +4"
    # His rider gets off a shocked tank and checks, 1 to 6; off a destroyed one he disrupts, and fails on 7 to 10.
    assert _tenths(at_tank.odds) == {
        "no effect": 5,
        f"{TANK} shocked": Fraction(6, 10),
        f"{TANK} shocked; {SQUAD} disrupted": Fraction(4, 10),
        f"{TANK} destroyed; {SQUAD} disrupted": Fraction(24, 10),
        f"{TANK} destroyed; {SQUAD} loses a step": Fraction(16, 10),
    }
    # SADRM 1 against Cohesion 6: 6 to 8 disrupt, 9 and 10 come to 10 or more.
    at_riders = PLAY.chances(state, FireWithinHex("ge", MG, small_arms=True))
    assert _tenths(at_riders.odds) == {
        "no effect": 5,
        f"{SQUAD} disrupted": 3,
        f"{SQUAD} loses a step": 2,
    }


def _tenths(odds: Odds[str] | None) -> dict[str, Fraction]:
    assert odds is not None
    return {words: chance * 10 for words, chance in odds.chances.items()}


@proves("LHY-12.0.2", "LHY-10.4.5B.2", "LHY-12.3.7a.1")
def test_10_4_5_1_riders_disrupted_by_small_arms_are_not_disrupted_again_with_their_tank() -> None:
    state = beside(unit(MG, "C5"), unit(GUN, "C5"), load=SQUAD)
    state = done(state, Bypass("us", TANK, at("C5")), FireWithinHex("ge", MG, small_arms=True))
    # A 7 of small arms disrupts the squad, a 10 of the gun destroys the tank, and the squad passes its check.
    after = done(state, FireWithinHex("ge", GUN, (TANK,)), 7, 10, 1)
    assert (after.unit(TANK).at, after.unit(SQUAD).has(DISRUPTED)) == (None, True)


@proves("LHY-11.0a", "LHY-10.4.5B.2")
@pytest.mark.parametrize(
    ("kind", "may"), [(FireKind.SADRM, True), (FireKind.ATDRM, False)], ids=["small arms", "anti-tank"]
)
def test_11_0a_a_fortified_position_that_has_fired_the_other_way_answers_a_bypass(
    kind: FireKind, may: bool
) -> None:
    fort = "ge.fp.1"
    state = beside(unit(fort, "C5"), unit(FOE, "C5"))
    state = FirePlaced(FireMarker(1, kind, at("C6"), 0, against="us", firer=fort)).on(state)
    state = UnitActed(fort, ActionKind.FIRE, (at("C5"),)).on(state)
    state = done(state, Bypass("us", TANK, at("C5")))
    fire = FireWithinHex("ge", fort, (TANK,))
    assert (not refusal(state, fire)) is may
    assert (fire in legal(state, FireWithinHex)) is may


@proves("LHY-11.0a", "LHY-10.4.5B.2")
def test_11_0a_each_of_the_two_fires_of_a_fortified_position_has_odds_of_its_own() -> None:
    """ATDRM +4 on AV 10: a 6 shocks, more destroys; then riders check. Fire already placed on them is not told again."""
    fort = "ge.fp.1"
    state = done(beside(unit(fort, "C5"), unit(FOE, "C5"), load=SQUAD), Bypass("us", TANK, at("C5")))
    heavy = FireWithinHex("ge", fort, (TANK,))
    first = PLAY.chances(state, heavy).odds
    then = PLAY.chances(done(state, FireWithinHex("ge", fort, small_arms=True)), heavy).odds
    assert _tenths(first)["no effect"] == 5
    assert _tenths(then) == _tenths(first)


@proves("LHY-10.4.5L.3", "LHY-10.4.5B.1")
def test_10_4_5_1_a_bypassing_stack_is_two_different_vehicles_of_one_hex() -> None:
    other = "us.able-tank.1.2"
    state = beside(unit(FOE, "C5"), unit(other, "B5", IN_MOTION))
    assert "a stack is two different vehicles" in refusal(state, Bypass("us", TANK, at("C5"), (TANK,)))
    assert "start in one hex" in refusal(state, Bypass("us", TANK, at("C5"), (other,)))
