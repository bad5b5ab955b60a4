"""A game audited from its log alone: was every action allowed, and do its events follow from the dice it shows?

Each action is carried out again in the state of the record at that point, with the recorded faces of the
dice, and compared with the record.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from rules.errors import RulesError
from rules.game.chance.dice import ScriptedDice
from rules.game.engine.carrying_out import IllegalAction, carry_out, replay
from rules.game.engine.play import Play
from rules.game.events import DiceThrown, Event
from rules.game.state import GameState
from rules.game.view import line_heard_by
from vtt_bridge.games.game_log import Turn
from vtt_bridge.games.game_setup import OpenedGame


@dataclass(frozen=True, slots=True)
class Finding:
    """What an audit found wrong with one action of a record, the first being number 1."""

    number: int
    action: str
    text: str

    def __str__(self) -> str:
        return f"{self.number}. {self.action}: {self.text}"


def audited(game: OpenedGame, turns: tuple[Turn, ...]) -> Iterator[Finding]:
    """The faults in the record of a game, action by action; none if everything is by the book."""
    state = game.state
    for number, turn in enumerate(turns, 1):
        for text in _faults(game.book, state, turn):
            yield Finding(number, str(turn.action), text)
        state = replay(game.book, state, turn.events)


def _faults(book: Play, state: GameState, turn: Turn) -> Iterator[str]:
    faces = [face for event in turn.events if isinstance(event, DiceThrown) for face in event.values]
    dice = ScriptedDice(faces)
    try:
        events, _ = carry_out(book, state, turn.action, dice)
        dice.assert_done()
    except IllegalAction as error:
        yield f"not allowed: {'; '.join(map(str, error.reasons))}"
        return
    except RulesError as error:
        yield f"the dice of the record do not fit: {error}"
        return
    for place, (recorded, ruled) in enumerate(zip_longest(turn.events, events)):
        if recorded != ruled and not _is_equivalent(
            book, replay(book, state, turn.events[:place]), recorded, ruled
        ):
            yield _difference(book, recorded, ruled)
            return


def _is_equivalent(book: Play, state: GameState, recorded: Event | None, ruled: Event | None) -> bool:
    """Whether an event that an earlier version wrote in other fields reads the same to everyone and leads to
    the same state; dice never do."""
    if recorded is None or ruled is None or isinstance(ruled, DiceThrown):
        return False
    if any(line_heard_by(side, recorded) != line_heard_by(side, ruled) for side in ("", *state.sides)):
        return False
    return book.apply(state, recorded) == book.apply(state, ruled)


def _difference(book: Play, recorded: Event | None, ruled: Event | None) -> str:
    """What the record says and what the rules say; for events that read alike, the fields that differ."""
    if recorded is None or ruled is None or _event_text(recorded) != _event_text(ruled):
        return f"the record says {_event_text(recorded)}, the rules {_event_text(ruled)}"
    one, other = book.events.document(recorded), book.events.document(ruled)
    apart = (name for name in other if one.get(name) != other[name])
    differences = (
        f"{name} is {one.get(name)} in the record and {other[name]} by the rules" for name in apart
    )
    return f"of {_event_text(ruled)} {', '.join(differences)}"


def _event_text(event: Event | None) -> str:
    return "nothing more" if event is None else f'"{event}"' if str(event) else repr(event)
