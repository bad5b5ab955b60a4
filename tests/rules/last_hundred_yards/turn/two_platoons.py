"""Two platoons of a company in the south and a German squad in the north."""

from rules.game.state import GameState
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from tests.rules.last_hundred_yards.playing import SMALL_FIELD, at, course, done, opened, unit

US = ("us.able.1.squad.1", "us.able.1.leader", "us.able.2.squad.1", "us.able.2.leader")
GE = ("ge.1kp.1.squad.1", "ge.1kp.1.leader")


def field(**where: str) -> GameState:
    """Able 1 and 2 in the south, a German squad in the north; `where` overrides by letters of the id."""
    places = dict(zip(US + GE, ("B7", "B7", "F7", "F7", "D2", "D2"), strict=True))
    return opened(
        SMALL_FIELD, [unit(one, where.get(one.replace(".", "_"), place)) for one, place in places.items()]
    )


def active(state: GameState, platoons: tuple[str, ...] = ("able.1",), us: int = 9, ge: int = 2) -> GameState:
    """The Americans win the initiative and activate."""
    state = done(state, RollInitiative("us"), us, ge, SelectCompany("us", platoons[0].split(".")[0]))
    return done(state, Activate("us", platoons))


def walked(state: GameState, who: str, *way: str) -> GameState:
    """A unit goes hex by hex, and its maneuver ends."""
    for place in way:
        state = done(state, Maneuver(state.unit(who).side, who, at(place)))
    return done(state, EndManeuver(state.unit(who).side)) if course(state).moving else state
