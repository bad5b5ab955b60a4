"""8.3: stands as bodies, reach that costs the same as the path, road ends on offer, and groups that stay together."""

from dataclasses import replace
from itertools import pairwise
from math import inf, nan
from random import Random

import numpy as np
import pytest
from shapely import LineString, affinity, box

from maps.library import scenario
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.declarations.movement.offered_paths import drawn_path
from rules.micro_armour.declarations.movement.orders import MoveGroup
from rules.micro_armour.declarations.movement.stands import MoveStand
from rules.micro_armour.questions.movement import PathCost, is_on_edge, path_cost
from rules.micro_armour.questions.reach import NERVE
from rules.micro_armour.questions.stand_room import stand_graph
from rules.micro_armour.ruleset import MATG1, MATG2
from rules.micro_armour.state.scenario_options import TableEdge
from rules.micro_armour.state.stands import contact_groups, on_table, table_of
from tests.proving import proves
from tests.rules.micro_armour.phases import START, moving, to_movement
from tests.rules.micro_armour.policies import played_out
from tests.rules.micro_armour.tables import (
    BLUE,
    RED,
    area,
    move_along,
    opened,
    play,
    refusal,
    road,
    stand,
    table,
)


def _move_over(*spots: tuple[float, float], facing_deg: float = 180.0) -> MoveStand:
    return MoveStand(RED, "r1", (START, *(Spot(*map(float, spot)) for spot in spots)), facing_deg)


def _along(way: tuple[Place, ...]) -> MoveStand:
    """A move along the whole of a given way."""
    return MoveStand(RED, "r1", tuple(spot for spot in way if isinstance(spot, Spot)), 180.0)


def _lakes(gap_in: float) -> tuple[Piece, Piece]:
    """Two lakes with dry ground so wide between them, whose middle is x = 10."""
    west = area(T.LAKE, 2, 12, 10 - gap_in / 2, 14)
    return Piece("west", T.LAKE, west.shape), Piece("east", T.LAKE, box(10 + gap_in / 2, 12, 18, 14))


@proves("MATG2-8.3.2.2", "MATG2-8.1.4")
@pytest.mark.parametrize(("gap_in", "passes"), [(0.2, False), (0.9, False), (1.0, True), (1.5, True)])
def test_8_3_2_a_stand_does_not_pass_a_gap_narrower_than_itself(gap_in: float, passes: bool) -> None:
    """Rule: MATG2 8.3.2; OUR 56."""
    told = refusal(moving(*_lakes(gap_in)), _move_over((10, 16)))
    assert told == "" if passes else "half of it would be on impassable ground" in told


@proves("MATG2-8.3.2.2", "MATG2-8.1.4")
def test_8_3_2_a_stand_rests_with_its_whole_base_on_dry_ground() -> None:
    """Rule: MATG2 8.3.2; OUR 56."""
    state = moving(area(T.LAKE, 5, 13, 15, 16))
    assert refusal(state, _move_over((10, 12.5))) == ""
    assert "partly on impassable ground (MATG2 8.3.2, OUR 56" in refusal(
        state, _move_over((10, 12.4), facing_deg=225.0)
    )
    assert "partly on impassable ground" in refusal(state, _move_over((10, 12.6)))


@proves("MATG2-8.3.2.2", "MATG2-8.1.4")
def test_8_3_2_no_lane_runs_over_the_edge_of_the_table() -> None:
    """Rule: MATG2 8.3.2; OUR 56."""
    state = opened(table(), stand("r1", RED, (2, 10), 180.0), stand("b1", BLUE, (35, 20)))
    state = play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    along = MoveStand(RED, "r1", (Spot(2, 10), Spot(0.3, 11), Spot(2, 12)), 180.0)
    assert "over the edge of the table (MATG2 8.3.2, OUR 56" in refusal(state, along)


