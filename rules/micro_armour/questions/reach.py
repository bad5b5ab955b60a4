"""How far a stand can go, and which way: section 8.3 as rulings."""

from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from math import inf

import numpy as np

from rules.errors import BadInput
from rules.game.movement import Movement, TableMovement
from rules.game.regions import regions
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Path, Reach
from rules.ground.board import Place
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.tabletop import Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.micro_armour.book.book_data import BookData
from rules.micro_armour.book.rulebook import SECOND
from rules.micro_armour.book.terrain_chart import CHART, check_table
from rules.micro_armour.questions.movement import (
    MINIMUM_IN,
    is_clear_of_all,
    stand_graph,
    why_no_rest,
)
from rules.micro_armour.state.stands import (
    STAND_IN,
    base_at,
    enemies_of,
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
    free, clear = _graphs(state, unit, mode, here, points)
    spots = [
        spot for spot in table_of(state).lattice() if here.gap_in(spot) <= max(points / _CHEAPEST, MINIMUM_IN)
    ]
    without = _costs(state, unit, clear, here, points, spots)
    past_enemies = without if clear is free else _costs(state, unit, free, here, points, spots)
    cost: dict[Place, Fraction] = {here: Fraction(0)}
    cost |= {spot: _exact(price) for spot, price in (past_enemies | without).items()}
    provisos: dict[Place, str] = {spot: NERVE for spot in past_enemies if spot not in without}
    reasons = [
        Reason(f"{tank.movement_points} movement points", edition.cite("8.3.1", tank.provenance)),
        Reason("paid inch by inch for the ground under the centre", edition.our(21)),
    ]
    if provisos:
        reasons.append(Reason(NERVE, edition.cite("8.3.6")))
    outlined = tuple(regions(clear.reach(here, points)))
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
    points = float(tank.movement_points)
    question, nowhere = f"way of {unit} to {goal}", Path(unit.id, (), Fraction(0))
    base = base_at(goal, unit.facing_deg or 0.0)
    if reason := next(why_no_rest(table_of(state), base, edition), None):
        return Ruling(question, nowhere, (reason,))
    if other := overlapped_by(state, base, ignoring=[unit.id]):
        said = f"the stand would lie over {other}"
        return Ruling(question, nowhere, (Reason(said, edition.cite("8.3.4"), (goal,)),))
    free, clear = _graphs(state, unit, mode, here, points)
    found = _costs(state, unit, clear, here, points, [goal])
    if goal not in found:
        is_past = goal in _costs(state, unit, free, here, points, [goal])
        reason = (
            Reason(f"{NERVE}: no way leads round", edition.cite("8.3.6"))
            if is_past
            else Reason(f"beyond its {tank.movement_points} movement points", edition.cite("8.3.1"))
        )
        return Ruling(question, nowhere, (reason,))
    way = clear.reach(here, points).way_to(goal) or (here, goal)
    length_in = sum(one.gap_in(other) for one, other in pairwise(way))
    reasons = (Reason(f"{length_in:.1f} inches", edition.cite("8.3.2")),)
    return Ruling(question, Path(unit.id, way, _exact(found[goal])), reasons)


def movements(state: GameState, unit: Unit, mode: str, book: BookData) -> Ruling[tuple[Movement, ...]]:
    """The steps of a stand turn after turn, round the enemy.

    Rule: MATG2 8.3.1, 8.3.2.
    """
    edition, tank = book.edition, book.tank(unit.type)
    _, graph = _graphs(state, unit, mode, _start(state, unit))
    points = tank.movement_points
    reason = Reason(f"{points} movement points", edition.cite("8.3.1", tank.provenance))
    found = (TableMovement(graph, Fraction(points)),) if points else ()
    return Ruling(f"movement of {unit}", found, (reason,))


def _start(state: GameState, unit: Unit) -> Spot:
    table = table_of(state)
    check_table(table)
    return table.on_board(spot_of(unit))


def _graphs(
    state: GameState, unit: Unit, mode: str, here: Spot, points: float = inf
) -> tuple[TableGraph, TableGraph]:
    """The table for a stand that may pass the enemy, and for one that goes round; one graph if none is so near."""
    by_road, table = mode_named(mode) is Mode.BY_ROAD, table_of(state)
    far_in = points / _CHEAPEST + 2 * STAND_IN
    around = (enemy for enemy in enemies_of(state, unit.side) if here.gap_in(spot_of(enemy)) <= far_in)
    enemies = tuple((spot_of(enemy), enemy.facing_deg or 0.0) for enemy in around)
    free = stand_graph(table, here, by_road=by_road)
    return free, stand_graph(table, here, by_road=by_road, enemies=enemies) if enemies else free


def _costs(
    state: GameState, unit: Unit, graph: TableGraph, here: Spot, points: float, spots: list[Spot]
) -> dict[Spot, float]:
    """What it costs to get to those of the places where a stand may rest as it faces; an inch is always allowed."""
    table = table_of(state)
    others = [spot_of(other) for other in on_table(state) if other.id != unit.id]
    reached = graph.reach(here, points).cost_at(np.array(spots, dtype=np.float64).reshape(-1, 2))
    found = {}
    for spot, cost in zip(spots, reached.tolist(), strict=True):
        price = cost
        if price == inf and here.gap_in(spot) <= MINIMUM_IN + HAIR_IN:
            price = graph.cost_along((here, spot)) or inf
        if price < inf and spot != here and _may_end(state, unit, table, others, spot):
            found[spot] = price
    return found


def _may_end(state: GameState, unit: Unit, table: Tabletop, others: list[Spot], spot: Spot) -> bool:
    """Whether a stand may rest there as it faces."""
    if is_clear_of_all(table, others, spot):
        return True
    base = base_at(spot, unit.facing_deg or 0.0)
    has_room = next(why_no_rest(table, base, SECOND), None) is None
    return has_room and overlapped_by(state, base, ignoring=[unit.id]) is None


def _exact(cost: float) -> Fraction:
    return Fraction(round(cost * 1000), 1000)
