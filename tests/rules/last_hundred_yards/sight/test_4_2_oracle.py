"""The engine checked against a second umpire on random boards; `make proof` does the same a million times."""

from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from rules.ground.hex.hexes import HexGrid
from tests.oracle.agreement import check_fields, check_lines, check_reasons
from tests.oracle.boards import LAYOUTS, picture, random_case, random_grid
from tests.oracle.later import LaterUmpire, with_lanes
from tests.oracle.streets import with_streets
from tests.proving import proves

GRIDS = tuple(HexGrid(5, 4, top, first, cut) for top, first in LAYOUTS for cut in (False, True))
SMALL = settings(max_examples=30)


@proves(
    "LHY-4.0c.1", "LHY-4.0c.2", "LHY-4.0d", "LHY-4.1.10.1", "LHY-4.1.11.1", "LHY-4.1.12.1", "LHY-4.1.3",
    "LHY-4.1.4.1", "LHY-4.1.4.2", "LHY-4.1.4.3", "LHY-4.1.5.1", "LHY-4.1.5.2", "LHY-4.1.5.3",
    "LHY-4.1.6.urban", "LHY-4.1.9c.1", "LHY-4.1.9c.2", "LHY-4.1.9e", "LHY-4.2.0.1", "LHY-4.2.0.2",
    "LHY-4.2.0.3", "LHY-4.2.0.4", "LHY-4.2.0.5", "LHY-4.2.0.target", "LHY-4.2.1.0", "LHY-4.2.1a.1",
    "LHY-4.2.1a.2", "LHY-4.2.1b", "LHY-4.2.1c", "LHY-4.2.1d", "LHY-4.2.1e", "LHY-4.2.1f", "LHY-4.2.2.1",
    "LHY-4.2.2.2", "LHY-4.2.3.1", "LHY-4.2.3.2", "LHY-4.2.3.3", "LHY-4.2.3.4", "LHY-4.2.3.5", "LHY-4.2.3.6",
    "LHY-4.2.3.recip", "LHY-4.2.3.side", "LHY-4.2.4.1", "LHY-4.2.4.2", "LHY-4.2.4.height", "LHY-4.2.4a",
    "LHY-4.2.4b", "LHY-4.2.4c", "LHY-4.2.4d",
)  # fmt: skip
@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.top}-{grid.first}-{grid.half_hexes}")
def test_fields_agree_with_the_oracle_on_every_pair(grid: HexGrid) -> None:
    rng = Random(f"fields on {grid}")
    for _ in range(12):
        check_fields(random_case(rng, grid))


@SMALL
@given(st.randoms(use_true_random=False))
def test_lines_agree_with_the_oracle_and_are_mutual(rng: Random) -> None:
    case = random_case(rng, random_grid(rng, 2, 4))
    note(picture(case))
    check_lines(case)


@proves(
    "LHY-4.0c.1", "LHY-4.0c.2", "LHY-4.0d", "LHY-4.1.10.1", "LHY-4.1.11.1", "LHY-4.1.12.1", "LHY-4.1.3",
    "LHY-4.1.4.1", "LHY-4.1.4.2", "LHY-4.1.4.3", "LHY-4.1.5.1", "LHY-4.1.5.2", "LHY-4.1.5.3",
    "LHY-4.1.6.urban", "LHY-4.1.8.enclosed.5", "LHY-4.1.9c.1", "LHY-4.1.9c.2", "LHY-4.1.9e", "LHY-4.2.0.1",
    "LHY-4.2.0.2", "LHY-4.2.0.3", "LHY-4.2.0.4", "LHY-4.2.0.5", "LHY-4.2.0.target", "LHY-4.2.1.0",
    "LHY-4.2.1.bt", "LHY-4.2.1a.1", "LHY-4.2.1a.2", "LHY-4.2.1a.later", "LHY-4.2.1b", "LHY-4.2.1b.later",
    "LHY-4.2.1c", "LHY-4.2.1c.later", "LHY-4.2.1d", "LHY-4.2.1d.later", "LHY-4.2.1e", "LHY-4.2.1f",
    "LHY-4.2.2.1", "LHY-4.2.2.2", "LHY-4.2.2a.later", "LHY-4.2.2b.later", "LHY-4.2.2c.later", "LHY-4.2.3.1",
    "LHY-4.2.3.2", "LHY-4.2.3.3", "LHY-4.2.3.4", "LHY-4.2.3.5", "LHY-4.2.3.6", "LHY-4.2.3.bt-adj",
    "LHY-4.2.3.recip", "LHY-4.2.3.side", "LHY-4.2.4.1", "LHY-4.2.4.2", "LHY-4.2.4.height", "LHY-4.2.4a",
    "LHY-4.2.4b", "LHY-4.2.4c", "LHY-4.2.4d",
)  # fmt: skip
@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.top}-{grid.first}-{grid.half_hexes}")
def test_fields_by_the_later_rules_agree_with_the_oracle_on_every_pair(grid: HexGrid) -> None:
    rng = Random(f"later fields on {grid}")
    for _ in range(6):
        check_fields(with_lanes(rng, random_case(rng, grid)), LaterUmpire)


@SMALL
@given(st.randoms(use_true_random=False))
def test_lines_by_the_later_rules_agree_with_the_oracle_and_are_mutual(rng: Random) -> None:
    case = with_lanes(rng, random_case(rng, random_grid(rng, 2, 5)))
    note(picture(case))
    check_lines(case, LaterUmpire)


@proves(
    "LHY-4.1.9c.1", "LHY-4.1.9c.2", "LHY-4.2.1f", "LHY-4.2.2c.later", "LHY-4.2.4b", "LHY-4.2.4c",
    "LHY-4.2.4d",
)  # fmt: skip
@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.top}-{grid.first}-{grid.half_hexes}")
def test_lines_in_streets_agree_with_the_oracle_and_are_mutual(grid: HexGrid) -> None:
    rng = Random(f"streets on {grid}")
    for _ in range(1):
        check_lines(with_streets(rng, random_case(rng, grid)))


@SMALL
@given(st.randoms(use_true_random=False))
def test_the_hexes_a_ruling_names_are_enough_for_its_verdict(rng: Random) -> None:
    case = random_case(rng, random_grid(rng, 2, 4))
    note(picture(case))
    check_reasons(case)
