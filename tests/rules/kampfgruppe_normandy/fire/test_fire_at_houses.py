"""Fire at a building itself: how far a weapon of the hand reaches."""

import pytest

from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.buildings import FireAtBuilding
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import FAR, UK, activated, area, ready, refusal, table, unit


@proves("KN-SHOOT-04", "KN-WPN-07", "KN-BLDG-13")
@pytest.mark.parametrize(("x_in", "refused"), [(24, ""), (20, 'PIAT reaches 8"')])
def test_a_piat_is_fired_at_a_house_within_its_own_reach(x_in: float, refused: str) -> None:
    house = area(T.BRICK_BUILDING, 30, 20, 34, 24, name="house")
    state = activated(ready(table(house), unit("a", "uk.piat", (x_in, 22)), FAR), "a", K.DIRECT_AT, K.MOVE)
    found = refusal(state, FireAtBuilding(UK, "a", "house", K.DIRECT_AT, "PIAT"))
    assert found.startswith(refused)
    assert bool(found) is bool(refused)
