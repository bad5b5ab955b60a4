"""The one engine: what may be declared, why not, what comes of it, and the exact odds, for every book alike.

A book is a `Game`: it gives its declarations, the order of play and its words; nothing of what follows is
written a second time in a book.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Generic, TypeVar

from rules.errors import Unknown
from rules.game.chance.dice import Dice
from rules.game.chance.odds import Odds
from rules.game.chance.percent import percent
from rules.game.citation import Citation
from rules.game.engine.differences import Outcome, changes_between, in_sum
from rules.game.engine.outcomes import Ends, TooManyOutcomes, every_end
from rules.game.engine.position import Position
from rules.game.engine.procedure import Declarations, Factors, Procedure, Stage
from rules.game.engine.resolution import PendingStep, Resolution
from rules.game.play import Result
from rules.game.records import Records
from rules.game.ruling import Case, Reason, Ruling
from rules.game.state import GameState
from rules.game.view import seen_by

PositionT = TypeVar("PositionT", bound=Position)

NO_DIE_ROLL = "no die roll"
HIDDEN_OUTCOME = "outcome depends on concealed units"
ANSWERED_BY_ALL = "if all of them answer"
TOO_MANY_OUTCOMES = "too many outcomes to list"
_MOST_TOLD = 5
_LEGAL = "legal"
"""Under this and its declaration a position remembers what a procedure may do in it."""


@dataclass(frozen=True, slots=True)
class Refusals:
    """The rules behind the refusals that all books share: the game is over, another's turn, not at this stage."""

    over: Citation
    turn: Citation
    stage: Citation


