"""What eyes see of targets past woods whose height is given: over them, or 4 inches into them below their tops.

Rule: KGN Line of sight; OUR 30, 73.
"""

import numpy as np
import shapely

from rules.ground.arrays import Bools, Floats, segments
from rules.ground.heights import hidden_spans
from rules.ground.inches import Spot
from rules.kampfgruppe_normandy.blocking import Targets
from rules.kampfgruppe_normandy.tall_things import Tall
from rules.kampfgruppe_normandy.terrain import WOODS_DEPTH_IN

_LEAST_IN = 1e-6


def shares_past(wood: Tall, eye: Spot, eye_in: float, targets: Targets, slices_in: Floats) -> Floats:
    """The share of the spots of each target that a wood leaves to be seen, level with each slice, (n, z)."""
    top_in = np.array(wood.top_in)
    spans = hidden_spans(np.array(eye_in), top_in, slices_in)
    shares = np.ones(slices_in.shape)
    is_low = slices_in < top_in
    for alike in set(zip(*(each.ravel().tolist() for each in (*spans, is_low)), strict=True)):
        least, most, low = alike
        if most == 0:
            continue
        chosen = (spans.least == least) & (spans.most == most) & (is_low == low)
        those = chosen.any(axis=1)[targets.spot_owner]
        lost = _lost_in(wood, (least, most), eye, targets.spots[those], is_low=low)
        owner = targets.spot_owner[those]
        of_target = np.bincount(owner, lost, len(shares)) / np.maximum(
            np.bincount(owner, minlength=len(shares)), 1
        )
        shares[chosen] = np.broadcast_to(1 - of_target[:, None], shares.shape)[chosen]
    return shares


def _lost_in(wood: Tall, span: tuple[float, float], eye: Spot, spots: Floats, *, is_low: bool) -> Bools:
    """Which spots a wood hides level with a slice: one sees 4 inches into it and out of it below its tops, and not
    through it."""
    least, most = span
    area, at = wood.blocker.area, np.array(eye)
    start, end = (0.0 if most == np.inf else 1 / most), 1 / least
    lines = segments(at + (spots - at) * start, at + (spots - at) * end)
    depth = shapely.length(shapely.intersection(lines, area))
    is_in = shapely.intersects_xy(area, spots) & is_low
    is_in |= bool(shapely.intersects_xy(area, *eye)) and start == 0.0
    lost: Bools = (depth > WOODS_DEPTH_IN + _LEAST_IN) | ((depth > _LEAST_IN) & ~is_in)
    return lost
