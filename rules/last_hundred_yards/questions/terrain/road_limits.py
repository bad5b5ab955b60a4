"""Where an enclosed road limits fire, spotting and reaction along it, by the edition of the mission. Chapter 4.1.8."""

from rules.game.engine.position import memoized
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.questions.terrain.enclosed_roads import enclosed_between, enclosed_road_hexes
from rules.last_hundred_yards.state.position import Position


def limiting_road(position: Position, start: Hex, end: Hex) -> tuple[Hex, ...]:
    """The enclosed road hexes that a line runs along, where the edition limits what is done along them."""
    return enclosed_between(position.board, start, end) if _limits_roads(position) else ()


@memoized
def _limits_roads(position: Position) -> bool:
    return position.mission.edition.enclosed_roads and bool(enclosed_road_hexes(position.board))
