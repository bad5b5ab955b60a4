"""Weighs a declaration: exact odds, the enemy fire at its units afterwards, and the way to the objectives.

The measure is the severity of the book's own outcomes: a lost unit counts about 1000. Each figure can be checked: harm by the
odds of the declaration, fire at and by its units by the rulings of `fire`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import dist
from sys import maxsize
from typing import ClassVar

from rules.errors import RulesError
from rules.game.engine.differences import UNIT_LOST
from rules.game.engine.play import Action, Play
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.board import Board
from rules.ground.place import Place
from rules.ground.table.tabletop import Tabletop
from rules.planning.exposure import gap
from rules.players.player import Consideration, Moment, Rulings

LEAD = 100.0
"""The worth of a point of the book's victory terms, for a player that does not look far ahead."""

GOAL = 300.0
"""The worth of going from one end of the map to the other towards an objective."""

HELD, ENEMY, CROWD = 0.5, 0.4, 0.6
"""The weights of an objective that the side holds already, of an enemy compared with an objective, and of an
objective for each other unit that is as near to it."""

UNDER_FIRE, AIM = 200.0, 150.0
"""The worth of certain harm: by the fire of the enemies that see a unit, and by its own fire at the enemy it hits best."""

DARING = 0.5
"""The share of enemy fire that counts for a side that would not win if the game ended now."""

LEAVES = 400.0
"""The cost of a unit that leaves the map of its own will: less than a loss, since the enemy gains nothing."""

MOST_LOOKED_AT, LEAST_LOOKED_INTO = 60, 3
"""How many declarations are weighed roughly, and how many of the best at least are weighed in full, until none can be better."""

MOST_LOOKED_AT_NEXT = 90
"""How many opened declarations are weighed in all; at least two for each that opens any."""

HARM = "expected harm to the enemy, by the odds"

OPENS = 0.9
"""The weight of the best declaration that another opens: a bird in the hand is worth more."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A declaration and what speaks for and against it."""

    action: Action
    why: tuple[Consideration, ...]
    after: GameState | None = None
    """The state where it most likely leads, if that was worked out."""
    opens: float = 0.0
    """The part of its worth that comes from the best declaration it opens."""
    moves: int = 0
    """How many of the side's units it moves."""
    stakes: float = 0.0
    """The part of its worth that is harm or victory points, to which the other side must respond."""
    opened: tuple[Action, ...] = ()
    """The best two that it opens."""

    @property
    def worth(self) -> float:
        return sum(consideration.worth for consideration in self.why)


