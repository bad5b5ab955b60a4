"""Shares of footprints seen on random tables agree with lines cast from all along the viewer's edge."""

from random import Random

import numpy as np
import pytest
import shapely

from rules.ground.inches import Base, Spot
from rules.ground.outlines import Outlines
from rules.ground.seen_share import seen_share
from rules.ground.tabletop_field import seen_spots
from tests.rules.ground.drawn_tables import random_table

PLACES = 3000
SLACK = 0.03
"""Three thousand spots tell a share to one in a hundred, and the viewer's edge is looked along in steps."""


@pytest.mark.parametrize("seed", range(30))
def test_shares_agree_with_lines_cast(seed: int) -> None:
    outlines = Outlines.of_table(random_table(seed))
    dice = Random(seed)
    for _ in range(6):
        viewer = Base.rectangle(Spot(dice.uniform(3, 69), dice.uniform(3, 45)), 1, 2, dice.uniform(0, 360))
        near = viewer.at.ahead(dice.uniform(0, 360), dice.uniform(4, 18))
        target = Base.rectangle(near, 2, 3, dice.uniform(0, 360))
        both = shapely.union(viewer.outline, target.outline)
        solids = outlines.without(name for name, area in outlines.shapes.items() if area.intersects(both))
        left, top, right, bottom = target.outline.bounds
        strewn = [(dice.uniform(left, right), dice.uniform(top, bottom)) for _ in range(PLACES)]
        places = np.array([place for place in strewn if target.outline.contains(shapely.Point(place))])
        depths = dict.fromkeys(solids.ids, 0.0)
        rim = shapely.get_coordinates(shapely.segmentize(viewer.outline, 0.05)).tolist()
        cast = np.array([seen_spots(solids, Spot(*eye), places, depths) for eye in rim])
        told = seen_share(viewer, target, solids)
        assert told.share == pytest.approx(float(cast.any(axis=0).mean()), abs=SLACK)
        assert (told.share < 1) <= bool(told.hidden_by)
        from_centre = seen_spots(solids, viewer.at, places, depths)
        assert seen_share(viewer.at, target, solids).share == pytest.approx(from_centre.mean(), abs=SLACK)
