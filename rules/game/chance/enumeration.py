"""Dice that enumerate all outcomes of a procedure, from which its exact odds are counted."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache, wraps
from math import comb, lcm
from typing import Any, Generic, ParamSpec, TypeVar

from rules.errors import RulesError
from rules.game.chance.dice import Dice, check_pool

OutcomeT = TypeVar("OutcomeT", bound=Hashable)
AskedP = ParamSpec("AskedP")

MOST_THROWS = 500
"""A procedure that throws more often in one run counts as endless."""


@dataclass(frozen=True, slots=True)
class Weights(Generic[OutcomeT]):
    """Outcomes with their chances, as whole numbers over one denominator."""

    of: dict[OutcomeT, int]
    whole: int


def part(procedure: Callable[AskedP, OutcomeT]) -> Callable[AskedP, OutcomeT]:
    """A decorator for a self-contained part of procedures, which depends only on its arguments (hashable) and the dice.

    When dice are thrown it has no effect. In an enumeration the part is enumerated once for the same arguments and then
    counts as a single throw: the whole branches on its outcomes, not on all the ways its dice can fall.
    """

    @wraps(procedure)
    def asked(*args: AskedP.args, **named: AskedP.kwargs) -> OutcomeT:
        dice = next(
            (argument for argument in (*args, *named.values()) if isinstance(argument, EnumeratedDice)), None
        )
        if dice is None:
            return procedure(*args, **named)
        given = tuple(_DICE if arg is dice else arg for arg in args)
        by_name = tuple((name, _DICE if value is dice else value) for name, value in named.items())
        outcome: OutcomeT = dice.fall(_part_falls(procedure, given, by_name))
        return outcome

    return asked


def weighted_outcomes(procedure: Callable[["EnumeratedDice"], OutcomeT]) -> Weights[OutcomeT]:
    """The weighted outcomes of a procedure, which is run once for each way its dice can fall."""
    dice = EnumeratedDice()
    outcome = procedure(dice)
    if not dice.forks:
        return Weights({outcome: 1}, 1)
    by_whole: dict[int, dict[OutcomeT, int]] = {}
    while True:
        weight, whole = dice.weight()
        weights = by_whole.setdefault(whole, {})
        weights[outcome] = weights.get(outcome, 0) + weight
        if not dice.next_way():
            return over_one_whole((1, Weights(weights, whole)) for whole, weights in by_whole.items())
        outcome = procedure(dice)


def over_one_whole(parts: Iterable[tuple[int, Weights[OutcomeT]]]) -> Weights[OutcomeT]:
    """The sum of weights, each taken a number of times, over their least common denominator."""
    weighed = list(parts)
    whole = lcm(*(part.whole for _, part in weighed))
    merged: dict[OutcomeT, int] = {}
    for times, part in weighed:
        scale = times * (whole // part.whole)
        for outcome, weight in part.of.items():
            merged[outcome] = merged.get(outcome, 0) + weight * scale
    return Weights(merged, whole)


@dataclass(frozen=True, slots=True)
class _Falls(Generic[OutcomeT]):
    """The ways a throw can fall: values with whole weights, and the sum of the weights."""

    ways: tuple[tuple[OutcomeT, int], ...]
    whole: int


@dataclass(slots=True)
class _Fork:
    """One throw of the run being enumerated: the ways it can fall, and the one it falls now."""

    falls: _Falls[Any]
    chosen: int = 0


class EnumeratedDice:
    """Dice that enumerate all outcomes, depth first: each run of a procedure takes the next way."""

    def __init__(self) -> None:
        self.forks: list[_Fork] = []
        self.passed = 0

    @property
    def is_thrown(self) -> bool:
        """Whether any die falls in the current run."""
        return bool(self.forks)

    def roll(self, _: str, /, sides: int) -> int:
        return self.fall(_die_falls(sides))

    def successes(self, _: str, /, count: int, sides: int, at_least: int) -> int:
        return self.fall(_pool_falls(count, sides, at_least))

    def pick(self, _: str, /, count: int) -> int:
        return self.fall(_die_falls(count)) - 1

    def decide(self, _: str, /, sides: int, by: Callable[[int], OutcomeT]) -> OutcomeT:
        if self.passed < len(self.forks):
            again: _Falls[OutcomeT] = self.forks[self.passed].falls
            return self.fall(again)
        ways = Counter(map(by, range(1, sides + 1)))
        return self.fall(_Falls(tuple(ways.items()), sides))

    def choose(self, weighed: Callable[[], Weights[OutcomeT]]) -> OutcomeT:
        """One of these weighted outcomes; `weighed` is called only when a run first gets here."""
        if self.passed < len(self.forks):
            again: _Falls[OutcomeT] = self.forks[self.passed].falls
            return self.fall(again)
        weights = weighed()
        return self.fall(_Falls(tuple(weights.of.items()), weights.whole))

    def weight(self) -> tuple[int, int]:
        """The chance of the run just made: its weight, and the whole of all weights."""
        weight = whole = 1
        for fork in self.forks:
            weight *= fork.falls.ways[fork.chosen][1]
            whole *= fork.falls.whole
        return weight, whole

    def next_way(self) -> bool:
        """Set the dice for the next run; False if all ways were taken."""
        if self.passed != len(self.forks):
            raise RulesError("the procedure asked for fewer dice when the same dice fell again")
        self.passed = 0
        while self.forks:
            fork = self.forks[-1]
            fork.chosen += 1
            if fork.chosen < len(fork.falls.ways):
                return True
            self.forks.pop()
        return False

    def fall(self, falls: _Falls[OutcomeT]) -> OutcomeT:
        """The value of a throw in the current run."""
        if self.passed == len(self.forks):
            if self.passed == MOST_THROWS:
                raise RulesError(f"a procedure that throws more than {MOST_THROWS} times has no exact odds")
            self.forks.append(_Fork(falls))
        fork = self.forks[self.passed]
        if fork.falls is not falls and fork.falls != falls:
            raise RulesError("the procedure asked for other dice when the same dice fell again")
        self.passed += 1
        return falls.ways[fork.chosen][0]


@lru_cache(maxsize=256)
def _die_falls(sides: int) -> _Falls[int]:
    check_pool(1, sides)
    return _Falls(tuple((face, 1) for face in range(1, sides + 1)), sides)


@lru_cache(maxsize=4096)
def _pool_falls(count: int, sides: int, at_least: int) -> _Falls[int]:
    check_pool(count, sides)
    hits = max(0, min(sides, sides + 1 - at_least))
    falls = ((k, comb(count, k) * hits**k * (sides - hits) ** (count - k)) for k in range(count + 1))
    return _Falls(tuple((k, weight) for k, weight in falls if weight), sides**count)


@lru_cache(maxsize=4096)
def _part_falls(
    procedure: Callable[..., OutcomeT], given: tuple[Any, ...], by_name: tuple[tuple[str, Any], ...]
) -> _Falls[OutcomeT]:
    def run(dice: Dice) -> OutcomeT:
        args = (dice if arg is _DICE else arg for arg in given)
        return procedure(*args, **{name: dice if arg is _DICE else arg for name, arg in by_name})

    weights = weighted_outcomes(run)
    return _Falls(tuple(weights.of.items()), weights.whole)


_DICE = object()
"""Stands for the dice among the arguments of a part."""
