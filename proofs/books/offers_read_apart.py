"""Twenty games of every bundled scenario: no two offers of a moment read alike, and what is listed is legal."""

from collections import Counter

import pytest

from tests.vtt_bridge.games.test_offers import SCENARIOS, moments

MOST_MOMENTS = 1_000


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("seed", range(10, 30))
def test_no_two_offers_read_alike(name: str, seed: int) -> None:
    for book, state in moments(name, MOST_MOMENTS, seed):
        legal = book.legal_actions(state)
        read = Counter(book.told(state, action) for action in legal)
        assert [text for text, count in read.items() if count > 1] == [], book.moment(state)
        assert set(book.worthwhile(state)) <= set(legal)