class Game(ABC, Generic[PositionT]):
    """A book as a game that can be played; rules.game.play.Play is what the outer layers see of it."""

    @property
    @abstractmethod
    def declarations(self) -> Declarations[PositionT, Any]:
        """What can be declared, and what can happen."""

    @property
    @abstractmethod
    def refusals(self) -> Refusals:
        """Where the book says who may declare what, and when."""

    @abstractmethod
    def position(self, state: GameState) -> PositionT:
        """A state as the book reads it."""

    @abstractmethod
    def to_act(self, state: GameState) -> str | None:
        """Which side decides now; None when the game is over."""

    @abstractmethod
    def stage(self, state: GameState) -> Stage:
        """What play waits for."""

    @abstractmethod
    def result(self, state: GameState) -> Result | None:
        """Who has won and why, or None while play goes on."""

    def opening(self, state: GameState, options: Mapping[str, Any]) -> GameState:  # noqa: ARG002
        """The state before the first decision, the scenario's options read into it.

        Raises:
            BadInput: if an option is missing or wrong; the message names it.
        """
        return state

    def moment(self, state: GameState) -> str:
        """How far play has come, in a few words."""
        return str(self.stage(state))

    def seen_by(self, state: GameState, side: str) -> GameState:
        """What one side may know of a state; books that hide more than units override this."""
        return seen_by(state, side)

    def follow(self, resolution: Any) -> None:
        """What the book says comes after every declaration."""

    def where_answered(self, position: PositionT) -> PositionT:
        """Where the other side answers an action: at once, if a book does not say later."""
        return position

    def answered_by_all(self, position: PositionT, answers: tuple[Any, ...]) -> tuple[PendingStep, ...]:  # noqa: ARG002
        """The steps of all answers together, the worst of which are named first; none, if a book does not tell them so."""
        return ()

    def changes(self, before: GameState, after: GameState) -> Iterator[Outcome]:
        """What became of each unit, and of what else counts, between two states; books say it in their own words.

        In odds, what harms nobody and all ends have in common is left out.
        """
        return changes_between(before, after)

    def begin(self, position: PositionT, dice: Dice, pending: tuple[PendingStep, ...]) -> Any:
        """A resolution with these steps pending; books that have one of their own override this."""
        return Resolution(self, position, dice, pending)

    def after_event(self, state: GameState) -> GameState:
        """A state put in order after an event, such as counters laid out anew; the same, if nothing is to do."""
        return state

    @property
    def actions(self) -> Records[Any]:
        """The actions of this book as documents and back."""
        return self.declarations.actions

    @property
    def events(self) -> Records[Any]:
        """The events of this book as documents and back."""
        return self.declarations.events

    def apply(self, state: GameState, event: Any) -> GameState:
        """The state after an event: total, dull, without dice.

        Raises:
            Unknown: if it is no event of this book.
        """
        if type(event) not in self.declarations.event_types:
            known = (kind.__name__ for kind in self.declarations.event_types)
            raise Unknown("event", type(event).__name__, known)
        after: GameState = event.on(state)
        return after if after is state else self.after_event(after)

    def legal_actions(self, state: GameState) -> tuple[Any, ...]:
        """Everything the side to act may declare now, worked out on what it may know."""
        side = self.to_act(state)
        if side is None:
            return ()
        position = self.known(state, side)
        procedures = self.declarations.at(self.stage(position.state))
        return tuple(
            action for procedure in procedures for action in self._all_legal(procedure, position, side)
        )

    def known(self, state: GameState, side: str) -> PositionT:
        """The position as one side may know it; the same for every question about one state."""
        game, position = state.views.get(side, (None, None))
        if game is not self or position is None:
            position = self.position(self.seen_by(state, side))
            state.views[side] = (self, position)
        found: PositionT = position
        return found

    def offered(self, position: PositionT, side: str, *, but: tuple[type, ...] = ()) -> Iterator[Any]:
        """What a side may declare in a position as it knows it, but for some kinds of declaration."""
        for procedure in self.declarations.at(self.stage(position.state)):
            if procedure.declaration not in but:
                known = position.memo.get((_LEGAL, procedure.declaration, side))
                yield from _legal(procedure, position, side) if known is None else known

    def _all_legal(
        self, procedure: Procedure[PositionT, Any], position: PositionT, side: str
    ) -> Mapping[Any, None]:
        """All that a procedure offers and nothing forbids, each once, remembered with the position."""
        key = (_LEGAL, procedure.declaration, side)
        legal: Mapping[Any, None] | None = position.memo.get(key)
        if legal is None:
            legal = position.memo[key] = dict.fromkeys(_legal(procedure, position, side))
        return legal

    def why_not(self, state: GameState, action: Any) -> tuple[Reason, ...]:
        """The cited reasons that forbid an action, on what its side may know; empty if it is legal.

        Raises:
            Unknown: if it is no action of this book.
        """
        procedure = self.declarations.procedure(action)
        side = self.to_act(state)
        if side is None:
            return (Reason("the game is over", self.refusals.over),)
        if action.side != side:
            return (Reason(f"{side} decides now, not {action.side}", self.refusals.turn),)
        stage = self.stage(state)
        if stage not in procedure.stages:
            awaited = str(stage).replace("_", " ")
            return (Reason(f"that cannot be declared now: play waits for {awaited}", self.refusals.stage),)
        position = self.known(state, side)
        if action in position.memo.get((_LEGAL, type(action), side), ()):
            return ()
        return tuple(procedure.forbids(position, action))

    def resolve(self, state: GameState, action: Any, dice: Dice) -> tuple[tuple[Any, ...], GameState]:
        """What happens when a legal action is carried out, and where it leads: rules.game.engine.carrying_out asks that first."""
        procedure = self.declarations.procedure(action)
        resolution = self.begin(self.position(state), dice, self._steps(procedure, action))
        while resolution.pending:
            resolution.run_next()
        return tuple(resolution.events), resolution.state

    def chances(self, state: GameState, action: Any) -> Ruling[str]:
        """What an action can come to, on what its side may know: what bears on it, and the exact odds of each outcome.

        An action that is forbidden is refused with the reasons.

        Raises:
            Unknown: if it is no action of this book.
        """
        if refused := self.why_not(state, action):
            return Ruling(str(action), "refused", refused)
        return self.foretold(self.known(state, action.side), action)

    def foretold(self, position: PositionT, action: Any) -> Ruling[str]:
        """The same in a position as its side knows it, for an action that nobody asks whether it is allowed."""
        procedure = self.declarations.procedure(action)
        factors = procedure.factors(position, action) if procedure.factors else Factors()
        if procedure.told_apart and (units := procedure.told_apart(position, action)):
            return self._apart(position, action, factors, units)
        try:
            ends = self.ends(position, action)
        except TooManyOutcomes:
            return Ruling(str(action), factors.summary or TOO_MANY_OUTCOMES, factors.reasons)
        cases = tuple(self._cases(procedure, action, ends))
        if ends.hidden == 1:
            return Ruling(str(action), factors.summary or HIDDEN_OUTCOME, factors.reasons, None, cases)
        if not ends.thrown:
            verdict = _with_the_worst(factors.summary or NO_DIE_ROLL, cases)
            return Ruling(str(action), verdict, factors.reasons, None, cases)
        odds = self._odds(position.state, ends)
        verdict = _with_the_worst(factors.summary or _likeliest(odds), cases)
        return Ruling(str(action), verdict, factors.reasons, odds, cases)

    def _steps(self, procedure: Procedure[PositionT, Any], action: Any) -> tuple[PendingStep, ...]:
        return ((_follow, (self,)), (procedure.carry_out, (action,)))

    def foreseen_steps(self, action: Any) -> tuple[PendingStep, ...]:
        """The steps of an action as odds follow them: on to the dice that it leaves for later, if its procedure says so."""
        procedure = self.declarations.procedure(action)
        steps = self._steps(procedure, action)
        return steps if procedure.foresee is None else ((procedure.foresee, (action,)), *steps[1:])

    def ends(self, position: PositionT, action: Any) -> Ends:
        """Every state that an action can lead to from a position as its side knows it, with its chance."""
        return every_end(self.begin, position, self.foreseen_steps(action))

    def _apart(
        self, position: PositionT, action: Any, factors: Factors, units: tuple[str, ...]
    ) -> Ruling[str]:
        """The odds of each of these units for itself, as cases."""
        cases = []
        for unit in units:
            ends = every_end(partial(self._begin_for, unit), position, self.foreseen_steps(action))
            if not ends.thrown:
                return Ruling(str(action), factors.summary or NO_DIE_ROLL, factors.reasons)
            cases.append(Case(unit, self._odds(position.state, ends, unit)))
        summary = factors.summary or f"{cases[0].condition}: {_likeliest(cases[0].odds)}"
        return Ruling(str(action), summary, factors.reasons, None, tuple(cases))

    def _begin_for(
        self, unit: str, position: PositionT, dice: Dice, pending: tuple[PendingStep, ...]
    ) -> Resolution[PositionT]:
        resolution: Resolution[PositionT] = self.begin(position, dice, pending)
        resolution.concerns = unit
        return resolution

    def _cases(self, procedure: Procedure[PositionT, Any], action: Any, ends: Ends) -> Iterator[Case]:
        """The odds of each answer that the other side may give where the action most likely leads, the worst first."""
        if procedure.answers is None or not ends.states:
            return
        likeliest = max(ends.states, key=lambda state: ends.states[state])
        there = self.where_answered(self.position(likeliest))
        found = []
        for answer in procedure.answers(there, action):
            answered = self.ends(there, answer)
            if answered.thrown and answered.hidden < 1:
                case = Case(f"if {answer}", self._odds(there.state, answered))
                found.append((self._severity(there.state, answered), answer, case))
        found.sort(key=lambda one: -one[0])
        yield from (case for _, _, case in found)
        if steps := self.answered_by_all(there, tuple(answer for _, answer, _ in found)):
            together = every_end(self.begin, there, steps)
            if together.thrown and together.hidden < 1:
                yield Case(ANSWERED_BY_ALL, self._odds(there.state, together))

    def _severity(self, before: GameState, ends: Ends) -> Fraction:
        """How bad what may come is, on the average."""
        each = (
            chance * sum(change.severity for change in self.changes(before, state))
            for state, chance in ends.states.items()
        )
        return sum(each, Fraction(0))

    def _odds(self, before: GameState, ends: Ends, unit: str = "") -> Odds[str]:
        """The outcomes in words, from harmless to deadly, for all or for one unit."""
        told = {
            state: tuple(
                self.changes(_only(before, unit), _only(state, unit)) if unit else self.changes(before, state)
            )
            for state in ends.states
        }
        is_certain = len(set(told.values())) == 1
        shared = frozenset() if is_certain else frozenset.intersection(*map(frozenset, told.values()))
        common = {change for change in shared if not change.severity}
        chances: dict[Outcome, Fraction] = {}
        for state, chance in ends.states.items():
            outcome = in_sum([change for change in told[state] if change not in common])
            chances[outcome] = chances.get(outcome, Fraction(0)) + chance
        ranked = [(outcome.text, chances[outcome]) for outcome in sorted(chances)]
        if ends.hidden:
            ranked.append((HIDDEN_OUTCOME, ends.hidden))
        return Odds.weighted(ranked, is_ranked=True)


