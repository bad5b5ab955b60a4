"""The questions a table can ask."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import uuid4

from maps.documents import Missing
from rules.errors import BadInput


class Asks(StrEnum):
    """The questions that can be asked at a table."""

    LOS = "los"
    FIELD = "field"
    REACH = "reach"
    RANGE = "range"
    FIRE = "fire"
    PLAN = "plan"
    HERE = "here"
    THREAT = "threat"
    WHERE = "where"
    CHANGE = "change"


@dataclass(frozen=True, slots=True)
class Question:
    """A question about units or places, in the words of `vtt_bridge.port.names`.

    `mode` is how a unit moves or fires, the time of a threat, or the purpose of a place. `side` asks: only what it knows counts.
    Each `asker` has one answer on the map, and a new one replaces it. `to` is who is told, if not that side.
    The same `id` asked again gets the same operations, which are harmless when repeated. `supposing` are
    assumptions in the words of `vtt_bridge.umpire.suppositions`.
    """

    asks: Asks
    who: str
    target: str = ""
    mode: str = ""
    side: str = ""
    asker: str = ""
    to: str = ""
    id: str = ""
    supposing: tuple[str, ...] = ()

    @property
    def hears(self) -> str:
        """Who is told the answer; empty is everybody."""
        return self.to or self.side


_AT = {
    Asks.LOS: "a unit or a place to be seen",
    Asks.FIRE: "a unit to be fired at",
    Asks.PLAN: "a place to go to",
    Asks.HERE: "a place",
    Asks.CHANGE: "an enemy unit or a place",
}
_WITHOUT_MODE = frozenset({Asks.LOS, Asks.FIELD, Asks.RANGE, Asks.CHANGE})
_FIELDS = ("ask", "who", "target", "mode", "side", "asker", "to", "id")
_IF = "if"
_MOST_SUPPOSED = 20


def question_of(given: Mapping[str, Any]) -> Question:
    """The question in a "question" object: {"ask": "los", "who": "A-1", "target": "C2", "if": ["smoke B2"]}.

    Raises:
        BadInput: if a field is wrong or missing; the sentence names field, value and what was wanted.
    """
    supposing = given.get(_IF, [])
    if not isinstance(supposing, list) or len(supposing) > _MOST_SUPPOSED:
        raise BadInput("question.if", supposing, f"a list of at most {_MOST_SUPPOSED} texts")
    texts = {key: value for key, value in given.items() if key != _IF}
    for key, value in (*texts.items(), *((_IF, each) for each in supposing)):
        if key not in (*_FIELDS, _IF):
            raise BadInput("question", key, f"one of its keys: {', '.join(_FIELDS)}, {_IF}")
        if not isinstance(value, str) or len(value) > 200:
            raise BadInput(f"question.{key}", value, "a text of at most 200 characters")
    asked = given.get("ask")
    if asked not in list(Asks):
        raise BadInput("question.ask", asked, f"one of {', '.join(Asks)}")
    if not given.get("who") and asked != Asks.HERE:
        raise Missing("question.who", "a unit or a place")
    if asked in _AT and not given.get("target"):
        raise Missing("question.target", _AT[Asks(asked)])
    if asked in _WITHOUT_MODE and given.get("mode"):
        raise BadInput("question.mode", given["mode"], f"wanted; {asked} is asked in one way only")
    words = {key: given.get(key, "") for key in _FIELDS[1:]}
    return Question(Asks(asked), **{**words, "id": words["id"] or uuid4().hex}, supposing=tuple(supposing))
