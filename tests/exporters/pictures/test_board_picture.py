"""The board as marks: ground, lines, images, units."""

from dataclasses import replace
from itertools import combinations

import pytest
import shapely

from exporters.picture import Area, Cells, Dot, Label, Line, Mark, Role
from exporters.pictures.board_picture import board_picture
from exporters.pictures.label_layout import label_box
from exporters.pictures.legend import entries, with_legend
from exporters.pictures.plan_picture import plan_picture
from exporters.pictures.sight_picture import field_picture, los_picture
from exporters.pictures.table_ground import table_labels
from exporters.style import style_of
from maps.library import bundled_board, scenario
from rules.catalog import ruleset
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.board import FINE, Outline
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from tests.drawing import board
from tests.exporters.goldens import check_golden, picture_text
from tests.exporters.samples import BLOCKED_LOS, FIELD, PLAN, SECTOR, STATE, TABLE, TABLE_STATE


def marks_of(marks: tuple[Mark, ...], role: Role) -> list[Mark]:
    return [mark for mark in marks if not isinstance(mark, Cells) and mark.role is role]


def _area(label: Label) -> shapely.Polygon:
    box = label_box(label)
    return shapely.box(box.left, box.top, box.right, box.bottom)


def test_the_sector_is_drawn_as_kept() -> None:
    check_golden("board.txt", picture_text(board_picture(STATE)))


def test_the_table_is_drawn_as_kept() -> None:
    check_golden("table.txt", picture_text(board_picture(TABLE_STATE)))


def test_ground_lies_in_its_hex() -> None:
    ground = board_picture(STATE).marks[0]
    assert isinstance(ground, Cells)
    assert ground.roles[Hex.named("B1")] is Role.WOODS_GROUND
    assert ground.roles[Hex.named("A2")] is Role.FOREST_GROUND
    assert ground.roles[Hex.named("B4")] is Role.URBAN_GROUND
    assert len(ground.roles) == 20


def test_a_counter_tells_side_name_and_condition() -> None:
    marks = board_picture(STATE).marks
    (german,) = marks_of(marks, Role.SIDE_2)
    assert isinstance(german, Area)
    assert german.facts == {"unit": "ge-1", "type": "mg", "side": "German", "place": "E2"}
    labels = [mark.text for mark in marks if isinstance(mark, Label)]
    assert {"MG 42", "disrupted", "smoke", "mdrm 2"} <= set(labels)
    assert len(marks_of(marks, Role.SIDE_1)) == 2
    assert "off the map" not in labels


def test_units_in_one_hex_are_drawn_offset() -> None:
    first, second = marks_of(board_picture(STATE).marks, Role.SIDE_1)
    assert isinstance(first, Area)
    assert isinstance(second, Area)
    assert first.rings != second.rings


def test_a_unit_that_faces_east_points_right() -> None:
    state = GameState(SECTOR, {"a": Unit("a", "tank", "US", Hex.named("C3"), 90)})
    (tick,) = marks_of(board_picture(state).marks, Role.FACING)
    x, y = SECTOR.grid.position(SECTOR.grid.centre(Hex.named("C3")))
    assert isinstance(tick, Area)
    assert tick.rings[0][0] == (x + 0.54, y)


def test_the_symbol_of_a_unit_is_clear_of_its_facing_tick() -> None:
    for facing_deg in (0, 150, 180, 210):
        unit = Unit("a", "tank", "US", Hex.named("C3"), facing_deg, conditions=frozenset({"ghq"}))
        marks = board_picture(GameState(SECTOR, {"a": unit})).marks
        (tick,) = marks_of(marks, Role.FACING)
        (told,) = marks_of(marks, Role.CONDITION)
        assert isinstance(tick, Area)
        assert isinstance(told, Label)
        assert label_box(told).top > max(down for _, down in tick.rings[0])


def test_contours_that_nobody_drew_run_round_their_hexes() -> None:
    lines = [mark for mark in board_picture(STATE).marks if isinstance(mark, Line)]
    bold = [line for line in lines if line.role is Role.LEVEL_LINE]
    assert [line.facts["contour"] for line in bold] == [4, 8]


def test_drawn_contours_are_the_ones_shown() -> None:
    square = tuple((x * FINE, y * FINE) for x, y in ((1, 1), (5, 1), (5, 5), (1, 5)))
    ground = board(". . .\n . . .\n . . .", outlines=(Outline(Terrain.CONTOUR, square, None, 3),))
    (line,) = marks_of(board_picture(GameState(ground)).marks, Role.CONTOUR)
    assert isinstance(line, Line)
    assert line.points == tuple(
        ground.grid.position(point) for point in ((1, 1), (5, 1), (5, 5), (1, 5), (1, 1))
    )


