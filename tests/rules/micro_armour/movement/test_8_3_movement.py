"""Section 8.3: paths, prices, passing and turning."""

from dataclasses import replace
from fractions import Fraction

import pytest

from maps.library import scenario
from rules.errors import BadInput
from rules.game.engine.carrying_out import carry_out
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.book.rulebook import SECOND
from rules.micro_armour.declarations.initiative import GoFirst, RollInitiative
from rules.micro_armour.declarations.movement.orders import MoveGroup, RollOrders
from rules.micro_armour.declarations.movement.stands import EndMove, MoveStand, PassEnemy
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.declarations.posture import NameGroup
from rules.micro_armour.questions.movement import at_rest, heading_deg, path_cost
from rules.micro_armour.questions.terrain import LineOfFire, target_ground
from rules.micro_armour.ruleset import MicroArmour
from rules.micro_armour.state.stands import spot_of, table_of
from rules.planning.routes import plan
from tests.proving import proves
from tests.rules.micro_armour.phases import START, moving, to_movement, to_posture
from tests.rules.micro_armour.tables import (
    BLUE,
    MATG1,
    MATG2,
    RED,
    area,
    dice_of,
    opened,
    play,
    progress,
    record_of,
    refusal,
    road,
    stand,
    state_of,
    table,
)


def _watched(name: str, at: tuple[float, float], facing_deg: float = 0.0) -> Unit:
    """An enemy that has fired and so gives no opportunity fire."""
    return stand(name, BLUE, at, facing_deg, "pz4h", "fired")


def _move_over(
    *spots: tuple[float, float], facing_deg: float = 180.0, goes_on: bool = False, by_road: bool = True
) -> MoveStand:
    path = (START, *(Spot(*map(float, spot)) for spot in spots))
    return MoveStand(RED, "r1", path, facing_deg, by_road, goes_on)


@proves("MATG2-8.3.1.1", "MATG2-8.1.4", "MATG2-12.M4")
def test_8_3_1_a_stand_spends_up_to_its_points() -> None:
    assert refusal(moving(), _move_over((10, 22))) == ""
    said = "the path costs 12.10 of 12.00 movement points left (MATG2 8.3.1)"
    assert refusal(moving(), _move_over((10, 22.1))) == said


@proves("MATG2-8.3.1.1", "MATG2-8.3.4.1")
def test_8_3_1_a_plan_begins_with_the_points_that_are_left_and_ends_no_turn_over_another_stand() -> None:
    """Twelve points: ten are gone, so two inches lead on in this turn; a whole turn's twelve would end
    over the friend at 22.5."""

    def first_turn(state: GameState) -> MoveStand:
        route, *_ = plan(MATG2, state, state.units["r1"], Spot(10, 40)).verdict.routes
        spots = tuple(place for place in route.legs[0].places if isinstance(place, Spot))
        return MoveStand(RED, "r1", spots, 180.0)

    amid = play(moving(), [_move_over((10, 20), goes_on=True)])
    assert first_turn(amid).path[-1].y_in == pytest.approx(22, abs=0.01)
    assert refusal(amid, first_turn(amid)) == ""
    beside = moving(stand("r2", RED, (10, 22.5), 180.0))
    assert refusal(beside, first_turn(beside)) == ""


@proves("MATG2-8.3.1.1", "MATG2-8.3.2.1")
@pytest.mark.parametrize(
    ("name", "at", "goal"), [("g-1b", (27.76, 12.03), (35.89, 10.82)), ("us-1c", (44.4, 8.65), (3.52, 14.34))]
)
def test_8_3_1_a_plan_along_the_very_edge_of_a_road_asks_what_play_charges(
    name: str, at: tuple[float, float], goal: tuple[float, float]
) -> None:
    """On the edge an inch costs half a point or a whole one, as the last digit falls; a turn told by the half
    would not be paid for."""
    found = scenario("duel-on-the-long-lane")
    state = MATG2.opening(found.state(), found.opening_options())
    unit = replace(state.unit(name), at=Spot(*at))
    points = MATG2.book.tank(unit.type).movement_points
    legs = [
        leg
        for route in plan(MATG2, state.with_unit(unit), unit, Spot(*goal)).verdict.routes
        for leg in route.legs
    ]
    assert len(legs) > 2
    for leg in legs:
        spots = tuple(place for place in leg.places if isinstance(place, Spot))
        charged = path_cost(table_of(state), spots).cost
        assert charged is not None
        assert charged == pytest.approx(float(leg.cost), abs=0.001)
        assert charged <= points + 0.001


