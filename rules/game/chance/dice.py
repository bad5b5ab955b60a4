"""Dice as an argument of procedures: seeded, scripted, or thrown at the table and typed in.

A fourth kind, in rules.game.chance.enumeration, enumerates all outcomes of a procedure.
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
    """The outcome a die decided and the face it showed: an outcome for `decide` where only the record needs the face.

    In an enumeration one face stands for all faces with the same outcome.
    """

    outcome: OutcomeT
    face: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice about to be thrown: what for, their number and sides, and what each face decides, face 1 first.

    If `only_for` names a side, only that side is told what they show.

    >>> Throw("save", 6, 2, (False, False, False, False, True, True)).needed
    '5 or more'
    >>> Throw("loss", 6, decides=(True, False, False, False, False, True)).needed
    '1 or 6'
    >>> Throw("table", 6, decides=("miss", "miss", "near", "near", "near", "hit")).row(4)
    '3 to 5'
    """

    what: str
    sides: int
    count: int = 1
    decides: tuple[Hashable, ...] = ()
    only_for: str = ""

    @property
    def needed(self) -> str:
        """What a die must show to succeed, such as "7 or less"; empty if it decides more than success or failure."""
        successes = self._faces_of(True)
        if not 0 < len(successes) < self.sides or len(successes) + len(self._faces_of(False)) < self.sides:
            return ""
        return _in_words(successes, self.sides)

    def row(self, face: int) -> str:
        """The faces that decide the same as this face, such as "3 to 5".

        Empty if no other face or every face does, if they are not consecutive, or if `needed` says it already.
        """
        if not self.decides or self.needed:
            return ""
        alike = self._faces_of(self.decides[face - 1])
        if len(alike) in (1, self.sides) or alike[-1] - alike[0] >= len(alike):
            return ""
        return f"{alike[0]} to {alike[-1]}"

    def _faces_of(self, outcome: Hashable) -> list[int]:
        return [
            face
            for face, decided in enumerate(self.decides, 1)
            if decided == outcome and type(decided) is type(outcome)
        ]


def _in_words(faces: list[int], sides: int) -> str:
    lowest, highest = faces[0], faces[-1]
    if highest - lowest >= len(faces):
        return " or ".join(map(str, faces))
    if highest == sides:
        return f"{lowest} or more" if lowest < sides else str(sides)
    return f"{highest} or less" if lowest == 1 else f"{lowest} to {highest}"


class Dice(Protocol):
    """Throws or enumerates the dice of a procedure, which says what each is for."""

    def roll(self, what: str, /, sides: int) -> int:
        """One die of which the face matters: 1 to sides."""
        ...

    def successes(self, what: str, /, count: int, sides: int, at_least: int) -> int:
        """How many dice of a pool show `at_least` or more."""
        ...

    def pick(self, what: str, /, count: int) -> int:
        """One of `count` choices, all equally likely: 0 to count - 1."""
        ...

    def decide(self, what: str, /, sides: int, by: Callable[[int], OutcomeT]) -> OutcomeT:
        """The outcome of one die: `by` gives the outcome of each face, such as a row of a table.

        An enumeration branches into as many ways as there are outcomes, not faces: prefer this to `roll` wherever the
        face itself does not matter later.
        """
        ...


class ThrownDice(ABC):
    """Dice that show faces; a pick of n is thrown with a die of n sides."""

    @abstractmethod
    def throw(self, thrown: Throw) -> tuple[int, ...]:
        """The faces that come up, one for each die."""

    def roll(self, what: str, /, sides: int) -> int:
        check_pool(1, sides)
        return self.throw(Throw(what, sides))[0]

    def successes(self, what: str, /, count: int, sides: int, at_least: int) -> int:
        check_pool(count, sides)
        if count == 0:
            return 0
        decides = tuple(face >= at_least for face in range(1, sides + 1))
        return sum(decides[face - 1] for face in self.throw(Throw(what, sides, count, decides)))

    def pick(self, what: str, /, count: int) -> int:
        return self.roll(what, count) - 1

    def decide(self, what: str, /, sides: int, by: Callable[[int], OutcomeT]) -> OutcomeT:
        check_pool(1, sides)
        outcomes = [by(face) for face in range(1, sides + 1)]
        decides = tuple(outcome.outcome if isinstance(outcome, Thrown) else outcome for outcome in outcomes)
        return outcomes[self.throw(Throw(what, sides, 1, decides))[0] - 1]


