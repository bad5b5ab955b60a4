"""A hex map as a NetworkX graph that grows step by step, each at its cost."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import networkx as nx

from rules.ground.hex.hexes import Hex


class HexNode(NamedTuple):
    """Where a unit stands in a hex: `way` tells places of one hex apart, as on a bridge or under it."""

    hex: Hex
    way: str = ""


Steps = Callable[[HexNode], Iterable[tuple[HexNode, Mapping[str, Any]]]]
"""Where the steps from a stand lead, each with its `cost` and what else a book says of it."""


def movement_graph(starts: Iterable[HexNode], steps: Steps) -> "nx.DiGraph[HexNode]":
    """Every step that may be made from some stands and from those that they lead to."""
    graph: nx.DiGraph[HexNode] = nx.DiGraph()
    ahead = deque(starts)
    known = set(ahead)
    while ahead:
        start = ahead.popleft()
        graph.add_node(start)
        for end, facts in steps(start):
            graph.add_edge(start, end, **facts)
            if end not in known:
                known.add(end)
                ahead.append(end)
    return graph