@proves("MATG2-8.3.2.2", "MATG2-9.1.1")
def test_9_1_over_a_road_a_stand_crosses_a_river_in_column() -> None:
    """A lane of half an inch leads over the river; beside it the river bars.

    Rule: MATG2 9.1; OUR 24, 56.
    """
    river, lane = area(T.RIVER, 2, 12, 30, 14), road(T.GOOD_ROAD, (10, 2), (10, 22), width_in=0.5)
    state = moving(river, lane)
    assert refusal(state, _move_over((10, 16))) == ""
    assert "impassable" in refusal(state, _move_over((12, 10), (12, 16)))
    reached = MATG2.reach(state, state.unit("r1")).verdict.cost
    assert Spot(9.5, 16.5) in reached


@proves("MATG2-8.3.2.2", "MATG2-8.1.4")
@pytest.mark.parametrize("north_in", [8.5, 10.0])
def test_8_3_2_a_stand_flush_with_a_bank_is_offered_only_legal_ways(north_in: float) -> None:
    """A pond lies to its west, base against bank, and it is led round it.

    Rule: MATG2 8.3.2; OUR 56.
    """
    state = moving(area(T.LAKE, 5, north_in, 9.5, north_in + 1.5))
    unit = state.unit("r1")
    places = [*MATG2.reach(state, unit).verdict.cost][::7]
    ways = [MATG2.path(state, unit, spot).verdict.places for spot in places]
    assert not [way for way in ways if way and refusal(state, _along(way))]


@proves("MATG2-8.3.6.1", "MATG2-8.3.2.2")
@pytest.mark.parametrize("has_river", [True, False])
def test_8_3_6_on_a_road_too_the_way_leads_round_an_enemy(has_river: bool) -> None:
    """Over a river a stand goes in column, but past an enemy it needs its whole width, wherever there are rivers.

    Rule: MATG2 8.3.6; OUR 39, 56.
    """
    river, lane = area(T.RIVER, 20, 20, 40, 21), road(T.GOOD_ROAD, (10, 2), (10, 30))
    enemy = stand("b1", BLUE, (10.6, 13), 0.0)
    state = opened(table(lane, *[river] * has_river), stand("r1", RED, START, 180.0), enemy)
    state = play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    way = MATG2.path(state, state.unit("r1"), Spot(10, 15)).verdict.places
    assert refusal(state, _along(way)) == ""


@proves("MATG2-8.3.1.1")
@pytest.mark.parametrize("seed", range(3))
def test_8_3_1_reach_and_path_give_every_place_the_same_cost(seed: int) -> None:
    """Random tables of lakes with narrow passages, woods and a road, an enemy in the way.

    Rule: MATG2 8.3.1, 8.3.2.
    """
    dice = Random(seed)
    pieces = [road(T.GOOD_ROAD, (0, dice.uniform(2, 10)), (40, dice.uniform(8, 20)), width_in=1.0)]
    for number in range(10):
        x, y = dice.uniform(2, 20), dice.uniform(2, 20)
        shape = affinity.rotate(
            box(x, y, x + dice.uniform(1, 4), y + dice.uniform(1, 4)), dice.uniform(0, 90)
        )
        if shape.distance(box(9, 9, 11, 11)) > 0:
            pieces.append(Piece(f"p{number}", dice.choice((T.LAKE, T.LAKE, T.WOODS, T.MARSH)), shape))
    enemy = stand("b1", BLUE, (14, 12), 30.0)
    state = opened(table(*pieces), stand("r1", RED, START, 180.0), enemy)
    unit = state.unit("r1")
    told = MATG2.reach(state, unit).verdict
    assert len(told.cost) > 20
    near = [spot for spot in table_of(state).lattice() if spot.gap_in(START) < 14]
    for spot in near[::13]:
        way = MATG2.path(state, unit, spot).verdict
        is_told = spot in told.cost and told.provisos.get(spot) != NERVE
        assert bool(way.places) is (is_told and spot != START), spot
        assert not way.places or way.cost == told.cost[spot], spot


def test_8_3_1_the_far_ends_of_roads_are_offered() -> None:
    """Eight points are eight inches over open ground and sixteen on a good road.

    Rule: MATG2 8.3.1 and the Terrain Effects chart.
    """
    lane = road(T.GOOD_ROAD, (0, 10), (40, 10), width_in=1.0)
    state = moving(lane, stand("b1", BLUE, (35, 20)))
    moves = [action for action in MATG2.as_game().legal_actions(state) if isinstance(action, MoveStand)]
    farthest_in = max(sum(a.gap_in(b) for a, b in pairwise(move.path)) for move in moves)
    points = MATG2.book.tank(state.unit("r1").type).movement_points
    assert farthest_in > 2 * points - 1.0


