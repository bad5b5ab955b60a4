"""A player's own figures in place of ours: documents of house values, among them rosters."""

from collections.abc import Callable, Mapping
from typing import Any

from maps.documents import Document, Missing, check_schema, of_format, under
from rules.errors import BadInput

FORMAT = "blindhex-roster/1"
SCHEMAS: Mapping[str, str] = {
    "kgn": "kgn_roster.schema.json",
    "matg1": "micro_armour_roster.schema.json",
    "matg2": "micro_armour_roster.schema.json",
}
"""The schema of the rosters of each book that has them."""

ROSTER = "roster"
"""The name of the house value that a roster is."""


def house_from(document: object, field: str = "") -> Document:
    """The house values of a document, with its roster checked; the document may also be just a roster.

    `field` is where the document is in a larger one, for the message.

    Raises:
        BadInput: for the first thing that is wrong.
    """
    if not isinstance(document, Mapping):
        raise BadInput(field or "document", document, "an object of house values, or a roster")
    if document.get("format") == FORMAT:
        return {ROSTER: _checked(document, field)}
    if ROSTER in document:
        return {**document, ROSTER: _checked(document[ROSTER], under(field, ROSTER))}
    return document


def house_of(document: Document, read_beside: Callable[[str], Document]) -> tuple[Document, str]:
    """The house values in the field `house` of a larger document, and the name of their file if it names one."""
    own = document.get("house", {})
    if isinstance(own, str):
        return house_from(read_beside(own), f"house {own}"), own
    return house_from(own, "house"), ""


def _checked(document: object, field: str) -> Mapping[str, Any]:
    roster = of_format(document, FORMAT, field)
    book, wanted = roster.get("book"), f"one of {', '.join(SCHEMAS)}, the books that read rosters"
    if book is None:
        raise Missing(under(field, "book"), wanted)
    if book not in tuple(SCHEMAS):
        raise BadInput(under(field, "book"), book, wanted)
    check_schema(roster, SCHEMAS[book], field)
    return roster
