"""The options of a mission as they are written: each is taken by its name, and what is left over is an error."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rules.errors import BadInput
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex


class OptionReader:
    """Options under one name, taken one by one; what is left over is an error.

    Raises (all methods):
        BadInput: if what is taken is missing or of the wrong kind; the message names it.
    """

    def __init__(self, name: str, values: object) -> None:
        if not isinstance(values, Mapping):
            raise BadInput(name, values, _KIND[Mapping])
        self.name, self.values, self.taken = name, values, set[str]()

    def take(self, key: str, kind: type, *default: Any) -> Any:
        """The value of one option; left out it is the default, if there is one."""
        self.taken.add(key)
        if key not in self.values:
            if not default:
                raise BadInput(f"{self.name}.{key}", None, "given")
            return default[0]
        value = self.values[key]
        if default and value is None and default[0] is None:
            return None
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise BadInput(f"{self.name}.{key}", value, _KIND[kind])
        return value

    def one_of(self, key: str, known: Iterable[str], *default: Any) -> str:
        """One of the words that may stand there."""
        value = self.take(key, str, *default)
        if value not in known:
            raise BadInput(f"{self.name}.{key}", value, f"one of {', '.join(known)}")
        return str(value)

    def words(self, key: str, known: Iterable[str] | None = None) -> tuple[str, ...]:
        """The words of a list, none if it is left out; with `known`, only those may stand there."""
        listed = self.take(key, list, [])
        for word in listed:
            if not isinstance(word, str) or (known is not None and word not in known):
                wanted = _KIND[str] if known is None else f"one of {', '.join(known) or 'none'}"
                raise BadInput(f"{self.name}.{key}", word, wanted)
        return tuple(listed)

    def rows(self, key: str, *default: Any) -> Iterator["OptionReader"]:
        """Each table of a list, named by its number from 1."""
        for number, row in enumerate(self.take(key, list, *default), 1):
            yield OptionReader(f"{self.name}.{key}[{number}]", row)

    def hexes(self, key: str, board: HexBoard, *default: Any) -> tuple[Hex, ...]:
        """The hexes of the map that a list of labels names, each once."""
        return tuple(dict.fromkeys(board.grid.named(label) for label in self.take(key, list, *default)))

    def nothing_else(self) -> None:
        """That every option given was taken."""
        for key in self.values:
            if key not in self.taken:
                raise BadInput(
                    f"{self.name}.{key}",
                    self.values[key],
                    f"an option; there are {', '.join(sorted(self.taken))}",
                )


_KIND = MappingProxyType(
    {
        str: "a word",
        int: "a whole number",
        bool: "true or false",
        list: "a list",
        Mapping: "a table of names and values",
    }
)
