"""Two hundred games of each mission, played by chance with legal actions only, each event written down and read back."""

import pytest

from rules.last_hundred_yards.play import PLAY
from tests.rules.last_hundred_yards.playing import MISSIONS, by_chance, start_of


@pytest.mark.parametrize("seed", range(200))
@pytest.mark.parametrize("mission", MISSIONS)
def test_missions_play_to_a_result(mission: str, seed: int) -> None:
    state, _ = by_chance(start_of(mission), seed)
    assert PLAY.result(state) is not None
    assert PLAY.to_act(state) is None
    assert PLAY.legal_actions(state) == ()
