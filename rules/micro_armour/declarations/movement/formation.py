"""Paths that keep a group together: each stand ends in contact with one of its group that has moved before it.

Rule: MATG2 8.1.1, 8.3.
"""

from collections.abc import Iterator

from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.micro_armour.declarations.movement.offered_paths import drawn_path, edge_spot
from rules.micro_armour.questions.movement import ENTRY_IN, budget_of
from rules.micro_armour.questions.stand_room import stand_graph
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.scenario_options import TableEdge
from rules.micro_armour.state.stands import (
    STAND_IN,
    base_at,
    enemies_of,
    is_inside,
    overlapped_by,
    spot_of,
    table_of,
)

_BESIDE_DEG = (90.0, 270.0, 180.0, 0.0)
_MOST = 6


def moved_before(position: Position, unit: Unit) -> list[Unit]:
    """The stands of its group that have already moved in the current move, the last one first."""
    move, group = position.progress.move, position.progress.group_of(unit.id)
    if move is None or group is None:
        return []
    stay = {unit.id, *move.waiting, *move.stragglers}
    moved = [position.state.unit(name) for name in reversed(group.stands) if name not in stay]
    return [other for other in moved if other.at is not None]


def contact_paths(
    position: Position, unit: Unit, companions: list[Unit]
) -> Iterator[tuple[tuple[Spot, ...], float]]:
    """Paths into base contact with stands of its group, each with the facing at the end; places nearest to the enemy first."""
    for spot, facing_deg in _places_in_contact(position, unit, companions)[:_MOST]:
        if unit.at == spot:
            continue
        if path := _path_into_contact(position, unit, spot):
            yield path, facing_deg


def _places_in_contact(position: Position, unit: Unit, companions: list[Unit]) -> list[tuple[Spot, float]]:
    """The free places beside, behind and in front of companions, with the companion's facing."""
    table, facings = table_of(position.state), {}
    for companion in companions:
        facing_deg = companion.heading_deg
        for turn_deg in _BESIDE_DEG:
            spot = spot_of(companion).ahead(facing_deg + turn_deg, STAND_IN).to_thousandth()
            base = base_at(spot, facing_deg)
            if is_inside(table, base) and not overlapped_by(position.state, base, ignoring=[unit.id]):
                facings[spot] = facing_deg
    enemies = [spot_of(enemy) for enemy in enemies_of(position.state, unit.side)]
    middle = Spot(table.width_in / 2, table.depth_in / 2)
    return sorted(
        facings.items(), key=lambda place: min(place[0].gap_in(enemy) for enemy in enemies or [middle])
    )


def _path_into_contact(position: Position, unit: Unit, spot: Spot) -> tuple[Spot, ...]:
    """The path to a place within the stand's points; empty if there is none. A stand that enters the table
    comes on opposite to it."""
    budget, table = budget_of(position, unit), table_of(position.state)
    if unit.at is not None:
        here = spot_of(unit)
        return drawn_path(stand_graph(table, here).reach(here, budget.left), spot)
    edge = position.options.force(unit.side).enters
    if edge is None:
        return ()
    is_upright = edge in (TableEdge.WEST, TableEdge.EAST)
    start = edge_spot(table, edge, spot.y_in if is_upright else spot.x_in)
    if start.gap_in(spot) < 1e-6:
        return (start,)
    if not is_inside(table, base_at(start, edge.inward_deg)):
        return ()
    return drawn_path(stand_graph(table, start).reach(start, max(budget.left - ENTRY_IN, 0.0)), spot)
