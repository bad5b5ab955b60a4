"""A picture as SVG: a string, with a CSS class for each role and a description of the board for screen readers."""

from collections.abc import Iterable, Iterator
from html import escape
from math import sqrt
from typing import assert_never

from exporters.board_shapes import hexagon
from exporters.formats.hex_image import pattern_px
from exporters.picture import Area, Cells, Dot, Facts, Label, Line, Mark, Picture, Point, Role, runs
from exporters.strokes import dash_px
from exporters.style import CLEAR_INK, HEXSIDE, Ink, Pattern, style_of
from exporters.viewport import Viewport
from rules.ground.hex.hexes import Hex

_SEAM_PX = 0.3
"""How far the pen of a hex reaches beyond it, so that no seam shows between two hexes."""


def render(picture: Picture, viewport: Viewport, beneath: Iterable[str] = ()) -> str:
    """The picture as an SVG document, in the viewport's pixels; `beneath` are elements drawn below it.

    Every mark has its role as its class and its facts as data attributes, so a page
    can restyle or query it; the text of the picture is its description.
    """
    module_px = picture.module * viewport.scale_px
    roles = sorted(_roles(picture.marks))
    size = f'width="{viewport.width_px}" height="{viewport.height_px}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {viewport.width_px} {viewport.height_px}" role="img">',
        f"<title>{escape(picture.title)}</title>",
        f"<desc>{escape(picture.text)}</desc>",
        "<defs>",
        *(_pattern(role, module_px) for role in roles if style_of(role).pattern is not Pattern.PLAIN),
        "</defs>",
        "<style>",
        "text{font-family:sans-serif;text-anchor:middle;dominant-baseline:central;paint-order:stroke}",
        "text.from{text-anchor:start}",
        *(rule for role in roles for rule in _rules(role, module_px)),
        "</style>",
        *beneath,
    ]
    for run in runs(picture.marks):
        lines += [line for mark in run for line in _casing(mark, viewport)]
        lines += [line for mark in run for line in _drawn(mark, viewport)]
    return "\n".join([*lines, "</svg>", ""])


def _roles(marks: Iterable[Mark]) -> set[Role]:
    return {
        role
        for mark in marks
        for role in (set(mark.roles.values()) if isinstance(mark, Cells) else {mark.role})
    }


def _drawn(mark: Mark, viewport: Viewport) -> Iterator[str]:
    match mark:
        case Cells():
            yield from _cells(mark, viewport)
        case Area(role=role, rings=rings):
            path = "".join(f"M{_points(ring, viewport)}Z" for ring in rings)
            yield f'<path class="{role}" fill-rule="evenodd" d="{path}"{_data(mark.facts)}/>'
            if style_of(role).pattern is not Pattern.PLAIN:
                yield f'<path fill="url(#{role}-pattern)" fill-rule="evenodd" d="{path}"/>'
        case Line(role=role, points=points):
            drawn = _points(points, viewport)
            yield f'<polyline class="{role}" points="{drawn}"{_data(mark.facts)}/>'
        case Dot(role=role):
            (x, y), (sx, sy) = viewport.pixel(mark.at), viewport.unit_px
            round_ = f'cx="{x:.2f}" cy="{y:.2f}" rx="{mark.radius * sx:.2f}" ry="{mark.radius * sy:.2f}"'
            if style_of(role).casing != CLEAR_INK:
                yield f'<ellipse class="{role} casing" {round_}/>'
            yield f'<ellipse class="{role}" {round_}{_data(mark.facts)}/>'
            if style_of(role).pattern is not Pattern.PLAIN:
                yield f'<ellipse fill="url(#{role}-pattern)" {round_}/>'
        case Label():
            x, y = viewport.pixel(mark.at)
            start = " from" if mark.starts_at else ""
            size = f'font-size="{mark.size * viewport.scale_px:.2f}"'
            yield f'<text class="{mark.role}{start}" x="{x:.2f}" y="{y:.2f}" {size}>{escape(mark.text)}</text>'
        case _:
            assert_never(mark)


def _casing(mark: Mark, viewport: Viewport) -> Iterator[str]:
    """The wider line beneath a line, drawn before all lines of its run so that they join."""
    if isinstance(mark, Line) and style_of(mark.role).casing != CLEAR_INK:
        yield f'<polyline class="{mark.role} casing" points="{_points(mark.points, viewport)}"/>'


