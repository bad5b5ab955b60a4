"""The end of a game about one hill."""

from typing import Any

from rules.game.chance.dice import ScriptedDice
from rules.game.units import Unit
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.play.play import PLAY
from tests.rules.last_hundred_yards.playing import SMALL_FIELD, opened, unit

LEADER = "us.able.1.leader"
GOAL = {"name": "The hill", "hexes": ["C4", "C5"], "points": 5, "held_by": "ge"}


def ending(*units: Unit, **options: Any) -> Resolution:
    state = opened(
        SMALL_FIELD, [*units, unit(LEADER, "A8"), unit("ge.2kp.1.leader", "H1")], objectives=[GOAL], **options
    )
    return PLAY.resolution(state, ScriptedDice([]))
