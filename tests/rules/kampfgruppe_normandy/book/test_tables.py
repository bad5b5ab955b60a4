"""Every printed table against a second entry of it, typed apart from the code."""

import pytest

from rules.errors import BadInput
from rules.kampfgruppe_normandy.book.concealment import (
    INFANTRY_SAVE,
    PASSENGER_SAVE,
    Cover,
    save_needed,
    shielded_save,
)
from rules.kampfgruppe_normandy.book.fire_tables import (
    AUTOMATIC,
    SHELL_EFFECT,
    SMALL_ARMS_EFFECT,
    EffectColumn,
    MoraleResult,
    morale_result,
    observe_needed,
)
from rules.kampfgruppe_normandy.book.movement_rates import RATES_IN, road_multiple
from rules.kampfgruppe_normandy.book.penetration import (
    PENETRATION,
    SOFT_SKIN_PIERCED_ON,
    Pierced,
    pierce,
    pierce_with_heat,
)
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.support_kinds import COUNTER_BATTERY_ON
from rules.kampfgruppe_normandy.book.unit_types import Kind, Mobility, Mount, ShellSize, WeaponKind
from rules.kampfgruppe_normandy.book.weapons import (
    BANDS,
    DAMAGE_ON,
    FIREPOWER,
    FLAME_PENETRATION,
    GUN_ARMOUR,
    SHELL_TO_HIT,
    SMALL_ARMS_TO_HIT,
    Band,
    arc_deg,
)
from rules.kampfgruppe_normandy.declarations.deploying.occupying import WITHIN_IN
from rules.kampfgruppe_normandy.effects.engineering.demolitions import COLLAPSE, MOVES_OFF_IN, OBSTACLE_IN
from rules.kampfgruppe_normandy.effects.harm import MEDIC_ON, RIDER_SHELL, SPECIAL_WEAPON_ON
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import RADIUS_IN
from rules.kampfgruppe_normandy.effects.indirect_fire.fire_requests import RADIO_ON
from rules.kampfgruppe_normandy.effects.mines import MINE
from rules.kampfgruppe_normandy.questions.fire.building_shot import AP_AS_HE
from rules.kampfgruppe_normandy.questions.loads import MOST_RIDERS
from rules.kampfgruppe_normandy.questions.marker_places import MARKER_RANGE_IN
from rules.kampfgruppe_normandy.questions.minefields import MINE_RADIUS_IN, TRIGGERED_ON
from rules.kampfgruppe_normandy.questions.ranges import Range
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import dice_of


@proves(
    "KN-DFAT-08", "KN-DFAT-09", "KN-DFAT-10", "KN-DFAT-11", "KN-DFAT-12", "KN-DFAT-13", "KN-DFAT-14",
    "KN-DFAT-15", "KN-DFAT-16", "KN-DFAT-17", "KN-DFAT-18", "KN-DFAT-19", "KN-DFAT-20", "KN-DFAT-21",
    "KN-DFAT-22", "KN-DFAT-23", "KN-DFAT-24", "KN-DFAT-25", "KN-DFAT-26", "KN-DFAT-27", "KN-DFAT-28",
)  # fmt: skip
def test_penetration_is_armour_less_value_plus_9_except_in_eleven_cells() -> None:
    odd = {(1, 1): 8, (1, 2): 11, (1, 3): 12, (2, 1): 7, (2, 2): 10, (2, 3): 11, (2, 4): 12, (3, 1): 5}
    odd |= {(4, 1): 4, (5, 1): 3, (6, 1): 3}
    for value in range(1, 21):
        for armour in range(1, 21):
            usual = None if armour > 2 * value + 3 else min(12, max(3, armour - value + 9))
            assert PENETRATION.at(value, armour).value == odd.get((value, armour), usual), (value, armour)


@proves(
    "KN-ENG-05", "KN-ENG-08a", "KN-BLDG-03", "KN-DEPL-17a", "KN-DFSA-52", "KN-DFAT-38", "KN-IND-27b",
    "KN-IND-07", "KN-SPEC-16a", "KN-DFAT-36",
)  # fmt: skip
def test_the_single_figures_of_the_text() -> None:
    shells = {"mine": MINE, "collapse": COLLAPSE, "at a building": AP_AS_HE, "riders": RIDER_SHELL}
    assert {name: str(he) for name, he in shells.items()} == {
        "mine": "medium 5",
        "collapse": "heavy 5",
        "at a building": "light 2",
        "riders": "light 3",
    }
    assert (MINE.penetration, FLAME_PENETRATION, GUN_ARMOUR) == (6, 5, 2)
    assert (TRIGGERED_ON, MINE_RADIUS_IN, OBSTACLE_IN, MOVES_OFF_IN) == (3, 4, 6, 5)
    assert (COUNTER_BATTERY_ON, RADIO_ON, MARKER_RANGE_IN, RADIUS_IN) == (5, 3, 72, 8)
    assert (MEDIC_ON, SOFT_SKIN_PIERCED_ON, MOST_RIDERS, WITHIN_IN) == (4, 6, 12, 3)


