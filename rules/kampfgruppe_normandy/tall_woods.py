"""What eyes see of targets past woods whose height is given: over them, or 4 inches into them below their tops.

Rule: KGN Line of sight; OUR 30, 73.
"""

from collections import defaultdict

import numpy as np
import shapely

from rules.ground.arrays import Bools, Floats, segments
from rules.ground.heights import hidden_spans
from rules.ground.inches import Spot
from rules.kampfgruppe_normandy.blocking import Targets
from rules.kampfgruppe_normandy.tall_things import Tall
from rules.kampfgruppe_normandy.terrain import WOODS_DEPTH_IN

_LEAST_IN = 1e-6


def shares_past(
    wood: Tall, eye: Spot, eye_in: float, targets: Targets, slices_in: Floats, looked_for: Bools
) -> Floats:
    """The share of the spots of each target that a wood leaves to be seen, level with each slice, (n, z); 1 for
    targets that are not looked for (n,)."""
    shares = np.ones(slices_in.shape)
    owner, top_in = targets.spot_owner, np.array(wood.top_in)
    count = np.bincount(owner)
    feet_in, foot = np.unique(slices_in[:, 0], return_inverse=True)
    for number in range(len(feet_in)):
        those = np.flatnonzero(looked_for & (foot == number))
        if not len(those):
            continue
        levels_in = slices_in[those[0]]
        spans = hidden_spans(np.array(eye_in), top_in, levels_in)
        alike = defaultdict(list)
        for level, kind in enumerate(zip(*spans, levels_in < top_in, strict=True)):
            alike[kind].append(level)
        of_those = np.isin(owner, those)
        for (least, most, is_low), levels in alike.items():
            if most > 0:
                lost = np.zeros(len(owner))
                lost[of_those] = _lost_in(wood, (least, most), eye, targets.spots[of_those], is_low=is_low)
                left = 1 - np.bincount(owner, lost) / count
                shares[np.ix_(those, np.array(levels))] = left[those, None]
    return shares


def _lost_in(wood: Tall, span: tuple[float, float], eye: Spot, spots: Floats, *, is_low: bool) -> Bools:
    """Which spots a wood hides level with a slice: one sees 4 inches into it and out of it below its tops, and not
    through it."""
    least, most = span
    area, at = wood.blocker.area, np.array(eye)
    start, end = (0.0 if most == np.inf else 1 / most), 1 / least
    lines = segments(at + (spots - at) * start, at + (spots - at) * end)
    depth = np.zeros(len(spots))
    meets = shapely.intersects(area, lines)
    depth[meets] = shapely.length(shapely.intersection(lines[meets], area))
    is_in = shapely.intersects_xy(area, spots) & is_low
    is_in |= bool(shapely.intersects_xy(area, *eye)) and start == 0.0
    lost: Bools = (depth > WOODS_DEPTH_IN + _LEAST_IN) | ((depth > _LEAST_IN) & ~is_in)
    return lost
