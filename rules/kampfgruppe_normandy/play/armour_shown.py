"""Which armour a moving vehicle shows to dangerous enemies, and how it can end its move with its front to them.

Rule: KGN Shooting, armour facings; OUR 37.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import ceil

from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.questions.fire.fire_orders import in_reach
from rules.kampfgruppe_normandy.questions.movement.restrictions import why_not_go
from rules.kampfgruppe_normandy.questions.ranges import Facing, facing_struck
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import is_seen
from rules.kampfgruppe_normandy.state.position import Position

LOOKED_AT_IN = 2.0
"""The distance between the places on a way at which enemy sight of the vehicle is checked."""

_WORST_FIRST = (Facing.REAR, Facing.SIDE)


def with_front_to_enemies(position: Position, move: Move) -> Move:
    """The move of an armoured vehicle, turned at the end to show its front to as many enemies as its rate allows.

    Enemies in sight count, or all dangerous ones if none is. If the move ends with a turn to find room, facing the
    opposite way is tried too.

    Rule: KGN Shooting, armour facings.
    """
    unit = position.state.unit(move.unit)
    if not position.type(unit).kind.is_armoured:
        return move
    end = _unit_along_way(unit, move)[-1]
    seen_by = list(_armour_shown(position, end))
    enemies = seen_by or [enemy for enemy in position.enemies(unit.side) if _is_dangerous(position, enemy)]

    def fronts(facing_deg: float) -> int:
        base = position.base(replace(end, facing_deg=facing_deg))
        return sum(facing_struck(base, _spot(enemy)) is Facing.FRONT for enemy in enemies)

    facings = [] if move.facing_deg is None else [(move.facing_deg + 180.0) % 360.0]
    facings += [round(_spot(end).bearing_deg(_spot(enemy)), 1) for enemy in seen_by]
    best, most = move, fronts(end.heading_deg)
    for facing_deg in facings:
        turned = replace(move, facing_deg=facing_deg)
        if (count := fronts(facing_deg)) > most and not _is_refused(position, unit, turned):
            best, most = turned, count
    return best


def _is_refused(position: Position, unit: Unit, move: Move) -> bool:
    return any(why_not_go(position, unit, move.path, move.facing_deg, reverse=move.reverse))


def shown_on_way(position: Position, move: Move) -> Iterator[str]:
    """Which rear and side armour a vehicle shows on a move, and to which enemies, in a sentence.

    Rule: KGN Shooting, armour facings.
    """
    unit = position.state.unit(move.unit)
    if not position.type(unit).kind.is_armoured:
        return
    seen = [
        (enemy, facing)
        for passing in _unit_along_way(unit, move)
        for enemy, facing in _armour_shown(position, passing).items()
    ]
    facings: list[str] = []
    named: set[Unit] = set()
    for worst in _WORST_FIRST:
        to = dict.fromkeys(enemy for enemy, facing in seen if facing is worst and enemy not in named)
        named.update(to)
        if to:
            facings.append(f"its {worst} to {' and '.join(map(str, to))}")
    if facings:
        yield f"{unit} shows {', '.join(facings)}."


def _unit_along_way(unit: Unit, move: Move) -> list[Unit]:
    """The moving unit at places along its way, and as it stands at the end."""
    facing, stages = unit.heading_deg, []
    for start, end in pairwise(move.path):
        leg_in = start.gap_in(end)
        bearing = start.bearing_deg(end)
        facing = (bearing + 180.0) % 360.0 if move.reverse else bearing
        parts = ceil(leg_in / LOOKED_AT_IN)
        stages += [
            replace(unit, at=start.ahead(bearing, leg_in * part / parts), facing_deg=facing)
            for part in range(parts)
        ]
    last = facing if move.facing_deg is None else move.facing_deg
    return [*stages, replace(unit, at=move.path[-1], facing_deg=last)]


def _armour_shown(position: Position, unit: Unit) -> dict[Unit, Facing]:
    """The facing that a vehicle shows to each enemy that sees it, is in range, and has a weapon against armour."""
    there = Position(position.state.with_unit(unit), position.book)
    return {
        enemy: facing_struck(there.base(unit), _spot(enemy))
        for enemy in position.enemies(unit.side)
        if _is_dangerous(position, enemy) and in_reach(there, enemy, [unit]) and is_seen(there, enemy, unit)
    }


def _is_dangerous(position: Position, enemy: Unit) -> bool:
    return isinstance(enemy.at, Spot) and any(weapon.is_for_armour for weapon in position.type(enemy).weapons)


def _spot(unit: Unit) -> Spot:
    assert isinstance(unit.at, Spot)
    return unit.at
