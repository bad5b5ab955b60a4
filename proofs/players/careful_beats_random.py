"""The careful player beats the one who draws in 95 of 100 games of each book, the sides swapped half way.

A draw counts for the side that leads by the book's own victory terms.
"""

import pytest

from rules.catalog import ruleset
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.game_setup import opened_anew
from vtt_bridge.studies.study import Study, variants
from vtt_bridge.studies.workers import played_by_processes

A_SIDE, WANTED = 50, 95

SCENARIOS = (
    ("lhy", "lhy-ridge-farm"),
    ("kgn", "kgn-two-orchards"),
    ("matg1", "dolgoye-crossing"),
    ("matg2", "meeting-on-the-long-lane"),
)


def games_won(book: str, name: str, better: str, other: str) -> int:
    """How many games the better player wins, A_SIDE of each side."""
    opened = opened_anew(GameHead(book, name), ruleset)
    won = 0
    for side in opened.state.sides:
        players = {each: better if each == side else other for each in opened.state.sides}
        study = Study(variants(opened.head, ()), players, A_SIDE)
        rows = [played["game"] for _, played in played_by_processes(study.jobs, 2)]
        won += sum(row["winner"] == side or (not row["winner"] and row[f"lead_{side}"] > 0) for row in rows)
    return won


@pytest.mark.parametrize(("book", "name"), SCENARIOS)
def test_careful_beats_random(book: str, name: str) -> None:
    assert games_won(book, name, "careful", "random") >= WANTED
