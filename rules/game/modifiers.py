"""Die roll modifiers, each with its sign and its rule, and their sum."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.citation import Citation
from rules.game.ruling import Reason
from rules.ground.place import Place


@dataclass(frozen=True, slots=True)
class Modifier:
    """One modifier; it prints as players read it out: "-2 stone building (LHY 4.1.9)"."""

    value: int
    reason: Reason

    def __str__(self) -> str:
        return f"{self.value:+d} {self.reason}"

    @property
    def as_reason(self) -> Reason:
        """The modifier as a reason of a ruling, its sign before the words."""
        return Reason(f"{self.value:+d} {self.reason.text}", self.reason.cite, self.reason.at)


def modifier(value: int, text: str, cite: Citation, at: tuple[Place, ...] = ()) -> Modifier:
    return Modifier(value, Reason(text, cite, at))


@dataclass(frozen=True, slots=True)
class Modifiers:
    """All modifiers of one roll, in the order in which they were counted."""

    each: tuple[Modifier, ...] = ()

    def __iter__(self) -> Iterator[Modifier]:
        return iter(self.each)

    def __add__(self, more: "Modifiers") -> "Modifiers":
        return Modifiers(self.each + more.each)

    @property
    def net(self) -> int:
        """The sum of the modifiers."""
        return sum(modifier.value for modifier in self.each)

    @property
    def in_short(self) -> tuple[str, ...]:
        """Each modifier with its sign and words, for a line of the record: "-2 stone building"."""
        return tuple(modifier.as_reason.text for modifier in self.each)

    @property
    def as_reasons(self) -> tuple[Reason, ...]:
        return tuple(modifier.as_reason for modifier in self.each)

    def __str__(self) -> str:
        if not self.each:
            return "no modifiers"
        return f"{'; '.join(map(str, self.each))}: net {self.net:+d}"
