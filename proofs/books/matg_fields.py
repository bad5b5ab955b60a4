"""On many random tables a Micro Armour field agrees with single lines of sight, place by place, among stands
and along edges of terrain.

BLINDHEX_TABLES=150 python -m pytest -q proofs/books/matg_fields.py
"""

import os

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.micro_armour.ruleset import MicroArmour
from tests.rules.micro_armour.fire.test_6_spotting import COORDINATE, boxes
from tests.rules.micro_armour.tables import BLUE, MATG1, MATG2, stand, state_of, table

TABLES = int(os.environ.get("BLINDHEX_TABLES", "1500"))
STANDS = st.lists(st.tuples(st.integers(1, 22), st.integers(1, 22)), max_size=6, unique=True)


@settings(max_examples=TABLES, deadline=None)
@given(boxes(), COORDINATE, COORDINATE, STANDS, st.sampled_from([MATG1, MATG2]))
def test_the_field_is_line_of_sight(
    pieces: list[Piece], x_in: float, y_in: float, others: list[tuple[int, int]], book: MicroArmour
) -> None:
    stands = [stand(f"b{k}", BLUE, at, 17.0 * k) for k, at in enumerate(others)]
    state = state_of(table(*pieces, width_in=24, depth_in=24), *stands)
    viewer = Spot(x_in, y_in)
    field = book.sight_field(state, viewer).verdict
    for place, visibility in field.visibility.items():
        assert visibility is book.line_of_sight(state, viewer, place).verdict.visibility, place
