"""All that can hide a target on a table, how high each thing stands, and whom it hides.

Rule: KGN Line of sight; OUR 73, 74.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import shapely

from rules.ground.table.arrays import Bools, Floats
from rules.ground.table.inches import Spot
from rules.ground.table.outlines import Outlines
from rules.ground.table.sight.cells_from_eyes import CellsFromEyes
from rules.ground.table.sight.convex_cells import Cells
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.rulebook import ours
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.questions.sight.blockers import (
    Blocker,
    Blockers,
    Eyes,
    Targets,
    blockers,
    eye_gaps_in,
    gaps_in,
    hides,
)
from rules.kampfgruppe_normandy.state.model_heights import gives_heights, ground_in, is_raised, raised_to_in
from rules.kampfgruppe_normandy.state.position import Hull

TOUCHES_IN = 0.5
"""Whoever touches a hedge or wall looks past it, however tall."""


@dataclass(frozen=True, eq=False)
class Tall:
    """A thing that hides, and how high it stands above the table; None is as tall as need be."""

    blocker: Blocker
    top_in: float | None

    @property
    def words(self) -> str:
        """The thing and its height: wall garden, 1" high,."""
        return self.blocker.words if self.top_in is None else f'{self.blocker.words}, {self.top_in:g}" high,'


@dataclass(frozen=True, eq=False)
class TallThings:
    """All that can hide anything on a table: solid things with their convex cells and tops (inf: as tall as need
    be), woods whose height is given, and the other woods, which hide as on any table."""

    solid: tuple[Tall, ...]
    cells: Cells
    tops_in: Floats
    woods: tuple[Tall, ...]
    flat_woods: Blockers


@lru_cache(maxsize=64)
def tall_things(table: Tabletop, hulls: tuple[Hull, ...]) -> TallThings:
    """All that can hide anything on a table with these vehicles and wrecks on it."""
    flat = blockers(table, hulls)
    if not gives_heights(table):
        return _side_by_side([Tall(blocker, None) for blocker in flat.solid], [], flat)
    of_terrain = {blocker.name: blocker for blocker in blockers(table, ()).solid}
    solid = [tall for piece in table.pieces if (tall := _tall_piece(table, piece, of_terrain)) is not None]
    stand = {hull.name: ground_in(table, hull.at) + hull.height_in for hull in hulls}
    vehicles = flat.solid[len(of_terrain) :]
    solid += [Tall(replace(blocker, cite=ours(74)), stand[blocker.name]) for blocker in vehicles]
    tops = {wood.name: _top_in(table, table.piece(wood.name)) for wood in flat.woods}
    high = [Tall(wood, tops[wood.name]) for wood in flat.woods if tops[wood.name] is not None]
    low = tuple(wood for wood in flat.woods if tops[wood.name] is None)
    outlines = Outlines.of({wood.name: wood.area for wood in low})
    shapely.prepare([wood.blocker.area for wood in high])
    return _side_by_side(solid, high, replace(flat, woods=low, wood_outlines=outlines))


@lru_cache(maxsize=256)
def cells_around(cells: Cells, eyes: Eyes) -> CellsFromEyes:
    """The cells of solid things as they lie around eyes."""
    return CellsFromEyes.of(cells, eyes.spots)


def _side_by_side(solid: list[Tall], woods: list[Tall], flat: Blockers) -> TallThings:
    tops = [np.inf if blocker.top_in is None else blocker.top_in for blocker in solid]
    cells = Cells.of(blocker.blocker.area for blocker in solid)
    return TallThings(tuple(solid), cells, np.array(tops), tuple(woods), flat)


def _tall_piece(table: Tabletop, piece: Piece, of_terrain: Mapping[str, Blocker]) -> Tall | None:
    """A piece that hides unless it is a wood; None if it hides nothing."""
    ground = ground_of(piece)
    if is_raised(piece):
        blocker = Blocker(piece.id, str(piece), piece.area, piece.level, Cover.HARD, ours(73), is_hill=True)
        return Tall(blocker, raised_to_in(piece))
    top_in = _top_in(table, piece)
    if piece.id in of_terrain:
        flat = of_terrain[piece.id]
        return Tall(flat if top_in is None else replace(flat, cite=ours(73)), top_in)
    if top_in is None or ground.behind is Cover.OPEN:
        return None
    low = Blocker(piece.id, str(piece), piece.area, piece.level, ground.behind, ours(73), TOUCHES_IN)
    return Tall(low, top_in)


def _top_in(table: Tabletop, piece: Piece) -> float | None:
    return None if piece.height_in is None else foot_in(table, piece) + piece.height_in


def is_in_the_way(one: Tall, eyes: Eyes, targets: Targets) -> Bools:
    """From which eyes to which targets (e, n) a thing counts: neither end looks past it, and by its level if it has
    no height."""
    blocker = one.blocker
    if one.top_in is None:
        return hides(blocker, eyes, targets)
    pairs = len(eyes.spots), len(targets.levels)
    if blocker.is_hill:
        return np.ones(pairs, dtype=np.bool_)
    looks_past = eye_gaps_in(blocker, eyes) <= blocker.looked_past_in
    counts = np.broadcast_to(~looks_past[:, None], pairs)
    if blocker.looked_past_in > TOUCHES_IN:
        return counts & (gaps_in(blocker, targets) > blocker.looked_past_in)
    return counts


def foot_in(table: Tabletop, piece: Piece) -> float:
    """How high the ground lies that a piece stands on."""
    spot = shapely.point_on_surface(piece.area)
    return ground_in(table, Spot(spot.x, spot.y))


def is_read(piece: Piece) -> bool:
    """Whether a piece gives cover by its height: not bocage, which troops at it look through."""
    return piece.height_in is not None and piece.terrain is not TableTerrain.BOCAGE
