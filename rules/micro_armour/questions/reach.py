"""How far a stand can go, and which way: section 8.3 as rulings."""

from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import cast

import numpy as np

from rules.errors import BadInput
from rules.game.movement import Movement, TableMovement
from rules.game.regions import regions
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Path, Reach
from rules.ground.board import Place
from rules.ground.table.inches import Spot
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.tabletop import Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.micro_armour.book.book_data import BookData
from rules.micro_armour.book.terrain_chart import CHART, check_table
from rules.micro_armour.questions.movement import (
    MINIMUM_IN,
    closed_round,
    is_clear_of_all,
    movement_graph,
    price_of,
)
from rules.micro_armour.state.stands import (
    base_at,
    enemies_of,
    is_inside,
    on_table,
    overlapped_by,
    spot_of,
    table_of,
)

NERVE = "test of nerve to pass an enemy"


_CHEAPEST = float(CHART[TableTerrain.GOOD_ROAD].price)


class Mode(StrEnum):
    """The ways a stand may move: at road rates where there are roads, or paying for the ground."""

    BY_ROAD = "by_road"
    CROSS_COUNTRY = "cross_country"


def mode_named(name: str) -> Mode:
    """The mode of that name; the usual one if none is named.

    Raises:
        BadInput: if there is none.
    """
    if name and name not in set(Mode):
        raise BadInput("mode", name, f"one of {', '.join(Mode)}")
    return Mode(name or Mode.BY_ROAD)


def reach(state: GameState, unit: Unit, mode: str, book: BookData) -> Ruling[Reach]:
    """Every inch square a stand can move to, by its middle, and what it costs.

    Where an enemy must be passed, the place asks for the test of nerve; an inch is always allowed.

    Rule: MATG2 8.3.1, 8.3.2, 8.3.6.
    """
    edition, tank = book.edition, book.tank(unit.type)
    here, points = _start(state, unit), float(tank.movement_points)
    by_road = mode_named(mode) is Mode.BY_ROAD
    table = table_of(state)
    free = movement_graph(table, by_road=by_road)
    farthest_in = max(points / _CHEAPEST, MINIMUM_IN)
    around = (spot for spot in table.lattice() if here.gap_in(spot) <= farthest_in)
    others = [spot_of(other) for other in on_table(state) if here.gap_in(spot_of(other)) <= farthest_in + 2]
    spots = [spot for spot in around if _may_end(state, unit, others, spot)]
    open_costs = _costs(free, here, points, spots)
    is_enemy_near = any(
        here.gap_in(spot_of(enemy)) <= farthest_in + 2 for enemy in enemies_of(state, unit.side)
    )
    clear = _past_enemies(state, unit, by_road=by_road) if is_enemy_near else None
    clear_costs = _costs(clear, here, points, spots) if clear else open_costs
    cost: dict[Place, Fraction] = {here: Fraction(0)}
    provisos: dict[Place, str] = {}
    for spot, with_test, without in zip(spots, open_costs, clear_costs, strict=True):
        price = without if without is not None else with_test
        if price is None and here.gap_in(spot) <= MINIMUM_IN:
            price = free.cost_along((here, spot))
        if price is None or spot == here:
            continue
        cost[spot] = _exact(price)
        if without is None and with_test is not None:
            provisos[spot] = NERVE
    reasons = [
        Reason(f"{tank.movement_points} movement points", edition.cite("8.3.1", tank.provenance)),
        Reason("paid inch by inch for the ground under the centre", edition.our(21)),
    ]
    if provisos:
        reasons.append(Reason(NERVE, edition.cite("8.3.6")))
    outlined = tuple(regions((clear or free).reach(here, points)))
    verdict = Reach(unit.id, here, Fraction(tank.movement_points), cost, provisos, outlined)
    return Ruling(f"reach of {unit}", verdict, tuple(reasons))


def path(state: GameState, unit: Unit, goal: Place, mode: str, book: BookData) -> Ruling[Path]:
    """The cheapest way to a place, round the enemy, within the stand's points.

    Rule: MATG2 8.3.1, 8.3.2.
    """
    edition, tank = book.edition, book.tank(unit.type)
    here = _start(state, unit)
    if not isinstance(goal, Spot):
        raise BadInput("goal", str(goal), "a spot in inches on the table")
    table_of(state).on_board(goal)
    graph = _past_enemies(state, unit, by_road=mode_named(mode) is Mode.BY_ROAD)
    way = graph.way(here, goal, float(tank.movement_points))
    question = f"way of {unit} to {goal}"
    if way is None:
        said = f"beyond its {tank.movement_points} movement points"
        return Ruling(question, Path(unit.id, (), Fraction(0)), (Reason(said, edition.cite("8.3.1")),))
    reason = Reason(f"{way.length_in:.1f} inches", edition.cite("8.3.2"))
    return Ruling(question, Path(unit.id, tuple(way.spots), _exact(way.cost)), (reason,))


def movements(state: GameState, unit: Unit, mode: str, book: BookData) -> Ruling[tuple[Movement, ...]]:
    """The steps of a stand turn after turn, round the enemy.

    Rule: MATG2 8.3.1, 8.3.2.
    """
    edition, tank = book.edition, book.tank(unit.type)
    _start(state, unit)
    graph = _past_enemies(state, unit, by_road=mode_named(mode) is Mode.BY_ROAD)
    points = tank.movement_points
    reason = Reason(f"{points} movement points", edition.cite("8.3.1", tank.provenance))
    found = (TableMovement(graph, Fraction(points)),) if points else ()
    return Ruling(f"movement of {unit}", found, (reason,))


def _start(state: GameState, unit: Unit) -> Spot:
    table = table_of(state)
    check_table(table)
    return table.on_board(spot_of(unit))


def _costs(graph: TableGraph, here: Spot, points: float, spots: list[Spot]) -> list[float | None]:
    if not spots:
        return []
    places = np.array(spots)
    by_nodes = graph.reach(here, points).cost_at(places)
    straight = graph.faces.costs(np.broadcast_to(np.array(here), places.shape), places)
    found = np.minimum(by_nodes, straight)
    return [cost if cost <= points else None for cost in cast(list[float], found.tolist())]


def _past_enemies(state: GameState, unit: Unit, *, by_road: bool) -> TableGraph:
    """The table with the ground closed that a stand's centre may not enter without passing an enemy."""
    enemies = tuple((spot_of(enemy), enemy.facing_deg or 0.0) for enemy in enemies_of(state, unit.side))
    return _closed_graph(table_of(state), by_road, enemies)


@lru_cache(maxsize=8)
def _closed_graph(table: Tabletop, by_road: bool, enemies: tuple[tuple[Spot, float], ...]) -> TableGraph:
    closed = [closed_round(spot, facing) for spot, facing in enemies]
    return TableGraph.of(table, price_of(by_road=by_road), closed)


def _may_end(state: GameState, unit: Unit, others: list[Spot], spot: Spot) -> bool:
    """Whether a stand may rest there as it faces."""
    table = table_of(state)
    if is_clear_of_all(table, others, spot):
        return True
    base = base_at(spot, unit.facing_deg or 0.0)
    return is_inside(table, base) and overlapped_by(state, base, ignoring=[unit.id]) is None


def _exact(cost: float) -> Fraction:
    return Fraction(round(cost * 1000), 1000)
