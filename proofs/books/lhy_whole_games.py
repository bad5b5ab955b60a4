"""Two hundred games of each mission in both editions, by chance with legal actions only, each event written and read back."""

import pytest

from rules.last_hundred_yards.play.play import PLAY
from tests.rules.last_hundred_yards.playing import MISSIONS, by_chance, start_of


@pytest.mark.parametrize("seed", range(200))
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
@pytest.mark.parametrize("mission", MISSIONS)
def test_missions_play_to_a_result(mission: str, edition: str, seed: int) -> None:
    state, _ = by_chance(start_of(mission, edition=edition), seed)
    assert PLAY.result(state) is not None
    assert PLAY.to_act(state) is None
    assert PLAY.legal_actions(state) == ()
