"""Events of units that move, board, deploy and withdraw."""

from dataclasses import dataclass, replace

from rules.game.events import RecordOnly, ShowsHidden, UnitEvent
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.conditions import MOVED, REDEPLOYED
from rules.kampfgruppe_normandy.state.events import on_progress, on_status, on_unit
from rules.kampfgruppe_normandy.state.progress import MoveUnderWay, progress_of


@dataclass(frozen=True, slots=True)
class MoveBegan:
    """A unit begins to move: its way, and how far it will get."""

    move: MoveUnderWay

    def __str__(self) -> str:
        return f'{self.move.unit} moves {self.move.length_in:.1f}"'

    def on(self, state: GameState) -> GameState:
        state = on_unit(
            state, self.move.unit, lambda unit: replace(unit, conditions=unit.conditions | {MOVED})
        )
        return on_progress(state, move=self.move)


@dataclass(frozen=True, slots=True)
class FoundInTheWay(RecordOnly, ShowsHidden):
    """A unit meets enemies in its way that it did not know of, and stops short of them, or does not get out where they are."""

    unit: str

    def __str__(self) -> str:
        return f"{self.unit} finds enemies in its way"


@dataclass(frozen=True, slots=True)
class MovedTo:
    """A unit has come to a spot of its way."""

    unit: str
    to: Spot
    facing_deg: float | None
    gone_in: float

    def __str__(self) -> str:
        return f"{self.unit} is at {self.to}"

    def on(self, state: GameState) -> GameState:
        state = on_unit(state, self.unit, lambda unit: replace(unit, at=self.to, facing_deg=self.facing_deg))
        move = progress_of(state).move
        if move is None or move.unit != self.unit:
            return state
        marks = tuple(mark for mark in move.marks if mark >= self.gone_in) or (self.gone_in,)
        return on_progress(state, move=replace(move, gone_in=self.gone_in, marks=marks))


@dataclass(frozen=True, slots=True)
class FormedUp:
    """The men of a unit take new places round its spot (x, y in inches)."""

    unit: str
    offsets: tuple[tuple[float, float], ...]

    def __str__(self) -> str:
        return f"{self.unit} forms up"

    def on(self, state: GameState) -> GameState:
        return on_status(state, self.unit, offsets=self.offsets)


class MoveEnded(UnitEvent):
    """A move is over."""

    words = "stops"

    def on(self, state: GameState) -> GameState:
        return on_progress(state, move=None)


@dataclass(frozen=True, slots=True)
class MoveHalted:
    """A move pauses where it has come to while another unit acts heroically."""

    unit: str
    hero: str

    def __str__(self) -> str:
        return f"the move of {self.unit} waits for {self.hero}"

    def on(self, state: GameState) -> GameState:
        progress = progress_of(state)
        waiting = () if progress.move is None else ((self.hero, progress.move),)
        return on_progress(state, move=None, halted=(*progress.halted, *waiting))


class MoveResumed(UnitEvent):
    """The move that was halted last resumes."""

    words = "moves on"

    def on(self, state: GameState) -> GameState:
        *others, (_, move) = progress_of(state).halted
        return on_progress(state, move=move, halted=tuple(others))


@dataclass(frozen=True, slots=True)
class Boarded:
    """A unit rides in or on a vehicle, or is on tow behind it."""

    unit: str
    vehicle: str

    def __str__(self) -> str:
        return f"{self.unit} is aboard {self.vehicle}"

    def on(self, state: GameState) -> GameState:
        state = on_unit(
            state,
            self.unit,
            lambda unit: replace(unit, at=None, conditions=unit.conditions | {REDEPLOYED}),
        )
        return on_status(state, self.unit, aboard=self.vehicle, inside=None)


@dataclass(frozen=True, slots=True)
class Deployed:
    """A unit stands on the ground again, or inside a building."""

    unit: str
    at: Spot
    facing_deg: float | None
    inside: str | None = None

    def __str__(self) -> str:
        where = f"inside {self.inside}" if self.inside else f"at {self.at}"
        return f"{self.unit} deploys {where}"

    def on(self, state: GameState) -> GameState:
        state = on_unit(
            state,
            self.unit,
            lambda unit: replace(
                unit, at=self.at, facing_deg=self.facing_deg, conditions=unit.conditions | {REDEPLOYED}
            ),
        )
        return on_status(state, self.unit, aboard=None, inside=self.inside)


@dataclass(frozen=True, slots=True)
class TurnedAway(RecordOnly, ShowsHidden):
    """A unit finds a building it would enter held by enemies that it did not know of, and stays where it is."""

    unit: str
    building: str

    def __str__(self) -> str:
        return f"{self.unit} finds {self.building} held, and stays out"


@dataclass(frozen=True, slots=True)
class WreckTowed:
    """A wreck was towed to another spot."""

    vehicle: str
    to: Spot
    facing_deg: float

    def __str__(self) -> str:
        return f"{self.vehicle} is towed to {self.to}"

    def on(self, state: GameState) -> GameState:
        wrecks = (
            replace(wreck, at=self.to, facing_deg=self.facing_deg) if wreck.unit == self.vehicle else wreck
            for wreck in progress_of(state).wrecks
        )
        return on_progress(state, wrecks=tuple(wrecks))
