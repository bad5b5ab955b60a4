"""Malformed documents are refused in one sentence."""

import json
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.documents import MAX_BYTES, MAX_DEPTH, parsed
from rules.errors import BadInput, RulesError


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "document: '{' is not JSON (Expecting property name enclosed in double quotes, line 1 column 2)"),
        ("", "document: '' is not JSON (Expecting value, line 1 column 1)"),
        ("[1]", "document: [1] is not a JSON object"),
        ('{"a": 1, "a": 2}', "document: 'a' is not a key named once in its object"),
        ('{"a": NaN}', "document: 'NaN' is not a number"),
        ('{"a": 1e999}', "document: '1e999' is not a number that can be read (it is too large)"),
        (b'{"a": "\xff"}', "document: 'byte 0xff' is not UTF-8 text; a picture or an archive holds no document"),
        ('{"a": "\\ud800"}', "document: '\\ud800' is not text in whole characters"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "document: 'its nesting' is not at most 32 arrays and objects deep"),
        ("[" * 200_000, "document: 'its nesting' is not at most 32 arrays and objects deep"),
    ],
)  # fmt: skip
def test_a_text_that_is_not_a_document_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(BadInput) as told:
        parsed(text)
    assert str(told.value) == message


def test_a_number_of_five_thousand_digits_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^document: 'a number' is not one that can be read"):
        parsed('{"a": ' + "9" * 5000 + "}")


def test_an_oversized_document_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(BadInput, match=f"is not at most {MAX_BYTES} bytes long$"):
        parsed(b" " * (MAX_BYTES + 1))


def test_the_deepest_document_that_is_read() -> None:
    deepest = '{"a":' * MAX_DEPTH + "1" + "}" * MAX_DEPTH
    assert parsed(deepest)["a"]
    with pytest.raises(BadInput):
        parsed('{"a":' + deepest + "}")


def test_a_byte_order_mark_is_no_fault() -> None:
    assert parsed(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


@given(st.binary(max_size=40) | st.text(alphabet='{}[]",:truefalsn0123.eE- \\u', max_size=40))
def test_any_text_is_read_or_refused_in_one_sentence(text: str | bytes) -> None:
    told = ""
    try:
        assert isinstance(parsed(text), dict)
    except RulesError as error:
        told = str(error)
    assert "\n" not in told


@pytest.mark.parametrize("name", ["board.schema.json", "scenario.schema.json"])
def test_every_node_of_a_schema_has_a_description(name: str) -> None:
    """The sentence of a fault ends with the description of the node, so each must have one."""
    schema = json.loads((files("maps") / name).read_text("utf-8"))

    def silent(node: Any, path: str) -> list[str]:
        if not isinstance(node, dict):
            return []
        says = {"description", "enum", "$ref"} & set(node)
        asks = {"type", "const", "pattern"} & set(node)
        found = [path] if asks and not says else []
        for key in ("properties", "$defs"):
            for inner, part in node.get(key, {}).items():
                found += silent(part, f"{path}/{inner}")
        for key in ("items", "propertyNames", "additionalProperties"):
            found += silent(node.get(key), f"{path}/{key}")
        return found

    assert silent(schema, "") == []
