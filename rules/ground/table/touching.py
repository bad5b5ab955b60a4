"""Pieces that touch within `HAIR_IN`: no ruling depends on whether ground is drawn as one piece or as many."""

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
import shapely

from rules.ground.table.inches import HAIR_IN
from rules.ground.table.tabletop import Piece


def do_touch(piece: Piece, other: Piece) -> bool:
    """Whether two pieces touch or overlap."""
    return bool(shapely.dwithin(piece.area, other.area, HAIR_IN))


def bodies(pieces: Sequence[Piece], are_alike: Callable[[Piece, Piece], bool]) -> list[tuple[Piece, ...]]:
    """The pieces in groups that count as one: alike, and touching directly or in a chain; in the order given."""
    areas = np.array([piece.area for piece in pieces], dtype=np.object_)
    beside: defaultdict[int, list[int]] = defaultdict(list)
    for one, other in shapely.STRtree(areas).query(areas, predicate="dwithin", distance=HAIR_IN).T.tolist():
        if are_alike(pieces[one], pieces[other]):
            beside[one].append(other)
    groups: list[tuple[Piece, ...]] = []
    left = dict.fromkeys(range(len(pieces)))
    while left:
        body = [next(iter(left))]
        for member in body:
            del left[member]
            body += [number for number in beside[member] if number in left and number not in body]
        groups.append(tuple(pieces[number] for number in sorted(body)))
    return groups
