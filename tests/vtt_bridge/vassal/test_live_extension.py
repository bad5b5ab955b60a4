"""Our extension in a stand-in for VASSAL's window asks a served umpire over HTTP."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
import requests
from PIL import Image

from rules.catalog import RULESETS
from tests.programs import needs
from tests.vtt_bridge.quiet_server import Quiet, on_a_port
from tests.vtt_bridge.vassal.extension import KEPT, Game, compiled, our_classes
from tests.vtt_bridge.vassal.files import EDGE_PX, SECRET, SIZE_PX, Counter
from tests.vtt_bridge.vassal.test_scene import FIELD, table
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.vassal.extension_file import extension_file, source_digest
from vtt_bridge.vassal.live_routes import answer_to, welcome_vassal

ABLE, FOE = Counter("1", "Able 1/1", (1, 4), masked_by=SECRET), Counter("2", "1 Kp 1/1", (1, 1), side="Axis")
UMPIRE = Umpire(RULESETS, lambda _: FIELD)
BOARD = ("map", "Main", "Field")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return Game(compiled(tmp_path_factory.mktemp("classes")))


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with serving(Store(":memory:"), UMPIRE, welcome=welcome_vassal(table(tmp_path), UMPIRE)) as address:
        yield address


@contextmanager
def listening(heard: Callable[[bytes], str]) -> Iterator[str]:
    """A server that answers whatever is posted by what `heard` says; its address."""

    class Handler(Quiet, BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            answer = heard(self.rfile.read(int(self.headers["Content-Length"]))).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

    with on_a_port(Handler) as address:
        yield address


def piece(counter: Counter, shown_as: str = "") -> tuple[str, ...]:
    """The order to put a piece down, which for this player is "Invisible", "Obscured" or neither."""
    return ("piece", counter.id, counter.type, counter.state, shown_as)


@needs("java")
def test_a_command_in_the_chat_is_answered_there_and_drawn_until_a_piece_moves(
    game: Game, url: str, tmp_path: Path
) -> None:
    drawn, moved, cleared = (tmp_path / name for name in ("drawn.png", "moved.png", "cleared.png"))
    hers = Counter("1", "Able 1/1", (2, 4), masked_by=SECRET)
    said = game.play(
        BOARD,
        piece(ABLE),
        ("stack",),
        piece(FOE),
        ("begin", url),
        ("chat", '/los "Able 1/1" > "1 Kp 1/1"'),
        ("chat", "good luck"),
        ("chat", "!raech B5"),
        ("chat", "!!"),
        ("select", "1"),
        ("chat", "/Field"),
        ("draw", str(drawn)),
        ("moved", "1", hers.state),
        ("draw", str(moved)),
        ("chat", "/field"),
        ("clear",),
        ("draw", str(cleared)),
    )
    assert said == [
        "- Umpire: LOS Able 1/1 to 1 Kp 1/1: clear LOS.<br>- nothing stands in the way (LHY 4.2.1) at B5, B2",
        "&lt;Ann&gt; - good luck",
        "- Umpire: no command !raech; did you mean !reach? !help lists them all",
        "&lt;Ann&gt; - !!",
        "- Umpire: field of Able 1/1: 56 clear of 56 hexes.",
        "- Umpire: field of Able 1/1: 56 clear of 56 hexes.",
    ]
    with Image.open(drawn) as shown:
        alpha = shown.getchannel("A")
        box = alpha.getbbox()
        assert box is not None
        left, top, right, bottom = box
        assert left >= EDGE_PX[0]
        assert top >= EDGE_PX[1]
        assert (right, bottom) <= (SIZE_PX[0] + EDGE_PX[0], SIZE_PX[1] + EDGE_PX[1])
    for path in (moved, cleared):
        with Image.open(path) as shown:
            assert shown.getchannel("A").getbbox() is None


@needs("java")
def test_invisible_and_masked_pieces_and_passwords_are_not_sent_to_the_umpire(
    game: Game, tmp_path: Path
) -> None:
    posted: list[str] = []

    def heard(body: bytes) -> str:
        posted.append(body.decode())
        return answer_to(body, table(tmp_path), ChatUmpire(UMPIRE))

    hidden = Counter("3", "Able 1/2", (4, 4), hidden_by="pw-of-bob")
    with listening(heard) as url:
        said = game.play(
            BOARD,
            piece(ABLE),
            piece(FOE, "Invisible"),
            piece(hidden, "Obscured"),
            piece(Counter("4", "1 Kp 1/1", (0, 0))),
            ("deck",),
            ("map", "Hand", "Field"),
            piece(Counter("5", "1 Kp 1/1", (0, 0))),
            ("begin", url),
            ("chat", "/los B5 > ge.1kp.1.squad.1"),
            ("chat", "/los B5 > B2"),
        )
    assert said[0].startswith("- Umpire: no unit or place named 'ge.1kp.1.squad.1'")
    assert said[1].startswith("- Umpire: LOS B5 to B2: clear LOS.")
    for text in posted:
        assert "Able 1/1" in text.replace("\\", "")
        assert not any(secret in text for secret in (SECRET, "pw-of-bob", "1 Kp", "Able 1\\/2", "Hand"))


@needs("java")
def test_a_command_typed_with_the_focus_on_the_map_is_answered_and_not_sent_to_players(
    game: Game, url: str
) -> None:
    """VASSAL passes keys that a map does not take to the chat, and sends the line off by itself."""
    said = game.play(
        BOARD,
        piece(ABLE),
        piece(FOE),
        ("begin", url),
        ("begin again",),
        ("select", "1"),
        ("chat over the map", "/field"),
        ("chat over the map", "!!"),
        ("chat over the map", "good luck"),
        ("chat", "/los B5 > B2"),
    )
    assert said[0] == "- Umpire: field of Able 1/1: 56 clear of 56 hexes."
    assert said[1:3] == ["&lt;Ann&gt; - !!", "&lt;Ann&gt; - good luck"]
    assert said[3].startswith("- Umpire: LOS B5 to B2")
    assert len(said) == 4


@needs("java")
def test_without_an_umpire_the_extension_says_what_to_start(game: Game) -> None:
    (said,) = game.play(BOARD, piece(ABLE), ("begin", "http://127.0.0.1:9"), ("chat", "/field B5"))
    assert said == (
        "- Umpire: no umpire answers at http://127.0.0.1:9; start blindhex bridge vassal sit on this computer"
    )


@needs("java")
def test_the_bundled_classes_were_compiled_from_the_source_for_java_11(game: Game) -> None:
    with ZipFile(KEPT / "classes.zip") as kept:
        assert kept.comment == source_digest(), "python -m tests.vtt_bridge.vassal.extension renews them"
        assert set(kept.namelist()) == set(our_classes(game.classes))
        assert all(kept.read(name)[:8] == b"\xca\xfe\xba\xbe\x00\x00\x00\x37" for name in kept.namelist()), (
            "Java 11"
        )


def test_the_extension_file_names_its_class_and_the_address_of_the_umpire() -> None:
    with ZipFile(BytesIO(extension_file("http://127.0.0.1:8700"))) as archive:
        build = archive.read("buildFile.xml").decode()
        assert 'anyModule="true"' in build
        assert '<blindhex.Umpire address="http://127.0.0.1:8700"/>' in build
        assert "blindhex/Umpire.class" in archive.namelist()
        assert b"<universal>true</universal>" in archive.read("extensiondata")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"\xff", "SAY\trequest: these bytes are no text"),
        (b"", "SAY\trequest: '' is not a question of our extension"),
        (
            b"ASK\tq\t/los B5 > B2\x1bM/1",
            "SAY\tsavedGame: 'M/ with 1 fields' is not a command as VASSAL writes it",
        ),
        (b"ASK\tq\t/los B5 > B2\x1bMainBoardPicker\tBack\t0\t0", "SAY\tno board of the module named"),
        (b"ASK\tq\thello\x1bMainBoardPicker\tField\t0\t0", ""),
    ],
)
def test_a_request_that_is_no_question_is_answered_in_one_sentence(
    tmp_path: Path, body: bytes, told: str
) -> None:
    assert answer_to(body, table(tmp_path), ChatUmpire(UMPIRE)).startswith(told)
    assert told or not answer_to(body, table(tmp_path), ChatUmpire(UMPIRE))


def test_a_request_of_a_web_page_is_refused(url: str) -> None:
    body = "ASK\tq\t/los B5 > B2\x1bMainBoardPicker\tField\t0\t0"
    asked = requests.post(f"{url}/vassal/umpire", body, headers={"Origin": "http://evil.example"}, timeout=60)
    assert (asked.status_code, "not paired" in asked.text) == (403, True)
    assert "SAY\tLOS B5 to B2: clear LOS." in requests.post(f"{url}/vassal/umpire", body, timeout=60).text