def test_a_road_runs_off_the_edge_of_the_map() -> None:
    (road,) = [
        mark
        for mark in board_picture(STATE).marks
        if isinstance(mark, Line) and mark.facts.get("from") == "A3"
    ]
    assert road.role is Role.ROAD
    assert road.points[0][0] < 0


def test_the_board_is_described_in_words() -> None:
    text = board_picture(STATE).text
    assert text.startswith("drawn, 5 columns (A to E) and 4 rows.")
    assert "woods: B1" in text
    assert "wall: B2/C3" in text
    assert "road: A3-B2-C2-D2" in text
    assert "MG 42 (German) at E2" in text


def test_a_tree_line_is_drawn_and_described() -> None:
    picture = board_picture(GameState(board(". .\n. .", tree_lines="A1-A2")))
    (strip,) = marks_of(picture.marks, Role.TREE_LINE)
    assert isinstance(strip, Line)
    assert strip.facts == {"hexside": "A1/A2"}
    trees = [mark.at for mark in marks_of(picture.marks, Role.TREE) if isinstance(mark, Dot)]
    assert len(trees) == 4
    assert shapely.LineString(strip.points).buffer(1e-9).covers(shapely.MultiPoint(trees))
    assert "tree line: A1/A2" in picture.text


@pytest.mark.parametrize(
    ("source", "tied"),
    [
        ("kgn-two-orchards", 0),
        ("dolgoye-vanguard", 0),
        ("dolgoye-crossing", 0),
        ("kgn-sunken-crossroads", 2),  # Signals, Stretcher bearers
    ],
)
def test_the_names_of_counters_on_a_table_are_legible_on_one_sheet(source: str, tied: int) -> None:
    """Letters of 2.5 mm on the 250 mm of a sheet of A4, over no counter or name; this many are set apart with a line."""
    found = scenario(source)
    picture = board_picture(found.state(), roster=ruleset(found.ruleset).roster)
    beside = [mark for mark in marks_of(picture.marks, Role.NAME_BESIDE) if isinstance(mark, Label)]
    boxes = [_area(mark) for mark in beside]
    counters = [
        shapely.Polygon(mark.rings[0])
        for mark in picture.marks
        if isinstance(mark, Area) and "unit" in mark.facts
    ]
    assert not marks_of(picture.marks, Role.UNIT_NAME)
    lines = [mark for mark in marks_of(picture.marks, Role.RULER) if isinstance(mark, Line)]
    leaders = [shapely.LineString(mark.points) for mark in lines]
    ties = [leader for leader in leaders if any(leader.distance(one) < 0.01 for one in counters)]
    assert len(ties) == tied
    assert all(any(leader.distance(name) < 0.01 for name in boxes) for leader in ties)
    assert all(mark.size >= picture.box.width / 100 for mark in beside)
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
    assert not any(name.overlaps(counter) for name in boxes for counter in counters)


def test_a_name_makes_room_for_the_numbers_of_an_answer() -> None:
    tank, roster = Unit("uk-1", "uk.sherman", "uk", at=Spot(30, 24), name="Sherman"), ruleset("kgn").roster
    state = GameState(bundled_board("two-orchards-lane"), {"uk-1": tank}, sides=("uk", "de"))
    (free,) = marks_of(board_picture(state, roster=roster).marks, Role.NAME_BESIDE)
    assert isinstance(free, Label)
    number = Label(Role.NUMBER, free.at, "12", 0.6)
    answer = replace(board_picture(state), marks=(number,))
    (moved,) = marks_of(board_picture(state, answer, roster).marks, Role.NAME_BESIDE)
    assert isinstance(moved, Label)
    assert moved.text == "Sherman"
    assert not _area(moved).intersects(_area(number))
    ring = Dot(Role.VIEWER, (30.0, 24.0), 2.0)
    ringed = board_picture(state, replace(answer, marks=(ring,)), roster).marks
    order = [mark.role for mark in ringed if not isinstance(mark, Cells)]
    assert order.index(Role.SIDE_1) < order.index(Role.VIEWER) < order.index(Role.NAME_BESIDE)


