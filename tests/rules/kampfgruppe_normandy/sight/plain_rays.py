"""The independent oracle of sight: rays to points strewn over a target, in plain numbers; no code shared with what it judges.

A ray is cut at every edge that it crosses; of each bit it is asked what stands there, how high, and how high the ray is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import inf

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Corner = tuple[float, float]

SLICES = 10
JOINED_IN = 0.01
PAST = {"wood": (4.0, 0.0), "bocage": (2.0, 1.0), "smoke": (inf, 0.0)}
"""How much of each kind a line may run through, and how far from either end."""


@dataclass(frozen=True)
class Block:
    """A piece, hill or hull: its outline, kind and height; hills and hulls are measured above the table."""

    kind: str
    corners: Sequence[Corner]
    high_in: float


def share_seen(
    blocks: Sequence[Block], eye: Corner, above_in: float, points: Numbers, tall_in: float, feet: Numbers
) -> float:
    """The share of a target of this height that an eye at this height sees; at points (n, 2), each of a part that
    stands where `feet` (n, 2) tells."""
    hills = [block for block in blocks if block.kind == "hill"]
    eye_in = float(ground_in(hills, np.array([eye]))[0]) + above_in
    levels = ground_in(hills, feet)[:, None] + tall_in * (np.arange(SLICES) + 0.5) / SLICES
    length = np.hypot(*(points - np.array(eye)).T)
    cuts = [np.zeros((len(points), 1)), np.ones((len(points), 1))]
    cuts += [_met(block.corners, eye, points) for block in blocks]
    bits = np.sort(np.concatenate(cuts, axis=1), axis=1)
    starts, ends = bits[:, :-1], bits[:, 1:]
    middles = np.array(eye) + (points - np.array(eye))[:, None] * ((starts + ends) / 2)[..., None]
    inside = [is_inside(block.corners, middles) & (ends > starts) for block in blocks]
    ground = np.zeros(starts.shape)
    for block, there in zip(blocks, inside, strict=True):
        if block.kind == "hill":
            ground = np.where(there, np.maximum(ground, block.high_in), ground)
    hidden = np.zeros(levels.shape, dtype=np.bool_)
    for kind in {block.kind for block in blocks}:
        tops = np.full(starts.shape, -inf)
        for block, there in zip(blocks, inside, strict=True):
            if block.kind == kind:
                foot = 0.0 if kind.startswith(("hill", "hull")) else ground
                tops = np.where(there, np.maximum(tops, foot + block.high_in), tops)
        hidden |= _hides(kind, (starts, ends), tops, eye_in, levels, length)
    return float((~hidden).mean())


def ground_in(hills: Sequence[Block], places: Numbers) -> Numbers:
    found = np.zeros(len(places))
    for hill in hills:
        found = np.where(is_inside(hill.corners, places), np.maximum(found, hill.high_in), found)
    return found


def is_inside(corners: Sequence[Corner], places: Numbers) -> npt.NDArray[np.bool_]:
    """By counting the edges to the right of places (…, 2)."""
    x, y = places[..., 0], places[..., 1]
    inside = np.zeros(x.shape, dtype=np.bool_)
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if ay != by:
            spans = (ay > y) != (by > y)
            inside ^= spans & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return inside


def _met(corners: Sequence[Corner], eye: Corner, points: Numbers) -> Numbers:
    """Where rays to points cross the edges of an outline, from 0 to 1; 1 where they do not."""
    found = []
    dx, dy = (points - np.array(eye)).T
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        ex, ey = bx - ax, by - ay
        with np.errstate(divide="ignore", invalid="ignore"):
            across = dx * ey - dy * ex
            along = ((ax - eye[0]) * ey - (ay - eye[1]) * ex) / across
            on_edge = ((ax - eye[0]) * dy - (ay - eye[1]) * dx) / across
            meets = (along > 0) & (along < 1) & (on_edge >= 0) & (on_edge <= 1)
        found.append(np.where(meets, along, 1.0))
    return np.array(found).T


def _hides(
    kind: str, bits: tuple[Numbers, Numbers], tops: Numbers, eye_in: float, levels: Numbers, length: Numbers
) -> npt.NDArray[np.bool_]:
    """Which points are hidden at which slices (n, z) by blocks of one kind, of this height along each bit (n, k)."""
    hidden = np.zeros(levels.shape, dtype=np.bool_)
    began, until = np.full(levels.shape, -1.0), np.full(levels.shape, -1.0)
    rise = levels - eye_in

    def judge(at: npt.NDArray[np.bool_]) -> None:
        start_in, end_in = began * length[:, None], until * length[:, None]
        if kind in PAST:
            most_in, near_in = PAST[kind]
            is_near = (start_in <= near_in + 1e-9) | (length[:, None] - end_in <= near_in + 1e-9)
            bad = (end_in - start_in > most_in + 1e-9) | ~is_near
        else:
            bad = end_in - start_in > 1e-9
        hidden[at & (began >= 0) & bad] = True

    for start, end, top in zip(*(column.T for column in (*bits, tops)), strict=True):
        if not np.isfinite(top).any():
            continue
        with np.errstate(divide="ignore", invalid="ignore"):
            crossed = (top[:, None] - eye_in) / rise
        low, high = (np.broadcast_to(edge[:, None], levels.shape).copy() for edge in (start, end))
        high = np.where(rise > 0, np.minimum(high, crossed), high)
        low = np.where(rise < 0, np.maximum(low, crossed), low)
        stands = np.isfinite(top)[:, None] & (high > low) & ((rise != 0) | (eye_in < top[:, None]))
        goes_on = stands & (began >= 0) & ((low - until) * length[:, None] <= JOINED_IN)
        starts = stands & ~goes_on
        judge(starts)
        began, until = np.where(starts, low, began), np.where(stands, high, until)
    judge(np.ones(levels.shape, dtype=np.bool_))
    return hidden


def strewn(low: Corner, high: Corner, count: int) -> Numbers:
    """Points spread evenly over a box, in no rows."""
    steps = np.arange(1, count + 1)[:, None] * np.array([0.7548776662466927, 0.5698402909980532])
    spread: Numbers = np.array(low) + (steps % 1.0) * (np.array(high) - np.array(low))
    return spread


def strewn_over_hull(at: Corner, width_in: float, length_in: float, facing_deg: float, count: int) -> Numbers:
    local = strewn((-width_in / 2, -length_in / 2), (width_in / 2, length_in / 2), count)
    return _placed(local, at, facing_deg)


def hull(at: Corner, width_in: float, length_in: float, facing_deg: float) -> list[Corner]:
    half = [(x * width_in / 2, y * length_in / 2) for x, y in product((-1, 1), (-1, 1))]
    corners = _placed(np.array([half[0], half[1], half[3], half[2]]), at, facing_deg)
    return [(float(x), float(y)) for x, y in corners]


def _placed(local: Numbers, at: Corner, facing_deg: float) -> Numbers:
    turn = np.radians(facing_deg)
    across, along = np.array([np.cos(turn), np.sin(turn)]), np.array([np.sin(turn), -np.cos(turn)])
    placed: Numbers = np.array(at) + local[:, :1] * across + local[:, 1:] * along
    return placed


def strewn_over_men(middles: Numbers, size_in: float, count: int) -> tuple[Numbers, Numbers]:
    """Points over round bases, and for each the middle of its base."""
    square = strewn((-size_in / 2, -size_in / 2), (size_in / 2, size_in / 2), count)
    disc = square[np.hypot(*square.T) <= size_in / 2]
    points = (middles[:, None] + disc[None]).reshape(-1, 2)
    return points, np.repeat(middles, len(disc), axis=0)
