"""4.2.1d and 4.1.9.4 of the later editions: sight along roads between trees, houses and tree lines."""

import pytest

from rules.game.state import GameState
from rules.game.verdicts import Visibility
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.options import AS_WE_READ
from rules.last_hundred_yards.questions.sight.line_of_sight import sight_field
from rules.last_hundred_yards.questions.terrain.roads import enclosed_between, enclosed_road_hexes
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.sight.sighting import TANK, image, los, unit

CLEAR, BLOCKED, HINDERED = Visibility.CLEAR, Visibility.BLOCKED, Visibility.HINDERED
LATER = "series-3.1"
UP, DOWN = "A1 A2 A3 A4 A5", "A5 A4 A3 A2 A1"


def column(drawn: str, roads: str = UP, rivers: str = "") -> HexBoard:
    """Hexes A1, A2, … written in one line, with an open column beside them."""
    return board("\n".join(f"{word} ." for word in drawn.split()), roads=roads, rivers=rivers)


def visibility(drawn: HexBoard, start: str, end: str, *named: str) -> Visibility:
    return los(drawn, start, end, switches=named).verdict.visibility


@proves("LHY-4.2.1d.later")
@pytest.mark.parametrize(
    ("drawn", "roads", "later"),
    [
        (". w f . .", UP, CLEAR),
        (". w . . .", DOWN, CLEAR),
        (". w . . .", "", BLOCKED),
        (". . w . .", "A1 A2 A3", BLOCKED),
        (". . w . .", "B2 A3 B3", BLOCKED),
        (". . h . .", UP, BLOCKED),
        (". . w1/0 . .", UP, BLOCKED),
        ("h/0 . w1/0 . h/0", UP, CLEAR),
    ],
    ids=[
        "along",
        "drawn-the-other-way",
        "no-road",
        "road-ends",
        "across",
        "hill",
        "woods-on-a-hill",
        "on-the-hill",
    ],
)
def test_4_2_1d_woods_do_not_block_straight_along_the_road_through_them(
    drawn: str, roads: str, later: Visibility
) -> None:
    found = column(drawn, roads)
    assert visibility(found, "A1", "A5") is BLOCKED
    assert visibility(found, "A1", "A5", LATER) is later
    assert visibility(found, "A1", "A5", "enclosed_roads") is later


@proves("LHY-4.2.1d")
@pytest.mark.parametrize("edition", ["2019", LATER])
def test_4_2_1d_a_house_beside_the_road_blocks_no_line_along_it_unless_drawn_so(edition: str) -> None:
    """An undrawn house is beside the road (OUR 11); a drawn one on the line blocks."""
    assert visibility(column(". . s . .", UP), "A1", "A5", edition) is CLEAR
    assert visibility(column(". . s . .", ""), "A1", "A5", edition) is BLOCKED
    on_road = image(Terrain.STONE_BUILDING, "A3", (-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3))
    drawn = open_ground(1, 5, {"A3": "s"}, roads=UP, outlines=(on_road,))
    assert visibility(drawn, "A1", "A5", edition) is BLOCKED


@proves("LHY-4.2.1d.later")
def test_4_2_1d_a_line_along_a_river_through_woods_is_open() -> None:
    assert visibility(column(". . w . .", "", UP), "A1", "A5", LATER) is CLEAR
    assert visibility(column(". . w . .", "", UP), "A1", "A5") is BLOCKED


@proves("LHY-4.2.1d.later")
def test_4_2_1d_trees_block_a_line_that_cuts_a_bend_or_crosses_the_road_at_an_angle() -> None:
    bend = board(". .\nw .\n. .", roads="A1 A2 B2 B3")
    assert visibility(bend, "A1", "B3", LATER) is BLOCKED
    row = board(". . . . .\n. w . . .\n. . w . .\n. . . . .", roads="A2 B2 C3 D3 E4")
    assert visibility(row, "A2", "E4", LATER) is CLEAR
    assert visibility(row, "A2", "E3", LATER) is BLOCKED


