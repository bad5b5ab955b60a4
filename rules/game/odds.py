"""Exact odds: every outcome with its chance as a fraction, found by the procedure that is thrown.

A procedure is written once over Dice. Thrown, it yields what happened; here the very same code is
run once for every way its dice can fall, and outcomes that agree are put together.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd, lcm
from types import MappingProxyType
from typing import Generic, TypeVar

from rules.errors import BadInput, RulesError
from rules.game.dice import Dice, check_pool

OutcomeT = TypeVar("OutcomeT", bound=Hashable)
OtherT = TypeVar("OtherT", bound=Hashable)
StateT = TypeVar("StateT", bound=Hashable)

Step = Callable[[StateT, Dice], StateT]
"""One part of a long procedure: the state before and the dice give the state after."""

_Falls = tuple[tuple[tuple[int, int], ...], int]
"""How a throw can fall: values with whole weights, and what the weights sum to."""

MOST_THROWS = 500
"""A procedure that throws more often in one run is taken to have no end."""


@dataclass(frozen=True)
class Odds(Generic[OutcomeT]):
    """Outcomes and their chances, which sum to exactly 1.

    >>> coin = Odds({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})
    >>> coin.of("heads")
    Fraction(1, 2)

    Raises:
        BadInput: if the chances do not sum to 1.
    """

    chances: Mapping[OutcomeT, Fraction]

    def __post_init__(self) -> None:
        whole = _sum(self.chances.values())
        if whole != 1:
            raise BadInput("odds", str(whole), "a set of chances that sums to 1")
        object.__setattr__(self, "chances", MappingProxyType(dict(self.chances)))

    @classmethod
    def weighted(cls, pairs: Iterable[tuple[OutcomeT, Fraction]]) -> "Odds[OutcomeT]":
        """Odds from outcomes and chances; outcomes that agree are put together."""
        merged: dict[OutcomeT, Fraction] = {}
        for outcome, chance in pairs:
            merged[outcome] = merged.get(outcome, Fraction(0)) + chance
        return cls(merged)

    def of(self, outcome: OutcomeT) -> Fraction:
        """The chance of one outcome."""
        return self.chances.get(outcome, Fraction(0))

    def where(self, holds: Callable[[OutcomeT], bool]) -> Fraction:
        """The chance that something holds."""
        return _sum(chance for outcome, chance in self.chances.items() if holds(outcome))

    def draw(self, dice: "Dice") -> OutcomeT:
        """One outcome, each as likely as it is."""
        whole = lcm(*(chance.denominator for chance in self.chances.values()))
        left = dice.pick(whole)
        for outcome, chance in self.chances.items():
            left -= int(chance * whole)
            if left < 0:
                return outcome
        raise AssertionError("chances sum to 1")

    def map(self, named: Callable[[OutcomeT], OtherT]) -> "Odds[OtherT]":
        """The same odds with outcomes named otherwise, put together where they agree."""
        return Odds.weighted((named(outcome), chance) for outcome, chance in self.chances.items())


def odds_of(procedure: Callable[[Dice], OutcomeT]) -> Odds[OutcomeT]:
    """What a procedure can come to, exactly: it is run once for each way its dice can fall.

    A pool branches on the number of its successes alone, with binomial weights. The procedure must
    ask for the same dice again whenever the dice before fell the same.

    >>> odds_of(lambda dice: dice.roll(6) + dice.roll(6)).of(7)
    Fraction(1, 6)

    Raises:
        RulesError: if the procedure has no end, or does not ask for the same dice again.
    """
    return _as_odds(_weigh(procedure))


def odds_of_steps(start: StateT, steps: Iterable[Step[StateT]]) -> Odds[StateT]:
    """What a procedure of many steps can come to; after each, states that are equal are put together.

    >>> def toss(heads: int, dice: Dice) -> int:
    ...     return heads + (dice.roll(2) == 1)
    >>> odds_of_steps(0, [toss] * 100).of(50) == Fraction(comb(100, 50), 2**100)
    True

    Raises:
        RulesError: as odds_of.
    """
    states = _Weights({start: 1}, 1)
    for step in steps:
        states = _weigh_step(step, states)
    return _as_odds(states)


def throw_steps(start: StateT, steps: Iterable[Step[StateT]], dice: Dice) -> StateT:
    """The same steps thrown once: the state they end in."""
    state = start
    for step in steps:
        state = step(state, dice)
    return state


@dataclass(frozen=True, slots=True)
class _Weights(Generic[OutcomeT]):
    """Chances as whole numbers over one denominator."""

    of: dict[OutcomeT, int]
    whole: int


@dataclass(slots=True)
class _Fork:
    """One throw on the way being enumerated: what was asked, how it can fall, and which way it falls now."""

    asked: tuple[int, ...]
    falls: tuple[tuple[int, int], ...]
    whole: int
    chosen: int = 0


class _EveryWay:
    """Dice that fall every way in turn, depth first: each run takes the next way."""

    def __init__(self) -> None:
        self.forks: list[_Fork] = []
        self.passed = 0

    def roll(self, sides: int) -> int:
        return self._fall((sides,), _die_falls(sides))

    def successes(self, count: int, sides: int, at_least: int) -> int:
        return self._fall((count, sides, at_least), _pool_falls(count, sides, at_least))

    def pick(self, count: int) -> int:
        return self._fall((count,), _die_falls(count)) - 1

    def next_way(self) -> bool:
        """Turn to the next way; False when all were taken."""
        if self.passed != len(self.forks):
            raise RulesError("the procedure asked for fewer dice when the same dice fell again")
        self.passed = 0
        while self.forks:
            fork = self.forks[-1]
            fork.chosen += 1
            if fork.chosen < len(fork.falls):
                return True
            self.forks.pop()
        return False

    def _fall(self, asked: tuple[int, ...], falls: _Falls) -> int:
        if self.passed == len(self.forks):
            if self.passed == MOST_THROWS:
                raise RulesError(f"a procedure that throws more than {MOST_THROWS} times has no exact odds")
            self.forks.append(_Fork(asked, *falls))
        fork = self.forks[self.passed]
        if fork.asked != asked:
            raise RulesError("the procedure asked for other dice when the same dice fell again")
        self.passed += 1
        return fork.falls[fork.chosen][0]


def _weigh(procedure: Callable[[Dice], OutcomeT]) -> _Weights[OutcomeT]:
    dice = _EveryWay()
    by_whole: dict[int, dict[OutcomeT, int]] = {}
    more = True
    while more:
        outcome = procedure(dice)
        weight = whole = 1
        for fork in dice.forks:
            weight *= fork.falls[fork.chosen][1]
            whole *= fork.whole
        found = by_whole.setdefault(whole, {})
        found[outcome] = found.get(outcome, 0) + weight
        more = dice.next_way()
    return _over_one_whole((1, _Weights(found, whole)) for whole, found in by_whole.items())


def _weigh_step(step: Step[StateT], states: _Weights[StateT]) -> _Weights[StateT]:
    after = [(weight, _weigh(_bound(step, state))) for state, weight in states.of.items()]
    merged = _over_one_whole(after)
    shared = gcd(states.whole * merged.whole, *merged.of.values())
    return _Weights(
        {state: weight // shared for state, weight in merged.of.items()},
        states.whole * merged.whole // shared,
    )


def _bound(step: Step[StateT], state: StateT) -> Callable[[Dice], StateT]:
    return lambda dice: step(state, dice)


def _over_one_whole(parts: Iterable[tuple[int, _Weights[OutcomeT]]]) -> _Weights[OutcomeT]:
    """Weights put together over their least common denominator, each part taken so many times."""
    weighed = list(parts)
    whole = lcm(*(part.whole for _, part in weighed))
    merged: dict[OutcomeT, int] = {}
    for times, part in weighed:
        scale = times * (whole // part.whole)
        for outcome, weight in part.of.items():
            merged[outcome] = merged.get(outcome, 0) + weight * scale
    return _Weights(merged, whole)


def _as_odds(weights: _Weights[OutcomeT]) -> Odds[OutcomeT]:
    return Odds({outcome: Fraction(weight, weights.whole) for outcome, weight in weights.of.items()})


def _sum(chances: Iterable[Fraction]) -> Fraction:
    listed = list(chances)
    whole = lcm(*(chance.denominator for chance in listed))
    return Fraction(sum(chance.numerator * (whole // chance.denominator) for chance in listed), whole)


@lru_cache(maxsize=256)
def _die_falls(sides: int) -> _Falls:
    check_pool(1, sides)
    return tuple((face, 1) for face in range(1, sides + 1)), sides


@lru_cache(maxsize=4096)
def _pool_falls(count: int, sides: int, at_least: int) -> _Falls:
    check_pool(count, sides)
    hits = max(0, min(sides, sides + 1 - at_least))
    falls = ((k, comb(count, k) * hits**k * (sides - hits) ** (count - k)) for k in range(count + 1))
    return tuple((k, weight) for k, weight in falls if weight), sides**count
