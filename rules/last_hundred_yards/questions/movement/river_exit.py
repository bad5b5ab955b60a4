"""Units on foot in a river: what wading costs, and the roll to leave it. Chapter 4.1.10."""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import HEROIC
from rules.last_hundred_yards.state.position import Position, cohesion_of, row_of


def river_exit_check(position: Position, unit: Unit) -> tuple[int, Unit | None]:
    """The highest die that takes a unit out of the river, and the leader who takes 1 off it.

    Rule: LHY 4.1.10.
    """
    fixed = position.mission.edition.river_exit_at_most
    leader = position.leader_in(position.place(unit), row_of(unit).platoon_key)
    helps = not fixed and leader is not None and leader.id != unit.id
    return fixed or cohesion_of(unit) or 0, leader if helps else None


@implements("LHY-4.1.10.enter.1", "LHY-4.1.10.enter.2")
def takes_all_mp(position: Position, unit: Unit, start: Hex, to: Hex, way: str) -> bool:
    """Whether wading from a river hex to the next takes the whole allowance, as the later editions say.

    `way` is how the unit stands in the hex entered. Rule: LHY 4.1.10.
    """
    if not position.mission.edition.river_stops or not way or unit.has(HEROIC):
        return False
    at_crossing = any(position.board.has(place, Terrain.BRIDGE, Terrain.FORD) for place in (start, to))
    return position.board.has(start, Terrain.RIVER) and not at_crossing


@implements("LHY-4.1.10.enter.1", "LHY-4.1.10.enter.2")
def stops_in_river(position: Position, unit: Unit, start: Hex, to: Hex, way: str) -> bool:
    """Whether a maneuver ends with a step into the river: from the bank, or with nothing left (reading 83)."""
    from_bank = not position.board.has(start, Terrain.RIVER)
    stops = position.mission.edition.river_stops and bool(way) and from_bank
    return stops or takes_all_mp(position, unit, start, to, way)
