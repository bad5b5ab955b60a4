"""Many clients act at one moment of a game, again and again: exactly one action is carried out, the others are told so.

BLINDHEX_ROUNDS=500 BLINDHEX_ROUNDS_POSTGRES=50 python -m pytest -q -s proofs/tables/one_wins.py
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import local

import pytest
import requests

from maps.library import scenario
from tests.vtt_bridge.cli_ground import answered
from tests.vtt_bridge.commands.test_process import done_at_once
from tests.vtt_bridge.postgres_server import running
from tests.vtt_bridge.scenes import beginning, umpire
from tests.waiting import PATIENCE_S
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store

RIDGE, SCENE = "lhy-ridge-farm", "before-the-ridge"
ROUNDS = int(os.environ.get("BLINDHEX_ROUNDS", "10000"))
ROUNDS_POSTGRES = int(os.environ.get("BLINDHEX_ROUNDS_POSTGRES", "1000"))
CLIENTS = 20
MOST_TURNS = 40


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_of_twenty_who_look_at_one_revision_exactly_one_wins(kind: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        where, servers, rounds = str(tmp_path / "table.sqlite"), 1, ROUNDS
        if kind == "postgres":
            where, servers = stack.enter_context(stack.enter_context(running()).database()), 2
            rounds = ROUNDS_POSTGRES
        stores = [Store(where) for _ in range(servers)]
        open_scenario(stores[0], scenario(RIDGE), begin=beginning(RIDGE))
        urls = [stack.enter_context(serving(store, umpire())) for store in stores]
        for store in stores:
            stack.callback(store.close)
        clients = stack.enter_context(ThreadPoolExecutor(CLIENTS))
        hands = local()

        def sent(method: str, client: int, path: str, **what: object) -> requests.Response:
            hands.session = getattr(hands, "session", None) or requests.Session()
            url = f"{urls[client % servers]}/api/scenes/{SCENE}/game{path}"
            answer: requests.Response = hands.session.request(method, url, timeout=PATIENCE_S, **what)
            return answer

        for number in range(rounds):
            now = sent("GET", 0, "").json()
            back = now["to_act"] is None or now["actions"] > MOST_TURNS

            def choose(
                client: int, now: dict[str, object] = now, back: bool = back, number: int = number
            ) -> int:
                asked = {"revision": now["revision"], "op_id": f"{number} {client}"}
                if back:
                    return sent("DELETE", client, "/actions/last", params=asked).status_code
                body = {"side": now["to_act"], "action": 1}
                return sent("POST", client, "/actions", params=asked, json=body).status_code

            assert sorted(clients.map(choose, range(CLIENTS))) == [200] + (CLIENTS - 1) * [409]
            then = sent("GET", 1, "").json()
            assert then["actions"] == now["actions"] + (-1 if back else 1)
    sys.stdout.write(f"{kind}: {rounds} times {CLIENTS} clients at {servers} servers, one won each time\n")


def test_of_two_processes_at_one_log_each_acknowledged_action_is_in_it(tmp_path: Path) -> None:
    """Two commands, each a process of its own, do the same at one log."""
    log, done, rounds = tmp_path / "farm.log", 0, max(1, ROUNDS // 100)
    for number in range(rounds):
        if number % 8 == 0:
            log.unlink(missing_ok=True)
            answered("game", "begin", "lhy-ridge-farm", str(log), "--seed", str(number))
            done = 0
        more, _ = done_at_once(log, 2)
        done += more
        assert log.read_text().count('"declared"') == done
    sys.stdout.write(f"{rounds} times two commands at one log: what was told done stands in it\n")
