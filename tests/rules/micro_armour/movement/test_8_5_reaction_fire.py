"""Sections 8.5 and 8.6: opportunity and covering fire."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.initiative import GoFirst
from rules.micro_armour.declarations.movement.orders import MoveGroup, RollOrders
from rules.micro_armour.declarations.movement.reaction_fire import CoveringFire, HoldFire, OpportunityFire
from rules.micro_armour.declarations.movement.stands import EndMove, MoveStand, PassEnemy
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.ruleset import MATG1, MATG2, MicroArmour
from rules.micro_armour.state.progress import MoveStage, Stage
from rules.micro_armour.state.stands import overlapped_by, stand_base
from tests.proving import proves
from tests.rules.micro_armour.phases import to_fire, to_movement
from tests.rules.micro_armour.tables import (
    BLUE,
    RED,
    area,
    dice_of,
    opened,
    play,
    progress,
    refusal,
    road,
    stand,
    table,
    told,
)

MOVER = stand("r1", RED, (10, 10), 180.0)
WATCH = stand("b1", BLUE, (10, 24), 0.0, "pz4h")
ADVANCE = MoveStand(RED, "r1", (Spot(10, 10), Spot(10, 20)), 180.0)
STOP_AT_START = OpportunityFire(BLUE, ("b1",), 0)


def _set_out(
    *others: Unit, pieces: tuple[Piece, ...] = (), book: MicroArmour = MATG2, watch: Unit = WATCH
) -> GameState:
    """Red's r1 has been touched to advance ten inches towards b1."""
    state = to_movement(opened(table(*pieces), MOVER, watch, *others, book=book), ("r1",), book=book)
    return play(state, [MoveGroup(RED, 1, False), ADVANCE], [1], book)


@pytest.mark.parametrize(("facing_deg", "words"), [(90.0, "r1 faces 90°"), (0.0, "r1 stays where it is")])
def test_a_stand_that_turns_on_the_spot_is_told_by_its_facing(facing_deg: float, words: str) -> None:
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


@proves("MATG2-8.5.2", "MATG2-8.5.3.1")
def test_8_5_2_as_soon_as_a_stand_is_touched_the_other_side_may_stop_it() -> None:
    state = _set_out()
    assert MATG2.as_game().to_act(state) == BLUE
    assert state.unit("r1").at == Spot(10, 10)
    assert refusal(state, STOP_AT_START) == ""
    assert "blue decides now" in refusal(state, ADVANCE)


@pytest.mark.parametrize(
    ("path", "stop", "struck"),
    [
        (((10, 10), (14, 10)), 0, "10 less defence 8:"),
        (((10, 10), (14, 10)), 2, "10 less defence 4, half off the target front"),
        (((10, 10), (14, 10)), 4, "10 less defence 4, half off the target front"),
        (((10, 10), (10, 20)), 5, "10 less defence 8:"),
        (((10, 10), (10, 20)), 10, "10 less defence 4, half off the target front"),
        (((10, 10),), 0, "10 less defence 8:"),
    ],
    ids=["where it starts", "going across", "at the end", "coming on", "turned at the end", "turning on the spot"],
)  # fmt: skip
@proves("MATG2-8.5.3.1", "MATG2-7.3.1.3")
def test_8_5_3_who_is_stopped_faces_along_its_way_and_at_the_end_of_it_as_declared(
    path: tuple[tuple[float, float], ...], stop: int, struck: str
) -> None:
    """OUR 32: a T-34 that faced the gun, south of it, is to face north at the end of its move."""
    state = to_movement(opened(table(), MOVER, WATCH), ("r1",))
    move = MoveStand(RED, "r1", tuple(Spot(*map(float, spot)) for spot in path), 0.0)
    state = play(state, [MoveGroup(RED, 1, False), move], [1])
    ruling = MATG2.as_game().chances(state, OpportunityFire(BLUE, ("b1",), stop))
    assert struck in " ".join(map(str, ruling.reasons))


