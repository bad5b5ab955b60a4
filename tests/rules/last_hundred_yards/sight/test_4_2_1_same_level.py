"""4.2 and 4.2.1: lines between units on one level."""

import pytest

from rules.game.verdicts import Visibility
from rules.ground.hex.board import HexBoard
from rules.ground.hex.terrain import Terrain
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.sight.sighting import GUN, SQUAD, TANK, TRUCK, image, los, unit

CLEAR, BLOCKED = Visibility.CLEAR, Visibility.BLOCKED
SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
OPEN = "\n".join(["." + " ." * 4] * 5)


def reason_texts(drawn: HexBoard, start: str, end: str) -> list[str]:
    return [str(reason) for reason in los(drawn, start, end).reasons]


def visibility(drawn: HexBoard, start: str, end: str, *switches: str) -> Visibility:
    return los(drawn, start, end, switches=switches).verdict.visibility


@proves("LHY-4.2.0.1", "LHY-4.2.0.2", "LHY-4.0a.1")
def test_4_2_open_ground_is_clear() -> None:
    ruling = los(board(OPEN), "A1", "E4")
    assert str(ruling) == "LOS A1 to E4: clear LOS. Nothing stands in the way (LHY 4.2.1)."
    assert ruling.verdict.distance == 5


@proves("LHY-4.2.0.3", "LHY-4.2.0.target")
def test_4_2_the_ground_of_both_ends_never_blocks() -> None:
    assert visibility(board("f\n.\nf"), "A1", "A3") is CLEAR


@proves("LHY-4.2.0.4", "LHY-4.2.3.bt-adj")
def test_4_2_adjacent_hexes_always_see_each_other() -> None:
    drawn = board("f/8\nb/8", walls="A1-A2", outlines=(image(Terrain.WALL, "A2", (-1, -1), (1, -1)),))
    ruling = los(drawn, "A1", "A2", switches=("strict_2019",))
    assert str(ruling) == "LOS A1 to A2: clear LOS. Adjacent hexes see each other (LHY 4.2)."


@proves("LHY-4.2.1a.1", "LHY-4.2.1.0", "LHY-4.0c.1", "LHY-4.1.3", "LHY-4.1.4.1")
@pytest.mark.parametrize(
    ("between", "expected"), [("w", BLOCKED), ("f", BLOCKED), ("h", BLOCKED), (".", CLEAR)]
)
def test_4_2_1a_woods_forest_or_a_higher_hill_between_block(between: str, expected: Visibility) -> None:
    assert visibility(board(f".\n{between}\n."), "A1", "A3") is expected


@proves("LHY-4.2.1a.1")
def test_4_2_1a_the_ruling_names_blocking_hexes_nearest_first() -> None:
    ruling = los(board(".\nh/0\nw\n."), "A4", "A1")
    assert str(ruling) == (
        "LOS A4 to A1: LOS blocked. Woods at A3 blocks (LHY 4.2.1a); level 1 hill at A2 blocks (LHY 4.2.1a)."
    )


@proves("LHY-4.2.1a.1")
def test_4_2_1a_touching_a_vertex_is_not_passing_through_a_hex() -> None:
    """From A1 to B5 the line touches one vertex of B2 and one of A4."""
    touched = board(". .\n. w\n. .\nw .\n. .")
    assert visibility(touched, "A1", "B5") is CLEAR
    assert visibility(board(". .\nw .\n. .\n. .\n. ."), "A1", "B5") is BLOCKED


@proves("LHY-4.2.1a.2")
def test_4_2_1a_a_road_through_woods_does_not_open_the_line() -> None:
    assert visibility(board(".\nw\n.", roads="A1 A2 A3"), "A1", "A3") is BLOCKED


