"""How far out things of a height hide what is behind them from eyes of another height.

From an eye, the ground behind a thing is the thing itself drawn larger about the eye, once and more. Level with a
height only part of those enlargements are hidden, from `least` to `most` times: one looks over the rest, or under
nothing.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rules.ground.table.arrays import Floats


class Spans(NamedTuple):
    """How many times as far as a thing stands what it hides lies: from `least` to `most` times.

    Nothing is hidden where `most` is 0.
    """

    least: Floats
    most: Floats


@dataclass(frozen=True, eq=False)
class Heights:
    """How high eyes (e,), the tops of cells (c,) and the slices of each of p parts of footprints (p, z) are that one
    looks for, the lowest first: inches above the table. A cell as tall as need be has a top of inf."""

    eyes_in: Floats
    tops_in: Floats
    slices_in: Floats


def hidden_spans(eye_in: Floats, top_in: Floats, z_in: Floats) -> Spans:
    """What things that stand from the ground to `top_in` hide, level with `z_in`: arrays of shapes that go together.

    >>> eye, tops, levels = np.array(1.0), np.array([2.0, 0.5, 2.0, 0.5]), np.array([0.5, 0.25, 3.0, 0.75])
    >>> spans = hidden_spans(eye, tops, levels)
    >>> spans.least.tolist(), spans.most.tolist()
    ([1.0, 1.0, 2.0, 1.0], [inf, 1.5, inf, 0.0])
    """
    is_below = eye_in < top_in
    with np.errstate(divide="ignore", invalid="ignore"):
        least = np.where(is_below, np.maximum(1.0, (z_in - eye_in) / (top_in - eye_in)), 1.0)
        behind = np.where(z_in < top_in, (eye_in - z_in) / (eye_in - top_in), 0.0)
    return Spans(least, np.where(is_below, np.inf, behind))
