"""The searching player: what the careful one holds best is played on, declaration by declaration, by both sides.

A tree search (UCT) over the same engine, on what its side knows: a counter of which the side does not know what it is is taken
for what it may be, each world that is searched for another; what is hidden is in none of them. In each moment that is looked at
the branches are the few declarations that the careful player holds best. What a declaration brings is taken from its exact odds,
so that dice are thrown only for where the game goes on from. A line ends after a few declarations, not with the game; it ends
also where dice are thrown that were left for later, since the odds of what left them hold them already. The better of two
declarations is the one that brings more and leaves more to hope for.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import log, sqrt
from types import MappingProxyType

from rules.errors import RulesError
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.view import CONCEALED
from rules.players.player import Chosen, Consideration, Moment
from rules.players.weighing import Look, Rulings, Weighed

LINES = 12
"""How many lines are played in a moment with a choice, in all its worlds together: seldom more than two seconds of work."""

WORLDS = 2
"""In how many worlds, where the side sees counters that it cannot tell."""

ROOT_BRANCHES, BRANCHES = 4, 3
"""How many declarations are played on from the moment, and from each later one."""

MARGIN = 300.0
"""What is worth so much less than the best is not played on."""

DEPTH = 12
"""How many declarations of either side a line holds after the first, those without a choice not counted."""

GLANCED_AT, GLANCED_AT_NEXT = 12, 10
"""How many declarations are looked at in a later moment, and how many that these open."""

WON = 3000.0
"""What it counts to win the game."""

LATER = 0.97
"""What the next declaration counts for this one."""

TRY = 150.0
"""How much is given for trying what was seldom tried."""

DOUBT = 1.0
"""By how many standard errors another declaration has to come out better than what the careful player would declare."""


@dataclass
class SearchPlayer:
    """Plays on what the careful player holds best, with the enemy's answers, before it chooses."""

    lines: int = LINES
    _rulings: Rulings | None = None
    _nodes: dict[GameState, "_Node"] = field(default_factory=dict)
    """The moments of the last tree: where the game has come to one of them, what was played on from it counts on."""

    def choose(self, moment: Moment) -> Chosen:
        actions = moment.play.worthwhile(moment.state)
        if len(actions) == 1:
            return Chosen(actions[0])
        if self._rulings is None or not self._rulings.hold_for(moment):
            self._rulings = Rulings(moment)
        look = Look(moment, self._rulings)
        weighed = sorted(look.weigh(actions), key=lambda option: -option.worth)
        looked_at = {option.action for option in weighed}
        if passing := tuple(
            action for action in actions if moment.play.passes(action) and action not in looked_at
        ):
            weighed += look.at_a_glance(passing, len(passing), 0)
        hopeful = _hopeful(moment, weighed, ROOT_BRANCHES)
        if len(hopeful) == 1:
            chosen, rest = weighed[0], weighed[1:]
        else:
            chosen, *rest = sorted(self._played_on(moment, hopeful), key=lambda option: -option.worth)
        return Chosen(chosen.action, chosen.why, tuple((option.action, option.worth) for option in rest[:2]))

    def _played_on(self, moment: Moment, hopeful: list[Weighed]) -> Iterator[Weighed]:
        """The same declarations with what follows them, on the average of the lines, as far as any went by them.

        Another than the first, which looks best, is worth less by what its lines leave in doubt.
        """
        worlds = tuple(_worlds(moment))
        roots = [
            _Node(world, moment.side, [self._branch(world, option) for option in hopeful]) for world in worlds
        ]
        known, self._nodes = self._nodes, {}
        for root in roots:
            tree = _Tree(
                replace(moment, state=root.state), self._rulings or Rulings(moment), known, self._nodes
            )
            for _ in range(max(self.lines // len(worlds), 1)):
                tree.play_on(root, DEPTH)
        lines = [_in_sum(root.branches[number].lines for root in roots) for number in range(len(hopeful))]
        spread = _spread(lines)
        for option, by_it in zip(hopeful, lines, strict=True):
            if by_it.count:
                why = [Consideration(f"what follows, in {by_it.count} lines", by_it.mean)]
                if spread and by_it is not lines[0]:
                    error = spread * sqrt(1 / by_it.count + 1 / max(lines[0].count, 1))
                    why.append(Consideration("what these lines leave in doubt", -DOUBT * error))
                yield replace(option, why=(*option.why, *why))

    def _branch(self, world: GameState, option: Weighed) -> "_Branch":
        """A declaration with the lines of the last tree that went by it from here."""
        known = self._nodes.get(world)
        for branch in known.branches if known else ():
            if branch.weighed.action == option.action:
                return _Branch(option, branch.lines.with_each(branch.weighed.opens - option.opens))
        return _Branch(option)


@dataclass(slots=True)
class _Lines:
    """Lines that went by a declaration: how many, and in sum what its side gained by what followed, and the squares of that."""

    count: int = 0
    gained: float = 0.0
    squares: float = 0.0

    @property
    def mean(self) -> float:
        return self.gained / self.count

    def add(self, gained: float) -> None:
        self.count += 1
        self.gained += gained
        self.squares += gained * gained

    def with_each(self, more: float) -> "_Lines":
        """The same lines, each with so much more gained."""
        squares = self.squares + 2 * more * self.gained + self.count * more * more
        return _Lines(self.count, self.gained + self.count * more, squares)


def _in_sum(lines: Iterable[_Lines]) -> _Lines:
    """The lines of several trees together."""
    each = tuple(lines)
    return _Lines(
        sum(some.count for some in each),
        sum(some.gained for some in each),
        sum(some.squares for some in each),
    )


def _spread(lines: list[_Lines]) -> float:
    """How far lines by the same declaration are apart: their standard deviation, over all declarations together."""
    several = [some for some in lines if some.count > 1]
    apart = sum(some.squares - some.gained * some.mean for some in several)
    return sqrt(max(apart, 0.0) / sum(some.count - 1 for some in several)) if several else 0.0


@dataclass(slots=True)
class _Branch:
    """A declaration in the tree with the lines that went by it; they count what was gained beyond its worth at a glance."""

    weighed: Weighed
    lines: _Lines = field(default_factory=_Lines)

    def hope(self, tries: int) -> float:
        """What makes it the next to be tried: its worth, what was gained by what followed, and how seldom it was tried."""
        often = max(self.lines.count, 1)
        return self.weighed.worth + self.lines.gained / often + TRY * sqrt(log(tries + 1) / often)


@dataclass(slots=True)
class _Node:
    """A moment in the tree, and what its side may do there."""

    state: GameState
    side: str
    branches: list[_Branch]


@dataclass
class _Tree:
    """The tree of a moment in one world."""

    moment: Moment
    rulings: Rulings
    known: dict[GameState, _Node]
    """The moments of the tree before."""
    nodes: dict[GameState, _Node]
    """Those that were come to in this one."""

    def play_on(self, node: _Node, depth: float) -> float:
        """One line from a node: what it brings to the side of the node."""
        tries = sum(branch.lines.count for branch in node.branches)
        branch = max(node.branches, key=lambda branch: branch.hope(tries))
        follows = self._after(node, branch, depth)
        gained = 0.0 if follows is None else LATER * follows - branch.weighed.opens
        branch.lines.add(gained)
        return branch.weighed.worth + gained

    def _after(self, node: _Node, branch: _Branch, depth: float) -> float | None:
        """What follows a declaration, for its side; None where the line ends."""
        if depth <= 0:
            return None
        play = self.moment.play
        try:
            _, state = play.resolve(node.state, branch.weighed.action, self.moment.dice)
        except RulesError:
            return None
        following = self.nodes.get(state)
        if following is None:
            result = play.result(state)
            if result is not None:
                return 0.0 if result.winner is None else WON if result.winner == node.side else -WON
            following = self.nodes[state] = self.known.get(state) or self._node(state)
        if not following.branches:
            return None
        is_free = len(following.branches) > 1
        worth = self.play_on(following, depth - (1.0 if is_free else 0.25))
        return worth if following.side == node.side else -worth

    def _node(self, state: GameState) -> _Node:
        """A moment with the declarations that look best to the side that decides in it; none where that cannot be told or a line ends."""
        play = self.moment.play
        side = play.to_act(state)
        if side is None:
            return _Node(state, "", [])
        try:
            actions = _of_each_kind(play.worthwhile(state), GLANCED_AT)
            known = self.moment.book.seen_by(state, side)
            moment = replace(self.moment, state=known, side=side, actions=actions)
            weighed = Look(moment, self.rulings).at_a_glance(actions, GLANCED_AT, GLANCED_AT_NEXT)
        except RulesError:
            return _Node(state, side, [])
        branches = _hopeful(moment, weighed, BRANCHES)
        if any(play.settles(option.action) for option in branches):
            return _Node(state, side, [])
        return _Node(state, side, [_Branch(option) for option in branches])


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


def _hopeful(moment: Moment, weighed: list[Weighed], most: int) -> list[Weighed]:
    """So many of the best that are worth playing on, and letting the chance go by besides."""
    return [
        option
        for number, option in enumerate(weighed)
        if moment.play.passes(option.action) or (number < most and option.worth >= weighed[0].worth - MARGIN)
    ]


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
