"""Lines of Foundry's chat: the umpire's, written as escaped HTML, and those of users, read as plain words."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape, unescape
from typing import Any

from exporters.json_value import Json
from exporters.ruling_text import with_kept_indentation
from vtt_bridge.port.markup import plain_words
from vtt_bridge.port.virtual_table import PutOverlay, Say

UMPIRE = "Umpire"
_OP = re.compile(r'data-blindhex="([^"]{1,200})"')


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the chat in plain words; `author` is a user's id, `op_id` is set if we said it."""

    id: str
    author: str
    words: str
    op_id: str = ""


def say_document(operation: Say, whisper: Iterable[str]) -> dict[str, Json]:
    """A say as a message: every word is escaped, so that a token's name cannot become markup."""
    first, *more = with_kept_indentation(operation.text).split("\n")
    lines = [f"<strong>{escape(first)}</strong>", *(escape(line) for line in more)]
    return _message(operation.op_id, "<br>".join(lines), whisper)


def picture_document(operation: PutOverlay, path: str, whisper: Iterable[str]) -> dict[str, Json]:
    """A picture at a path as a message."""
    shown = f'<img src="{escape(path, quote=True)}" alt="{escape(operation.overlay.title, quote=True)}">'
    return _message(operation.op_id, shown, whisper)


def _message(op_id: str, html: str, whisper: Iterable[str]) -> dict[str, Json]:
    document: dict[str, Json] = {
        "content": f'<div data-blindhex="{escape(op_id, quote=True)}">{html}</div>',
        "alias": UMPIRE,
    }
    if users := list(whisper):
        document["whisper"] = [*users]
    return document


def line_of(message: Mapping[str, Any]) -> Line:
    """The line in a chat message; missing fields are empty."""
    content = message.get("content")
    content = content if isinstance(content, str) else ""
    author = message.get("author")
    if isinstance(author, Mapping):
        author = author.get("id")
    ours = _OP.search(content)
    return Line(
        str(message.get("id") or ""),
        author if isinstance(author, str) else "",
        plain_words(content),
        unescape(ours[1]) if ours else "",
    )


def lines_of(answer: Mapping[str, Any]) -> list[Line]:
    """The lines in an answer of the relay about its chat, the newest first."""
    data = answer.get("data")
    messages = data.get("messages") if isinstance(data, Mapping) else None
    return (
        [line_of(message) for message in messages if isinstance(message, Mapping)]
        if isinstance(messages, list)
        else []
    )
