"""What a side knows of a game as a document, and what has changed of it since."""

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
"""The units by id, the markers, the fields of the course, and the board once it is another than at the start."""

_UNIT, _MARKERS = record_form(Unit), form_of(tuple[Marker, ...], "markers")


@dataclass(frozen=True, slots=True)
class Views:
    """What sides know of one game as documents and back."""

    start: GameState
    course_form: Form
    """How the book's own record of a game is written and read."""
    types: frozenset[str]
    """What units may be: the roster, and the bare counter of a concealed one."""

    def view_of(self, state: GameState) -> View:
        """All that a state holds, as a document; the board only if it is no longer that of the start."""
        view: View = {
            "units": {name: _UNIT.write(unit, f"units.{name}") for name, unit in state.units.items()},
            "markers": _MARKERS.write(state.markers, "markers"),
            "course": self.course_form.write(state.course, "course"),
        }
        if state.board is not self.start.board and state.board != self.start.board:
            view["board"] = board_document(state.board)
        return view

    def state_of(self, view: View) -> GameState:
        """The state that a view tells of; board and sides are those of the start.

        Raises:
            BadInput, Unknown: if it is no such document; the message names the field.
            OffBoard: if a unit stands off the board.
        """
        if not isinstance(told := view.get("units"), dict):
            raise BadInput("units", told, "an object")
        units = {name: _UNIT.read(unit, f"units.{name}") for name, unit in told.items()}
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
        """The board of a view: what is built or blown up in play leaves its size as it was."""
        if "board" not in view:
            return self.start.board
        match self.start.board, board_from(view["board"], "board"):
            case HexBoard() as was, HexBoard() as board if board.grid == was.grid:
                return board
            case Tabletop() as was, Tabletop() as table if table.extent == was.extent:
                return table
        raise BadInput("board", "another", "the board of the start, whatever became of it")


def views_of(game: OpenedGame) -> Views:
    """What sides know of a game that begins so, as documents and back.

    Raises:
        NotOffered: if its book does not say how what it keeps of a game is written.
    """
    if (form := game.book.course_form) is None:
        raise NotOffered(f"Games of {game.head.ruleset} cannot be played by mail.")
    return Views(game.state, form, frozenset(game.ruleset.roster) | {CONCEALED})


def change_between(before: View, after: View) -> View:
    """What has to be told so that `before` becomes `after`: changed units, units gone, the order of units, and fields of the course."""
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
    """A view with such a change made to it.

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
