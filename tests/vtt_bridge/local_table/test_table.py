"""The adapter at a real table, and at addresses where something else answers, or nobody."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

import pytest

from rules.errors import BadInput
from tests.vtt_bridge.conftest import Served
from tests.vtt_bridge.quiet_server import Quiet, on_a_port
from tests.vtt_bridge.scenes import fight, umpire
from tests.vtt_bridge.web.test_png_check import png
from tests.waiting import PATIENCE_S
from vtt_bridge.errors import BadAnswer, CannotListen, Refused, Stale, Unreachable
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.local_table.table import LocalTable
from vtt_bridge.port.virtual_table import ClearOverlay, MarkPiece, MovePiece, Overlay, PutOverlay, Say
from vtt_bridge.umpire.questions import question_of
from vtt_bridge.web.png_check import png_size_px

PUT = PutOverlay("o1", Overlay("blindhex-x", "x", (1, 2), (6, 4)), png(6, 4), "1")


def test_look_lay_say_move_and_mark(served: Served) -> None:
    table = served.table()
    assert table.read_scene() == served.store.scene(served.scene_id)
    table.lay(PUT)
    assert table.overlay_png("blindhex-x") == png(6, 4)
    table.say(Say("o2", "No LOS.", ("LHY 4.2",), "US", "1"))
    (line,) = served.store.chat.lines(served.scene_id)
    assert (line.author, line.text, line.rules, line.to) == ("Umpire", "No LOS.", ("LHY 4.2",), "US")
    table.lay(ClearOverlay("o3", "blindhex-x"))
    table.move(MovePiece("o4", "A-1", (300.5, 20.25), 90.0, "1"))
    table.mark(MarkPiece("o5", "A-1", {"disrupted": True}))
    token = table.read_scene().token("A-1")
    assert (token.position_px, token.facing_deg, dict(token.marks)) == (
        (300.5, 20.25),
        90.0,
        {"disrupted": True},
    )
    assert table.read_scene().overlays == ()
    assert png_size_px(table.map_png(), "map") == table.read_scene().size_px


def test_the_same_operation_again_does_no_harm(served: Served) -> None:
    table = served.table()
    for _ in range(2):
        table.move(MovePiece("o1", "A-1", (300.0, 20.0), revision="1"))
        table.say(Say("o2", "Moved."))
    assert table.read_scene().source.revision == "2"
    assert len(served.store.chat.lines(served.scene_id)) == 1


def test_the_table_says_no_in_its_own_sentence(served: Served) -> None:
    table = served.table()
    table.move(MovePiece("o7", "A-1", (300.0, 20.0)))
    with pytest.raises(Stale, match="The scene has changed since revision 1 and is at 2 now") as told:
        table.lay(PUT)
    assert told.value.now == "2"
    with pytest.raises(Refused, match="no token named 'Bob'; there are A-1, G-1, T-1"):
        table.move(MovePiece("o2", "Bob", (0, 0)))
    with pytest.raises(Refused, match="no scene named 'nowhere'; there are small-fight"):
        LocalTable(f"{served.url}/#nowhere", PATIENCE_S).read_scene()


def test_what_a_player_laid_is_never_taken_off(served: Served) -> None:
    served.put_png("/overlays/blindhex-x", png(), {"owner": "Ann"})
    table = served.table()
    for operation in (PUT, ClearOverlay("o3", "blindhex-x")):
        with pytest.raises(Refused, match="was laid by Ann"):
            table.lay(operation)
    assert [overlay.owner for overlay in table.read_scene().overlays] == ["Ann"]


def test_without_a_scene_it_is_the_one_in_front(served: Served) -> None:
    assert LocalTable(served.url, PATIENCE_S).scene_id == served.scene_id
    assert LocalTable(f"{served.url}/", PATIENCE_S).read_scene().name == "Small fight"


def test_what_was_asked_is_read_back(served: Served) -> None:
    served.send("POST", "/ask", {"ask": "field", "who": "A-1"})
    served.send("POST", "/ask", {"ask": "reach", "who": "T-1", "side": "US"})
    first, second = served.table().journal()
    assert (first.by, second.by, first.revision) == ("", "US", "1")
    assert second.ruling["format"] == "blindhex-ruling/1"


def test_a_table_without_a_scene() -> None:
    with (
        serving(Store(":memory:"), umpire()) as url,
        pytest.raises(BadAnswer, match="that it has no scene; open one with blindhex serve"),
    ):
        LocalTable(url)


def test_two_tables_cannot_listen_at_one_port() -> None:
    with serving(Store(":memory:"), umpire()) as url:
        port = int(url.rpartition(":")[2])
        with (
            pytest.raises(
                CannotListen,
                match=f"the table cannot listen at 127.0.0.1:{port}: [^(]+; choose .*BLINDHEX_PORT",
            ),
            serving(Store(":memory:"), umpire(), port=port),
        ):
            pass


@pytest.mark.parametrize(
    "address", ["", "chess", "ftp://127.0.0.1/", "http://", "http://a:99999/", "http://[::1"]
)
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(BadInput, match=r"is not an address such as http://127\.0\.0\.1:8642"):
        LocalTable(address)


def test_nobody_listens_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(
        Unreachable, match=f"no table answers at http://127.0.0.1:{port}: nobody listens there"
    ):
        LocalTable(f"http://127.0.0.1:{port}")


def test_somebody_listens_and_never_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"http://127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(Unreachable, match=r"no answer within 0\.2 s"):
            LocalTable(address, timeout_s=0.2)


@contextmanager
def answering(status: int, body: bytes, head: str = "") -> Iterator[str]:
    """Somebody who answers everything with the same bytes."""

    class Answers(Quiet, BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            if head:
                self.send_header(*head.split(": "))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with on_a_port(Answers) as address:
        yield address


@pytest.mark.parametrize(
    ("status", "body", "head", "sentence"),
    [
        (200, b"<html>Welcome</html>", "", "answered what is not JSON: b'<html>Welcome"),
        (200, b"[" * 100_000, "", "answered what is not JSON"),
        (200, b'{"vtt": "other"}', "", "answered as something else than a Blindhex table"),
        (200, b"7", "", "answered as something else than a Blindhex table"),
        (
            200,
            b'{"vtt": "local", "version": "2", "format": "blindhex-table/2"}',
            "",
            "answered in version '2' with 'blindhex-table/2', and this umpire speaks '1' with 'blindhex-table/1'",
        ),
        (500, b"oops", "", "answered with status 500 and no reason"),
        (404, b'{"detail": "?"}', "", "answered with status 404 and no reason"),
        (302, b"", "Location: http://127.0.0.1:1/", "answered with status 302 and no reason"),
        (
            200,
            b"\x1f\x8b not gzip",
            "Content-Encoding: gzip",
            r"answered what cannot be read \(ContentDecodingError\)",
        ),
    ],
)
def test_something_else_answers_there(status: int, body: bytes, head: str, sentence: str) -> None:
    with answering(status, body, head) as address, pytest.raises(BadAnswer, match=sentence) as told:
        LocalTable(address)
    assert "\n" not in str(told.value)


def test_the_umpire_says_in_one_line_that_the_table_went_away() -> None:
    store = Store(":memory:")
    open_scenario(store, fight())
    with serving(store, umpire()) as url:
        table = LocalTable(url, PATIENCE_S)
    with pytest.raises(Unreachable, match="no table answers at"):
        umpire().ask(table, question_of({"ask": "field", "who": "A-1"}))
