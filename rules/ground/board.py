"""The board itself, of either kind."""

from rules.ground.hex.board import HexBoard
from rules.ground.table.tabletop import Tabletop

Board = HexBoard | Tabletop
