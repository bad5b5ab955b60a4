"""The oracle of sight: whether one end sees the other, rule by rule by the book and our readings. Chapter 4.2.

Nothing is prepared, nothing is shared between lines but what a hex is; every test asks every hex met.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.game.units import Marker, Unit
from rules.ground.hex.board import HexBoard, Outline
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.editions import LaterGround, Switch
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE, HouseValues
from rules.last_hundred_yards.book.roster import ROSTER
from tests.oracle.houses import undrawn_house
from tests.oracle.lines import (
    Contact,
    Met,
    all_hexes,
    corners,
    dot,
    hexside_ends,
    holds,
    met_between,
    part_meets_polygon,
    segment_meets_outline,
    segments_meet,
    steps_between,
    touching,
)

_RISE_OF_MARKERS = 2


class Case(NamedTuple):
    """Everything that a line of sight depends on."""

    board: HexBoard
    units: tuple[Unit, ...] = ()
    markers: tuple[Marker, ...] = ()
    switches: frozenset[Switch | LaterGround] = frozenset()
    house: HouseValues = PRINTED_NOWHERE


class Seen(NamedTuple):
    """The verdict: clear, hindered, blocked or blind, and the hindrance."""

    visibility: str
    hindrance: int = 0


class Umpire:
    """One case, prepared for questions of sight."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.board, self.grid = case.board, case.board.grid
        self.level = {place: case.board.ground(place).level for place in all_hexes(self.grid)}
        self.wooded = {place: bool(self._woods(place)) for place in self.level}
        self.total = {
            place: level + max(self._woods(place), default=0) for place, level in self.level.items()
        }
        self.drawn_contours = [
            (outline, frozenset(p for p in self.level if holds(outline.points, dot(self.grid, p))))
            for outline in case.board.outlines
            if outline.terrain is Terrain.CONTOUR
        ]
        self.contour = {place: self._contour(place) for place in self.level}
        self.images = self._images()
        self.walls = [
            (
                hexside_ends(self.grid, *side),
                touching(self.grid, *side),
                max(self.level[side.first], self.level[side.second]),
            )
            for side, terrain in case.board.hexsides.items()
            if terrain is Terrain.WALL
        ]
        self.marked: dict[Hex, int] = {}
        for marker in case.markers:
            if marker.kind in ("smoke", "mdrm") and isinstance(marker.at, Hex):
                self.marked[marker.at] = self.marked.get(marker.at, 0) + marker.value
        self.vehicles = [
            unit.at
            for unit in case.units
            if isinstance(unit.at, Hex) and _kind(unit) in _VEHICLES and self._urban_road(unit.at)
        ]

    def look(self, viewer: Hex | Unit, target: Hex | Unit) -> Seen:
        """What the viewer sees of the target."""
        return Sightline(self, viewer, target).seen()

    def in_road(self, end: Hex | Unit) -> bool:
        """A vehicle or gun on an urban road (4.1.9c)."""
        return (
            isinstance(end, Unit)
            and isinstance(end.at, Hex)
            and _kind(end) in _VEHICLES | {"gun"}
            and self._urban_road(end.at)
        )

    def hinders_itself(self, end: Hex | Unit) -> bool:
        return isinstance(end, Unit) and _kind(end) in _VEHICLES and self.in_road(end)

    def _urban_road(self, place: Hex) -> bool:
        roads = {p for line in self.board.lines if line.terrain is Terrain.ROAD for p in line.path}
        return place in roads and Terrain.URBAN_BUILDING in self.board.ground(place).terrain

    def _woods(self, place: Hex) -> list[int]:
        rise = {Terrain.WOODS: 1, Terrain.FOREST: self.case.house.forest_levels}
        return [rise[kind] for kind in self.board.ground(place).terrain if kind in rise]

    def _contour(self, place: Hex) -> int:
        """4.1.5: that of the centre dot (reading 12: a hill's is that of its bold line, four to the level)."""
        ground = self.board.ground(place)
        if ground.contour is not None:
            return ground.contour
        drawn = [outline.contour or 0 for outline, dots in self.drawn_contours if place in dots]
        return max([4 * ground.level, *drawn])

    def _images(self) -> Mapping[Hex, list[tuple[Outline, int | None]]]:
        """Buildings and walls drawn in each hex; a building has its total level, a wall None."""
        rise = {
            Terrain.STONE_BUILDING: 1,
            Terrain.WOODEN_BUILDING: self.case.house.wooden_building_levels,
            Terrain.URBAN_BUILDING: self.case.house.urban_building_levels,
        }
        found: dict[Hex, list[tuple[Outline, int | None]]] = {place: [] for place in self.level}
        for outline in self.board.outlines:
            if outline.at is not None:
                up = rise.get(outline.terrain)
                found[outline.at].append((outline, None if up is None else self.level[outline.at] + up))
        for place in self.level:
            drawn = {outline.terrain for outline, _ in found[place]}
            for kind in self.board.ground(place).terrain & set(rise):
                if kind not in drawn:
                    for part in undrawn_house(self.board, place):
                        found[place].append((Outline(kind, part, place), self.level[place] + rise[kind]))
        return {place: images for place, images in found.items() if images}


