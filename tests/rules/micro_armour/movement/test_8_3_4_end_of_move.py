"""8.3.4: where a stand may end its move, and how far it is moved back."""

from dataclasses import replace

import pytest

from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.declarations.movement.orders import MoveGroup
from rules.micro_armour.declarations.movement.reaction_fire import HoldFire, OpportunityFire
from rules.micro_armour.declarations.movement.stands import EndMove, MoveStand, PassEnemy
from rules.micro_armour.questions.movement import at_rest
from rules.micro_armour.ruleset import MicroArmour
from rules.micro_armour.state.stands import overlapped_by, spot_of, stand_base
from tests.proving import proves
from tests.rules.micro_armour.movement.setting_out import MOVER, r1_setting_out
from tests.rules.micro_armour.phases import moving, to_movement
from tests.rules.micro_armour.tables import (
    BLUE,
    MATG1,
    MATG2,
    RED,
    area,
    move_along,
    opened,
    play,
    progress,
    refusal,
    stand,
    state_of,
    table,
)


@proves("MATG2-8.3.4.2")
def test_8_3_4_a_stand_stopped_over_a_friend_is_moved_back() -> None:
    friend = stand("r2", RED, (10, 14), 180.0)
    watch = stand("b1", BLUE, (16, 14), 270.0, "pz4h")
    state = r1_setting_out(friend, watch=watch)
    state = play(state, [OpportunityFire(BLUE, ("b1",), 4)], [20])
    assert state.unit("r1").at == Spot(10, 14)
    state = play(state, [HoldFire(RED), EndMove(RED, "r1")])
    at = state.unit("r1").at
    assert isinstance(at, Spot)
    assert at.y_in == pytest.approx(13.0, abs=0.13)


@proves("MATG2-8.3.4.1", "MATG2-8.3.4.2")
@pytest.mark.parametrize("book", [MATG1, MATG2])
def test_8_3_4_a_stand_moved_back_to_where_it_began_faces_as_it_stood(book: MicroArmour) -> None:
    """It stood in line between two friends and went off obliquely; turned so, it would lie over one of them.

    Rule: MATG2 8.3.4; OUR 64.
    """
    line = (stand("r2", RED, (11, 10), 180.0), stand("r3", RED, (9, 10), 180.0))
    state = opened(table(), MOVER, *line, stand("b1", BLUE, (12, 24), 0.0, "pz4h"), book=book)
    state = to_movement(state, ("r1", "r2", "r3"), book=book)
    oblique = MoveStand(RED, "r1", (Spot(10, 10), Spot(12, 14)), 180.0)
    state = play(state, [MoveGroup(RED, 1, False), oblique], [1], book)
    state = play(state, [OpportunityFire(BLUE, ("b1",), 1)], [1, 3, 3, 20], book)
    unit = state.unit("r1")
    assert (unit.at, unit.facing_deg) == (Spot(10, 10), 180.0)
    assert overlapped_by(state, stand_base(unit), ignoring=["r1"]) is None


@proves("MATG2-8.3.4.1", "MATG2-8.3.6.2")
def test_8_3_6_a_stand_that_fails_to_pass_an_enemy_while_over_a_friend_is_moved_back() -> None:
    """Stopped at (10, 14), where r2 stands, it touches b1 as well.

    Rule: MATG2 8.3.4, 8.3.6.
    """
    friend, beside = stand("r2", RED, (10, 14), 180.0), stand("b2", BLUE, (11, 14), 0.0)
    state = r1_setting_out(friend, beside, watch=stand("b1", BLUE, (3, 12), 90.0, "pz4h"))
    state = play(state, [OpportunityFire(BLUE, ("b1",), 4), HoldFire(RED)], [20])
    test = PassEnemy(RED, "r1", "b2")
    assert (
        str(MATG2.as_game().chances(state, test).verdict)
        == "may pass b2 55%; r1 is moved back to (10, 13) 45%"
    )
    state = play(state, [test], [20])
    assert state.unit("r1").at == Spot(10, 13)
    assert "r1" in progress(state).moved


@proves("MATG2-8.3.4.1", "MATG2-8.3.4.2", "MATG2-11.10")
@pytest.mark.parametrize(("stop", "rests"), [(0, None), (1, Spot(1.5, 10))])
def test_8_3_4_a_stand_that_came_on_over_a_friend_and_is_stopped_there_goes_back_off_the_table(
    stop: int, rests: Spot | None
) -> None:
    """Rule: MATG2 8.3.4; OUR 65."""
    units = (stand("r2", RED, (0.5, 10), 90.0), stand("b1", BLUE, (14, 10), 270.0, "pz4h"))
    state = opened(table(), stand("r1", RED, None), *units, enters={RED: "west"})
    state = play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    state = play(state, [MoveStand(RED, "r1", (Spot(0.5, 10), Spot(3, 10)), 90.0)])
    state = play(state, [OpportunityFire(BLUE, ("b1",), stop)], [20])
    assert state.unit("r1").at == Spot(0.5 + stop, 10)
    over = play(state, [HoldFire(RED)])
    state = play(over, [EndMove(RED, "r1")])
    assert state.unit("r1").at == rests
    words = [change.text for change in MATG2.as_game().changes(over, state)]
    assert words == ["r1 stays where it is" if rests else "r1 goes back off the table"]
    assert "r1" in progress(state).moved


