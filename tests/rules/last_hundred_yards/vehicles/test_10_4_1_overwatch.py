"""10.4.1b.iii of the series rules: a vehicle in motion stops on overwatch, and fires in reaction."""

from typing import Any

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import HIDDEN, IN_MOTION, LAID_OUT, OVERWATCH, SHOCKED
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.overwatch import Overwatch
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import ChangeMotion, EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.clean_up import begin_clean_up
from rules.last_hundred_yards.play.play import PLAY
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, recorded, refusal, unit

TANK, FOE, LIEUTENANT = "us.able-tank.1.1", "ge.1kp.1.squad.1", "ge.1kp.1.leader"
HILL = board("\n".join([". . . . h3 . . ."] * 10))


def tank(*conditions: str, place: str = "C8", edition: str = "series-3.1", **options: Any) -> GameState:
    """An activated tank, far from a German squad and its leader."""
    units = [unit(TANK, place, *conditions), unit(FOE, "C3"), unit(LIEUTENANT, "C3")]
    return activated(*units, platoon="able-tank.1", edition=edition, **options)


def on_overwatch(**options: Any) -> GameState:
    """The tank is on overwatch, the squad goes to C4, the Americans are called."""
    return answered(done(tank(IN_MOTION, **options), Overwatch("us", TANK)), FOE, "C4")


def answered(state: GameState, mover: str, label: str) -> GameState:
    """The Germans react with a maneuver of one hex, and call for reaction."""
    state = done(state, CallForReaction("us"), Maneuver("ge", mover, at(label)))
    return done(state, EndManeuver("ge"), CallForReaction("ge"))


@proves("LHY-10.4.1.ow")
def test_10_4_1_the_overwatch_marker_takes_the_place_of_the_motion_marker() -> None:
    state, record = recorded(tank(IN_MOTION), Overwatch("us", TANK))
    assert state.unit(TANK).conditions - LAID_OUT == {OVERWATCH}
    assert f"{TANK} is on overwatch, is no longer in motion" in record
    assert TANK in course(state).acted
    assert not refusal(state, CallForReaction("us")), "it had to act, and has"
    assert "has already acted" in refusal(state, FireSmallArms("us", TANK, (at("C3"),)))


@proves("LHY-10.4.1.ow")
def test_10_4_1_a_vehicle_goes_on_overwatch_in_place_or_one_hex_farther() -> None:
    state = done(tank(IN_MOTION), Overwatch("us", TANK, at("C7")))
    assert state.unit(TANK).at == at("C7")
    assert state.unit(TANK).conditions - LAID_OUT == {OVERWATCH}
    assert course(state).moving is None
    assert "not next to" in refusal(tank(IN_MOTION), Overwatch("us", TANK, at("C6")))
    assert {str(action.to) for action in legal(tank(IN_MOTION), Overwatch)} == {
        "None", "B7", "B8", "C7", "C9", "D7", "D8",
    }  # fmt: skip


@proves("LHY-10.4.1.ow", "LHY-17.9.2b.2")
def test_10_4_1_a_vehicle_put_back_by_hidden_enemies_waits_to_assault_them_and_is_not_on_overwatch() -> None:
    units = [unit(TANK, "C8", IN_MOTION), unit(FOE, "C7", HIDDEN), unit(LIEUTENANT, "C3")]
    state = activated(*units, platoon="able-tank.1", edition="series-3.1")
    state = done(state, Overwatch("us", TANK, at("C7")))
    assert [arrow.unit for arrow in course(state).arrows] == [TANK]
    assert state.unit(TANK).conditions - LAID_OUT == {IN_MOTION}


@proves("LHY-10.4.1.ow")
def test_10_4_1_from_overwatch_it_fires_in_reaction_once_and_as_a_stationary_vehicle() -> None:
    state = on_overwatch()
    assert "may fire only where it stands" in refusal(
        state, FireSmallArms("us", TANK, (at("C4"),), "shoot_and_scoot")
    )
    assert "has already acted" in refusal(state, Maneuver("us", TANK, at("C7")))
    after = done(state, FireSmallArms("us", TANK, (at("C4"),)))
    assert course(after).fires[-1].value == 1, "SAV 2, range 4 of 12 is -1, nothing for motion"
    assert not after.unit(TANK).conditions - LAID_OUT
    assert "has already acted" in refusal(after, FireSmallArms("us", TANK, (at("C4"),)))


@proves("LHY-10.4.1.ow")
def test_10_4_1_from_overwatch_it_fires_only_at_enemies_it_saw_act() -> None:
    hidden = on_overwatch(place="F8", ground=HILL)
    assert legal(hidden, FireSmallArms) == []
    state = done(tank(IN_MOTION), Overwatch("us", TANK), CallForReaction("us"), CallForReaction("ge"))
    assert legal(state, FireSmallArms) == [], "nobody acted"


@proves("LHY-10.4.1.ow")
@pytest.mark.parametrize(
    ("state", "why"),
    [
        (tank(IN_MOTION, edition="2019"), "this edition has no overwatch"),
        (tank(), "is not in motion"),
        (tank(IN_MOTION, SHOCKED), "is shocked"),
        (done(tank(), CallForReaction("us"), CallForReaction("ge")), "in its activation"),
    ],
)
def test_10_4_1_only_an_active_vehicle_in_motion_goes_on_overwatch(state: GameState, why: str) -> None:
    assert why in refusal(state, Overwatch("us", TANK))
    assert legal(state, Overwatch) == []


@proves("LHY-10.4.1.ow", "LHY-5.0.VII.1")
def test_10_4_1_the_marker_comes_off_in_clean_up_step_1() -> None:
    state = done(tank(IN_MOTION), Overwatch("us", TANK))
    resolution = PLAY.resolution(state, ScriptedDice([]))
    begin_clean_up(resolution)
    assert not resolution.state.unit(TANK).conditions - LAID_OUT


@proves("LHY-10.4.1.ow", "LHY-10.4.1.3")
def test_10_4_1_a_vehicle_on_overwatch_does_not_start_again_in_the_turn() -> None:
    assert "has already acted" in refusal(on_overwatch(), ChangeMotion("us", TANK, stop=False))


@proves("LHY-10.4.1.ow")
def test_10_4_1_anti_tank_fire_from_overwatch() -> None:
    units = [unit(TANK, "C8", IN_MOTION), unit("ge.stug.1", "C3", IN_MOTION), unit(FOE, "H3")]
    state = done(
        activated(*units, platoon="able-tank.1", edition="series-3.1"), Overwatch("us", TANK, at("C7"))
    )
    state = answered(state, "ge.stug.1", "C4")
    after = done(state, FireAntiTank("us", TANK, ("ge.stug.1",)))
    assert course(after).fires[-1].value == 2, "ATV 3, range 3 of 21 is 0, -1 for the target in motion"
    assert not after.unit(TANK).conditions - LAID_OUT


@proves("LHY-10.4.1.ow", "LHY-17.8.1.2")
@pytest.mark.parametrize(
    ("vehicle", "may"), [("us.m3.2", True), ("us.truck.1", False), ("us.vehicle-dummy.1", False)]
)
def test_10_4_1_only_vehicles_with_a_weapon_go_on_overwatch(vehicle: str, may: bool) -> None:
    units = [unit(vehicle, "C8", IN_MOTION), unit("us.able.1.squad.1", "C8"), unit(FOE, "C3")]
    state = activated(*units, edition="series-3.1")
    assert (Overwatch("us", vehicle) in legal(state, Overwatch)) is may
    assert ("no weapon" in refusal(state, Overwatch("us", vehicle))) is not may
