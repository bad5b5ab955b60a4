"""Movement of those who pay for turning: a search over place and heading.

Who turns for nothing takes the shortest way round forbidden ground; who pays weighs each bend. A tight way bends at the
corners of forbidden ground, along roads, and on the line it faces at the start. The straight moves between these are
the nodes of the search, so that the heading is exact, and from one to the next the turn is paid. Turning by so many
degrees costs what so many inches do on the ground there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from rules.ground.table.arrays import Bools, Floats, Ints, number_ranges
from rules.ground.table.inches import Spot
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.movement.reach import ROUNDING, TableReach

_AHEAD_IN = 1.0
"""How far apart the places lie on the line ahead where a way may bend."""
_ON_ROADS_IN = 1.5
"""How far apart the places along roads lie."""
_LONGEST_IN = 12.0
"""How long a straight move from bend to bend may be; from the start and to the goal it may be of any length."""
_SAME_IN = 1e-6
_NEARLY = 0.98
"""The ways of those who turn freely are so near to the least cost."""
_MOST_TRIES = 8

MayEnd = Callable[[Floats, Floats], Bools]
"""Whether a body may rest at places (n, 2) with headings (n,) in degrees."""


@dataclass(frozen=True, slots=True)
class TurningWay:
    """A way and what it costs with all its turns."""

    spots: tuple[Spot, ...]
    cost: float


@dataclass(frozen=True, eq=False)
class TurningReach:
    """Where one gets from a spot and a heading for so much, its turns paid.

    `reached` says how far one gets that turns freely, each inch costs `inch` times what its ground does, and a degree
    of turning what `degree_in` inches there do.
    """

    graph: TableGraph
    reached: TableReach
    heading_deg: float
    degree_in: float
    inch: float = 1.0

    @property
    def allowance(self) -> float:
        return self.reached.allowance

    def ways_to(self, goals: Floats, may_end: MayEnd) -> list[TurningWay | None]:
        """The cheapest way to each place (n, 2) at which one may end; None where there is none for so much."""
        goal, link, cost, heading = self._last_moves(goals)
        found: list[TurningWay | None] = [None] * len(goals)
        for _ in range(_MOST_TRIES):
            order = np.lexsort((cost, goal))
            asked, first = np.unique(goal[order], return_index=True)
            if not len(asked):
                break
            best = order[first]
            ends = may_end(goals[asked], heading[best])
            for number, k in zip(asked[ends].tolist(), best[ends].tolist(), strict=True):
                spots = (*self._before(int(link[k])), Spot(*goals[number].tolist()))
                found[number] = TurningWay(spots, float(cost[k]))
            left = ~np.isin(goal, asked[ends])
            left[best] = False
            goal, link, cost, heading = goal[left], link[left], cost[left], heading[left]
        return found

    def _last_moves(self, goals: Floats) -> tuple[Ints, Ints, Floats, Floats]:
        """Every way's last move to a goal that may be paid: goal, the move before it (-1: none), cost of all, heading."""
        _, end, _, heading = self._moves
        paid, least = self._searched[0], self._least
        cheapest = self.inch * float(self.graph.faces.prices.min())
        gap = np.hypot(*(self._bends[:, None] - goals[None]).transpose(2, 0, 1))
        bend, goal = np.nonzero(
            (least[:, None] + cheapest * gap <= self.allowance + ROUNDING) & (gap > _SAME_IN)
        )
        grazing = self._is_tight(bend, goals[goal])
        bend, goal = bend[grazing], goal[grazing]
        onward = self.inch * self.graph.faces.costs(self._bends[bend], goals[goal])
        ok = least[bend] + onward <= self.allowance + ROUNDING
        bend, goal, onward = bend[ok], goal[ok], onward[ok]
        new = _bearings_deg(self._bends[bend], goals[goal])
        # From the start, and after every move that ends at the bend.
        direct = bend == 0
        by_end = np.argsort(end, kind="stable")
        first = np.searchsorted(end[by_end], np.arange(len(self._bends) + 1))
        pair, into = number_ranges(first[bend], first[bend + 1])
        into = by_end[into]
        cost = paid[into] + onward[pair] + self._turn(heading[into], new[pair], bend[pair])
        goal = np.concatenate([goal[direct], goal[pair]])
        link = np.concatenate([np.full(int(direct.sum()), -1), into])
        at_once = onward[direct] + self._turn(
            np.full(int(direct.sum()), self.heading_deg), new[direct], bend[direct]
        )
        cost = np.concatenate([at_once, cost])
        new = np.concatenate([new[direct], new[pair]])
        ok = cost <= self.allowance + ROUNDING
        return goal[ok], link[ok], cost[ok], new[ok]

    def _before(self, link: int) -> tuple[Spot, ...]:
        """The places of a way up to the end of a move."""
        spots = []
        while link >= 0:
            spots.append(Spot(*self._bends[self._moves[1][link]].tolist()))
            link = int(self._searched[1][link])
        return self.reached.start, *spots[::-1]

    @cached_property
    def _chosen(self) -> tuple[Floats, Ints]:
        """Where a way may bend, the start first, and which corner of forbidden ground each is (-1: none)."""
        graph, reached = self.graph, self.reached
        costs = self.inch * reached.costs
        first_corner = len(graph.places) - len(graph.corners)
        corners = np.flatnonzero(graph.corners.is_bend & (costs[first_corner:] <= self.allowance))
        lines = graph.along_cheap_lines(_ON_ROADS_IN)
        lines = lines[self.inch * reached.cost_at(lines) <= self.allowance]
        ahead = np.arange(_AHEAD_IN, self.allowance / self.inch, _AHEAD_IN)
        turn = np.radians(self.heading_deg)
        ray = np.array(reached.start) + ahead[:, None] * np.array([np.sin(turn), -np.cos(turn)])
        here = np.broadcast_to(np.array(reached.start), ray.shape)
        ray = ray[self.inch * graph.faces.costs(here, ray) <= self.allowance] if len(ray) else ray
        places = [np.array([reached.start]), graph.corners.places[corners], lines, ray]
        number = np.full(sum(map(len, places)), -1)
        number[1 : 1 + len(corners)] = corners
        return np.concatenate(places), number

    @property
    def _bends(self) -> Floats:
        return self._chosen[0]

    @cached_property
    def _least(self) -> Floats:
        """No more than what it costs to get to each bend."""
        reached = self.reached
        straight = self.inch * float(self.graph.faces.prices.min())
        far = straight * np.hypot(*(self._bends - np.array(reached.start)).T)
        least: Floats = np.maximum(far, self.inch * reached.cost_at(self._bends) * _NEARLY)
        return least

    def _is_tight(self, bend: Ints, towards: Floats) -> Bools:
        corner = self._chosen[1][bend]
        grazing: Bools = corner < 0
        at = np.flatnonzero(~grazing)
        grazing[at] = self.graph.corners.is_tight(corner[at], towards[at])
        return grazing

    @cached_property
    def _moves(self) -> tuple[Ints, Ints, Floats, Floats]:
        """The straight moves between bends: from, to, cost, heading."""
        bends, faces, least = self._bends, self.graph.faces, self._least
        cheapest = self.inch * float(faces.prices.min())
        one, other = np.triu_indices(len(bends), 1)
        gap = np.hypot(*(bends[other] - bends[one]).T)
        near = np.minimum(least[one], least[other]) + cheapest * gap <= self.allowance
        near &= (gap > _SAME_IN) & ((gap <= _LONGEST_IN) | (one == 0))
        one, other = one[near], other[near]
        grazing = self._is_tight(one, bends[other]) & self._is_tight(other, bends[one])
        one, other = one[grazing], other[grazing]
        cost = self.inch * faces.costs(bends[one], bends[other])
        start, end, cost = np.concatenate([one, other]), np.concatenate([other, one]), np.tile(cost, 2)
        kept = (least[start] + cost <= self.allowance) & (end != 0)
        start, end, cost = start[kept], end[kept], cost[kept]
        return start, end, cost, _bearings_deg(bends[start], bends[end])

    @cached_property
    def _searched(self) -> tuple[Floats, Ints]:
        """What it costs to come to the end of each move by it, inf beyond the allowance, and the move before it."""
        start, end, cost, heading = self._moves
        size = len(start)
        by_start = np.argsort(start, kind="stable")
        first = np.searchsorted(start[by_start], np.arange(len(self._bends) + 1))
        move, after = number_ranges(first[end], first[end + 1])
        after = by_start[after]
        paid = cost[after] + self._turn(heading[move], heading[after], end[move])
        ok = self._least[start[move]] + cost[move] + paid <= self.allowance
        move, after, paid = move[ok], after[ok], paid[ok]
        out = np.flatnonzero(start == 0)
        at_once = cost[out] + self._turn(np.full(len(out), self.heading_deg), heading[out], start[out])
        pointers = np.concatenate([np.searchsorted(move, np.arange(size + 1)), [len(move) + len(out)]])
        graph = csr_array(
            (
                np.concatenate([paid, at_once]),
                np.concatenate([after, out]).astype(np.int32),
                pointers.astype(np.int32),
            ),
            shape=(size + 1, size + 1),
        )
        found, before = dijkstra(graph, True, [size], True, limit=self.allowance)
        came = before[0, :size].astype(np.int64)
        return found[0, :size], np.where(came == size, -1, came)

    def _turn(self, before: Floats, after: Floats, bend: Ints) -> Floats:
        """What it costs to turn from heading to heading at these bends."""
        angle = np.abs((after - before + 180.0) % 360.0 - 180.0)
        turn: Floats = angle * self.degree_in * self._turn_price[bend]
        return turn

    @cached_property
    def _turn_price(self) -> Floats:
        return self.graph.faces.prices_at(self._bends)


def _bearings_deg(starts: Floats, ends: Floats) -> Floats:
    move = ends - starts
    bearings: Floats = np.degrees(np.arctan2(move[:, 0], -move[:, 1])) % 360.0
    return bearings