@proves("MATG2-8.3.4.1", "MATG2-8.3.2.2")
@pytest.mark.parametrize(("goal", "ends"), [((18.5, 47.5), (18.5, 47.5)), ((14, 14), None)])
def test_8_3_4_a_plan_ends_where_the_stand_has_room(
    goal: tuple[float, float], ends: tuple[float, float] | None
) -> None:
    """At the edge the stand fits facing as it does now, not as it arrives; over a friend it does not fit and ends beside it."""
    state = moving(stand("r2", RED, (14, 14), 180.0), at=Spot(10, 42) if ends else START)
    (route, *_) = plan(MATG2, state, state.unit("r1"), Spot(*goal)).verdict.routes
    spots = tuple(place for place in route.legs[0].places if isinstance(place, Spot))
    facing_deg = route.legs[0].facing_deg
    facing_deg = spots[-2].bearing_deg(spots[-1]) if facing_deg is None else facing_deg
    assert refusal(state, MoveStand(RED, "r1", spots, facing_deg)) == ""
    assert ends is None or spots[-1] == Spot(*ends)
    within = MATG2.path(state, state.unit("r1"), spots[-1])
    assert within.verdict.facing_deg == route.legs[0].facing_deg
    assert ("it faces 180° at the end" in str(within)) is (ends is not None)
    assert spots[-1].gap_in(Spot(*goal)) < 1.6


@proves("MATG2-8.3.2.1", "MATG2-12.M4")
def test_8_3_2_paid_inch_by_inch_for_the_ground_passed() -> None:
    woods = area(T.WOODS, 5, 12, 15, 14)
    going = path_cost(table(woods), (START, Spot(10, 16)))
    assert going.cost == pytest.approx(2 + 2 * 3 + 2)
    assert refusal(moving(woods), _move_over((10, 18))) == ""
    assert "the path costs 12.50" in refusal(moving(woods), _move_over((10, 18.5)))


@proves("MATG2-8.3.2.1", "MATG2-12.N4")
def test_8_3_2_roads_halve_the_price_unless_the_stand_pays_for_the_ground() -> None:
    lane = (road(T.GOOD_ROAD, (10, 0), (10, 48)),)
    assert refusal(moving(*lane), _move_over((10, 34))) == ""
    assert "the path costs 24.00" in refusal(moving(*lane), _move_over((10, 34), by_road=False))


@proves("MATG2-8.3.2.1", "MATG2-6.3.3.1")
@pytest.mark.parametrize(
    ("terrain", "x_in", "cost"),
    [(T.WOODS, 10, 6), (T.WOODS, 9.99, 6), (T.WOODS, 10.01, 18), (T.MARSH, 10, 6)],
)
def test_our_70_along_the_edge_of_ground_a_path_pays_the_cheaper_side(
    terrain: T, x_in: float, cost: float
) -> None:
    """Six inches along a wood that begins at x = 10; a stand that rests on the edge is in the wood.

    Rule: MATG2 8.3.2; OUR 53, 70.
    """
    board = table(area(terrain, 10, 8, 20, 30))
    assert path_cost(board, (Spot(x_in, 12), Spot(x_in, 18))).cost == pytest.approx(cost)
    shot = LineOfFire(Spot(5, 18), Spot(x_in, 18))
    assert target_ground(state_of(board), shot, SECOND).to_combat.net == (2 if x_in >= 10 else 0)


