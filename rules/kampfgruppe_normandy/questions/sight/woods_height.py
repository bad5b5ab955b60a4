"""Sight past woods of known height: over them, or 4 inches into them below their tops.

Rule: KGN Line of sight; OUR 30, 73.
"""

from collections import defaultdict
from itertools import product

import numpy as np
import shapely

from rules.ground.table.arrays import Bools, Floats, segments
from rules.ground.table.sight.heights import hidden_spans
from rules.kampfgruppe_normandy.book.terrain_chart import WOODS_DEPTH_IN
from rules.kampfgruppe_normandy.questions.sight.blockers import Targets
from rules.kampfgruppe_normandy.questions.sight.height_blockers import Tall

_LEAST_IN = 1e-6


def shares_past(
    wood: Tall, eyes: Floats, eyes_in: Floats, targets: Targets, slices_in: Floats, looked_for: Bools
) -> Floats:
    """The share of the spots of each target that a wood leaves eyes (e, 2), so high above the table (e,), to see level
    with each slice, (n, e, z); 1 for targets that are not looked for (n,)."""
    shares = np.ones((len(slices_in), len(eyes), slices_in.shape[1]))
    feet_in, foot = np.unique(slices_in[:, 0], return_inverse=True)
    heights_in, height = np.unique(eyes_in, return_inverse=True)
    for standing, looking in product(range(len(feet_in)), range(len(heights_in))):
        those = looked_for & (foot == standing)
        if those.any():
            theirs = np.flatnonzero(height == looking)
            levels_in = slices_in[those.argmax()]
            lost = _lost_level(wood, eyes[theirs], heights_in[looking], levels_in, targets, those)
            shares[np.ix_(those, theirs)] = 1 - lost
    return shares


def _lost_level(
    wood: Tall, eyes: Floats, eye_in: float, levels_in: Floats, targets: Targets, those: Bools
) -> Floats:
    """The share of the spots of those targets (t of n) that a wood hides from eyes of one height, level with slices
    that are the same for all, (t, e, z)."""
    top_in = np.array(wood.top_in)
    alike = defaultdict(list)
    spans = hidden_spans(np.array(eye_in), top_in, levels_in)
    for level, kind in enumerate(zip(*spans, levels_in < top_in, strict=True)):
        alike[kind].append(level)
    owner = targets.spot_owner
    spots, owner, number = targets.spots[those[owner]], owner[those[owner]], len(those)
    lost = np.zeros((int(those.sum()), len(eyes), len(levels_in)))
    for (least, most, is_low), levels in alike.items():
        if most > 0:
            hidden = _lost_in(wood, (least, most), eyes, spots, is_low=is_low)
            parts = [np.bincount(owner, hider, number)[those] for hider in hidden]
            lost[:, :, levels] = (
                np.stack(parts, axis=1) / np.bincount(owner, minlength=number)[those, None]
            )[..., None]
    return lost


def _lost_in(wood: Tall, span: tuple[float, float], eyes: Floats, spots: Floats, *, is_low: bool) -> Bools:
    """Which spots a wood hides from which eyes, (e, s), level with a slice: one sees 4 inches into it and out of it
    below its tops, and not through it."""
    least, most = span
    area, at = wood.blocker.area, eyes[:, None]
    start, end = (0.0 if most == np.inf else 1 / most), 1 / least
    ways = spots - at
    lines = segments((at + ways * start).reshape(-1, 2), (at + ways * end).reshape(-1, 2))
    depths = np.zeros(len(lines))
    meets = shapely.intersects(area, lines)
    depths[meets] = shapely.length(shapely.intersection(lines[meets], area))
    depth = depths.reshape(len(eyes), len(spots))
    is_in = shapely.intersects_xy(area, spots) & is_low
    is_out = (shapely.intersects_xy(area, eyes) & (start == 0.0))[:, None]
    lost: Bools = (depth > WOODS_DEPTH_IN + _LEAST_IN) | ((depth > _LEAST_IN) & ~(is_in | is_out))
    return lost
