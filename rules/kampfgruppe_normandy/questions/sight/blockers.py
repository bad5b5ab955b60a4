"""Blockers of sight on a table, and the targets they hide: buildings, bocage, hills, hulls and woods.

Rule: KGN Line of sight; OUR 30, 31, 34, 35.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.citation import Citation
from rules.game.rule_ids import implements
from rules.ground.table.arrays import Bools, Floats, Geometries, Ints, points
from rules.ground.table.inches import Base, Spot
from rules.ground.table.outlines import Outlines
from rules.ground.table.sight.footprints import Footprints
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.terrain_chart import WOODS_DEPTH_IN, ground_of
from rules.kampfgruppe_normandy.state.position import Hull

AT_BOCAGE_IN = 1.0
DEAD_GROUND_IN = 4.0


@dataclass(frozen=True, eq=False)
class Blocker:
    """A thing that hides what is behind it: where it lies, how high its ground is, and the cover it gives.

    Whoever is within `looked_past_in` of it looks past it; a hill hides from lower ground alone.
    """

    name: str
    words: str
    area: BaseGeometry
    level: int
    cover: Cover
    cite: Citation
    looked_past_in: float = 0.0
    is_hill: bool = False

    @property
    def middle(self) -> Spot:
        """Where to point at it."""
        middle = shapely.centroid(self.area)
        return Spot(middle.x, middle.y)


@dataclass(frozen=True, eq=False)
class Blockers:
    """All that can hide anything on a table; woods with their outlines in the same order."""

    table: Tabletop
    solid: tuple[Blocker, ...]
    woods: tuple[Blocker, ...]
    wood_outlines: Outlines

    def outlines_of(self, woods: tuple[Blocker, ...]) -> Outlines:
        """The outlines of some of the woods."""
        return _without(self.wood_outlines, frozenset(self.wood_outlines.ids) - {wood.name for wood in woods})


@dataclass(frozen=True, eq=False)
class Eyes:
    """Where one looks from: spots (e, 2), and the level of the ground at each (e,)."""

    spots: Floats
    levels: Ints

    @classmethod
    def at(cls, table: Tabletop, spots: Floats) -> "Eyes":
        return cls(spots, table.levels_at(spots))

    def only(self, eye: int) -> "Eyes":
        """One of them."""
        return Eyes(self.spots[[eye]], self.levels[[eye]])


@dataclass(frozen=True, eq=False)
class Targets:
    """Targets side by side, as far as sight goes: footprints, and the level of the ground each stands on.

    `cores` (n,) widened by `radius_in` are the footprints exactly. `spots` are those that are looked for through
    woods, (s, 2): the men of a squad, the corners and the middle of a hull; `spot_owner` (s,) tells whose.
    """

    footprints: Footprints
    cores: Geometries
    radius_in: float
    levels: Ints
    spots: Floats
    spot_owner: Ints

    @classmethod
    def one(cls, table: Tabletop, base: Base) -> "Targets":
        """A single target."""
        spots = shapely.get_coordinates(base.core)
        if not base.radius_in:
            spots = np.concatenate([spots[:-1], [base.at]])
        return cls(
            Footprints.of([base]),
            np.array([base.core], dtype=object),
            base.radius_in,
            table.levels_at(np.array([base.at])),
            spots,
            np.zeros(len(spots), dtype=np.int64),
        )

    @classmethod
    def men(cls, table: Tabletop, places: Floats, size_in: float) -> "Targets":
        """A man at each of these places (n, 2)."""
        cores = np.asarray(shapely.points(places), dtype=object)
        footprints = Footprints.round(places, size_in)
        return cls(footprints, cores, size_in / 2, table.levels_at(places), places, np.arange(len(places)))


@lru_cache(maxsize=64)
def blockers(table: Tabletop, hulls: tuple[Hull, ...]) -> Blockers:
    """The blockers of a table with these vehicles and wrecks on it."""
    solid, woods, outlines = _of_terrain(table)
    return Blockers(table, (*solid, *(_hull(table, hull) for hull in hulls)), woods, outlines)


@lru_cache(maxsize=64)
def _without(outlines: Outlines, names: frozenset[str]) -> Outlines:
    return outlines.without(names)


@lru_cache(maxsize=16)
def _of_terrain(table: Tabletop) -> tuple[tuple[Blocker, ...], tuple[Blocker, ...], Outlines]:
    solid = tuple(found for piece in table.pieces if (found := _solid(piece)) is not None)
    woods = tuple(_wood(piece) for piece in table.pieces if ground_of(piece).see_into_in == WOODS_DEPTH_IN)
    return solid, woods, Outlines.of({wood.name: wood.area for wood in woods})


def _solid(piece: Piece) -> Blocker | None:
    ground = ground_of(piece)
    if ground.see_into_in is None:
        if piece.level <= 0:
            return None
        return Blocker(piece.id, str(piece), piece.area, piece.level, Cover.HARD, ours(35), is_hill=True)
    if ground.see_into_in == WOODS_DEPTH_IN:
        return None
    if piece.terrain is TableTerrain.BOCAGE:
        return Blocker(piece.id, str(piece), piece.area, piece.level, ground.behind, ours(31), AT_BOCAGE_IN)
    return Blocker(piece.id, str(piece), piece.area, piece.level, ground.behind, cite("Line of sight"))


def _wood(piece: Piece) -> Blocker:
    return Blocker(piece.id, str(piece), piece.area, piece.level, Cover.VISUAL, ours(30))


@lru_cache(maxsize=4096)
def _hull(table: Tabletop, hull: Hull) -> Blocker:
    area = Base.rectangle(hull.at, hull.width_in, hull.length_in, hull.facing_deg).outline
    return Blocker(hull.name, hull.words, area, table.level_at(hull.at), Cover.HARD, ours(34))


@implements("KN-DFAT-43")
def hides(blocker: Blocker, eyes: Eyes, targets: Targets) -> Bools:
    """From which eyes to which targets (e, n) a solid thing hides what lies behind it, judged by levels.

    Neither end looks past it, and neither stands high enough to look over it.
    """
    if blocker.is_hill:
        return np.maximum(eyes.levels[:, None], targets.levels) < blocker.level
    in_the_way: Bools = gaps_in(blocker, targets) > blocker.looked_past_in
    return (
        (eye_gaps_in(blocker, eyes) > blocker.looked_past_in)[:, None]
        & in_the_way
        & ~is_overlooked(blocker, eyes, targets)
    )


def is_overlooked(blocker: Blocker, eyes: Eyes, targets: Targets) -> Bools:
    """From which eyes to which targets (e, n) one sees over a thing: an end stands above it, and the other far enough
    behind it (OUR 35)."""
    levels = eyes.levels[:, None]
    is_above: Bools = np.maximum(levels, targets.levels) > blocker.level
    if not is_above.any():
        return is_above
    gaps = np.where(levels < targets.levels, eye_gaps_in(blocker, eyes)[:, None], gaps_in(blocker, targets))
    is_above &= (targets.levels == levels) | (gaps > DEAD_GROUND_IN)
    return is_above


@lru_cache(maxsize=512)
def gaps_in(blocker: Blocker, targets: Targets) -> Floats:
    """How far each target (n,) is from a thing, edge to edge."""
    gaps: Floats = np.maximum(shapely.distance(blocker.area, targets.cores) - targets.radius_in, 0.0)
    return gaps


def eye_gaps_in(blocker: Blocker, eyes: Eyes) -> Floats:
    """How far each eye (e,) is from a thing."""
    gaps: Floats = shapely.distance(blocker.area, points(eyes.spots))
    return gaps
