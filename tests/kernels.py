"""Compiles and caches every kernel (`make kernels`), so that no worker of the suite has to."""

import numpy as np

from maps.library import scenario
from rules.catalog import RULESETS, ruleset
from rules.ground import paths
from rules.ground.hex.board import HexBoard
from rules.planning.danger_along import danger_along
from vtt_bridge.system.kernels import compile_for

ON_HEXES, MOVER = "lhy-ridge-farm", "us.baker.2.squad.1"


def compile_all() -> None:
    """Ask for fields, a line, a reach and a way on hexes, with so many lines that they are compiled; for the
    danger along a way; and for everything that is compiled ahead for tables in inches."""
    paths.PLAIN_STEPS.most = 0
    danger_along(np.zeros((1, 1)), np.zeros((1, 2)), np.zeros((1, 2)), np.ones(1, np.int64), np.ones(1))
    found = scenario(ON_HEXES)
    book, state = ruleset(found.ruleset), found.state()
    assert isinstance(state.board, HexBoard)
    places = list(state.board.grid)
    for place in places:
        book.sight_field(state, place)
    book.line_of_sight(state, places[0], places[-1])
    unit = state.unit(MOVER)
    book.sight_field(state, unit)
    book.reach(state, unit)
    book.path(state, unit, places[0])
    for named in RULESETS:
        compile_for(named)


if __name__ == "__main__":
    compile_all()
