"""4.2.1b and 4.2.2b of the later series rules: switches that are off unless a table turns them on."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from rules.errors import Unknown
from rules.game.state import GameState
from rules.game.verdicts import Visibility
from rules.ground.hex.board import HexBoard, HexGround
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.editions import STRICT_2019, LaterGround
from rules.last_hundred_yards.book.options import AS_WE_READ, Options
from rules.last_hundred_yards.questions.sight.line_of_sight import sight_field
from rules.last_hundred_yards.ruleset import RULESET
from tests.drawing import board
from tests.oracle.boards import picture, random_case, random_grid
from tests.proving import proves
from tests.rules.last_hundred_yards.sight.sighting import los

CLEAR, BLOCKED, BLIND = Visibility.CLEAR, Visibility.BLOCKED, Visibility.BLIND
BESIDE, ALONG = "only_forest_blocks_beside", "forest_roads_block"
UP, DOWN = "A1 A2 A3 A4 A5", "A5 A4 A3 A2 A1"


def visibility(drawn: HexBoard, start: str, end: str, *named: str) -> Visibility:
    return los(drawn, start, end, switches=named).verdict.visibility


def reason_texts(drawn: HexBoard, start: str, end: str, *named: str) -> list[str]:
    return [str(reason) for reason in los(drawn, start, end, switches=named).reasons]


def column(drawn: str, roads: str = "") -> HexBoard:
    """Hexes A1, A2, … written in one line, with an open column beside them."""
    return board("\n".join(f"{word} ." for word in drawn.split()), roads=roads)


def with_woods_on_roads(drawn: HexBoard) -> HexBoard:
    along = {place for line in drawn.lines for place in line.path}
    wooded = {place: HexGround(frozenset({Terrain.WOODS}), drawn.level(place)) for place in along}
    return replace(drawn, hexes={**drawn.hexes, **wooded})


@proves("LHY-4.2.1b.later")
@pytest.mark.parametrize(
    ("drawn", "in_2019", "later"),
    [
        (". h/0 . . .\n. h/0 . . .", BLOCKED, CLEAR),
        (". w . . .\n. . . h/0 .", BLOCKED, CLEAR),
        (". . . h/0 .\n. f . . .", BLOCKED, CLEAR),
        (". w . . .\n. . . f .", BLOCKED, BLOCKED),
        (". w1/0 . . .\n. . . w .", BLOCKED, BLOCKED),
        (". w . f .\n. h/0 . . .", BLOCKED, CLEAR),
        (". w . f .\n. . . . .", CLEAR, CLEAR),
        (". . w . .\n. . . . .", CLEAR, CLEAR),
    ],
    ids=["hills", "hill-later-on", "hill-and-forest", "woods", "woods-on-a-hill", "one-hill", "one-side", "C1"],
)  # fmt: skip
def test_4_2_1b_in_the_later_rules_only_forest_blocks_beside_the_line(
    drawn: str, in_2019: Visibility, later: Visibility
) -> None:
    """From A2 to E2 the line runs between B1 and B2, through C2, and between D1 and D2."""
    assert visibility(board(drawn), "A2", "E2") is in_2019
    assert visibility(board(drawn), "A2", "E2", BESIDE) is later


@proves("LHY-4.2.1b.later")
def test_4_2_1b_later_hills_still_block_where_the_line_goes_through_them_or_their_contours() -> None:
    assert visibility(board(". . . . .\n. . h/0 . ."), "A2", "E2", BESIDE) is BLOCKED
    assert visibility(board(". h . . .\n. h . . ."), "A2", "E2", BESIDE) is BLOCKED


@proves("LHY-4.2.1b.later")
def test_4_2_1b_the_later_ruling_names_the_hills_it_ignores() -> None:
    assert reason_texts(board(". w . . .\n. . . h/0 ."), "A2", "E2", BESIDE) == [
        "level 1 hill at D2 does not block beside the line (LHY 4.2.1b, OUR 29, from Series Rules v2.1)",
        "nothing stands in the way (LHY 4.2.1)",
    ]


@proves("LHY-4.2.1b.later")
def test_4_2_1b_the_later_rule_applies_on_one_level_only() -> None:
    """Between levels hills on both sides that reach the higher end block, as 4.2.2a of the series rules says."""
    between = board(". h2 . . .\nh . . h2 .")
    assert visibility(between, "A2", "E2") is visibility(between, "A2", "E2", BESIDE) is BLOCKED


@proves("LHY-4.2.2b.later")
@pytest.mark.parametrize(
    ("drawn", "roads", "later"),
    [
        ("h3 . w . .", UP, BLOCKED),
        ("h3 . w . .", DOWN, BLOCKED),
        ("h3 . f . .", UP, BLOCKED),
        ("h3 . w . .", "", CLEAR),
        ("h3 . w . .", "A1 A2 A3", CLEAR),
        ("h3 . w . .", "B2 A3 B3", CLEAR),
        ("h3 . w . .", "A2 A3 B3", CLEAR),
        ("h3 . . . w", UP, CLEAR),
        ("w3 . . . .", UP, CLEAR),
        ("h3 . . . .", UP, CLEAR),
        ("h3 . w . h3", UP, CLEAR),
    ],
    ids=[
        "along", "drawn-the-other-way", "forest", "no-road", "road-ends", "across", "bends-away", "at-the-lower-end",
        "at-the-higher-end", "open-road", "one-level",
    ],
)  # fmt: skip
def test_4_2_2b_later_a_road_through_forest_blocks_a_line_along_it(
    drawn: str, roads: str, later: Visibility
) -> None:
    """From A1 to A5 the ground is low enough to look over in 2019, or forest would cast its blind hexes."""
    found = column(drawn, roads)
    in_2019 = BLIND if "f" in drawn else CLEAR
    assert visibility(found, "A1", "A5") is in_2019
    assert visibility(found, "A1", "A5", ALONG) is later


@proves("LHY-4.2.2b.later")
def test_4_2_2b_in_the_later_rules_a_line_along_the_road_follows_a_bend_but_not_a_hexside() -> None:
    bend = board("h3 .\nw .\n. .", roads="A1 A2 B2 B3")
    assert visibility(bend, "A1", "B3", ALONG) is BLOCKED
    crossing = board(". . . . .\nh3 . w . .", roads="A2 B1 C2 D1 E2")
    assert visibility(crossing, "A2", "E2", ALONG) is CLEAR


@proves("LHY-4.2.2b.later")
def test_4_2_2b_the_later_ruling_names_the_road_hex() -> None:
    assert reason_texts(column("h3 . w . .", UP), "A1", "A5", ALONG) == [
        "the line runs along the road through woods at A3 (LHY 4.2.2b, OUR 28, from Series Rules v2.1)"
    ]
    asked = RULESET.with_options((ALONG,), {})
    field = asked.sight_field(GameState(column("h3 . w . .", UP)), Hex.named("A1"))
    assert "roads through woods and forest block between levels (LHY 4.2.2b, from Series Rules v2.1)" in [
        str(reason) for reason in field.reasons
    ]


@settings(max_examples=30)
@given(st.randoms(use_true_random=False))
def test_one_switch_only_opens_lines_on_one_level_the_other_only_blocks_between_levels(rng: Random) -> None:
    case = random_case(rng, random_grid(rng, 2, 5))
    note(picture(case))
    drawn = with_woods_on_roads(case.board)
    state = GameState(drawn, {unit.id: unit for unit in case.units}, case.markers)
    for start in drawn.grid:
        now = sight_field(state, start, Options(case.switches, case.house)).verdict.visibility
        for named in (LaterGround.ONLY_FOREST_BLOCKS_BESIDE, LaterGround.FOREST_ROADS_BLOCK):
            later = sight_field(state, start, Options(case.switches | {named}, case.house)).verdict.visibility
            changed = {end for end in drawn.grid if later[end] is not now[end]}
            is_level = {drawn.level(start) == drawn.level(end) for end in changed}
            if named is LaterGround.ONLY_FOREST_BLOCKS_BESIDE:
                assert is_level <= {True}
                assert all(now[end] is BLOCKED and later[end].is_open for end in changed)
            else:
                assert is_level <= {False}
                assert all(later[end] is BLOCKED for end in changed)


def test_the_later_switches_are_no_part_of_strict_2019() -> None:
    assert AS_WE_READ.named((BESIDE, ALONG)).switches == {
        LaterGround.ONLY_FOREST_BLOCKS_BESIDE,
        LaterGround.FOREST_ROADS_BLOCK,
    }
    assert not AS_WE_READ.named((STRICT_2019,)).switches & frozenset(LaterGround)
    assert AS_WE_READ.named(("series-3.1",)).switches == frozenset(LaterGround)
    assert not AS_WE_READ.named(("2019",)).switches
    with pytest.raises(Unknown, match=r"did you mean forest_roads_block"):
        AS_WE_READ.named(("forest_roads",))


@proves("LHY-4.2.2b.later")
def test_4_2_2b_later_roads_that_only_lie_beside_each_other_are_no_road_along_the_line() -> None:
    """The line from A2 to E2 enters C2 from a hexside, and roads run to the north there."""
    across = board(". . . . .\nh3 . w . .\n. . . . .", roads="A1 A2 A3, C1 C2 C3, E1 E2 E3")
    assert visibility(across, "A2", "E2", ALONG) is CLEAR
