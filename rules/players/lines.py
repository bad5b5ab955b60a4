"""The lines of the searching player: the progress of a line, what counts in it, where it ends, and the states it goes on from."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import prod
from typing import ClassVar

from rules.game.engine.play import Play
from rules.game.state import GameState
from rules.players.glances import POINT, Glance, Key, Memory, named
from rules.players.player import Moment, Rulings
from rules.players.weighing import LEAD, Look, Weighed

BRANCHES = 4
"""How many declarations besides passing are followed in lines through exchanges."""

LATER, SECOND = 0.97, 0.6
"""The weight of the next declaration compared with this one, and that of a second exchange, by which time
units may have failed to move and the enemy has moved."""

HANDED_OVER = 2
"""How often the turn passes in a line of whole turns until it ends: to the enemy, and back."""


@dataclass(frozen=True, slots=True)
class Declared:
    """The declaration of a side in a moment of a line, its worth for that side, and the state where it most likely leads."""

    side: str
    weighed: Weighed
    after: GameState
    is_free: bool
    """Whether there was a choice."""
    passes: bool
    """Whether the side passes."""
    parties: tuple[str, ...]
    """The units that act, and the targets."""
    out: Mapping[str, float]
    """The chance of each unit to be lost by it or put out of action."""
    turn_of: str | None = None
    """Whose turn it is."""

    @property
    def blow(self) -> float:
        """Its worth as a blow, 0 if it is none."""
        own_stakes = self.weighed.stakes - self.weighed.opens if self.weighed.opens else self.weighed.stakes
        return self.weighed.worth - self.weighed.opens if own_stakes > 1e-9 else 0.0


@dataclass
class Exchange:
    """A line through an exchange of blows, which ends where each side in turn passes."""

    branches: ClassVar[int] = BRANCHES
    margin: ClassVar[float] = 300.0
    """A declaration worth less than the best by more than this is not followed."""
    new: ClassVar[int] = 16
    """How many declarations that were not evaluated yet are evaluated in a later moment."""
    most_struck: ClassVar[int] = 8
    most_quiet: ClassVar[int] = 16
    most_moments: ClassVar[int] = 40
    """An exchange ends after this many blows, or once more than this many moments passed without any; a line ends after this many
    moments for each of its exchanges."""

    is_struck: bool
    """Whether something is at stake."""
    exchanges: int
    """How many exchanges of blows are left, with this one."""
    passed: int
    turn_of: str | None
    """Whose turn it is."""
    brought: float = 0.0
    counts: float = 1.0
    """The weight of a blow this far ahead."""
    struck: int = 0
    looked_at: int = 0
    """How many blows and moments this exchange has had."""

    @classmethod
    def in_order(cls, state: GameState, weighed: list[Weighed]) -> list[Weighed]:  # noqa: ARG003
        """The declarations in the order in which they are followed."""
        return weighed

    def is_over(self, declared: Declared) -> bool:  # noqa: ARG002
        """Whether the line ends before the next declaration."""
        return False

    def go_on(self, declared: Declared, sign: float) -> None:
        """Add a declaration: `sign` is 1 for the searching side and -1 for its enemy."""
        self.brought += self.counts * sign * self._struck(declared)
        if declared.is_free and declared.weighed.stakes > 0:
            self.counts, self.struck, self.is_struck = self.counts * LATER, self.struck + 1, True
        self.passed = self.passed + 1 if declared.passes else 0
        self.looked_at += 1

    def _struck(self, declared: Declared) -> float:
        """The worth of a blow for the side that strikes it."""
        return declared.blow

    def is_through(self, sides: int) -> bool:
        """Whether the exchange is over: each side has passed, or there were enough blows."""
        if self.struck >= self.most_struck:
            return True
        return self.passed >= sides if self.is_struck else self.looked_at > self.most_quiet

    def goes_on_to_next(self) -> bool:
        """Whether another exchange follows; if so it begins."""
        self.exchanges -= 1
        if not self.exchanges or not self.is_struck:
            return False
        self.struck = self.looked_at = self.passed = 0
        self.is_struck, self.counts = False, SECOND
        return True


@dataclass
class WholeTurns(Exchange):
    """A line through the rest of a turn and the whole turn of the enemy, in a book in which sides take whole turns.

    It goes on as if most shots missed, but keeps account of them: a blow counts by the chance that its unit can still act and its
    target is still there.
    """

    branches: ClassVar[int] = 5
    margin: ClassVar[float] = 500.0
    new: ClassVar[int] = 48
    most_struck: ClassVar[int] = 16
    most_moments: ClassVar[int] = 60

    able: dict[str, float] = field(default_factory=dict)
    """The chance that each unit can still act."""
    handed_over: int = 0

    @classmethod
    def in_order(cls, state: GameState, weighed: list[Weighed]) -> list[Weighed]:
        """The best declaration of each unit first, then the second best of each."""
        so_far: Counter[Key] = Counter()

        def place(option: Weighed) -> int:
            parties = tuple(named(state, option.action))
            so_far[parties] += 1
            return so_far[parties]

        return sorted(weighed, key=place)

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


def lines_of(moment: Moment) -> type[Exchange]:
    """The kind of lines that fits how the sides of a book take their turns."""
    return Exchange if moment.play.turn_of(moment.state) is None else WholeTurns


def goes_on_from(moment: Moment, before: GameState, ends: Mapping[GameState, Fraction]) -> GameState:
    """The result that a line goes on from: the median; in whole turns one in which no unit was put out of action, as that
    counts by its chance."""
    if lines_of(moment) is Exchange:
        return median_end(moment.play, before, ends, moment.side)
    out = {end: sum(1 for _ in units_out_of_action(moment.play, before, end)) for end in ends}
    fewest = min(out.values())
    return likeliest({end: ends[end] for end in ends if out[end] == fewest}, 1)[0]


def units_out_of_action(play: Play, before: GameState, after: GameState) -> Iterator[str]:
    """The units that could act before and are lost or cannot act after."""
    for unit in before.units.values():
        now = after.units.get(unit.id)
        if now is unit or unit.at is None or not play.can_act(before, unit):
            continue
        if now is None or now.at is None or not play.can_act(after, now):
            yield unit.id


def look_of(moment: Moment, rulings: Rulings, memory: Memory, after: object) -> Look:
    """A look at a moment of a line."""
    if lines_of(moment) is Exchange:
        return Look(moment, rulings, POINT)
    return Glance(moment, rulings, memory, after)


def likeliest(ends: Mapping[GameState, Fraction], most: int) -> list[GameState]:
    """At most so many of the results, the likeliest first; of equally likely ones, such as the faces of a
    die, those in the middle."""
    chosen: list[GameState] = []
    for chance in sorted(set(ends.values()), reverse=True):
        alike = [end for end in ends if ends[end] == chance]
        wanted = min(most - len(chosen), len(alike))
        chosen += [alike[(2 * place + 1) * len(alike) // (2 * wanted)] for place in range(wanted)]
    return chosen


def median_end(play: Play, before: GameState, ends: Mapping[GameState, Fraction], side: str) -> GameState:
    """The median result for a side; the likeliest if all are alike to it."""
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
