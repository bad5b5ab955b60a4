"""How the progress of a game is written and read, with the state slots of all chapters."""

from typing import Any

from rules.game.record.record_forms import RecordForm, named_values, record_form
from rules.kampfgruppe_normandy.declarations.recovery import ATTEMPTS
from rules.kampfgruppe_normandy.effects.air_support import SKY
from rules.kampfgruppe_normandy.effects.building_hits import DAMAGE
from rules.kampfgruppe_normandy.effects.engineering.works import JOBS
from rules.kampfgruppe_normandy.questions.sight.cover import DECAY
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT
from rules.kampfgruppe_normandy.state.buildings import CONCEALED, REINFORCED
from rules.kampfgruppe_normandy.state.fire_missions import FIRE_SUPPORT
from rules.kampfgruppe_normandy.state.progress import Progress
from rules.kampfgruppe_normandy.state.reserves import ARRIVALS
from rules.kampfgruppe_normandy.state.state_slot import StateSlot

SLOTS: tuple[StateSlot[Any], ...] = (
    ATTEMPTS, SKY, DAMAGE, JOBS, DECAY, LAST_SHOT, CONCEALED, REINFORCED, FIRE_SUPPORT, ARRIVALS,
)  # fmt: skip


def course_form() -> RecordForm[Progress]:
    """How the progress of a game is written and read."""
    return record_form(Progress, support=named_values({slot.name: slot.kind for slot in SLOTS}))