@pytest.mark.parametrize(("stop", "y_in"), [(0, 10), (3, 13), (10, 20)])
@proves("MATG2-8.5.3.1")
def test_8_5_3_the_stand_stops_where_it_is_told(stop: int, y_in: float) -> None:
    state = play(_set_out(), [OpportunityFire(BLUE, ("b1",), stop)], [20])
    assert state.unit("r1").at == Spot(10, y_in)


@proves("MATG2-8.5.3.1", "MATG2-8.5.3.2")
@pytest.mark.parametrize(("stop", "first"), [(0, "b1 at r1"), (1, "r1 moves 1.0 inches to (10, 11)")])
def test_8_5_3_who_is_stopped_before_he_goes_has_not_moved(stop: int, first: str) -> None:
    assert told(_set_out(), OpportunityFire(BLUE, ("b1",), stop), [20])[0].startswith(first)


@proves("MATG2-8.5.1", "MATG2-8.5.2", "MATG2-8.5.3.1")
def test_our_7_there_are_so_many_places_to_stop_at() -> None:
    said = "the path has 11 places to stop at, numbered from 0 (MATG2 8.5.2, OUR 7, house value)"
    for stop in (-1, 11):
        assert refusal(_set_out(), OpportunityFire(BLUE, ("b1",), stop)) == said


@proves("MATG2-8.5.3.2", "MATG2-4.4.2")
def test_8_5_3_the_attack_is_resolved_as_any_fire_from_where_it_stands() -> None:
    lines = told(_set_out(), OpportunityFire(BLUE, ("b1",), 10), [14, 5, 5, 1])
    assert (
        lines[1]
        == "b1 at r1 with 75mm KwK L/48 (opportunity fire): cohesion 14+0 against 14, fires; 5+5+0 = 10 at +2: S"
    )


@proves("MATG2-8.5.4.1")
def test_8_5_4_no_effect_lets_the_move_go_on() -> None:
    state = play(_set_out(), [OpportunityFire(BLUE, ("b1",), 3), HoldFire(RED)], [14, 6, 6])
    on = MoveStand(RED, "r1", (Spot(10, 13), Spot(10, 22)), 180.0)
    assert MATG2.as_game().to_act(state) == RED
    assert refusal(state, on) == ""
    too_far = MoveStand(RED, "r1", (Spot(10, 13), Spot(10, 22.1)), 180.0)
    assert "of 9.00 movement points left" in refusal(state, too_far)


@proves("MATG2-8.5.4.1", "MATG2-8.5.4.2")
@pytest.mark.parametrize("book", [MATG1, MATG2])
@pytest.mark.parametrize("dice", [[14, 6, 6], [20], [14, 5, 5, 10]], ids=["no effect", "no shot", "holds"])
def test_our_82_who_is_fired_on_at_the_end_of_its_path_may_go_on_from_there_too(
    book: MicroArmour, dice: list[int]
) -> None:
    """A T-34 has 12 points and has come 10 inches.

    Rule: MATG2 8.5.4; OUR 82.
    """
    state = play(_set_out(book=book), [OpportunityFire(BLUE, ("b1",), 10), HoldFire(RED)], dice, book)
    assert book.as_game().to_act(state) == RED
    on, too_far = (MoveStand(RED, "r1", (Spot(10, 20), Spot(10 + gone, 20)), 180.0) for gone in (2, 2.1))
    assert refusal(state, on, book) == ""
    assert "of 2.00 movement points left" in refusal(state, too_far, book)
    assert "r1" in progress(play(state, [EndMove(RED, "r1")], book=book)).moved


@proves("MATG2-8.5.4.2")
def test_8_5_4_any_effect_calls_for_a_cohesion_roll_to_go_on() -> None:
    stop = OpportunityFire(BLUE, ("b1",), 10)
    assert told(_set_out(), stop, [14, 5, 5, 10])[-2] == "r1 10+4 against 14: moves on"
    assert told(_set_out(), stop, [14, 5, 5, 11])[-3:-1] == ["r1 11+4 against 14: stops", "r1 has moved"]
    halted = play(_set_out(), [OpportunityFire(BLUE, ("b1",), 3), HoldFire(RED)], [14, 4, 4, 11])
    assert halted.unit("r1").has("suppressed")
    assert "blue decides now" in refusal(halted, MoveStand(RED, "r1", (Spot(10, 13), Spot(10, 14)), 180.0))


