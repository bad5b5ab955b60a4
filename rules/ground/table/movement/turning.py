"""Movement where turning costs: a search over place and heading.

Ways may bend at the convex corners of forbidden ground, along roads, and on the line straight ahead of the start. The
straight moves between these bends (a visibility graph) are the nodes of the search, so that headings are exact; going from
one move to the next pays for the turn. A degree of turning costs as much as a given number of inches on the ground there.
"""

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from rules.ground.table.arrays import Bools, Floats, Ints, plain
from rules.ground.table.inches import Spot
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.movement.lattice import ROUNDING
from rules.ground.table.movement.reach import TableReach

_AHEAD_IN = 1.0
"""The distance between the places on the line straight ahead where a way may bend."""
_LONGEST_IN = 12.0
"""The longest straight move from bend to bend; moves from the start and to the goal may be longer."""
_NEARLY = 0.98
"""The least cost with free turns is at least this share of what the graph finds."""
_A_LITTLE = 1e-6
"""More than rounding can take off a cost."""
_REST_DEG = 2.5
"""The steps between the headings tried for a body to stand clear; front and back take the same room."""


if TYPE_CHECKING:
    from rules.ground.table.movement.turned_moves import Bends


class Room(Protocol):
    """Says where a body has room to stand."""

    def facing(self, places: Floats, headings_deg: Floats) -> Bools:
        """Whether the body stands clear at each place (n, 2) with each heading (n,); some heading must be clear at each place."""


class TurningWay(NamedTuple):
    """A way and its cost with all turns; `facing_deg` is set if the body turns at the end, to stand clear there."""

    spots: tuple[Spot, ...]
    cost: float
    facing_deg: float | None


@dataclass(frozen=True, eq=False)
class FreeReach:
    """The reach with free turns, and the bends within it that do not depend on the heading at the start."""

    graph: TableGraph
    reached: TableReach

    @cached_property
    def corners(self) -> tuple[Ints, Floats, Floats]:
        """The corners of forbidden ground within reach, the cost of each over the graph, and its cost by a straightened way."""
        graph, reached = self.graph, self.reached
        costs = reached.costs[len(graph.places) - len(graph.corners) :]
        corners = np.flatnonzero(graph.corners.is_bend & (costs <= reached.allowance))
        return corners, costs[corners], reached.cost_at(graph.corners.places[corners])

    @cached_property
    def along_roads(self) -> Floats:
        """The cost of each of the places along roads."""
        return self.reached.cost_at(self.graph.faces.along_roads)


