"""The compiled tests of sight and those in plain Python find the same on every line."""

from random import Random

import pytest

from rules.ground.hex.hexes import HexGrid
from rules.last_hundred_yards.questions.sight import outlook as asking
from rules.last_hundred_yards.questions.sight.line_of_sight import line_of_sight, sight_field
from tests.oracle.agreement import ends, options_of, state_of
from tests.oracle.boards import LAYOUTS, random_case
from tests.oracle.later import with_lanes
from tests.oracle.sight import Case
from tests.oracle.streets import with_streets


def said(case: Case) -> list[object]:
    """Every ruling and field of a case."""
    state, options, viewers = state_of(case), options_of(case), ends(case)
    return [
        *(line_of_sight(state, one, other, options) for one in viewers for other in viewers),
        *(sight_field(state, viewer, options) for viewer in viewers),
    ]


def test_compiled_and_plain_tests_of_sight_rule_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random("compiled")
    for top, first in LAYOUTS:
        grid = HexGrid(5, 4, top, first, half_hexes=rng.random() < 0.5)
        case = random_case(rng, grid)
        for drawn in (case, with_lanes(rng, case), with_streets(rng, case)):
            monkeypatch.setattr(asking, "PLAIN_LINES", 10**9)
            plain = said(drawn)
            monkeypatch.setattr(asking, "PLAIN_LINES", 0)
            assert said(drawn) == plain