@proves("MATG2-8.5.4.2")
def test_our_8_an_s_on_a_suppressed_stand_still_calls_for_the_roll() -> None:
    shaken = replace(MOVER, conditions=frozenset({"suppressed"}))
    state = to_movement(opened(table(), shaken, WATCH), ("r1",))
    state = play(state, [MoveGroup(RED, 1, False), ADVANCE], [1])
    lines = told(state, OpportunityFire(BLUE, ("b1",), 10), [14, 5, 5, 11])
    assert lines[1].endswith("10 at +2: S")
    assert "r1 11+4 against 14: stops" in lines


@proves("MATG2-8.5.2", "MATG2-8.3.6.1", "MATG2-8.3.6.2")
@pytest.mark.parametrize("book", [MATG1, MATG2])
def test_our_78_who_is_to_pass_the_enemy_it_stands_beside_may_be_fired_on_before_it_tests_its_nerve(
    book: MicroArmour,
) -> None:
    """Rule: MATG2 8.5.2, 8.3.6; OUR 78."""
    beside, test = stand("b2", BLUE, (10, 11), 0.0, "pz4h"), PassEnemy(RED, "r1", "b2")
    state = play(
        to_movement(opened(table(), MOVER, beside, book=book), ("r1",), book=book),
        [MoveGroup(RED, 1, False)],
        [1],
        book,
    )
    ruling = book.as_game().chances(state, test)
    assert ruling.verdict.startswith("may pass b2 55%; r1 stays where it is 45%; if opportunity fire of b2")
    assert [case.condition.partition(" after ")[0] for case in ruling.cases] == ["if opportunity fire of b2"]
    assert "seen beforehand by b2" in [reason.text for reason in ruling.reasons]
    state = play(state, [test], book=book)
    assert book.as_game().to_act(state) == BLUE
    held = play(state, [HoldFire(BLUE)], book=book)
    assert told(held, test, [12], book)[0] == "r1 12+3 against 14: stays where it is"
    hit = play(state, [OpportunityFire(BLUE, ("b2",), 0), HoldFire(RED)], [14, 5, 4, 10], book)
    assert told(hit, test, [8], book)[0] == "r1 8+7 against 14: stays where it is"
    gone = play(state, [OpportunityFire(BLUE, ("b2",), 0)], [14, 5, 4, 11], book)
    assert "r1" in progress(gone).moved


@proves("MATG2-8.5.5")
def test_8_5_5_a_stand_suffers_opportunity_fire_once_a_phase() -> None:
    second = stand("b2", BLUE, (14, 24), 0.0, "pz4h")
    state = play(_set_out(second), [OpportunityFire(BLUE, ("b1",), 3), HoldFire(RED)], [20])
    on = MoveStand(RED, "r1", (Spot(10, 13), Spot(10, 16)), 180.0)
    state = play(state, [on])
    assert state.unit("r1").at == Spot(10, 16)
    assert progress(state).stopped == {"r1"}


@proves("MATG2-8.5.1", "MATG2-12.M6")
def test_8_5_1_only_unfired_stands_in_firing_posture_may() -> None:
    state = to_fire(opened(table(), MOVER, WATCH), ("r1",))
    state = play(state, [Pass(RED), Fire(BLUE, "r1", ("b1",)), Pass(RED), Pass(BLUE)], [20])
    state = play(state, [RollOrders(RED), GoFirst(RED, RED), MoveGroup(RED, 1, False), ADVANCE], [1])
    assert state.unit("r1").at == Spot(10, 20)
    moving = replace(WATCH, conditions=frozenset({"movement"}))
    assert _set_out(watch=moving).unit("r1").at == Spot(10, 20)
    second = stand("b2", BLUE, (14, 24), 0.0, "pz4h", "fired")
    assert "b2 has fired this turn (MATG2 8.5.1)" in refusal(
        _set_out(second), OpportunityFire(BLUE, ("b2",), 0)
    )


