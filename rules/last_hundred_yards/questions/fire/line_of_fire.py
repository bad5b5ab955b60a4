"""Whether a line of fire is open: houses beside a street hide those in its road. Chapter 4.2.1f."""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.state.position import Position


@implements("LHY-4.2.1f", "LHY-4.2.0.3", "LHY-4.2.0.target", "LHY-4.1.9c.2")
def has_line_of_fire(position: Position, unit: Unit, start: Hex, aim: Unit | Hex) -> bool:
    """Whether a unit sees another from a hex, where it stands or would stand to fire; at a hex, any enemy of those there."""
    viewer = unit if unit.at == start else unit.moved(start)
    aims = (aim,) if isinstance(aim, Unit) else position.enemies_at(aim, unit.side) or (aim,)
    return any(position.sees(viewer, one) for one in aims)
