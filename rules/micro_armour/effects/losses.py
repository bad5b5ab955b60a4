"""Section 7.2: markers laid on a stand or taken off, and stands eliminated."""

from rules.game.events import UnitChanged
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.questions.harm import stand_points
from rules.micro_armour.state.conditions import MARKERS
from rules.micro_armour.state.fire_events import StandLost


def set_markers(resolution: Resolution, stand: str, markers: frozenset[str] | None) -> None:
    """A stand has these of the markers S and D now, or is eliminated (None) and leaves a wreck."""
    unit = resolution.state.unit(stand)
    if markers is None:
        points = stand_points(resolution.position.book, resolution.progress.options, unit)
        resolution.happen(StandLost(stand, points))
        return
    before = unit.conditions & MARKERS
    if markers != before:
        resolution.happen(UnitChanged(stand, markers - before, before - markers))
