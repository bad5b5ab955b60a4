"""The last shot of a gun, and which of its weapons fall silent with it.

Rule: KGN Special events; OUR 131.
"""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.unit_types import WeaponKind
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT, GunEmpty
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Story


def guns_of_crew(position: Position, unit: Unit) -> tuple[str, ...]:
    left = dict(position.weapons_left(unit))
    weapons = position.type(unit).weapons
    return tuple(one.name for one in weapons if one.name in left and one.kind is not WeaponKind.SMALL_ARMS)


@implements("KN-SPEC-24")
def fired_last_shot(story: Story, unit_id: str, weapon: str) -> None:
    """A gun that had one shot left and has fired it is empty; its crew's rifles do not count (OUR 131)."""
    unit = story.state.units.get(unit_id)
    if unit is None or unit_id not in LAST_SHOT.of(story.course):
        return
    guns = guns_of_crew(story.position, unit)
    if weapon in guns:
        story.tell(GunEmpty(unit_id, guns))
