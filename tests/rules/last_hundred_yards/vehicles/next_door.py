"""A unit in a hex that no vehicle can enter, and its carrier in an adjacent hex."""

from typing import Any

from rules.game.state import GameState
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import open_ground
from tests.rules.last_hundred_yards.playing import activated, at, unit

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"
GUN, TRUCK = "us.gun57.1", "us.gun57.1.truck"


def beside(letter: str, *fires: FireMarker, moves: str = SQUAD, carrier: str, **options: Any) -> GameState:
    """A unit in C7, which no vehicle can enter, and its carrier in the adjacent C8; the enemy is far away."""
    ground = open_ground(8, 10, {"C7": letter})
    others = unit("us.able.1.squad.2", "A10"), unit(LEADER, "A10"), unit(FOE, "H3")
    units = [unit(moves, "C7"), *([unit(carrier, "C8")] if carrier else ())]
    return activated(*units, *others, ground=ground, fires=fires, **options)


def marked(kind: FireKind, value: int, **more: Any) -> FireMarker:
    return FireMarker(1, kind, at("C7"), value, **more)