@proves("KN-DFAT-29", "KN-DFAT-30", "KN-DFAT-31", "KN-DFAT-07")
def test_a_double_1_glances_a_double_6_immobilises_and_a_dash_is_no_roll() -> None:
    assert pierce(20, 1, dice_of([1, 1])) is Pierced.GLANCED
    assert pierce(10, 7, dice_of([6, 6])) is Pierced.IMMOBILISED
    assert pierce(10, 7, dice_of([2, 4])) is Pierced.DESTROYED
    assert pierce(10, 7, dice_of([2, 3])) is Pierced.NOTHING
    assert pierce(1, 6, dice_of([])) is Pierced.NOTHING
    assert pierce(9, 20, dice_of([6, 6])) is Pierced.IMMOBILISED


@proves("KN-DFAT-32", "KN-DFAT-35")
def test_heat_must_beat_the_armour_and_throws_one_die_at_skirts() -> None:
    assert pierce_with_heat(7, skirts=False, dice=dice_of([3, 4])) is Pierced.NOTHING
    assert pierce_with_heat(7, skirts=False, dice=dice_of([4, 4])) is Pierced.DESTROYED
    assert pierce_with_heat(7, skirts=False, dice=dice_of([6, 6])) is Pierced.IMMOBILISED
    assert pierce_with_heat(5, skirts=True, dice=dice_of([6])) is Pierced.DESTROYED
    assert pierce_with_heat(5, skirts=True, dice=dice_of([5])) is Pierced.NOTHING


@proves("KN-DFSA-26", "KN-KIT-03")
@pytest.mark.parametrize(
    ("inches", "band"), [(0, 0), (8, 0), (8.1, 1), (16, 1), (24, 2), (24.5, 3), (32, 3), (40, 4), (48, 5)]
)
def test_a_band_holds_its_far_edge(inches: float, band: int) -> None:
    assert Range(inches, inches).band() == band


@proves("KN-PRIN-02")
def test_beyond_48_inches_there_is_no_band() -> None:
    with pytest.raises(BadInput):
        BANDS[48.1]


@proves(
    "KN-DFSA-14", "KN-DFSA-15", "KN-DFSA-16", "KN-DFSA-17", "KN-DFSA-18", "KN-DFSA-19", "KN-DFSA-20",
    "KN-DFSA-21", "KN-DFSA-22", "KN-DFSA-23", "KN-DFSA-24", "KN-WPN-01", "KN-WPN-02", "KN-WPN-03",
    "KN-WPN-12", "KN-WPN-17", "KN-WPN-18a", "KN-WPN-05",
)  # fmt: skip
@pytest.mark.parametrize(
    ("weapon", "dice", "reach", "crew", "light_he"),
    [
        ("small_arms", 1, 24, 0, 0), ("lmg", 2, 24, 1, 0), ("mmg", 5, 32, 2, 0), ("hmg", 7, 32, 2, 0),
        ("small_autocannon", 5, 48, 2, 1), ("large_autocannon", 6, 48, 2, 1),
        ("multiple_autocannon", 9, 48, 2, 2), ("multiple_hmg", 10, 32, 2, 0), ("tank_mg", 3, 32, 0, 0),
        ("pintle_mg", 6, 32, 0, 0), ("aircraft_mg", 3, 32, 0, 0), ("flamethrower", 10, 8, 1, 0),
    ],
)  # fmt: skip
def test_the_firepower_table(weapon: str, dice: int, reach: float, crew: int, light_he: int) -> None:
    row = FIREPOWER[WeaponKind(weapon)]
    assert (row.dice, row.max_in, row.crew, row.light_he) == (dice, reach, crew, light_he)


