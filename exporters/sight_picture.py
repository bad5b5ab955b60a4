"""Lines and fields of sight as pictures: what is seen, what hinders, and what is in the way."""

import shapely

from exporters.figures import counted
from exporters.picture import Area, Dot, Label, Line, Mark, Picture, Point, Role
from exporters.places import box, centre, module, name, outline, shaded, unit_word
from rules.game.ruling import Reason, Ruling
from rules.game.verdicts import Sight, SightField, Visibility
from rules.ground.board import Board, Place
from rules.ground.hexes import Hex

_FIELD = {
    Visibility.CLEAR: (Role.CLEAR, "seen"),
    Visibility.HINDERED: (Role.HINDERED, "seen through hindrance"),
    Visibility.BLOCKED: (Role.BLOCKED, "blocked"),
    Visibility.BLIND: (Role.BLIND, "blind"),
}
_MARKED = {
    Visibility.CLEAR: (Role.NOTED, "passed"),
    Visibility.HINDERED: (Role.HINDRANCE, "hinders"),
    Visibility.BLOCKED: (Role.CAUSE, "blocks"),
    Visibility.BLIND: (Role.CAUSE, "blocks"),
}
_BEYOND = {
    Visibility.CLEAR: Role.SIGHT_CLEAR,
    Visibility.HINDERED: Role.SIGHT_HINDERED,
    Visibility.BLOCKED: Role.SIGHT_BLOCKED,
    Visibility.BLIND: Role.SIGHT_BLOCKED,
}


def los_picture(board: Board, ruling: Ruling[Sight], viewer: Place, target: Place) -> Picture:
    """A line of sight: clear up to the first cause, then as the ruling says, with each cause marked and cited."""
    sight, size = ruling.verdict, module(board)
    role, word = _MARKED[sight.visibility]
    causes = _causes(ruling.reasons, viewer, target)
    start, end = centre(board, viewer), centre(board, target)
    parts = _parts(start, end, _first(board, start, end, list(causes)), _BEYOND[sight.visibility])
    marks: list[Mark] = []
    for place, reason in causes.items():
        facts = {"place": name(place), "text": reason.text, "cite": str(reason.cite)}
        marks.append(Area(role, (outline(board, place),), facts))
    marks += parts
    marks += [Dot(Role.VIEWER, start, 0.3 * size), Dot(Role.TARGET, end, 0.3 * size)]
    for place, reason in causes.items():
        marks.append(
            Label(Role.NUMBER, centre(board, place), str(reason.cite).partition(",")[0], 0.17 * size)
        )
    told = counted(sight.distance, unit_word(board))
    marks.append(Label(Role.NUMBER, (end[0], end[1] + 0.42 * size), told, 0.19 * size))
    legend = {part.role: _LINE_WORDS[part.role] for part in parts}
    if causes:
        legend[role] = word
    return Picture(ruling.question, box(board), tuple(marks), tuple(legend.items()), str(ruling), size)


def field_picture(board: Board, ruling: Ruling[SightField]) -> Picture:
    """A field of sight: seen, hindered (with how much), blocked and blind places told apart."""
    seen, size = ruling.verdict, module(board)
    roles = {place: _FIELD[visibility][0] for place, visibility in seen.visibility.items()}
    facts = {place: {"hindrance": count} for place, count in seen.hindrance.items() if count}
    marks: list[Mark] = [*shaded(board, roles, facts)]
    for place, count in seen.hindrance.items():
        if count and isinstance(place, Hex) and place in roles:
            marks.append(Label(Role.NUMBER, centre(board, place), str(count), 0.34))
    marks.append(Dot(Role.VIEWER, centre(board, seen.source), 0.34 * size))
    shown = set(roles.values())
    legend = tuple((role, word) for role, word in _FIELD.values() if role in shown)
    return Picture(ruling.question, box(board), tuple(marks), legend, str(ruling), size)


_LINE_WORDS = {
    Role.SIGHT_CLEAR: "clear LOS",
    Role.SIGHT_HINDERED: "hindered LOS",
    Role.SIGHT_BLOCKED: "no LOS",
}


def _causes(reasons: tuple[Reason, ...], viewer: Place, target: Place) -> dict[Place, Reason]:
    """The places that reasons name between the two ends, each with its first reason."""
    found: dict[Place, Reason] = {}
    for reason in reasons:
        for place in reason.at:
            if place not in (viewer, target):
                found.setdefault(place, reason)
    return found


def _first(board: Board, start: Point, end: Point, causes: list[Place]) -> Point | None:
    """Where the line first meets a cause; None if it meets none."""
    line = shapely.LineString([start, end])
    met = [line.intersection(shapely.Polygon(outline(board, place)).buffer(1e-6)) for place in causes]
    points = [(float(x), float(y)) for shape in met for x, y in shapely.get_coordinates(shape)]
    return min(points, key=lambda point: shapely.Point(start).distance(shapely.Point(point)), default=None)


def _parts(start: Point, end: Point, turn: Point | None, beyond: Role) -> list[Line]:
    if turn is None or beyond is Role.SIGHT_CLEAR:
        return [Line(beyond, (start, end))]
    return [Line(Role.SIGHT_CLEAR, (start, turn)), Line(beyond, (turn, end))]
