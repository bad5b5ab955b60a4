"""NumPy arrays of places and edges on a table: their types, and the calculations that all modules share."""

import numpy as np
import numpy.typing as npt
import shapely

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Geometries = npt.NDArray[np.object_]


def cross(one: Floats, other: Floats) -> Floats:
    """The cross product of vectors (…, 2): above 0 where the second turns to the left of the first, with y up."""
    product: Floats = one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]
    return product


def unit_vectors(arrows: Floats) -> Floats:
    """Vectors (…, 2) scaled to length 1; those of no length stay 0."""
    length = np.hypot(arrows[..., 0], arrows[..., 1])[..., None]
    units: Floats = np.divide(arrows, length, out=np.zeros_like(arrows), where=length > 0)
    return units


def number_ranges(first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """For every row the whole numbers from first up to last, last excluded: the row of each, and the numbers.

    >>> number_ranges(np.array([3, 7]), np.array([5, 8]))
    (array([0, 0, 1]), array([3, 4, 7]))
    """
    counts = np.maximum(last - first, 0)
    row = np.repeat(np.arange(len(counts)), counts)
    return row, np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts - first, counts)


def plain(places: Floats) -> Floats:
    """Places as a writable, C-ordered float array, as the compiled kernels take them."""
    return np.require(places, np.float64, ["C", "W"])


def points(places: Floats) -> Geometries:
    """Places (n, 2) as Shapely points."""
    return np.asarray(shapely.points(places), dtype=object)


def segments(starts: Floats, ends: Floats) -> Geometries:
    """Straight lines from (n, 2) to (n, 2) as Shapely lines."""
    return np.asarray(shapely.linestrings(np.stack([starts, ends], axis=1)), dtype=object)
