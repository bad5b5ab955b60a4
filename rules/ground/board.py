"""The ground of either kind: a place on it, and the board itself."""

from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop

Place = Hex | Spot
Board = HexBoard | Tabletop
