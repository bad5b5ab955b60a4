"""Words as a rule is looked for by them, whatever their ending."""

import re
from functools import cache

_WORD = re.compile(r"[^\W_]+")
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))
_SHORTEST_STEM = 3


@cache
def stems(text: str) -> frozenset[str]:
    """The stems of the words of a text.

    >>> sorted(stems("Assaulting vehicles; the batteries, a mine"))
    ['a', 'assault', 'battery', 'min', 'the', 'vehicl']
    """
    return frozenset(map(stem, words(text)))


def words(text: str) -> list[str]:
    """The words of a text, all in small letters."""
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
