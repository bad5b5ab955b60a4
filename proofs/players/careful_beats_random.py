"""The careful player beats the random one in 95 of 100 games of each book, with sides swapped.

A draw counts for the side that leads by the book's own victory terms. For one scenario alone, game by game:
`python -m proofs.players careful random kgn-cider-farm --games 100`.
"""

import pytest

from proofs.players.duels import WIN, duels, fought

GAMES, WANTED = 100, 95

SCENARIOS = (
    "lhy-ridge-farm",
    "kgn-cider-farm",
    "kgn-two-orchards",
    "duel-on-the-long-lane",
    "dolgoye-crossing",
    "meeting-on-the-long-lane",
)


@pytest.mark.parametrize("name", SCENARIOS)
def test_careful_beats_random(name: str) -> None:
    fights = fought(duels(name, "careful", "random", GAMES), workers=2)
    assert sum(one.score_by_lead == WIN for one in fights) >= WANTED
