"""The MP costs of 4.1: terrain, hills, walls, roads, urban roads, rivers, bridges, fords."""

from fractions import Fraction

import pytest

from rules.errors import BadInput, Unknown
from rules.game.ruling import Ruling
from rules.game.verdicts import Reach
from rules.ground.hex.board import HexBoard
from rules.ground.hex.graph import HexNode
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.questions.movement.allowance_table import MoveClass
from rules.last_hundred_yards.questions.movement.costs import Row, cost_table
from rules.last_hundred_yards.questions.movement.rivers import EITHER_BANK, FROM_BEFORE, LEFT_BANK, RIGHT_BANK
from rules.last_hundred_yards.questions.movement.steps import Walker, step
from rules.last_hundred_yards.state.position import NextStep
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.maneuver.moving import (
    HALFTRACK,
    SQUAD,
    TANK,
    TRUCK,
    asked,
    costs,
    mover,
    other,
    ruled,
    way,
)
from tests.rules.last_hundred_yards.sight.sighting import image

BARRED = None


def one_step(drawn: HexBoard, unit_type: str, start: str = "A1", end: str = "A2") -> float | None:
    return costs(drawn, mover(unit_type, start, "in_motion")).get(end)


@proves("LHY-T-MP.foot", "LHY-T-MP.afv", "LHY-10.0.2", "LHY-4.0.1", "LHY-4.1.3")
@pytest.mark.parametrize(
    ("letter", "foot", "tank", "halftrack", "truck"),
    [
        (".", 1, 1, 1, 2),
        ("w", 1.5, 3, BARRED, BARRED),
        ("f", 1.5, 4, BARRED, BARRED),
        ("s", 1, 2, BARRED, BARRED),
        ("b", 1, 2, BARRED, BARRED),
        ("u", 2, BARRED, BARRED, BARRED),
        ("U", 1, 1, 1, 1),
    ],
)
def test_10_0_the_mp_of_terrain(
    letter: str, foot: float, tank: float | None, halftrack: float | None, truck: float | None
) -> None:
    drawn = board(f".\n{letter}")
    assert one_step(drawn, SQUAD) == foot
    assert one_step(drawn, TANK) == tank
    assert one_step(drawn, HALFTRACK) == halftrack
    assert one_step(drawn, TRUCK) == truck


@proves("LHY-T-MP.foot", "LHY-T-MP.afv", "LHY-T-MP.carrier", "LHY-10.0.2", "LHY-4.0.1")
def test_10_0_the_whole_table_of_mp() -> None:
    """The table typed in again: men on foot, AFVs, halftracks, trucks; lines from the ford on are added to the others."""
    no = None
    assert {
        row: [line.of(move) for move in MoveClass] for row, line in cost_table(PRINTED_NOWHERE).items()
    } == {
        Row.OPEN: [1, 1, 1, 2],
        Row.PAVED: [1, 1, 1, 1],
        Row.ROAD: [1, 1, 1, 1],
        Row.RURAL_BUILDING: [1, 2, no, no],
        Row.WOODS: [1.5, 3, no, no],
        Row.FOREST: [1.5, 4, no, no],
        Row.URBAN_BUILDING: [2, no, no, no],
        Row.RIVER: [1.5, no, no, no],
        Row.FORD: [0.5, 2, 2, 1],
        Row.UPHILL: [0.5, 1, 1, 1],
        Row.WALL: [0, 1, 1, no],
        Row.TREE_LINE: [0, 1, no, no],
    }


@proves("LHY-10.0.2")
def test_10_0_of_several_terrains_the_most_expensive_is_paid() -> None:
    drawn = board(".\nw", hexes={"A2": {Terrain.FOREST, Terrain.STONE_BUILDING}})
    assert one_step(drawn, TANK) == 4


@proves("LHY-T-MP.carrier", "LHY-4.1.6c")
def test_4_1_6_vehicles_do_not_enter_urban_buildings_but_by_road() -> None:
    assert one_step(board(".\nu"), TANK) is BARRED
    assert one_step(board(".\nu", roads="A1 A2"), TANK) == 1
    assert one_step(board(".\nu"), HALFTRACK) is BARRED
    assert (
        one_step(board(".\nf", roads="A1 A2"), HALFTRACK)
        == one_step(board(".\nu", roads="A1 A2"), TRUCK)
        == 1
    )


