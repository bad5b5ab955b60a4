"""Seats at a table on the network: joined by a link, handed over, freed; and what each may read and do."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from exporters.json_value import Json
from rules.game.side_names import people
from tests.vtt_bridge.conftest import Served, a_table
from tests.vtt_bridge.local_table.clients import Client, joined, links, seated
from tests.waiting import PATIENCE_S
from vtt_bridge.local_table.api import (
    chat_routes,
    choice_routes,
    dependencies,
    game_routes,
    overlay_routes,
    scene_routes,
    seat_routes,
    umpire_routes,
)
from vtt_bridge.web.host_names import is_loopback

TIGER, MARKET = "lhy-tiger-at-the-bridge", "lhy-market-quarter"
HIDDEN = ("ge.latw.1", "ge.pak40.4")


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    """A game on the air that is joined by links."""
    with a_table(tmp_path, getattr(request, "param", TIGER), names=("club.example",)) as table:
        yield table


def refused(answer: Any) -> str:
    assert answer.status_code in (401, 403, 404, 422), answer.text
    sentence: str = answer.json()["error"]
    return f"{answer.status_code} {sentence}"


def test_without_a_key_every_request_to_a_table_with_seats_is_401(table: Served) -> None:
    nobody, forged = Client(table), Client(table, links(table)["us"].rpartition(".")[0] + ".forged")
    for who in (nobody, forged):
        for path in (
            "",
            "/chat",
            "/game",
            "/map",
            "/events",
            "/seats",
            "/api/scenes",
            "/overlays/a",
            "/game/log",
        ):
            assert refused(who.get(path)).startswith("401 seat: join this table by the link"), path
        assert refused(who.send("PUT", "", {})).startswith("401")
        assert refused(who.send("POST", "/game/actions", {"side": "us", "action": 1})).startswith("401")
        assert refused(who.send("DELETE", "/tokens/ge.pak40.4")).startswith("401")


def test_a_link_seats_one_client_and_a_seat_handed_over_shuts_its_holder_out(table: Served) -> None:
    link = links(table)["us"]
    first = joined(table, link)
    assert refused(Client(table).send("POST", "/api/seats", {"link": link})) == (
        "403 seat: this link is not good any more; ask the umpire for another"
    )
    assert first.get("").status_code == 200
    told = first.send("POST", "/seats/us/link").json()
    handed_over, origin = told["link"], urlsplit(told["origin"])
    assert origin.port == urlsplit(table.url).port
    assert not is_loopback(origin.hostname or ""), "a link made on the machine itself is good on others"
    assert first.get("").status_code == 401
    second = joined(table, handed_over)
    assert [seat["seat"] for seat in second.json("/seats")["seats"] if seat["yours"]] == ["us"]
    assert (
        refused(second.send("POST", "/seats/ge/link"))
        == "403 seat: only the umpire frees the seat of the Germans"
    )
    joined(table, links(table)["umpire"]).send("POST", "/seats/us/link")
    assert second.get("/game").status_code == 401


def test_any_number_of_spectators_join_by_one_link(table: Served) -> None:
    link = links(table)["spectator"]
    one, other = joined(table, link), joined(table, link)
    assert one.json("/game") == other.json("/game")


def test_a_seat_reads_no_hidden_enemy_and_only_the_umpire_reads_the_options(table: Served) -> None:
    at = seated(table)
    units = {seat: {piece["id"] for piece in who.json("")["pieces"]} for seat, who in at.items()}
    assert units["umpire"] & units["ge"] >= set(HIDDEN)
    for seat in ("us", "spectator"):
        assert not units[seat] & set(HIDDEN)
        assert not [name for name in HIDDEN if name in at[seat].get("").text]
    assert "options" not in at["us"].json("")["game"]
    assert "options" in at["umpire"].json("")["game"]


@pytest.mark.parametrize("table", [MARKET], indirect=True)
def test_mines_are_shown_to_the_side_that_laid_them_alone(table: Served) -> None:
    at = seated(table)
    mines = {
        seat: [area for area in who.json("")["areas"] if area["terrain"] == "mines"]
        for seat, who in at.items()
    }
    assert [area["cells"] for area in mines["ge"]] == [["J6"]]
    assert mines["us"] == mines["spectator"] == []


def test_a_seat_can_declare_ask_and_undo_for_its_own_side_alone(table: Served) -> None:
    at = seated(table)
    to_act = at["us"].json("/game")["to_act"]
    (other,) = {"us", "ge"} - {to_act}
    said = f"403 side: the {people(other)} cannot act for the {people(to_act)}"
    first = {"side": to_act, "action": 1}
    for method, path, body in (
        ("POST", "/game/actions", first),
        ("POST", "/game/odds", first),
        ("POST", "/game/go", {"side": to_act, "units": ["*"], "to": "A1"}),
        ("GET", f"/game/choices?side={to_act}", None),
        ("GET", f"/game/notes?side={to_act}", None),
        ("POST", "/ask", {"ask": "field", "who": "C2", "side": to_act}),
    ):
        assert refused(at[other].send(method, path, body)) == said, path
        assert refused(at["spectator"].send(method, path, body)).startswith("403"), path
    no_side = "422 side: 'red' is not one of the sides: us, ge"
    assert refused(at[other].send("GET", "/game/choices?side=red")) == no_side
    assert at[to_act].send("POST", "/game/actions", first).status_code == 200
    assert refused(at[other].send("DELETE", "/game/actions/last")) == said
    assert at[to_act].send("DELETE", "/game/actions/last").status_code == 200


def test_only_the_umpire_sets_up_the_table_and_reads_the_log(table: Served) -> None:
    at = seated(table)
    scene = at["umpire"].json("")
    for method, path in (
        ("PUT", ""),
        ("POST", "/open"),
        ("PUT", "/tokens/x"),
        ("DELETE", "/areas/x"),
        ("PUT", "/map"),
    ):
        assert refused(at["ge"].send(method, path, scene)) == "403 seat: the umpire alone sets up the table"
    assert refused(at["ge"].get("/game/log")).startswith("403 log: the record holds the secrets of all sides")
    assert at["umpire"].get("/game/log").text.startswith('{"format"')


def test_an_answer_is_seen_by_the_seat_that_asked_until_it_shows_it_to_all(table: Served) -> None:
    at = seated(table)
    asked = at["ge"].send("POST", "/ask", {"ask": "field", "who": "ge.pak40.4"})
    assert asked.status_code == 200, asked.text
    picture = "/overlays/blindhex-answer-ge?to=ge"
    assert at["ge"].get(picture).content.startswith(b"\x89PNG")
    for seat in ("us", "spectator"):
        assert at[seat].json("")["overlays"] == []
        assert refused(at[seat].get(picture)).startswith("404")
        told = at[seat].get("/chat").text + at[seat].get("/journal").text
        assert "pak40" not in told.casefold().replace(" ", "")
    assert "PaK 40" in at["ge"].get("/chat").text
    assert "PaK 40" in at["umpire"].get("/journal").text
    assert at["ge"].send("POST", "/overlays/blindhex-answer-ge/show?to=ge").status_code == 200
    assert [overlay["title"] for overlay in at["us"].json("")["overlays"]] == ["field of PaK 40 #4"]


def test_a_seat_chats_under_its_own_name_and_a_whisper_reaches_its_addressee_and_the_umpire(
    table: Served,
) -> None:
    at = seated(table)
    said: Json = {"author": "Umpire", "text": "You may move again.", "rules": ["LHY 9.9"], "to": "us"}
    assert at["ge"].send("POST", "/chat", said).status_code == 201
    heard = {seat: who.json("/chat")["lines"] for seat, who in at.items()}
    assert [(line["author"], line["rules"]) for line in heard["us"]] == [("ge", [])]
    assert len(heard["ge"]) == len(heard["umpire"]) == 1
    assert heard["spectator"] == []


def test_a_question_about_a_hidden_enemy_is_answered_as_one_about_an_unknown_unit(table: Served) -> None:
    at = seated(table)
    answers = [
        at["us"]
        .send("POST", "/ask", {"ask": "los", "who": "us.able.1.squad.1", "target": name, "id": "1"})
        .text
        for name in ("ge.pak40.4", "ge.pak40.9")
    ]
    assert answers[0].replace("40.4", "40.9") == answers[1]
    moved = [
        at["us"].send("PATCH", f"/tokens/{name}", {"to": "C2"}).text for name in ("ge.pak40.4", "ge.pak40.9")
    ]
    assert moved[0].replace("40.4", "40.9") == moved[1]


def test_a_seat_hears_no_private_events_of_others_and_none_once_it_is_freed(table: Served) -> None:
    at = seated(table)
    headers = {"Authorization": f"Bearer {at['us'].key}"}
    with requests.get(
        f"{table.scene_url}/events", headers=headers, stream=True, timeout=PATIENCE_S
    ) as answer:
        heard = (
            line for line in answer.iter_lines(chunk_size=1, decode_unicode=True) if line.startswith("data: ")
        )
        assert '"hello"' in next(heard)
        at["ge"].send("POST", "/ask", {"ask": "field", "who": "ge.pak40.4"})
        at["ge"].send("POST", "/chat", {"author": "ge", "text": "Psst", "to": "umpire"})
        at["ge"].send("POST", "/chat", {"author": "ge", "text": "Good luck!"})
        assert '"chat"' in next(heard)
        at["umpire"].send("POST", "/seats/us/link")
        assert list(heard) == []


def _reaches(dependant: Dependant, call: object) -> bool:
    return dependant.call is call or any(_reaches(dependency, call) for dependency in dependant.dependencies)


ROUTES = [
    route
    for routes in (
        chat_routes,
        choice_routes,
        game_routes,
        overlay_routes,
        scene_routes,
        seat_routes,
        umpire_routes,
    )
    for route in routes.router.routes
    if isinstance(route, APIRoute) and "{scene_id}" in route.path
]


def test_every_route_of_a_scene_checks_the_seat_and_reads_the_scene_through_it() -> None:
    """A route that reads the store without a seat can leak whatever is stored."""
    reading = [route for route in ROUTES if "GET" in (route.methods or ())]
    assert len(reading) > 10
    for route in reading:
        assert _reaches(route.dependant, dependencies._seat), route.path
        direct = [dependency.call for dependency in route.dependant.dependencies]
        assert dependencies._store not in direct or route.path.endswith(("/events", "/seats")), route.path
    for route in ROUTES:
        seat_or_umpire = (dependencies._seat, dependencies._set_up)
        assert any(_reaches(route.dependant, check) for check in seat_or_umpire), route.path
