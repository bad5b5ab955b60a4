"""Reads the fields of Foundry documents and checks their types."""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from maps.documents import Missing
from rules.errors import BadInput
from vtt_bridge.port.virtual_table import FLAG

Doc = Mapping[str, Any]
"""A Foundry document, parsed from JSON."""


def number(document: Doc, key: str, field: str, default: float | None = None) -> float:
    """A number in a document; `field` names the document in refusals.

    Raises:
        BadInput: if it is not a number, or is missing without a default.
    """
    value = document.get(key)
    if value is None:
        if default is None:
            raise Missing(f"{field}.{key}", "a number")
        return default
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise BadInput(f"{field}.{key}", value, "a number")
    if abs(value) > 1_000_000:
        raise BadInput(f"{field}.{key}", value, "a number from -1000000 to 1000000")
    return float(value)


def text(document: Doc, key: str, field: str) -> str:
    """A text in a document; empty if it is missing.

    Raises:
        BadInput: if it is something else.
    """
    value = document.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadInput(f"{field}.{key}", value, "a text")
    return value


def mapping(document: Doc, key: str, field: str) -> Doc:
    """An object in a document; empty if it is missing.

    Raises:
        BadInput: if it is something else.
    """
    value = document.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise BadInput(f"{field}.{key}", value, "an object")
    return value


def documents(document: Doc, key: str, field: str) -> Iterator[Doc]:
    """The embedded documents of a kind: tokens, tiles, regions.

    Raises:
        BadInput: if they are not a list of objects, or one has no id.
    """
    value = document.get(key)
    if value is None:
        return
    if not isinstance(value, list) or not all(isinstance(item, Mapping) for item in value):
        raise BadInput(f"{field}.{key}", value, "a list of objects")
    for number_, item in enumerate(value):
        if not text(item, "_id", f"{field}.{key}[{number_}]"):
            raise Missing(f"{field}.{key}[{number_}]._id", "an id")
        yield item


def numbers(document: Doc, key: str, field: str) -> list[float]:
    """A list of numbers in a document.

    Raises:
        BadInput: if it is none.
    """
    value = document.get(key)
    if not isinstance(value, list):
        raise BadInput(f"{field}.{key}", value, "a list of numbers")
    return [number({key: item}, key, field) for item in value]


def our_flags(document: Doc, field: str) -> Doc:
    """Our own flags of a document.

    Raises:
        BadInput: if they are there and not an object.
    """
    return mapping(mapping(document, "flags", field), FLAG, f"{field}.flags")
