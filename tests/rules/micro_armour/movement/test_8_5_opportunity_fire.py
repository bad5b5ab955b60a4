"""8.5: opportunity fire: which stand may be stopped, where and by which enemy, and whether it goes on."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.initiative import GoFirst
from rules.micro_armour.declarations.movement.orders import MoveGroup, RollOrders
from rules.micro_armour.declarations.movement.reaction_fire import HoldFire, OpportunityFire
from rules.micro_armour.declarations.movement.stands import EndMove, MoveStand, PassEnemy
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.ruleset import MicroArmour
from rules.micro_armour.state.progress import Stage
from tests.proving import proves
from tests.rules.micro_armour.movement.setting_out import (
    ADVANCE,
    MOVER,
    STOP_AT_START,
    WATCH,
    fire_at_the_end,
    r1_setting_out,
)
from tests.rules.micro_armour.phases import START, moving, to_fire, to_movement
from tests.rules.micro_armour.tables import (
    BLUE,
    MATG1,
    MATG2,
    RED,
    area,
    dice_of,
    move_along,
    opened,
    play,
    progress,
    record_of,
    refusal,
    stand,
    table,
)


@proves("MATG2-8.5.2", "MATG2-8.5.3.1")
def test_8_5_2_once_a_stand_is_touched_to_move_the_other_side_may_stop_it() -> None:
    state = r1_setting_out()
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
def test_8_5_3_a_stopped_stand_faces_along_its_way_and_at_the_end_as_declared(
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
def test_8_5_3_the_stand_stops_at_the_place_that_the_firer_chose(stop: int, y_in: float) -> None:
    state = play(r1_setting_out(), [OpportunityFire(BLUE, ("b1",), stop)], [20])
    assert state.unit("r1").at == Spot(10, y_in)


@proves("MATG2-8.5.3.1", "MATG2-8.5.3.2")
@pytest.mark.parametrize(("stop", "first"), [(0, "b1 at r1"), (1, "r1 moves 1.0 inches to (10, 11)")])
def test_8_5_3_a_stand_stopped_at_its_start_has_not_moved(stop: int, first: str) -> None:
    assert record_of(r1_setting_out(), OpportunityFire(BLUE, ("b1",), stop), [20])[0].startswith(first)


@proves("MATG2-8.5.1", "MATG2-8.5.2", "MATG2-8.5.3.1")
def test_our_7_an_unknown_stop_is_refused_with_the_number_of_stops() -> None:
    said = "the path has 11 places to stop at, numbered from 0 (MATG2 8.5.2, OUR 7, house value)"
    for stop in (-1, 11):
        assert refusal(r1_setting_out(), OpportunityFire(BLUE, ("b1",), stop)) == said


@proves("MATG2-8.5.3.2", "MATG2-4.4.2")
def test_8_5_3_the_attack_is_resolved_as_any_fire_from_where_it_stands() -> None:
    lines = record_of(r1_setting_out(), OpportunityFire(BLUE, ("b1",), 10), [14, 5, 5, 1])
    assert (
        lines[1]
        == "b1 at r1 with 75mm KwK L/48 (opportunity fire): cohesion 14+0 against 14, fires; 5+5+0 = 10 at +2: S"
    )


@proves("MATG2-8.5.4.1")
def test_8_5_4_no_effect_lets_the_move_go_on() -> None:
    state = play(r1_setting_out(), [OpportunityFire(BLUE, ("b1",), 3), HoldFire(RED)], [14, 6, 6])
    on = MoveStand(RED, "r1", (Spot(10, 13), Spot(10, 22)), 180.0)
    assert MATG2.as_game().to_act(state) == RED
    assert refusal(state, on) == ""
    too_far = MoveStand(RED, "r1", (Spot(10, 13), Spot(10, 22.1)), 180.0)
    assert "of 9.00 movement points left" in refusal(state, too_far)


@proves("MATG2-8.5.4.1", "MATG2-8.5.4.2")
@pytest.mark.parametrize("book", [MATG1, MATG2])
@pytest.mark.parametrize("dice", [[14, 6, 6], [20], [14, 5, 5, 10]], ids=["no effect", "no shot", "holds"])
def test_our_82_a_stand_fired_on_at_the_end_of_its_path_may_go_on_with_its_points_left(
    book: MicroArmour, dice: list[int]
) -> None:
    """A T-34 has 12 points and has come 10 inches.

    Rule: MATG2 8.5.4; OUR 82.
    """
    state = play(r1_setting_out(book=book), [OpportunityFire(BLUE, ("b1",), 10), HoldFire(RED)], dice, book)
    assert book.as_game().to_act(state) == RED
    on, too_far = (MoveStand(RED, "r1", (Spot(10, 20), Spot(10 + gone, 20)), 180.0) for gone in (2, 2.1))
    assert refusal(state, on, book) == ""
    assert "of 2.00 movement points left" in refusal(state, too_far, book)
    assert "r1" in progress(play(state, [EndMove(RED, "r1")], book=book)).moved


@pytest.mark.parametrize("dice", [[14, 6, 6], [14, 5, 5, 10]], ids=["no effect", "holds"])
@proves("MATG2-8.5.4.1", "MATG2-8.5.4.2", "MATG2-8.3.1.1")
def test_our_83_a_stand_fired_on_with_its_points_spent_has_moved(dice: list[int]) -> None:
    """A T-34 has come its 12 inches as a Pz IV fires; it holds, and has nothing left to go on with."""
    state = to_movement(opened(table(), MOVER, WATCH), ("r1",))
    state = play(state, [MoveGroup(RED, 1, False), move_along((10, 10), (10, 22))], [1])
    lines = record_of(state, OpportunityFire(BLUE, ("b1",), 12), dice)
    assert lines[-2:] == ["r1 has moved", "blue's opportunity fire at r1 is over"]


@proves("MATG2-8.5.4.2")
def test_8_5_4_any_effect_calls_for_a_cohesion_roll_to_go_on() -> None:
    stop = OpportunityFire(BLUE, ("b1",), 10)
    assert record_of(r1_setting_out(), stop, [14, 5, 5, 10])[-2] == "r1 10+4 against 14: moves on"
    assert record_of(r1_setting_out(), stop, [14, 5, 5, 11])[-3:-1] == [
        "r1 11+4 against 14: stops",
        "r1 has moved",
    ]
    halted = play(r1_setting_out(), [OpportunityFire(BLUE, ("b1",), 3), HoldFire(RED)], [14, 4, 4, 11])
    assert halted.unit("r1").has("suppressed")
    assert "blue decides now" in refusal(halted, MoveStand(RED, "r1", (Spot(10, 13), Spot(10, 14)), 180.0))


@proves("MATG2-8.5.4.2")
def test_our_8_an_s_on_a_suppressed_stand_still_calls_for_the_roll() -> None:
    shaken = replace(MOVER, conditions=frozenset({"suppressed"}))
    state = to_movement(opened(table(), shaken, WATCH), ("r1",))
    state = play(state, [MoveGroup(RED, 1, False), ADVANCE], [1])
    lines = record_of(state, OpportunityFire(BLUE, ("b1",), 10), [14, 5, 5, 11])
    assert lines[1].endswith("10 at +2: S")
    assert "r1 11+4 against 14: stops" in lines


@proves("MATG2-8.5.2", "MATG2-8.3.6.1", "MATG2-8.3.6.2")
@pytest.mark.parametrize("book", [MATG1, MATG2])
def test_our_78_a_stand_about_to_pass_an_enemy_may_be_fired_on_before_its_test(
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
    assert record_of(held, test, [12], book)[0] == "r1 12+3 against 14: stays where it is"
    hit = play(state, [OpportunityFire(BLUE, ("b2",), 0), HoldFire(RED)], [14, 5, 4, 10], book)
    assert record_of(hit, test, [8], book)[0] == "r1 8+7 against 14: stays where it is"
    gone = play(state, [OpportunityFire(BLUE, ("b2",), 0)], [14, 5, 4, 11], book)
    assert "r1" in progress(gone).moved


@proves("MATG2-8.5.5")
def test_8_5_5_a_stand_suffers_opportunity_fire_once_a_phase() -> None:
    second = stand("b2", BLUE, (14, 24), 0.0, "pz4h")
    state = play(r1_setting_out(second), [OpportunityFire(BLUE, ("b1",), 3), HoldFire(RED)], [20])
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
    assert r1_setting_out(watch=moving).unit("r1").at == Spot(10, 20)
    second = stand("b2", BLUE, (14, 24), 0.0, "pz4h", "fired")
    assert "b2 has fired this turn (MATG2 8.5.1)" in refusal(
        r1_setting_out(second), OpportunityFire(BLUE, ("b2",), 0)
    )


@proves("MATG2-8.5.1", "MATG2-7.1.2")
def test_our_2_a_stand_attacked_in_the_fire_phase_may_be_stopped_too() -> None:
    second = stand("b2", BLUE, (14, 24), 0.0, "pz4h")
    state = to_fire(opened(table(), MOVER, WATCH, second), ("r1",))
    state = play(state, [Pass(RED), Fire(BLUE, "r1", ("b2",)), Pass(RED), Pass(BLUE)], [20])
    state = play(state, [RollOrders(RED), GoFirst(RED, RED), MoveGroup(RED, 1, False), ADVANCE], [1])
    assert refusal(state, STOP_AT_START) == ""


@proves("MATG2-8.5.2")
def test_8_5_2_opportunity_fire_is_not_asked_for_where_no_enemy_could_see() -> None:
    state = r1_setting_out(pieces=(area(T.WOODS, 0, 21, 48, 22.5),))
    assert state.unit("r1").at == Spot(10, 20)


@proves("MATG2-12.E.ford_sand_mud", "MATG2-6.3.3.1")
def test_12_ford_sand_mud_a_mover_in_mud_is_easier_to_hit() -> None:
    mud = (area(T.MUD, 5, 9.6, 15, 10.5),)
    assert (
        "cohesion 15-1 against 14, fires"
        in record_of(r1_setting_out(pieces=mud), STOP_AT_START, [15, 6, 6])[0]
    )


@proves("MATG2-9.2.1", "MATG2-7.2.4")
def test_8_5_a_mover_that_is_eliminated_leaves_a_wreck_where_it_was_stopped() -> None:
    state = play(r1_setting_out(), [OpportunityFire(BLUE, ("b1",), 10)], [1, 1, 1])
    assert "r1" not in state.units
    assert state.markers[0].at == Spot(10, 20)
    assert MATG2.as_game().to_act(state) == BLUE
    assert progress(state).move is None


@proves("MATG2-8.5.4.2")
def test_chances_of_opportunity_fire_say_whether_the_mover_goes_on() -> None:
    ruling = MATG2.as_game().chances(r1_setting_out(), OpportunityFire(BLUE, ("b1",), 3))
    assert ruling.odds is not None
    suppressed = ruling.odds.of("r1 suppressed, moves on") + ruling.odds.of("r1 suppressed, stops")
    assert 0 < ruling.odds.of("r1 suppressed, moves on") == suppressed * Fraction(10, 20)
    assert sum(ruling.odds.chances.values()) == 1


@proves("MATG2-8.5.2")
def test_chances_of_a_move_name_the_stands_that_may_stop_it_and_their_odds() -> None:
    second = stand("b2", BLUE, (14, 24), 0.0, "tiger")
    state = to_movement(opened(table(), MOVER, WATCH, second), ("r1",))
    ruling = MATG2.as_game().chances(play(state, [MoveGroup(RED, 1, False)], [1]), ADVANCE)
    assert ruling.verdict.startswith("may be stopped by opportunity fire of b1, b2; if opportunity fire of b")
    cases = {case.condition.partition(" after ")[0]: case.odds for case in ruling.cases}
    assert set(cases) == {"if opportunity fire of b1", "if opportunity fire of b2"}
    for firer in ("b1", "b2"):
        told = (
            MATG2.as_game()
            .chances(play(state, [MoveGroup(RED, 1, False), ADVANCE], [1]), fire_at_the_end(firer))
            .odds
        )
        assert told == cases[f"if opportunity fire of {firer}"]


@proves("MATG2-8.5.2", "MATG2-7.3.3")
@pytest.mark.parametrize(("x_in", "stops"), [(10.4, [2]), (11.2, [])], ids=["into contact", "past it"])
def test_8_5_2_a_stand_that_comes_into_contact_in_woods_may_be_stopped_there(
    x_in: float, stops: list[int]
) -> None:
    """OUR 85: the centres are 1.08 inches apart."""
    mover, watch = stand("r1", RED, (x_in, 8), 180.0), stand("b1", BLUE, (10, 11), 0.0, "pz4h")
    state = to_movement(opened(table(area(T.WOODS, 5, 5, 20, 20)), mover, watch), ("r1",))
    there = MoveStand(RED, "r1", (Spot(x_in, 8), Spot(x_in, 10)), 180.0)
    state = play(state, [MoveGroup(RED, 1, False), there], [1])
    offered = MATG2.as_game().legal_actions(state)
    assert [fire.at for fire in offered if isinstance(fire, OpportunityFire)] == stops


@proves("MATG2-8.5.2", "MATG2-6.3.3.2b")
@pytest.mark.parametrize(("fired", "stops"), [((), []), (("fired",), [0, 2])])
def test_8_5_2_woods_do_not_hide_a_stand_that_has_fired_from_opportunity_fire(
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
def test_our_32_a_stand_stopped_as_it_enters_faces_straight_in(
    noted_deg: float | None,
    path: tuple[tuple[float, float], ...],
    to_face_deg: float,
    stop: int,
    faces_deg: float,
) -> None:
    """Its facing while it waited off the table does not matter, nor the facing declared for the end of its move."""
    comes = replace(stand("r1", RED, None), facing_deg=noted_deg)
    state = to_movement(
        opened(table(), comes, replace(WATCH, at=Spot(10, 14)), enters={RED: "north"}), ("r1",)
    )
    move = MoveStand(RED, "r1", tuple(Spot(*map(float, spot)) for spot in path), to_face_deg)
    state = play(state, [MoveGroup(RED, 1, False), move, OpportunityFire(BLUE, ("b1",), stop)], [1, 20])
    assert state.unit("r1").facing_deg == faces_deg


@proves("MATG2-8.5.2")
def test_8_5_2_opportunity_fire_is_not_asked_for_at_a_stand_that_the_umpire_removed() -> None:
    _, state = MATG2.as_game().correct(r1_setting_out(), replace(MOVER, at=None), dice_of([]))
    assert (MATG2.as_game().to_act(state), progress(state).move) == (BLUE, None)
    assert progress(state).stage is Stage.GROUPS


@proves("MATG2-8.5.3.1", "MATG2-8.5.4.1", "MATG2-8.5.4.2")
@pytest.mark.parametrize(("to_hold", "facing_deg"), [(3, 90.0), (20, 180.0)])
def test_8_5_4_a_stand_fired_on_while_turning_on_the_spot_turns_if_it_holds(
    to_hold: int, facing_deg: float
) -> None:
    """Fired on and suppressed: 14 less 4 are needed to go on with the turn."""
    state = opened(table(), stand("r1", RED, START, 180.0), stand("b1", BLUE, (10, 24), 0.0, "pz4h"))
    state = play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])
    state = play(state, [move_along((10, 10), facing_deg=90.0)])
    state = play(state, [OpportunityFire(BLUE, ("b1",), 0)], [14, 3, 3, to_hold])
    assert state.unit("r1").has("suppressed")
    assert state.unit("r1").facing_deg == facing_deg


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
    state = play(state, [move_along((10, 10), (10, 19))])
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
    state = play(state, [move_along((10, 10), (10, 19))])
    stops = [stop for stop in range(10) if not refusal(state, OpportunityFire(BLUE, ("b1",), stop))]
    assert stops == list(range(first, 10))
    assert min(action.at for action in MATG2.as_game().legal_actions(state) if isinstance(action, OpportunityFire)) == first  # fmt: skip


@proves("MATG2-8.5.2", "MATG2-8.5.1")
@pytest.mark.parametrize(
    ("conditions", "at", "asked"),
    [((), (10, 25), True), (("fired",), (10, 25), False), (("movement",), (10, 25), False), ((), (10, 36.1), False)],
)  # fmt: skip
def test_8_5_2_opportunity_fire_is_asked_for_only_of_stands_that_could_fire(
    conditions: tuple[str, ...], at: tuple[float, float], asked: bool
) -> None:
    """A stand whose gun of 17 inches reaches no place of the way is not asked."""
    state = moving(stand("b1", BLUE, at, 0.0, "t34", *conditions))
    state = play(state, [move_along((10, 10), (10, 19))])
    assert (MATG2.as_game().to_act(state) == BLUE and state.unit("r1").at == START) is asked


@proves("MATG2-8.5.3.1", "MATG2-8.5.3.2", "MATG2-11.10")
@pytest.mark.parametrize(("stop", "y_in"), [(0, 0.5), (2, 2.5)])
def test_8_5_3_a_stand_that_enters_may_be_stopped_just_inside_the_edge(stop: int, y_in: float) -> None:
    units = (stand("r1", RED, None), stand("b1", BLUE, (10, 14), 0.0))
    state = to_movement(opened(table(), *units, enters={RED: "north"}), ("r1",))
    state = play(state, [MoveGroup(RED, 1, False), move_along((10, 0.5), (10, 6.5))], [1])
    assert state.unit("r1").at is None
    state = play(state, [OpportunityFire(BLUE, ("b1",), stop)], [20])
    assert state.unit("r1").at == Spot(10, y_in)
