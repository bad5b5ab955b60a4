"""The searching player: what the careful one holds best is played on, declaration by declaration, by both sides.

A tree search (UCT) over the same engine, on what its side knows: a counter of which the side does not know what it is is taken
for one of the enemies it knows of, drawn anew for each world that is searched; what is hidden is in none of them. In each
moment that is looked at the branches are the few declarations that the careful player holds best. What a declaration brings is
taken from its exact odds, so that dice are thrown only for where the game goes on from. A line ends after a few declarations, not
with the game; it ends also where dice are thrown that were left for later, since the odds of what left them hold them already. The
better of two declarations is the one that brings more and leaves more to hope for.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import log, sqrt
from types import MappingProxyType

from rules.errors import RulesError
from rules.game.state import GameState
from rules.game.view import CONCEALED
from rules.players.player import Chosen, Consideration, Moment
from rules.players.weighing import Look, Rulings, Weighed

LINES = 16
"""How many lines are played in a moment with a choice, in all its worlds together: seldom more than two seconds of work."""

WORLDS = 2
"""In how many worlds, where the side sees counters that it cannot tell."""

ROOT_BRANCHES, BRANCHES = 4, 3
"""How many declarations are played on from the moment, and from each later one."""

MARGIN = 300.0
"""What is worth so much less than the best is not played on."""

DEPTH = 12
"""How many declarations of either side a line holds after the first, those without a choice not counted."""

GLANCED_AT, GLANCED_AT_NEXT = 10, 10
"""How many declarations are looked at in a later moment, and how many that these open."""

WON = 3000.0
"""What it counts to win the game."""

LATER = 0.97
"""What the next declaration counts for this one."""

TRY = 150.0
"""How much is given for trying what was seldom tried."""

DOUBT = 8
"""As many lines as the average of all declarations counts for each: what a few lines say is taken with care."""


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
        weighed = sorted(Look(moment, self._rulings).weigh(actions), key=lambda option: -option.worth)
        hopeful = [option for option in weighed[:ROOT_BRANCHES] if option.worth >= weighed[0].worth - MARGIN]
        if len(hopeful) == 1:
            chosen, rest = weighed[0], weighed[1:]
        else:
            chosen, *rest = sorted(self._played_on(moment, hopeful), key=lambda option: -option.worth)
        return Chosen(chosen.action, chosen.why, tuple((option.action, option.worth) for option in rest[:2]))

    def _played_on(self, moment: Moment, hopeful: list[Weighed]) -> Iterator[Weighed]:
        """The same declarations with what follows them, on the average of the lines."""
        worlds = tuple(_worlds(moment))
        branches = [[self._branch(world, option) for option in hopeful] for world in worlds]
        known, self._nodes = self._nodes, {}
        for number, world in enumerate(worlds):
            tree = _Tree(replace(moment, state=world), self._rulings or Rulings(moment), known, self._nodes)
            root = _Node(world, moment.side, branches[number])
            for _ in range(self.lines // len(worlds)):
                tree.play_on(root, DEPTH)
        tried = sum(branch.tried for root in branches for branch in root)
        average = sum(branch.gained for root in branches for branch in root) / max(tried, 1)
        for number, option in enumerate(hopeful):
            lines = sum(root[number].tried for root in branches)
            gained = sum(root[number].gained for root in branches)
            expected = (gained + DOUBT * average) / (lines + DOUBT)
            yield replace(
                option, why=(*option.why, Consideration(f"what follows, in {lines} lines", expected))
            )

    def _branch(self, world: GameState, option: Weighed) -> "_Branch":
        """A declaration with the lines of the last tree that went by it from here."""
        known = self._nodes.get(world)
        for branch in known.branches if known else ():
            if branch.weighed.action == option.action:
                opened = branch.tried * (branch.weighed.opens - option.opens)
                return _Branch(option, branch.tried, branch.gained + opened)
        return _Branch(option)


@dataclass(slots=True)
class _Branch:
    """A declaration in the tree: how often it was tried, and what its side gained by what followed, in sum, beyond its worth at a glance."""

    weighed: Weighed
    tried: int = 0
    gained: float = 0.0

    def hope(self, tries: int) -> float:
        """What makes it the next to be tried: its worth, what was gained by what followed, and how seldom it was tried."""
        often = max(self.tried, 1)
        return self.weighed.worth + self.gained / often + TRY * sqrt(log(tries + 1) / often)


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
        tries = sum(branch.tried for branch in node.branches)
        branch = max(node.branches, key=lambda branch: branch.hope(tries))
        branch.tried += 1
        follows = self._after(node, branch, depth)
        gained = 0.0 if follows is None else LATER * follows - branch.weighed.opens
        branch.gained += gained
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
            actions = play.worthwhile(state)
            known = self.moment.book.seen_by(state, side)
            moment = replace(self.moment, state=known, side=side, actions=actions)
            weighed = Look(moment, self.rulings).at_a_glance(actions, GLANCED_AT, GLANCED_AT_NEXT)
        except RulesError:
            return _Node(state, side, [])
        branches = weighed[:BRANCHES]
        if any(play.settles(option.action) for option in branches):
            return _Node(state, side, [])
        return _Node(state, side, [_Branch(option) for option in branches])


def _worlds(moment: Moment) -> Iterator[GameState]:
    """The state as the side knows it, each counter that it cannot tell taken for one of the enemies it knows."""
    counters = [
        unit for unit in moment.state.units.values() if unit.side != moment.side and unit.has(CONCEALED)
    ]
    types = sorted({
        unit.type
        for unit in moment.state.units.values()
        if unit.side != moment.side and not unit.has(CONCEALED)
    })  # fmt: skip
    if not counters or not types:
        yield moment.state
        return
    for _ in range(WORLDS):
        drawn = (replace(unit, type=types[moment.dice.pick("choice", len(types))]) for unit in counters)
        units = {**moment.state.units, **{unit.id: unit for unit in drawn}}
        yield moment.state.changed(units=MappingProxyType(units))
