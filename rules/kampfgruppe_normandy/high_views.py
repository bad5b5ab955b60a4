"""What an eye sees of targets on a table that gives heights; woods without a height hide as ever.

Rule: KGN Line of sight; OUR 73, 74.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from rules.game.ruling import Reason
from rules.ground.arrays import Floats
from rules.ground.inches import Spot
from rules.ground.outlines import Outlines
from rules.ground.shadows import Shadows
from rules.ground.tabletop import Tabletop
from rules.kampfgruppe_normandy.blocking import Blockers, Eye, blockers
from rules.kampfgruppe_normandy.concealment import Cover
from rules.kampfgruppe_normandy.flat_views import View, blamed_by
from rules.kampfgruppe_normandy.over_heights import From, Standing, blamed_over, shares_over
from rules.kampfgruppe_normandy.position import Hull
from rules.kampfgruppe_normandy.statures import ground_in
from rules.kampfgruppe_normandy.tall_things import Tall, things_between


@dataclass(frozen=True, eq=False)
class HighView:
    """What one eye sees of some targets on a table that gives heights; woods without a height hide as ever."""

    things: tuple[Tall, ...]
    viewer: From
    standing: Standing
    flat_woods: View

    @classmethod
    def of(
        cls,
        table: Tabletop,
        hulls: tuple[Hull, ...],
        spot: Spot,
        above_in: float,
        standing: Standing,
        ends: frozenset[str],
    ) -> "HighView":
        eye = Eye.at(table, spot)
        viewer = From(eye, ground_in(table, spot) + above_in)
        things = things_between(table, hulls, spot, standing.targets, ends)
        ground = _without_tall_woods(blockers(table, hulls))
        shadows = Shadows.of(ground.outlines, spot, standing.targets.footprints)
        none = shadows.only(np.zeros(len(shadows.piece), dtype=np.bool_))
        return cls(things, viewer, standing, View(ground, eye, standing.targets, none))

    @cached_property
    def shares(self) -> Floats:
        return shares_over(self.things, self.viewer, self.standing) * self.flat_woods.past_woods

    @property
    def blamed(self) -> list[tuple[Cover, Reason]]:
        return [*blamed_over(self.things, self.viewer, self.standing), *blamed_by(self.flat_woods)]


@lru_cache(maxsize=64)
def _without_tall_woods(ground: Blockers) -> Blockers:
    woods = tuple(wood for wood in ground.woods if ground.table.piece(wood.name).height_in is None)
    return replace(ground, woods=woods, wood_outlines=Outlines.of({wood.name: wood.area for wood in woods}))
