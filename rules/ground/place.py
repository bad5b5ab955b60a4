"""A place on the ground of either kind."""

from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import Spot

Place = Hex | Spot
