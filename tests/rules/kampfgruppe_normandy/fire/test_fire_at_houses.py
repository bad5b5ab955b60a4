"""Fire at a building itself: what harms it, and how far a weapon of the hand reaches."""

from dataclasses import replace
from typing import Any

import pytest

from rules.game.ruling import Reason
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.buildings import FireAtBuilding
from rules.kampfgruppe_normandy.questions.fire.building_shot import BuildingOrder, BuildingShot, building_shot
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.all_arms import BARN, FOE
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    FAR,
    UK,
    activated,
    area,
    game,
    position,
    ready,
    refusal,
    table,
    unit,
)


@proves("KN-SHOOT-04", "KN-WPN-07", "KN-BLDG-13")
@pytest.mark.parametrize(("x_in", "refused"), [(24, ""), (20, 'PIAT reaches 8"')])
def test_a_piat_is_fired_at_a_house_within_its_own_reach(x_in: float, refused: str) -> None:
    house = area(T.BRICK_BUILDING, 30, 20, 34, 24, name="house")
    state = activated(ready(table(house), unit("a", "uk.piat", (x_in, 22)), FAR), "a", K.DIRECT_AT, K.MOVE)
    found = refusal(state, FireAtBuilding(UK, "a", "house", K.DIRECT_AT, "PIAT"))
    assert found.startswith(refused)
    assert bool(found) is bool(refused)


def _by_type(
    type_id: str, weapon: str, kind: K, away_in: float = 0.0, facing_deg: float = 0.0, **status: Any
) -> Reason | BuildingShot:
    """A shot at the barn from some seven inches south of it, or farther."""
    one = unit("one", type_id, (30, 46 + away_in), facing_deg=facing_deg)
    kept = Status(men=BOOK.type(type_id).men, rounds=(("ap", 1), ("he", 1)))
    state = game(one, FOE, pieces=[BARN], status={"one": replace(kept, **status)})
    return building_shot(position(state), BuildingOrder("one", "wooden_building", kind, weapon), moves=False)


@proves("KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c", "KN-BLDG-03", "KN-BLDG-04", "KN-BLDG-13")
@pytest.mark.parametrize(
    ("type_id", "weapon", "kind", "status", "said"),
    [
        ("uk.sherman", "75mm", K.DIRECT_HE, {}, ""),
        ("uk.sherman", "75mm", K.DIRECT_AT, {}, ""),
        ("uk.sherman", "75mm", K.DIRECT_SMALL_ARMS, {}, "does nothing to a building"),
        ("uk.sherman", "17 pdr", K.DIRECT_HE, {}, "one has no 17 pdr"),
        ("uk.sherman", "co-axial MG", K.DIRECT_HE, {}, "only high explosive and anti-tank rounds"),
        ("uk.sherman", "75mm", K.DIRECT_HE, {"rounds": (("ap", 9),)}, "one has no HE rounds left"),
        ("uk.sherman", "75mm", K.DIRECT_HE, {"rounds": (("he", 1),)}, ""),
        ("uk.sherman", "75mm", K.DIRECT_AT, {"rounds": (("he", 9),)}, "one has no AP rounds left"),
        ("uk.17pdr", "17 pdr", K.DIRECT_AT, {"men": 1}, "17 pdr needs a crew of 2"),
        ("uk.17pdr", "17 pdr", K.DIRECT_AT, {"men": 2}, ""),
        ("uk.platoon_hq", "PIAT", K.DIRECT_AT, {}, ""),
        ("uk.platoon_hq", "PIAT", K.DIRECT_AT, {"away_in": 2.0}, 'PIAT reaches 8"'),
        ("uk.platoon_hq", "PIAT", K.DIRECT_HE, {}, "only high explosive and anti-tank rounds"),
        ("uk.platoon_hq", '2" mortar', K.DIRECT_HE, {}, ""),
        ("uk.platoon_hq", '2" mortar', K.DIRECT_HE, {"away_in": 18.0}, '2" mortar reaches 24"'),
        ("uk.17pdr", "17 pdr", K.DIRECT_AT, {"facing_deg": 180.0}, "is outside the arc of 17 pdr"),
    ],
)
def test_which_fire_harms_a_building(
    type_id: str, weapon: str, kind: K, status: dict[str, Any], said: str
) -> None:
    shot = _by_type(type_id, weapon, kind, **status)
    assert isinstance(shot, Reason) is bool(said)
    if isinstance(shot, Reason):
        assert said in shot.text
