"""Ways over hexes that trade time against danger: all Pareto-optimal ones, found exactly.

The search settles labels in order of time: for each turn, each point of it and each node, the least danger with
which a unit can be there by then. Points and dangers are whole numbers, so nothing is rounded. Of ways equal in
both, the one that costs fewest points in all is kept.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

import numpy as np

from rules.game.movement import HexMovement
from rules.ground.hex.hexes import Hex
from rules.planning.exposure import Exposure
from rules.planning.hex_steps import CountedGait, HexSteps, Ints
from rules.planning.plan import Leg, Route, Step

PATIENCE = 3
"""A way may take twice the turns of the quickest, but at most so many turns more."""

_NEVER = 1 << 60
_ONE_DANGER = 1 << 24
"""The factor of the danger in a label; the lower part of the number is the points of the whole way."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """When a way reaches the goal, and its total danger; the place where a turn ends counts twice."""

    turn: int
    points: Fraction
    danger: int


@dataclass(frozen=True, slots=True)
class _Turn:
    """One turn of the search: the labels it began with, and for each gait the labels by row, points and node.

    A gait with a limit of steps has a row for each step made, any other gait a single row; at 0 points nothing was done.
    """

    began: Ints
    made: tuple[Ints, ...]

    def least(self) -> Ints:
        """The best label of each node at the end of the turn."""
        labels: Ints = np.minimum.reduce([rows[:, 1:].min(axis=(0, 1), initial=_NEVER) for rows in self.made])
        return labels


def hex_routes(movement: HexMovement, goal: Hex, exposure: Exposure) -> tuple[Route, ...]:
    """The Pareto-optimal ways of a unit to a hex, the quickest first, within the turns that PATIENCE allows."""
    search = HexRoutes(movement, goal, exposure.dangers)
    return tuple(_route(search.legs(arrival), exposure) for arrival in search.arrivals)


def _route(legs: tuple[Leg, ...], exposure: Exposure) -> Route:
    steps = [
        Step(place, turn, exposure.at(place), 2.0 if place is leg.places[-1] and turn < len(legs) else 1.0)
        for turn, leg in enumerate(legs, 1)
        for place in leg.places[1:]
    ]
    return Route(legs, tuple(steps))


class HexRoutes:
    """The Pareto-optimal ways of a unit to a hex, within the turns that PATIENCE allows.

    `dangers` is called once, with the hexes that can lie on such a way.
    """

    def __init__(
        self, movement: HexMovement, goal: Hex, dangers: Callable[[Iterable[Hex]], Mapping[Hex, int]]
    ) -> None:
        self._movement = movement
        self._steps = HexSteps.of(movement, goal)
        self._worth = np.zeros(len(self._steps.nodes), dtype=np.int64)
        quickest = self._turns_of_quickest()
        limit = quickest + min(quickest, PATIENCE)
        self._turns: tuple[_Turn, ...] = ()
        if limit:
            self._steps = self._steps.within(limit)
            asked = dangers(sorted(self._steps.places))
            worth = np.array([asked.get(place, 0) for place in self._steps.hexes], dtype=np.int64)
            self._worth = worth[self._steps.hex_of] * _ONE_DANGER
            self._turns = tuple(islice(self._played_turns(), limit))
        self.arrivals = tuple(self._arrivals())

    def legs(self, arrival: Arrival) -> tuple[Leg, ...]:
        """The way of an arrival, turn by turn."""
        number, steps = arrival.turn - 1, self._steps
        points = int(arrival.points * steps.unit) - self._spent(number)
        turn = self._turns[number]
        label, node = min((_label(turn, points, node), node) for node in steps.goals.tolist())
        legs = []
        while True:
            way, points = self._way(turn, node, label, points)
            stands = tuple(steps.nodes[k] for k in way)
            cost = Fraction(points + self._spent(number), steps.unit)
            legs.append(Leg(tuple(stand.hex for stand in stands), cost, self._movement.asks(stands)))
            if not number:
                return tuple(reversed(legs))
            label = int(turn.began[way[0]] - self._worth[way[0]])
            number -= 1
            turn, points = self._turns[number], 0
            in_hex = np.flatnonzero(steps.hex_of == steps.hex_of[way[0]])
            node = int(in_hex[turn.least()[in_hex] == label][0])

    def _arrivals(self) -> Iterator[Arrival]:
        least = _NEVER // _ONE_DANGER
        for number, turn in enumerate(self._turns):
            for points in range(1, self._steps.most_points + 1):
                danger = min(_label(turn, points, node) for node in self._steps.goals.tolist()) // _ONE_DANGER
                if danger < least:
                    least = danger
                    spent = Fraction(points + self._spent(number), self._steps.unit)
                    yield Arrival(number + 1, spent, danger)

    def _turns_of_quickest(self) -> int:
        """The first turn in which the goal can be reached; 0 if never."""
        known = np.zeros(len(self._steps.nodes), dtype=bool)
        for count, turn in enumerate(self._played_turns(), 1):
            reached = turn.least() < _NEVER
            if reached[self._steps.goals].any():
                return count
            if not (reached & ~known).any():
                return 0
            known |= reached
        return 0

    def _played_turns(self) -> Iterator[_Turn]:
        """The turns one by one, as long as there is a node to begin on."""
        steps = self._steps
        began = np.full(len(steps.nodes), _NEVER, dtype=np.int64)
        began[steps.starts] = steps.first_points
        spent = steps.first_points
        while (began < _NEVER).any():
            turn = _Turn(began, tuple(self._labels_of_turn(gait, began, spent) for gait in steps.gaits))
            yield turn
            began, spent = self._start_of_next_turn(turn.least()), 0

    def _labels_of_turn(self, gait: CountedGait, began: Ints, spent: int) -> Ints:
        """The labels of one turn in a gait, with some of its points already spent."""
        points = gait.points if gait.most_steps else max(gait.points - spent, 0)
        labels = np.full((1 + gait.most_steps, points + 1, len(began)), _NEVER, dtype=np.int64)
        labels[0, 0] = began
        for row in range(1, 1 + gait.most_steps) if gait.most_steps else (0,):
            before = labels[row - 1] if gait.most_steps else labels[row]
            for at in range(1, points + 1):
                here = labels[row, at]
                for alike in gait.steps:
                    if alike.points <= at and len(alike.start):
                        came = np.minimum.reduceat(before[at - alike.points][alike.start], alike.first)
                        paid = came + (self._worth[alike.ends] + alike.points)
                        here[alike.ends] = np.minimum(here[alike.ends], paid)
        return labels

    def _start_of_next_turn(self, least: Ints) -> Ints:
        """The labels that the next turn begins with: those at the end of this one, with the danger of the
        place added once more."""
        steps = self._steps
        by_hex = np.full(len(steps.hexes), _NEVER, dtype=np.int64)
        np.minimum.at(by_hex, steps.hex_of, least)
        began = np.full(len(least), _NEVER, dtype=np.int64)
        came = by_hex[steps.rest_hex]
        began[steps.rest_start] = np.where(came < _NEVER, came + self._worth[steps.rest_start], _NEVER)
        return began

    def _spent(self, number: int) -> int:
        """The points of a turn spent before its first step."""
        return self._steps.first_points if number == 0 else 0

    def _way(self, turn: _Turn, node: int, label: int, points: int) -> tuple[list[int], int]:
        """The nodes of a turn that lead to a node with this label, and the points; 0 stands for any points."""
        gait, row, points = next(
            (gait, row, at)
            for gait, labels in enumerate(turn.made)
            for row, at in np.argwhere(labels[:, :, node] == label).tolist()
            if at and points in (0, at)
        )
        way, spent, labels = [node], points, turn.made[gait]
        while spent:
            before = max(row - 1, 0)
            node, spent = next(
                (start, spent - alike.points)
                for alike in self._steps.gaits[gait].steps
                if alike.points <= spent
                for start in alike.start[alike.end == node].tolist()
                if labels[before, spent - alike.points, start] + self._worth[node] + alike.points == label
            )
            label = int(labels[before, spent, node])
            row = before
            way.append(node)
        return way[::-1], points


def _label(turn: _Turn, points: int, node: int) -> int:
    """The best label of a node after this many points of a turn."""
    return min(
        (int(rows[:, points, node].min()) for rows in turn.made if points < rows.shape[1]), default=_NEVER
    )
