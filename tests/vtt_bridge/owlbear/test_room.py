"""Rooms of Owlbear Rodeo read, and the items with which answers are drawn."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from maps.codec import board_document
from maps.library import bundled_board
from rules.catalog import RULESETS
from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import Spot
from tests.programs import PEERS, needs
from tests.vtt_bridge.foundry.peers import tsc
from tests.vtt_bridge.owlbear.rooms import CROSSING, DPI, FRAME, asked, crossing_items, token
from tests.waiting import PATIENCE_S
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.owlbear import routes
from vtt_bridge.owlbear.room import OURS, scene_of
from vtt_bridge.owlbear.routes import ICON, MANIFEST, SITE, answer_to, owlbear_routes
from vtt_bridge.port.calibration import place_px
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.web.cors import allow_paired
from vtt_bridge.web.origin_pairing import Pairing

UMPIRE = Umpire(RULESETS, bundled_board)
PAGE = Path(routes.__file__).parent / "page"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    welcome = allow_paired(Pairing(), owlbear_routes("1"), readable=(MANIFEST, ICON))
    with serving(Store(":memory:"), UMPIRE, welcome=welcome) as address:
        yield address


def got(url: str, path: str, **headers: str) -> requests.Response:
    return requests.get(url + path, headers=headers, timeout=PATIENCE_S)


def posted(url: str, document: dict[str, Any], **headers: str) -> requests.Response:
    return requests.post(f"{url}/owlbear/umpire", json=document, headers=headers, timeout=PATIENCE_S)


def test_tokens_named_as_units_of_the_scenario_are_those_units() -> None:
    state, _ = UMPIRE.state(scene_of(asked("")))
    assert {unit.id: (unit.type, unit.side, unit.at, unit.conditions) for unit in state.units.values()} == {
        unit.id: (unit.type, unit.side, unit.at, unit.conditions) for unit in CROSSING.units
    }
    assert [(marker.kind, marker.at) for marker in state.markers] == [
        (marker.kind, marker.at) for marker in CROSSING.markers
    ]


def test_a_token_is_what_its_metadata_say_and_hidden_from_the_other_side_if_invisible() -> None:
    data = {OURS: {"type": "ge.stug", "side": "ge", "conditions": ["shocked"]}}
    roster = RULESETS["lhy"].roster
    data[OURS]["type"] = next(name for name in roster if name.startswith("ge.stug"))
    hidden = token("x", "Tank", (500, 400), metadata=data, visible=False, rotation=450)
    scene = scene_of(
        asked(
            "",
            [hidden],
            game=json.loads(json.dumps(board_document(bundled_board("mill-valley")))),
            book="lhy",
        )
    )
    state, _ = UMPIRE.state(scene)
    assert state.units["x"].has("shocked")
    assert (state.units["x"].facing_deg, str(state.units["x"].at)) == (90, "A1")
    assert not UMPIRE.state(scene_of(asked("", [hidden])), "us")[0].units


def test_in_inches_the_table_begins_at_the_corner_of_the_map_picture() -> None:
    picture = token(
        "map",
        "Map",
        (60, 50),
        layer="MAP",
        grid={"dpi": 50, "offset": {"x": 10, "y": 5}},
        scale={"x": 2, "y": 1},
    )
    tank = token("t", "Sherman", (520, 240), metadata={OURS: {"type": "sherman75", "side": "red"}})
    given = asked("", [picture, tank], game="long-lane", book="matg2", grid={"type": "SQUARE", "dpi": 50})
    scene = scene_of(given)
    assert scene.frame.origin_px == pytest.approx((40, 45))
    assert UMPIRE.state(scene)[0].units["t"].at == Spot(9.6, 3.9)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        (
            {"grid": {"type": "SQUARE", "dpi": DPI}},
            "grid: 'SQUARE' has no hexes, and this board is drawn in hexes",
        ),
        (
            {"grid": {"type": "HEX_HORIZONTAL", "dpi": DPI}},
            "grid: put any item called A1 into the hex that is A1",
        ),
        (
            {"grid": {"type": "HEX_VERTICAL", "dpi": DPI, "a1": {"x": 1, "y": 1}}},
            "frame.top: 'pointy' is not flat",
        ),
        ({"grid": {"type": "HEX_HORIZONTAL", "dpi": "x"}}, "grid.dpi: 'x' is not pixels to a cell"),
        ({"game": "long-lane", "book": "kgn"}, "grid: 'HEX_HORIZONTAL' is not square"),
        ({"game": "/etc/passwd"}, "no scenario or board named '/etc/passwd'"),
        ({"items": [{"id": "1"}]}, "items[0]."),
        (
            {"items": [token("x", "1. MG", (500, 400))]},
            "several units of the scenario are called so; name it ge.mg.1 or us.mg.1",
        ),
        ({"fly": 1}, "'fly' is not one of its keys"),
        ({"words": "!los nobody > A1"}, "no unit or place named 'nobody'"),
        ({"side": "fr"}, "side: 'fr' is not one of the sides"),
    ],
)
def test_a_room_that_cannot_be_read_is_refused_in_one_sentence(
    url: str, changes: dict[str, Any], why: str
) -> None:
    refused = posted(url, asked("!los L4 > H6") | changes)
    assert refused.status_code in (404, 422)
    assert why in refused.json()["error"]


def test_los_is_drawn_between_its_hexes_and_clear_removes_it() -> None:
    chat = ChatUmpire(UMPIRE)
    reply = answer_to(asked("!los L4 > H6"), chat)
    assert reply["said"][0].startswith("LOS L4 to H6: LOS hindered by 1.")
    strokes = [
        item for item in reply["items"] if item["type"] == "PATH" and item["style"]["fillOpacity"] == 0
    ]
    ends = {tuple(step[1:]) for item in strokes for step in item["commands"] if len(step) == 3}
    for label in ("L4", "H6"):
        wanted = place_px(FRAME, CROSSING.board, Hex.named(label))
        assert any(point == pytest.approx(wanted, abs=1) for point in ends), label
    assert answer_to(asked("!clear"), chat) == {
        "said": ["your answer was taken off"],
        "items": [],
        "clears": True,
    }


def test_a_command_without_names_asks_about_the_selected_items() -> None:
    names = {item["name"]: item["id"] for item in crossing_items()}
    reply = answer_to(
        asked("!los", selected=[names["57 mm M1 #1"], names["StuG IIIG #1"]]), ChatUmpire(UMPIRE)
    )
    assert reply["said"][0].startswith("LOS 57 mm M1 #1 to StuG IIIG #1: clear LOS.")


def test_only_owlbear_may_read_the_manifest_and_show_the_page(url: str) -> None:
    told = got(url, MANIFEST, Origin=SITE)
    assert told.headers["access-control-allow-origin"] == SITE
    manifest = told.json()
    assert (
        manifest["manifest_version"],
        len(manifest["name"]) <= 45,
        len(manifest["description"]) <= 128,
    ) == (1, True, True)
    for path in (manifest["icon"], manifest["action"]["popover"], manifest["background_url"]):
        shown = got(url, path)
        assert shown.status_code == 200
        assert f"frame-ancestors {SITE}" in shown.headers["content-security-policy"]
    assert got(url, "/owlbear/index.html", Origin="https://evil.example").status_code == 403
    assert posted(url, asked("!los L4 > H6"), Origin=SITE).status_code == 403
    assert posted(url, asked("!los L4 > H6"), Origin=url).status_code == 200
    assert got(url, "/owlbear/room.py").status_code == 404


@needs("owlbear-sdk")
def test_every_message_that_the_page_sends_is_one_of_the_sdk() -> None:
    sdk = "".join(path.read_text("utf-8") for path in (PEERS / "@owlbear-rodeo/sdk/lib").rglob("*.js"))
    sent = {
        word
        for path in PAGE.glob("*.js")
        for word in path.read_text("utf-8").replace('"', " ").split()
        if word.startswith("OBR_")
    }
    assert len(sent) > 8
    assert [word for word in sorted(sent) if f'"{word}"' not in sdk] == []


@needs("tsc", "owlbear-sdk")
def test_drawn_items_pass_the_types_of_the_sdk_and_a_wrong_one_does_not(tmp_path: Path) -> None:
    drawn = answer_to(asked("!reach us.able.1.squad.2"), ChatUmpire(UMPIRE))["items"]
    kinds = {item["type"]: item for item in drawn}
    assert set(kinds) == {"PATH", "TEXT"}
    user = {"createdUserId": "u", "lastModified": "2026-01-01T00:00:00Z", "lastModifiedUserId": "u"}
    lines = ['import type { Path, Text } from "@owlbear-rodeo/sdk";']
    for kind, item in kinds.items():
        lines.append(f"export const {kind.lower()}: {kind.title()} = {json.dumps({**item, **user})};")
    wrong = json.dumps({**kinds["PATH"], **user, "layer": "SKY"})
    assert tsc(tmp_path, "\n".join([*lines, f"export const sky: Path = {wrong};"]), "").count("error TS") == 1