@proves("MATG2-8.5.1", "MATG2-7.1.2")
def test_our_2_a_stand_attacked_in_the_fire_phase_may_be_stopped_too() -> None:
    second = stand("b2", BLUE, (14, 24), 0.0, "pz4h")
    state = to_fire(opened(table(), MOVER, WATCH, second), ("r1",))
    state = play(state, [Pass(RED), Fire(BLUE, "r1", ("b2",)), Pass(RED), Pass(BLUE)], [20])
    state = play(state, [RollOrders(RED), GoFirst(RED, RED), MoveGroup(RED, 1, False), ADVANCE], [1])
    assert refusal(state, STOP_AT_START) == ""


@proves("MATG2-8.5.2")
def test_8_5_2_nobody_is_asked_where_nobody_could_see() -> None:
    state = _set_out(pieces=(area(T.WOODS, 0, 21, 48, 22.5),))
    assert state.unit("r1").at == Spot(10, 20)


@proves("MATG2-12.N4", "MATG2-8.5.3.2")
def test_12_n4_a_stand_stopped_at_road_rate_has_no_cover_from_the_woods() -> None:
    woods, lane = area(T.WOODS, 5, 19.5, 15, 20.5), road(T.GOOD_ROAD, (10, 0), (10, 48))
    stop = OpportunityFire(BLUE, ("b1",), 10)
    assert "cohesion 14+0 against 14" in told(_set_out(pieces=(woods, lane)), stop, [14, 6, 6])[1]
    assert "cohesion 14+2 against 14" in told(_set_out(pieces=(woods,)), stop, [14])[1]


@proves("MATG2-12.E.ford_sand_mud", "MATG2-6.3.3.1")
def test_12_ford_sand_mud_a_mover_in_mud_is_easier_to_hit() -> None:
    mud = (area(T.MUD, 5, 9.6, 15, 10.5),)
    assert "cohesion 15-1 against 14, fires" in told(_set_out(pieces=mud), STOP_AT_START, [15, 6, 6])[0]


@proves("MATG2-8.6.1", "MATG2-8.6.2.1", "MATG2-8.6.2.2", "MATG2-12.M7")
def test_8_6_second_edition_the_stand_fired_on_answers_the_stand_that_fired() -> None:
    friend = stand("r2", RED, (13, 12), 180.0)
    state = play(_set_out(friend, stand("b2", BLUE, (14, 24))), [OpportunityFire(BLUE, ("b1",), 10)], [20])
    assert MATG2.as_game().to_act(state) == RED
    assert refusal(state, CoveringFire(RED, "b1", ("r1",))) == ""
    said = "only r1, which was fired on, may answer (MATG2 8.6.2)"
    assert refusal(state, CoveringFire(RED, "b1", ("r2",))) == said
    said = "b2 did not fire the opportunity fire that is answered (MATG2 8.6.1)"
    assert refusal(state, CoveringFire(RED, "b2", ("r1",))) == said


@proves("MATG2-8.6.3")
def test_8_6_3_covering_fire_takes_three_more() -> None:
    state = play(_set_out(), [OpportunityFire(BLUE, ("b1",), 10)], [20])
    lines = told(state, CoveringFire(RED, "b1", ("r1",)), [11, 1, 1])
    assert lines[0].startswith("r1 at b1 with 76.2mm F-34 (covering fire): cohesion 11+3 against 14, fires")
    assert "does not fire" in told(state, CoveringFire(RED, "b1", ("r1",)), [12])[0]


@proves("MATG2-8.6.1")
def test_8_6_1_without_opportunity_fire_there_is_nothing_to_answer() -> None:
    said = "that cannot be declared now: play waits for a group to move (MATG2 4.0)"
    assert refusal(play(_set_out(), [HoldFire(BLUE)]), CoveringFire(BLUE, "r1", ("b1",))) == said


