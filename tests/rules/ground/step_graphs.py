"""Movement graphs built step by step in NetworkX: the oracle of graphs built as arrays."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import networkx as nx
import numpy as np

from rules.ground.hex.graph import HexNode
from rules.ground.paths import Paths, Steps, in_whole_numbers

StepsFrom = Callable[[HexNode], Iterable[tuple[HexNode, Mapping[str, Any]]]]
"""The steps from a place: where each leads, with its `cost` and other attributes."""


def movement_graph(starts: Iterable[HexNode], steps: StepsFrom) -> "nx.DiGraph[HexNode]":
    """Every step from these places and from the places that they lead to."""
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


def paths_over(graph: "nx.DiGraph[HexNode]") -> Paths[HexNode]:
    """The same steps as arrays."""
    index = {node: k for k, node in enumerate(graph)}
    costs, unit = in_whole_numbers([facts["cost"] for *_, facts in graph.edges(data=True)])
    ends = np.array([index[end] for _, end in graph.edges], dtype=np.int32)
    first = np.cumsum([0, *(degree for _, degree in graph.out_degree)], dtype=np.int32)
    return Paths.over(Steps(tuple(graph), first, ends, np.array(costs, dtype=np.int32), unit))
