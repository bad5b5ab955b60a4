"""Entries in the record of a game that its rules do not provide for: corrections by the umpire, and agreements to overrule a refusal."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rules.game.citation import Provenance, Rulebook
from rules.game.ruling import Reason, Ruling
from rules.game.state import Agreement, GameState
from rules.game.units import Unit

VerdictT = TypeVar("VerdictT")

AGREED = Rulebook("AGREED", "What the players of this game agreed", "this game")


@dataclass(frozen=True, slots=True)
class Correction:
    """A unit is set up or corrected to the one given here, by the umpire or as the players agreed."""

    unit: Unit
    reason: str
    agreed: bool = False

    @property
    def side(self) -> str:
        """Empty: no side declares a correction."""
        return ""

    def __str__(self) -> str:
        who = "the players agree to correct" if self.agreed else "the umpire corrects"
        return f"{who} {self.unit.id}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Allowed:
    """An action of the book that the umpire refuses and the players agree to."""

    action: Any
    reason: str

    @property
    def side(self) -> str:
        """The side that declares it."""
        return str(self.action.side)

    def __str__(self) -> str:
        return f"{self.action}, as the players agreed: {self.reason}"


@dataclass(frozen=True, slots=True)
class Agreed:
    """The players overruled the umpire in one case; later rulings about these units cite the agreement."""

    reason: str
    units: frozenset[str]

    def __str__(self) -> str:
        return f"agreed: {self.reason}"

    def on(self, state: GameState) -> GameState:
        return replace(state, agreed=(*state.agreed, Agreement(self.reason, self.units)))


def rests_on(state: GameState, units: Iterable[str]) -> tuple[Reason, ...]:
    """The agreements that a ruling about these units rests on, as reasons, the oldest first."""
    unit_ids = frozenset(units)
    return tuple(
        Reason(f"the players agreed: {agreement.reason}", AGREED.cite(str(number), Provenance.HOUSE))
        for number, agreement in enumerate(state.agreed, 1)
        if agreement.units & unit_ids
    )


def with_agreed(ruling: Ruling[VerdictT], state: GameState, units: Iterable[str]) -> Ruling[VerdictT]:
    """A ruling about these units, with the agreements it rests on added to its reasons."""
    agreed = rests_on(state, units)
    return replace(ruling, reasons=(*ruling.reasons, *agreed)) if agreed else ruling
