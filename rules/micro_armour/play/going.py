"""Sends stands to a place: they are named as a group, ordered to move, and moved one after the other, each along its way.

Rule: MATG2 4.2, 8.2, 8.3.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rules.game.engine.play import Action
from rules.game.going import Party, Way, in_formation
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.micro_armour.declarations.movement.offered_paths import edge_spot
from rules.micro_armour.declarations.movement.orders import MoveGroup, forbid_attempt
from rules.micro_armour.declarations.movement.stands import (
    EndMove,
    MoveStand,
    end_facing_deg,
    move_factors,
    nearest_enemies,
)
from rules.micro_armour.declarations.posture import NameGroup
from rules.micro_armour.play.company import march
from rules.micro_armour.questions.stand_room import movement_graph, where_at_rest
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Stage
from rules.micro_armour.state.scenario_options import TableEdge
from rules.micro_armour.state.stands import STAND_IN, contact_groups, table_of

_ALONG_IN = 0.5
"""The distance between the places on an edge that are tried for entering the table."""

_FAR_POINTS = 200.0
"""Enough points to cross any table."""


def parties(position: Position, stands: tuple[str, ...], goal: Spot) -> tuple[Party, ...]:
    """Each stand as a party of its own, in formation; stands that enter do so side by side."""
    entering = [name for name in stands if position.state.unit(name).at is None]
    starts: dict[str, Place | None] = {name: position.state.unit(name).at for name in stands}
    starts |= zip(entering, _entries(position, entering, goal), strict=False)
    there = tuple((name, spot) for name, spot in starts.items() if isinstance(spot, Spot))
    if position.progress.stage is Stage.STANDS and (
        company := march(position, _placed(position, there), goal)
    ):
        return company
    waiting = tuple(Party((name,), None, goal) for name, spot in starts.items() if spot is None)
    return (*in_formation(there, goal), *waiting)


def _placed(position: Position, there: tuple[tuple[str, Spot], ...]) -> tuple[Unit, ...]:
    """The stands that are going to move; those that enter are placed where they will stand on the edge."""
    units = ((position.state.unit(name), spot) for name, spot in there)
    waiting = position.progress.move_under_way.waiting
    return tuple(
        replace(unit, at=spot, facing_deg=_facing_deg(position, unit, (spot,)))
        for unit, spot in units
        if unit.id in waiting
    )


def _entries(position: Position, stands: list[str], goal: Spot) -> Iterator[Spot]:
    """Places side by side on the edge that the stands enter from, the first where the way to the goal is cheapest."""
    table = table_of(position.state)
    edge = position.options.force(position.state.unit(stands[0]).side).enters if stands else None
    if edge is None:
        return
    length_in = table.depth_in if edge in (TableEdge.WEST, TableEdge.EAST) else table.width_in
    along = np.arange(STAND_IN / 2, length_in - STAND_IN / 2, _ALONG_IN)
    spots = [edge_spot(table, edge, float(inch)) for inch in along]
    costs = movement_graph(table, by_road=True).reach(goal, _FAR_POINTS).cost_at(np.array(spots))
    first_in = float(along[int(np.argmin(costs))])
    onward = 1 if first_in + len(stands) * STAND_IN <= length_in else -1
    for before in range(len(stands)):
        yield edge_spot(table, edge, first_in + onward * before * STAND_IN)


def next_on_way(position: Position, stand: str, way: Way) -> Action | Reason:
    """The move of a stand along the way, facing the enemy at the end if it has room, else with its present
    facing or along the way. A stand of a larger group keeps its facing, so that bases stay in contact."""
    unit, progress = position.state.unit(stand), position.progress
    if progress.stage in (Stage.GROUPS, Stage.STANDS) and progress.group_of(stand) is None:
        return Reason(f"{unit} is in no movement group that is still to move", position.edition.cite("4.2"))
    spots = tuple(spot for spot in way if isinstance(spot, Spot))
    if len(spots) < 2 and unit.at is not None:
        return Reason(f"{unit} cannot get there", position.edition.cite("8.3.1"))
    return MoveStand(unit.side, stand, spots, _facing_deg(position, unit, spots))


def _facing_deg(position: Position, unit: Unit, spots: tuple[Spot, ...]) -> float:
    edge = position.options.force(unit.side).enters
    if unit.at is None and edge is not None:
        return edge.inward_deg
    group, move = position.progress.group_of(unit.id), position.progress.move
    if group is not None and len(group.stands) > 1 and unit.facing_deg is not None:
        was_stopped = move is not None and move.stand == unit.id
        others = (position.state.unit(name) for name in group.stands if was_stopped and name != unit.id)
        return next((other.facing_deg for other in others if other.facing_deg is not None), unit.facing_deg)
    if len(spots) < 2:
        return unit.heading_deg
    to_enemy, on = end_facing_deg(spots, nearest_enemies(position, unit)), end_facing_deg(spots, [])
    facings = (to_enemy, unit.heading_deg, on)
    has_room = (where_at_rest(position.state, unit, facing, np.array(spots[-1:]))[0] for facing in facings)
    return next((facing for facing, has in zip(facings, has_room, strict=True) if has), to_enemy)


def risked(position: Position, action: Action) -> Iterator[str]:
    """The enemies that may fire at a stand on the way it is sent, which is the quickest and uses roads.

    Rule: MATG2 8.5.2.
    """
    if isinstance(action, MoveStand) and (risks := move_factors(position, action).summary):
        yield f"{position.state.unit(action.stand)} {risks}."


def before_it_goes(position: Position, stand: str, stands: tuple[str, ...]) -> Action | None:
    """The declaration that names its group in the posture phase, or makes it move in the movement phase,
    with an order if possible."""
    progress, unit = position.progress, position.state.unit(stand)
    group = progress.group_of(stand)
    match progress.stage:
        case Stage.POSTURE if group is None:
            free = [name for name in stands if progress.group_of(name) is None]
            bodies = contact_groups(position.state.unit(name) for name in free)
            return next(
                NameGroup(unit.side, tuple(other.id for other in body)) for body in bodies if unit in body
            )
        case Stage.GROUPS if group is not None:
            by_order = MoveGroup(unit.side, group.number, ordered=True)
            return replace(by_order, ordered=not any(forbid_attempt(position, by_order)))
        case Stage.STANDS if progress.move is not None and progress.move.stand not in ("", stand):
            return EndMove(unit.side, progress.move.stand)
    return None
