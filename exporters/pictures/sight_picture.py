"""Lines and fields of sight as pictures: what is visible, what hinders, and what blocks."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import copysign, dist
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from exporters.board_shapes import box, centre, image_ring, module, outline, rings_of, shaded, unit_word
from exporters.number_text import counted
from exporters.picture import Area, Dot, Label, Line, Mark, Picture, Point, Ring, Role
from exporters.pictures.label_layout import LETTER
from exporters.pictures.table_ground import table_labels
from exporters.place_text import name
from rules.game.ruling import Reason, Ruling
from rules.game.verdicts import IN_PART, Sight, SightField, SpotsSeen, Visibility
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex, Hexside
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop

_FIELD = {
    Visibility.CLEAR: Role.CLEAR,
    Visibility.HINDERED: Role.HINDERED,
    Visibility.BLOCKED: Role.BLOCKED,
    Visibility.BLIND: Role.BLIND,
}

_MARKED = {
    Visibility.CLEAR: (Role.NOTED, "passed"),
    Visibility.HINDERED: (Role.HINDRANCE, "hinders"),
    Visibility.BLOCKED: (Role.CAUSE, "blocks"),
    Visibility.BLIND: (Role.CAUSE, "blocks"),
}
LINE_ROLES = {
    Visibility.CLEAR: Role.SIGHT_CLEAR,
    Visibility.HINDERED: Role.SIGHT_HINDERED,
    Visibility.BLOCKED: Role.SIGHT_BLOCKED,
    Visibility.BLIND: Role.SIGHT_BLOCKED,
}
"""The role of a line of sight, by what the ruling says of it."""

_BENEATH = 0.85
"""How far below the end of a line its length is written, in hexes: clear of a counter's name there, even in two rows."""
_CITED, _STROKE = 0.2, 0.06
"""The height of the letters for the rule of a cause, and its distance from the line, in hexes."""
_HAIR = 1e-6
"""How far off a line a cause may be and still count as on it, in board units."""


def los_picture(board: Board, ruling: Ruling[Sight], viewer: Place, target: Place) -> Picture:
    """A line of sight: clear up to the first cause, then as the ruling says, with each cause marked and cited."""
    sight, size = ruling.verdict, module(board)
    role, word = _MARKED[sight.visibility]
    start, end = centre(board, viewer), centre(board, target)
    ends = (viewer, target)
    causes = _causes(board, [reason for reason in ruling.reasons if reason.decides], ends, role)
    passed = _causes(board, [reason for reason in ruling.reasons if not reason.decides], ends, Role.NOTED)
    parts = _parts(start, end, _first(start, end, causes), LINE_ROLES[sight.visibility])
    marks: list[Mark] = [cause.mark for cause in (*passed, *causes)]
    marks += parts
    marks += [Dot(Role.VIEWER, start, 0.41 * size), Dot(Role.TARGET, end, 0.41 * size)]
    range_words = counted(round(sight.distance, 1), unit_word(board))
    marks.append(Label(Role.NUMBER, (end[0], end[1] + _BENEATH * size), range_words, 0.24 * size))
    if isinstance(board, Tabletop):
        marks += _cause_names(board, causes)
    marks += _citations([*causes, *passed], (start, end), size)
    legend = {part.role: _LINE_WORDS[part.role] for part in parts}
    if isinstance(board, Tabletop) and Role.SIGHT_HINDERED in legend:
        legend[Role.SIGHT_HINDERED], word = IN_PART, "hides part"
    if causes:
        legend[role] = word
    if passed:
        legend[Role.NOTED] = _MARKED[Visibility.CLEAR][1]
    return Picture(ruling.question, box(board), tuple(marks), tuple(legend.items()), str(ruling), size)


def field_picture(board: Board, ruling: Ruling[SightField]) -> Picture:
    """A field of sight, with clear, hindered (and the hindrance), blocked and blind places."""
    seen, size = ruling.verdict, module(board)
    roles = dict(zip(seen.visibility, map(_FIELD.__getitem__, seen.visibility.values()), strict=True))
    facts = {place: {"hindrance": count} for place, count in seen.hindrance.items() if count}
    marks: list[Mark] = [*shaded(board, roles, facts, seen.at and partial(_roles_at, seen.at))]
    for place, count in seen.hindrance.items():
        if count and isinstance(place, Hex) and place in roles:
            marks.append(Label(Role.NUMBER, centre(board, place), str(count), 0.34))
    marks.append(Dot(Role.VIEWER, centre(board, seen.source), 0.41 * size))
    shown = set(roles.values())
    words = {role: visibility.value for visibility, role in _FIELD.items()}
    if isinstance(board, Tabletop):
        words[Role.HINDERED] = IN_PART
    legend = tuple((role, word) for role, word in words.items() if role in shown)
    return Picture(ruling.question, box(board), tuple(marks), legend, str(ruling), size)


def _roles_at(seen_at: SpotsSeen, places: npt.NDArray[np.float64]) -> list[Role]:
    return [_FIELD[visibility] for visibility in seen_at(places)]


_LINE_WORDS = {
    Role.SIGHT_CLEAR: "clear LOS",
    Role.SIGHT_HINDERED: "hindered LOS",
    Role.SIGHT_BLOCKED: "no LOS",
}


