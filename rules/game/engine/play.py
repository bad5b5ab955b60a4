"""The seam of a book that can be played: whose turn it is, what may be done, and what comes of it.

An action is what a player declares (Fire, Maneuver: imperatives), an event is what happened
(ShotResolved, UnitMoved: past tense). Both are frozen dataclasses of plain values, so that
rules.game.record.records can turn them into documents and back. The game is the fold of its events.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from rules.game.chance.dice import Dice
from rules.game.engine.differences import Outcome
from rules.game.engine.outcomes import Ends
from rules.game.record.records import Records
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.place import Place


class Action(Protocol):
    """What a player of one side declares; str(action) is what he says."""

    @property
    def side(self) -> str: ...


class Event(Protocol):
    """What happened; str(event) is the line of the record."""

    def on(self, state: GameState) -> GameState:
        """The state after it."""
        ...


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


@runtime_checkable
class Play(Protocol):
    """A book whose games can be played from the first turn to the result."""

    @property
    def actions(self) -> Records[Any]:
        """The actions of this book as documents and back."""
        ...

    @property
    def events(self) -> Records[Any]:
        """The events of this book as documents and back."""
        ...

    def to_act(self, state: GameState) -> str | None:
        """Which side decides now; None when the game is over."""
        ...

    def moment(self, state: GameState) -> str:
        """How far play has come, in a few words: the turn, the phase, and what is to be decided."""
        ...

    def due(self, state: GameState) -> str:
        """What the side to act is to do now, in one plain sentence; empty when the game is over."""
        ...

    def legal_actions(self, state: GameState) -> tuple[Action, ...]:
        """Everything the side to act may declare now; never empty before the end."""
        ...

    def worthwhile(self, state: GameState) -> tuple[Action, ...]:
        """Of these what can come to something; the rest is listed on request."""
        ...

    def called(self, action: Action) -> str:
        """What players call such a declaration: maneuver, fire small arms."""
        ...

    def passes(self, action: Action) -> bool:
        """Whether such a declaration but lets a chance go by."""
        ...

    def settles(self, action: Action) -> bool:
        """Whether such a declaration throws dice that earlier ones left for later, whose odds were told with theirs."""
        ...

    def told(self, state: GameState, action: Action) -> str:
        """How an action reads among the choices of this moment."""
        ...

    def left(self, state: GameState) -> tuple[str, ...]:
        """What the side to act has left, in words: activations, orders, points, actions."""
        ...

    def waiting(self, state: GameState, side: str) -> Mapping[str, str]:
        """Who of a side waits off the map, units and others that declarations name, for set-up, to come on or as passengers, and for what, in words."""
        ...

    def secrets(self, state: GameState, side: str) -> tuple[str, ...]:
        """What a side keeps from the others, or may come to keep in this game, in words; none if all is open."""
        ...

    def why_not(self, state: GameState, action: Action) -> tuple[Reason, ...]:
        """The cited reasons that forbid an action; empty if it is legal."""
        ...

    def out_of_turn(self, state: GameState, action: Action) -> tuple[Reason, ...]:
        """Of these the reasons why play does not wait for it at all; nobody can agree to overrule them."""
        ...

    def resolve(self, state: GameState, action: Action, dice: Dice) -> tuple[tuple[Event, ...], GameState]:
        """What happens when a legal action is carried out, dice included, and the state it leads to.

        Raises:
            IllegalAction: if why_not names a reason.
        """
        ...

    def correct(self, state: GameState, unit: Unit, dice: Dice) -> tuple[tuple[Event, ...], GameState]:
        """What happens when the umpire sets a unit so, whatever the rules say, and the state it leads to.

        Raises:
            RulesError: if the book cannot have it so.
        """
        ...

    def apply(self, state: GameState, event: Event) -> GameState:
        """The state after an event: total, dull, without dice."""
        ...

    def ends(self, state: GameState, action: Action) -> Mapping[GameState, Fraction]:
        """The states that an action can end in, each with its exact chance, as who sees all can tell them.

        Raises:
            RulesError: if there are more than can be told.
        """
        ...

    def foreseen(self, state: GameState, action: Action) -> Ends:
        """The same on what the side of the action may know, with the dice that it leaves for later.

        Raises:
            RulesError: if there are more than can be told.
        """
        ...

    def changes(self, before: GameState, after: GameState) -> Iterator[Outcome]:
        """What became of the units between two states, how bad it is, and for which side."""
        ...

    def supposed(self, state: GameState) -> GameState:
        """What a side knows, with what it takes for granted of the rest, so that play can go on from it."""
        ...

    def turn_of(self, state: GameState) -> str | None:
        """Whose turn it is, where a side ends all that it does in a turn before another begins; None where they take turns within it."""
        ...

    def can_act(self, state: GameState, unit: Unit) -> bool:
        """Whether nothing that lasts keeps a unit on the map from acting, such as suppression in a book in which it is not soon over."""
        ...

    def lead(self, state: GameState, side: str) -> Fraction:
        """By how much a side is ahead by the book's victory terms, were the game to end now: 0 for a draw, in the book's own points."""
        ...

    def goals(self, state: GameState) -> tuple[Goal, ...]:
        """The places that the game is about; none in a book without objectives."""
        ...

    def aims(self, state: GameState) -> tuple[Goal, ...]:
        """The places that players make for: the objectives, and what else the game is about."""
        ...

    def victory(self, state: GameState) -> tuple[str, ...]:
        """What each side must do to win, in a sentence each; none in a book whose objectives tell it."""
        ...

    def edition_of(self, state: GameState) -> str:
        """The edition that the game is played by; empty in a book that has but one."""
        ...

    def setting(self, state: GameState) -> tuple[str, ...]:
        """What the scenario lays down beside its sides and its end, such as the light, in a sentence each."""
        ...

    def may_be(self, state: GameState, counter: Unit) -> tuple[str, ...]:
        """The types that players take an enemy counter for, of which they do not know what it is; none, if nothing speaks for any."""
        ...

    def chances(self, state: GameState, action: Action) -> Ruling[str]:
        """What an action can come to, in words: every modifier as a cited reason, and the exact odds."""
        ...

    def result(self, state: GameState) -> Result | None:
        """Who has won and why, or None while play goes on."""
        ...


@runtime_checkable
class Playable(Protocol):
    """A book whose games can be played; the game itself is loaded once it is asked for."""

    def opening(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        """The state before the first decision: the scenario's options read into the book's course.

        Raises:
            BadInput: if an option is missing or wrong; the message names it.
        """
        ...

    def as_game(self) -> Play:
        """The book as a game, with the same options."""
        ...


@runtime_checkable
class KeepsNotes(Protocol):
    """A book whose sides keep notes that the others do not see."""

    def notes(self, state: GameState, side: str) -> tuple[str, ...]:
        """What a side has written down for itself, line by line."""
        ...
