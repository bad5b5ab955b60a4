"""A player's own house values, from a file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from maps.documents import MAX_BYTES, CannotRead, parsed
from maps.rosters import house_from
from rules.errors import BadInput


def house_values(path: str) -> Mapping[str, Any]:
    """The house values in a file, which may also be a roster alone; none without a file.

    Raises:
        CannotRead, BadInput: if it cannot be read.
    """
    if not path:
        return {}
    try:
        with Path(path).open("rb") as file:
            values = house_from(parsed(file.read(MAX_BYTES + 1)))
    except (OSError, ValueError) as error:
        if isinstance(error, BadInput):
            raise BadInput("--house", path, f"a file of house values; {error}") from None
        raise CannotRead(path, error) from None
    if not values:
        raise BadInput("--house", path, "a file of house values; there are none in it")
    return values
