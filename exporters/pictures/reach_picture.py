"""Reach as a picture: costlier places are darker, with the numbers."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil
from typing import NamedTuple

import shapely

from exporters.board_shapes import box, centre, module, rings_of, shaded
from exporters.number_text import counted, points
from exporters.picture import REACHES, Area, Box, Dot, Facts, Label, Mark, Picture, Point, Role
from rules.game.ruling import Ruling
from rules.game.verdicts import Reach, Region
from rules.ground.board import Board
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place


def reach_picture(board: Board, ruling: Ruling[Reach]) -> Picture:
    """Every place a unit can reach, shaded by cost; a place that needs a die roll has a question mark."""
    reach, size = ruling.verdict, module(board)
    shown = _shown(reach)
    roles = {place: Role.REACH_START if place == reach.source else cost.role for place, cost in shown.items()}
    facts: dict[Place, Facts] = {
        place: {
            "cost": cost.number,
            **({"proviso": reach.provisos[place]} if place in reach.provisos else {}),
        }
        for place, cost in shown.items()
    }
    marks: list[Mark] = [*(_outlined(reach) if reach.regions else shaded(board, roles, facts))]
    for place, cost in shown.items():
        x, y = centre(board, place)
        if isinstance(place, Hex) and place != reach.source:
            marks.append(Label(Role.NUMBER, (x, y), cost.words, 0.3))
        if place in reach.provisos:
            at = _beside_the_number((x, y), box(board), size)
            marks.append(Dot(Role.PROVISO, at, 0.12 * size, {"proviso": reach.provisos[place]}))
            marks.append(Label(Role.PROVISO, at, "?", 0.19 * size))
    marks.append(Dot(Role.VIEWER, centre(board, reach.source), 0.41 * size))
    return Picture(ruling.question, box(board), tuple(marks), _legend(reach, roles, shown), str(ruling), size)


def _beside_the_number(middle: Point, edge: Box, size: float) -> Point:
    """The point for a question mark: above the middle to the right; in a half hex at the edge on the side on the map."""
    x, y = middle
    aside = 0.27 * size if x + 0.39 * size <= edge.right else -0.27 * size
    up = 0.2 * size if y - 0.32 * size >= edge.top else -0.2 * size
    return x + aside, y - up


class _Shown(NamedTuple):
    """The display of a cost: its shade, and its number."""

    role: Role
    number: float
    words: str


def _shown(reach: Reach) -> dict[Place, _Shown]:
    """The display of the cost of each place, worked out once for equal costs."""
    known: dict[tuple[int, int], _Shown] = {}
    shown_at: dict[Place, _Shown] = {}
    for place, cost in reach.cost.items():
        exact = cost.as_integer_ratio()
        if (shown := known.get(exact)) is None:
            shown = known[exact] = _Shown(_step(reach, cost), float(cost), points(cost))
        shown_at[place] = shown
    return shown_at


def _outlined(reach: Reach) -> Iterator[Area]:
    """The ground of each step of cost beyond the one before, with its true edges."""
    before: shapely.Geometry = shapely.MultiPolygon()
    for region in reach.regions:
        shape = shapely.union_all([shapely.Polygon(rings[0], rings[1:]) for rings in region.polygons])
        role, facts = _step(reach, region.within), {"within": float(region.within)}
        yield from (Area(role, rings, facts) for rings in rings_of(shapely.difference(shape, before)))
        before = shape


def _step(reach: Reach, cost: Fraction) -> Role:
    """The shade of a cost by its share of the allowance; a minimum move beyond the allowance has the last."""
    if reach.allowance <= 0:
        return REACHES[-1]
    return REACHES[max(1, min(len(REACHES), ceil(cost * len(REACHES) / reach.allowance))) - 1]


def _legend(
    reach: Reach, roles: Mapping[Place, Role], shown: Mapping[Place, _Shown]
) -> tuple[tuple[Role, str], ...]:
    if reach.anywhere:
        return ((Role.VIEWER, "goes to any place on the board"),)
    if len(shown) <= 1 and not reach.regions:
        return ((Role.VIEWER, "stays where it is"),)
    costs: dict[Role, list[float]] = {}
    for place, cost in shown.items():
        costs.setdefault(roles[place], []).append(cost.number)
    if reach.regions:
        steps = [(_step(reach, region.within), _out_to(region, reach.measure)) for region in reach.regions]
    else:
        steps = [(role, _between(costs[role], reach.measure)) for role in REACHES if role in costs]
    return (*steps, *((Role.PROVISO, proviso) for proviso in sorted(set(reach.provisos.values()))))


def _between(costs: list[float], measure: str) -> str:
    least, most = points(min(costs)), points(max(costs))
    return f"{least} {measure}" if least == most else f"{least} to {most} {measure}"


def _out_to(region: Region, measure: str) -> str:
    return f"to {counted(region.within, measure)}"
