"""Every state that a declaration can end in, with its exact chance: its own steps, run on enumerated dice.

Steps are run one at a time over all positions reached so far; equal positions with the same steps pending
are merged before the next. Nothing here knows a rule or models a die.
"""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar

from rules.errors import RulesError
from rules.game.chance.dice import Dice
from rules.game.chance.enumeration import EnumeratedDice, weighted_outcomes
from rules.game.engine.position import Position
from rules.game.engine.resolution import DependsOnHidden, PendingStep, Resolution
from rules.game.state import GameState

PositionT = TypeVar("PositionT", bound=Position)

MOST_STEPS = 20_000
"""A declaration that takes more steps than this has too many ends to enumerate."""

Begin = Callable[[PositionT, Dice, tuple[PendingStep, ...]], Resolution[PositionT]]
"""A function that makes a resolution from a position, with these steps pending."""


class TooManyOutcomes(RulesError):
    """A declaration has too many ends to enumerate."""


@dataclass(frozen=True, slots=True)
class Ends:
    """The states a declaration can end in, with their chances.

    `before` is the state they follow from, as the side knows it. `hidden` is the chance that the end depends on something the
    side does not know; with the chances in `states` it sums to 1. `thrown` is whether any die falls.
    """

    before: GameState
    states: dict[GameState, Fraction]
    hidden: Fraction
    thrown: bool


@dataclass(frozen=True)
class _Node(Generic[PositionT]):
    """A position reached and the steps pending there; nodes are equal if their states and steps are."""

    position: PositionT
    pending: tuple[PendingStep, ...]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.position.state, self.pending))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Node)
            and self.pending == other.pending
            and (self.position is other.position or self.position.state == other.position.state)
        )


class _OpenNodes(Generic[PositionT]):
    """The nodes reached so far with their chances; the next is the oldest of those with most steps pending."""

    def __init__(self) -> None:
        self._by_depth: dict[int, OrderedDict[_Node[PositionT], Fraction]] = {}

    def __bool__(self) -> bool:
        return bool(self._by_depth)

    def add(self, node: _Node[PositionT], chance: Fraction) -> None:
        alike = self._by_depth.setdefault(len(node.pending), OrderedDict())
        alike[node] = alike.get(node, Fraction(0)) + chance

    def take(self) -> tuple[_Node[PositionT], Fraction]:
        deepest = max(self._by_depth)
        nodes = self._by_depth[deepest]
        node = nodes.popitem(last=False)
        if not nodes:
            del self._by_depth[deepest]
        return node


def every_end(begin: Begin[PositionT], start: PositionT, pending: tuple[PendingStep, ...]) -> Ends:
    """All ends of the pending steps from a position.

    Raises:
        TooManyOutcomes: if there are too many to enumerate.
    """
    open_nodes: _OpenNodes[PositionT] = _OpenNodes()
    open_nodes.add(_Node(start, pending), Fraction(1))
    ends: dict[GameState, Fraction] = {}
    hidden, thrown = Fraction(0), False
    for _ in range(MOST_STEPS):
        if not open_nodes:
            return Ends(start.state, ends, hidden, thrown)
        node, chance = open_nodes.take()
        after, is_thrown = _nodes_after_step(begin, node)
        thrown = thrown or is_thrown
        for end, share in after.items():
            if end is None:
                hidden += chance * share
            elif end.pending:
                open_nodes.add(end, chance * share)
            else:
                state = end.position.state
                ends[state] = ends.get(state, Fraction(0)) + chance * share
    raise TooManyOutcomes(f"more than {MOST_STEPS} steps")


def _nodes_after_step(
    begin: Begin[PositionT], node: _Node[PositionT]
) -> tuple[dict[_Node[PositionT] | None, Fraction], bool]:
    """The nodes after the next step with their chances (None: it depends on something hidden), and whether a die falls in it.

    If a step leads back to its own node, such as a tie that is thrown again, that way is left out and the
    others share its chance.
    """
    thrown = False

    def run(dice: EnumeratedDice) -> _Node[PositionT] | None:
        nonlocal thrown
        resolution = begin(node.position, dice, node.pending)
        end: _Node[PositionT] | None = None
        with suppress(DependsOnHidden):
            resolution.run_next()
            end = _Node(resolution.position, tuple(resolution.pending))
        thrown = dice.is_thrown
        return end

    weights = weighted_outcomes(run)
    after = {end: Fraction(weight, weights.whole) for end, weight in weights.of.items()}
    again = after.pop(node, Fraction(0)) if len(after) > 1 else Fraction(0)
    if again:
        after = {end: chance / (1 - again) for end, chance in after.items()}
    return after, thrown
