"""A local table served by a process of its own, and its CPU time for answers."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import requests

from bench.harness.measuring import Clock
from bench.harness.processes import clock_of
from maps.library import bundled_board, scenario, scenarios
from maps.scenario import Scenario
from rules.catalog import RULESETS
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.system.config import config_from
from vtt_bridge.umpire.umpire import Umpire


@dataclass(frozen=True)
class Served:
    """A scene of a table that is served: its address, and the clock of the process that serves it."""

    url: str
    web: requests.Session
    clock: Clock

    def send(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> None:
        """Send a request, which must be answered with success."""
        self.web.request(method, f"{self.url}{path}", json=body, timeout=60).raise_for_status()


@contextmanager
def table_of(given: Scenario) -> Iterator[str]:
    """The address of a table with a scenario on it, in this process."""
    with TemporaryDirectory(prefix="blindhex-bench-") as folder:
        store = Store(Path(folder) / "t.sqlite")
        open_scenario(store, given)
        with serving(store, Umpire(RULESETS, bundled_board)) as url:
            yield url
        store.close()


@contextmanager
def served(name: str, begin: Callable[[], RunningGame] | None = None) -> Iterator[Served]:
    """`blindhex serve` with a bundled scenario on it, and the game that is played on it, for as long as the block lasts."""
    with TemporaryDirectory(prefix="blindhex-bench-") as folder:
        environment = {**os.environ, "BLINDHEX_DATA_DIR": folder}
        with closing(Store(config_from(environment).table_file)) as store:
            scene_id = open_scenario(store, scenario(name), begin=begin)
        with _on_the_air(environment) as (url, server), requests.Session() as web:
            yield Served(f"{url}/api/scenes/{scene_id}", web, clock_of(server))


@dataclass(frozen=True)
class Table:
    """A scene that is served, and the units of its two sides that look at each other."""

    id: str
    viewers: tuple[str, ...]
    targets: tuple[str, ...]


@dataclass(frozen=True)
class Club:
    """Many tables at one or more servers: their addresses, and the ids and clocks of their processes."""

    tables: tuple[Table, ...]
    urls: tuple[str, ...]
    processes: tuple[int, ...]

    @property
    def clocks(self) -> tuple[Clock, ...]:
        return tuple(map(clock_of, self.processes))


@contextmanager
def club(tables: int, database: str = "", servers: int = 1) -> Iterator[Club]:
    """Tables with the bundled scenarios in turn, at servers that share a database, or at one server with its own file."""
    with TemporaryDirectory(prefix="blindhex-bench-") as folder, ExitStack() as stack:
        environment = {**os.environ, "BLINDHEX_DATA_DIR": folder}
        with closing(Store(database or config_from(environment).table_file)) as store:
            given = islice(cycle(_with_both_sides_placed()), tables)
            opened = tuple(_table(store, each, number) for number, each in enumerate(given))
        at = ("--database", database) if database else ()
        on_the_air = [stack.enter_context(_on_the_air(environment, *at)) for _ in range(servers)]
        urls, processes = zip(*on_the_air, strict=True)
        yield Club(opened, urls, processes)


def _with_both_sides_placed() -> list[Scenario]:
    given = [scenario(entry.name) for entry in scenarios()]
    return [each for each in given if len(_placed(each)) == 2]


def _placed(given: Scenario) -> dict[str, list[str]]:
    """The units on the board, by side."""
    placed: dict[str, list[str]] = {}
    for unit in given.state().units.values():
        if unit.at is not None:
            placed.setdefault(unit.side, []).append(unit.id)
    return placed


def _table(store: Store, given: Scenario, number: int) -> Table:
    scene_id = open_scenario(store, replace(given, name=f"{given.name} {number}"))
    return Table(scene_id, *map(tuple, _placed(given).values()))


@contextmanager
def _on_the_air(environment: Mapping[str, str], *options: str) -> Iterator[tuple[str, int]]:
    """A server's address and the number of its process."""
    command = [sys.executable, "-u", "-m", "vtt_bridge", "serve", "--port", "0", *options]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield (
                next(word for word in server.stdout.readline().split() if word.startswith("http")),
                server.pid,
            )
        finally:
            server.terminate()
