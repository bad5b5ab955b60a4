"""The interface of a book that can be played: whose turn it is, what may be declared, and what happens.

An action is what a player declares (Fire, Maneuver: imperatives), an event is what happened
(ShotResolved, UnitMoved: past tense). Both are frozen dataclasses of plain values, so that
rules.game.record.records can turn them into documents and back. The state of a game is the fold of its events.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from rules.game.chance.dice import Dice
from rules.game.engine.differences import Outcome, changes_between
from rules.game.engine.outcomes import Ends
from rules.game.events import Event
from rules.game.record.record_forms import Form
from rules.game.record.records import Records
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import OffMapWeapon, Unit
from rules.game.view import CONCEALED, secrets_in
from rules.ground.place import Place


class Action(Hashable, Protocol):
    """A declaration by the player of one side; str(action) is what the player says."""

    @property
    def side(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winning side (None for a draw) and why, in a sentence."""

    winner: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Goal:
    """An objective: its places, what it is worth by the book's victory terms, and the side that holds it now."""

    name: str
    places: tuple[Place, ...]
    points: int
    held_by: str | None
    counted_in: str = "point"

    @property
    def worth(self) -> str:
        """Its worth in the words of the book: 2 points."""
        return f"{self.points} {self.counted_in}{'' if self.points == 1 else 's'}"


