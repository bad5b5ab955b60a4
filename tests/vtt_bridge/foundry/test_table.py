"""A Foundry scene as a table: overlays, chat, moves and marks, with every fault of the relay, and nothing of others touched."""

from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.errors import BadInput, Unknown
from tests.vtt_bridge.foundry.relay import Fault, Relay
from tests.vtt_bridge.web.test_png_check import bomb, png
from vtt_bridge.errors import BadAnswer, NoAnswer, Refused, Stale
from vtt_bridge.foundry.foundry_table import FoundryTable
from vtt_bridge.foundry.link import NotAllowed
from vtt_bridge.foundry.scenes import Seating
from vtt_bridge.port.virtual_table import ClearOverlay, MarkPiece, MovePiece, Overlay, PutOverlay, Say, Scene

OVERLAY = Overlay("blindhex-x", "x <b>", (1, 2), (6, 4), revision="r")


def put(op_id: str = "o1", revision: str | None = None, picture: bytes = b"") -> PutOverlay:
    return PutOverlay(op_id, OVERLAY, picture or png(6, 4), revision)


def unit(scene: Scene, unit_id: str) -> str:
    return next(token.id for token in scene.tokens if token.unit["id"] == unit_id)


def tiles(relay: Relay) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = relay.world.scene["tiles"]
    return found


def test_an_overlay_is_uploaded_and_shown_on_one_tile_that_is_replaced_in_place(
    relay: Relay, table: FoundryTable
) -> None:
    now = table.read_scene().source.revision
    table.lay(put("o1", now))
    (tile,) = tiles(relay)
    path, _, version = tile["texture"]["src"].partition("?v=")
    assert b64decode(relay.world.files[path].partition(",")[2]) == png(6, 4)
    assert (tile["x"], tile["y"], tile["width"], tile["height"], tile["locked"]) == (1, 2, 6, 4, True)
    table.lay(put("o2", now, png(7, 4)))
    (second,) = tiles(relay)
    assert second["_id"] == tile["_id"]
    assert second["texture"]["src"].partition("?v=")[2] != version
    assert table.read_scene().overlays[0].digest == second["flags"]["blindhex"]["digest"]
    assert table.read_scene().source.revision == now
    table.lay(ClearOverlay("o3", "blindhex-x", now))
    assert tiles(relay) == []


def test_an_answer_checks_the_revision_once_until_the_scene_changes(
    relay: Relay, table: FoundryTable
) -> None:
    now = table.read_scene().source.revision
    relay.requests.clear()
    table.lay(put("o1", now))
    table.say(Say("o2", "the words", revision=now))
    assert relay.requests.count(("GET", "/scene")) == 1
    relay.world.scene["tokens"][0]["x"] += 300
    with pytest.raises(Stale):
        table.say(Say("o3", "words of before the move", revision=now))


def test_tiles_of_others_are_neither_replaced_nor_removed(relay: Relay, table: FoundryTable) -> None:
    theirs = {"x": 0, "y": 0, "flags": {"blindhex": {"tag": "blindhex-x", "owner": "Ann"}}}
    relay.world.create("tiles", "", theirs)
    relay.world.create("tiles", "", {"x": 5, "y": 5})
    before = [dict(tile) for tile in tiles(relay)]
    with pytest.raises(Refused, match=r"overlay: 'blindhex-x' on tile .* was laid by somebody else"):
        table.lay(put())
    table.lay(ClearOverlay("o3", "blindhex-x"))
    assert tiles(relay) == before
    assert relay.world.files == {}


def test_a_tile_whose_answer_was_lost_is_not_made_twice(relay: Relay, table: FoundryTable) -> None:
    relay.faults = [Fault("POST", "/canvas/tiles", "lost"), Fault("POST", "/upload", "lost")]
    table.lay(put())
    assert len(tiles(relay)) == 1


def test_a_tile_that_was_not_made_is_reported_and_made_on_the_next_attempt(
    relay: Relay, table: FoundryTable
) -> None:
    relay.faults = [Fault("POST", "/canvas/tiles", "late")]
    with pytest.raises(NoAnswer):
        table.lay(put())
    assert tiles(relay) == []
    table.lay(put())
    assert len(tiles(relay)) == 1


def test_duplicate_own_tiles_are_reduced_to_one(relay: Relay, table: FoundryTable) -> None:
    for _ in range(2):
        ours = {"x": 0, "y": 0, "flags": {"blindhex": {"tag": "blindhex-x", "owner": "blindhex"}}}
        relay.world.create("tiles", "", ours)
    table.lay(put())
    assert len(tiles(relay)) == 1


def test_chat_text_with_markup_is_escaped(relay: Relay, table: FoundryTable) -> None:
    table.say(Say("o1", "LOS <img src=x onerror=alert(1)> & co: blocked.\n- Woods.", ("LHY 4.2",)))
    (message,) = relay.world.chat
    assert message["content"] == (
        '<div data-blindhex="o1"><strong>LOS &lt;img src=x onerror=alert(1)&gt; &amp; co: blocked.</strong>'
        "<br>- Woods.</div>"
    )
    assert (message["whisper"], message["alias"]) == ([], "Umpire")


