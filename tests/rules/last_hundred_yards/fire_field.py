"""An open field for firing on: an American platoon activated, and the value of the marker that its fire leaves."""

from rules.game.state import GameState
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from tests.drawing import open_ground
from tests.rules.last_hundred_yards.playing import course, done, unit

FIELD = open_ground(12, 12)
SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
FAR = unit("ge.1kp.2.leader", "L1")


def marker(state: GameState, action: FireSmallArms | FireAntiTank) -> int:
    """The value of the marker that a fire action leaves."""
    return course(done(state, action)).fires[-1].value
