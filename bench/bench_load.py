"""A club's evening: a hundred tables with four clients each, which get every change and ask questions at random moments."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

import httpx

from bench.harness.groups import group
from bench.harness.processes import memory_mb
from bench.harness.rows import NotMeasured, Row, within
from bench.served import Club, Table, club
from tests.programs import postgres
from tests.vtt_bridge.postgres_server import running

TABLES, CLIENTS = 100, 4
ASK_EVERY_S = 20.0
"""The average pause of a client between two questions."""
WARM_S, EVENING_S = 30.0, 60.0

P99_MS, QUESTION_CPU_MS, MOST_GROWTH = 150.0, 15.0, 1.1


@group
def sqlite() -> Iterator[Row]:
    """One server with its file."""
    with club(TABLES) as served:
        yield from _evening("SQLite, one process", served)


@group
def postgresql() -> Iterator[Row]:
    """Two servers with one PostgreSQL database, and half of each table's clients at each."""
    if postgres() is None:
        raise NotMeasured("PostgreSQL is not installed")
    with running() as server, server.database() as database, club(TABLES, database, servers=2) as served:
        yield from _evening("PostgreSQL, two processes", served)


def _evening(where: str, served: Club) -> Iterator[Row]:
    evening = asyncio.run(_played(served))
    took_ms = sorted(evening.took_ms)
    remark = f"{TABLES} tables with {CLIENTS} clients each, {len(took_ms)} questions"
    p99_ms = took_ms[len(took_ms) * 99 // 100]
    yield within(f"{where}: 99 of 100 questions take at most", p99_ms, P99_MS, "ms", remark=remark)
    yield within(
        f"{where}: a question, its picture and who hears of it",
        evening.cpu_s * 1000 / len(took_ms),
        QUESTION_CPU_MS,
        "ms",
    )
    yield within(f"{where}: memory after to before", evening.memory_growth, MOST_GROWTH, "times")


@dataclass(frozen=True)
class _Evening:
    """The time of each question once all clients had come, and the servers' CPU time from then on."""

    took_ms: list[float]
    cpu_s: float
    memory_growth: float


async def _played(served: Club) -> _Evening:
    """Let all clients connect and ask for a while, then measure."""
    until = perf_counter() + WARM_S + EVENING_S
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=None)) as web:
        clients = [
            asyncio.create_task(
                _client(
                    web, served.urls[client % len(served.urls)], table, Random(f"{table.id} {client}"), until
                )
            )
            for table in served.tables
            for client in range(CLIENTS)
        ]
        await asyncio.sleep(WARM_S)
        warm_mb, warm_s = _memory_mb(served), _cpu_s(served)
        took_ms = [took for told in await asyncio.gather(*clients) for took in told]
    return _Evening(took_ms, _cpu_s(served) - warm_s, _memory_mb(served) / warm_mb)


def _memory_mb(served: Club) -> float:
    return sum(map(memory_mb, served.processes))


def _cpu_s(served: Club) -> float:
    return sum(clock() for clock in served.clocks)


async def _client(
    web: httpx.AsyncClient, url: str, table: Table, chance: Random, until: float
) -> Sequence[float]:
    """One client's waiting times for its questions, while it also got all changes."""
    hears = asyncio.create_task(_hear(web, f"{url}/api/scenes/{table.id}/events"))
    took_ms: list[float] = []
    while True:
        thinks_s, left_s = chance.expovariate(1 / ASK_EVERY_S), until - perf_counter()
        await asyncio.sleep(min(thinks_s, max(left_s, 0.0)))
        if thinks_s >= left_s:
            hears.cancel()
            return took_ms
        who, target = chance.choice(table.viewers), chance.choice(table.targets)
        began = perf_counter()
        asked = {"ask": "los", "who": who, "target": target}
        (await web.post(f"{url}/api/scenes/{table.id}/ask", json=asked)).raise_for_status()
        if began > until - EVENING_S:
            took_ms.append((perf_counter() - began) * 1000)


async def _hear(web: httpx.AsyncClient, url: str) -> None:
    async with web.stream("GET", url, timeout=None) as stream:
        async for _ in stream.aiter_lines():
            pass
