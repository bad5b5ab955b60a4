"""What a side may not know, searched for in whatever it was given: an oracle that knows no view and no field."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from rules.game.state import GameState

_NOT_SAID = ("board", "views")
"""The ground is open to all, and what an engine worked out once is given to nobody."""


def texts_in(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a value, however deep, and where it stands."""
    if isinstance(value, str):
        yield value, path
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from texts_in(key, f"{path} key")
            yield from texts_in(item, f"{path}.{key}")
    elif isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from texts_in(item, path)
    elif is_dataclass(value):
        for each in fields(value):
            if each.name not in _NOT_SAID:
                yield from texts_in(getattr(value, each.name), f"{path}.{each.name}")


def leaks(state: GameState, known: GameState, side: str) -> list[str]:
    """Where what a side knows names a unit or holds a marker that it does not know of."""
    secret = state.units.keys() - known.units.keys()
    named = [f"{text} in {path}" for text, path in texts_in(known) if text in secret]
    hidden = [marker for marker in state.markers if marker.hidden and marker.side != side]
    return named + [f"{marker}" for marker in hidden if marker in known.markers]
