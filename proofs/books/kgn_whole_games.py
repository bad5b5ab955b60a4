"""Two hundred games of each scenario of Kampfgruppe Normandy by legal declarations alone: each game reaches a
result, and each log plays back."""

import pytest

from tests.playthroughs import by_chance
from tests.rules.kampfgruppe_normandy.playing import SCENARIOS, SELDOM, bold_weight, start_of
from tests.rules.kampfgruppe_normandy.tables import GAME

SEEDS = 200


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_game_of_chance_ends_and_its_log_plays_back(name: str, seed: int) -> None:
    last, _ = by_chance(GAME, start_of(name), seed, seldom=SELDOM, weigh=bold_weight)
    assert GAME.result(last) is not None
    assert GAME.to_act(last) is None
    assert GAME.legal_actions(last) == ()
