"""4.2.2 and 4.2.3: lines between units on different levels, and blind hexes."""

import pytest

from rules.errors import BadInput
from rules.game.verdicts import Visibility
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE, BlindHexTable
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.book.terrain_effects import heights
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.sight.sighting import image, los

CLEAR, BLOCKED, BLIND = Visibility.CLEAR, Visibility.BLOCKED, Visibility.BLIND


def column(drawn: str) -> str:
    """Hexes A1, A2, … written in one line."""
    return "\n".join(drawn.split())


def visibility(drawn: str, start: str, end: str, *switches: str) -> Visibility:
    return los(board(drawn), start, end, switches=switches).verdict.visibility


def reason_texts(drawn: str, start: str, end: str) -> list[str]:
    return [str(reason) for reason in los(board(drawn), start, end).reasons]


@proves("LHY-4.2.2.1", "LHY-4.1.4.3", "LHY-4.0d")
@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ("h . . .", CLEAR),
        ("h . h .", BLOCKED),
        ("h . w .", BLOCKED),
        ("h . f .", BLOCKED),
        ("h2 . h2 .", BLOCKED),
        ("h2 . w1 .", BLOCKED),
        ("h3 . f1 .", BLOCKED),
        ("h3 . . w1", CLEAR),
        ("f2 . . .", CLEAR),
    ],
)
def test_4_2_2_ground_as_high_as_the_higher_end_blocks(drawn: str, expected: Visibility) -> None:
    assert visibility(column(drawn), "A1", "A4") is expected


@proves("LHY-4.2.2.1")
def test_4_2_2_the_ruling_says_how_high_the_obstacle_reaches() -> None:
    assert reason_texts(column("h . w ."), "A1", "A4") == [
        "woods at A3 reaches level 1, the higher end is on 1 (LHY 4.2.2)"
    ]
    assert reason_texts(column("h2 . f ."), "A1", "A4") == [
        "forest at A3 reaches level 2, the higher end is on 2 (LHY 4.2.2, inferred)"
    ]


@proves("LHY-4.2.2.1", "LHY-4.1.4.7")
def test_4_2_2_a_building_blocks_where_the_line_meets_its_outline() -> None:
    assert reason_texts(column("h . s ."), "A1", "A4") == [
        "stone building at A3 reaches level 1, the higher end is on 1 (LHY 4.2.2, OUR 18, inferred; LHY 4.2.1d, OUR 11, house value)"
    ]
    drawn = image(Terrain.STONE_BUILDING, "A3", (-0.3, -0.3), (0.3, -0.3), (0, 0.3))
    assert [
        str(reason) for reason in los(board(column("h . s ."), outlines=(drawn,)), "A1", "A4").reasons
    ] == ["stone building at A3 reaches level 1, the higher end is on 1 (LHY 4.2.2, OUR 18, inferred)"]
    aside = image(Terrain.STONE_BUILDING, "A3", (0.6, -0.3), (1, 0), (0.6, 0.3))
    assert los(board(column("h . s ."), outlines=(aside,)), "A1", "A4").verdict.visibility is CLEAR


@proves("LHY-4.2.2a.later")
@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        (". w . . .\nh w . . .", BLOCKED),
        (". w . . .\nh . . w .", BLOCKED),
        (". w . w .\nh . . . .", CLEAR),
        (". . . . .\nh2 w . w .", CLEAR),
    ],
)
def test_4_2_2_a_line_along_hexsides_is_blocked_by_obstacles_on_both_sides_anywhere(
    drawn: str, expected: Visibility
) -> None:
    assert visibility(drawn, "A2", "E2") is expected
    assert visibility(drawn, "A2", "E2", "hexsides_open_between_levels") is CLEAR


@proves("LHY-4.2.3.1", "LHY-4.2.3.2", "LHY-4.2.3.6", "LHY-4.2.3.4", "LHY-4.2.3.5", "LHY-4.2.2.2")
@pytest.mark.parametrize(
    ("drawn", "end", "expected"),
    [
        ("h2 . w . . .", "A4", BLIND),
        ("h2 . w . . .", "A5", BLIND),
        ("h2 . w . . .", "A6", CLEAR),
        ("h3 . w . . .", "A4", BLIND),
        ("h3 . w . . .", "A5", CLEAR),
        ("h2 . h1 . . .", "A5", BLIND),
        ("h2 . s . . .", "A5", BLIND),
        ("h2 . b . . .", "A5", BLIND),
        ("h2 . . . . .", "A4", CLEAR),
    ],
)
def test_4_2_3_blind_hexes_behind_an_obstacle(drawn: str, end: str, expected: Visibility) -> None:
    """Our table: 2 hexes out, 1 below the higher end casts 2 blind hexes; 2 below it casts 1."""
    assert visibility(column(drawn), "A1", end) is expected


@proves("LHY-4.2.3.4", "LHY-4.2.3.5")
@pytest.mark.parametrize(("end", "expected"), [("A23", BLIND), ("A24", CLEAR)])
def test_4_2_3_a_farther_obstacle_casts_more_blind_hexes(end: str, expected: Visibility) -> None:
    """Our table: 11 hexes out, 1 below the higher end casts 11 blind hexes."""
    assert visibility(column("h2" + 10 * " ." + " w" + 12 * " ."), "A1", end) is expected


