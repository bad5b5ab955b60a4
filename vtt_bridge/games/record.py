"""A game turn by turn as one side knows it: each declaration, its dice, its effects, and who stands where."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.events import DiceThrown
from rules.game.going import SendsUnits
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import as_known_throughout
from rules.ground.place import Place
from vtt_bridge.games.action_words import words_in
from vtt_bridge.games.offers import places_in
from vtt_bridge.games.running_game import RunningGame


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One action of a game, the first being number 1.

    `dice` are the throws and `lines` everything else that the reader hears of; `changes` sums up what became of the units.
    `units` are those that changed, each with its name, and `gone` the ids of those he no longer sees. `named` and `places` are
    the units he knows and the places that the words of the declaration name.
    """

    number: int
    side: str
    moment: str
    declared: str
    dice: tuple[DiceThrown, ...]
    changes: tuple[str, ...]
    lines: tuple[str, ...]
    units: tuple[Unit, ...]
    gone: tuple[str, ...]
    named: tuple[str, ...]
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a record: a side, an outsider (the empty side), or somebody who sees everything."""

    side: str = ""
    sees_all: bool = False

    def known(self, now: RunningGame) -> GameState:
        """The state of a game as it is known to him."""
        return now.state if self.sees_all else now.game.ruleset.seen_by(now.state, self.side)

    def heard(self, before: RunningGame, after: RunningGame) -> tuple[str, ...]:
        """What he hears of the last turn, in the ids of the record."""
        if self.sees_all:
            return tuple(after.turns[-1].lines())
        return after.heard_by(self.side, before.state)


def units_after(now: RunningGame, turns: int, reader: Reader) -> tuple[Unit, ...]:
    """The units a reader knew of after so many turns, each with its name."""
    return _named(now.up_to(turns), reader)


def recorded(now: RunningGame, after: int, most: int, reader: Reader) -> Iterator[RecordedTurn]:
    """The turns of a game that follow so many others."""
    game = now.up_to(after)
    units = {unit.id: unit for unit in _named(game, reader)}
    for turn in now.turns[after : after + most]:
        then = game.played((turn,))
        there = {unit.id: unit for unit in _named(then, reader)}
        yield _turn(game, then, reader, units, there)
        game, units = then, there


def ruling_on(now: RunningGame, number: int) -> Ruling[str]:
    """The factors and odds of a turn already played, as the side that declared it could know them."""
    before, action = now.up_to(number - 1), now.turns[number - 1].action
    return before.names(action.side).ruling(before.chances(action))


def _turn(
    before: RunningGame, after: RunningGame, reader: Reader, units: dict[str, Unit], there: dict[str, Unit]
) -> RecordedTurn:
    turn, heard = after.turns[-1], reader.heard(before, after)
    known = reader.known(before), reader.known(after)
    names = after.game.names(*known)
    events_heard = [
        event
        for event in turn.events
        if isinstance(event, DiceThrown) and _event_words(event, reader) in heard
    ]
    of_dice = {_event_words(event, reader) for event in events_heard}
    declared = str(turn.action) if str(turn.action) in heard else ""
    words = frozenset(words_in(before.game.book.actions.document(turn.action)))
    lines = [line for line in heard if line not in of_dice and line != declared]
    return RecordedTurn(
        number=len(after.turns),
        side=turn.action.side,
        moment=names.said(before.game.book.moment(known[0])),
        declared=names.said(declared),
        dice=tuple(replace(die, what=names.said(die.what)) for die in events_heard),
        changes=tuple(names.said(text) for text in _changes(after, reader, known)),
        lines=tuple(map(names.said, lines)),
        units=tuple(unit for unit in there.values() if units.get(unit.id) != unit),
        gone=tuple(name for name in units if name not in there),
        named=tuple(name for name in {**units, **there} if name in words and _names(declared, name)),
        places=tuple(place for place in places_in(turn.action) if _names(declared, str(place))),
    )


def _names(declared: str, word: str) -> bool:
    """Whether a declaration names a unit or a place in full.

    >>> _names("us.1.2 maneuvers to H10", "us.1.2"), _names("us.1.2 maneuvers to H10", "H10")
    (True, True)
    >>> _names("us.1.2 maneuvers to H10", "us.1"), _names("us.1.2 maneuvers to H10", "H1")
    (False, False)
    """
    return re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w-]|\.\w)", declared) is not None


def _event_words(event: DiceThrown, reader: Reader) -> str:
    return str(event) if reader.sees_all else event.told_to(reader.side)


def _changes(after: RunningGame, reader: Reader, known: tuple[GameState, GameState]) -> Iterator[str]:
    book = after.game.book
    if isinstance(book, SendsUnits):
        states = known if reader.sees_all else as_known_throughout(reader.side, *known)
        yield from dict.fromkeys(change.text for change in book.changes(*states))


def _named(now: RunningGame, reader: Reader) -> tuple[Unit, ...]:
    return now.game.names(reader.known(now)).units_of("")