def test_an_answer_lies_under_the_counters_and_its_words_above() -> None:
    """A line through a counter would strike out its name."""
    marks = board_picture(STATE, los_picture(SECTOR, BLOCKED_LOS, Hex.named("A3"), Hex.named("E2"))).marks
    order = [mark.role for mark in marks if not isinstance(mark, Cells)]
    assert order.index(Role.CAUSE) < order.index(Role.SIGHT_CLEAR) < order.index(Role.SIDE_1)
    assert order.index(Role.UNIT_NAME) < order.index(Role.VIEWER) < order.index(Role.NUMBER)


def test_a_legend_below_the_board_names_the_roles_shown() -> None:
    picture = with_legend(board_picture(STATE, field_picture(SECTOR, FIELD)), SECTOR)
    texts = [mark.text for mark in picture.marks if isinstance(mark, Label) and mark.role is Role.LEGEND_TEXT]
    assert texts == ["What 1st Squad sees", "clear", "hindered", "blocked", "blind"]
    below = board_picture(STATE).box.bottom
    assert picture.box.bottom > below
    assert all(mark.at[1] > below for mark in picture.marks if isinstance(mark, Label) and mark.text in texts)


def test_a_legend_shows_each_role_as_the_map_does() -> None:
    roles = (Role.BEST, Role.SIGHT_CLEAR, Role.NUMBER, Role.CLEAR)
    marks: tuple[Mark, ...] = (
        Dot(Role.BEST, (2, 2), 0.3),
        Line(Role.SIGHT_CLEAR, ((1, 1), (2, 2))),
        Label(Role.NUMBER, (1, 1), "0.5"),
    )
    legend = tuple((role, role.value) for role in roles)
    picture = board_picture(STATE, replace(field_picture(SECTOR, FIELD), marks=marks, legend=legend))
    below = picture.box.bottom
    shown = with_legend(picture, SECTOR).marks[len(picture.marks) :]
    kinds = {mark.role: type(mark) for mark in shown if not isinstance(mark, Cells) and mark.role in roles}
    assert kinds == {Role.BEST: Dot, Role.SIGHT_CLEAR: Line, Role.NUMBER: Label, Role.CLEAR: Area}
    assert all(mark.at[1] > below for mark in shown if isinstance(mark, Dot))


def test_a_virtual_tabletop_that_draws_the_legend_gets_the_look_of_each_role() -> None:
    """Routes, rings and figures are told apart in grey as well as by their ink."""
    assert [(entry.sample, entry.text) for entry in entries(plan_picture(SECTOR, PLAN))] == [
        ("line", "A: 2.5 MP, 1 turn, exposure 0.80"),
        ("dashed-line", "B: 4 MP, 2 turns, exposure 0.30, needs a die roll"),
        ("disc", "end of a turn"),
        ("plain", "no known enemy sees it"),
        ("plain", "danger 0.25 or more"),
        ("plain", "danger 0.5 or more"),
        ("hatch", "danger 1 or more"),
        ("dashed-ring", "worst step of a route"),
        ("figure", "on a hex: harmful fires to expect"),
    ]
    line = los_picture(SECTOR, BLOCKED_LOS, Hex.named("A3"), Hex.named("E2"))
    (blocked,) = [entry for entry in entries(line) if entry.text == "no LOS"]
    assert (blocked.sample, blocked.ink) == ("dotted-line", style_of(Role.SIGHT_BLOCKED).pen)


def test_a_flag_has_its_word_in_the_legend() -> None:
    held = replace(STATE, markers=(Marker("control_us", Hex.named("C3")),))
    for picture in (board_picture(held), board_picture(held, field_picture(SECTOR, FIELD))):
        assert picture.legend[-1] == (Role.FLAG, "flag of the side that holds the place")
        assert marks_of(with_legend(picture, SECTOR).marks[len(picture.marks) :], Role.FLAG)
    assert Role.FLAG not in dict(board_picture(STATE).legend)


def test_a_long_legend_is_written_smaller_not_cut() -> None:
    answer = replace(field_picture(SECTOR, FIELD), title="t" * 90, legend=((Role.PROVISO, "p" * 120),))
    picture = with_legend(board_picture(STATE, answer), SECTOR)
    title, proviso = [
        mark for mark in picture.marks if isinstance(mark, Label) and mark.role is Role.LEGEND_TEXT
    ]
    for label in (title, proviso):
        assert label.at[0] + 0.5 * label.size * len(label.text) < picture.box.right


def test_markers_stand_in_their_hexes() -> None:
    dots = [mark for mark in board_picture(STATE).marks if isinstance(mark, Dot) and "marker" in mark.facts]
    assert [(dot.facts["marker"], dot.facts["place"]) for dot in dots] == [("smoke", "D2"), ("mdrm", "D1")]


