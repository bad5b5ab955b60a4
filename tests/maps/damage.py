"""Documents with a fault in one place, chosen by the test or by hypothesis."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st


def with_value(document: Any, path: Sequence[str | int], value: object) -> Any:
    """The document with another value at the end of a path."""
    part = document
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return document


def damaged(data: st.DataObject, document: Any, anything: st.SearchStrategy[object]) -> Any:
    """The document with one random part replaced by anything."""
    part = document
    while True:
        step = data.draw(st.sampled_from(list(part) if isinstance(part, dict) else list(range(len(part)))))
        inner = part[step]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            part[step] = data.draw(anything)
            return document
        part = inner
