"""The players that Blindhex has, by their names."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from rules.errors import BadInput, Unknown
from rules.game.side_names import side_called
from rules.players.careful import CarefulPlayer
from rules.players.player import Player, RandomPlayer
from rules.players.search import SearchPlayer

RANDOM, SEARCH = "random", "search"

PLAYERS: Mapping[str, Callable[[], Player]] = MappingProxyType({
    RANDOM: RandomPlayer,
    "careful": CarefulPlayer,
    SEARCH: SearchPlayer,
})  # fmt: skip
"""The function that makes each player, anew for each game."""


def names_by_side(assigned: Iterable[str], sides: tuple[str, ...]) -> Mapping[str, str]:
    """The player of each side, from words such as "us=careful"; a side that is not named gets the random player.

    Raises:
        BadInput: if a side is none of the game's, or named twice.
        Unknown: if there is no such player.
    """
    named = players_from_words(assigned, sides)
    return {side: named.get(side, RANDOM) for side in sides}


def players_from_words(
    assigned: Iterable[str], sides: tuple[str, ...], besides: tuple[str, ...] = ()
) -> Mapping[str, str]:
    """The players of the sides named in words such as "us=careful" or "us=careful,ge=random"; `besides`
    are further allowed names.

    Raises:
        BadInput: if a side is none of the game's, or named twice.
        Unknown: if there is no such player.
    """
    named: dict[str, str] = {}
    for words in (each.strip() for several in assigned for each in several.split(",")):
        called, _, name = words.partition("=")
        side = side_called(called, sides)
        if side not in sides or not name:
            raise BadInput("player", words, f"SIDE=PLAYER with one of the sides {', '.join(sides)}")
        if side in named:
            raise BadInput("player", words, f"one player for {side}")
        if name not in besides:
            player_named(name, besides)
        named[side] = name
    return named


def players(names: Mapping[str, str]) -> Mapping[str, Player]:
    return {side: player_named(name) for side, name in names.items()}


def player_named(words: str, besides: tuple[str, ...] = ()) -> Player:
    """A player by its name; the searching player may be given its number of lines, such as "search:100".

    Raises:
        BadInput: if that is no number of lines.
        Unknown: if there is no such player.
    """
    name, colon, lines = words.partition(":")
    if name not in PLAYERS:
        raise Unknown("player", name, (*PLAYERS, *besides))
    if not colon:
        return PLAYERS[name]()
    if name != SEARCH or not lines.isdecimal() or not int(lines):
        raise BadInput("player", words, f"{SEARCH}:LINES with a number of lines from 1, or a name alone")
    return SearchPlayer(int(lines))
