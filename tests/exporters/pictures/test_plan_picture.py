"""Ways to a goal as marks: danger as a shade, a stroke and a letter for each way, the worst step ringed."""

from dataclasses import replace

from exporters.picture import Cells, Dot, Label, Line, Role
from exporters.pictures.exposure_pictures import danger_shades
from exporters.pictures.plan_picture import plan_picture
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.planning.plan import Plan
from tests.exporters.goldens import check_golden, picture_text
from tests.exporters.samples import PLAN, SECTOR, TABLE, TABLE_PLAN


def test_the_more_dangerous_the_darker() -> None:
    picture = plan_picture(SECTOR, PLAN)
    check_golden("plan.txt", picture_text(picture))
    (cells,) = [mark for mark in picture.marks if isinstance(mark, Cells)]
    assert {place.label: role for place, role in cells.roles.items()} == {
        "A4": Role.EXPOSURE_0,
        "B4": Role.EXPOSURE_0,
        "C3": Role.EXPOSURE_2,
        "B2": Role.EXPOSURE_3,
        "D3": Role.EXPOSURE_4,
    }


def test_each_way_has_a_stroke_and_a_letter_of_its_own_and_says_what_it_costs() -> None:
    picture = plan_picture(SECTOR, PLAN)
    lines = [mark for mark in picture.marks if isinstance(mark, Line)]
    assert [line.role for line in lines] == [Role.ROUTE_1, Role.ROUTE_2]
    assert lines[0].facts == {"way": "A", "turns": 1, "cost": 2.5, "exposure": 0.8}
    letters = [mark for mark in picture.marks if isinstance(mark, Label) and mark.role is Role.ROUTE_NAME]
    assert [letter.text for letter in letters] == ["A", "B"]
    assert picture.legend[:2] == (
        (Role.ROUTE_1, "A: 2.5 MP, 1 turn, exposure 0.80"),
        (Role.ROUTE_2, "B: 4 MP, 2 turns, exposure 0.30, needs a die roll"),
    )


def test_ways_that_go_together_are_drawn_beside_each_other() -> None:
    twice = replace(PLAN.verdict, routes=(PLAN.verdict.routes[0],) * 2)
    drawn = plan_picture(SECTOR, replace(PLAN, verdict=twice))
    one, other = [mark for mark in drawn.marks if isinstance(mark, Line)]
    assert (one.points[0], one.points[-1]) == (other.points[0], other.points[-1])
    assert one.points[1] != other.points[1]


def test_the_worst_step_shared_by_several_ways_is_ringed_once() -> None:
    picture = plan_picture(SECTOR, PLAN)
    rings = [mark for mark in picture.marks if isinstance(mark, Dot) and mark.role is Role.WORST]
    assert [ring.facts["worst_of"] for ring in rings] == ["A", "B"]
    assert (Role.WORST, "worst step of a route") in picture.legend


def test_on_a_table_ways_run_through_their_spots_and_squares_are_shaded() -> None:
    picture = plan_picture(TABLE, TABLE_PLAN)
    check_golden("table_plan.txt", picture_text(picture))
    (line,) = [mark for mark in picture.marks if isinstance(mark, Line)]
    assert line.points == ((2.0, 8.0), (12.0, 9.0), (20.0, 8.0))


def test_a_square_at_the_edge_into_which_no_hull_fits_makes_no_tooth_in_the_ground_beside_it() -> None:
    danger: dict[Place, int] = {spot: 0 for spot in TABLE.lattice() if max(spot) < 6}
    whole = danger_shades(TABLE, danger)
    missing = danger.keys() - {Spot(0.5, 2.5), Spot(3.5, 3.5)}
    assert danger_shades(TABLE, dict.fromkeys(missing, 0)) == whole


def test_a_plan_without_a_way_is_drawn_too() -> None:
    nowhere = Plan("us-1", Hex.named("A3"), Hex.named("C3"), ())
    picture = plan_picture(SECTOR, replace(PLAN, verdict=nowhere))
    assert picture.legend == ((Role.REFUSED_LINE, "no way there"),)
    assert [mark.role for mark in picture.marks if isinstance(mark, Line)] == [Role.REFUSED_LINE]
