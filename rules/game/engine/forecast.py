"""The odds of an action before it is declared: its own steps, run on enumerated dice and on what its side knows.

Outcomes are read from the states before and after; nothing here knows a rule or models a die.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from rules.game.chance.dice import Dice
from rules.game.chance.odds import Odds
from rules.game.chance.percent import percent
from rules.game.engine.differences import NO_EFFECT, Outcome, in_sum
from rules.game.engine.outcomes import Ends, TooManyOutcomes, every_end
from rules.game.engine.play import Action
from rules.game.engine.position import Position
from rules.game.engine.procedure import Declarations, Factors
from rules.game.engine.resolution import PendingStep, Resolution
from rules.game.ruling import Case, Ruling
from rules.game.state import GameState

PositionT = TypeVar("PositionT", bound=Position)

NO_DIE_ROLL = "no die roll"
HIDDEN_OUTCOME = "outcome depends on what is hidden"
ANSWERED_BY_ALL = "if all of them answer"
TOO_MANY_OUTCOMES = "too many outcomes to list"
_MOST_TOLD = 5


class ForecastableGame(Protocol[PositionT]):
    """The methods of a game that a forecast needs; rules.game.engine.game documents them."""

    @property
    def declarations(self) -> Declarations[PositionT, Any]: ...
    def position(self, state: GameState) -> PositionT: ...
    def begin(
        self, position: PositionT, dice: Dice, pending: tuple[PendingStep, ...]
    ) -> Resolution[PositionT]: ...
    def steps(self, action: Action) -> tuple[PendingStep, ...]: ...
    def changes(self, before: GameState, after: GameState) -> Iterator[Outcome]: ...
    def where_answered(self, position: PositionT) -> PositionT: ...
    def answered_by_all(
        self, position: PositionT, answers: tuple[Action, ...]
    ) -> tuple[PendingStep, ...]: ...


class Forecast(Generic[PositionT]):
    """The odds of a game's actions."""

    def __init__(self, game: ForecastableGame[PositionT]) -> None:
        self.game = game

    def ruling(self, position: PositionT, action: Action) -> Ruling[str]:
        """The factors of an action, its exact odds, and the odds of the enemy's answers; the action is
        not checked for legality."""
        procedure = self.game.declarations.procedure(action)
        factors = procedure.factors(position, action) if procedure.factors else Factors()
        if procedure.separate_odds_of and (units := procedure.separate_odds_of(position, action)):
            return self._separate_odds(position, action, factors, units)
        try:
            ends = self.ends(position, action)
        except TooManyOutcomes:
            return Ruling(str(action), factors.summary or TOO_MANY_OUTCOMES, factors.reasons)
        cases = tuple(self._cases(position, action, ends))
        if ends.hidden == 1:
            return Ruling(str(action), factors.summary or HIDDEN_OUTCOME, factors.reasons, None, cases)
        if not ends.thrown:
            verdict = _with_worst_answer(factors.summary or NO_DIE_ROLL, cases)
            return Ruling(str(action), verdict, factors.reasons, None, cases)
        odds = self._odds(position.state, ends)
        verdict = _with_worst_answer(factors.summary or _likeliest(odds), cases)
        return Ruling(str(action), verdict, factors.reasons, odds, cases)

    def steps_for_odds(self, action: Action) -> tuple[PendingStep, ...]:
        """The steps of an action for its odds, with the dice that it leaves for later if its procedure carries those out."""
        carry_out, steps = (
            self.game.declarations.procedure(action).carry_out_for_odds,
            self.game.steps(action),
        )
        return steps if carry_out is None else ((carry_out, (action,)), *steps[1:])

    def ends(self, position: PositionT, action: Action) -> Ends:
        """All states that an action can lead to from a position as its side knows it, with their chances."""
        return every_end(self.game.begin, position, self.steps_for_odds(action))

    def _separate_odds(
        self, position: PositionT, action: Action, factors: Factors, units: tuple[str, ...]
    ) -> Ruling[str]:
        """The odds of each of these units separately, as cases."""
        fates = {
            unit: every_end(partial(self._begin_for, unit), position, self.steps_for_odds(action))
            for unit in units
        }
        if not any(ends.thrown for ends in fates.values()):
            return Ruling(str(action), factors.summary or NO_DIE_ROLL, factors.reasons)
        cases = [Case(unit, self._odds(position.state, ends, unit)) for unit, ends in fates.items()]
        summary = factors.summary or f"{cases[0].condition}: {_likeliest(cases[0].odds)}"
        return Ruling(str(action), summary, factors.reasons, None, tuple(cases))

    def _begin_for(
        self, unit: str, position: PositionT, dice: Dice, pending: tuple[PendingStep, ...]
    ) -> Resolution[PositionT]:
        resolution = self.game.begin(position, dice, pending)
        resolution.concerns = unit
        return resolution

    def _cases(self, position: PositionT, action: Action, ends: Ends) -> Iterator[Case]:
        """The odds of each answer of the other side, in the likeliest state after the action; the worst first.

        Dice that the action leaves for later are not thrown yet when it is answered.
        """
        procedure = self.game.declarations.procedure(action)
        if procedure.answers is None:
            return
        if procedure.carry_out_for_odds is not None:
            ends = every_end(self.game.begin, position, self.game.steps(action))
        if not ends.states:
            return
        likeliest = max(ends.states, key=lambda state: ends.states[state])
        there = self.game.where_answered(self.game.position(likeliest))
        answers = []
        for answer in procedure.answers(there, action):
            answered = self.ends(there, answer)
            if answered.thrown and answered.hidden < 1:
                case = Case(f"if {answer}", self._odds(there.state, answered))
                answers.append((self._severity(there.state, answered), answer, case))
        answers.sort(key=lambda entry: -entry[0])
        yield from (case for _, _, case in answers)
        if steps := self.game.answered_by_all(there, tuple(answer for _, answer, _ in answers)):
            together = every_end(self.game.begin, there, steps)
            if together.thrown and together.hidden < 1:
                yield Case(ANSWERED_BY_ALL, self._odds(there.state, together))

    def _severity(self, before: GameState, ends: Ends) -> Fraction:
        """The mean severity of the ends."""
        each = (
            chance * sum(change.severity for change in self.game.changes(before, state))
            for state, chance in ends.states.items()
        )
        return sum(each, Fraction(0))

    def _odds(self, before: GameState, ends: Ends, unit: str = "") -> Odds[str]:
        """The outcomes in words, from harmless to deadly, for all or for one unit."""
        changes_to = {
            state: tuple(
                self.game.changes(_unit_alone(before, unit), _unit_alone(state, unit))
                if unit
                else self.game.changes(before, state)
            )
            for state in ends.states
        }
        is_certain = len(set(changes_to.values())) == 1
        shared = frozenset() if is_certain else frozenset.intersection(*map(frozenset, changes_to.values()))
        common = {change for change in shared if not change.severity}
        chances: dict[Outcome, Fraction] = {}
        for state, chance in ends.states.items():
            outcome = in_sum([change for change in changes_to[state] if change not in common])
            chances[outcome] = chances.get(outcome, Fraction(0)) + chance
        ordered = sorted(
            chances, key=lambda outcome: (outcome.severity, outcome.text != NO_EFFECT, outcome.text)
        )
        ranked = [(outcome.text, chances[outcome]) for outcome in ordered]
        if ends.hidden:
            ranked.append((HIDDEN_OUTCOME, ends.hidden))
        return Odds.weighted(ranked, is_ranked=True)


def _unit_alone(state: GameState, unit: str) -> GameState:
    """A state with only this unit, if it is still there."""
    return replace(state, units={unit: state.units[unit]} if unit in state.units else {})


def _likeliest(odds: Odds[str]) -> str:
    """The likeliest outcomes with their chances, in a line."""
    likely = sorted(odds.chances.items(), key=lambda entry: -entry[1])
    return "; ".join(f"{outcome} {percent(chance)}" for outcome, chance in likely[:_MOST_TOLD])


def _with_worst_answer(verdict: str, cases: Sequence[Case]) -> str:
    """A verdict with the worst answer to it: its likeliest outcome, and its worst."""
    if not cases:
        return verdict
    odds = cases[0].odds
    outcomes = list(odds.chances.items())
    likeliest, worst = max(outcomes, key=lambda outcome: outcome[1]), outcomes[-1]
    words = f"{likeliest[0]} {percent(likeliest[1])}"
    if worst != likeliest:
        words += f", at worst {worst[0]} {percent(worst[1])}"
    return f"{verdict}; {cases[0].condition}: {words}"
