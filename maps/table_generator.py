"""Tables made from a seed by the terrain suggestions of Micro Armour, 2nd edition.

A table is 48 by 24 inches, with its short edges west and east. One half is random, and the other half is the
same turned by 180 degrees, so that both sides have equal ground; a good road joins the short edges.
"""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import TypeVar

import shapely
from shapely import LineString, Polygon, affinity
from shapely.geometry.base import BaseGeometry

from rules.errors import RulesError
from rules.game.chance.dice import SeededDice
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.micro_armour.book.rulebook import SECOND
from rules.micro_armour.questions.table_suggestions import departures

WIDTH_IN, DEPTH_IN = 48.0, 24.0

_CORNERS = 9
_ROAD_WIDTH_IN = 1.0
_APART_IN = 0.75
_RIM_IN = 0.5
_TRIES = 400
_LEAST_WOODS, _MOST_WOODS = 3, 5
_TOWN_IN = 3.5
ShapeT = TypeVar("ShapeT", bound=BaseGeometry)
_MORE = (TableTerrain.GROVE, TableTerrain.ROUGH_1, TableTerrain.ROUGH_2, TableTerrain.MARSH)


def generated_table(seed: int) -> Tabletop:
    """The table of a seed: the same seed gives the same table for ever, and every table keeps the suggestions.

    Rule: MATG2, terrain suggestions.
    Raises:
        BadInput: if the seed is not valid.
        RulesError: if none of many tries keeps the suggestions.
    """
    dice = SeededDice(seed)
    for _ in range(_TRIES):
        table = Tabletop(f"Table {seed}", WIDTH_IN, DEPTH_IN, tuple(_pieces(dice)))
        if not departures(table, SECOND):
            return table
    raise RulesError(f"seed {seed} gives no table by the suggestions in {_TRIES} tries")


def _pieces(dice: SeededDice) -> Iterator[Piece]:
    lane = _lane(dice)
    taken: list[BaseGeometry] = [lane.buffer(_ROAD_WIDTH_IN / 2)]
    slope = _placed(dice, taken, 5.0, 7.0)
    if slope is not None:
        yield from _on_both_halves("slope", TableTerrain.SLOPE, slope)
        top = affinity.scale(slope, 0.55, 0.55)
        yield from _on_both_halves("hill", TableTerrain.HILL, _rounded(top), level=1)
    town = _placed(dice, taken, _TOWN_IN, _TOWN_IN)
    if town is not None:
        yield from _on_both_halves("town", TableTerrain.LIGHT_BUILDINGS, town)
    for number in range(1, _LEAST_WOODS + dice.pick("choice", _MOST_WOODS - _LEAST_WOODS + 1) + 1):
        lot = _placed(dice, taken, 4.2, 5.8)
        if lot is not None:
            yield from _on_both_halves(f"wood-{number}", TableTerrain.WOODS, lot)
    for number in range(1, dice.pick("choice", 3) + 1):
        patch = _placed(dice, taken, 2.5, 4.0)
        if patch is not None:
            terrain = _MORE[dice.pick("choice", len(_MORE))]
            yield from _on_both_halves(f"{terrain.value.replace('_', '-')}-{number}", terrain, patch)
    yield Piece("lane", TableTerrain.GOOD_ROAD, lane, _ROAD_WIDTH_IN)


def _lane(dice: SeededDice) -> LineString:
    """A road from the middle of one short edge to that of the other, with the same bend on each half."""
    bends = [(_between(dice, 0, 3) + 8 * k, DEPTH_IN / 2 + _between(dice, -4, 4)) for k in range(1, 3)]
    west = [(0.0, DEPTH_IN / 2 + _between(dice, -3, 3)), *bends]
    middle = (WIDTH_IN / 2, DEPTH_IN / 2)
    return _rounded(LineString([*west, middle, *((WIDTH_IN - x, DEPTH_IN - y) for x, y in reversed(west))]))


def _placed(dice: SeededDice, taken: list[BaseGeometry], least_in: float, most_in: float) -> Polygon | None:
    """A random outline of about this many inches across on the west half, clear of the areas taken; None if there is no room."""
    for _ in range(_TRIES):
        lot = _lot(dice, _between(dice, least_in, most_in))
        west, north, east, south = lot.bounds
        inside = (
            west > _RIM_IN
            and east < WIDTH_IN / 2 - _RIM_IN
            and north > _RIM_IN
            and south < DEPTH_IN - _RIM_IN
        )
        if inside and all(lot.distance(other) >= _APART_IN for other in taken):
            taken.append(lot)
            return lot
    return None


def _lot(dice: SeededDice, across_in: float) -> Polygon:
    """A rounded outline at a random place on the west half."""
    x, y = _between(dice, 0, WIDTH_IN / 2), _between(dice, 0, DEPTH_IN)
    turns = [2 * pi * k / _CORNERS for k in range(_CORNERS)]
    radii = [_between(dice, 0.85, 1.1) for _ in turns]
    rough = Polygon([(r * cos(turn), r * sin(turn)) for turn, r in zip(turns, radii, strict=True)])
    west, north, east, south = rough.bounds
    scale = across_in / ((east - west + south - north) / 2)
    sized = affinity.scale(rough, scale, scale, origin=(0, 0))
    return _rounded(affinity.translate(sized, x, y))


def _on_both_halves(name: str, terrain: TableTerrain, shape: Polygon, level: int = 0) -> Iterator[Piece]:
    turned = affinity.rotate(shape, 180, origin=(WIDTH_IN / 2, DEPTH_IN / 2))
    yield Piece(f"{name}-west", terrain, shape, level=level)
    yield Piece(f"{name}-east", terrain, _rounded(turned), level=level)


def _between(dice: SeededDice, least: float, most: float) -> float:
    return least + (most - least) * dice.pick("choice", 1001) / 1000


def _rounded(shape: ShapeT) -> ShapeT:
    """The shape with its corners on hundredths of an inch."""
    return shapely.transform(shape, lambda points: points.round(2))
