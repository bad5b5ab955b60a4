"""The JSON API over real HTTP: what it stores and answers, and its refusals in one sentence."""

import json
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from socket import gethostname
from typing import Any
from xml.etree import ElementTree

import pytest
import requests
from PIL import Image, ImageChops

from exporters.json_value import Json
from maps.library import bundled_board, scenario
from rules.catalog import RULESETS
from rules.planning.threat import EVERYWHERE, TIMES
from rules.planning.where import Purpose
from tests.vtt_bridge.conftest import Served
from tests.vtt_bridge.scenes import EVIL, SQUAD, umpire
from tests.vtt_bridge.web.test_png_check import bomb, png
from tests.waiting import PATIENCE_S
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.umpire.questions import Asks
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.web.body_limit import MOST_BYTES
from vtt_bridge.web.host_names import names_of
from vtt_bridge.web.png_check import png_size_px


def scene(served: Served) -> dict[str, Any]:
    document: dict[str, Any] = served.get("").json()
    return document


def piece(served: Served, token_id: str) -> dict[str, Any]:
    return next(piece for piece in scene(served)["pieces"] if piece["id"] == token_id)


def refused(answer: requests.Response, status: int, sentence: str) -> None:
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/json")
    assert sentence in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_the_posted_picture_shows_the_board_with_the_answer_if_one_is_asked_for(served: Served) -> None:
    """The fields of the answer lie on the board of the one, and not of the other."""
    sheets = []
    questions: tuple[Json, ...] = (None, {"ask": "field", "who": "A-1"})
    for asked in questions:
        answer = served.send("POST", "/picture", asked)
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
        with Image.open(BytesIO(answer.content)) as picture:
            sheets.append(picture.convert("RGB"))
    bare, answered = sheets
    assert bare.width == answered.width
    board = (0, 0, bare.width, bare.height // 2)
    assert ImageChops.difference(bare.crop(board), answered.crop(board)).getbbox() is not None
    refused(served.send("POST", "/picture", {"ask": "field", "who": "nobody"}), 404, "nobody")


def test_the_posted_picture_shows_an_uploaded_map_with_counters_areas_and_a_legend_below(
    served: Served,
) -> None:
    """In its very pixels, with the counters and the ground that changed on it, and what the colours mean below."""
    width, height = scene(served)["size_px"]
    given = Image.new("RGB", (round(width), round(height)), "magenta")
    content = BytesIO()
    given.save(content, "PNG")
    assert served.put_png("/map", content.getvalue()).status_code == 200
    served.send("PUT", "/areas/w", {"terrain": "forest", "cells": ["B3"]})
    with Image.open(BytesIO(served.send("POST", "/picture", None).content)) as picture:
        taken = picture.convert("RGB")
    assert taken.width == given.width
    assert taken.height > given.height
    changed = ImageChops.difference(taken.crop((0, 0, *given.size)), given)
    assert changed.getpixel((1, 1)) == (0, 0, 0)
    counter = next(one for one in scene(served)["pieces"] if one["id"] == "A-1")
    for at_px in (counter["at_px"], served.get("/place?named=B3").json()["at_px"]):
        x, y = map(round, at_px)
        assert changed.crop((x - 20, y - 20, x + 20, y + 20)).getbbox() is not None


def test_the_api_tells_its_version_and_lists_the_scenes(served: Served) -> None:
    about = requests.get(f"{served.url}/api", timeout=PATIENCE_S).json()
    assert about == {"vtt": "local", "version": "1", "format": "blindhex-table/1"}
    scenes = requests.get(f"{served.url}/api/scenes", timeout=PATIENCE_S).json()["scenes"]
    assert scenes == [{"id": "small-fight", "name": "Small fight", "revision": "1"}]


def test_the_document_of_a_scene_gives_each_piece_its_hex_name_and_facing(served: Served) -> None:
    assert scene(served)["format"] == "blindhex-table/1"
    tank = piece(served, "T-1")
    assert (tank["at"], tank["name"], tank["facing_deg"]) == ("B4", EVIL, 60.0)


def test_a_token_is_put_moved_turned_marked_and_removed(served: Served) -> None:
    answer = served.send("PUT", "/tokens/A-2", {"at": "C3", "side": "US", "unit": {"type": SQUAD}})
    assert (answer.status_code, answer.json()) == (200, {"revision": "2"})
    answer = served.send(
        "PATCH", "/tokens/A-2", {"to": "d4", "facing_deg": 120, "marks": {"disrupted": True}}
    )
    assert (answer.json()["revision"], answer.json()["at"]) == ("3", "D4")
    x, y = answer.json()["at_px"]
    answer = served.send(
        "PATCH", "/tokens/A-2", {"to_px": [x + 30, y - 20], "snap": True, "marks": {"disrupted": None}}
    )
    assert answer.json() == {"revision": "4", "at": "D4", "at_px": [x, y]}
    answer = served.send("PATCH", "/tokens/A-2", {"to_px": [x + 48, y], "hidden": True})
    assert answer.json()["at"] is None
    kept = piece(served, "A-2")
    assert (kept["facing_deg"], kept["marks"], kept["hidden"]) == (120, {}, True)
    assert served.send("DELETE", "/tokens/A-2").json() == {"revision": "6"}
    assert {piece["id"] for piece in scene(served)["pieces"]} == {"A-1", "G-1", "T-1"}


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "sentence"),
    [
        ("PUT", "/tokens/A-2", {"side": "US"}, 422, "piece A-2.at_px is missing"),
        ("PUT", "/tokens/A-2", {"at": "C0"}, 422, "'C0' is not a hex label"),
        ("PUT", "/tokens/A-2", {"id": "A-3", "at": "C1"}, 422, "id: 'A-3' is not A-2"),
        ("PUT", "/tokens/a%20b", {"at": "C1"}, 422, "pieces[0].id: 'a b' is not an id"),
        ("PATCH", "/tokens/A-1", {"to": "Z9"}, 404, "Z9 is not on the board, which has 9 columns"),
        ("PATCH", "/tokens/A-1", {"to": "?"}, 422, "'?' is not a hex label"),
        ("PATCH", "/tokens/A-1", {"to": "3,4"}, 422, "is not a hex label, as the scene is laid out"),
        ("PATCH", "/tokens/A-1", {"to": "a,b"}, 422, "to: 'a,b' is not a place such as C2"),
        ("PATCH", "/tokens/A-1", {"to": "A1", "to_px": [1, 2]}, 422, "Give either to or to_px, not both."),
        ("PATCH", "/tokens/A-1", {"to_px": [1e9, 0]}, 422, "to_px"),
        ("PATCH", "/tokens/A-1", {"fly": True}, 422, "field: 'fly' is not one of to_px, to, snap"),
        ("PATCH", "/tokens/Bob", {"to": "A1"}, 404, "no token named 'Bob'; there are A-1, G-1, T-1"),
        ("DELETE", "/tokens/Bob", None, 404, "no token named 'Bob'"),
        ("PUT", "/areas/s", {"terrain": "smoke"}, 422, "area s.cells is missing"),
        ("DELETE", "/areas/s", None, 404, "no area named 's'"),
        ("DELETE", "/overlays/s", None, 404, "no overlay named 's'"),
        ("POST", "/chat", {"author": "Ann"}, 422, "text is missing; it must be given: Plain text"),
        ("POST", "/ask", {"ask": "fly", "who": "A-1"}, 422, "question.ask: 'fly' is not one of los"),
        ("POST", "/ask", {"ask": "field", "who": "Bob"}, 404, "no unit or place named 'Bob'"),
        ("POST", "/ask", {"ask": "los", "who": "A-1", "target_px": [-900, 0]}, 404, "is not on the board"),
        ("POST", "/look", {"ask": "los", "who_px": [-900, 0], "target": "A-1"}, 404, "is not on the board"),
        (
            "POST",
            "/ask",
            {"ask": "threat", "who": "A-1", "mode": "soon"},
            422,
            "mode: 'soon' is not now, after-",
        ),
        ("GET", "/place", None, 422, "named is missing; it must be given, as C2"),
        ("GET", "/place?named=", None, 422, "named is missing"),
        ("GET", "/place?named=A-1", None, 422, "named: 'A-1' is not a place such as C2, or 10.5,8 in inches"),
        ("GET", "/place?x_px=a&y_px=1", None, 422, "x_px: 'a' is not a number"),
        (
            "PATCH",
            "",
            {},
            405,
            "request: PATCH /api/scenes/small-fight: it takes GET or PUT; /openapi.json says",
        ),
        ("GET", "/nothing", None, 404, "request: GET /api/scenes/small-fight/nothing: Not Found; /open"),
        (
            "GET",
            "/ask",
            None,
            405,
            "request: GET /api/scenes/small-fight/ask: it takes POST; /openapi.json says",
        ),
        ("GET", "/overlays/none", None, 404, "no overlay named 'none'"),
        (
            "POST",
            "/ask",
            {"ask": "field", "who": "A-1", "revision": "1"},
            422,
            "field: 'revision' is not one of ask, who",
        ),
        ("POST", "/chat", {"text": "Hello", "op_id": "1"}, 422, "it belongs in the address: ?op_id=…"),
    ],
)
def test_a_wrong_request_is_refused_in_one_sentence_and_the_scene_stays_as_it_was(
    served: Served, method: str, path: str, body: Json, status: int, sentence: str
) -> None:
    before = scene(served)
    refused(served.send(method, path, body), status, sentence)
    assert scene(served) == before