@proves("MATG2-8.3.2.2", "MATG2-8.1.4")
def test_8_3_2_one_inch_is_always_allowed_but_not_into_impassable_ground() -> None:
    swamp = (area(T.MARSH, 5, 9, 15, 20), area(T.WOODS, 5, 9, 15, 20), area(T.ROUGH_3, 5, 9, 15, 20))
    slow = opened(table(*swamp), stand("r1", RED, START, 180.0, "matilda2"))
    state = play(to_movement(slow, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    assert refusal(state, _move_over((10, 11))) == ""
    assert "the path costs 18.00 of 6.00" in refusal(state, _move_over((10, 11.5)))
    water = moving(area(T.LAKE, 5, 10.7, 15, 20))
    assert (
        refusal(water, _move_over((10, 11)))
        == "the path enters impassable ground (MATG2 8.3.2, OUR 47, house value)"
    )


@proves("MATG2-8.3.1.1", "MATG2-8.3.1.2a")
def test_8_3_1_the_points_are_one_total_over_all_legs_and_one_move_a_phase() -> None:
    state = play(moving(), [_move_over((10, 18), goes_on=True)])
    on = MoveStand(RED, "r1", (Spot(10, 18), Spot(10, 23)), 180.0)
    assert refusal(state, on) == "the path costs 5.00 of 4.00 movement points left (MATG2 8.3.1)"
    state = play(state, [MoveStand(RED, "r1", (Spot(10, 18), Spot(10, 22)), 180.0)])
    assert state.unit("r1").at == Spot(10, 22)
    assert progress(state).groups == ()


@proves("MATG2-8.3.4.1")
def test_8_3_4_friends_may_be_passed_but_not_stood_on() -> None:
    friend = stand("r2", RED, (10, 14), 180.0)
    assert refusal(moving(friend), _move_over((10, 18))) == ""
    said = "the stand would lie over r2 (MATG2 8.3.4; MATG2 8.3.4, OUR 73, inferred)"
    assert refusal(moving(friend), _move_over((10, 14.5))) == said
    assert refusal(moving(friend), _move_over((10, 15))) == ""


@proves("MATG2-9.2.2b")
def test_9_2_wrecks_do_not_count_for_overlaps() -> None:
    state = moving()
    wrecked = GameState(state.board, state.units, (Marker("wreck", Spot(10, 14)),), state.sides, state.course)
    assert refusal(wrecked, _move_over((10, 14))) == ""


@proves("MATG2-8.3.4.2")
@pytest.mark.parametrize(("halted_at_in", "rests_at_in"), [(14.2, 12.95), (13.1, 12.975)])
def test_8_3_4_a_forced_halt_goes_back_to_the_first_place_with_room(
    halted_at_in: float, rests_at_in: float
) -> None:
    """By eighths of an inch to 13 inches or less, an inch before the friend at 14."""
    friend, mover = stand("r2", RED, (10, 14), 180.0), stand("r1", RED, (10, halted_at_in), 180.0)
    state = state_of(table(), friend, mover)
    began, track = replace(mover, at=START), (START, Spot(10, halted_at_in))
    spot = spot_of(at_rest(state, mover, track, began))
    assert (spot.x_in, spot.y_in) == pytest.approx((10, rests_at_in))
    clear = state_of(table(), stand("r2", RED, (20, 14)), mover)
    assert at_rest(clear, mover, track, began) == mover


@proves("MATG2-8.3.4.2")
def test_8_3_4_a_stand_moved_back_round_a_corner_faces_along_its_path_there() -> None:
    """Five friends stand side by side from (10, 12) to (14, 12); it went south to the first and then east over them.

    Rule: MATG2 8.3.4; OUR 64.
    """
    friends = [stand(f"f{x}", RED, (x, 12), 180.0) for x in range(10, 15)]
    mover = stand("r1", RED, (14, 12), 90.0)
    halted = at_rest(
        state_of(table(), mover, *friends),
        mover,
        (START, Spot(10, 12), Spot(14, 12)),
        replace(mover, at=START),
    )
    assert halted.at == Spot(10, 11)
    assert halted.facing_deg == 180.0


@proves("MATG2-8.3.6.1")
def test_8_3_6_to_pass_an_enemy_stop_beside_him_and_test_with_three_more() -> None:
    enemy = _watched("b1", (10, 14))
    state = moving(enemy)
    said = "the path runs through b1: stop beside it and test nerve first (MATG2 8.3.6)"
    assert refusal(state, _move_over((10, 18))) == said
    assert refusal(state, PassEnemy(RED, "r1", "b1")) == "r1 does not stand beside b1 (MATG2 8.3.6)"
    state = play(state, [_move_over((10, 13), goes_on=True)])
    assert record_of(state, PassEnemy(RED, "r1", "b1"), [11]) == ["r1 11+3 against 14: may pass b1"]
    shaken = state.with_unit(replace(state.unit("r1"), conditions=frozenset({"movement", "suppressed"})))
    assert record_of(shaken, PassEnemy(RED, "r1", "b1"), [7])[0] == "r1 7+7 against 14: may pass b1"
    held = record_of(shaken, PassEnemy(RED, "r1", "b1"), [8])
    assert held[:2] == ["r1 8+7 against 14: stays where it is", "r1 has moved"]


@proves("MATG2-8.3.4.2", "MATG2-8.3.6.2")
def test_8_3_6_a_stand_turned_over_a_friend_is_turned_back_if_it_fails_the_test() -> None:
    """A corner touches the enemy to the west, the other lies over r2 to the east."""
    state = moving(_watched("b1", (8.793, 10)), stand("r2", RED, (11, 10), 180.0))
    turned = play(state, [MoveStand(RED, "r1", (START,), 135.0, goes_on=True)])
    unit = play(turned, [PassEnemy(RED, "r1", "b1")], [20]).unit("r1")
    assert (unit.at, unit.facing_deg) == (START, 180.0)


@proves("MATG2-8.3.6.2", "MATG2-8.3.6.1")
def test_8_3_6_a_stand_that_passes_the_test_goes_on_and_one_that_fails_stops() -> None:
    beside = play(moving(_watched("b1", (10, 14))), [_move_over((10, 13), goes_on=True)])
    on = MoveStand(RED, "r1", (Spot(10, 13), Spot(10, 18)), 180.0)
    assert "runs through b1" in refusal(beside, on)
    passed = play(beside, [PassEnemy(RED, "r1", "b1"), on], [11])
    assert passed.unit("r1").at == Spot(10, 18)
    held = play(beside, [PassEnemy(RED, "r1", "b1")], [12])
    assert held.unit("r1").at == Spot(10, 13)
    assert "blue decides now" in refusal(held, on)


@proves("MATG2-8.3.6.1", "MATG2-8.3.6.2", "MATG2-8.3.4.2")
@pytest.mark.parametrize("die", [11, 12])
def test_8_3_6_passing_two_enemies_close_together_takes_a_test_for_each(die: int) -> None:
    """OUR 73: beside the second it stops where the first stands, whoever else is far off; if it fails there
    it goes back to before the first."""
    state = moving(_watched("b1", (10, 14)), _watched("b2", (10, 15)), _watched("b3", (20, 15)))
    state = play(state, [_move_over((10, 13), goes_on=True), PassEnemy(RED, "r1", "b1")], [11])
    to_second = MoveStand(RED, "r1", (Spot(10, 13), Spot(10, 14)), 180.0, goes_on=True)
    assert "would lie over b1" in refusal(state, replace(to_second, goes_on=False))
    halfway = replace(to_second, path=(Spot(10, 13), Spot(10, 13.5)))
    assert "would lie over b1" in refusal(state, halfway)
    state = play(state, [to_second])
    beyond = MoveStand(RED, "r1", (Spot(10, 14), Spot(10, 16.5)), 180.0)
    assert "runs through b2" in refusal(state, beyond)
    state = play(state, [PassEnemy(RED, "r1", "b2")], [die])
    if die == 12:
        assert (state.unit("r1").at, progress(state).move) == (Spot(10, 13), None)
    else:
        assert play(state, [beyond]).unit("r1").at == Spot(10, 16.5)


@proves("MATG2-8.3.6.1", "MATG2-8.3.4.1")
@pytest.mark.parametrize("path", [(Spot(10, 13),), (Spot(10, 13), Spot(10, 13.1))])
def test_8_3_6_a_stand_may_not_stop_over_an_enemy_that_it_has_yet_to_test_to_pass(
    path: tuple[Spot, ...],
) -> None:
    """OUR 73: turned by 45 degrees its corner would lie over the enemy it stands beside."""
    beside = play(moving(_watched("b1", (10, 14.15))), [_move_over((10, 13), goes_on=True)])
    said = refusal(beside, MoveStand(RED, "r1", path, 45.0, goes_on=True))
    assert "the stand would lie over b1 (MATG2 8.3.4)" in said


@proves("MATG2-8.3.7.1", "MATG2-8.3.7.2")
def test_8_3_7_turning_is_free_and_may_be_the_whole_move() -> None:
    state = play(moving(), [_move_over((10, 22), facing_deg=37.0)])
    assert state.unit("r1").facing_deg == 37.0
    state = play(moving(), [_move_over(facing_deg=270.0)])
    assert (state.unit("r1").at, state.unit("r1").facing_deg) == (START, 270.0)


@proves("MATG2-8.3.1.1", "MATG2-8.3.7.1")
def test_8_3_7_a_stand_that_turns_before_it_sets_out_has_all_its_points_left() -> None:
    turned = play(moving(), [_move_over(facing_deg=270.0, goes_on=True)])
    assert refusal(turned, _move_over((10, 22))) == ""
    assert "of 12.00 movement points left" in refusal(turned, _move_over((10, 22.1)))


@pytest.mark.parametrize(
    ("book", "rule"), [(MATG1, "MATG1 8.3.7, OUR 46, inferred"), (MATG2, "MATG2 8.3.7")], ids=["1st", "2nd"]
)
@proves("MATG2-8.3.7.3")
def test_8_3_7_firing_posture_forbids_turning(book: MicroArmour, rule: str) -> None:
    stands = (stand("r1", RED, START, 180.0), stand("r2", RED, (20, 10), 180.0), stand("off", RED, None))
    state = play(
        to_movement(opened(table(), *stands, book=book), ("r2",), book=book),
        [MoveGroup(RED, 1, False)],
        [1],
        book,
    )
    told = refusal(state, _move_over(facing_deg=270.0), book)
    assert "r1 is not among the stands that may move" in told
    assert f"r1 is in firing posture and does not turn either ({rule})" in told
    for name in ("off", "r3"):
        assert "firing posture" not in refusal(state, MoveStand(RED, name, (START,), 270.0), book)


@proves("MATG2-8.3.1.1")
def test_8_3_1_a_stand_does_not_come_on_over_a_lake_even_to_stay_at_the_edge() -> None:
    state = opened(table(area(T.LAKE, 10, 0, 14, 4)), stand("r0", RED, None), enters={RED: "north"})
    state = play(to_movement(state, ("r0",)), [MoveGroup(RED, 1, False)], [1])
    stays = MoveStand(RED, "r0", (Spot(12, 0.5),), 180.0)
    assert refusal(state, stays).startswith("the path enters impassable ground")


@proves("MATG2-11.10")
def test_11_10_a_force_enters_on_turn_one_from_its_short_edge() -> None:
    waiting = [stand(f"r{k}", RED, None) for k in range(3)]
    board = table(width_in=24)
    state = opened(board, *waiting, enters={RED: "north"})
    state = play(to_movement(state, ("r0", "r1", "r2")), [MoveGroup(RED, 1, False)], [1])
    inside = MoveStand(RED, "r0", (Spot(12, 0.5), Spot(12, 11.5)), 180.0)
    assert refusal(state, inside) == ""
    assert "costs 12.10" in refusal(state, MoveStand(RED, "r0", (Spot(12, 0.5), Spot(12, 11.6)), 180.0))
    elsewhere = MoveStand(RED, "r0", (Spot(12, 3), Spot(12, 8)), 180.0)
    assert (
        refusal(state, elsewhere)
        == "r0 must enter just inside the north edge (MATG2 11, OUR 42, house value)"
    )
    assert play(state, [inside]).unit("r0").at == Spot(12, 11.5)
    nowhere = to_posture(opened(board, *waiting))
    assert "has no edge to enter from" in refusal(nowhere, NameGroup(RED, ("r0",)))


@proves("MATG2-8.1.4", "MATG2-8.3.1.1")
def test_8_3_1_a_path_begins_where_the_stand_is_and_stays_on_the_table() -> None:
    state = moving()
    elsewhere = MoveStand(RED, "r1", (Spot(12, 12), Spot(12, 13)), 0.0)
    assert refusal(state, elsewhere) == "r1 is at (10, 10), not at (12, 12) (MATG2 8.3.1)"
    assert "(10, -1) is off the table, which has 48 × 48 inches" in refusal(state, _move_over((10, -1)))
    assert "over the edge of the table" in refusal(state, _move_over((10, 0.3)))
    assert "a facing is a number" in refusal(state, _move_over(facing_deg=float("nan")))
    assert "a path begins where the stand is" in refusal(state, MoveStand(RED, "r1", (), 0.0))


@proves("MATG2-8.3.1.1", "MATG2-8.3.2.2")
@pytest.mark.parametrize(("facing_deg", "is_refused"), [(180.0, False), (135.0, True)])
def test_8_3_1_a_stand_turned_at_the_edge_does_not_lie_over_it(facing_deg: float, is_refused: bool) -> None:
    said = refusal(moving(), _move_over((10, 0.6), facing_deg=facing_deg))
    assert ("the stand would lie over the edge of the table" in said) is is_refused


@proves("MATG2-8.1.4", "MATG2-8.2.3.2", "MATG2-8.3.7.2")
def test_8_3_1_one_stand_is_moved_at_a_time() -> None:
    state = opened(table(), stand("r1", RED, START, 180.0), stand("r2", RED, (11, 10), 180.0))
    state = play(
        to_movement(state, ("r1", "r2")), [MoveGroup(RED, 1, False), _move_over((10, 12), goes_on=True)], [1]
    )
    other = MoveStand(RED, "r2", (Spot(11, 10), Spot(11, 12)), 180.0)
    assert refusal(state, other) == "r1 is being moved: end its move first (MATG2 8.3.1)"
    assert refusal(play(state, [EndMove(RED, "r1")]), other) == ""
    assert "play waits for a stand of the group to move" in refusal(state, Pass(RED))


@proves("MATG2-8.3.1.1")
@pytest.mark.parametrize(("gone_in", "is_over"), [(11.9, False), (12, True)])
def test_our_83_the_move_of_a_stand_ends_with_its_points(gone_in: float, is_over: bool) -> None:
    """A T-34 that was to go on and has 12 points."""
    state = play(moving(), [_move_over((10, 10 + gone_in), goes_on=True)])
    assert ("r1" in progress(state).moved) is is_over
    assert (progress(state).move is None) is is_over


@proves("MATG2-8.5.3.1")
def test_our_32_a_stand_stopped_faces_along_its_path() -> None:
    assert heading_deg((START, Spot(10, 5), Spot(14, 5)), 180.0) == 90.0
    assert heading_deg((START,), 180.0) == 180.0


def test_reach_lists_the_inch_squares_with_their_exact_price() -> None:
    unit = stand("r1", RED, (10.5, 10.5), 180.0)
    enemy = stand("b1", BLUE, (10.5, 16.5))
    state = state_of(table(area(T.WOODS, 13, 8, 16, 14), width_in=24), unit, enemy)
    ruling = MATG2.reach(state, unit)
    cost = ruling.verdict.cost
    assert cost[unit.at or START] == 0
    assert cost[Spot(10.5, 13.5)] == 3
    assert cost[Spot(14.5, 10.5)] == Fraction("2.5") + Fraction("1.5") * 3
    assert Spot(10.5, 22.6) not in cost
    assert Spot(10.5, 16.5) not in cost
    assert Spot(23.5, 23.5) not in cost
    assert max(cost.values()) <= 12


@proves("MATG2-8.3.6.1")
def test_reach_says_where_an_enemy_must_be_passed() -> None:
    shores = (area(T.LAKE, 0, 0, 9.5, 24), area(T.RIVER, 11.5, 0, 24, 24))
    unit, enemy = stand("r1", RED, (10.5, 5.5), 180.0), stand("b1", BLUE, (10.5, 10.5))
    verdict = MATG2.reach(state_of(table(*shores, width_in=24), unit, enemy), unit).verdict
    assert Spot(10.5, 8.5) in verdict.cost
    assert Spot(10.5, 8.5) not in verdict.provisos
    assert verdict.provisos[Spot(10.5, 13.5)] == "test of nerve to pass an enemy"


def test_path_goes_round_the_enemy_and_says_when_it_is_too_far() -> None:
    unit, enemy = stand("r1", RED, (10.5, 10.5), 180.0), stand("b1", BLUE, (10.5, 16.5))
    state = state_of(table(width_in=24), unit, enemy)
    way = MATG2.path(state, unit, Spot(10.5, 20.5)).verdict
    assert Fraction("10.1") < way.cost < Fraction("10.5")
    assert str(MATG2.path(state, unit, Spot(10.5, 40)).verdict) == "out of reach"
    with pytest.raises(BadInput, match="mode: 'fly' is not one of by_road, cross_country"):
        MATG2.reach(state, unit, "fly")


@proves("MATG2-8.3.1.1", "MATG2-8.3.1.2a")
def test_8_3_1_in_the_middle_of_its_move_a_stand_reaches_as_far_as_its_points_left_allow() -> None:
    """Eight of a T-34's twelve points are spent, so it reaches four inches of open ground."""
    state = play(moving(), [_move_over((10, 18), goes_on=True)])
    unit, here = state.unit("r1"), Spot(10, 18)
    told = MATG2.reach(state, unit)
    assert told.verdict.allowance == 4
    assert str(told.reasons[0]) == "4 of 12 movement points left (MATG2 8.3.1, house value)"
    assert Spot(10.5, 21.5) in told.verdict.cost
    assert Spot(10.5, 22.5) not in told.verdict.cost
    for place in told.verdict.cost:
        way = MATG2.path(state, unit, place).verdict
        if place != here:
            path = tuple(spot for spot in way.places if isinstance(spot, Spot))
            assert refusal(state, MoveStand(RED, "r1", path, 180.0)) == "", place
    far = MATG2.path(state, unit, Spot(10, 23))
    assert [reason.text for reason in far.reasons] == ["beyond its 4 of 12 movement points left"]


@proves("MATG2-8.3.2.2")
@pytest.mark.parametrize(("gone_in", "reaches"), [(0.25, True), (0.95, False)])
def test_8_3_2_a_partly_used_minimum_inch_leaves_only_the_rest_of_it(gone_in: float, reaches: bool) -> None:
    """A marsh of 5 points an inch within a wood, rough ground and a slope: 13 points an inch, and a T-34 has 12."""
    kinds = (T.MARSH, T.WOODS, T.ROUGH_3, T.SLOPE)
    state = play(
        moving(*(area(kind, 5, 5, 20, 20) for kind in kinds)),
        [_move_over((10, 10 + gone_in), goes_on=True)],
    )
    way = MATG2.path(state, state.unit("r1"), Spot(10, 11 if reaches else 11.2)).verdict
    assert bool(way.places) is reaches


@proves("MATG2-8.3.6.2")
def test_8_3_6_an_enemy_that_may_be_passed_is_in_nobodys_way() -> None:
    """Between two lakes no way leads round the enemy."""
    shores = (area(T.LAKE, 0, 0, 9.4, 24), area(T.RIVER, 10.6, 0, 24, 24))
    state = moving(_watched("b1", (10, 11)), *shores)
    place = Spot(10, 13)
    assert not MATG2.path(state, state.unit("r1"), place).verdict.places
    state = play(state, [PassEnemy(RED, "r1", "b1")], [1])
    assert MATG2.path(state, state.unit("r1"), place).verdict.places


def test_every_place_in_reach_can_be_moved_to_by_the_way_that_is_named() -> None:
    found = scenario("dolgoye-crossing")
    state = MATG2.opening(found.state(), {**found.opening_options(), "cohesion": {"soviet": 14, "german": 1}})
    unit = state.unit("s-ghq")
    places = [place for place in MATG2.reach(state, unit).verdict.cost if place != unit.at]
    assert len(places) > 150
    dice = dice_of([6, 1, 3, 3, 3, 3, 1])
    soviet: list[Action] = [
        RollInitiative("soviet"),
        GoFirst("soviet", "soviet"),
        NameGroup("soviet", (unit.id,)),
    ]
    soviet += [Pass("german"), Pass("soviet"), GoFirst("soviet", "soviet"), Pass("soviet"), Pass("german")]
    soviet += [RollOrders("soviet"), GoFirst("soviet", "soviet"), MoveGroup("soviet", 1, True)]
    for action in soviet:
        _, state = carry_out(MATG2.as_game(), state, action, dice)
    for place in places[::12]:
        way = MATG2.path(state, unit, place).verdict
        path = tuple(spot for spot in way.places if isinstance(spot, Spot))
        assert path, place
        assert refusal(state, MoveStand("soviet", unit.id, path, unit.facing_deg or 0.0)) == "", place
