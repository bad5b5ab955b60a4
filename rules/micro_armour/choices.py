"""What a side may declare now: a finite, honest choice from what the rules allow.

On a table there are endless paths. The moves offered go straight and by the cheapest way towards the
nearest enemy, towards cover, and away, for the stands of a group in their order; whatever else a player
declares is judged by legality alone.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import inf

import numpy as np

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.arrays import Floats
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from rules.micro_armour.actions import (
    CoveringFire,
    EndMove,
    Fire,
    GoFirst,
    HoldFire,
    MatgAction,
    MoveGroup,
    MoveStand,
    NameGroup,
    OpportunityFire,
    Pass,
    PassEnemy,
    RemoveMarkers,
    RollInitiative,
    RollOrders,
)
from rules.micro_armour.attack import stops_under_fire, why_not_shot
from rules.micro_armour.book import Book
from rules.micro_armour.course import Course, Move, Phase, Stage, course_of
from rules.micro_armour.events import FireKind
from rules.micro_armour.force_points import STANDS_A_COMPANY
from rules.micro_armour.legality import budget_of, side_to_act, why_not
from rules.micro_armour.movement import Budget, movement_graph
from rules.micro_armour.setting import TableEdge
from rules.micro_armour.stands import STAND_IN, contact_groups, enemies_of, is_in_contact, on_table, spot_of
from rules.micro_armour.terrain_effects import CHART, table_of

_BEARINGS = 8
_STANDS_ALONG_EDGE_IN = 1.5
_TRIES = 6


@implements("MATG2-4.0.1")
def legal_actions(state: GameState, book: Book) -> tuple[MatgAction, ...]:
    """What the side to act may declare now, never empty before the end; every one is legal."""
    course = course_of(state)
    side = side_to_act(course)
    if side is None:
        return ()
    return tuple(dict.fromkeys(a for a in _choices(state, book, course, side) if not why_not(state, book, a)))


def _choices(state: GameState, book: Book, course: Course, side: str) -> Iterator[MatgAction]:
    if course.move:
        yield from _move_choices(state, book, course.move, side)
        return
    sides = [force.side for force in course.setting.forces]
    if course.phase is Phase.INITIATIVE:
        yield RollInitiative(side)
    elif course.phase is Phase.REMOVAL:
        yield RemoveMarkers(side)
    elif course.phase is Phase.MOVEMENT and course.orders is None:
        yield RollOrders(side)
    elif not course.is_first_chosen:
        yield from (GoFirst(side, first) for first in sides)
    elif course.phase is Phase.POSTURE:
        yield from _groups(state, course, side)
        yield Pass(side)
    elif course.phase is Phase.FIRE:
        yield from _attacks(state, book, course, side)
        yield Pass(side)
    else:
        yield from _attempts(course, side)
        yield Pass(side)


def _groups(state: GameState, course: Course, side: str) -> Iterator[MatgAction]:
    """Whole bodies of stands in contact, companies out of those that wait, and single stands."""
    enters = course.setting.force(side).enters
    free = [
        unit
        for unit in state.units.values()
        if unit.side == side and not course.group_of(unit.id) and (unit.at is not None or enters)
    ]
    for body in contact_groups(free):
        names = tuple(unit.id for unit in body)
        yield NameGroup(side, names)
        if len(names) > STANDS_A_COMPANY:
            for first in range(0, len(names), STANDS_A_COMPANY):
                yield NameGroup(side, names[first : first + STANDS_A_COMPANY])
    yield from (NameGroup(side, (unit.id,)) for unit in free)


def _attacks(state: GameState, book: Book, course: Course, side: str) -> Iterator[MatgAction]:
    targets = [enemy for enemy in enemies_of(state, side) if enemy.id not in course.attacked]
    for target in targets:
        able = _able(state, book, FireKind.FIRE, side, target)
        yield from (Fire(side, target.id, (firer,), (gun,)) for firer, gun in able)
        if book.edition.many_firers and len(able) > 1:
            together = dict(reversed(able))
            yield Fire(side, target.id, tuple(together), tuple(together.values()))


def _able(state: GameState, book: Book, kind: FireKind, side: str, target: Unit) -> list[tuple[str, str]]:
    """The stands of a side that may shoot at a target, each with each gun that may."""
    return [
        (firer.id, gun.name)
        for firer in on_table(state)
        if firer.side == side
        for gun in book.tank(firer.type).guns
        if not why_not_shot(state, book, kind, firer, target, gun.name)
    ]


def _attempts(course: Course, side: str) -> Iterator[MatgAction]:
    for group in course.groups:
        if group.side == side:
            yield MoveGroup(side, group.number, True)
            yield MoveGroup(side, group.number, False)


def _move_choices(state: GameState, book: Book, move: Move, side: str) -> Iterator[MatgAction]:
    match move.stage:
        case Stage.OPPORTUNITY:
            yield from _opportunities(state, book, move, side)
            yield HoldFire(side)
        case Stage.COVERING:
            yield from _covers(state, book, move, side)
            yield HoldFire(side)
        case Stage.MOVING:
            yield EndMove(side, move.stand)
            moving = (move.stand,) if move.stand else move.waiting[:1]
            for name in moving:
                yield from _stand_moves(state, book, state.unit(name))


def _opportunities(state: GameState, book: Book, move: Move, side: str) -> Iterator[MatgAction]:
    """For every stand that may fire: at the first place and at the last; in the first edition all together too."""
    if move.leg is None:
        return
    at: dict[int, dict[str, str]] = {}
    for unit in enemies_of(state, move.side):
        stops = list(stops_under_fire(state, book, move, move.leg, unit))
        for stop, gun in dict.fromkeys((stops[0], stops[-1])) if stops else ():
            yield OpportunityFire(side, (unit.id,), stop, (gun.name,))
        for stop, gun in reversed(stops):
            at.setdefault(stop, {})[unit.id] = gun.name
    if book.edition.many_firers and at:
        stop, together = max(at.items(), key=lambda item: (len(item[1]), -item[0]))
        if len(together) > 1:
            yield OpportunityFire(side, tuple(together), stop, tuple(together.values()))


def _covers(state: GameState, book: Book, move: Move, side: str) -> Iterator[MatgAction]:
    for name in move.opponents:
        if name in state.units:
            able = _able(state, book, FireKind.COVERING, side, state.unit(name))
            yield from (CoveringFire(side, name, (firer,), (gun,)) for firer, gun in able)


def _stand_moves(state: GameState, book: Book, unit: Unit) -> Iterator[MatgAction]:
    enemies = sorted(enemies_of(state, unit.side), key=lambda enemy: _gap(unit, enemy))
    if unit.at is None:
        yield from _entries(state, unit)
        return
    here = spot_of(unit)
    budget = budget_of(state, book, unit)
    to_enemy = here.bearing_deg(spot_of(enemies[0])) if enemies else (unit.facing_deg or 0.0)
    yield MoveStand(unit.side, unit.id, (here,), round(to_enemy, 1))
    for enemy in enemies[:2]:
        if is_in_contact(unit, enemy):
            yield PassEnemy(unit.side, unit.id, enemy.id)
    for path in _paths(state, unit, budget, to_enemy, enemies):
        yield MoveStand(unit.side, unit.id, path, _end_facing_deg(path, enemies))


def _paths(
    state: GameState, unit: Unit, budget: Budget, to_enemy: float, enemies: list[Unit]
) -> Iterator[tuple[Spot, ...]]:
    """Straight ahead on eight bearings as far as the points go, and to the best places in reach."""
    table, here = table_of(state), spot_of(unit)
    graph = movement_graph(table)
    left = max(budget.points - budget.spent, 0.0)
    for turn in range(_BEARINGS):
        bearing = to_enemy + 360.0 / _BEARINGS * turn
        for share in (1.0, 0.5):
            goal = _on_table(state, here.ahead(bearing, left * share))
            if here.gap_in(goal) >= STAND_IN / 2 and (graph.cost_along((here, goal)) or inf) <= left:
                yield here, goal
                break
    for goal in _goals(state, unit, left, enemies):
        if (graph.cost_along((here, goal)) or inf) <= left:
            yield here, goal
        elif (way := graph.way(here, goal, left)) is not None and len(way.spots) > 1:
            yield (here, *(Spot(round(spot.x_in, 2), round(spot.y_in, 2)) for spot in way.spots[1:]))


def _goals(state: GameState, unit: Unit, left: float, enemies: list[Unit]) -> Iterator[Spot]:
    """The place in reach nearest to the nearest enemy, and the place in cover nearest to him."""
    if not enemies or left <= 0:
        return
    table = table_of(state)
    spots = _squares(table)
    here, enemy = np.array(spot_of(unit)), np.array(spot_of(enemies[0]))
    spots = spots[np.hypot(*(spots - here).T) <= 2 * left]
    reach = movement_graph(table).reach(spot_of(unit), left)
    spots = spots[np.isfinite(reach.cost_at(spots))]
    gaps = np.hypot(*(spots - enemy).T)
    order = np.argsort(gaps[gaps > STAND_IN])[:_TRIES]
    near = spots[gaps > STAND_IN]
    if len(order):
        yield Spot(*near[order[0]].tolist())
    for place in np.argsort(gaps).tolist():
        spot = Spot(*spots[place].tolist())
        if gaps[place] > STAND_IN and any(CHART[piece.terrain].modifier > 0 for piece in table.at(spot)):
            yield spot
            return


@lru_cache(maxsize=8)
def _squares(table: Tabletop) -> Floats:
    """The middles of the inch squares of a table (n, 2)."""
    return np.array(list(table.lattice(STAND_IN)))


def _entries(state: GameState, unit: Unit) -> Iterator[MatgAction]:
    """Places along the edge it enters from, and straight in from there."""
    course, table = course_of(state), table_of(state)
    edge = course.setting.force(unit.side).enters
    if edge is None:
        return
    inward = {TableEdge.NORTH: 180.0, TableEdge.EAST: 270.0, TableEdge.SOUTH: 0.0, TableEdge.WEST: 90.0}[edge]
    along_in = table.depth_in if edge in (TableEdge.WEST, TableEdge.EAST) else table.width_in
    count = int((along_in - STAND_IN) / _STANDS_ALONG_EDGE_IN) + 1
    for place in range(count):
        start = _edge_spot(state, edge, STAND_IN / 2 + place * _STANDS_ALONG_EDGE_IN)
        yield MoveStand(unit.side, unit.id, (start,), inward)
        yield MoveStand(unit.side, unit.id, (start, start.ahead(inward, 4.0)), inward)


def _edge_spot(state: GameState, edge: TableEdge, along_in: float) -> Spot:
    table, half = table_of(state), STAND_IN / 2
    match edge:
        case TableEdge.NORTH:
            return Spot(along_in, half)
        case TableEdge.SOUTH:
            return Spot(along_in, table.depth_in - half)
        case TableEdge.WEST:
            return Spot(half, along_in)
        case TableEdge.EAST:
            return Spot(table.width_in - half, along_in)


def _on_table(state: GameState, spot: Spot) -> Spot:
    """The spot, drawn in so far that a stand at any facing lies on the table."""
    table, rim = table_of(state), STAND_IN * 0.75
    x_in = min(max(spot.x_in, rim), table.width_in - rim)
    y_in = min(max(spot.y_in, rim), table.depth_in - rim)
    return Spot(round(x_in, 2), round(y_in, 2))


def _end_facing_deg(path: tuple[Spot, ...], enemies: list[Unit]) -> float:
    if enemies:
        nearest = min(enemies, key=lambda enemy: path[-1].gap_in(spot_of(enemy)))
        return round(path[-1].bearing_deg(spot_of(nearest)), 1)
    return round(path[-2].bearing_deg(path[-1]), 1)


def _gap(unit: Unit, enemy: Unit) -> float:
    return 0.0 if unit.at is None else spot_of(unit).gap_in(spot_of(enemy))
