"""Areas, discs and lines on a canvas: drawn by Pillow three times as fine, in patches clipped to what they show."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, hypot

import numpy as np
from PIL import Image, ImageDraw

from exporters.formats.canvas import Canvas, Mask, Spots
from exporters.formats.hex_image import pattern_mask
from exporters.formats.stamps import Stamp, cut, lay_stamps
from exporters.picture import Area, Dot, Point, Role
from exporters.strokes import dashed
from exporters.style import CLEAR_INK, Ink, Pattern, Style, style_of
from exporters.viewport import Viewport

_FINER = 3
_PATCH_PX = 64
"""How long the part of a line is that is drawn in one patch."""
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
    if style.dash:
        on, off = (max(2.0, length * module_px) for length in style.dash)
        lines = [dash for line in lines for dash in dashed(line, on, off)]
    if style.casing != CLEAR_INK:
        _stroke(canvas, lines, width_px + 2 * max(1.0, width_px * 0.2), style.casing)
    _stroke(canvas, lines, width_px, style.pen)


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
    return tuple(
        tuple((round((x - left) * _STEPS) / _STEPS, round((y - top) * _STEPS) / _STEPS) for x, y in ring)
        for ring in shape
    )


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


def _stroke(canvas: Canvas, lines: list[list[Point]], width_px: float, ink: Ink) -> None:
    """Lines as one mask of single pixels; what lies between them costs nothing."""
    cover = np.zeros((canvas.height_px, canvas.width_px), np.uint8)
    found: list[tuple[Spots, Spots]] = []
    beyond, fine_px = ceil(width_px / 2) + 1, max(1, round(width_px * _FINER))
    for parts in _bundles(lines):
        left, top, right, bottom = _box(parts)
        left, top = max(0, floor(left) - beyond), max(0, floor(top) - beyond)
        right, bottom = (
            min(canvas.width_px, ceil(right) + beyond),
            min(canvas.height_px, ceil(bottom) + beyond),
        )
        if left >= right or top >= bottom:
            continue
        fine = Image.new("L", ((right - left) * _FINER, (bottom - top) * _FINER))
        pen = ImageDraw.Draw(fine)
        for part in parts:
            points = _finer(part, left, top)
            pen.line(points, fill=255, width=fine_px)
            if fine_px > 2 * _FINER:
                for at in points:
                    pen.circle(at, fine_px / 2 - 0.5, fill=255)
        here = cover[top:bottom, left:right]
        np.maximum(here, _shrunk(fine), out=here)
        y, x = np.nonzero(here)
        found.append((x + left, y + top))
    if found:
        x, y = np.concatenate([x for x, _ in found]), np.concatenate([y for _, y in found])
        source = np.empty((len(x), 4), np.uint8)
        source[:] = ink
        strength = cover[y, x]
        source[:, 3] = strength if ink[3] == 255 else (strength.astype(np.uint16) * ink[3] + 127) // 255
        canvas.scatter(x, y, source)


def _bundles(lines: Iterable[list[Point]]) -> Iterator[list[list[Point]]]:
    """Parts of lines that lie near one another, as many as go into one patch."""
    bundle: list[list[Point]] = []
    left = top = float("inf")
    right = bottom = float("-inf")
    for line in lines:
        part = [line[0]]
        for x, y in _short_steps(line):
            (x0, y0) = part[-1]
            left, right = min(left, x, x0), max(right, x, x0)
            top, bottom = min(top, y, y0), max(bottom, y, y0)
            if right - left > _PATCH_PX or bottom - top > _PATCH_PX:
                if len(part) > 1:
                    bundle.append(part)
                if bundle:
                    yield bundle
                bundle, part = [], [part[-1]]
                left, right, top, bottom = min(x, x0), max(x, x0), min(y, y0), max(y, y0)
            part.append((x, y))
        bundle.append(part)
    if bundle:
        yield bundle


def _short_steps(line: list[Point]) -> Iterator[Point]:
    """The points of a line after its first, with more of them where they lie far apart."""
    for (x0, y0), (x1, y1) in pairwise(line):
        steps = ceil(hypot(x1 - x0, y1 - y0) / _PATCH_PX) or 1
        for k in range(1, steps + 1):
            yield x0 + (x1 - x0) * k / steps, y0 + (y1 - y0) * k / steps


def _circle(viewport: Viewport, dot: Dot) -> tuple[Point, ...]:
    (x, y), (sx, sy) = viewport.pixel(dot.at), viewport.unit_px
    steps = max(16, min(96, round(4 * dot.radius * viewport.scale_px)))
    return tuple((x + dot.radius * sx * c, y + dot.radius * sy * s) for c, s in _turn(steps))


@lru_cache(maxsize=128)
def _turn(steps: int) -> tuple[Point, ...]:
    angles = np.arange(steps) * (2 * np.pi / steps)
    return tuple((float(np.cos(angle)), float(np.sin(angle))) for angle in angles)


def _box(lines: Iterable[Iterable[Point]]) -> tuple[float, float, float, float]:
    xs, ys = zip(*(point for line in lines for point in line), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _finer(points: Iterable[Point], left: int, top: int) -> list[Point]:
    return [((x - left) * _FINER - 0.5, (y - top) * _FINER - 0.5) for x, y in points]


def _shrunk(fine: Image.Image) -> Mask:
    return np.asarray(fine.reduce(_FINER))