@proves("MATG2-8.1.1")
def test_8_1_1_stands_that_enter_are_offered_places_in_base_contact() -> None:
    """Each stand of an entering group after the first may come on in contact with one of its own.

    Rule: MATG2 8.1.1; OUR 42.
    """
    names = ("r1", "r2", "r3", "r4")
    waiting = (stand(name, RED, None) for name in names)
    state = opened(table(), *waiting, stand("b1", BLUE, (40, 20)), enters={RED: "west"})
    state = play(to_movement(state, names), [MoveGroup(RED, 1, False)], [1])
    while moves := [
        action for action in MATG2.as_game().legal_actions(state) if isinstance(action, MoveStand)
    ]:
        state = play(state, [moves[-1]])
    entered = [unit for unit in on_table(state) if unit.side == RED]
    assert len(entered) == 4
    assert len(contact_groups(entered)) == 1


def test_8_3_groups_that_follow_the_list_stay_together_and_games_are_decided() -> None:
    """A player who takes closing moves from the list meets the enemy: stands are lost, and there is a winner.

    Rule: MATG2 8.1.1, 11.
    """
    found = scenario("dolgoye-crossing")
    end, _ = played_out(MATG1, MATG1.opening(found.state(), found.opening_options()), 0, steadily=True)
    result = MATG1.as_game().result(end)
    assert result is not None
    assert result.winner is not None


@proves("MATG2-8.1.4", "MATG2-8.3.1.1")
def test_8_3_1_an_offered_way_costs_what_the_search_found() -> None:
    """The way runs along the edge of a road at x = 25.9, which no thousandth of an inch meets exactly."""
    board = table(road(T.GOOD_ROAD, (26.4, 0), (26.4, 48)))
    reached = stand_graph(board, Spot(24.5, 10)).reach(Spot(24.5, 10), 20.0)
    goal = Spot(24.5, 22)
    way = drawn_path(reached, goal)
    assert len(way) == 4
    assert path_cost(board, way).cost == pytest.approx(float(reached.cost_at(np.array([goal]))[0]), abs=0.01)


@proves("MATG2-8.3.7.2", "MATG2-8.3.2.2")
@pytest.mark.parametrize(
    ("shore_in", "facing_deg", "turns"),
    [(10.3, 90.0, True), (10.3, 45.0, True), (10.6, 90.0, True), (10.6, 45.0, False)],
    ids=["lies on it", "lies on it and turns aslant", "beside it", "beside it and turns on to it"],
)
def test_our_56_a_stand_already_partly_on_impassable_ground_may_turn_there(
    shore_in: float, facing_deg: float, turns: bool
) -> None:
    """Rule: MATG2 8.3.7; OUR 56. And stays so, once its move is over."""
    state, turn = moving(area(T.LAKE, 0, shore_in, 48, 14)), _move_over(facing_deg=facing_deg)
    assert (refusal(state, turn) == "") is turns
    if turns:
        assert play(state, [turn]).unit("r1").facing_deg == facing_deg


@pytest.mark.parametrize(("facing_deg", "words"), [(90.0, "r1 faces 90°"), (0.0, "r1 stays where it is")])
def test_a_turn_on_the_spot_is_described_by_the_new_facing(facing_deg: float, words: str) -> None:
    state = to_movement(opened(table(), stand("r1", RED, (10, 10)), stand("b1", BLUE, (40, 40))), ("r1",))
    state = play(state, [MoveGroup(RED, 1, False)], [1])
    after = play(state, [MoveStand(RED, "r1", (Spot(10, 10),), facing_deg)])
    assert words in [change.text for change in MATG2.as_game().changes(state, after)]


