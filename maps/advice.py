"""Advice on valid boards and scenarios: probable mistakes."""

from collections.abc import Iterable, Iterator

import shapely
from shapely import Point

from maps.scenario import Scenario
from rules.catalog import ruleset_for
from rules.game.advice import Advice
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.board import Board
from rules.ground.table.house_walls import standing_areas
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from rules.ground.table.terrain import IN_HOUSE_WALLS
from rules.ground.table.terrain import TableTerrain as T


def board_advice(board: Board) -> Iterator[Advice]:
    """Probable mistakes on a board, whatever is played on it; hex maps have only one book."""
    if isinstance(board, Tabletop):
        yield from _flat_hills(board)
        yield from _doors_in_no_wall(board)
    else:
        yield from ruleset_for(board).advice(GameState(board), {})


def scenario_advice(scenario: Scenario, book: Ruleset) -> Iterator[Advice]:
    """Probable mistakes in a scenario and its board, by the book that plays it."""
    if isinstance(scenario.board, Tabletop):
        yield from board_advice(scenario.board)
        yield from _units_in_walls(scenario.board, scenario.units)
    yield from book.advice(scenario.state(), scenario.opening_options())


def _flat_hills(table: Tabletop) -> Iterator[Advice]:
    for piece in table.pieces:
        if piece.terrain is T.HILL and not piece.level and piece.height_in is None:
            does = "leaves it to the book how high the hill is"
            yield Advice(
                f"pieces[{piece.id}].level", 0, does, "a level of 1 or more, or -1 or less for a hollow"
            )


def _units_in_walls(table: Tabletop, units: Iterable[Unit]) -> Iterator[Advice]:
    on_table = ((unit, unit.at) for unit in units if isinstance(unit.at, Spot))
    for unit, spot in on_table:
        for piece in table.at(spot):
            if piece.terrain is T.HOUSE_WALL and standing_areas(table)[piece.id].covers(Point(spot)):
                yield Advice(
                    f"units.{unit.id}.at", str(spot), f"lies in {piece}", "a place on one side of it"
                )


def _doors_in_no_wall(table: Tabletop) -> Iterator[Advice]:
    walls = shapely.union_all([piece.area for piece in table.pieces if piece.terrain is T.HOUSE_WALL])
    for piece in table.pieces:
        if piece.terrain in IN_HOUSE_WALLS and not piece.area.intersects(walls):
            does = f"touches no house wall, so that units can go round the {piece.terrain.words}"
            yield Advice(f"pieces[{piece.id}].shape", piece.shape.wkt, does, "a line in or over a house wall")
