"""Stands, lines past them, ways and stops, each to its edge: where a rule holds, and where it just does not."""

from dataclasses import replace
from random import Random

import pytest
from shapely import LineString, Point, box
from shapely.affinity import rotate

from rules.errors import NotOnMap
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.initiative import GoFirst, RollInitiative
from rules.micro_armour.declarations.movement.orders import MoveGroup
from rules.micro_armour.declarations.movement.reaction_fire import HoldFire, OpportunityFire
from rules.micro_armour.declarations.movement.stands import EndMove, MoveStand
from rules.micro_armour.declarations.posture import NameGroup
from rules.micro_armour.questions.movement import PathCost, at_rest, is_on_edge, path_cost
from rules.micro_armour.state.fire_events import StandLost
from rules.micro_armour.state.group_events import GroupDone
from rules.micro_armour.state.progress import Group, Move, orders_left, with_progress
from rules.micro_armour.state.scenario_options import TableEdge
from rules.micro_armour.state.stands import (
    contact_groups,
    is_engaged_with,
    range_in,
    sides_without_ghq,
    spot_of,
    stand_base,
)
from rules.micro_armour.state.turn_events import TurnBegan
from tests.proving import proves
from tests.rules.micro_armour.phases import START, moving, to_fire, to_movement, to_posture
from tests.rules.micro_armour.tables import (
    BLUE,
    MATG2,
    RED,
    area,
    opened,
    play,
    progress,
    refusal,
    road,
    stand,
    state_of,
    table,
    told,
)


def _way(*spots: tuple[float, float], facing_deg: float = 180.0, by_road: bool = True) -> MoveStand:
    return MoveStand(RED, "r1", tuple(Spot(*map(float, spot)) for spot in spots), facing_deg, by_road)


@proves("MATG2-6.1.1.2", "MATG2-6.0.2", "MATG2-6.1.1")
def test_6_1_1_a_stand_blocks_where_a_plain_line_meets_its_square() -> None:
    """Beside lines of all directions, turned every way; those over an end do not block."""
    random, seen = Random(6), []
    for _ in range(250):
        bearing = random.uniform(0, 360)
        here, there = Spot(24, 24), Spot(24, 24).ahead(bearing, random.uniform(3, 12))
        on_way = here.ahead(bearing, random.uniform(-1, 13))
        at, facing = on_way.ahead(bearing + 90, random.uniform(-1.2, 1.2)), random.uniform(0, 360)
        square = rotate(box(at.x_in - 0.5, at.y_in - 0.5, at.x_in + 0.5, at.y_in + 0.5), facing)
        line = LineString([here, there])
        if square.buffer(-0.02).intersects(line) is not square.buffer(0.02).intersects(line):
            continue
        if any(abs(square.exterior.distance(Point(end))) < 0.02 for end in (here, there)):
            continue
        over_an_end = any(square.contains(Point(end)) for end in (here, there))
        state = state_of(table(), stand("x", BLUE, at, facing))
        visibility = MATG2.line_of_sight(state, here, there).verdict.visibility
        assert visibility.is_open is (over_an_end or not square.intersects(line)), (here, there, at, facing)
        seen.append((visibility.is_open, over_an_end))
    assert min(map(seen.count, [(True, False), (False, False), (True, True)])) > 5


@proves("MATG2-6.1.1", "MATG2-6.1.1.2")
def test_6_1_1_what_blocks_is_shown_where_the_line_meets_it() -> None:
    """The line rises by one inch on two; the wood begins at x = 14, the stand is at (20, 30)."""
    here, there = Spot(12, 34), Spot(28, 26)
    state = state_of(table(area(T.WOODS, 14, 20, 17, 40)), stand("x", BLUE, (20, 30)))
    wood, other = MATG2.line_of_sight(state, here, there).reasons
    (at,) = wood.at
    assert isinstance(at, Spot)
    assert (at.x_in, at.y_in) == pytest.approx((14, 33))
    assert other.at == (Spot(20, 30),)


