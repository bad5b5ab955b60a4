"""The engine's sight agrees with the oracle's on a million pairs of random boards. Minutes long."""

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

from rules.ground.hex.hexes import HexGrid
from tests.oracle.agreement import check_fields, check_lines, check_reasons
from tests.oracle.boards import LAYOUTS, random_case
from tests.oracle.later import LaterUmpire, with_lanes
from tests.oracle.streets import with_streets

PAIRS = 1_000_000
PROCESSES = 2
BATCH = 20
SIZES = ((7, 7), (4, 9), (9, 4), (6, 5))
GRIDS = tuple(
    HexGrid(columns, rows, top, first, half_hexes)
    for columns, rows in SIZES
    for top, first in LAYOUTS
    for half_hexes in (False, True)
)


def test_fields_agree_on_a_million_pairs() -> None:
    counted: Counter[str] = Counter()
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        seeds = iter(range(10**6))
        while sum(counted.values()) < PAIRS:
            for found in pool.map(_fields, [next(seeds) for _ in range(2 * PROCESSES)]):
                counted += found
    sys.stdout.write(f"\n{sum(counted.values())} pairs agree: {dict(counted)}\n")
    assert sum(counted.values()) >= PAIRS
    assert all(counted[kind] > PAIRS / 100 for kind in ("clear", "hindered", "blocked", "blind"))


def test_fields_agree_by_the_later_rules() -> None:
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        counted = sum(pool.map(_later_fields, range(len(GRIDS))), Counter[str]())
    sys.stdout.write(f"\n{sum(counted.values())} pairs agree by the later rules: {dict(counted)}\n")
    assert all(counted[kind] > 1000 for kind in ("clear", "hindered", "blocked", "blind"))


def test_lines_agree_in_streets() -> None:
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        counted = sum(pool.map(_streets, range(len(GRIDS))))
    sys.stdout.write(f"\n{counted} lines in streets agree, both ways\n")


def test_lines_agree_and_no_pair_is_one_way() -> None:
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        counted = sum(pool.map(_lines, range(12)))
    sys.stdout.write(f"\n{counted} single lines agree, both ways\n")


def test_what_a_ruling_names_is_enough() -> None:
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        counted = sum(pool.map(_reasons, range(12)))
    sys.stdout.write(f"\n{counted} rulings hold on a board with nothing but what they name\n")


def _fields(batch: int) -> Counter[str]:
    """All pairs of a batch of boards on one grid, so that the oracle clips its hexes only once."""
    rng, grid = Random(f"fields {batch}"), GRIDS[batch % len(GRIDS)]
    return sum((check_fields(random_case(rng, grid)) for _ in range(BATCH)), Counter())


def _later_fields(batch: int) -> Counter[str]:
    rng, grid = Random(f"later fields {batch}"), GRIDS[batch]
    cases = (with_lanes(rng, random_case(rng, grid)) for _ in range(BATCH))
    return sum((check_fields(case, LaterUmpire) for case in cases), Counter())


def _streets(batch: int) -> int:
    """Streets on one grid by our readings, and by the later rules with lanes beside them."""
    rng, grid = Random(f"streets {batch}"), GRIDS[batch]
    cases = [with_streets(rng, random_case(rng, grid)) for _ in range(2)]
    return sum(map(check_lines, cases)) + check_lines(with_lanes(rng, cases[0]), LaterUmpire)


def _lines(batch: int) -> int:
    rng = Random(f"lines {batch}")
    return sum(check_lines(random_case(rng, grid)) for grid in GRIDS[batch % 8 + 24 :: 8])


def _reasons(batch: int) -> int:
    rng = Random(f"reasons {batch}")
    return sum(check_reasons(random_case(rng, grid)) for grid in GRIDS[batch % 8 + 24 :: 8])
