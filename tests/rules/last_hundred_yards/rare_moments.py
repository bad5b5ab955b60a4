"""Moments that whole games seldom come to: men come on among mines, vehicles halt among guns and men."""

from rules.game.play import Action
from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import IN_MOTION
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.turn.activation import Activate, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.overrun_attack import OverrunAttack
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.state.progress import FireKind, FireMarker
from tests.rules.last_hundred_yards.playing import FAR, FIELD, activated, at, done, legal, opened, unit

SQUAD, SECOND, LEADER = "us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.leader"
TANK, HALFTRACK = "us.able-tank.1.1", "us.m3.2"
FOE, GUN = "ge.1kp.1.squad.1", "ge.pak40.3"


def rare_moments() -> list[tuple[GameState, Action]]:
    """Each with what is declared at it."""
    ran_over = _ran_over()
    return [
        (_waiting_off_the_map(), EnterMap("us", SQUAD, at("C10"))),
        (_halted(), FireWithinHex("ge", FOE, (HALFTRACK,))),
        *((ran_over, attack) for attack in legal(ran_over, OverrunAttack)),
        (_shelled("C4"), Withdraw("us", (LEADER, SQUAD, SECOND), at("C5"))),
        (_shelled("C10"), Withdraw("us", (LEADER, SQUAD), None)),
    ]


def _waiting_off_the_map() -> GameState:
    sides = {"us": {"entry_hexes": ["C10"], "entering": [SQUAD]}}
    units = [unit(SQUAD, None), unit(LEADER, "A10"), *FAR]
    state = opened(FIELD, units, sides=sides, markers=[Marker("mines", at("C10"))])
    state = done(state, RollInitiative("us"), 9, 2)
    return done(done(state, SelectCompany("us", "able")), Activate("us", ("able.1",)))


def _halted() -> GameState:
    units = [unit(HALFTRACK, "C6", IN_MOTION), unit(SQUAD, "A10"), unit(LEADER, "A10")]
    state = activated(*units, unit("ge.mg.1", "C5"), unit(FOE, "C5"), edition="series-3.1")
    return done(state, Overrun("us", HALFTRACK, at("C5")))


def _ran_over() -> GameState:
    """A tank over a gun and its men by the later rules: it chooses what to run over."""
    units = [unit(TANK, "C6", IN_MOTION), unit(GUN, "C5"), unit("ge.mg.1", "C5")]
    return done(activated(*units, platoon="able-tank.1", edition="series-3.1"), Overrun("us", TANK, at("C5")))


def _shelled(label: str) -> GameState:
    fires = [
        FireMarker(1, FireKind.MDRM, at(label), 0, primary=True, tubes=0),
        FireMarker(2, FireKind.SADRM, at(label), 1, against="us"),
    ]
    units = [unit(one, label) for one in (LEADER, SQUAD, SECOND)]
    return activated(*units, unit("us.mg.1", "A8"), unit("ge.mg.1", "F4"), fires=fires)
