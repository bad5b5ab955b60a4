"""Reach and cheapest way against plain NetworkX and against trying every way."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from unittest.mock import patch

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from rules.ground import paths
from rules.ground.hex.graph import HexNode
from rules.ground.hex.hexes import Hex, HexGrid
from rules.ground.paths import Paths
from tests.rules.ground.hex_maps import grids
from tests.rules.ground.step_graphs import movement_graph, paths_over

PRICES = (None, Fraction(1, 2), Fraction(1), Fraction(4, 3), Fraction(3))
ALWAYS_PLAIN, NEVER_PLAIN = 10**12, -1
"""How many steps plain Python follows before the compiled queue takes over."""

Priced = tuple[HexGrid, Mapping[Hex, Fraction | None]]


@st.composite
def priced_maps(draw: st.DrawFn, most: int = 6) -> Priced:
    """A map on which each hex has a price of entering, or is forbidden."""
    grid = draw(grids(most))
    return grid, {place: draw(st.sampled_from(PRICES)) for place in grid}


def prepared(priced: Priced) -> Paths[HexNode]:
    grid, prices = priced

    def steps(start: HexNode) -> Iterator[tuple[HexNode, dict[str, Fraction]]]:
        for near in grid.neighbours(start.hex):
            if (price := prices[near]) is not None:
                yield HexNode(near), {"cost": price}

    return paths_over(movement_graph(map(HexNode, grid), steps))


def costs_by_every_way(
    priced: Priced, start: Hex, allowance: Fraction, ends: set[Hex], barred: set[Hex]
) -> dict[Hex, Fraction]:
    """The least cost of each hex by trying every way, step by step."""
    grid, prices = priced
    costs = {start: Fraction(0)}
    todo = [start]
    while todo:
        place = todo.pop()
        if place in ends and place != start:
            continue
        for near in grid.neighbours(place):
            price = prices[near]
            if price is None or near in barred:
                continue
            cost = costs[place] + price
            if cost <= allowance and cost < costs.get(near, allowance + 1):
                costs[near] = cost
                todo.append(near)
    return costs


@given(priced_maps(), st.data())
def test_reach_agrees_with_plain_networkx(priced: Priced, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(list(priced[0])))
    allowance = data.draw(st.fractions(0, 8, max_denominator=6))
    ways = prepared(priced)
    plain = nx.single_source_dijkstra_path_length(ways.graph, HexNode(start), weight="cost")
    assert dict(ways.reach(HexNode(start), allowance)) == {
        at: cost for at, cost in plain.items() if cost <= allowance
    }


@given(priced_maps(5), st.data())
def test_reach_stops_where_a_move_ends_and_keeps_out_of_barred_hexes(
    priced: Priced, data: st.DataObject
) -> None:
    hexes = st.sampled_from(list(priced[0]))
    start, ends, barred = data.draw(hexes), data.draw(st.sets(hexes)), data.draw(st.sets(hexes))
    allowance = data.draw(st.fractions(0, 8, max_denominator=6))
    wanted = costs_by_every_way(priced, start, allowance, ends, barred - {start})
    for plain_steps in (ALWAYS_PLAIN, NEVER_PLAIN):
        with patch.object(paths.PLAIN_STEPS, "most", plain_steps):
            found = prepared(priced).reach(
                HexNode(start),
                allowance,
                ends_at=[*map(HexNode, ends)],
                barred=[*map(HexNode, barred - {start})],
            )
        assert {stand.hex: cost for stand, cost in found.items()} == wanted


@given(priced_maps(), st.data())
def test_with_more_points_no_hex_is_lost_or_dearer(priced: Priced, data: st.DataObject) -> None:
    start = HexNode(data.draw(st.sampled_from(list(priced[0]))))
    less, more = sorted(data.draw(st.fractions(0, 8, max_denominator=6)) for _ in range(2))
    ways = prepared(priced)
    near, far = ways.reach(start, less), ways.reach(start, more)
    assert near == {at: far[at] for at in near}
    assert all(cost > less for at, cost in far.items() if at not in near)


@given(priced_maps(), st.data())
def test_the_cheapest_way_has_the_cost_that_reach_gives(priced: Priced, data: st.DataObject) -> None:
    hexes = st.sampled_from(list(priced[0]))
    start, goal = HexNode(data.draw(hexes)), HexNode(data.draw(hexes))
    allowance = data.draw(st.fractions(0, 8, max_denominator=6))
    ways = prepared(priced)
    way = ways.cheapest(start, [goal], allowance)
    cost = ways.reach(start, allowance).get(goal)
    assert bool(way) == (cost is not None)
    if way:
        assert (way[0], way[-1]) == (start, goal)
        assert sum(ways.graph.edges[one, other]["cost"] for one, other in pairwise(way)) == cost


def test_a_hex_may_hold_two_separate_places() -> None:
    """Over the bridge and under it: one hex, two places, no step between them."""
    grid = HexGrid(1, 3)

    def steps(start: HexNode) -> Iterator[tuple[HexNode, dict[str, Fraction]]]:
        for near in grid.neighbours(start.hex):
            yield HexNode(near), {"cost": Fraction(2 if start.way else 1)}
            if near == Hex(0, 1):
                yield HexNode(near, "under"), {"cost": Fraction(2)}

    ways = paths_over(movement_graph([HexNode(Hex(0, 0))], steps))
    reached = ways.reach(HexNode(Hex(0, 0)), Fraction(2))
    assert reached[HexNode(Hex(0, 1))] == 1
    assert reached[HexNode(Hex(0, 1), "under")] == 2
    assert HexNode(Hex(0, 2)) in reached
