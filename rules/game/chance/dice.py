"""Dice as an argument: seeded, scripted, or thrown at the table and typed in.

rules.game.chance.enumeration holds the fourth kind, which takes every way a procedure can fall.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from rules.errors import BadInput, RulesError

OutcomeT = TypeVar("OutcomeT", bound=Hashable)

_WORD = 2**64
_GAMMA = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True)
class Thrown(Generic[OutcomeT]):
    """What a die decided and the face it showed: where only the record needs the face, `decide` may name this.

    Enumerated, one face stands for all that decide the same.
    """

    outcome: OutcomeT
    face: int = field(compare=False)


class Dice(Protocol):
    """Whatever throws dice for a procedure; the same procedure is thrown or enumerated."""

    def roll(self, sides: int) -> int:
        """One die: 1 to sides."""
        ...

    def successes(self, count: int, sides: int, at_least: int) -> int:
        """How many of a pool of dice show at least this much."""
        ...

    def pick(self, count: int) -> int:
        """One of so many, all equally likely: 0 to count - 1."""
        ...

    def decide(self, sides: int, by: Callable[[int], OutcomeT]) -> OutcomeT:
        """What one die decides: `by` names the outcome of each face, such as a row of a table.

        Enumerated it falls as many ways as there are outcomes, not faces: say what a die decides wherever
        the face itself does not matter later.
        """
        ...


class _Thrown(ABC):
    """Dice thrown one by one: a pool is so many single dice, a pick a die with so many sides."""

    @abstractmethod
    def roll(self, sides: int) -> int: ...

    def successes(self, count: int, sides: int, at_least: int) -> int:
        check_pool(count, sides)
        return sum(self.roll(sides) >= at_least for _ in range(count))

    def pick(self, count: int) -> int:
        return self.roll(count) - 1

    def decide(self, sides: int, by: Callable[[int], OutcomeT]) -> OutcomeT:
        return by(self.roll(sides))


class SeededDice(_Thrown):
    """Dice from a seed: the same seed and position throw the same dice on every machine, for ever.

    The generator is SplitMix64 (Steele, Lea and Flood, 2014) counted by position, with the values
    that would favour the low faces thrown again. Keep `seed` and `position` to go on where you stopped.

    >>> dice = SeededDice(1)
    >>> thrown = [dice.roll(10) for _ in range(5)]
    >>> SeededDice(1, position=3).roll(10) == thrown[3]
    True

    Raises:
        BadInput: if the seed is not a whole number from 0 to 2**64 - 1, or the position negative.
    """

    def __init__(self, seed: int, position: int = 0) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < _WORD:
            raise BadInput("seed", seed, "a whole number from 0 to 2**64 - 1")
        if isinstance(position, bool) or not isinstance(position, int) or position < 0:
            raise BadInput("position", position, "a whole number, 0 or more")
        self.seed = seed
        self.position = position

    def roll(self, sides: int) -> int:
        check_pool(1, sides)
        fair = _WORD - _WORD % sides
        while (word := self._next()) >= fair:
            pass
        return word % sides + 1

    def _next(self) -> int:
        self.position += 1
        word = (self.seed + self.position * _GAMMA) % _WORD
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % _WORD
        word = (word ^ (word >> 27)) * 0x94D049BB133111EB % _WORD
        return word ^ (word >> 31)


class ScriptedDice(_Thrown):
    """Dice that fall as written, for worked examples and tests; a pick of n takes 1 to n, as a die would.

    >>> dice = ScriptedDice([3, 6, 6, 1])
    >>> dice.roll(6), dice.successes(3, sides=6, at_least=5)
    (3, 2)
    >>> dice.assert_done()

    Raises (all throws):
        BadInput: if the next value is not on the die asked for.
        RulesError: if the script has run dry.
    """

    def __init__(self, values: Iterable[int]) -> None:
        self._values = tuple(values)
        self._next = 0

    def roll(self, sides: int) -> int:
        check_pool(1, sides)
        if self._next == len(self._values):
            raise RulesError(f"the script of {len(self._values)} dice has run dry: a d{sides} is wanted")
        value = _on_die(self._values[self._next], sides, f"scripted die {self._next + 1}")
        self._next += 1
        return value

    def assert_done(self) -> None:
        """Raise unless every scripted die was thrown.

        Raises:
            RulesError: if some were not.
        """
        if left := self._values[self._next :]:
            raise RulesError(f"{len(left)} scripted dice were never thrown: {', '.join(map(str, left))}")


class TypedDice:
    """Dice thrown at the table: `ask` puts a question to a player ("d10: 1 to 10") and returns the number he gives.

    A pool is asked as one number, how many of its dice succeed.

    Raises (all throws):
        BadInput: if the number cannot be.
    """

    def __init__(self, ask: Callable[[str], int]) -> None:
        self._ask = ask

    def roll(self, sides: int) -> int:
        check_pool(1, sides)
        return _on_die(self._ask(f"d{sides}: 1 to {sides}"), sides, "die thrown")

    def successes(self, count: int, sides: int, at_least: int) -> int:
        check_pool(count, sides)
        if count == 0:
            return 0
        found = self._ask(f"{count}d{sides}: how many show {at_least} or more")
        if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found <= count:
            raise BadInput("dice thrown", found, f"a number of dice from 0 to {count}")
        return found

    def pick(self, count: int) -> int:
        check_pool(1, count)
        return _on_die(self._ask(f"one of {count}: 1 to {count}"), count, "pick") - 1

    def decide(self, sides: int, by: Callable[[int], OutcomeT]) -> OutcomeT:
        return by(self.roll(sides))


def check_pool(count: int, sides: int) -> None:
    """That such dice can be thrown.

    Raises:
        BadInput: if the number of dice or of their sides is none.
    """
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise BadInput("pool", count, "a number of dice, 0 or more")
    if isinstance(sides, bool) or not isinstance(sides, int) or sides < 1:
        raise BadInput("die", sides, "a number of sides, 1 or more")


def _on_die(value: int, sides: int, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= sides:
        raise BadInput(field, value, f"a number from 1 to {sides}")
    return value
