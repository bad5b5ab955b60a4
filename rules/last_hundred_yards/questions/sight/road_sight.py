"""Lines of sight that run along roads and rivers through trees, as the later editions see them."""

from collections.abc import Iterator

import numpy as np

from rules.game.rule_ids import implements
from rules.ground.hex.sight import Flags
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.switches import LaterGround
from rules.last_hundred_yards.questions.sight.sight_lines import Effect, Finding, Found, SightLines
from rules.last_hundred_yards.questions.terrain.enclosed_roads import (
    SMALL_ARMS_HEXES,
    enclosed_road_hexes,
    flags,
    run_along,
    tree_lined_road_hexes,
)


@implements("LHY-4.2.2b.later")
def forest_roads(sight_lines: SightLines) -> Iterator[Finding]:
    """Hexes whose road through woods, forest or tree lines a line between levels runs along (reading 28).

    Rule: LHY 4.2.2b of the Series Rules v2.1; the text of 2019 has no such rule.
    """
    lines, board = sight_lines.lines, sight_lines.ground.board
    flagged = sight_lines.ground.wooded
    if LaterGround.TREE_LINES in sight_lines.switches:
        flagged = flagged | flags(board, tree_lined_road_hexes(board))
    met = run_along(board, lines, flagged, Terrain.ROAD)
    met = met[~sight_lines.same[lines.line_of[met]]]
    yield Finding(Found.FOREST_ROAD, Effect.BLOCKS, lines.line_of[met], lines.passed[met])


@implements("LHY-4.2.1d.later")
def on_forest_ways(sight_lines: SightLines) -> Flags:
    """Which of the hexes passed are woods or forest that a line goes through on a road or river (reading 33).

    Rule: LHY 4.2.1d of the Series Rules v2.1.
    """
    lines, ground = sight_lines.lines, sight_lines.ground
    across = np.abs(ground.where.across[lines.targets] - ground.where.across[lines.source])
    along = np.abs(ground.where.along[lines.targets] - ground.where.along[lines.source])
    is_straight = (across == 0) | (across == 3 * along)
    found = np.zeros(len(lines.passed), dtype=bool)
    for terrain in (Terrain.ROAD, Terrain.RIVER):
        found[run_along(ground.board, lines, ground.wooded, terrain)] = True
    found &= is_straight[lines.line_of]
    return found


@implements("LHY-4.1.8.enclosed.5")
def enclosed_roads(sight_lines: SightLines) -> Iterator[Finding]:
    """Enclosed road hexes that a line runs along for so far that fire and reaction along it are limited."""
    lines, board = sight_lines.lines, sight_lines.ground.board
    met = run_along(board, lines, flags(board, enclosed_road_hexes(board)), Terrain.ROAD)
    met = met[sight_lines.range_hexes[lines.line_of[met]] > SMALL_ARMS_HEXES]
    yield Finding(Found.ENCLOSED_ROAD, Effect.LIMITS, lines.line_of[met], lines.passed[met])