@proves("LHY-4.1.4.5")
@pytest.mark.parametrize(
    ("drawn", "foot", "tank"),
    [(".\nh", 1.5, 2), (".\nw1", 2, 4), (".\nh3", 1.5, 2), ("h\n.", 1, 1), ("h\nh", 1, 1), ("h\nh2", 1.5, 2)],
)
def test_4_1_4_uphill_costs_more_downhill_does_not(drawn: str, foot: float, tank: float) -> None:
    assert one_step(board(drawn), SQUAD) == foot
    assert one_step(board(drawn), TANK) == tank


@proves("LHY-10.0.2")
def test_4_1_7_walls() -> None:
    drawn = board(".\n.", walls="A1-A2")
    assert [one_step(drawn, kind) for kind in (SQUAD, TANK, HALFTRACK, TRUCK)] == [1, 2, 2, BARRED]


@proves("LHY-4.1.8.1", "LHY-4.1.8.2", "LHY-4.1.8.enter")
def test_4_1_8_along_a_road_only_the_road_cost_is_paid() -> None:
    """Woods on a hill behind a wall: 1 MP by road; without it 2 MP on foot and no way for trucks."""
    drawing, wall = ". .\nw1 .", "A1-A2"
    along = board(drawing, roads="A1 A2", walls=wall)
    assert one_step(along, SQUAD) == 1
    assert one_step(along, TRUCK) == 1
    beside = board(drawing, roads="A2", walls=wall)
    assert one_step(beside, SQUAD) == 2
    assert one_step(beside, TRUCK) is BARRED


@proves("LHY-4.1.8.2")
def test_4_1_8_two_roads_that_do_not_join_are_not_along_the_road() -> None:
    apart = board(". .\nw .", roads="A1 B1, A2 B2")
    assert one_step(apart, SQUAD) == 1.5


LONG_ROAD = board("\n".join(". . . . . . . . ."), roads="A1 A2 A3 A4 A5 A6 A7 A8 A9")


@proves("LHY-4.1.8.3")
def test_4_1_8_1_mp_more_for_moving_along_roads_all_the_way() -> None:
    found = ruled(LONG_ROAD, mover(SQUAD, "A1"))
    assert costs(LONG_ROAD, mover(SQUAD, "A1")) == {"A2": 1, "A3": 2, "A4": 3, "A5": 4}
    assert asked(found) == {"A5": "+1 MP if the whole move follows roads (LHY 4.1.8)"}
    assert max(costs(LONG_ROAD, mover(TANK, "A1", "in_motion")).values()) == 6
    assert max(costs(LONG_ROAD, mover(SQUAD, "A1"), "reaction").values()) == 3
    assert max(costs(LONG_ROAD, mover(TANK, "A1", "in_motion"), "reverse").values()) == 3


@proves("LHY-4.1.8.3", "LHY-10.1.1a")
def test_4_1_8_the_road_with_its_bonus_is_taken_if_two_free_hexes_cost_more() -> None:
    """To C5 through the houses in C4, uphill twice, for 4.5 MP, or along four road hexes for 4."""
    hill = board(". . . .\n. . . .\n. . . .\n. . u1 .\n. . w2 .", roads="C3 B3 B4 B5 C5")
    found = ruled(hill, mover(SQUAD, "C3"))
    assert found.verdict.cost[Hex.named("C5")] == 4
    assert asked(found)["C5"] == "+1 MP if the whole move follows roads (LHY 4.1.8)"
    unpaved = ruled(board(". . . .\n. . . .\n. . . .\n. . u1 .\n. . w2 ."), mover(SQUAD, "C3"))
    assert unpaved.verdict.cost[Hex.named("C5")] == Fraction(9, 2)
    assert asked(unpaved)["C5"].startswith("2 hexes at least, whatever the cost")


@proves("LHY-4.1.8.3")
@pytest.mark.parametrize("roads", ["A1 A2 A3 A4", "A2 A3 A4 A5", "A1 A2, A3 A4 A5"])
def test_4_1_8_no_bonus_off_the_road_at_the_start_the_end_or_between(roads: str) -> None:
    assert "A5" not in costs(board("\n".join(". . . . ."), roads=roads), mover(SQUAD, "A1"))


STREET = board(". u .\nu u u\n. u .", roads="A2 B2 C2")


