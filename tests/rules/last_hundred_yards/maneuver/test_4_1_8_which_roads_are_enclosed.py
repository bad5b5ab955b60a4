"""4.1.8 of the later editions: which hexes of a road are enclosed, by what stands in them and beside the road."""

import pytest

from rules.last_hundred_yards.questions.terrain.roads import (
    enclosed_between,
    enclosed_road_hexes,
    tree_lined_road_hexes,
)
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import at

OPEN = "\n".join([". . . . . . ."] * 7)
STRAIGHT = "D1 D2 D3 D4 D5 D6 D7"
"""Columns B, D and F stand half a hex lower: about D4 lie D3, E4, E5, D5, C5 and C4, clockwise."""


@proves("LHY-4.1.8.enclosed.1", "LHY-4.1.8.enclosed.2", "LHY-4.1.8.enclosed.3", "LHY-4.1.8.enclosed.4")
@pytest.mark.parametrize(
    ("roads", "lined", "enclosed"),
    [
        (STRAIGHT, "E4 C4", True),  # one line on either side
        (STRAIGHT, "E5 C5", True),
        (STRAIGHT, "E4 E5", False),  # both on one side
        (STRAIGHT, "E4", False),
        (STRAIGHT, "", False),
        (STRAIGHT, "D3 D5", False),  # across the road
        ("D1 D2 D3 D4 E5 F5", "C4 E4", True),  # a wide bend: one hexside within, two beyond
        ("D1 D2 D3 D4 E5 F5", "C4 C5", False),
        ("D1 D2 D3 D4 E4 F3", "C4", True),  # a sharp bend has no side within
        ("D1 D2 D3 D4 E4 F3", "D5", True),
        ("D1 D2 D3 D4 C4 B4", "E5", True),
        ("D1 D2 D3 D4", "E4 C4", True),  # a road that ends is taken to go straight on
        ("D1 D2 D3 D4", "E4 E5", False),
        ("D1 D2 D3 D4", "E5 C5", True),
        ("D1 D2 D3 D4", "E5 C4", True),
        ("D1 D2 D3 D4", "E4 D5", False),
        (f"{STRAIGHT}, D4 E5 F5", "C4 E4", True),  # a lane joins between E4 and D5
        (f"{STRAIGHT}, D4 E5 F5", "C4", False),
        (f"{STRAIGHT}, A6 B5 C5 D4 E4 F3 G3", "E5 C4", True),  # a crossroads has two sides left
        (f"{STRAIGHT}, A6 B5 C5 D4 E4 F3 G3", "E5", False),
        ("A1 A2", "E4 C4", False),  # no road here
    ],
)
def test_4_1_8_a_tree_line_stands_on_each_side_of_the_road(roads: str, lined: str, enclosed: bool) -> None:
    ground = board(OPEN, roads=roads, tree_lines=" ".join(f"D4-{near}" for near in lined.split()))
    assert (at("D4") in tree_lined_road_hexes(ground)) is enclosed
    assert (at("D4") in enclosed_road_hexes(ground)) is enclosed


@proves("LHY-4.1.8.enclosed.1", "LHY-4.1.8.enclosed.2", "LHY-4.1.8.enclosed.3", "LHY-4.1.8.enclosed.4")
@pytest.mark.parametrize(
    ("letter", "road", "enclosed"),
    [
        ("w", True, True),
        ("f", True, True),
        ("s", True, True),
        ("b", True, True),
        ("u", True, True),
        ("U", True, False),
        ("h", True, False),
        (".", True, False),
        ("w", False, False),
    ],
)
def test_4_1_8_woods_forest_and_buildings_enclose_the_road_in_their_hex(
    letter: str, road: bool, enclosed: bool
) -> None:
    rows = [". . . . . . ."] * 3 + [f". . . {letter} . . ."] + [". . . . . . ."] * 3
    ground = board("\n".join(rows), roads=STRAIGHT if road else "A1 A2")
    assert enclosed_road_hexes(ground) == (frozenset({at("D4")}) if enclosed else frozenset())
    assert enclosed_between(ground, at("D2"), at("D6")) == ((at("D4"),) if enclosed else ())
    assert not enclosed_between(ground, at("D4"), at("D6")), "the ends do not count"
    assert not enclosed_between(ground, at("C4"), at("E4")), "the line crosses the road"
