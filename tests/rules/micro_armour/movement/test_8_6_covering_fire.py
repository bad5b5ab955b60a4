"""8.6: covering fire at the stands that fired at a mover."""

from dataclasses import replace

import pytest

from rules.ground.table.inches import Spot
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.movement.orders import MoveGroup
from rules.micro_armour.declarations.movement.reaction_fire import CoveringFire, HoldFire, OpportunityFire
from rules.micro_armour.declarations.movement.stands import MoveStand
from rules.micro_armour.ruleset import MicroArmour
from rules.micro_armour.state.progress import MoveStage
from tests.proving import proves
from tests.rules.micro_armour.movement.setting_out import (
    STOP_AT_START,
    WATCH,
    fire_at_the_end,
    r1_setting_out,
)
from tests.rules.micro_armour.phases import to_fire, to_movement
from tests.rules.micro_armour.tables import (
    BLUE,
    MATG1,
    MATG2,
    RED,
    opened,
    play,
    progress,
    record_of,
    refusal,
    stand,
    table,
)


@proves("MATG2-8.6.1", "MATG2-8.6.2.1", "MATG2-8.6.2.2", "MATG2-12.M7")
def test_8_6_second_edition_the_stand_fired_on_answers_the_stand_that_fired() -> None:
    friend = stand("r2", RED, (13, 12), 180.0)
    state = play(
        r1_setting_out(friend, stand("b2", BLUE, (14, 24))), [OpportunityFire(BLUE, ("b1",), 10)], [20]
    )
    assert MATG2.as_game().to_act(state) == RED
    assert refusal(state, CoveringFire(RED, "b1", ("r1",))) == ""
    said = "only r1, which was fired on, may answer (MATG2 8.6.2)"
    assert refusal(state, CoveringFire(RED, "b1", ("r2",))) == said
    said = "b2 did not fire the opportunity fire that is answered (MATG2 8.6.1)"
    assert refusal(state, CoveringFire(RED, "b2", ("r1",))) == said


@proves("MATG2-8.6.3")
def test_8_6_3_covering_fire_takes_three_more() -> None:
    state = play(r1_setting_out(), [OpportunityFire(BLUE, ("b1",), 10)], [20])
    lines = record_of(state, CoveringFire(RED, "b1", ("r1",)), [11, 1, 1])
    assert lines[0].startswith("r1 at b1 with 76.2mm F-34 (covering fire): cohesion 11+3 against 14, fires")
    assert "does not fire" in record_of(state, CoveringFire(RED, "b1", ("r1",)), [12])[0]


@proves("MATG2-8.6.1")
def test_8_6_1_without_opportunity_fire_there_is_nothing_to_answer() -> None:
    said = "that cannot be declared now: play waits for a group to move (MATG2 4.0)"
    assert refusal(play(r1_setting_out(), [HoldFire(BLUE)]), CoveringFire(BLUE, "r1", ("b1",))) == said


@proves("MATG2-8.6.2.1", "MATG2-7.1.4a")
def test_our_6_a_stand_that_has_fired_gives_no_covering_fire() -> None:
    state = play(
        r1_setting_out(), [OpportunityFire(BLUE, ("b1",), 3), CoveringFire(RED, "b1", ("r1",))], [20, 20]
    )
    move = progress(state).move
    assert move is not None
    assert move.stage is MoveStage.MOVING
    assert state.unit("r1").has("fired")
    spent = r1_setting_out()
    spent = spent.with_unit(replace(spent.unit("r1"), conditions=frozenset({"movement", "fired"})))
    after = progress(play(spent, [OpportunityFire(BLUE, ("b1",), 3)], [20])).move
    assert after is not None
    assert after.stage is MoveStage.MOVING


@proves("MATG2-8.6.2.1", "MATG2-8.6.2.2", "MATG1-7.0.1", "MATG2-8.6.1")
def test_7_5_first_edition_anyone_answers_each_stand_that_fired() -> None:
    friend = stand("r2", RED, (13, 12), 180.0)
    second = stand("b2", BLUE, (14, 24), 0.0, "pz4h")
    state = r1_setting_out(friend, second, book=MATG1)
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
    state = r1_setting_out(friend, second, book=MATG1)
    state = play(state, [OpportunityFire(BLUE, ("b1", "b2"), 8)], [1, 1, 1], MATG1)
    assert "r1" not in state.units
    assert not state.unit("b2").has("fired")
    assert refusal(state, CoveringFire(RED, "b1", ("r2",)), MATG1) == ""
    assert refusal(state, CoveringFire(RED, "b2", ("r2",)), MATG1).startswith("b2 did not fire")
    offered = [a for a in MATG1.as_game().legal_actions(state) if isinstance(a, CoveringFire)]
    assert {action.target for action in offered} == {"b1"}


@proves("MATG2-8.6.1")
def test_chances_of_opportunity_fire_list_the_covering_fire_that_may_answer() -> None:
    ruling = MATG2.as_game().chances(r1_setting_out(), fire_at_the_end("b1"))
    assert [case.condition.partition(" with ")[0] for case in ruling.cases] == [
        "if covering fire of r1 at b1"
    ]


@proves("MATG2-8.6.2.1", "MATG2-12.M7")
@pytest.mark.parametrize(("book", "who"), [(MATG1, ["r1", "r2", "r2, r1"]), (MATG2, ["r1"])])
def test_8_6_2_chances_list_covering_fire_only_of_stands_that_may_answer(
    book: MicroArmour, who: list[str]
) -> None:
    state = r1_setting_out(stand("r2", RED, (15, 10), 180.0), book=book)
    ruling = book.as_game().chances(state, fire_at_the_end("b1"))
    firers = (
        case.condition.removeprefix("if covering fire of ").partition(" at ")[0] for case in ruling.cases
    )
    assert sorted(firers) == who


@proves("MATG1-7.0.1")
@pytest.mark.parametrize(("book", "together"), [(MATG1, True), (MATG2, False)])
def test_7_5_2_covering_fire_of_several_stands_is_offered_in_the_first_edition(
    book: MicroArmour, together: bool
) -> None:
    state = r1_setting_out(stand("r2", RED, (12, 10), 180.0), book=book)
    state = play(state, [STOP_AT_START], [20], book)
    offered = [action for action in book.as_game().legal_actions(state) if isinstance(action, CoveringFire)]
    assert (("r2", "r1") in {fire.firers for fire in offered}) is together


@proves("MATG1-7.0.1")
def test_7_0_two_guns_of_one_stand_do_not_count_as_two_stands() -> None:
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


@proves("MATG2-8.6.2.1", "MATG2-8.6.2.2", "MATG2-12.M7")
@pytest.mark.parametrize("book", [MATG1, MATG2])
@pytest.mark.parametrize(("from_deg", "to_deg", "may_answer"), [(0.0, 180.0, True), (180.0, 0.0, False)])
def test_8_6_2_a_stand_fired_on_while_turning_answers_from_its_facing_at_that_moment(
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
def test_8_6_2_a_stand_moved_back_behind_a_friend_has_no_covering_fire_to_give(
    hold: int, may_answer: bool
) -> None:
    """The stand was stopped on top of the friend, where it is seen (OUR 72)."""
    state = r1_setting_out(stand("r2", RED, (10, 15), 180.0))
    state = play(state, [OpportunityFire(BLUE, ("b1",), 5)], [1, 5, 5, hold])
    assert state.unit("r1").at == Spot(10, 15 if may_answer else 14)
    assert (refusal(state, HoldFire(RED)) == "") is may_answer
