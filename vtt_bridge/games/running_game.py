"""A game that players play themselves: whose turn it is, what may be done, its outcome, and taking it back.

Nothing is stored here: each action gives a new value, and the log is text (vtt_bridge.games.game_log).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from secrets import randbits
from typing import Any

from rules.errors import BadInput, Unknown, either, nearest
from rules.game.chance.dice import Dice, SeededDice
from rules.game.counter_names import CounterNames
from rules.game.engine.carrying_out import IllegalAction, carry_out, replay
from rules.game.engine.play import Action
from rules.game.record.corrections import rests_on, with_agreed
from rules.game.record.record_forms import TAG
from rules.game.ruling import Reason, Ruling
from rules.game.side_names import people
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import line_heard_by, names_no_secret
from vtt_bridge.errors import ComputersTurn, NothingToUndo, NotYourTurn
from vtt_bridge.games.action_words import action_written, is_beginning, words_in
from vtt_bridge.games.game_log import GameHead, Turn, entry_of, head_from, head_line, turn_lines, turns_from
from vtt_bridge.games.game_setup import BookNamed, OpenedGame, opened, opened_anew
from vtt_bridge.port.names import one_of, units_fitting

TURNS_A_STATE = 20
"""A state is kept after every so many turns, so that taking one back replays only a few."""

_LISTED = 12
"""A declaration that is no choice is answered with all choices up to this many; beyond, with their kinds."""

_FEW = 3
"""How many choices an ambiguous declaration is answered with; and the fewest letters that can mean a choice."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An action that a side may declare now, and the number to choose it by."""

    number: int
    action: Action

    def __str__(self) -> str:
        return f"{self.number:>4}  {self.action}"


