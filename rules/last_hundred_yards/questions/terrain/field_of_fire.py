"""What lies before a fortified position. Chapter 4.1.14."""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.facing import in_arc
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.state.position import Position, row_of

FP_FIELD_OF_FIRE_DEG = 180


@implements("LHY-4.1.14.4", "LHY-4.1.14.5", "LHY-4.1.14a")
def is_in_front(position: Position, fortified: Unit, other: Hex) -> bool:
    """Whether a hex lies in the 180 degrees before a fortified position; without a facing, all round."""
    if fortified.facing_deg is None or not row_of(fortified).is_fp:
        return True
    place = position.place(fortified)
    return other == place or in_arc(
        position.board.grid, place, other, fortified.facing_deg, FP_FIELD_OF_FIRE_DEG
    )