TABLES = ("cider-farm", "dolgoye-crossing", "long-lane", "sunken-crossroads", "two-orchards-lane")


@pytest.mark.parametrize("name", TABLES)
def test_the_words_of_no_two_pieces_of_a_table_overlap(name: str) -> None:
    words = [mark for mark in board_picture(GameState(bundled_board(name))).marks if isinstance(mark, Label)]
    for label, other in combinations(words, 2):
        apart = 0.56 * (label.size * len(label.text) + other.size * len(other.text)) / 2
        is_beside = abs(label.at[0] - other.at[0]) >= apart
        assert is_beside or abs(label.at[1] - other.at[1]) >= label.size, (label.text, other.text)


def test_a_slope_is_named_where_no_crest_covers_it() -> None:
    board = bundled_board("dolgoye-crossing")
    assert isinstance(board, Tabletop)
    crests = shapely.union_all([piece.area for piece in board.pieces if piece.terrain is TableTerrain.CREST])
    slopes = [mark for mark in table_labels(board) if mark.text == "slope"]
    assert slopes
    assert not any(shapely.Point(slope.at).within(crests) for slope in slopes)


def test_words_wider_than_their_house_stand_in_two_rows_within_it() -> None:
    board = bundled_board("two-orchards-lane")
    assert isinstance(board, Tabletop)
    houses = [piece.area for piece in board.pieces if piece.terrain is TableTerrain.STONE_BUILDING]
    rows = [mark for mark in table_labels(board) if mark.text in ("stone", "building")]
    for house in houses:
        assert [row.text for row in rows if shapely.Point(row.at).within(house)] == ["stone", "building"]


def test_a_level_is_not_parted_from_its_number() -> None:
    board = bundled_board("long-lane")
    assert isinstance(board, Tabletop)
    hills = [piece.area for piece in board.pieces if piece.terrain is TableTerrain.HILL]
    labels = table_labels(board)
    for hill in hills:
        assert [row.text for row in labels if shapely.Point(row.at).within(hill)] == ["hill,", "level 1"]


def test_a_table_that_gives_heights_shows_and_tells_them() -> None:
    drawn = board_picture(GameState(bundled_board("sunken-crossroads")))
    words = {mark.text for mark in drawn.marks if isinstance(mark, Label)}
    assert {'hill, level 1, 2.4"', 'woods, 4.5"', "marsh"} <= words
    told = drawn.text.splitlines()
    assert {
        'hill hill-112: level 1, 2.4" high', 'wall church-wall: 0.65" high', "good road main-road"
    } <= set(told)  # fmt: skip


def test_a_ford_lets_the_river_beneath_it_show() -> None:
    (ford,) = [
        mark
        for mark in board_picture(GameState(bundled_board("dolgoye-crossing"))).marks
        if isinstance(mark, Area) and mark.facts.get("terrain") == "ford"
    ]
    assert 0 < style_of(ford.role).fill[3] < 200


def test_several_markers_of_a_place_are_listed_one_below_another_above_its_counters() -> None:
    place = next(unit.at for unit in STATE.units.values() if unit.at is not None)
    marked = replace(STATE, markers=(Marker("wire", place), Marker("sadrm", place, 2)))
    for state in (marked, replace(marked, units={})):
        down = {mark.text: mark.at[1] for mark in board_picture(state).marks if isinstance(mark, Label)}
        assert down["sadrm 2"] - down["wire"] > 0.1
    counter = next(
        mark for mark in board_picture(marked).marks
        if isinstance(mark, Area) and mark.facts.get("place") == str(place)
    )  # fmt: skip
    lies = {mark.text: mark.at[1] for mark in board_picture(marked).marks if isinstance(mark, Label)}
    assert lies["sadrm 2"] < min(y for _, y in counter.rings[0])


def test_the_words_of_a_bare_marker_are_broken_rather_than_written_small() -> None:
    place = next(unit.at for unit in STATE.units.values() if unit.at is not None)
    action, smoke = Marker("action_maneuver", place), Marker("smoke", place, 2)
    for markers, words in (
        ((action,), ["action", "maneuver"]),
        ((action, smoke), ["action", "maneuver", "smoke 2"]),
    ):
        marked = replace(STATE, markers=markers, units={})
        told = {mark.text: mark for mark in board_picture(marked).marks if isinstance(mark, Label)}
        rows = [told[row] for row in words]
        assert [row.at[1] for row in rows] == sorted(row.at[1] for row in rows)
        assert min(row.size for row in rows) > 0.14


