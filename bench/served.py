"""A local table on the air in a process of its own, and the processor time it takes to answer."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import requests

from bench.harness.measuring import Clock
from bench.harness.processes import clock_of
from maps.library import bundled_board, scenario
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
        """A request that has to be answered well."""
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
        file = config_from(environment).table_file
        Path(folder).mkdir(exist_ok=True)
        store = Store(file)
        scene_id = open_scenario(store, scenario(name), begin=begin)
        store.close()
        command = [sys.executable, "-u", "-m", "vtt_bridge", "serve", "--port", "0"]
        with (
            subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server,
            requests.Session() as web,
        ):
            assert server.stdout is not None
            url = next(word for word in server.stdout.readline().split() if word.startswith("http"))
            try:
                yield Served(f"{url}/api/scenes/{scene_id}", web, clock_of(server.pid))
            finally:
                server.terminate()
