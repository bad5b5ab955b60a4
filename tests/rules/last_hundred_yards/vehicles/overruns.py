"""A vehicle about to overrun, by the later rules."""

from typing import Any

from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import IN_MOTION
from rules.last_hundred_yards.state.markers import FireKind
from tests.rules.last_hundred_yards.playing import activated, course, unit

SQUAD, LEADER, TANK = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1"


def later_overrun(*units: Unit, vehicle: str = TANK, **options: Any) -> GameState:
    """A vehicle in motion next to the enemies of C5, by the later rules."""
    base = (unit(vehicle, "C6", IN_MOTION), unit(SQUAD, "A10"), unit(LEADER, "A10"))
    platoon = "able-tank.1" if vehicle == TANK else "able.1"
    return activated(*base, *units, platoon=platoon, edition="series-3.1", **options)


def markers_placed(state: GameState) -> list[tuple[FireKind, str | None, int]]:
    return [(fire.kind, fire.target, fire.value) for fire in course(state).fires]