@proves("LHY-4.1.9.2")
def test_4_1_9_no_bonus_along_urban_roads() -> None:
    street = board("\n".join("uuuuuuuu"), roads="A1 A2 A3 A4 A5 A6 A7 A8")
    assert max(costs(street, mover(TANK, "A1", "in_motion")).values()) == 5
    one_urban = open_ground(1, 8, {"A3": "u"}, roads="A1 A2 A3 A4 A5 A6 A7 A8")
    assert max(costs(one_urban, mover(TANK, "A1", "in_motion")).values()) == 5


@proves("LHY-4.1.9d.1")
def test_4_1_9d_vehicles_enter_and_leave_an_urban_road_by_road() -> None:
    assert one_step(STREET, TANK, "A2", "B2") == 1
    assert one_step(STREET, TRUCK, "B2", "C2") == 1


@proves("LHY-4.1.9d.2", "LHY-4.1.9c.1")
def test_4_1_9d_off_the_road_vehicles_leave_only_where_no_house_hides_the_next_hex() -> None:
    """The houses of B2 are in its north; its south side is open to B3. The path to B1 leads around by A2."""
    north = image(Terrain.URBAN_BUILDING, "B2", (-1, -1), (1, -1), (1, -0.5), (-1, -0.5))
    drawn = board(". . .\n. u .\n. . .", roads="A2 B2 C2", outlines=(north,))
    assert one_step(drawn, TANK, "B2", "B3") == 1
    assert one_step(drawn, TANK, "B3", "B2") == 1
    assert one_step(drawn, TANK, "B2", "B1") == 2
    assert one_step(drawn, TANK, "B1", "B2") == 2
    assert one_step(drawn, SQUAD, "B1", "B2") == 2


@proves("LHY-4.1.9g")
def test_4_1_9g_one_vehicle_in_an_urban_road_hex() -> None:
    friend = other(TRUCK, "B2", "us")
    ruling = ruled(STREET, mover(TANK, "A2", "in_motion"), others=[friend])
    assert "B2" not in {str(place) for place in ruling.verdict.cost}
    assert "an urban road hex holds one vehicle (LHY 4.1.9g)" in [str(reason) for reason in ruling.reasons]
    assert "B2" in costs(STREET, mover(SQUAD, "A2"), others=[friend])
    assert "B2" in costs(STREET, mover(TANK, "A2", "in_motion"), others=[other(SQUAD, "B2", "us")])


RIVER = board(". . . . .\n. . . . .\n. . . . .", rivers="A2 B1 C2 D1 E2")
"""A river across the map from west to east."""


def river_asks(ruling: Ruling[Reach]) -> set[str]:
    return {place for place, text in asked(ruling).items() if "river exit roll" in text}


@proves("LHY-T-MP.afv", "LHY-4.1.10.8")
@pytest.mark.parametrize("kind", [TANK, HALFTRACK, TRUCK])
def test_4_1_10_vehicles_keep_out_of_rivers(kind: str) -> None:
    assert one_step(RIVER, kind, "C3", "C2") is BARRED
    in_the_river = ruled(RIVER, mover(kind, "C2"))
    assert "vehicles enter a river only at bridges and fords (LHY 4.1.10)" in map(str, in_the_river.reasons)


@proves("LHY-4.1.10.8")
@pytest.mark.parametrize("kind", [TANK, HALFTRACK, TRUCK])
def test_4_1_10_a_vehicle_that_was_put_into_a_river_goes_nowhere(kind: str) -> None:
    found = ruled(RIVER, mover(kind, "C2"))
    assert set(found.verdict.cost) == {Hex.named("C2")}
    assert [reason.text for reason in found.reasons] == ["vehicles enter a river only at bridges and fords"]


@proves("LHY-4.1.10.2", "LHY-4.1.10.1")
def test_4_1_10_men_wade_at_the_river_price() -> None:
    assert costs(RIVER, mover(SQUAD, "C3"))["C2"] == 1.5
    along = costs(RIVER, mover(SQUAD, "C2"))
    assert along["B1"] == 1.5
    assert along["D1"] == 1.5


@proves("LHY-4.1.10.3")
def test_4_1_10_the_far_bank_needs_a_roll_and_the_near_bank_none() -> None:
    ruling = ruled(RIVER, mover(SQUAD, "C3"))
    assert river_asks(ruling) == {"C1"}
    assert asked(ruling)["C1"] == "the far bank takes a river exit roll first (LHY 4.1.10)"
    assert costs(RIVER, mover(SQUAD, "C3"))["C1"] == 2.5
    assert costs(RIVER, mover(SQUAD, "C3"))["C2"] == 1.5


