"""The parts of footprints seen from many eyes: the shadows on each. Compiled."""

from typing import NamedTuple

import numpy as np

from rules.ground.table.arrays import Bools, Ints
from rules.ground.table.kernels import inner, kernel, zero
from rules.ground.table.sight.part_shadows import (
    CellsSeen,
    Parts,
    ShadowLines,
    ShadowScratch,
    allow_sight_past,
    keep_shadows,
    lines_around,
    shadow_scratch,
    shadows_on,
)


class ShadedParts(NamedTuple):
    """For each eye and part: the number of shadows on it (e, p), -1 if single shadows cover all its slices; and which slices a
    single shadow covers (e, p, z)."""

    shadows: Ints
    covered: Bools


@kernel
def shade(seen: CellsSeen, parts: Parts) -> tuple[ShadedParts, Ints, Bools]:
    """The shadows on the parts; eye, part and cell (3, k) of those that cut a part still visible; and whether all shadows that
    cut that part are tall (k,)."""
    eyes, cells, count = len(seen.eyes), len(seen.edges), len(parts.centres)
    levels = parts.slices_in.shape[1]
    shaded = ShadedParts(np.full((eyes, count), -1, np.int64), np.ones((eyes, count, levels), np.bool_))
    scratch, lines = shadow_scratch(seen, levels), lines_around(seen)
    room = 1024 + eyes * cells
    places, is_even = np.empty((3, room), np.int64), np.empty(room, np.bool_)
    part, kept = zero(), zero()
    while part < count:
        if kept + eyes * cells > room:
            places = np.concatenate((places, np.empty_like(places)), axis=1)
            is_even = np.concatenate((is_even, np.empty_like(is_even)))
            room *= 2
        part, kept = _from_part(seen, lines, parts, shaded, scratch, places, is_even, part, kept)
    return shaded, places[:, :kept], is_even[:kept]


@inner
def _from_part(
    seen: CellsSeen,
    lines: ShadowLines,
    parts: Parts,
    shaded: ShadedParts,
    scratch: ShadowScratch,
    places: Ints,
    is_even: Bools,
    part: int,
    kept: int,
) -> tuple[int, int]:
    """Look at parts from this one on while there is room for the shadows that cut them; return the first part left, and how many
    rows are kept."""
    eyes, cells = len(seen.eyes), len(seen.edges)
    while part < len(parts.centres):
        if kept + eyes * cells > len(is_even):
            break
        for eye in range(eyes):
            met = shadows_on(seen, lines, parts, scratch, eye, part)
            if met < 0:
                continue
            allow_sight_past(seen, parts, scratch, eye, part, met)
            first, covered = kept, shaded.covered[eye, part]
            kept, shaded.shadows[eye, part], even = keep_shadows(
                seen, scratch, covered, places[2], first, met
            )
            for row in range(first, kept):
                places[0, row], places[1, row], is_even[row] = eye, part, even
        part += 1
    return part, kept
