"""Ways over a table without needless bends: straight where the ground allows, bent where it does not.

A rough way is improved in rounds: first the cheapest choice among its own corners, the corners of the ground
near by and the spots where it meets a change of price; then those spots slide along their edges until the
cost is least (which yields Snell's law of refraction). A way never gets dearer, and its cost is exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

import networkx as nx
import numpy as np
import shapely

from rules.ground.table.arrays import Floats, Ints, cross, points, segments
from rules.ground.table.inches import Spot
from rules.ground.table.movement.faces import Faces

_NEAR_IN = 0.75
_MOST_ROUNDS = 5
_GOOD_ENOUGH = 1e-4
_AT_IN = 1e-6
_LEAST = 1e-9
_WINDOW = 28
_BESIDE_CORNER_IN = (0.05, 0.3)


@dataclass(frozen=True, slots=True)
class Way:
    """A way from spot to spot and its cost."""

    spots: tuple[Spot, ...]
    cost: float

    @property
    def length_in(self) -> float:
        return sum(start.gap_in(end) for start, end in pairwise(self.spots))


def straightened_way(faces: Faces, spots: Sequence[Spot]) -> Way | None:
    """A rough way without needless bends; None if it enters forbidden ground."""
    rough = _without_straight_places(_without_repeats(np.array(spots, dtype=np.float64)))
    cost = _cost(faces, rough)
    for _ in range(_MOST_ROUNDS):
        tight = _with_crossings_slid(faces, _shortcut(faces, rough))
        new_cost = _cost(faces, tight)
        is_better = new_cost < cost
        is_done = not is_better or cost - new_cost <= _GOOD_ENOUGH * cost
        if is_better:
            rough, cost = tight, new_cost
        if is_done:
            break
    return Way(tuple(Spot(*place) for place in rough.tolist()), cost) if cost < inf else None


def _cost(faces: Faces, places: Floats) -> float:
    return float(faces.costs(places[:-1], places[1:]).sum())


def _shortcut(faces: Faces, way: Floats) -> Floats:
    """The cheapest way through some of the places on this way and the corners near it, in the order along the way."""
    line = shapely.LineString(way)
    places = np.concatenate([way, _price_changes_on(faces, way)[0], _corners_near(faces, line)])
    along = np.asarray(shapely.line_locate_point(line, points(places)))
    along[0], along[len(way) - 1] = -1.0, inf
    places = places[np.argsort(along, kind="stable")]
    first, second = np.triu_indices(len(places), 1)
    is_close = second - first <= _WINDOW
    first, second = first[is_close], second[is_close]
    costs = faces.costs(places[first], places[second])
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from((0, len(places) - 1))
    may = costs < inf
    graph.add_weighted_edges_from(
        zip(first[may].tolist(), second[may].tolist(), costs[may].tolist(), strict=True)
    )
    if not nx.has_path(graph, 0, len(places) - 1):
        return way
    chosen = nx.dijkstra_path(graph, 0, len(places) - 1)
    return _without_repeats(places[chosen])


def _with_crossings_slid(faces: Faces, way: Floats) -> Floats:
    """The way with each spot at a change of price moved along its edge to where the whole way costs least."""
    meetings, legs = _price_changes_on(faces, way)
    gone_in = np.hypot(*(meetings - way[legs]).T)
    order = np.lexsort((np.append(np.zeros(len(way)), gone_in), np.append(np.arange(len(way)), legs)))
    places = _without_repeats(np.concatenate([way, meetings])[order])
    on_edge = _edges_under(faces, places)
    free = np.nonzero(on_edge >= 0)[0]
    free = free[(free > 0) & (free < len(places) - 1)]
    if not len(free):
        return way
    lengths = np.hypot(*np.diff(places, axis=0).T)
    prices = faces.costs(places[:-1], places[1:]) / np.maximum(lengths, 1e-12)
    prices[lengths < _AT_IN] = 0.0
    if not np.isfinite(prices).all():
        return way
    starts, along = faces.starts[on_edge[free]], (faces.ends - faces.starts)[on_edge[free]]

    def cost_and_slope(share: Floats) -> tuple[float, Floats]:
        moved = places.copy()
        moved[free] = starts + along * share[:, None]
        leg = np.diff(moved, axis=0)
        length = np.sqrt((leg * leg).sum(axis=1) + 1e-18)
        pull = leg * (prices / length)[:, None]
        slope = ((pull[free - 1] - pull[free]) * along).sum(axis=1)
        return float((prices * length).sum()), slope

    squared = (along * along).sum(axis=1)
    at = np.clip(((places[free] - starts) * along).sum(axis=1) / squared, 0, 1)
    from scipy.optimize import minimize

    best = minimize(cost_and_slope, at, jac=True, method="L-BFGS-B", bounds=[(0.0, 1.0)] * len(free))
    moved = places.copy()
    moved[free] = starts + along * np.clip(best.x, 0, 1)[:, None]
    moved = _without_repeats(moved)
    return moved if _cost(faces, moved) < _cost(faces, way) else way


def _price_changes_on(faces: Faces, way: Floats) -> tuple[Floats, Ints]:
    """The places where a way crosses a change of price, and the leg of the way each lies on."""
    leg, edge = faces.edges_met(segments(way[:-1], way[1:]))
    along, wall = way[leg + 1] - way[leg], (faces.ends - faces.starts)[edge]
    gap = faces.starts[edge] - way[leg]
    across = cross(along, wall)
    met = cross(gap, wall)
    is_crossed = np.abs(across) > _LEAST
    leg = leg[is_crossed]
    share = np.clip(met[is_crossed] / across[is_crossed], 0, 1)
    places: Floats = way[leg] + along[is_crossed] * share[:, None]
    return places, leg


def _edges_under(faces: Faces, places: Floats) -> Ints:
    """The edge each place lies on, away from its ends; -1 for none and at corners."""
    edges = np.full(len(places), -1)
    place, edge = faces.edges_near(places, _AT_IN)
    from_start, from_end = places[place] - faces.starts[edge], places[place] - faces.ends[edge]
    is_corner = np.minimum(np.hypot(*from_start.T), np.hypot(*from_end.T)) <= _AT_IN
    edges[place] = edge
    edges[place[is_corner]] = -1
    return edges


def _corners_near(faces: Faces, line: shapely.LineString) -> Floats:
    """The ends of the edges near a way, and for ends that it touches, spots a little along their edges."""
    _, edge = faces.edges_met(np.array([line.buffer(_NEAR_IN)], dtype=object))
    starts, ends = faces.starts[edge], faces.ends[edge]
    corners = np.unique(np.concatenate([starts, ends]), axis=0)
    corners = corners[shapely.dwithin(points(corners), line, _NEAR_IN)] if len(corners) else corners
    touched = [corners]
    for near, far in ((starts, ends), (ends, starts)):
        at = shapely.dwithin(points(near), line, _AT_IN) if len(near) else np.zeros(0, dtype=bool)
        length = np.hypot(*(far - near).T)
        for beside_in in _BESIDE_CORNER_IN:
            kept = at & (length > beside_in)
            touched.append(near[kept] + (far - near)[kept] * (beside_in / length[kept])[:, None])
    return np.concatenate(touched)


def _without_straight_places(places: Floats) -> Floats:
    """The way without the places where it does not bend."""
    legs = np.diff(places, axis=0)
    turns = cross(legs[:-1], legs[1:])
    bends: Floats = places[np.concatenate([[True], np.abs(turns) > _LEAST, [True]])]
    return bends


def _without_repeats(places: Floats) -> Floats:
    kept = np.append(np.hypot(*np.diff(places, axis=0).T) > _AT_IN, True)
    if len(places) > 1 and not kept[:-1].any():
        return places[[0, -1]]
    kept[0] = True
    found: Floats = places[kept]
    return found
