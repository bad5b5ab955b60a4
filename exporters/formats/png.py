"""A picture as a PNG: what is on the board in colours, everything else transparent."""

from collections import deque
from itertools import groupby, takewhile
from typing import NamedTuple

import numpy as np

from exporters.formats.canvas import Canvas, Pixels
from exporters.formats.hex_image import EDGE_STEPS, grain, hex_image, hex_numbers
from exporters.formats.lettering import write_labels
from exporters.formats.shapes import draw_areas, draw_lines
from exporters.picture import Area, Cells, Dot, Label, Line, Mark, Picture, Role, runs
from exporters.style import CLEAR_INK, Ink, Pattern, Style, style_of
from exporters.viewport import Viewport

_ROLES_AT_ONCE = 12
"""As many as leave their shades within the 256 colours of a palette, with all four patterns."""


def render(picture: Picture, viewport: Viewport) -> bytes:
    """The picture as PNG bytes, of exactly the viewport's size.

    Where no mark lies the picture is transparent, so that it can be laid on a scene.
    """
    module_px = picture.module * viewport.scale_px
    ground = tuple(takewhile(lambda mark: not isinstance(mark, Label), picture.marks))
    canvas = _drawn(_Ground(viewport, module_px, ground))
    for is_text, marks in groupby(picture.marks[len(ground) :], lambda mark: isinstance(mark, Label)):
        if is_text:
            write_labels(canvas, viewport, (mark for mark in marks if isinstance(mark, Label)))
        else:
            for run in runs(marks):
                _draw(canvas, viewport, run, module_px)
    return canvas.png()


class _Ground(NamedTuple):
    """What lies beneath the words of a picture, and how large it is drawn."""

    viewport: Viewport
    module_px: float
    marks: tuple[Mark, ...]


_GROUND_MARKS = 40
"""So many marks beneath the words are the ground of a board, which is drawn once for many pictures."""

_kept: deque[tuple[_Ground, Canvas]] = deque(maxlen=3)


def _drawn(ground: _Ground) -> Canvas:
    """A canvas with the ground of a picture on it."""
    for known, canvas in tuple(_kept):
        if known == ground:
            return canvas.copy()
    canvas = Canvas(ground.viewport.width_px, ground.viewport.height_px)
    for run in runs(ground.marks):
        _draw(canvas, ground.viewport, run, ground.module_px)
    if len(ground.marks) < _GROUND_MARKS:
        return canvas
    _kept.appendleft((ground, canvas))
    return canvas.copy()


def _draw(canvas: Canvas, viewport: Viewport, run: tuple[Mark, ...], module_px: float) -> None:
    """A run of marks of one kind and role; its lines are one network, with no edges where they meet."""
    lines = [mark for mark in run if isinstance(mark, Line)]
    areas = [mark for mark in run if isinstance(mark, Area | Dot)]
    for mark in run:
        if isinstance(mark, Cells):
            _draw_cells(canvas, viewport, mark)
    if lines:
        points = [[viewport.pixel(point) for point in line.points] for line in lines]
        draw_lines(canvas, points, style_of(lines[0].role), module_px)
    if areas:
        draw_areas(canvas, viewport, areas[0].role, areas, module_px)


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
    first = dict.fromkeys(cells.roles.values(), 1)
    first |= {role: 1 + k * entries for k, role in enumerate(roles, start=1)}
    chosen = np.ones(1 + cells.grid.columns * cells.grid.rows, np.uint8)
    of_each = bytes(map(first.__getitem__, cells.roles.values()))
    chosen[hex_numbers(cells.grid, cells.roles)] = np.frombuffer(of_each, np.uint8)
    index = image.spread(chosen)
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