@dataclass(frozen=True, eq=False)
class TurningReach:
    """The reach from a spot and a heading when turns are paid.

    `free` is the reach with free turns. An inch costs `inch` times the price of its ground, and a degree of turning as much
    as `degree_in` inches at that price. `inch` is 1 or more.
    """

    free: FreeReach
    heading_deg: float
    degree_in: float
    inch: float = 1.0

    @property
    def graph(self) -> TableGraph:
        return self.free.graph

    @property
    def reached(self) -> TableReach:
        return self.free.reached

    @property
    def allowance(self) -> float:
        return self.reached.allowance

    def ways_to(self, goals: Floats, room: Room) -> list[TurningWay | None]:
        """The cheapest way to each place (n, 2), with a turn at the end if the body stands clear only so; None beyond the
        allowance. Staying at the start costs nothing. The body must have room at each place with some heading."""
        ways: list[TurningWay | None] = [None] * len(goals)
        stays = (goals == self.reached.start).all(axis=1)
        for number in np.flatnonzero(stays).tolist():
            ways[number] = TurningWay((self.reached.start,), 0.0, None)
        near = np.flatnonzero(~stays & (self.least_costs(goals) <= self.allowance))
        if not len(near):
            return ways
        # Where the body stands clear at the end of the cheapest way, no other way is looked at.
        goal, link, cost, heading = self._last_moves(goals[near], is_cheapest=True)
        goal = near[goal]
        cheapest = _cheapest(goal, cost)
        stands = room.facing(goals[goal[cheapest]], heading[cheapest])
        those = cheapest[stands]
        numbers, befores = goal[those].tolist(), map(self._spots_up_to, link[those].tolist())
        for number, before, price, (x_in, y_in) in zip(
            numbers, befores, cost[those].tolist(), goals[goal[those]].tolist(), strict=True
        ):
            ways[number] = TurningWay((*before, Spot(x_in, y_in)), price, None)
        left = goal[cheapest[~stands]]
        goal, link, cost, heading = self._last_moves(goals[left], is_cheapest=False)
        degree = self.degree_in * self.graph.faces.prices_at(goals[left])[goal]
        most = self.allowance + ROUNDING
        rest, turned_deg = _clear_headings(goals[left], goal, heading, cost, degree, most + ROUNDING, room)
        paid = cost + turned_deg * degree
        for k in _cheapest(goal, paid).tolist():
            if paid[k] <= most:
                facing_deg = float(rest[k]) if turned_deg[k] else None
                number = int(left[goal[k]])
                spots = *self._spots_up_to(int(link[k])), Spot(*goals[number].tolist())
                ways[number] = TurningWay(spots, float(paid[k]), facing_deg)
        return ways

    def least_costs(self, goals: Floats) -> Floats:
        """A lower bound of the cost of any way to each place (n, 2): its turns add up to at least the angle between the heading
        and the bearing of the place."""
        faces, bearings = self.graph.faces, _bearings_deg(np.array(self.reached.start), goals)
        turned_in = _angle_deg(self.heading_deg, bearings) * self.degree_in * float(faces.prices.min())
        least: Floats = self.inch * faces.least_costs(self.reached.start, goals) + turned_in - _A_LITTLE
        return least

    def _last_moves(self, goals: Floats, *, is_cheapest: bool) -> tuple[Ints, Ints, Floats, Floats]:
        """All affordable last moves to goals: the goal, the move before (-1: none), the cost of the whole way, and the heading.

        They are sorted by goal, then by the bend they come from. With `is_cheapest`, dearer ones may be left out.
        """
        from rules.ground.table.movement.turned_moves import last_moves

        bends, moves = self._moves_at_bends
        headings = _bearings_deg(self._bends[:, None], goals)
        asked = self.heading_deg, self.inch, float(self.allowance), plain(goals), headings, is_cheapest
        total, into = last_moves(self.graph.faces.cells, bends, *asked)
        goal, bend = np.nonzero(np.isfinite(total.T))
        return goal, moves[into[bend, goal]], total[bend, goal], headings[bend, goal]

    @cached_property
    def _moves_at_bends(self) -> tuple["Bends", Ints]:
        """The bends with the moves that end at each, and the numbers of these moves, followed by -1 for none."""
        from rules.ground.table.movement.turned_moves import Bends

        _, end, _, heading = self._moves
        paid = self._move_costs[0]
        paid_for = np.flatnonzero(np.isfinite(paid))
        by_end = paid_for[np.lexsort((paid[paid_for], end[paid_for]))]
        first = np.searchsorted(end[by_end], np.arange(len(self._bends) + 1))
        least = np.append(paid[by_end], inf)[first[:-1]]
        least[first[:-1] == first[1:]] = inf
        least[0] = 0.0
        ended = first, paid[by_end], by_end, heading[by_end]
        turns = self.degree_in, self._turn_price
        return Bends(self._bends, least, *self._corners, *ended, *turns), np.append(by_end, -1)

    def _spots_up_to(self, link: int) -> tuple[Spot, ...]:
        """The spots of the way up to the end of a move."""
        if (spots := self._spots_by_move.get(link)) is None:
            before, end = int(self._move_costs[1][link]), self._moves[1][link]
            spots = self._spots_by_move[link] = (*self._spots_up_to(before), self._spots[end])
        return spots

    @cached_property
    def _spots_by_move(self) -> dict[int, tuple[Spot, ...]]:
        return {-1: (self.reached.start,)}

    @cached_property
    def _spots(self) -> list[Spot]:
        """The bends as spots."""
        return list(map(Spot._make, self._bends.tolist()))

    @cached_property
    def _bend_choice(self) -> tuple[Floats, Ints, Floats]:
        """The places where a way may bend, the start first; which corner of forbidden ground each is (-1: none); and the cost to
        get there with free turns."""
        graph, reached = self.graph, self.reached
        corners, by_graph, tight = self.free.corners
        near = self.inch * by_graph <= self.allowance
        corners = corners[near]
        ahead = np.arange(_AHEAD_IN, self.allowance / self.inch, _AHEAD_IN)
        line = _spots_off(reached.start, np.full(len(ahead), self.heading_deg), ahead)
        places = np.concatenate(
            [[reached.start], graph.corners.places[corners], line, graph.faces.along_roads]
        )
        number = np.full(len(places), -1)
        number[1 : 1 + len(corners)] = corners
        cost = self.inch * np.concatenate([[0.0], tight[near], reached.cost_at(line), self.free.along_roads])
        kept = (cost <= self.allowance) | (np.arange(len(places)) <= len(corners))
        return places[kept], number[kept], cost[kept]

    @property
    def _bends(self) -> Floats:
        return self._bend_choice[0]

    @cached_property
    def _least_costs_to_bends(self) -> Floats:
        """A lower bound of the cost to get to each bend."""
        reached = self.reached
        straight = self.inch * float(self.graph.faces.prices.min())
        far = straight * np.hypot(*(self._bends - np.array(reached.start)).T)
        least: Floats = np.maximum(far, self._bend_choice[2] * _NEARLY)
        return least

    @cached_property
    def _corners(self) -> tuple[Bools, Floats]:
        """Which bends are corners of forbidden ground, and their neighbours on its outline (b, 2, 2)."""
        corner, corners = self._bend_choice[1], self.graph.corners
        is_corner, beside = corner >= 0, np.zeros((len(corner), 2, 2))
        beside[is_corner] = np.stack([corners.before, corners.after], axis=1)[corner[is_corner]]
        return is_corner, beside

    @cached_property
    def _moves(self) -> tuple[Ints, Ints, Floats, Floats]:
        """The straight moves between bends: from, to, cost and heading."""
        from rules.ground.table.movement.turned_moves import straight_moves

        bends, least = self._bends, self._least_costs_to_bends
        asked = *self._corners, least, self.inch, _LONGEST_IN, float(self.allowance)
        one, other, cost = straight_moves(self.graph.faces.cells, plain(bends), *asked)
        start, end, cost = np.concatenate([one, other]), np.concatenate([other, one]), np.tile(cost, 2)
        kept = (least[start] + cost <= self.allowance) & (end != 0)
        start, end, cost = start[kept], end[kept], cost[kept]
        return start, end, cost, _bearings_deg(bends[start], bends[end])

    @cached_property
    def _move_costs(self) -> tuple[Floats, Ints]:
        """The cost of the cheapest way that ends with each move, inf beyond the allowance or if dominated,
        and the move before it."""
        from rules.ground.table.movement.turned_moves import Moves, cheapest_moves

        start, end, cost, heading = self._moves
        by_start = np.argsort(start, kind="stable")
        first = np.searchsorted(start[by_start], np.arange(len(self._bends) + 1))
        moves = Moves(start, end, cost, heading, first, by_start)
        turns = self.degree_in, self._turn_price
        return cheapest_moves(moves, self.heading_deg, *turns, float(self.allowance))

    @cached_property
    def _turn_price(self) -> Floats:
        return self.graph.faces.prices_at(self._bends)


