"""A line of sight from the side, as a picture: the ground, the obstacles, the line over them, and by how
much they are too high."""

from collections.abc import Iterator
from math import ceil, floor

from exporters.number_text import points
from exporters.picture import Area, Box, Dot, Facts, Label, Line, Mark, Picture, Point, Role
from exporters.pictures.sight_picture import LINE_ROLES
from rules.game.profile import Profile, Stretch, too_high
from rules.game.ruling import Ruling
from rules.game.verdicts import Visibility

WIDE, NARROW, HIGH = 16.0, 7.0, 4.0
"""The size of the drawing, in widths of a hex; narrow for a phone held upright."""
_EDGE, _LETTER = 0.9, 0.24
_UNLIMITED = 1.2
"""The height, in levels, at which obstacles are drawn that block whatever their height."""
_ROLES = {
    Visibility.CLEAR: Role.NOTED,
    Visibility.HINDERED: Role.HINDRANCE,
    Visibility.BLOCKED: Role.CAUSE,
    Visibility.BLIND: Role.CAUSE,
}
_TICKS_A_UNIT = 0.75


class _Scale:
    """Converts distances and heights to points of the picture."""

    def __init__(self, seen: Profile, wide: float) -> None:
        self.wide = wide
        heights = [seen.eye, seen.foot, seen.top, *(height for *_, height in seen.ground)]
        heights += [
            stretch.top if stretch.top is not None else stretch.foot + _UNLIMITED
            for stretch in seen.stretches
        ]
        self.lowest, self.highest = floor(min(0.0, *heights)), ceil(max(1.0, *heights))
        self._across = wide / max(seen.length, 1e-9)
        self._up = HIGH / (self.highest - self.lowest)

    def at(self, distance: float, height: float) -> Point:
        return distance * self._across, (self.highest - height) * self._up


def profile_picture(ruling: Ruling[Profile], measure: str, wide: float = WIDE) -> Picture:
    """The line from the left, where the viewer is, to the right; distances in hexes or inches below, heights at the side."""
    seen = ruling.verdict
    scale = _Scale(seen, wide)
    marks: list[Mark] = [*_axes(seen, scale, measure)]
    for start, end, height in seen.ground:
        bottom = scale.lowest - (scale.highest - scale.lowest) * 0.06
        marks.append(Area(Role.OPEN_GROUND, (_box(scale, (start, end), (bottom, height)),)))
    marks += [_standing(scale, stretch) for stretch in seen.stretches]
    eye, aim = scale.at(0, seen.eye), scale.at(seen.length, seen.top)
    marks += _line(scale, seen)
    marks += [Dot(Role.VIEWER, eye, 0.16), Dot(Role.TARGET, aim, 0.16)]
    marks += _names(scale, seen)
    roles = {_ROLES[stretch.effect] for stretch in seen.stretches}
    words = ((Role.CAUSE, "in the way"), (Role.HINDRANCE, "partly in the way"), (Role.NOTED, "passed"))
    legend = tuple((role, word) for role, word in words if role in roles)
    box = Box(-1.1 * _EDGE, -1.9 * _EDGE, wide + _EDGE, HIGH + 1.2 * _EDGE)
    paper = Area(Role.RIM, (box.ring,))
    line = (LINE_ROLES[seen.sight.visibility], str(seen.sight))
    return Picture(ruling.question, box, (paper, *marks), (line, *legend), str(ruling))


def _line(scale: _Scale, seen: Profile) -> Iterator[Mark]:
    """The line of sight: clear up to the first obstacle in the way, then as the ruling says."""
    beyond = LINE_ROLES[seen.sight.visibility]
    first = min((stretch.start for stretch in seen.in_the_way), default=0.0)
    share = min(first, seen.length) / seen.length if seen.length else 0.0
    turn = scale.at(share * seen.length, seen.eye + share * (seen.top - seen.eye))
    eye, aim = scale.at(0, seen.eye), scale.at(seen.length, seen.top)
    if beyond is not Role.SIGHT_CLEAR and share > 0:
        yield Line(Role.SIGHT_CLEAR, (eye, turn))
    yield Line(beyond, (turn if share > 0 else eye, aim))


def _standing(scale: _Scale, stretch: Stretch) -> Mark:
    top = stretch.foot + _UNLIMITED if stretch.top is None else stretch.top
    facts: Facts = {"name": stretch.name, "from": stretch.start, "to": stretch.end}
    return Area(
        _ROLES[stretch.effect], (_box(scale, (stretch.start, stretch.end), (stretch.foot, top)),), facts
    )


def _names(scale: _Scale, seen: Profile) -> Iterator[Mark]:
    """The names of the obstacles in the way and by how much they are too high, each in a row above; and
    the heights of both ends."""
    words: list[Mark] = []
    named: set[str] = set()
    for stretch in seen.in_the_way:
        if stretch.name in named:
            continue
        row = -0.45 - 0.36 * (len(named) % 4)
        named.add(stretch.name)
        top = stretch.foot + _UNLIMITED if stretch.top is None else stretch.top
        x, y = scale.at((stretch.start + stretch.end) / 2, top)
        over = "" if stretch.over is None else f": {too_high(stretch.over, seen.measure)}"
        yield Line(Role.RULER, ((x, y), (x, row + 0.16)))
        text = f"{stretch.name}{over}"
        reach = 0.29 * _LETTER * len(text)
        words.append(
            Label(Role.NUMBER, (min(max(x, reach - _EDGE), scale.wide + _EDGE - reach), row), text, _LETTER)
        )
    yield from words
    for x, height, word in ((0.0, seen.eye, "eye"), (seen.length, seen.top, "target")):
        at = scale.at(x, height)
        yield Label(Role.NUMBER, (at[0], at[1] - 0.34), f"{word} {points(round(height, 2))}", 0.2)


def _axes(seen: Profile, scale: _Scale, measure: str) -> Iterator[Mark]:
    yield Line(Role.RULER, (scale.at(0, scale.lowest), scale.at(seen.length, scale.lowest)))
    for height in range(scale.lowest, scale.highest + 1):
        left, right = scale.at(0, height), scale.at(seen.length, height)
        yield Line(Role.FOOT_LINE, (left, right))
        yield Label(Role.EDGE_NUMBER, (left[0] - 0.4, left[1]), str(height), 0.22)
    yield Label(Role.EDGE_NUMBER, (-0.3, -1.45), seen.measure, 0.22)
    step = max(1, ceil(seen.length / (_TICKS_A_UNIT * scale.wide)))
    for distance in range(0, floor(seen.length) + 1, step):
        x, y = scale.at(distance, scale.lowest)
        yield Line(Role.RULER, ((x, y), (x, y + 0.15)))
        yield Label(Role.EDGE_NUMBER, (x, y + 0.5), str(distance), 0.22)
    yield Label(Role.EDGE_NUMBER, (scale.wide / 2, HIGH + 0.85), measure, 0.22)


def _box(scale: _Scale, across: tuple[float, float], high: tuple[float, float]) -> tuple[Point, ...]:
    (start, end), (bottom, top) = across, high
    return scale.at(start, bottom), scale.at(start, top), scale.at(end, top), scale.at(end, bottom)