@proves("LHY-4.2.1a.later", "LHY-4.1.4.7")
def test_4_2_1a_woods_lower_than_both_units_do_not_block() -> None:
    lower = board("h/1\nw\nh/1")
    assert reason_texts(lower, "A1", "A3") == [
        "woods at A2 does not rise above both (LHY 4.2.1a, OUR 1, from Series Rules v2.1)",
        "nothing stands in the way (LHY 4.2.1)",
    ]
    assert visibility(lower, "A1", "A3") is CLEAR
    assert visibility(lower, "A1", "A3", "lower_woods_block") is BLOCKED
    assert visibility(board("h/2\nh/1\nh/2"), "A1", "A3", "lower_woods_block") is CLEAR
    assert visibility(board("h/1\nf\nh/1"), "A1", "A3") is BLOCKED
    assert visibility(board("h/1\nw1/1\nh/1"), "A1", "A3") is BLOCKED


@proves("LHY-4.2.1a.1")
def test_4_2_1a_forest_of_inferred_height_says_so() -> None:
    assert reason_texts(board("h/1\nf\nh/1"), "A1", "A3") == ["forest at A2 blocks (LHY 4.2.1a, inferred)"]
    assert reason_texts(board(".\nf\n."), "A1", "A3") == ["forest at A2 blocks (LHY 4.2.1a)"]


@proves("LHY-4.2.1b")
@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        (". w . . .\n. w . . .", BLOCKED),
        (". w . . .\n. . . f .", BLOCKED),
        (". . . h .\n. f . . .", BLOCKED),
        (". w . f .\n. . . . .", CLEAR),
        (". w . . .\n. . . . .", CLEAR),
        (". . . . .\n. f . h .", CLEAR),
    ],
    ids=["opposite", "later-on", "hill-later-on", "one-side", "one-hex", "the-other-side"],
)
def test_4_2_1b_a_line_along_hexsides_is_blocked_by_obstacles_on_both_sides_anywhere(
    drawn: str, expected: Visibility
) -> None:
    """From A2 to E2 the line runs between B1 and B2, through C2, and between D1 and D2."""
    assert visibility(board(drawn), "A2", "E2") is expected


@proves("LHY-4.2.1b")
def test_4_2_1b_nothing_blocks_beyond_the_edge_of_the_map() -> None:
    """From A1 to C1 in a valley the line runs along B1, and along the edge of the map."""
    assert visibility(board("h-1 . h-1\n. . ."), "A1", "C1") is CLEAR


@proves("LHY-4.2.1b")
def test_4_2_1b_the_ruling_names_the_blocking_hexes_of_both_sides() -> None:
    assert reason_texts(board(". w . . .\n. . . f ."), "A2", "E2") == [
        "woods at B1 and forest at D2 block on both sides of the hexsides (LHY 4.2.1b)"
    ]


@proves("LHY-4.1.5.2", "LHY-4.2.1c", "LHY-4.1.5.1", "LHY-4.1.4.2")
@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ("./2\n./2\n./2", BLOCKED),
        ("./2\n./3\n./1", BLOCKED),
        ("./2\n./1\n./1", CLEAR),
        ("./3\n./2\n./1", CLEAR),
        (".\n./1\n.", BLOCKED),
        (".\n./0\n.", CLEAR),
        ("h\nh\nh", BLOCKED),
        ("h\nh/3\nh", CLEAR),
        ("h\nh/3\nh/3", CLEAR),
        ("h/3\nh\nh/3", BLOCKED),
    ],
)
def test_4_2_1c_contours_as_high_as_the_higher_unit_block(drawn: str, expected: Visibility) -> None:
    assert visibility(board(drawn), "A1", "A3") is expected


@proves("LHY-4.1.5.3")
def test_4_2_1c_contours_count_on_one_level_only() -> None:
    assert visibility(board("h/4\n./9\n."), "A1", "A3") is CLEAR


