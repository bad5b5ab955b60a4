"""What stands in an entry of each kind: its fields, and what each may hold."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from vtt_bridge.games.log_file import MAIL_FORMAT


class Kind(StrEnum):
    """What an entry does."""

    NEW = "new"
    JOIN = "join"
    DECLARE = "declare"
    ANSWER = "answer"
    RULE = "rule"
    DROP = "drop"
    UNDO = "undo"
    AGREE = "agree"
    REFUSE = "refuse"
    TAKE_BACK = "take back"
    RESIGN = "resign"
    OPEN = "open"


def _text(value: object) -> bool:
    return type(value) is str


def _text_or_none(value: object) -> bool:
    return value is None or _text(value)


def _number(value: object) -> bool:
    return type(value) is int and value >= 0


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _object(value: object) -> bool:
    return isinstance(value, dict)


def _player(value: object) -> bool:
    return isinstance(value, dict) and value.keys() == {"name", "key"} and all(map(_text, value.values()))


def _seal(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return value.keys() == {"open"} or (
        value.keys() == {"commitment", "box"} and all(map(_text, value.values()))
    )


def _view(value: object) -> bool:
    return isinstance(value, dict) and all(_object(value.get(part, {})) for part in ("units", "course"))


_Shape = Mapping[str, Callable[[object], bool]]
_OF: _Shape = {"of": _number}

_SHAPES: Mapping[Kind, _Shape] = MappingProxyType({
    Kind.NEW: {
        "format": _text, "ruleset": _text, "scenario": _text, "switches": _texts, "house": _object, "version": _text, "rules": _text,
        "sides": _texts, "ruler": _text, "readable": _text, "player": _player, "nonce": _text, "secret": _text_or_none,
        "keep": _text, "board": _object, "setup": _seal, "view": _view, "to_act": _text_or_none, "result": _text_or_none,
    },
    Kind.JOIN: {"player": _player, "nonce": _text, "keep": _text},
    Kind.DECLARE: {"number": _number, "action": _seal, "nonce": _text_or_none},
    Kind.ANSWER: {**_OF, "nonce": _text},
    Kind.RULE: {
        **_OF, "nonce": _text_or_none, "turn": _seal, "heard": _texts, "view": _view, "to_act": _text_or_none,
        "result": _text_or_none,
    },
    Kind.DROP: {},
    Kind.UNDO: {"turns": _number},
    Kind.AGREE: _OF,
    Kind.REFUSE: _OF,
    Kind.TAKE_BACK: _OF,
    Kind.RESIGN: {},
    Kind.OPEN: {"seal": _text_or_none, "secret": _text_or_none},
})  # fmt: skip


def misshapen(kind: str, body: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the fields of an entry, whatever the moment it is written at."""
    if kind not in [*Kind]:
        yield f"there is no entry of the kind {kind!r:.40}"
        return
    if kind == Kind.NEW and body.get("format") != MAIL_FORMAT:
        yield f"its format is {body.get('format')!r:.40}, not {MAIL_FORMAT}: the version that began it plays it on"
        return
    shape = _SHAPES[Kind(kind)]
    for name in sorted(shape.keys() ^ body.keys()):
        yield f"its field {name!r:.40} is {'missing' if name in shape else 'none that it may have'}"
    for name, holds in shape.items():
        if name in body and not holds(body[name]):
            yield f"its field {name!r} holds what it may not hold"
