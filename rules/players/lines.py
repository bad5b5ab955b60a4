"""How far a line of the searching player has come, what counts in it, and where it ends."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import prod
from typing import ClassVar

from rules.game.engine.play import Play
from rules.game.state import GameState
from rules.players.weighing import LEAD, Weighed

SECOND = 0.6
"""What a second exchange counts: until then units may not get going, and the enemy moves as well."""

LATER = 0.97
"""What the next declaration counts for this one."""

HANDED_OVER = 2
"""So often the turn is handed over in a line of whole turns until it ends: to the enemy, and back."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What a side declares in a moment of a line, what it is worth to it, and where it most likely leads."""

    side: str
    weighed: Weighed
    after: GameState
    is_free: bool
    """Whether there was a choice."""
    passes: bool
    """Whether it lets its chance go by."""
    parties: tuple[str, ...]
    """Who acts, and whom it aims at."""
    out: Mapping[str, float]
    """The chance of each unit that it is lost by it, or can act no more."""
    turn_of: str | None = None
    """Whose turn it is."""

    @property
    def blow(self) -> float:
        """What it is worth as a blow, if it is one."""
        return self.weighed.worth - self.weighed.opens if self.weighed.stakes > 0 else 0.0

    @property
    def is_free_blow(self) -> bool:
        return self.is_free and self.weighed.stakes > 0


@dataclass
class Exchange:
    """A line through an exchange of blows, which ends where each side in turn lets its chance go by."""

    most_struck: ClassVar[int] = 8
    most_quiet: ClassVar[int] = 16
    most_moments: ClassVar[int] = 40
    """A line ends after so many blows, after so many moments without any, and after so many moments in all."""

    is_struck: bool
    """Whether something is at stake."""
    exchanges: int
    """How many exchanges of blows are left, with this one."""
    passed: int
    turn_of: str | None
    """Whose turn it is."""
    brought: float = 0.0
    counts: float = 1.0
    """What a blow counts so far ahead."""
    struck: int = 0
    looked_at: int = 0
    """How many blows and moments this exchange has had."""

    @staticmethod
    def goes_on_from(
        play: Play, before: GameState, ends: Mapping[GameState, Fraction], side: str
    ) -> GameState:
        """The end that it goes on from: the one in the middle."""
        return middling(play, before, ends, side)

    def is_over(self, declared: Declared) -> bool:  # noqa: ARG002
        """Whether it ends before what is declared next."""
        return False

    def go_on(self, declared: Declared, sign: float) -> None:
        """A declaration more, of the side that searches or, with a minus, of its enemy."""
        self.brought += self.counts * sign * self._struck(declared)
        if declared.is_free_blow:
            self.counts, self.struck, self.is_struck = self.counts * LATER, self.struck + 1, True
        self.passed = self.passed + 1 if declared.passes else 0
        self.looked_at += 1

    def _struck(self, declared: Declared) -> float:
        """What a blow brings to who strikes it."""
        return declared.blow

    def is_through(self, sides: int) -> bool:
        """Whether the exchange has had its blows: each side let its chance go by, or there were enough of them."""
        if self.struck >= self.most_struck:
            return True
        return self.passed >= sides if self.is_struck else self.looked_at > self.most_quiet

    def goes_on_to_next(self) -> bool:
        """Whether another exchange follows, which then begins."""
        self.exchanges -= 1
        if not self.exchanges or not self.is_struck:
            return False
        self.struck = self.looked_at = self.passed = 0
        self.is_struck, self.counts = False, SECOND
        return True


@dataclass
class WholeTurns(Exchange):
    """A line through the rest of a turn and the whole turn of the enemy, in a book in which sides take whole turns.

    It goes on as if most shots missed, but they are not forgotten: a blow counts with the chance that who strikes can still act,
    and that whom he strikes still stands.
    """

    most_struck: ClassVar[int] = 16
    most_moments: ClassVar[int] = 60

    able: dict[str, float] = field(default_factory=dict)
    """The chance of units that they can still act."""
    handed_over: int = 0

    @staticmethod
    def goes_on_from(
        play: Play,  # noqa: ARG004
        before: GameState,  # noqa: ARG004
        ends: Mapping[GameState, Fraction],
        side: str,  # noqa: ARG004
    ) -> GameState:
        """The likeliest end, where most shots have missed; what they may have done is not forgotten."""
        return likeliest(ends, 1)[0]

    def is_over(self, declared: Declared) -> bool:
        if declared.turn_of != self.turn_of:
            self.handed_over, self.turn_of = self.handed_over + 1, declared.turn_of
        return self.handed_over >= HANDED_OVER

    def _struck(self, declared: Declared) -> float:
        if not declared.blow:
            return 0.0
        still = prod(self.able.get(name, 1.0) for name in declared.parties)
        for name, chance in declared.out.items():
            self.able[name] = self.able.get(name, 1.0) * (1 - still * chance)
        return still * declared.blow

    def is_through(self, sides: int) -> bool:  # noqa: ARG002
        return self.struck >= self.most_struck


def out_of_action(play: Play, before: GameState, ends: Mapping[GameState, Fraction]) -> Mapping[str, float]:
    """The chance of each unit that could act that it is lost, or can act no more."""
    chances: dict[str, float] = {}
    for end, chance in ends.items():
        for unit in before.units.values():
            now = end.units.get(unit.id)
            if now is unit or unit.at is None or not play.can_act(before, unit):
                continue
            if now is None or now.at is None or not play.can_act(end, now):
                chances[unit.id] = chances.get(unit.id, 0.0) + float(chance)
    return chances


def likeliest(ends: Mapping[GameState, Fraction], most: int) -> list[GameState]:
    """So many of the ends at most, the likeliest first; of those as likely as each other the middle ones, as of the faces of a die."""
    chosen: list[GameState] = []
    for chance in sorted(set(ends.values()), reverse=True):
        alike = [end for end in ends if ends[end] == chance]
        wanted = min(most - len(chosen), len(alike))
        chosen += [alike[(2 * place + 1) * len(alike) // (2 * wanted)] for place in range(wanted)]
    return chosen


def middling(play: Play, before: GameState, ends: Mapping[GameState, Fraction], side: str) -> GameState:
    """The end that is no better for a side, and no worse, than half of the chances; the likeliest where all are alike to it."""
    if len(ends) == 1:
        return next(iter(ends))
    worth = {
        end: LEAD * float(play.lead(end, side))
        + sum(
            change.severity * (-1 if change.side == side else 1)
            for change in play.changes(before, end)
            if change.side
        )
        for end in ends
    }
    if len(set(worth.values())) == 1:
        return likeliest(ends, 1)[0]
    in_order = sorted(ends, key=worth.__getitem__)
    reached = accumulate(ends[end] for end in in_order)
    half = sum(ends.values()) / 2
    return next(end for end, chance in zip(in_order, reached, strict=True) if chance >= half)
