"""In the pictures of every bundled scenario no words overlap or leave the picture."""

import pytest

from exporters.picture import Label, Picture
from exporters.pictures.board_picture import board_picture
from exporters.pictures.label_layout import label_box
from exporters.pictures.legend import with_legend
from maps.library import scenario, scenarios
from rules.catalog import RULESETS
from vtt_bridge.umpire.answers import answer_picture
from vtt_bridge.umpire.questions import Asks, Question
from vtt_bridge.umpire.rulings import ruled


def check_words(picture: Picture) -> None:
    """No two boxes of words overlap; looked through by their left sides."""
    edge, labels = picture.box, [mark for mark in picture.marks if isinstance(mark, Label)]
    boxes = sorted(((label_box(label), label.text) for label in labels), key=lambda pair: pair[0].left)
    for box, text in boxes:
        assert edge.left - 1e-9 <= box.left, text
        assert box.right <= edge.right + 1e-9, text
        assert edge.top - 1e-9 <= box.top, text
        assert box.bottom <= edge.bottom + 1e-9, text
    for k, (one, text) in enumerate(boxes):
        for other, beside in boxes[k + 1 :]:
            if other.left >= one.right:
                break
            assert one.bottom <= other.top or other.bottom <= one.top, (text, beside)


@pytest.mark.parametrize("name", [entry.name for entry in scenarios()])
def test_words_in_pictures_of_every_scenario_neither_overlap_nor_leave_the_picture(name: str) -> None:
    chosen = scenario(name)
    state, book = chosen.state(), RULESETS[chosen.ruleset]
    check_words(with_legend(board_picture(state, roster=book.roster), state.board))
    standing = [unit for unit in state.units.values() if unit.at is not None]
    enemies = [(one, other) for one in standing for other in standing if one.side != other.side]
    if not enemies:
        return
    viewer, target = enemies[len(enemies) // 2]
    for asks in (Asks.LOS, Asks.FIRE, Asks.RANGE):
        question = Question(asks, viewer.id, target.id if asks in (Asks.LOS, Asks.FIRE) else "", id="words")
        _, ruling = ruled(state, book, question)
        answer = answer_picture(state, question, ruling)
        check_words(answer)
        check_words(with_legend(board_picture(state, answer, book.roster), state.board))
