"""Terrain pieces of houses made from the lines of walls and openings that other programs draw.

Walls come as separate segments, with gaps for their openings or with openings drawn over them. Walls that meet become one
piece; ends that miss another wall or an opening by rounding are joined; closed rings of walls and openings become interiors.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, pairwise

import numpy as np
import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T

THICK_IN = 0.25
"""The thickness of a wall."""

JOIN_IN = 0.1
"""An end this near to a wall or an opening is joined to it."""

LEAST_ROOM_IN2 = 1.0
"""A smaller ring is a pillar and no room: a man's base hardly fits into it."""

MOST_OF_TABLE = 0.25
"""A ring round a larger share of the table is a yard or a border and no house."""

_OPENINGS_WIDER_IN = 0.1
_LEAST_LINE_IN = 1e-6


@dataclass(frozen=True, slots=True)
class Opening:
    """A door, window or gap in a wall, from jamb to jamb."""

    terrain: T
    line: LineString


@dataclass(frozen=True)
class DrawnHouses:
    """The lines drawn on a map, in inches on a table: walls, the openings in them, and other lines that block sight like walls
    but enclose no rooms, such as pillars and rocks.
    """

    width_in: float
    depth_in: float
    walls: Sequence[LineString]
    openings: Sequence[Opening] = ()
    solids: Sequence[LineString] = ()
    thick_in: float = THICK_IN

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The terrain pieces made from the lines: interiors first, since they lie beneath the rest."""
        walls = [Piece(f"walls-{k}", T.HOUSE_WALL, net, self.thick_in) for k, net in enumerate(self._nets, 1)]
        solids = [
            Piece(f"solids-{k}", T.HOUSE_WALL, net, self.thick_in) for k, net in enumerate(self._solids, 1)
        ]
        doors = [
            Piece(f"opening-{k}", opening.terrain, opening.line, self.thick_in + _OPENINGS_WIDER_IN)
            for k, opening in enumerate(self._openings, 1)
        ]
        houses = [Piece(f"house-{k}", T.INTERIOR, house) for k, house in enumerate(self._houses, 1)]
        return (*houses, *walls, *solids, *doors)

    @cached_property
    def summary(self) -> tuple[str, ...]:
        """A summary of the pieces that were made and the lines used, in whole sentences."""
        if not (self.walls or self.solids or self.openings):
            return ("The map holds no walls and no openings.",)
        return (*self._lines_summary(), *self._openings_summary(), *self._rings_summary())

    def _lines_summary(self) -> Iterator[str]:
        drawn, there = [*self.walls, *self.solids], [*self._net_lines, *self._on_table(self.solids)]
        if not drawn:
            yield "The map holds no walls."
            return
        made = len(self._nets) + len(self._solids)
        length_in = sum(line.length for line in there)
        yield (
            f"{_count(len(drawn), 'line')} became {_count(made, 'piece')} of house wall, "
            f"{length_in:.1f} inches in all, which block sight and movement."
        )
        if off := sum(not self._table.intersection(line).length > _LEAST_LINE_IN for line in drawn):
            yield f"{_count(off, 'line')} of no length or off the map {'was' if off == 1 else 'were'} left out."
        if joints := len(self._joints):
            verb = "was" if joints == 1 else "were"
            yield f"{_count(joints, 'end')} that missed a wall or an opening by less than {JOIN_IN:g} inches {verb} joined to it."

    def _openings_summary(self) -> Iterator[str]:
        kinds = [opening.terrain for opening in self._openings]
        if kinds:
            listed = [_count(kinds.count(kind), kind.words) for kind in dict.fromkeys(kinds)]
            yield f"{_count(len(kinds), 'opening')}: {', '.join(listed)}."
        else:
            yield "The map holds no doors, windows or gates."

    def _rings_summary(self) -> Iterator[str]:
        yards, pillars = self._faces.count(_YARD), self._faces.count(_PILLAR)
        rooms = len(self._faces) - yards - pillars
        if not rooms:
            yield "The walls close round no room, so there are no interiors."
        else:
            yield f"The walls close round {_count(rooms, 'room')} in {_count(len(self._houses), 'house')}, which are interiors."
        if yards:
            yield f"{_count(yards, 'ring')} round other houses or much of the map {'is' if yards == 1 else 'are'} open ground."

    @cached_property
    def _table(self) -> BaseGeometry:
        return shapely.box(0, 0, self.width_in, self.depth_in)

    @cached_property
    def _openings(self) -> list[Opening]:
        return [
            Opening(opening.terrain, part)
            for opening in self.openings
            for part in self._on_table([opening.line])
        ]

    @cached_property
    def _joints(self) -> list[LineString]:
        return list(_joints(self._on_table(self.walls), [opening.line for opening in self._openings]))

    @cached_property
    def _net_lines(self) -> list[LineString]:
        return [*self._on_table(self.walls), *self._joints]

    @cached_property
    def _nets(self) -> list[BaseGeometry]:
        return _connected(self._net_lines)

    @cached_property
    def _solids(self) -> list[BaseGeometry]:
        return _connected(self._on_table(self.solids))

    def _on_table(self, lines: Iterable[LineString]) -> list[LineString]:
        """The parts of lines that lie on the table; a line may leave it and come back."""
        cut = [line if self._table.covers(line) else line.intersection(self._table) for line in lines]
        parts = [part for whole in cut for part in shapely.get_parts(whole).tolist()]
        return [part for part in parts if isinstance(part, LineString) and part.length > _LEAST_LINE_IN]

    @cached_property
    def _rings(self) -> list[Polygon]:
        drawn = shapely.union_all([*self._net_lines, *(opening.line for opening in self._openings)])
        return [*shapely.get_parts(shapely.polygonize([drawn])).tolist()]

    @cached_property
    def _faces(self) -> list[str]:
        """The kind of each ring: a room, a yard or a pillar."""
        return [self._face(ring) for ring in self._rings]

    def _face(self, ring: Polygon) -> str:
        if ring.area < LEAST_ROOM_IN2:
            return _PILLAR
        within = [Polygon(hole).area for hole in ring.interiors]
        if max(within, default=0.0) >= LEAST_ROOM_IN2 or ring.area > MOST_OF_TABLE * self._table.area:
            return _YARD
        return _ROOM

    @cached_property
    def _houses(self) -> list[BaseGeometry]:
        """The areas of houses: adjoining rooms form one house, with the pillars in it."""
        rooms = [
            Polygon(ring.exterior)
            for ring, face in zip(self._rings, self._faces, strict=True)
            if face == _ROOM
        ]
        return [*shapely.get_parts(shapely.union_all(rooms)).tolist()] if rooms else []


_ROOM, _YARD, _PILLAR = "room", "yard", "pillar"


def _connected(lines: Sequence[LineString]) -> list[BaseGeometry]:
    """Lines cut where they meet and grouped into connected ones, in the order they were drawn."""
    if not lines:
        return []
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    parts = shapely.get_parts(shapely.union_all(lines))
    first, second = shapely.STRtree(parts).query(parts, predicate="intersects")
    size = len(parts)
    meets = coo_array((np.ones(len(first)), (first, second)), shape=(size, size))
    count, net = connected_components(meets, directed=False)
    merged = [shapely.line_merge(shapely.multilinestrings(parts[net == k])) for k in range(count)]
    drawn = shapely.STRtree(lines)
    return sorted(merged, key=lambda one: int(drawn.query(one, predicate="intersects").min()))


def _joints(walls: Sequence[LineString], openings: Sequence[LineString]) -> Iterator[LineString]:
    """Short pieces of wall from free ends to the wall or opening that they almost meet."""
    if not walls:
        return
    segments = [list(map(LineString, pairwise(line.coords))) for line in (*walls, *openings)]
    lines = list(chain.from_iterable(segments))
    tree = shapely.STRtree(lines)
    last = list(accumulate(map(len, segments)))
    for wall, after in zip(walls, last, strict=False):
        ends = (wall.coords[0], after - len(wall.coords) + 1), (wall.coords[-1], after - 1)
        for end, own in ((shapely.Point(spot), segment) for spot, segment in ends):
            near = [k for k in tree.query(end, predicate="dwithin", distance=JOIN_IN).tolist() if k != own]
            joint = min((shapely.shortest_line(end, lines[k]) for k in near), key=_length_in, default=None)
            if joint is not None and joint.length > _LEAST_LINE_IN:
                yield joint


def _length_in(line: LineString) -> float:
    return float(line.length)


def _count(number: int, one: str) -> str:
    """A number with its noun: 1 piece, 3 pieces."""
    return f"{number} {one if number == 1 or one.endswith('s') else one + 's'}"
