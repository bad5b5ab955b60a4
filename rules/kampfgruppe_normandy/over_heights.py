"""Sight over things whose height is known: how much of a target an eye sees over walls, hulls, houses and hills.

A target is looked at in ten slices, one for each tenth of its height; of each so much is seen as no thing hides that
stands high enough there. What has no height given is as tall as need be, and judged by levels as on any table.

Rule: KGN Line of sight; OUR 73, 74.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import compress

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.percent import percent
from rules.game.ruling import Reason
from rules.ground.arrays import Bools, Floats, Geometries, Ints, segments
from rules.ground.inches import Spot
from rules.ground.tabletop import Piece, Tabletop
from rules.kampfgruppe_normandy.blocking import Eye, Targets, gaps_in, hides
from rules.kampfgruppe_normandy.concealment import Cover
from rules.kampfgruppe_normandy.height_shadows import Span, hidden_span, shadow
from rules.kampfgruppe_normandy.statures import ground_in
from rules.kampfgruppe_normandy.tall_things import TOUCHES_IN, Tall, foot_in
from rules.kampfgruppe_normandy.terrain import WOODS_DEPTH_IN

SLICES = 10
_LEAST_IN = 1e-6
_NOTHING = shapely.Polygon()
_ALL = Span(1.0, float("inf"))


@dataclass(frozen=True, eq=False)
class From:
    """From where one looks: an eye and its height above the table."""

    eye: Eye
    eye_in: float


@dataclass(frozen=True, eq=False)
class Standing:
    """Targets side by side: where each stands, the height of its foot above the table (n,), and how tall it is."""

    targets: Targets
    feet_in: Floats
    tall_in: float


def shares_over(
    things: tuple[Tall, ...],
    viewer: From,
    standing: Standing,
    only: int | None = None,
    looked_for: Bools | None = None,
) -> Floats:
    """The share of each target (n,) that is seen, or of those that are looked for; with `only`, as if that thing
    alone stood in the way."""
    targets = standing.targets
    counted = [one for place, one in enumerate(things) if only is None or place == only]
    in_the_way = np.array([_is_in_the_way(one, viewer, targets) for one in counted], dtype=np.bool_)
    in_the_way = in_the_way.reshape(len(counted), len(standing.feet_in))
    shares = np.ones(len(standing.feet_in))
    if not in_the_way.any():
        return shares
    keys = np.concatenate([standing.feet_in[None], in_the_way.astype(np.float64)]).T
    asked = np.ones(len(keys), dtype=np.bool_) if looked_for is None else looked_for
    for key in dict.fromkeys(map(tuple, keys[asked].tolist())):
        chosen = np.flatnonzero((keys == key).all(axis=1) & asked)
        here = list(compress(counted, key[1:]))
        shares[chosen] = _share_of(here, viewer, targets, chosen, key[0], standing.tall_in)
    return np.where(shares < _LEAST_IN, 0.0, np.where(shares > 1 - _LEAST_IN, 1.0, shares))


def blamed_over(things: tuple[Tall, ...], viewer: From, standing: Standing) -> Iterator[tuple[Cover, Reason]]:
    """What hides some of a single target, each with the part it hides by itself and the cover it gives."""
    for place, one in enumerate(things):
        part = 1 - float(shares_over(things, viewer, standing, place)[0])
        if part > _LEAST_IN:
            said = "hides it" if part > 1 - _LEAST_IN else f"hides {percent(part)} of it"
            high = "" if one.top_in is None else f', {one.top_in:g}" high,'
            middle = shapely.centroid(one.blocker.area)
            where = (Spot(middle.x, middle.y),)
            yield one.blocker.cover, Reason(f"{one.blocker.words}{high} {said}", one.blocker.cite, where)


def _is_in_the_way(one: Tall, viewer: From, targets: Targets) -> Bools:
    """For which targets (n,) a thing counts: neither end looks past it, and by its level if it has no height."""
    blocker = one.blocker
    everyone = np.ones(len(targets.levels), dtype=np.bool_)
    if one.top_in is None:
        return hides(blocker, viewer.eye, targets)
    if blocker.is_hill or one.is_wood:
        return everyone
    if shapely.distance(blocker.area, shapely.Point(viewer.eye.spot)) <= blocker.looked_past_in:
        return ~everyone
    if blocker.looked_past_in > TOUCHES_IN:
        return gaps_in(blocker, targets) > blocker.looked_past_in
    return everyone


def _share_of(
    things: list[Tall], viewer: From, targets: Targets, chosen: Ints, foot_in: float, tall_in: float
) -> Floats:
    """The share of the chosen targets that is seen, all of them on ground of one height."""
    of_part = np.isin(targets.footprints.owner, chosen)
    parts, owner = targets.footprints.parts[of_part], targets.footprints.owner[of_part]
    whole = np.bincount(owner, shapely.area(parts), len(targets.levels))
    spots_of = np.isin(targets.spot_owner, chosen)
    spots, spot_owner = targets.spots[spots_of], targets.spot_owner[spots_of]
    eye = viewer.eye.spot
    out_to_in = float(np.hypot(*(shapely.get_coordinates(parts) - np.array(eye)).T).max()) + 1.0
    clipped = _clipped(things, eye, parts)
    thrown = cache(lambda one, span: shadow(clipped[one], eye, span, out_to_in))
    slices = [foot_in + tall_in * (k + 0.5) / SLICES for k in range(SLICES)]
    counted = Counter(tuple(_hiding_at(list(clipped), viewer.eye_in, z_in)) for z_in in slices)
    at_every_height = [
        pair for pair in next(iter(counted)) if not pair[0].is_wood and all(pair in one for one in counted)
    ]
    left = _out_of(parts, [thrown(one, span) for one, span, _ in at_every_height])
    seen = np.zeros(len(targets.levels))
    for hiding, times in counted.items():
        further = [pair for pair in hiding if not pair[0].is_wood and pair not in at_every_height]
        lit = _out_of(left, [thrown(one, span) for one, span, _ in further])
        share = np.bincount(owner, shapely.area(lit), len(seen)) / np.where(whole > 0, whole, 1.0)
        for one, span, is_low in hiding:
            if one.is_wood and share.any():
                share *= 1 - _shares(spot_owner, _lost_in(one, span, eye, spots, is_low=is_low), len(seen))
        seen += share * times
    found: Floats = seen[chosen] / SLICES
    return found


def _clipped(things: list[Tall], eye: Spot, parts: Geometries) -> dict[Tall, BaseGeometry]:
    """What of each thing lies on the lines from an eye to these footprints; those that have nothing there left out."""
    boxes = shapely.bounds(parts)
    corners = [boxes[:, [0, 1]], boxes[:, [0, 3]], boxes[:, [2, 1]], boxes[:, [2, 3]]]
    reach = shapely.convex_hull(shapely.multipoints(np.concatenate([*corners, [eye]])))
    cut = shapely.intersection(np.array([one.blocker.area for one in things], dtype=object), reach)
    return {one: area for one, area in zip(things, cut.tolist(), strict=True) if area.area > 0}


def _hiding_at(things: list[Tall], eye_in: float, z_in: float) -> Iterator[tuple[Tall, Span, bool]]:
    """What hides something level with this height, how far out, and whether it stands higher than that."""
    for one in things:
        if one.top_in is None:
            yield one, _ALL, True
        elif (span := hidden_span(eye_in, one.top_in, z_in)) is not None:
            yield one, span, z_in < one.top_in


def _out_of(parts: Geometries, shadows: list[BaseGeometry]) -> Geometries:
    """What of each part lies in none of these shadows."""
    lit = parts.copy()
    if not shadows:
        return lit
    dark = shapely.union_all(shadows)
    shapely.prepare(dark)
    touched = np.flatnonzero(shapely.intersects(dark, parts))
    is_covered = shapely.contains_properly(dark, parts[touched])
    lit[touched[is_covered]] = _NOTHING
    cut = touched[~is_covered]
    lit[cut] = shapely.difference(parts[cut], dark)
    return lit


def _lost_in(one: Tall, span: Span, eye: Spot, spots: Floats, *, is_low: bool) -> Bools:
    """Which spots a wood hides: one sees 4 inches into it and out of it below its tops, and not through them."""
    area = one.blocker.area
    at = np.array(eye)
    start, end = (0.0 if span.most == float("inf") else 1 / span.most), 1 / span.least
    lines = segments(at + (spots - at) * start, at + (spots - at) * end)
    depth = shapely.length(shapely.intersection(lines, area))
    is_in = shapely.intersects_xy(area, spots) & is_low
    is_in |= bool(shapely.intersects_xy(area, *eye)) and start == 0.0
    lost: Bools = (depth > WOODS_DEPTH_IN + _LEAST_IN) | ((depth > _LEAST_IN) & ~is_in)
    return lost


def _shares(owner: Ints, hidden: Bools, count: int) -> Floats:
    """The share of the spots of each target that are hidden."""
    shares: Floats = np.bincount(owner, hidden, count) / np.maximum(np.bincount(owner, minlength=count), 1)
    return shares


def shelters(
    table: Tabletop, piece: Piece, eye: Spot, eye_in: float, men: tuple[Spot, ...], tall_in: float
) -> bool:
    """Whether a piece whose height is given hides at least a tenth of at least half of these men."""
    top = foot_in(table, piece) + (piece.height_in or 0.0)
    hidden = 0
    for man in men:
        line = shapely.LineString([eye, man])
        inside = shapely.get_coordinates(line.intersection(piece.area))
        if not len(inside):
            continue
        gaps = np.hypot(*(inside - np.array(eye)).T)
        z_in = ground_in(table, man) + tall_in / SLICES / 2
        span = hidden_span(eye_in, top, z_in)
        times = eye.gap_in(man) / np.maximum(gaps, _LEAST_IN)
        hidden += span is not None and bool(times.max() >= span.least) and bool(times.min() <= span.most)
    return 2 * hidden >= len(men)
