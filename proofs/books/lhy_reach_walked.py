"""`reach` tells the same costs and conditions as play charges, hex by hex, on two thousand random grounds. Minutes long."""

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

from tests.rules.last_hundred_yards.maneuver.walking import agrees, random_case, under_way

PROCESSES, BATCHES, BATCH = 2, 40, 25


def test_10_0_reach_is_what_is_walked() -> None:
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        counted = sum(pool.map(_walked, range(BATCHES)))
    sys.stdout.write(f"\n{counted} hexes in reach cost and ask what they do when they are walked to\n")


def _walked(batch: int) -> int:
    rng, counted = Random(f"walks {batch}"), 0
    for edition in ("2019", "series-3.1"):
        for case in (random_case(rng, edition) for _ in range(BATCH)):
            if case is not None:
                counted += agrees(*case) + agrees(under_way(rng, *case), case[1])
    return counted