def test_a_body_without_the_content_type_of_json_or_that_is_a_list_is_refused(served: Served) -> None:
    answer = requests.post(f"{served.scene_url}/look", data='{"ask": "here"}', timeout=PATIENCE_S)
    refused(answer, 422, "body: it is not sent as JSON; say Content-Type: application/json")
    refused(served.send("POST", "/look", [1]), 422, "body: [1] is not an object")


def test_units_of_the_same_name_are_told_apart_in_answers_by_their_side(tmp_path: Path) -> None:
    """On both sides there is a 1. MG; a name that only the other side's hidden unit shares stays as it is."""
    store = Store(tmp_path / "table.sqlite")
    scene_id = open_scenario(store, scenario("mill-crossing"))
    with serving(store, umpire()) as url:
        at = Served(url, store, scene_id)
        told = at.send("POST", "/look", {"ask": "threat", "who": "us.mg.1"}).json()["sentence"]
        assert told.startswith(
            "threat to American 1. MG at G5: seen by 5 known enemies.\n- German 1. MG at 4 hexes"
        )
        at.send("PATCH", "/tokens/ge.mg.1", {"hidden": True})
        alone = at.send("POST", "/look", {"ask": "threat", "who": "us.mg.1", "side": "us"}).json()["sentence"]
        assert alone.startswith("threat to 1. MG at G5: ")
    store.close()


