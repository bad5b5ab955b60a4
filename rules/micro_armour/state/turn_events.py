"""The events of a turn: phases, initiative, passes, markers removed, the end of the game."""

from dataclasses import dataclass, replace

from rules.game.engine.play import Result
from rules.game.events import RecordOnly, SideEvent
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.micro_armour.state.conditions import FIRED, MOVEMENT
from rules.micro_armour.state.progress import Group, Phase, progress_of, with_progress
from rules.micro_armour.state.stands import contact_groups


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn began with its initiative phase."""

    turn: int

    def __str__(self) -> str:
        return f"turn {self.turn}"

    @implements("MATG2-4.2.4")
    def on(self, state: GameState) -> GameState:
        return with_progress(state, turn=self.turn, groups=(), next_group=1, orders=None)


@dataclass(frozen=True, slots=True)
class InitiativeRolled:
    """Both players rolled for initiative; no winner means a tie."""

    sides: tuple[str, ...]
    dice: tuple[int, ...]
    totals: tuple[int, ...]
    winner: str | None

    def __str__(self) -> str:
        rolls = zip(self.sides, self.dice, self.totals, strict=True)
        thrown = ", ".join(f"{side} has {total} with a {die}" for side, die, total in rolls)
        return f"{thrown}: {f'{self.winner} has the initiative' if self.winner else 'a tie'}"

    def on(self, state: GameState) -> GameState:
        return with_progress(state, initiative=self.winner)


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase began; in some phases the player with initiative now chooses who goes first."""

    phase: Phase

    def __str__(self) -> str:
        return f"{self.phase} phase"

    @implements("MATG2-8.2.6", "MATG2-4.2.2")
    def on(self, state: GameState) -> GameState:
        progress = progress_of(state)
        first, nobody = progress.options.forces[0].side, frozenset[str]()
        acting = progress.initiative or first
        state = with_progress(state, phase=self.phase, passed=nobody, is_first_chosen=False, acting=acting)
        match self.phase:
            case Phase.INITIATIVE:
                return with_progress(state, initiative=None, acting=first)
            case Phase.FIRE:
                return with_progress(state, attacked=nobody)
            case Phase.MOVEMENT:
                return with_progress(
                    _with_groups_in_contact(state),
                    stopped=nobody,
                    moved=nobody,
                    in_independent_movement=nobody,
                    orders=None,
                )
        return state


@dataclass(frozen=True, slots=True)
class FirstChosen:
    """The player with initiative chose who goes first."""

    first: str

    def __str__(self) -> str:
        return f"{self.first} goes first"

    def on(self, state: GameState) -> GameState:
        return with_progress(state, is_first_chosen=True, acting=self.first)


class Passed(SideEvent):
    """A player passed."""

    words = "passes"

    def on(self, state: GameState) -> GameState:
        return _passed(state, self.side)


class MarkersRemoved(SideEvent):
    """A side removed its movement and fired markers."""

    words = "takes up its markers"

    @implements("MATG2-4.5.1")
    def on(self, state: GameState) -> GameState:
        units = {
            name: replace(unit, conditions=unit.conditions - {MOVEMENT, FIRED})
            if unit.side == self.side
            else unit
            for name, unit in state.units.items()
        }
        return _passed(replace(state, units=units), self.side)


@dataclass(frozen=True, slots=True)
class RecoveryRolled(RecordOnly):
    """A marked stand rolled for recovery."""

    stand: str
    natural: int
    modifier: int
    level: int
    outcome: str

    def __str__(self) -> str:
        return f"{self.stand} {self.natural}{self.modifier:+d} against {self.level}: {self.outcome}"


@dataclass(frozen=True, slots=True)
class ObjectiveTaken:
    """A side took an objective at the end of a turn."""

    name: str
    held_by: str

    def __str__(self) -> str:
        return f"{self.held_by} takes {self.name}"

    def on(self, state: GameState) -> GameState:
        places = (
            replace(place, held_by=self.held_by) if place.name == self.name else place
            for place in progress_of(state).objectives
        )
        return with_progress(state, objectives=tuple(places))


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game was over."""

    winner: str | None
    text: str

    def __str__(self) -> str:
        return self.text

    def on(self, state: GameState) -> GameState:
        return with_progress(state, ended=Result(self.winner, self.text))


def _passed(state: GameState, side: str) -> GameState:
    progress = progress_of(state)
    return with_progress(state, passed=progress.passed | {side}, acting=progress.next_after(side))


@implements("MATG2-8.1.1")
def _with_groups_in_contact(state: GameState) -> GameState:
    """The state with groups split by contact as the Movement Phase begins, since losses may have
    separated their stands (8.1.1)."""
    progress, groups = progress_of(state), list[Group]()
    number = progress.next_group
    for group in progress.groups:
        first, *parted = contact_groups(state.unit(name) for name in group.stands)
        groups.append(replace(group, stands=tuple(unit.id for unit in first)))
        for units in parted:
            groups.append(Group(number, group.side, tuple(unit.id for unit in units)))
            number += 1
    return with_progress(state, groups=tuple(groups), next_group=number)
