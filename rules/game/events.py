"""The events that all books share, each with the state after it; books add events of their own."""

from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.place import Place


class Event(Protocol):
    """Something that happened; str(event) is its line in the record."""

    def on(self, state: GameState) -> GameState:
        """The state after the event."""
        ...


@dataclass(frozen=True, slots=True)
class UnitEvent:
    """An event of one unit: its name, and the words that follow it in the record."""

    unit: str
    words: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.unit} {self.words}"


@dataclass(frozen=True, slots=True)
class SideEvent:
    """An event of one side: its name, and the words that follow it in the record."""

    side: str
    words: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.side} {self.words}"


class RecordOnly:
    """An event that only stands in the record and does not change the state."""

    __slots__ = ()

    def on(self, state: GameState) -> GameState:
        return state


class Unsaid:
    """An event without a line in the record, because another event beside it says the same."""

    __slots__ = ()

    def __str__(self) -> str:
        return ""


class ShowsHidden:
    """An event that tells a side something hidden, though no unit on the board shows it.

    It may tell that enemies are there, of which kinds they are, or that a counter stood for no unit.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class UnitPlaced:
    """A unit was put on the board, or is waiting off it."""

    unit: Unit

    def __str__(self) -> str:
        return (
            f"{self.unit} is placed at {self.unit.at}" if self.unit.at else f"{self.unit} waits off the board"
        )

    def on(self, state: GameState) -> GameState:
        return state.with_unit(self.unit)


def standing(unit: Unit) -> str:
    """Where a unit is, its facing and its conditions, in words."""
    words = [f"at {unit.at}" if unit.at is not None else "off the board"]
    words += [] if unit.facing_deg is None else [f"facing {unit.facing_deg:g}°"]
    words += sorted(unit.conditions)
    return ", ".join(words).replace("_", " ")


@dataclass(frozen=True, slots=True)
class UnitCorrected:
    """The umpire set a unit to a place, facing and conditions by hand, whatever the rules say."""

    unit: Unit

    def __str__(self) -> str:
        return f"{self.unit.id} is {standing(self.unit)}"

    def on(self, state: GameState) -> GameState:
        return state.with_unit(self.unit)


@dataclass(frozen=True, slots=True)
class UnitMoved:
    """A unit went to another place, or off the board (None)."""

    unit: str
    to: Place | None

    def __str__(self) -> str:
        return f"{self.unit} moves to {self.to}" if self.to else f"{self.unit} leaves the board"

    def on(self, state: GameState) -> GameState:
        return state.with_unit(replace(state.unit(self.unit), at=self.to))


@dataclass(frozen=True, slots=True)
class UnitChanged:
    """A unit gained conditions (disrupted, concealed) and lost others."""

    unit: str
    gained: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()

    def __str__(self) -> str:
        now = [*sorted(self.gained), *(f"no longer {condition}" for condition in sorted(self.lost))]
        return f"{self.unit} is {', '.join(now) or 'as before'}"

    def on(self, state: GameState) -> GameState:
        unit = state.unit(self.unit)
        return state.with_unit(replace(unit, conditions=(unit.conditions - self.lost) | self.gained))


@dataclass(frozen=True, slots=True)
class DiceThrown(RecordOnly):
    """Dice were thrown: what for, the faces, and what was needed; the state does not change.

    `needed` is what a die must show to succeed ("5 or more"), `row` the faces of a table that decide the same
    ("3 to 5"). If `only_for` names a side, other sides are not told of the throw.
    """

    what: str
    sides: int
    values: tuple[int, ...]
    needed: str = ""
    row: str = ""
    only_for: str = ""

    def told_to(self, side: str) -> str:
        """The line of the record that a side reads; empty if the dice were thrown for another side."""
        if self.only_for not in ("", side):
            return ""
        if self.sides == 1:
            return f"{self.what}: there is only one"
        dice = f"d{self.sides}" if len(self.values) == 1 else f"{len(self.values)}d{self.sides}"
        words = f"{self.what}: {dice} shows {', '.join(map(str, self.values))}"
        if self.needed:
            return f"{words}, needs {self.needed}"
        return f"{words} ({self.row} count alike)" if self.row else words

    def __str__(self) -> str:
        return self.told_to("") or f"{self.what}: thrown in secret"
