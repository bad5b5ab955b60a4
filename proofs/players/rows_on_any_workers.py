"""A study has the same rows in one process, in two of which one is killed, and on a Dask cluster of which a worker is killed."""

import os
import signal
from collections.abc import Iterable
from multiprocessing import active_children

from distributed import LocalCluster

from rules.catalog import ruleset
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.game_setup import opened_anew
from vtt_bridge.studies.one_game import Rows
from vtt_bridge.studies.study import Study, variants
from vtt_bridge.studies.workers import Played, played_by_cluster, played_by_processes, played_here

STUDY = Study(
    variants(opened_anew(GameHead("lhy", "market-fight"), ruleset).head, ()),
    {"us": "random", "ge": "random"},
    24,
)
AFTER = 4
"""How many games are done when a worker is killed."""


def by_key(played: Iterable[Played]) -> dict[tuple[int, str], Rows]:
    return {job.key: rows for job, rows in played}


def test_a_process_that_is_killed_changes_no_row() -> None:
    found: dict[tuple[int, str], Rows] = {}
    for job, rows in played_by_processes(STUDY.jobs, 2):
        found[job.key] = rows
        if len(found) == AFTER:
            child = active_children()[0]
            assert child.pid is not None
            os.kill(child.pid, signal.SIGKILL)
    assert found == by_key(played_here(STUDY.jobs))


def test_a_cluster_of_which_a_worker_is_killed_has_the_same_rows() -> None:
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster:
        found: dict[tuple[int, str], Rows] = {}
        for job, rows in played_by_cluster(STUDY.jobs, cluster.scheduler_address):
            found[job.key] = rows
            if len(found) == AFTER:
                pid = next(iter(cluster.workers.values())).pid
                os.kill(pid, signal.SIGKILL)
    assert found == by_key(played_here(STUDY.jobs))