class Play(ABC):
    """A book whose games can be played from the first turn to the result.

    Methods that not every book needs have a default for a book without the feature.
    """

    @property
    @abstractmethod
    def actions(self) -> Records[Action]:
        """The actions of this book as documents and back."""

    @property
    @abstractmethod
    def events(self) -> Records[Event]:
        """The events of this book as documents and back."""

    @property
    def course_form(self) -> Form | None:
        """The form in which the book's `Course` is written and read; None if its games cannot be played by mail."""
        return None

    @abstractmethod
    def to_act(self, state: GameState) -> str | None:
        """The side that decides now; None when the game is over."""

    @abstractmethod
    def moment(self, state: GameState) -> str:
        """The current moment in a few words: the turn, the phase, and the decision that is due."""

    @abstractmethod
    def due(self, state: GameState) -> str:
        """What the side to act must do now, in one plain sentence; empty when the game is over."""

    def as_known(self, state: GameState, side: str) -> GameState:
        """A state marked as already stripped to what a side knows, so that it is not stripped again."""
        return state

    @abstractmethod
    def legal_actions(self, state: GameState) -> tuple[Action, ...]:
        """Everything the side to act may declare now, worked out on what it may know; never empty before the end."""

    @abstractmethod
    def worthwhile(self, state: GameState) -> tuple[Action, ...]:
        """The legal actions that can have an effect, or all if none can; the rest is listed on request."""

    @abstractmethod
    def called(self, action: Action) -> str:
        """The players' word for such a declaration: maneuver, fire small arms."""

    def passes(self, action: Action) -> bool:
        """Whether such a declaration only passes up a chance to act."""
        return False

    def throws_deferred_dice(self, action: Action) -> bool:
        """Whether such a declaration only throws dice that earlier ones left for later, and whose odds were given with those."""
        return False

    def sentence(self, state: GameState, action: Action) -> str:
        """The sentence of an action in the list of choices at this moment, as its side knows it."""
        return str(action)

    def resources_left(self, state: GameState) -> tuple[str, ...]:
        """What the side to act has left to spend, in words: activations, orders, points, actions."""
        return ()

    def waiting(self, state: GameState, side: str) -> Mapping[str, str]:
        """The ids of a side's units and other named things off the map, each with what it waits for:
        set-up, entry, passengers."""
        units = (unit.id for unit in state.units.values() if unit.side == side and unit.at is None)
        return dict.fromkeys(units, "to come on")

    def off_map_weapons(self, state: GameState) -> tuple[OffMapWeapon, ...]:
        """The weapons off the map that declarations name, of all sides."""
        return ()

    def secrets(self, state: GameState, side: str) -> tuple[str, ...]:
        """The secrets that a side has, or may come to have in this game, in words; none if everything is open."""
        return secrets_in(state, side)

    @abstractmethod
    def why_not(self, state: GameState, action: Action) -> tuple[Reason, ...]:
        """The cited reasons that forbid an action, on what its side may know; empty if it is legal.

        Raises:
            Unknown: if it is no action of this book.
        """

    @abstractmethod
    def out_of_turn(self, state: GameState, action: Action) -> tuple[Reason, ...]:
        """The reasons why an action is out of turn, which players cannot agree to overrule; empty if it is not.

        Raises:
            Unknown: if it is no action of this book.
        """

    @abstractmethod
    def resolve(self, state: GameState, action: Action, dice: Dice) -> tuple[tuple[Event, ...], GameState]:
        """The events of a legal action, dice included, and the state after them.

        rules.game.engine.carrying_out checks first that it is legal.
        """

    @abstractmethod
    def correct(self, state: GameState, unit: Unit, dice: Dice) -> tuple[tuple[Event, ...], GameState]:
        """The events of a correction: the umpire sets a unit by hand, whatever the rules say, and play goes
        on as after a declaration.

        Raises:
            BadInput: if the unit is like that already, or the book does not allow it.
            OffBoard: if its place is not on the board.
        """

    @abstractmethod
    def apply(self, state: GameState, event: Event) -> GameState:
        """The state after an event, without dice or decisions.

        Raises:
            Unknown: if it is no event of this book.
        """

    @abstractmethod
    def ends(self, state: GameState, action: Action) -> Mapping[GameState, Fraction]:
        """The states that an action can end in, each with its exact chance, based on the full state with everything hidden.

        Raises:
            TooManyOutcomes: if there are too many to enumerate.
        """

    @abstractmethod
    def possible_ends(self, state: GameState, action: Action) -> Ends:
        """The states that a legal action can lead to, based on what its side may know, including dice that it leaves for later.

        Raises:
            TooManyOutcomes: if there are too many to enumerate.
        """

    def changes(self, before: GameState, after: GameState) -> Iterator[Outcome]:
        """The changes of units, and of anything else that counts, between two states, how bad each is, and for which side.

        Odds leave out harmless changes that all ends have in common.
        """
        return changes_between(before, after)

    def supposed(self, state: GameState) -> GameState:
        """The state that a side knows, completed by assumptions about the rest, so that play can go on from it."""
        return state

    def turn_of(self, state: GameState) -> str | None:
        """The side whose turn it is, if one side completes its turn before the other begins; None if they
        alternate within a turn."""
        return None

    def can_act(self, state: GameState, unit: Unit) -> bool:
        """Whether a unit on the map is free of lasting conditions that stop it from acting, such as long suppression."""
        return True

    def lead(self, state: GameState, side: str) -> Fraction:
        """The lead of a side by the book's victory terms if the game ended now, in the book's own points; 0 for a draw."""
        return Fraction(0)

    def goals(self, state: GameState) -> tuple[Goal, ...]:
        """The objectives; none in a book without them."""
        return ()

    def aims(self, state: GameState) -> tuple[Goal, ...]:
        """The places that players head for: the objectives, and others that matter."""
        return self.goals(state)

    def victory(self, state: GameState) -> tuple[str, ...]:
        """What each side must do to win, in a sentence each; none in a book whose objectives tell it."""
        return ()

    def edition_of(self, state: GameState) -> str:
        """The edition that the game is played by; empty in a book with only one."""
        return ""

    def setting(self, state: GameState) -> tuple[str, ...]:
        """Further conditions of the scenario, such as the light, one sentence each."""
        return ()

    def notes(self, state: GameState, side: str) -> tuple[str, ...]:
        """The secret written notes of a side, line by line; none in a book without such notes."""
        return ()

    def risked(self, state: GameState, action: Action) -> Iterator[str]:
        """Risks of a declaration of movement that its player may have overlooked, based on what its side
        knows, one sentence each: what it shows to known enemies or lets them do."""
        return iter(())

    def possible_types(self, state: GameState, counter: Unit) -> tuple[str, ...]:
        """The types that a counter may be in the eyes of its enemies; by default all types that they know of that side."""
        units = [unit for unit in state.units.values() if unit.side == counter.side]
        return tuple(sorted({unit.type for unit in units if not unit.has(CONCEALED)}))

    @abstractmethod
    def chances(self, state: GameState, action: Action) -> Ruling[str]:
        """The factors of an action and the exact odds of its outcomes, based on what its side may know.

        A forbidden action is refused with the reasons.

        Raises:
            Unknown: if it is no action of this book.
        """

    @abstractmethod
    def result(self, state: GameState) -> Result | None:
        """The winner and why, or None while play goes on."""
