"""A hex map as a NetworkX graph whose steps a price function costs."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

import networkx as nx

from rules.ground.hex.hexes import Hex, HexGrid


class HexNode(NamedTuple):
    """Where a unit stands in a hex: `way` tells places of one hex apart, as on a bridge or under it."""

    hex: Hex
    way: str = ""


Price = Callable[[HexNode, HexNode], Fraction | None]
"""What a step between stands of neighbouring hexes costs; None forbids it."""


def movement_graph(
    grid: HexGrid, stands: Callable[[Hex], Iterable[HexNode]], price: Price
) -> "nx.DiGraph[HexNode]":
    """Every step that may be made on a map, each edge with its `cost`."""
    graph: nx.DiGraph[HexNode] = nx.DiGraph()
    standing = {place: tuple(stands(place)) for place in grid}
    for place, here in standing.items():
        graph.add_nodes_from(here)
        for near in grid.neighbours(place):
            for start in here:
                for end in standing[near]:
                    if (cost := price(start, end)) is not None:
                        graph.add_edge(start, end, cost=cost)
    return graph