@proves("MATG2-8.6.2.1", "MATG2-7.1.4a")
def test_our_6_a_stand_that_has_fired_gives_no_covering_fire() -> None:
    state = play(_set_out(), [OpportunityFire(BLUE, ("b1",), 3), CoveringFire(RED, "b1", ("r1",))], [20, 20])
    move = progress(state).move
    assert move is not None
    assert move.stage is MoveStage.MOVING
    assert state.unit("r1").has("fired")
    spent = _set_out()
    spent = spent.with_unit(replace(spent.unit("r1"), conditions=frozenset({"movement", "fired"})))
    after = progress(play(spent, [OpportunityFire(BLUE, ("b1",), 3)], [20])).move
    assert after is not None
    assert after.stage is MoveStage.MOVING


@proves("MATG2-8.6.2.1", "MATG2-8.6.2.2", "MATG1-7.0.1", "MATG2-8.6.1")
def test_7_5_first_edition_anyone_answers_each_stand_that_fired() -> None:
    friend = stand("r2", RED, (13, 12), 180.0)
    second = stand("b2", BLUE, (14, 24), 0.0, "pz4h")
    state = _set_out(friend, second, book=MATG1)
    state = play(state, [OpportunityFire(BLUE, ("b1", "b2"), 8)], [20, 20], MATG1)
    assert refusal(state, CoveringFire(RED, "b1", ("r2",)), MATG1) == ""
    state = play(state, [CoveringFire(RED, "b1", ("r2",))], [20], MATG1)
    assert refusal(state, CoveringFire(RED, "b1", ("r1",)), MATG1).startswith("b1 did not fire")
    assert refusal(state, CoveringFire(RED, "b2", ("r1",)), MATG1) == ""
    state = play(state, [CoveringFire(RED, "b2", ("r1",))], [20], MATG1)
    move = progress(state).move
    assert move is not None
    assert (move.stage, move.stand) == (MoveStage.MOVING, "r1")


@proves("MATG2-8.6.2.1", "MATG2-8.6.2.2", "MATG2-8.6.1")
def test_7_5_first_edition_only_stands_that_took_part_in_the_opportunity_fire_are_answered() -> None:
    """The first shot eliminates r1, so b2 has not fired.

    Rule: MATG1 7.5.2; OUR 51.
    """
    friend = stand("r2", RED, (13, 12), 180.0)
    second = stand("b2", BLUE, (14, 24), 0.0, "pz4h")
    state = _set_out(friend, second, book=MATG1)
    state = play(state, [OpportunityFire(BLUE, ("b1", "b2"), 8)], [1, 1, 1], MATG1)
    assert "r1" not in state.units
    assert not state.unit("b2").has("fired")
    assert refusal(state, CoveringFire(RED, "b1", ("r2",)), MATG1) == ""
    assert refusal(state, CoveringFire(RED, "b2", ("r2",)), MATG1).startswith("b2 did not fire")
    offered = [a for a in MATG1.as_game().legal_actions(state) if isinstance(a, CoveringFire)]
    assert {action.target for action in offered} == {"b1"}


@proves("MATG2-9.2.1", "MATG2-7.2.4")
def test_8_5_a_mover_that_is_eliminated_leaves_a_wreck_where_it_was_stopped() -> None:
    state = play(_set_out(), [OpportunityFire(BLUE, ("b1",), 10)], [1, 1, 1])
    assert "r1" not in state.units
    assert state.markers[0].at == Spot(10, 20)
    assert MATG2.as_game().to_act(state) == BLUE
    assert progress(state).move is None


@proves("MATG2-8.3.4.2")
def test_8_3_4_a_stand_stopped_over_a_friend_is_moved_back() -> None:
    friend = stand("r2", RED, (10, 14), 180.0)
    watch = stand("b1", BLUE, (16, 14), 270.0, "pz4h")
    state = _set_out(friend, watch=watch)
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
def test_8_3_6_who_fails_to_pass_an_enemy_while_over_a_friend_is_moved_back() -> None:
    """Stopped at (10, 14), where r2 stands, it touches b1 as well.

    Rule: MATG2 8.3.4, 8.3.6.
    """
    friend, beside = stand("r2", RED, (10, 14), 180.0), stand("b2", BLUE, (11, 14), 0.0)
    state = _set_out(friend, beside, watch=stand("b1", BLUE, (3, 12), 90.0, "pz4h"))
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


