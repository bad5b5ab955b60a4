"""The workers of a study: this process, processes of this machine, or a Dask cluster.

If a worker is killed, only its game is lost, and another worker plays it again with the same result.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from rules.errors import RulesError
from vtt_bridge.errors import NotOffered
from vtt_bridge.studies.one_game import Rows, one_game
from vtt_bridge.studies.study import Job

Played = tuple[Job, Rows]

TRIES = 5
"""How many times in a row workers may die without finishing a game before the study is given up."""

AT_ONCE = 4
"""How many games are queued for each worker."""


class WorkersDied(RulesError):
    """Worker after worker died before it had played a game."""


def played_here(jobs: Iterable[Job]) -> Iterator[Played]:
    """The games one after the other, in this process."""
    for job in jobs:
        yield job, one_game(job)


def played_by_processes(jobs: Iterable[Job], workers: int) -> Iterator[Played]:
    """The games in the order in which processes of this machine finish them.

    Raises:
        WorkersDied: if they die again and again.
    """
    left, died = {job.key: job for job in jobs}, 0
    while left:
        try:
            for job, rows in _by_one_pool(tuple(left.values()), workers):
                del left[job.key]
                died = 0
                yield job, rows
        except BrokenProcessPool:
            died += 1
            if died == TRIES:
                raise WorkersDied(
                    f"{TRIES} times a worker died before a game was done; {len(left)} games are left"
                ) from None


def _by_one_pool(jobs: tuple[Job, ...], workers: int) -> Iterator[Played]:
    """The games played by one pool, until one of its workers is killed; finished games are yielded first."""
    waiting = iter(jobs)
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        under_way = {
            pool.submit(one_game, job): job for _, job in zip(range(workers * AT_ONCE), waiting, strict=False)
        }
        while under_way:
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda each: each.exception() is not None):
                yield under_way.pop(future), future.result()
                if (job := next(waiting, None)) is not None:
                    under_way[pool.submit(one_game, job)] = job
    finally:
        pool.shutdown(cancel_futures=True)


def played_by_cluster(jobs: Iterable[Job], scheduler: str) -> Iterator[Played]:
    """The games in the order in which a Dask cluster finishes them; it plays those of a lost worker again.

    Raises:
        NotOffered: if Dask is not installed, or nobody answers at that address.
    """
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise NotOffered("A study on a cluster needs Dask: pip install 'blindhex[research]'.") from None
    try:
        client = Client(scheduler, timeout=10)
    except (OSError, ValueError) as error:
        raise NotOffered(f"No Dask scheduler answers at {scheduler}: {error}") from None
    with client:
        futures = {client.submit(one_game, job, pure=False, retries=TRIES): job for job in jobs}
        for future in as_completed(futures):
            yield futures[future], future.result()
            future.release()