@proves("LHY-10.0a", "LHY-4.1.10.enter.1", "LHY-10.0.1")
def test_10_1_1_the_two_hexes_that_men_may_always_enter_lead_out_of_a_river_as_well() -> None:
    """Up the bank and on up a wooded hill for 2 MP each, with a roll for the first hex."""
    ruling = ruled(board("w2 w2\nw1 w1\n. .", rivers="A3 B3"), mover(SQUAD, "A3"))
    assert {str(place): cost for place, cost in ruling.verdict.cost.items()} == {
        "A3": 0, "B3": 1.5, "A2": 2, "B2": 2, "A1": 4, "B1": 4,
    }  # fmt: skip
    assert river_asks(ruling) == {"A1", "B1", "A2", "B2"}


@proves("LHY-4.1.10.7")
def test_4_1_10_heroes_need_no_roll() -> None:
    assert river_asks(ruled(RIVER, mover(SQUAD, "C3", "heroic"))) == set()


@proves("LHY-4.1.10.3")
def test_4_1_10_a_unit_that_begins_in_the_river_rolls_for_either_bank() -> None:
    ruling = ruled(RIVER, mover(SQUAD, "C2"))
    assert {"C1", "C3"} <= river_asks(ruling)
    assert not {"B1", "D1"} & river_asks(ruling)


def walked(drawn: HexBoard, start: str, way: str, end: str, *, heroic: bool = False) -> NextStep | None:
    """One step on foot, from how the unit stands."""
    stand = HexNode(Hex.named(start), way)
    return step(drawn, Walker(MoveClass.FOOT, heroic), stand, Hex.named(end), Options())


@proves("LHY-4.1.10.3")
@pytest.mark.parametrize("way", [LEFT_BANK, RIGHT_BANK, EITHER_BANK, FROM_BEFORE])
def test_4_1_10_wading_on_does_not_change_the_bank_a_unit_came_from(way: str) -> None:
    waded = walked(RIVER, "C2", way, "D1")
    assert waded is not None
    assert waded == NextStep(Fraction(3, 2), way)


@proves("LHY-4.1.10.3", "LHY-4.1.10.7")
@pytest.mark.parametrize(
    ("way", "north", "south"),
    [
        (LEFT_BANK, False, True),
        (RIGHT_BANK, True, False),
        (EITHER_BANK, False, False),
        (FROM_BEFORE, True, True),
    ],
)
def test_4_1_10_leaving_the_river_on_the_opposite_bank_needs_a_roll(
    way: str, north: bool, south: bool
) -> None:
    """The river runs east from A2: C1 is on its left, C3 on its right. A unit that began in the river rolls for both."""
    for to, asks in (("C1", north), ("C3", south)):
        out = walked(RIVER, "C2", way, to)
        assert out is not None
        assert out.asks_river_exit is asks
        heroic = walked(RIVER, "C2", way, to, heroic=True)
        assert heroic is not None
        assert not heroic.asks_river_exit


@proves("LHY-4.1.10.7")
@pytest.mark.parametrize("way", [LEFT_BANK, RIGHT_BANK, EITHER_BANK, FROM_BEFORE])
def test_4_1_10_leaving_the_river_at_a_ford_needs_no_roll(way: str) -> None:
    ford = board(". . . .\n. . . .", rivers="A2 B1 C2 D1", hexes={"C2": {Terrain.FORD}})
    out = walked(ford, "B1", way, "C2")
    assert out is not None
    assert out == NextStep(Fraction(3, 2))


@proves("LHY-4.1.12.2")
def test_4_1_12_a_ford_beside_a_unit_in_the_river_is_in_reach_without_a_roll() -> None:
    ford = board(". . . . .\n. . . . .\n. . . . .", rivers="A2 B1 C2 D1 E2", hexes={"C2": {Terrain.FORD}})
    ruling = ruled(ford, mover(SQUAD, "B1"))
    assert ruling.verdict.cost[Hex.named("C2")] == 1.5
    assert "C2" not in river_asks(ruling)


@proves("LHY-4.1.10.3")
def test_4_1_10_a_river_hex_reached_only_over_the_bank_needs_the_roll_for_the_bank() -> None:
    """From B2 over C2 on the bank to D2, four hexes further down the river."""
    ruling = ruled(BENT, mover(SQUAD, "B2"))
    assert "D2" in river_asks(ruling)