@proves("MATG2-8.5.4.2")
def test_chances_of_opportunity_fire_say_whether_the_mover_goes_on() -> None:
    ruling = MATG2.as_game().chances(_set_out(), OpportunityFire(BLUE, ("b1",), 3))
    assert ruling.odds is not None
    suppressed = ruling.odds.of("r1 suppressed, moves on") + ruling.odds.of("r1 suppressed, stops")
    assert 0 < ruling.odds.of("r1 suppressed, moves on") == suppressed * Fraction(10, 20)
    assert sum(ruling.odds.chances.values()) == 1


@proves("MATG2-8.5.2")
def test_chances_of_a_move_say_who_may_stop_it_and_what_each_of_them_does() -> None:
    second = stand("b2", BLUE, (14, 24), 0.0, "tiger")
    state = to_movement(opened(table(), MOVER, WATCH, second), ("r1",))
    ruling = MATG2.as_game().chances(play(state, [MoveGroup(RED, 1, False)], [1]), ADVANCE)
    assert ruling.verdict.startswith("may be stopped by opportunity fire of b1, b2; if opportunity fire of b")
    cases = {case.condition.partition(" after ")[0]: case.odds for case in ruling.cases}
    assert set(cases) == {"if opportunity fire of b1", "if opportunity fire of b2"}
    for firer in ("b1", "b2"):
        told = (
            MATG2.as_game()
            .chances(play(state, [MoveGroup(RED, 1, False), ADVANCE], [1]), _at_the_end(firer))
            .odds
        )
        assert told == cases[f"if opportunity fire of {firer}"]


def _at_the_end(firer: str) -> OpportunityFire:
    return OpportunityFire(BLUE, (firer,), 10)


@proves("MATG2-8.6.1")
def test_chances_of_opportunity_fire_say_what_covering_fire_may_answer() -> None:
    ruling = MATG2.as_game().chances(_set_out(), _at_the_end("b1"))
    assert [case.condition.partition(" with ")[0] for case in ruling.cases] == [
        "if covering fire of r1 at b1"
    ]


@proves("MATG2-8.6.2.1", "MATG2-12.M7")
@pytest.mark.parametrize(("book", "who"), [(MATG1, ["r1", "r2", "r2, r1"]), (MATG2, ["r1"])])
def test_8_6_2_chances_tell_the_covering_fire_of_those_alone_that_may_answer(
    book: MicroArmour, who: list[str]
) -> None:
    state = _set_out(stand("r2", RED, (15, 10), 180.0), book=book)
    ruling = book.as_game().chances(state, _at_the_end("b1"))
    firers = (
        case.condition.removeprefix("if covering fire of ").partition(" at ")[0] for case in ruling.cases
    )
    assert sorted(firers) == who


@proves("MATG1-7.0.1")
@pytest.mark.parametrize(("book", "together"), [(MATG1, True), (MATG2, False)])
def test_7_5_2_covering_fire_of_several_stands_is_offered_in_the_first_edition(
    book: MicroArmour, together: bool
) -> None:
    state = _set_out(stand("r2", RED, (12, 10), 180.0), book=book)
    state = play(state, [STOP_AT_START], [20], book)
    offered = [action for action in book.as_game().legal_actions(state) if isinstance(action, CoveringFire)]
    assert (("r2", "r1") in {fire.firers for fire in offered}) is together


@proves("MATG1-7.0.1")
def test_7_0_two_guns_of_one_stand_are_no_two_stands() -> None:
    lee = stand("r1", RED, (10, 10), 180.0, "lee")
    state = to_fire(opened(table(), lee, stand("b1", BLUE, (10, 18), 0.0, "pz4h"), book=MATG1), book=MATG1)
    fires = [str(action) for action in MATG1.as_game().legal_actions(state) if isinstance(action, Fire)]
    assert fires == ["r1 at b1 with 75mm M2 hull", "r1 at b1 with 37mm M6"]


