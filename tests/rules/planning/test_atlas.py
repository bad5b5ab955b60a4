"""The atlas of sight: every pair of places agrees with the line of sight between them."""

from itertools import compress

import numpy as np
import pytest
from shapely import box

from rules.errors import BadInput
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.ruleset import RULESET as KGN
from rules.last_hundred_yards.ruleset import RULESET as LHY
from rules.micro_armour.ruleset import MATG2
from rules.planning.atlas import sight_atlas
from tests.drawing import board

WOODS = Piece("woods", TableTerrain.WOODS, box(1.6, 0.5, 3.4, 2))
TABLE = Tabletop("a wood between", 5, 4, (WOODS,))


@pytest.mark.parametrize("book", [KGN, MATG2], ids=["kgn", "matg2"])
def test_on_a_table_an_atlas_is_the_line_of_sight_of_every_pair_of_inch_squares(book: Ruleset) -> None:
    state, atlas = GameState(TABLE), sight_atlas(book, TABLE).verdict
    squares = [*TABLE.lattice()]
    assert atlas.places == tuple(squares)
    rows = np.unpackbits(atlas.packed, axis=1, count=len(squares))
    for square, row in zip(squares, rows, strict=True):
        seen = {
            other
            for other in squares
            if other == square or book.line_of_sight(state, square, other).verdict.visibility.is_open
        }
        assert {*compress(squares, row)} == seen
        assert atlas.counts[square] == len(seen) - 1
    assert 0 < min(atlas.counts.values()) < max(atlas.counts.values()) == atlas.counts[atlas.best(1)[0]]
    again = sight_atlas(book, TABLE, atlas.packed.tobytes())
    assert again.verdict.counts == atlas.counts
    assert str(again).startswith("atlas of a wood between: of 20 inch squares (")


def test_tables_too_large_and_hexes_without_a_book_for_them_are_refused() -> None:
    with pytest.raises(BadInput, match=r"14400 inch squares.*a table of at most 10000"):
        sight_atlas(MATG2, Tabletop("a hall", 120, 120))
    with pytest.raises(BadInput, match=r"a table in inches"):
        sight_atlas(KGN, board(". ."))
    assert len(sight_atlas(LHY, board(". .")).verdict.places) == 2