class _Cause(NamedTuple):
    """A cause on a line of sight: its mark, its shape, and the place for its rule."""

    mark: Line | Area
    shape: BaseGeometry
    at: Point
    cited: str


def _causes(board: Board, reasons: Iterable[Reason], ends: tuple[Place, Place], role: Role) -> list[_Cause]:
    """The hexsides that reasons name, and the places between the two ends, each with its first reason."""
    causes: dict[Place | Hexside, _Cause] = {}
    line_of_sight = shapely.LineString([centre(board, end) for end in ends])
    for reason in reasons:
        cited = reason.cite.section.partition(",")[0]
        facts = {"text": reason.text, "cite": str(reason.cite)}
        side = _hexside(board, reason)
        if isinstance(board, HexBoard) and side is not None:
            (ax, ay), (bx, by) = (board.grid.position(end) for end in board.grid.ends(side))
            line = Line(role, ((ax, ay), (bx, by)), {"hexside": str(side), **facts})
            middle = (ax + bx) / 2, (ay + by) / 2
            causes.setdefault(side, _Cause(line, shapely.LineString(line.points), middle, cited))
            continue
        for place in reason.at:
            if place not in ends:
                rings, shape = _standing(board, place, reason, line_of_sight)
                area = Area(role, rings, {"place": name(place), **facts})
                causes.setdefault(place, _Cause(area, shape, centre(board, place), cited))
    return list(causes.values())


def _cause_names(board: Tabletop, causes: Iterable[_Cause]) -> Iterator[Label]:
    """The names of the marked terrain pieces, over the hatching, at the places of their names on the table."""
    outlines = [shapely.Polygon(cause.mark.rings[0]) for cause in causes if isinstance(cause.mark, Area)]
    marked = shapely.union_all(outlines)
    for label in table_labels(board):
        if marked.contains(shapely.Point(label.at)):
            yield label._replace(role=Role.CAUSE_NAME)


def _citations(causes: Sequence[_Cause], line: tuple[Point, Point], module: float) -> list[Label]:
    """The rule of each cause, beside the line: deciding causes first, and the nearest to the viewer first."""
    return [
        Label(Role.NUMBER, _off_line(cause, line, module), cause.cited, _CITED * module)
        for cause in sorted(
            causes, key=lambda cause: (cause.mark.role is Role.NOTED, dist(cause.at, line[0]))
        )
    ]


def _off_line(cause: _Cause, line: tuple[Point, Point], module: float) -> Point:
    """The middle of a cause, moved off the line so that its rule does not cover the line: to its own side, or
    down if it is on the line."""
    (ax, ay), (bx, by) = line
    if not (length := dist(*line)):
        return cause.at
    down = 1 if bx >= ax else -1
    across, along = down * (ay - by) / length, down * (bx - ax) / length
    aside = (cause.at[0] - ax) * across + (cause.at[1] - ay) * along
    letters = (LETTER * len(cause.cited) * abs(across) + abs(along)) * _CITED / 2
    wanted = copysign((letters + _STROKE) * module, aside if abs(aside) > _HAIR else 1)
    moved = wanted - aside if abs(aside) < abs(wanted) else 0
    return cause.at[0] + moved * across, cause.at[1] + moved * along


def _standing(
    board: Board, place: Place, reason: Reason, line: BaseGeometry
) -> tuple[tuple[Ring, ...], BaseGeometry]:
    """The outline of the cause in a place, and where the line meets it.

    On a table that is the terrain piece that the reason names there, met at the spot itself, or at its edge if the line
    misses the spot; in a hex the house that the reason names, if the line meets it.
    """
    if isinstance(board, HexBoard) and isinstance(place, Hex):
        for image in board.images.get(place, ()):
            house = shapely.Polygon(image_ring(board.grid, image)) if len(image.points) > 2 else None
            if house is not None and image.terrain.words in reason.text and line.intersects(house):
                return rings_of(house)[0], house
    if isinstance(board, Tabletop) and isinstance(place, Spot):
        for piece in board.at(place):
            if piece.id in reason.text.split():
                met = shapely.Point(place)
                return rings_of(piece.area)[0], met if line.dwithin(met, _HAIR) else piece.area
    ring = outline(board, place)
    return (ring,), shapely.Polygon(ring)


def _hexside(board: Board, reason: Reason) -> Hexside | None:
    """The hexside that a reason names, as in "wall at C2/C3"."""
    match reason.at:
        case (Hex() as one, Hex() as other) if isinstance(board, HexBoard):
            side = Hexside(*sorted((one, other)))
            return side if side in board.hexsides and str(side) in reason.text else None
    return None


def _first(start: Point, end: Point, causes: list[_Cause]) -> Point | None:
    """The first point where the line meets a cause; None if it meets none."""
    line = shapely.LineString([start, end])
    met = [line.intersection(cause.shape.buffer(_HAIR)) for cause in causes]
    points = [(float(x), float(y)) for shape in met for x, y in shapely.get_coordinates(shape)]
    return min(points, key=lambda point: dist(point, start), default=None)


def _parts(start: Point, end: Point, turn: Point | None, beyond: Role) -> list[Line]:
    if turn is None or beyond is Role.SIGHT_CLEAR:
        return [Line(beyond, (start, end))]
    return [Line(Role.SIGHT_CLEAR, (start, turn)), Line(beyond, (turn, end))]
