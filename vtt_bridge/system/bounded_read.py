"""Reads a player's map files: whole, up to a maximum size, and only from the map's folder or below."""

from pathlib import Path

from maps.documents import CannotRead
from rules.errors import BadInput, Unknown

MOST_BYTES = 64 * 2**20
"""The largest map file, its picture included."""


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, of which no more than MOST_BYTES + 1 are read.

    Raises:
        Unknown: if there is no such file.
        CannotRead, BadInput: if it cannot be read, or is too large.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise Unknown("file", path.name) from None
    except (OSError, ValueError) as error:
        raise CannotRead(path.name, error) from None
    if len(content) > MOST_BYTES:
        raise BadInput("file", path.name, f"at most {MOST_BYTES} bytes long")
    return content


def read_beside(path: Path, name: str) -> bytes:
    """The bytes of a file that a map names, which must lie in the map's folder or below it.

    Raises:
        Unknown: if there is no such file.
        BadInput: if it lies elsewhere, cannot be read, or is too large.
    """
    folder = path.parent.resolve()
    file = (folder / name).resolve()
    if not file.is_relative_to(folder):
        raise BadInput("file", name, f"in the folder of {path.name} or below it")
    return read_bytes(file)
