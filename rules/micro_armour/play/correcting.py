"""The umpire's set-up or correction of a stand, carried into the progress of play."""

from rules.game.units import Unit
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.state.fire_events import StandPutBack, StandTakenOff
from rules.micro_armour.state.stands import check_stands


def set_right(resolution: Resolution, unit: Unit) -> None:
    """Take a stand out of play without counting it as lost, or bring it into play.

    Raises:
        BadInput: if it would not lie on the table clear of all others.
    """
    was = resolution.state.units.get(unit.id)
    if unit.at is None:
        if was is not None and was.at is not None:
            resolution.happen(StandTakenOff(unit.id))
        return
    if was is None:
        resolution.happen(StandPutBack(unit))
    check_stands(resolution.state.with_unit(unit))
