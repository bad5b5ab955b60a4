"""A picture as items of Owlbear Rodeo: paths and texts that the asker's page adds to his own view alone.

Facts: npm @owlbear-rodeo/sdk 3.1, types/items/Path.d.ts and Text.d.ts. Paths are used because the site may not be allowed to
load pictures from another origin. Paths cannot have patterns, so a dashed line in the pattern's ink replaces one.
"""

from collections.abc import Iterable, Iterator
from itertools import count
from math import cos, pi, sin
from uuid import uuid4

from exporters.board_shapes import hexagon
from exporters.json_value import Json
from exporters.picture import Area, Cells, Dot, Label, Line, Mark, Picture, Point, Role, runs
from exporters.style import CLEAR_INK, Ink, Pattern, Style, style_of
from exporters.viewport import Viewport

TAG = "io.blindhex/answer"
"""The metadata key of items that are our answers."""

_ROUND = 24
_MOVE, _LINE, _CLOSE = 0, 1, 5


def items_of(picture: Picture, window: Viewport, tag: str) -> list[dict[str, Json]]:
    """The items of a picture in pixels of the scene, from the lowest to the topmost."""
    module_px, numbers = picture.module * window.scale_px, count()
    return [
        {
            "id": str(uuid4()), "name": picture.title[:60], "visible": True, "locked": True, "disableHit": True, "rotation": 0,
            "scale": {"x": 1, "y": 1}, "position": {"x": 0, "y": 0}, "zIndex": next(numbers), "metadata": {TAG: tag}, **item,
        }
        for run in runs(picture.marks)
        for item in _items(run, window, module_px)
    ]  # fmt: skip


def _items(run: tuple[Mark, ...], window: Viewport, module_px: float) -> Iterator[dict[str, Json]]:
    outlines: dict[Role, list[Json]] = {}
    lines: dict[Role, list[Json]] = {}
    for mark in run:
        match mark:
            case Cells(grid=grid, roles=roles):
                for place, role in roles.items():
                    outlines.setdefault(role, []).extend(_ring(hexagon(grid, place), window))
            case Area(role=role, rings=rings):
                outlines.setdefault(role, []).extend(step for ring in rings for step in _ring(ring, window))
            case Dot(role=role, at=(x, y), radius=radius):
                turns = (2 * pi * n / _ROUND for n in range(_ROUND))
                disc = [(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns]
                outlines.setdefault(role, []).extend(_ring(disc, window))
            case Line(role=role, points=points):
                lines.setdefault(role, []).extend(_steps(points, window))
            case Label():
                yield _text(mark, window)
    for role, commands in outlines.items():
        yield _path(commands, style_of(role), module_px)
    for role, commands in lines.items():
        style = style_of(role)
        if style.casing != CLEAR_INK:
            yield _path(commands, Style(pen=style.casing, width=style.width * 1.6), module_px)
        yield _path(commands, Style(pen=style.pen, width=style.width, dash=style.dash), module_px)


def _path(commands: list[Json], style: Style, module_px: float) -> dict[str, Json]:
    has_pattern = style.pattern is not Pattern.PLAIN
    pen = style.pattern_ink if has_pattern else style.pen
    dash = [part * module_px for part in style.dash or ((0.08, 0.08) if has_pattern else ())]
    looks: dict[str, Json] = {
        "fillColor": _colour(style.fill), "fillOpacity": style.fill[3] / 255,
        "strokeColor": _colour(pen), "strokeOpacity": pen[3] / 255,
        "strokeWidth": max(1.0, style.width * module_px) if pen != CLEAR_INK else 0, "strokeDash": [*dash],
    }  # fmt: skip
    return {"type": "PATH", "layer": "DRAWING", "commands": commands, "fillRule": "evenodd", "style": looks}


def _text(label: Label, window: Viewport) -> dict[str, Json]:
    (x, y), size = window.pixel(label.at), label.size * window.scale_px
    width = max(4.0, len(label.text)) * size
    style = style_of(label.role)
    looks: dict[str, Json] = {
        "padding": 0, "fontFamily": "Roboto", "fontSize": size, "fontWeight": 600, "lineHeight": 1,
        "textAlign": "LEFT" if label.starts_at else "CENTER", "textAlignVertical": "MIDDLE",
        "fillColor": _colour(style.text), "fillOpacity": style.text[3] / 255,
        "strokeColor": _colour(style.halo), "strokeOpacity": style.halo[3] / 255, "strokeWidth": size / 8,
    }  # fmt: skip
    content: dict[str, Json] = {
        "richText": [{"type": "paragraph", "children": [{"text": label.text}]}], "plainText": label.text, "type": "PLAIN",
        "style": looks, "width": width, "height": 2 * size,
    }  # fmt: skip
    corner: dict[str, Json] = {"x": x if label.starts_at else x - width / 2, "y": y - size}
    return {"type": "TEXT", "layer": "TEXT", "text": content, "position": corner}


def _ring(points: Iterable[Point], window: Viewport) -> list[Json]:
    return [*_steps(points, window), [_CLOSE]]


def _steps(points: Iterable[Point], window: Viewport) -> list[Json]:
    return [
        [_LINE if number else _MOVE, round(x, 2), round(y, 2)]
        for number, (x, y) in enumerate(map(window.pixel, points))
    ]


def _colour(ink: Ink) -> str:
    return "#" + bytes(ink[:3]).hex()
