"""The append-only journal of a scene: who asked what, the ruling, and the revision it was given for.

As a document it is a blindhex-log/1: a first line that says so, then one entry a line.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from exporters.documents import ruling_document
from exporters.json_value import Json
from maps.documents import Missing, of_format, parsed
from rules.errors import BadInput
from rules.game.ruling import Ruling
from vtt_bridge.games.log_file import LOG_FORMAT
from vtt_bridge.system.clock import now_utc


@dataclass(frozen=True, slots=True)
class Entry:
    """One question asked at a table and the blindhex-ruling/1 it got; `at` is UTC, `by` who asked."""

    at: str
    by: str
    revision: str
    ruling: Mapping[str, Json]


def entry_of(revision: str, by: str, ruling: Ruling[Any]) -> Entry:
    """The entry of a question answered now."""
    return Entry(now_utc(), by, revision, ruling_document(ruling))


def line_of(entry: Entry) -> str:
    return json.dumps(
        {
            "event": "asked",
            "at": entry.at,
            "by": entry.by,
            "revision": entry.revision,
            "ruling": dict(entry.ruling),
        },
        ensure_ascii=False,
    )


def log_text(scene: str, lines: Iterable[str]) -> str:
    """The lines of a journal as a blindhex-log/1."""
    head = json.dumps({"format": LOG_FORMAT, "scene": scene}, ensure_ascii=False)
    return "".join(f"{line}\n" for line in (head, *lines))


def entries_of(text: str) -> tuple[Entry, ...]:
    """The entries that a blindhex-log/1 text holds, oldest first.

    Raises:
        BadInput: naming the line that is not an entry.
    """
    lines = text.removesuffix("\n").split("\n")  # splitlines would break at U+0085 within a text
    of_format(parsed(lines[0]), LOG_FORMAT)
    return tuple(_entry(parsed(line), f"line {number}") for number, line in enumerate(lines[1:], 2))


def _entry(given: Mapping[str, Any], field: str) -> Entry:
    for key, kind, wanted in (
        ("at", str, "a time"),
        ("by", str, "a text"),
        ("revision", str, "a text"),
        ("ruling", dict, "a ruling"),
    ):
        if key not in given:
            raise Missing(f"{field}.{key}", wanted)
        if not isinstance(given[key], kind):
            raise BadInput(f"{field}.{key}", given[key], wanted)
    return Entry(given["at"], given["by"], given["revision"], given["ruling"])