def test_stands_an_inch_apart_hide_none_of_one_another() -> None:
    """A counter is drawn two inches wide where it has room; here each is smaller, with the last word of its name."""
    names = ("Tank 1/1", "Tank 1/2", "Tank 1/3")
    units = {name: Unit(name, "tank", "Axis", Spot(6 + k, 4), 0) for k, name in enumerate(names)}
    units["alone"] = Unit("alone", "tank", "Axis", Spot(20, 4), 0)
    marks = board_picture(GameState(TABLE, units, (), ("Axis",))).marks
    shapes = [
        shapely.Polygon(mark.rings[0]) for mark in marks if isinstance(mark, Area) and "unit" in mark.facts
    ]
    assert [round(shape.area, 2) for shape in shapes][3] == round(0.68 * 0.58 * 9, 2)
    for polygon, other in combinations(shapes, 2):
        assert polygon.intersection(other).area == 0
    assert {"1/1", "1/2", "1/3"} <= {mark.text for mark in marks if isinstance(mark, Label)}


def test_the_scale_of_a_table_lies_in_a_corner_without_counters() -> None:
    table = Tabletop("empty", 72.0, 48.0)

    def bar_lies_at(*spots: tuple[float, float]) -> tuple[bool, bool]:
        units = {f"u{k}": Unit(f"u{k}", "t", "us", Spot(*spot)) for k, spot in enumerate(spots)}
        marks = board_picture(GameState(table, units, (), ("us",))).marks
        bar = next(mark for mark in marks if isinstance(mark, Area) and mark.role is Role.LEGEND_PANEL)
        x, y = bar.rings[0][0]
        return x > 36, y > 24

    assert bar_lies_at() == bar_lies_at((20, 20)) == (True, True)
    assert bar_lies_at((66, 46.5)) == (False, True)
    assert bar_lies_at((66, 46.5), (9, 46)) == (True, False)


def test_a_house_is_seen_on_ground_that_an_answer_covers() -> None:
    marks = board_picture(STATE, field_picture(SECTOR, FIELD)).marks
    shade = max(k for k, mark in enumerate(marks) if isinstance(mark, Cells))
    assert all(k > shade for k, mark in enumerate(marks) if mark in marks_of(marks, Role.STONE_BUILDING))


def test_roads_that_meet_on_a_table_have_no_edge_where_they_meet() -> None:
    lanes = tuple(
        Piece(name, TableTerrain.GOOD_ROAD, shapely.LineString(ends), 2.0)
        for name, ends in (("across", [(0, 8), (24, 8)]), ("down", [(12, 8), (12, 16)]))
    )
    marks = board_picture(GameState(Tabletop("crossroads", 24, 16, lanes))).marks
    edges = [
        shapely.LineString(mark.points) for mark in marks_of(marks, Role.ROAD_EDGE) if isinstance(mark, Line)
    ]
    assert edges
    assert min(edge.distance(shapely.Point(12, 9)) for edge in edges) >= 1


def test_the_rim_of_a_hex_map_has_the_letters_and_numbers_of_its_hexes() -> None:
    picture = with_legend(board_picture(STATE), SECTOR)
    rim = [mark for mark in picture.marks if isinstance(mark, Label) and mark.role is Role.EDGE_NUMBER]
    above = [mark for mark in rim if mark.at[1] < 0 and mark.text.isalpha()]
    assert [mark.text for mark in above] == ["A", "B", "C", "D", "E"]
    for mark in above:
        assert mark.at[0] == SECTOR.grid.position(SECTOR.grid.centre(Hex.named(f"{mark.text}1")))[0]
    assert [mark.text for mark in rim if mark.text.isdigit() and mark.at[0] < 0] == ["1", "2", "3", "4"]


def test_a_flag_over_the_counters_shows_which_side_holds_a_place() -> None:
    held = replace(STATE, markers=(Marker("control_German", Hex.named("A3")),))
    marks = board_picture(held).marks
    (flag,) = [
        mark for mark in marks if isinstance(mark, Area) and mark.facts.get("marker") == "control_German"
    ]
    counters = [mark for mark in marks if isinstance(mark, Area) and "unit" in mark.facts]
    assert flag.role is Role.SIDE_2
    assert marks.index(flag) > max(map(marks.index, counters))
    assert "control German" not in {mark.text for mark in marks if isinstance(mark, Label)}
