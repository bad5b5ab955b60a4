"""Whole games of every bundled scenario: nothing that a side or a spectator is told contains a secret."""

import pytest

from maps.library import scenario
from rules.catalog import ruleset
from tests.secrets import leaks
from tests.vtt_bridge.games.test_offers import SCENARIOS, moments

MOST_MOMENTS = 2_000


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("seed", range(10))
def test_no_field_of_the_state_that_a_side_sees_names_a_secret(name: str, seed: int) -> None:
    book = ruleset(scenario(name).ruleset)
    for _, state in moments(name, MOST_MOMENTS, seed):
        for side in (*state.sides, ""):
            assert leaks(state, book.seen_by(state, side), side) == []
