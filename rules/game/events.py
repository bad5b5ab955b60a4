"""What can happen on any table, each with the state after it; books add their own events to these."""

from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.place import Place


class Event(Protocol):
    """What happened; str(event) is the line of the record."""

    def on(self, state: GameState) -> GameState:
        """The state after it."""
        ...


@dataclass(frozen=True, slots=True)
class UnitEvent:
    """What happened to one unit, or what it did: its name, and the words that follow it in the record."""

    unit: str
    words: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.unit} {self.words}"


@dataclass(frozen=True, slots=True)
class SideEvent:
    """What one side did: its name, and the words that follow it in the record."""

    side: str
    words: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.side} {self.words}"


class RecordOnly:
    """What the record tells of and nothing else: it changes nothing."""

    __slots__ = ()

    def on(self, state: GameState) -> GameState:
        return state


class Unsaid:
    """What the record does not tell of, as what happens beside it says it."""

    __slots__ = ()

    def __str__(self) -> str:
        return ""


class ShowsHidden:
    """An event from which a side learns what was hidden from it, though no unit on the board shows it.

    That enemies are there whom it did not know of, what kinds of them, or that what it took for some is nothing.
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
    """Where a unit is, how it faces, and its conditions."""
    said = [f"at {unit.at}" if unit.at is not None else "off the board"]
    said += [] if unit.facing_deg is None else [f"facing {unit.facing_deg:g}°"]
    said += sorted(unit.conditions)
    return ", ".join(said).replace("_", " ")


@dataclass(frozen=True, slots=True)
class UnitCorrected:
    """A unit is as the umpire says, past the rules."""

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
    """A unit took on conditions (disrupted, concealed) and cast others off."""

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
    """Dice were thrown: what for, what they showed, and what they had to show; the board stays as it was.

    `needed` is what one must show to succeed ("5 or more"), `row` the faces of a table that decide the same
    ("3 to 5"). What is thrown for one side alone, the others do not hear.
    """

    what: str
    sides: int
    values: tuple[int, ...]
    needed: str = ""
    row: str = ""
    only_for: str = ""

    def told(self, side: str) -> str:
        """What a side hears of it; nothing of what was thrown for another."""
        if self.only_for not in ("", side):
            return ""
        if self.sides == 1:
            return f"{self.what}: there is only one"
        dice = f"d{self.sides}" if len(self.values) == 1 else f"{len(self.values)}d{self.sides}"
        said = f"{self.what}: {dice} shows {', '.join(map(str, self.values))}"
        if self.needed:
            return f"{said}, needs {self.needed}"
        return f"{said} ({self.row} count alike)" if self.row else said

    def __str__(self) -> str:
        return self.told("") or f"{self.what}: thrown in secret"
