"""The events of a moving stand: legs declared, places reached, tests on the way."""

from dataclasses import dataclass, replace

from rules.game.events import RecordOnly
from rules.game.state import GameState
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.micro_armour.state.cohesion import CohesionRoll
from rules.micro_armour.state.progress import Leg, MoveStage, progress_of, with_progress


@dataclass(frozen=True, slots=True)
class LegDeclared:
    """A stand was declared to move along a path, on which the other side may stop it."""

    stand: str
    path: tuple[Spot, ...]
    facing_deg: float
    by_road: bool
    goes_on: bool
    may_be_stopped: bool

    def __str__(self) -> str:
        does = "sets out for" if len(self.path) > 1 else "stands at"
        return f"{self.stand} {does} {self.path[-1]}"

    def on(self, state: GameState) -> GameState:
        leg = Leg(self.path, self.facing_deg, self.by_road, self.goes_on)
        stage = MoveStage.OPPORTUNITY if self.may_be_stopped else MoveStage.MOVING
        move = progress_of(state).move_under_way.with_stand(state.unit(self.stand))
        return with_progress(state, move=replace(move, leg=leg, stage=stage))


@dataclass(frozen=True, slots=True)
class StandMoved:
    """A stand moved along a path, with the cost and the facing at the end."""

    stand: str
    path: tuple[Spot, ...]
    facing_deg: float
    cost: float
    inches: float
    by_road: bool = True
    """Whether it paid the road rate where there was a road."""

    def __str__(self) -> str:
        if self.inches == 0.0:
            return f"{self.stand} faces {self.facing_deg:g}°"
        return f"{self.stand} moves {self.inches:.1f} inches to {self.path[-1]}, facing {self.facing_deg:g}°"

    def on(self, state: GameState) -> GameState:
        unit = replace(state.unit(self.stand), at=self.path[-1], facing_deg=self.facing_deg)
        state = state.with_unit(unit)
        if (move := progress_of(state).move) is None:
            return state
        gone = replace(
            move,
            spent=move.spent + self.cost,
            inches=move.inches + self.inches,
            track=(*move.track, *self.path),
            by_road=self.by_road if self.inches else move.by_road,
            leg=None,
        )
        return with_progress(state, move=gone)


@dataclass(frozen=True, slots=True)
class StandMovedBack:
    """A stand forced to halt without room was moved back along its path."""

    stand: str
    to: Place | None
    """The place where it ends; None if it goes back off the table."""
    facing_deg: float | None = None
    """The facing there; None if it does not turn."""

    def __str__(self) -> str:
        return f"{self.stand} is moved back {f'to {self.to}' if self.to else 'off the table'}"

    def on(self, state: GameState) -> GameState:
        unit = state.unit(self.stand)
        facing_deg = unit.facing_deg if self.facing_deg is None else self.facing_deg
        return state.with_unit(replace(unit, at=self.to, facing_deg=facing_deg))


@dataclass(frozen=True, slots=True)
class HoldTested(RecordOnly):
    """A stand hit by opportunity fire rolled whether it may move on."""

    stand: str
    natural: int
    modifier: int
    level: int

    @property
    def holds(self) -> bool:
        return CohesionRoll(self.natural, self.modifier, self.level).holds

    def __str__(self) -> str:
        outcome = "moves on" if self.holds else "stops"
        return f"{self.stand} {self.natural}{self.modifier:+d} against {self.level}: {outcome}"


@dataclass(frozen=True, slots=True)
class NerveTested:
    """A stand tested its nerve beside an enemy."""

    stand: str
    enemy: str
    natural: int
    modifier: int
    level: int

    @property
    def holds(self) -> bool:
        return CohesionRoll(self.natural, self.modifier, self.level).holds

    def __str__(self) -> str:
        outcome = f"may pass {self.enemy}" if self.holds else "stays where it is"
        return f"{self.stand} {self.natural}{self.modifier:+d} against {self.level}: {outcome}"

    def on(self, state: GameState) -> GameState:
        move = progress_of(state).move_under_way.with_stand(state.unit(self.stand))
        nerve = move.nerve | {self.enemy} if self.holds else move.nerve
        return with_progress(state, move=replace(move, nerve=nerve))


@dataclass(frozen=True, slots=True)
class MoveEnded:
    """A stand ended its move."""

    stand: str

    def __str__(self) -> str:
        return f"{self.stand} has moved"

    def on(self, state: GameState) -> GameState:
        progress = progress_of(state)
        move = progress.move_under_way.without(self.stand)
        return with_progress(state, moved=progress.moved | {self.stand}, move=move)
