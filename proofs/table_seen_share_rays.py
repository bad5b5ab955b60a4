"""Shares of footprints seen on random tables agree with lines cast at spots all over them."""

from random import Random

import numpy as np
import pytest
import shapely

from rules.ground.table.inches import Base, Spot
from rules.ground.table.outlines import Outlines
from rules.ground.table.sight.cells_from_eyes import CellsFromEyes
from rules.ground.table.sight.convex_cells import Cells
from rules.ground.table.sight.field import seen_spots
from rules.ground.table.sight.footprints import Footprints
from rules.ground.table.sight.heights import Heights
from rules.ground.table.sight.shadows import Shadows
from tests.rules.ground.drawn_tables import random_table

APART_IN = 0.03
SLACK = 0.01
"""Some thousand spots in rows tell a share to less than one in a hundred."""


@pytest.mark.parametrize("seed", range(60))
def test_shares_agree_with_lines_cast(seed: int) -> None:
    outlines = Outlines.of_table(random_table(seed))
    cells, areas = Cells.of(outlines.areas), np.array(outlines.areas, dtype=object)
    as_tall = Heights(np.zeros(1), np.full(len(areas), np.inf), np.zeros((1, 1)))
    dice = Random(seed)
    for _ in range(20):
        eye = Spot(dice.uniform(3, 69), dice.uniform(3, 45))
        at = eye.ahead(dice.uniform(0, 360), dice.uniform(4, 18))
        men = [Base.round(Spot(at.x_in + x, at.y_in + y), 0.8) for x in (0, 1, 2) for y in (0, 1)]
        for target in (Base.rectangle(at, 2, 3, dice.uniform(0, 360)), Base.group(men)):
            whole = target.outline
            is_clear = ~shapely.intersects(areas, whole)
            left, top, right, bottom = whole.bounds
            rows = np.mgrid[left:right:APART_IN, top:bottom:APART_IN].reshape(2, -1).T
            places = rows[shapely.contains_xy(whole, rows)]
            depths = {name: 0.0 for name, clear in zip(outlines.ids, is_clear.tolist(), strict=True) if clear}
            seen = seen_spots(outlines, eye, places, depths)
            fallen = Shadows.of(CellsFromEyes.of(cells, np.array([eye])), Footprints.of([target]), as_tall)
            told = fallen.only(is_clear[fallen.thing])
            assert told.shares[0, 0, 0] == pytest.approx(seen.mean(), abs=SLACK)
            assert (told.shares[0, 0, 0] < 1) <= bool(len(told.alone()[0]))
