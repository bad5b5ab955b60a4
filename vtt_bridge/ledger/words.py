"""Words for the search of rules, compared without their endings."""

import re
from functools import cache

_WORD = re.compile(r"[^\W_]+")
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))
_SHORTEST_STEM = 3

_MEANT = {
    "ambush": ("concealment", "covering fire"),
    "ammo": ("ammunition",),
    "bogged": ("immobilised",),
    "climb": ("uphill", "hill level"),
    "close combat": ("assault",),
    "exit": ("leaving", "off the map"),
    "facing": ("turning", "front"),
    "fog of war": ("concealment", "hidden"),
    "goes first": ("initiative", "first turn"),
    "hand to hand": ("assault",),
    "hidden": ("concealment",),
    "line of sight": ("LOS",),
    "los": ("line of sight",),
    "melee": ("assault",),
    "off board": ("off-table", "off the table", "off the map"),
    "reinforcements": ("entering the map", "reserves"),
    "reload": ("loading", "re-supply", "ammunition"),
    "rout": ("retreat", "withdrawal", "runs"),
    "turn around": ("facing", "turning"),
    "victory": ("winning",),
    "wins": ("winning", "victory"),
}
"""Players' words, and the books' words for the same."""
_LITTLE = re.compile(
    "an?|and|are|at|can|do|does|for|how|i|in|is|it|me|mean|my|of|on|or|the|they|to|what|when|who|you"
)


@cache
def stems(text: str) -> frozenset[str]:
    """The stems of the words of a text.

    >>> sorted(stems("Assaulting vehicles; the batteries, a mine"))
    ['a', 'assault', 'battery', 'min', 'the', 'vehicl']
    """
    return frozenset(map(stem, words(text)))


def in_words_of_books(query: str) -> list[str]:
    """A query put into the books' words, in every possible way; empty if it has none of the players' words.

    >>> in_words_of_books("Close combat in woods")
    ['assault woods']
    """
    asked = said = [f" {' '.join(words(query))} "]
    for phrase, meant in _MEANT.items():
        if f" {phrase} " in asked[0]:
            said = [each.replace(f" {phrase} ", f" {other} ") for each in said for other in meant]
    return [] if said is asked else [without_little_words(each) for each in said]


def without_little_words(query: str) -> str:
    """The significant words of a query.

    >>> without_little_words("what does concealed mean")
    'concealed'
    """
    return " ".join(word for word in words(query) if not _LITTLE.fullmatch(word))


def words(text: str) -> list[str]:
    """The words of a text in lower case."""
    return _WORD.findall(text.casefold())


@cache
def stem(word: str) -> str:
    """A word without its ending, so that "moves", "moved" and "moving" are the same.

    >>> {stem(word) for word in ("move", "moves", "moved", "moving")}
    {'mov'}
    """
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM and not word.endswith("ss"):
            bare = word.removesuffix(ending) + instead
            doubled = ending in ("ing", "ed") and bare[-1] == bare[-2] and bare[-1] not in "lsz"
            return bare[:-1] if doubled else bare
    return word
