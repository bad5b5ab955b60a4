"""Small tables and games in the middle of an activation, for the tests of support, aircraft and engineers."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from shapely import LineString, box

from rules.game.chance.dice import Dice
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.play.setting_up import with_chapters
from rules.kampfgruppe_normandy.ruleset import KampfgruppeNormandy
from rules.kampfgruppe_normandy.state.morale_pot import full_pot
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import (
    Activation,
    Engagement,
    Force,
    Progress,
    Setting,
    Size,
    Status,
    Step,
    progress_of,
    with_progress,
)
from rules.kampfgruppe_normandy.state.resolution import Resolution
from tests.rules.kampfgruppe_normandy.tables import dice_of

UK, DE = "british", "german"
BOOK = BookData(HOUSE_ROSTER)
RULESET = KampfgruppeNormandy(BOOK)
GAME = RULESET.as_game()


def unit(
    name: str,
    type_id: str,
    at: tuple[float, float] | None = None,
    *conditions: str,
    facing_deg: float = 0.0,
    side: str = "",
) -> Unit:
    owner = side or (DE if type_id.startswith("de.") else UK)
    where = None if at is None else Spot(float(at[0]), float(at[1]))
    return Unit(name, type_id, owner, where, facing_deg, conditions=frozenset(conditions))


def area(terrain: TableTerrain, west: float, north: float, east: float, south: float) -> Piece:
    """A square-cornered piece, its id the terrain's own name."""
    return Piece(terrain.value, terrain, box(west, north, east, south))


def line(terrain: TableTerrain, *spots: tuple[float, float], width_in: float = 0.5) -> Piece:
    return Piece(terrain.value, terrain, LineString(spots), width_in)


def game(
    *units: Unit,
    pieces: Iterable[Piece] = (),
    acting: str = UK,
    step: Step = Step.ACTIVATION,
    night: bool = False,
    allowance: int = 20,
    status: dict[str, Status] | None = None,
    wide_in: float = 96.0,
    **options: Any,
) -> GameState:
    """A company game in the middle of a turn, with what the chapters read from its options."""
    setting = Setting(Size.COMPANY, Engagement.SET_PIECE, UK, 8, is_night=night)
    standing = {one.id: Status(men=BOOK.type(one.type).men) for one in units} | (status or {})
    course = Progress(
        setting,
        (Force(UK, 30, 400), Force(DE, 30, 400)),
        step=step,
        acting=acting,
        allowance=allowance,
        status=standing,
        pot=full_pot(setting),
    )
    board = Tabletop("drawn", wide_in, 72.0, tuple(pieces))
    state = GameState(board, {one.id: one for one in units}, (), (UK, DE), course)
    return with_chapters(state, options)


def told_to(state: GameState, unit_id: str, *kinds: ActionKind, done: int = 0) -> GameState:
    """The unit has been activated and told to take these actions."""
    course = progress_of(state)
    activation = Activation(unit_id, state.unit(unit_id).side, kinds, done)
    return with_progress(state, replace(course, activation=activation, spent=course.spent + 1))


def resolving(state: GameState, dice: Dice, book: BookData = BOOK) -> Resolution:
    """A resolution that goes on from a state, for a part of a procedure."""
    return KampfgruppeNormandy(book).as_game().begin(Position(state, book), dice, ())


def at(state: GameState) -> Position:
    return Position(state, BOOK)


def play_on(state: GameState, action: Any, *dice: int) -> GameState:
    """The state after an action, with exactly these dice."""
    thrown = dice_of(dice)
    _, after = GAME.resolve(state, action, thrown)
    thrown.assert_done()
    return after


def why_not(state: GameState, action: Any) -> str:
    return "; ".join(str(reason) for reason in GAME.why_not(state, action))


def legal(state: GameState) -> tuple[Any, ...]:
    return GAME.legal_actions(state)