@proves(
    "KN-DFSA-27", "KN-DFSA-28", "KN-DFSA-29", "KN-DFSA-30", "KN-DFSA-31", "KN-DFHE-04", "KN-DFAT-04",
    "KN-DFAT-45",
)  # fmt: skip
def test_the_numbers_to_hit() -> None:
    printed = {
        "small_arms": "345---", "lmg": "345---", "mmg": "3456--", "hmg": "3456--", "tank_mg": "3456--",
        "pintle_mg": "3456--", "small_autocannon": "345666", "large_autocannon": "345666",
        "multiple_autocannon": "345666", "multiple_hmg": "3456--", "aircraft_mg": "3456--", "flamethrower": "3-----",
    }  # fmt: skip
    assert set(printed) == {weapon.value for weapon in SMALL_ARMS_TO_HIT}
    for weapon, row in printed.items():
        found = SMALL_ARMS_TO_HIT[WeaponKind(weapon)]
        assert "".join("-" if one is None else str(one) for one in found) == row
    assert SHELL_TO_HIT == (2, 2, 3, 4, 5, 6)


@proves("KN-DFHE-11")
def test_damage_by_the_size_of_the_shell() -> None:
    assert [DAMAGE_ON[size] for size in ShellSize] == [5, 4, 3, 2]


@proves(
    "KN-SUPP-09", "KN-SUPP-10", "KN-SUPP-11", "KN-SUPP-12", "KN-SUPP-13", "KN-SUPP-14", "KN-SUPP-15",
    "KN-SUPP-16", "KN-SUPP-17",
)  # fmt: skip
def test_the_table_of_suppression_effects() -> None:
    def row(found: object) -> str:
        assert hasattr(found, "__getitem__")
        return "".join("-" if (one := found[column]) is None else str(one) for column in EffectColumn)

    small_arms = [row(SMALL_ARMS_EFFECT[band]) for band in Band]
    assert small_arms == ["2245-", "326--", "426--", "526-6", "526-6", "526-6"]
    assert [row(SHELL_EFFECT[size]) for size in ShellSize] == ["525-5", "4246-", "3235-", "2224-"]


@proves(
    "KN-DFSA-04", "KN-DFSA-05", "KN-DFSA-06", "KN-DFSA-07", "KN-DFSA-08", "KN-DFSA-09", "KN-DFHE-03",
    "KN-DFAT-03",
)  # fmt: skip
def test_the_table_of_observation() -> None:
    printed = {
        (Kind.INFANTRY, False): (3, 2), (Kind.INFANTRY, True): (4, 3),
        (Kind.ENCLOSED, False): (2, AUTOMATIC), (Kind.ENCLOSED, True): (3, 2),
        (Kind.SOFT_SKIN, False): (2, AUTOMATIC), (Kind.GUN, False): (2, AUTOMATIC), (Kind.GUN, True): (4, 3),
    }  # fmt: skip
    for (kind, obscured), (quiet, fired) in printed.items():
        assert observe_needed(kind, obscured=obscured, fired=False, men=8) == quiet
        assert observe_needed(kind, obscured=obscured, fired=True, men=8) == fired


@proves(
    "KN-SUPP-20", "KN-SUPP-21", "KN-SUPP-22", "KN-DFSA-34", "KN-DFHE-13", "KN-SUPP-29", "KN-DFSA-39",
    "KN-SUPP-34",
)  # fmt: skip
def test_concealment_saves() -> None:
    assert [INFANTRY_SAVE[cover] for cover in Cover] == [6, 5, 4, 3, 2]
    assert save_needed(Kind.SOFT_SKIN, Cover.OPEN) is None
    assert save_needed(Kind.SOFT_SKIN, Cover.VISUAL) == 5
    assert save_needed(Kind.ENCLOSED, Cover.HARD) == 5
    assert [save_needed(Kind.GUN, cover) for cover in Cover] == [6, 5, 5, 3, 2]
    assert save_needed(Kind.AIRCRAFT, Cover.HARD) is None
    assert PASSENGER_SAVE == 5


@proves("KN-DFSA-42", "KN-DFSA-43")
def test_a_gun_shield_helps_against_fire_from_the_front() -> None:
    assert shielded_save(Cover.OPEN, from_front=True, has_shield=True) == 4
    assert shielded_save(Cover.OPEN, from_front=False, has_shield=True) == 6
    assert shielded_save(Cover.OPEN, from_front=True, has_shield=False) == 6
    assert shielded_save(Cover.REINFORCED, from_front=True, has_shield=True) == 3
    assert shielded_save(Cover.REINFORCED, from_front=False, has_shield=True) == 3


@proves("KN-UMOR-09", "KN-UMOR-10", "KN-UMOR-11", "KN-UMOR-12", "KN-UMOR-13", "KN-UMOR-14")
def test_the_table_of_unit_morale() -> None:
    short = {
        MoraleResult.WITHDRAW: "W", MoraleResult.ABANDON_GUN: "A", MoraleResult.SUPPRESSED_OR_ABANDON: "X",
        MoraleResult.SUPPRESSED: "S", MoraleResult.OK: "o", MoraleResult.HEROIC: "H",
    }  # fmt: skip
    for kind, column in ((Kind.INFANTRY, "WWSooH"), (Kind.GUN, "AASSoH"), (Kind.ENCLOSED, "XSoooH")):
        assert "".join(short[morale_result(kind, die)] for die in range(1, 7)) == column


