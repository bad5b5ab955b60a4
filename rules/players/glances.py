"""What the searching player looks at where sides take whole turns: the best of each unit, and who can act no more.

A look is remembered. What units do to each other is looked at once while they stand as they stood, after the same declaration; and
a kind of declaration that has had nothing at stake so far is looked at no more. So a line of thirty moments costs little
more than the few in it that are new.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction

from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.units import Unit
from rules.players.player import Consideration, Moment
from rules.players.weighing import Look, Rulings, Weighed

DISABLED = 400.0
"""What it counts that a unit can act no more though it is there, until a counter is taken for it or a die falls well."""

AT_FIRST, INTO = 60, 10
"""How many declarations are looked at before some are followed, and of how many it is looked into what fire they bring."""

OPENED_AT = 8
"""How many are looked at of those that a declaration opens."""

IN_VAIN = 24
"""A kind of declaration that was looked at so often without anything at stake is looked at no more in a decision."""

REMEMBERED = 50_000
"""How much is remembered, before it is all forgotten."""

Key = tuple[object, ...]


@dataclass
class Memory:
    """What was looked at before, of one side, while nothing but units changes on the map."""

    looked_at: dict[Key, Weighed] = field(default_factory=dict)
    """Without where it leads, as that holds of one state alone."""
    in_vain: dict[type, int] = field(default_factory=dict)
    fruitful: set[type] = field(default_factory=set)

    def begin(self) -> None:
        """A new decision: any kind of declaration may have something at stake again."""
        self.in_vain, self.fruitful = {}, set()
        if len(self.looked_at) > REMEMBERED:
            self.looked_at = {}

    def learn(self, option: Weighed) -> None:
        kind = type(option.action)
        if option.stakes > 0:
            self.fruitful.add(kind)
        else:
            self.in_vain[kind] = self.in_vain.get(kind, 0) + 1

    def is_barren(self, action: Action) -> bool:
        """Whether a declaration is of a kind that was looked at in vain."""
        kind = type(action)
        return kind not in self.fruitful and self.in_vain.get(kind, 0) >= IN_VAIN


@dataclass
class Glance(Look):
    """A look that sees besides who can act no more, and that is remembered."""

    memory: Memory
    after: object
    """The declaration that was made before, or the state, where that is not known."""

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
        return [self.looked_into(self._led_on(option)) for option in best] or looked_at

    def _at_first(self, state: GameState, action: Action) -> Weighed:
        parties = tuple(state.units[name] for name in named(state, action))
        key = (self.after, action, *parties)
        known = self.memory.looked_at.get(key)
        if known is None:
            known = super()._at_first(state, action)
            self.memory.learn(known)
            if known.why and parties:
                self.memory.looked_at[key] = replace(known, after=None)
        return known

    def _with_next(self, weighed: Weighed, most: int) -> Weighed:  # noqa: ARG002
        state = self.moment.state
        acting = tuple(state.units[name] for name in named(state, weighed.action))
        enemies = (unit for unit in state.units.values() if unit.side != self.side)
        key = ("opened", weighed.action, *acting, *enemies)
        known = self.memory.looked_at.get(key)
        if known is None:
            was, self.after = self.after, weighed.action
            known = super()._with_next(weighed, OPENED_AT)
            self.after = was
            if acting:
                self.memory.looked_at[key] = replace(known, after=None)
        return known

    def _some(self, actions: tuple[Action, ...], most: int) -> list[Action]:
        fruitful = tuple(action for action in actions if not self.memory.is_barren(action))
        return super()._some(fruitful or actions, most)

    def _led_on(self, option: Weighed) -> Weighed:
        """The same with where it leads now, if that was looked at in another state."""
        if option.after is not None:
            return option
        return replace(option, after=super()._at_first(self.moment.state, option.action).after)

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


def named(state: GameState, action: Action) -> Iterator[str]:
    """The units that a declaration names: who acts, and whom it aims at."""
    for each in fields(action):  # type: ignore[arg-type]
        value = getattr(action, each.name)
        for name in value if isinstance(value, tuple) else (value,):
            if isinstance(name, str) and name in state.units:
                yield name


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