BENT = board(
    """
    . . . . .
    . . . . .
    . . . . .
    . . . . .
    """,
    rivers="B2 B3 C4 D3 D2",
)
"""A river that turns: B2 and D2 are two of its hexes, with C2 and C3 between them on one bank."""


@proves("LHY-4.1.4.5")
@pytest.mark.parametrize(("drawn", "start", "end", "mp"), [
    (". h\n. .", "A1", "B1", 1.5),
    (". h\n. .", "A2", "B1", 1.5),
    (". .\n. .", "A1", "B1", 1),
])  # fmt: skip
def test_4_1_4_leaving_a_river_uphill_costs_the_usual_uphill_price(
    drawn: str, start: str, end: str, mp: float
) -> None:
    """The river runs from A1 to A2."""
    water = board(drawn, rivers="A1 A2")
    assert costs(water, mover(SQUAD, start))[end] == mp


@proves("LHY-4.1.4.5")
def test_4_1_4_up_into_a_river_on_a_hill_costs_the_uphill_price_as_well() -> None:
    water = board(". h\n. h", rivers="B1 B2")
    assert costs(water, mover(SQUAD, "A2"))["B1"] == 2
    assert costs(board("h h\n. h", rivers="B1 B2"), mover(SQUAD, "A1"))["B1"] == 1.5


@proves("LHY-4.1.12.2", "LHY-4.1.10.7", "LHY-4.1.10.8")
def test_4_1_12_at_a_ford_all_cross_without_a_roll() -> None:
    ford = board(". . . . .\n. . . . .\n. . . . .", rivers="A2 B1 C2 D1 E2", hexes={"C2": {Terrain.FORD}})
    assert one_step(ford, SQUAD, "C3", "C2") == 1.5
    assert one_step(ford, TANK, "C3", "C2") == 3
    assert one_step(ford, TRUCK, "C3", "C2") == 3
    ruling = ruled(ford, mover(SQUAD, "C3"))
    assert costs(ford, mover(SQUAD, "C3"))["C1"] == 2.5
    assert "C1" not in river_asks(ruling)


BRIDGE = board(
    ". . . . .\n. . . . .\n. . . . .",
    rivers="A2 B1 C2 D1 E2",
    roads="C1 C2 C3",
    hexes={"C2": {Terrain.BRIDGE}},
)


@proves("LHY-4.1.11.2", "LHY-4.1.10.8")
def test_4_1_11_a_bridge_is_entered_along_its_road_only() -> None:
    assert one_step(BRIDGE, TANK, "C3", "C2") == 1
    assert costs(BRIDGE, mover(TANK, "C3", "in_motion"))["C1"] == 2
    assert costs(BRIDGE, mover(TANK, "D3", "in_motion"))["C2"] == 2
    assert [str(place) for place in way(BRIDGE, mover(TANK, "D2", "in_motion"), "C2").verdict.places] == [
        "D2",
        "C3",
        "C2",
    ]
    assert not river_asks(ruled(BRIDGE, mover(SQUAD, "C3"))) & {"C1", "C2"}


@proves("LHY-4.1.11.3")
def test_4_1_11_men_in_the_river_pass_under_the_bridge() -> None:
    """From B1 under the bridge to D1 is two river hexes; over steep banks it would be dearer."""
    steep = board(
        ". . w1 . .\n. w1 . w1 .\n. . w1 . .",
        rivers="A2 B1 C2 D1 E2",
        roads="C1 C2 C3",
        hexes={"C2": {Terrain.BRIDGE}},
    )
    found = costs(steep, mover(SQUAD, "B1"))
    assert found["C2"] == 1.5
    assert found["D1"] == 3
    by_bridge = costs(BRIDGE, mover(TANK, "C3", "in_motion"))
    assert "B1" not in by_bridge
    assert "D1" not in by_bridge


@proves("LHY-4.1.11.3")
@pytest.mark.parametrize("way", [LEFT_BANK, RIGHT_BANK, EITHER_BANK, FROM_BEFORE])
def test_4_1_11_no_unit_goes_from_the_bridge_into_the_river_or_from_the_river_onto_it(way: str) -> None:
    assert walked(BRIDGE, "C2", "", "D1") is None
    under = walked(BRIDGE, "D1", way, "C2")
    assert under is not None
    assert under.way == way
    assert walked(BRIDGE, "C3", "", "C2") == NextStep(Fraction(1), keeps_road=True)
    assert walked(BRIDGE, "D2", "", "C2") is None


