"""The searching player: every end of what the careful player holds best is followed, declaration by declaration, by both sides.

No die is thrown for it, so that nothing is left to luck. Each of the few declarations that look best is taken to its likeliest
ends, which count by their exact chances. From there a line is followed: whoever is to decide declares what looks best to it at a
glance, on what it knows, and play goes on where that most likely leads. What a declaration in a line brings is taken from its
exact odds, for the side that searches or against it. So a group counts with the chance that it gets going, a shot with what is
left to the other guns, and all of it with what the enemy does meanwhile. A line ends after a few declarations, not with the game;
it ends also where dice are thrown that were left for later, since the odds of what left them hold them already.

A counter of which the side does not know what it is is taken for what it may be, each world that is searched for another; what is
hidden is in none of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from rules.errors import RulesError
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.view import CONCEALED
from rules.players.player import Chosen, Consideration, Moment
from rules.players.weighing import Look, Rulings, Weighed

LINES = 12
"""How many lines are followed in a moment with a choice, in all its worlds together, though one at least for each declaration."""

WORLDS = 2
"""In how many worlds, where the side sees counters that it cannot tell."""

BRANCHES = 4
"""How many declarations are followed, and letting the chance go by besides."""

MARGIN = 300.0
"""What is worth so much less than the best is not followed."""

DEPTH = 4.0
"""How many declarations of either side a line holds after the first; one without a choice counts a quarter."""

GLANCED_AT = 8
"""How many declarations are looked at in a later moment, and about as many that these open."""

WON = 3000.0
"""What it counts to win the game."""

LATER = 0.97
"""What the next declaration counts for this one."""


@dataclass
class SearchPlayer:
    """Follows the likeliest ends of what the careful player holds best, with the enemy's answers, before it chooses."""

    lines: int = LINES
    _rulings: Rulings | None = None
    _known: dict[GameState, "_Declared | None"] = field(default_factory=dict)
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
        worlds = tuple(_worlds(moment))
        known, self._known = self._known, {}
        ahead = [_Ahead(replace(moment, state=world), rulings, known, self._known) for world in worlds]
        most = max(self.lines // (len(hopeful) * len(worlds)), 1)
        for option in hopeful:
            followed = [one.following(option, most) for one in ahead]
            if count := sum(lines for lines, _ in followed):
                brought = sum(brought for _, brought in followed) / len(worlds)
                why = Consideration(f"what follows, in {count} lines", brought)
                yield replace(option, why=(*option.why, why))
            else:
                yield option


@dataclass(frozen=True, slots=True)
class _Declared:
    """What looks best to the side that decides in a moment of a line, what it is worth to it, and where it most likely leads."""

    side: str
    weighed: Weighed
    after: GameState
    is_free: bool
    """Whether there was a choice."""


@dataclass(frozen=True, slots=True)
class _Ahead:
    """What lies ahead of a moment in one world."""

    moment: Moment
    rulings: Rulings
    known: dict[GameState, _Declared | None]
    """The moments that the last decision looked at."""
    seen: dict[GameState, _Declared | None]
    """Those that this one looks at."""

    def following(self, option: Weighed, most: int) -> tuple[int, float]:
        """So many lines at most from the likeliest ends of a declaration, and what they bring to its side, by the chances of the ends."""
        try:
            ends = self.moment.play.ends(self.moment.state, option.action)
        except RulesError:
            return 0, 0.0
        likeliest = sorted(ends, key=lambda end: -ends[end])[:most]
        whole = sum(ends[end] for end in likeliest)
        brought = 0.0
        for end in likeliest:
            follows = self._brought(end, DEPTH)
            if follows is not None:
                brought += float(ends[end] / whole) * (LATER * follows - option.opens)
        return len(likeliest), brought

    def _brought(self, state: GameState, depth: float) -> float | None:
        """What a line from a state brings to the side that searches; None where nothing can be told."""
        if depth <= 0:
            return None
        result = self.moment.play.result(state)
        if result is not None:
            return 0.0 if result.winner is None else WON if result.winner == self.moment.side else -WON
        if state not in self.seen:
            self.seen[state] = self.known[state] if state in self.known else self._declared(state)
        if (declared := self.seen[state]) is None:
            return None
        sign = 1.0 if declared.side == self.moment.side else -1.0
        follows = self._brought(declared.after, depth - (1.0 if declared.is_free else 0.25))
        if follows is None:
            return sign * declared.weighed.worth
        return sign * (declared.weighed.worth - declared.weighed.opens) + LATER * follows

    def _declared(self, state: GameState) -> _Declared | None:
        """What looks best to the side that decides in a state; None where that cannot be told or the line ends."""
        play = self.moment.play
        side = play.to_act(state)
        if side is None:
            return None
        try:
            choices = play.worthwhile(state)
            actions = _of_each_kind(choices, GLANCED_AT)
            moment = replace(
                self.moment, state=self.moment.book.seen_by(state, side), side=side, actions=actions
            )
            best = Look(moment, self.rulings).at_a_glance(actions, GLANCED_AT, GLANCED_AT)[0]
            if play.settles(best.action):
                return None
            ends = play.ends(state, best.action)
        except RulesError:
            return None
        return _Declared(side, best, max(ends, key=lambda end: ends[end]), len(choices) > 1) if ends else None


def _weighed(moment: Moment, look: Look, actions: tuple[Action, ...]) -> list[Weighed]:
    """What the careful player makes of the actions, the best first, and at the end of letting the chance go by."""
    weighed = sorted(look.weigh(actions), key=lambda option: -option.worth)
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