@proves("MATG2-8.3.4.1", "MATG2-8.1.4")
@pytest.mark.parametrize(("rim_in", "is_refused"), [(0.5, False), (0.495, False), (0.45, True), (0.2, True)])
def test_8_3_no_part_of_a_stand_goes_over_the_edge_of_the_table(rim_in: float, is_refused: bool) -> None:
    """Give or take a hair."""
    state = to_movement(opened(table(), stand("r1", RED, (10, 2)), stand("b1", BLUE, (40, 40))), ("r1",))
    state = play(state, [MoveGroup(RED, 1, False)], [1])
    along = MoveStand(RED, "r1", (Spot(10, 2), Spot(12, rim_in), Spot(14, 2)), 180.0)
    assert ("over the edge of the table" in refusal(state, along)) is is_refused


@proves("MATG2-8.3.1.1", "MATG2-8.3.7.1")
@pytest.mark.parametrize("path", [(), ((nan, 10.0),), ((10.0, inf),), ((10.0, 10.0), (10.0, nan))])
def test_8_3_a_path_begins_where_the_stand_is_in_numbers(path: tuple[tuple[float, float], ...]) -> None:
    assert "a path begins where the stand is" in refusal(moving(), move_along(*path))
    assert "is at (10, 10), not at (11, 10)" in refusal(moving(), move_along((11, 10), (12, 10)))


@proves("MATG2-8.3.6.1", "MATG2-8.3.7.2")
def test_8_3_6_a_stand_that_turns_on_the_spot_beside_an_enemy_does_not_pass_it() -> None:
    state = moving(stand("b1", BLUE, (10, 11), 0.0, "pz4h", "fired"))
    assert refusal(state, move_along((10, 10), facing_deg=90.0)) == ""


@proves("MATG2-8.3.6.1")
@pytest.mark.parametrize("enemy", [(15, 9.4), (15, 10.6), (15, 10)])
@pytest.mark.parametrize("sideways", [True, False])
def test_8_3_6_nobody_drives_through_an_enemy_on_either_side_of_the_middle_of_the_lane(
    enemy: tuple[float, float], sideways: bool
) -> None:
    there, end = (enemy, (20, 10)) if sideways else (enemy[::-1], (10, 20))
    state = moving(stand("b1", BLUE, there, 0.0, "pz4h", "fired"))
    assert "test nerve first" in refusal(state, move_along((10, 10), end))


@proves("MATG2-8.3.2.1", "MATG2-8.3.7.2")
def test_8_3_7_a_stand_that_stays_in_place_pays_nothing() -> None:
    assert path_cost(table(), (START,)).cost == 0
    assert path_cost(table(), (START, Spot(10, 13))).cost == 3


@proves("MATG2-8.3.2.1")
def test_11_a_stand_that_enters_the_table_pays_an_inch_of_the_ground_there() -> None:
    entering = path_cost(table(area(T.MARSH, 5, 0, 15, 5)), (Spot(10, 0.5),), enters=True)
    assert (entering.cost, entering.inches) == (5, 1)
    on_road = path_cost(table(road(T.GOOD_ROAD, (10, 0), (10, 9))), (Spot(10, 0.5),), enters=True)
    assert (on_road.cost, on_road.inches) == (0.5, 1)


@proves("MATG2-8.3.2.2")
@pytest.mark.parametrize(
    ("end_y", "crossing", "rests"), [(14.7, False, True), (15.0, False, False), (15.4, True, True)]
)
def test_8_3_2_no_part_of_a_stand_rests_on_impassable_ground_except_at_a_crossing(
    end_y: float, crossing: bool, rests: bool
) -> None:
    """A lake begins at 15.3 inches; a ford leads through it."""
    lake = area(T.LAKE, 5, 15.3, 20, 20)
    ford = area(T.FORD, 8, 15, 12, 20)
    pieces = (lake, *[ford] * crossing)
    state = opened(table(*pieces), stand("r1", RED, START, 180.0))
    state = play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    assert (refusal(state, move_along((10, 10), (10, end_y))) == "") is rests


