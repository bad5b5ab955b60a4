"""18.1: the hexes by which a bridge or ford is entered, as the river and its roads lie, and what Casualty boxes are worth."""

import pytest

from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.effects.winning import casualty_points
from rules.last_hundred_yards.state.mission.crossings import entries_of
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import at

OPEN = "\n".join([". . . . . . ."] * 7)


@proves("LHY-18.1.3b")
@pytest.mark.parametrize(
    ("rivers", "roads", "hexes", "entries"),
    [
        # About D4 lie, clockwise from the north, D3, E4, E5, D5, C5 and C4.
        ("D3 D4 D5", "", "D4", ["E4 E5", "C5 C4"]),
        ("C4 D4 E5", "", "D4", ["D3 E4", "D5 C5"]),
        ("D3 D4 E5", "", "D4", ["E4", "D5 C5 C4"]),  # a bend
        ("D3 D4 E4", "", "D4", ["E5 D5 C5 C4"]),  # so sharp that nothing is within it
        ("D3 D4", "", "D4", ["E4 E5", "C5 C4"]),  # a river that ends came straight
        ("E5 D4", "", "D4", ["D5 C5", "D3 E4"]),
        ("D3 D4 D5, D4 E5", "", "D4", ["E4", "C5 C4"]),  # E5 and D5 lie side by side
        ("D3 D4 C5, D4 E5", "", "D4", ["E4", "D5", "C4"]),  # where two rivers meet
        ("A3 A4 A5", "", "A4", ["B3 B4"]),  # at the edge of the map
        ("D3 D4 D5", "C4 D4 E5", "D4", ["E5", "C4"]),  # by road, where it crosses
        ("D3 D4 D5", "C4 D4", "D4", ["E4 E5", "C5 C4"]),  # a road that ends there does not
        ("D3 D4 D5", "", "D4 D5", []),
        ("D3 D4 D5", "", "D5", []),  # no bridge, no ford
    ],
)
@pytest.mark.parametrize("kind", [Terrain.BRIDGE, Terrain.FORD])
def test_18_1_3_a_crossing_is_entered_from_each_bank_or_by_its_road(
    rivers: str, roads: str, hexes: str, entries: list[str], kind: Terrain
) -> None:
    crossing = {"A4": {kind}} if hexes == "A4" else {"D4": {kind}}
    ground = board(OPEN, rivers=rivers, roads=roads, hexes=crossing)
    found = entries_of(ground, tuple(map(at, hexes.split())))
    assert {frozenset(map(str, one)) for one in found} == {frozenset(entry.split()) for entry in entries}
    assert len(found) == len(entries)


@proves("LHY-18.2b", "LHY-17.4", "LHY-12.3.3.2")
@pytest.mark.parametrize(("box", "points"), [(0, 0), (1, 4), (2, 6), (3, 9), (4, 12), (5, 15), (8, 24)])
def test_18_2_the_boxes_of_the_casualty_track(box: int, points: int) -> None:
    """The first three as they are printed, each box beyond them 3 more by the house values, or what the players say."""
    assert casualty_points(box) == points
    assert casualty_points(-box) == -points
    assert casualty_points(box, a_box=2) == points - max(0, box - 3)
