"""How high things stand, in inches: the ground by its levels, models by their class, terrain as the table gives it.

House data for figures of 20 mm, in which a man is an inch tall.

Rule: KGN Line of sight; OUR 73, 74, 162, 163, 175.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.table.arrays import Floats
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import SHUT_WALLS, TableTerrain
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind

LEVEL_IN = 2.0
"""How much higher each level of a table is where its pieces give no height of their own."""

STATURE_IN: Mapping[Kind, float] = MappingProxyType({
    Kind.INFANTRY: 1.0,
    Kind.GUN: 0.8,
    Kind.SOFT_SKIN: 1.2,
    Kind.OPEN_TOPPED: 1.3,
    Kind.ENCLOSED: 1.5,
    Kind.AIRCRAFT: 12.0,
})  # fmt: skip
"""How tall the models of each class stand."""

EYE_SHARE = 0.9
"""The height of a model's eye as a share of its own height."""

TALL_IN = 1.8
"""The height of things that hide others, where the table gives none: above every model on the same ground, and
below the next level (OUR 162)."""

UNDER_ROOFS_IN = 48.0
"""The height of house walls where the table gives none: they carry roofs, and nobody looks into a house from
above (OUR 175)."""

BELOW_EAVES_IN = 0.6
"""How far below the top of a building men inside look out."""

_HILLTOPS = (TableTerrain.HILL, TableTerrain.CREST)
_RAISED = (*_HILLTOPS, TableTerrain.SLOPE)


@dataclass(frozen=True, slots=True)
class Stature:
    """How tall a model is, and how high its eye, in inches above the ground it stands on."""

    top_in: float
    eye_in: float


MAN = Stature(STATURE_IN[Kind.INFANTRY], STATURE_IN[Kind.INFANTRY] * EYE_SHARE)


def stature_of(row: KgnType, building: Piece | None = None) -> Stature:
    """How tall a model is, by its line or its class; inside a building it looks out below the eaves."""
    top = STATURE_IN[row.kind] if row.height_in is None else row.height_in
    eye = top * EYE_SHARE
    if building is not None:
        eye = max(eye, tall_in(building) - BELOW_EAVES_IN)
    return Stature(max(top, eye), eye)


def tall_in(piece: Piece) -> float:
    """The height of a piece that hides what is behind it."""
    if piece.height_in is not None:
        return piece.height_in
    return UNDER_ROOFS_IN if piece.terrain in SHUT_WALLS else TALL_IN


def is_raised(piece: Piece) -> bool:
    """Whether a piece is high ground that one stands on: a hill, or ground of a level that hides nothing itself."""
    is_hill = piece.terrain in _RAISED
    return (is_hill or ground_of(piece).see_into_in is None) and raised_to_in(piece) > 0


def is_hill_without_level(piece: Piece) -> bool:
    """Whether a table draws a hill and says neither its level nor its height: it is one level high."""
    return piece.terrain in _HILLTOPS and piece.height_in is None and piece.level == 0


def raised_to_in(piece: Piece) -> float:
    """How high the ground on a piece lies."""
    if piece.terrain in _RAISED and piece.height_in is not None:
        return piece.height_in
    return LEVEL_IN if is_hill_without_level(piece) else piece.level * LEVEL_IN


def ground_in(table: Tabletop, spot: Spot) -> float:
    """How high the ground lies at a spot: that of the highest hill there, or else of the deepest hollow."""
    return float(grounds_in(table, np.array([spot]))[0])


def grounds_in(table: Tabletop, places: Floats) -> Floats:
    """How high the ground lies at many places (n, 2) at once."""
    highest, deepest = np.zeros((2, len(places)))
    for area, raised_in in _uneven(table):
        lies_there = shapely.intersects_xy(area, places)
        np.maximum(highest, raised_in, out=highest, where=lies_there)
        np.minimum(deepest, raised_in, out=deepest, where=lies_there)
    return np.where(highest > 0, highest, deepest)


def by_ground(table: Tabletop, area: BaseGeometry) -> Iterator[tuple[BaseGeometry, float]]:
    """The parts of an area that each lie on ground of one height, with that height."""
    left = area
    uneven = [(ground, raised_in) for ground, raised_in in _uneven(table) if ground.intersects(area)]
    for ground, raised_in in sorted(uneven, key=lambda raised: (raised[1] < 0, -abs(raised[1]))):
        part = shapely.intersection(left, ground)
        if part.area > 0:
            yield part, raised_in
            left = shapely.difference(left, ground)
    if left.area > 0:
        yield left, 0.0


def uneven_areas(table: Tabletop) -> tuple[BaseGeometry, ...]:
    """The areas of a table that lie higher or lower than the rest."""
    return tuple(area for area, _ in _uneven(table))


@lru_cache(maxsize=16)
def _uneven(table: Tabletop) -> tuple[tuple[BaseGeometry, float], ...]:
    uneven = tuple((piece.area, raised_in) for piece in table.pieces if (raised_in := raised_to_in(piece)))
    shapely.prepare([area for area, _ in uneven])
    return uneven