_VEHICLES = {"afv", "halftrack", "truck", "vehicle_dummy"}


def is_vehicle(unit: Unit) -> bool:
    return _kind(unit) in _VEHICLES


def _kind(unit: Unit) -> str:
    return ROSTER[unit.type].kind.value


class Sightline:
    """One line and the tests of 4.2.1 to 4.2.4."""

    def __init__(self, umpire: Umpire, viewer: Hex | Unit, target: Hex | Unit) -> None:
        self.umpire, self.viewer, self.target = umpire, viewer, target
        self.start, self.end = hex_of(viewer), hex_of(target)
        grid = umpire.grid
        self.a, self.b = dot(grid, self.start), dot(grid, self.end)
        self.met = met_between(grid, self.start, self.end)
        self.crossed = [met.hex for met in self.met if met.contact is Contact.INTERIOR]
        self.left = [met.hex for met in self.met if met.contact is Contact.ALONG_LEFT]
        self.right = [met.hex for met in self.met if met.contact is Contact.ALONG_RIGHT]
        self.pairs = _pairs(self.met)
        levels = umpire.level[self.start], umpire.level[self.end]
        self.high, self.low = max(levels), min(levels)
        self.same = self.high == self.low
        self.higher_end = self.start if levels[0] >= levels[1] else self.end
        self.range = steps_between(grid, self.start, self.end)

    def on(self, switch: Switch) -> bool:
        return switch in self.umpire.case.switches

    def seen(self) -> Seen:
        blocked = any(self.blocked_on_one_level()) if self.same else any(self.blocked_between_levels())
        if blocked or self.blocked_by_the_row():
            return Seen("blocked")
        if not self.same and any(self.blinded()):
            return Seen("blind")
        hindrance = sum(self.hindrances())
        return Seen("hindered" if hindrance else "clear", hindrance)

    # 4.2.1

    def fills(self, place: Hex) -> bool:
        """Whether a hex is one that 4.2.1 a and b name (reading 1)."""
        up = self.umpire
        if self.on(Switch.LOWER_WOODS_BLOCK):
            return up.wooded[place] or up.level[place] > self.high
        return up.total[place] > self.high

    def fills_through(self, place: Hex) -> bool:
        """Whether such a hex blocks the line through it."""
        return self.fills(place)

    def fills_beside(self, place: Hex) -> bool:
        """Whether such a hex counts beside a line along hexsides."""
        return self.fills(place)

    def blocked_on_one_level(self) -> Iterator[bool]:
        up = self.umpire
        yield any(map(self.fills_through, self.crossed))
        yield any(map(self.fills_beside, self.left)) and any(map(self.fills_beside, self.right))
        yield from self.blocked_by_contours()
        for met in self.met:
            for outline, total in up.images.get(met.hex, ()):
                if not segment_meets_outline(self.a, self.b, outline.points):
                    continue
                if total is None:
                    yield up.level[met.hex] >= self.high or self.on(Switch.LOWER_WALLS_BLOCK)
                else:
                    yield total > self.high or self.on(Switch.LOWER_BUILDINGS_BLOCK)
        for (one, other), beside, floor in up.walls:
            if self.start not in beside and self.end not in beside:
                rises = floor >= self.high or self.on(Switch.LOWER_WALLS_BLOCK)
                yield rises and segments_meet(self.a, self.b, one, other)

    def blocked_by_contours(self) -> Iterator[bool]:
        """4.2.1c and reading 4: in a hex between it must hold the dot, along a hexside both hexes of it."""
        up = self.umpire
        least = max(up.contour[self.start], up.contour[self.end], 1)
        for one, other in self.pairs:
            yield min(up.contour[one], up.contour[other]) >= least
        for place in self.crossed:
            number = up.contour[place]
            as_drawn = any(o.contour == number and place in dots for o, dots in up.drawn_contours)
            yield not as_drawn and number >= least
        for outline, dots in up.drawn_contours:
            if (outline.contour or 0) >= least:
                for met in self.met:
                    if (met.hex in dots and met.contact is Contact.INTERIOR) or self.on(
                        Switch.ANY_CONTOUR_BLOCKS
                    ):
                        yield _near(up, met.hex, outline) and part_meets_polygon(
                            self.a, self.b, met.begin, met.end, outline.points
                        )

    def blocked_by_the_row(self) -> bool:
        """4.2.1f, between levels too (reading 16)."""
        if self.start == self.end or not (self.same or not self.on(Switch.ROAD_ROW_ON_SAME_LEVEL_ONLY)):
            return False
        return any(
            total is not None and segment_meets_outline(self.a, self.b, outline.points)
            for end in (self.viewer, self.target)
            if self.umpire.in_road(end)
            for outline, total in self.umpire.images.get(hex_of(end), ())
        )

    # 4.2.2 and 4.2.3

    def blocked_between_levels(self) -> Iterator[bool]:
        up = self.umpire
        yield any(up.total[place] >= self.high for place in self.crossed)
        if not self.on(Switch.HEXSIDES_OPEN_BETWEEN_LEVELS):
            reach = [any(up.total[place] >= self.high for place in side) for side in (self.left, self.right)]
            yield all(reach)
        yield any(total >= self.high for _, total in self.buildings_met())

    def buildings_met(self) -> Iterator[tuple[Hex, int]]:
        for met in self.met:
            for outline, total in self.umpire.images.get(met.hex, ()):
                if total is not None and segment_meets_outline(self.a, self.b, outline.points):
                    yield met.hex, total

    def blinded(self) -> Iterator[bool]:
        up = self.umpire
        obstacles = [(place, up.total[place]) for place in self.crossed if self.is_obstacle(place)]
        obstacles += self.buildings_met()
        if not self.on(Switch.HEXSIDES_OPEN_BETWEEN_LEVELS):
            obstacles += [
                (one, min(up.total[one], up.total[other]))
                for one, other in self.pairs
                if self.is_obstacle(one) and self.is_obstacle(other)
            ]
        for place, total in obstacles:
            if total < self.high and (total > self.low or self.on(Switch.BLIND_AT_ANY_LEVEL)):
                yield self.is_behind(place, total)

    def is_obstacle(self, place: Hex) -> bool:
        """4.2.3 and reading 19."""
        return self.umpire.wooded[place] or self.umpire.level[place] > 0

    def is_behind(self, place: Hex, total: int) -> bool:
        """The procedure: row, column, and whether the lower end is within the blind hexes behind."""
        rows = self.umpire.case.house.blind_hexes.rows
        row = rows[min(self.high - total, len(rows)) - 1]
        column = steps_between(self.umpire.grid, self.higher_end, place)
        return self.range - column <= row[min(column, len(row)) - 1]

    # 4.2.4

    def hindrances(self) -> Iterator[int]:
        up = self.umpire
        for place in {self.start, self.end}:
            yield up.marked.get(place, 0)
        for place in self.crossed:
            if place in up.marked and not self.is_over(place, _RISE_OF_MARKERS):
                yield up.marked[place]
        left, right = (
            {p for p in side if p in up.marked and not self.is_over(p, _RISE_OF_MARKERS)}
            for side in (self.left, self.right)
        )
        if left and right:
            yield max(up.marked[place] for place in left | right)
        elif left or right:
            opposite = self.right if left else self.left
            if any(map(self.hinders_beside, opposite)):
                yield sum(up.marked[place] for place in left | right)
        yield from self.vehicle_hindrances()

    def vehicle_hindrances(self) -> Iterator[int]:
        """4.2.4d: vehicles on urban roads, in the target's hex too, but not the target (reading 14)."""
        for place in self.umpire.vehicles:
            into = place == self.end != self.start
            if into or (place in self.crossed and not self.is_over(place, 0)):
                yield 1
        if self.umpire.hinders_itself(self.target) and self.end != self.start:
            yield -1

    def is_over(self, place: Hex, rise: int) -> bool:
        """Reading 17: both ends above it, or the higher one above and the other not in its blind hexes."""
        total = self.umpire.level[place] + rise
        return self.low > total or (self.high > total and not self.is_behind(place, total))

    def hinders_beside(self, place: Hex) -> bool:
        """4.2.4b and reading 15."""
        if self.on(Switch.ANY_HEX_HINDERS_BESIDE):
            return self.is_obstacle(place)
        return self.fills(place) if self.same else self.umpire.total[place] >= self.high


def hex_of(end: Hex | Unit) -> Hex:
    place = end.at if isinstance(end, Unit) else end
    assert isinstance(place, Hex)
    return place


def _pairs(met: tuple[Met, ...]) -> list[tuple[Hex, Hex]]:
    """The hexes on either side of the same hexside."""
    return [
        (one.hex, other.hex)
        for one in met
        if one.contact is Contact.ALONG_LEFT
        for other in met
        if other.contact is Contact.ALONG_RIGHT and other.begin == one.begin
    ]


def _near(umpire: Umpire, place: Hex, outline: Outline) -> bool:
    low_x, high_x, low_y, high_y = _box(outline.points)
    x1, x2, y1, y2 = _box(corners(umpire.grid, place))
    return low_x <= x2 and x1 <= high_x and low_y <= y2 and y1 <= high_y


@lru_cache(maxsize=4096)
def _box(points: tuple[tuple[int, int], ...]) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), max(xs), min(ys), max(ys)
