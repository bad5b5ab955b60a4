"""A room of PlanarAlly over real Socket.IO: reading, overlays, moves and marks, each write read back."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from math import pi
from random import Random
from threading import Thread
from typing import Any

import pytest
from PIL import Image

from rules.errors import BadInput, Unknown
from rules.ground.hex.hexes import Hex
from tests.vtt_bridge.planarally.rooms import CROSSING, UMPIRE, crossing_room, hex_px, link, shape, table
from tests.vtt_bridge.planarally.server import Room, picture_of, serving
from tests.waiting import PATIENCE_S, wait_until
from vtt_bridge.errors import BadAnswer, BadScene, NoAnswer, Refused, Stale, Unreachable
from vtt_bridge.local_table.in_process_table import InProcessTable
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.planarally.chat_loop import run
from vtt_bridge.planarally.chat_text import ruling_in_markdown
from vtt_bridge.planarally.link import LEFT, RoomLink, room_address
from vtt_bridge.planarally.shapes import area_seen
from vtt_bridge.port.calibration import place_px
from vtt_bridge.port.virtual_table import ClearOverlay, MarkPiece, MovePiece, Overlay, PutOverlay, Say
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.questions import question_of
from vtt_bridge.umpire.umpire import Answer


@pytest.fixture
def room() -> Iterator[Room]:
    with serving(crossing_room()) as served:
        yield served


@pytest.fixture
def at(room: Room) -> Iterator[RoomLink]:
    entered = link(room)
    yield entered
    entered.leave()


def png(width: int = 9, height: int = 7, colour: str = "red") -> bytes:
    written = BytesIO()
    Image.new("RGBA", (width, height), colour).save(written, "PNG")
    return written.getvalue()


def put(op_id: str, revision: str | None, tag: str = "blindhex-los", colour: str = "red") -> PutOverlay:
    return PutOverlay(
        op_id,
        Overlay(tag, "LOS", (0.0, 0.0), (9.0, 7.0), revision=revision or ""),
        png(colour=colour),
        revision,
    )


def local(asked: dict[str, str]) -> tuple[Answer, str]:
    """The answer to the same question at the local table, and its line of chat."""
    store = Store(":memory:")
    own = InProcessTable(store, open_scenario(store, CROSSING))
    answer = UMPIRE.ask(own, question_of(asked))
    (line,) = store.chat.lines(own._scene_id)
    return answer, line.text


@pytest.mark.parametrize(
    "asked",
    [
        {"ask": "los", "who": "us.mg.1", "target": "ge.1kp.1.squad.1"},
        {"ask": "field", "who": "ge.stug.1"},
        {"ask": "reach", "who": "us.able-tank.1.1"},
        {"ask": "range", "who": "ge.pak40.3"},
    ],
)
def test_rulings_are_those_of_the_local_table_word_for_word(
    room: Room, at: RoomLink, asked: dict[str, str]
) -> None:
    answer, words = local(asked)
    here = UMPIRE.ask(table(at), question_of(asked))
    assert str(here.ruling) == str(answer.ruling)
    wait_until(lambda: bool(room.said), "nothing is said in the chat")
    assert [line["data"] for line in room.said] == [[ruling_in_markdown(words)]]
    (laid,) = room.layer("draw")
    assert (laid["type_"], laid["name"]) == ("assetrect", "blindhex-answer")


def test_the_overlay_covers_the_map_and_its_hexes_to_the_pixel(room: Room, at: RoomLink) -> None:
    laid_table = table(at)
    UMPIRE.ask(laid_table, question_of({"ask": "reach", "who": "us.able-tank.1.1"}))
    (laid,) = room.layer("draw")
    picture = Image.open(BytesIO(room.assets[laid["assetHash"]]))
    assert picture.size == (laid["width"], laid["height"]) == (900, 700)
    assert (laid["x"], laid["y"]) == (0, 0)
    frame = laid_table.read_scene().frame
    for label in ("A1", "B1", "I6", "Q10"):
        place = Hex.named(label)
        assert place_px(frame, CROSSING.board, place) == pytest.approx(hex_px(place), abs=1e-9)


def test_the_location_is_read_whatever_the_order_of_its_events(room: Room, at: RoomLink) -> None:
    seen = table(at).read_scene()
    room.faults.backwards = True
    again = table(at).read_scene()
    assert again == seen
    assert (len(seen.tokens), len(seen.areas), seen.name) == (
        len(CROSSING.units),
        len(CROSSING.markers),
        "Mill",
    )
    tank = seen.token("u06")
    assert (tank.facing_deg, tank.size_px, tank.side) == (300, 50, "ge")
    assert dict(tank.unit) == {"id": "ge.stug.1", "type": "ge.stug.1", "conditions": ["in_motion"]}


def test_an_invisible_shape_is_read_only_in_an_open_game(room: Room, at: RoomLink) -> None:
    room.layer("tokens")[0]["is_invisible"] = True
    assert "u00" not in [token.id for token in table(at).read_scene().tokens]
    assert table(at, is_open=True).read_scene().token("u00").hidden


@pytest.mark.parametrize("uuid", ["u00", "u06"])
def test_a_move_places_a_shape_by_its_middle_turns_it_and_is_sent_once(
    room: Room, at: RoomLink, uuid: str
) -> None:
    laid_table = table(at)
    to_px = hex_px(Hex.named("D5"))
    for _ in range(2):
        laid_table.move(MovePiece("m1", uuid, to_px, 120.0, laid_table.read_scene().source.revision))
    token = laid_table.read_scene().token(uuid)
    assert token.position_px == pytest.approx(to_px)
    assert token.facing_deg == 120
    assert room.heard.count("Shapes.Position.Update") == 1


def test_marks_are_stored_as_custom_data_changed_and_removed(at: RoomLink) -> None:
    laid_table = table(at)
    laid_table.mark(MarkPiece("k1", "u00", {"shaken": True, "hits": 2}))
    assert dict(laid_table.read_scene().token("u00").marks) == {"shaken": True, "hits": 2}
    laid_table.mark(MarkPiece("k2", "u00", {"shaken": None, "hits": 3}))
    assert dict(laid_table.read_scene().token("u00").marks) == {"hits": 3}
    assert dict(laid_table.read_scene().token("u00").unit)["type"] == "ge.1kp.1.squad.1"
    with pytest.raises(BadInput, match=r"marks\.hits: \{\} is not a text, a number, true or false"):
        laid_table.mark(MarkPiece("k3", "u00", {"hits": {}}))
    with pytest.raises(Unknown, match="no token named 'nobody'"):
        laid_table.mark(MarkPiece("k4", "nobody", {"hits": 1}))


def test_only_own_pictures_are_replaced_and_removed(room: Room, at: RoomLink) -> None:
    theirs = shape(
        "theirs", "assetrect", 0, 0, width=9, height=9, name="blindhex-los", said={"tag": "blindhex-los"}
    )
    room.layer("draw").append(theirs)
    laid_table = table(at)
    revision = laid_table.read_scene().source.revision
    laid_table.lay(put("o1", revision))
    laid_table.lay(put("o2", revision, colour="blue"))
    assert [overlay.tag for overlay in laid_table.read_scene().overlays] == ["blindhex-los"]
    assert len(room.layer("draw")) == 2
    laid_table.lay(ClearOverlay("o3", "blindhex-los"))
    assert room.layer("draw") == [theirs]


@pytest.mark.parametrize("is_release", [True, False])
def test_the_location_is_loaded_again_only_after_a_change_and_older_pictures_are_deleted(
    room: Room, at: RoomLink, is_release: bool
) -> None:
    room.is_release = is_release
    laid_table = table(at)

    def loads_of(number: int, who: str) -> int:
        room.heard.clear()
        UMPIRE.ask(laid_table, question_of({"ask": "field", "who": who, "id": f"q{number}"}))
        wait_until(lambda: "Chat.Add" in room.heard, "nothing is said in the chat")
        (laid,) = room.layer("draw")
        wait_until(partial(only_asset, room, picture_of(laid)), "older pictures were kept")
        return room.heard.count("Location.Load")

    assert [loads_of(number, who) for number, who in enumerate(("us.mg.1", "ge.mg.1"))] == [1, 0]
    room.somebody_looks_elsewhere()
    room.somebody_moves("u03", 5)
    wait_until(lambda: not at.is_quiet, "the move is not told")
    assert loads_of(3, "us.mg.1") == 1


def test_a_move_during_the_loading_of_a_location_is_noticed(room: Room, at: RoomLink) -> None:
    laid_table = table(at)
    before = laid_table.read_scene().token("u03").position_px
    room.faults.moving = "u03"
    laid_table = table(at)
    laid_table.read_scene()
    room.faults.moving = ""
    assert laid_table.read_scene().token("u03").position_px[0] == before[0] + 5


def test_an_account_that_is_no_dm_is_refused_and_lays_nothing(room: Room, at: RoomLink) -> None:
    room.role = 0
    with pytest.raises(Refused, match="umpire is no DM in Hill 621"):
        UMPIRE.ask(table(at), question_of({"ask": "field", "who": "us.mg.1"}))
    assert (room.layer("draw"), room.assets, room.said) == ([], {}, [])


def only_asset(room: Room, digest: str) -> bool:
    return [*room.assets] == [digest]


SMOKE = {"terrain": "smoke", "level": "1"}


def test_smoke_drawn_as_a_rectangle_or_circle_hinders_los(room: Room, at: RoomLink) -> None:
    x, y = hex_px(Hex.named("I5"))
    room.layer("map")[:] = []
    asked = {"ask": "los", "who": "us.mg.1", "target": "K5"}
    clear = str(UMPIRE.ask(table(at), question_of(asked)).ruling)
    for drawn in (
        shape("r", "rect", x - 10, y - 8, width=20, height=16, said=SMOKE),
        shape("c", "circle", x, y, radius=12, viewing_angle=None, said=SMOKE),
    ):
        room.layer("map")[:] = [drawn]
        hindered = str(UMPIRE.ask(table(at), question_of(asked)).ruling)
        assert hindered != clear
        assert "Smoke or mortar fire at I5 hinders" in hindered
    turned = shape("r", "rect", x - 10, y - 1, width=20, height=2, said=SMOKE) | {"angle": pi / 2}
    area = area_seen(turned)
    assert area is not None
    assert max(x_px for x_px, _ in area.polygon_px) == pytest.approx(x + 1)


@pytest.mark.parametrize(
    ("layer", "drawn", "told"),
    [
        ("map", shape("Fog", "line", 0, 0, x2=9, y2=9, said=SMOKE), r"shape 'Fog' \(line\) says its terrain"),
        (
            "map",
            shape("Fog", "polygon", 0, 0, vertices="[[9,9],[9,0]]", open_polygon=True, said=SMOKE),
            r"'Fog' \(open polygon\)",
        ),
        (
            "tokens",
            shape("Tiger", "text", 0, 0, said={"side": "ge"}),
            r"shape 'Tiger' \(text\) says its side",
        ),
        (
            "map",
            shape("Tiger", "rect", 0, 0, width=9, height=9, said={"side": "ge"}),
            "lies on the layer map; move it",
        ),
    ],
)
def test_a_shape_with_our_data_of_an_unreadable_kind_or_layer_is_refused_by_name(
    room: Room, at: RoomLink, layer: str, drawn: dict[str, Any], told: str
) -> None:
    room.layer(layer).append(drawn)
    with pytest.raises(BadScene, match=told):
        table(at).read_scene()


def test_a_large_picture_is_uploaded_in_slices(room: Room, at: RoomLink) -> None:
    written = BytesIO()
    noise = Random(7).randbytes(500 * 400 * 3)
    Image.frombytes("RGB", (500, 400), noise).save(written, "PNG")
    operation = replace(put("o1", None), png=written.getvalue())
    table(at).lay(operation)
    (laid,) = room.layer("draw")
    assert room.heard.count("Asset.Upload") == 3
    assert room.assets[laid["assetHash"]] == operation.png


def test_an_overlay_for_a_stale_revision_is_not_laid(room: Room, at: RoomLink) -> None:
    laid_table = table(at)
    revision = laid_table.read_scene().source.revision
    room.somebody_moves("u03", 5)
    wait_until(lambda: not at.is_quiet, "the move is not told")
    with pytest.raises(Stale):
        laid_table.lay(put("o1", revision))
    assert room.layer("draw") == []
    assert room.assets == {}


def test_an_answer_for_one_side_is_refused_as_nothing_can_be_whispered(room: Room, at: RoomLink) -> None:
    with pytest.raises(Refused, match="neither whisper to 'us' nor show it a picture alone"):
        table(at).say(Say("s1", "secret", to="us"))
    with pytest.raises(Refused, match="neither whisper to 'us' nor show it a picture alone"):
        UMPIRE.ask(table(at), question_of({"ask": "field", "who": "us.mg.1", "side": "us"}))
    assert (room.said, room.layer("draw"), room.assets) == ([], [], {})


def test_chat_text_is_stripped_of_markup_and_addresses() -> None:
    said = ruling_in_markdown("LOS <img src=x onerror=alert(1)> to http://x/y.png\n- [a](b) **c**")
    assert not set("<>[]`") & set(said)
    assert "http:" not in said
    assert said.startswith("**LOS ")
    assert said.count("**") == 2


def test_a_write_that_the_server_silently_drops_is_reported(room: Room, at: RoomLink) -> None:
    room.faults.dropped = {"Shapes.Position.Update", "Shape.CustomData.Add", "Shapes.Remove"}
    laid_table = table(at)
    with pytest.raises(BadAnswer, match="to a move of u00 by leaving it where it was"):
        laid_table.move(MovePiece("m1", "u00", (100.0, 100.0)))
    with pytest.raises(BadAnswer, match="to mark 'shaken' of u00 by not keeping it"):
        laid_table.mark(MarkPiece("k1", "u00", {"shaken": True}))
    laid_table.lay(put("o2", None))
    with pytest.raises(BadAnswer, match="to the removal of an older picture by keeping it"):
        laid_table.lay(ClearOverlay("o3", "blindhex-los"))
    room.faults.dropped = {"Shape.Add"}
    hasty = link(room, timeout_s=1.0)
    with pytest.raises(BadAnswer, match="to a picture by not showing it"):
        table(hasty).lay(put("o1", None))
    hasty.leave()


def test_a_request_without_an_answer_is_given_up_after_the_timeout(room: Room) -> None:
    room.faults.mute.add("Shape.Get")
    at = link(room, timeout_s=2.0)
    with pytest.raises(Unreachable, match=r"no answer to Shape\.Get within 2 s"):
        table(at).move(MovePiece("m1", "u00", (100.0, 100.0)))
    room.faults.mute = {"Location.Load"}
    with pytest.raises(Unreachable, match="no answer within 2 s"):
        table(at).read_scene()
    for mute in ({"Asset.Upload"}, {"Asset.Upload", "Asset.Upload.Limit"}):
        room.faults.mute = mute  # the second server does not know the question for its limits
        with pytest.raises(NoAnswer, match=r"it did not say that it keeps a picture of \d+ bytes"):
            table(at).lay(put("o1", None))
    assert room.layer("draw") == []
    at.leave()


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        ({"single": 40, "used": 0, "total": 0}, r"keeps no picture of \d+ bytes, as its limit is 40"),
        ({"single": 0, "used": 990, "total": 1000}, "the pictures of umpire take 990 of the 1000 bytes"),
    ],
)
def test_a_picture_beyond_the_upload_limits_is_refused_with_the_limit(
    room: Room, limits: dict[str, int], why: str
) -> None:
    room.limits = limits
    at = link(room, timeout_s=2)
    with pytest.raises(Refused, match=why):
        table(at).lay(put("o1", None))
    assert room.layer("draw") == []
    at.leave()


def test_the_upload_of_another_user_is_not_taken_for_ours(room: Room, at: RoomLink) -> None:
    room.faults.foreign_upload = True
    table(at).lay(put("o1", None))
    (laid,) = room.layer("draw")
    assert laid["assetId"] == 44


@pytest.mark.parametrize("after", [0, 2, 6], ids=["before", "within", "behind the floors"])
def test_a_location_sent_unasked_is_not_taken_for_the_answer(room: Room, at: RoomLink, after: int) -> None:
    """A DM moves the umpire to another location, of which it is told at the same time, and not of its settings."""
    room.faults.moved = after
    assert len(table(at).read_scene().tokens) == len(CROSSING.units)


def test_a_location_sent_too_late_is_not_taken_for_a_later_answer(
    room: Room,
) -> None:
    room.faults.late_s = 1.5
    at = link(room, timeout_s=1.0)
    laid_table = table(at)
    with pytest.raises(NoAnswer, match="no answer within 1 s"):
        laid_table.read_scene()
    wait_until(lambda: room.loaded, "the location is not told")
    before = laid_table.read_scene().token("u00")
    wait_until(lambda: room.loaded == 2, "the location is not told again")
    room.somebody_moves("u00", 50)
    wait_until(lambda: not at.is_quiet, "the move is not told")
    assert laid_table.read_scene().token("u00").position_px[0] == pytest.approx(before.position_px[0] + 50)
    at.leave()


def test_a_location_without_its_settings_is_refused(room: Room, at: RoomLink) -> None:
    room.faults.garbled = True
    with pytest.raises(BadAnswer, match="answered a location without its settings"):
        table(at).read_scene()


def test_after_a_broken_connection_the_next_read_logs_in_again(room: Room, at: RoomLink) -> None:
    laid_table = table(at)
    before = laid_table.read_scene()
    room.drop_everybody()
    assert list(at.events(5.0)) == [(LEFT, None)]
    with pytest.raises(Unreachable, match="the line broke"):
        laid_table.read_scene()
    assert laid_table.read_scene() == before
    assert room.logins == 2


@pytest.mark.usefixtures("hasty")
def test_floors_are_received_in_the_order_in_which_they_were_sent(room: Room, at: RoomLink) -> None:
    room.floors.extend({"name": f"floor {number}", "layers": []} for number in range(60))
    for _ in range(5):
        told = [given["name"] for event, given in at.load() if event == "Board.Floor.Set"]
        assert told == [floor["name"] for floor in room.floors]


def test_the_lowest_floor_is_read_unless_another_is_named(room: Room, at: RoomLink) -> None:
    room.floors.append({"name": "attic", "index": 1, "layers": []})
    room.viewed = "attic"
    assert len(table(at).read_scene().tokens) == len(CROSSING.units)
    assert table(at, floor="attic").read_scene().tokens == ()
    with pytest.raises(BadScene, match="floor: 'cellar' is not one of the floors: attic, ground"):
        table(at, floor="cellar").read_scene()


def test_a_wrong_password_and_a_room_not_joined_are_refused(room: Room) -> None:
    with pytest.raises(Refused, match="does not know umpire, or not with that password") as told:
        link(room, password="wrong").enter()
    assert "wrong" not in str(told.value).replace("wrong password", "")
    elsewhere = RoomLink(room.address.replace("ann", "eve"), "umpire", "secret", PATIENCE_S)
    with pytest.raises(
        Refused, match="the room eve/Hill 621 lets umpire not in; join it in the browser first"
    ):
        elsewhere.enter()


def test_an_address_where_nobody_listens_is_unreachable() -> None:
    with pytest.raises(Unreachable, match="nobody listens there"):
        RoomLink("http://127.0.0.1:9/game/ann/x", "umpire", "secret", 1.0).enter()


@pytest.mark.parametrize(
    "address", ["", "http://x", "http://u:p@x/game/a/b", "ftp://x/game/a/b", "http://[/game/a/b"]
)
def test_an_address_that_is_not_of_a_room_is_refused(address: str) -> None:
    with pytest.raises(BadInput, match="is not an address such as"):
        room_address(address)


def test_the_chat_loop_answers_removes_older_answers_and_reconnects(room: Room, at: RoomLink) -> None:
    told: list[str] = []
    over = False
    laid_table = table(at)
    thread = Thread(
        target=lambda: run(
            laid_table,
            at,
            ChatUmpire(UMPIRE),
            tell=told.append,
            is_over=lambda: over,
            poll_s=0.1,
            retry_s=0.05,
        )
    )
    thread.start()
    try:
        wait_until(lambda: "Location.Load" in room.heard, "the location is not loaded")
        room.somebody_says("<p>!los us.mg.1 &gt; L4</p>")
        wait_until(lambda: len(room.said) == 1, "the first command is not answered")
        assert "LOS" in room.said[0]["data"][0]
        room.somebody_says("!los Bob > L4")
        wait_until(lambda: len(room.said) == 2, "the second command is not answered")
        assert "no unit or place named" in room.said[1]["data"][0]
        room.somebody_moves("u03", 5)
        wait_until(lambda: room.layer("draw") == [], "the older answer is not removed")
        room.drop_everybody()
        wait_until(lambda: any("Reconnected" in line for line in told), "the umpire does not reconnect")
        room.somebody_says("!field us.mg.1")
        wait_until(lambda: len(room.said) == 3, "the third command is not answered")
    finally:
        over = True
        thread.join(PATIENCE_S)
    assert not thread.is_alive()
