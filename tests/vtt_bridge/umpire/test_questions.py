"""Questions in words: which unit or place is meant, and refusals of malformed questions."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporters.json_value import Json
from rules.errors import BadInput, OffBoard, Unknown
from rules.game.state import GameState
from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from tests.vtt_bridge.scenes import EVIL, fight
from vtt_bridge.errors import SeveralUnits
from vtt_bridge.port.names import unit_named, viewer_named
from vtt_bridge.umpire.questions import Asks, question_of

STATE = fight().state()


def test_a_question_is_read_from_its_fields_and_gets_an_id() -> None:
    question = question_of({"ask": "los", "who": "A-1", "target": "C2", "side": "US", "id": "q1"})
    assert (question.asks, question.who, question.target) == (Asks.LOS, "A-1", "C2")
    assert (question.side, question.id) == ("US", "q1")
    assert question_of({"ask": "field", "who": "C2"}).id


@pytest.mark.parametrize(
    ("given_", "sentence"),
    [
        ({"who": "A-1"}, r"question\.ask is missing; wanted one of los, field, reach, range"),
        ({"ask": "fly", "who": "A-1"}, r"question\.ask: 'fly' is not one of"),
        ({"ask": "field"}, r"question\.who is missing; wanted a unit or a place"),
        ({"ask": "los", "who": "A-1"}, r"question\.target is missing"),
        ({"ask": "field", "who": 7}, r"question\.who: 7 is not a text"),
        ({"ask": "field", "who": "x", "how": "now"}, r"question: 'how' is not one of its keys"),
        ({"ask": "field", "who": "x" * 201}, r"question\.who: .* is not a text of at most 200"),
    ],
)
def test_a_question_with_wrong_or_missing_fields_is_refused_by_name(
    given_: dict[str, Json], sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        question_of(given_)


def test_a_word_names_a_unit_by_id_or_name_or_else_a_place() -> None:
    assert viewer_named(STATE, "A-1") is STATE.units["A-1"]
    assert viewer_named(STATE, EVIL.upper()) is STATE.units["T-1"]
    assert viewer_named(STATE, "c2") == Hex.named("C2")
    with pytest.raises(OffBoard, match="Z9 is not on the board"):
        viewer_named(STATE, "Z9")
    with pytest.raises(Unknown, match="no unit or place named 'Bob'; there are A-1, G-1, T-1"):
        viewer_named(STATE, "Bob")
    with pytest.raises(Unknown, match="no unit named 'C2'"):
        unit_named(STATE, "C2")


def test_a_place_names_the_one_unit_there_and_is_refused_for_two() -> None:
    assert unit_named(STATE, "a2") is STATE.units["A-1"]
    crowded = STATE.with_unit(replace(STATE.units["G-1"], at=Hex.named("A2")))
    with pytest.raises(SeveralUnits, match=r"Several units fit 'a2': name one of A-1, G-1\."):
        unit_named(crowded, "a2")


def test_in_inches_two_numbers_name_a_spot_on_the_table() -> None:
    state = GameState(Tabletop("bare", 72, 48))
    assert viewer_named(state, "10.5, 8") == Spot(10.5, 8.0)
    with pytest.raises(OffBoard):
        viewer_named(state, "100,8")
    for words in ("10.5", "a,b", "1,2,3"):
        with pytest.raises(Unknown):
            viewer_named(state, words)
    with pytest.raises(OffBoard):
        viewer_named(state, "nan,nan")


@given(st.text(max_size=20))
def test_any_words_name_a_unit_or_place_or_are_refused_as_bad_input(words: str) -> None:
    for state in (STATE, GameState(Tabletop("bare", 72, 48))):
        with suppress(BadInput, SeveralUnits, Unknown):  # anything else that is raised fails
            viewer_named(state, words)


JSON = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.lists(st.text(max_size=3), max_size=2)
)


@given(
    st.dictionaries(
        st.sampled_from(["ask", "who", "target", "mode", "side", "id", "x"]),
        JSON | st.sampled_from(list(Asks)),
    )
)
def test_any_document_is_read_as_a_question_or_refused_as_bad_input(words: dict[str, Json]) -> None:
    with suppress(BadInput):  # anything else that is raised fails
        question = question_of(words)
        assert question.asks in list(Asks)
        assert question.who