@proves("LHY-4.2.1c", "LHY-4.2.1c.later", "LHY-4.1.5.2")
def test_4_2_1c_a_drawn_contour_must_hold_the_dot() -> None:
    """The contour crosses the line in A2 in both drawings; it holds the dot in only one."""
    beside = image(Terrain.CONTOUR, "A2", (-3, -0.5), (3, -0.5), (3, -0.4), (-3, -0.4), contour=2)
    around = image(Terrain.CONTOUR, "A2", (-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), contour=2)
    rows = ". .\n. .\n. ."
    higher = reason_texts(board("./3 .\n. .\n./3 .", outlines=(beside,)), "A1", "A3")
    assert higher == ["nothing stands in the way (LHY 4.2.1)"], "a lower one is not named"
    assert reason_texts(board(rows, outlines=(beside,)), "A1", "A3") == [
        "contour 2 at A2 holds no centre dot (LHY 4.2.1c, OUR 4, from Series Rules v2.1)",
        "nothing stands in the way (LHY 4.2.1)",
    ]
    assert visibility(board(rows, outlines=(beside,)), "A1", "A3") is CLEAR
    assert visibility(board(rows, outlines=(beside,)), "A1", "A3", "any_contour_blocks") is BLOCKED
    blocked = board(rows, outlines=(around,))
    assert visibility(blocked, "A1", "A3") is BLOCKED
    assert reason_texts(blocked, "A1", "A3") == ["contour 2 drawn at A2 blocks (LHY 4.2.1c)"]


@proves("LHY-4.2.1c", "LHY-4.2.1c.later")
@pytest.mark.parametrize("contour", [1, 2])
def test_4_2_1c_a_contour_is_named_from_the_height_of_the_line_on(contour: int) -> None:
    """On level 0 the first contour is the one that would block if it held the dot."""
    beside = image(Terrain.CONTOUR, "A2", (-3, -0.5), (3, -0.5), (3, -0.4), (-3, -0.4), contour=contour)
    drawn = board(". .\n. .\n. .", outlines=(beside,))
    assert f"contour {contour} at A2" in reason_texts(drawn, "A1", "A3")[0]
    assert visibility(drawn, "A1", "A3", "any_contour_blocks") is BLOCKED


@proves("LHY-4.2.1c")
def test_4_2_1c_a_line_past_a_drawn_contour_is_clear() -> None:
    """A2 to E2 runs through the middle of C2; the contour there is below the line."""
    low = image(Terrain.CONTOUR, "C2", (-0.5, 0.2), (0.5, 0.2), (0.5, 0.8), (-0.5, 0.8), contour=2)
    assert visibility(board(OPEN, outlines=(low,)), "A2", "E2", "any_contour_blocks") is CLEAR


@proves("LHY-4.2.1c", "LHY-4.2.1c.later")
def test_4_2_1c_a_line_that_touches_a_hex_in_its_corner_passes_the_contour_there() -> None:
    """A4 to B8 runs through A5 and A6 by the corner that they share with B5, to which the contour about its dot comes."""
    filled = image(Terrain.CONTOUR, "B5", (-2, 0), (0.5, -0.5), (0.5, 0.5), contour=2)
    drawn = board("\n".join([". ."] * 8), outlines=(filled,))
    assert (
        "contour 2 at B5 stands in a hex that the line only touches (LHY 4.2.1c, OUR 4, from Series Rules v2.1)"
        in reason_texts(drawn, "A4", "B8")
    )
    assert visibility(drawn, "A4", "B8") is CLEAR
    assert visibility(drawn, "A4", "B8", "any_contour_blocks") is BLOCKED
    assert visibility(drawn, "A5", "B6") is CLEAR
    assert visibility(drawn, "B4", "B6") is BLOCKED


