"""A unit on the table as a target: what it stands, what rides on it, and how its vehicle crew would behave.

Rule: KGN Unit morale, Tank riders, Transport vehicles.
"""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.table.inches import gap_in
from rules.kampfgruppe_normandy.conditions import IMMOBILISED, RESERVE, SUPPRESSED, TESTED, TREATED, VETERAN
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.prey import Prey
from rules.kampfgruppe_normandy.unit_types import SpecialRule

BESIDE_IN = 1.0
"""How near a medic must be to a man of the squad."""

NEAR_IN = 8.0
"""How near infantry must be to matter to the crew of an armoured vehicle."""


@implements("KN-UMOR-19", "KN-PRIN-21", "KN-DEPL-16", "KN-DEPL-17")
def prey_of(position: Position, unit: Unit, armour: int = 0) -> Prey:
    """A unit as the dice see it; `armour` is the value of the facing struck."""
    kind, status = position.type(unit), position.status(unit)
    special = len(kind.special_weapons) - len([w for w in status.lost_weapons if w in kind.special_weapons])
    return Prey(
        unit.id,
        kind.kind,
        men=status.men,
        start=kind.men,
        hits_left=max(0, kind.hits - status.hits),
        specials=special,
        armour=armour,
        skirts=kind.skirts,
        suppressed=unit.has(SUPPRESSED),
        immobilised=unit.has(IMMOBILISED),
        deserts=kind.kind.is_armoured and _is_alone_with_infantry(position, unit),
        rereads=is_veteran(position, unit) and not unit.has(TESTED),
        is_sniper=kind.has(SpecialRule.SNIPER),
        has_medic=kind.is_infantry and medic_beside(position, unit) is not None,
        asked=position.course.setting.ask_for_tests,
        passengers=tuple(prey_of(position, one) for one in position.aboard(unit)),
        is_rider=position.is_tank_rider(unit),
    )


def is_veteran(position: Position, unit: Unit) -> bool:
    """Whether a unit is rated as veteran, by its line of the roster or by the scenario."""
    return position.type(unit).has(SpecialRule.VETERAN) or unit.has(VETERAN)


@implements("KN-SPEC-16")
def medic_beside(position: Position, unit: Unit) -> Unit | None:
    """The medic unit that stands by a squad and has not been used this turn, if there is one.

    Rule: KGN Special rules, medic; OUR 81.
    """
    if position.spot(unit) is None or position.type(unit).has(SpecialRule.MEDIC):
        return None
    here = position.base(unit)
    for medic in position.on_table():
        is_free = medic.side == unit.side and not medic.has(TREATED) and not medic.has(SUPPRESSED)
        is_medic = position.type(medic).has(SpecialRule.MEDIC)
        if is_free and is_medic and gap_in(position.base(medic), here) <= BESIDE_IN:
            return medic
    return None


def _is_alone_with_infantry(position: Position, unit: Unit) -> bool:
    """Enemy infantry within 8 inches, and none of its own; men aboard a vehicle are where it is."""
    here = position.base(unit)
    near = {
        other.side == unit.side
        for other in position.state.units.values()
        if position.type(other).is_infantry
        and not other.has(RESERVE)
        and position.spot(other) is not None
        and gap_in(position.base(other), here) <= NEAR_IN
    }
    return near == {False}