class SeededDice(ThrownDice):
    """Dice from a seed: the same seed and position give the same dice on every machine, for ever.

    The generator is SplitMix64 (Steele, Lea and Flood, 2014) indexed by position; values that would favour the low faces
    are thrown again. Store `seed` and `position` to continue later.

    >>> dice = SeededDice(1)
    >>> thrown = [dice.roll("test", 10) for _ in range(5)]
    >>> SeededDice(1, position=3).roll("test", 10) == thrown[3]
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

    def throw(self, thrown: Throw) -> tuple[int, ...]:
        return tuple(self._face(thrown.sides) for _ in range(thrown.count))

    def _face(self, sides: int) -> int:
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


class ScriptedDice(ThrownDice):
    """Dice that fall as written, for worked examples and tests; a pick of n takes 1 to n, as a die would.

    >>> dice = ScriptedDice([3, 6, 6, 1])
    >>> dice.roll("drift", 6), dice.successes("to hit", 3, sides=6, at_least=5)
    (3, 2)
    >>> dice.assert_done()

    Raises (all throws):
        BadInput: if the next value is not on the die asked for.
        RulesError: if the script has run dry.
    """

    def __init__(self, values: Iterable[int]) -> None:
        self._values = tuple(values)
        self._next = 0

    def throw(self, thrown: Throw) -> tuple[int, ...]:
        return tuple(self._face(thrown) for _ in range(thrown.count))

    def _face(self, thrown: Throw) -> int:
        if self._next == len(self._values):
            missing = f"a d{thrown.sides} is wanted for {thrown.what}"
            raise RulesError(f"the script of {len(self._values)} dice has run dry: {missing}")
        value = _on_die(self._values[self._next], thrown.sides, f"scripted die {self._next + 1}")
        self._next += 1
        return value

    def assert_done(self) -> None:
        """Raise unless every scripted die was thrown.

        Raises:
            RulesError: if some were not.
        """
        if left := self._values[self._next :]:
            raise RulesError(f"{len(left)} scripted dice were never thrown: {', '.join(map(str, left))}")


class TypedDice(ThrownDice):
    """Dice thrown at the table: `ask` puts a question to a player ("save, 5 or more: 3d6") and returns the faces typed in.

    Raises (all throws):
        BadInput: if the dice cannot show these faces.
    """

    def __init__(self, ask: Callable[[str], tuple[int, ...]]) -> None:
        self._ask = ask

    def throw(self, thrown: Throw) -> tuple[int, ...]:
        what = ", ".join(word for word in (thrown.what, thrown.needed) if word)
        dice = f"{'' if thrown.count == 1 else thrown.count}d{thrown.sides}"
        faces = self._ask(f"{what}: {dice}")
        if len(faces) != thrown.count:
            raise BadInput("dice thrown", " ".join(map(str, faces)), f"the faces of {thrown.count} dice")
        return tuple(_on_die(face, thrown.sides, "die thrown") for face in faces)


def check_pool(count: int, sides: int) -> None:
    """Check the number of dice and of their sides.

    Raises:
        BadInput: if either is not a whole number, or too small.
    """
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise BadInput("pool", count, "a number of dice, 0 or more")
    if isinstance(sides, bool) or not isinstance(sides, int) or sides < 1:
        raise BadInput("die", sides, "a number of sides, 1 or more")


def _on_die(value: int, sides: int, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= sides:
        raise BadInput(field, value, f"a number from 1 to {sides}")
    return value
