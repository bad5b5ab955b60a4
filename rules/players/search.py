"""The searching player: what the careful player holds best is followed to where the blows fall, by both sides, before it chooses.

No die is thrown for it, so that nothing is left to luck. Each of the few declarations that look best is taken to its likeliest
ends, which count by their exact chances. From there a line is followed, in which only blows are struck: whoever is to decide
declares the best that does harm or wins points of the victory terms, on what it knows, and else lets the chance go by. So a tank
that moves is held against the guns that find it there in the next fire phase, and a shot against the shots that answer it.

All lines of a moment end at the same point of the game, unless they grow too long: where each side in turn let its chance go by once
something was at stake, or where dice are thrown that were left for later, since the odds of what left them hold them already. So none
is better for but putting off what the enemy does. What a blow brings is taken from its exact odds; play goes on from the end in the middle,
which is as likely bettered as fallen short of: who is hit more often than not does not answer as if he had been missed. Where nobody is
harmed it goes on where it most likely leads, after a die whose faces all differ, such as one for command, from a face in the middle.
Of what a declaration opens the best few are followed in the same way.

Where a declaration but makes units ready, as movement posture does, the lines of that moment go on through a second exchange of blows.
Between the two the side that searches moves as the careful player would; so a shot given up now is held against a better one later.

The work of a decision is bounded by the moments that its lines come through, not by the clock.

What a side could strike with in one line is looked at in all the others as well, so that lines differ by what was declared and not
by what was looked at. A counter of which the side does not know what it is is taken for what it may be, each world that is
searched for another; what is hidden is in none of them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate, islice
from types import MappingProxyType

from rules.errors import RulesError
from rules.game.engine.play import Action, Play
from rules.game.state import GameState
from rules.game.view import CONCEALED
from rules.players.player import Chosen, Consideration, Moment
from rules.players.weighing import LEAD, Look, Rulings, Weighed

LINES = 12
"""How many lines are followed in a moment with a choice, in all its worlds together, though one at least for each declaration."""

WORLDS = 2
"""In how many worlds at most, where the side sees counters that it cannot tell: in a second only if there are lines for it, two for
each declaration in each."""

BRANCHES = 4
"""How many declarations are followed, and letting the chance go by besides."""

MARGIN = 300.0
"""What is worth so much less than the best is not followed."""

STRUCK, QUIET, MOMENTS = 8, 16, 40
"""A line ends after so many blows, after so many moments without any, and after so many moments in all."""

STRONG, NEW, REST = 6, 16, 2
"""How many declarations are looked at in a later moment: of the strongest blows of other moments, of what was not looked at yet, and of
the rest."""

WORK, FIRST = 140, 2
"""Once the lines of a decision have come through so many moments, no more lines are begun but the first two of each declaration: a
group that gets going, and the same that does not."""

GLANCED_AT = 8
"""How many are looked at that these open, where they are no blows themselves."""

OPENED = 2
"""How many are followed of those that a declaration opens."""

SECOND = 0.6
"""What a second exchange counts: until then units may not get going, and the enemy moves as well."""

WON = 3000.0
"""What it counts to win the game."""

LATER = 0.97
"""What the next declaration counts for this one."""


@dataclass
class SearchPlayer:
    """Follows the likeliest ends of what the careful player holds best, with the enemy's answers, before it chooses."""

    lines: int = LINES
    _rulings: Rulings | None = None
    _known: "_Moments" = field(default_factory=dict)
    """The moments of the last lines: where the game has come to one of them, it need not be looked at again."""

    def choose(self, moment: Moment) -> Chosen:
        actions = moment.play.worthwhile(moment.state)
        if len(actions) == 1:
            return Chosen(actions[0])
        if self._rulings is None or not self._rulings.hold_for(moment):
            self._rulings = Rulings(moment)
        weighed = _weighed(moment, Look(moment, self._rulings), actions)
        hopeful = [
            option
            for number, option in enumerate(weighed)
            if moment.play.passes(option.action)
            or (number < BRANCHES and option.worth >= weighed[0].worth - MARGIN)
        ]
        if len(hopeful) > 1:
            weighed = sorted(self._followed(moment, self._rulings, hopeful), key=lambda option: -option.worth)
        chosen, *rest = weighed
        return Chosen(chosen.action, chosen.why, tuple((option.action, option.worth) for option in rest[:2]))

    def _followed(self, moment: Moment, rulings: Rulings, hopeful: list[Weighed]) -> Iterator[Weighed]:
        """The same declarations with what follows them, on the average of their worlds."""
        worlds = tuple(islice(_worlds(moment), max(self.lines // (2 * len(hopeful)), 1)))
        known, self._known = self._known, {}
        is_struck = any(option.stakes > 0 for option in hopeful)
        exchanges = 1 if is_struck or not any(_prepares(moment, option) for option in hopeful) else 2
        worth: dict[str, dict[Action, float]] = {}
        ahead = [
            _Ahead(replace(moment, state=world), rulings, is_struck, exchanges, known, self._known, worth)
            for world in worlds
        ]
        most = max(self.lines // (len(hopeful) * len(worlds)), 1)
        lines = {option.action: [one.lines(option, most) for one in ahead] for option in hopeful}
        brought: dict[Action, list[tuple[float, float]]] = {option.action: [] for option in hopeful}
        for number in range(most):
            if number >= FIRST and len(self._known) >= WORK:
                break
            for option in hopeful:
                brought[option.action] += [line for one in lines[option.action] for line in islice(one, 1)]
        return (_with_lines(option, brought[option.action]) for option in hopeful)


@dataclass(frozen=True, slots=True)
class _Declared:
    """What a side declares in a moment of a line, what it is worth to it, and where it most likely leads."""

    side: str
    weighed: Weighed
    after: GameState
    is_free: bool
    """Whether there was a choice."""
    passes: bool
    """Whether it lets its chance go by."""


_Moments = dict[tuple[GameState, bool], _Declared | None]
"""What is declared in a state, and whether where nothing is struck its side moves."""


@dataclass(slots=True)
class _Line:
    """How far a line has come, and what it has brought."""

    is_struck: bool
    exchanges: int
    """How many exchanges of blows are left, with this one."""
    passed: int
    brought: float = 0.0
    counts: float = 1.0
    """What a blow counts so far ahead."""
    struck: int = 0
    looked_at: int = 0
    """How many blows and moments this exchange has had."""

    def go_on(self, declared: _Declared, sign: float) -> None:
        """A declaration more, of the side that searches or, with a minus, of its enemy."""
        if declared.weighed.stakes > 0:
            self.brought += self.counts * sign * (declared.weighed.worth - declared.weighed.opens)
            if declared.is_free:
                self.counts, self.struck, self.is_struck = self.counts * LATER, self.struck + 1, True
        self.passed = self.passed + 1 if declared.passes else 0
        self.looked_at += 1

    def is_through(self, sides: int) -> bool:
        """Whether the exchange has had its blows: each side let its chance go by, or there were enough of them."""
        if self.struck >= STRUCK:
            return True
        return self.passed >= sides if self.is_struck else self.looked_at > QUIET

    def goes_on_to_next(self) -> bool:
        """Whether another exchange follows, which then begins."""
        self.exchanges -= 1
        if not self.exchanges or not self.is_struck:
            return False
        self.struck = self.looked_at = self.passed = 0
        self.is_struck, self.counts = False, SECOND
        return True


@dataclass(frozen=True, slots=True)
class _Ahead:
    """What lies ahead of a moment in one world."""

    moment: Moment
    rulings: Rulings
    is_struck: bool
    """Whether something is at stake in this moment already, so that lines end where both sides let it go by."""
    exchanges: int
    """How many exchanges of blows a line goes through; before the second the side that searches moves as it would at a glance."""
    known: _Moments
    """The moments that the last decision looked at."""
    seen: _Moments
    """Those that this one looks at."""
    worth: dict[str, dict[Action, float]]
    """What was looked at in any line and what it was worth to its side as a blow: the strongest are looked at in all of them."""

    def lines(self, option: Weighed, most: int) -> Iterator[tuple[float, float]]:
        """So many lines at most from the likeliest ends of a declaration: the chance of each end, and what it brings to its side."""
        play = self.moment.play
        try:
            ends = play.ends(self.moment.state, option.action)
        except RulesError:
            return
        if most == 1 and ends:
            followed = [middling(play, self.moment.state, ends, self.moment.side)]
        else:
            followed = likeliest(ends, most)
        passed = 1 if play.passes(option.action) else 0
        for end in followed:
            is_opened = option.opens > 0 and play.to_act(end) == self.moment.side
            follows = self._opened(end) if is_opened else self._brought(end, passed)
            yield float(ends[end]), LATER * (follows - option.opens)

    def _opened(self, state: GameState) -> float:
        """What the best that was opened to the side brings, with what follows it."""
        play, book = self.moment.play, self.moment.book
        rather = self._brought(state, 0)
        try:
            actions = _of_each_kind(play.worthwhile(state), NEW)
            moment = replace(self.moment, state=book.seen_by(state, self.moment.side), actions=actions)
            options = Look(moment, self.rulings).weigh(actions)
        except RulesError:
            return rather
        best = sorted(options, key=lambda option: -option.worth)[:OPENED]
        return max(
            rather, *(
                option.worth if play.settles(option.action) or option.after is None
                else option.worth - option.opens + LATER * self._brought(option.after, 0)
                for option in best
            ),
        )  # fmt: skip

    def _brought(self, state: GameState, passed: int) -> float:
        """What a line from a state brings to the side that searches."""
        play, side = self.moment.play, self.moment.side
        line = _Line(self.is_struck, self.exchanges, passed)
        for _ in range(MOMENTS * self.exchanges):
            if (result := play.result(state)) is not None:
                won = 0.0 if result.winner is None else WON if result.winner == side else -WON
                return line.brought + line.counts * won
            declared = self._looked_at(
                state, moves=line.exchanges < self.exchanges and play.to_act(state) == side
            )
            if declared is None:
                return line.brought
            line.go_on(declared, 1.0 if declared.side == side else -1.0)
            if line.is_through(len(self.moment.state.sides)) and not line.goes_on_to_next():
                return line.brought
            state = declared.after
        return line.brought

    def _looked_at(self, state: GameState, moves: bool) -> _Declared | None:
        """What is declared in a state, looked at once for all lines, and not again where the last decision looked at it."""
        key = state, moves
        if key not in self.seen:
            self.seen[key] = self.known[key] if key in self.known else self._declared(state, moves)
        return self.seen[key]

    def _declared(self, state: GameState, moves: bool) -> _Declared | None:
        """What the side that decides in a state declares there; None where that cannot be told or the line ends."""
        play = self.moment.play
        side = play.to_act(state)
        if side is None:
            return None
        try:
            choices = play.worthwhile(state)
            actions = self._glanced_at(choices, side)
            moment = replace(
                self.moment, state=self.moment.book.seen_by(state, side), side=side, actions=actions
            )
            look = Look(moment, self.rulings)
            looked_at = look.at_first(actions)
            best = self._striking(side, looked_at)
            if best is None and moves and len(choices) > 1:
                best = max(look.weigh(choices), key=lambda option: option.worth)
            elif best is None:
                glanced = look.and_next(looked_at, GLANCED_AT)
                best = self._striking(side, glanced) or _passing(play, choices) or glanced[0]
            if play.settles(best.action):
                return None
            ends = play.ends(state, best.action)
        except RulesError:
            return None
        if not ends:
            return None
        after = middling(play, state, ends, self.moment.side)
        return _Declared(side, best, after, len(choices) > 1, play.passes(best.action))

    def _glanced_at(self, choices: tuple[Action, ...], side: str) -> tuple[Action, ...]:
        """What is looked at in a moment: the strongest of what was looked at in any line, what is new, and a few of the rest."""
        worth = self.worth.setdefault(side, {})
        strong = sorted((one for one in choices if worth.get(one, 0.0) > 0), key=lambda one: -worth[one])
        strong = strong[:STRONG]
        new = _of_each_kind(tuple(one for one in choices if one not in worth), NEW)
        rest = tuple(one for one in choices if one in worth and one not in strong)
        return (*strong, *new, *_of_each_kind(rest, REST))

    def _striking(self, side: str, looked_at: list[Weighed]) -> Weighed | None:
        """The best with something at stake, if anything good is."""
        self.worth[side].update(
            (option.action, option.worth if option.stakes > 0 else 0.0) for option in looked_at
        )
        best = max(looked_at, key=lambda option: self.worth[side][option.action])
        return best if best.stakes > 0 and best.worth > 0 else None


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


def _with_lines(option: Weighed, lines: list[tuple[float, float]]) -> Weighed:
    """A declaration with what its lines bring, by the chances of the ends that they begin at."""
    whole = sum(chance for chance, _ in lines)
    if not whole:
        return option
    brought = sum(chance * brought for chance, brought in lines) / whole
    why = Consideration(f"what follows, in {len(lines)} lines", brought)
    return replace(option, why=(*option.why, why))


def _prepares(moment: Moment, option: Weighed) -> bool:
    """Whether a declaration but makes its units ready for something later: none of them goes anywhere by it."""
    if moment.play.passes(option.action) or option.opens or option.after is None or not option.moves:
        return False
    return all(
        unit.at == now.at
        for unit in moment.state.units.values()
        if (now := option.after.units.get(unit.id)) is not None
    )


def _passing(play: Play, choices: tuple[Action, ...]) -> Weighed | None:
    """Letting the chance go by, where that may be declared."""
    return next((Weighed(action, ()) for action in choices if play.passes(action)), None)


def _weighed(moment: Moment, look: Look, actions: tuple[Action, ...]) -> list[Weighed]:
    """What the careful player makes of the actions, the best first, and at the end of letting the chance go by."""
    weighed = sorted(look.weigh(actions, BRANCHES), key=lambda option: -option.worth)
    looked_at = {option.action for option in weighed}
    passing = tuple(action for action in actions if moment.play.passes(action) and action not in looked_at)
    return weighed + (look.at_a_glance(passing, len(passing), 0) if passing else [])


def _of_each_kind(actions: tuple[Action, ...], most: int) -> tuple[Action, ...]:
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


def _worlds(moment: Moment) -> Iterator[GameState]:
    """The state as the side knows it, each counter that it cannot tell taken for what it may be."""
    counters = [
        (unit, types)
        for unit in moment.state.units.values()
        if unit.side != moment.side
        and unit.has(CONCEALED)
        and (types := moment.play.may_be(moment.state, unit))
    ]
    if not counters:
        yield moment.state
        return
    for world in range(WORLDS):
        taken = (
            replace(unit, type=types[(number + world) % len(types)])
            for number, (unit, types) in enumerate(counters)
        )
        units = {**moment.state.units, **{unit.id: unit for unit in taken}}
        yield moment.state.changed(units=MappingProxyType(units))
