"""Maneuvers through rivers in the later editions: a unit that wades in stops, and goes on next turn.

On the movement graph a unit that has just waded in has no step left; one that begins its maneuver in the
river stands there at rest. Chapter 4.1.10.
"""

from collections.abc import Iterator
from fractions import Fraction

from rules.game.rule_ids import implements
from rules.ground.hex.board import HexBoard
from rules.ground.hex.graph import HexNode, Price
from rules.ground.hex.terrain import Terrain

_AT_REST = ", at rest"


def at_rest(stand: HexNode) -> HexNode:
    """A stand in a river as a unit begins its maneuver on it; any other as it is."""
    return HexNode(stand.hex, stand.way + _AT_REST) if stand.way else stand


def with_rest(stands: Iterator[HexNode]) -> Iterator[HexNode]:
    """Stands, and those in a river also at rest."""
    for stand in stands:
        yield stand
        if stand.way:
            yield at_rest(stand)


@implements("LHY-4.1.10.enter.1", "LHY-4.1.10.enter.2")
def stopping(board: HexBoard, price: Price, all_mp: Fraction) -> Price:
    """The prices of steps on foot where a river hex ends the maneuver, and river to river costs all MP.

    Under a bridge, and next to a ford or bridge, a unit wades on for the plain price (reading 83).
    """

    def stopped(start: HexNode, end: HexNode) -> Fraction | None:
        if end.way.endswith(_AT_REST):
            return None
        begins = start.way.endswith(_AT_REST)
        if start.way and not begins and not board.has(start.hex, Terrain.BRIDGE):
            return None
        found = price(HexNode(start.hex, start.way.removesuffix(_AT_REST)), end)
        at_crossing = any(board.has(stand.hex, Terrain.BRIDGE, Terrain.FORD) for stand in (start, end))
        return all_mp if found is not None and start.way and end.way and not at_crossing else found

    return stopped
