"""The last shot of a gun that is running out of ammunition.

Rule: KGN Special events; OUR 131.
"""

from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.questions.gun_crew import guns_of_crew
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT, GunEmpty
from rules.kampfgruppe_normandy.state.resolution import Resolution


@implements("KN-SPEC-24a.3")
def note_last_shot(resolution: Resolution, unit_id: str, weapon: str) -> None:
    """Empty a gun that had one shot left if it has fired it; its crew's rifles do not count (OUR 131)."""
    unit = resolution.state.units.get(unit_id)
    if unit is None or unit_id not in LAST_SHOT.of(resolution.progress):
        return
    if weapon in guns_of_crew(resolution.position, unit):
        resolution.happen(GunEmpty(unit_id))
