"""Reserves come onto the table at the start of a turn.

Rule: KGN Activation; OUR 161.
"""

from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.questions.movement.standing_room import in_the_way
from rules.kampfgruppe_normandy.state.position import base_at
from rules.kampfgruppe_normandy.state.reserves import ARRIVALS, ReserveArrived
from rules.kampfgruppe_normandy.state.resolution import Resolution


@implements("KN-TURN-24a")
def bring_on_reserves(resolution: Resolution, side: str) -> None:
    """The start of a turn: reserves that are due come on; where somebody stands they wait another turn."""
    for arrival in ARRIVALS.of(resolution.progress):
        unit = resolution.state.units.get(arrival.unit)
        if unit is None or unit.side != side or arrival.turn > resolution.progress.turn:
            continue
        position = resolution.position
        base = base_at(position.type(unit), position.status(unit), arrival.at, arrival.facing_deg)
        if in_the_way(position, unit, base) is None:
            resolution.happen(ReserveArrived(arrival))
