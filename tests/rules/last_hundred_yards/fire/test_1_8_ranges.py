"""1.8: how far weapons reach, and what range does to fire."""

from fractions import Fraction

import pytest

from rules.errors import BadInput, NotOnMap, OffBoard, Unknown
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import WeaponRanges
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.questions.fire.ranges import range_bands, range_drm, weapon_ranges
from rules.last_hundred_yards.ruleset import RULESET
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    FAR,
    FIELD,
    activated,
    at,
    course,
    done,
    opened,
    refusal,
    unit,
)

STATE = GameState(board(". .\n. ."))


def ranges_of(unit_type: str, facing_deg: float | None = None) -> Ruling[WeaponRanges]:
    return weapon_ranges(STATE, Unit("gun", unit_type, "us", Hex.named("A1"), facing_deg))


def bands(ruling: Ruling[WeaponRanges], weapon: int) -> list[tuple[float, int]]:
    return [(band.out_to, band.modifier) for band in ruling.verdict.weapons[weapon].bands]


@proves("LHY-1.8.0", "LHY-1.8.1.1")
def test_1_8_each_weapon_has_its_own_range() -> None:
    """The Sherman's counter: ATV 3 to 21 hexes, SAV 2 to 12."""
    ruling = ranges_of("us.able-tank.1.1")
    assert str(ruling.verdict) == "small arms 2 out to 12, anti-tank 3 out to 21"
    assert bands(ruling, 0) == [(3, 0), (6, -1), (9, -2), (12, -3)]
    assert bands(ruling, 1) == [(5, 0), (10, -1), (15, -2), (21, -3)]
    assert "range DRM by shares of the range (LHY 11.3.3, OUR 57, house value)" in str(ruling)


@proves("LHY-1.8.1.1")
@pytest.mark.parametrize(
    ("weapon_range", "away", "drm"), [(8, 2, 0), (8, 8, -3), (12, 3, 0), (21, 10, -1), (12, 13, None)]
)
def test_1_8_1_the_printed_examples(weapon_range: int, away: int, drm: int | None) -> None:
    assert range_drm(away, weapon_range) == drm


@proves("LHY-1.8.1.1")
def test_1_8_1_a_weapon_of_short_range_skips_bands_it_has_no_hex_for() -> None:
    """A bazooka reaches two hexes: no DRM in its own hex and the next, -3 at the end of its range (OUR 57)."""
    assert [(band.out_to, band.modifier) for band in range_bands(2)] == [(1, 0), (2, -3)]
    assert [range_drm(away, 2) for away in (0, 1, 2, 3)] == [0, 0, -3, None]
    assert bands(ranges_of("us.latw.1"), 0) == [(1, 0), (2, -3)]
    assert [(band.out_to, band.modifier) for band in range_bands(4)] == [(1, 0), (2, -1), (3, -2), (4, -3)]


@proves("LHY-1.8.1.2")
def test_1_8_1_an_underscored_range_takes_no_range_drm() -> None:
    ruling = ranges_of("us.dog.1.1")
    assert bands(ruling, 0) == [(12, 0)]
    assert "no range DRM for an underscored SAV range (LHY 1.8)" in str(ruling)
    assert len(bands(ruling, 1)) == 4


@proves("LHY-1.8.1.1")
def test_1_8_1_range_bands_set_by_the_players() -> None:
    thirds = PRINTED_NOWHERE.with_values({"range_shares": [[1 / 3, 0], [2 / 3, -1], [1, -3]]})
    assert thirds.range_shares[0] == (Fraction(1, 3), 0)
    found = range_bands(12, thirds)
    assert [(band.out_to, band.modifier) for band in found] == [(4, 0), (8, -1), (12, -3)]
    near = PRINTED_NOWHERE.with_values({"range_shares": [[0.25, 0], [0.5, -1], [0.6, -2], [1, -3]]})
    found = range_bands(4, near)
    assert [(band.out_to, band.modifier) for band in found] == [(1, 0), (2, -1), (4, -3)], (
        "0.6 of 4 is 2 again"
    )


