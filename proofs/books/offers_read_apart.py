"""The first thousand moments of twenty games of every bundled scenario: no two offers of a moment read alike, and nothing
that is listed is refused."""

from collections import Counter

import pytest

from tests.vtt_bridge.games.test_offers import SCENARIOS, moments

MOST_MOMENTS = 1_000
ASKED_OF = 10
"""At each moment one offer in this many is checked for legality."""


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("seed", range(10, 30))
def test_no_two_offers_read_alike(name: str, seed: int) -> None:
    for number, (book, state) in enumerate(moments(name, MOST_MOMENTS, seed)):
        legal = book.legal_actions(state)
        read = Counter(book.sentence(state, action) for action in legal)
        assert [text for text, count in read.items() if count > 1] == [], book.moment(state)
        afresh = state.changed()  # so that no list is cached for it
        for action in legal[number % ASKED_OF :: ASKED_OF]:
            assert book.why_not(afresh, action) == (), book.sentence(state, action)
