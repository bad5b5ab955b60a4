"""The fields of each kind of entry, and their types."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from vtt_bridge.games.log_file import MAIL_FORMAT


class Kind(StrEnum):
    """The kinds of entries."""

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


def _is_text(value: object) -> bool:
    return type(value) is str


def _is_text_or_none(value: object) -> bool:
    return value is None or _is_text(value)


def _is_number(value: object) -> bool:
    return type(value) is int and value >= 0


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_player(value: object) -> bool:
    return isinstance(value, dict) and value.keys() == {"name", "key"} and all(map(_is_text, value.values()))


def _is_seal(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return value.keys() == {"open"} or (
        value.keys() == {"commitment", "box"} and all(map(_is_text, value.values()))
    )


def _is_view(value: object) -> bool:
    return isinstance(value, dict) and all(_is_object(value.get(part, {})) for part in ("units", "course"))


_Shape = Mapping[str, Callable[[object], bool]]
_OF: _Shape = {"of": _is_number}

_SHAPES: Mapping[Kind, _Shape] = MappingProxyType({
    Kind.NEW: {
        "format": _is_text, "ruleset": _is_text, "scenario": _is_text, "switches": _are_texts, "house": _is_object, "version": _is_text, "rules": _is_text,
        "sides": _are_texts, "ruler": _is_text, "readable": _is_text, "player": _is_player, "nonce": _is_text, "secret": _is_text_or_none,
        "keep": _is_text, "board": _is_object, "setup": _is_seal, "view": _is_view, "to_act": _is_text_or_none, "result": _is_text_or_none,
    },
    Kind.JOIN: {"player": _is_player, "nonce": _is_text, "keep": _is_text},
    Kind.DECLARE: {"number": _is_number, "action": _is_seal, "nonce": _is_text_or_none},
    Kind.ANSWER: {**_OF, "nonce": _is_text},
    Kind.RULE: {
        **_OF, "nonce": _is_text_or_none, "turn": _is_seal, "heard": _are_texts, "view": _is_view, "to_act": _is_text_or_none,
        "result": _is_text_or_none,
    },
    Kind.DROP: {},
    Kind.UNDO: {"turns": _is_number},
    Kind.AGREE: _OF,
    Kind.REFUSE: _OF,
    Kind.TAKE_BACK: _OF,
    Kind.RESIGN: {},
    Kind.OPEN: {"seal": _is_text_or_none, "secret": _is_text_or_none},
})  # fmt: skip


def field_faults(kind: str, body: Mapping[str, Any]) -> Iterator[str]:
    """The faults in the fields of an entry, apart from when it was written."""
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
