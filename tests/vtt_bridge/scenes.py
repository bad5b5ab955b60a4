"""A small fight on a drawn map, for the tests of the bridge.

Two woods lie between A-1 (A2) and G-1 (F2); T-1, a tank whose name is markup, sees A-1 from B4.
"""

from collections.abc import Callable
from functools import partial

from maps.library import bundled_board, scenario
from maps.scenario import Clock, Length, Scenario
from rules.catalog import RULESETS, ruleset
from rules.game.units import Marker, Unit
from rules.ground.hex.hexes import Hex
from tests.drawing import board
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.running_game import RunningGame, begun
from vtt_bridge.umpire.umpire import Umpire

BOARD = board(
    """
    . . w . . . . . .
    . w w . s . . h1 .
    . . . . . f . h1 h2
    . . w . . . . . .
    . . . . . . b . .
    """,
    roads="A5 B4 C5 D4 E5",
)
SQUAD = "us.able.1.squad.1"
GERMAN_SQUAD = "ge.1kp.1.squad.1"
TANK = "us.able-tank.1.1"
EVIL = "<img src=x onerror=alert(1)>"


def fight() -> Scenario:
    """The scenario."""
    units = (
        Unit("A-1", SQUAD, "US", Hex.named("A2")),
        Unit("G-1", GERMAN_SQUAD, "Germans", Hex.named("F2"), 180.0, conditions=frozenset({"disrupted"})),
        Unit("T-1", TANK, "US", Hex.named("B4"), 60.0, EVIL),
    )
    smoke = (Marker("smoke", Hex.named("D3"), 2),)
    return Scenario(
        "Small fight", "lhy", BOARD, ("US", "Germans"), units, Length(8, Clock.TURNS), markers=smoke
    )


def beginning(name: str) -> Callable[[], RunningGame]:
    """A function that begins the game of a scenario."""
    return partial(begun, GameHead(scenario(name).ruleset, name), ruleset)


def umpire() -> Umpire:
    """The umpire with the real books."""
    return Umpire(RULESETS, bundled_board)
