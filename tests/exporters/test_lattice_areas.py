"""Areas of a lattice of squares."""

import pytest
import shapely

from exporters.lattice_areas import lattice_areas
from exporters.picture import Role
from rules.ground.table.inches import Spot


def test_a_unit_between_the_middles_cuts_no_strips_out_of_the_area() -> None:
    middles = [Spot(x + 0.5, y + 0.5) for x in range(4) for y in range(3)]
    ((role, area),) = lattice_areas(dict.fromkeys([Spot(2.0, 1.2), *middles], Role.CLEAR))
    assert role is Role.CLEAR
    assert float(shapely.area(area)) == pytest.approx(12)