@proves("MATG2-8.3.2.2", "MATG2-8.3.4.1")
@pytest.mark.parametrize(
    ("x_in", "end_y", "goes"),
    [
        (10.0, 17.0, True), (10.9, 17.0, True), (11.1, 17.0, False), (10.9, 14.2, True), (11.7, 14.2, False),
        (11.7, 13.9, True),
    ],
)  # fmt: skip
def test_8_3_2_through_a_lake_a_stand_goes_with_its_middle_on_the_ford(
    x_in: float, end_y: float, goes: bool
) -> None:
    """OUR 56: a lake begins at y = 14.5, and a ford leads through it from x = 9 to 11."""
    pieces = (area(T.LAKE, 0, 14.5, 48, 15.5), area(T.FORD, 9, 14.4, 11, 15.6))
    state = opened(table(*pieces), stand("r1", RED, (x_in, 12), 180.0))
    state = play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    assert (refusal(state, move_along((x_in, 12), (x_in, end_y))) == "") is goes


@proves("MATG2-8.1.4", "MATG2-8.3.1.1")
def test_8_3_2_the_wall_that_bars_the_way_is_named_and_not_the_one_with_a_gap() -> None:
    """OUR 60."""
    first, second = (
        replace(road(T.HOUSE_WALL, (0, y), (48, y), width_in=0.2), id=name)
        for name, y in (("first", 14), ("second", 16))
    )
    pieces = (first, area(T.GAP, 8, 13, 12, 15), second)
    state = opened(table(*pieces), stand("r1", RED, (10, 12), 180.0))
    state = play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    assert "second" in refusal(state, move_along((10, 12), (10, 18)))
    assert "first" not in refusal(state, move_along((10, 12), (10, 18)))
    assert refusal(state, move_along((10, 12), (10, 15.2))) == ""


@proves("MATG2-11.10")
@pytest.mark.parametrize("off_in", [0.0, 0.005, 0.1, -0.1])
def test_11_10_a_stand_that_enters_lies_just_inside_its_edge(off_in: float) -> None:
    """On a table of 48 by 36 inches, half an inch from it."""
    board, near = table(depth_in=36), 0.5 + off_in
    places = {
        TableEdge.NORTH: Spot(20, near),
        TableEdge.SOUTH: Spot(20, 36 - near),
        TableEdge.WEST: Spot(near, 20),
        TableEdge.EAST: Spot(48 - near, 20),
    }
    for edge in TableEdge:
        on = [name for name, spot in places.items() if is_on_edge(board, spot, edge)]
        assert on == ([edge] if abs(off_in) < 0.01 else [])


@proves("MATG2-8.3.2.1", "MATG2-12.M4")
def test_8_3_2_a_stand_that_enters_pays_for_its_way_and_one_inch_more_and_may_not_enter_water() -> None:
    pieces = (area(T.LAKE, 5, 0, 15, 5), area(T.WOODS, 20, 0, 30, 2))
    assert path_cost(table(*pieces), (Spot(10, 0.5),), enters=True) == PathCost(None, 1.0)
    assert path_cost(table(*pieces), (Spot(25, 0.5), Spot(25, 4.5)), enters=True) == PathCost(
        1.5 * 3 + 2.5 + 3, 5
    )
    lane = (*pieces, road(T.GOOD_ROAD, (25, 0), (25, 9)))
    way = (Spot(25, 0.5), Spot(25, 4.5))
    assert path_cost(table(*lane), way, enters=True) == PathCost(2.5, 5)
    assert path_cost(table(*lane), way, enters=True, by_road=False) == PathCost(10, 5)