@proves("LHY-4.2.1c.later")
def test_4_2_1c_along_a_hexside_the_contour_must_hold_both_hexes() -> None:
    assert visibility(board(". ./1 .\n. ./1 ."), "A2", "C2") is BLOCKED
    assert reason_texts(board(". ./1 .\n. ./1 ."), "A2", "C2") == [
        "contours at B1 and B2 block along the hexside (LHY 4.2.1c, OUR 4, from Series Rules v2.1)"
    ]
    assert visibility(board(". ./1 .\n. . ."), "A2", "C2") is CLEAR
    assert visibility(board(". ./1 .\n. ./2 .\n. . ."), "A2", "C2") is BLOCKED
    both = image(Terrain.CONTOUR, "B1", (-2.5, -1.5), (2.5, -1.5), (2.5, 3.5), (-2.5, 3.5), contour=1)
    upper = image(Terrain.CONTOUR, "B1", (-1.2, -0.5), (1.2, -0.5), (1.2, 1.2), (-1.2, 1.2), contour=1)
    assert visibility(board(". . .\n. . .", outlines=(both,)), "A2", "C2") is BLOCKED
    assert visibility(board(". . .\n. . .", outlines=(upper,)), "A2", "C2") is CLEAR
    assert visibility(board(". . .\n. . .", outlines=(upper,)), "A2", "C2", "any_contour_blocks") is BLOCKED


@proves("LHY-4.2.1d", "LHY-4.0c.2")
def test_4_2_1d_the_outline_of_a_building_blocks_and_not_its_whole_hex() -> None:
    off_the_line = image(Terrain.STONE_BUILDING, "A2", (0.5, -0.5), (1, -0.5), (1, 0.5), (0.5, 0.5))
    on_the_line = image(Terrain.STONE_BUILDING, "A2", *SQUARE)
    assert visibility(board(".\ns\n.", outlines=(off_the_line,)), "A1", "A3") is CLEAR
    assert reason_texts(board(".\ns\n.", outlines=(on_the_line,)), "A1", "A3") == [
        "stone building at A2 blocks (LHY 4.2.1d)"
    ]


@proves("LHY-4.2.1d")
@pytest.mark.parametrize("letter", ["s", "b", "u"])
def test_4_2_1d_a_building_that_is_not_drawn_is_in_the_middle_of_its_hex(letter: str) -> None:
    ruling = los(board(f". .\n{letter} .\n. ."), "A1", "A3")
    assert "(LHY 4.2.1d, OUR 11, house value)" in str(ruling)
    assert ruling.verdict.visibility is BLOCKED
    assert visibility(board(". .\n. .\n. .\ns .\n. ."), "A1", "B5") is CLEAR


@proves("LHY-4.2.1d")
def test_4_2_1d_touching_a_corner_of_the_outline_blocks() -> None:
    corner = image(Terrain.WOODEN_BUILDING, "A2", (0, 0), (1, -0.5), (1, 0.5))
    assert reason_texts(board(".\nb\n.", outlines=(corner,)), "A1", "A3") == [
        "wooden building at A2 blocks (LHY 4.2.1d, OUR 10, inferred)"
    ]
    at_the_hexside = image(Terrain.STONE_BUILDING, "B1", (-1, 1), (1, 1), (0, 0))
    assert visibility(board(". s .\n. . .", outlines=(at_the_hexside,)), "A2", "C2") is BLOCKED


@proves("LHY-4.2.1d", "LHY-4.2.1.bt")
def test_4_2_1d_buildings_lower_than_both_units_do_not_block() -> None:
    lower = board("h/1\ns\nh/1")
    assert visibility(lower, "A1", "A3") is CLEAR
    assert reason_texts(lower, "A1", "A3") == [
        "stone building at A2 does not rise above both (LHY 4.2.1d, OUR 2, inferred)",
        "nothing stands in the way (LHY 4.2.1)",
    ]
    assert visibility(lower, "A1", "A3", "lower_buildings_block") is BLOCKED
    assert visibility(board("h/1\nu\nh/1"), "A1", "A3") is BLOCKED


@proves("LHY-4.2.1d")
def test_4_2_1d_a_wall_drawn_within_a_hex_blocks() -> None:
    wall = image(Terrain.WALL, "A2", (-1, 0), (1, 0))
    assert reason_texts(board(".\n.\n.", outlines=(wall,)), "A1", "A3") == [
        "wall drawn at A2 blocks (LHY 4.2.1d)"
    ]
    lower = board("h/1\n.\nh/1", outlines=(wall,))
    assert visibility(lower, "A1", "A3") is CLEAR
    assert visibility(lower, "A1", "A3", "lower_walls_block") is BLOCKED


