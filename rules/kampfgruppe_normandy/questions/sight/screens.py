"""Screens: everything that can hide a target on a table, its height, and how far one sees past or into it.

Rule: KGN Line of sight; OUR 30, 31, 34, 35, 73, 74, 162 to 165, 175.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import inf
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.citation import Citation
from rules.ground.table.arrays import Floats, Ints
from rules.ground.table.house_walls import standing_areas
from rules.ground.table.inches import HAIR_IN, Bounds, Spot
from rules.ground.table.sight.convex_cells import Cells
from rules.ground.table.sight.looking_past import SOLID, LookedPast
from rules.ground.table.sight.shadows import Softness
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import SHUT_WALLS, TableTerrain
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.rulebook import ours
from rules.kampfgruppe_normandy.book.terrain_chart import WOODS_DEPTH_IN, Ground, ground_of
from rules.kampfgruppe_normandy.state.model_heights import (
    by_ground,
    ground_in,
    is_hill_without_level,
    is_raised,
    raised_to_in,
    tall_in,
)
from rules.kampfgruppe_normandy.state.position import Hull

WOODS = LookedPast.within(WOODS_DEPTH_IN)
SMOKE = LookedPast.within(inf)
BOCAGE = LookedPast.within(2.0, 1.0)
LOW = LookedPast(2.0, 0.5, -1.0, 0.5)
"""Hedges, walls and the like: a model beside one looks past it, however tall it is, and shows its head there (OUR 165)."""


@dataclass(frozen=True, eq=False)
class Screen:
    """A thing that hides what is behind it: where it lies, the cover it gives, and how far one looks past it."""

    name: str
    words: str
    area: BaseGeometry
    cover: Cover
    cite: Citation
    past: LookedPast = SOLID

    @property
    def middle(self) -> Spot:
        """Where to point at it."""
        middle = shapely.centroid(self.area)
        return Spot(middle.x, middle.y)


@dataclass(frozen=True, eq=False)
class Screens:
    """All screens on a table, with the convex cells of each and their tops (c,) above the table."""

    of: tuple[Screen, ...]
    cells: Cells
    tops_in: Floats
    softness: Softness

    @cached_property
    def number(self) -> Mapping[str, int]:
        """The index of each screen, by its name."""
        return {screen.name: place for place, screen in enumerate(self.of)}

    @cached_property
    def _bounds(self) -> tuple[Floats, Floats]:
        """The north-west and the south-east corner of the box round each cell, (c, 2)."""
        corners = self.cells.corners
        return corners.min(axis=1, initial=inf), corners.max(axis=1, initial=-inf)

    def is_clear_between(self, eye: Spot, target: Bounds, but: Iterable[str]) -> bool:
        """Whether only screens of these names lie in the box round an eye and a target, so that it is seen whole."""
        (x, y), (west, north, east, south) = eye, target
        from_in, to_in = self._bounds
        is_about = (from_in <= (max(x, east), max(y, south))) & (to_in >= (min(x, west), min(y, north)))
        about = set(self.cells.owner[is_about.all(axis=1)].tolist())
        return about <= {self.number[name] for name in but if name in self.number}

    @cached_property
    def seen_before(self) -> dict[Hashable, dict[Any, bool]]:
        """By the eyes that looked, which targets they saw past these screens so far; new answers are added to it."""
        return {}


@lru_cache(maxsize=64)
def screens(table: Tabletop, hulls: tuple[Hull, ...]) -> Screens:
    """All screens on a table with these vehicles and wrecks on it."""
    terrain = _terrain_screens(table)
    vehicles = tuple(_hull(hull) for hull in hulls)
    stand = [ground_in(table, hull.at) + hull.height_in for hull in hulls]
    hull_cells = Cells.of(vehicle.area for vehicle in vehicles)
    number = len(terrain.of)
    cells = terrain.cells + Cells(hull_cells.corners, hull_cells.owner + number)
    past = np.tile(np.array(SOLID), (len(hull_cells.owner), 1))
    body = np.arange(len(vehicles))[hull_cells.owner] + number
    softness = Softness(
        np.concatenate([terrain.softness.past, past]), np.concatenate([terrain.softness.body, body])
    )
    tops = np.concatenate([terrain.tops_in, np.array(stand)[hull_cells.owner]])
    return Screens((*terrain.of, *vehicles), cells, tops, softness)


@lru_cache(maxsize=16)
def _terrain_screens(table: Tabletop) -> Screens:
    areas = _areas(table)
    screens: list[Screen] = []
    parts, tops, owner = [], [], []
    for piece in table.pieces:
        screen = _screen(piece, areas[piece.id])
        if screen is None:
            continue
        grounds = by_ground(table, screen.area)
        standing = (
            [(screen.area, raised_to_in(piece))]
            if is_raised(piece)
            else [(part, foot_in + tall_in(piece)) for part, foot_in in grounds]
        )
        for part, top_in in standing:
            parts.append(part)
            tops.append(top_in)
            owner.append(len(screens))
        screens.append(screen)
    cells = Cells.of(parts)
    of_screens = Cells(cells.corners, np.array(owner, dtype=np.int64)[cells.owner])
    past = {place: screen.past for place, screen in enumerate(screens)}
    softness = Softness.of(of_screens, past, _bodies(screens))
    return Screens(tuple(screens), of_screens, np.array(tops)[cells.owner], softness)


def _screen(piece: Piece, area: BaseGeometry) -> Screen | None:
    """A piece as a screen; None if it hides nothing."""
    ground = ground_of(piece)
    if is_raised(piece):
        cite = ours(163 if is_hill_without_level(piece) else 35)
        return Screen(piece.id, str(piece), area, Cover.HARD, cite)
    words = str(piece) if piece.height_in is None else f'{piece}, {piece.height_in:g}" high,'
    cover = ground.within if ground.behind is Cover.OPEN else ground.behind
    if ground.see_into_in is None:
        if piece.height_in is None or ground.behind is Cover.OPEN:
            return None
        return Screen(piece.id, words, area, cover, ours(73), LOW)
    past = _looked_past(piece, ground)
    return Screen(piece.id, words, area, cover, _cite(piece, past), past)


def _looked_past(piece: Piece, ground: Ground) -> LookedPast:
    if piece.terrain is TableTerrain.BOCAGE:
        return BOCAGE
    if ground.see_into_in == WOODS_DEPTH_IN:
        return WOODS
    return SMOKE if ground.see_into_in == inf else SOLID


def _cite(piece: Piece, past: LookedPast) -> Citation:
    if past is WOODS:
        return ours(30)
    if past is SMOKE:
        return ours(164)
    if piece.terrain in SHUT_WALLS and piece.height_in is None:
        return ours(175)
    if piece.height_in is not None:
        return ours(73)
    return ours(31 if past is BOCAGE else 162)


@lru_cache(maxsize=4096)
def _hull(hull: Hull) -> Screen:
    words = f'{hull.words}, {hull.height_in:g}" high,'
    return Screen(hull.name, words, hull.outline, Cover.HARD, ours(74))


def _areas(table: Tabletop) -> Mapping[str, BaseGeometry]:
    """The ground each piece covers, by its id; where lines of one kind continue each other, the bend is filled."""
    areas = dict(standing_areas(table))
    alike: dict[object, list[Piece]] = defaultdict(list)
    for piece in table.pieces:
        if isinstance(piece.shape, shapely.LineString):
            alike[piece.terrain, piece.width_in, piece.level, piece.height_in].append(piece)
    for lines in alike.values():
        merged = shapely.line_merge(shapely.multilinestrings([line.shape for line in lines]))
        if len(drawn_on := shapely.get_parts(merged)) == len(lines):
            continue
        whole = shapely.union_all([replace(lines[0], shape=line).area for line in drawn_on])
        bends = shapely.get_parts(shapely.difference(whole, shapely.union_all([line.area for line in lines])))
        for line in lines:
            areas[line.id] = shapely.union_all([areas[line.id], *bends[shapely.intersects(bends, line.area)]])
    return areas


def _bodies(screens: list[Screen]) -> Ints:
    """The body that each screen belongs to: screens of one kind that can be seen into and touch, even in a chain, are one."""
    body = np.arange(len(screens))
    if not screens:
        return body
    areas = [screen.area for screen in screens]
    one, other = shapely.STRtree(areas).query(areas, predicate="dwithin", distance=HAIR_IN)
    for _ in screens:
        before = body.copy()
        for first, second in zip(one.tolist(), other.tolist(), strict=True):
            if screens[first].past is screens[second].past and not screens[first].past.is_solid:
                body[first] = body[second] = min(body[first], body[second])
        if (before == body).all():
            break
    return body
