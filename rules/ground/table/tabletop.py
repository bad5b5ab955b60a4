"""A table and its terrain pieces: what each is, where it lies, how high it stands.

Inches; (0, 0) is the far left corner, x to the right, y towards the player.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isfinite
from types import MappingProxyType

import numpy as np
import shapely
from shapely import LineString, MultiLineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from rules.errors import BadInput, OffBoard, Unknown
from rules.ground.table.arrays import Floats, Ints, points
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.terrain import TableTerrain

MAX_TABLE_IN = 240.0
MIN_WIDTH_IN, MAX_WIDTH_IN = 0.05, 48.0
_AREAS = (Polygon, MultiPolygon)
_DRAWN_WITH_WIDTH = (LineString, MultiLineString, Point)


@dataclass(frozen=True)
class Piece:
    """One terrain piece: its id, what it is, and where it lies.

    An area has a polygon for its shape. Roads, hedges and walls have a line and a width; a point with
    a width is round. `level` is the level of the ground on the piece, 0 being the table; `height_in` is
    how tall it stands, None for the height that the book gives.
    """

    id: str
    terrain: TableTerrain
    shape: BaseGeometry
    width_in: float | None = None
    level: int = 0
    height_in: float | None = None

    @cached_property
    def area(self) -> BaseGeometry:
        """The ground it covers: its polygon, or its line with its width; lines have square ends and sharp corners."""
        if self.width_in is None:
            return self.shape
        if isinstance(self.shape, Point):
            return self.shape.buffer(self.width_in / 2, quad_segs=16)
        return self.shape.buffer(self.width_in / 2, cap_style="flat", join_style="mitre", mitre_limit=2.0)

    def __str__(self) -> str:
        return f"{self.terrain.words} {self.id}"


@dataclass(frozen=True)
class Tabletop:
    """A table of terrain pieces, drawn in order. Where no piece lies, ground is clear and of level 0.

    Raises:
        BadInput: if a piece is not valid; the message names piece and field.
    """

    name: str
    width_in: float
    depth_in: float
    pieces: tuple[Piece, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", tuple(self.pieces))
        for name in ("width_in", "depth_in"):
            if not _is_number(size := getattr(self, name)) or not 1 <= size <= MAX_TABLE_IN:
                raise BadInput(name, size, f"a size from 1 to {MAX_TABLE_IN:g} inches")
        seen: set[str] = set()
        for place, piece in enumerate(self.pieces):
            if not isinstance(piece.id, str) or not piece.id or piece.id in seen:
                raise BadInput(f"pieces[{place}].id", piece.id, "a name that no other piece has")
            seen.add(piece.id)
            self._check(piece)

    def __hash__(self) -> int:
        return hash((self.name, self.width_in, self.depth_in, len(self.pieces)))

    def __contains__(self, place: object) -> bool:
        if not isinstance(place, Spot):
            return False
        return 0 <= place.x_in <= self.width_in and 0 <= place.y_in <= self.depth_in

    def on_board(self, place: object, field: str = "place") -> Spot:
        """The given spot, checked to be on the table; errors name the field it came from.

        Raises:
            BadInput: if it is no spot.
            OffBoard: if it is off the table.
        """
        if not isinstance(place, Spot):
            raise BadInput(field, str(place), "a spot in inches on the table")
        if place not in self:
            raise OffBoard(place, self.extent)
        return place

    @property
    def extent(self) -> str:
        """The size in words: "72 × 48 inches"."""
        return f"{self.width_in:g} × {self.depth_in:g} inches"

    def piece(self, piece_id: str) -> Piece:
        """The piece with that id.

        Raises:
            Unknown: if there is none.
        """
        try:
            return self.by_id[piece_id]
        except KeyError:
            raise Unknown("terrain piece", piece_id, self.by_id) from None

    @cached_property
    def by_id(self) -> Mapping[str, Piece]:
        """The pieces by id, in the order they were drawn."""
        return MappingProxyType({piece.id: piece for piece in self.pieces})

    def at(self, place: Spot) -> tuple[Piece, ...]:
        """The pieces a spot lies in, edges included, in the order they were drawn."""
        return self.at_each([place])[0]

    def at_each(self, places: Sequence[Spot]) -> list[tuple[Piece, ...]]:
        """The pieces that each of these spots lies in, as `at`."""
        pieces_at: list[tuple[Piece, ...]] = [()] * len(places)
        for place, index in sorted(
            self._tree.query(points(np.array(places)), predicate="intersects").T.tolist()
        ):
            pieces_at[place] = (*pieces_at[place], self.pieces[index])
        return pieces_at

    def under(self, footprint: BaseGeometry) -> tuple[Piece, ...]:
        """The pieces a footprint lies on, wholly or in part; pieces that it only touches are left out."""
        numbers = sorted(self._tree.query(footprint, predicate="intersects").tolist())
        return tuple(piece for piece in map(self.pieces.__getitem__, numbers) if _lies_on(footprint, piece))

    def level_at(self, place: Spot) -> int:
        """The level of the ground at a spot: that of the highest hill there, or else of the deepest hollow."""
        return int(self.levels_at(np.array([place]))[0])

    def levels_at(self, places: Floats) -> Ints:
        """The levels of many places (n, 2) at once."""
        highest, deepest = np.zeros((2, len(places)), dtype=np.int64)
        for piece in self._uneven:
            lies_there = shapely.intersects_xy(piece.area, places)
            np.maximum(highest, piece.level, out=highest, where=lies_there)
            np.minimum(deepest, piece.level, out=deepest, where=lies_there)
        return np.where(highest > 0, highest, deepest)

    def lattice(self, spacing_in: float = 1.0) -> Iterator[Spot]:
        """The middles of squares of this size that cover the table, row by row from the far left.

        Raises:
            BadInput: if the size is below 0.1 inches.
        """
        if not isfinite(spacing_in) or spacing_in < 0.1:
            raise BadInput("spacing_in", spacing_in, "a spacing of 0.1 inches or more")
        return iter(_lattice(self.width_in, self.depth_in, spacing_in))

    @cached_property
    def squares(self) -> Floats:
        """The middles of the inch squares of the table, (n, 2), row by row from the far left."""
        return np.array(list(self.lattice()))

    @cached_property
    def _uneven(self) -> tuple[Piece, ...]:
        """The pieces that are not at level 0."""
        uneven = tuple(piece for piece in self.pieces if piece.level)
        shapely.prepare([piece.area for piece in uneven])
        return uneven

    @cached_property
    def _tree(self) -> shapely.STRtree:
        areas = [piece.area for piece in self.pieces]
        shapely.prepare(areas)
        return shapely.STRtree(areas)

    def _check(self, piece: Piece) -> None:
        field = f"pieces[{piece.id}]"
        if not isinstance(piece.terrain, TableTerrain):
            raise BadInput(f"{field}.terrain", piece.terrain, f"one of {', '.join(TableTerrain)}")
        is_area, is_drawn = (type(piece.shape) in kinds for kinds in (_AREAS, _DRAWN_WITH_WIDTH))
        if not (is_area or is_drawn) or piece.shape.is_empty or piece.shape.has_z:
            raise BadInput(f"{field}.shape", str(piece.shape), "a flat Polygon, LineString or Point")
        if is_area != (piece.width_in is None):
            wanted = "left out for an area" if is_area else "given for a line or point"
            raise BadInput(f"{field}.width_in", piece.width_in, wanted)
        if piece.width_in is not None and not (
            _is_number(piece.width_in) and MIN_WIDTH_IN <= piece.width_in <= MAX_WIDTH_IN
        ):
            raise BadInput(
                f"{field}.width_in", piece.width_in, f"{MIN_WIDTH_IN:g} to {MAX_WIDTH_IN:g} inches"
            )
        if not isinstance(piece.level, int) or isinstance(piece.level, bool) or not -9 <= piece.level <= 9:
            raise BadInput(f"{field}.level", piece.level, "a level from -9 to 9")
        if piece.height_in is not None and not (_is_number(piece.height_in) and 0 <= piece.height_in <= 48):
            raise BadInput(f"{field}.height_in", piece.height_in, "a height from 0 to 48 inches")
        self._check_shape(f"{field}.shape", piece.shape)

    def _check_shape(self, field: str, shape: BaseGeometry) -> None:
        coordinates = shapely.get_coordinates(shape)
        if not np.isfinite(coordinates).all():
            raise BadInput(field, coordinates.tolist(), "drawn with numbers")
        inside = (coordinates >= -HAIR_IN) & (
            coordinates <= np.array([self.width_in, self.depth_in]) + HAIR_IN
        )
        if not inside.all():
            off = coordinates[~inside.all(axis=1)][0]
            raise BadInput(field, Spot(*map(float, off)), f"a point of the table, which has {self.extent}")
        if not shape.is_valid:
            raise BadInput(field, shapely.is_valid_reason(shape), "an outline that does not cross itself")


@lru_cache(maxsize=16)
def _lattice(width_in: float, depth_in: float, spacing_in: float) -> tuple[Spot, ...]:
    across = [(column + 0.5) * spacing_in for column in range(round(width_in / spacing_in))]
    down = [(row + 0.5) * spacing_in for row in range(round(depth_in / spacing_in))]
    return tuple(Spot(x_in, y_in) for y_in in down for x_in in across)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _lies_on(footprint: BaseGeometry, piece: Piece) -> bool:
    shared = footprint.intersection(piece.area)
    return bool(shared.area > 0 or (footprint.area == 0 and not shared.is_empty))
