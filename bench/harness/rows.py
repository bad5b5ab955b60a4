"""A line of the table: a question, our cost, a peer's cost, and the limit of the ratio."""

from dataclasses import dataclass
from enum import Enum
from typing import Any


class NotMeasured(Exception):
    """A row's comparison is not available on this machine; the words say what is missing."""


class Standing(Enum):
    """Whether a row keeps its limit."""

    WITHIN = "within"
    OVER = "OVER"
    SHOWN = ""
    NOT_MEASURED = "not measured"


@dataclass(frozen=True, slots=True)
class Row:
    """A question, our cost and a peer's cost; `limit` is the greatest allowed ratio of the two.

    Costs are in `unit`, milliseconds of the processor if nothing else is said. `missing` says why nothing was measured,
    `remark` what a reader of the row should know.
    """

    question: str
    ours: float | None
    peer: str = ""
    theirs: float | None = None
    limit: float | None = None
    unit: str = "ms"
    missing: str = ""
    remark: str = ""

    @property
    def ratio(self) -> float | None:
        """Our cost as a multiple of the peer's; None if either was not measured."""
        if self.ours is None or not self.theirs:
            return None
        return self.ours / self.theirs

    @property
    def standing(self) -> Standing:
        if self.missing:
            return Standing.NOT_MEASURED
        if self.limit is None:
            return Standing.SHOWN
        ratio = self.ratio
        return Standing.WITHIN if ratio is not None and ratio <= self.limit else Standing.OVER

    def document(self) -> dict[str, Any]:
        """The row as JSON."""
        return {
            "question": self.question,
            "ours": self.ours,
            "peer": self.peer,
            "theirs": self.theirs,
            "unit": self.unit,
            "ratio": self.ratio,
            "limit": self.limit,
            "standing": self.standing.value,
            "missing": self.missing,
            "remark": self.remark,
        }


def within(question: str, ours: float, budget: float, unit: str, *, remark: str = "") -> Row:
    """A cost that may not exceed a fixed figure in the same unit."""
    return Row(question, ours, "at most", budget, 1.0, unit, remark=remark)
