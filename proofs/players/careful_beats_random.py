"""The careful player beats the one who draws in 95 of 100 games of each book, the sides swapped half way."""

import pytest

from proofs.players.swapped import games_won

A_SIDE, WANTED = 50, 95

SCENARIOS = (
    ("lhy", "lhy-ridge-farm"),
    ("kgn", "kgn-two-orchards"),
    ("matg1", "dolgoye-crossing"),
    ("matg2", "meeting-on-the-long-lane"),
)


@pytest.mark.parametrize(("book", "name"), SCENARIOS)
def test_careful_beats_random(book: str, name: str) -> None:
    assert games_won(book, name, "careful", "random", A_SIDE) >= WANTED
