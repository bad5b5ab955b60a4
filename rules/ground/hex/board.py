"""A hex map: what each hex, hexside, line and outline of it is.

Outlines are drawn on a fine lattice, FINE steps to the unit of the hex lattice, so that
what a line of sight touches stays a question in whole numbers.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType

from rules.errors import BadInput
from rules.ground.hex.hexes import Hex, HexGrid, Hexside, Lattice
from rules.ground.hex.houses import undrawn_house
from rules.ground.hex.terrain import ALONG_HEXSIDES, BACKGROUNDS, BUILDINGS, GROUND, LINES, OUTLINED, Terrain

FINE = 1000
CONTOURS_A_LEVEL = 4


@dataclass(frozen=True, slots=True)
class HexGround:
    """The ground of one hex: its terrain, its level, and the contour its centre dot lies in.

    A hex is rural or urban; if neither is given, it is urban under an urban building and rural elsewhere.
    If no contour is given, it is the one of the bold line that bounds the level.
    """

    terrain: frozenset[Terrain] = frozenset({Terrain.RURAL})
    level: int = 0
    contour: int | None = None

    def __post_init__(self) -> None:
        if not self.terrain & BACKGROUNDS:
            background = Terrain.URBAN if Terrain.URBAN_BUILDING in self.terrain else Terrain.RURAL
            object.__setattr__(self, "terrain", self.terrain | {background})

    @property
    def band(self) -> int:
        """The contour of the centre dot; 0 is ground outside every contour line."""
        return CONTOURS_A_LEVEL * self.level if self.contour is None else self.contour

    @property
    def buildings(self) -> frozenset[Terrain]:
        return self.terrain & BUILDINGS


OPEN_GROUND = HexGround()


@dataclass(frozen=True, slots=True)
class Line:
    """A road or a river: the hexes it runs through, in order."""

    terrain: Terrain
    path: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """The drawn image of a building, a wall or a contour.

    Points are on the fine lattice. A building or wall lies within the hex it is `at`; a contour lies
    across hexes and carries its number. Fewer than three points draw an open line.
    """

    terrain: Terrain
    points: tuple[Lattice, ...]
    at: Hex | None = None
    contour: int | None = None


@dataclass(frozen=True, slots=True)
class LaidSector:
    """One of the sectors that a map is joined from: all columns and rows from its first hex to its last."""

    name: str
    first: Hex
    last: Hex
    is_turned: bool = False
    """Whether the sector is turned upside down."""


@dataclass(frozen=True)
class HexBoard:
    """A hex map. Hexes that are not named are open rural ground of level 0, and naming such a hex changes nothing.

    Raises:
        BadInput: if terrain lies where it may not; the message names it.
        OffBoard: if terrain lies off the map.
    """

    name: str
    grid: HexGrid
    hexes: Mapping[Hex, HexGround] = field(default_factory=dict)
    hexsides: Mapping[Hexside, Terrain] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    outlines: tuple[Outline, ...] = ()
    sectors: tuple[LaidSector, ...] = field(default=(), compare=False)
    """The sectors the map was joined from, west to east and north to south; they do not count when maps are compared."""

    def __post_init__(self) -> None:
        named = {place: ground for place, ground in self.hexes.items() if ground != OPEN_GROUND}
        for place in self.hexes:
            self.grid.on_board(place)
        object.__setattr__(self, "hexes", MappingProxyType(named))
        object.__setattr__(self, "hexsides", MappingProxyType(dict(self.hexsides)))
        for place, ground in self.hexes.items():
            _check_ground(place, ground)
        for side, terrain in self.hexsides.items():
            self.grid.on_board(side.first), self.grid.on_board(side.second)
            if side != self.grid.hexside(*side):
                raise BadInput("hexsides.between", str(side), "named with the lower hex first")
            _check_terrain(f"hexsides[{side}].terrain", terrain, ALONG_HEXSIDES)
        for line in self.lines:
            _check_terrain("lines.terrain", line.terrain, LINES)
            if not line.path:
                raise BadInput("lines.path", [], "a path of one hex or more")
            for place in line.path:
                self.grid.on_board(place)
            for start, end in pairwise(line.path):
                self.grid.direction(start, end)
        for outline in self.outlines:
            self._check_outline(outline)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.grid, len(self.hexes), len(self.hexsides), self.lines, self.outlines))

    def ground(self, place: Hex) -> HexGround:
        """The ground of a hex."""
        return self.hexes.get(place, OPEN_GROUND)

    def level(self, place: Hex) -> int:
        return self.ground(place).level

    def has(self, place: Hex, *terrain: Terrain) -> bool:
        """Whether a hex holds any of these kinds of terrain, roads and rivers included."""
        held = self._hexes_by_terrains.get(terrain)
        if held is None:
            held = self._hexes_by_terrains[terrain] = frozenset().union(*map(self._hexes_with, terrain))
        return place in held

    @cached_property
    def _hexes_by_terrains(self) -> dict[tuple[Terrain, ...], frozenset[Hex]]:
        return {}

    def _hexes_with(self, terrain: Terrain) -> frozenset[Hex]:
        """Every hex of the map that holds a terrain."""
        if terrain not in self._hexes_by_terrain:
            filled = (place for place in self.grid if terrain in self.ground(place).terrain)
            self._hexes_by_terrain[terrain] = self._on_lines(terrain).union(filled)
        return self._hexes_by_terrain[terrain]

    @cached_property
    def _hexes_by_terrain(self) -> dict[Terrain, frozenset[Hex]]:
        return {}

    def joined_by(self, terrain: Terrain, one: Hex, other: Hex) -> bool:
        """Whether a road (or river) runs across the hexside between two neighbours."""
        return Hexside(*sorted((one, other))) in self._crossings[terrain]

    @cached_property
    def walls(self) -> frozenset[Hexside]:
        return frozenset(side for side, terrain in self.hexsides.items() if terrain is Terrain.WALL)

    @cached_property
    def tree_lines(self) -> frozenset[Hexside]:
        return frozenset(side for side, terrain in self.hexsides.items() if terrain is Terrain.TREE_LINE)

    def walled_from(self, place: Hex) -> tuple[Hex, ...]:
        """The neighbours of a hex beyond a wall."""
        return self._beyond_walls.get(place, ())

    def tree_lined_from(self, place: Hex) -> tuple[Hex, ...]:
        """The neighbours of a hex beyond a tree line."""
        return self._beyond_tree_lines.get(place, ())

    @cached_property
    def _beyond_walls(self) -> dict[Hex, tuple[Hex, ...]]:
        return _beyond(self.walls)

    @cached_property
    def _beyond_tree_lines(self) -> dict[Hex, tuple[Hex, ...]]:
        return _beyond(self.tree_lines)

    @cached_property
    def images(self) -> Mapping[Hex, tuple[Outline, ...]]:
        """The outlines of buildings and walls by hex; a building without one gets the outline of `undrawn_house`."""
        drawn: dict[Hex, list[Outline]] = {}
        for outline in self.outlines:
            if outline.at is not None:
                drawn.setdefault(outline.at, []).append(outline)
        for place, ground in self.hexes.items():
            for kind in sorted(ground.buildings - {image.terrain for image in drawn.get(place, [])}):
                stands = undrawn_house(self.grid, place, self._road_sides(place), FINE)
                drawn.setdefault(place, []).extend(Outline(kind, points, place) for points in stands)
        return MappingProxyType({place: tuple(images) for place, images in drawn.items()})

    def _road_sides(self, place: Hex) -> frozenset[int] | None:
        """The hexsides of a hex that its road crosses, None where there is no road."""
        if not self.has(place, Terrain.ROAD):
            return None
        near = (near for near in self.grid.neighbours(place) if self.joined_by(Terrain.ROAD, place, near))
        return frozenset(self.grid.direction(place, other) for other in near)

    def _on_lines(self, terrain: Terrain) -> frozenset[Hex]:
        return self._line_hexes.get(terrain, frozenset())

    @cached_property
    def _line_hexes(self) -> dict[Terrain, frozenset[Hex]]:
        return {
            kind: frozenset(place for line in self.lines if line.terrain is kind for place in line.path)
            for kind in LINES
        }

    @cached_property
    def _crossings(self) -> dict[Terrain, frozenset[Hexside]]:
        return {kind: frozenset(_crossed(self.lines, kind)) for kind in LINES}

    def _check_outline(self, outline: Outline) -> None:
        _check_terrain("outlines.terrain", outline.terrain, OUTLINED)
        if len(outline.points) < 2:
            raise BadInput("outlines.polygon", list(outline.points), "two points or more")
        if outline.terrain is Terrain.CONTOUR:
            if outline.contour is None or not 1 <= outline.contour <= 99:
                raise BadInput("outlines.contour", outline.contour, "the number of a contour, from 1 to 99")
            if outline.at is not None:
                raise BadInput("outlines.in", str(outline.at), "given for a contour, which lies across hexes")
            return
        if outline.contour is not None:
            raise BadInput("outlines.contour", outline.contour, f"given for a {outline.terrain.words}")
        if outline.at is None:
            raise BadInput("outlines.in", None, f"the hex of the {outline.terrain.words}")
        self.grid.on_board(outline.at)
        for point in outline.points:
            if not within(self.grid, outline.at, point):
                raise BadInput(
                    f"outlines[{outline.terrain.words} in {outline.at}].polygon",
                    tuple(round(v, 3) for v in self.grid.position((point[0] / FINE, point[1] / FINE))),
                    f"a point within {outline.at}",
                )


def within(grid: HexGrid, place: Hex, point: Lattice) -> bool:
    """Whether a point of the fine lattice lies in a hex or on its edge."""
    x, y = grid.centre(place)
    across, along = point[0] - x * FINE, point[1] - y * FINE
    if not grid.is_flat:
        across, along = along, across
    return abs(along) <= FINE and abs(across + along) <= 2 * FINE and abs(across - along) <= 2 * FINE


def _check_ground(place: Hex, ground: HexGround) -> None:
    for terrain in ground.terrain:
        _check_terrain(f"hexes.{place}.terrain", terrain, GROUND)
    if ground.terrain >= BACKGROUNDS:
        raise BadInput(f"hexes.{place}.terrain", sorted(map(str, ground.terrain)), "either rural or urban")
    if not -9 <= ground.level <= 9:
        raise BadInput(f"hexes.{place}.level", ground.level, "a level from -9 to 9")
    if ground.contour is not None and not -99 <= ground.contour <= 99:
        raise BadInput(f"hexes.{place}.contour", ground.contour, "a contour from -99 to 99")


def _check_terrain(field_name: str, terrain: Terrain, wanted: frozenset[Terrain]) -> None:
    if terrain not in wanted:
        raise BadInput(field_name, str(terrain), f"one of {', '.join(sorted(wanted))}")


def _beyond(sides: Iterable[Hexside]) -> dict[Hex, tuple[Hex, ...]]:
    """For every hex with such a hexside, the neighbours across."""
    neighbours: dict[Hex, tuple[Hex, ...]] = {}
    for first, second in sorted(sides):
        neighbours[first] = (*neighbours.get(first, ()), second)
        neighbours[second] = (*neighbours.get(second, ()), first)
    return neighbours


def _crossed(lines: tuple[Line, ...], terrain: Terrain) -> Iterator[Hexside]:
    for line in lines:
        if line.terrain is terrain:
            for start, end in pairwise(line.path):
                yield Hexside(*sorted((start, end)))
