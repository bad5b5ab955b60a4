"""What can happen on any table, and the state after it; books add their own events to these.

A book's apply() matches its own events first and hands the rest to this one.
"""

from dataclasses import dataclass, field, replace

from rules.errors import Unknown
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.board import Place


@dataclass(frozen=True, slots=True)
class UnitPlaced:
    """A unit was put on the board, or is waiting off it."""

    unit: Unit

    def __str__(self) -> str:
        return (
            f"{self.unit} is placed at {self.unit.at}" if self.unit.at else f"{self.unit} waits off the board"
        )


@dataclass(frozen=True, slots=True)
class UnitMoved:
    """A unit went to another place, or off the board (None)."""

    unit: str
    to: Place | None

    def __str__(self) -> str:
        return f"{self.unit} moves to {self.to}" if self.to else f"{self.unit} leaves the board"


@dataclass(frozen=True, slots=True)
class UnitTurned:
    """A unit faces another way, in degrees clockwise from north."""

    unit: str
    facing_deg: float | None

    def __str__(self) -> str:
        return (
            f"{self.unit} turns to {self.facing_deg:g}°"
            if self.facing_deg is not None
            else f"{self.unit} has no facing"
        )


@dataclass(frozen=True, slots=True)
class UnitChanged:
    """A unit took on conditions (disrupted, concealed) and cast others off."""

    unit: str
    gained: frozenset[str] = field(default_factory=frozenset)
    lost: frozenset[str] = field(default_factory=frozenset)

    def __str__(self) -> str:
        now = [*sorted(self.gained), *(f"no longer {condition}" for condition in sorted(self.lost))]
        return f"{self.unit} is {', '.join(now) or 'as before'}"


@dataclass(frozen=True, slots=True)
class UnitRemoved:
    """A unit is out of the game."""

    unit: str

    def __str__(self) -> str:
        return f"{self.unit} is removed"


@dataclass(frozen=True, slots=True)
class MarkerPut:
    """An information marker was put down."""

    marker: Marker

    def __str__(self) -> str:
        return f"{self.marker.kind} {self.marker.value} is put at {self.marker.at}"


@dataclass(frozen=True, slots=True)
class MarkerRemoved:
    """One such marker was taken up."""

    marker: Marker

    def __str__(self) -> str:
        return f"{self.marker.kind} {self.marker.value} is taken from {self.marker.at}"


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """Dice were thrown, what for, and what they showed; the board stays as it was."""

    what: str
    sides: int
    values: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.what}: {len(self.values)}d{self.sides} shows {', '.join(map(str, self.values))}"


TableEvent = (
    UnitPlaced | UnitMoved | UnitTurned | UnitChanged | UnitRemoved | MarkerPut | MarkerRemoved | DiceThrown
)

TABLE_EVENTS = (
    UnitPlaced,
    UnitMoved,
    UnitTurned,
    UnitChanged,
    UnitRemoved,
    MarkerPut,
    MarkerRemoved,
    DiceThrown,
)
"""The classes, for a book's Records."""


def apply(state: GameState, event: object) -> GameState:
    """The state after one of these events.

    Raises:
        Unknown: if there is no such unit, marker or kind of event.
    """
    match event:
        case UnitPlaced(unit):
            return state.with_unit(unit)
        case UnitMoved(unit_id, to):
            return state.with_unit(replace(state.unit(unit_id), at=to))
        case UnitTurned(unit_id, facing_deg):
            return state.with_unit(replace(state.unit(unit_id), facing_deg=facing_deg))
        case UnitChanged(unit_id, gained, lost):
            unit = state.unit(unit_id)
            return state.with_unit(replace(unit, conditions=(unit.conditions - lost) | gained))
        case UnitRemoved(unit_id):
            left = {key: unit for key, unit in state.units.items() if key != state.unit(unit_id).id}
            return replace(state, units=left)
        case MarkerPut(marker):
            return replace(state, markers=(*state.markers, marker))
        case MarkerRemoved(marker):
            return replace(state, markers=_without(state.markers, marker))
        case DiceThrown():
            return state
        case _:
            raise Unknown("event", type(event).__name__, (made.__name__ for made in TABLE_EVENTS))


def _without(markers: tuple[Marker, ...], marker: Marker) -> tuple[Marker, ...]:
    if marker not in markers:
        raise Unknown("marker", f"{marker.kind} {marker.value} at {marker.at}", map(str, markers))
    k = markers.index(marker)
    return markers[:k] + markers[k + 1 :]
