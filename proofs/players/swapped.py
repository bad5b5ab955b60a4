"""Games in which two players hold each side in turn."""

from rules.catalog import ruleset
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.game_setup import opened_anew
from vtt_bridge.studies.study import Study, variants
from vtt_bridge.studies.workers import played_by_processes

WORKERS = 2


def games_won(book: str, name: str, better: str, other: str, a_side: int) -> int:
    """How many games of a scenario the first player wins, so many of each side; a draw counts for who leads by the book's own victory terms."""
    opened = opened_anew(GameHead(book, name), ruleset)
    won = 0
    for side in opened.state.sides:
        players = {each: better if each == side else other for each in opened.state.sides}
        study = Study(variants(opened.head, ()), players, a_side)
        rows = [played["game"] for _, played in played_by_processes(study.jobs, WORKERS)]
        won += sum(row["winner"] == side or (not row["winner"] and row[f"lead_{side}"] > 0) for row in rows)
    return won
