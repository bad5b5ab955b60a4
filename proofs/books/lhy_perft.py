"""Counts of legal declarations of Last Hundred Yards to depth three, from the first activation of two
missions in both editions."""

import pytest

from tests.rules.last_hundred_yards.perft import first_platoon, perft


@pytest.mark.parametrize(
    ("mission", "edition", "count"),
    [
        ("lhy-ridge-farm", "2019", 10922),
        ("lhy-ridge-farm", "series-3.1", 11598),
        ("lhy-tiger-at-the-bridge", "2019", 13290),
        ("lhy-tiger-at-the-bridge", "series-3.1", 19029),
    ],
)
def test_perft_to_the_third_declaration(mission: str, edition: str, count: int) -> None:
    assert perft(first_platoon(mission, edition), 3) == count
