"""Section 4.5: posture and fired markers are removed, and suppressed or disorganized stands roll for recovery."""

from collections import Counter
from collections.abc import Iterator

from rules.game.chance.dice import Thrown
from rules.game.engine.procedure import Factors, PlainDeclaration, at_will
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.effects.turns import go_on_if_both_passed
from rules.micro_armour.questions.recovery import MOST_NAMED, Recovery, needs_recovery, recovery
from rules.micro_armour.state.cohesion import state_modifiers
from rules.micro_armour.state.conditions import MARKERS
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Stage
from rules.micro_armour.state.turn_events import MarkersRemoved, RecoveryRolled


class RemoveMarkers(PlainDeclaration):
    """Take up posture and fired markers and roll for every suppressed or disorganized stand of the side."""

    words = "remove markers"


Markers = frozenset[str] | None
"""Which of the markers S and D a stand has; None if it is eliminated."""

Alike = tuple[str, frozenset[str]]
"""The key of stands with the same odds: their type and their conditions."""

Tally = frozenset[tuple[tuple[Alike, Markers], int]]
"""How many stands with the same key ended with which markers."""


@implements("MATG2-4.5.2")
def carry_out_removal(resolution: Resolution, removal: RemoveMarkers) -> None:
    marked = tuple(unit.id for unit in _marked_stands(resolution.position, removal.side))
    resolution.happen(MarkersRemoved(removal.side))
    if resolution.is_enumerated and len(marked) > MOST_NAMED:
        resolution.then(_recover_alike, marked, 0, frozenset())
    else:
        resolution.then(_recover, marked)


def _recover(resolution: Resolution, stands: tuple[str, ...]) -> None:
    """Let these stands roll for recovery, one after another."""
    if not stands:
        go_on_if_both_passed(resolution)
        return
    unit = resolution.state.unit(stands[0])
    rolled = _rolled(resolution, unit)
    level = resolution.progress.options.cohesion(unit.side)
    resolution.happen(
        RecoveryRolled(unit.id, rolled.roll.natural, rolled.roll.modifier, level, rolled.outcome)
    )
    resolution.set_markers(unit.id, _markers(rolled))
    resolution.then(_recover, stands[1:])


def _recover_alike(resolution: Resolution, stands: tuple[str, ...], rolled: int, tally: Tally) -> None:
    """Let each stand roll in turn, counting how many alike recover and not which: otherwise there would be too many outcomes."""
    units = [resolution.state.unit(name) for name in stands]
    if rolled < len(units):
        unit = units[rolled]
        counts = Counter(dict(tally))
        counts[_alike(unit), _markers(_rolled(resolution, unit))] += 1
        resolution.then(_recover_alike, stands, rolled + 1, frozenset(counts.items()))
        return
    left = list(Counter(dict(tally)).elements())
    for unit in units:
        came_to = next(each for each in left if each[0] == _alike(unit))
        left.remove(came_to)
        resolution.set_markers(unit.id, came_to[1])
    go_on_if_both_passed(resolution)


def _rolled(resolution: Resolution, unit: Unit) -> Recovery:
    """A stand's recovery roll."""
    level = resolution.progress.options.cohesion(unit.side)
    thrown = resolution.decide(
        f"recovery of {unit}", 20, lambda face: Thrown(_markers(recovery(face, unit, level)), face)
    )
    return recovery(thrown.face, unit, level)


def _markers(rolled: Recovery) -> Markers:
    return None if rolled.after is None else rolled.after.conditions & MARKERS


def _alike(unit: Unit) -> Alike:
    return unit.type, unit.conditions


def removal_factors(position: Position, removal: RemoveMarkers) -> Factors:
    modifiers = (state_modifiers(unit, position.edition) for unit in _marked_stands(position, removal.side))
    return Factors.of(*(reason for each in modifiers for reason in each.as_reasons))


def _marked_stands(position: Position, side: str) -> Iterator[Unit]:
    return (unit for unit in position.state.units.values() if unit.side == side and needs_recovery(unit))


REMOVE_MARKERS = at_will(RemoveMarkers, (Stage.REMOVAL,), carry_out_removal, removal_factors)
