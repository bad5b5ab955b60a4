"""A battle with every kind of unit and ground, played by chance: a hundred games end, and their logs play back."""

import pytest

from tests.playthroughs import by_chance
from tests.rules.kampfgruppe_normandy.battle_of_everything import battle, curious_weight
from tests.rules.kampfgruppe_normandy.playing import SELDOM
from tests.rules.kampfgruppe_normandy.tables import GAME


@pytest.mark.parametrize("seed", range(100))
def test_a_battle_of_everything_ends_and_its_log_plays_back(seed: int) -> None:
    last, _ = by_chance(GAME, battle(), seed, seldom=SELDOM, weigh=curious_weight)
    assert GAME.result(last) is not None
    assert GAME.legal_actions(last) == ()
