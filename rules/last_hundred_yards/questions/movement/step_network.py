"""All steps of a walker on a board, gathered as arrays by asking about one step of each kind. Chapters 4.1 and 10.

The cost of a step depends on the terrain of its two hexes and of the hexside between them. Near rivers and urban buildings
it depends on more, so each such step is asked about individually.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from math import lcm

import numpy as np
from numpy.typing import NDArray

from rules.ground.hex.board import HexBoard
from rules.ground.hex.graph import NOWHERE, HexNode, neighbour_numbers
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import LINES, Terrain
from rules.ground.paths import Flags, Paths, Steps, in_whole_numbers
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.questions.movement.steps import Walker, standing, step
from rules.last_hundred_yards.questions.terrain.roads import tree_lined_road_hexes
from rules.last_hundred_yards.state.position import NextStep

Ints = NDArray[np.int64]


class Roll(StrEnum):
    """A roll that a step may ask before the unit goes on."""

    RIVER_EXIT = "river exit"
    WAY_OUT = "way out of wire or mines"
    BREACH = "breach of wire"
    MORTAR_FIRE = "mortar fire on leaving"


_EACH_FOR_ITSELF = frozenset({Terrain.RIVER, Terrain.URBAN_BUILDING})
_SIDES = 6


@dataclass(frozen=True, eq=False)
class StepNetwork:
    """The steps that one walker may make on a board, with flags for each: asks a river exit roll, keeps the road bonus.

    Steps flagged `takes_all` cost the whole allowance, whatever their cost here.
    """

    steps: Steps[HexNode]
    asks_river_exit: Flags
    keeps_road: Flags
    takes_all: Flags


@lru_cache(maxsize=64)
def step_network(board: HexBoard, walker: Walker, options: Options) -> StepNetwork:
    """The steps of a walker from every hex where it may begin, and from the nodes that these lead to; cached."""
    return _Gathering(board, walker, options).network()


class _Gathering:
    """The steps found so far, as rows of numbers: the stand, the direction, the stand it leads to, and the answer about it.

    A stand (a node) where a maneuver can begin has the number of its hex; others are numbered after these, as they are found.
    """

    def __init__(self, board: HexBoard, walker: Walker, options: Options) -> None:
        self.board, self.walker, self.options = board, walker, options
        self.places = tuple(board.grid)
        self.near = neighbour_numbers(board.grid)
        self.stands = [standing(board, walker.move, place) for place in self.places]
        self.answers: list[NextStep] = []

    def network(self) -> StepNetwork:
        kinds, for_itself = _kinds(self.board, self.walker, self.places, self.near)
        may_begin = np.array([stand is not None for stand in self.stands])[:, np.newaxis]
        alike = (self.near != NOWHERE) & may_begin & ~for_itself
        rows = np.concatenate([self._by_kind(kinds, alike), self._one_by_one(for_itself & may_begin)])
        nodes, number = self._in_order(rows)
        rows = rows[np.lexsort((rows[:, 1], number[rows[:, 0]]))]
        starts, _, ends, answered = rows.T
        costs, unit = in_whole_numbers([answer.mp for answer in self.answers])
        flags = [(answer.asks_river_exit, answer.keeps_road, answer.takes_all_mp) for answer in self.answers]
        first = np.searchsorted(number[starts], np.arange(len(nodes) + 1)).astype(np.int32)
        steps = Steps(nodes, first, number[ends], np.array(costs, dtype=np.int32)[answered], unit)
        return StepNetwork(steps, *np.array(flags, dtype=np.bool_).reshape(-1, 3)[answered].T)

    def _by_kind(self, kinds: Ints, alike: Flags) -> Ints:
        """The steps that have a kind: the answer about one of a kind holds for all of it."""
        starts, sides = np.nonzero(alike)
        ends = self.near[alike]
        _, first, kind = np.unique(kinds[alike], return_index=True, return_inverse=True)
        asked = zip(starts[first].tolist(), ends[first].tolist(), strict=True)
        answers = np.array(
            [self._answer(HexNode(self.places[start]), end) for start, end in asked], dtype=int
        )
        rows = np.stack([starts, sides, ends, answers[kind]], axis=1)
        return rows[rows[:, 3] >= 0]

    def _one_by_one(self, for_itself: Flags) -> Ints:
        """The steps that have no kind; in rivers they lead to stands where no maneuver can begin."""
        numbers = {place: k for k, place in enumerate(self.places)}
        index = {stand: k for k, stand in enumerate(self.stands)}
        waiting = np.flatnonzero(for_itself.any(axis=1)).tolist()
        rows: list[tuple[int, int, int, int]] = []
        for k in waiting:
            start = self.stands[k]
            assert start is not None
            for side in np.flatnonzero(for_itself[at := numbers[start.hex]]).tolist():
                end = int(self.near[at, side])
                if (answer := self._answer(start, end)) < 0:
                    continue
                stand = HexNode(self.places[end], self.answers[answer].way)
                if stand not in index:
                    index[stand] = len(self.stands)
                    waiting.append(len(self.stands))
                    self.stands.append(stand)
                rows.append((k, side, index[stand], answer))
        return np.array(rows, dtype=int).reshape(-1, 4)

    def _answer(self, start: HexNode, end: int) -> int:
        """The number of the answer about a step, below 0 where it is barred."""
        answer = step(self.board, self.walker, start, self.places[end], self.options)
        if answer is None:
            return -1
        self.answers.append(answer)
        return len(self.answers) - 1

    def _in_order(self, rows: Ints) -> tuple[tuple[HexNode, ...], NDArray[np.int32]]:
        """The stands in the order in which they are met, each followed by those that its steps lead to, and their new numbers."""
        met = np.full(len(self.stands), len(self.stands) * (_SIDES + 1))
        begun = np.array([k for k, stand in enumerate(self.stands) if stand is not None], dtype=int)
        met[begun] = begun * (_SIDES + 1)
        np.minimum.at(met, rows[:, 2], rows[:, 0] * (_SIDES + 1) + 1 + rows[:, 1])
        order = np.argsort(met, kind="stable")[: len(begun)]
        number = np.empty(len(self.stands), dtype=np.int32)
        number[order] = np.arange(len(order), dtype=np.int32)
        return tuple(stand for k in order.tolist() if (stand := self.stands[k]) is not None), number


def _kinds(
    board: HexBoard, walker: Walker, places: tuple[Hex, ...], near: NDArray[np.int32]
) -> tuple[Ints, Flags]:
    """The kind of each step, by hex and direction, and flags for the steps that have none and are asked about one by one."""
    number = {place: k for k, place in enumerate(places)}
    ground, alone = np.zeros(len(places), dtype=np.int64), np.zeros(len(places), dtype=np.bool_)
    level = np.zeros(len(places), dtype=np.int64)
    lined = tree_lined_road_hexes(board)
    known: dict[tuple[frozenset[Terrain], bool, bool], int] = {}
    on_lines = {(place, line.terrain) for line in board.lines for place in line.path}
    named = {*board.hexes, *(place for place, _ in on_lines), *walker.wired}
    for place in named & number.keys():
        filled = board.ground(place).terrain.union(kind for kind in LINES if (place, kind) in on_lines)
        kind = filled, place in lined, place in walker.wired
        k = number[place]
        ground[k], level[k] = known.setdefault(kind, len(known) + 1), board.level(place)
        alone[k] = not filled.isdisjoint(_EACH_FOR_ITSELF)
    beyond = np.where(near == NOWHERE, 0, near)
    rises = level[beyond] > level[:, np.newaxis]
    kinds = (ground[:, np.newaxis] * (len(known) + 1) + ground[beyond]) * 2 + rises
    along = np.zeros(near.shape, dtype=np.int64)
    for bit, (one, other) in _along_hexsides(board):
        side = board.grid.direction(one, other)
        along[number[one], side] |= bit
        along[number[other], (side + _SIDES // 2) % _SIDES] |= bit
    return kinds * 8 + along, (near != NOWHERE) & (alone[:, np.newaxis] | alone[beyond])


def _along_hexsides(board: HexBoard) -> list[tuple[int, tuple[Hex, Hex]]]:
    """The hexsides with a road across them, a wall or a tree line, each kind with its own bit."""
    crossed = [
        (1, pair) for line in board.lines if line.terrain is Terrain.ROAD for pair in pairwise(line.path)
    ]
    return [*crossed, *((2, side) for side in board.walls), *((4, side) for side in board.tree_lines)]


@dataclass(frozen=True, eq=False)
class Maneuvers:
    """The steps that one walker may make on a board, and flags for those that ask a roll.

    `all` are all steps, `certain` those that ask no roll, `roads` those along roads that earn the road bonus.
    """

    all: Paths[HexNode]
    network: StepNetwork
    asking: Mapping[Roll, Flags]
    choices: tuple[Flags, ...] = ()
    """For each choice that the unit has for its whole maneuver, flags of the steps it allows; empty if it is not limited."""

    @property
    def certain(self) -> Paths[HexNode]:
        return self.by_rolls[()]

    @cached_property
    def roads(self) -> Paths[HexNode]:
        return self.all.without(~self.network.keeps_road)

    @cached_property
    def by_rolls(self) -> Mapping[tuple[Roll, ...], Paths[HexNode]]:
        """For each set of rolls that a way may ask, the smallest first, the steps that ask no other roll."""
        numbers = range(len(self._possible_rolls) + 1)
        rolls = (some for count in numbers for some in combinations(self._possible_rolls, count))
        return {some: self.asking_only(some, self.all) for some in rolls}

    def asking_only(self, rolls: Collection[Roll], paths: Paths[HexNode]) -> Paths[HexNode]:
        """Of these paths, the steps that ask no rolls but these."""
        for roll in self._possible_rolls:
            if roll not in rolls:
                paths = paths.without(self.asking[roll])
        return paths

    @cached_property
    def _possible_rolls(self) -> tuple[Roll, ...]:
        """The rolls that any possible step asks."""
        return tuple(roll for roll, asking in self.asking.items() if (asking & self.all.is_open).any())

    def without(self, barred: frozenset[tuple[Hex, Hex]]) -> "Maneuvers":
        """The same without the steps from some hexes to some others."""
        return replace(self, all=self.all.without(self._between(barred)))

    def of_one_choice(self, choices: Sequence[frozenset[tuple[Hex, Hex]]]) -> "Maneuvers":
        """The same, where every way uses only the steps of one of these choices."""
        left = tuple(map(self._between, choices))
        return replace(self, all=self.all.without(~np.logical_or.reduce(left)), choices=left)

    def by_choice(self, paths: Paths[HexNode]) -> tuple[Paths[HexNode], ...]:
        """For each choice, the steps of these paths that it allows; the paths unchanged if there is no choice."""
        return tuple(paths.without(~left) for left in self.choices) or (paths,)

    def is_of_one_choice(self, way: tuple[HexNode, ...]) -> bool:
        """Whether one of the choices allows all steps of a way."""
        numbers = [self.all.steps.number(*leg) for leg in pairwise(way)] if self.choices else []
        return not numbers or any(left[numbers].all() for left in self.choices)

    def with_asking(self, asking: Mapping[Roll, frozenset[tuple[Hex, Hex]]]) -> "Maneuvers":
        """The same where the steps from some hexes to some others ask a roll."""
        return replace(
            self, asking={**self.asking, **{roll: self._between(asked) for roll, asked in asking.items()}}
        )

    def _between(self, hexes: frozenset[tuple[Hex, Hex]]) -> Flags:
        """Flags of the steps between these pairs of hexes, from and to every node in them."""
        steps = self.all.steps
        flags = np.zeros(len(steps.ends), dtype=np.bool_)
        for start, end in hexes:
            for stand in self.stands_in(start):
                flags[[step for step in steps.from_node(stand) if steps.end(step).hex == end]] = True
        return flags

    def stands_in(self, place: Hex) -> tuple[HexNode, ...]:
        """The nodes of a hex, such as its bridge and the river beneath."""
        return self._by_hex.get(place, ())

    def steps_from(self, stand: HexNode) -> Iterator[tuple[HexNode, Fraction]]:
        """The nodes that the steps from a node lead to, clockwise, each with its cost."""
        steps = self.all.steps
        return (
            (steps.end(step), steps.cost(step)) for step in steps.from_node(stand) if self.all.is_open[step]
        )

    def rolls_on(self, way: tuple[HexNode, ...]) -> tuple[Roll, ...]:
        """The rolls that the steps of a way ask."""
        if not self._possible_rolls:
            return ()
        numbers = [self.all.steps.number(*leg) for leg in pairwise(way)]
        return tuple(
            roll for roll in self._possible_rolls if any(self.asking[roll][number] for number in numbers)
        )

    def cost(self, way: tuple[HexNode, ...]) -> Fraction:
        """The cost of all steps of a way."""
        steps = self.all.steps
        return sum((steps.cost(steps.number(*leg)) for leg in pairwise(way)), Fraction(0))

    @cached_property
    def _by_hex(self) -> dict[Hex, tuple[HexNode, ...]]:
        nodes: dict[Hex, tuple[HexNode, ...]] = {}
        for node in self.all.steps.nodes:
            nodes[node.hex] = (*nodes.get(node.hex, ()), node)
        return nodes


@lru_cache(maxsize=64)
def maneuvers(board: HexBoard, walker: Walker, options: Options, all_mp: Fraction) -> Maneuvers:
    """The steps of a walker whose whole allowance is `all_mp`; cached."""
    network = step_network(board, walker, options)
    steps = network.steps
    if network.takes_all.any():
        unit = lcm(steps.unit, all_mp.denominator)
        costs = np.where(network.takes_all, int(all_mp * unit), steps.costs * (unit // steps.unit))
        steps = replace(steps, costs=costs.astype(np.int32), unit=unit)
    return Maneuvers(Paths.over(steps), network, {Roll.RIVER_EXIT: network.asks_river_exit})
