"""The searching player takes 65 in 100 points from the careful one, a draw counted half, the sides swapped.

For other scenarios, seeds and numbers of lines, game by game: `python -m proofs.players search:24 careful market-fight --games 100 --seed 1`.
"""

from fractions import Fraction

import pytest

from proofs.players.duels import duels, fought

WANTED = Fraction(65, 100)


@pytest.mark.parametrize(("name", "games", "first_seed"), [("dolgoye-vanguard", 56, 101)])
def test_search_beats_careful(name: str, games: int, first_seed: int) -> None:
    fights = fought(duels(name, "search", "careful", games, first_seed), workers=2)
    assert sum(one.score for one in fights) >= WANTED * games
