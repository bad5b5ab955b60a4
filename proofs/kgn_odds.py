"""The exact odds of every attack and check of Kampfgruppe Normandy against a hundred thousand seeded throws of it."""

from collections import Counter
from math import sqrt

import pytest

from rules.game.chance.dice import SeededDice
from tests.rules.kampfgruppe_normandy.procedures import PROCEDURES

THROWS = 100_000
SIGMAS = 5.0


@pytest.mark.parametrize("name", PROCEDURES)
def test_throws_fall_as_the_odds_say(name: str) -> None:
    procedure = PROCEDURES[name]()
    dice = SeededDice(1944)
    fell = Counter(procedure.throw(dice) for _ in range(THROWS))
    odds = procedure.odds()
    assert set(fell) <= set(odds.chances)
    for outcome, exact in odds.chances.items():
        chance = float(exact)
        spread = sqrt(THROWS * chance * (1 - chance))
        assert abs(fell[outcome] - THROWS * chance) <= SIGMAS * spread + 1, (outcome, fell[outcome], chance)