@proves("MATG2-6.4.1.1")
@pytest.mark.parametrize(
    ("x_in", "said"),
    [(22, ""), (22.005, "beyond sight, 20\" here (within a hair)"), (23, 'beyond sight, 20" here')],
)  # fmt: skip
def test_6_4_1_a_hair_beyond_the_limit_is_said(x_in: float, said: str) -> None:
    reasons = MATG2.line_of_sight(state_of(table()), Spot(2, 24), Spot(x_in, 24)).reasons
    assert said in reasons[0].text
    assert ("beyond" in reasons[0].text) is bool(said)
    assert ("hair" in reasons[0].text) is ("hair" in said)


@proves("MATG2-3.2.1", "MATG2-3.2.2")
def test_3_2_a_stand_off_the_table_has_no_base_and_no_place() -> None:
    for ask in (stand_base, spot_of):
        with pytest.raises(NotOnMap, match="is not on the map"):
            ask(stand("r1", RED, None))
    unturned = replace(stand("r1", RED, (5, 5)), facing_deg=None)
    assert stand_base(unturned) == stand_base(stand("r1", RED, (5, 5), 0.0))
    assert stand_base(unturned).bounds == pytest.approx((4.5, 4.5, 5.5, 5.5))


@proves("MATG2-7.3.3", "MATG2-7.3.4.1")
@pytest.mark.parametrize(
    ("apart_in", "one_deg", "other_deg", "range_told"),
    [
        (1.0, 0, 0, 1.0),
        (1.1, 0, 0, 1.1),
        (1.2, 45, 0, 1.0),
        (1.22, 45, 0, 1.22),
        (1.41, 45, 45, 1.0),
        (1.43, 45, 45, 1.43),
        (1.6, 0, 0, 1.6),
    ],
)  # fmt: skip
def test_7_3_3_turned_stands_are_in_contact_by_their_corners(
    apart_in: float, one_deg: float, other_deg: float, range_told: float
) -> None:
    """From the middle to a side is half an inch, to a corner 0.71."""
    one, other = stand("r1", RED, (20, 20), one_deg), stand("b1", BLUE, (20 + apart_in, 20), other_deg)
    assert range_in(one, other) == pytest.approx(range_told)
    assert not is_engaged_with(one, other)


@proves("MATG2-8.1.1")
def test_8_1_1_who_is_joined_to_whom() -> None:
    """r1 touches r2 and r2 r3; b1 touches r3 and is an enemy, r4 stands apart; r5 and r6 wait off the table."""
    units = [stand(f"r{k}", RED, (5.0 + k, 5)) for k in (1, 2, 3)]
    units += [stand("b1", BLUE, (9, 5)), stand("r4", RED, (12, 5)), stand("r5", RED, None), stand("r6", RED, None)]  # fmt: skip
    groups = [{unit.id for unit in group} for group in contact_groups(units)]
    assert groups == [{"r1", "r2", "r3"}, {"b1"}, {"r4"}, {"r5", "r6"}]
    parted = contact_groups([units[0], units[2], stand("b5", BLUE, None), stand("r6", RED, None)])
    assert [len(group) for group in parted] == [1, 1, 1, 1]


