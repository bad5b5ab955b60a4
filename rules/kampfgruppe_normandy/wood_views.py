"""What an eye sees of targets past woods whose height is not given: 4 inches into them, and not through them.

Rule: KGN Line of sight; OUR 30.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rules.game.percent import percent
from rules.game.ruling import Reason
from rules.ground.arrays import Floats
from rules.ground.inches import Spot
from rules.ground.tabletop_field import seen_spots
from rules.ground.tabletop_sight import hiding
from rules.kampfgruppe_normandy.blocking import Blocker, Blockers, Eye, Targets, is_overlooked
from rules.kampfgruppe_normandy.terrain import WOODS_DEPTH_IN


@dataclass(frozen=True, eq=False)
class WoodView:
    """What one eye sees of some targets past the woods of a table."""

    ground: Blockers
    eye: Eye
    targets: Targets

    @cached_property
    def shares(self) -> Floats:
        """The share of each target that woods leave to be seen, (n,): of its men, or of the spots of a hull."""
        ground, eye, targets = self.ground, self.eye, self.targets
        hidden = np.zeros(len(targets.spots), dtype=np.bool_)
        near = self._near
        counting = np.array([~is_overlooked(wood, eye, targets) for wood in near]).T
        for alike in dict.fromkeys(map(tuple, counting.tolist())):
            depths = {wood.name: WOODS_DEPTH_IN for wood, counts in zip(near, alike, strict=True) if counts}
            those = (counting == alike).all(axis=1)[targets.spot_owner]
            hidden[those] = ~seen_spots(ground.wood_outlines, eye.spot, targets.spots[those], depths)
        return 1 - np.bincount(targets.spot_owner, hidden) / np.bincount(targets.spot_owner)

    def blamed(self) -> Iterator[tuple[Blocker, Reason]]:
        """The woods that hide some of a single target, each with the part that it would hide alone."""
        if self.shares[0] == 1:
            return
        woods = {wood.name: wood for wood in self._near if not is_overlooked(wood, self.eye, self.targets)[0]}
        depths = dict.fromkeys(woods, WOODS_DEPTH_IN)
        spots = [Spot(*place) for place in self.targets.spots.tolist()]
        hidden = [hiding(self.ground.wood_outlines, self.eye.spot, spot, depths) for spot in spots]
        counted = Counter(crossing.id for found in hidden for crossing in found)
        for name, count in counted.items():
            wood = woods[name]
            part = "it" if count == len(spots) else f"{percent(count / len(spots))} of it"
            said = f'{wood.words} hides {part}: one sees {WOODS_DEPTH_IN:g}" into woods and not through them'
            yield wood, Reason(said, wood.cite, (wood.middle,))

    @property
    def _near(self) -> list[Blocker]:
        """The woods that lie, in part at least, in the box round the eye and all targets."""
        places = np.concatenate([self.targets.spots, [self.eye.spot]])
        least, most = places.min(axis=0), places.max(axis=0)
        boxes = self.ground.wood_boxes
        meets = (boxes[:, :2] <= most).all(axis=1) & (boxes[:, 2:] >= least).all(axis=1)
        return [self.ground.woods[place] for place in np.flatnonzero(meets)]
