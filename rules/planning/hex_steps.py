"""The steps of a movement over hexes as arrays: points in whole numbers, nodes by number, steps grouped by cost."""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import lcm

import numpy as np
from numpy.typing import NDArray

from rules.game.movement import Gait, HexMovement
from rules.ground.hex.graph import HexNode
from rules.ground.hex.hexes import Hex
from rules.ground.paths import Paths

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Alike:
    """Steps that cost the same points, sorted by the nodes they end on: where they start and end.

    The steps to `ends[k]` begin at `first[k]`.
    """

    points: int
    start: Ints
    end: Ints
    first: Ints
    ends: Ints


@dataclass(frozen=True, slots=True)
class CountedGait:
    """A gait in whole points: its steps, cheapest first, and the points of a turn.

    With `most_steps` above 0 a turn has this many steps, and `points` is the most they can cost.
    """

    steps: tuple[Alike, ...]
    points: int
    most_steps: int

    def least_share_of_turn(self, alike: Alike) -> float:
        """The least share of a turn that such a step takes."""
        return 1 / self.most_steps if self.most_steps else alike.points / self.points


@dataclass(frozen=True, eq=False)
class HexSteps:
    """The steps that may lie on a way to a goal: no way goes on from the goal, or through a hex that ends moves.

    `unit` is how many whole points make one point of the book, `hex_of` the number of each node's hex. A turn
    that ended in hex `rest_hex[k]` is followed by one that begins on node `rest_start[k]`.
    """

    nodes: tuple[HexNode, ...]
    hexes: tuple[Hex, ...]
    hex_of: Ints
    unit: int
    first_points: int
    starts: Ints
    goals: Ints
    gaits: tuple[CountedGait, ...]
    rest_hex: Ints
    rest_start: Ints

    @classmethod
    def of(cls, movement: HexMovement, goal: Hex) -> "HexSteps":
        """The steps of a movement on the way to a goal."""
        ground = _ground(movement.gaits[0].paths)
        listed = [_listed(gait.paths, movement.gaits[0].paths) for gait in movement.gaits]
        asked = [movement.first_points, *(gait.points for gait in movement.gaits)]
        unit = lcm(*(number.denominator for number in asked), *(steps.unit for steps in listed))
        may_enter = np.array([_may_enter(movement, goal, place) for place in ground.hexes])[ground.hex_of]
        goals = np.flatnonzero(ground.hex_of == ground.number.get(goal, -1))
        rests = [
            (k, ground.index[stand])
            for k, place in enumerate(ground.hexes)
            if place != goal
            for stand in movement.goes_on(place)
        ]
        rest_hex, rest_start = np.array(rests, dtype=np.int64).reshape(-1, 2).T
        may_leave = np.ones(len(ground.nodes), dtype=bool)
        may_leave[goals] = False
        return cls(
            ground.nodes,
            ground.hexes,
            ground.hex_of,
            unit,
            int(movement.first_points * unit),
            np.array([ground.index[stand] for stand in movement.starts], dtype=np.int64),
            goals,
            tuple(
                _counted(gait, steps, unit, may_leave[steps.start] & may_enter[steps.end])
                for gait, steps in zip(movement.gaits, listed, strict=True)
            ),
            rest_hex,
            rest_start,
        )

    @property
    def most_points(self) -> int:
        """The most points that one turn can cost."""
        return max(gait.points for gait in self.gaits)

    def within(self, turns: int) -> "HexSteps":
        """Only the steps that can lie on a way to the goal within this many turns."""
        here, onward = (
            self._least_turns(self.starts, onward=True),
            self._least_turns(self.goals, onward=False),
        )

        def kept(gait: CountedGait, alike: Alike) -> Alike:
            shortest = here[alike.start] + gait.least_share_of_turn(alike) + onward[alike.end]
            return _filtered(alike, shortest <= turns + _ROUNDING)

        gaits = tuple(
            replace(gait, steps=tuple(kept(gait, alike) for alike in gait.steps)) for gait in self.gaits
        )
        near = (here + onward <= turns + _ROUNDING)[self.rest_start]
        return replace(self, gaits=gaits, rest_hex=self.rest_hex[near], rest_start=self.rest_start[near])

    @property
    def places(self) -> set[Hex]:
        """The hexes in which steps end, and those in which the movement begins."""
        ends = [alike.ends for gait in self.gaits for alike in gait.steps]
        return {self.hexes[k] for k in np.unique(self.hex_of[np.concatenate([self.starts, *ends])]).tolist()}

    def _least_turns(self, ends: Ints, *, onward: bool) -> NDArray[np.float64]:
        """A lower bound of the turns from any of these nodes to each node (`onward`), or from each node to these."""
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import dijkstra

        alike = [(gait, steps) for gait in self.gaits for steps in gait.steps]
        ended, begun = self._rests_between_stands
        start, end = (
            np.concatenate([rests, *(getattr(steps, way) for _, steps in alike)])
            for way, rests in (("start", ended), ("end", begun))
        )
        shares = np.concatenate(
            [
                np.zeros(len(ended)),
                *(np.full(len(steps.start), gait.least_share_of_turn(steps)) for gait, steps in alike),
            ]
        )
        size = len(self.nodes)
        pair = start * size + end
        order = np.lexsort((shares, pair))
        kept = order[np.unique(pair[order], return_index=True)[1]]
        rows, columns = (start, end) if onward else (end, start)
        matrix = csr_array((shares[kept], (rows[kept], columns[kept])), shape=(size, size))
        turns: NDArray[np.float64] = dijkstra(matrix, indices=ends, min_only=True)
        return turns

    @property
    def _rests_between_stands(self) -> tuple[Ints, Ints]:
        """Pairs of nodes of one hex: a turn may end on the first and the next turn begin on the second."""
        stands_of: dict[int, list[int]] = {}
        for node, place in enumerate(self.hex_of.tolist()):
            stands_of.setdefault(place, []).append(node)
        rests = zip(self.rest_hex.tolist(), self.rest_start.tolist(), strict=True)
        pairs = [(node, begun) for place, begun in rests for node in stands_of[place] if node != begun]
        ended, begun = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        return ended, begun


