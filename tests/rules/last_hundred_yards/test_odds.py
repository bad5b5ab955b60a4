"""The odds of every attack, assault, recovery and check sum to exactly 1 and include every possible outcome."""

import pytest

from rules.game.chance.dice import SeededDice
from tests.rules.last_hundred_yards.throwing import THROWN


@pytest.mark.parametrize("name", THROWN)
def test_odds_sum_to_exactly_1_and_each_is_a_chance(name: str) -> None:
    odds = THROWN[name].odds()
    assert sum(odds.chances.values()) == 1
    assert len(odds.chances) > 1
    assert all(0 < chance < 1 for chance in odds.chances.values())


@pytest.mark.parametrize("name", THROWN)
def test_every_thrown_outcome_is_among_the_odds(name: str) -> None:
    thrown, dice = THROWN[name], SeededDice(7)
    assert {thrown.throw(dice) for _ in range(40)} <= set(thrown.ends())
