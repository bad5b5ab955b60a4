"""Minefields: laid in secret by one side in its own set-up area. Chapter 16.1."""

from collections.abc import Iterator
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
    return replace(state, markers=tuple(_laid(state, mission)))


@implements("LHY-16.1.0a", "LHY-16.1.0d")
def _laid(state: GameState, mission: Mission) -> Iterator[Marker]:
    for marker in state.markers:
        if marker.kind != MINES:
            yield marker
            continue
        areas = {side.id: side.setup_area for side in mission.sides}
        if marker.side and areas[marker.side] and marker.at not in areas[marker.side]:
            raise BadInput(
                "markers.mines", str(marker.at), f"a hex of {marker.side}'s set-up area (LHY 16.1)"
            )
        within = [side for side, area in areas.items() if marker.at in area]
        side = marker.side or (within[0] if len(within) == 1 else "")
        yield replace(marker, side=side, hidden=bool(side))
