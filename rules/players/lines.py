"""The lines of the searching player: what is looked at along them, how far one has come, what counts in it, and where it ends.

Where sides take whole turns, a look is remembered: what units do to each other is looked at once while they stand as they stood, after the
same declaration. A kind of declaration that has had nothing at stake so far is looked at no more along the lines of a decision.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from itertools import accumulate
from math import inf, prod
from typing import ClassVar

from rules.game.engine.play import Action, Play
from rules.game.state import GameState
from rules.game.units import Unit
from rules.players.player import Consideration, Moment
from rules.players.weighing import LEAD, Look, Rulings, Weighed, opening

BRANCHES = 4
"""How many declarations are followed in lines through exchanges, and letting the chance go by besides."""

LATER, SECOND = 0.97, 0.6
"""What the next declaration counts for this one, and what a second exchange: until then units may not get going, and the enemy moves as well."""

POINT = 300.0
"""What a point of the victory terms counts in exchanges: what units are good for later shows in the lines themselves."""

AHEAD = 3.0
"""How much more it counts where units stand in lines of whole turns, in which units are lost to those whom they come in sight of."""

HANDED_OVER = 2
"""So often the turn is handed over in a line of whole turns until it ends: to the enemy, and back."""

DISABLED = 400.0
"""What it counts that a unit can act no more though it is there, until a counter is taken for it or a die falls well."""

WON = 3000
"""What it counts to win the game."""

AT_FIRST, OPENED_AT, INTO = 60, 12, 10
"""How many declarations are looked at before some are followed, how many that each opens, and of how many it is looked into what fire they bring."""

THEN, THEN_LATER, THEN_AT = 12, 5, 6
"""Of how many of those, and of how many along a line, it is looked at what their unit does after the first that they open, and at how
many of that."""

IN_VAIN, REMEMBERED = 24, 50_000
"""A kind that was looked at so often with nothing at stake is looked at no more along lines; so many looks are remembered at most."""

Key = tuple[object, ...]


@dataclass
class Memory:
    """What was looked at before, of one side, while nothing but units changes on the map."""

    looked_at: dict[Key, Weighed] = field(default_factory=dict)
    """Without where it leads, as that holds of one state alone."""
    in_vain: dict[type, float] = field(default_factory=dict)
    """How often each kind of declaration was looked at without anything at stake; endlessly seldom, once there was."""

    looks: int = 0
    """How many were looked at in this decision that were not remembered."""

    def begin(self) -> None:
        """A new decision: any kind of declaration may have something at stake again."""
        self.in_vain, self.looks = {}, 0
        if len(self.looked_at) > REMEMBERED:
            self.looked_at = {}

    def learn(self, option: Weighed) -> None:
        kind = type(option.action)
        self.in_vain[kind] = -inf if option.stakes > 0 else self.in_vain.get(kind, 0) + 1

    def is_barren(self, action: Action) -> bool:
        """Whether a declaration is of a kind that was looked at in vain."""
        return self.in_vain.get(type(action), 0) >= IN_VAIN


class Glance(Look):
    """A look, after a declaration or in a state, that sees besides who can act no more, and that is remembered."""

    ahead: ClassVar[float] = AHEAD
    game: ClassVar[float] = WON

    def __init__(self, moment: Moment, rulings: Rulings, memory: Memory, after: object) -> None:
        self.memory, self.after = memory, after
        super().__init__(moment, rulings)

    def weigh(self, actions: tuple[Action, ...], at_least: int = INTO) -> list[Weighed]:
        """What speaks for and against the best few: of each unit the best that strikes and the best that does not, then others."""
        looked_at = self.and_next(self.at_first(of_each_kind(actions, AT_FIRST)), 0)
        options = [option for option in looked_at if not self.play.passes(option.action)]
        first: dict[Key, Weighed] = {}
        for option in options:
            first.setdefault((option.stakes > 0, *named(self.moment.state, option.action)), option)
        rest = [option for option in options if option not in first.values()]
        best = (*first.values(), *rest)[: max(INTO, at_least)]
        return [self.looked_into(self._led_on(option, self.moment.state)) for option in best] or looked_at

    def _at_first(self, state: GameState, action: Action) -> Weighed:
        parties = tuple(state.units[name] for name in named(state, action))
        key = (self.after, action, *parties)
        known = self.memory.looked_at.get(key)
        if known is None:
            known = super()._at_first(state, action)
            self.memory.looks += 1
            if known.why:
                self.memory.learn(known)
            if known.why and parties:
                self.memory.looked_at[key] = replace(known, after=None)
        return known

    def and_next(self, looked_at: list[Weighed], most: int) -> list[Weighed]:
        """What was looked at already with what it opens and, of so many of the best, with what who acts does after that; the best first."""
        opened = super().and_next(looked_at, most)
        most = most or (THEN if self.after is self.moment.state else THEN_LATER)
        followed = [self._and_then(option) for option in opened[:most]]
        return sorted((*followed, *opened[len(followed) :]), key=lambda option: -option.worth)

    def _with_next(self, weighed: Weighed, most: int) -> Weighed:  # noqa: ARG002
        """The same with the best that it opens, which others that open the same of the same units have in common with it."""
        state, after = self.moment.state, weighed.after
        if after is None or weighed.why or self.play.passes(weighed.action):
            return super()._with_next(weighed, OPENED_AT)
        acting = (state.units[name] for name in named(state, weighed.action))
        enemies = (unit for unit in state.units.values() if unit.side != self.side)
        key = (self.play.legal_actions(after), *acting, *enemies)
        if (known := self.memory.looked_at.get(key)) is None:
            with self._once(weighed.action):
                known = super()._with_next(weighed, OPENED_AT)
            self.memory.looked_at[key] = replace(known, after=None)
        return replace(weighed, why=known.why, opens=known.opens, stakes=known.stakes, opened=known.opened)

    def _and_then(self, option: Weighed) -> Weighed:
        """The same with what its unit does after what it opens, or next, where that is not all that it was told to do."""
        if not option.opened or option.after is None:
            return self._gone_on(option, self.moment.state)
        with self._once(option.action):
            first = [self._at_first(option.after, action) for action in option.opened]
            opened = [self._gone_on(one, option.after) for one in first]
        return opening(replace(option, why=(), opens=0.0, stakes=0.0), opened)

    def _gone_on(self, option: Weighed, state: GameState) -> Weighed:
        """The same with the best that its unit does next, if it has not done all that it was told to."""
        if self.play.passes(option.action):
            return option
        after = self._led_on(option, state).after
        if after is None or not goes_on(self.play, after, option.action):
            return option
        with self._once(option.action):
            actions = of_each_kind(self.play.legal_actions(after), THEN_AT)
            return opening(option, [self._at_first(after, action) for action in actions])

    @contextmanager
    def _once(self, action: Action) -> Iterator[None]:
        """What is looked at holds once this was declared."""
        was, self.after = self.after, action
        yield
        self.after = was

    def _led_on(self, option: Weighed, state: GameState) -> Weighed:
        """The same with where it leads now, if that was looked at in another state."""
        if option.after is not None:
            return option
        return replace(option, after=super()._at_first(state, option.action).after)

    def _harm(self, before: GameState, ends: Mapping[GameState, Fraction]) -> Iterator[Consideration]:
        yield from super()._harm(before, ends)
        kept = sum(
            chance * self._kept(before, end, unit)
            for end, chance in ends.items()
            for unit in before.units.values()
            if end.units.get(unit.id) is not unit
        )
        if kept:
            yield Consideration("who can act, by the odds", DISABLED * float(kept))

    def _kept(self, before: GameState, after: GameState, unit: Unit) -> int:
        """1 if a unit that is still there can act again, -1 if it can no longer; of the enemy the other way round."""
        now = after.units.get(unit.id)
        if now is None or unit.at is None or now.at is None:
            return 0
        more = self.play.can_act(after, now) - self.play.can_act(before, unit)
        return more if unit.side == self.side else -more


def named(state: GameState, action: object) -> Iterator[str]:
    """The units that a declaration names: who acts, and whom it aims at."""
    assert is_dataclass(action)
    for each in fields(action):
        value = getattr(action, each.name)
        for name in value if isinstance(value, tuple) else (value,):
            if isinstance(name, str) and name in state.units:
                yield name


def goes_on(play: Play, state: GameState, after: object) -> bool:
    """Whether after a declaration its unit has not done all that it was told to: nobody else can act."""
    acting = {name for name in named(state, after) if state.units[name].side == play.to_act(state)}
    return bool(acting) and all(
        play.passes(action) or acting.intersection(named(state, action))
        for action in play.legal_actions(state)
    )


def of_each_kind(actions: tuple[Action, ...], most: int) -> tuple[Action, ...]:
    """So many of the actions at most, of each kind as many as of any other, drawn evenly."""
    if len(actions) <= most:
        return actions
    kinds: dict[type, list[Action]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    shares = dict.fromkeys(kinds, 0)
    while (left := most - sum(shares.values())) > 0:
        for kind in sorted(
            (kind for kind in kinds if shares[kind] < len(kinds[kind])), key=shares.__getitem__
        )[:left]:
            shares[kind] += 1
    return tuple(
        of_kind[place * len(of_kind) // shares[kind]]
        for kind, of_kind in kinds.items()
        for place in range(shares[kind])
    )


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
        own_stakes = self.weighed.stakes - self.weighed.opens if self.weighed.opens else self.weighed.stakes
        return self.weighed.worth - self.weighed.opens if own_stakes > 1e-9 else 0.0


@dataclass
class Exchange:
    """A line through an exchange of blows, which ends where each side in turn lets its chance go by."""

    branches: ClassVar[int] = BRANCHES
    margin: ClassVar[float] = 300.0
    """How many declarations are followed, and that what is worth so much less than the best is not."""
    new: ClassVar[int] = 16
    """How many are looked at in a later moment that were not looked at yet."""
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

    @classmethod
    def in_order(cls, state: GameState, weighed: list[Weighed]) -> list[Weighed]:  # noqa: ARG003
        """The declarations in the order in which they are followed."""
        return weighed

    def is_over(self, declared: Declared) -> bool:  # noqa: ARG002
        """Whether it ends before what is declared next."""
        return False

    def go_on(self, declared: Declared, sign: float) -> None:
        """A declaration more, of the side that searches or, with a minus, of its enemy."""
        self.brought += self.counts * sign * self._struck(declared)
        if declared.is_free and declared.weighed.stakes > 0:
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

    branches: ClassVar[int] = 5
    margin: ClassVar[float] = 500.0
    new: ClassVar[int] = 48
    most_struck: ClassVar[int] = 16
    most_moments: ClassVar[int] = 60

    able: dict[str, float] = field(default_factory=dict)
    """The chance of units that they can still act."""
    handed_over: int = 0

    @classmethod
    def in_order(cls, state: GameState, weighed: list[Weighed]) -> list[Weighed]:
        """The best of each unit come first, then the next best of each."""
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
    """The lines that are followed, by the order in which the sides of a book take their turns."""
    return Exchange if moment.play.turn_of(moment.state) is None else WholeTurns


def goes_on_from(moment: Moment, before: GameState, ends: Mapping[GameState, Fraction]) -> GameState:
    """The end that a line goes on from: the one in the middle; of whole turns one where nobody was put out, as that counts by its chance."""
    if lines_of(moment) is Exchange:
        return middling(moment.play, before, ends, moment.side)
    out = {end: sum(1 for _ in put_out(moment.play, before, end)) for end in ends}
    fewest = min(out.values())
    return likeliest({end: ends[end] for end in ends if out[end] == fewest}, 1)[0]


def put_out(play: Play, before: GameState, after: GameState) -> Iterator[str]:
    """The units that could act before and are lost after, or can act no more."""
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
