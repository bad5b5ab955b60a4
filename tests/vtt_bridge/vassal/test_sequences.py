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
def test_what_is_written_is_read_back(tokens: list[str], written: str) -> None:
    assert joined(tokens, ",") == written
    assert split(written, ",") == tokens


def test_a_text_that_ends_in_a_backslash_cannot_be_written_and_loses_it() -> None:
    assert split(r"a\,b", ",") == ["a,b"]
    assert joined(["a\\", "b"], ",") == "a,b"


@given(st.lists(TEXTS, min_size=1), st.sampled_from(",;/\t\x1b"))
def test_every_list_comes_back(tokens: list[str], delimiter: str) -> None:
    assert split(joined(tokens, delimiter), delimiter) == tokens


@given(st.lists(st.lists(TEXTS, min_size=2), min_size=2))
def test_lists_in_lists_come_back_one_level_at_a_time(lists: list[list[str]]) -> None:
    written = joined([joined(inner, ",") for inner in lists], ",")
    assert [split(inner, ",") for inner in split(written, ",")] == lists