@proves("LHY-4.2.1e")
def test_4_2_1e_a_wall_hexside_blocks_a_line_across_it() -> None:
    drawn = board(".\n.\n.\n.", walls="A2-A3")
    assert visibility(drawn, "A1", "A4") is BLOCKED
    assert reason_texts(drawn, "A1", "A4") == ["wall at A2/A3 blocks (LHY 4.2.1e)"]


@proves("LHY-4.2.1e")
@pytest.mark.parametrize(
    ("start", "end", "walls", "expected"),
    [
        ("A1", "A5", "A3-A4", BLOCKED),
        ("A3", "A5", "A3-A4", CLEAR),
        ("A1", "A4", "A3-A4", CLEAR),
        ("A2", "A5", "A3-A4", BLOCKED),
        ("B1", "A4", "A3-B2", BLOCKED),
        ("B1", "A4", "A2-B2", CLEAR),
    ],
    ids=["neither", "before", "behind", "one-off", "slanting", "not-met"],
)
def test_4_2_1e_a_wall_does_not_block_for_units_beside_it(
    start: str, end: str, walls: str, expected: Visibility
) -> None:
    assert visibility(board(". .\n. .\n. .\n. .\n. .", walls=walls), start, end) is expected


@proves("LHY-4.2.1e")
def test_4_2_1e_a_wall_blocks_a_line_along_its_hexside_unless_a_unit_is_at_its_vertex() -> None:
    """From A2 to G2 the line runs between D1 and D2; C2 is at the end of that hexside."""
    drawn = open_ground(9, 3, walls="D1-D2")
    assert visibility(drawn, "A2", "G2") is BLOCKED
    assert visibility(drawn, "C2", "G2") is CLEAR


@proves("LHY-4.2.1e")
def test_4_2_1e_a_line_through_the_end_vertex_of_a_wall_is_blocked() -> None:
    """From A1 to B5 the line meets the vertex of A2, B2 and A3, where the wall between A2 and B2 ends."""
    walled = board(". .\n" * 4 + ". .", walls="A2-B2")
    assert visibility(walled, "A1", "B5") is BLOCKED
    assert reason_texts(walled, "A1", "B5") == ["wall at A2/B2 blocks (LHY 4.2.1e, OUR 9, inferred)"]
    assert visibility(board(". .\n" * 4 + ". .", walls="B2-B3"), "A1", "B5") is CLEAR


@proves("LHY-4.2.1e")
def test_4_2_1e_walls_lower_than_both_units_do_not_block() -> None:
    lower = board("h/1\n.\n.\nh/1", walls="A2-A3")
    assert visibility(lower, "A1", "A4") is CLEAR
    assert visibility(lower, "A1", "A4", "lower_walls_block") is BLOCKED
    assert visibility(board("h/1\nh/0\nh/0\n.\nh/1", walls="A3-A4"), "A1", "A5") is BLOCKED


ROW = board(
    ". u .\nu u u\n. u .",
    roads="A2 B2 C2",
    outlines=(
        image(Terrain.URBAN_BUILDING, "B1", (-0.5, -0.9), (0.5, -0.9), (0.5, -0.5), (-0.5, -0.5)),
        image(Terrain.URBAN_BUILDING, "B2", (-0.7, -0.9), (0.7, -0.9), (0.7, -0.6), (-0.7, -0.6)),
        image(Terrain.URBAN_BUILDING, "B2", (-0.7, 0.6), (0.7, 0.6), (0.7, 0.9), (-0.7, 0.9)),
        image(Terrain.URBAN_BUILDING, "B3", (-0.5, 0.5), (0.5, 0.5), (0.5, 0.9), (-0.5, 0.9)),
        image(Terrain.URBAN_BUILDING, "A2", (-0.7, 0.6), (0.7, 0.6), (0.7, 0.9), (-0.7, 0.9)),
        image(Terrain.URBAN_BUILDING, "C2", (-0.7, 0.6), (0.7, 0.6), (0.7, 0.9), (-0.7, 0.9)),
    ),
)
"""An urban road A2 B2 C2 with houses on both sides of B2."""