@dataclass(frozen=True)
class RunningGame:
    """A game at its latest position, with all its turns."""

    game: OpenedGame
    turns: tuple[Turn, ...]
    state: GameState
    _states: tuple[GameState, ...]
    """The states after no turn, after TURNS_A_STATE, after twice as many, and so on."""

    @property
    def to_act(self) -> str | None:
        """The side whose turn it is; None when the game is over."""
        return self.game.book.to_act(self.state)

    @property
    def computers(self) -> Mapping[str, str]:
        """The sides that the computer plays, each with the name of its player."""
        return self.game.head.players

    @property
    def is_computers_turn(self) -> bool:
        """Whether the computer is to decide now."""
        return self.to_act in self.computers

    @property
    def one_person(self) -> str:
        """The side that is played by a person against the computer; empty if people play several, or none."""
        people = [side for side in self.state.sides if side not in self.computers]
        return people[0] if self.computers and len(people) == 1 else ""

    def played_by(self, players: Mapping[str, str]) -> "RunningGame":
        """The same game with other players: the computer plays these sides, people the others."""
        return replace(self, game=replace(self.game, head=replace(self.game.head, players=dict(players))))

    @property
    def result(self) -> str | None:
        """How the game ended; None while it goes on."""
        ended = self.game.book.result(self.state)
        return None if ended is None else self.names().said(f"Result: {ended.text}")

    @property
    def status(self) -> str:
        """The moment of the game and whose turn it is, or the result."""
        book, said = self.game.book, self.names().said
        return self.result or said(f"{book.moment(self.state)}. {book.due(self.state)}.")

    def names(self, side: str = "", *before: GameState) -> CounterNames:
        """What players call the counters that a side knows of, now or in states before; the empty side knows all."""
        states = (*before, self.state)
        if side:
            states = tuple(self.game.ruleset.seen_by(state, side) for state in states)
        return self.game.names(*states)

    def names_for_all(self, *before: GameState) -> CounterNames:
        """The names for sentences to everybody: of the counters that every side knows of."""
        states = (*before, self.state)
        known = [[self.game.ruleset.seen_by(state, side) for state in states] for side in self.state.sides]
        shared = frozenset.intersection(
            *(frozenset(name for state in states_known for name in state.units) for states_known in known)
        )
        units = {name: unit for state in known[0] for name, unit in state.units.items() if name in shared}
        off_map = self.game.book.off_map_weapons(self.state)
        return CounterNames(units.values(), self.game.ruleset.roster, off_map)

    def check_turn(self, side: str) -> None:
        """Make sure that it is this side's turn.

        Raises:
            BadInput: if there is no such side.
            NotYourTurn: if it is not, or the game is over.
            ComputersTurn: if the computer plays it.
        """
        self.check_side(side)
        if side != self.to_act:
            raise NotYourTurn(side, self.to_act)
        if side in self.computers:
            raise ComputersTurn(side)

    def check_side(self, side: str) -> None:
        """Make sure that a side plays this game.

        Raises:
            BadInput: if it does not.
        """
        if side not in self.state.sides:
            raise BadInput("side", side, f"one of the sides: {', '.join(self.state.sides)}")

    @property
    def log(self) -> str:
        """The game as a blindhex-log/1."""
        return "".join((self.head, *map(self.lines_of, self.turns)))

    @property
    def head(self) -> str:
        """The first line of the log."""
        return head_line(self.game.head)

    def lines_of(self, turn: Turn) -> str:
        return "".join(turn_lines(turn, self.game.book.actions, self.game.book.events))

    def choices(self, unit: str = "") -> tuple[Choice, ...]:
        """The actions that the side to act may declare now, numbered from 1; with a unit, only those that name it.

        Numbers are those of the whole list, so that a part of it can be chosen from as well.
        """
        if self.to_act is None:
            return ()
        legal = self.game.book.legal_actions(self.state)
        return tuple(
            Choice(number, action)
            for number, action in enumerate(legal, 1)
            if not unit or unit in self.names_in(action)
        )

    def names_in(self, action: Action) -> frozenset[str]:
        """The units of the acting side that an action names."""
        return frozenset(
            word
            for word in words_in(self.game.book.actions.document(action))
            if word in self.state.units and self.state.units[word].side == action.side
        )

    def action_said(self, said: str | int | Mapping[str, Any]) -> Action:
        """The action a player means: a choice by its number or as it is listed, an action's document, or "Kind field=value …".

        The side that acts need not be said, and units go by name as well, or by part of it.

        Raises:
            RulesError: if there is no such choice, kind or field; the message names it.
        """
        if isinstance(said, str):
            if listed := self.listed_as(said):
                return listed
            said = action_written(said)
        if isinstance(said, int):
            return self._chosen(said)
        actions = self.game.book.actions
        units = actions.units_named_in(said.get(TAG))
        named = {key: self._named(value) if key in units else value for key, value in said.items()}
        action: Action = actions.read({"side": self.to_act, **named})
        return action

    def own_unit(self, words: str) -> Unit:
        """The unit of the side to act that words mean: its id or name, or a part of either.

        Raises:
            BadInput: if it is the id of a known unit of the other side.
            Unknown: if there is none.
            SeveralUnits: if several fit.
        """
        own, whose = self.own_units(), people(self.to_act or "")
        if self.names(self.to_act or "").knows(words) and words not in {unit.id for unit in own}:
            raise BadInput("unit", words, f"one of the {whose}, whose turn it is")
        return one_of(own, words, f"unit of the {whose}")

    def own_units(self) -> tuple[Unit, ...]:
        """The units of the side to act, each with its name."""
        side = self.to_act or ""
        return self.names(side).units_of(side)

    def heard_by(self, side: str, before: GameState) -> tuple[str, ...]:
        """The lines of the last turn that a side may hear, with the ids of the record; `before` is the
        state it was declared in."""
        turn, ruleset = self.turns[-1], self.game.ruleset
        known = ruleset.seen_by(before, side), ruleset.seen_by(self.state, side)
        lines = (*turn.lines(partial(line_heard_by, side)), *map(str, self.rests_on(turn.action, before)))
        return tuple(line for line in lines if line and names_no_secret(line, before, self.state, known))

    def report(self, before: GameState) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The report of the last turn: to all (the empty side) what every side hears, then to each what it alone hears.

        `before` is the state it was declared in. What all are told is the same whatever one side hears beside it.
        """
        heard = {side: self.heard_by(side, before) for side in self.state.sides}
        for_all = frozenset.intersection(*map(frozenset, heard.values()))
        said = self.names_for_all(before).said
        reports = [("", tuple(said(line) for line in next(iter(heard.values())) if line in for_all))]
        for side, lines in heard.items():
            declared, *_ = lines or ("",)
            if alone := [line for line in lines if line not in for_all]:
                said = self.names(side, before).said
                reports.append((side, tuple(map(said, dict.fromkeys((declared, *alone))))))
        return tuple((side, lines) for side, lines in reports if lines)

    def allowed(self, said: str | int | Mapping[str, Any]) -> Action:
        """The action a player means, if the rules allow it now.

        Raises:
            IllegalAction: with the cited reasons, if they forbid it.
            RulesError: as action_said does.
        """
        action = self.action_said(said)
        if reasons := self.why_not(action):
            raise self.refusal(action, reasons)
        return action

    def refusal(self, action: Action, reasons: tuple[Reason, ...]) -> IllegalAction:
        """The refusal of an action, in the names of the counters that its side knows."""
        names = self.names(action.side if action.side in self.state.sides else "")
        return IllegalAction(names.said(str(action)), names.reasons(reasons))

    def notes(self, side: str) -> tuple[str, ...]:
        """The secret notes of a side: counters, points, reserves; none in a book without such notes.

        Raises:
            BadInput: if there is no such side.
        """
        self.check_side(side)
        return self.game.book.notes(self.state, side)

    def why_not(self, action: Action) -> tuple[Reason, ...]:
        """The cited reasons that forbid an action now; none if it may be done."""
        return self.game.book.why_not(self.state, action)

    def chances(self, action: Action) -> Ruling[str]:
        """The possible outcomes of an action: every modifier with its rule, and the exact odds."""
        return with_agreed(self.game.book.chances(self.state, action), self.state, self._words_of(action))

    def rests_on(self, action: Action, before: GameState) -> tuple[Reason, ...]:
        """The agreements of the players, made before an action, on which its outcome rests."""
        return rests_on(before, self._words_of(action))

    def _words_of(self, action: Action) -> Iterator[str]:
        """Every word of an action's document, including the units it names."""
        return words_in(entry_of(action, self.game.book.actions))

    def declare(self, action: Action, dice: Dice | None = None, *, same_order: bool = False) -> "RunningGame":
        """The game after an action and all its consequences; `same_order` joins it to the order of the action before.

        Without `dice` the game throws its own: seeded ones continue where they stopped, and those of a
        game without a seed cannot be predicted.

        Raises:
            IllegalAction: if the rules forbid it; the game is as it was.
        """
        thrown = dice or self._dice()
        try:
            events, after = carry_out(self.game.book, self.state, action, thrown)
        except IllegalAction as error:
            raise self.refusal(action, error.reasons) from None
        position = thrown.position if isinstance(thrown, SeededDice) and dice is None else self._position
        return self._after(Turn(action, events, position, same_order), after)

    def taken_back(self) -> "RunningGame":
        """The game before the last order; against the computer, before the last order of a person.

        Raises:
            NothingToUndo: if nothing was done yet.
        """
        if not self.undone:
            raise NothingToUndo
        return self.up_to(len(self.turns) - len(self.undone))

    @property
    def undone(self) -> tuple[Turn, ...]:
        """The turns that an undo takes back: the last action and the earlier ones of the same order; against the computer, the
        last order of a person and everything the computer declared since."""
        first = len(self.turns)
        for number in reversed(range(len(self.turns))):
            turn = self.turns[number]
            if turn.action.side not in self.computers:
                first = number
                if not turn.same_order:
                    break
        return self.turns[first:]

    @property
    def undo_words(self) -> str:
        """What an undo takes back, in words that mention no unit."""
        own = [turn for turn in self.undone if turn.action.side not in self.computers]
        return "the last action" if len(own) < 2 else f"the whole last way ({len(own)} actions)"

    def up_to(self, count: int) -> "RunningGame":
        """The game as it was after its first `count` turns."""
        kept = count // TURNS_A_STATE
        then = replace(
            self,
            turns=self.turns[: kept * TURNS_A_STATE],
            state=self._states[kept],
            _states=self._states[: kept + 1],
        )
        return then.played(self.turns[len(then.turns) : count])

    def played(self, turns: Iterable[Turn]) -> "RunningGame":
        """The game after turns that were played before; no dice are thrown again."""
        now = self
        for turn in turns:
            now = now._after(turn, replay(now.game.book, now.state, turn.events))
        return now

    def _after(self, turn: Turn, state: GameState) -> "RunningGame":
        turns = (*self.turns, turn)
        states = self._states if len(turns) % TURNS_A_STATE else (*self._states, state)
        return replace(self, turns=turns, state=state, _states=states)

    def _named(self, said: Any) -> Any:
        """A field with unit names replaced by ids, of units that the side to act knows; the book reads the rest."""
        if isinstance(said, list):
            return [self._named(part) for part in said]
        if not isinstance(said, str) or said in self.state.units:
            return said
        known = self.names(self.to_act or "").units_of("")
        return one_of(known, said).id if units_fitting(known, said) else said

    def _chosen(self, number: int) -> Action:
        choices = self.choices()
        if not 1 <= number <= len(choices):
            wanted = f"a number from 1 to {len(choices)}" if choices else "a choice: the game is over"
            raise BadInput("action", number, wanted)
        return choices[number - 1].action

    def listed_as(self, words: str) -> Action | None:
        """The choice listed in these words, or the only one that begins with them; None if they look like no choice.

        Raises:
            Unknown: if they look like a choice, and there is none.
            BadInput: if several choices fit.
        """
        kind, kinds = words.partition(" ")[0], self.game.book.actions.names
        if not kind[:1].isalnum() or words.isdecimal() or words in kinds or "=" in words:
            return None
        meant, names = words.casefold(), self.names(self.to_act or "")
        choices = {
            names.said(self.game.book.sentence(self.state, choice.action)): choice.action
            for choice in self.choices()
        }
        fitting = [text for text in choices if text.casefold() == meant]
        if len(words) >= _FEW:
            fitting = fitting or [text for text in choices if is_beginning(text.casefold(), meant)]
        if len(fitting) > 1:
            raise BadInput("action", words, f"one choice alone, such as {either(fitting[:_FEW])}")
        if not fitting and kind not in kinds:
            if words == kind and nearest(words, kinds):
                raise Unknown("action", words, kinds)
            offered = dict.fromkeys(type(action).__name__ for action in choices.values())
            raise Unknown("choice", words, choices if len(choices) <= _LISTED else offered, choices)
        return choices[fitting[0]] if fitting else None

    @property
    def _position(self) -> int:
        return next((turn.position for turn in reversed(self.turns) if turn.position is not None), 0)

    def _dice(self) -> SeededDice:
        seed = self.game.head.seed
        return SeededDice(randbits(64)) if seed is None else SeededDice(seed, self._position)


def begun(head: GameHead, book_named: BookNamed) -> RunningGame:
    """A new game, before its first decision.

    Raises:
        RulesError: if its scenario, book, switches or house values cannot be had, or the book cannot be played.
    """
    return unplayed(opened_anew(head, book_named))


def resumed(log: str, book_named: BookNamed) -> RunningGame:
    """The game of a blindhex-log/1, at its latest position.

    Raises:
        RulesError: naming the line that is wrong, and what is wrong with it.
    """
    game = unplayed(opened(head_from(log), book_named))
    return game.played(turns_from(log, game.game.book.actions, game.game.book.events))


def unplayed(game: OpenedGame) -> RunningGame:
    """A game before its first decision."""
    return RunningGame(game, (), game.state, (game.state,))
