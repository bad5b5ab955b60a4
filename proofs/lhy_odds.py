"""The exact odds of Last Hundred Yards against twenty thousand seeded throws of each declaration as it is carried out."""

from collections import Counter
from math import sqrt

import pytest

from rules.game.chance.dice import SeededDice
from tests.rules.last_hundred_yards.throwing import THROWN

THROWS = 20_000
SIGMAS = 5.0


@pytest.mark.parametrize("name", THROWN)
def test_throws_fall_as_the_odds_say(name: str) -> None:
    thrown, dice = THROWN[name], SeededDice(1944)
    fell = Counter(thrown.throw(dice) for _ in range(THROWS))
    ends = thrown.ends()
    assert set(fell) <= set(ends)
    for end, exact in ends.items():
        chance = float(exact)
        spread = sqrt(THROWS * chance * (1 - chance))
        assert abs(fell[end] - THROWS * chance) <= SIGMAS * spread + 1, (fell[end], chance)
