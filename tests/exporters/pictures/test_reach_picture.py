"""Reach as marks: shaded by cost, with the numbers."""

from fractions import Fraction

from exporters.picture import REACHES, Area, Cells, Dot, Label, Role
from exporters.pictures.label_layout import Room, label_box
from exporters.pictures.reach_picture import reach_picture
from rules.game.ruling import Ruling
from rules.game.verdicts import Reach, Region
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex, HexGrid
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from tests.exporters.goldens import check_golden, picture_text
from tests.exporters.samples import REACH, SECTOR, TABLE, TABLE_REACH


def test_the_dearer_the_darker() -> None:
    picture = reach_picture(SECTOR, REACH)
    check_golden("reach.txt", picture_text(picture))
    (cells,) = [mark for mark in picture.marks if isinstance(mark, Cells)]
    assert {place.label: role for place, role in cells.roles.items()} == {
        "A3": Role.REACH_START,
        "B2": Role.REACH_1,
        "B3": Role.REACH_2,
        "A4": Role.REACH_6,
        "A2": Role.REACH_6,
    }
    assert cells.facts[Hex.named("A4")] == {"cost": 3.0, "proviso": "river exit roll"}


def test_costs_are_written_in_the_hexes() -> None:
    numbers = [mark.text for mark in reach_picture(SECTOR, REACH).marks if isinstance(mark, Label)]
    assert numbers == ["0.5", "1", "3", "?", "4"]


def test_a_condition_of_a_place_is_marked_and_in_the_legend() -> None:
    picture = reach_picture(SECTOR, REACH)
    (mark,) = [mark for mark in picture.marks if isinstance(mark, Dot) and mark.role is Role.PROVISO]
    assert mark.facts == {"proviso": "river exit roll"}
    assert (Role.PROVISO, "river exit roll") in picture.legend


def test_a_condition_of_a_half_hex_at_the_edge_is_marked_on_the_map() -> None:
    halves = HexBoard("halves", HexGrid(6, 5, half_hexes=True))
    costs: dict[Place, Fraction] = {place: Fraction(1) for place in halves.grid}
    ruling = Ruling("reach", Reach("a", Hex.named("C3"), Fraction(1), costs, dict.fromkeys(costs, "a die")))
    picture = reach_picture(halves, ruling)
    marks = [mark for mark in picture.marks if isinstance(mark, Label) and mark.role is Role.PROVISO]
    assert len(marks) == len(costs)
    room = Room(picture.box)
    assert [mark.at for mark in marks if not room.has(label_box(mark))] == []


def test_a_unit_that_cannot_move_reaches_its_own_hex() -> None:
    at = Hex.named("B2")
    ruling = Ruling("reach", Reach("a", at, Fraction(0), {at: Fraction(0), Hex.named("B3"): Fraction(1)}))
    (cells,) = [mark for mark in reach_picture(SECTOR, ruling).marks if isinstance(mark, Cells)]
    assert cells.roles == {at: Role.REACH_START, Hex.named("B3"): Role.REACH_6}


def test_the_legend_says_that_a_unit_without_reach_stays() -> None:
    at = Hex.named("B2")
    ruling = Ruling("reach", Reach("a", at, Fraction(0), {at: Fraction(0)}))
    assert reach_picture(SECTOR, ruling).legend == ((Role.VIEWER, "stays where it is"),)


def test_the_legend_says_that_an_aircraft_goes_anywhere() -> None:
    at = Hex.named("B2")
    ruling = Ruling("reach", Reach("a", at, Fraction(0), {at: Fraction(0)}, anywhere=True))
    assert reach_picture(SECTOR, ruling).legend == ((Role.VIEWER, "goes to any place on the board"),)


def test_regions_are_drawn_each_beyond_the_one_before() -> None:
    near = ((1.0, 7.0), (3.0, 7.0), (3.0, 9.0), (1.0, 9.0))
    far = ((0.0, 6.0), (4.0, 6.0), (4.0, 10.0), (0.0, 10.0))
    regions = (Region(Fraction(1), ((near,),)), Region(Fraction(6), ((far,),)))
    ruling = Ruling("reach", Reach("a", Spot(2, 8), Fraction(6), {Spot(2, 8): Fraction(0)}, {}, regions))
    areas = [mark for mark in reach_picture(TABLE, ruling).marks if isinstance(mark, Area)]
    assert [(area.role, len(area.rings)) for area in areas] == [(REACHES[0], 1), (REACHES[-1], 2)]


def test_reach_on_a_table_is_contour_areas() -> None:
    picture = reach_picture(TABLE, TABLE_REACH)
    check_golden("table_reach.txt", picture_text(picture))
    roles = {mark.role for mark in picture.marks if isinstance(mark, Area)}
    assert {Role.REACH_1, Role.REACH_6} <= roles
    assert dict(picture.legend)[Role.REACH_6] == "5.14 to 5.7 MP"
