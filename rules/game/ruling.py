"""A ruling: the question, the verdict, and the reasons with rule number and place."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.game.chance.odds import Odds
from rules.game.citation import Citation, Provenance
from rules.ground.place import Place

VerdictT = TypeVar("VerdictT", covariant=True)


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason of a ruling: the words, the rule it rests on, and the places on the board.

    A reason that does not decide tells what was considered and why it does not count.
    """

    text: str
    cite: Citation
    at: tuple[Place, ...] = ()
    decides: bool = True

    def __str__(self) -> str:
        return f"{self.text} ({self.cite})"


@dataclass(frozen=True, slots=True)
class Case:
    """Odds that hold if something happens first, such as an enemy's reaction fire: "if MG 42 fires at F6"."""

    condition: str
    odds: Odds[str]


@dataclass(frozen=True, slots=True)
class Ruling(Generic[VerdictT]):
    """The answer to a question, as an umpire gives it: str(ruling) is the sentence said at the table.

    The verdict is a small typed value whose str is the answer in words.
    """

    question: str
    verdict: VerdictT
    reasons: tuple[Reason, ...] = ()
    odds: Odds[str] | None = None
    cases: tuple[Case, ...] = ()

    @property
    def provenance(self) -> Provenance | None:
        """How sure the answer is: that of the least sure source of its deciding reasons; None if there are none."""
        sources = [reason.cite.weakest for reason in self.reasons if reason.decides]
        return Provenance.weakest(sources) if sources else None

    def __str__(self) -> str:
        words = f"{self.question}: {self.verdict}."
        if self.reasons:
            reasons = "; ".join(str(reason) for reason in self.reasons)
            words += f" {reasons[:1].upper()}{reasons[1:]}."
        return words
