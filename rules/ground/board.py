"""The ground of either kind: a place on it, and the board itself."""

from rules.ground.hex_board import HexBoard
from rules.ground.hexes import Hex
from rules.ground.inches import Spot
from rules.ground.tabletop import Tabletop

Place = Hex | Spot
Board = HexBoard | Tabletop
