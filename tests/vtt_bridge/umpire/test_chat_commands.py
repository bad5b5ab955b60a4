"""The grammar of chat commands at every table: case, quotes, arrows and mistypings."""

import pytest

from rules.errors import BadInput
from rules.planning.where import Purpose
from tests.vtt_bridge.scenes import fight, umpire
from vtt_bridge.local_table.in_process_table import InProcessTable
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.posted_table import PostedTable
from vtt_bridge.port.virtual_table import ClearOverlay, PutOverlay, Say, Scene
from vtt_bridge.umpire.chat_commands import QUESTION_HELP, Asker, command_in, question_in
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.questions import Asks, Question

CHAT = ChatUmpire(umpire())


def asked_in(words: str) -> Question:
    """The question that words ask, for a player of us."""
    command = command_in(words)
    assert command is not None
    return question_in(command, Asker("us"), "q")


@pytest.mark.parametrize(
    ("words", "who", "target", "mode"),
    [
        ("!los A-1 G-1", "A-1", "G-1", ""),
        ('!los "Lt. Murphy" C2', "Lt. Murphy", "C2", ""),
        ('!LOS "1. MG" > L4', "1. MG", "L4", ""),
        ("/Los “1. MG” > L4", "1. MG", "L4", ""),
        (' !los "A > B" > L4', "A > B", "L4", ""),
        ("/los Lt. Murphy > 1 Sqd", "Lt. Murphy", "1 Sqd", ""),
        ("!los O'Brien K5", "O'Brien", "K5", ""),
        ("!reach A-1 assault", "A-1", "", "assault"),
        ("!here C4 > A-1", "A-1", "C4", ""),
        ('!where "Lt. Murphy" hit > "Pz IV 1"', "Lt. Murphy", "Pz IV 1", "hit"),
        ('!where Lt. Murphy > hit "Pz IV 1"', "Lt. Murphy", "Pz IV 1", "hit"),
        ("!field 10.5,8", "10.5,8", "", ""),
    ],
)
def test_a_chat_command_is_read_with_quotes_or_an_arrow_in_any_case(
    words: str, who: str, target: str, mode: str
) -> None:
    question = asked_in(words)
    assert (question.who, question.target, question.mode, question.side) == (who, target, mode, "us")


@pytest.mark.parametrize(
    "words", ["los A-1", "!", "", "/roll 1d6", "! los A-1", "1!los", "good morning, all!"]
)
def test_other_chat_lines_are_no_commands_and_get_no_answer(words: str) -> None:
    table = PostedTable(scene())
    assert not CHAT.is_command(words)
    assert CHAT.answer(table, words, Asker(), "q").text == ""
    assert table.operations == []


@pytest.mark.parametrize(
    "words", ["!los", '!los "Lt. Murphy', "!los a b c d", "!los A > ", "!los A-1", '!los "" B']
)
def test_a_malformed_command_is_refused(words: str) -> None:
    with pytest.raises(BadInput, match="question"):
        asked_in(words)


@pytest.mark.parametrize(
    ("words", "meant"), [("!lso A-1", "los"), ("/Raech A-1", "reach"), ("!hepl", "help"), ("!tunr", "turn")]
)
def test_a_mistyped_command_is_answered_with_the_nearest_one(words: str, meant: str) -> None:
    table = PostedTable(scene())
    reply = CHAT.answer(table, words, Asker("us"), "q")
    assert f"did you mean !{meant}?" in reply.text
    (said,) = table.operations
    assert isinstance(said, Say)
    assert said.to == "us"


def test_a_new_answer_replaces_the_older_one_of_the_same_asker_and_clear_removes_them() -> None:
    store = Store(":memory:")
    scene_id = open_scenario(store, fight())
    table = InProcessTable(store, scene_id)
    for number, (words, name) in enumerate(
        (("!los A-1 G-1", "ann"), ("!field A-1", "ann"), ("!reach A-1", "eve"))
    ):
        CHAT.answer(table, words, Asker(name=name), f"q{number}")
    titles = {overlay.tag: overlay.title for overlay in table.read_scene().overlays}
    assert sorted(titles) == ["blindhex-answer-ann", "blindhex-answer-eve"]
    assert titles["blindhex-answer-ann"].startswith("field")
    CHAT.answer(table, "!clear", Asker(name="ann"), "q3")
    assert [overlay.tag for overlay in table.read_scene().overlays] == ["blindhex-answer-eve"]
    CHAT.answer(table, "!Clear all", Asker(name="ann"), "q4")
    assert table.read_scene().overlays == ()
    store.close()


def test_an_answer_goes_to_the_side_that_asked_or_to_the_asker_who_may_know_all() -> None:
    for asker, hears in (
        (Asker("US", "ann"), "US"),
        (Asker("", "gm", "user:gm"), "user:gm"),
        (Asker("", "ann"), ""),
    ):
        table = PostedTable(scene())
        CHAT.answer(table, "!field A-1", asker, "q")
        put, say = table.operations
        assert isinstance(put, PutOverlay)
        assert isinstance(say, Say)
        assert (put.overlay.to, say.to) == (hears, hears)


def test_help_lists_every_question_and_every_purpose_of_where() -> None:
    assert [*QUESTION_HELP] == [*Asks]
    assert all(purpose in QUESTION_HELP[Asks.WHERE] for purpose in Purpose)


def test_an_asker_whose_name_has_markup_gets_an_alphanumeric_tag() -> None:
    table = PostedTable(scene())
    CHAT.answer(table, "!clear", Asker(name="Ännchen <b>"), "q")
    (cleared,) = table.operations
    assert isinstance(cleared, ClearOverlay)
    assert cleared.tag.removeprefix("blindhex-answer-").isalnum()


def scene() -> Scene:
    """The scene of a small fight."""
    store = Store(":memory:")
    found = store.scene(open_scenario(store, fight()))
    store.close()
    return found