@proves(
    "KN-MOVE-02", "KN-MOVE-03", "KN-MOVE-04", "KN-MOVE-05", "KN-MOVE-06", "KN-MOVE-07", "KN-MOVE-08",
    "KN-MOVE-09",
)  # fmt: skip
def test_the_table_of_movement_rates() -> None:
    printed = {
        "foot": 5, "slow_tracks": 6, "medium_tracks": 9, "fast_tracks": 12, "very_fast_tracks": 15,
        "half_track": 12, "motorcycle": 9, "road_vehicle": 6, "cross_country": 9, "horse": 6, "cart": 4,
        "horse_towed": 4, "bicycle": 6, "man_handled": 2, "boat": 4,
    }  # fmt: skip
    assert {name: RATES_IN[Mobility(name)] for name in printed} == printed
    assert RATES_IN[Mobility.NONE] == 0, "aircraft and guns off the table do not move by it"


@proves("KN-MOVE-17", "KN-MOVE-20", "KN-MOVE-21", "KN-MOVE-19a")
def test_a_road_doubles_and_road_vehicles_quadruple() -> None:
    fours = {mobility for mobility in Mobility if road_multiple(mobility) == 4}
    assert fours == {Mobility.MOTORCYCLE, Mobility.ROAD_VEHICLE}
    assert {road_multiple(mobility) for mobility in Mobility} == {2, 4}


@proves("KN-SHOOT-05", "KN-SHOOT-06", "KN-SHOOT-07", "KN-SHOOT-08")
def test_arcs_of_fire() -> None:
    assert [arc_deg(mount) for mount in (Mount.HAND, Mount.TURRET, Mount.PINTLE)] == [360, 360, 360]
    assert [arc_deg(mount) for mount in (Mount.HULL, Mount.GROUND)] == [90, 90]


@proves("KN-DFSA-55")
def test_a_special_weapon_is_lost_on_a_6() -> None:
    assert SPECIAL_WEAPON_ON == 6


@proves("KN-WPN-09", "KN-WPN-10a", "KN-WPN-11", "KN-IND-35")
def test_the_mortars_are_as_printed() -> None:
    light = HOUSE_ROSTER["uk.platoon_hq"].weapon('2" mortar')
    medium = HOUSE_ROSTER["uk.3in_mortar"].weapon('3" mortar')
    heavy = HOUSE_ROSTER["de.120mm_mortar"].weapon("120mm mortar")
    assert [str(gun.he) for gun in (light, medium, heavy)] == ["light 3", "medium 4", "medium 6"]
    assert [gun.he.penetration for gun in (light, medium, heavy) if gun.he] == [1, 2, 3]
    assert (light.max_in, medium.min_in, medium.max_in, heavy.max_in) == (24, 12, 96, 192)


@proves("KN-GROUP-11", "KN-BMOR-02", "KN-DFSA-35", "KN-DFSA-36", "KN-DFSA-37")
def test_the_house_list_meets_every_value_the_book_prints() -> None:
    roster = HOUSE_ROSTER
    firefly, panzer = roster["uk.firefly"], roster["de.pz4h"]
    assert firefly.armour is not None
    assert firefly.armour.front == 7
    ap = panzer.weapon("75mm L/48").ap
    assert ap is not None
    assert ap[Band.EFFECTIVE] == 10
    assert str(roster["de.105mm_battery"].weapons[0].he) == "heavy 5"
    assert str(roster["uk.55in_battery"].weapons[0].he) == "heavy 6"
    assert roster["uk.jeep"].mobility is Mobility.ROAD_VEHICLE
    assert [roster[name].hits for name in ("uk.jeep", "uk.bedford", "de.sdkfz7")] == [1, 2, 3]
    vehicles = [row for row in roster.values() if row.is_vehicle]
    assert {row.ammunition for row in vehicles if row.kind is Kind.SOFT_SKIN} == {0}
    guns = [row for row in roster.values() if row.kind is Kind.GUN]
    assert len(vehicles) >= 30
    assert len(guns) >= 20
    bought = [row for row in roster.values() if row.kind is not Kind.AIRCRAFT]
    assert all(0 <= row.morale <= 3 and row.points > 0 for row in bought)


def test_a_table_is_not_entered_beyond_its_edge() -> None:
    with pytest.raises(BadInput, match="penetration value"):
        PENETRATION.at(0, 5)
