"""Ways and reach on random tables compared with independently computed optima: never below, and within one percent above.

Round forbidden ground the optimum is the shortest path on the graph of all corners that see each other;
across parallel strips it is the minimum of a convex function of the points where boundaries are crossed.
"""

from itertools import pairwise
from math import hypot, inf
from random import Random

import networkx as nx
import numpy as np
import pytest
import shapely
from scipy.optimize import minimize

from rules.ground.table.inches import Spot
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.outlines import FINE_IN
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from tests.rules.ground.drawn_tables import random_table

SNAPPED_IN = 0.01
"""How much shorter a way may be because corners were moved to the fine lattice."""


@pytest.mark.parametrize("seed", range(15))
def test_ways_round_forbidden_ground_are_the_shortest(seed: int) -> None:
    drawn = random_table(seed, 24)
    areas = tuple(piece for piece in drawn.pieces if piece.width_in is None)
    table = Tabletop("forbidden", 72, 48, areas)
    graph = TableGraph.of(table, lambda pieces: None if pieces else 1.0)
    dice = Random(seed)
    for _ in range(4):
        start, goal = (_open_spot(dice, table) for _ in range(2))
        truth = _round_corners(table, start, goal)
        way = graph.way(start, goal)
        if way is None:
            assert truth == inf
            continue
        assert truth - SNAPPED_IN <= way.cost <= truth * 1.01


@pytest.mark.parametrize("seed", range(30))
def test_ways_across_strips_are_refracted_at_each(seed: int) -> None:
    dice = Random(seed)
    edges = [10 + 8 * k + dice.uniform(-2, 2) for k in range(6)]
    prices = [1.0, *(dice.choice((0.5, 2.0, 3.0, 5.0)) for _ in range(5)), 1.0]
    strips = [
        Piece(f"strip {k}", TableTerrain.MARSH, shapely.box(one, 0, other, 48))
        for k, (one, other) in enumerate(pairwise(edges))
    ]
    table = Tabletop("strips", 72, 48, tuple(strips))
    asked = {strip.id: price for strip, price in zip(strips, prices[1:-1], strict=True)}
    graph = TableGraph.of(table, lambda pieces: asked[pieces[0].id] if pieces else 1.0)
    start, goal = (
        Spot(dice.uniform(1, 7), dice.uniform(2, 46)),
        Spot(dice.uniform(56, 71), dice.uniform(2, 46)),
    )
    snapped = [round(edge / FINE_IN) * FINE_IN for edge in edges]
    x = np.array([start.x_in, *snapped, goal.x_in])

    def cost(crossed: np.ndarray) -> float:
        y = np.array([start.y_in, *crossed, goal.y_in])
        return float((np.hypot(np.diff(x), np.diff(y)) * prices).sum())

    straight = np.interp(snapped, [start.x_in, goal.x_in], [start.y_in, goal.y_in])
    least = minimize(cost, straight, bounds=[(0, 48)] * 6, tol=1e-12).fun
    way = graph.way(start, goal)
    assert way is not None
    assert least * (1 - 1e-5) <= way.cost <= least * 1.01
    reach = graph.reach(start, least * 1.2)
    told = float(reach.cost_at(np.array([goal]))[0])
    assert way.cost * (1 - 1e-9) <= told <= least * 1.015


@pytest.mark.parametrize("seed", range(10))
def test_no_hand_finds_a_cheaper_way(seed: int) -> None:
    """Three hundred ways drawn at random near ours, with one to four bends, are none of them cheaper."""
    table = random_table(seed, 30)
    asked = {TableTerrain.WOODS: 3.0, TableTerrain.MARSH: 5.0, TableTerrain.GOOD_ROAD: 0.5}
    graph = TableGraph.of(table, lambda pieces: max((asked.get(p.terrain, 1.0) for p in pieces), default=1.0))
    dice = Random(seed)
    for _ in range(3):
        start, goal = (Spot(dice.uniform(1, 71), dice.uniform(1, 47)) for _ in range(2))
        way = graph.way(start, goal)
        assert way is not None
        line = shapely.LineString(way.spots)
        for _ in range(300):
            bends = sorted(dice.random() for _ in range(dice.randint(1, 4)))
            places = [line.interpolate(share, normalized=True) for share in bends]
            spots = [Spot(p.x + dice.gauss(0, 0.3), p.y + dice.gauss(0, 0.3)) for p in places]
            cost = graph.cost_along([start, *(spot for spot in spots if spot in table), goal])
            assert cost is None or cost >= way.cost * 0.995


def _open_spot(dice: Random, table: Tabletop) -> Spot:
    while True:
        spot = Spot(dice.uniform(1, table.width_in - 1), dice.uniform(1, table.depth_in - 1))
        if not table.at(spot):
            return spot


def _round_corners(table: Tabletop, start: Spot, goal: Spot) -> float:
    barred = shapely.union_all([piece.area for piece in table.pieces])
    corners = shapely.get_coordinates(shapely.boundary(barred))
    places = np.concatenate([[start, goal], np.unique(corners, axis=0)])
    first, second = np.triu_indices(len(places), 1)
    lines = shapely.linestrings(np.stack([places[first], places[second]], axis=1))
    within = barred.buffer(-1e-6)
    shapely.prepare(within)
    open_lines = ~shapely.intersects(within, lines)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from((0, 1))
    for one, other in zip(first[open_lines].tolist(), second[open_lines].tolist(), strict=True):
        graph.add_edge(one, other, weight=hypot(*(places[other] - places[one])))
    try:
        return float(nx.dijkstra_path_length(graph, 0, 1))
    except nx.NetworkXNoPath:
        return inf
