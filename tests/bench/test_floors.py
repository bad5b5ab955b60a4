"""The floors and the peers give our answers, so that comparing their times is fair."""

from fractions import Fraction
from random import Random

import networkx as nx
import numpy as np
import pytest

from bench.floors.hex_field import FlatFields, columns_of
from bench.floors.painting import Painting
from bench.peers import PricedGraph
from rules.ground.hex.hexes import Hex, HexGrid
from rules.ground.hex.sight import Passing, passed_hexes
from tests.programs import needs

COLUMNS, ROWS = 11, 9


pytestmark = needs("cc")


@pytest.fixture
def woods() -> frozenset[Hex]:
    return frozenset(Random(8).sample(list(HexGrid(COLUMNS, ROWS)), 20))


def hidden(grid: HexGrid, woods: frozenset[Hex], source: Hex) -> list[bool]:
    return [
        any(how is Passing.THROUGH and place in woods for place, how in passed_hexes(grid, source, target))
        for target in columns_of(grid)
    ]


def test_the_fields_of_the_floor_are_ours(woods: frozenset[Hex]) -> None:
    grid = HexGrid(COLUMNS, ROWS)
    floor = FlatFields(grid, woods)
    atlas = floor.atlas()
    for number, source in enumerate(columns_of(grid)):
        ours = hidden(grid, woods, source)
        assert floor.field(source).tolist() == ours
        assert atlas[number].tolist() == ours


def test_the_reach_of_the_floor_and_of_the_libraries_is_the_same() -> None:
    """A to B costs 1, B to C 1/2 and A to C 2; D is past the allowance of 3, and nothing leads to E."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_node("E")
    for start, end, cost in (
        ("A", "B", "1"),
        ("B", "C", "1/2"),
        ("A", "C", "2"),
        ("C", "D", "2"),
        ("C", "A", "1"),
    ):
        graph.add_edge(start, end, cost=Fraction(cost))
    priced = PricedGraph(graph)
    told = {"A": Fraction(0), "B": Fraction(1), "C": Fraction(3, 2)}
    number = priced.number["A"]
    for _ in range(2):
        assert priced.named(priced.dial().reach(number, 3 * priced.unit)) == told
    assert priced.named(priced.scipy("A", Fraction(3))) == told
    assert priced.networkx("A", Fraction(3)) == told


def test_the_floor_paints_each_pixel_in_the_colour_of_its_hex_and_shade() -> None:
    labels, shades = np.array([[0, 1], [2, 1]], np.uint16), np.array([[0, 0], [1, 1]], np.uint8)
    palette = np.arange(24, dtype=np.uint8).reshape(6, 4)
    found = Painting(labels, shades, np.array([0, 2, 4], np.uint8), palette).paint()
    assert (found == palette[np.array([[0, 2], [5, 3]])]).all()
