"""4.1.8 and 4.2 of the later editions: tree lines along hexsides, and what they do to sight."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.game.verdicts import Visibility
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE
from rules.last_hundred_yards.book.options import AS_WE_READ
from rules.last_hundred_yards.questions.sight.line_of_sight import sight_field
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.sight.sighting import los

CLEAR, BLOCKED, BLIND = Visibility.CLEAR, Visibility.BLOCKED, Visibility.BLIND
LATER = "series-3.1"


def column(drawn: str, tree_lines: str) -> GameState:
    """Hexes A1, A2, … written in one line, with an open column beside them."""
    return GameState(board("\n".join(f"{word} ." for word in drawn.split()), tree_lines=tree_lines))


@proves("LHY-4.2.1d.later")
@pytest.mark.parametrize(
    ("start", "end", "later"),
    [
        ("A1", "A6", BLOCKED),
        ("A2", "A5", BLOCKED),
        ("A3", "A6", CLEAR),
        ("A1", "A4", CLEAR),
        ("B1", "B6", CLEAR),
        ("A2", "B6", BLOCKED),
        ("A1", "B5", CLEAR),
        ("A4", "A6", CLEAR),
    ],
    ids=[
        "through",
        "near",
        "from-beside-it",
        "to-beside-it",
        "past-it",
        "vertex",
        "past-its-vertex",
        "beyond-it",
    ],
)
def test_4_2_1d_a_tree_line_blocks_a_line_through_it_but_not_to_or_from_beside_it(
    start: str, end: str, later: Visibility
) -> None:
    drawn = open_ground(2, 6, tree_lines="A3-A4")
    assert los(drawn, start, end, switches=(LATER,)).verdict.visibility is later
    assert los(drawn, start, end, switches=("tree_lines",)).verdict.visibility is later
    assert los(drawn, start, end).verdict.visibility is CLEAR


@proves("LHY-4.2.1d.later")
@pytest.mark.parametrize(
    ("trees", "later"),
    [("D1-D2", BLOCKED), ("B1-B2", CLEAR), ("F1-F2", CLEAR), ("C2-D1", BLOCKED), ("C1-D1", CLEAR)],
)
def test_4_2_1d_a_tree_line_blocks_a_line_along_it_or_at_its_vertex(trees: str, later: Visibility) -> None:
    """From A2 to G2 the line runs between B1 and B2, D1 and D2, F1 and F2, by the vertex of C2 and D1."""
    drawn = board(". . . . . . .\n. . . . . . .", tree_lines=trees)
    assert los(drawn, "A2", "G2", switches=(LATER,)).verdict.visibility is later


@proves("LHY-4.2.1d.later")
@pytest.mark.parametrize(
    ("drawn", "later"),
    [
        (". . . . . .", BLOCKED),
        ("h/0 . . . . h/0", CLEAR),
        ("h/0 . h/0 . . h/0", BLOCKED),
        ("h/0 . . h/0 . h/0", BLOCKED),
        ("h2/0 . h/0 . . h2/0", CLEAR),
    ],
    ids=["level", "lower", "beside-a-hill", "behind-a-hill", "lower-on-a-hill"],
)
def test_4_2_1d_on_one_level_a_tree_line_blocks_if_it_is_higher_than_the_units(
    drawn: str, later: Visibility
) -> None:
    """A tree line is one level higher than the higher of the two hexes beside it (reading 30)."""
    found = column(drawn, "A3-A4")
    field = sight_field(found, Hex.named("A1"), AS_WE_READ.named((LATER,))).verdict
    assert field.visibility[Hex.named("A6")] is later


@proves("LHY-4.2.1d.later")
def test_4_2_3_seen_from_above_a_tree_line_hides_hexes_behind_it_but_not_those_beside_it() -> None:
    """One level below A1 and two hexes from it: two blind hexes by the house table, A4 and A5; A4 is beside it."""
    drawn = board("h2 .\n. .\n. .\n. .\n. .\n. .", tree_lines="A3-A4")
    seen = {
        end: los(drawn, "A1", end, switches=(LATER,)).verdict.visibility for end in ("A3", "A4", "A5", "A6")
    }
    assert seen == {"A3": CLEAR, "A4": CLEAR, "A5": BLIND, "A6": CLEAR}
    low = board("h .\n. .\n. .\n. .\n. .\n. .", tree_lines="A3-A4")
    assert los(low, "A1", "A6", switches=(LATER,)).verdict.visibility is BLOCKED
    assert los(drawn, "A1", "A5").verdict.visibility is CLEAR


@proves("LHY-4.2.1d.later")
def test_4_2_3_the_tree_line_counts_from_the_nearer_of_its_hexes() -> None:
    """Two levels below A1: from A4 it is three hexes, two blind; from A5 it would be four, and two blind from there."""
    drawn = open_ground(2, 8, {"A1": "h3"}, tree_lines="A4-A5")
    seen = [los(drawn, "A1", f"A{row}", switches=(LATER,)).verdict.visibility for row in (5, 6, 7)]
    assert seen == [CLEAR, BLIND, CLEAR]


def test_4_2_1e_a_player_may_give_tree_lines_another_height() -> None:
    tall = replace(AS_WE_READ.named((LATER,)), house=PRINTED_NOWHERE.with_values({"tree_line_levels": 2}))
    drawn = board("h/0 .\n. .\n. .\n. .\n. .\nh/0 .", tree_lines="A3-A4")
    assert los(drawn, "A1", "A6", options=tall).verdict.visibility is BLOCKED
    assert los(drawn, "A1", "A6", switches=(LATER,)).verdict.visibility is CLEAR


@proves("LHY-4.2.1d.later")
def test_4_2_1d_the_reasons_name_the_tree_line() -> None:
    drawn = open_ground(2, 6, tree_lines="A3-A4")
    told = [str(reason) for reason in los(drawn, "A1", "A6", switches=(LATER,)).reasons]
    assert told == ["tree line at A3/A4 blocks (LHY 4.2.1e, OUR 30, house value)"]
    high = board("h2/0 .\n. .\n. .\n. .\n. .\nh2/0 .", tree_lines="A3-A4")
    assert str(los(high, "A1", "A6", switches=(LATER,)).reasons[0]) == (
        "tree line at A3/A4 does not rise above both (LHY 4.2.1e, OUR 30, house value)"
    )
    above = board("h2 .\n. .\n. .\n. .\n. .\n. .", tree_lines="A3-A4")
    assert [str(reason) for reason in los(above, "A1", "A5", switches=(LATER,)).reasons] == [
        "tree line at A3/A4 of level 1, 1 below the higher end and 2 from it, casts 2 blind hexes "
        "(LHY 4.2.3, OUR 31, inferred; LHY 4.1.4, house value)"
    ]


def test_no_tree_line_of_a_board_counts_in_2019() -> None:
    every = "A1-A2 A2-A3 A3-A4 A1-B1 A2-B1 A2-B2 A3-B2 A3-B3 B1-B2 B2-B3 B3-C3"
    bare, lined = board(". w .\n. . h\n. s .\n. . ."), board(". w .\n. . h\n. s .\n. . .", tree_lines=every)
    for place in bare.grid:
        assert sight_field(GameState(lined), place, AS_WE_READ) == sight_field(
            GameState(bare), place, AS_WE_READ
        )
