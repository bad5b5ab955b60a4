"""18.1: which side controls a bridge or ford, the hexes by which it is entered, and the points of Casualty boxes."""

from typing import Any

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.effects.winning import casualty_points, controller_of, score_of, update_control
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.marker_events import ControlChanged
from rules.last_hundred_yards.state.events.unit_events import UnitMoved
from rules.last_hundred_yards.state.mission.map_parts import entries_of
from rules.last_hundred_yards.state.progress import progress_of
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import at, opened, start_of, unit

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
BRIDGED = board(
    """
    . . . . .
    . . . . .
    . . . . .
    . . . . .
    . . . . .
    """,
    rivers="A3 B2 C3 D2 E3",
    roads="C5 C4 C3 C2 C1",
    hexes={"C3": {Terrain.BRIDGE}, "A3": {Terrain.FORD}, "E3": {Terrain.FORD}},
)
"""A bridge at C3, entered from C4 in the south and C2 in the north; a ford at A3 that no road crosses."""


def at_the_crossing(place: str, *units: Unit, ground: HexBoard = BRIDGED, **options: Any) -> Resolution:
    goal = {"name": "The crossing", "hexes": [place], "points": 5, "held_by": "ge"}
    state = opened(
        ground, [*units, unit(LEADER, "E5"), unit("ge.2kp.1.leader", "E1")], objectives=[goal], **options
    )
    resolution = PLAY.resolution(state, ScriptedDice([]))
    update_control(resolution)
    return resolution


@proves("LHY-18.1.3b")
@pytest.mark.parametrize(
    ("places", "holder", "score"),
    [
        ((), "ge", 0),
        (("C3",), None, 0),
        (("C3", "C4"), None, 0),
        (("C2", "C4"), None, 0),
        (("C2", "C3", "C4"), "us", -5),
    ],
)
def test_18_1_3_a_bridge_is_controlled_with_both_its_entry_hexes_alone(
    places: tuple[str, ...], holder: str | None, score: int
) -> None:
    men = [unit(f"us.able.1.squad.{k}", place) for k, place in enumerate(places, 1)]
    resolution = at_the_crossing("C3", *men)
    (objective,) = resolution.position.mission.objectives
    assert controller_of(resolution.position, objective) == holder
    assert score_of(resolution.position).total == score


@proves("LHY-18.1.3b", "LHY-18.1.1a")
def test_18_1_3_the_side_that_last_went_through_an_entry_hex_holds_it() -> None:
    resolution = at_the_crossing("C3", unit(SQUAD, "C4"))
    (objective,) = resolution.position.mission.objectives
    for start, end in (("C4", "C3"), ("C3", "C2")):
        resolution.happen(UnitMoved(SQUAD, at(start), at(end)))
        update_control(resolution)
    assert controller_of(resolution.position, objective) == "us"
    assert [str(event) for event in resolution.events if isinstance(event, ControlChanged)] == [
        "us controls The crossing, entry C4",
        "us controls The crossing",
        "us controls The crossing, entry C2",
    ]
    resolution.happen(UnitMoved(SQUAD, at("C2"), at("B1")))
    assert controller_of(resolution.position, objective) == "us"


@proves("LHY-18.1.3b", "LHY-18.1.2")
def test_18_1_3_a_tank_holds_an_entry_hex_while_it_is_there() -> None:
    """The men hold the bridge and its southern entry hex; the tank beyond holds the third hex."""
    resolution = at_the_crossing("C3", unit(SQUAD, "C3"), unit("us.able.1.squad.2", "C4"), unit(TANK, "C2"))
    (objective,) = resolution.position.mission.objectives
    assert controller_of(resolution.position, objective) == "us"
    resolution.happen(UnitMoved(TANK, at("C2"), at("C1")))
    assert controller_of(resolution.position, objective) is None
    both = at_the_crossing("C3", unit(SQUAD, "C3"), unit("us.able.1.squad.2", "C4"), unit(FOE, "C2"))
    assert controller_of(both.position, both.position.mission.objectives[0]) is None


@proves("LHY-18.1.3b")
def test_18_1_3_a_ford_without_a_road_is_entered_from_any_hex_of_each_bank() -> None:
    """The river goes from A3 to B2: A2 is north of it, B3 and A4 are south (OUR 137)."""
    south = at_the_crossing("A3", unit(SQUAD, "A3"), unit("us.able.1.squad.2", "A4"))
    (objective,) = south.position.mission.objectives
    assert {frozenset(map(str, hexes)) for hexes in objective.entries} == {frozenset({"A2"}), frozenset({"B3", "A4"})}  # fmt: skip
    assert controller_of(south.position, objective) is None
    both = at_the_crossing(
        "A3", *(unit(f"us.able.1.squad.{k}", x) for k, x in ((1, "A3"), (2, "A4"), (3, "A2")))
    )
    assert controller_of(both.position, objective) == "us"


@proves("LHY-18.1.3b")
def test_18_1_3_where_a_river_ends_the_banks_are_those_of_one_that_goes_on_straight() -> None:
    """It comes to C3 from B2 in the north-west and would go on to D3: C2 and D2 are one bank, B3 and C4 the other (OUR 137)."""
    ground = open_ground(5, 5, rivers="B2 C3", hexes={"C3": {Terrain.FORD}})
    (objective,) = at_the_crossing("C3", ground=ground).position.mission.objectives
    assert {frozenset(map(str, hexes)) for hexes in objective.entries} == {frozenset({"C2", "D2"}), frozenset({"B3", "C4"})}  # fmt: skip


@proves("LHY-18.1.1b")
@pytest.mark.parametrize("area", [["C4", "C5"], ["C4"]])
def test_18_1_1_an_entry_in_a_set_up_area_begins_with_its_side(area: list[str]) -> None:
    resolution = at_the_crossing("C3", sides={"us": {"setup_area": area}})
    assert resolution.course.holder("The crossing, entry C4") == "us"
    assert resolution.course.holder("The crossing, entry C2") == "ge"
    assert controller_of(resolution.position, resolution.position.mission.objectives[0]) is None


@proves("LHY-18.1.3b")
def test_18_1_3_tiger_at_the_bridge_asks_for_both_ends_of_the_bridge_and_the_ford() -> None:
    mission = progress_of(start_of("lhy-tiger-at-the-bridge")).mission
    told = {
        objective.name: {str(place) for (place,) in objective.entries} for objective in mission.objectives
    }
    assert told == {"The bridge": {"H6", "J6"}, "The ford": {"G9", "I8"}}


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
