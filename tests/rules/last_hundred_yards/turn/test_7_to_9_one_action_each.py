"""Chapters 7 to 9: whatever a unit means to do, it needs its activation for it, and it has one action a turn."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import DISRUPTED, IN_MOTION
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.overwatch import Overwatch
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import ChangeMotion
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.declarations.vehicles.inherent_trucks import Limber
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.transport import Load, Unload
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.progress import ActionKind
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, refusal, unit

SQUAD, TANK, FOE, HALFTRACK, TRUCK = (
    "us.able.1.squad.1",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
    "us.m3.2",
    "us.truck.1",
)


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


def field(platoon: str) -> GameState:
    """Men and a tank in motion next to the enemy, a disrupted squad beside a halftrack, a gun and one aboard a truck."""
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
def test_7_0_nobody_acts_whose_platoon_is_not_activated(deed: str) -> None:
    name, action = DEEDS[deed]
    to_do = "fire" if deed.startswith("fire") else deed
    assert f"{name} may not {to_do} now (LHY 7.0" in refusal(field("able.2"), action())


@proves(
    "LHY-9.0.2", "LHY-10.0.1", "LHY-10.3.1.0.1", "LHY-10.3.2.1", "LHY-13.1.0", "LHY-14.1.1",
    "LHY-10.4.6.0.2", "LHY-10.4.6.2.2.1", "LHY-10.4.6.3.2", "LHY-10.4.1.ow", "LHY-10.4.5.0",
    "LHY-10.4.5B.1", "LHY-11.0.2", "LHY-10.4.1a.2",
)  # fmt: skip
@pytest.mark.parametrize("deed", DEEDS)
def test_9_0_nobody_acts_twice_in_a_turn(deed: str) -> None:
    name, action = DEEDS[deed]
    again = f"{name} has already acted this turn (LHY 9.0"
    state = field("able-tank.1" if name == TANK else "able.1")
    assert again not in refusal(state, action())
    acted = UnitActed(name, ActionKind.MANEUVER, ()).on(state)
    assert again in refusal(acted, action())