@proves("LHY-1.8.1.1")
def test_1_8_1_weapon_ranges_in_a_game_have_the_bands_of_its_house_values() -> None:
    """As its fire does, whatever the table that asks would play by itself."""
    tank = unit("us.able-tank.1.1", "C5")
    state = opened(FIELD, [tank, *FAR], house={"range_shares": [[0.5, 0], [1, -1]]})
    assert bands(RULESET.weapon_ranges(state, tank), 1) == [(10, 0), (21, -1)]


@pytest.mark.parametrize(
    "shares", [[], [[0.5, 0]], [[1, 0], [0.5, -1]], [[0, 0], [1, -1]], ["x"], [[1, "x"]]]
)
def test_1_8_1_malformed_range_bands_are_refused(shares: object) -> None:
    with pytest.raises(BadInput, match=r"house\.range_shares"):
        PRINTED_NOWHERE.with_values({"range_shares": shares})


@proves("LHY-4.1.14.4", "LHY-4.1.14a", "LHY-1.8.0")
@pytest.mark.parametrize("facing_deg", [0, 30, 330])
def test_4_1_14_a_fortified_position_fires_through_180_degrees(facing_deg: float) -> None:
    ruling = ranges_of("ge.fp.1", facing_deg)
    for weapon in ruling.verdict.weapons:
        assert weapon.arc is not None
        assert (weapon.arc.bearing_deg, weapon.arc.width_deg) == (facing_deg, 180)
    assert "frontal hexsides only (LHY 4.1.14a)" in str(ruling)


@proves("LHY-4.1.14.4", "LHY-4.1.14a")
@pytest.mark.parametrize(("unit_type", "facing_deg"), [("us.able-tank.1.1", 30), ("ge.fp.1", None)])
def test_4_1_14_a_unit_without_a_field_of_fire_fires_all_around(
    unit_type: str, facing_deg: float | None
) -> None:
    assert [weapon.arc for weapon in ranges_of(unit_type, facing_deg).verdict.weapons] == [None, None]


@proves("LHY-4.1.14.4")
def test_4_1_14_its_arrow_points_at_a_hexside_or_a_vertex() -> None:
    with pytest.raises(BadInput, match="facing_deg: 45 is not a multiple of 30 degrees"):
        ranges_of("ge.fp.1", 45)


@proves("LHY-1.8.0")
@pytest.mark.parametrize(("unit_type", "weapon"), [("ge.latw.1", "anti-tank 4"), ("us.mg.1", "small arms 1")])
def test_1_8_a_unit_with_one_weapon_has_only_that_range(unit_type: str, weapon: str) -> None:
    ruling = ranges_of(unit_type)
    assert weapon in str(ruling.verdict)
    assert "neither SAV nor ATV" not in str(ruling)


@proves("LHY-1.8.0")
def test_1_8_a_unit_without_weapons_says_so() -> None:
    ruling = ranges_of("us.truck.1")
    assert str(ruling.verdict) == "no weapon"
    assert [str(reason) for reason in ruling.reasons] == ["the counter has neither SAV nor ATV (LHY 1.5)"]


@proves("LHY-1.8.0")
def test_1_8_a_unit_of_no_known_type_or_off_the_map_is_refused() -> None:
    with pytest.raises(Unknown, match=r"no unit type named 'us\.none'"):
        ranges_of("us.none")
    with pytest.raises(NotOnMap, match="is not on the map"):
        weapon_ranges(STATE, Unit("gun", "us.truck.1", "us", None))
    with pytest.raises(OffBoard, match="Z9 is not on the board"):
        weapon_ranges(STATE, Unit("gun", "us.truck.1", "us", at("Z9")))


@proves("LHY-0.15")
def test_0_15_half_hexes_at_the_edges_are_played_in_full() -> None:
    squad = unit("us.able.1.squad.1", "A10")
    state = activated(squad, unit("us.able.1.leader", "B9"), unit("ge.1kp.1.squad.1", "A3"))
    assert not refusal(state, FireSmallArms("us", squad.id, (at("A3"),)))
    state = done(state, Maneuver("us", squad.id, at("A9")))
    moving = course(state).moving
    assert moving is not None
    assert moving.spent == 1
