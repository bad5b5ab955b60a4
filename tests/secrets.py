"""Searches anything given to a side for what the side may not know, without using the book's own views."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from rules.game.state import GameState

_NOT_SAID = ("board", "views")
"""Fields that are not searched: the ground is open to all, and the engine's caches are given to nobody."""

Way = tuple["Way", str] | None
"""The path of a value: the path of what contains it, and the step from there."""


def leaks(state: GameState, known: GameState, side: str) -> list[str]:
    """The places where the given state names a unit, or has a marker, that the side does not know of."""
    secret = state.units.keys() - known.units.keys()
    named = [f"{text} in {_told(way)}" for text, way in texts_in(known) if text in secret]
    hidden = [marker for marker in state.markers if marker.hidden and marker.side != side]
    return named + [f"{marker}" for marker in hidden if marker in known.markers]


def texts_in(value: object) -> Iterator[tuple[str, Way]]:
    """Every text in a value, however deep, with its path."""
    left: list[tuple[Any, Way]] = [(value, None)]
    while left:
        one, way = left.pop()
        parts = _parts(one.__class__)
        if parts is str:
            yield one, way
        elif parts is Mapping:
            for key, item in one.items():
                left += ((key, (way, " key")), (item, (way, f".{key}")))
        elif parts is Collection:
            left += [(item, way) for item in one]
        elif parts:
            left += [(getattr(one, name), (way, step)) for name, step in parts]


@cache
def _parts(kind: Any) -> Any:
    """The function that yields the parts of values of a type, each with the step to it; for a dataclass, its fields."""
    if is_dataclass(kind):
        return [(each.name, f".{each.name}") for each in fields(kind) if each.name not in _NOT_SAID]
    return next((one for one in (str, Mapping, Collection) if issubclass(kind, one)), None)


def _told(way: Way) -> str:
    return "" if way is None else _told(way[0]) + way[1]
