"""The names of sides for players: documents and records name a side by id, as `us` or `german`; players read "Americans"."""

import re
from collections.abc import Iterable, Mapping

_AMERICAN, _BRITISH, _GERMAN, _SOVIET = (
    ("American", "Americans"),
    ("British", "British"),
    ("German", "Germans"),
    ("Soviet", "Soviets"),
)

_NATIONS: Mapping[str, tuple[str, str]] = {
    "us": _AMERICAN,
    "american": _AMERICAN,
    "uk": _BRITISH,
    "british": _BRITISH,
    "ge": _GERMAN,
    "de": _GERMAN,
    "german": _GERMAN,
    "soviet": _SOVIET,
}
"""For the id of a side: the adjective of its nation, and the name of its people."""

PEOPLES: Mapping[str, str] = {side: called for side, (_, called) in _NATIONS.items()}
"""The names of the peoples of the usual sides, by id."""

_SIDE = re.compile(rf"(?<![\w.@='\"-])(?:{'|'.join(_NATIONS)})(?![\w@-]|[.]\w)(?P<before_colon>:?)")
_CAPITALISED = re.compile(r"[^\W\d_a-z]\w*[ ]$")


def people(side: str) -> str:
    """The name of a side in a heading.

    >>> people("us"), people("de"), people("red")
    ('Americans', 'Germans', 'Red')
    """
    return _NATIONS[side][1] if side in _NATIONS else side[:1].upper() + side[1:]


def player(side: str) -> str:
    """The player of a side, in words.

    >>> player("ge"), player("red")
    ('German player', 'Red player')
    """
    return f"{_NATIONS[side][0] if side in _NATIONS else people(side)} player"


def side_called(words: str, sides: Iterable[str]) -> str:
    """The side that a player means, by its id or the name of its people; the words unchanged if they name no side.

    >>> side_called("Germans", ("uk", "de")), side_called("german", ("us", "ge")), side_called("red", ("us", "ge"))
    ('de', 'ge', 'red')
    """
    sides, meant = tuple(sides), words.casefold()
    if words in sides:
        return words
    called = ((side, (side, people(side), player(side).removesuffix(" player"))) for side in sides)
    return next((side for side, names in called if meant in map(str.casefold, names)), words)


def of_side(side: str, name: str) -> str:
    """The name of a counter with its side, for names that both sides have.

    >>> of_side("uk", "Observer"), of_side("red", "Observer")
    ('British Observer', 'Observer red')
    """
    return f"{_NATIONS[side][0]} {name}" if side in _NATIONS else f"{name} {side}"


def with_players(words: str) -> str:
    """A sentence with players in place of the ids of their sides; ids in quotes or inside a name stay.

    >>> with_players("us decides now, not ge")
    'the American player decides now, not the German player'
    >>> with_players("ge: group of ge.1. Pont de Lys: side='us' is typed")
    "German player: group of ge.1. Pont de Lys: side='us' is typed"
    >>> with_players("initiative of us: d10 shows 4")
    'initiative of the American player: d10 shows 4'
    """
    return _SIDE.sub(_as_people, words)


def _as_people(match: re.Match[str]) -> str:
    if _CAPITALISED.search(match.string, max(0, match.start() - 40), match.start()):
        return match[0]
    side, colon = match[0].removesuffix(":"), match["before_colon"]
    goes_on = match.string[: match.start()].rstrip()[-1:].isalnum()
    return f"{player(side)}:" if colon and not goes_on else f"the {player(side)}{colon}"
