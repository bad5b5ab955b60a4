"""A mission for questions that are asked outside a game: two sides, none of them pressed for time or goal."""

from collections.abc import Mapping
from dataclasses import replace

from rules.game.state import GameState
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.book.unit_types import Nation
from rules.last_hundred_yards.state.mission.map_edges import Edge
from rules.last_hundred_yards.state.mission.mission import Mission, MissionSide
from rules.last_hundred_yards.state.progress import Progress

_EDGES = {Nation.US: Edge.WEST, Nation.GERMAN: Edge.EAST}


def with_plain_mission(state: GameState, nations: Mapping[str, Nation], options: Options) -> GameState:
    """The state with a course to ask about: that of its game, or else of a plain mission of two sides, by name."""
    if isinstance(state.course, Progress):
        return state
    one, other = (MissionSide(side, nation, _EDGES[nation]) for side, nation in nations.items())
    mission = Mission(one.id, (one, other), options.edition, options.house, 0, ())
    return replace(state, course=Progress(mission))