@proves("LHY-4.2.3.recip", "LHY-4.2.3.6")
def test_4_2_3_blind_hexes_say_why_and_are_blind_both_ways() -> None:
    drawn = column("h2 . w . . .")
    reason = "woods at A3 of level 1, 1 below the higher end and 2 from it, casts 2 blind hexes"
    assert reason_texts(drawn, "A1", "A5") == [f"{reason} (LHY 4.2.3, house value)"]
    assert reason_texts(drawn, "A5", "A1") == [f"{reason} (LHY 4.2.3, house value)"]
    assert str(los(board(drawn), "A5", "A1")).startswith("LOS A5 to A1: no LOS, blind hex.")


@proves("LHY-4.2.3.3")
def test_4_2_3_walls_are_ignored() -> None:
    drawn = board(
        column("h . . . ."), walls="A2-A3 A3-A4", outlines=(image(Terrain.WALL, "A3", (-1, 0), (1, 0)),)
    )
    assert los(drawn, "A1", "A5", switches=("strict_2019",)).verdict.visibility is CLEAR


@proves("LHY-4.2.3.6")
def test_4_2_3_players_may_set_their_own_table_of_blind_hexes() -> None:
    own = PRINTED_NOWHERE.with_values({"blind_hexes": [[0, 3], [0, 0]]})
    drawn = board(column("h2 . w . . . ."))
    verdicts = [
        los(drawn, "A1", end, options=Options(house=own)).verdict.visibility for end in ("A4", "A6", "A7")
    ]
    assert verdicts == [BLIND, BLIND, CLEAR]
    near = board(column("h2 w . . ."))
    assert los(near, "A1", "A3", options=Options(house=own)).verdict.visibility is CLEAR


@proves("LHY-4.2.3.6")
@pytest.mark.parametrize("rows", [[], [[]], [[1, 2], [1]], [[1, -1]], [[1.5]], [[True]], "x", 3])
def test_4_2_3_a_malformed_table_of_blind_hexes_is_refused(rows: object) -> None:
    with pytest.raises(BadInput, match=r"house\.blind_hexes"):
        PRINTED_NOWHERE.with_values({"blind_hexes": rows})


@proves("LHY-4.2.3.4")
def test_4_2_3_beyond_the_table_its_last_row_and_column_apply() -> None:
    table = BlindHexTable(((1, 2), (3, 4)))
    assert [table.blind(*at) for at in ((1, 1), (1, 9), (2, 1), (7, 9))] == [1, 2, 3, 4]


@proves("LHY-4.2.3.2")
def test_4_2_3_an_obstacle_hides_only_lower_hexes() -> None:
    """A unit on level 2 or level 1 sees over woods of height 1 to a unit on level 1."""
    drawn = column("h2 . w h1 .")
    assert visibility(drawn, "A1", "A4") is CLEAR
    assert visibility(drawn, "A1", "A4", "blind_at_any_level") is BLIND
    assert visibility(column("h1/1 . w h1/1"), "A1", "A4") is CLEAR


@proves("LHY-4.2.3.side")
@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        (". w . . .\nh2 w . . .", BLIND),
        (". w . . .\nh2 h1 . . .", BLIND),
        (". w . . .\nh2 . . w .", CLEAR),
        (". w1 . . .\nh3 w . . .", CLEAR),
    ],
    ids=["both", "woods-and-hill", "not-the-same-hexside", "row-of-the-lower"],
)
def test_4_2_3_along_a_hexside_both_hexes_must_hide_and_the_lower_table_row_applies(
    drawn: str, expected: Visibility
) -> None:
    """From A2 to C2 along B1 and B2, 1 hex from the higher end."""
    end = "C2" if expected is BLIND else "E2"
    assert visibility(drawn, "A2", end) is expected
    if expected is BLIND:
        assert visibility(drawn, "A2", end, "hexsides_open_between_levels") is CLEAR
        assert (
            "along the hexside (LHY 4.2.3, OUR 7, from Series Rules v3.0)"
            in reason_texts(drawn, "A2", end)[0]
        )


@proves("LHY-4.2.3.side")
def test_4_2_3_along_a_hexside_one_hex_alone_hides_nothing() -> None:
    assert visibility(". w .\nh2 . .", "A2", "C2") is CLEAR
    assert visibility(". w .\nh2 . .", "A2", "C2", "blind_at_any_level") is CLEAR


@proves("LHY-4.2.3.side")
def test_4_2_3_along_a_hexside_the_higher_hex_alone_would_hide_more() -> None:
    """Table: 1 below casts 3, 2 below casts none. B2 alone is 1 below, the lower hex B1 2 below."""
    options = Options(house=PRINTED_NOWHERE.with_values({"blind_hexes": [[3], [0]]}))
    drawn = board(". w . . .\nh3 w1 . . .")
    assert los(drawn, "A2", "C2", options=options).verdict.visibility is CLEAR
    both = board(". w1 . . .\nh3 w1 . . .")
    assert los(both, "A2", "C2", options=options).verdict.visibility is BLIND


@proves("LHY-4.1.4.7", "LHY-4.1.6a", "LHY-4.1.6a.1", "LHY-4.1.6a.2", "LHY-4.1.6b")
def test_4_1_levels_of_terrain_above_its_ground() -> None:
    """Woods and stone buildings by the book, the others by house values, all typed in again."""
    assert {terrain: height.levels for terrain, height in heights(PRINTED_NOWHERE).items()} == {
        Terrain.WOODS: 1,
        Terrain.FOREST: 2,
        Terrain.STONE_BUILDING: 1,
        Terrain.WOODEN_BUILDING: 1,
        Terrain.URBAN_BUILDING: 2,
        Terrain.TREE_LINE: 1,
    }
