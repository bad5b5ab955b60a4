"""The profile of a line of sight, seen from the side: the levels of its hexes, what stands in them, and what blocks it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.profile import LEVELS, Profile, Stretch, merged
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Viewer
from rules.game.verdicts import Visibility
from rules.ground.hex.board import FINE
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.questions.sight.line_of_sight import line_of_sight
from rules.last_hundred_yards.questions.sight.outlook import HINDERING, outlook, place_of
from rules.last_hundred_yards.questions.sight.sight_ground import Image, SightGround
from rules.last_hundred_yards.questions.sight.sight_lines import (
    EFFECTS,
    NO_IMAGE,
    Effect,
    ImageKind,
    Line,
    is_over,
)
from rules.last_hundred_yards.state.markers import SMOKE
from rules.last_hundred_yards.state.position import stands_as

_EFFECTS = {
    Effect.BLOCKS: Visibility.BLOCKED,
    Effect.BLINDS: Visibility.BLIND,
    Effect.HINDERS: Visibility.HINDERED,
}
_WORSE = (Visibility.CLEAR, Visibility.HINDERED, Visibility.BLIND, Visibility.BLOCKED)
_LEAST = 1e-9
_FLAT = 0.1
"""The least length at which something that a line crosses, such as a wall, is drawn, in hexes."""


def profile(state: GameState, viewer: Viewer, target: Viewer, options: Options) -> Ruling[Profile]:
    """The levels of the hexes that a line passes, what stands in them, and by how many levels each obstacle is too high.

    Distances are along the line, 1 across the flats of a hex.

    Rule: LHY 4.2.1-4.2.4.
    """
    about, ruling = outlook(state, options), line_of_sight(state, viewer, target, options)
    line, passed, findings = about.explain(*(about.end(stands_as(state, end)) for end in (viewer, target)))
    ground, place = about.ground, place_of(target)
    way = _Way.of(ground, place_of(viewer), place)
    each = iter(findings)
    effects: dict[tuple[int, int], Visibility] = {}
    for which, at, image, _ in zip(each, each, each, each, strict=True):
        effect = _EFFECTS.get(Effect(EFFECTS[which]), Visibility.CLEAR)
        effects[at, image] = max(effects.get((at, image), Visibility.CLEAR), effect, key=_WORSE.index)
    stretches = [*_hexes(ground, way, line, passed, effects), *_images(ground, way, line, passed, effects)]
    stretches += _markers(state, ground, way, passed, effects)
    stretches.sort(key=lambda stretch: (stretch.start, stretch.name))
    board = ground.board
    levels = [
        (*way.span(shapely.Polygon(_hexagon(ground, here))), float(board.level(here)))
        for here in (ground.where.hex(at) for at in passed)
        if here in board.grid
    ]
    flat = [(start, end, level) for start, end, level in sorted(levels) if end - start > _LEAST]
    foot = float(board.level(place))
    seen = Profile(
        ruling.verdict,
        way.line.length,
        LEVELS,
        float(board.level(place_of(viewer))),
        foot,
        foot,
        merged(flat),
        tuple(stretches),
    )
    return Ruling(f"profile of {ruling.question}", seen, ruling.reasons)


class _Way(NamedTuple):
    """The drawn line between the dots of two hexes."""

    line: shapely.LineString

    @classmethod
    def of(cls, ground: SightGround, one: Hex, other: Hex) -> "_Way":
        grid = ground.board.grid
        return cls(shapely.LineString([grid.position(grid.centre(place)) for place in (one, other)]))

    def span(self, shape: BaseGeometry) -> tuple[float, float]:
        """Where along the line it enters and leaves a shape; (0, 0) if it misses the shape."""
        met = shapely.get_coordinates(shapely.intersection(self.line, shape.buffer(_LEAST)))
        at = [float(shapely.line_locate_point(self.line, shapely.Point(point))) for point in met]
        return (min(at), max(at)) if at else (0.0, 0.0)


def _hexagon(ground: SightGround, place: Hex) -> list[tuple[float, float]]:
    return [ground.board.grid.position(vertex) for vertex in ground.board.grid.vertices(place)]


def _hexes(
    ground: SightGround,
    way: _Way,
    line: Line,
    passed: Sequence[int],
    effects: dict[tuple[int, int], Visibility],
) -> Iterator[Stretch]:
    """The woods, forests and higher hexes between the ends."""
    facts = ground.listed
    for at in passed[1:-1]:
        own = facts.hexes[at]
        effect = effects.get((at, NO_IMAGE), Visibility.CLEAR)
        rises_only_by_markers = effect is Visibility.HINDERED
        if not own.wooded and (effect is Visibility.CLEAR or rises_only_by_markers):
            continue
        here = ground.where.hex(at)
        kinds = [
            terrain.words for terrain in (Terrain.FOREST, Terrain.WOODS) if terrain in _terrain(ground, here)
        ] or ["hill" if own.level > 0 else "ground"]
        start, end = way.span(shapely.Polygon(_hexagon(ground, here)))
        shown = Visibility.CLEAR if rises_only_by_markers else effect
        yield Stretch(
            f"{kinds[0]} {here}",
            start,
            end,
            float(own.level if own.wooded else 0),
            float(own.top),
            shown,
            _over(ground, line, at, own.top, shown),
        )


def _terrain(ground: SightGround, place: Hex) -> frozenset[Terrain]:
    own = ground.board.hexes.get(place)
    return frozenset() if own is None else frozenset(own.terrain)


def _images(
    ground: SightGround,
    way: _Way,
    line: Line,
    passed: Sequence[int],
    effects: dict[tuple[int, int], Visibility],
) -> Iterator[Stretch]:
    """The houses, walls, tree lines and contours that the line meets."""
    between, ends = {ground.where.hex(at): at for at in passed[1:-1]}, (passed[0], passed[-1])
    for number, image in enumerate(ground.images):
        at = between.get(image.at, ground.where.index.get(image.at, NO_IMAGE))
        effect = effects.get((at, number), Visibility.CLEAR)
        if image.at not in between and (at not in ends or effect is Visibility.CLEAR):
            continue
        if image.kind is ImageKind.CONTOUR and effect is Visibility.CLEAR:
            continue
        shape = _shape(ground, image)
        if effect is Visibility.CLEAR and not shape.intersects(way.line):
            continue
        start, end = way.span(shape)
        top = None if image.kind is ImageKind.CONTOUR else float(image.total)
        middle = (start + end) / 2
        start, end = min(start, middle - _FLAT / 2), max(end, middle + _FLAT / 2)
        yield Stretch(
            f"{image.terrain.words} {image.at}", start, end, float(image.floor), top, effect,
            None if top is None else _over(ground, line, at, image.total, effect),
        )  # fmt: skip


def _shape(ground: SightGround, image: Image) -> BaseGeometry:
    points = [ground.board.grid.position((x / FINE, y / FINE)) for x, y in image.points]
    return shapely.Polygon(points) if len(points) > 2 else shapely.LineString(points)


def _markers(
    state: GameState,
    ground: SightGround,
    way: _Way,
    passed: Sequence[int],
    effects: dict[tuple[int, int], Visibility],
) -> Iterator[Stretch]:
    """Smoke and mortar fire that hinder."""
    for marker in state.markers:
        if marker.kind not in HINDERING or not isinstance(marker.at, Hex):
            continue
        at = ground.where.index.get(marker.at, NO_IMAGE)
        if at in passed and effects.get((at, NO_IMAGE)) is Visibility.HINDERED:
            start, end = way.span(shapely.Polygon(_hexagon(ground, marker.at)))
            kind = "smoke" if marker.kind == SMOKE else "mortar fire"
            level = float(ground.board.level(marker.at))
            yield Stretch(f"{kind} {marker.at}", start, end, level, None, Visibility.HINDERED)


def _over(ground: SightGround, line: Line, at: int, total: int, effect: Visibility) -> float | None:
    """By how many levels something is too high for the line; None if it is not in the way, or would be at any height."""
    if effect not in (Visibility.BLOCKED, Visibility.BLIND):
        return None
    if line.is_level:
        return float(total - line.high) if total > line.high else None
    return (
        float(
            next(
                less
                for less in range(1, total - line.low + 1)
                if total - less == line.low or is_over(ground.listed, line, at, total - less)
            )
        )
        if total > line.low
        else None
    )