def test_bodies_that_are_not_json_are_refused(served: Served) -> None:
    for path in ("/tokens/A-2", "/areas/x", ""):
        answer = requests.put(served.scene_url + path, data=b"{oops", timeout=PATIENCE_S)
        refused(answer, 422, "is not JSON")
    refused(
        requests.put(served.scene_url, data=b'{"a": NaN}', timeout=PATIENCE_S), 422, "'NaN' is not a number"
    )
    refused(
        requests.post(f"{served.url}/api/umpire", data=b"[" * 10_000, timeout=PATIENCE_S), 422, "document"
    )


@pytest.mark.parametrize(
    ("method", "path", "body", "sentence"),
    [
        ("PATCH", "/tokens/A-1", '{"marks": {"a": 1e999}}', "document: inf is not a number that can be read"),
        ("PATCH", "/tokens/A-1", '{"marks": {"a": NaN}}', "document: nan is not a number that can be read"),
        ("PATCH", "/tokens/A-1", '{"marks": {"\\ud800": 1}}', r"document: '\ud800' is not text in whole"),
        ("PATCH", "/tokens/A-1", '{"marks": {"a": "\\udfff"}}', r"document: '\udfff' is not text in whole"),
        ("PATCH", "/tokens/A-1", '{"\\ud800": 1}', r"document: '\ud800' is not text in whole"),
        ("PATCH", "/tokens/A-1", f'{{"marks": {{"a": {"[" * 40}{"]" * 40}}}}}', "is not at most 32 arrays"),
        ("PUT", "/tokens/A-2", '{"at": "C1", "marks": {"a": 1e999}}', "document: '1e999' is not a number"),
        ("PUT", "/areas/x", '{"terrain": "smoke", "cells": ["\\ud800"]}', "is not text in whole characters"),
        ("POST", "/chat", '{"author": "Ann", "text": "\\ud800"}', r"'\ud800' is not text in whole"),
        (
            "POST",
            "/ask",
            '{"ask": "los", "who": "A-1", "target": "\\ud83d"}',
            "is not text in whole characters",
        ),
        ("POST", "/ask", '{"ask": "los", "who": "A-1", "target_px": [1e999, 0]}', "document: inf is not"),
    ],
)
def test_infinite_numbers_lone_surrogates_and_deep_nesting_are_refused_and_the_scene_stays_as_it_was(
    served: Served, method: str, path: str, body: str, sentence: str
) -> None:
    before = scene(served)
    headers = {"Content-Type": "application/json"}
    answer = requests.request(method, served.scene_url + path, data=body, headers=headers, timeout=PATIENCE_S)
    refused(answer, 422, sentence)
    assert scene(served) == before