@proves("MATG2-8.6.2.1", "MATG2-12.M7")
@pytest.mark.parametrize("book", [MATG1, MATG2])
@pytest.mark.parametrize(("type_id", "may_answer"), [("t34", True), ("su85", False)])
def test_8_6_2_covering_fire_is_asked_for_only_where_some_may_be_given(
    book: MicroArmour, type_id: str, may_answer: bool
) -> None:
    """The stand that is fired on drives away; the gun of an SU-85 does not turn."""
    mover = stand("r1", RED, (10, 14), 0.0, type_id)
    away = MoveStand(RED, "r1", (Spot(10, 14), Spot(10, 10)), 0.0)
    state = to_movement(opened(table(), mover, WATCH, book=book), ("r1",), book=book)
    state = play(state, [MoveGroup(RED, 1, False), away, STOP_AT_START], [1, 20], book)
    assert (refusal(state, HoldFire(RED), book) == "") is may_answer


@proves("MATG2-8.2.7")
def test_8_2_7_the_last_order_is_told_as_such() -> None:
    state = opened(table(), stand("r1", RED, (10, 10), 180.0, "t34", "ghq"), WATCH)
    state = to_movement(state, ("r1",), orders=(2, 3, 1, 1))
    assert refusal(state, MoveGroup(RED, 1, False)) == "red must use its last order first (MATG2 8.2.7)"


@proves("MATG2-8.6.2.1", "MATG2-8.6.2.2", "MATG2-12.M7")
@pytest.mark.parametrize("book", [MATG1, MATG2])
@pytest.mark.parametrize(("from_deg", "to_deg", "may_answer"), [(0.0, 180.0, True), (180.0, 0.0, False)])
def test_8_6_2_who_turns_on_the_spot_answers_as_it_faces_then(
    book: MicroArmour, from_deg: float, to_deg: float, may_answer: bool
) -> None:
    """An SU-85, whose gun does not turn, is fired on as it turns to the enemy or away (OUR 80)."""
    mover = stand("r1", RED, (10, 14), from_deg, "su85")
    state = to_movement(opened(table(), mover, WATCH, book=book), ("r1",), book=book)
    turn = MoveStand(RED, "r1", (Spot(10, 14),), to_deg)
    state = play(state, [MoveGroup(RED, 1, False), turn, STOP_AT_START], [1, 20], book)
    assert (refusal(state, HoldFire(RED), book) == "") is may_answer
    assert (refusal(state, CoveringFire(RED, "b1", ("r1",)), book) == "") is may_answer


@proves("MATG2-8.6.2.1", "MATG2-8.3.4.2", "MATG2-12.M7")
@pytest.mark.parametrize(("hold", "may_answer"), [(1, True), (20, False)])
def test_8_6_2_who_is_moved_back_behind_a_friend_has_nobody_to_answer(hold: int, may_answer: bool) -> None:
    """It was stopped in the midst of the friend, where it is seen (OUR 72)."""
    state = _set_out(stand("r2", RED, (10, 15), 180.0))
    state = play(state, [OpportunityFire(BLUE, ("b1",), 5)], [1, 5, 5, hold])
    assert state.unit("r1").at == Spot(10, 15 if may_answer else 14)
    assert (refusal(state, HoldFire(RED)) == "") is may_answer


@proves("MATG2-8.5.2", "MATG2-7.3.3")
@pytest.mark.parametrize(("x_in", "stops"), [(10.4, [2]), (11.2, [])], ids=["into contact", "past it"])
def test_8_5_2_in_woods_who_comes_into_contact_may_be_stopped_there(x_in: float, stops: list[int]) -> None:
    """OUR 85: the centres are 1.08 inches apart."""
    mover, watch = stand("r1", RED, (x_in, 8), 180.0), stand("b1", BLUE, (10, 11), 0.0, "pz4h")
    state = to_movement(opened(table(area(T.WOODS, 5, 5, 20, 20)), mover, watch), ("r1",))
    there = MoveStand(RED, "r1", (Spot(x_in, 8), Spot(x_in, 10)), 180.0)
    state = play(state, [MoveGroup(RED, 1, False), there], [1])
    offered = MATG2.as_game().legal_actions(state)
    assert [fire.at for fire in offered if isinstance(fire, OpportunityFire)] == stops