def test_a_line_for_one_side_is_whispered_to_its_players_or_refused_without_any(relay: Relay) -> None:
    table = FoundryTable(relay.link(), seating=Seating(players={"us": ("ann", "bob")}))
    table.say(Say("o1", "No LOS.", to="us"))
    assert relay.world.chat[0]["whisper"] == ["ann", "bob"]
    with pytest.raises(
        Refused, match="side 'ge' has no players to whisper to; name them with --player ge=USER"
    ):
        table.say(Say("o2", "No LOS.", to="ge"))
    relay.world.scene["flags"]["blindhex"]["players"] = {"ge": ["eve"]}
    table.say(Say("o2", "No LOS.", to="ge"))
    assert relay.world.chat[1]["whisper"] == ["eve"]


def test_a_chat_line_whose_answer_was_lost_is_not_repeated(relay: Relay, table: FoundryTable) -> None:
    relay.faults = [Fault("POST", "/chat", "lost")]
    table.say(Say("o1", "No LOS."))
    assert len(relay.world.chat) == 1
    relay.faults = [Fault("POST", "/chat", "late")]
    with pytest.raises(NoAnswer):
        table.say(Say("o2", "No LOS."))
    assert len(relay.world.chat) == 1


def test_an_operation_repeated_with_its_op_id_is_carried_out_once(relay: Relay, table: FoundryTable) -> None:
    token = unit(table.read_scene(), "ge.stug.1")
    for _ in range(2):
        table.lay(put())
        table.say(Say("o2", "Moved."))
        table.move(MovePiece("o3", token, (300, 300)))
        table.mark(MarkPiece("o4", token, {"disrupted": True}))
    assert [len(tiles(relay)), len(relay.world.chat)] == [1, 1]
    assert sum(request == ("PUT", "/canvas/tokens") for request in relay.requests) == 2


def test_a_token_is_moved_turned_and_marked_and_keeps_the_rest(table: FoundryTable) -> None:
    scene = table.read_scene()
    token = scene.token(unit(scene, "ge.stug.1"))
    to = scene.token(unit(scene, "us.mg.1")).position_px
    table.move(MovePiece("o1", token.id, to, 90.0, scene.source.revision))
    table.mark(MarkPiece("o2", token.id, {"disrupted": True}))
    assert table.read_scene().token(token.id) == replace(
        token, position_px=to, facing_deg=90.0, marks={"disrupted": True}
    )
    with pytest.raises(Unknown, match="no token named 'nobody'"):
        table.move(MovePiece("o3", "nobody", to))


def test_a_token_that_a_wall_stops_stays_and_the_move_is_refused(relay: Relay, table: FoundryTable) -> None:
    relay.world.stops_tokens = True
    token = table.read_scene().tokens[0]
    with pytest.raises(
        Refused, match=r"Foundry stopped .* on its way, as from version 13 on it does at a wall"
    ):
        table.move(MovePiece("o1", token.id, (1, 1), 90.0))
    assert table.read_scene().token(token.id).position_px == pytest.approx(token.position_px, abs=1)


def test_a_write_for_a_stale_revision_is_refused_and_nothing_is_written(
    relay: Relay, table: FoundryTable
) -> None:
    scene = table.read_scene()
    relay.world.scene["tokens"][3]["x"] += 96
    writes: list[Callable[[], None]] = [
        lambda: table.lay(put("o1", scene.source.revision)),
        lambda: table.say(Say("o2", "No LOS.", revision=scene.source.revision)),
        lambda: table.move(MovePiece("o3", scene.tokens[0].id, (1, 1), revision=scene.source.revision)),
        lambda: table.mark(MarkPiece("o4", scene.tokens[0].id, {}, scene.source.revision)),
    ]
    for write in writes:
        with pytest.raises(Stale, match="read it and ask again"):
            write()
    assert {method for method, _ in relay.requests} == {"GET"}


def test_a_changed_region_changes_the_revision(relay: Relay, table: FoundryTable) -> None:
    before = table.read_scene().source.revision
    relay.world.scene["regions"][0]["shapes"][0]["points"][0] += 1
    assert table.read_scene().source.revision != before


def test_a_scene_is_found_by_id_or_name_or_is_the_active_one(relay: Relay) -> None:
    scene_id = relay.world.active
    assert FoundryTable(relay.link(), scene_id).read_scene().name == "Mill Crossing"
    assert FoundryTable(relay.link(), "Mill Crossing").read_scene().source.scene == scene_id
    with pytest.raises(Unknown, match="no scene named 'Nowhere'"):
        FoundryTable(relay.link(), "Nowhere").read_scene()
    with pytest.raises(NotAllowed, match="does not know the key"):
        FoundryTable(relay.link(key="x"), "Nowhere").read_scene()


def test_a_picture_that_is_no_png_or_too_large_is_not_uploaded(relay: Relay, table: FoundryTable) -> None:
    large = b"\x89PNG\r\n\x1a\n" + b"0" * (200 * 2**20)
    for picture in (b"GIF89a", bomb(60000, 60000), large):
        with pytest.raises(BadInput, match="overlay"):
            table.lay(put(picture=picture))
    assert {method for method, _ in relay.requests} == {"GET"}


def test_an_upload_answered_without_a_path_is_refused_and_no_tile_made(
    relay: Relay, table: FoundryTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay.world, "upload", lambda _: 7)
    with pytest.raises(BadAnswer, match="answered to an upload without a path"):
        table.lay(put())
    assert tiles(relay) == []
