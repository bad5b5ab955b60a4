"""The journal of questions: written line by line, read back, and refused by line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput
from vtt_bridge.games.journal import Entry, entries_of, line_of, log_text

TEXT = st.text(st.characters(codec="utf-8"), max_size=30)
ENTRIES = st.builds(Entry, TEXT, TEXT, TEXT, st.dictionaries(TEXT, TEXT, max_size=3))


@given(st.lists(ENTRIES, max_size=4))
def test_journal_entries_are_read_back_unchanged(entries: list[Entry]) -> None:
    assert entries_of(log_text("small", map(line_of, entries))) == tuple(entries)


def test_the_first_line_of_a_journal_names_format_and_scene() -> None:
    first = json.loads(log_text("small", ()).splitlines()[0])
    assert first == {"format": "blindhex-log/1", "scene": "small"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "document: '' is not JSON"),
        ('{"format": "blindhex-log/9"}', "format: 'blindhex-log/9' is not blindhex-log/1"),
        ('{"format": "blindhex-log/1"}\n{}', r"line 2\.at is missing"),
        (
            '{"format": "blindhex-log/1"}\n{"at": "", "by": "", "revision": "", "ruling": 3}',
            r"line 2\.ruling: 3 is not a ruling",
        ),
    ],
)
def test_a_journal_with_a_wrong_line_is_refused_by_its_number(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        entries_of(text)
