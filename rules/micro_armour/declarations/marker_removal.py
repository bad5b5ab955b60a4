"""Section 4.5: markers are taken up, and stands that are marked roll for recovery."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.chance.dice import Thrown
from rules.game.engine.procedure import Factors, Procedure, nothing_forbids, offer_once
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.micro_armour.effects.losses import set_markers
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.effects.turns import go_on_if_both_passed
from rules.micro_armour.questions.cohesion import state_modifiers
from rules.micro_armour.questions.recovery import needs_recovery, recovery
from rules.micro_armour.state.conditions import MARKERS
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Stage
from rules.micro_armour.state.turn_events import MarkersRemoved, RecoveryRolled


@dataclass(frozen=True, slots=True)
class RemoveMarkers:
    """Take up posture and fired markers and roll for every suppressed or disorganized stand of the side."""

    side: str

    def __str__(self) -> str:
        return "remove markers"


@implements("MATG2-4.5.2")
def carry_out_removal(resolution: Resolution, removal: RemoveMarkers) -> None:
    marked = tuple(unit.id for unit in _marked(resolution.position, removal.side))
    resolution.happen(MarkersRemoved(removal.side))
    resolution.then(_recover, marked)


def _recover(resolution: Resolution, stands: tuple[str, ...]) -> None:
    """The first of these stands rolls, and then the others."""
    if not stands:
        go_on_if_both_passed(resolution)
        return
    unit = resolution.state.unit(stands[0])
    level = resolution.progress.options.cohesion(unit.side)
    thrown = resolution.decide(
        f"recovery of {unit}", 20, lambda face: Thrown(recovery(face, unit, level).after, face)
    )
    rolled = recovery(thrown.face, unit, level)
    roll, after = rolled.roll, rolled.after
    resolution.happen(RecoveryRolled(unit.id, roll.natural, roll.modifier, level, rolled.outcome))
    set_markers(resolution, unit.id, None if after is None else after.conditions & MARKERS)
    resolution.then(_recover, stands[1:])


def removal_factors(position: Position, removal: RemoveMarkers) -> Factors:
    modifiers = (state_modifiers(unit, position.edition) for unit in _marked(position, removal.side))
    return Factors(reasons=tuple(reason for each in modifiers for reason in each.as_reasons))


def _marked(position: Position, side: str) -> Iterator[Unit]:
    return (unit for unit in position.state.units.values() if unit.side == side and needs_recovery(unit))


REMOVE_MARKERS: Procedure[Position, Resolution] = Procedure(
    RemoveMarkers,
    (Stage.REMOVAL,),
    offer_once(RemoveMarkers),
    nothing_forbids,
    carry_out_removal,
    removal_factors,
)
