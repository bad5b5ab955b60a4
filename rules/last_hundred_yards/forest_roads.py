"""Roads through woods and forest as later editions see them between levels. Chapter 4.2.2b."""

from collections.abc import Iterator

import numpy as np

from rules.game.rule_ids import implements
from rules.ground.hex_sight import Passing
from rules.ground.terrain import Terrain
from rules.last_hundred_yards.sight_look import Effect, Finding, Found, Look


@implements("LHY-4.2.2b.later")
def forest_roads(look: Look) -> Iterator[Finding]:
    """Hexes of woods or forest whose road a line between levels runs along (reading 28).

    Rule: LHY 4.2.2b of the Series Rules v2.1; the text of 2019 has no such rule.
    """
    lines, where, board = look.lines, look.ground.where, look.ground.board
    crossed = np.flatnonzero(lines.how <= Passing.THROUGH)
    at, line = lines.passed[crossed], lines.line_of[crossed]
    is_between = lines.how[crossed] == Passing.THROUGH
    met = np.flatnonzero(is_between & look.ground.wooded_road[at] & ~look.same[line])
    along = [
        board.joined_by(Terrain.ROAD, where.hex(before), where.hex(here))
        and board.joined_by(Terrain.ROAD, where.hex(here), where.hex(after))
        for before, here, after in zip(
            at[met - 1].tolist(), at[met].tolist(), at[met + 1].tolist(), strict=True
        )
    ]
    met = met[np.array(along, dtype=bool)]
    yield Finding(Found.FOREST_ROAD, Effect.BLOCKS, line[met], at[met])
