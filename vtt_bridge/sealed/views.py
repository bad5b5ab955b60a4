"""What a side knows of a game as a document, and what has changed of it since.

Values are written with the names of their classes, which on reading are looked for among the values of the rules alone.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from pkgutil import resolve_name
from types import MappingProxyType
from typing import Any

from maps.codec import board_document, board_from
from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.units import Marker, Unit

_IS, _VALUE = "is", "value"
_SETS, _PAIRS = "set", "pairs"
_HOME = "rules."

View = dict[str, Any]
"""The units by id, the markers, the fields of the course, and the board once it is another than at the start."""


def view_of(state: GameState, start: GameState) -> View:
    """All that a state holds, as a document; the board only if it is no longer that of the start."""
    view: View = {
        "units": {name: _written(unit) for name, unit in state.units.items()},
        "markers": _written(state.markers),
        "course": _written(state.course),
    }
    if state.board is not start.board and state.board != start.board:
        view["board"] = board_document(state.board)
    return view


def state_of(view: View, start: GameState) -> GameState:
    """The state that a view tells of; board and sides are those of the start.

    Raises:
        BadInput: if it is no such document.
    """
    try:
        board = board_from(view["board"]) if "board" in view else start.board
        units = {str(name): _read(unit) for name, unit in view["units"].items()}
        markers = _read(view["markers"])
        if not all(isinstance(unit, Unit) and unit.id == name for name, unit in units.items()):
            raise TypeError("no units")
        if not all(isinstance(marker, Marker) for marker in markers):
            raise TypeError("no markers")
        return replace(start, board=board, units=units, markers=markers, course=_read(view["course"]))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadInput("view", type(error).__name__, "what a side knows of the game") from None


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


def _written(value: object) -> Any:
    match value:
        case Enum():
            return {_IS: _name(type(value)), _VALUE: value.value}
        case None | bool() | int() | float() | str():
            return value
        case Fraction():
            return {_IS: "Fraction", _VALUE: f"{value.numerator}/{value.denominator}"}
        case frozenset():
            return {_SETS: sorted((_written(item) for item in value), key=repr)}
        case Mapping():
            return {
                _PAIRS: sorted(([_written(key), _written(item)] for key, item in value.items()), key=repr)
            }
        case tuple() if hasattr(value, "_fields"):
            return {_IS: _name(type(value)), _VALUE: [_written(item) for item in value]}
        case tuple():
            return [_written(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        told = {each.name: _written(getattr(value, each.name)) for each in fields(value) if each.init}
        return {_IS: _name(type(value)), **told}
    raise TypeError(f"{type(value).__name__} cannot be told to the other side")


def _read(told: Any) -> Any:
    match told:
        case list():
            return tuple(map(_read, told))
        case {"is": "Fraction", "value": str(text)}:
            return Fraction(text)
        case {"set": list(members)}:
            return frozenset(map(_read, members))
        case {"pairs": list(pairs)}:
            return MappingProxyType({_read(key): _read(item) for key, item in pairs})
        case {"is": str(name)}:
            given = {key: item for key, item in told.items() if key != _IS}
            kind: Any = _class(name)
            if issubclass(kind, Enum):
                return kind(given[_VALUE])
            if issubclass(kind, tuple):
                return kind(*map(_read, given[_VALUE]))
            return kind(**{key: _read(item) for key, item in given.items()})
        case None | bool() | int() | float() | str():
            return told
    raise TypeError(f"no value of the rules: {told!r:.80}")


def _name(kind: type) -> str:
    return f"{kind.__module__.removeprefix(_HOME)}:{kind.__qualname__}"


@lru_cache(maxsize=256)
def _class(name: str) -> type[Any]:
    """A class of values of the rules by its name; no other can be named."""
    try:
        found: object = resolve_name(f"{_HOME}{name}")
    except (ImportError, AttributeError, ValueError):
        found = None
    if (
        not isinstance(found, type)
        or not found.__module__.startswith(_HOME)
        or not (is_dataclass(found) or issubclass(found, Enum | tuple))
    ):
        raise TypeError(f"{name} is no value of the rules")
    return found
