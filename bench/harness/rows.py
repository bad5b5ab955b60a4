"""A line of the table: what is asked, what it costs here, what it costs a peer, and how many times that it may cost."""

from dataclasses import dataclass
from enum import Enum
from typing import Any


class NotMeasured(Exception):
    """What a row is held against cannot be had on this machine; the words say what is missing."""


class Standing(Enum):
    """How a row stands to its limit."""

    WITHIN = "within"
    OVER = "OVER"
    SHOWN = ""
    NOT_MEASURED = "not measured"


@dataclass(frozen=True, slots=True)
class Row:
    """A question, what it costs here and what it costs a peer; `limit` is the most that ours may be of the peer's.

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
        """How many times the peer's cost ours is; None where one of them was not measured."""
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
