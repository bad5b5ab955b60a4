"""A club's evening: a hundred tables with four clients each, who hear of every change and ask at random moments."""

import asyncio
from collections.abc import Iterator, Sequence
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
"""So long each client thinks between two questions, on the average."""
WARM_S, EVENING_S = 30.0, 60.0

P99_MS, QUESTION_CPU_MS, MOST_GROWTH = 150.0, 15.0, 1.1


@group
def sqlite() -> Iterator[Row]:
    """One server with its file."""
    with club(TABLES) as served:
        yield from _evening("SQLite, one process", served)


@group
def postgresql() -> Iterator[Row]:
    """Two servers at one PostgreSQL database; half of the clients of each table are at either."""
    if postgres() is None:
        raise NotMeasured("PostgreSQL is not installed")
    with running() as server, server.database() as database, club(TABLES, database, servers=2) as served:
        yield from _evening("PostgreSQL, two processes", served)


def _evening(where: str, served: Club) -> Iterator[Row]:
    asyncio.run(_played(served, WARM_S))
    warm_mb, warm_s = _memory_mb(served), _cpu_s(served)
    took_ms = sorted(asyncio.run(_played(served, EVENING_S)))
    cpu_ms = (_cpu_s(served) - warm_s) * 1000
    remark = f"{TABLES} tables with {CLIENTS} clients each, {len(took_ms)} questions"
    p99_ms = took_ms[len(took_ms) * 99 // 100]
    yield within(f"{where}: 99 of 100 questions take at most", p99_ms, P99_MS, "ms", remark=remark)
    yield within(
        f"{where}: a question, its picture and who hears of it", cpu_ms / len(took_ms), QUESTION_CPU_MS, "ms"
    )
    yield within(f"{where}: memory after to before", _memory_mb(served) / warm_mb, MOST_GROWTH, "times")


def _memory_mb(served: Club) -> float:
    return sum(map(memory_mb, served.processes))


def _cpu_s(served: Club) -> float:
    return sum(clock() for clock in served.clocks)


async def _played(served: Club, seconds: float) -> list[float]:
    """How many milliseconds each question took of those that all clients asked in so many seconds."""
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=None)) as web:
        clients = [
            _client(
                web, served.urls[client % len(served.urls)], table, Random(f"{table.id} {client}"), seconds
            )
            for table in served.tables
            for client in range(CLIENTS)
        ]
        return [took_ms for took in await asyncio.gather(*clients) for took_ms in took]


async def _client(
    web: httpx.AsyncClient, url: str, table: Table, chance: Random, seconds: float
) -> Sequence[float]:
    """What one client waited for each of its questions, while it heard of all that changed."""
    hears = asyncio.create_task(_hear(web, f"{url}/api/scenes/{table.id}/events"))
    until = perf_counter() + seconds
    took_ms: list[float] = []
    while True:
        await asyncio.sleep(chance.expovariate(1 / ASK_EVERY_S))
        if perf_counter() > until:
            hears.cancel()
            return took_ms
        who, target = chance.choice(table.viewers), chance.choice(table.targets)
        began = perf_counter()
        asked = {"ask": "los", "who": who, "target": target}
        (await web.post(f"{url}/api/scenes/{table.id}/ask", json=asked)).raise_for_status()
        took_ms.append((perf_counter() - began) * 1000)


async def _hear(web: httpx.AsyncClient, url: str) -> None:
    async with web.stream("GET", url, timeout=None) as stream:
        async for _ in stream.aiter_lines():
            pass
