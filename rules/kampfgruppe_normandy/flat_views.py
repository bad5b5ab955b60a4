"""What an eye sees of targets past things that hide whatever is behind them, judged by levels.

Rule: KGN Line of sight; OUR 30 to 35.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely

from rules.game.ruling import Reason
from rules.ground.arrays import Bools, Floats
from rules.ground.inches import Spot
from rules.ground.shadows import LEAST_SHARE, Shadows
from rules.ground.tabletop_field import seen_spots
from rules.ground.tabletop_sight import hiding
from rules.kampfgruppe_normandy.blocking import Blocker, Blockers, Eye, Targets, hides, is_overlooked
from rules.kampfgruppe_normandy.concealment import Cover
from rules.kampfgruppe_normandy.terrain import WOODS_DEPTH_IN


@dataclass(frozen=True, eq=False)
class View:
    """What one eye sees of some targets: the shadows of what stands in the way, and the share seen of each (n,)."""

    ground: Blockers
    eye: Eye
    targets: Targets
    shadows: Shadows

    @cached_property
    def shares(self) -> Floats:
        shares = self.shadows.shares
        if shares.any():
            shares = shares * self.past_woods
        return np.where(shares < LEAST_SHARE, 0.0, shares)

    @cached_property
    def past_woods(self) -> Floats:
        """The share of each target that woods leave to be seen, (n,): of its men, or of the spots of a hull."""
        ground, eye, targets = self.ground, self.eye, self.targets
        hidden = np.zeros(len(targets.spots), dtype=np.bool_)
        near = _near_woods(ground, eye, targets)
        counting = np.array([~is_overlooked(wood, eye, targets) for wood in near]).T
        for alike in dict.fromkeys(map(tuple, counting.tolist())):
            depths = {wood.name: WOODS_DEPTH_IN for wood, counts in zip(near, alike, strict=True) if counts}
            those = (counting == alike).all(axis=1)[targets.spot_owner]
            hidden[those] = ~seen_spots(ground.wood_outlines, eye.spot, targets.spots[those], depths)
        return 1 - np.bincount(targets.spot_owner, hidden) / np.bincount(targets.spot_owner)


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
    return View(ground, eye, targets, shadows.only(counts))


def _near_woods(ground: Blockers, eye: Eye, targets: Targets) -> list[Blocker]:
    """The woods that lie, in part at least, in the box round the eye and all targets."""
    places = np.concatenate([targets.spots, [eye.spot]])
    least, most = places.min(axis=0), places.max(axis=0)
    boxes = ground.wood_boxes
    meets = (boxes[:, :2] <= most).all(axis=1) & (boxes[:, 2:] >= least).all(axis=1)
    return [ground.woods[place] for place in np.flatnonzero(meets)]


def blamed_by(view: View) -> list[tuple[Cover, Reason]]:
    """What hides some of a single target, each with the cover it gives."""
    return [(blocker.cover, reason) for blocker, reason in (*_solids_blamed(view), *_woods_blamed(view))]


def _solids_blamed(view: View) -> Iterator[tuple[Blocker, Reason]]:
    """What hides some of the target by itself; where nothing does, all that does so together."""
    if view.shadows.shares[0] == 1:
        return
    hidden = {place: 1 - float(left[0]) for place, left in view.shadows.alone.items()}
    hiding_alone = {place: part for place, part in hidden.items() if part > LEAST_SHARE}
    for place, part in (hiding_alone or hidden).items():
        blocker = view.ground.solid[place]
        said = "hides it" if part > 1 - LEAST_SHARE else f"hides {part:.0%} of it"
        yield blocker, Reason(f"{blocker.words} {said}", blocker.cite, (_middle(blocker),))


def _woods_blamed(view: View) -> Iterator[tuple[Blocker, Reason]]:
    if view.past_woods[0] == 1:
        return
    woods = {
        wood.name: wood for wood in view.ground.woods if not is_overlooked(wood, view.eye, view.targets)[0]
    }
    depths = dict.fromkeys(woods, WOODS_DEPTH_IN)
    spots = [Spot(*place) for place in view.targets.spots.tolist()]
    hidden = [hiding(view.ground.wood_outlines, view.eye.spot, spot, depths) for spot in spots]
    wood = woods[next(found[0].id for found in reversed(hidden) if found)]
    said = f'{wood.words} hides it: one sees {WOODS_DEPTH_IN:g}" into woods and not through them'
    yield wood, Reason(said, wood.cite, (_middle(wood),))


def _middle(blocker: Blocker) -> Spot:
    middle = shapely.centroid(blocker.area)
    return Spot(middle.x, middle.y)
