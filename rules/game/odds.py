"""Exact odds: every outcome with its chance as a fraction."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Generic, TypeVar

from rules.errors import BadInput

OutcomeT = TypeVar("OutcomeT", bound=Hashable)
OtherT = TypeVar("OtherT", bound=Hashable)


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
        whole = sum(self.chances.values(), Fraction(0))
        if whole != 1:
            raise BadInput("odds", whole, "a set of chances that sums to 1")
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
        return sum((chance for outcome, chance in self.chances.items() if holds(outcome)), Fraction(0))

    def map(self, named: Callable[[OutcomeT], OtherT]) -> "Odds[OtherT]":
        """The same odds with outcomes named otherwise, put together where they agree."""
        return Odds.weighted((named(outcome), chance) for outcome, chance in self.chances.items())