def _cheapest(goal: Ints, cost: Floats) -> Ints:
    """The first of the cheapest moves to each goal, in the order of the goals."""
    order = np.lexsort((cost, goal))
    cheapest: Ints = order[np.unique(goal[order], return_index=True)[1]]
    return cheapest


def _clear_headings(
    goals: Floats, goal: Ints, heading: Floats, cost: Floats, degree: Floats, allowance: float, room: Room
) -> tuple[Floats, Floats]:
    """For each way that arrives at a goal with a heading: the nearest heading at which the body stands clear, and the turn to it.

    A degree of turning costs `degree`. The turn is inf where it would cost more than the allowance, or more than another way
    to the goal that needs no turn.
    """
    from rules.ground.table.movement.turned_moves import headings_within, nearest_heading

    turned, rest = np.where(room.facing(goals[goal], heading), 0.0, inf), heading.copy()
    most = np.full(len(goals), allowance)
    stands = turned == 0
    np.minimum.at(most, goal[stands], cost[stands] + ROUNDING)
    most_deg = (most[goal] - cost) / degree
    headings = np.arange(0.0, 180.0, _REST_DEG)
    left = np.flatnonzero(turned > 0)
    rows = goal[left], heading[left]
    clear = headings_within(*rows, most_deg[left], headings, len(goals))
    at, facing = np.nonzero(clear)
    clear[at, facing] = room.facing(goals[at], headings[facing])
    nearest, is_clear = nearest_heading(*rows, headings, clear)
    rest[left] = np.round((heading[left] + nearest) % 360.0, 2)
    turned[left] = np.where(is_clear, np.abs(nearest), inf)
    return rest, turned


def _spots_off(start: Spot, bearings_deg: Floats, far_in: Floats) -> Floats:
    """The places at these bearings and distances from the start."""
    turn = np.radians(bearings_deg)
    places: Floats = np.array(start) + far_in[:, None] * np.column_stack([np.sin(turn), -np.cos(turn)])
    return places


def _angle_deg(before: float, after: Floats) -> Floats:
    """The angle between a heading and each of others."""
    angle: Floats = np.abs((after - before + 180.0) % 360.0 - 180.0)
    return angle


def _bearings_deg(starts: Floats, ends: Floats) -> Floats:
    east, south = ends[..., 0] - starts[..., 0], ends[..., 1] - starts[..., 1]
    bearings: Floats = np.degrees(np.arctan2(east, -south))
    bearings += 360.0 * (bearings < 0)
    return bearings
