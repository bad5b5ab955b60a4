"""A battle with everything in it, fought by chance: a hundred games end, and their logs play back."""

import pytest

from rules.kampfgruppe_normandy.ruleset import RULESET
from tests.playthroughs import by_chance
from tests.rules.kampfgruppe_normandy.battle_of_everything import battle, curiosity
from tests.rules.kampfgruppe_normandy.playing import SELDOM


@pytest.mark.parametrize("seed", range(100))
def test_a_battle_of_everything_ends_and_its_log_plays_back(seed: int) -> None:
    last, _ = by_chance(RULESET, battle(), seed, seldom=SELDOM, weigh=curiosity)
    assert RULESET.result(last) is not None
    assert RULESET.legal_actions(last) == ()