def _cells(cells: Cells, viewport: Viewport) -> Iterator[str]:
    """A group for each role with a path for each hex, labelled so that a page can find it; then the hexsides of all.

    Each hex has its own pen on its own half of a hexside, as in a PNG.
    """
    by_role: dict[Role, list[Hex]] = {}
    for place, role in cells.roles.items():
        by_role.setdefault(role, []).append(place)
    for role, places in sorted(by_role.items()):
        paths = [f"M{_points(hexagon(cells.grid, place), viewport)}Z" for place in places]
        yield f'<g class="{role}">'
        for place, path in zip(places, paths, strict=True):
            yield f'<path d="{path}" data-place="{place.label}"{_data(cells.facts.get(place, {}))}/>'
        yield "</g>"
        if style_of(role).pattern is not Pattern.PLAIN:
            yield f'<path fill="url(#{role}-pattern)" d="{"".join(paths)}"/>'
        inner = (_side_px(viewport.scale_px) - _SEAM_PX) / 2 / viewport.scale_px
        sides = (f"M{_points(hexagon(cells.grid, place, inner), viewport)}Z" for place in places)
        yield f'<path class="{role} side" d="{"".join(sides)}"/>'


def _side_px(hex_px: float) -> float:
    """The width of the pen of a hex on its inside."""
    return max(1.0, HEXSIDE * hex_px) / 2


def _points(points: Iterable[Point], viewport: Viewport) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in map(viewport.pixel, points))


def _data(facts: Facts) -> str:
    return "".join(f' data-{key.replace("_", "-")}="{escape(str(value))}"' for key, value in facts.items())


def _rules(role: Role, module_px: float) -> Iterator[str]:
    style = style_of(role)
    if style.text != CLEAR_INK:
        halo = f";{_paint('stroke', style.halo)};stroke-width:.22em" if style.halo != CLEAR_INK else ""
        yield f"text.{role}{{{_paint('fill', style.text)}{halo};stroke-linejoin:round}}"
    width_px = max(1.0, style.width * module_px)
    dash = (
        f";stroke-dasharray:{' '.join(f'{part:.2f}' for part in dash_px(style.dash, module_px))}"
        if style.dash
        else ""
    )
    joint = ";stroke-linejoin:round;stroke-linecap:round"
    shape = (
        f"{_paint('fill', style.fill)};{_paint('stroke', style.pen)};stroke-width:{width_px:.2f}{dash}{joint}"
    )
    yield f":not(text).{role}{{{shape}}}"
    yield f"polyline.{role}{{fill:none}}"
    yield f"g.{role}{{stroke:none}}"
    yield f"path.{role}.side{{fill:none;stroke-width:{_side_px(module_px) + _SEAM_PX:.2f}}}"
    if style.casing != CLEAR_INK:
        around = (
            f"{_paint('stroke', style.casing)};stroke-width:{width_px + 2 * max(1.0, width_px * 0.2):.2f}"
        )
        yield f".{role}.casing{{fill:none;{around}}}"


def _pattern(role: Role, module_px: float) -> str:
    style = style_of(role)
    period, thick = pattern_px(module_px)
    rising, falling, small = (thick + 1) / 2, (thick - 1) / 2, thick + 1
    wide, high = {Pattern.DOTS: (period, 2 * period), Pattern.DASHES: (2 * period, 2 * period)}.get(
        style.pattern, (period, period)
    )
    up = "".join(f"M{c},0L0,{c}" for c in (rising + k * period for k in range(3)))
    down = "".join(f"M{c},0l{2 * period},{2 * period}" for c in (falling - k * period for k in range(3)))
    aside = period - period // 2
    drawn = {
        Pattern.PLAIN: "",
        Pattern.HATCH: up,
        Pattern.CROSS: up + down,
        Pattern.DOTS: "".join(
            f"M{x},{y}h{small}v{small}h-{small}Z"
            for x, y in ((0, 0), (aside, period), (aside - period, period))
        ),
        Pattern.DASHES: "".join(f"M{x},{x}h{period}v{thick}h-{period}Z" for x in (0, period)),
    }[style.pattern]
    ink, opacity = _rgb(style.pattern_ink), style.pattern_ink[3] / 255
    if style.pattern in (Pattern.HATCH, Pattern.CROSS):
        look = (
            f'stroke="{ink}" stroke-opacity="{opacity:.3f}" stroke-width="{thick / sqrt(2):.2f}" fill="none"'
        )
    else:
        look = f'fill="{ink}" fill-opacity="{opacity:.3f}"'
    return (
        f'<pattern id="{role}-pattern" width="{wide}" height="{high}" patternUnits="userSpaceOnUse">'
        f'<path d="{drawn}" {look}/></pattern>'
    )


def _paint(what: str, ink: Ink) -> str:
    if ink[3] == 0:
        return f"{what}:none"
    opacity = f";{what}-opacity:{ink[3] / 255:.3f}" if ink[3] < 255 else ""
    return f"{what}:{_rgb(ink)}{opacity}"


def _rgb(ink: Ink) -> str:
    return f"#{ink[0]:02x}{ink[1]:02x}{ink[2]:02x}"
