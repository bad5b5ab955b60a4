"""The example that the bridge's README posts is one that the umpire answers."""

from pathlib import Path

import vtt_bridge
from maps.documents import parsed
from tests.vtt_bridge.scenes import umpire
from vtt_bridge.port.table_document import scene_of
from vtt_bridge.umpire.questions import question_of


def test_the_table_in_the_readme_is_answered() -> None:
    readme = (Path(vtt_bridge.__file__).parent / "README.md").read_text("utf-8")
    example = parsed(readme.partition("POST /api/umpire\n")[2].partition("```")[0])
    answer = umpire().answer(scene_of(example["table"]), question_of(example["question"]))
    assert str(answer.ruling).startswith("LOS 1 to Pz IV #1: ")
    assert len(answer.operations) == 2
