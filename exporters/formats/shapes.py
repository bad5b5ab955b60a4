"""Areas, discs and lines on a canvas: areas are drawn by Pillow at three times the resolution, in patches clipped to the canvas;
lines as the pixels along them, so that the space between costs nothing."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from exporters.formats.canvas import Canvas, Mask, Pixels, Spots, looked_up
from exporters.formats.hex_image import pattern_mask, pattern_px
from exporters.formats.stamps import Stamp, cut, lay_stamps
from exporters.picture import Area, Dot, Point, Role
from exporters.strokes import dash_px, dashed
from exporters.style import CLEAR_INK, Ink, Pattern, Style, style_of
from exporters.viewport import Viewport

_FINER = 3
_STAMP_PX = 160
"""Larger shapes are drawn in place; smaller ones are drawn once as stamps and used many times."""
_STEPS = 4
"""The number of positions within a pixel for which a shape has separate stamps."""
_DEPTHS = 1024
"""The number of distances from the middle of a line for which its ink is worked out."""

_Shape = tuple[tuple[Point, ...], ...]
"""An outline in pixels, and the holes in it."""


def draw_areas(
    canvas: Canvas, viewport: Viewport, role: Role, marks: Iterable[Area | Dot], module_px: float
) -> None:
    """Areas and discs of one role, one over another; those with a pattern shine through each other."""
    style = style_of(role)
    rim_px = _rim_px(style, module_px)
    stamps: list[tuple[Stamp, int, int]] = []
    for mark in marks:
        if isinstance(mark, Dot):
            shape: _Shape = (_circle(viewport, mark),)
        else:
            shape = tuple(tuple(map(viewport.pixel, ring)) for ring in mark.rings)
        left, top, right, bottom = _box(shape[:1])
        if max(right - left, bottom - top) > _STAMP_PX:
            lay_stamps(canvas, stamps)
            stamps.clear()
            _draw_shape(canvas, shape, style, module_px, (0, 0))
        elif right > 0 and bottom > 0 and left < canvas.width_px and top < canvas.height_px:
            x, y = floor(left) - rim_px, floor(top) - rim_px
            phase = _phase(style.pattern, module_px, x, y)
            stamps.append((_stamp(role, _relative_to_corner(shape, x, y), module_px, phase), x, y))
            if style.pattern is not Pattern.PLAIN:
                lay_stamps(canvas, stamps)
                stamps.clear()
    lay_stamps(canvas, stamps)


def draw_lines(canvas: Canvas, lines: list[list[Point]], style: Style, module_px: float) -> None:
    """Lines of one look as one network, with no edges where they meet."""
    if style.pen == CLEAR_INK or not lines:
        return
    width_px = max(1.0, style.width * module_px)
    strokes: tuple[tuple[float, Ink], ...] = ((width_px, style.pen),)
    if style.dash:
        on, off = dash_px(style.dash, module_px)
        lines = [dash for line in lines for dash in dashed(line, on, off)]
    if style.casing != CLEAR_INK:
        strokes = ((width_px + 2 * max(1.0, width_px * 0.2), style.casing), *strokes)
    _stroke(canvas, lines, strokes)


def _draw_shape(
    canvas: Canvas, shape: _Shape, style: Style, module_px: float, corner: tuple[int, int]
) -> None:
    """Draw a shape on a canvas whose corner in the picture is given, so that its pattern matches its neighbours."""
    _fill(canvas, shape, style, module_px, corner)
    draw_lines(canvas, [[*ring, ring[0]] for ring in shape], style, module_px)


@lru_cache(maxsize=4096)
def _stamp(role: Role, shape: _Shape, module_px: float, corner: tuple[int, int]) -> Stamp:
    style = style_of(role)
    rim_px = _rim_px(style, module_px)
    _, _, right, bottom = _box(shape[:1])
    canvas = Canvas(ceil(right) + rim_px, ceil(bottom) + rim_px)
    _draw_shape(canvas, shape, style, module_px, corner)
    return cut(canvas)


def _relative_to_corner(shape: _Shape, left: int, top: int) -> _Shape:
    """A shape relative to a corner, rounded to a part of a pixel, so that shapes that look alike are equal."""
    counted = (np.round((np.array(ring) - (left, top)) * _STEPS) / _STEPS for ring in shape)
    return tuple(tuple((x, y) for x, y in ring.tolist()) for ring in counted)


def _phase(pattern: Pattern, module_px: float, left: int, top: int) -> tuple[int, int]:
    """The one of few corners at which a pattern looks the same as at this corner."""
    period_px = 1 if pattern is Pattern.PLAIN else 2 * pattern_px(module_px)[0]
    return left % period_px, top % period_px


def _rim_px(style: Style, module_px: float) -> int:
    """How far the pen reaches beyond the edge of a shape."""
    return ceil(max(1.0, style.width * module_px)) + 2


def _fill(canvas: Canvas, shape: _Shape, style: Style, module_px: float, corner: tuple[int, int]) -> None:
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
        inked = pattern_mask(style.pattern, module_px, corner[0] + left, corner[1] + top, *mask.shape)
        canvas.paint(left, top, mask * inked, style.pattern_ink)


def _stroke(canvas: Canvas, lines: list[list[Point]], strokes: tuple[tuple[float, Ink], ...]) -> None:
    """Draw lines in strokes one over another, each with a width in pixels, the widest first, as single pixels inked by their
    distance from the nearest line; ends and corners are round."""
    ends = np.array([(*one, *other) for line in lines for one, other in pairwise(line)])
    if not len(ends):
        return
    half_px = strokes[0][0] / 2
    spots, away_px = _pixels_along(ends, half_px, canvas.width_px, canvas.height_px)
    step = (away_px * ((_DEPTHS - 1) / (half_px + 0.5))).astype(np.uint16)
    nearest_last = np.argsort(_DEPTHS - step, kind="stable")
    canvas.scatter(spots[nearest_last], looked_up(_inks_across(strokes), step[nearest_last]))


@lru_cache(maxsize=256)
def _inks_across(strokes: tuple[tuple[float, Ink], ...]) -> Pixels:
    """The ink of strokes one over another, at `_DEPTHS` steps from the middle of the line to the edge of the widest."""
    away_px = np.linspace(0, strokes[0][0] / 2 + 0.5, _DEPTHS)
    across = Canvas(_DEPTHS, 1)
    for width_px, ink in strokes:
        covered = np.clip(width_px / 2 + 0.5 - away_px, 0, 1)
        across.paint(0, 0, np.rint(255 * covered).astype(np.uint8)[None], ink)
    inks: Pixels = across.pixels[0]
    return inks


def _pixels_along(
    ends: npt.NDArray[np.float64], half_px: float, width_px: int, height_px: int
) -> tuple[Spots, npt.NDArray[np.float64]]:
    """The pixels covered by straight pieces (x, y, x, y) of lines, column by column (row by row along steep ones), and their
    distances from the middle of the piece.

    The arrays have a row for each position beside the line, which makes them long and fast.
    """
    ends = ends.astype(np.float32)
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
    onward = step.astype(np.float32) + np.float32(0.5) - along[piece]
    share = np.clip(onward / np.where(run == 0, 1, run), 0, 1)
    beside = ceil(reach * 1.4143)
    middle = np.floor(aside[piece] + share * rise).astype(np.int64)
    spot = middle + np.arange(-beside, beside + 1)[:, None]
    off = spot.astype(np.float32) + np.float32(0.5) - aside[piece]
    share = np.clip((onward * run + off * rise) / np.maximum(run * run + rise * rise, 1e-12), 0, 1)
    ahead, off = onward - share * run, off - share * rise
    away = np.sqrt(ahead * ahead + off * off)
    inside = (away < half_px + 0.5) & (spot >= 0) & (spot < np.where(steep, width_px, height_px))
    counted = np.where(steep, step * width_px + spot, spot * width_px + step)
    return counted[inside], away[inside]


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
