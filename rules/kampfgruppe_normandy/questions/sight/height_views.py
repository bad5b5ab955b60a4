"""Views from many eyes at many targets: past full blockers, and over those of known height.

On a table that gives heights a target is looked at in ten slices, one for each tenth of its height; of each so much is
seen as no thing hides that stands high enough there. What has no height given is as tall as need be, and judged by
levels as on any table.

Rule: KGN Line of sight; OUR 30 to 35, 73, 74.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

import numpy as np
import shapely

from rules.game.chance.percent import percent
from rules.game.ruling import Reason
from rules.ground.table.arrays import Bools, Floats, Geometries
from rules.ground.table.inches import Spot
from rules.ground.table.sight.heights import Heights
from rules.ground.table.sight.shadows import LEAST_SHARE, Shadows, without_slivers
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.questions.sight.blockers import Blocker, Eyes, Targets
from rules.kampfgruppe_normandy.questions.sight.height_blockers import (
    Tall,
    TallThings,
    cells_around,
    is_in_the_way,
)
from rules.kampfgruppe_normandy.questions.sight.woods_height import shares_past
from rules.kampfgruppe_normandy.questions.sight.woods_sight import WoodView

SLICES = 10


@dataclass(frozen=True, eq=False)
class Standing:
    """Targets side by side, and the heights above the table at which each is looked for, (n, z)."""

    targets: Targets
    slices_in: Floats

    @classmethod
    def flat(cls, targets: Targets) -> "Standing":
        """Targets on a table that gives no heights."""
        return cls(targets, np.zeros((len(targets.levels), 1)))

    @classmethod
    def tall(cls, targets: Targets, feet_in: Floats, tall_in: float) -> "Standing":
        """Targets so tall, each with its foot so high above the table (n,)."""
        return cls(targets, feet_in[:, None] + tall_in * (np.arange(SLICES) + 0.5) / SLICES)


@dataclass(frozen=True, eq=False)
class View:
    """What eyes, so high above the table (e,), see of some targets: the shadows that fall on them, and the woods."""

    things: TallThings
    eyes: Eyes
    eyes_in: Floats
    standing: Standing
    shadows: Shadows
    looked_for: Bools | None

    @classmethod
    def of(
        cls,
        things: TallThings,
        eyes: Eyes,
        eyes_in: Floats,
        standing: Standing,
        ends: frozenset[str],
        looked_for: Bools | None = None,
    ) -> "View":
        """What the eyes see of the targets, or of those that are looked for; the ends themselves hide nothing."""
        targets = standing.targets
        heights = Heights(eyes_in, things.tops_in, standing.slices_in)
        shadows = Shadows.of(cells_around(things.cells, eyes), targets.footprints, heights, looked_for)
        thing, counts = shadows.thing, np.zeros(len(shadows.cell), dtype=np.bool_)
        for place in np.unique(thing).tolist():
            if (one := things.solid[place]).blocker.name not in ends:
                pairs = thing == place
                in_the_way = is_in_the_way(one, eyes, targets)
                counts[pairs] = in_the_way[shadows.eye[pairs], shadows.target[pairs]]
        return cls(things, eyes, eyes_in, standing, shadows.only(counts), looked_for)

    def most(self, eye: int) -> float:
        """More of a single target than this an eye does not see: what solid things leave of it."""
        return float(self.solid(eye).mean())

    def solid(self, eye: int) -> Floats:
        """The share of each target that solid things leave an eye to see, level with each slice, (n, z)."""
        if not (self.shadows.eye == eye).any():
            return np.ones(self.standing.slices_in.shape)
        shares: Floats = self.shadows.shares[:, eye]
        return shares

    def of_eye(self, eye: int) -> "EyeView":
        """What one of the eyes sees."""
        spot, eye_in = Spot(*self.eyes.spots[eye].tolist()), float(self.eyes_in[eye])
        past_woods = {wood: past[:, eye] for wood, past in self._past_woods.items()}
        low = self.things.flat_woods
        near = tuple(compress(low.woods, self._low_between[:, eye]))
        flat_woods = WoodView(low, near, self.eyes.only(eye), self.standing.targets)
        return EyeView(self, eye, spot, eye_in, past_woods, flat_woods)

    @cached_property
    def _past_woods(self) -> Mapping[Tall, Floats]:
        """For each wood of known height between any eye and the targets the share it leaves of each, (n, e, z)."""
        targets, slices_in = self.standing.targets, self.standing.slices_in
        wanted = np.ones(len(slices_in), dtype=np.bool_)
        if self.looked_for is not None:
            wanted = self.looked_for & np.any(self.shadows.shares, axis=(1, 2))
        lie: Bools = np.any(self._lie_between([wood.blocker for wood in self.things.woods]), axis=1)
        return {
            wood: shares_past(wood, self.eyes.spots, self.eyes_in, targets, slices_in, wanted)
            for wood in compress(self.things.woods, lie)
        }

    @cached_property
    def _low_between(self) -> Bools:
        return self._lie_between(self.things.flat_woods.woods)

    def _lie_between(self, woods: Sequence[Blocker]) -> Bools:
        """Which woods lie, in part at least, where the lines from which eye to the targets run, (woods, e)."""
        if not woods:
            return np.zeros((0, len(self.eyes_in)), dtype=np.bool_)
        areas = np.array([wood.area for wood in woods], dtype=object)
        lie: Bools = shapely.intersects(areas[:, None], self._reach)
        return lie

    @cached_property
    def _reach(self) -> Geometries:
        """The ground within which all lines from each eye (e,) to the targets run."""
        left, top, right, bottom = shapely.total_bounds(self.standing.targets.footprints.parts)
        corners = np.array([(left, top), (left, bottom), (right, top), (right, bottom)])
        round_them = np.broadcast_to(corners, (len(self.eyes_in), 4, 2))
        spots = np.concatenate([round_them, self.eyes.spots[:, None]], axis=1)
        return np.asarray(shapely.convex_hull(shapely.multipoints(spots)), dtype=object)


@dataclass(frozen=True, eq=False)
class EyeView:
    """What one eye sees of some targets: past solid things, past woods whose height is given (n, z), and past others."""

    view: View
    eye: int
    spot: Spot
    eye_in: float
    past_woods: Mapping[Tall, Floats]
    flat_woods: WoodView

    @cached_property
    def shares(self) -> Floats:
        """The share of each target that is seen, (n,)."""
        shares = self.view.solid(self.eye)
        for past in self.past_woods.values():
            shares = shares * past
        found = shares.mean(axis=1)
        if found.any():
            found = found * self.flat_woods.shares
        return without_slivers(found)

    @property
    def blamed(self) -> list[tuple[Cover, Reason]]:
        """What hides some of a single target, each with the cover it gives."""
        woods = ((wood, 1 - float(past.mean())) for wood, past in self.past_woods.items())
        hiding = [*self._hiding, *((wood, part) for wood, part in woods if part > LEAST_SHARE)]
        blamed = [(hider.blocker.cover, _blaming(hider, part)) for hider, part in hiding]
        return blamed + [(wood.cover, reason) for wood, reason in self.flat_woods.blamed()]

    @property
    def _hiding(self) -> list[tuple[Tall, float]]:
        """The solid things that hide some of a single target by themselves, each with the part of it; where none
        does, all that do so together."""
        if (self.view.solid(self.eye) == 1).all():
            return []
        things, shares = self.view.shadows.alone(self.eye)
        parts = (1 - shares[0].mean(axis=1)).tolist()
        hidden = [
            (self.view.things.solid[thing], part) for thing, part in zip(things.tolist(), parts, strict=True)
        ]
        return [hider for hider in hidden if hider[1] > LEAST_SHARE] or hidden


def _blaming(one: Tall, part: float) -> Reason:
    said = "hides it" if part > 1 - LEAST_SHARE else f"hides {percent(part)} of it"
    return Reason(f"{one.words} {said}", one.blocker.cite, (one.blocker.middle,))
