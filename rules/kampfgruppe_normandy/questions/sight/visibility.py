"""The result of a sight check: the share of a target seen, what hides the rest, and its cover, or why it is not seen.

Rule: KGN Line of sight; OUR 32.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rules.game.chance.percent import percent
from rules.game.ruling import Reason
from rules.game.verdicts import Visibility
from rules.ground.place import Place
from rules.ground.table.arrays import Floats
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.rulebook import cite, ours

SEEN_WHOLE = 0.9
"""The share of a target below which it is seen in part (OUR 32)."""


_BY_SHARE = (Visibility.BLOCKED, Visibility.HINDERED, Visibility.CLEAR)
"""Nothing seen of a target, a part, and all of it."""


@dataclass(frozen=True)
class SightResult:
    """The result of a sight check: the share of the target seen, what hides the rest, and the cover that gives."""

    share: float
    cover: Cover
    reasons: tuple[Reason, ...]
    eye: Spot
    eye_in: float | None = None
    """How high the eye is above the table; None for one that looks down from the air."""

    @property
    def is_open(self) -> bool:
        return self.share > 0

    @property
    def is_partial(self) -> bool:
        return 0 < self.share < SEEN_WHOLE

    @property
    def visibility(self) -> Visibility:
        return next(visibilities_of(np.array([self.share])))

    @property
    def words(self) -> str:
        if not self.is_open:
            return "not seen"
        return f"seen in part, {percent(self.share)} of it" if self.is_partial else "seen"


def visibilities_of(shares: Floats) -> Iterator[Visibility]:
    """The visibility of targets by the shares seen (n,); a target seen in part counts as hindered."""
    return map(_BY_SHARE.__getitem__, np.add(shares > 0, shares >= SEEN_WHOLE, dtype=np.int64).tolist())


def sight_result_of(
    share: float, hiders: list[tuple[Cover, Reason]], eye: Spot, eye_in: float | None = None
) -> SightResult:
    """The result of a sight check from the things that hide some of the target, each with the cover it gives."""
    cover = max((cover for cover, _ in hiders), default=Cover.OPEN)
    reasons = [reason for _, reason in hiders]
    if share >= SEEN_WHOLE:
        cover = Cover.OPEN
    elif share > 0:
        reasons.append(Reason(f"{percent(share)} of the target is seen, which leaves it obscured", ours(32)))
    return SightResult(share, cover, tuple(reasons), eye, eye_in)


def not_seen(viewer: object, target: object, seen: SightResult, *at: Place, rule: str = "") -> Reason:
    """Why a viewer has no line of sight to a target; `rule` is the chapter that asks for one."""
    why = "; ".join(reason.text for reason in seen.reasons)
    cites = [*([cite(rule)] if rule else []), *(reason.cite for reason in seen.reasons)]
    where = cites[0].together_with(*cites[1:]) if cites else cite("Line of sight")
    places = at or tuple(place for reason in seen.reasons for place in reason.at)
    return Reason(f"{viewer} does not see {target}{f': {why}' if why else ''}", where, places)
