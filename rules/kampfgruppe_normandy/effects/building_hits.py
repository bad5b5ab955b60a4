"""How many hits a building can take, and how they lower its cover.

Rule: KGN Buildings; OUR 145 to 150.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import MappingProxyType

import numpy as np
import shapely
import shapely.ops

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.ground.table.inches import Spot, is_within
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.effects.losses import stand_on_ground
from rules.kampfgruppe_normandy.questions.sight.cover import DECAY, full_cover
from rules.kampfgruppe_normandy.state.ground_events import PieceBecame
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import progress_of
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.state_slot import StateSlot


class Fabric(StrEnum):
    """The material of a building."""

    WOOD = "wood"
    BRICK = "brick or stone"
    CONCRETE = "reinforced concrete"


class BuildingSize(IntEnum):
    """How large a building is."""

    SMALL = 0
    MEDIUM = 1
    LARGE = 2


HITS: Mapping[Fabric, tuple[int, int, int]] = MappingProxyType({
    Fabric.WOOD:     (1, 2, 3),
    Fabric.BRICK:    (3, 4, 5),
    Fabric.CONCRETE: (4, 5, 6),
})  # fmt: skip
"""The hits of a small, medium and large building."""

_SMALL_IN2, _MEDIUM_IN2 = 9.0, 25.0
DAMAGE = StateSlot("building hits", tuple[tuple[str, int], ...], ())


@implements("KN-BLDG-09", "KN-BLDG-10", "KN-BLDG-11")
def fabric_of(piece: Piece) -> Fabric:
    """The material of a building: brick or stone unless its terrain says wood or concrete."""
    if piece.terrain is T.WOODEN_BUILDING:
        return Fabric.WOOD
    return Fabric.CONCRETE if piece.terrain in (T.CONCRETE_BUILDING, T.BUNKER) else Fabric.BRICK


@implements("KN-BLDG-12")
def size_of(piece: Piece) -> BuildingSize:
    """How large a building is, by the ground it covers (OUR 150)."""
    covered = piece.area.area
    if covered <= _SMALL_IN2:
        return BuildingSize.SMALL
    return BuildingSize.MEDIUM if covered <= _MEDIUM_IN2 else BuildingSize.LARGE


@implements("KN-BLDG-09", "KN-BLDG-10", "KN-BLDG-11")
def hits_of(piece: Piece) -> int:
    """How many hits lower a building's cover by a level.

    Rule: KGN Buildings.
    """
    return HITS[fabric_of(piece)][size_of(piece)]


@implements("KN-BLDG-06", "KN-BLDG-07", "KN-BLDG-08")
def levels_lost(piece: Piece, hits: int, full: Cover) -> int:
    """By how many levels these hits lower a building's full cover; brick and concrete keep visual cover.

    Rule: KGN Attacking buildings; OUR 145.
    """
    most = full - (0 if fabric_of(piece) is Fabric.WOOD else Cover.VISUAL)
    return min(hits // hits_of(piece), most)


@dataclass(frozen=True, slots=True)
class BuildingDamaged:
    """A building took hits; `levels` is by how much its cover has fallen in all."""

    building: str
    hits: int
    levels: int

    def __str__(self) -> str:
        fallen = f", its cover {counted(self.levels, 'level')} lower" if self.levels else ""
        return f"{self.building} takes {counted(self.hits, 'hit')}{fallen}"

    def on(self, state: GameState) -> GameState:
        taken = dict(DAMAGE.of(progress_of(state)))
        taken[self.building] = taken.get(self.building, 0) + self.hits
        state = DAMAGE.put(state, tuple(taken.items()))
        decay = {**dict(DECAY.of(progress_of(state))), self.building: self.levels}
        return DECAY.put(state, tuple(decay.items()))


@implements("KN-BLDG-03", "KN-BLDG-06", "KN-BLDG-08")
def damage_building(resolution: Resolution, piece: Piece, hits: int) -> None:
    """Damage a building; a wooden one that has no cover left burns down."""
    if not hits:
        return
    full = full_cover(resolution.progress, piece)
    taken = dict(DAMAGE.of(resolution.progress)).get(piece.id, 0) + hits
    levels = levels_lost(piece, taken, full)
    resolution.happen(BuildingDamaged(piece.id, hits, levels))
    if levels == full:
        _burn_down(resolution, piece)


@implements("KN-BLDG-08", "KN-BLDG-05")
def _burn_down(resolution: Resolution, piece: Piece) -> None:
    """Remove a building and leave open ground, on which the units inside stand unhurt.

    Rule: KGN Attacking buildings; OUR 145, 148, 188.
    """
    inside = [
        unit.id
        for unit in resolution.position.on_table()
        if resolution.position.status(unit).inside == piece.id
    ]
    resolution.happen(PieceBecame(piece.id, None))
    for unit_id in inside:
        stand_on_ground(resolution, unit_id)


def buildings(position: Position) -> Iterator[Piece]:
    return (piece for piece in position.table.pieces if ground_of(piece).is_building)


@implements("KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c")
def nearest_building(position: Position, marker: Spot, within_in: float) -> Piece | None:
    """The building nearest to a marker and within `within_in` of it, which takes direct hits (OUR 149); None without one."""
    pieces, areas = _buildings_by_name(position)
    if not pieces:
        return None
    gaps = shapely.distance(areas, shapely.Point(marker))
    nearest = int(gaps.argmin())
    return pieces[nearest] if is_within(float(gaps[nearest]), within_in) else None


@memoized
def _buildings_by_name(position: Position) -> tuple[tuple[Piece, ...], np.ndarray]:
    """The buildings on the table in the order of their names, with the ground that each covers."""
    pieces = tuple(sorted(buildings(position), key=lambda piece: piece.id))
    return pieces, np.array([piece.area for piece in pieces])


RULE_IDS = {"HITS": ("KN-BLDG-09", "KN-BLDG-10", "KN-BLDG-11")}
