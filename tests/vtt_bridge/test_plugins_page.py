"""The umpire answers the example of the page for plugin authors."""

from pathlib import Path

from maps.documents import parsed
from tests.vtt_bridge.scenes import umpire
from vtt_bridge.port.table_document import scene_of
from vtt_bridge.umpire.questions import question_of


def test_the_scene_and_question_of_the_page_for_plugins_are_answered() -> None:
    page = (Path(__file__).parents[2] / "docs" / "plugins.md").read_text("utf-8")
    example = parsed(page.partition("```json\n")[2].partition("```")[0])
    answer = umpire().answer(scene_of(example["table"]), question_of(example["question"]))
    assert str(answer.ruling).startswith("LOS 1 Sqd to Pz IV #1: ")
    assert len(answer.operations) == 2
