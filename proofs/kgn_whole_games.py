"""Two hundred games of each scenario of Kampfgruppe Normandy by legal declarations alone: every one to a result, every log plays back."""

import pytest

from rules.kampfgruppe_normandy.ruleset import RULESET
from tests.playthroughs import by_chance
from tests.rules.kampfgruppe_normandy.playing import SCENARIOS, SELDOM, boldness, start_of

SEEDS = 200


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_game_of_chance_ends_and_its_log_plays_back(name: str, seed: int) -> None:
    last, _ = by_chance(RULESET, start_of(name), seed, seldom=SELDOM, weigh=boldness)
    assert RULESET.result(last) is not None
    assert RULESET.to_act(last) is None
    assert RULESET.legal_actions(last) == ()
