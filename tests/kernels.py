"""Compiles every kernel once and keeps it (`make kernels`), so that no worker of the suite compiles one again."""

import numpy as np

from maps.library import scenario
from rules.catalog import ruleset
from rules.ground import paths
from rules.ground.hex.board import HexBoard
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import is_seen
from rules.kampfgruppe_normandy.ruleset import RULESET
from rules.kampfgruppe_normandy.state.position import Position
from rules.planning.danger_along import danger_along

MOVERS = {
    "lhy-ridge-farm": ("us.baker.2.squad.1",),
    "kgn-two-orchards": ("uk.tank.2", "uk.1"),
    "dolgoye-crossing": ("s-1b",),
}
"""A scenario of each book, and units that move in each of its ways."""


def compile_all() -> None:
    """Ask for a field and a reach of each of these units, and for its way to an enemy, on hexes first for so many lines of sight
    that compiling pays; for the danger along a way; and whether one sees anything of an enemy."""
    paths.PLAIN_STEPS = 0
    danger_along(np.zeros((1, 1)), np.zeros((1, 2)), np.zeros((1, 2)), np.ones(1, np.int64), np.ones(1))
    for name, units in MOVERS.items():
        found = scenario(name)
        book, state = ruleset(found.ruleset), found.state()
        if isinstance(state.board, HexBoard):
            places = list(state.board.grid)
            for place in places:
                book.sight_field(state, place)
            book.line_of_sight(state, places[0], places[-1])
        for unit in map(state.unit, units):
            book.sight_field(state, unit)
            book.reach(state, unit)
            enemies = (one.at for one in state.units.values() if one.at and one.side != unit.side)
            book.path(state, unit, next(enemies))
    orchards = scenario("kgn-two-orchards").state()
    is_seen(Position(orchards, RULESET.book), orchards.unit("uk.tank.2"), orchards.unit("de.tank"))


if __name__ == "__main__":
    compile_all()
