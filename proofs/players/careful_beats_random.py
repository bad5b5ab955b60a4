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


@pytest.mark.parametrize(
    ("book", "name"), [("lhy", "lhy-ridge-farm"), ("kgn", "kgn-two-orchards"), ("matg1", "dolgoye-crossing")]
)
def test_careful_beats_random(book: str, name: str) -> None:
    opened = opened_anew(GameHead(book, name), ruleset)
    won = 0
    for careful in opened.state.sides:
        players = {side: "careful" if side == careful else "random" for side in opened.state.sides}
        study = Study(variants(opened.head, ()), players, A_SIDE)
        rows = [played["game"] for _, played in played_by_processes(study.jobs, 2)]
        won += sum(
            row["winner"] == careful or (not row["winner"] and row[f"lead_{careful}"] > 0) for row in rows
        )
    assert won >= WANTED
