"""Positions with an assault about to be resolved: attackers in the enemy's hex as the phase begins."""

from typing import Any

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.assault.value import assault_drm
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import open_ground
from tests.rules.last_hundred_yards.playing import at, course, done, opened, unit

FIELD = open_ground(8, 8)
SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"

FAR = (unit("ge.1kp.2.leader", "H1"), unit("us.able.3.leader", "H8"))


def in_assault(
    *units: Unit,
    place: str = "C4",
    came: dict[str, str] | None = None,
    ground: HexBoard = FIELD,
    **options: Any,
) -> GameState:
    """The start of the Assault Resolution Phase, with American attackers in the enemy's hex."""
    state = opened(ground, [*units, *FAR], **options)
    state = PhaseBegan(Phase.ASSAULT).on(done(state, RollInitiative("us"), 9, 2))
    entered = came or {one.id: "C5" for one in units if one.side == "us" and one.at == at(place)}
    for mover, start in entered.items():
        state = AssaultEntered(mover, "us", at(place), at(start)).on(state)
    return state


def drm(state: GameState, place: str = "C4") -> int:
    assault = course(state).assault_at(at(place))
    assert assault is not None
    return assault_drm(PLAY.position(state), assault)[0]
