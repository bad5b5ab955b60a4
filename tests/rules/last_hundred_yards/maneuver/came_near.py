"""Americans who moved one hex north, so that the Germans may react."""

from rules.game.state import GameState
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from tests.rules.last_hundred_yards.playing import activated, at, done, unit

SQUAD, SECOND, LEADER, FOE = "us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.leader", "ge.1kp.1.squad.1"


def came_near(*steps: tuple[str, str], foe: str = "C5") -> GameState:
    """The state after each of these units moved one hex north; the Germans may react."""
    units = [unit(SQUAD, "C8"), unit(SECOND, "D7"), unit(LEADER, "A9"), unit(FOE, foe)]
    state = activated(*units)
    for who, place in steps:
        state = done(state, Maneuver("us", who, at(place)), EndManeuver("us"))
    return done(state, CallForReaction("us"))
