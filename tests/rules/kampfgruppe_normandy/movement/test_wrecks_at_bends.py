"""Road movement: the ground of a wreck where a road bends."""

from dataclasses import replace

import pytest
import shapely

from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.questions.movement.wrecks_met import wrecks_met
from rules.kampfgruppe_normandy.state.progress import Loss, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import FAR, UK, line, position, ready, table, unit


@proves("KN-MOVE-13", "KN-MOVE-18b")
@pytest.mark.parametrize(("away_in", "is_met"), [(2.3, True), (2.5, False)])
def test_a_wreck_where_a_road_turns_is_met_as_far_as_its_hull_goes_across_the_bend(
    away_in: float, is_met: bool
) -> None:
    """OUR 190: the road turns by a right angle, and its way there is halfway between; the hull of 3.2 by 1.6 inches reaches
    1.7 inches along it, which is 2.4 inches of the road before the corner."""
    road = line(T.GOOD_ROAD, (10, 24), (30, 24), (30, 44), width_in=2.0)
    state = ready(table(road), unit("a", "uk.sherman", (12, 24), 90), FAR)
    wreck = Loss("old", "uk.sherman", UK, "destroyed", Spot(30, 24), 0.0)
    state = with_progress(state, replace(progress_of(state), wrecks=(wreck,)))
    ((ground, _),) = wrecks_met(position(state))
    assert ground.covers(shapely.Point(30 - away_in, 24)) is is_met
