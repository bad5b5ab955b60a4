"""The adapter of the local table, and addresses where something else answers or nobody."""

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


def test_the_adapter_reads_the_scene_lays_overlays_chats_moves_and_marks(served: Served) -> None:
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


def test_an_operation_repeated_with_its_op_id_is_carried_out_once(served: Served) -> None:
    table = served.table()
    for _ in range(2):
        table.move(MovePiece("o1", "A-1", (300.0, 20.0), revision="1"))
        table.say(Say("o2", "Moved."))
    assert table.read_scene().source.revision == "2"
    assert len(served.store.chat.lines(served.scene_id)) == 1


def test_a_stale_revision_and_unknown_tokens_or_scenes_are_refused_in_the_words_of_the_table(
    served: Served,
) -> None:
    table = served.table()
    table.move(MovePiece("o7", "A-1", (300.0, 20.0)))
    with pytest.raises(Stale, match="The scene has changed since revision 1 and is at 2 now") as told:
        table.lay(PUT)
    assert told.value.now == "2"
    with pytest.raises(Refused, match="no token named 'Bob'; there are A-1, G-1, T-1"):
        table.move(MovePiece("o2", "Bob", (0, 0)))
    with pytest.raises(Refused, match="no scene named 'nowhere'; there are small-fight"):
        LocalTable(f"{served.url}/#nowhere", PATIENCE_S).read_scene()


def test_an_overlay_of_a_player_is_neither_replaced_nor_cleared_by_the_umpire(served: Served) -> None:
    served.put_png("/overlays/blindhex-x", png(), {"owner": "Ann"})
    table = served.table()
    for operation in (PUT, ClearOverlay("o3", "blindhex-x")):
        with pytest.raises(Refused, match="was laid by Ann"):
            table.lay(operation)
    assert [overlay.owner for overlay in table.read_scene().overlays] == ["Ann"]


def test_an_address_without_a_scene_means_the_scene_opened_last(served: Served) -> None:
    assert LocalTable(served.url, PATIENCE_S).scene_id == served.scene_id
    assert LocalTable(f"{served.url}/", PATIENCE_S).read_scene().name == "Small fight"


def test_the_journal_lists_the_questions_asked_with_side_and_ruling(served: Served) -> None:
    served.send("POST", "/ask", {"ask": "field", "who": "A-1"})
    served.send("POST", "/ask", {"ask": "reach", "who": "T-1", "side": "US"})
    first, second = served.table().journal()
    assert (first.by, second.by, first.revision) == ("", "US", "1")
    assert second.ruling["format"] == "blindhex-ruling/1"


def test_a_table_without_any_scene_is_refused_with_how_to_open_one() -> None:
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
def test_an_address_that_is_no_http_url_is_refused(address: str) -> None:
    with pytest.raises(BadInput, match=r"is not an address such as http://127\.0\.0\.1:8642"):
        LocalTable(address)


def test_an_address_where_nobody_listens_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(
        Unreachable, match=f"no table answers at http://127.0.0.1:{port}: nobody listens there"
    ):
        LocalTable(f"http://127.0.0.1:{port}")


def test_a_server_that_never_answers_is_given_up_after_the_timeout() -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"http://127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(Unreachable, match=r"no answer within 0\.2 s"):
            LocalTable(address, timeout_s=0.2)


@contextmanager
def answering(status: int, body: bytes, head: str = "") -> Iterator[str]:
    """A server that answers everything with the same bytes."""

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
def test_an_answer_from_something_else_than_a_table_is_refused_in_one_line(
    status: int, body: bytes, head: str, sentence: str
) -> None:
    with answering(status, body, head) as address, pytest.raises(BadAnswer, match=sentence) as told:
        LocalTable(address)
    assert "\n" not in str(told.value)


def test_a_question_to_a_table_that_has_stopped_is_unreachable() -> None:
    store = Store(":memory:")
    open_scenario(store, fight())
    with serving(store, umpire()) as url:
        table = LocalTable(url, PATIENCE_S)
    with pytest.raises(Unreachable, match="no table answers at"):
        umpire().ask(table, question_of({"ask": "field", "who": "A-1"}))
