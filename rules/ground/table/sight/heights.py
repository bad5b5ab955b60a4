"""How far behind an object of some height a viewer's eye of another height does not see.

Seen from above, the shadow behind an object is made of all enlargements of the object about the eye. At a given height
only the enlargements from `least` to `most` times are hidden: the eye sees over the object to places further out, and the
shadow of an object taller than the eye rises as it goes out.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rules.ground.table.arrays import Floats


class Spans(NamedTuple):
    """The range of hidden places behind an object, as multiples of its distance from the eye: from `least` to `most` times.

    Nothing is hidden where `most` is 0.
    """

    least: Floats
    most: Floats


@dataclass(frozen=True, eq=False)
class Heights:
    """The heights of eyes (e,), of the tops of cells (c,) and of the slices of each part that is looked for (p, z), the lowest
    slice first: inches above the table. A cell that nobody sees over has a top of inf."""

    eyes_in: Floats
    tops_in: Floats
    slices_in: Floats


def hidden_spans(eye_in: Floats, top_in: Floats, z_in: Floats) -> Spans:
    """The spans that objects from the ground up to `top_in` hide at the height `z_in`, from eyes at
    `eye_in`: arrays that broadcast.

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
