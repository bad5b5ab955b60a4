"""Signals units have a radio check that failed thrown again, each once a turn.

Rule: KGN Signals; OUR 121, 209.
"""

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.conditions import RESERVE
from rules.kampfgruppe_normandy.book.rulebook import because
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.effects.indirect_fire.fire_requests import RADIO_ON
from rules.kampfgruppe_normandy.state.fire_missions import fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.support_events import SignalsUsed


@implements("KN-SPEC-13")
def signals_ready(position: Position, side: str) -> list[Unit]:
    """The signals units that can still help this turn, those aboard vehicles too, since it takes no action."""
    used = fire_support(position.progress).signals_used
    return [
        unit
        for unit in position.of_side(side)
        if position.type(unit).has(SpecialRule.SIGNALS)
        and position.spot(unit) is not None
        and not unit.has(RESERVE)
        and unit.id not in used
    ]


@implements("KN-SPEC-13")
def cannot_help(position: Position, side: str, unit: str) -> Reason | None:
    """Why a unit cannot have a radio check of its side thrown again; None if it can."""
    if unit in [ready.id for ready in signals_ready(position, side)]:
        return None
    return because(f"{unit} is not a signals unit that can still help this turn", "Signals")


@implements("KN-AIR-21", "KN-SPEC-13", "KN-KIT-07", "KN-KIT-08")
def reaches_aircraft(resolution: Resolution, signals: str) -> bool:
    """Whether the radio check to an aircraft is passed, thrown again once if a signals unit is named."""
    if resolution.passes("radio check", 6, at_least=RADIO_ON):
        return True
    if not signals:
        return False
    resolution.happen(SignalsUsed(signals))
    return resolution.passes("radio check, again", 6, at_least=RADIO_ON)
