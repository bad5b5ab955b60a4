"""A picture as a PNG: what is on the board in colours, everything else transparent."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from math import ceil, floor
from typing import assert_never

import numpy as np
from PIL import Image, ImageDraw

from exporters.formats.canvas import Canvas, Mask, Pixels
from exporters.formats.hex_image import EDGE_STEPS, grain, hex_image, number, pattern_mask
from exporters.formats.lettering import write_labels
from exporters.picture import Area, Cells, Dot, Label, Line, Mark, Picture, Point, Role, runs
from exporters.strokes import dashed
from exporters.style import CLEAR_INK, Ink, Pattern, Style, style_of
from exporters.viewport import Viewport

_FINER = 3
_PATCH_PX = 512
_ROLES_AT_ONCE = 12
"""As many as leave their shades within the 256 colours of a palette, with all four patterns."""


def render(picture: Picture, viewport: Viewport) -> bytes:
    """The picture as PNG bytes, of exactly the viewport's size.

    Where no mark lies the picture is transparent, so that it can be laid on a scene.
    """
    canvas = Canvas(viewport.width_px, viewport.height_px)
    module_px = picture.module * viewport.scale_px
    for is_text, marks in groupby(picture.marks, lambda mark: isinstance(mark, Label)):
        if is_text:
            write_labels(canvas, viewport, (mark for mark in marks if isinstance(mark, Label)))
        else:
            for run in runs(marks):
                _draw(canvas, viewport, run, module_px)
    return canvas.png()


def _draw(canvas: Canvas, viewport: Viewport, run: tuple[Mark, ...], module_px: float) -> None:
    """A run of marks of one kind and role; its lines are one network, with no edges where they meet."""
    lines: list[list[Point]] = []
    for mark in run:
        match mark:
            case Cells():
                _draw_cells(canvas, viewport, mark)
            case Area(role=role, rings=rings):
                shapes = [[viewport.pixel(point) for point in ring] for ring in rings]
                _fill(canvas, viewport, shapes, style_of(role), module_px)
                _stroke(canvas, viewport, [[*shape, shape[0]] for shape in shapes], style_of(role), module_px)
            case Line(points=points):
                lines.append([viewport.pixel(point) for point in points])
            case Dot(role=role):
                shape = _circle(viewport, mark)
                _fill(canvas, viewport, [shape], style_of(role), module_px)
                _stroke(canvas, viewport, [[*shape, shape[0]]], style_of(role), module_px)
            case Label():
                write_labels(canvas, viewport, [mark])
            case _:
                assert_never(mark)
    if lines and isinstance(run[0], Line):
        _stroke(canvas, viewport, lines, style_of(run[0].role), module_px)


def _draw_cells(canvas: Canvas, viewport: Viewport, cells: Cells) -> None:
    roles = sorted(set(cells.roles.values()))
    for k in range(0, len(roles), _ROLES_AT_ONCE):
        _lay_roles(canvas, viewport, cells, roles[k : k + _ROLES_AT_ONCE])


def _lay_roles(canvas: Canvas, viewport: Viewport, cells: Cells, roles: list[Role]) -> None:
    styles = [style_of(role) for role in roles]
    patterns = tuple(sorted({style.pattern for style in styles} - {Pattern.PLAIN}))
    image, shades = hex_image(cells.grid, viewport), grain(cells.grid, viewport, patterns)
    entries = EDGE_STEPS + (1 << len(patterns))
    palette = np.zeros((1 + entries * (len(roles) + 1), 4), np.uint8)
    for k, style in enumerate(styles, start=1):
        palette[1 + k * entries : 1 + (k + 1) * entries] = _shades(style, patterns)
    first = {role: 1 + k * entries for k, role in enumerate(roles, start=1)}
    chosen = np.ones(1 + cells.grid.columns * cells.grid.rows, np.uint8)
    for place, role in cells.roles.items():
        if role in first:
            chosen[number(cells.grid, place)] = first[role]
    index = np.take(chosen, image.labels, mode="clip")
    index += shades
    canvas.lay(index, palette)


def _shades(style: Style, patterns: tuple[Pattern, ...]) -> Pixels:
    edge = [_mixed(style.fill, style.pen, 1 - step / EDGE_STEPS) for step in range(EDGE_STEPS)]
    own = 1 << patterns.index(style.pattern) if style.pattern in patterns else 0
    inked = _mixed(style.fill, style.pattern_ink, 1.0)
    inner = [inked if bits & own else style.fill for bits in range(1 << len(patterns))]
    return np.array(edge + inner, np.uint8)


def _mixed(under: Ink, over: Ink, share: float) -> Ink:
    """One ink over another, the upper one covering a share."""
    opacity = over[3] / 255 * share
    beneath = under[3] / 255 * (1 - opacity)
    whole = opacity + beneath
    if whole == 0:
        return CLEAR_INK
    red, green, blue = (round((over[k] * opacity + under[k] * beneath) / whole) for k in range(3))
    return red, green, blue, round(whole * 255)


def _fill(
    canvas: Canvas, viewport: Viewport, shapes: list[list[Point]], style: Style, module_px: float
) -> None:
    if style.fill == CLEAR_INK and style.pattern_ink == CLEAR_INK:
        return
    for left, top, width, height in _patches(viewport, shapes[0], 1):
        fine = Image.new("L", (width * _FINER, height * _FINER))
        pen = ImageDraw.Draw(fine)
        for k, shape in enumerate(shapes):
            pen.polygon(_finer(shape, left, top), fill=0 if k else 255)
        mask = _shrunk(fine)
        if not mask.any():
            continue
        canvas.paint(left, top, mask, style.fill)
        if style.pattern is not Pattern.PLAIN:
            inked = pattern_mask(style.pattern, module_px, left, top, height, width)
            canvas.paint(left, top, np.where(inked, mask, 0).astype(np.uint8), style.pattern_ink)


def _stroke(
    canvas: Canvas, viewport: Viewport, lines: list[list[Point]], style: Style, module_px: float
) -> None:
    if style.pen == CLEAR_INK:
        return
    width_px = max(1.0, style.width * module_px)
    parts = [[line] for line in lines]
    if style.dash:
        on, off = (max(2.0, length * module_px) for length in style.dash)
        parts = [list(dashed(line, on, off)) for line in lines]
    if style.casing != CLEAR_INK:
        rim_px = max(1.0, width_px * 0.2)
        for line in parts:
            _stroke_parts(canvas, viewport, line, width_px + 2 * rim_px, style.casing)
    for line in parts:
        _stroke_parts(canvas, viewport, line, width_px, style.pen)


def _stroke_parts(
    canvas: Canvas, viewport: Viewport, parts: list[list[Point]], width_px: float, ink: Ink
) -> None:
    everything = [point for part in parts for point in part]
    fine_px = max(1, round(width_px * _FINER))
    for left, top, width, height in _patches(viewport, everything, ceil(width_px / 2) + 1):
        fine = Image.new("L", (width * _FINER, height * _FINER))
        pen = ImageDraw.Draw(fine)
        for part in parts:
            points = _finer(part, left, top)
            pen.line(points, fill=255, width=fine_px, joint="curve")
            if fine_px > 2 * _FINER:
                for x, y in (points[0], points[-1]):
                    pen.circle((x, y), fine_px / 2 - 0.5, fill=255)
        if fine.getbbox():
            canvas.paint(left, top, _shrunk(fine), ink)


def _circle(viewport: Viewport, dot: Dot) -> list[Point]:
    (x, y), (sx, sy) = viewport.pixel(dot.at), viewport.unit_px
    steps = max(16, min(96, round(4 * dot.radius * viewport.scale_px)))
    return [(x + dot.radius * sx * c, y + dot.radius * sy * s) for c, s in _turn(steps)]


@lru_cache(maxsize=128)
def _turn(steps: int) -> tuple[Point, ...]:
    angles = np.arange(steps) * (2 * np.pi / steps)
    return tuple((float(np.cos(angle)), float(np.sin(angle))) for angle in angles)


def _patches(viewport: Viewport, points: list[Point], beyond_px: int) -> Iterator[tuple[int, int, int, int]]:
    """Rectangles (left, top, width, height) that hold what lies around these pixels, within the picture."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, right = max(0, floor(min(xs)) - beyond_px), min(viewport.width_px, ceil(max(xs)) + beyond_px)
    top, bottom = max(0, floor(min(ys)) - beyond_px), min(viewport.height_px, ceil(max(ys)) + beyond_px)
    for y in range(top, bottom, _PATCH_PX):
        for x in range(left, right, _PATCH_PX):
            yield x, y, min(_PATCH_PX, right - x), min(_PATCH_PX, bottom - y)


def _finer(points: list[Point], left: int, top: int) -> list[Point]:
    return [((x - left) * _FINER - 0.5, (y - top) * _FINER - 0.5) for x, y in points]


def _shrunk(fine: Image.Image) -> Mask:
    return np.asarray(fine.reduce(_FINER))