@proves("MATG2-8.5.2", "MATG2-6.3.3.2b")
@pytest.mark.parametrize(("fired", "stops"), [((), []), (("fired",), [0, 2])])
def test_8_5_2_woods_hide_nobody_who_has_fired_from_opportunity_fire(
    fired: tuple[str, ...], stops: list[int]
) -> None:
    """It goes deeper into the woods before a tank that stands outside them; the first stop and the last are offered."""
    mover, watch = stand("r1", RED, (10, 8), 180.0, "t34", *fired), stand("b1", BLUE, (10, 2), 180.0, "pz4h")
    state = to_movement(opened(table(area(T.WOODS, 5, 5, 20, 20)), mover, watch), ("r1",))
    deeper = MoveStand(RED, "r1", (Spot(10, 8), Spot(10, 10)), 180.0)
    state = play(state, [MoveGroup(RED, 1, False), deeper], [1])
    offered = MATG2.as_game().legal_actions(state)
    assert [fire.at for fire in offered if isinstance(fire, OpportunityFire)] == stops


@proves("MATG2-8.5.3.1", "MATG2-11.10")
@pytest.mark.parametrize("noted_deg", [None, 0.0, 90.0])
@pytest.mark.parametrize(
    ("path", "to_face_deg", "stop", "faces_deg"),
    [
        (((10, 0.5), (10, 6)), 0.0, 0, 180.0),
        (((10, 0.5), (10, 6)), 0.0, 6, 0.0),
        (((10, 0.5), (16, 6)), 0.0, 0, 180.0),
        (((10, 0.5),), 90.0, 0, 90.0),
    ],
    ids=["where it comes on", "at the end", "before it goes off aslant", "coming on and no further"],
)
def test_our_32_who_is_stopped_as_it_comes_on_faces_straight_in(
    noted_deg: float | None,
    path: tuple[tuple[float, float], ...],
    to_face_deg: float,
    stop: int,
    faces_deg: float,
) -> None:
    """Whatever facing was noted of it while it waited, and however it is to face at the end."""
    comes = replace(stand("r1", RED, None), facing_deg=noted_deg)
    state = to_movement(
        opened(table(), comes, replace(WATCH, at=Spot(10, 14)), enters={RED: "north"}), ("r1",)
    )
    move = MoveStand(RED, "r1", tuple(Spot(*map(float, spot)) for spot in path), to_face_deg)
    state = play(state, [MoveGroup(RED, 1, False), move, OpportunityFire(BLUE, ("b1",), stop)], [1, 20])
    assert state.unit("r1").facing_deg == faces_deg


@proves("MATG2-8.5.2")
def test_8_5_2_nobody_is_asked_for_fire_at_a_stand_that_the_umpire_took_off_as_it_set_out() -> None:
    _, state = MATG2.as_game().correct(_set_out(), replace(MOVER, at=None), dice_of([]))
    assert (MATG2.as_game().to_act(state), progress(state).move) == (BLUE, None)
    assert progress(state).stage is Stage.GROUPS


@proves("MATG2-8.3.4.2", "MATG2-11.10")
@pytest.mark.parametrize("noted_deg", [None, 45.0])
def test_our_32_who_is_moved_back_to_where_he_came_on_faces_straight_in(noted_deg: float | None) -> None:
    """A friend leaves room at the edge alone, for a stand that faces straight in."""
    units = (stand("r2", RED, (1.6, 10), 90.0), stand("b1", BLUE, (14, 10), 270.0, "pz4h"))
    comes = replace(stand("r1", RED, None), facing_deg=noted_deg)
    state = opened(table(), comes, *units, enters={RED: "west"})
    state = play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    state = play(state, [MoveStand(RED, "r1", (Spot(0.5, 10), Spot(4, 10)), 90.0)])
    state = play(state, [OpportunityFire(BLUE, ("b1",), 1), HoldFire(RED), EndMove(RED, "r1")], [20])
    assert (state.unit("r1").at, state.unit("r1").facing_deg) == (Spot(0.5, 10), 90.0)
