"""The umpire at a table: rulings laid on the scene for which they were given and no other."""

from dataclasses import dataclass, field, replace
from io import BytesIO

import pytest
from PIL import Image

from exporters.documents import ruling_document
from rules.errors import BadInput, Unknown
from rules.ground.hex.hexes import Hex
from tests.vtt_bridge.conftest import Served
from tests.vtt_bridge.scenes import fight, umpire
from vtt_bridge.errors import BadScene, Stale
from vtt_bridge.games.journal import Entry
from vtt_bridge.local_table.in_process_table import InProcessTable
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.calibration import place_px
from vtt_bridge.port.virtual_table import Capabilities, ClearOverlay, Game, MovePiece, PutOverlay, Say, Scene
from vtt_bridge.umpire.questions import Question, question_of

LOS = question_of({"ask": "los", "who": "A-1", "target": "G-1", "id": "q"})


@pytest.fixture
def own() -> InProcessTable:
    store = Store(":memory:")
    return InProcessTable(store, open_scenario(store, fight()))


def operations(scene: Scene, question: Question) -> tuple[PutOverlay, Say]:
    put, say = umpire().answer(scene, question).operations
    assert isinstance(put, PutOverlay)
    assert isinstance(say, Say)
    return put, say


def test_4_2_1a_two_woods_block_and_the_chat_says_which(own: InProcessTable) -> None:
    put, say = operations(own.read_scene(), LOS)
    assert say.text.splitlines()[0] == "LOS A-1 to G-1: LOS blocked."
    assert "B2" in say.text
    assert "C2" in say.text
    assert "LHY 4.2.1a" in say.rules
    assert put.overlay.title == "LOS A-1 to G-1"
    assert (put.overlay.owner, put.revision, say.revision) == ("blindhex", "1", "1")


def test_the_overlay_is_as_large_as_the_scene_and_colours_the_blocking_hexes(own: InProcessTable) -> None:
    scene = own.read_scene()
    put, _ = operations(scene, LOS)
    picture = Image.open(BytesIO(put.png)).convert("RGBA")
    assert picture.size == scene.size_px
    assert put.overlay.size_px == (float(picture.width), float(picture.height))
    board = umpire().board(scene.game) if scene.game else None
    assert board is not None
    for label, drawn in (("B2", True), ("C2", True), ("H5", False), ("B5", False)):
        x, y = place_px(scene.frame, board, Hex.named(label))
        pixel = picture.getpixel((round(x), round(y) - 20))
        assert isinstance(pixel, tuple)
        assert (pixel[3] > 0) is drawn, label


def test_field_reach_and_range_are_laid_with_a_legend(own: InProcessTable) -> None:
    for asked, words in (("field", "clear"), ("reach", "MP"), ("range", "hexes")):
        put, _ = operations(own.read_scene(), question_of({"ask": asked, "who": "A-1"}))
        assert put.overlay.tag == "blindhex-answer"
        assert any(words in swatch.text for swatch in put.overlay.legend), put.overlay.legend


def test_the_same_question_to_the_same_scene_gives_the_same_operations(own: InProcessTable) -> None:
    assert operations(own.read_scene(), LOS) == operations(own.read_scene(), LOS)


def test_a_side_cannot_ask_about_a_hidden_enemy_and_its_owner_can(own: InProcessTable) -> None:
    own._store.change_token(own._scene_id, "G-1", lambda token: replace(token, hidden=True))
    with pytest.raises(Unknown, match="no unit or place named 'G-1'"):
        umpire().answer(own.read_scene(), replace(LOS, side="US"))
    answer = umpire().answer(own.read_scene(), replace(LOS, side="Germans"))
    assert [operation.to for operation in answer.operations if isinstance(operation, Say)] == ["Germans"]


def test_an_unknown_side_is_refused_with_those_there_are(own: InProcessTable) -> None:
    with pytest.raises(BadInput, match="side: 'Germens' is not one of the sides: US, Germans"):
        umpire().answer(own.read_scene(), replace(LOS, side="Germens"))


def test_a_scene_without_a_known_game_and_board_is_refused(own: InProcessTable) -> None:
    scene = own.read_scene()
    with pytest.raises(BadScene, match="scene small-fight: it names no game"):
        umpire().answer(replace(scene, game=None), LOS)
    with pytest.raises(Unknown, match="no ruleset named 'chess'"):
        umpire().answer(replace(scene, game=Game("chess", "x")), LOS)
    with pytest.raises(Unknown, match=r"no board named '/etc/passwd'"):
        umpire().answer(replace(scene, game=Game("lhy", "/etc/passwd")), LOS)
    with pytest.raises(BadInput, match=r"game\.board\.format"):
        umpire().answer(replace(scene, game=Game("lhy", {"format": "blindhex-board/7"})), LOS)


@dataclass
class Restless:
    """A table on which somebody moves a token right after it was looked at, so many times."""

    own: InProcessTable
    moves: int
    capabilities: Capabilities = field(default_factory=Capabilities)

    def read_scene(self) -> Scene:
        scene = self.own.read_scene()
        if self.moves:
            self.moves -= 1
            x, y = scene.token("T-1").position_px
            self.own.move(MovePiece(f"restless-{self.moves}", "T-1", (x, y + 1)))
        return scene

    def lay(self, operation: PutOverlay | ClearOverlay) -> None:
        self.own.lay(operation)

    def say(self, operation: Say) -> None:
        self.own.say(operation)

    def move(self, operation: MovePiece) -> None:
        self.own.move(operation)

    def mark(self, operation: object) -> None:
        raise AssertionError(operation)


def test_a_scene_that_changes_while_it_is_ruled_on_is_read_and_ruled_again(own: InProcessTable) -> None:
    recorded: list[Entry] = []
    answer = umpire().ask(Restless(own, moves=2), LOS, recorded.append)
    assert answer.revision == own.read_scene().source.revision == "3"
    assert [overlay.revision for overlay in own.read_scene().overlays] == ["3"]
    assert len(own._store.chat.lines(own._scene_id)) == 1
    assert [(entry.revision, entry.ruling) for entry in recorded] == [("3", ruling_document(answer.ruling))]


def test_a_scene_that_keeps_changing_is_given_up_with_nothing_laid(own: InProcessTable) -> None:
    with pytest.raises(Stale, match="The scene has changed since revision 3 and is at 4 now"):
        umpire().ask(Restless(own, moves=9), LOS)
    assert own.read_scene().overlays == ()
    assert own._store.chat.lines(own._scene_id) == ()


def test_a_table_without_overlays_gets_the_ruling_in_its_chat(own: InProcessTable) -> None:
    umpire().ask(Restless(own, 0, Capabilities(overlays=False)), LOS)
    assert own.read_scene().overlays == ()
    assert len(own._store.chat.lines(own._scene_id)) == 1


def test_an_answer_at_the_local_table_over_http_leaves_overlay_legend_and_chat_line(served: Served) -> None:
    table = served.table()
    answer = umpire().ask(table, LOS)
    (overlay,) = table.read_scene().overlays
    put = answer.operations[0]
    assert isinstance(put, PutOverlay)
    assert table.overlay_png(overlay.tag) == put.png
    assert replace(overlay, digest="") == put.overlay
    assert overlay.legend
    (line,) = served.get("/chat").json()["lines"]
    assert (line["author"], line["text"].splitlines()[0]) == ("Umpire", "LOS A-1 to G-1: LOS blocked.")