@proves("LHY-4.2.1f", "LHY-4.1.9c.2", "LHY-4.1.9.1", "LHY-4.2.0.4")
@pytest.mark.parametrize("kind", [TANK, TRUCK, GUN])
def test_4_2_1f_houses_beside_a_vehicle_or_gun_block_even_next_door(kind: str) -> None:
    standing = unit(kind, "B2")
    ruling = los(ROW, kind, "B1", units=[standing])
    assert ruling.verdict.visibility is BLOCKED
    assert "rban building at B2 beside the road blocks (LHY 4.2.1f)" in str(ruling)
    assert los(ROW, "B3", kind, units=[standing]).verdict.visibility is BLOCKED
    assert los(ROW, kind, "C2", units=[standing]).verdict.visibility.is_open
    assert los(ROW, "A2", kind, units=[standing]).verdict.visibility.is_open


@proves("LHY-4.2.1f", "LHY-4.1.9a")
def test_4_2_1f_houses_do_not_block_for_men_in_them() -> None:
    men = unit(SQUAD, "B2")
    assert los(ROW, SQUAD, "B1", units=[men]).verdict.visibility is CLEAR
    assert visibility(ROW, "B2", "B3") is CLEAR


@proves("LHY-4.2.1f")
def test_4_2_1f_houses_do_not_block_next_to_vehicles_off_the_road() -> None:
    no_road = board("u\nu\nu")
    assert los(no_road, TANK, "A1", units=[unit(TANK, "A2")]).verdict.visibility is CLEAR


@proves("LHY-4.2.2c.later")
def test_4_2_1f_houses_beside_a_vehicle_block_between_levels_too() -> None:
    hill = board(". h .\n. u .\n. . .", roads="A2 B2 C2", outlines=ROW.outlines[1:3])
    tank = unit(TANK, "B2")
    ruling = los(hill, "B1", TANK, units=[tank])
    assert ruling.verdict.visibility is BLOCKED
    assert "(LHY 4.2.1f, OUR 16, from Series Rules v3.0)" in str(ruling)
    strict = los(hill, "B1", TANK, units=[tank], switches=("road_row_on_same_level_only",))
    assert strict.verdict.visibility.is_open


@proves("LHY-4.1.13.2")
def test_4_1_13_improved_positions_block_nothing() -> None:
    assert los(board(".\n.\n."), "A1", "A3", markers="improved_position A2").verdict.visibility is CLEAR


@proves("LHY-4.1.6a", "LHY-4.1.6a.1", "LHY-4.1.6a.2", "LHY-4.1.6b", "LHY-4.1.4.7")
@pytest.mark.parametrize(("letter", "levels"), [("s", 1), ("b", 1), ("u", 2)])
def test_4_1_6_buildings_rise_by_their_kind(letter: str, levels: int) -> None:
    for level in (1, 2):
        between = board(f"h{level}/1\n{letter}\nh{level}/1")
        assert visibility(between, "A1", "A3") is (BLOCKED if levels > level else CLEAR)
    assert visibility(board(f".\n{letter}\n."), "A1", "A3") is BLOCKED


@proves("LHY-4.1.10.1", "LHY-4.1.11.1", "LHY-4.1.12.1")
@pytest.mark.parametrize(
    "crossing", [set(), {Terrain.BRIDGE}, {Terrain.FORD}], ids=["river", "bridge", "ford"]
)
def test_4_1_10_rivers_bridges_and_fords_are_open_ground(crossing: set[Terrain]) -> None:
    water = board(". . .\n. . .\n. . .", rivers="A2 B1 C2", hexes={"A2": crossing, "B1": crossing})
    assert visibility(water, "A1", "A3") is CLEAR
    assert visibility(water, "A2", "C2") is CLEAR
