"""Missions made by the players: both sides bid, the lower bid attacks, and defaults for what they leave out. Chapter 20."""

from dataclasses import dataclass

from rules.errors import BadInput
from rules.game.option_reader import OptionReader
from rules.game.rule_ids import implements
from rules.ground.hex.hexes import Hex, HexGrid
from rules.last_hundred_yards.state.mission.map_parts import Edge, hexes_along

DRAW_ABOVE_BID = 10
ATTACKER_DRM = 2
DEFENDER_KEEPS_OFF_HEXES = 4


@dataclass(frozen=True, slots=True)
class Bids:
    """The winning bid: the attacker, and the highest final score, in minutes, at which the attacker wins."""

    attacker: str
    bid: int

    @implements("LHY-20.3a")
    def initiative_drm(self, side: str) -> int:
        """The default modifier of a side's initiative roll: 2 for the attacker, 0 for the defender."""
        return ATTACKER_DRM if side == self.attacker else 0


@implements("LHY-20.2a")
def read_bids(given: OptionReader, sides: tuple[str, ...]) -> Bids | None:
    """The attacker and the winning bid; None in a mission without bids. Equal bids are refused (reading 103).

    Raises:
        BadInput: if a side has no bid, both bid the same, or the mission says as well who attacks or wins.
    """
    bids = given.table("bids")
    if not bids.values:
        return None
    offered = {side: bids.whole(side) for side in sides}
    bids.nothing_else()
    if len(set(offered.values())) < len(offered):
        raise BadInput(bids.name, dict(bids.values), "two bids that differ, as the lower one attacks")
    for key in ("attacker", "victory"):
        if key in given:
            wanted = "left out, as the bids of the sides decide it"
            raise BadInput(given.field(key), given.values[key], wanted)
    attacker = min(sides, key=offered.__getitem__)
    return Bids(attacker, offered[attacker])


@implements("LHY-20.3b")
def usual_area(grid: HexGrid, enemy_edge: Edge) -> tuple[Hex, ...]:
    """The default set-up area of the defender: more than four hexes from the enemy's edge of the map (reading 104)."""
    edge = hexes_along(grid, enemy_edge)
    return tuple(
        place for place in grid if min(grid.distance(place, near) for near in edge) > DEFENDER_KEEPS_OFF_HEXES
    )
