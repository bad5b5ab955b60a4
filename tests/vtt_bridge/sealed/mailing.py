"""Two players at a game by mail, each with his own copy, who exchange it until enough is written."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from maps.library import lasting, scenario
from rules.catalog import ruleset
from rules.game.chance.dice import SeededDice
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.sealed.beginning import join_entry, new_entry
from vtt_bridge.sealed.keys import PlayerKey, new_key
from vtt_bridge.sealed.mail_file import text_of
from vtt_bridge.sealed.record import Entry
from vtt_bridge.sealed.seat import Seat

OPENED = {"kgn": "uk", "lhy": "us", "matg1": "", "matg2": ""}
"""By book, the side whose secrets the other's program may read."""


@dataclass(frozen=True)
class MailGame:
    """A game by mail between two players, with the record so far."""

    entries: tuple[Entry, ...]
    keys: Mapping[str, PlayerKey]
    ruler: str
    other: str
    mails: int = 0

    @property
    def text(self) -> str:
        return text_of(self.entries)

    def seat(self, side: str) -> Seat:
        return Seat.at(self.entries, self.keys[side], ruleset)


def begun_by_mail(name: str, **options: Any) -> MailGame:
    """A game of a bundled scenario that both have joined."""
    chosen = scenario(name)
    keys = [new_key("Ann"), new_key("Ben")]
    head = GameHead(chosen.ruleset, lasting(name))
    opens = [side] if (side := options.pop("opens", OPENED[chosen.ruleset])) else []
    first = new_entry(head, ruleset, keys[0], "", opens)
    other = next(side for side in first.body["sides"] if side != first.by)
    entries = (first, join_entry((first,), keys[1], other))
    return MailGame(entries, dict(zip((first.by, other), keys, strict=True)), first.by, other)


def written_on(
    game: MailGame, most: int, seed: int, lying: Mapping[str, Seat] = MappingProxyType({})
) -> tuple[MailGame, Mapping[str, Seat]]:
    """The game after at least `most` entries with nothing waiting, or at its end, and its seats. Both choose
    by chance, and declare ahead if they can.

    The seats in `lying` play for their side, such as those of programs that lie.
    """
    choice = SeededDice(seed)
    seats = {side: lying.get(side, game.seat(side)) for side in game.keys}
    side, mails = seats[game.ruler].standing.due, game.mails
    while side is not None and (len(game.entries) < most or seats[side].standing.waiting):
        seat = seats[side].answered()
        while seat.may_declare and len(seat.entries) < most:
            seat = seat.declared(choice.pick("", len(seat.known.choices())) + 1)
        if seat.entries == game.entries:
            break
        game = replace(game, entries=seat.entries)
        other = seat.standing.rival(side)
        seats[side] = seat
        seats[other] = replace(
            seats[other],
            entries=seat.entries,
            standing=seat.standing,
            ruled_so_far=vars(seats[other]).get("truth", seats[other].ruled_so_far),
        )
        if seat.standing.is_over:
            break
        side, mails = other, mails + 1
    return replace(game, mails=mails), seats


def finished(game: MailGame) -> MailGame:
    """The game given up if it is not over, and opened."""
    ruler = game.seat(game.ruler)
    if not ruler.standing.is_over:
        ruler = ruler.resigned()
    return replace(game, entries=ruler.opened().entries)
