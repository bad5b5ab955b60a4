"""Units go into an enemy hex to assault it. Chapter 13.2."""

from collections.abc import Iterable

from rules.game.rule_ids import implements
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.effects.concealment import (
    check_concealment,
    reveal_among_enemies,
    strip_concealment,
)
from rules.last_hundred_yards.effects.leaving import enter_obstacles, take_markers_along
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.state.events.marker_events import AssaultEntered
from rules.last_hundred_yards.state.events.unit_events import CameFrom, UnitChanged, UnitMoved
from rules.last_hundred_yards.state.position import row_of


@implements("LHY-16.1.1.3", "LHY-4.3.1.0.1")
def go_in(resolution: Resolution, unit_ids: Iterable[str], into: Hex) -> None:
    """Units enter the enemy hex together, and meet the mines there."""
    names = tuple(unit_ids)
    for name in names:
        _goes_in(resolution, name, into)
    if names:
        enter_obstacles(resolution, names)


@implements("LHY-4.3.1.0.1", "LHY-4.3.1.1a", "LHY-4.3.1.1b", "LHY-4.3.1.2b", "LHY-4.3.1.2c", "LHY-17.8.2b")
def _goes_in(resolution: Resolution, unit_id: str, into: Hex) -> None:
    """A unit enters the enemy hex: concealment goes on its side, dummies go on the other.

    Where nobody is left it enters as any hex, and may be seen there.
    """
    unit = resolution.state.unit(unit_id)
    start = resolution.position.place(unit)
    resolution.happen(UnitMoved(unit_id, start, into))
    take_markers_along(resolution, unit_id, start, into)
    if row_of(unit).is_vehicle:
        resolution.happen(CameFrom(unit_id, start, False))
    enemies = [enemy for enemy in resolution.position.at(into) if enemy.side != unit.side]
    if not enemies:
        check_concealment(resolution, unit_id)
        return
    reveal_among_enemies(resolution, unit_id)
    for enemy in enemies:
        if resolution.state.unit(enemy.id).at is not None:
            if enemy.has(HIDDEN):
                resolution.happen(UnitChanged(enemy.id, gained=(CONCEALED,), lost=(HIDDEN,)))
            if row_of(enemy).is_dummy:
                strip_concealment(resolution, resolution.state.unit(enemy.id))
    if resolution.position.enemies_at(into, unit.side):
        resolution.happen(AssaultEntered(unit_id, unit.side, into, start))
