"""What a vehicle can carry and tow at once: passengers, tank riders and guns.

Rule: KGN Transport vehicles, Tank riders.
"""

from collections.abc import Sequence

from rules.game.citation import Citation
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind
from rules.kampfgruppe_normandy.state.position import Position

MOST_RIDERS = 12


@implements("KN-DEPL-13", "KN-DEPL-14", "KN-DEPL-15", "KN-PRIN-29")
def overloads(position: Position, vehicle: Unit, load: Sequence[Unit]) -> Reason | None:
    """Why a vehicle cannot carry and tow all of these at once; None if it can. The crew of a gun on tow rides in it."""
    if (driven := next((unit for unit in load if position.type(unit).is_vehicle), None)) is not None:
        return Reason(
            f"{driven} is a vehicle, and only infantry and guns are carried", cite("Transport vehicles")
        )
    guns = sum(position.type(unit).kind is Kind.GUN for unit in load)
    if guns and not position.type(vehicle).tows:
        return Reason(f"{vehicle} does not tow", cite("Transport vehicles"))
    if guns > 1:
        return Reason(f"{vehicle} tows a gun already", cite("Transport vehicles"))
    men = sum(map(position.men, load))
    room, where = _room(position.type(vehicle))
    if men <= room:
        return None
    crew = ", the crew of a gun on tow among them" if guns else ""
    return Reason(f"{vehicle} carries {room} models{crew}", where)


def _room(kind: KgnType) -> tuple[int, Citation]:
    """How many models can ride in a transport, or on the hull of a tank."""
    if kind.kind.is_armoured and not kind.capacity:
        return MOST_RIDERS, cite("Tank riders")
    return kind.capacity, cite("Transport vehicles", kind.provenance)