@proves("MATG2-8.3.4.1")
@pytest.mark.parametrize(
    ("apart_in", "facing_deg", "has_room"), [(1.0, 0, True), (0.9, 0, False), (1.21, 45, True), (1.19, 45, False)]
)  # fmt: skip
def test_8_3_4_stands_may_touch_but_not_overlap(apart_in: float, facing_deg: float, has_room: bool) -> None:
    friend = stand("r2", RED, (10, 16), facing_deg)
    assert (refusal(moving(friend), _way((10, 10), (10, 16 - apart_in))) == "") is has_room


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
def test_8_3_2_who_enters_pays_for_the_way_and_an_inch_and_nobody_enters_water() -> None:
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
def test_8_3_2_what_bars_the_way_is_named() -> None:
    wall = Piece("manor", T.HOUSE_WALL, LineString([(5, 14), (15, 14)]), 0.2)
    assert "the path runs through house wall manor (MATG2 Terrain Effects, OUR 60" in refusal(
        moving(wall), _way((10, 10), (10, 18))
    )
    water = area(T.LAKE, 5, 13, 15, 15)
    assert "the path enters impassable ground (MATG2 8.3.2, OUR 47" in refusal(
        moving(water, wall), _way((10, 10), (10, 13.5), (10, 11))
    )
    waiting = opened(table(area(T.LAKE, 0, 0, 15, 5)), stand("r1", RED, None), enters={RED: "north"})
    entering = play(to_movement(waiting, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    assert "the path enters impassable ground" in refusal(entering, _way((10, 0.5)))
    assert refusal(entering, _way((20, 0.5))) == ""


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
    said = refusal(moving(at=Spot(*map(float, out[0]))), _way(*out))
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
    assert ("test nerve first" in refusal(state, _way((10, 10), (10, 18)))) is bars


@proves("MATG2-8.3.4.2")
@pytest.mark.parametrize(
    ("track", "friends", "rests"),
    [
        ([(10, 10), (10, 14.2)], [(10, 14)], (10, 12.95)),
        ([(10, 10), (10, 12), (14.2, 12)], [(14, 12)], (12.95, 12)),
        ([(10, 10), (10, 11), (12, 11), (12, 14.2)], [(12, 14), (12, 12.9)], (12, 11.83)),
        ([(10, 10), (10, 10.6)], [(10, 11.2)], (10, 10.1)),
        ([(10, 10), (10, 10.6)], [(10, 11.2), (10, 9.2)], (10, 10)),
        ([(10, 10), (10, 10.6)], [(11.2, 10.6)], (10, 10.6)),
    ],
    ids=["straight back", "round a corner", "past two friends", "almost to the start", "to the start", "stays"],
)  # fmt: skip
def test_8_3_4_back_along_the_way_to_the_first_room(
    track: list[tuple[float, float]], friends: list[tuple[float, float]], rests: tuple[float, float]
) -> None:
    """It is put back by eighths of an inch."""
    mover = stand("r1", RED, track[-1], 180.0)
    state = state_of(table(), mover, *(stand(f"f{k}", RED, at, 180.0) for k, at in enumerate(friends)))
    spots = tuple(Spot(*map(float, spot)) for spot in track)
    for told_track in (spots, spots[:-1]):
        spot = spot_of(at_rest(state, mover, told_track, replace(mover, at=spots[0])))
        assert (spot.x_in, spot.y_in) == pytest.approx(rests, abs=0.01)


@proves("MATG2-8.3.4.2", "MATG2-8.3.2.2")
@pytest.mark.parametrize(
    ("ground", "rests"), [(T.RIVER, (9.82, 14.82)), (T.MARSH, (10, 15))], ids=["river", "marsh"]
)
def test_8_3_4_who_is_halted_at_a_bend_rests_with_no_corner_on_impassable_ground(
    ground: T, rests: tuple[float, float]
) -> None:
    """It comes down aslant to the bank, along which its way leads on; the lane itself is dry.

    Rule: MATG2 8.3.4; OUR 56, 76.
    """
    start = Spot(10, 15).ahead(315, 5)
    watching = stand("b1", BLUE, (16, 13), 270.0)
    state = moving(area(ground, 5, 15.55, 30, 20), watching, at=start)
    state = play(state, [_way(start, (10, 15), (13, 15), facing_deg=90.0)])
    state = play(state, [OpportunityFire(BLUE, ("b1",), 5)], [1, 5, 6, 20])
    halted = state.unit("r1")
    assert tuple(spot_of(halted)) == pytest.approx(rests, abs=0.01)
    assert halted.facing_deg == pytest.approx(135.0)


@proves("MATG2-8.3.4.2")
def test_8_3_4_that_a_stand_is_moved_back_from_a_bank_is_told() -> None:
    """Fired on without effect at the bend, it goes no further.

    Rule: MATG2 8.3.4; OUR 76, 82.
    """
    start = Spot(10, 15).ahead(315, 5)
    state = moving(area(T.RIVER, 5, 15.55, 30, 20), stand("b1", BLUE, (16, 13), 270.0), at=start)
    state = play(state, [_way(start, (10, 15), (13, 15), facing_deg=90.0)])
    state = play(state, [OpportunityFire(BLUE, ("b1",), 5), HoldFire(RED)], [20])
    ended = play(state, [EndMove(RED, "r1")])
    assert [change.text for change in MATG2.as_game().changes(state, ended)] == [
        "r1 is moved back to (9.82, 14.82)"
    ]


@proves("MATG2-8.5.2", "MATG2-8.5.3.1")
@pytest.mark.parametrize(
    ("watch", "pieces", "first", "last"),
    [
        ((16, 14), (), 0, 9),
        ((16, 14), (area(T.WOODS, 12, 8, 13, 13.5),), 4, 9),
        ((16, 14), (area(T.WOODS, 12, 14.5, 13, 22),), 0, 4),
        ((10, 33), (), 6, 9),
    ],
    ids=["all the way", "after a wood", "before a wood", "within the range of 17"],
)
def test_8_5_2_where_on_its_way_a_stand_may_be_stopped(
    watch: tuple[float, float], pieces: tuple[Piece, ...], first: int, last: int
) -> None:
    """It goes nine inches south from (10, 10)."""
    state = moving(*pieces, stand("b1", BLUE, watch, 270.0))
    state = play(state, [_way((10, 10), (10, 19))])
    stops = range(10)
    may = [stop for stop in stops if not refusal(state, OpportunityFire(BLUE, ("b1",), stop))]
    assert may == list(range(first, last + 1))
    offered = [action.at for action in MATG2.as_game().legal_actions(state) if isinstance(action, OpportunityFire)]  # fmt: skip
    assert offered == [first, last]


@proves("MATG2-8.5.2", "MATG2-8.5.5", "MATG2-10.2.3")
@pytest.mark.parametrize(("y_in", "first"), [(24, 0), (31, 5), (33, 7)])
def test_8_5_2_of_a_stand_with_two_guns_the_one_that_reaches_fires(y_in: float, first: int) -> None:
    """A Lee's hull gun reaches 16 inches, its turret 14; a T-34 comes nine inches nearer, from y = 10."""
    state = moving(stand("b1", BLUE, (10, y_in), 0.0, "lee"))
    state = play(state, [_way((10, 10), (10, 19))])
    stops = [stop for stop in range(10) if not refusal(state, OpportunityFire(BLUE, ("b1",), stop))]
    assert stops == list(range(first, 10))
    assert min(action.at for action in MATG2.as_game().legal_actions(state) if isinstance(action, OpportunityFire)) == first  # fmt: skip


@proves("MATG2-8.5.2", "MATG2-8.5.1")
@pytest.mark.parametrize(
    ("conditions", "at", "asked"),
    [((), (10, 25), True), (("fired",), (10, 25), False), (("movement",), (10, 25), False), ((), (10, 36.1), False)],
)  # fmt: skip
def test_8_5_2_who_is_asked(conditions: tuple[str, ...], at: tuple[float, float], asked: bool) -> None:
    """Nobody whose gun of 17 inches reaches no place of the way."""
    state = moving(stand("b1", BLUE, at, 0.0, "t34", *conditions))
    state = play(state, [_way((10, 10), (10, 19))])
    assert (MATG2.as_game().to_act(state) == BLUE and state.unit("r1").at == START) is asked


@proves("MATG2-8.5.3.2", "MATG2-12.N4")
@pytest.mark.parametrize(
    ("way", "by_road", "added"),
    [(((10, 10), (10, 13)), True, 0), (((10, 10), (10, 13)), False, 2), (((10, 13),), True, 2)],
    ids=["by road", "paying for the woods", "turning on the spot"],
)
def test_12_n4_cover_of_the_woods_beside_a_road_for_who_is_stopped_there(
    way: tuple[tuple[float, float], ...], by_road: bool, added: int
) -> None:
    """The woods end an inch before the place."""
    pieces = (area(T.WOODS, 5, 9, 15, 13.9), road(T.GOOD_ROAD, (10, 0), (10, 48)))
    at = Spot(*map(float, way[0]))
    state = moving(*pieces, stand("b1", BLUE, (10, 20.9), 0.0), at=at)
    state = play(state, [_way(*way, facing_deg=90.0, by_road=by_road)])
    lines = told(state, OpportunityFire(BLUE, ("b1",), 3 * (len(way) - 1)), [20])
    assert f"cohesion 20+{added} against 14" in "".join(lines)


IN_THE_WOODS = (area(T.WOODS, 5, 9, 15, 13.9), road(T.GOOD_ROAD, (10, 0), (10, 48)))
ACROSS = stand("b1", BLUE, (10, 20.9), 0.0)
"""It sees an inch into the woods, which is where these stands are stopped."""


@proves("MATG2-12.N4", "MATG2-8.5.2")
@pytest.mark.parametrize(
    ("way", "stop", "added"),
    [
        (((10, 13), (10, 9.5)), 0, 2),
        (((10, 12), (10, 13)), 1, 0),
        (((8, 13), (10, 13)), 2, 0),
        (((7.5, 13), (9.5, 13)), 2, 2),
    ],
    ids=["touched where it stands", "on its way", "come on to it from the side", "come up to its edge"],
)
def test_12_n4_the_road_takes_the_cover_of_who_has_come_along_it(
    way: tuple[tuple[float, float], ...], stop: int, added: int
) -> None:
    """Who is touched to be moved has not set out yet and is stationary.

    Rule: MATG2, Terrain Effects; OUR 44.
    """
    state = moving(*IN_THE_WOODS, ACROSS, at=Spot(*map(float, way[0])))
    state = play(state, [_way(*way)])
    lines = told(state, OpportunityFire(BLUE, ("b1",), stop), [20])
    assert f"cohesion 20+{added} against 14" in "".join(lines)


@proves("MATG2-12.N4", "MATG2-12.E.poor_road")
@pytest.mark.parametrize(
    ("ground", "kind", "added"),
    [
        (T.LIGHT_BUILDINGS, T.POOR_ROAD, 2),
        (T.LIGHT_BUILDINGS, T.GOOD_ROAD, 0),
        (T.ROUGH_1, T.TRACK, 1),
        (T.ROUGH_2, T.TRACK, 0),
    ],
)
def test_12_n4_a_road_that_costs_no_less_than_the_ground_takes_no_cover(
    ground: T, kind: T, added: int
) -> None:
    """Rule: MATG2, Terrain Effects; OUR 77."""
    pieces = (area(ground, 5, 9, 15, 13.9), road(kind, (10, 0), (10, 48)))
    state = play(moving(*pieces, ACROSS), [_way((10, 10), (10, 13))])
    fire = OpportunityFire(BLUE, ("b1",), 3)
    assert f"cohesion 20+{added} against 14" in "".join(told(state, fire, [20]))
    reasons = " ".join(map(str, MATG2.as_game().chances(state, fire).reasons))
    assert ("its road costs no less than the ground" in reasons) is ("OUR 77" in reasons) is (added > 0)


@proves("MATG2-12.N4")
@pytest.mark.parametrize("by_road", [True, False])
def test_12_n4_on_a_bridge_nothing_but_the_roads_rate_is_paid(by_road: bool) -> None:
    """A river lies in the woods; over it the stand goes by the road, whatever it pays elsewhere.

    Rule: MATG2, Terrain Effects; OUR 24, 44.
    """
    river = area(T.RIVER, 0, 12.5, 48, 13.9)
    state = play(moving(*IN_THE_WOODS, river, ACROSS), [_way((10, 10), (10, 13), by_road=by_road)])
    lines = told(state, OpportunityFire(BLUE, ("b1",), 3), [20])
    assert "cohesion 20+0 against 14" in "".join(lines)


@proves("MATG2-12.N4")
@pytest.mark.parametrize("goes_by_road", [True, False])
@pytest.mark.parametrize(
    ("from_in", "came_by_road", "added"), [(10, True, 0), (12.5, True, 0), (10, False, 2)]
)
def test_12_n4_touched_again_on_its_way_it_counts_as_it_came(
    from_in: float, came_by_road: bool, goes_by_road: bool, added: int
) -> None:
    """Rule: MATG2, Terrain Effects; OUR 44, 50."""
    first = replace(_way((10, from_in), (10, 13), by_road=came_by_road), goes_on=True)
    state = play(moving(*IN_THE_WOODS, ACROSS, at=Spot(10, from_in)), [first, HoldFire(BLUE)])
    state = play(state, [_way((10, 13), (10, 12.5), by_road=goes_by_road)])
    lines = told(state, OpportunityFire(BLUE, ("b1",), 0), [20])
    assert f"cohesion 20+{added} against 14" in "".join(lines)


@proves("MATG2-12.N4")
@pytest.mark.parametrize(("came_by_road", "added"), [(True, 0), (False, 2)])
def test_12_n4_who_turns_on_its_way_counts_as_it_came(came_by_road: bool, added: int) -> None:
    """What it would pay where it only turns is nothing.

    Rule: MATG2, Terrain Effects; OUR 44, 50.
    """
    first = replace(_way((10, 10), (10, 13), by_road=came_by_road), goes_on=True)
    turn = replace(_way((10, 13), facing_deg=90.0, by_road=not came_by_road), goes_on=True)
    state = play(moving(*IN_THE_WOODS, ACROSS), [first, HoldFire(BLUE), turn, HoldFire(BLUE)])
    state = play(state, [_way((10, 13), (10, 12.5))])
    lines = told(state, OpportunityFire(BLUE, ("b1",), 0), [20])
    assert f"cohesion 20+{added} against 14" in "".join(lines)


@proves("MATG2-12.N4", "MATG2-8.5.2")
def test_12_n4_who_has_but_turned_on_the_road_has_not_set_out() -> None:
    """Rule: MATG2, Terrain Effects; OUR 44, 50."""
    turn = replace(_way((10, 13), facing_deg=90.0), goes_on=True)
    state = play(moving(*IN_THE_WOODS, ACROSS, at=Spot(10, 13)), [turn, HoldFire(BLUE)])
    state = play(state, [_way((10, 13), (10, 9.5))])
    assert "cohesion 20+2 against 14" in "".join(told(state, OpportunityFire(BLUE, ("b1",), 0), [20]))


@proves("MATG2-12.N4", "MATG2-11.10")
@pytest.mark.parametrize(("by_road", "added"), [(True, 0), (False, 2)])
def test_12_n4_who_comes_on_along_a_road_moves_already(by_road: bool, added: int) -> None:
    pieces = (area(T.WOODS, 5, 0, 15, 1.4), road(T.GOOD_ROAD, (10, 0), (10, 48)))
    units = (stand("r1", RED, None), stand("b1", BLUE, (10, 12), 0.0))
    state = to_movement(opened(table(*pieces), *units, enters={RED: "north"}), ("r1",))
    state = play(state, [MoveGroup(RED, 1, False), _way((10, 0.5), (10, 3), by_road=by_road)], [1])
    lines = told(state, OpportunityFire(BLUE, ("b1",), 0), [20])
    assert f"cohesion 20+{added} against 14" in "".join(lines)


@proves("MATG2-12.N4", "MATG2-12.F2", "MATG2-12.F6")
def test_12_n4_who_stands_still_on_a_road_has_the_cover_of_the_ground_beside_it() -> None:
    pieces = (area(T.WOODS, 5, 10, 15, 13.9), road(T.GOOD_ROAD, (10, 0), (10, 48)))
    stands = (stand("r1", RED, (10, 20), 0.0), stand("b1", BLUE, (10, 13), 180.0))
    lines = told(to_fire(opened(table(*pieces), *stands)), Fire(RED, "b1", ("r1",)), [12, 6, 6])
    assert "cohesion 12+2 against 14, fires; 6+6+3 = 15" in lines[0]


@proves("MATG2-7.2.4", "MATG2-8.2.2", "MATG2-9.2.1")
def test_7_2_who_is_eliminated_leaves_his_group_and_his_move() -> None:
    units = [stand(f"r{k}", RED, (5.0 + k, 5)) for k in range(4)] + [
        stand("b1", BLUE, (30, 30), 0.0, "t34", "ghq")
    ]
    state = opened(
        table(), *units, stand("b2", BLUE, (40, 40)), stand("r9", RED, (45, 45), 0.0, "t34", "ghq")
    )
    move = Move(1, RED, ("r0", "r1"), ("r2",), opponents=("b1", "b2"), hit="r0")
    groups = (Group(1, RED, ("r0", "r1", "r2")), Group(2, RED, ("r3",)), Group(3, BLUE, ("b1", "b2")))
    state = with_progress(
        state, replace(progress(state), groups=groups, move=move, orders=((RED, 2), (BLUE, 3)))
    )

    after = progress(StandLost("r1", 66).on(state))
    assert [group.stands for group in after.groups] == [("r0", "r2"), ("r3",), ("b1", "b2")]
    assert after.move == replace(move, waiting=("r0",))
    assert after.orders == ((RED, 2), (BLUE, 3))
    after = progress(StandLost("r2", 66).on(state))
    assert after.move == replace(move, stragglers=())
    after = progress(StandLost("r3", 66).on(state))
    assert [group.number for group in after.groups] == [1, 3]
    lost = StandLost("b1", 66).on(state)
    assert progress(lost).move == replace(move, opponents=("b2",))
    assert (orders_left(lost, RED), orders_left(lost, BLUE)) == (2, 0)
    assert sides_without_ghq(lost) == {BLUE}
    assert [(loss.stand, loss.side, loss.points) for loss in progress(lost).lost] == [("b1", BLUE, 66)]
    assert [(marker.kind, marker.at) for marker in lost.markers] == [("wreck", Spot(30, 30))]
    being_moved = with_progress(state, replace(progress(state), move=replace(move, stand="r0", spent=3.0, inches=3.0)))  # fmt: skip
    assert progress(StandLost("r0", 66).on(being_moved)).move == replace(move, waiting=("r1",))


@proves("MATG2-8.1.2.1", "MATG2-8.2.4.4")
def test_8_2_4_stragglers_are_groups_of_their_own_numbered_on() -> None:
    state = opened(table(), *(stand(f"r{k}", RED, (5.0 + 2 * k, 5)) for k in range(5)))
    groups = (Group(1, RED, ("r0", "r1", "r2"), True), Group(2, RED, ("r3", "r4")))
    state = with_progress(
        state, replace(progress(state), groups=groups, next_group=3, moved=frozenset({"r0"}))
    )
    after = progress(GroupDone(RED, 1, (("r1",), ("r2",))).on(state))
    assert after.groups == (groups[1], Group(3, RED, ("r1",), True), Group(4, RED, ("r2",), True))
    assert after.next_group == 5
    after = progress(GroupDone(RED, 2, (("r3",),)).on(state))
    assert after.groups == (groups[0], Group(2, RED, ("r4",)), Group(3, RED, ("r3",)))


@proves("MATG2-4.2.4")
def test_4_2_a_new_turn_begins_without_groups_and_numbers_them_anew() -> None:
    state = opened(table(), stand("r1", RED, (5, 5)))
    state = with_progress(
        state, replace(progress(state), groups=(Group(4, RED, ("r1",)),), next_group=5, orders=((RED, 1),))
    )
    after = progress(TurnBegan(3).on(state))
    assert (after.turn, after.groups, after.next_group, after.orders) == (3, (), 1, None)


@proves("MATG2-4.2.8", "MATG2-8.1.2.2")
def test_4_2_single_stands_of_the_enemy_hold_no_group_back() -> None:
    pairs = (stand(f"r{k}", RED, (5.0 + k + k // 2, 5)) for k in range(4))
    singles = (stand(f"b{k}", BLUE, (30.0 + 3 * k, 30)) for k in range(2))
    state = opened(table(), *pairs, *singles)
    state = play(to_posture(state), [NameGroup(RED, ("r0", "r1")), NameGroup(BLUE, ("b0",))])
    assert refusal(state, NameGroup(RED, ("r2", "r3"))) == ""


@proves("MATG2-4.2.2", "MATG2-8.2.3.1")
def test_4_2_the_first_is_one_of_the_two_sides() -> None:
    state = play(opened(table(), stand("r1", RED, (5, 5))), [RollInitiative(RED)], [6, 1])
    assert "green is not a side (MATG2 4.0)" in refusal(state, GoFirst(RED, "green"))
    assert refusal(state, GoFirst(RED, BLUE)) == refusal(state, GoFirst(RED, RED)) == ""


@proves("MATG2-8.1.3.1", "MATG2-8.2.5")
def test_8_2_5_only_a_group_that_is_left_may_try() -> None:
    state = opened(table(), stand("r1", RED, (5, 5)), stand("b1", BLUE, (30, 30)))
    state = to_movement(state, ("r1",))
    for group in (0, 2, 9):
        assert f"red has no group {group} left to move (MATG2 8.1.1)" in refusal(
            state, MoveGroup(RED, group, False)
        )
    foreign = with_progress(state, replace(progress(state), groups=(Group(1, BLUE, ("b1",)),)))
    assert "red has no group 1 left to move" in refusal(foreign, MoveGroup(RED, 1, False))


@proves("MATG2-11.5", "MATG2-11.1")
def test_11_5_the_forces_of_a_game_are_told_side_by_side() -> None:
    """Nine T-34s of 66 points and a GHQ against one Panzer III of 53; no kind of force has a level of 8."""
    red = [stand(f"r{k}", RED, (5.0 + 2 * k, 5), 0.0, "t34", *(["ghq"] * (k == 0))) for k in range(10)]
    blue = stand("b1", BLUE, (40, 40), 0.0, "pz3j")
    ruling = MATG2.force_sizes(state_of(table(), *red, blue), {"cohesion": {RED: 14, BLUE: 8}})
    assert [(side, float(points)) for side, points in ruling.verdict.points] == [(RED, 924.0), (BLUE, 42.4)]
    said = [reason.text for reason in ruling.reasons]
    assert "Blue: 1 stand and no GHQ, not the 9 stands and 1 GHQ of a generic battalion" in said
    assert not [text for text in said if text.startswith("Red: 9 stands")]
    assert "Red: cohesion 14 is that of militia or conscripts or professionals or elite" in said
    assert "Blue: cohesion 8 is that of no usual force" in said
    blues = [stand(f"b{k}", BLUE, (5.0 + 2 * k, 40)) for k in range(10)]
    headless = MATG2.force_sizes(state_of(table(), *red, *blues), {"cohesion": {RED: 14, BLUE: 14}})
    assert any(reason.text.startswith("Blue: 10 stands and no GHQ, not") for reason in headless.reasons)
    blues[:2] = [stand(f"b{k}", BLUE, (5.0 + 2 * k, 40), 0.0, "t34", "ghq") for k in range(2)]
    two = MATG2.force_sizes(state_of(table(), *red, *blues), {"cohesion": {RED: 14, BLUE: 14}})
    assert any(reason.text.startswith("Blue: 8 stands and 2 GHQ, not") for reason in two.reasons)


@proves("MATG2-8.5.3.1", "MATG2-8.5.3.2", "MATG2-11.10")
@pytest.mark.parametrize(("stop", "y_in"), [(0, 0.5), (2, 2.5)])
def test_8_5_3_who_enters_may_be_stopped_just_inside_the_edge(stop: int, y_in: float) -> None:
    units = (stand("r1", RED, None), stand("b1", BLUE, (10, 14), 0.0))
    state = to_movement(opened(table(), *units, enters={RED: "north"}), ("r1",))
    state = play(state, [MoveGroup(RED, 1, False), _way((10, 0.5), (10, 6.5))], [1])
    assert state.unit("r1").at is None
    state = play(state, [OpportunityFire(BLUE, ("b1",), stop)], [20])
    assert state.unit("r1").at == Spot(10, y_in)
