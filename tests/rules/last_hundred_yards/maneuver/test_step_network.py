"""The steps of a whole board, gathered as arrays, against a NetworkX graph grown step by step."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ground.hex.board import HexBoard
from rules.ground.hex.graph import HexNode
from rules.last_hundred_yards.book.editions import EDITIONS
from rules.last_hundred_yards.book.options import AS_WE_READ
from rules.last_hundred_yards.questions.movement.allowance_table import MoveClass
from rules.last_hundred_yards.questions.movement.step_network import maneuvers
from rules.last_hundred_yards.questions.movement.steps import Walker, standing, step
from tests.rules.ground.step_graphs import movement_graph
from tests.rules.last_hundred_yards.maneuver.walking import random_ground

ALL_MP = Fraction(3)


@pytest.mark.parametrize("edition", ["", *EDITIONS])
@given(rng=st.randoms(use_true_random=False))
def test_the_step_arrays_of_a_board_agree_with_single_steps(edition: str, rng: Random) -> None:
    board, options = random_ground(rng), AS_WE_READ.named([edition] if edition else [])
    wired = frozenset(place for place in board.grid if rng.random() < 0.1)
    walker = Walker(rng.choice(list(MoveClass)), rng.random() < 0.3, wired)

    def steps(start: HexNode) -> Iterator[tuple[HexNode, dict[str, Any]]]:
        for near in board.grid.neighbours(start.hex):
            if (found := step(board, walker, start, near, options)) is not None:
                cost = ALL_MP if found.takes_all_mp else found.mp
                yield (
                    HexNode(near, found.way),
                    {"cost": cost, "dry": not found.asks_river_exit, "road": found.keeps_road},
                )

    grown = movement_graph(_stands(board, walker), steps)
    gathered = maneuvers(board, walker, options, ALL_MP)
    told = list(grown.edges(data=True))
    assert list(gathered.all.graph) == list(grown)
    assert [(*ends, facts["cost"]) for *ends, facts in told] == list(gathered.all.graph.edges(data="cost"))
    assert [tuple(ends) for *ends, facts in told if facts["dry"]] == list(gathered.certain.graph.edges)
    assert [tuple(ends) for *ends, facts in told if facts["road"]] == list(gathered.roads.graph.edges)


def _stands(board: HexBoard, walker: Walker) -> Iterator[HexNode]:
    begun = (standing(board, walker.move, place) for place in board.grid)
    return (stand for stand in begun if stand is not None)