@proves("LHY-4.2.1d.later")
def test_4_2_1d_the_ruling_names_the_road_and_the_limits() -> None:
    told = [str(reason) for reason in los(column(". . w . ."), "A1", "A5", switches=(LATER,)).reasons]
    assert told == [
        "the line keeps to the road through woods at A3 (LHY 4.2.1d, OUR 33, inferred)",
        "along the enclosed road through A3 small arms reach 2 hexes, anti-tank fire 6, mortar spotters see 4, "
        "and units react within 6 to vehicles and guns, within 4 to others (LHY 4.1.8, OUR 34, inferred)",
        "nothing stands in the way (LHY 4.2.1)",
    ]
    near = los(column(". . w . ."), "A2", "A4", switches=(LATER,))
    assert not any("small arms" in reason.text for reason in near.reasons)
    field = sight_field(GameState(column(". . w . .")), Hex.named("A1"), AS_WE_READ.named((LATER,)))
    assert (
        "reaction, fire and mortar spotting are limited along enclosed roads (LHY 4.1.8, OUR 34, inferred)"
        in [str(reason) for reason in field.reasons]
    )


@proves("LHY-4.1.8.enclosed.5")
@pytest.mark.parametrize(
    ("drawn", "roads"), [(". . . . .", UP), (". . w . .", "B2 A3 B3")], ids=["open", "across"]
)
def test_4_1_8_no_limit_along_an_open_road_nor_across_an_enclosed_one(drawn: str, roads: str) -> None:
    told = los(column(drawn, roads), "A1", "A5", switches=(LATER,)).reasons
    assert told
    assert not any("small arms reach" in reason.text for reason in told)


@proves("LHY-4.1.8.enclosed.5")
@pytest.mark.parametrize(
    ("trees", "road", "is_enclosed"),
    [
        ("B2-B1 B2-B3", "A2 B2 C3", True),
        ("B2-A3 B2-C2", "B1 B2 B3", True),
        ("B2-A2 B2-A3 B2-C2 B2-C3", "B1 B2 B3", True),
        ("B2-A2 B2-A3", "B1 B2 B3", False),
        ("B2-B1 B2-B3", "B1 B2 B3", False),
        ("B2-A3 B2-C2", "B1 B2", True),
        ("B2-A3 B2-A2", "B1 B2", False),
        ("B2-C2 B2-A3", "B1 B2 C3", True),
        ("B2-A3 B2-A2", "B1 B2 C3", False),
        ("B2-B3", "B1 B2 C2", True),
        ("B2-A2 B2-C2", "B1 B2 B3, B2 A3", True),
        ("B2-A2", "B1 B2 B3, B2 A3", False),
        ("B2-A2 B2-C2", "B2", False),
    ],
    ids=[
        "aslant", "one-each-side", "all-along", "one-side", "on-the-road", "road-ends", "road-ends-one-side", "bend",
        "bend-outside", "sharp-bend", "junction", "junction-one-side", "no-way-out",
    ],
)  # fmt: skip
def test_4_1_8_tree_lines_on_both_sides_enclose_a_road(trees: str, road: str, is_enclosed: bool) -> None:
    """B2 has B1 above, then clockwise C2, C3, B3, A3, A2 (reading 32)."""
    drawn = board(". . .\n. . .\n. . .", tree_lines=trees, roads=road)
    assert (Hex.named("B2") in enclosed_road_hexes(drawn)) is is_enclosed


@proves("LHY-4.1.8.enclosed.5")
def test_4_1_8_woods_forest_and_buildings_enclose_the_road_of_their_hex() -> None:
    drawn = board(". w f s b u . U", roads="A1 B1 C2 D1 E1 F1 G1 H1".replace("C2", "C1"))
    assert {place.label for place in enclosed_road_hexes(drawn)} == {"B1", "C1", "D1", "E1", "F1"}


@proves("LHY-4.1.8.enclosed.5")
@pytest.mark.parametrize(
    ("start", "end", "between"),
    [
        ("A1", "A5", "A2 A3"),
        ("A5", "A1", "A3 A2"),
        ("A2", "A5", "A3"),
        ("A3", "A5", ""),
        ("B1", "B4", ""),
        ("B3", "A1", ""),
    ],
)
def test_4_1_8_only_hexes_between_that_the_line_runs_along_count(start: str, end: str, between: str) -> None:
    drawn = board(". .\nw .\nw .\n. .\n. .", roads=UP)
    found = enclosed_between(drawn, Hex.named(start), Hex.named(end))
    assert [place.label for place in found] == between.split()


