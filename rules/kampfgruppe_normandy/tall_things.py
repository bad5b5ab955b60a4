"""What can hide a target on a table that gives heights, and how high each thing stands.

Rule: KGN Line of sight; OUR 73, 74.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import shapely

from rules.ground.inches import Spot
from rules.ground.table_terrain import TableTerrain
from rules.ground.tabletop import Piece, Tabletop
from rules.kampfgruppe_normandy.blocking import Blocker, Targets, blockers
from rules.kampfgruppe_normandy.concealment import Cover
from rules.kampfgruppe_normandy.position import Hull
from rules.kampfgruppe_normandy.rulebook import ours
from rules.kampfgruppe_normandy.statures import ground_in, is_raised, raised_to_in
from rules.kampfgruppe_normandy.terrain import WOODS_DEPTH_IN, ground_of

TOUCHES_IN = 0.5
"""Whoever touches a hedge or wall looks past it, however tall."""


@dataclass(frozen=True, eq=False)
class Tall:
    """A thing that hides, and how high it stands above the table; None is as tall as need be."""

    blocker: Blocker
    top_in: float | None
    is_wood: bool = False


def things_between(
    table: Tabletop, hulls: tuple[Hull, ...], spot: Spot, targets: Targets, ends: frozenset[str]
) -> tuple[Tall, ...]:
    """What can hide anything of these targets from a spot; the ends themselves hide nothing."""
    things, tree = _tree_of(table, hulls)
    corners = shapely.get_coordinates(shapely.box(*shapely.total_bounds(targets.footprints.parts)))
    reach = shapely.convex_hull(shapely.multipoints(np.concatenate([corners, [spot]])))
    near = np.sort(tree.query(reach, predicate="intersects")).tolist()
    return tuple(things[place] for place in near if things[place].blocker.name not in ends)


@lru_cache(maxsize=64)
def _tree_of(table: Tabletop, hulls: tuple[Hull, ...]) -> tuple[tuple[Tall, ...], shapely.STRtree]:
    things = tall_things(table, hulls)
    return things, shapely.STRtree([one.blocker.area for one in things])


@lru_cache(maxsize=64)
def tall_things(table: Tabletop, hulls: tuple[Hull, ...]) -> tuple[Tall, ...]:
    """All that can hide anything on a table that gives heights."""
    flat = {blocker.name: blocker for blocker in blockers(table, ()).solid}
    found = [one for piece in table.pieces if (one := _tall_piece(table, piece, flat)) is not None]
    stand = {hull.name: ground_in(table, hull.at) + hull.height_in for hull in hulls}
    vehicles = blockers(table, hulls).solid[len(flat) :]
    return (*found, *(Tall(replace(one, cite=ours(74)), stand[one.name]) for one in vehicles))


def _tall_piece(table: Tabletop, piece: Piece, flat: dict[str, Blocker]) -> Tall | None:
    ground = ground_of(piece)
    if is_raised(piece):
        blocker = Blocker(piece.id, str(piece), piece.area, piece.level, Cover.HARD, ours(73), is_hill=True)
        return Tall(blocker, raised_to_in(piece))
    if piece.height_in is None:
        return Tall(flat[piece.id], None) if piece.id in flat else None
    top = foot_in(table, piece) + piece.height_in
    if ground.see_into_in == WOODS_DEPTH_IN:
        wood = Blocker(piece.id, str(piece), piece.area, piece.level, Cover.VISUAL, ours(30))
        return Tall(wood, top, is_wood=True)
    if piece.id in flat:
        return Tall(replace(flat[piece.id], cite=ours(73)), top)
    if ground.behind is Cover.OPEN:
        return None
    return Tall(
        Blocker(piece.id, str(piece), piece.area, piece.level, ground.behind, ours(73), TOUCHES_IN), top
    )


def foot_in(table: Tabletop, piece: Piece) -> float:
    """How high the ground lies that a piece stands on."""
    spot = shapely.point_on_surface(piece.area)
    return ground_in(table, Spot(spot.x, spot.y))


def is_read(piece: Piece) -> bool:
    """Whether a piece gives cover by its height: not bocage, which troops at it look through."""
    return piece.height_in is not None and piece.terrain is not TableTerrain.BOCAGE
