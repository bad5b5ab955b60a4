"""Exact odds: every outcome of a procedure with its chance as a fraction.

A procedure is written once over Dice. With thrown dice it yields what happened; here the same code is
run once for every way its dice can fall, and equal outcomes are added up.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import gcd, lcm
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from rules.errors import BadInput
from rules.game.chance.dice import Dice
from rules.game.chance.enumeration import EnumeratedDice, Weights, over_one_whole, weighted_outcomes

OutcomeT = TypeVar("OutcomeT", bound=Hashable)
OtherT = TypeVar("OtherT", bound=Hashable)
StateT = TypeVar("StateT", bound=Hashable)

Step = Callable[[StateT, Dice], StateT]
"""One step of a long procedure, from the state before and the dice to the state after."""


@dataclass(frozen=True)
class Odds(Generic[OutcomeT]):
    """Outcomes and their chances, which sum to exactly 1.

    If `is_ranked`, they are in the order in which a player reads them, from the least to the greatest; otherwise
    likelier ones are shown first.

    >>> coin = Odds({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})
    >>> coin.of("heads")
    Fraction(1, 2)

    Raises:
        BadInput: if the chances do not sum to 1.
    """

    chances: Mapping[OutcomeT, Fraction]
    is_ranked: bool = False

    def __post_init__(self) -> None:
        whole = _sum(self.chances.values())
        if whole != 1:
            raise BadInput("odds", str(whole), "a set of chances that sums to 1")
        object.__setattr__(self, "chances", MappingProxyType(dict(self.chances)))

    @classmethod
    def weighted(cls, pairs: Iterable[tuple[OutcomeT, Fraction]], *, is_ranked: bool) -> "Odds[OutcomeT]":
        """Odds from outcomes and chances; the chances of equal outcomes are added up."""
        merged: dict[OutcomeT, Fraction] = {}
        for outcome, chance in pairs:
            merged[outcome] = merged.get(outcome, Fraction(0)) + chance
        return cls(merged, is_ranked)

    def of(self, outcome: OutcomeT) -> Fraction:
        """The chance of one outcome."""
        return self.chances.get(outcome, Fraction(0))

    def where(self, holds: Callable[[OutcomeT], bool]) -> Fraction:
        """The chance of an outcome for which a condition holds."""
        return _sum(chance for outcome, chance in self.chances.items() if holds(outcome))

    def draw(self, dice: "Dice") -> OutcomeT:
        """One outcome, drawn by its chance."""
        weights = _as_weights(self)
        left = dice.pick("outcome", weights.whole)
        for outcome, weight in weights.of.items():
            left -= weight
            if left < 0:
                return outcome
        raise AssertionError("chances sum to 1")

    def ranked(self, rank: Callable[[OutcomeT], Any]) -> "Odds[OutcomeT]":
        """The odds sorted by a rank, from the least to the greatest."""
        ordered = sorted(self.chances.items(), key=lambda entry: rank(entry[0]))
        return Odds(dict(ordered), is_ranked=True)

    def map(self, named: Callable[[OutcomeT], OtherT]) -> "Odds[OtherT]":
        """The odds with outcomes renamed; the chances of outcomes with the same new name are added up."""
        renamed = ((named(outcome), chance) for outcome, chance in self.chances.items())
        return Odds.weighted(renamed, is_ranked=self.is_ranked)


def odds_of(procedure: Callable[[Dice], OutcomeT]) -> Odds[OutcomeT]:
    """The exact odds of a procedure, which is run once for each way its dice can fall.

    A pool branches only on the number of its successes, with binomial weights. The procedure must
    ask for the same dice whenever the earlier dice fell the same.

    >>> odds_of(lambda dice: dice.roll("drift", 6) + dice.roll("drift", 6)).of(7)
    Fraction(1, 6)

    Raises:
        RulesError: if the procedure is endless, or does not ask for the same dice again.
    """
    return _as_odds(weighted_outcomes(procedure))


def throw_steps(start: StateT, steps: Iterable[Step[StateT]], dice: Dice) -> StateT:
    """The state after these steps. In an enumeration all of them together count as a single throw."""
    if isinstance(dice, EnumeratedDice):
        listed = tuple(steps)
        after: StateT = dice.choose(lambda: _weights_of_steps(start, listed))
        return after
    state = start
    for step in steps:
        state = step(state, dice)
    return state


@lru_cache(maxsize=512)
def _weights_of_steps(start: StateT, steps: tuple[Step[StateT], ...]) -> Weights[StateT]:
    """The weighted states after the steps; a repeated step is worked out once for each state before it."""
    leads: dict[tuple[Step[StateT], StateT], Weights[StateT]] = {}
    here = Weights({start: 1}, 1)
    for step in steps:
        for state in here.of:
            if (step, state) not in leads:
                leads[step, state] = weighted_outcomes(partial(step, state))
        merged = over_one_whole((weight, leads[step, state]) for state, weight in here.of.items())
        whole = here.whole * merged.whole
        shared = gcd(whole, *merged.of.values())
        here = Weights({state: weight // shared for state, weight in merged.of.items()}, whole // shared)
    return here


def _as_weights(odds: Odds[OutcomeT]) -> Weights[OutcomeT]:
    whole = lcm(*(chance.denominator for chance in odds.chances.values()))
    return Weights({outcome: int(chance * whole) for outcome, chance in odds.chances.items()}, whole)


def _as_odds(weights: Weights[OutcomeT]) -> Odds[OutcomeT]:
    return Odds({outcome: Fraction(weight, weights.whole) for outcome, weight in weights.of.items()})


def _sum(chances: Iterable[Fraction]) -> Fraction:
    listed = list(chances)
    whole = lcm(*(chance.denominator for chance in listed))
    return Fraction(sum(chance.numerator * (whole // chance.denominator) for chance in listed), whole)
