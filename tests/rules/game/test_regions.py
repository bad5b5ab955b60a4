"""A reach on a table as regions with true edges."""

from fractions import Fraction
from math import pi

import pytest
from shapely import Polygon

from rules.game.regions import regions
from rules.ground.table.inches import Spot
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.tabletop import Tabletop


def test_on_open_ground_the_regions_are_discs_each_holding_the_one_before() -> None:
    graph = TableGraph.of(Tabletop("open", 48.0, 48.0), lambda _: 1.0)
    found = list(regions(graph.reach(Spot(24, 24), 6.0)))
    assert [region.within for region in found] == [Fraction(step) for step in range(1, 7)]
    areas = [sum(Polygon(rings[0], rings[1:]).area for rings in region.polygons) for region in found]
    assert areas == sorted(areas)
    assert areas[-1] == pytest.approx(pi * 36, rel=0.02)
