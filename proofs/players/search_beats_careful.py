"""The player who searches beats the careful one in 65 of 100 games of each book, the sides swapped half way.

A draw counts for the side that leads by the book's own victory terms.
"""

import pytest

from proofs.players.careful_beats_random import SCENARIOS, games_won

WANTED = 65


@pytest.mark.parametrize(("book", "name"), SCENARIOS)
def test_search_beats_careful(book: str, name: str) -> None:
    assert games_won(book, name, "search", "careful") >= WANTED