@proves("LHY-4.1.13.2")
def test_4_1_13_improved_positions_cost_nothing() -> None:
    assert one_step(board(".\n."), SQUAD) == 1


@proves("LHY-10.0.2")
@pytest.mark.parametrize(
    ("name", "value", "letter", "kind", "expected"),
    [
        ("afv_woods_mp", 2, "w", TANK, 2),
        ("afv_rural_building_mp", 1.5, "s", TANK, 1.5),
        ("vehicle_open_mp", 0.5, ".", HALFTRACK, 0.5),
        ("truck_open_mp", 0.5, ".", TRUCK, 0.5),
        ("vehicle_uphill_mp", 2, "h", TANK, 3),
    ],
)
def test_10_0_a_player_may_replace_house_values(
    name: str, value: float, letter: str, kind: str, expected: float
) -> None:
    own = Options(house=PRINTED_NOWHERE.with_values({name: value}))
    assert costs(board(f".\n{letter}"), mover(kind, "A1", "in_motion"), options=own)["A2"] == expected


@proves("LHY-10.0.2")
def test_10_0_house_values_for_roads_fords_and_walls() -> None:
    half = Options(house=PRINTED_NOWHERE.with_values({"road_mp": 0.5}))
    assert costs(LONG_ROAD, mover(SQUAD, "A1"), options=half)["A9"] == 4
    walls = Options(house=PRINTED_NOWHERE.with_values({"tracked_wall_mp": 3}))
    assert costs(board(".\n.", walls="A1-A2"), mover(TANK, "A1", "in_motion"), options=walls)["A2"] == 4
    fords = Options(house=PRINTED_NOWHERE.with_values({"vehicle_ford_mp": 2}))
    ford = board(". .\n. .", rivers="A2 B2", hexes={"A2": {Terrain.FORD}})
    assert costs(ford, mover(TANK, "A1", "in_motion"), options=fords)["A2"] == 2


@proves("LHY-T-MP.carrier", "LHY-10.1.1b.2")
def test_10_0_trucks_are_quick_on_roads_and_slow_over_fields() -> None:
    """6 MP: seven hexes along the road with its bonus, three over open ground, where a tank drives five (OUR 139)."""
    by_road = costs(LONG_ROAD, mover(TRUCK, "A1", "in_motion"))
    assert (by_road["A8"], "A9" in by_road) == (7, False)
    field = open_ground(2, 9)
    assert costs(field, mover(TRUCK, "A1", "in_motion"))["A4"] == 6
    assert "A5" not in costs(field, mover(TRUCK, "A1", "in_motion"))
    assert costs(field, mover(TANK, "A1", "in_motion"))["A6"] == 5


@pytest.mark.parametrize(
    ("values", "error", "told"),
    [
        ({"afv_wood_mp": 2}, Unknown, "no house value named 'afv_wood_mp'"),
        ({"afv_woods_mp": 0}, BadInput, "house.afv_woods_mp: 0 is not a number of MP above 0"),
        ({"afv_woods_mp": "two"}, BadInput, "house.afv_woods_mp: 'two' is not a number"),
        ({"afv_woods_mp": True}, BadInput, "house.afv_woods_mp: true is not a number"),
        ({"forest_levels": 1.5}, BadInput, "house.forest_levels: 1.5 is not a whole number of levels"),
        ({"forest_levels": 10}, BadInput, "house.forest_levels: 10 is not a whole number of levels"),
    ],
)
def test_10_0_house_values_of_the_wrong_kind_are_refused(
    values: dict[str, object], error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        PRINTED_NOWHERE.with_values(values)


@proves("LHY-10.0.1")
def test_10_0_the_ruling_marks_house_values() -> None:
    on_foot, by_tank = (ruled(LONG_ROAD, mover(kind, "A1")) for kind in (SQUAD, TANK))
    assert "MP of units on foot by terrain (LHY 10.0, from a reader's table)" in str(on_foot)
    assert "MP of vehicles by terrain (LHY 10.0, house value)" in str(by_tank)
    assert "going into motion costs 1 MP (LHY 10.4.1)" in str(by_tank)
