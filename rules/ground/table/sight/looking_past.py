"""Soft obstacles that a line of sight may run through for a short way: into and out of woods, through a hedge close by.

A line runs in an obstacle from `near_in` to `far_in`, as long as it is below the top. It may run through there if the run is
no longer than `depth_in`, and begins near enough to the eye or ends near enough to the target. Solid obstacles always
block. The answer is the same in both directions.
"""

from typing import NamedTuple

import numpy as np

from rules.ground.table.arrays import Bools, Floats
from rules.ground.table.sight.heights import Spans


class LookedPast(NamedTuple):
    """How far sight runs through an obstacle, in inches: through `depth_in` of it at most, from eyes up to `at_eye_in` away and
    to targets up to `at_target_in` behind it. For the topmost slice of a target, where its own eye is, that is `at_head_in`."""

    depth_in: float
    at_eye_in: float
    at_target_in: float
    at_head_in: float

    @classmethod
    def within(cls, depth_in: float, away_in: float = 0.0) -> "LookedPast":
        """The same distance at the eye and at the target; by default only from inside the obstacle."""
        return cls(depth_in, away_in, away_in, away_in)

    @property
    def is_solid(self) -> bool:
        return self.at_eye_in < 0


SOLID = LookedPast.within(0.0, -1.0)

FAR_APART_IN = 1e4
"""Runs in different bodies are kept apart on one line by shifting each body this far from the next."""


class Run(NamedTuple):
    """Where lines run in obstacles, in inches from the eye, and how these are looked past: arrays that broadcast."""

    near_in: Floats
    far_in: Floats
    depth_in: Floats
    at_eye_in: Floats
    at_target_in: Floats


def hidden_on_line(run: Run, spans: Spans) -> tuple[Floats, Floats]:
    """The start and end of the stretch of a line that an obstacle hides at the height of a slice; `spans` are its `hidden_spans`.

    >>> one = Run(*map(np.array, ([10.0, 10.0], [13.0, 16.0], [4.0, 4.0], [0.0, 0.0], [0.0, 0.0])))
    >>> hidden_on_line(one, Spans(np.ones(2), np.full(2, np.inf)))[0].tolist()
    [13.0, 14.0]
    """
    near, far, depth, at_eye, at_target = run
    least, most = spans
    is_below = np.isinf(most)
    if (at_eye < 0).all():
        return np.where(is_below, least * near, near), most * far
    with np.errstate(divide="ignore", invalid="ignore"):
        # From an eye below the top the line leaves the obstacle upwards, `least` times as far out.
        too_deep = np.where(far - near <= depth, np.inf, least * (near + depth))
        is_far = far * (least - 1) > at_target
        behind = np.where(is_far, at_target / (1 - 1 / least), far + at_target)
        starts = np.where(near <= at_eye, too_deep, np.maximum(least * near, np.minimum(behind, too_deep)))
        if not is_below.all():
            # From an eye above the top the line enters the obstacle downwards, and is out of it again `most` times as far out.
            over_top = np.where(is_below, 0.0, 1 / most)
            sinks = np.maximum(near + depth, depth / (1 - over_top))
            sunk = np.where(far - np.maximum(near, far * over_top) <= depth, np.inf, sinks)
            beside = np.where(at_target < 0, 0.0, far + at_target)
            beside = np.maximum(beside, np.where(near <= at_eye, most * at_eye, 0.0))
            starts = np.where(is_below, starts, np.maximum(near, np.minimum(sunk, beside)))
    return starts, most * far


def joined(near_in: Floats, far_in: Floats, goes_on: Bools) -> tuple[Floats, Floats]:
    """Runs (r, j, z) along each line, joined where each continues the run before it."""
    near_in, far_in = near_in.copy(), far_in.copy()
    last = near_in.shape[1] - 1
    for place in range(1, last + 1):
        on = goes_on[:, place]
        near_in[:, place] = np.where(on, near_in[:, place - 1], near_in[:, place])
        furthest = np.maximum(far_in[:, place - 1], far_in[:, place])
        far_in[:, place] = np.where(on, furthest, far_in[:, place])
    for place in range(last, 0, -1):
        far_in[:, place - 1] = np.where(goes_on[:, place], far_in[:, place], far_in[:, place - 1])
    return near_in, far_in
