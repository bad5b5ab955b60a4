"""Sight past woods of unknown height: 4 inches into them, and not through them.

Rule: KGN Line of sight; OUR 30.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

import numpy as np

from rules.game.chance.percent import percent
from rules.game.ruling import Reason
from rules.ground.table.arrays import Floats
from rules.ground.table.inches import Spot
from rules.ground.table.sight.field import seen_spots
from rules.kampfgruppe_normandy.book.terrain_chart import WOODS_DEPTH_IN
from rules.kampfgruppe_normandy.questions.sight.blockers import (
    Blocker,
    Blockers,
    Eyes,
    Targets,
    is_overlooked,
)


@dataclass(frozen=True, eq=False)
class WoodView:
    """What one eye sees of some targets past the woods that lie between."""

    ground: Blockers
    near: tuple[Blocker, ...]
    eye: Eyes
    targets: Targets

    @property
    def spot(self) -> Spot:
        """Where the eye is."""
        return Spot(*self.eye.spots[0].tolist())

    @cached_property
    def shares(self) -> Floats:
        """The share of each target that woods leave to be seen, (n,): of its men, or of the spots of a hull."""
        ground, eye, targets = self.ground, self.eye, self.targets
        if not self.near:
            return np.ones(len(targets.levels))
        hidden = np.zeros(len(targets.spots), dtype=np.bool_)
        counting = np.array([~is_overlooked(wood, eye, targets)[0] for wood in self.near]).T
        for alike in dict.fromkeys(map(tuple, counting.tolist())):
            counted = tuple(compress(self.near, alike))
            depths = {wood.name: WOODS_DEPTH_IN for wood in counted}
            those = (counting == alike).all(axis=1)[targets.spot_owner]
            spots = targets.spots[those]
            hidden[those] = ~seen_spots(ground.outlines_of(counted), self.spot, spots, depths)
        return 1 - np.bincount(targets.spot_owner, hidden) / np.bincount(targets.spot_owner)

    def blamed(self) -> Iterator[tuple[Blocker, Reason]]:
        """The woods that hide some of a single target, each with the part that it would hide alone."""
        if self.shares[0] == 1:
            return
        spots = self.targets.spots
        for wood in self.near:
            if is_overlooked(wood, self.eye, self.targets)[0, 0]:
                continue
            seen = seen_spots(self.ground.outlines_of((wood,)), self.spot, spots, {wood.name: WOODS_DEPTH_IN})
            if seen.all():
                continue
            part = "it" if not seen.any() else f"{percent(1 - float(seen.mean()))} of it"
            said = f'{wood.words} hides {part}: one sees {WOODS_DEPTH_IN:g}" into woods and not through them'
            yield wood, Reason(said, wood.cite, (wood.middle,))
