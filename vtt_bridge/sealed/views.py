"""A side's knowledge of a game as a document, and the changes between two such documents."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from maps.codec import board_document, board_from
from rules.errors import BadInput
from rules.game.record.record_forms import Form, form_of, record_form
from rules.game.state import GameState, check_stands
from rules.game.units import Marker, Unit
from rules.game.view import CONCEALED
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.table.tabletop import Tabletop
from vtt_bridge.errors import NotOffered
from vtt_bridge.games.game_setup import OpenedGame

View = dict[str, Any]
"""Units by id, markers, the fields of the course, and the board if it is no longer that of the start."""

_UNIT, _MARKERS = record_form(Unit), form_of(tuple[Marker, ...], "markers")


@dataclass(frozen=True, slots=True)
class Views:
    """Converts states of one game, as sides know them, to documents and back."""

    start: GameState
    course_form: Form
    """Writes and reads the book's own state of play."""
    types: frozenset[str]
    """The possible types of units: the roster, and the counter of a concealed unit."""

    def view_of(self, state: GameState) -> View:
        """A whole state as a document; the board only if it is no longer that of the start."""
        view: View = {
            "units": {name: _UNIT.write(unit, f"units.{name}") for name, unit in state.units.items()},
            "markers": _MARKERS.write(state.markers, "markers"),
            "course": self.course_form.write(state.course, "course"),
        }
        if state.board is not self.start.board and state.board != self.start.board:
            view["board"] = board_document(state.board)
        return view

    def state_of(self, view: View) -> GameState:
        """The state in a view; sides, and the board unless the view has one, are those of the start.

        Raises:
            BadInput, Unknown: if a field is wrong; the message names it.
            OffBoard: if a unit stands off the board.
        """
        if not isinstance(units_shown := view.get("units"), dict):
            raise BadInput("units", units_shown, "an object")
        units = {name: _UNIT.read(unit, f"units.{name}") for name, unit in units_shown.items()}
        for name, unit in units.items():
            if unit.id != name:
                raise BadInput(f"units.{name}.id", unit.id, name)
            if unit.type not in self.types:
                raise BadInput(f"units.{name}.type", unit.type, "a type in the roster")
        state = self.start.changed(
            board=self._board_of(view),
            units=MappingProxyType(units),
            markers=_MARKERS.read(view.get("markers"), "markers"),
            course=self.course_form.read(view.get("course"), "course"),
        )
        for unit in units.values():
            check_stands(state, unit)
        return state

    def _board_of(self, view: View) -> Board:
        """The board of a view; play may change its ground but not its size."""
        if "board" not in view:
            return self.start.board
        match self.start.board, board_from(view["board"], "board"):
            case HexBoard() as was, HexBoard() as board if board.grid == was.grid:
                return board
            case Tabletop() as was, Tabletop() as table if table.extent == was.extent:
                return table
        raise BadInput("board", "another", "the board of the start, whatever became of it")


def views_of(game: OpenedGame) -> Views:
    """The conversion between states and views of a game that begins so.

    Raises:
        NotOffered: if its book does not say how its state of play is written.
    """
    if (form := game.book.course_form) is None:
        raise NotOffered(f"Games of {game.head.ruleset} cannot be played by mail.")
    return Views(game.state, form, frozenset(game.ruleset.roster) | {CONCEALED})


def change_between(before: View, after: View) -> View:
    """The change that makes `after` from `before`: changed units, units gone, the order of units, and fields of the course."""
    change: View = {}
    units, was = after["units"], before["units"]
    if put := {name: unit for name, unit in units.items() if was.get(name) != unit}:
        change["units"] = put
    if list(units) != list(was):
        change["order"] = list(units)
    for part in ("markers", "board"):
        if after.get(part) != before.get(part) and part in after:
            change[part] = after[part]
    course, old = after["course"], before["course"]
    if course != old:
        changed = {name: value for name, value in course.items() if old.get(name) != value}
        change["course"] = changed
    return change


def changed(before: View, change: View) -> View:
    """A view after a change made by `change_between`.

    Raises:
        BadInput: if the change does not fit it.
    """
    try:
        units = {**before["units"], **change.get("units", {})}
        order = change.get("order", list(units))
        after = {
            **before,
            "units": {name: units[name] for name in order},
            "course": {**before["course"], **change.get("course", {})},
        }
        return after | {part: change[part] for part in ("markers", "board") if part in change}
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput("view", str(error), "a change of what was known before") from None