@proves("LHY-4.1.8.enclosed.1", "LHY-4.1.8.enclosed.2", "LHY-4.1.8.enclosed.3", "LHY-4.1.8.enclosed.4")
def test_4_1_8_a_line_along_the_hexside_of_two_hexes_runs_along_the_road_of_neither() -> None:
    """From A2 to C2 it runs between B1 and B2, through both of which the road winds."""
    drawn = board(". w .\n. w .\n. . .", roads="A2 B1 B2 C2")
    assert not enclosed_between(drawn, Hex.named("A2"), Hex.named("C2"))


@proves("LHY-4.2.2b.later")
def test_4_2_2b_in_the_later_edition_a_tree_lined_road_blocks_a_line_along_it_between_levels() -> None:
    trees = "A3-B2 A3-B3"
    drawn = open_ground(3, 5, {"A1": "h3"}, roads=UP, tree_lines=trees)
    assert visibility(drawn, "A1", "A5", LATER) is CLEAR, "column A has no hexes to its left: one side only"
    both = open_ground(3, 5, {"B1": "h3"}, roads="B1 B2 B3 B4 B5", tree_lines="B3-A3 B3-C3")
    assert visibility(both, "B1", "B5", LATER) is BLOCKED
    assert visibility(both, "B1", "B5") is CLEAR
    assert visibility(both, "B1", "B5", "forest_roads_block") is CLEAR


@proves("LHY-4.2.2b.later")
def test_4_2_2b_in_the_later_edition_a_line_through_a_shared_corner_of_two_road_hexes_is_along_the_road() -> (
    None
):
    """From C2 to C3 the line touches D2 in their common corner; it leaves C4 where no road goes."""
    hill = "\n".join([". . h3 ."] + [". . . ."] * 4)
    for trees, later in (("C2-B1 C2-D1", BLOCKED), ("C2-B1", CLEAR)):
        drawn = board(hill, roads="C1 C2 C3 C4", tree_lines=trees)
        assert visibility(drawn, "C1", "D5", LATER) is later
        assert visibility(drawn, "D5", "C1", LATER) is later
        assert visibility(drawn, "C1", "D5") is CLEAR


@proves("LHY-4.2.4d")
@pytest.mark.parametrize(
    ("at", "in_2019", "later"),
    [("A3", CLEAR, HINDERED), ("A2", CLEAR, CLEAR), ("A5", CLEAR, CLEAR), ("A1", CLEAR, CLEAR)],
)
def test_4_2_4d_in_the_later_edition_vehicles_on_any_enclosed_road_between_are_hindrances(
    at: str, in_2019: Visibility, later: Visibility
) -> None:
    high = column("h2/0 h2/0 w1/0 h2/0 w2/0")
    assert los(high, "A1", "A5", units=[unit(TANK, at)]).verdict.visibility is in_2019
    found = los(column(". . w . w"), "A1", "A5", units=[unit(TANK, at)], switches=(LATER,))
    assert found.verdict.visibility is later
    if later is HINDERED:
        assert (
            "vehicle on the enclosed road at A3 hinders by 1 (LHY 4.2.4d, OUR 36, from Series Rules v2.1)"
            in [str(reason) for reason in found.reasons]
        )


@proves("LHY-4.2.4d")
def test_4_2_4d_in_the_later_edition_a_vehicle_at_the_end_of_the_line_is_no_hindrance() -> None:
    """In 2019 the line into its hex counts, later only hexes between."""
    houses = tuple(
        image(Terrain.URBAN_BUILDING, label, (-1.4, -0.5), (-1.1, -0.5), (-1.1, 0.5))
        for label in ("A3", "A5")
    )
    town = board("U .\nU .\nu .\nU .\nu .", roads=UP, outlines=houses)
    state_units = [unit(TANK, "A5")]
    assert los(town, "A1", "A5", units=state_units).verdict.visibility is HINDERED
    assert los(town, "A1", "A5", units=state_units, switches=(LATER,)).verdict.visibility is CLEAR
