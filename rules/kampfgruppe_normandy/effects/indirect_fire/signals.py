"""Signals units have a radio check that failed thrown again, each once a turn.

Rule: KGN Signals; OUR 121, 209.
"""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.conditions import RESERVE
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.effects.indirect_fire.fire_requests import RADIO_ON
from rules.kampfgruppe_normandy.state.fire_missions import fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.support_events import SignalsUsed


@implements("KN-SPEC-13")
def signals_ready(position: Position, side: str) -> list[Unit]:
    """The signals units that have not helped yet this turn, those that ride included: it is no action of theirs."""
    used = fire_support(position.progress).signals_used
    return [
        unit
        for unit in position.of_side(side)
        if position.type(unit).has(SpecialRule.SIGNALS)
        and position.spot(unit) is not None
        and not unit.has(RESERVE)
        and unit.id not in used
    ]


@implements("KN-AIR-21", "KN-SPEC-13")
def reaches_aircraft(resolution: Resolution, side: str) -> bool:
    """Whether the radio check to an aircraft is passed, or else the one that a signals unit has thrown again."""
    if resolution.passes("radio check", 6, at_least=RADIO_ON):
        return True
    ready = signals_ready(resolution.position, side)
    if not ready:
        return False
    resolution.happen(SignalsUsed(ready[0].id))
    return resolution.passes("radio check, again", 6, at_least=RADIO_ON)
