"""The units that a special event may be played on.

Rule: KGN Special events; OUR 130.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.conditions import RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.morale_counters import Special
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.questions.gun_crew import counts_its_shells, guns_of_crew
from rules.kampfgruppe_normandy.state.position import Position

EVENTS: Mapping[str, str] = MappingProxyType({
    Special.BREAKDOWN.value: "an enemy vehicle on the table",
    Special.HEROIC_ACTION.value: "an unsuppressed unit of your own on the table",
    Special.OUT_OF_AMMUNITION.value: "an enemy gun or mortar team deployed on the table",
})  # fmt: skip
"""The special events, and what each is played on."""


@implements("KN-SPEC-22a", "KN-SPEC-23a", "KN-SPEC-24a.1")
def targets_of_event(position: Position, event: str, side: str) -> list[Unit]:
    """The units on the table on which the side that drew an event may play it.

    An enemy vehicle; an unsuppressed unit of one's own; an enemy gun or mortar that is deployed on the table.

    Rule: KGN Special events; OUR 129, 130.
    """
    targets = []
    for unit in position.on_table():
        kind = position.type(unit)
        is_enemy = unit.side != side
        match event:
            case Special.BREAKDOWN:
                fits = is_enemy and kind.is_vehicle and kind.kind is not Kind.AIRCRAFT
            case Special.HEROIC_ACTION:
                fits = not is_enemy and not unit.has(SUPPRESSED)
            case _:
                fits = is_enemy and counts_its_shells(kind) and bool(guns_of_crew(position, unit))
        if fits and not unit.has(RESERVE):
            targets.append(unit)
    return targets
