"""Plain words from chat lines that a table stores as HTML."""

import re
from html import unescape

_TAG = re.compile(r"<[^<>]{0,2000}>")


def plain_words(markup: str) -> str:
    """The words of a line without its markup, a space between each and the next."""
    return " ".join(unescape(_TAG.sub(" ", markup)).split())
