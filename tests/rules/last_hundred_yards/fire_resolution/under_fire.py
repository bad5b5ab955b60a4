"""Fire markers on a hex, and their resolution with given dice."""

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.effects.fire_resolution import carry_out_fire
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import board
from tests.rules.last_hundred_yards.playing import at, opened, position_seen_by, unit

TANK = "us.able-tank.1.2"
OPEN = board(". . . . .\n. . . . .\n. . . . .\n. . . . .")

STANDING_BY = (unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "E1"))
POSITION = position_seen_by(opened(OPEN, STANDING_BY), "us")


def under_fire(units: list[Unit], *fires: FireMarker, markers: tuple[Marker, ...] = ()) -> GameState:
    """A game with these units and fire markers on the map."""
    state = opened(
        OPEN, [*units, unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "E1")], markers=markers
    )
    for fire in fires:
        state = FirePlaced(fire).on(state)
    return state


def small(number: int, value: int, against: str = "us") -> FireMarker:
    return FireMarker(number, FireKind.SADRM, at("C2"), value, against=against)


def mortar(number: int, value: int, *, primary: bool = True, tubes: int = 0) -> FireMarker:
    return FireMarker(number, FireKind.MDRM, at("C2"), value, primary=primary, tubes=tubes)


def resolved(state: GameState, *dice: int, place: str = "C2") -> GameState:
    script = ScriptedDice(dice)
    resolution = PLAY.resolution(state, script)
    carry_out_fire(resolution, at(place))
    while resolution.pending:
        resolution.run_next()
    script.assert_done()
    resolution.put_in_order()
    return resolution.state
