"""A picture as a PNG: the marks in colours, everything else transparent."""

from collections import defaultdict, deque
from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import groupby, takewhile
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from exporters.formats.canvas import Canvas
from exporters.formats.hex_image import EDGE_BITS, EDGE_STEPS, grain, hex_image, hex_numbers
from exporters.formats.lettering import write_labels
from exporters.formats.shapes import draw_areas, draw_lines
from exporters.picture import Area, Cells, Dot, Label, Line, Mark, Picture, Role, runs
from exporters.style import CLEAR_INK, Ink, Pattern, Style, style_of
from exporters.viewport import Viewport

_ROLES_AT_ONCE = 12
"""The most roles whose shades, with all four patterns, fit into the 256 colours of a palette."""


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
    """The marks beneath the words of a picture, and the viewport they are drawn in."""

    viewport: Viewport
    module_px: float
    marks: tuple[Mark, ...]


_GROUND_MARKS = 40
"""With this many marks beneath the words they count as the ground of a board, which is drawn once for many pictures."""

_lately_drawn: deque[tuple[_Ground, Canvas]] = deque(maxlen=3)


def _drawn(ground: _Ground) -> Canvas:
    """A canvas with the ground of a picture on it."""
    for known, canvas in tuple(_lately_drawn):
        if known == ground:
            return canvas.copy()
    canvas = Canvas(ground.viewport.width_px, ground.viewport.height_px)
    for run in runs(ground.marks):
        _draw(canvas, ground.viewport, run, ground.module_px)
    if len(ground.marks) < _GROUND_MARKS:
        return canvas
    _lately_drawn.appendleft((ground, canvas.copy()))
    return canvas


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
    """Lay hexes of these roles: each pixel is its shading, masked by the style of its hex, so that equal
    looks get equal numbers."""
    styles = [style_of(role) for role in roles]
    patterns = tuple(sorted({style.pattern for style in styles} - {Pattern.PLAIN}))
    image, shades = hex_image(cells.grid, viewport), grain(cells.grid, viewport, patterns)
    bits = EDGE_BITS + len(patterns)
    inks: dict[int, Ink] = {0: CLEAR_INK}
    left: dict[Role, int] = defaultdict(int)
    for k, (role, style) in enumerate(zip(roles, styles, strict=True), start=1):
        own = 0 if style.pattern is Pattern.PLAIN else 1 << EDGE_BITS + patterns.index(style.pattern)
        left[role] = k << bits | EDGE_STEPS | own
        inks |= {k << bits | shade: ink for shade, ink in _shades(style, own).items()}
    of_each = np.zeros(1 + cells.grid.columns * cells.grid.rows, np.int16)
    in_order = map(left.__getitem__, cells.roles.values())
    of_each[hex_numbers(cells.grid, cells.roles)] = np.fromiter(in_order, np.int16, len(cells.roles))
    # Marks have as many colours as a palette leaves in which every role names every pattern.
    room = 255 - (EDGE_STEPS + (1 << len(patterns))) * (len(roles) + 1)
    if len(roles) + 1 << bits <= 256:
        index = image.spread(of_each.astype(np.uint8))
        index &= shades
    else:
        # The bits above, which are set, are set in the wider numbers too.
        wide = image.spread(of_each) & shades.view(np.int8)
        index = _ranks(inks)[wide]
        inks = dict(enumerate(inks.values()))
    canvas.lay(index, inks, room)


def _ranks(inks: Collection[int]) -> npt.NDArray[np.uint8]:
    """A table that gives each ink number its rank among them."""
    ranks = np.zeros(1 + max(inks), np.uint8)
    ranks[list(inks)] = np.arange(len(inks))
    return ranks


@lru_cache(maxsize=256)
def _shades(style: Style, own: int) -> Mapping[int, Ink]:
    """The ink of each shade: on the hexside, inside, and in the pattern, which has its own bit."""
    edge = [_mixed(style.fill, style.pen, 1 - step / EDGE_STEPS) for step in range(EDGE_STEPS)]
    inked = _mixed(style.fill, style.pattern_ink, 1.0) if own else style.fill
    return {**dict(enumerate(edge)), EDGE_STEPS: style.fill, EDGE_STEPS | own: inked}


def _mixed(under: Ink, over: Ink, share: float) -> Ink:
    """One ink over another, the upper one covering a share."""
    opacity = over[3] / 255 * share
    beneath = under[3] / 255 * (1 - opacity)
    whole = opacity + beneath
    if whole == 0:
        return CLEAR_INK
    red, green, blue = (round((over[k] * opacity + under[k] * beneath) / whole) for k in range(3))
    return red, green, blue, round(whole * 255)
