"""A question said in a chat: "!los A-1 > G-1", "/reach "StuG IIIG #1" assault"."""

import shlex
from collections.abc import Mapping

from rules.errors import BadInput
from vtt_bridge.umpire.questions import Asks, Question, question_of

MARKS = ("!", "/")
"""What a command begins with; Foundry itself refuses a slash that it does not know."""

_IN_ORDER: Mapping[str, tuple[str, ...]] = {
    Asks.REACH: ("who", "mode"),
    Asks.THREAT: ("who", "mode"),
    Asks.HERE: ("target", "who", "mode"),
    Asks.WHERE: ("who", "mode", "target"),
}
"""What the words of a command are, where they are not who, target and mode."""


def is_question(words: str) -> bool:
    """Whether these words are a command of the umpire's."""
    return words[:1] in MARKS and words[1:].split(maxsplit=1)[:1] in [[ask.value] for ask in Asks]


def question_in(words: str, side: str, question_id: str) -> Question:
    """The question that a command asks: who, a target, a way to fire or move; `!here` names the place first.

    Names with spaces stand in quotes, or a > stands between them.

    Raises:
        BadInput: if it is not asked so; the sentence shows how.
    """
    ask, _, rest = words[1:].strip().partition(" ")
    try:
        parts = [part.strip() for part in rest.split(">")] if ">" in rest else shlex.split(rest)
    except ValueError:
        raise BadInput(
            "question", words, 'a command with both its quotes, as in !los "Lt. Murphy" C2'
        ) from None
    keys = _IN_ORDER.get(ask, ("who", "target", "mode"))
    if not 1 <= len(parts) <= len(keys) or not all(parts):
        raise BadInput("question", words, "a command such as !los A-1 > G-1, !plan A-1 > C2, or !reach A-1")
    return question_of({"ask": ask, "side": side, "id": question_id, **dict(zip(keys, parts, strict=False))})