def test_an_area_whose_outline_crosses_itself_or_that_lies_off_the_board_is_refused(served: Served) -> None:
    before = scene(served)
    crossing: dict[str, Json] = {"terrain": "smoke", "polygon_px": [[0, 0], [100, 100], [100, 0], [0, 100]]}
    refused(served.send("PUT", "/areas/x", crossing), 422, "polygon_px: its outline crosses itself")
    refused(served.send("PUT", "/areas/x", {"terrain": "smoke", "cells": ["Z99"]}), 422, "Z99")
    assert scene(served) == before
    assert served.send("POST", "/ask", {"ask": "field", "who": "A-1"}).status_code == 200


def test_a_token_without_type_or_side_or_of_a_unit_already_there_is_refused(served: Served) -> None:
    before = scene(served)
    refusals: tuple[tuple[Json, str], ...] = (
        ({"at": "C3"}, "token A-2: no unit of Last Hundred Yards is called ''"),
        ({"at": "C3", "unit": {"type": SQUAD}}, "token A-2: it belongs to no side; give it one"),
        ({"at": "C3", "side": "US", "unit": {"type": SQUAD, "id": "A-1"}}, "'A-1' stands on the scene twice"),
    )
    for token, sentence in refusals:
        refused(served.send("PUT", "/tokens/A-2", token), 422, sentence)
    assert scene(served) == before
    assert served.send("POST", "/ask", {"ask": "field", "who": "A-1"}).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "body", "sentence"),
    [
        ("POST", "/ask", {"ask": None}, "ask is missing; wanted a text"),
        (
            "POST",
            "/ask",
            {"ask": "field", "who": "A-1", "mode": "x"},
            "question.mode: 'x' is not wanted; field",
        ),
        ("PATCH", "/tokens/A-1", {"to_px": "a"}, "to_px: 'a' is not a list"),
        ("PATCH", "/tokens/A-1", {"to_px": [1]}, "to_px[1] is missing"),
        ("PATCH", "/tokens/A-1", {"hidden": 7}, "hidden: 7 is not true or false"),
        ("POST", "/game/go", {"side": "US", "units": []}, "units: [] is not a list of at least 1"),
        ("POST", "/game/go", {"side": "US", "units": ["a", 3]}, "units[1]: 3 is not a text"),
        (
            "POST",
            "/game/go",
            {"side": "US", "units": ["a"], "to": "x" * 51},
            "is not a text of at most 50 characters",
        ),
        (
            "POST",
            "/game/actions",
            {"side": "US", "action": True},
            "action: true is not a whole number, a text or an",
        ),
    ],
)
def test_a_field_of_the_wrong_type_is_refused_in_plain_words(
    served: Served, method: str, path: str, body: Json, sentence: str
) -> None:
    refused(served.send(method, path, body), 422, sentence)


