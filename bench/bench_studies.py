"""Studies: games on two cores against the same games on one."""

from collections.abc import Iterator
from time import perf_counter

from bench.harness.groups import group
from bench.harness.rows import Row
from rules.catalog import ruleset
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.game_setup import opened_anew
from vtt_bridge.studies.study import Study, variants
from vtt_bridge.studies.workers import played_by_processes

GAMES = 60
FASTER = 1.9
"""The required factor between the games a second on two cores and on one."""


@group
def studies() -> Iterator[Row]:
    """Measured from the first finished game on, which leaves out the start of the workers; over a thousand
    games it is negligible."""
    one, two = (_games_s(workers) for workers in (1, 2))
    yield Row(f"{GAMES} games of lhy-ridge-farm on two cores", two, "on one", one, 1 / FASTER, unit="s")


def _games_s(workers: int) -> float:
    head = opened_anew(GameHead("lhy", "lhy-ridge-farm"), ruleset).head
    games = played_by_processes(
        Study(variants(head, ()), {"us": "random", "ge": "random"}, GAMES).jobs, workers
    )
    for _ in range(workers):
        next(games)
    began = perf_counter()
    for _ in games:
        pass
    return (perf_counter() - began) / (GAMES - workers) * GAMES
