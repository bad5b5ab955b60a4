"""What a side keeps to itself does not come out at the table: two tables whose games differ in a secret alone
send the seat of the enemy the same bytes, whatever is read, asked and refused there."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from maps.library import scenario
from rules.catalog import ruleset
from rules.kampfgruppe_normandy.state.events import CounterDrawn
from tests.vtt_bridge.conftest import Served
from tests.vtt_bridge.scenes import umpire
from vtt_bridge.games.game_log import GameHead, Turn
from vtt_bridge.games.running_game import begun
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store

ENEMY = "de"
GAME: dict[str, Any] = {
    "format": "blindhex-scenario/1", "name": "A secret", "ruleset": "kgn",
    "board": {"format": "blindhex-board/1", "name": "Field", "ground": "table", "width_in": 40, "depth_in": 24},
    "sides": ["uk", "de"], "length": {"turns": 3},
    "units": [
        {"id": "uk.hq", "type": "uk.hq", "side": "uk", "at": [6, 12]},
        {"id": "uk.1", "type": "uk.squad", "side": "uk", "at": [16, 12], "facing_deg": 90},
        {"id": "uk.gun", "type": "uk.3in_mortar", "side": "uk", "at": [4, 20], "facing_deg": 90},
        {"id": "uk.late", "type": "uk.sherman", "side": "uk", "conditions": ["reserve"]},
        {"id": "de.hq", "type": "de.hq", "side": "de", "at": [36, 12]},
        {"id": "de.1", "type": "de.squad", "side": "de", "at": [30, 12], "facing_deg": 270},
    ],
    "options": {"game_size": "company", "engagement": "set_piece_attack", "attacker": "de"},
}  # fmt: skip


def _with(**options: Any) -> dict[str, Any]:
    return {**GAME, "options": {**GAME["options"], **options}}


def _bundled(name: str, **moved: str) -> dict[str, Any]:
    """A bundled scenario with some things of its own, by id or kind, in other places."""
    text = files("maps.scenarios").joinpath(f"{name}.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    for piece in (*document["units"], *document.get("markers", ())):
        if (name := piece.get("id", piece.get("kind"))) in moved:
            piece["at"] = moved.pop(name)
    assert not moved
    return document


TIGER, MARKET = "lhy-tiger-at-the-bridge", "lhy-market-quarter"
SECRETS: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "points": (ENEMY, [_with(fire_support={"uk": {"registered_points": secret}}) for secret in ({"Mill": [30, 12]}, {"Ford": [36, 12]})]),
    "reserves": (ENEMY, [_with(reserves={"uk.late": secret}) for secret in ({"turn": 3, "at": [2, 2]}, {"turn": 2, "at": [2, 22]})]),
    "a hidden gun": ("us", [_bundled(TIGER, **{"ge.pak40.4": to}) for to in ("K8", "L9")]),
    "mines": ("us", [_bundled(MARKET, mines=to) for to in ("J6", "H6")]),
    "which counter is the Tiger": ("us", [_bundled(TIGER), _bundled(TIGER, **{"ge.tiger.1": "J8", "ge.1kp.1.squad.3": "L6"})]),
}  # fmt: skip
"""Two worlds that differ in a secret alone, and the seat that may not know it."""

PROBES: dict[str, list[tuple[str, dict[str, Any] | None]]] = {
    "kgn": [
        ("/ask", {"ask": "los", "who": "de.1", "target": "uk.1", "id": "1"}),
        ("/ask", {"ask": "field", "who": "de.hq", "id": "2"}),
        ("/ask", {"ask": "field", "who": "uk.late", "id": "3"}),
        ("/look", {"ask": "los", "who": "de.1", "target": "uk.1"}),
        ("/look", {"ask": "field", "who": "uk.late"}),
        ("/look", {"ask": "threat", "who": "de.1"}),
        ("/look", {"ask": "where", "who": "de.1", "mode": "hide"}),
        ("/look", {"ask": "here", "who": "de.1", "target": "30,12"}),
        ("/look", {"ask": "change", "who": "de.1", "target": "uk.late"}),
        ("/picture", None),
        ("/picture", {"ask": "threat", "who": "de.1"}),
        ("/game/way", {"side": ENEMY, "units": ["de.1"], "to": "30,12"}),
        *(
            ("/game/odds", {"side": ENEMY, "action": action})
            for action in (
                {"is": "RequestMission", "unit": "de.hq", "point": "Mill"},
                {"is": "RequestMission", "unit": "de.hq", "point": "Ford"},
                {"is": "Fire", "unit": "de.1", "target": "uk.late", "kind": "direct fire - small arms"},
                {"is": "Activate", "unit": "uk.late", "kinds": ["move", "move"]},
            )
        ),
    ],
    "lhy": [
        ("/ask", {"ask": "field", "who": "C7", "id": "1"}),
        ("/ask", {"ask": "los", "who": "C7", "target": "ge.pak40.4", "id": "2"}),
        ("/ask", {"ask": "los", "who": "K7", "target": "K8", "id": "3"}),
        ("/look", {"ask": "los", "who": "C7", "target": "ge.pak40.4"}),
        ("/look", {"ask": "fire", "who": "us.latw.1", "target": "K8"}),
        ("/look", {"ask": "threat", "who": "us.latw.1", "mode": "after-moves"}),
        ("/look", {"ask": "where", "who": "us.latw.1", "mode": "hide"}),
        ("/picture", None),
        ("/picture", {"ask": "where", "who": "us.latw.1", "mode": "hide"}),
        *(("/look", {"ask": "change", "who": "us.latw.1", "target": enemy}) for enemy in ("K8", "ge.pak40.4")),
        *(("/look", {"ask": "here", "who": "us.latw.1", "target": place}) for place in ("K8", "J6")),
        ("/game/way", {"side": "us", "units": ["us.latw.1"], "to": "J6"}),
        ("/game/odds", {"side": "us", "action": {"is": "FireAntiTank", "unit": "us.latw.1", "targets": ["ge.pak40.4"]}}),
        ("/game/go", {"side": "us", "units": ["ge.pak40.4"], "to": "K8"}),
    ],
}  # fmt: skip
"""Questions about what the enemy cannot know of."""


@pytest.fixture
def tables(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    """Two tables whose games differ in the secret of this name."""
    with ExitStack() as stack:
        found = []
        for k, document in enumerate(SECRETS[request.param][1]):
            path = tmp_path / f"{k}.json"
            path.write_text(json.dumps(document), "utf-8")
            store = Store(tmp_path / f"{k}.sqlite")
            stack.callback(store.close)
            game = partial(begun, GameHead(document["ruleset"], str(path), seed=5), ruleset)
            scene_id = open_scenario(store, scenario(str(path)), begin=game)
            found.append(Served(stack.enter_context(serving(store, umpire())), store, scene_id))
        yield found[0], found[1]


READ = ["", "/chat", "/journal", "/game", "/game/brief", "/game/log", "/game/record", "/game/record/1/odds", "/game/record/1/sights", "/game/ended", "/map.svg", "/markers.svg", "/roster", "/place?named=7,7", "/place?named=K8", "/seats", "/overlays/blindhex-answer-{0}?to={0}",
        "/game/notes?side={0}", "/game/notes?side=uk", "/game/notes?side=ge", "/game/choices?side={0}", "/game/offers?side={0}"]  # fmt: skip
AT = re.compile(rb'"(said_)?at": ?"[^"]*"')


def _sent(table: Served, book: str, seat: str) -> dict[str, bytes]:
    """All that a seat is sent, but for the time of day and the file of the scenario."""
    answers = {
        f"{path} {body}": table.send("POST", path, body, {"seat": seat}) for path, body in PROBES[book]
    }
    for path in (template.format(seat) for template in READ):
        answers[path] = table.get(f"{path}{'&' if '?' in path else '?'}seat={seat}")
    return {what: AT.sub(b"", answer.content) for what, answer in answers.items()}


@pytest.mark.parametrize("tables", SECRETS, indirect=True)
def test_two_games_that_differ_in_a_secret_send_the_other_seat_the_same_bytes(
    tables: tuple[Served, Served], request: pytest.FixtureRequest
) -> None:
    seat, (document, _) = SECRETS[request.node.callspec.params["tables"]]
    for is_asked in (True, False, True):
        if is_asked:
            sent, other = (_sent(table, document["ruleset"], seat) for table in tables)
            for what, content in sent.items():
                assert content == other[what], what
        side = tables[0].get("/game").json()["to_act"]
        offered = [table.get(f"/game/choices?side={side}").json()["choices"] for table in tables]
        also = [choice["action"] for choice in offered[1]]
        common = [choice["action"] for choice in offered[0] if choice["action"] in also]
        for table in tables:
            done = table.send("POST", "/game/actions", {"side": side, "action": common[len(common) // 2]})
            assert done.status_code == 200, done.text


def test_the_value_of_a_morale_counter_is_told_to_the_side_that_drew_it_alone() -> None:
    game = begun(GameHead("kgn", "kgn-two-orchards", seed=1), ruleset)
    turn = Turn(game.choices()[0].action, (CounterDrawn("uk", "fire", "3"),))
    heard = dict(replace(game, turns=(turn,)).report(game.state))
    line = "the British player takes a morale counter: fire"
    assert (heard["uk"][-1], heard["de"][-1]) == (f"{line}; it shows 3", line)


@pytest.mark.parametrize("tables", ["points", "reserves"], indirect=True)
def test_the_notes_of_a_side_tell_it_its_own_secrets(tables: tuple[Served, Served]) -> None:
    notes = [table.get("/game/notes?side=uk").json()["notes"] for table in tables]
    assert notes[0] != notes[1]
    assert notes[0][0] == "battle group morale: 0 of 7 lost"
    assert "is not one of the sides: uk, de" in tables[0].get("/game/notes?side=us").text
