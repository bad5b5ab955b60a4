"""The classes that a state of a game is made of, by their names, wherever in the code they stand."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

from rules.game.units import Marker, Unit


@lru_cache
def value_classes(of_the_book: tuple[type, ...]) -> Mapping[str, type[Any]]:
    """The classes of units, markers and a book's own record, and all that their fields are annotated with.

    Raises:
        TypeError: if two of them have one name.
    """
    found: dict[str, type[Any]] = {}
    waiting: list[object] = [Unit, Marker, *of_the_book]
    while waiting:
        kind = waiting.pop()
        waiting += get_args(kind)
        if not isinstance(kind, type) or get_args(kind) or not _is_value(kind):
            continue
        known = found.setdefault(kind.__name__, kind)
        if known is not kind:
            raise TypeError(f"two kinds of values are called {kind.__name__}")
        if not issubclass(kind, Enum):
            waiting += (each for each in _annotations(kind) if each not in found.values())
    return MappingProxyType(found)


def _is_value(kind: type) -> bool:
    return (
        is_dataclass(kind) or issubclass(kind, Enum) or (issubclass(kind, tuple) and hasattr(kind, "_fields"))
    )


def _annotations(kind: type[Any]) -> Iterator[object]:
    hints = get_type_hints(kind)
    names = [each.name for each in fields(kind) if each.init] if is_dataclass(kind) else hints
    return (hints[name] for name in names)
