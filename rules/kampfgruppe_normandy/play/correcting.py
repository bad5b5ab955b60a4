"""Corrections by the umpire: a unit that he adds, moves or removes is put right in the record of the game."""

from rules.errors import BadInput
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.effects.losses import OF_THE_UNIT, PutOut, drop_decisions
from rules.kampfgruppe_normandy.state.events import PutBack, UnitLost
from rules.kampfgruppe_normandy.state.progress import Status
from rules.kampfgruppe_normandy.state.resolution import Resolution


def set_right(resolution: Resolution, unit: Unit) -> None:
    """Bring the record in line with a corrected unit: it comes into play whole, gets out of its vehicle or building, or leaves.

    Raises:
        BadInput: if it has the name of a piece of the table, or is to leave play with others aboard.
    """
    was, status = resolution.state.units.get(unit.id), resolution.progress.of(unit.id)
    if was is None:
        if unit.id in resolution.position.table.by_id:
            raise BadInput("unit", unit.id, "a name that no piece of the table has")
        kind = resolution.position.type(unit)
        loss = next((fallen for fallen in resolution.progress.lost if fallen.unit == unit.id), None)
        had = Status() if loss is None else Status(rounds=loss.rounds, used=loss.used)
        resolution.happen(PutBack(unit, Status(kind.men, rounds=had.rounds, used=had.used)))
    elif isinstance(unit.at, Spot) and unit.at != was.at:
        if status.aboard is not None or status.inside is not None:
            resolution.happen(PutOut(unit.id, unit.at, unit.facing_deg))
    elif unit.at is None and was.at is not None:
        if aboard := resolution.position.aboard(was):
            raise BadInput(f"unit {unit.id}.at", "off the table", f"left so until {aboard[0]} is off it")
        drop_decisions(resolution, unit.id, OF_THE_UNIT)
        resolution.happen(UnitLost(unit.id, "taken off the table"))
