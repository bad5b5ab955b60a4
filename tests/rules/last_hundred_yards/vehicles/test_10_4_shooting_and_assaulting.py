"""T-VMM: assaults combined with shoot and scoot or halt and fire into an enemy hex, or after an overrun of another."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, IN_MOTION, STOPPED
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.concealment_inquiry import Inquire
from rules.last_hundred_yards.declarations.fire.enfilade import Enfilade, GiveFront
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.assault.value import assault_drm
from rules.last_hundred_yards.state.events.unit_events import Mounted
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, unit

SQUAD, LEADER, TANK, STUG = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.stug.1"
PANZER, FAR_PANZER, GRENADIERS = "ge.pz4.2.1", "ge.pz4.2.2", "ge.1kp.1.squad.1"
SCOOTING = FireAntiTank("us", TANK, (PANZER,), "shoot_and_scoot", at("C4"))
HALTING = FireAntiTank("us", TANK, (PANZER,), "halt_and_fire", at("C4"))


def beside(*conditions: str, enemies: tuple[Unit, ...] = ()) -> GameState:
    """A tank in C5, beside a panzer in C4; another panzer is in sight behind it."""
    units = [unit(TANK, "C5", *conditions), unit(PANZER, "C4"), unit(FAR_PANZER, "C1"), *enemies]
    return activated(*units, platoon="able-tank.1")


@proves("LHY-T-VMM", "LHY-10.4.2")
@pytest.mark.parametrize("target", [PANZER, FAR_PANZER])
def test_10_4_2_a_tank_fires_from_where_it_stood_and_goes_in(target: str) -> None:
    fire, state = replace(SCOOTING, targets=(target,)), beside()
    assert fire in legal(state, FireAntiTank)
    after = done(state, fire)
    (marker,) = course(after).fires
    assert (marker.target, marker.at) == (target, after.unit(target).at)
    assert after.unit(TANK).at == at("C4")
    assert after.unit(TANK).has(IN_MOTION)
    assert [deed.hexes for deed in course(after).doing] == [(at("C5"), at("C4"))], (
        "seen in both by who reacts"
    )
    (assault,) = course(after).assaults
    assert [(entry.unit, entry.came_from) for entry in assault.entries] == [(TANK, at("C5"))]
    _, each = assault_drm(PLAY.position(after), assault)
    assert f"{TANK} in motion" in str(each.as_reasons)


@proves("LHY-T-VMM", "LHY-10.4.3", "LHY-11.5.4d")
def test_10_4_3_a_tank_halting_in_the_hex_it_assaults_fires_only_at_enemies_there() -> None:
    state = beside(IN_MOTION)
    assert HALTING in legal(state, FireAntiTank)
    assert PLAY.sentence(state, HALTING).endswith("halt and fire by C4 to assault it")
    after = done(state, HALTING)
    assert after.unit(TANK).at == at("C4")
    assert after.unit(TANK).has(STOPPED)
    (marker,) = course(after).fires
    assert (marker.target, marker.at, marker.rear) == (PANZER, at("C4"), False)
    assert [assault.at for assault in course(after).assaults] == [at("C4")]
    farther = refusal(state, replace(HALTING, targets=(FAR_PANZER,)))
    assert "halts among those it assaults and fires at them alone (LHY 10.4.3, OUR 192" in farther


@proves("LHY-T-VMM")
def test_10_4_only_anti_tank_fire_goes_with_an_assault_and_never_in_reverse() -> None:
    state = beside(enemies=(unit(GRENADIERS, "C4"),))
    small = FireSmallArms("us", TANK, (at("C4"),), "shoot_and_scoot", at("C4"))
    assert "only anti-tank fire goes with an assault (LHY 10.4.3, OUR 192" in refusal(state, small)
    assert small not in legal(state, FireSmallArms)
    assert "does not assault in reverse (LHY 10.4.4" in refusal(state, replace(SCOOTING, mode="reverse"))


@proves("LHY-T-VMM", "LHY-13.1b")
def test_10_4_a_tank_that_may_not_assault_does_not_fire_and_go_in() -> None:
    laden = Mounted(SQUAD, TANK).on(beside(enemies=(unit(SQUAD, "C5"),)))
    assert "carries riders (LHY 13.1b" in refusal(laden, SCOOTING)
    assert not refusal(laden, replace(SCOOTING, to=at("C6")))


@proves("LHY-T-VMM", "LHY-9.0.2")
def test_10_4_a_tank_that_only_joins_an_enfilade_does_not_fire_and_go_in() -> None:
    """Tanks on both sides of the panzer; the platoon of the one in C5 is not activated, but fires along (reading 67)."""
    second = "us.able-tank.2.1"
    units = [unit(TANK, "C2"), unit(second, "C5"), unit(PANZER, "C4")]
    state = done(activated(*units, platoon="able-tank.1"), Enfilade("us", (second, TANK), PANZER))
    state = done(state, GiveFront("ge", PANZER, (1,)))
    assert not refusal(state, FireAntiTank("us", second, (PANZER,)))
    assert f"{second} may not assault now" in refusal(state, replace(SCOOTING, unit=second))


@proves("LHY-T-VMM", "LHY-10.4.5c.1")
def test_10_4_5_a_tank_assaults_after_an_overrun_and_not_out_of_the_overrun_hex() -> None:
    enemies = unit("ge.latw.1", "C5"), unit(PANZER, "D4"), unit(FAR_PANZER, "C3")
    state = activated(unit(TANK, "C6", IN_MOTION), *enemies, platoon="able-tank.1")
    state = done(state, Overrun("us", TANK, at("C5")))
    assert "an overrun does not end in the overrun hex" in refusal(state, Assault("us", (TANK,), at("D4")))
    assert not legal(state, Assault)
    state = done(state, Maneuver("us", TANK, at("C4")))
    assert legal(state, Assault) == [Assault("us", (TANK,), at("C3"))]
    assert [arrow.into for arrow in course(done(state, legal(state, Assault)[0])).arrows] == [at("C3")]


@proves("LHY-4.3.0.6", "LHY-T-VMM")
@pytest.mark.parametrize(("hex_asked_about", "may"), [("A2", False), ("A4", True)])
def test_4_3_no_inquiry_by_a_tank_that_could_fire_only_from_the_hex_it_assaults(
    hex_asked_about: str, may: bool
) -> None:
    """Woods in A4 hide A2 from a tank in motion in A5; in A4 it may fire only at the enemies there (reading 192)."""
    lane = open_ground(1, 6, {"A2": "w", "A4": "w"})
    enemies = unit("ge.pak40.3", "A4", CONCEALED), unit(PANZER, "A2", CONCEALED)
    state = activated(unit(TANK, "A5", IN_MOTION), *enemies, ground=lane, far=(), platoon="able-tank.1")
    assert (not refusal(state, Inquire("us", at(hex_asked_about)))) is may


@proves("LHY-T-VMM", "LHY-10.0b", "LHY-11.5.2.1")
def test_10_4_a_latw_enters_no_enemy_hex_to_fire_and_a_tank_only_an_adjacent_one() -> None:
    state = beside()
    assert "C1 is not next to C5" in refusal(state, replace(SCOOTING, to=at("C1")))
    men = unit("us.latw.1", "C5"), unit("us.able.1.leader", "C5"), unit(PANZER, "C4")
    shot = FireAntiTank("us", "us.latw.1", (PANZER,), to=at("C4"))
    assert "C4 holds the enemy" in refusal(activated(*men), shot)


@proves("LHY-T-VMM", "LHY-13.1d")
def test_10_4_a_halftrack_does_not_enter_a_tanks_hex_to_fire() -> None:
    state = activated(unit("us.m16.1", "C5"), unit(TANK, "C5"), unit(PANZER, "C4"), platoon="able-tank.1")
    shot = FireAntiTank("us", "us.m16.1", (PANZER,), "shoot_and_scoot", at("C4"))
    assert "halftracks do not assault AFVs or guns (LHY 13.1d" in refusal(state, shot)


@proves("LHY-T-VMM", "LHY-16.1.1b.2")
@pytest.mark.parametrize(("dice", "fires"), [((7,), True), ((8, 1), False)])
def test_10_4_a_halftrack_lost_on_mines_as_it_goes_in_does_not_fire(
    dice: tuple[int, ...], fires: bool
) -> None:
    """It joins a squad that assaults a truck; its destruction may disrupt the squad."""
    halftrack, leader = unit("us.m16.1", "C5", IN_MOTION), unit("us.able.1.leader", "C5")
    truck, mines = unit("ge.truck.1", "C4"), Marker("mines", at("C4"), 1, "ge")
    state = activated(unit(SQUAD, "C5"), leader, halftrack, truck, markers=[mines])
    state = done(state, Assault("us", (SQUAD,), at("C4")), 1)
    after = done(state, FireAntiTank("us", "us.m16.1", ("ge.truck.1",), "halt_and_fire", at("C4")), *dice)
    assert (after.unit("us.m16.1").at is not None, bool(course(after).fires)) == (fires, fires)


@proves("LHY-10.4.2", "LHY-10.4.3")
def test_10_4_2_a_stationary_tank_shoots_and_scoots_and_one_in_motion_halts_and_fires() -> None:
    foes = (unit(STUG, "C4"), unit(LEADER, "A10"))
    standing = activated(unit(TANK, "C8"), *foes, platoon="able-tank.1")
    driving = activated(unit(TANK, "C8", IN_MOTION), *foes, platoon="able-tank.1")

    def fire(motion: str) -> FireAntiTank:
        return FireAntiTank("us", TANK, (STUG,), motion)

    assert "Halt & Fire must begin in motion" in refusal(standing, fire("halt_and_fire"))
    assert "Shoot & Scoot must begin stationary" in refusal(driving, fire("shoot_and_scoot"))
    assert f"{TANK} is in motion" in refusal(driving, fire(""))
    assert "no way of firing called drive_by" in refusal(standing, fire("drive_by"))
    assert not refusal(standing, fire("shoot_and_scoot"))
    assert not refusal(driving, fire("halt_and_fire"))
