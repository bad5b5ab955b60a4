"""The arrival of reserves at the start of a turn.

Rule: KGN Activation; OUR 161.
"""

from dataclasses import replace

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.questions.movement.nearest_room import room_round
from rules.kampfgruppe_normandy.questions.movement.standing_room import in_the_way, on_a_wreck
from rules.kampfgruppe_normandy.state.position import Position, base_at
from rules.kampfgruppe_normandy.state.reserves import ARRIVALS, Arrival, ReserveArrived
from rules.kampfgruppe_normandy.state.resolution import Resolution


@implements("KN-TURN-24a")
def bring_on_reserves(resolution: Resolution, side: str) -> None:
    """Bring on the reserves of a side that are due at the start of its turn."""
    for arrival in ARRIVALS.of(resolution.progress):
        if (come := comes_on(resolution.position, side, arrival)) is not None:
            resolution.happen(come)


@implements("KN-TURN-24a")
def comes_on(position: Position, side: str, arrival: Arrival) -> ReserveArrived | None:
    """The arrival of a unit in reserve as a turn of its side begins; None before its turn, or if its place is taken.

    No vehicle comes on upon a wreck.
    """
    unit = position.state.units.get(arrival.unit)
    if unit is None or unit.side != side or arrival.turn > position.progress.turn:
        return None
    at = _place_for(position, unit, arrival)
    return None if at is None else ReserveArrived(replace(arrival, at=at))


def _place_for(position: Position, unit: Unit, arrival: Arrival) -> Spot | None:
    """Where a unit comes on: its place, or the nearest room if a wreck lies there; None if another unit stands there."""
    base = base_at(position.table, position.type(unit), position.status(unit), arrival.at, arrival.facing_deg)
    if in_the_way(position, unit, base) is not None:
        return None
    if on_a_wreck(position, unit, base) is None:
        return arrival.at
    return room_round(position, replace(unit, facing_deg=arrival.facing_deg), arrival.at)
