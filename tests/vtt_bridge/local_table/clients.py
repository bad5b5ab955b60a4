"""Players who joined a table by links, each with his own key, over real HTTP."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import requests

from exporters.json_value import Json
from rules.catalog import ruleset
from rules.game.chance.dice import SeededDice
from rules.game.counter_names import CounterNames
from rules.game.ruleset import UnitType
from rules.game.state import GameState
from tests.vtt_bridge.conftest import Served, kept_open
from tests.waiting import PATIENCE_S
from vtt_bridge.local_table.api.seat_routes import links_of
from vtt_bridge.local_table.scene_session import SceneSession


@dataclass(frozen=True)
class Client:
    """A client with this key at a table; the empty key is for a client without a seat."""

    table: Served
    key: str = ""
    line: requests.Session = field(default_factory=kept_open, compare=False, repr=False)

    def get(self, path: str) -> requests.Response:
        return self.send("GET", path)

    def send(self, method: str, path: str, document: Json = None) -> requests.Response:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        where = self.table.url + path if path.startswith("/api") else self.table.scene_url + path
        return self.line.request(method, where, json=document, headers=headers, timeout=PATIENCE_S)

    def json(self, path: str) -> Any:
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


def links(table: Served) -> dict[str, str]:
    """The links to the seats of the table."""
    return {seat: link for seat, link in links_of(table.store, table.scene_id) if link}


def joined(table: Served, link: str) -> Client:
    """A client that has joined by a link."""
    answer = Client(table).send("POST", "/api/seats", {"link": link})
    assert answer.status_code == 200, answer.text
    return Client(table, answer.json()["key"])


def seated(table: Served) -> dict[str, Client]:
    """A client at every seat of a table."""
    return {seat: joined(table, link) for seat, link in links(table).items()}


def told(who: Client, seat: str, sides: tuple[str, ...], asked: str = "") -> dict[str, str]:
    """Everything that the table tells a seat at a moment: what it reads, and the answers to a question and to odds."""
    paths = [
        "",
        "/chat",
        "/journal",
        "/game",
        "/game/log",
        "/game/ended",
        "/game/record",
        "/seats",
        "/markers.svg",
        "/api/scenes",
    ]
    for side in sides:
        paths += [f"/game/{what}?side={side}" for what in ("choices", "offers", "notes")]
    answers = {path: who.get(path) for path in paths}
    if asked:
        for route in ("ask", "look"):
            answers[route] = who.send("POST", f"/{route}", {"ask": "field", "who": asked})
    for side in sides:
        for action in (1, 2, 10**6):
            declared: Json = {"side": side, "action": action}
            answers[f"odds of {action} for {side}"] = who.send("POST", "/game/odds", declared)
    return {f"{seat} {what}": answer.text for what, answer in answers.items()}


def secrets_told(
    texts: dict[str, str],
    state: GameState,
    known: GameState,
    open_to_it: set[str],
    roster: Mapping[str, UnitType],
) -> list[str]:
    """The texts that name a unit of which the seat does not know, and never knew.

    The chat still has lines from before: `open_to_it` collects all that the seat ever knew.
    """
    called, known_as = CounterNames(state.units.values(), roster), CounterNames(known.units.values(), roster)
    open_to_it |= {
        word for unit in known.units.values() for word in (unit.id, unit.name, unit.type, known_as[unit.id])
    }
    secret = {
        word
        for unit in state.units.values()
        if unit.id not in known.units
        for word in (unit.id, unit.name, called[unit.id])
        if word and word not in open_to_it
    }
    if not secret:
        return []
    named = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, secret))})(?![\w.])")
    return [f"{where}: {found.group()}" for where, text in texts.items() if (found := named.search(text))]


def played_and_searched(table: Served, actions: int, seed: int) -> Iterator[tuple[int, list[str]]]:
    """A game played by chance from two seats: for each seat the number of answers it got, and the secrets in them."""
    at, choice = seated(table), SeededDice(seed)
    ever_known: dict[str, set[str]] = {seat: set() for seat in at}
    for number in range(actions):
        session = SceneSession(table.store, table.scene_id, ruleset)
        game, sides = session.now.game, session.now.state.sides
        for seat in (*sides, "spectator"):
            known = game.ruleset.seen_by(session.now.state, seat if seat in sides else "")
            own = [unit.id for unit in known.units.values() if unit.side == seat and unit.at is not None]
            texts = told(at[seat], seat, sides, own[number % len(own)] if own and number % 5 == 0 else "")
            yield (
                len(texts),
                secrets_told(texts, session.now.state, known, ever_known[seat], game.ruleset.roster),
            )
        if (side := session.now.to_act) is None:
            return
        count = len(session.now.choices())
        done = at[side].send(
            "POST", "/game/actions", {"side": side, "action": choice.pick("choice", count) + 1}
        )
        assert done.status_code == 200, done.text
        known = game.ruleset.seen_by(SceneSession(table.store, table.scene_id, ruleset).now.state, side)
        heard = {f"{side} acts": done.text}
        yield 1, secrets_told(heard, session.now.state, known, ever_known[side], game.ruleset.roster)
