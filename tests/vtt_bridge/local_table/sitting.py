"""Players who sit at a table by links, each with a key of his own, over real HTTP."""

from dataclasses import dataclass
from typing import Any

import requests

from exporters.documents import Json
from tests.vtt_bridge.conftest import Served
from tests.waiting import PATIENCE_S
from vtt_bridge.local_table.api.seat_routes import links_of


@dataclass(frozen=True)
class Sitting:
    """Whoever has this key at a table; nobody's is empty."""

    table: Served
    key: str = ""

    def get(self, path: str) -> requests.Response:
        return self.send("GET", path)

    def send(self, method: str, path: str, document: Json = None) -> requests.Response:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        where = self.table.url + path if path.startswith("/api") else self.table.scene_url + path
        return requests.request(method, where, json=document, headers=headers, timeout=PATIENCE_S)

    def json(self, path: str) -> Any:
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


def links(table: Served) -> dict[str, str]:
    """The links that the table has to hand out."""
    return {seat: link for seat, link in links_of(table.store, table.scene_id) if link}


def joined(table: Served, link: str) -> Sitting:
    """Who opened a link."""
    answer = Sitting(table).send("POST", "/api/seats", {"link": link})
    assert answer.status_code == 200, answer.text
    return Sitting(table, answer.json()["key"])


def seated(table: Served) -> dict[str, Sitting]:
    """Somebody at every seat of a table."""
    return {seat: joined(table, link) for seat, link in links(table).items()}
