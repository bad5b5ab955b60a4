"""What a side may not know, searched for in whatever it was given: an oracle that knows no view and no field."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from rules.game.state import GameState

_NOT_SAID = ("board", "views")
"""The ground is open to all, and what an engine worked out once is given to nobody."""

Way = tuple["Way", str] | None
"""Where a value stands in the whole: the way to what holds it, and the step from there."""


def leaks(state: GameState, known: GameState, side: str) -> list[str]:
    """Where what a side knows names a unit or holds a marker that it does not know of."""
    secret = state.units.keys() - known.units.keys()
    named = [f"{text} in {_told(way)}" for text, way in texts_in(known) if text in secret]
    hidden = [marker for marker in state.markers if marker.hidden and marker.side != side]
    return named + [f"{marker}" for marker in hidden if marker in known.markers]


def texts_in(value: object) -> Iterator[tuple[str, Way]]:
    """Every text in a value, however deep, and the way to it, which few want to read."""
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
    """What values of a type are made of: those of a dataclass of its fields, each with the step to it."""
    if is_dataclass(kind):
        return [(each.name, f".{each.name}") for each in fields(kind) if each.name not in _NOT_SAID]
    return next((one for one in (str, Mapping, Collection) if issubclass(kind, one)), None)


def _told(way: Way) -> str:
    return "" if way is None else _told(way[0]) + way[1]