def test_chat_commands_are_answered_to_the_seat_that_gave_them_alone(served: Served) -> None:
    for words in ("Hello!", "!los A-1 > G-1", "!los A-1 > H-7", "!fly"):
        served.send("POST", "/chat", {"author": "Ann", "text": words}, {"seat": "US"})
    lines = [(line["author"], line["to"], line["text"]) for line in served.get("/chat").json()["lines"]]
    assert [line[:2] for line in lines] == [("US", ""), *[("US", "US"), ("Umpire", "US")] * 3]
    assert lines[2][2].startswith("LOS A-1 to G-1: LOS blocked.")
    assert lines[4][2].startswith("no unit or place named 'H-7'")
    assert lines[6][2] == "no command !fly; !help lists them all"
    (laid,) = served.store.scene(served.scene_id).overlays
    assert laid.to == "US"
    assert served.get("/chat?seat=Germans").json()["lines"][1:] == []


@pytest.mark.parametrize(("after", "status"), [(2**63 - 1, 200), (2**63, 422), (10**40, 422), (-1, 422)])
def test_the_chat_is_read_after_any_line_number_of_64_bits_and_no_other(
    served: Served, after: int, status: int
) -> None:
    assert served.get(f"/chat?after={after}").status_code == status


def test_a_method_that_a_route_lacks_is_405_with_the_allowed_ones_in_a_header(served: Served) -> None:
    answer = served.send("PATCH", "", {})
    assert (answer.status_code, "GET" in answer.headers["Allow"]) == (405, True)


def test_a_write_for_a_stale_revision_is_409_with_the_revision_of_now(served: Served) -> None:
    served.send("PATCH", "/tokens/A-1", {"to": "A1"})
    before = scene(served)
    for answer in (
        served.send("PATCH", "/tokens/A-1", {"to": "A3"}, {"revision": "1"}),
        served.put_png("/overlays/mine", png(), {"revision": "1"}),
        served.send("POST", "/chat", {"author": "Umpire", "text": "No."}, {"revision": "1"}),
        served.send("DELETE", "/tokens/A-1", None, {"revision": "1"}),
    ):
        refused(answer, 409, "The scene has changed since revision 1 and is at 2 now; read it")
        assert answer.json()["revision"] == "2"
    assert scene(served) == before


def test_a_request_repeated_with_its_op_id_is_carried_out_once(served: Served) -> None:
    for _ in range(2):
        answer = served.send("POST", "/chat", {"author": "Ann", "text": "Hello."}, {"op_id": "o1"})
        assert answer.status_code == 201
        served.send("PATCH", "/tokens/A-1", {"to": "A1"}, {"op_id": "o2", "revision": "1"})
    assert len(served.get("/chat").json()["lines"]) == 1
    assert scene(served)["source"]["revision"] == "2"


def test_an_overlay_is_kept_to_the_byte_and_changed_or_removed_by_its_owner_alone(served: Served) -> None:
    picture = png(30, 20)
    laid = {"x_px": "5", "y_px": "6", "title": "mine", "owner": "Ann"}
    assert served.put_png("/overlays/mine", picture, laid).status_code == 200
    answer = served.get("/overlays/mine")
    assert (answer.content, answer.headers["Content-Type"]) == (picture, "image/png")
    (overlay,) = scene(served)["overlays"]
    assert (overlay["at_px"], overlay["size_px"], overlay["owner"]) == ([5, 6], [30, 20], "Ann")
    refused(served.put_png("/overlays/mine", picture), 403, "'mine' was laid by Ann")
    refused(served.send("DELETE", "/overlays/mine"), 403, "'mine' was laid by Ann")
    assert served.send("DELETE", "/overlays/mine", None, {"owner": "Ann"}).status_code == 200
    assert scene(served)["overlays"] == []


def test_pictures_that_are_no_png_or_too_large_or_misfit_are_refused(served: Served) -> None:
    refused(served.put_png("/overlays/x", b"hello"), 422, "overlay: b'hello' is not a PNG")
    refused(served.put_png("/overlays/x", bomb(60_000, 60_000)), 422, "60000 x 60000 px' is not at most")
    refused(served.put_png("/overlays/x", png(), {"x_px": "nan"}), 422, "x_px: ")
    refused(
        served.put_png("/overlays/x", png(), {"legend": "red is bad"}),
        422,
        "legend: 'red is bad' is not a colour",
    )
    refused(served.put_png("/overlays/a.b", png()), 422, "tag: 'a.b' is not at most 100 letters")
    refused(served.put_png("/map", png(3, 3)), 422, "map: '3 x 3 px' is not ")
    assert scene(served)["overlays"] == []


