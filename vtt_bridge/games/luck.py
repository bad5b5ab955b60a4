"""Each side's luck: the results of a game's dice, compared with all the results they could have had.

The measure of a decision is the harm that it does: how bad the book holds what became of the enemy's units, less what
became of one's own (`Play.changes`). For each action in which dice fell, the very steps that were thrown are run every
way they can fall, from the state the game was in: that gives the exact chance of each harm. What was decided
otherwise does not count, only what fell. The harms of all those actions are then added up as independent chances
(a convolution), and a side's luck is the percentile of what it really had: how often the same decisions would have gone
worse for it, and half of how often just as well. 50 is what dice owe everybody.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from rules.errors import RulesError
from rules.game.engine.differences import UNIT_LOST, Outcome, in_sum
from rules.game.events import DiceThrown
from rules.game.going import SendsUnits
from rules.game.side_names import player
from rules.game.state import GameState
from vtt_bridge.games.game_log import Turn
from vtt_bridge.games.game_setup import OpenedGame, played_back


@dataclass(frozen=True, slots=True)
class Decided:
    """What the dice of one action decided: for each side the chance of each harm (its enemies' less its own), and the actual one.

    `ends` are the possible outcomes in words, with their chances, and `end` is the actual one. All odds are empty where there
    were too many outcomes to enumerate.
    """

    number: int
    by: str
    odds: Mapping[str, Mapping[int, Fraction]]
    fell: Mapping[str, int]
    ends: Mapping[str, Fraction] = field(default_factory=dict)
    end: str = ""

    @property
    def matters(self) -> bool:
        """Whether the dice could do more or less harm."""
        return any(len(each) > 1 for each in self.odds.values())


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of a side over some decisions: the percentile, from 0 to 1; what it had of harm done less harm
    taken, and could expect."""

    side: str
    decisions: int
    percentile: float
    had: int
    expected: float

    def __str__(self) -> str:
        if not self.decisions:
            return f"{player(self.side)}: no dice that could harm anybody"
        return (
            f"{player(self.side)}: luckier than {100 * self.percentile:.0f} of 100 games with the same decisions"
            f" ({self.sum})"
        )

    @property
    def sum(self) -> str:
        """How many decisions count, and the harm in lost units, actual and expected: 3 decided by dice; …"""
        had, expected = (round(harm / UNIT_LOST, 1) + 0.0 for harm in (self.had, self.expected))
        return f"{self.decisions} decided by dice; harm done less harm taken is worth {had:g} lost units, {expected:g} expected"


def decided(game: OpenedGame, turns: Iterable[Turn]) -> Iterator[Decided]:
    """What the dice of each action of a game decided, in order; actions without dice are left out."""
    before = game.state
    for number, (turn, after) in enumerate(played_back(game, tuple(turns)), 1):
        if any(isinstance(event, DiceThrown) for event in turn.events):
            yield _decided(game, number, turn, before, after)
        before = after


def luck(decisions: Iterable[Decided], side: str) -> Luck:
    """The luck of a side over these decisions."""
    counted = [decision for decision in decisions if decision.matters]
    had = sum(decision.fell[side] for decision in counted)
    chances, least = np.ones(1), 0
    for decision in counted:
        odds = decision.odds[side]
        lowest = min(odds)
        each = np.zeros(max(odds) - lowest + 1)
        for harm, chance in odds.items():
            each[harm - lowest] = float(chance)
        chances, least = np.convolve(chances, each), least + lowest
    worse, alike = float(chances[: had - least].sum()), float(chances[had - least])
    expected = float(np.dot(chances, np.arange(least, least + len(chances))))
    return Luck(side, len(counted), worse + alike / 2, had, expected)


def _decided(game: OpenedGame, number: int, turn: Turn, before: GameState, after: GameState) -> Decided:
    sides, book = before.sides, game.book
    if not isinstance(book, SendsUnits):
        return Decided(number, turn.action.side, {}, {})
    changes = tuple(book.changes(before, after))
    fell = _harms(changes, sides)
    try:
        ends = book.ends(before, turn.action)
    except RulesError:
        return Decided(number, turn.action.side, {}, fell, {}, in_sum(changes).text)
    changes_to = {state: tuple(book.changes(before, state)) for state in ends}
    common = (
        frozenset.intersection(*map(frozenset, changes_to.values()))
        if len(set(changes_to.values())) > 1
        else frozenset()
    )
    odds: dict[str, dict[int, Fraction]] = {side: {} for side in sides}
    words: dict[str, Fraction] = {}
    for state, chance in ends.items():
        for side, harm in _harms(changes_to[state], before.sides).items():
            odds[side][harm] = odds[side].get(harm, Fraction(0)) + chance
        end = _in_words(changes_to[state], common)
        words[end] = words.get(end, Fraction(0)) + chance
    return Decided(number, turn.action.side, odds, fell, words, _in_words(changes, common))


def _in_words(changes: Iterable[Outcome], common: frozenset[Outcome]) -> str:
    """Changes in sum, without harmless ones that all outcomes have in common."""
    return in_sum(change for change in changes if change.severity or change not in common).text


def _harms(changes: Iterable[Outcome], sides: tuple[str, ...]) -> dict[str, int]:
    """For each side the harm that its enemies took, less its own."""
    taken = dict.fromkeys(sides, 0)
    for change in changes:
        if change.side in taken:
            taken[change.side] += change.severity
    whole = sum(taken.values())
    return {side: whole - 2 * own for side, own in taken.items()}
