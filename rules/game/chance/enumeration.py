"""Dice that enumerate all outcomes: what the exact odds of a procedure are counted with."""

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
"""A procedure that throws more often in one run is taken to have no end."""


@dataclass(frozen=True, slots=True)
class Weights(Generic[OutcomeT]):
    """Chances as whole numbers over one denominator."""

    of: dict[OutcomeT, int]
    whole: int


def part(procedure: Callable[AskedP, OutcomeT]) -> Callable[AskedP, OutcomeT]:
    """A part of procedures that stands by itself: all it knows are its arguments, which can be hashed, and the dice.

    Thrown, it is as if this were not here. Enumerated, it is run through once for the same arguments and then
    falls as one throw does: its outcomes, and not the ways its dice can fall, are what the whole branches on.
    """

    @wraps(procedure)
    def asked(*args: AskedP.args, **named: AskedP.kwargs) -> OutcomeT:
        dice = next(
            (argument for argument in (*args, *named.values()) if isinstance(argument, EnumeratedDice)), None
        )
        if dice is None:
            return procedure(*args, **named)
        given = tuple(_DICE if arg is dice else arg for arg in args)
        by_name = tuple((name, _DICE if one is dice else one) for name, one in named.items())
        outcome: OutcomeT = dice.fall(_part_falls(procedure, given, by_name))
        return outcome

    return asked


def weigh(procedure: Callable[["EnumeratedDice"], OutcomeT]) -> Weights[OutcomeT]:
    """The outcomes of a procedure, run once for each way its dice can fall."""
    dice = EnumeratedDice()
    outcome = procedure(dice)
    if not dice.forks:
        return Weights({outcome: 1}, 1)
    by_whole: dict[int, dict[OutcomeT, int]] = {}
    while True:
        weight, whole = dice.weight()
        found = by_whole.setdefault(whole, {})
        found[outcome] = found.get(outcome, 0) + weight
        if not dice.next_way():
            return over_one_whole((1, Weights(found, whole)) for whole, found in by_whole.items())
        outcome = procedure(dice)


def over_one_whole(parts: Iterable[tuple[int, Weights[OutcomeT]]]) -> Weights[OutcomeT]:
    """Weights put together over their least common denominator, each part taken so many times."""
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
    """How a throw can fall: values with whole weights, and what the weights sum to."""

    ways: tuple[tuple[OutcomeT, int], ...]
    whole: int


@dataclass(slots=True)
class _Fork:
    """One throw on the way being enumerated: how it can fall, and which way it falls now."""

    falls: _Falls[Any]
    chosen: int = 0


class EnumeratedDice:
    """Dice that enumerate all outcomes, depth first: each run of a procedure takes the next way."""

    def __init__(self) -> None:
        self.forks: list[_Fork] = []
        self.passed = 0

    @property
    def is_thrown(self) -> bool:
        """Whether a die falls on the way being taken."""
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
        """One of these outcomes, as likely as its weight; they are weighed only when a way first comes here."""
        if self.passed < len(self.forks):
            again: _Falls[OutcomeT] = self.forks[self.passed].falls
            return self.fall(again)
        weights = weighed()
        return self.fall(_Falls(tuple(weights.of.items()), weights.whole))

    def weight(self) -> tuple[int, int]:
        """The chance of the way just taken: its weight, and the whole that it is a part of."""
        weight = whole = 1
        for fork in self.forks:
            weight *= fork.falls.ways[fork.chosen][1]
            whole *= fork.falls.whole
        return weight, whole

    def next_way(self) -> bool:
        """Turn to the next way; False when all were taken."""
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
        """The value that comes up on the way being taken."""
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

    weights = weigh(run)
    return _Falls(tuple(weights.of.items()), weights.whole)


_DICE = object()
"""Stands among the arguments of a part where the dice do."""
