"""Maneuvers declared on an open field: American units act, a German leader is far away."""

from rules.game.state import GameState
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from tests.drawing import open_ground
from tests.rules.last_hundred_yards.playing import at, done, unit

FIELD = open_ground(8, 8)
LEADER, SQUAD, TANK = "us.able.1.leader", "us.able.1.squad.1", "us.able-tank.1.1"

ENEMY = unit("ge.1kp.1.leader", "H1")


def moved(state: GameState, mover: str, *labels: str, dice: tuple[int, ...] = ()) -> GameState:
    for label in labels[:-1]:
        state = done(state, Maneuver("us", mover, at(label)))
    return done(state, Maneuver("us", mover, at(labels[-1])), *dice)
