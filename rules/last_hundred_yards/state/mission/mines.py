"""Minefields: laid in secret by one side in its own set-up area. Chapter 16.1."""

from dataclasses import replace

from rules.errors import BadInput
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.state.mission.mission import Mission

MINES, WIRE = "mines", "wire"


@implements("LHY-16.1.0a", "LHY-16.1.0d")
def lay_mines(state: GameState, mission: Mission) -> GameState:
    """The state with its mines known to the side alone that laid them, where one did.

    Mines that name no side are of the one side in whose set-up area they lie; in nobody's, or both sides', they are
    nobody's: all know of them, and they harm all (reading 151).

    Raises:
        BadInput: if a side laid mines outside its set-up area.
    """
    markers = (_laid(marker, mission) if marker.kind == MINES else marker for marker in state.markers)
    return replace(state, markers=tuple(markers))


@implements("LHY-16.1.0a", "LHY-16.1.0d")
def _laid(mines: Marker, mission: Mission) -> Marker:
    areas = {side.id: side.setup_area for side in mission.sides}
    if mines.side and areas[mines.side] and mines.at not in areas[mines.side]:
        raise BadInput("markers.mines", str(mines.at), f"a hex of {mines.side}'s set-up area (LHY 16.1)")
    within = [side for side, area in areas.items() if mines.at in area]
    side = mines.side or (within[0] if len(within) == 1 else "")
    return replace(mines, side=side, hidden=bool(side))
