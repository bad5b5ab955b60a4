"""A table killed in the middle of a game comes back as it was."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import requests

from tests.vtt_bridge.conftest import a_table
from tests.vtt_bridge.scenes import umpire
from tests.vtt_bridge.web.test_png_check import png
from tests.waiting import PATIENCE_S
from vtt_bridge.local_table.table import LocalTable
from vtt_bridge.port.virtual_table import MovePiece, Overlay, PutOverlay
from vtt_bridge.umpire.questions import question_of


@contextmanager
def killed_at_the_end(file: Path) -> Iterator[str]:
    """A serving process; at the end it is killed without a chance to tidy up (SIGKILL)."""
    command = [sys.executable, "-m", "tests.vtt_bridge.local_table.serve_fight", str(file)]
    root = Path(__file__).parents[3]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.kill()


def test_after_sigkill_the_table_comes_back_with_scene_chat_journal_and_op_ids(tmp_path: Path) -> None:
    with killed_at_the_end(tmp_path / "table.sqlite") as url:
        table = LocalTable(url, PATIENCE_S)
        umpire().ask(table, question_of({"ask": "los", "who": "A-1", "target": "G-1"}))
        table.move(MovePiece("o1", "A-1", (138.6, 96.0), 90.0))
        table.lay(PutOverlay("o2", Overlay("blindhex-mine", "", (0, 0), (6, 4)), png(), "2"))
        asked = {"ask": "field", "who": "T-1"}
        assert (
            requests.post(f"{url}/api/scenes/small-fight/ask", json=asked, timeout=PATIENCE_S).status_code
            == 200
        )
        before = table.read_scene()
        chat = requests.get(f"{url}/api/scenes/small-fight/chat", timeout=PATIENCE_S).json()
        journal, picture, map_png = table.journal(), table.overlay_png("blindhex-answer"), table.map_png()
    with a_table(tmp_path) as again:
        url, table = again.url, again.table()
        assert table.read_scene() == before
        assert before.source.revision == "2"
        assert {overlay.tag for overlay in before.overlays} == {"blindhex-answer", "blindhex-mine"}
        assert requests.get(f"{url}/api/scenes/small-fight/chat", timeout=PATIENCE_S).json() == chat
        assert len(chat["lines"]) == 2
        assert (table.journal(), table.overlay_png("blindhex-answer"), table.map_png()) == (
            journal,
            picture,
            map_png,
        )
        assert len(journal) == 1
        table.move(MovePiece("o1", "A-1", (138.6, 96.0), 90.0))
        assert table.read_scene() == before, "an op_id is remembered, too"