def _legal(procedure: Procedure[PositionT, Any], position: PositionT, side: str) -> Iterator[Any]:
    """What a procedure offers and nothing forbids."""
    if procedure.offers_only_legal:
        yield from procedure.offers(position, side)
        return
    forbids = procedure.forbids
    for action in procedure.offers(position, side):
        if next(iter(forbids(position, action)), None) is None:
            yield action


def _only(state: GameState, unit: str) -> GameState:
    """A state with one unit alone, if it is still there."""
    return replace(state, units={unit: state.units[unit]} if unit in state.units else {})


def _follow(resolution: Resolution[Any], game: Game[Any]) -> None:
    game.follow(resolution)


def _likeliest(odds: Odds[str]) -> str:
    """The likeliest outcomes with their chances, in a line."""
    likely = sorted(odds.chances.items(), key=lambda told: -told[1])
    return "; ".join(f"{outcome} {percent(chance)}" for outcome, chance in likely[:_MOST_TOLD])


def _with_the_worst(verdict: str, cases: Sequence[Case]) -> str:
    """A verdict and the worst answer to it: what it most likely comes to, and what at worst."""
    if not cases:
        return verdict
    odds = cases[0].odds
    told = list(odds.chances.items())
    likeliest, worst = max(told, key=lambda one: one[1]), told[-1]
    words = f"{likeliest[0]} {percent(likeliest[1])}"
    if worst != likeliest:
        words += f", at worst {worst[0]} {percent(worst[1])}"
    return f"{verdict}; {cases[0].condition}: {words}"
