"""Line of sight from the model's eye: how much of a target is seen, what hides the rest, and the cover it gives.

Rule: KGN Line of sight; OUR 30 to 36.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import shapely
from shapely.geometry.base import BaseGeometry

from rules.errors import BadInput
from rules.game.citation import Citation
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.game.verdicts import Visibility
from rules.ground.inches import Base, Spot, gap_in
from rules.ground.outlines import Outlines
from rules.ground.seen_share import seen_share
from rules.ground.table_terrain import TableTerrain
from rules.ground.tabletop import Piece, Tabletop
from rules.ground.tabletop_sight import hiding
from rules.kampfgruppe_normandy.concealment import Cover
from rules.kampfgruppe_normandy.position import MAN_IN, Position, offsets_of
from rules.kampfgruppe_normandy.rulebook import cite, ours
from rules.kampfgruppe_normandy.terrain import WOODS_DEPTH_IN, ground_of
from rules.kampfgruppe_normandy.unit_types import Kind

SEEN_WHOLE = 0.9
"""A target of which less is seen is seen in part (OUR 32)."""

AT_BOCAGE_IN = 1.0
DEAD_GROUND_IN = 4.0
_LEAST = 1e-6

End = Unit | Spot


@dataclass(frozen=True)
class Solid:
    """A thing that hides what is behind it: where it lies, how high its ground is, and the cover it gives."""

    words: str
    shape: BaseGeometry
    level: int
    cover: Cover
    cite: Citation


@dataclass(frozen=True)
class Look:
    """What an eye sees of a target: the share of its footprint, and what hides the rest, with its cover."""

    share: float
    distance_in: float
    cover: Cover
    reasons: tuple[Reason, ...]
    eye: Spot

    @property
    def is_open(self) -> bool:
        return self.share > 0

    @property
    def is_partial(self) -> bool:
        return 0 < self.share < SEEN_WHOLE

    @property
    def visibility(self) -> Visibility:
        if not self.is_open:
            return Visibility.BLOCKED
        return Visibility.HINDERED if self.is_partial else Visibility.CLEAR

    @property
    def words(self) -> str:
        if not self.is_open:
            return "not seen"
        return f"seen in part, {self.share:.0%} of it" if self.is_partial else "seen"


@dataclass(frozen=True, slots=True)
class Hull:
    """A vehicle or wreck that stands on the table, as far as sight goes."""

    name: str
    words: str
    at: Spot
    facing_deg: float
    width_in: float
    length_in: float


@dataclass(frozen=True, slots=True)
class _Mark:
    """A target as far as sight goes: where its footprint lies."""

    at: Spot
    facing_deg: float
    width_in: float
    length_in: float
    offsets: tuple[tuple[float, float], ...] = ()


@implements("KN-PRIN-14", "KN-PRIN-15", "KN-PRIN-16", "KN-SHOOT-09")
def look(position: Position, viewer: End, target: End) -> Look:
    """What a viewer sees of a target: from the model's eye, of the target's whole footprint.

    A squad sees with each man's eye, and the best of them counts: the firer has the benefit of the doubt.

    Rule: KGN Line of sight.
    """
    ends = frozenset(_names(position, viewer) | _names(position, target))
    hulls = tuple(hull for hull in _hulls(position) if hull.name not in ends)
    return _looked(position.table, _eyes(position, viewer), _mark(position, target), ends, hulls)


@lru_cache(maxsize=20_000)
def _looked(
    table: Tabletop, eyes: tuple[Spot, ...], target: _Mark, ends: frozenset[str], hulls: tuple[Hull, ...]
) -> Look:
    base = _footprint(target)
    best: Look | None = None
    for eye in eyes:
        found = _look_from(table, eye, base, ends, hulls)
        if best is None or found.share > best.share:
            best = found
        if best.share >= SEEN_WHOLE:
            break
    assert best is not None
    return best


def _eyes(position: Position, viewer: End) -> tuple[Spot, ...]:
    return (viewer,) if isinstance(viewer, Spot) else position.models(viewer)


def _mark(position: Position, target: End) -> _Mark:
    if isinstance(target, Spot):
        return _Mark(target, 0.0, MAN_IN, MAN_IN, ((0.0, 0.0),))
    carrier = position.status(target).aboard
    if carrier is not None and carrier in position.state.units:
        return _mark(position, position.state.unit(carrier))
    spot = position.spot(target)
    if spot is None:
        raise BadInput(f"unit {target.id}.at", None, "a spot on the table")
    kind = position.type(target)
    offsets = offsets_of(position.status(target)) if kind.is_infantry else ()
    return _Mark(spot, target.facing_deg or 0.0, kind.width_in, kind.length_in, offsets)


@lru_cache(maxsize=4096)
def _footprint(mark: _Mark) -> Base:
    if mark.offsets:
        x, y = mark.at
        return Base.group(Base.round(Spot(x + dx, y + dy), MAN_IN) for dx, dy in mark.offsets)
    return Base.rectangle(mark.at, mark.width_in, mark.length_in, mark.facing_deg)


def _names(position: Position, end: End) -> set[str]:
    """What does not hide an end: itself, what it rides, what it stands in."""
    if isinstance(end, Spot):
        return set()
    status = position.status(end)
    return {name for name in (end.id, status.aboard, status.inside) if name is not None}


def _look_from(table: Tabletop, eye: Spot, base: Base, ends: frozenset[str], hulls: tuple[Hull, ...]) -> Look:
    levels = table.level_at(eye), table.level_at(base.at)
    reach = shapely.convex_hull(shapely.union(shapely.Point(eye), base.outline))
    solids = _solids_between(table, eye, base, ends, hulls, levels, reach)
    share, cover = 1.0, Cover.OPEN
    reasons: list[Reason] = []
    if solids:
        seen = seen_share(eye, base, Outlines.of({name: solid.shape for name, solid in solids.items()}))
        share = seen.share
        hidden = seen.hidden_by or (dict.fromkeys(solids, 0.0) if share < 1 - _LEAST else {})
        for name, part in hidden.items():
            solid = solids[name]
            cover = max(cover, solid.cover)
            said = f"{solid.words} hides it" if part > 1 - _LEAST else f"{solid.words} hides {part:.0%} of it"
            middle = shapely.centroid(solid.shape)
            reasons.append(Reason(said, solid.cite, (Spot(middle.x, middle.y),)))
    through = _through_woods(table, eye, base, levels, reach)
    if through is not None:
        share *= through[0]
        cover = max(cover, Cover.VISUAL)
        reasons.append(through[1])
    if share < _LEAST:
        share = 0.0
    if share >= SEEN_WHOLE:
        cover = Cover.OPEN
    elif share > 0:
        reasons.append(Reason(f"{share:.0%} of the target is seen, which leaves it obscured", ours(32)))
    return Look(share, gap_in(eye, base), cover, tuple(reasons), eye)


def _solids_between(
    table: Tabletop,
    eye: Spot,
    base: Base,
    ends: frozenset[str],
    hulls: tuple[Hull, ...],
    levels: tuple[int, int],
    reach: BaseGeometry,
) -> dict[str, Solid]:
    found: dict[str, Solid] = {}
    for piece, area in _hiding_pieces(table):
        if piece.id in ends or not area.intersects(reach):
            continue
        if (solid := _piece_as_solid(piece, area, eye, base, levels)) is not None:
            found[piece.id] = solid
    point = shapely.Point(eye)
    for hull in hulls:
        shape = _hull_outline(hull)
        if shape.intersects(reach) and shape.distance(point) > 0 and shape.distance(base.outline) > 0:
            found[hull.name] = Solid(hull.words, shape, table.level_at(hull.at), Cover.HARD, ours(34))
    return {name: one for name, one in found.items() if not _is_overlooked(one, eye, base, levels)}


def _piece_as_solid(
    piece: Piece, area: BaseGeometry, eye: Spot, base: Base, levels: tuple[int, int]
) -> Solid | None:
    ground = ground_of(piece)
    if ground.see_into_in is None:
        is_hill = piece.level > max(levels)
        return Solid(str(piece), area, piece.level - 1, Cover.HARD, ours(35)) if is_hill else None
    point = shapely.Point(eye)
    near_in = AT_BOCAGE_IN if piece.terrain is TableTerrain.BOCAGE else 0.0
    if area.distance(point) <= near_in or area.distance(base.outline) <= near_in:
        return None
    where = ours(31) if near_in else cite("Line of sight")
    return Solid(str(piece), area, piece.level, ground.behind, where)


def _hulls(position: Position) -> Iterator[Hull]:
    for unit in position.on_table():
        kind = position.type(unit)
        if kind.is_vehicle and kind.kind is not Kind.AIRCRAFT and isinstance(unit.at, Spot):
            yield Hull(unit.id, str(unit), unit.at, unit.facing_deg or 0.0, kind.width_in, kind.length_in)
    for wreck in position.course.wrecks:
        if wreck.at is not None:
            kind = position.book.type(wreck.type)
            words = f"the wreck of {wreck.unit}"
            facing = wreck.facing_deg or 0.0
            yield Hull(f"wreck {wreck.unit}", words, wreck.at, facing, kind.width_in, kind.length_in)


@lru_cache(maxsize=4096)
def _hull_outline(hull: Hull) -> BaseGeometry:
    outline = Base.rectangle(hull.at, hull.width_in, hull.length_in, hull.facing_deg).outline
    shapely.prepare(outline)
    return outline


@implements("KN-DFAT-43")
def _is_overlooked(solid: Solid, eye: Spot, base: Base, levels: tuple[int, int]) -> bool:
    """Whether one end stands above the thing, and the other far enough behind it (OUR 35)."""
    if max(levels) <= solid.level:
        return False
    lower = shapely.Point(eye) if levels[0] < levels[1] else base.outline
    if levels[0] == levels[1]:
        return True
    return bool(solid.shape.distance(lower) > DEAD_GROUND_IN)


@lru_cache(maxsize=16)
def _hiding_pieces(table: Tabletop) -> tuple[tuple[Piece, BaseGeometry], ...]:
    found = []
    for piece in table.pieces:
        depth = ground_of(piece).see_into_in
        if (depth is not None and depth != WOODS_DEPTH_IN) or (depth is None and piece.level > 0):
            shapely.prepare(piece.area)
            found.append((piece, piece.area))
    return tuple(found)


@lru_cache(maxsize=16)
def _woods(table: Tabletop) -> tuple[Outlines, dict[str, float]]:
    depths = {
        piece.id: WOODS_DEPTH_IN for piece in table.pieces if ground_of(piece).see_into_in == WOODS_DEPTH_IN
    }
    return Outlines.of_table(table, depths), depths


def _through_woods(
    table: Tabletop, eye: Spot, base: Base, levels: tuple[int, int], reach: BaseGeometry
) -> tuple[float, Reason] | None:
    """The share of the target that woods leave to be seen, and which wood it is; None if none does."""
    outlines, depths = _woods(table)
    if not depths:
        return None
    near = {name for name in depths if outlines.shapes[name].intersects(reach)}
    if not near:
        return None
    looked_over = {name for name in near if _over_wood(table, name, eye, base, levels)}
    counted = {name: depth for name, depth in depths.items() if name in near - looked_over}
    if not counted:
        return None
    outlines = outlines.without(name for name in depths if name not in counted)
    spots = _spots_of(base)
    hidden = 0
    blamed = ""
    for spot in spots:
        if found := hiding(outlines, eye, spot, counted):
            hidden += 1
            blamed = found[0].id
    if not hidden:
        return None
    piece = table.piece(blamed)
    middle = shapely.centroid(piece.area)
    said = f'{piece} hides it: one sees {WOODS_DEPTH_IN:g}" into woods and not through them'
    return 1 - hidden / len(spots), Reason(said, ours(30), (Spot(middle.x, middle.y),))


def _over_wood(table: Tabletop, name: str, eye: Spot, base: Base, levels: tuple[int, int]) -> bool:
    piece = table.piece(name)
    solid = Solid(str(piece), piece.area, piece.level, Cover.VISUAL, ours(30))
    return _is_overlooked(solid, eye, base, levels)


def _spots_of(base: Base) -> list[Spot]:
    """The men of a squad, or the corners and the middle of a hull."""
    points = shapely.get_coordinates(base.core).tolist()
    spots = [Spot(x, y) for x, y in points]
    return spots if base.radius_in else [*dict.fromkeys(spots), base.at]
