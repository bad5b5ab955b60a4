"""The state that a side sees names no secret in any field.

proofs/tables/what_a_side_knows.py does the same with whole games.
"""

import pytest

from maps.library import scenario
from rules.catalog import ruleset
from tests.secrets import leaks
from tests.vtt_bridge.games.test_offers import moments

MOST_MOMENTS = 60


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("kgn-sunken-crossroads", 2),
        ("lhy-drop-on-the-valley", 0),
        ("lhy-market-quarter", 2),
        ("mill-crossing", 1),
    ],
)
def test_no_field_of_the_state_that_a_side_sees_names_a_secret(name: str, seed: int) -> None:
    book, had_secrets = ruleset(scenario(name).ruleset), 0
    for _, state in list(moments(name, MOST_MOMENTS, seed))[::3]:
        for side in (*state.sides, ""):
            known = book.seen_by(state, side)
            had_secrets += known.units.keys() != state.units.keys()
            assert leaks(state, known, side) == []
    assert had_secrets