@dataclass
class Look:
    """The evaluation of declarations in one moment."""

    moment: Moment
    rulings: Rulings
    point: float = LEAD
    """The worth of a victory point."""
    ahead: ClassVar[float] = 1.0
    """The weight of where units stand, for what they may do from there later; as for a player that does not look ahead."""
    game: ClassVar[int] = maxsize
    """The most that an event such as the end of the game counts."""

    def __post_init__(self) -> None:
        self.play: Play = self.moment.play
        self.book: Ruleset = self.moment.book
        self.side = self.moment.side
        units = self.moment.state.units
        self.own = {
            key: unit for key, unit in units.items() if unit.side == self.side and unit.at is not None
        }
        waiting = self.play.waiting(self.moment.state, self.side)
        self.waiting = frozenset(name for name in waiting if name not in units or units[name].at is None)
        self.goals = self.play.aims(self.moment.state)
        is_ahead = self.play.lead(self.moment.state, self.side) > 0
        self.fear = self.ahead * (UNDER_FIRE if is_ahead else DARING * UNDER_FIRE)

    def weigh(self, actions: tuple[Action, ...], at_least: int = LEAST_LOOKED_INTO) -> list[Weighed]:
        """The most promising actions, weighed in full: `at_least` of them, and more until no other can be better."""
        looked_into: list[Weighed] = []
        for option in self.at_a_glance(actions, MOST_LOOKED_AT, MOST_LOOKED_AT_NEXT):
            if len(looked_into) >= at_least and max(each.worth for each in looked_into) >= option.worth:
                break
            looked_into.append(self.looked_into(option))
        return looked_into

    def looked_into(self, option: Weighed) -> Weighed:
        """A declaration with the fire that its units come under, and the fire that they could open."""
        if option.after is None:
            return option
        fires = any(why.text == HARM for why in option.why)
        fire = self._under_fire(self.moment.state, option.after, fires)
        return replace(option, why=(*option.why, *fire))

    def at_a_glance(self, actions: tuple[Action, ...], most: int, most_next: int) -> list[Weighed]:
        """At most `most` of the actions and the declarations that they open, weighed by odds, victory terms
        and ground, the best first."""
        return self.and_next(self.at_first(self._sampled(actions, most)), most_next)

    def at_first(self, actions: Iterable[Action]) -> list[Weighed]:
        """The actions weighed by odds, victory terms and ground, without those they open, in the given order."""
        return [self._at_first(self.moment.state, action) for action in actions]

    def and_next(self, looked_at: list[Weighed], most: int) -> list[Weighed]:
        """The weighed declarations with those that they open, at most `most` in all, the best first."""
        each = max(most // len(looked_at), 2)
        return sorted(
            (self._with_next(weighed, each) for weighed in looked_at), key=lambda option: -option.worth
        )

    def _sampled(self, actions: tuple[Action, ...], most: int) -> list[Action]:
        """At most this many of the actions, drawn evenly."""
        if len(actions) <= most:
            return list(actions)
        first = self.moment.dice.pick("choice", len(actions))
        return [actions[(first + k * len(actions) // most) % len(actions)] for k in range(most)]

    def _at_first(self, state: GameState, action: Action) -> Weighed:
        """An action weighed by its odds, the victory terms and the ground."""
        try:
            before, ends = self._possible_ends(state, action)
        except RulesError:
            return Weighed(action, ())
        if not ends:
            return Weighed(action, ())
        likeliest = max(ends, key=lambda end: ends[end])
        at_stake = (*self._harm(before, ends), *self._lead(before, ends))
        ground = (*self._ground(before, likeliest), *self._units_leaving(before, likeliest))
        why = (*at_stake, *ground, *self._landing(before, action, ends))
        return Weighed(
            action, why, likeliest,
            moves=len(_changed(before, likeliest, self.side)),
            stakes=sum(consideration.worth for consideration in at_stake),
        )  # fmt: skip

    def _possible_ends(
        self, state: GameState, action: Action
    ) -> tuple[GameState, Mapping[GameState, Fraction]]:
        """The state as the side knows it, and the states that an action can lead to from it.

        If everything depends on what the side does not know, it starts from the state with the side's assumptions.
        """
        possible = self.play.possible_ends(state, action)
        if possible.states or (supposed := self.play.supposed(state)) is state:
            return possible.before, possible.states
        return supposed, self.play.ends(supposed, action)

    def _with_next(self, weighed: Weighed, most: int) -> Weighed:
        """A declaration with the best that it opens, if by itself it changes nothing."""
        after = weighed.after
        if self.play.passes(weighed.action):
            return replace(weighed, why=(*weighed.why, Consideration("lets a chance go by", -1.0)))
        if after is None or weighed.why or self.play.to_act(after) != self.side:
            return weighed
        opened = self._sampled(self.play.legal_actions(after), most)
        return opening(weighed, [self._at_first(after, action) for action in opened])

    def _harm(self, before: GameState, ends: Mapping[GameState, Fraction]) -> Iterator[Consideration]:
        """The expected harm by the odds of a declaration, and the recovery of the side's own units."""
        done = taken = eased = Fraction(0)
        for end, chance in ends.items():
            for change in self.play.changes(before, end):
                if change.severity and change.side:
                    severity = min(change.severity, self.game)
                    if change.side == self.side:
                        taken += chance * severity
                    else:
                        done += chance * severity
            for change in self.play.changes(end, _in_their_former_condition(end, before)):
                if change.side == self.side and change.severity:
                    eased += chance * min(change.severity, self.game)
        if done:
            yield Consideration(HARM, float(done))
        if taken:
            yield Consideration("expected harm to its own, by the odds", -float(taken))
        if eased:
            yield Consideration("what its own recover from, by the odds", float(eased))

    def _lead(self, before: GameState, ends: Mapping[GameState, Fraction]) -> Iterator[Consideration]:
        """The change of the lead by the book's victory terms."""
        was = self.play.lead(before, self.side)
        gain = sum(
            (chance * (self.play.lead(end, self.side) - was) for end, chance in ends.items()), Fraction(0)
        )
        if gain:
            yield Consideration(f"{float(gain):+.2g} points of the victory terms", self.point * float(gain))

    def _ground(self, before: GameState, after: GameState) -> Iterator[Consideration]:
        """How much nearer the side's units get to the objectives, or else to the enemy."""
        for was, now in _changed(before, after, self.side):
            nearer = self._near(before, now) - self._near(before, was)
            if nearer:
                yield Consideration(
                    f"{now} {'nearer to' if nearer > 0 else 'farther from'} its goal",
                    self.ahead * GOAL * nearer,
                )

    def _units_leaving(self, before: GameState, after: GameState) -> Iterator[Consideration]:
        """Units that leave the map for good, unless others come in their place or they are lost anyway."""
        here, there = (
            {unit.id: unit for unit in state.units.values() if unit.side == self.side and unit.at is not None}
            for state in (before, after)
        )
        left = here.keys() - there.keys()
        if not left or not there.keys() <= here.keys():
            return
        left -= self.play.waiting(after, self.side).keys()
        changes = self.play.changes(before, after)
        lost = sum(1 for change in changes if change.side == self.side and change.severity >= UNIT_LOST)
        if len(left) > lost:
            yield Consideration(f"{len(left) - lost} of its own leave the map", -LEAVES * (len(left) - lost))

    def _landing(
        self, before: GameState, action: Action, ends: Mapping[GameState, Fraction]
    ) -> Iterator[Consideration]:
        """The places where dice that an action leaves for later may put units not yet on the map: how near to
        a goal, and under what fire.

        Off the map units are worth no more than lost ones. The odds may be those of one of several that enter
        alike. Units that enter by the action itself are not weighed: their player chooses the place, or they
        leave a destroyed carrier.
        """
        if len(ends) == 1 or not self._comes_on(ends) or self._comes_on(self.play.ends(before, action)):
            return
        known = [unit for unit in before.units.values() if unit.side != self.side and unit.at is not None]
        lands = near = danger = 0.0
        together = max(1, len(self.waiting.intersection(self._named_in(action))))
        for end, chance in ends.items():
            if not self._comes_on((end,)):
                continue
            for unit in end.units.values():
                was = before.units.get(unit.id)
                if unit.side == self.side and unit.at is not None and (was is None or was.at is None):
                    there = replace(unit, conditions=frozenset())
                    lands += float(chance)
                    near += float(chance) * self._near(end, unit)
                    danger += float(chance) * self._danger(before, there, known)
        if lands:
            yield Consideration("is kept off the map no longer", float(UNIT_LOST * together))
            yield Consideration("near its goal", GOAL * near * together)
        if danger:
            yield Consideration(f"under fire of {_sum_words(danger)}", -self.fear * danger * together)

    def _comes_on(self, ends: Iterable[GameState]) -> bool:
        """Whether any unit that waits off the map has entered in one of these states."""
        return any(not self.waiting <= self.play.waiting(end, self.side).keys() for end in ends)

    def _named_in(self, action: Action) -> Iterator[str]:
        """Every text in the fields of an action, also inside tuples."""
        for value in self.play.actions.document(action).values():
            yield from (
                text for text in (value if isinstance(value, list) else (value,)) if isinstance(text, str)
            )

    def _near(self, state: GameState, unit: Unit) -> float:
        """How near a unit is to the place that is worth most to it, from 0 to 1."""
        if unit.at is None:
            return 0.0
        span = _span(state.board)
        near = 0.0
        for worth, place, is_held_by_one in self._worths(state):
            way = gap(state.board, unit.at, place)
            if way >= span:
                continue
            if is_held_by_one:
                nearer = sum(
                    1 for other in self._others(state, unit) if gap(state.board, other, place) <= way
                )
                worth *= CROWD**nearer
            near = max(near, worth * (1 - way / span))
        return near

    def _worths(self, state: GameState) -> Iterator[tuple[float, Place, bool]]:
        """The places to go to with their worth: objectives, which one unit takes as well as ten, and the enemy."""
        most = max((goal.points for goal in self.goals), default=0)
        for goal in self.goals:
            worth = goal.points / most * (HELD if goal.held_by == self.side else 1.0)
            for place in goal.places:
                yield worth, place, True
        for unit in state.units.values():
            if unit.side != self.side and unit.at is not None:
                yield (ENEMY if most else 1.0), unit.at, False

    def _others(self, state: GameState, unit: Unit) -> Iterator[Place]:
        return (
            other.at
            for other in state.units.values()
            if other.side == self.side and other.id != unit.id and other.at is not None
        )

    def _under_fire(self, before: GameState, after: GameState, fires: bool) -> Iterator[Consideration]:
        """The change in the fire that the side's units come under, and in the fire that they could open."""
        known = [unit for unit in before.units.values() if unit.side != self.side and unit.at is not None]
        for was, now in _changed(before, after, self.side):
            goes = was.at != now.at
            if goes:
                here, there = self._danger(before, was, known), self._danger(after, now, known)
                if there != here:
                    yield Consideration(
                        f"{now} under fire of {_sum_words(there)}, now {_sum_words(here)}",
                        self.fear * (here - there),
                    )
            elif fires:
                continue  # A shot is there to be spent.
            aimed, aim = (
                self._aim(state, unit, known, goes) for state, unit in ((before, was), (after, now))
            )
            if aim != aimed:
                yield Consideration(
                    f"{now} can harm with {_sum_words(aim)}, now {_sum_words(aimed)}",
                    self.ahead * AIM * (aim - aimed),
                )

    def _danger(self, state: GameState, unit: Unit, enemies: list[Unit]) -> float:
        """The danger for a unit: each enemy has one shot, and its chance of harm counts by the unit's
        share of all its chances."""
        danger = 0.0
        for enemy in enemies:
            if harm := self.rulings.harm(state, enemy, unit, in_time=True):
                danger += harm * harm / (harm + self._harms(enemy) - self._harm_to(enemy, unit.id))
        return danger

    def _harms(self, enemy: Unit) -> float:
        """The sum of the chances of harm by an enemy's fire at each unit of the side as it is now."""
        return sum(self._harm_to(enemy, name) for name in self.own)

    def _harm_to(self, enemy: Unit, name: str) -> float:
        unit = self.own.get(name)
        return 0.0 if unit is None else self.rulings.harm(self.moment.state, enemy, unit, in_time=True)

    def _aim(self, state: GameState, unit: Unit, enemies: list[Unit], in_time: bool) -> float:
        return max((self.rulings.harm(state, unit, enemy, in_time) for enemy in enemies), default=0.0)


def opening(weighed: Weighed, opened: list[Weighed]) -> Weighed:
    """A declaration with the best that it opens, if that one is worth anything."""
    best, *others = sorted(opened, key=lambda option: -option.worth) or [Weighed(weighed.action, ())]
    if best.worth <= 0:
        return weighed
    opens = OPENS * best.worth
    return replace(
        weighed,
        why=(*weighed.why, Consideration(f"then {best.action}", opens)),
        opens=opens,
        stakes=weighed.stakes + OPENS * best.stakes,
        opened=tuple(option.action for option in (best, *others[:1])),
    )


def _changed(before: GameState, after: GameState, side: str) -> list[tuple[Unit, Unit]]:
    """The units of a side on the map that moved or changed, before and after."""
    return [
        (was, now)
        for was in before.units.values()
        if was.side == side
        and (now := after.units.get(was.id)) is not None
        and now is not was
        and now != was
        and was.at is not None
        and now.at is not None
    ]


def _in_their_former_condition(end: GameState, before: GameState) -> GameState:
    """A state with every unit's conditions as they were before, and everything else as it is."""
    back = {
        name: replace(unit, conditions=was.conditions)
        for name, unit in end.units.items()
        if (was := before.units.get(name)) is not None
        and was.conditions != unit.conditions
        and (unit.at is not None or was.at is None)
    }
    return end.changed(units={**end.units, **back}) if back else end


def _sum_words(chance: float) -> str:
    """A sum of chances in words."""
    return f"{chance:.0%}"


def _span(board: Board) -> float:
    """How far it is across a board, in hexes or inches."""
    if isinstance(board, Tabletop):
        return dist((0, 0), (board.width_in, board.depth_in))
    return max(board.grid.columns, board.grid.rows)
