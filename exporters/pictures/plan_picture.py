"""Routes to a goal as a picture: the ground shaded by its danger, each route with its own stroke and letter."""

from collections.abc import Iterator
from math import dist

import shapely

from exporters.board_shapes import box, centre, module
from exporters.picture import ROUTES, Dot, Facts, Label, Line, Mark, Picture, Point, Role
from exporters.pictures.exposure_pictures import Legend, danger_labels, danger_shades
from rules.game.ruling import Ruling
from rules.game.verdicts import amount
from rules.ground.board import Board
from rules.ground.place import Place
from rules.planning.plan import Plan, Route

_APART = 0.13
_LETTER = 0.26


def plan_picture(board: Board, ruling: Ruling[Plan]) -> Picture:
    """The danger of every place looked at, and over it the routes, with the ends of turns and the worst steps."""
    plan, size = ruling.verdict, module(board)
    shades, shades_told = danger_shades(board, plan.danger)
    marks: list[Mark] = [*shades]
    ways = [_way(board, plan, k, size) for k in range(len(plan.routes))]
    for role, (name, route), way in zip(ROUTES, plan.named, ways, strict=False):
        facts: Facts = {
            "way": name,
            "turns": route.turns,
            "cost": float(route.cost),
            "exposure": route.exposure,
        }
        marks.append(Line(role, way, facts))
    if not plan.routes:
        marks.append(Line(Role.REFUSED_LINE, (centre(board, plan.source), centre(board, plan.goal))))
    marks += _worst(board, plan, size)
    for route, way in zip(plan.routes, ways, strict=True):
        ends = [centre(board, leg.places[-1]) for leg in route.legs[:-1]]
        marks += [Dot(Role.ROUTE_NAME, _nearest(way, end), 0.09 * size) for end in ends]
    marks += _letters([name for name, _ in plan.named], ways, size)
    entered = (place for route in plan.routes for place in route.places[1:])
    labels, figures = danger_labels(board, plan.danger, entered)
    marks += labels
    marks.append(Dot(Role.VIEWER, centre(board, plan.source), 0.41 * size))
    marks.append(Dot(Role.TARGET, centre(board, plan.goal), 0.41 * size))
    return Picture(
        ruling.question, box(board), tuple(marks), (*_legend(plan, shades_told), *figures), str(ruling), size
    )


def _way(board: Board, plan: Plan, number: int, size: float) -> tuple[Point, ...]:
    """A route as a line, drawn beside the others where they coincide, with common ends."""
    middles = [centre(board, place) for place in plan.routes[number].places]
    line = shapely.LineString(
        [middle for k, middle in enumerate(middles) if not k or middle != middles[k - 1]]
    )
    aside = (number - (len(plan.routes) - 1) / 2) * _APART * size
    moved = shapely.offset_curve(line, aside, join_style="mitre", mitre_limit=2.0) if aside else line
    drawn = [(float(x), float(y)) for x, y in shapely.get_coordinates(moved)]
    return (middles[0], *drawn[1:-1], middles[-1]) if len(drawn) > 2 else (middles[0], *drawn, middles[-1])


def _letters(names: list[str], ways: list[tuple[Point, ...]], size: float) -> Iterator[Mark]:
    """The letter of each route on it, one after the other along the routes, and clear of the letters before."""
    placed: list[Point] = []
    for k, (name, way) in enumerate(zip(names, ways, strict=True), 1):
        line = shapely.LineString(way)
        shares = (k / (len(ways) + 1), *(tenth / 10 for tenth in range(2, 9)))
        spots = [line.interpolate(share, normalized=True) for share in shares]
        free = [
            (at.x, at.y) for at in spots if all(dist((at.x, at.y), other) >= 0.45 * size for other in placed)
        ]
        at = free[0] if free else (spots[0].x, spots[0].y)
        placed.append(at)
        yield Dot(Role.ROUTE_NAME, at, 0.17 * size, {"way": name})
        yield Label(Role.ROUTE_NAME, at, name, _LETTER * size)


def _nearest(way: tuple[Point, ...], at: Point) -> Point:
    line = shapely.LineString(way)
    near = line.interpolate(line.project(shapely.Point(at)))
    return near.x, near.y


def _worst(board: Board, plan: Plan, size: float) -> Iterator[Mark]:
    worst: dict[Place, list[str]] = {}
    for name, route in plan.named:
        if route.worst is not None:
            worst.setdefault(route.worst.place, []).append(name)
    for place, names in worst.items():
        yield Dot(Role.WORST, centre(board, place), 0.33 * size, {"worst_of": " ".join(names)})


def _legend(plan: Plan, shades: Legend) -> Legend:
    if not plan.routes:
        return ((Role.REFUSED_LINE, str(plan)), *shades)
    ways = tuple(
        (role, _route_words(name, route)) for role, (name, route) in zip(ROUTES, plan.named, strict=False)
    )
    long = [route for route in plan.routes if route.turns > 1]
    stops = ((Role.ROUTE_NAME, f"end of a {long[0].stage}"),) if long else ()
    worst = ((Role.WORST, "worst step of a route"),) if any(route.worst for route in plan.routes) else ()
    return (*ways, *stops, *shades, *worst)


def _route_words(name: str, route: Route) -> str:
    asks = ", needs a die roll" if route.asks else ""
    return f"{name}: {amount(route.cost, route.measure)}, {route.stages}, exposure {route.exposure:.2f}{asks}"
