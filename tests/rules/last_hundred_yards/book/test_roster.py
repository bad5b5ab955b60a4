"""The counters of volume 1, spot by spot against the countersheets."""

import pytest

from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.unit_types import Nation, UnitKind
from tests.proving import proves


@proves("LHY-1.1.1", "LHY-1.4", "LHY-1.5.1", "LHY-1.8.0", "LHY-2.2.1.1", "LHY-2.2.2", "LHY-2.2.6.1")
@pytest.mark.parametrize(
    ("unit", "atv", "assault", "sav", "cohesion"),
    [
        ("us.able.1.squad.3", (-2, 4), 3, (1, 8), 6),
        ("us.able.2.squad.1", (-2, 4), 2, (1, 8), 5),
        ("us.baker.2.section.a", (None, 0), 1, (0, 8), 5),
        ("us.able.1.leader", (None, 0), 1, (None, 0), 7),
        ("us.mg.5", (-2, 5), 1, (1, 10), 5),
        ("us.latw.1", (3, 2), 0, (None, 0), 3),
        ("ge.1kp.2.squad.1", (-2, 4), 2, (1, 10), 7),
        ("ge.1kp.1.section.a", (-2, 4), 1, (1, 8), 6),
        ("ge.1kp.1.section.b", (None, 0), 1, (0, 8), 6),
        ("ge.mg.1", (-2, 5), 1, (1, 12), 5),
        ("ge.latw.1", (4, 2), 0, (None, 0), 3),
    ],
)
def test_1_infantry_counters(
    unit: str, atv: tuple[int | None, int], assault: int, sav: tuple[int | None, int], cohesion: int
) -> None:
    row = ROSTER[unit]
    assert (row.atv, row.atv_range_hexes) == atv
    assert (row.sav, row.sav_range_hexes) == sav
    assert (row.assault, row.cohesion) == (assault, cohesion)


@proves("LHY-1.2", "LHY-1.3", "LHY-1.7.1", "LHY-2.2.7", "LHY-2.2.8", "LHY-2.2.9")
@pytest.mark.parametrize(
    ("unit", "atv", "sav", "aev_av"),
    [
        ("us.able-tank.1.4", (2, 21), (2, 12, False), (6, 9)),
        ("us.able-tank.co", (5, 24), (2, 12, False), (7, 10)),
        ("us.dog.2.1", (8, 30), (1, 12, True), (6, 9)),
        ("us.m3.2", (-2, 5), (1, 8, False), (None, 4)),
        ("ge.stug.2", (4, 24), (0, 12, True), (6, 9)),
        ("ge.pz4.2.1", (5, 24), (2, 12, False), (6, 10)),
        ("ge.tiger.1", (8, 30), (2, 12, False), (8, 12)),
        ("ge.fp.1", (5, 24), (1, 12, False), (None, 9)),
        ("ge.pak40.3", (5, 24), (1, 12, True), (None, 5)),
    ],
)
def test_1_armour_counters(
    unit: str, atv: tuple[int, int], sav: tuple[int, int, bool], aev_av: tuple[int | None, int]
) -> None:
    row = ROSTER[unit]
    assert (row.atv, row.atv_range_hexes) == atv
    assert (row.sav, row.sav_range_hexes, row.sav_underscored) == sav
    assert (row.aev, row.av) == aev_av


@proves("LHY-3.1.1")
def test_3_1_each_side_has_two_infantry_companies_of_three_platoons() -> None:
    for nation in Nation:
        platoons = {
            (row.company, row.platoon) for row in ROSTER.values() if row.nation is nation and row.is_infantry
        }
        assert len(platoons) == 6
        assert len({company for company, _ in platoons}) == 2


@proves("LHY-2.1.6.2")
def test_2_1_carriers_with_a_gun_of_atv_0_transport_no_units() -> None:
    assert not ROSTER["us.m16.1"].can_transport
    assert not ROSTER["ge.sdkfz10.1"].can_transport
    assert ROSTER["us.m3.2"].can_transport


@proves("LHY-2.2.1.1")
def test_2_2_only_squads_have_two_steps() -> None:
    assert {row.kind for row in ROSTER.values() if row.steps == 2} == {UnitKind.SQUAD}
    assert {row.steps for row in ROSTER.values()} == {0, 1, 2}


@proves("LHY-2.1.2", "LHY-2.1.1")
def test_2_1_leaders_latws_trucks_and_jeeps_are_no_combat_units() -> None:
    assert {row.kind for row in ROSTER.values() if not row.is_combat} == {
        UnitKind.LEADER,
        UnitKind.LATW,
        UnitKind.TRUCK,
        UnitKind.JEEP,
        UnitKind.DUMMY,
        UnitKind.VEHICLE_DUMMY,
    }


@proves("LHY-3.1.1", "LHY-2.2.3", "LHY-2.2.4")
def test_the_countersheets_hold_all_units_of_volume_1() -> None:
    kinds = [row.kind for row in ROSTER.values()]
    assert kinds.count(UnitKind.SQUAD) == 36
    assert kinds.count(UnitKind.SECTION) == 48
    assert kinds.count(UnitKind.LEADER) == 12
    assert kinds.count(UnitKind.MG) == 17
    assert len([row for row in ROSTER.values() if row.kind is UnitKind.AFV and row.nation is Nation.US]) == 25
    assert (
        len([row for row in ROSTER.values() if row.kind is UnitKind.AFV and row.nation is Nation.GERMAN])
        == 22
    )


@proves(
    "LHY-2.1.1", "LHY-2.1.4", "LHY-2.1.5", "LHY-2.2.2", "LHY-2.2.3", "LHY-2.2.4", "LHY-2.2.5.1",
    "LHY-2.2.6.1",
)  # fmt: skip
@proves(
    "LHY-2.2.7", "LHY-2.2.8", "LHY-2.2.9", "LHY-3.0.2", "LHY-3.2.1", "LHY-3.2.2", "LHY-1.9", "LHY-2.1.3",
    "LHY-2.1.6.1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("unit", "combat", "vehicle", "foot", "carrier", "support", "platoon"),
    [
        ("us.able.1.squad.1",  True,  False, True,  False, False, "able.1"),
        ("us.able.1.section.a", True, False, True,  False, False, "able.1"),
        ("us.able.1.leader",   False, False, True,  False, False, "able.1"),
        ("us.mg.1",            True,  False, True,  False, True,  ""),
        ("us.latw.1",          False, False, True,  False, True,  ""),
        ("us.gun57.1",         True,  False, False, False, True,  ""),
        ("ge.fp.1",            True,  False, False, False, True,  ""),
        ("ge.stug.1",          True,  True,  False, False, False, "4stug.1"),
        ("us.dog.1.1",         True,  True,  False, False, False, "dog.1"),
        ("us.m3.2",            True,  True,  False, True,  True,  ""),
        ("us.truck.1",         False, True,  False, True,  True,  ""),
        ("us.jeep.1",          False, True,  False, True,  True,  ""),
        ("ge.jeep.1",          False, True,  False, True,  True,  ""),
    ],
)  # fmt: skip
def test_2_1_every_kind_in_its_classes(
    unit: str, combat: bool, vehicle: bool, foot: bool, carrier: bool, support: bool, platoon: str
) -> None:
    row = ROSTER[unit]
    assert (row.is_combat, row.is_vehicle, row.is_foot, row.is_carrier) == (combat, vehicle, foot, carrier)
    assert (row.is_support, row.platoon_key) == (support, platoon)
