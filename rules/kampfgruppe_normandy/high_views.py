"""What an eye sees of targets on a table that gives heights; woods without a height hide as ever.

Rule: KGN Line of sight; OUR 73, 74.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from rules.game.ruling import Reason
from rules.ground.arrays import Bools, Floats
from rules.ground.inches import Spot
from rules.ground.outlines import Outlines
from rules.ground.tabletop import Tabletop
from rules.kampfgruppe_normandy.blocking import Blockers, Eye, blockers
from rules.kampfgruppe_normandy.concealment import Cover
from rules.kampfgruppe_normandy.over_heights import From, Standing, blamed_over, shares_over
from rules.kampfgruppe_normandy.position import Hull
from rules.kampfgruppe_normandy.statures import ground_in
from rules.kampfgruppe_normandy.tall_things import Tall, things_between
from rules.kampfgruppe_normandy.wood_views import WoodView


@dataclass(frozen=True, eq=False)
class HighView:
    """What one eye sees of some targets on a table that gives heights; woods without a height hide as ever."""

    things: tuple[Tall, ...]
    viewer: From
    standing: Standing
    flat_woods: WoodView
    looked_for: Bools | None = None

    @classmethod
    def of(
        cls,
        table: Tabletop,
        hulls: tuple[Hull, ...],
        spot: Spot,
        above_in: float,
        standing: Standing,
        ends: frozenset[str],
        looked_for: Bools | None = None,
    ) -> "HighView":
        eye = Eye.at(table, spot)
        viewer = From(eye, ground_in(table, spot) + above_in)
        things = things_between(table, hulls, spot, standing.targets, ends)
        ground = _without_tall_woods(blockers(table, hulls))
        return cls(things, viewer, standing, WoodView(ground, eye, standing.targets), looked_for)

    @cached_property
    def shares(self) -> Floats:
        """The share seen of each target, or of those that are looked for."""
        over = shares_over(self.things, self.viewer, self.standing, looked_for=self.looked_for)
        return over * self.flat_woods.shares

    @property
    def blamed(self) -> list[tuple[Cover, Reason]]:
        if self.shares[0] == 1:
            return []
        woods = [(wood.cover, reason) for wood, reason in self.flat_woods.blamed()]
        return [*blamed_over(self.things, self.viewer, self.standing), *woods]


@lru_cache(maxsize=64)
def _without_tall_woods(ground: Blockers) -> Blockers:
    woods = tuple(wood for wood in ground.woods if ground.table.piece(wood.name).height_in is None)
    return replace(ground, woods=woods, wood_outlines=Outlines.of({wood.name: wood.area for wood in woods}))
