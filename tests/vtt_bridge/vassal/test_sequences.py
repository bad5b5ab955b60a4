"""Lists in one text, as VASSAL/tools/SequenceEncoder.java writes and reads them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vtt_bridge.vassal.sequences import joined, split

TEXTS = st.text("ab\\,;/'\t\x1b ", max_size=8).filter(lambda text: not text.endswith("\\"))


@pytest.mark.parametrize(
    ("tokens", "written"),
    [
        (["a,b", "c"], r"a\,b,c"),
        ([r"\x", "y"], r"'\x',y"),
        (["'q'", "z"], "''q'',z"),
        ([r"a\,b", "c"], r"a\\,b,c"),
        (["", ""], ","),
        (["a", ""], "a,"),
        (["'"], "'"),
    ],
)
def test_a_sequence_is_written_as_vassal_writes_it_and_read_back(tokens: list[str], written: str) -> None:
    assert joined(tokens, ",") == written
    assert split(written, ",") == tokens


def test_a_backslash_at_the_end_of_a_token_is_lost_in_writing() -> None:
    assert split(r"a\,b", ",") == ["a,b"]
    assert joined(["a\\", "b"], ",") == "a,b"


@given(st.lists(TEXTS, min_size=1), st.sampled_from(",;/\t\x1b"))
def test_every_list_of_tokens_is_read_back(tokens: list[str], delimiter: str) -> None:
    assert split(joined(tokens, delimiter), delimiter) == tokens


@given(st.lists(st.lists(TEXTS, min_size=2), min_size=2))
def test_nested_lists_are_read_back_one_level_at_a_time(lists: list[list[str]]) -> None:
    written = joined([joined(inner, ",") for inner in lists], ",")
    assert [split(inner, ",") for inner in split(written, ",")] == lists
