"""Range bands and arcs as marks."""

import pytest
from shapely import Polygon

from exporters.picture import Area, Cells, Label, Line, Role
from exporters.pictures.range_picture import range_picture
from rules.errors import Unknown
from rules.game.ruling import Ruling
from rules.game.verdicts import Arc, Band, Weapon, WeaponRanges
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex, HexGrid
from tests.exporters.goldens import check_golden, picture_text
from tests.exporters.samples import RANGES, SECTOR, TABLE, TABLE_RANGES

OPEN = HexBoard("open", HexGrid(11, 11))
F6 = Hex.named("F6")


def cells(ruling: Ruling[WeaponRanges], weapon: str = "") -> Cells:
    (found,) = [mark for mark in range_picture(OPEN, ruling, weapon).marks if isinstance(mark, Cells)]
    return found


def ranges(*weapons: Weapon) -> Ruling[WeaponRanges]:
    return Ruling("range", WeaponRanges("a", F6, weapons))


def test_bands_are_drawn_as_kept() -> None:
    check_golden("range.txt", picture_text(range_picture(SECTOR, RANGES)))
    check_golden("table_range.txt", picture_text(range_picture(TABLE, TABLE_RANGES)))


def test_each_hex_has_the_band_of_its_range() -> None:
    roles = cells(ranges(Weapon("MG", (Band(1, 2), Band(3, 0))))).roles
    assert len(roles) == 1 + 6 + 12 + 18
    for place, role in roles.items():
        assert role is (Role.BAND_1 if OPEN.grid.distance(F6, place) <= 1 else Role.BAND_2)


def test_an_arc_holds_the_hexes_on_its_edges() -> None:
    roles = cells(ranges(Weapon("gun", (Band(2, 0),), Arc(0, 120)))).roles
    assert " ".join(sorted(place.label for place in roles)) == "D5 E5 E6 F4 F5 F6 G5 G6 H5"


def test_modifiers_stand_in_their_bands_and_in_the_legend() -> None:
    picture = range_picture(SECTOR, RANGES)
    assert [mark.text for mark in picture.marks if isinstance(mark, Label)] == ["+2", "0", "-1"]
    assert picture.legend == (
        (Role.BAND_1, "MG up to 1 hex: +2"),
        (Role.BAND_2, "up to 2 hexes: 0"),
        (Role.BAND_3, "up to 4 hexes: -1"),
        (Role.ARC, "arc of 120°"),
        (Role.BAND_EDGE, "other weapons"),
    )


def test_the_weapon_that_reaches_farthest_is_shown_unless_one_is_named() -> None:
    near, far = Weapon("pistol", (Band(1, 0),)), Weapon("rifle", (Band(4, 0),))
    assert len(cells(ranges(near, far)).roles) == 61
    assert len(cells(ranges(near, far), "pistol").roles) == 7
    with pytest.raises(Unknown, match="no weapon named 'bow'; there are pistol, rifle"):
        range_picture(OPEN, ranges(near, far), "bow")


def test_other_weapons_are_rings() -> None:
    near, far = Weapon("pistol", (Band(1, 0),)), Weapon("rifle", (Band(4, 0),))
    (ring,) = [
        mark
        for mark in range_picture(OPEN, ranges(near, far)).marks
        if isinstance(mark, Line) and mark.role is Role.BAND_EDGE
    ]
    assert ring.facts == {"weapon": "pistol", "out_to": 1}
    assert Polygon(ring.points).area == pytest.approx(7 * 3**0.5 / 2)


def test_the_ring_of_another_weapon_does_not_run_along_the_rim_of_the_map() -> None:
    """From the corner the ring of range 1 is open: only hexsides with hexes on both sides are drawn."""
    near, far = Weapon("pistol", (Band(1, 0),)), Weapon("rifle", (Band(9, 0),))
    corner = Ruling("ranges", WeaponRanges("a", Hex.named("A1"), (near, far)), ())
    (ring,) = [
        mark
        for mark in range_picture(OPEN, corner).marks
        if isinstance(mark, Line) and mark.role is Role.BAND_EDGE
    ]
    assert ring.points[0] != ring.points[-1]
    inside = {
        (round(x, 6), round(y, 6))
        for place in OPEN.grid
        if OPEN.grid.distance(Hex.named("A1"), place) == 2
        for x, y in map(OPEN.grid.position, OPEN.grid.vertices(place))
    }
    assert {(round(x, 6), round(y, 6)) for x, y in ring.points} <= inside


def test_a_unit_without_weapons_has_an_empty_picture_that_says_so() -> None:
    assert range_picture(OPEN, ranges()).legend == ((Role.VIEWER, "it has nothing to fire with"),)


def test_bands_on_a_table_are_sectors_of_rings() -> None:
    areas = [mark for mark in range_picture(TABLE, TABLE_RANGES).marks if isinstance(mark, Area)]
    assert [area.role for area in areas] == [Role.BAND_1, Role.BAND_2]
    assert Polygon(areas[0].rings[0]).area == pytest.approx(3.14159 * 36 / 4, rel=0.01)
