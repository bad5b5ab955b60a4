"""What a side knows of a game as a document, and what has changed of it since.

Values are written with the names of their classes, which on reading are looked for among those that states of the book are made of.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from maps.codec import board_document, board_from
from rules.errors import BadInput
from rules.game.record.record_forms import fraction_from
from rules.game.record.value_classes import value_classes
from rules.game.state import GameState
from rules.game.units import Marker, Unit

_IS, _VALUE = "is", "value"
_SETS, _PAIRS = "set", "pairs"

View = dict[str, Any]
"""The units by id, the markers, the fields of the course, and the board once it is another than at the start."""


@dataclass(frozen=True, slots=True)
class Views:
    """What sides know of one game as documents and back."""

    start: GameState
    classes: tuple[type, ...]
    """Those that the book's own record of a game is made of."""

    def view_of(self, state: GameState) -> View:
        """All that a state holds, as a document; the board only if it is no longer that of the start."""
        view: View = {
            "units": {name: self._written(unit) for name, unit in state.units.items()},
            "markers": self._written(state.markers),
            "course": self._written(state.course),
        }
        if state.board is not self.start.board and state.board != self.start.board:
            view["board"] = board_document(state.board)
        return view

    def state_of(self, view: View) -> GameState:
        """The state that a view tells of; board and sides are those of the start.

        Raises:
            BadInput: if it is no such document.
        """
        try:
            board = board_from(view["board"]) if "board" in view else self.start.board
            units = {name: self._read(unit) for name, unit in dict(view["units"]).items()}
            markers = self._read(view["markers"])
            if not all(isinstance(unit, Unit) and unit.id == name for name, unit in units.items()):
                raise TypeError("no units")
            if not all(isinstance(marker, Marker) for marker in markers):
                raise TypeError("no markers")
            course = self._read(view["course"])
            return replace(self.start, board=board, units=units, markers=markers, course=course)
        # So classes of values refuse what they are made of, in their own words.
        except (LookupError, TypeError, ValueError) as error:
            raise BadInput("view", type(error).__name__, "what a side knows of the game") from None

    def _written(self, value: object) -> Any:
        match value:
            case Enum():
                return {_IS: self._name(value), _VALUE: value.value}
            case None | bool() | int() | float() | str():
                return value
            case Fraction():
                return {_IS: "Fraction", _VALUE: f"{value.numerator}/{value.denominator}"}
            case frozenset():
                return {_SETS: sorted(map(self._written, value), key=repr)}
            case Mapping():
                pairs = ([self._written(key), self._written(item)] for key, item in value.items())
                return {_PAIRS: sorted(pairs, key=repr)}
            case tuple() if hasattr(value, "_fields"):
                return {_IS: self._name(value), _VALUE: list(map(self._written, value))}
            case tuple():
                return list(map(self._written, value))
        name = self._name(value)
        told = {each.name: getattr(value, each.name) for each in fields(self._kinds[name]) if each.init}
        return {_IS: name} | {key: self._written(item) for key, item in told.items()}

    def _read(self, told: Any) -> Any:
        match told:
            case list():
                return tuple(map(self._read, told))
            case {"is": "Fraction", "value": str(text)}:
                return fraction_from(text)
            case {"set": list(members)}:
                return frozenset(map(self._read, members))
            case {"pairs": list(pairs)}:
                return MappingProxyType({self._read(key): self._read(item) for key, item in pairs})
            case {"is": str(name)}:
                given = {key: item for key, item in told.items() if key != _IS}
                # Earlier versions wrote the module before a colon.
                kind = self._kinds[name.rpartition(":")[2]]
                if issubclass(kind, Enum):
                    return kind(given[_VALUE])
                if issubclass(kind, tuple):
                    return kind(*map(self._read, given[_VALUE]))
                return kind(**{key: self._read(item) for key, item in given.items()})
            case None | bool() | int() | float() | str():
                return told
        raise TypeError(f"no value of the rules: {told!r:.80}")

    def _name(self, value: object) -> str:
        name = type(value).__name__
        if self._kinds.get(name) is not type(value):
            raise TypeError(f"{name} cannot be told to the other side")
        return name

    @property
    def _kinds(self) -> Mapping[str, Any]:
        return value_classes(self.classes)


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
