"""Units that the umpire sets up or corrects: the record of play is corrected with them."""

from rules.errors import BadInput
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import ACTED, OVERRAN
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.mission.set_up import check_unit
from rules.last_hundred_yards.state.events.unit_events import (
    TAKEN_OFF,
    Dismounted,
    LeaderBack,
    StepsLost,
    UnitGone,
    UnitMoved,
    UnitPlaced,
)


def set_right(resolution: Resolution, unit: Unit) -> None:
    """Put a unit where the umpire says, and correct the record of play.

    It moves with all aboard, gets off its own carrier, enters play as if never lost or leaves it, and has acted or not.

    Raises:
        Unknown: if its type is not in the roster.
        BadInput: if the unit may not be like this, or its Overrun marker would change, which stays as recorded.
    """
    check_unit(unit)
    before = resolution.state.units.get(unit.id)
    if before is not None and before.has(OVERRAN) != unit.has(OVERRAN):
        raise BadInput(f"unit {unit.id}.conditions", OVERRAN, "left as the record has it")
    if before is not None and before.at is not None and before.at != unit.at:
        if resolution.course.carrier_of(unit.id) is not None:
            resolution.happen(Dismounted(unit.id))
        if isinstance(unit.at, Hex) and isinstance(before.at, Hex):
            resolution.happen(UnitMoved(unit.id, before.at, unit.at, corrected=True))
        else:
            resolution.happen(UnitGone(unit.id, TAKEN_OFF))
    before = resolution.state.units.get(unit.id)
    if isinstance(unit.at, Hex) and (
        before is None or before.at is None or (unit.id in resolution.course.acted) != unit.has(ACTED)
    ):
        _take_loss_back(resolution, unit)
        conditions = tuple(sorted(unit.conditions - {ACTED}))
        resolution.happen(
            UnitPlaced(
                unit.id, unit.type, unit.side, unit.at, conditions, has_acted=unit.has(ACTED), as_it_was=True
            )
        )


@implements("LHY-17.4", "LHY-12.3.4.1a")
def _take_loss_back(resolution: Resolution, unit: Unit) -> None:
    """Undo the loss of a unit that comes back: its steps on the Casualty Track, where recorded by unit, or a leader's absence."""
    for lost in resolution.course.weapons_lost:
        if lost.unit == unit.id:
            steps = -ROSTER[unit.type].steps
            resolution.happen(StepsLost(lost.side, steps, in_landing=lost.in_landing))
    if any(lost.unit == unit.id for lost in resolution.course.away):
        resolution.happen(LeaderBack(unit.id))