@proves("MATG2-8.1.4", "MATG2-8.3.2.2")
def test_8_3_2_the_refusal_names_the_piece_that_bars_the_way() -> None:
    wall = Piece("manor", T.HOUSE_WALL, LineString([(5, 14), (15, 14)]), 0.2)
    assert "the path runs through house wall manor (MATG2 Terrain Effects, OUR 60" in refusal(
        moving(wall), move_along((10, 10), (10, 18))
    )
    water = area(T.LAKE, 5, 13, 15, 15)
    assert "the path enters impassable ground (MATG2 8.3.2, OUR 47" in refusal(
        moving(water, wall), move_along((10, 10), (10, 13.5), (10, 11))
    )
    waiting = opened(table(area(T.LAKE, 0, 0, 15, 5)), stand("r1", RED, None), enters={RED: "north"})
    entering = play(to_movement(waiting, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    assert "the path enters impassable ground" in refusal(entering, move_along((10, 0.5)))
    assert refusal(entering, move_along((20, 0.5))) == ""


@proves("MATG2-8.1.4", "MATG2-8.3.2.2")
@pytest.mark.parametrize("rim_in", [0.5, 0.3])
@pytest.mark.parametrize("side", ["north", "south", "west", "east"])
def test_8_3_2_no_part_of_a_stand_leaves_the_table_on_its_way(side: str, rim_in: float) -> None:
    """Out to the rim of the table, three inches along it and back."""
    ways: dict[str, list[tuple[float, float]]] = {
        "north": [(10, 3), (10, rim_in), (13, rim_in), (13, 3)],
        "south": [(10, 45), (10, 48 - rim_in), (13, 48 - rim_in), (13, 45)],
        "west": [(3, 10), (rim_in, 10), (rim_in, 13), (3, 13)],
        "east": [(45, 10), (48 - rim_in, 10), (48 - rim_in, 13), (45, 13)],
    }
    out = ways[side]
    said = refusal(moving(at=Spot(*map(float, out[0]))), move_along(*out))
    assert said == ("" if rim_in == 0.5 else "the stand would go over the edge of the table (MATG2 8.3.2, OUR 56, house value)")  # fmt: skip


@proves("MATG2-8.3.6.1")
@pytest.mark.parametrize(
    ("enemy", "facing_deg", "bars"),
    [
        ((10.9, 14), 0, True), ((11.1, 14), 0, False), ((9.1, 14), 0, True), ((8.9, 14), 0, False),
        ((11.15, 14), 45, True), ((11.25, 14), 45, False), ((10, 19.1), 0, False), ((10, 8.9), 0, False),
    ],
)  # fmt: skip
def test_8_3_6_an_enemy_bars_the_lane_that_a_stand_sweeps(
    enemy: tuple[float, float], facing_deg: float, bars: bool
) -> None:
    state = moving(stand("b1", BLUE, enemy, facing_deg, "pz4h", "fired"))
    assert ("test nerve first" in refusal(state, move_along((10, 10), (10, 18)))) is bars


@proves("MATG2-8.3.7.1", "MATG2-8.3.2.2")
@pytest.mark.parametrize(("y_in", "facing_deg"), [(0.5, 180.0), (1.0, 155.7)])
def test_a_stand_sent_to_the_edge_of_the_table_keeps_the_facing_that_fits_there(
    y_in: float, facing_deg: float
) -> None:
    """Reach and path promise the place as it faces; turned to the enemy it would lie over the edge.

    Rule: MATG2 8.3.7; OUR 56.
    """
    state = moving(stand("b1", BLUE, (20, 20), 0.0, "pz4h", "fired"), at=Spot(10, 6))
    goal = Spot(11.43, y_in)
    assert MATG2.path(state, state.units["r1"], goal).verdict.places
    sent = MATG2.as_game().next_on_way(state, ("r1",), (Spot(10, 6), goal))
    assert isinstance(sent, MoveStand)
    assert (sent.facing_deg, refusal(state, sent)) == (facing_deg, "")


@proves("MATG2-8.3.7.1", "MATG2-8.3.2.2")
def test_a_stand_sent_along_the_edge_of_the_table_faces_along_its_way_if_it_only_fits_so() -> None:
    """Turned to the enemy, or askew as it stands, it would lie over the edge at the end of a turn that a plan tells.

    Rule: MATG2 8.3.7; OUR 56.
    """
    state = moving(stand("b1", BLUE, (20, 20), 0.0, "pz4h", "fired"), at=Spot(10, 1))
    state = state.with_unit(replace(state.units["r1"], facing_deg=45.0))
    sent = MATG2.as_game().next_on_way(state, ("r1",), (Spot(10, 1), Spot(10.5, 0.5), Spot(13, 0.5)))
    assert isinstance(sent, MoveStand)
    assert (sent.facing_deg, refusal(state, sent)) == (90.0, "")
