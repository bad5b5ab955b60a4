"""A stand that the umpire sets up or corrects: what the record of play says of it is put right."""

from rules.game.units import Unit
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.state.fire_events import StandPutBack, StandTakenOff
from rules.micro_armour.state.stands import check_stands


def set_right(resolution: Resolution, unit: Unit) -> None:
    """The stand leaves play without counting as lost, or comes into it.

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
