"""Small tables, stands and opened games for the tests of Micro Armour."""

from collections.abc import Iterable
from typing import Any

from shapely import LineString, box

from rules.game.engine.carrying_out import carry_out
from rules.game.engine.play import Action
from rules.game.events import DiceThrown
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.micro_armour.declarations.movement.stands import MoveStand
from rules.micro_armour.ruleset import MATG1, MATG2, MicroArmour
from rules.micro_armour.state.progress import Progress, progress_of
from tests.rules.book_dice import BookDice

RED, BLUE = "red", "blue"

__all__ = ["BLUE", "MATG1", "MATG2", "RED"]


def area(
    terrain: TableTerrain, west: float, north: float, east: float, south: float, level: int = 0
) -> Piece:
    """A square-cornered piece, its id the terrain's own name."""
    return Piece(terrain.value, terrain, box(west, north, east, south), level=level)


def road(terrain: TableTerrain, *spots: tuple[float, float], width_in: float = 1.0) -> Piece:
    return Piece(terrain.value, terrain, LineString(spots), width_in)


def table(*pieces: Piece, width_in: float = 48, depth_in: float = 48) -> Tabletop:
    return Tabletop("drawn", width_in, depth_in, pieces)


def stand(
    name: str,
    side: str,
    at: tuple[float, float] | None,
    facing_deg: float = 0.0,
    type: str = "t34",
    *conditions: str,
) -> Unit:
    where = None if at is None else Spot(*map(float, at))
    return Unit(name, type, side, where, facing_deg, conditions=frozenset(conditions))


def move_along(*spots: tuple[float, float], facing_deg: float = 180.0, by_road: bool = True) -> MoveStand:
    """Red's r1 goes this way, by default at road rate where there is a road."""
    return MoveStand(RED, "r1", tuple(Spot(*map(float, spot)) for spot in spots), facing_deg, by_road)


def state_of(board: Tabletop, *units: Unit, markers: tuple[Marker, ...] = ()) -> GameState:
    return GameState(board, {unit.id: unit for unit in units}, markers, (RED, BLUE))


def opened(
    board: Tabletop, *units: Unit, book: MicroArmour = MATG2, markers: tuple[Marker, ...] = (), **options: Any
) -> GameState:
    """The game before its first roll; both cohesion levels 14 unless given."""
    told = {"cohesion": {RED: 14, BLUE: 14}, "sight_limit_in": 40, **options}
    return book.opening(state_of(board, *units, markers=markers), told)


def play(
    state: GameState, actions: Iterable[Action], dice: Iterable[int] = (), book: MicroArmour = MATG2
) -> GameState:
    """The state after these actions with these dice, none left over."""
    script = dice_of(dice)
    for action in actions:
        _, state = carry_out(book.as_game(), state, action, script)
    script.assert_done()
    return state


def dice_of(values: Iterable[int]) -> BookDice:
    """Dice with six sides and with twenty."""
    return BookDice(values, frozenset({6, 20}))


def record_of(
    state: GameState, action: Action, dice: Iterable[int] = (), book: MicroArmour = MATG2
) -> list[str]:
    """The record of one action, line by line, without the lines of the dice themselves."""
    events, _ = carry_out(book.as_game(), state, action, dice_of(dice))
    return [str(event) for event in events if not isinstance(event, DiceThrown)]


def refusal(state: GameState, action: Action, book: MicroArmour = MATG2) -> str:
    """Why an action is refused, in words; empty if it is legal."""
    return "; ".join(str(reason) for reason in book.as_game().why_not(state, action))


def progress(state: GameState) -> Progress:
    return progress_of(state)
