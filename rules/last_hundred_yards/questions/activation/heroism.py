"""Who may be a hero: infantry with a known enemy near. Chapter 14.6."""

from rules.game.units import Unit
from rules.last_hundred_yards.state.position import Position, row_of

HEROIC_WITHIN = 5


def may_be_heroic(position: Position, unit: Unit) -> bool:
    """Infantry with a known enemy within five hexes."""
    place = position.place(unit)
    return row_of(unit).is_infantry and any(
        position.distance(place, position.place(enemy)) <= HEROIC_WITHIN
        for enemy in position.enemies_of(unit.side)
        if not _hidden(enemy)
    )


def _hidden(unit: Unit) -> bool:
    return unit.has("hidden")
