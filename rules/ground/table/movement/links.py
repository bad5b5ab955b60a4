"""Straight moves between the nodes of the lattice and places anywhere on the table, and their costs.

No node lies on an edge or in line with one, so each cost is counted from the node: the price there, changed at each
edge that the move crosses for the rest of the move.
"""

from math import inf

import numpy as np

from rules.ground.table.arrays import Floats, Ints, cross, number_ranges
from rules.ground.table.movement.faces import Faces
from rules.ground.table.movement.lattice import STEP_IN, Lattice

_AT_END = 1 - 1e-9


def node_links(
    lattice: Lattice, faces: Faces, prices: Floats, places: Floats, steps: int
) -> tuple[Ints, Ints, Floats]:
    """Every open move between a place and a node in the square of 2 × steps nodes a side round it: place,
    node, cost. `prices` are those of the nodes."""
    # One row for each move, from a node to a place, at first as if the price at the node held all the way.
    place, node = lattice.near(places, steps)
    moves = places[place] - lattice.places[node]
    cost = np.where(np.isinf(prices[node]), inf, prices[node])
    # Moves are sorted by place: each edge near a place is paired with every move to that place.
    near, edge = faces.edges_near(places, 1.5 * steps * STEP_IN)
    first = np.searchsorted(place, np.arange(len(places) + 1))
    pair, move = number_ranges(first[near], first[near + 1])
    edge = edge[pair]
    # A pair crosses if the ends of the edge lie on different sides of the move, and it is met between node and place.
    gap, wall = faces.starts[edge] - lattice.places[node[move]], (faces.ends - faces.starts)[edge]
    along = moves[move]
    across = cross(along, wall)
    side = cross(along, gap)
    is_met = (side > 0) != (side + across > 0)
    move, edge, gap, wall, across = (column[is_met] for column in (move, edge, gap, wall, across))
    met_at = cross(gap, wall) / across
    is_met = (met_at > 0) & (met_at < _AT_END)
    move, edge, across, met_at = move[is_met], edge[is_met], across[is_met], met_at[is_met]
    # The change of price at the edge is paid from there to the place; forbidden ground bars the move.
    left, right = faces.prices[faces.left[edge]], faces.prices[faces.right[edge]]
    is_barred = np.isinf(left) | np.isinf(right)
    jump = np.where(is_barred, 0.0, np.where(is_barred, 0.0, right) - np.where(is_barred, 0.0, left))
    cost += np.bincount(move, jump * np.sign(across) * (1 - met_at), len(cost))
    cost[move[is_barred]] = inf
    # So far costs are per inch.
    cost *= np.hypot(*moves.T)
    is_open = cost < inf
    return place[is_open], node[is_open], cost[is_open]