@proves("MATG2-8.3.4.2", "MATG2-11.10")
@pytest.mark.parametrize("noted_deg", [None, 45.0])
def test_our_32_a_stand_moved_back_to_its_place_of_entry_faces_straight_in(noted_deg: float | None) -> None:
    """A friend leaves room at the edge alone, for a stand that faces straight in."""
    units = (stand("r2", RED, (1.6, 10), 90.0), stand("b1", BLUE, (14, 10), 270.0, "pz4h"))
    comes = replace(stand("r1", RED, None), facing_deg=noted_deg)
    state = opened(table(), comes, *units, enters={RED: "west"})
    state = play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    state = play(state, [MoveStand(RED, "r1", (Spot(0.5, 10), Spot(4, 10)), 90.0)])
    state = play(state, [OpportunityFire(BLUE, ("b1",), 1), HoldFire(RED), EndMove(RED, "r1")], [20])
    assert (state.unit("r1").at, state.unit("r1").facing_deg) == (Spot(0.5, 10), 90.0)


@proves("MATG2-8.3.4.1")
@pytest.mark.parametrize(("end", "room"), [((10, 15), True), ((14, 14), False), ((14, 15.1), True)])
def test_8_3_4_no_two_stands_end_over_each_other_however_many_stand_elsewhere(
    end: tuple[float, float], room: bool
) -> None:
    state = moving(stand("r2", RED, (14, 14), 180.0), stand("r3", RED, (40, 40), 180.0))
    assert (refusal(state, move_along((10, 10), end)) == "") is room


@proves("MATG2-8.3.4.1", "MATG2-8.3.2.2")
@pytest.mark.parametrize(
    ("start", "end"),
    [((10, 40), (10, 47.8)), ((10, 8), (10, 0.2)), ((8, 10), (0.2, 10)), ((40, 10), (47.8, 10))],
    ids=["south", "north", "west", "east"],
)
def test_8_3_4_no_stand_ends_over_an_edge_of_the_table(
    start: tuple[float, float], end: tuple[float, float]
) -> None:
    assert refusal(moving(at=Spot(*map(float, start))), move_along(start, end)) != ""


@proves("MATG2-8.3.4.1")
@pytest.mark.parametrize(
    ("apart_in", "facing_deg", "has_room"), [(1.0, 0, True), (0.9, 0, False), (1.21, 45, True), (1.19, 45, False)]
)  # fmt: skip
def test_8_3_4_stands_may_touch_but_not_overlap(apart_in: float, facing_deg: float, has_room: bool) -> None:
    friend = stand("r2", RED, (10, 16), facing_deg)
    assert (refusal(moving(friend), move_along((10, 10), (10, 16 - apart_in))) == "") is has_room


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
def test_8_3_4_a_stand_halted_at_a_bend_rests_with_no_corner_on_impassable_ground(
    ground: T, rests: tuple[float, float]
) -> None:
    """It comes down aslant to the bank, along which its way leads on; the lane itself is dry.

    Rule: MATG2 8.3.4; OUR 56, 76.
    """
    start = Spot(10, 15).ahead(315, 5)
    watching = stand("b1", BLUE, (16, 13), 270.0)
    state = moving(area(ground, 5, 15.55, 30, 20), watching, at=start)
    state = play(state, [move_along(start, (10, 15), (13, 15), facing_deg=90.0)])
    state = play(state, [OpportunityFire(BLUE, ("b1",), 5)], [1, 5, 6, 20])
    halted = state.unit("r1")
    assert tuple(spot_of(halted)) == pytest.approx(rests, abs=0.01)
    assert halted.facing_deg == pytest.approx(135.0)


@proves("MATG2-8.3.4.2")
def test_8_3_4_the_record_says_that_a_stand_is_moved_back_from_a_bank() -> None:
    """Fired on without effect at the bend, it goes no further.

    Rule: MATG2 8.3.4; OUR 76, 82.
    """
    start = Spot(10, 15).ahead(315, 5)
    state = moving(area(T.RIVER, 5, 15.55, 30, 20), stand("b1", BLUE, (16, 13), 270.0), at=start)
    state = play(state, [move_along(start, (10, 15), (13, 15), facing_deg=90.0)])
    state = play(state, [OpportunityFire(BLUE, ("b1",), 5), HoldFire(RED)], [20])
    ended = play(state, [EndMove(RED, "r1")])
    assert [change.text for change in MATG2.as_game().changes(state, ended)] == [
        "r1 is moved back to (9.82, 14.82)"
    ]
