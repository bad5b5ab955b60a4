"""The state of a game: the board, the units and markers on it, and the progress of play."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property, lru_cache
from operator import or_
from types import MappingProxyType
from typing import Any, Self, TypeVar

from rules.errors import BadInput, Unknown
from rules.game.units import Marker, Unit
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop

FrozenT = TypeVar("FrozenT")
KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class Agreement:
    """An agreement of the players to overrule the umpire in one case, and the units that it was about."""

    reason: str
    units: frozenset[str]


class Course:
    """A book's own record of turn, phase and actions: a frozen dataclass."""

    def changed(self, **changes: Any) -> Self:
        """A copy with some fields changed; the new values must already be of the fields' types.

        Raises:
            TypeError: if there is no such field.
        """
        if not changes.keys() <= vars(self).keys():
            unknown = changes.keys() - vars(self).keys()
            raise TypeError(f"the progress of a game has no {', '.join(sorted(unknown))}")
        return _made_of(type(self), vars(self) | changes)


@dataclass(frozen=True)
class GameState:
    """Everything a ruling may depend on; `course` is the book's `Course`, None before a game is opened."""

    board: Board
    units: Mapping[str, Unit] = field(default_factory=dict)
    markers: tuple[Marker, ...] = ()
    sides: tuple[str, ...] = ()
    course: object = None
    agreed: tuple[Agreement, ...] = ()
    views: dict[str, tuple[object, Any]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """A cache: for each side the game and the position that its engine made of this state."""

    def __post_init__(self) -> None:
        if not isinstance(self.units, MappingProxyType):
            object.__setattr__(self, "units", MappingProxyType(dict(self.units)))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """A hash of the parts that change in play; equal states have equal hashes."""
        units = ((unit.id, unit.at, unit.facing_deg, unit.conditions) for unit in self.units.values())
        return hash((frozenset(units), self.markers, self._hash_of_course))

    @cached_property
    def _hash_of_course(self) -> int:
        return _course_hash(self.course)

    def unit(self, unit_id: str) -> Unit:
        """The unit with that id.

        Raises:
            Unknown: if there is none.
        """
        try:
            return self.units[unit_id]
        except KeyError:
            raise Unknown("unit", unit_id, self.units) from None

    def units_at(self, place: Place) -> Iterator[Unit]:
        return (unit for unit in self.units.values() if unit.at == place)

    def markers_at(self, place: Place, kind: str) -> Iterator[Marker]:
        return (marker for marker in self.markers if marker.at == place and marker.kind == kind)

    def with_unit(self, unit: Unit) -> "GameState":
        """The state with this unit added, or in place of the unit with the same id."""
        return self.with_units({unit.id: unit})

    def with_units(self, units: Mapping[str, Unit]) -> "GameState":
        """The state with these units, by id, added or in place of the units with the same ids."""
        return self.changed(units=with_entries(self.units, units))

    def changed(self, **changes: Any) -> "GameState":
        """A copy with some parts changed; the new values must already be of the fields' types."""
        parts = vars(self) | {"views": {}} | changes
        parts.pop("_hash", None)
        if "course" in changes:
            parts.pop("_hash_of_course", None)
        return _made_of(GameState, parts)


def _made_of(kind: type[FrozenT], parts: dict[str, Any]) -> FrozenT:
    """An instance of a frozen dataclass with these fields, set at once and not one by one, for speed."""
    made = object.__new__(kind)
    object.__setattr__(made, "__dict__", parts)
    return made


def with_entries(known: Mapping[KeyT, ValueT], entries: Mapping[KeyT, ValueT]) -> Mapping[KeyT, ValueT]:
    """A mapping with some entries added or replaced.

    It uses the union of the mappings themselves, since unpacking a MappingProxyType takes ten times as long.
    """
    return MappingProxyType(or_(known, entries))


def check_stands(state: GameState, unit: Unit) -> None:
    """Check that a unit belongs to one of the sides and, unless it is off the board, stands on the board.

    Raises:
        BadInput: if it belongs to no side, or its place is not of the board's kind (hex or spot).
        OffBoard: if its place is not on the board.
    """
    if unit.side not in state.sides:
        raise BadInput(f"unit {unit.id}.side", unit.side, f"one of the sides: {', '.join(state.sides)}")
    match state.board, unit.at:
        case _, None:
            return
        case HexBoard() as board, Hex() as place:
            board.grid.on_board(place)
        case Tabletop() as table, Spot() as spot:
            table.on_board(spot)
        case _:
            raise BadInput(f"unit {unit.id}.at", str(unit.at), "a place of the board")


def _course_hash(course: object) -> int:
    """The hash of a book's `Course`, with its mappings hashed by their items."""
    if not is_dataclass(course) or isinstance(course, type):
        return hash(course)
    values = [getattr(course, name) for name in _names(type(course))]
    return hash(tuple([frozenset(item.items()) if isinstance(item, _MAPPINGS) else item for item in values]))


@lru_cache
def _names(course: type[Any]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(course))


_MAPPINGS = (dict, MappingProxyType)
