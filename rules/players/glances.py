"""How the searching player evaluates declarations in a book with whole turns: all actions of a unit, and units put out of action.

Evaluations are cached: what units do to each other is evaluated once as long as they stand where they stood, after the same
declaration. A kind of declaration that had nothing at stake in many evaluations is no longer evaluated along the lines of that decision. If
a unit has more than one action, its best first action is evaluated with the best action after it: two shots are worth nearly two, and a
unit that drives to where it sees the enemy is credited with the shot it has there.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from math import inf
from typing import ClassVar

from rules.game.engine.play import Action, Play
from rules.game.state import GameState
from rules.game.units import Unit
from rules.players.player import Consideration, Moment, Rulings
from rules.players.weighing import Look, Weighed, opening

AHEAD = 3.0
"""The weight of where units stand in lines of whole turns, in which enemies that come into sight destroy units."""

POINT = 300.0
"""The worth of a victory point; the later use of units shows in the lines themselves."""

DISABLED = 400.0
"""The worth of putting a unit on the map out of action, until a counter is taken for it or a die frees it."""

WON = 3000
"""The worth of winning the game."""

LOOKED_AT_FIRST, OPENED_LOOKED_AT, FIRE_LOOKED_INTO = 60, 12, 10
"""How many declarations are evaluated first, how many that each of them opens, and for how many the
resulting fire is worked out."""

FOLLOWED_NOW, FOLLOWED_ON_LINES, NEXT_ACTIONS = 12, 5, 6
"""For how many of those, and for how many along a line, the unit's next action is evaluated too; and how many next actions."""

MOST_IN_VAIN, REMEMBERED = 24, 50_000
"""After how many evaluations with nothing at stake a kind is skipped along lines; and how many evaluations are cached at most."""

Key = tuple[object, ...]


@dataclass
class Memory:
    """The cached evaluations of one side, valid while nothing but units changes on the map."""

    looked_at: dict[Key, Weighed] = field(default_factory=dict)
    """The evaluations without the state after them, which holds for one state only."""
    in_vain: dict[type, float] = field(default_factory=dict)
    """How often each kind of declaration was evaluated with nothing at stake; minus infinity once something was."""

    looks: int = 0
    """How many evaluations of this decision were not in the cache."""

    def begin(self) -> None:
        """Start a new decision, in which any kind of declaration may have something at stake again."""
        self.in_vain, self.looks = {}, 0
        if len(self.looked_at) > REMEMBERED:
            self.looked_at = {}

    def learn(self, option: Weighed) -> None:
        kind = type(option.action)
        self.in_vain[kind] = -inf if option.stakes > 0 else self.in_vain.get(kind, 0) + 1

    def is_barren(self, action: Action) -> bool:
        """Whether a declaration is of a kind that had nothing at stake in any of at least `MOST_IN_VAIN` evaluations."""
        return self.in_vain.get(type(action), 0) >= MOST_IN_VAIN


