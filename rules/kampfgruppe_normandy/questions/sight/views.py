"""Views from many eyes at many targets, past everything between them that is high enough to hide them.

A target is looked at in ten slices, one for each tenth of its height; a slice is seen except where a thing that is
high enough hides it. Every man stands on the ground under him.

Rule: KGN Line of sight; OUR 30 to 36, 73, 74.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from rules.game.chance.percent import percent
from rules.game.ruling import Reason
from rules.ground.table.arrays import Bools, Floats, Ints
from rules.ground.table.inches import Spot
from rules.ground.table.sight.cells_from_eyes import CellsFromEyes
from rules.ground.table.sight.convex_cells import Cells
from rules.ground.table.sight.footprints import Footprints
from rules.ground.table.sight.heights import Heights
from rules.ground.table.sight.shadows import (
    LEAST_SHARE,
    Shadows,
    Softness,
    any_left,
    best_left,
    shares_left,
    without_slivers,
)
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.terrain_chart import WOODS_DEPTH_IN
from rules.kampfgruppe_normandy.questions.sight.screens import WOODS, Screen, Screens
from rules.kampfgruppe_normandy.state.model_heights import grounds_in

SLICES = 10


@dataclass(frozen=True, eq=False)
class Eyes:
    """Eyes that look: their spots (e, 2), and how high above the table each is (e,)."""

    spots: Floats
    heights_in: Floats


@dataclass(frozen=True, eq=False)
class Standing:
    """Targets, and the heights above the table of the slices of each of their parts, (p, z)."""

    footprints: Footprints
    slices_in: Floats

    @classmethod
    def together(cls, standing: Sequence["Standing"]) -> "Standing":
        """Several targets joined into one, in order."""
        footprints = Footprints.together([target.footprints for target in standing])
        return cls(footprints, np.concatenate([target.slices_in for target in standing]))

    def only(self, numbers: Ints) -> "Standing":
        """The targets of these numbers, which must rise."""
        return Standing(
            self.footprints.only(numbers), self.slices_in[np.isin(self.footprints.owner, numbers)]
        )

    @classmethod
    def on(cls, table: Tabletop, footprints: Footprints, tall_in: float) -> "Standing":
        """Targets of this height on the ground of a table."""
        feet_in = grounds_in(table, footprints.centres)
        return cls(footprints, feet_in[:, None] + tall_in * (np.arange(SLICES) + 0.5) / SLICES)


@dataclass(frozen=True, eq=False)
class View:
    """What eyes see of targets: the shadows that things between them throw on the targets."""

    screens: Screens
    eyes: Eyes
    shadows: Shadows

    @classmethod
    def of(
        cls,
        screens: Screens,
        eyes: Eyes,
        standing: Standing,
        ends: frozenset[str],
        *,
        is_compiled: bool = False,
    ) -> "View":
        """What the eyes see of the targets; things named in `ends` hide nothing."""
        heights = Heights(eyes.heights_in, screens.tops_in, standing.slices_in)
        seen = cells_around(screens.cells, eyes)
        fallen = seen, standing.footprints, heights, screens.softness
        shadows = Shadows.of(*fallen, is_compiled=is_compiled)
        own = [screens.number[name] for name in ends if name in screens.number]
        return cls(screens, eyes, shadows.only(~np.isin(shadows.thing, own)) if own else shadows)

    @cached_property
    def shares(self) -> Floats:
        """The share of each target that each eye sees, (n, e)."""
        return without_slivers(self.shadows.shares.mean(axis=2))

    def spot(self, eye: int) -> Spot:
        return Spot(*self.eyes.spots[eye].tolist())

    def hiders(self, eye: int = 0) -> list[list[tuple[Cover, Reason]]]:
        """What hides part of each target from an eye, with the cover it gives.

        Those are the things that hide some of it by themselves, or, if none does, all that do so together.
        """
        is_hidden: Bools = np.any(self.shadows.shares[:, eye] < 1, axis=1)
        if not is_hidden.any():
            return [[] for _ in is_hidden]
        things, falls, shares = self.shadows.alone(eye)
        parts = 1 - shares.mean(axis=2)
        falls &= is_hidden[:, None]
        counts = falls & (parts > LEAST_SHARE)
        counts |= falls & ~counts.any(axis=1, keepdims=True)
        hiding = [self.screens.of[thing] for thing in things.tolist()]
        return [
            [(hiding[k].cover, _hider(hiding[k], part[k])) for k in np.flatnonzero(those).tolist()]
            for those, part in zip(counts, parts.tolist(), strict=True)
        ]


def shares_seen(screens: Screens, eyes: Eyes, standing: Standing, ends: frozenset[str]) -> Floats:
    """The share of each target that each eye sees, (n, e): that of a `View`, compiled for very many targets."""
    return shares_left(*all_between(screens, eyes, standing, ends))


def are_seen(screens: Screens, eyes: Eyes, standing: Standing, ends: frozenset[str]) -> Bools:
    """Whether any eye sees any part of each target (n,): `shares_seen` without the shares."""
    return any_left(*all_between(screens, eyes, standing, ends))


def best_seen(
    screens: Screens, eyes: Eyes, standing: Standing, ends: frozenset[str], *steps: float
) -> Floats:
    """The share of each round target (n,) that the best eye sees, exact only as to whether it is above 0
    and reaches each step."""
    return best_left(*all_between(screens, eyes, standing, ends), *steps)


def all_between(
    screens: Screens, eyes: Eyes, standing: Standing, ends: frozenset[str]
) -> tuple[CellsFromEyes, Footprints, Heights, Softness, Bools]:
    """The arguments of the compiled functions: what stands between eyes and targets, and which of it counts."""
    heights = Heights(eyes.heights_in, screens.tops_in, standing.slices_in)
    own = [screens.number[name] for name in ends if name in screens.number]
    counts = ~np.isin(screens.cells.owner, own)
    return cells_around(screens.cells, eyes), standing.footprints, heights, screens.softness, counts


@lru_cache(maxsize=256)
def cells_around(cells: Cells, eyes: Eyes) -> CellsFromEyes:
    """The cells of screens as they lie around the eyes."""
    return CellsFromEyes.of(cells, eyes.spots)


def _hider(screen: Screen, part: float) -> Reason:
    words = "hides it" if part > 1 - LEAST_SHARE else f"hides {percent(part)} of it"
    if screen.past is WOODS:
        words += f': one sees {WOODS_DEPTH_IN:g}" into woods and not through them'
    return Reason(f"{screen.words} {words}", screen.cite, (screen.middle,))
