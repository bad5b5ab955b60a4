"""A table is killed again and again during play: everything acknowledged is there exactly once, and nothing is half done.

    BLINDHEX_KILLS=40 BLINDHEX_KILLS_POSTGRES=10 python -m pytest -q -s proofs/tables/table_killed.py

Of a table in a file one process is killed so often, 300 times if nothing is said; of one in PostgreSQL two processes that serve
it together, each so often, 100 times. What was under way when a process was killed is sent again, as a page would: to the
other process while that lives, or else once the table is back.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Timer

import pytest
import requests

from maps.library import scenario
from rules.catalog import ruleset
from tests.vtt_bridge.postgres_server import running
from tests.vtt_bridge.scenes import beginning
from tests.waiting import PATIENCE_S
from vtt_bridge.games.running_game import resumed
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.scene_session import SceneSession
from vtt_bridge.local_table.storage.store import Store

RIDGE, SCENE = "lhy-ridge-farm", "before-the-ridge"
MOST_TURNS = 60
LONGEST_S = 0.6
KILLS = int(os.environ.get("BLINDHEX_KILLS", "300"))
KILLS_POSTGRES = int(os.environ.get("BLINDHEX_KILLS_POSTGRES", "100"))


@dataclass
class Player:
    """Declares and takes back by lot; `turns` is how many the game has by all that was acknowledged."""

    dice: Random
    turns: int = 0
    operation: int = 0
    under_way: tuple[str, dict[str, str]] | None = None

    def play(self, game: str) -> None:
        """Declares or takes back; what was sent and not answered before is sent again instead."""
        self.under_way = method, asked = self.under_way or self._chosen(game)
        wanted = self.turns + (1 if method == "POST" else -1)
        told = self._answer(method, f"{game}/actions" + ("" if method == "POST" else "/last"), asked)
        assert told["actions"] == wanted, "done once"
        self.turns, self.under_way = wanted, None

    def _chosen(self, game: str) -> tuple[str, dict[str, str]]:
        now = self._answer("GET", game, {})
        self.operation += 1
        back = now["to_act"] is None or self.dice.random() < self.turns / MOST_TURNS
        asked = {"op_id": f"o{self.operation}", "revision": str(now["revision"]), "side": str(now["to_act"])}
        return ("DELETE" if back else "POST"), asked

    def _answer(self, method: str, url: str, asked: dict[str, str]) -> dict[str, str | int | None]:
        params = {name: asked[name] for name in ("op_id", "revision") if name in asked}
        body = {"side": asked["side"], "action": 1} if method == "POST" else None
        answer = requests.request(method, url, params=params, json=body, timeout=PATIENCE_S)
        assert answer.status_code == 200, answer.text
        found: dict[str, str | int | None] = answer.json()
        return found


@contextmanager
def served(where: str, kill_after_s: float) -> Iterator[str]:
    """The table in a process of its own, which is killed some time after it has answered."""
    command = [sys.executable, "-m", "tests.vtt_bridge.local_table.serve_store", where]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        requests.get(
            f"{url}/api/scenes/{SCENE}/game", timeout=PATIENCE_S
        )  # the book is loaded, the game read
        Timer(kill_after_s, process.kill).start()
        try:
            yield url
        finally:
            process.kill()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_was_acknowledged_is_there_once_however_often_the_table_is_killed(
    kind: str, tmp_path: Path
) -> None:
    if kind == "sqlite":
        killed(str(tmp_path / "table.sqlite"), KILLS, 1)
        return
    with running() as server, server.database() as url:
        killed(url, KILLS_POSTGRES, 2)


def killed(where: str, kills: int, processes: int) -> None:
    store = Store(where)
    open_scenario(store, scenario(RIDGE), begin=beginning(RIDGE))
    store.close()
    player = Player(Random(7))
    during = 0
    for _ in range(kills):
        with ExitStack() as stack:
            urls = [
                stack.enter_context(served(where, player.dice.uniform(0.05, LONGEST_S)))
                for _ in range(processes)
            ]
            while urls:
                url = player.dice.choice(urls)
                try:
                    player.play(f"{url}/api/scenes/{SCENE}/game")
                except requests.RequestException:
                    during += player.under_way is not None
                    urls.remove(url)
        store = Store(where)
        kept = SceneSession(store, SCENE, ruleset)
        log, state = kept.now.log, kept.now.state
        lost = player.turns - len(kept.now.turns)
        assert lost == 0 or (abs(lost) == 1 and player.under_way is not None)
        assert resumed(log, ruleset).state.units == state.units
        on_map = {unit.id for unit in state.units.values() if unit.at is not None}
        assert {token.id for token in store.scene(SCENE).tokens} == on_map
        store.close()
    sys.stdout.write(
        f"{processes} processes killed {kills} times each, {during} of them during a request:"
        f" {player.operation} operations, none lost\n"
    )
