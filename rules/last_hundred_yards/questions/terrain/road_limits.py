"""Where an enclosed road limits fire, spotting and reaction along it, by the edition of the mission. Chapter 4.1.8."""

from rules.game.engine.position import memoized
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.questions.terrain.enclosed_roads import enclosed_between, enclosed_road_hexes
from rules.last_hundred_yards.state.position import Position


def limiting_road(position: Position, start: Hex, end: Hex, reach_hexes: int) -> tuple[Hex, ...]:
    """The enclosed road hexes that a line runs along, where the edition ends along them what reaches so far; none within that reach."""
    if position.distance(start, end) <= reach_hexes or not _limits_roads(position):
        return ()
    return enclosed_between(position.board, start, end)


@memoized
def _limits_roads(position: Position) -> bool:
    return position.mission.edition.enclosed_roads and bool(enclosed_road_hexes(position.board))