def test_a_body_that_is_too_large_is_refused_before_it_is_read(served: Served) -> None:
    head = {"Content-Length": str(200 * 2**20), "Content-Type": "image/png"}
    prepared = requests.Request("PUT", f"{served.scene_url}/overlays/x", headers=head).prepare()
    prepared.headers["Content-Length"] = str(200 * 2**20)
    with requests.Session() as session:
        refused(session.send(prepared, timeout=PATIENCE_S), 413, f"larger than the {MOST_BYTES} bytes")
    parts = (b"\0" * 2**20 for _ in range(MOST_BYTES // 2**20 + 2))
    try:
        answer = requests.put(f"{served.scene_url}/overlays/x", data=parts, timeout=PATIENCE_S)
    except requests.ConnectionError:
        return  # the table hung up while we were still sending
    assert answer.status_code == 413


def test_an_area_of_forest_blocks_los_and_is_drawn_until_it_is_removed(served: Served) -> None:
    before = ElementTree.fromstring(served.get("/markers.svg").content)
    served.send("PUT", "/areas/w", {"terrain": "forest", "cells": ["B3"]})
    answer = served.send("POST", "/ask", {"ask": "los", "who": "A-1", "target": "T-1"})
    assert "LOS blocked" in answer.json()["sentence"]
    assert "B3" in answer.json()["sentence"]
    after = ElementTree.fromstring(served.get("/markers.svg").content)
    width, height = scene(served)["size_px"]
    assert before.get("viewBox") == after.get("viewBox") == f"0 0 {width} {height}"
    drawn = [[element.get("data-place") for element in picture.iter()] for picture in (before, after)]
    assert ["B3" in places for places in drawn] == [False, True]
    served.send("DELETE", "/areas/w")
    answer = served.send("POST", "/ask", {"ask": "los", "who": "A-1", "target": "T-1"})
    assert "clear LOS" in answer.json()["sentence"]


def test_an_answer_comes_with_its_ruling_and_leaves_overlay_chat_line_and_journal_entry(
    served: Served,
) -> None:
    answer = served.send("POST", "/ask", {"ask": "los", "who": "A-1", "target": "G-1"})
    told = answer.json()
    assert answer.status_code == 200
    assert told["sentence"].startswith("LOS A-1 to G-1: LOS blocked.")
    assert (told["ruling"]["format"], told["ruling"]["verdict"]["visibility"]) == (
        "blindhex-ruling/1",
        "blocked",
    )
    assert "LHY 4.2.1a" in told["rules"]
    assert [overlay["tag"] for overlay in scene(served)["overlays"]] == ["blindhex-answer"]
    (line,) = served.get("/chat").json()["lines"]
    assert line["rules"] == told["rules"]
    first, entry = map(json.loads, served.get("/journal").text.splitlines())
    assert first["format"] == "blindhex-log/1"
    assert (entry["event"], entry["revision"], entry["ruling"]) == ("asked", "1", told["ruling"])


def test_a_point_of_the_map_is_the_hex_it_lies_in(served: Served) -> None:
    x, y = piece(served, "G-1")["at_px"]
    answer = served.send("POST", "/ask", {"ask": "los", "who": "A-1", "target_px": [x + 20, y + 20]})
    assert answer.json()["ruling"]["question"] == "LOS A-1 to F2"


def test_los_from_a_point_of_the_map_is_los_from_its_hex(served: Served) -> None:
    x, y = piece(served, "A-1")["at_px"]
    line: Json = {"ask": "los", "who_px": [x + 9, y - 9], "target": "G-1"}
    told = served.send("POST", "/look", line).json()["ruling"]
    assert told["question"] == "LOS A2 to G-1"
    by_name = served.send("POST", "/look", {"ask": "los", "who": "A2", "target": "G-1"}).json()["ruling"]
    assert told["verdict"] == by_name["verdict"]


def test_a_table_posted_with_a_question_is_answered_by_operations_for_it(served: Served) -> None:
    document = scene(served)
    document["source"] = {"vtt": "tts", "scene": "elsewhere", "revision": "abc"}
    body = {"table": document, "question": {"ask": "los", "who": "A-1", "target": "G-1", "id": "q1"}}
    answer = requests.post(f"{served.url}/api/umpire", json=body, timeout=PATIENCE_S)
    put, say = answer.json()["operations"]
    assert (put["op"], put["revision"], put["owner"]) == ("overlay.put", "abc", "blindhex")
    assert Image.open(BytesIO(b64decode(put["png_base64"]))).size == tuple(document["size_px"])
    assert (say["op"], say["rules"]) == ("say", ["LHY 4.2.1a"])
    assert requests.post(f"{served.url}/api/umpire", json=body, timeout=PATIENCE_S).json() == answer.json()
    for side in ("US", "us"):
        question = {"ask": "los", "who": "A-1", "target": "G-1", "side": side}
        asked = {"table": document, "question": question}
        told = requests.post(f"{served.url}/api/umpire", json=asked, timeout=PATIENCE_S)
        assert {one["to"] for one in told.json()["operations"]} == {"US"}
    assert scene(served)["overlays"] == []
    for wrong, sentence in (
        ({"table": document}, "question is missing"),
        ({"table": document, "question": 7}, "question: 7 is not an object"),
        ({"table": {**document, "format": "x"}, "question": body["question"]}, "format: 'x' is not"),
        (
            {
                "table": {**document, "game": {**document["game"], "sides": ["US"]}},
                "question": body["question"],
            },
            ".side: 'Germans' is not one of the sides of the game: US",
        ),
    ):
        refused(requests.post(f"{served.url}/api/umpire", json=wrong, timeout=PATIENCE_S), 422, sentence)


def test_a_scene_put_as_a_document_is_stored_drawn_and_listed_behind_the_open_one(served: Served) -> None:
    document = scene(served)
    document["source"]["scene"] = "second"
    url = f"{served.url}/api/scenes/second"
    assert requests.put(url, json=document, timeout=PATIENCE_S).json() == {"revision": "1"}
    again = requests.get(url, timeout=PATIENCE_S).json()
    assert (again["pieces"], again["game"], again["overlays"]) == (document["pieces"], document["game"], [])
    size = again["size_px"]
    drawn = requests.get(f"{url}/map", timeout=PATIENCE_S).content
    assert png_size_px(drawn, "map") == tuple(size), "its board is drawn"
    assert requests.get(f"{url}/map.svg", timeout=PATIENCE_S).headers["Content-Type"] == "image/svg+xml"
    assert requests.put(f"{url}/map", data=png(*size), timeout=PATIENCE_S).status_code == 200
    assert requests.get(f"{url}/map", timeout=PATIENCE_S).content == png(*size)
    refused(
        requests.get(f"{url}/map.svg", timeout=PATIENCE_S), 404, "no map drawn from the board named 'second'"
    )
    refused(
        requests.put(f"{served.url}/api/scenes/third", json=document, timeout=PATIENCE_S), 422, "is not third"
    )
    document["game"]["board"] = "atlantis"
    refused(requests.put(url, json=document, timeout=PATIENCE_S), 404, "no board named 'atlantis'")
    assert requests.post(f"{served.scene_url}/open", timeout=PATIENCE_S).status_code == 200
    scenes = requests.get(f"{served.url}/api/scenes", timeout=PATIENCE_S).json()["scenes"]
    assert [listed["id"] for listed in scenes] == ["small-fight", "second"]


def test_the_api_lists_the_books_and_the_roster_of_each(served: Served) -> None:
    books = requests.get(f"{served.url}/api/rulesets", timeout=PATIENCE_S).json()["rulesets"]
    assert "activation" in next(book["modes"] for book in books if book["id"] == "lhy")
    roster = requests.get(f"{served.url}/api/rulesets/lhy/roster", timeout=PATIENCE_S).json()
    assert SQUAD in {line["id"] for line in roster["units"]}
    assert "activation" in roster["modes"]
    refused(
        requests.get(f"{served.url}/api/rulesets/chess/roster", timeout=PATIENCE_S),
        404,
        "no ruleset named 'chess'",
    )


def test_the_findings_on_a_posted_board_or_scenario_are_listed(served: Served) -> None:
    square = [[[9, 9], [19, 9], [19, 19], [9, 9]]]
    hill = {"id": "knoll", "terrain": "hill", "shape": {"type": "Polygon", "coordinates": square}}
    board = {"format": "blindhex-board/1", "name": "K", "ground": "table", "width_in": 48, "depth_in": 48}

    def findings(document: dict[str, Any]) -> list[dict[str, Any]]:
        answer = requests.post(f"{served.url}/api/findings", json=document, timeout=PATIENCE_S)
        found: list[dict[str, Any]] = answer.json()["findings"]
        return found

    read, advice = findings({**board, "pieces": [hill]})
    assert (read["is_well"], read["is_advice"]) == (True, False)
    assert (advice["is_well"], advice["is_advice"]) == (True, True)
    assert advice["sentence"].startswith("pieces[knoll].level: 0 leaves it to the book")
    (wrong,) = findings({**board, "width_in": 0})
    assert wrong["is_well"] is False
    scenario = {
        "format": "blindhex-scenario/1", "name": "S", "ruleset": "kgn", "board": "no-board.json", "sides": ["a", "b"],
        "units": [], "length": {"turns": 3}, "house": "secrets.json",
    }  # fmt: skip
    assert [finding["is_well"] for finding in findings(scenario)] == [False]
    assert "no file beside it" in findings({**scenario, "board": board})[0]["sentence"]


def test_a_request_whose_host_header_is_not_this_machine_is_refused(served: Served) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", ""):
        answer = requests.get(f"{served.url}/api", headers={"Host": host}, timeout=PATIENCE_S)
        refused(answer, 400, "host: ask for this table by its address, or as localhost")
    for host in ("localhost:1234", "LOCALHOST", "127.0.0.1", "[::1]:8642"):
        answer = requests.get(f"{served.url}/api", headers={"Host": host}, timeout=PATIENCE_S)
        assert answer.status_code == 200


def test_a_table_on_the_network_answers_its_own_name_and_addresses_and_no_foreign_name() -> None:
    """A page of evil.example that has its own name lead to this machine would be one of the table's to a browser."""
    names = names_of("0.0.0.0")
    assert gethostname().lower() in names
    with serving(Store(":memory:"), Umpire(RULESETS, bundled_board), "0.0.0.0") as url:
        for host, status in (("evil.example", 400), ("192.168.0.7", 200), (gethostname(), 200)):
            answer = requests.get(f"{url}/api", headers={"Host": host}, timeout=PATIENCE_S)
            assert answer.status_code == status


def test_a_table_can_be_served_at_an_ipv6_address() -> None:
    with serving(Store(":memory:"), Umpire(RULESETS, bundled_board), "::1") as url:
        assert url.startswith("http://[::1]:")
        assert requests.get(f"{url}/api", timeout=PATIENCE_S).json()["vtt"] == "local"


def test_the_openapi_document_describes_every_operation_and_lists_the_questions(served: Served) -> None:
    described = requests.get(f"{served.url}/openapi.json", timeout=PATIENCE_S).json()
    schemas = described["components"]["schemas"]
    asked = schemas["AskedWords"]["properties"]
    assert all(ask in asked["ask"]["description"] for ask in Asks)
    assert all(word in asked["mode"]["description"] for word in (*Purpose, *TIMES, EVERYWHERE))
    assert "piece" in schemas["Table"]["$defs"]
    undescribed = [
        f"{method} {path}"
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
        if not operation.get("description")
    ]
    assert undescribed == []
    for ref in _refs(described):
        part: Any = described
        for step in ref.removeprefix("#/").split("/"):
            part = part[step]


def _refs(part: Any) -> list[str]:
    if isinstance(part, dict):
        own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
        return own + [ref for value in part.values() for ref in _refs(value)]
    return [ref for value in part for ref in _refs(value)] if isinstance(part, list) else []
