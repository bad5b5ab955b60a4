"""Chat commands for the umpire, the same at any table: "!los A-1 > G-1", "/Reach "StuG IIIG #1" assault", "!help"."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import groupby
from typing import Any

from maps.documents import Missing
from rules.errors import BadInput
from vtt_bridge.umpire.questions import Asks, Question, question_of

MARKS = ("!", "/")
"""The signs a command may begin with; Foundry itself refuses unknown commands with a slash."""

HELP, CLEAR, ALL = "help", "clear", "all"

_COMMAND = re.compile(rf"\s*[{''.join(MARKS)}]([a-z]+)(?:\s+(.*))?\Z", re.IGNORECASE | re.DOTALL)
_PART = re.compile(r'"([^"]*)"|(>)|([^\s>"]+)')
_QUOTES = str.maketrans(
    dict.fromkeys("\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}„«»", '"')
)
"""The quotation marks that phones type in place of "."""

_NEAR = 0.6
"""How similar a mistyped command must be to one of ours (0 to 1): anything less is meant for other programs."""

_IN_ORDER: Mapping[str, tuple[str, ...]] = {
    Asks.REACH: ("who", "mode"),
    Asks.THREAT: ("who", "mode"),
    Asks.HERE: ("target", "who", "mode"),
    Asks.WHERE: ("who", "mode", "target"),
}
"""The fields that a command's words fill, where they are not who, target and mode."""

QUESTION_HELP: Mapping[str, str] = {
    Asks.LOS: "WHO > TARGET: whether a unit or place sees another",
    Asks.FIELD: "WHO: everything it sees",
    Asks.REACH: "UNIT [MODE]: where it can go",
    Asks.RANGE: "UNIT: how far its weapons shoot",
    Asks.FIRE: "UNIT > TARGET: what the shot comes to",
    Asks.PLAN: "UNIT > PLACE: the safest ways there",
    Asks.HERE: "PLACE [> UNIT]: what the place is, and what it costs to get there",
    Asks.THREAT: "UNIT [> after-moves or everywhere]: who can fire at it",
    Asks.WHERE: "UNIT > see, hit, hide, observe or block [> WHOM]: where it could do so",
    Asks.CHANGE: "UNIT > WHOM: what breaks that line, or lowers the chance to be hit",
}


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its word in lower case, and the rest of the line."""

    word: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: `side`, on whose knowledge he is answered (empty: everything is known), and `name`, under which his answers lie
    on the map. `to` is who hears the answer, if not that side.
    """

    side: str = ""
    name: str = ""
    to: str = ""

    @property
    def hears(self) -> str:
        """Who hears the answer; empty is everybody."""
        return self.to or self.side


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a chat as the glue in a VTT passes it on; `selected` are the units that the asker has selected."""

    words: str
    asker: Asker
    id: str
    selected: tuple[str, ...] = ()


def command_in(words: str) -> Command | None:
    """The command in a line of chat, in either case; None if the line is not a command."""
    matched = _COMMAND.match(words)
    return Command(matched[1].lower(), (matched[2] or "").strip()) if matched else None


def command_of_words(words: Sequence[str]) -> Command:
    """The question in the arguments of a shell command: its word, then names, which need no quotes.

    Raises:
        BadInput: if the first word is no question.
    """
    if words[0].lower() not in list(Asks):
        raise BadInput("QUESTION", words[0], f"one of {', '.join(Asks)}")
    return Command(words[0].lower(), " > ".join(words[1:]))


def closest_word(word: str, known: Iterable[str]) -> str:
    """The known word that a mistyped one may mean; empty if none is similar."""
    return next(iter(get_close_matches(word, [*known], 1, _NEAR)), "")


def question_in(command: Command, asker: Asker, question_id: str, selected: Iterable[str] = ()) -> Question:
    """The question that a command asks: who, a target, a mode of fire or movement; `!here` names the place first.

    Names with spaces are quoted, or > separates them. Without names the selected units are meant.

    Raises:
        BadInput: if the words do not fit the question; the sentence shows how to ask it.
    """
    keys = _IN_ORDER.get(command.word, ("who", "target", "mode"))
    parts = _names_in(command.rest) or [*selected]
    if not 1 <= len(parts) <= len(keys) or not all(parts):
        wanted = f"asked as !{command.word} {QUESTION_HELP[Asks(command.word)].partition(':')[0]}"
        raise BadInput("question", f"!{command.word} {command.rest}".strip(), wanted)
    fields = {"ask": command.word, "side": asker.side, "asker": asker.name, "to": asker.to, "id": question_id}
    return question_of({**fields, **dict(zip(keys, parts, strict=False))})


def line_of(given: Mapping[str, Any]) -> Line:
    """The line of chat in a "question" object: {"words": "!los A-1 > C2", "side": "us", "selected": ["A-1"]}.

    Raises:
        BadInput, Missing: if a field is wrong or missing; the sentence names field, value and what was wanted.
    """
    fields = ("words", "side", "asker", "to", "id")
    for key, value in given.items():
        if key == "selected":
            if (
                not isinstance(value, list)
                or not all(isinstance(item, str) for item in value)
                or len(value) > 50
            ):
                raise BadInput("question.selected", value, "a list of at most 50 units")
        elif key not in fields:
            raise BadInput("question", key, f"one of its keys: {', '.join((*fields, 'selected'))}")
        elif not isinstance(value, str) or len(value) > 1000:
            raise BadInput(f"question.{key}", value, "a text of at most 1000 characters")
    for key in ("words", "id"):
        if not given.get(key):
            raise Missing(f"question.{key}", "a text")
    asker = Asker(given.get("side", ""), given.get("asker", ""), given.get("to", ""))
    return Line(given["words"], asker, given["id"], tuple(given.get("selected", ())))


def _names_in(rest: str) -> list[str]:
    """The names in words: parts between > signs, or words, with quotes around names that have spaces.

    Raises:
        BadInput: if a quote is not closed.
    """
    rest = rest.translate(_QUOTES)
    if rest.count('"') % 2:
        raise BadInput("question", rest, 'a command with both its quotes, as in !los "Lt. Murphy" C2')
    groups: list[list[tuple[str, str]]] = [[]]
    for quoted, between, word in _PART.findall(rest):
        if between:
            groups.append([])
        else:
            groups[-1].append((quoted, word))
    if len(groups) == 1:
        return [quoted or word for quoted, word in groups[0]]
    return [name for words in groups for name in _names_between(words)]


def _names_between(words: list[tuple[str, str]]) -> list[str]:
    """The names in one part between > signs: each quoted text is a name, and so is each run of plain words."""
    names: list[str] = []
    for is_quoted, group in groupby(words, lambda entry: bool(entry[0])):
        if is_quoted:
            names += (quoted for quoted, _ in group)
        else:
            names.append(" ".join(word for _, word in group))
    return names or [""]
