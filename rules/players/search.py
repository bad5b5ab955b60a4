"""The searching player: plays out the declarations that the careful player rates best, for both sides, before it chooses.

It rolls no dice. Each of the few best declarations is taken to its likeliest results, which count by their
exact odds. From there a line is followed in which only blows are struck, that is declarations with something
at stake such as shots: the side that is to decide declares the best that does harm or wins victory points, on
what it knows, and else passes. So a tank that moves is weighed against the guns that find it there in the
next fire phase, and a shot against the return fire.

All lines of a moment end at the same point of the game unless they grow too long: where each side in turn has passed once something
was at stake, or where dice are rolled that an earlier declaration left for later, as their odds were counted with it. So none is
better only because it puts off what the enemy does. A blow counts by its exact odds, and play goes on from its median result, so that a target that is
hit more often than not does not return fire as if it had been missed. Where nobody is harmed play goes on from the likeliest result,
or from a middle face of a die whose faces all differ, as for command.
Of the declarations that one opens up, the best few are followed in the same way.

Where a declaration only makes units ready, as movement posture does, the lines of that moment go on through a second exchange of
blows. Between the two the searching side moves as the careful player would, so that a shot given up now is
weighed against a better one later.

Where sides take whole turns, as in Kampfgruppe Normandy, a side may act with one unit after another before it is answered. So the
best of each unit is followed, with all that it is told to do (`glances.Glance`), and lines end with the enemy's turn
(`lines.WholeTurns`). They go on from results in which nobody was put out of action, and keep account of what
shots may have done: a blow counts with the chance that its unit can still act and its target still stands.
Units that can no longer act, such as a suppressed tank, count as well, and where units stand counts three
times: the fire at a unit that drives on falls within the line, what it drives on for comes later, and without
the weight it would wait for ever.

The work of a decision is limited by the number of moments on its lines and, in whole turns, by what is
looked at; never by the clock.

What a side could strike with in one line is looked at in all the others as well, so that lines differ by what
was declared and not by what was looked at. A counter that the side cannot identify is taken for what it may
be, a different one in each world that is searched; hidden units are in none.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from types import MappingProxyType

from rules.errors import RulesError
from rules.game.engine.play import Action, Play
from rules.game.state import GameState
from rules.game.view import CONCEALED
from rules.players.glances import WON, Memory, goes_on, named, of_each_kind
from rules.players.lines import (
    BRANCHES,
    LATER,
    Declared,
    goes_on_from,
    likeliest,
    lines_of,
    look_of,
    units_out_of_action,
)
from rules.players.player import Chosen, Consideration, Moment, Rulings
from rules.players.weighing import Look, Weighed

LINES = 12
"""How many lines are followed in a moment with a choice, in all worlds together; at least one for each declaration."""

WORLDS = 2
"""How many worlds are searched at most if the side sees counters that may be of several types; a second one only if each declaration
then has two lines in each world."""

STRONGEST_BLOWS, OTHER_DECLARATIONS = 6, 2
"""How many declarations are evaluated again in a later moment: the strongest blows of other moments, and declarations of other
moments that are no blows. New ones come on top."""

MOST_MOMENTS, FIRST_LINES = 140, 2
"""After so many moments on the lines of a decision only the first two lines of each declaration are begun:
one in which a group gets going, and one in which it does not."""

MOST_LOOKS, FEW_NEW = 400, 4
"""After this many evaluations in whole turns no second lines are begun, and of the first ones only two
and that of passing; only one declaration that another opens is followed, and only a few new ones are
evaluated in a moment."""

MOST_OPENED_LOOKED_AT = 8
"""How many declarations are evaluated that another, no blow itself, opens."""

MOST_OPENED_FOLLOWED = 2
"""How many of the declarations that another opens are followed."""


@dataclass
class SearchPlayer:
    """Chooses after following the likeliest results of the declarations that the careful player rates best,
    with the enemy's answers."""

    lines: int = LINES
    _rulings: Rulings | None = None
    _memory: Memory = field(default_factory=Memory)
    _known: "_Moments" = field(default_factory=dict)
    """The moments of the last decision's lines, reused if the game gets to one of them."""

    def choose(self, moment: Moment) -> Chosen:
        actions = moment.play.worthwhile(moment.state)
        if len(actions) == 1:
            return Chosen(actions[0])
        if self._rulings is None or not self._rulings.hold_for(moment):
            self._rulings, self._memory = Rulings(moment), Memory()
        self._memory.begin()
        weighed = _weighed(moment, look_of(moment, self._rulings, self._memory, moment.state), actions)
        line = lines_of(moment)
        hopeful = [
            option
            for number, option in enumerate(line.in_order(moment.state, weighed))
            if moment.play.passes(option.action)
            or (number < line.branches and option.worth >= weighed[0].worth - line.margin)
        ]
        if len(hopeful) > 1:
            weighed = sorted(
                self._with_worth_ahead(moment, self._rulings, hopeful), key=lambda option: -option.worth
            )
        chosen, *rest = weighed
        return Chosen(chosen.action, chosen.why, tuple((option.action, option.worth) for option in rest[:2]))

    def _with_worth_ahead(
        self, moment: Moment, rulings: Rulings, hopeful: list[Weighed]
    ) -> Iterator[Weighed]:
        """The declarations with the worth of what follows them, averaged over the worlds."""
        ahead = self._searches_of_worlds(moment, rulings, hopeful)
        most = max(self.lines // (len(hopeful) * len(ahead)), 1)
        lines = {option.action: [world.lines(option, most) for world in ahead] for option in hopeful}
        brought: dict[Action, list[tuple[float, float]]] = {}
        for number in range(most):
            if number and self._is_time_up(number):
                break
            for option in hopeful:
                is_enough = self._memory.looks >= MOST_LOOKS and len(brought) >= FIRST_LINES
                if number or not is_enough or moment.play.passes(option.action):
                    so_far = brought.setdefault(option.action, [])
                    so_far += [line for world in lines[option.action] for line in islice(world, 1)]
        return (_with_lines(option, brought[option.action]) for option in hopeful if option.action in brought)

    def _searches_of_worlds(
        self, moment: Moment, rulings: Rulings, hopeful: list[Weighed]
    ) -> list["_WorldSearch"]:
        """The search ahead of a moment, one for each world."""
        known, self._known = self._known, {}
        is_struck = any(option.stakes > 0 for option in hopeful)
        exchanges = 1 if is_struck or not any(_prepares(moment, option) for option in hopeful) else 2
        worth: dict[str, dict[Action, float]] = {}
        return [
            _WorldSearch(
                moment=replace(moment, state=world),
                rulings=rulings,
                memory=self._memory,
                is_struck=is_struck,
                exchanges=exchanges,
                known=known,
                seen=self._known,
                worth=worth,
            )
            for world in islice(_worlds(moment), max(self.lines // (2 * len(hopeful)), 1))
        ]

    def _is_time_up(self, lines: int) -> bool:
        """Whether the limits of work are reached after this many lines of each declaration."""
        return self._memory.looks >= MOST_LOOKS or (lines >= FIRST_LINES and len(self._known) >= MOST_MOMENTS)


_Moments = dict[tuple[GameState, bool], Declared | None]
"""The declaration in each state; the flag says whether its side moves if no blow is struck."""


@dataclass(frozen=True, slots=True)
class _WorldSearch:
    """The search ahead of a moment in one world."""

    moment: Moment
    rulings: Rulings
    memory: Memory
    is_struck: bool
    """Whether something is at stake in this moment already, so that lines end where both sides pass."""
    exchanges: int
    """How many exchanges of blows a line goes through; before the second the searching side moves as the careful player would."""
    known: _Moments
    """The moments that the last decision evaluated."""
    seen: _Moments
    """The moments that this decision evaluates."""
    worth: dict[str, dict[Action, float]]
    """The worth as a blow of each declaration evaluated in any line, for its side: the strongest are evaluated in all lines."""

    def lines(self, option: Weighed, most: int) -> Iterator[tuple[float, float]]:
        """At most `most` lines from the likeliest results of a declaration: the chance of each result, and
        the worth of its line."""
        play = self.moment.play
        try:
            ends = play.ends(self.moment.state, option.action)
        except RulesError:
            return
        if most == 1 and ends:
            followed = [goes_on_from(self.moment, self.moment.state, ends)]
        else:
            followed = likeliest(ends, most)
        passed = 1 if play.passes(option.action) else 0
        for end in followed:
            is_opened = option.opens > 0 and play.to_act(end) == self.moment.side
            follows = (
                self._worth_of_opened(end, option.action)
                if is_opened
                else self._worth_of_line(end, option.action, passed)
            )
            yield float(ends[end]), LATER * (follows - option.opens)

    def _worth_of_opened(self, state: GameState, after: Action) -> float:
        """The worth for the side of the best declaration that was opened, with what follows it."""
        play, book = self.moment.play, self.moment.book
        rather = self._worth_of_line(state, after, 0)
        try:
            actions = of_each_kind(play.worthwhile(state), lines_of(self.moment).new)
            moment = replace(self.moment, state=book.seen_by(state, self.moment.side), actions=actions)
            options = look_of(moment, self.rulings, self.memory, after).weigh(actions)
        except RulesError:
            return rather
        followed = MOST_OPENED_FOLLOWED if self.memory.looks < MOST_LOOKS else 1
        best = sorted(options, key=lambda option: -option.worth)[:followed]
        return max(
            rather, *(
                option.worth if play.throws_deferred_dice(option.action) or option.after is None
                else option.worth - option.opens + LATER * self._worth_of_line(play.supposed(option.after), option.action, 0)
                for option in best
            ),
        )  # fmt: skip

    def _worth_of_line(self, state: GameState, after: Action, passed: int) -> float:
        """The worth of a line from a state for the searching side."""
        play, side = self.moment.play, self.moment.side
        line = lines_of(self.moment)(self.is_struck, self.exchanges, passed, play.turn_of(self.moment.state))
        for _ in range(line.most_moments * self.exchanges):
            if (result := play.result(state)) is not None:
                won = 0.0 if result.winner is None else WON if result.winner == side else -WON
                return line.brought + line.counts * won
            moves = play.to_act(state) == side and (
                line.exchanges < self.exchanges
                or (play.turn_of(state) is not None and goes_on(play, state, after))
            )
            declared = self._cached_declaration(state, after, moves)
            if declared is None or line.is_over(declared):
                return line.brought
            line.go_on(declared, 1.0 if declared.side == side else -1.0)
            if line.is_through(len(self.moment.state.sides)) and not line.goes_on_to_next():
                return line.brought
            state, after = declared.after, declared.weighed.action
        return line.brought

    def _cached_declaration(self, state: GameState, after: Action, moves: bool) -> Declared | None:
        """The declaration in a state, worked out once for all lines, or taken from the last decision."""
        key = state, moves
        if key not in self.seen:
            self.seen[key] = self.known[key] if key in self.known else self._declared(state, after, moves)
        return self.seen[key]

    def _declared(self, state: GameState, after: Action, moves: bool) -> Declared | None:
        """The declaration of the side to decide in a state; None if it cannot be worked out or the line ends."""
        play = self.moment.play
        side = play.to_act(state)
        if side is None:
            return None
        try:
            choices = play.worthwhile(state)
            actions = self._to_evaluate(choices, side)
            moment = replace(
                self.moment, state=self.moment.book.seen_by(state, side), side=side, actions=actions
            )
            look = look_of(moment, self.rulings, self.memory, after)
            looked_at = look.at_first(actions)
            best = self._best_blow(side, looked_at)
            if best is None and moves and len(choices) > 1:
                best = max(look.weigh(choices), key=lambda option: option.worth)
            elif best is None:
                glanced = look.and_next(
                    looked_at, MOST_OPENED_LOOKED_AT if self.memory.looks < MOST_LOOKS else 1
                )
                best = self._best_blow(side, glanced) or _passing(play, choices) or glanced[0]
            if play.throws_deferred_dice(best.action):
                return None
            ends = play.ends(state, best.action)
        except RulesError:
            return None
        if not ends:
            return None
        parties = tuple(named(state, best.action))
        turn_of = play.turn_of(state)
        out = {} if turn_of is None else _out_of_action(play, state, ends)
        leads_to = goes_on_from(self.moment, state, ends)
        return Declared(
            side, best, leads_to, len(choices) > 1, play.passes(best.action), parties, out, turn_of
        )

    def _to_evaluate(self, choices: tuple[Action, ...], side: str) -> tuple[Action, ...]:
        """The declarations to evaluate in a moment: the strongest of those evaluated in any line, new ones,
        and a few of the rest."""
        worth = self.worth.setdefault(side, {})
        strong = sorted(
            (choice for choice in choices if worth.get(choice, 0.0) > 0), key=lambda choice: -worth[choice]
        )
        strong = strong[:STRONGEST_BLOWS]
        new = tuple(choice for choice in choices if choice not in worth and not self.memory.is_barren(choice))
        rest = tuple(choice for choice in choices if choice not in strong and choice not in new)
        most = lines_of(self.moment).new if self.memory.looks < MOST_LOOKS else FEW_NEW
        return (*strong, *of_each_kind(new, most), *of_each_kind(rest, OTHER_DECLARATIONS))

    def _best_blow(self, side: str, looked_at: list[Weighed]) -> Weighed | None:
        """The best declaration with something at stake, if one is worth it."""
        self.worth[side].update(
            (option.action, option.worth if option.stakes > 0 else 0.0) for option in looked_at
        )
        best = max(looked_at, key=lambda option: self.worth[side][option.action])
        return best if best.stakes > 0 and best.worth > 0 else None


def _out_of_action(play: Play, before: GameState, ends: Mapping[GameState, Fraction]) -> Mapping[str, float]:
    """The chance that each unit which could act is lost or can no longer act."""
    chances: dict[str, float] = {}
    for end, chance in ends.items():
        for name in units_out_of_action(play, before, end):
            chances[name] = chances.get(name, 0.0) + float(chance)
    return chances


def _with_lines(option: Weighed, lines: list[tuple[float, float]]) -> Weighed:
    """A declaration with the worth of its lines, weighted by the chances of the results that they begin at."""
    whole = sum(chance for chance, _ in lines)
    if not whole:
        return option
    brought = sum(chance * brought for chance, brought in lines) / whole
    why = Consideration(f"what follows, in {len(lines)} lines", brought)
    return replace(option, why=(*option.why, why))


def _prepares(moment: Moment, option: Weighed) -> bool:
    """Whether a declaration only prepares its units for later and moves none of them."""
    if moment.play.passes(option.action) or option.opens or option.after is None or not option.moves:
        return False
    return all(
        unit.at == now.at
        for unit in moment.state.units.values()
        if (now := option.after.units.get(unit.id)) is not None
    )


def _passing(play: Play, choices: tuple[Action, ...]) -> Weighed | None:
    """The declaration that passes, if there is one."""
    return next((Weighed(action, ()) for action in choices if play.passes(action)), None)


def _weighed(moment: Moment, look: Look, actions: tuple[Action, ...]) -> list[Weighed]:
    """The actions as the careful player rates them, the best first, and passing at the end."""
    weighed = sorted(look.weigh(actions, BRANCHES), key=lambda option: -option.worth)
    looked_at = {option.action for option in weighed}
    passing = tuple(action for action in actions if moment.play.passes(action) and action not in looked_at)
    return weighed + (look.at_a_glance(passing, len(passing), 0) if passing else [])


def _worlds(moment: Moment) -> Iterator[GameState]:
    """The states that the side may be in: what it knows, with each unidentified counter replaced by a type that it may be."""
    known = moment.play.supposed(moment.state)
    counters = [
        (unit, types)
        for unit in known.units.values()
        if unit.side != moment.side
        and unit.has(CONCEALED)
        and (types := moment.play.possible_types(known, unit))
    ]
    if not counters:
        yield known
        return
    for world in range(min(WORLDS, max(len(types) for _, types in counters))):
        taken = (
            replace(unit, type=types[(number + world) % len(types)])
            for number, (unit, types) in enumerate(counters)
        )
        units = {**known.units, **{unit.id: unit for unit in taken}}
        yield known.changed(units=MappingProxyType(units))
