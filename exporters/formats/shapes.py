"""Areas, discs and lines on a canvas: areas drawn by Pillow three times as fine, in patches clipped to what they show;
lines as the pixels along them, so that what lies between costs nothing."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from exporters.formats.canvas import Canvas, Mask, Spots
from exporters.formats.hex_image import pattern_mask
from exporters.formats.stamps import Stamp, cut, lay_stamps
from exporters.picture import Area, Dot, Point, Role
from exporters.strokes import dashed
from exporters.style import CLEAR_INK, Ink, Pattern, Style, style_of
from exporters.viewport import Viewport

_FINER = 3
_STAMP_PX = 160
"""Larger shapes are drawn where they lie; smaller ones are cut once and laid many times."""
_STEPS = 4
"""Between how many places within a pixel the stamps of a shape tell."""

_Shape = tuple[tuple[Point, ...], ...]
"""An outline in pixels, and the holes in it."""


def draw_areas(
    canvas: Canvas, viewport: Viewport, role: Role, marks: Iterable[Area | Dot], module_px: float
) -> None:
    """Areas and discs of one role, one over another."""
    style = style_of(role)
    stamps: list[tuple[Stamp, int, int]] = []
    for mark in marks:
        if isinstance(mark, Dot):
            shape: _Shape = (_circle(viewport, mark),)
        else:
            shape = tuple(tuple(map(viewport.pixel, ring)) for ring in mark.rings)
        left, top, right, bottom = _box(shape[:1])
        if max(right - left, bottom - top) > _STAMP_PX or style.pattern is not Pattern.PLAIN:
            lay_stamps(canvas, stamps)
            stamps.clear()
            _draw_shape(canvas, shape, style, module_px)
        elif right > 0 and bottom > 0 and left < canvas.width_px and top < canvas.height_px:
            x, y = floor(left), floor(top)
            stamps.append((_stamp(role, _settled(shape, x, y), module_px), *_corner(x, y, style, module_px)))
    lay_stamps(canvas, stamps)


def draw_lines(canvas: Canvas, lines: list[list[Point]], style: Style, module_px: float) -> None:
    """Lines of one look as one network, with no edges where they meet."""
    if style.pen == CLEAR_INK or not lines:
        return
    width_px = max(1.0, style.width * module_px)
    strokes = [(width_px, style.pen)]
    if style.dash:
        on, off = (max(2.0, length * module_px) for length in style.dash)
        lines = [dash for line in lines for dash in dashed(line, on, off)]
    if style.casing != CLEAR_INK:
        strokes.insert(0, (width_px + 2 * max(1.0, width_px * 0.2), style.casing))
    _stroke(canvas, lines, strokes)


def _draw_shape(canvas: Canvas, shape: _Shape, style: Style, module_px: float) -> None:
    _fill(canvas, shape, style, module_px)
    draw_lines(canvas, [[*ring, ring[0]] for ring in shape], style, module_px)


@lru_cache(maxsize=4096)
def _stamp(role: Role, shape: _Shape, module_px: float) -> Stamp:
    style = style_of(role)
    rim = _rim_px(style, module_px)
    moved = tuple(tuple((x + rim, y + rim) for x, y in ring) for ring in shape)
    _, _, right, bottom = _box(moved[:1])
    canvas = Canvas(ceil(right) + rim, ceil(bottom) + rim)
    _draw_shape(canvas, moved, style, module_px)
    return cut(canvas)


def _settled(shape: _Shape, left: int, top: int) -> _Shape:
    """A shape counted from a corner, to a part of a pixel, so that what looks alike is one."""
    counted = (np.round((np.array(ring) - (left, top)) * _STEPS) / _STEPS for ring in shape)
    return tuple(tuple((x, y) for x, y in ring.tolist()) for ring in counted)


def _corner(left: int, top: int, style: Style, module_px: float) -> tuple[int, int]:
    rim = _rim_px(style, module_px)
    return left - rim, top - rim


def _rim_px(style: Style, module_px: float) -> int:
    """How far a pen goes beyond the edge of what it draws."""
    return ceil(max(1.0, style.width * module_px)) + 2


def _fill(canvas: Canvas, shape: _Shape, style: Style, module_px: float) -> None:
    if style.fill == CLEAR_INK and style.pattern_ink == CLEAR_INK:
        return
    left, top, right, bottom = _box(shape[:1])
    left, top = max(0, floor(left) - 1), max(0, floor(top) - 1)
    right, bottom = min(canvas.width_px, ceil(right) + 1), min(canvas.height_px, ceil(bottom) + 1)
    if left >= right or top >= bottom:
        return
    fine = Image.new("L", ((right - left) * _FINER, (bottom - top) * _FINER))
    pen = ImageDraw.Draw(fine)
    for k, ring in enumerate(shape):
        pen.polygon(_finer(ring, left, top), fill=0 if k else 255)
    mask = _shrunk(fine)
    canvas.paint(left, top, mask, style.fill)
    if style.pattern is not Pattern.PLAIN:
        inked = pattern_mask(style.pattern, module_px, left, top, *mask.shape)
        canvas.paint(left, top, mask * inked, style.pattern_ink)


def _stroke(canvas: Canvas, lines: list[list[Point]], strokes: list[tuple[float, Ink]]) -> None:
    """Lines in strokes one over another, of a width in pixels each, the widest first: single pixels, inked by how far
    each lies from the nearest line; ends and corners are round."""
    ends = np.array([(*one, *other) for line in lines for one, other in pairwise(line)])
    if not len(ends):
        return
    x, y, away = _pixels_along(ends, strokes[0][0] / 2, canvas.width_px, canvas.height_px)
    for width_px, ink in strokes:
        covered = _covered(away, width_px / 2)
        best_last = np.argsort(covered, kind="stable")[np.count_nonzero(covered == 0) :]
        x, y, away, covered = x[best_last], y[best_last], away[best_last], covered[best_last]
        source = np.empty((len(covered), 4), np.uint8)
        source[:] = ink
        source[:, 3] = covered if ink[3] == 255 else (covered.astype(np.uint16) * ink[3] + 127) // 255
        canvas.scatter(x, y, source)


def _covered(away_px: npt.NDArray[np.float64], half_px: float) -> Mask:
    """How much a line of some width covers of pixels so far from its middle."""
    return (np.clip(half_px + 0.5 - away_px, 0, 1) * 255 + 0.5).astype(np.uint8)


def _pixels_along(
    ends: npt.NDArray[np.float64], half_px: float, width_px: int, height_px: int
) -> tuple[Spots, Spots, npt.NDArray[np.float64]]:
    """The pixels that lines so wide cover of straight pieces (x, y, x, y), column by column (row by row along steep ones),
    and how far each is from the middle of its piece.

    What is reckoned of each pixel has a row for each place beside the line, so that the arrays are long and quick.
    """
    steep = np.abs(ends[:, 3] - ends[:, 1]) > np.abs(ends[:, 2] - ends[:, 0])
    along, aside, along_end, aside_end = np.where(steep, ends.T[[1, 0, 3, 2]], ends.T)
    run, rise = along_end - along, aside_end - aside
    reach = half_px + 1
    limit = np.where(steep, height_px, width_px)
    first = np.clip(np.floor(np.minimum(along, along_end) - reach), 0, limit).astype(np.int64)
    last = np.clip(np.ceil(np.maximum(along, along_end) + reach), 0, limit).astype(np.int64)
    counts = last - first
    piece = np.repeat(np.arange(len(ends)), counts)
    step = first[piece] + np.arange(len(piece)) - (np.cumsum(counts) - counts)[piece]
    run, rise, steep = run[piece], rise[piece], steep[piece]
    onward = step + 0.5 - along[piece]
    share = np.clip(onward / np.where(run == 0, 1, run), 0, 1)
    beside = ceil(reach * 1.4143)
    middle = np.floor(aside[piece] + share * rise).astype(np.int64)
    spot = middle + np.arange(-beside, beside + 1)[:, None]
    off = spot + 0.5 - aside[piece]
    share = np.clip((onward * run + off * rise) / np.maximum(run * run + rise * rise, 1e-12), 0, 1)
    ahead, off = onward - share * run, off - share * rise
    away = np.sqrt(ahead * ahead + off * off)
    inside = (_covered(away, half_px) > 0) & (spot >= 0) & (spot < np.where(steep, width_px, height_px))
    row, column = np.nonzero(inside)
    there, is_steep, at = spot[row, column], steep[column], step[column]
    return np.where(is_steep, there, at), np.where(is_steep, at, there), away[row, column]


def _circle(viewport: Viewport, dot: Dot) -> tuple[Point, ...]:
    (x, y), (sx, sy) = viewport.pixel(dot.at), viewport.unit_px
    steps = max(16, min(96, round(4 * dot.radius * viewport.scale_px)))
    edge = (x, y) + np.array([dot.radius * sx, dot.radius * sy]) * _turn(steps)
    return tuple((x, y) for x, y in edge.tolist())


@lru_cache(maxsize=128)
def _turn(steps: int) -> npt.NDArray[np.float64]:
    angles = np.arange(steps) * (2 * np.pi / steps)
    return np.array([(np.cos(angle), np.sin(angle)) for angle in angles])


def _box(lines: Iterable[Iterable[Point]]) -> tuple[float, float, float, float]:
    xs, ys = zip(*(point for line in lines for point in line), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _finer(points: Iterable[Point], left: int, top: int) -> list[Point]:
    return [((x - left) * _FINER - 0.5, (y - top) * _FINER - 0.5) for x, y in points]


def _shrunk(fine: Image.Image) -> Mask:
    return np.asarray(fine.reduce(_FINER))