@dataclass(frozen=True, eq=False)
class _Ground:
    nodes: tuple[HexNode, ...]
    index: dict[HexNode, int]
    hexes: tuple[Hex, ...]
    number: dict[Hex, int]
    hex_of: Ints


@dataclass(frozen=True, eq=False)
class _Listed:
    """All steps of a graph: from, to, and points, of which `unit` make one point of the book."""

    start: Ints
    end: Ints
    points: Ints
    unit: int


@lru_cache(maxsize=32)
def _ground(paths: Paths[HexNode]) -> _Ground:
    nodes = paths.steps.nodes
    hexes = tuple(dict.fromkeys(node.hex for node in nodes))
    number = {place: k for k, place in enumerate(hexes)}
    hex_of = np.array([number[node.hex] for node in nodes], dtype=np.int64)
    return _Ground(nodes, {node: k for k, node in enumerate(nodes)}, hexes, number, hex_of)


@lru_cache(maxsize=64)
def _listed(paths: Paths[HexNode], numbered: Paths[HexNode]) -> _Listed:
    """All steps of a graph, with nodes numbered as in another graph that has all of them."""
    index, steps, made = _ground(numbered).index, paths.steps, paths.is_open
    number = np.array([index[node] for node in steps.nodes], dtype=np.int64)
    points = steps.costs[made].astype(np.int64) // (steps.unit // paths.unit)
    return _Listed(number[steps.starts[made]], number[steps.ends[made]], points, paths.unit)


def _may_enter(movement: HexMovement, goal: Hex, place: Hex) -> bool:
    return place not in movement.barred and (place == goal or place not in movement.ends_at)


def _counted(gait: Gait, listed: _Listed, unit: int, kept: Bools) -> CountedGait:
    start, end, points = listed.start[kept], listed.end[kept], listed.points[kept] * (unit // listed.unit)
    steps = tuple(_steps_at_price(start, end, points, price) for price in np.unique(points).tolist())
    most = steps[-1].points * gait.most_steps if gait.most_steps and steps else int(gait.points * unit)
    return CountedGait(steps, most, gait.most_steps)


def _steps_at_price(start: Ints, end: Ints, points: Ints, price: int) -> Alike:
    at = np.flatnonzero(points == price)
    at = at[np.argsort(end[at], kind="stable")]
    return _ended(price, start[at], end[at])


def _filtered(alike: Alike, kept: Bools) -> Alike:
    return _ended(alike.points, alike.start[kept], alike.end[kept])


def _ended(points: int, start: Ints, end: Ints) -> Alike:
    ends, first = np.unique(end, return_index=True)
    return Alike(points, start, end, first.astype(np.int64), ends)
