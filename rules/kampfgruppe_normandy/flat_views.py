"""What an eye sees of targets past things that hide whatever is behind them, judged by levels.

Rule: KGN Line of sight; OUR 30 to 35.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rules.game.percent import percent
from rules.game.ruling import Reason
from rules.ground.arrays import Bools, Floats
from rules.ground.inches import Spot
from rules.ground.shadows import LEAST_SHARE, Shadows
from rules.kampfgruppe_normandy.blocking import Blocker, Blockers, Eye, Targets, hides
from rules.kampfgruppe_normandy.concealment import Cover
from rules.kampfgruppe_normandy.wood_views import WoodView


@dataclass(frozen=True, eq=False)
class View:
    """What one eye sees of some targets: the shadows of what stands in the way, and the share seen of each (n,)."""

    ground: Blockers
    eye: Eye
    shadows: Shadows
    woods: WoodView

    @cached_property
    def shares(self) -> Floats:
        shares = self.shadows.shares
        if shares.any():
            shares = shares * self.woods.shares
        return np.where(shares < LEAST_SHARE, 0.0, shares)

    def shows_more_than(self, other: "View") -> bool:
        """Whether more is seen of a single target. Woods are asked only where solid things leave more of it."""
        most = other.shares[0]
        return bool(self.shadows.shares[0] > most and self.shares[0] > most)


def view_of(
    ground: Blockers, spot: Spot, targets: Targets, ends: frozenset[str], looked_for: Bools | None = None
) -> View:
    """What an eye sees of the targets, or of those that are looked for."""
    eye = Eye.at(ground.table, spot)
    shadows = Shadows.of(ground.outlines, spot, targets.footprints)
    if looked_for is not None:
        shadows = shadows.only(looked_for[shadows.target])
    counts = np.zeros(len(shadows.piece), dtype=np.bool_)
    for place in np.unique(shadows.piece).tolist():
        if (blocker := ground.solid[place]).name not in ends:
            pairs = shadows.piece == place
            counts[pairs] = hides(blocker, eye, targets)[shadows.target[pairs]]
    return View(ground, eye, shadows.only(counts), WoodView(ground, eye, targets))


def blamed_by(view: View) -> list[tuple[Cover, Reason]]:
    """What hides some of a single target, each with the cover it gives."""
    return [(blocker.cover, reason) for blocker, reason in (*_solids_blamed(view), *view.woods.blamed())]


def _solids_blamed(view: View) -> Iterator[tuple[Blocker, Reason]]:
    """What hides some of the target by itself; where nothing does, all that does so together."""
    if view.shadows.shares[0] == 1:
        return
    hidden = {place: 1 - float(left[0]) for place, left in view.shadows.alone.items()}
    hiding_alone = {place: part for place, part in hidden.items() if part > LEAST_SHARE}
    for place, part in (hiding_alone or hidden).items():
        blocker = view.ground.solid[place]
        said = "hides it" if part > 1 - LEAST_SHARE else f"hides {percent(part)} of it"
        yield blocker, Reason(f"{blocker.words} {said}", blocker.cite, (blocker.middle,))
