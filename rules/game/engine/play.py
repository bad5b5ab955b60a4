"""The seam of a book that can be played: whose turn it is, what may be done, and what comes of it.

An action is what a player declares (Fire, Maneuver: imperatives), an event is what happened
(ShotResolved, UnitMoved: past tense). Both are frozen dataclasses of plain values, so that
rules.game.record.records can turn them into documents and back. The game is the fold of its events.
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
    """What a player of one side declares; str(action) is what he says."""

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
        """What it is worth in the words of its book: 2 points."""
        return f"{self.points} {self.counted_in}{'' if self.points == 1 else 's'}"


class Play(ABC):
    """A book whose games can be played from the first turn to the result.

    What not every book has stands here as it is in a book without it.
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
        """How what the book keeps in a state's course is written and read; None in a book whose games are not played by mail."""
        return None

    @abstractmethod
    def to_act(self, state: GameState) -> str | None:
        """Which side decides now; None when the game is over."""

    @abstractmethod
    def moment(self, state: GameState) -> str:
        """How far play has come, in a few words: the turn, the phase, and what is to be decided."""

    @abstractmethod
    def due(self, state: GameState) -> str:
        """What the side to act is to do now, in one plain sentence; empty when the game is over."""

    def as_known(self, state: GameState, side: str) -> GameState:
        """A state that is what a side knows already, and need not be stripped for it again."""
        return state

    @abstractmethod
    def legal_actions(self, state: GameState) -> tuple[Action, ...]:
        """Everything the side to act may declare now, worked out on what it may know; never empty before the end."""

    @abstractmethod
    def worthwhile(self, state: GameState) -> tuple[Action, ...]:
        """Of these what can come to something, or all if nothing can; the rest is listed on request."""

    @abstractmethod
    def called(self, action: Action) -> str:
        """What players call such a declaration: maneuver, fire small arms."""

    def passes(self, action: Action) -> bool:
        """Whether such a declaration but lets a chance go by."""
        return False

    def settles(self, action: Action) -> bool:
        """Whether such a declaration throws dice that earlier ones left for later, whose odds were told with theirs."""
        return False

    def told(self, state: GameState, action: Action) -> str:
        """How an action reads among the choices of this moment, as its side knows it."""
        return str(action)

    def left(self, state: GameState) -> tuple[str, ...]:
        """What the side to act has left, in words: activations, orders, points, actions."""
        return ()

    def waiting(self, state: GameState, side: str) -> Mapping[str, str]:
        """Who of a side waits off the map, units and others that declarations name, for set-up, to come on or as passengers, and for what."""
        units = (unit.id for unit in state.units.values() if unit.side == side and unit.at is None)
        return dict.fromkeys(units, "to come on")

    def off_map_weapons(self, state: GameState) -> tuple[OffMapWeapon, ...]:
        """The weapons behind the map that declarations name, of all sides."""
        return ()

    def secrets(self, state: GameState, side: str) -> tuple[str, ...]:
        """What a side keeps from the others, or may come to keep in this game, in words; none if all is open."""
        return secrets_in(state, side)

    @abstractmethod
    def why_not(self, state: GameState, action: Action) -> tuple[Reason, ...]:
        """The cited reasons that forbid an action, on what its side may know; empty if it is legal.

        Raises:
            Unknown: if it is no action of this book.
        """

    @abstractmethod
    def out_of_turn(self, state: GameState, action: Action) -> tuple[Reason, ...]:
        """Of these the reasons why play does not wait for it at all; nobody can agree to overrule them.

        Raises:
            Unknown: if it is no action of this book.
        """

    @abstractmethod
    def resolve(self, state: GameState, action: Action, dice: Dice) -> tuple[tuple[Event, ...], GameState]:
        """What happens when a legal action is carried out, dice included, and the state it leads to.

        Whether it is legal rules.game.engine.carrying_out asks first.
        """

    @abstractmethod
    def correct(self, state: GameState, unit: Unit, dice: Dice) -> tuple[tuple[Event, ...], GameState]:
        """What happens when the umpire sets a unit so, whatever the rules say; then play goes on as after any declaration.

        Raises:
            BadInput: if it is so already, or the book cannot have it so.
            OffBoard: if its place is not on the board.
        """

    @abstractmethod
    def apply(self, state: GameState, event: Event) -> GameState:
        """The state after an event: total, dull, without dice.

        Raises:
            Unknown: if it is no event of this book.
        """

    @abstractmethod
    def ends(self, state: GameState, action: Action) -> Mapping[GameState, Fraction]:
        """The states that an action can end in, each with its exact chance, as who sees all can tell them.

        Raises:
            TooManyOutcomes: if there are more than can be told.
        """

    @abstractmethod
    def foreseen(self, state: GameState, action: Action) -> Ends:
        """The states that a legal action can lead to on what its side may know, on to the dice that it leaves for later.

        Raises:
            TooManyOutcomes: if there are more than can be told.
        """

    def changes(self, before: GameState, after: GameState) -> Iterator[Outcome]:
        """What became of each unit, and of what else counts, between two states, how bad it is, and for which side.

        In odds, what harms nobody and all ends have in common is left out.
        """
        return changes_between(before, after)

    def supposed(self, state: GameState) -> GameState:
        """What a side knows, with what it takes for granted of the rest, so that play can go on from it."""
        return state

    def turn_of(self, state: GameState) -> str | None:
        """Whose turn it is, where a side ends all that it does in a turn before another begins; None where they take turns within it."""
        return None

    def can_act(self, state: GameState, unit: Unit) -> bool:
        """Whether nothing that lasts keeps a unit on the map from acting, such as suppression in a book in which it is not soon over."""
        return True

    def lead(self, state: GameState, side: str) -> Fraction:
        """By how much a side is ahead by the book's victory terms, were the game to end now: 0 for a draw, in the book's own points."""
        return Fraction(0)

    def goals(self, state: GameState) -> tuple[Goal, ...]:
        """The places that the game is about; none in a book without objectives."""
        return ()

    def aims(self, state: GameState) -> tuple[Goal, ...]:
        """The places that players make for: the objectives, and what else the game is about."""
        return self.goals(state)

    def victory(self, state: GameState) -> tuple[str, ...]:
        """What each side must do to win, in a sentence each; none in a book whose objectives tell it."""
        return ()

    def edition_of(self, state: GameState) -> str:
        """The edition that the game is played by; empty in a book that has but one."""
        return ""

    def setting(self, state: GameState) -> tuple[str, ...]:
        """What the scenario lays down beside its sides and its end, such as the light, in a sentence each."""
        return ()

    def notes(self, state: GameState, side: str) -> tuple[str, ...]:
        """What a side has written down for itself and the others do not see, line by line; none in a book without such notes."""
        return ()

    def risked(self, state: GameState, action: Action) -> Iterator[str]:
        """What a declaration of movement shows to known enemies or lets them do, which its player may not have meant, on what its side knows, a sentence each."""
        return iter(())

    def possible_types(self, state: GameState, counter: Unit) -> tuple[str, ...]:
        """The types that its enemies take a counter for; those that they know of that side, if a book has no say."""
        units = [unit for unit in state.units.values() if unit.side == counter.side]
        return tuple(sorted({unit.type for unit in units if not unit.has(CONCEALED)}))

    @abstractmethod
    def chances(self, state: GameState, action: Action) -> Ruling[str]:
        """What an action can come to, on what its side may know: what bears on it, and the exact odds of each outcome.

        An action that is forbidden is refused with the reasons.

        Raises:
            Unknown: if it is no action of this book.
        """

    @abstractmethod
    def result(self, state: GameState) -> Result | None:
        """Who has won and why, or None while play goes on."""
