"""A line of sight between two places of a drawn table."""

from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from tests.rules.micro_armour.tables import MATG2, state_of, table

HERE, THERE = Spot(5.0, 24.0), Spot(15.0, 24.0)


def los(*pieces: Piece, here: Spot = HERE, there: Spot = THERE) -> str:
    ruling = MATG2.line_of_sight(state_of(table(*pieces)), here, there)
    return str(ruling).partition(": ")[2]