class Glance(Look):
    """A cached `Look`, after a declaration or in a state, that also counts which units can no longer act."""

    ahead: ClassVar[float] = AHEAD
    game: ClassVar[int] = WON

    def __init__(self, moment: Moment, rulings: Rulings, memory: Memory, after: object) -> None:
        self.memory, self.after = memory, after
        super().__init__(moment, rulings, POINT)

    def weigh(self, actions: tuple[Action, ...], at_least: int = FIRE_LOOKED_INTO) -> list[Weighed]:
        """The best few declarations, weighed: for each unit the best with something at stake and the
        best without, then others."""
        looked_at = self.and_next(self.at_first(of_each_kind(actions, LOOKED_AT_FIRST)), 0)
        options = [option for option in looked_at if not self.play.passes(option.action)]
        first: dict[Key, Weighed] = {}
        for option in options:
            first.setdefault((option.stakes > 0, *named(self.moment.state, option.action)), option)
        rest = [option for option in options if option not in first.values()]
        best = (*first.values(), *rest)[: max(FIRE_LOOKED_INTO, at_least)]
        return [
            self.looked_into(self._with_state_after(option, self.moment.state)) for option in best
        ] or looked_at

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
        """The declarations with those that they open and, for the best few, with the unit's next action; the best first."""
        opened = super().and_next(looked_at, most)
        most = most or (FOLLOWED_NOW if self.after is self.moment.state else FOLLOWED_ON_LINES)
        followed = [self._with_what_follows(option) for option in opened[:most]]
        return sorted((*followed, *opened[len(followed) :]), key=lambda option: -option.worth)

    def _with_next(self, weighed: Weighed, most: int) -> Weighed:  # noqa: ARG002
        """A declaration with the best that it opens, cached for others that open the same to the same units."""
        state, after = self.moment.state, weighed.after
        if after is None or weighed.why or self.play.passes(weighed.action):
            return super()._with_next(weighed, OPENED_LOOKED_AT)
        acting = (state.units[name] for name in named(state, weighed.action))
        enemies = (unit for unit in state.units.values() if unit.side != self.side)
        key = (self.play.legal_actions(after), *acting, *enemies)
        if (known := self.memory.looked_at.get(key)) is None:
            with self._looking_after(weighed.action):
                known = super()._with_next(weighed, OPENED_LOOKED_AT)
            self.memory.looked_at[key] = replace(known, after=None)
        return replace(weighed, why=known.why, opens=known.opens, stakes=known.stakes, opened=known.opened)

    def _with_what_follows(self, option: Weighed) -> Weighed:
        """A declaration with its unit's action after the one that it opens, or next, if the unit has an action left."""
        if not option.opened or option.after is None:
            return self._with_next_action(option, self.moment.state)
        with self._looking_after(option.action):
            first = [self._at_first(option.after, action) for action in option.opened]
            opened = [self._with_next_action(choice, option.after) for choice in first]
        return opening(replace(option, why=(), opens=0.0, stakes=0.0), opened)

    def _with_next_action(self, option: Weighed, state: GameState) -> Weighed:
        """A declaration with the best next action of its unit, if it has an action left."""
        if self.play.passes(option.action):
            return option
        after = self._with_state_after(option, state).after
        if after is None or not goes_on(self.play, after, option.action):
            return option
        with self._looking_after(option.action):
            actions = of_each_kind(self.play.legal_actions(after), NEXT_ACTIONS)
            return opening(option, [self._at_first(after, action) for action in actions])

    @contextmanager
    def _looking_after(self, action: Action) -> Iterator[None]:
        """A context in which evaluations are cached as made after this declaration."""
        was, self.after = self.after, action
        yield
        self.after = was

    def _with_state_after(self, option: Weighed, state: GameState) -> Weighed:
        """A declaration with the state after it, if it was evaluated in another state."""
        if option.after is not None:
            return option
        return replace(option, after=super()._at_first(state, option.action).after)

    def _harm(self, before: GameState, ends: Mapping[GameState, Fraction]) -> Iterator[Consideration]:
        yield from super()._harm(before, ends)
        kept = sum(
            chance * self._ability_change(before, end, unit)
            for end, chance in ends.items()
            for unit in before.units.values()
            if end.units.get(unit.id) is not unit
        )
        if kept:
            yield Consideration("who can act, by the odds", DISABLED * float(kept))

    def _ability_change(self, before: GameState, after: GameState, unit: Unit) -> int:
        """1 if a unit still on the map can act again, -1 if it can no longer act; the opposite for the enemy's."""
        now = after.units.get(unit.id)
        if now is None or unit.at is None or now.at is None:
            return 0
        more = self.play.can_act(after, now) - self.play.can_act(before, unit)
        return more if unit.side == self.side else -more


def named(state: GameState, action: object) -> Iterator[str]:
    """The units that a declaration names: those that act and its targets."""
    assert is_dataclass(action)
    for each in fields(action):
        value = getattr(action, each.name)
        for name in value if isinstance(value, tuple) else (value,):
            if isinstance(name, str) and name in state.units:
                yield name


def goes_on(play: Play, state: GameState, after: object) -> bool:
    """Whether the unit of a declaration has an action left after it, which shows in that no other unit can act."""
    acting = {name for name in named(state, after) if state.units[name].side == play.to_act(state)}
    return bool(acting) and all(
        play.passes(action) or acting.intersection(named(state, action))
        for action in play.legal_actions(state)
    )


def of_each_kind(actions: tuple[Action, ...], most: int) -> tuple[Action, ...]:
    """At most this many of the actions: the same number of each kind, evenly spaced."""
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
