"""Chapter 10 in whole fights: vehicles among men, played by chance in both editions, each event written and read back."""

import pytest

from rules.last_hundred_yards.play.play import PLAY
from tests.rules.last_hundred_yards.playing import by_chance
from tests.rules.last_hundred_yards.vehicles.melee import melee


@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_vehicles_among_men_play_to_a_result(edition: str) -> None:
    state, _ = by_chance(melee(edition), 44)
    assert PLAY.result(state) is not None
