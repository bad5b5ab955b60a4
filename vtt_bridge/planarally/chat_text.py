"""PlanarAlly's chat: the umpire's sentences as Markdown, the players' lines as plain words."""

import re
from collections.abc import Mapping
from typing import Any

from vtt_bridge.port.markup import plain_words

_MARKUP = re.compile(r"([\\`*_{}\[\]()#+!|~<>&:/-])")


def ruling_in_markdown(text: str) -> str:
    """A ruling in Markdown, its first line bold.

    Every sign that could be markup, HTML or an address is escaped, since PlanarAlly fetches anything that begins with http, and
    shows pictures and links.
    """
    first, *more = (_MARKUP.sub(lambda sign: f"&#{ord(sign[1])};", line) for line in text.split("\n"))
    return "  \n".join((f"**{first}**", *more))


def chat_words(line: object) -> str:
    """The words of a chat line without markup; empty if it is not a chat line."""
    data: Any = line.get("data") if isinstance(line, Mapping) else None
    if not isinstance(data, list) or not all(isinstance(part, str) for part in data):
        return ""
    return plain_words(" ".join(data))
