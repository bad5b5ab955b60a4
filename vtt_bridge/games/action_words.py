"""An action as a player writes it: a number, a document, or its kind and fields in words."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from maps.documents import parsed
from rules.errors import BadInput
from rules.game.record.record_forms import TAG

_FIELDS = re.compile(r'(?:"[^"]*"|\S)+')
"""The words of an action; text in quotes is one word, spaces included."""


def action_written(words: str) -> int | dict[str, Any]:
    """The number of a choice, or the document of an action."""
    if words.strip().isdecimal():
        return int(words)
    return dict(parsed(words)) if words.lstrip().startswith("{") else _document(words)


def _document(words: str) -> dict[str, Any]:
    """An action's document from "Maneuver unit=us.1 to=C2"; a value may be written as JSON.

    A field with spaces in it is quoted: "kinds=move,direct fire - anti-tank".
    """
    kind, *fields = _FIELDS.findall(words) or [""]
    document: dict[str, Any] = {TAG: kind}
    for field in fields:
        name, equals, value = map(_unquoted, _unquoted(field).partition("="))
        if not equals:
            raise BadInput("action", field, "a field and its value, as unit=us.1")
        document[name] = _value(value)
    return document


def _unquoted(words: str) -> str:
    """The words without the pair of quotes around them."""
    return words[1:-1] if len(words) > 1 and words[0] == words[-1] == '"' and words.count('"') == 2 else words


def _value(written: str) -> Any:
    """A field's value: JSON if it can be read as that, a list if it has commas, else the words themselves."""
    for text in (written, f"[{written}]") if "," in written else (written,):
        try:
            return json.loads(text)
        except ValueError:
            continue
    return [word for word in written.split(",") if word] if "," in written else written


def is_beginning(text: str, words: str) -> bool:
    """Whether a choice begins with these words; not if they break off in a list of units or within a number."""
    rest = text.removeprefix(words)
    goes_on = rest.startswith(",") or (words[-1].isdecimal() and rest[:1].isdecimal())
    return text.startswith(words) and not goes_on


def words_in(document: object) -> Iterator[str]:
    """Every text in a document."""
    match document:
        case str():
            yield document
        case Mapping():
            for value in document.values():
                yield from words_in(value)
        case list():
            for value in document:
                yield from words_in(value)
