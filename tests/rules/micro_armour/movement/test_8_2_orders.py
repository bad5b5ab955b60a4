"""Section 8.2: orders, groups and stragglers."""

from dataclasses import replace

import pytest

from rules.game.engine.differences import UNIT_LOST
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.micro_armour.book.rulebook import FIRST, SECOND, Edition
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.initiative import GoFirst
from rules.micro_armour.declarations.marker_removal import RemoveMarkers
from rules.micro_armour.declarations.movement.orders import MoveGroup, RollOrders
from rules.micro_armour.declarations.movement.reaction_fire import OpportunityFire
from rules.micro_armour.declarations.movement.stands import EndMove, MoveStand
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.questions.movement_orders import ORDERS, group_modifiers, group_test
from rules.micro_armour.ruleset import MATG1, MATG2, MicroArmour
from rules.micro_armour.state.group_events import GroupDone
from rules.micro_armour.state.progress import Group, orders_left, with_progress
from rules.micro_armour.state.stands import spot_of
from tests.proving import proves
from tests.rules.micro_armour.movement.setting_out import WATCH
from tests.rules.micro_armour.phases import to_fire, to_movement
from tests.rules.micro_armour.tables import (
    BLUE,
    RED,
    dice_of,
    opened,
    play,
    progress,
    record_of,
    refusal,
    stand,
    state_of,
    table,
)

COMPANY = (
    stand("t1", RED, (5, 5), 180.0),
    stand("t2", RED, (6, 5), 180.0, "t34", "suppressed"),
    stand("t3", RED, (7, 5), 180.0),
)
CHIEF = stand("ghq", RED, (20, 5), 180.0, "t34", "ghq")
ENEMY = stand("b1", BLUE, (24, 44), 0.0, "pz4h", "ghq")
NAMES = ("t1", "t2", "t3")
BOTH = pytest.mark.parametrize("book", [MATG1, MATG2], ids=["1st", "2nd"])


def _moving(book: MicroArmour = MATG2, orders: tuple[int, ...] = (6, 5, 1, 1)) -> GameState:
    return to_movement(opened(table(), *COMPANY, CHIEF, ENEMY, book=book), NAMES, orders=orders, book=book)


@proves("MATG2-8.2.4.4")
@BOTH
def test_8_2_4_a_failed_group_is_distinguished_from_one_left_entirely_as_stragglers(
    book: MicroArmour,
) -> None:
    """With 4 more on its own roll no stand may move from 11, and from 15 the group may not; as
    stragglers they are a new group."""
    suppressed = [stand(f"t{x}", RED, (x, 5), 180.0, "t34", "suppressed") for x in (1, 2)]
    state = opened(table(), *suppressed, CHIEF, ENEMY, book=book)
    state = to_movement(state, ("t1", "t2"), orders=(6, 5, 1, 1), book=book)
    attempt, game = MoveGroup(RED, 1, True), book.as_game()
    ends = game.ends(state, attempt)
    thrown = [game.resolve(state, attempt, dice_of([face]))[1] for face in range(1, 21)]
    assert {end: thrown.count(end) for end in thrown} == {end: 20 * chance for end, chance in ends.items()}
    assert len(ends) == 3


@pytest.mark.parametrize(
    ("total", "orders"),
    [(0, 0), (3, 0), (4, 1), (6, 1), (7, 2), (8, 2), (9, 3), (10, 3), (11, 4), (12, 4), (13, 5), (15, 5)],
)
@proves("MATG2-12.O", "MATG2-8.2.1")
def test_8_2_1_orders_by_the_table(total: int, orders: int) -> None:
    assert ORDERS[total] == orders


@proves("MATG2-8.2.1", "MATG2-8.2.1.2", "MATG2-12.M1")
def test_8_2_1_two_dice_and_the_quality_of_the_ghq() -> None:
    state = opened(table(), *COMPANY, CHIEF, ENEMY, ghq_quality={RED: 3, BLUE: -2})
    rolling = play(to_fire(state, NAMES), [Pass(RED), Pass(BLUE)])
    assert record_of(rolling, RollOrders(RED), [4, 6, 2, 3]) == ["orders: red 13 gives 5, blue 3 gives 0"]
    state = opened(table(), *COMPANY, CHIEF, ENEMY, ghq_quality={RED: 1})
    state = to_movement(state, NAMES, orders=(4, 4, 4, 4))
    assert (orders_left(state, RED), orders_left(state, BLUE)) == (3, 2)


@proves("MATG2-8.2.2", "MATG2-12.M1")
def test_8_2_2_without_a_ghq_there_are_no_orders_but_independent_movement() -> None:
    state = to_movement(opened(table(), *COMPANY, ENEMY), NAMES)
    assert orders_left(state, RED) == 0
    assert refusal(state, MoveGroup(RED, 1, True)) == "red has no GHQ, no orders (MATG2 8.2.2)"
    assert refusal(state, MoveGroup(RED, 1, False)) == ""


@BOTH
@proves("MATG2-8.2.2")
@pytest.mark.parametrize(
    ("units", "chance"),
    [
        ((*COMPANY, CHIEF, ENEMY), "70% by an order, 55% without, in a group of its own ({0} {1})"),
        ((*COMPANY, ENEMY), "55% (no GHQ, no orders), in a group of its own ({0} 8.2.2)"),
    ],
)
def test_8_2_2_the_chance_that_a_stand_moves_depends_on_orders(
    units: tuple[Unit, ...], chance: str, book: MicroArmour
) -> None:
    state = opened(table(), *units, book=book)
    errors_naming = str(book.movements(state, state.unit("t1")).reasons[-1])
    section = "8.2.3" if book is MATG1 else "8.2.4"
    assert "in each turn" not in str(book.movements(state_of(table(), *units), units[0]))
    assert (
        errors_naming
        == f"in each turn it moves with a chance of {chance.format(book.rulebook.code, section)}"
    )


@BOTH
@proves("MATG2-8.2.2")
def test_8_2_2_a_side_without_a_ghq_rolls_no_orders_and_the_record_says_so(book: MicroArmour) -> None:
    state = play(
        to_fire(opened(table(), *COMPANY, ENEMY, book=book), NAMES, book=book),
        [Pass(RED), Pass(BLUE)],
        book=book,
    )
    assert record_of(state, RollOrders(RED), [3, 4], book) == ["orders: red has no GHQ, blue 7 gives 2"]


@proves("MATG2-8.2.2")
def test_8_2_2_a_lost_ghq_costs_the_orders_left_and_all_to_come() -> None:
    state = opened(table(), *COMPANY, replace(CHIEF, at=Spot(24, 38), facing_deg=0.0), ENEMY)
    state = to_movement(state, NAMES, ("ghq",), orders=(6, 6, 1, 1))
    here = Spot(24, 38)
    moves: list[Action] = [MoveGroup(RED, 2, True), MoveStand(RED, "ghq", (here,), 0.0)]
    state = play(state, [*moves, OpportunityFire(BLUE, ("b1",), 0)], [1, 1, 1, 1])
    assert "ghq" not in state.units
    assert orders_left(state, RED) == 0
    state = play(state, [Pass(BLUE), Pass(RED), RemoveMarkers(RED), RemoveMarkers(BLUE)], [20])
    assert orders_left(to_movement(state, orders=(6, 6, 1, 1)), RED) == 0


@proves("MATG2-8.2.2", "MATG2-12.M1")
def test_8_2_2_orders_are_lost_with_a_ghq_the_umpire_removes_and_gained_with_one_he_makes() -> None:
    """In the middle of the phase the side may then move at once without an order."""
    game = MATG2.as_game()
    state = to_movement(opened(table(), *COMPANY, CHIEF, ENEMY), NAMES, orders=(6, 6, 1, 1))
    _, without = game.correct(state, replace(CHIEF, at=None), dice_of([]))
    assert "red has no GHQ, no orders" in refusal(without, MoveGroup(RED, 1, True))
    assert refusal(without, MoveGroup(RED, 1, False)) == ""
    _, without = game.correct(state, replace(CHIEF, conditions=frozenset()), dice_of([]))
    assert refusal(without, MoveGroup(RED, 1, False)) == ""
    other = replace(COMPANY[0], conditions=frozenset({"ghq"}))
    start = opened(table(), *COMPANY, ENEMY)
    _, with_one = game.correct(start, other, dice_of([]))
    assert orders_left(to_movement(with_one, NAMES, orders=(6, 6, 1, 1)), RED) == 4


@proves("MATG2-8.2.2")
def test_8_2_2_a_side_without_a_ghq_has_no_orders_before_the_game_begins_either() -> None:
    asked = MATG2.under(state_of(table(), *COMPANY, ENEMY), {"cohesion": {RED: 14, BLUE: 14}})
    said = " ".join(map(str, MATG2.movements(asked, COMPANY[0]).reasons))
    assert "55% (no GHQ, no orders)" in said


@BOTH
@pytest.mark.parametrize("natural", [1, 10])
@proves("MATG2-8.2.4.2", "MATG2-8.2.4.3", "MATG2-8.1.1.2")
def test_example_ten_or_less_moves_the_whole_company(natural: int, book: MicroArmour) -> None:
    lines = record_of(_moving(book), MoveGroup(RED, 1, True), [natural], book)
    assert lines[0].endswith("against 14: t1, t2, t3 may move")


@BOTH
@pytest.mark.parametrize("natural", [11, 12, 13, 14])
@proves("MATG2-8.2.4.3", "MATG2-8.2.4.4", "MATG2-12.M3")
def test_example_eleven_to_fourteen_leave_a_straggler(natural: int, book: MicroArmour) -> None:
    state = play(_moving(book), [MoveGroup(RED, 1, True)], [natural], book)
    assert progress(state).move is not None
    state = play(state, [EndMove(RED)], book=book)
    assert [group.stands for group in progress(state).groups] == [("t1", "t3"), ("t2",)]
    assert refusal(play(state, [Pass(BLUE)], book=book), MoveGroup(RED, 2, True), book) == ""


@BOTH
@proves("MATG2-8.2.4.4", "MATG2-8.2.3.1")
def test_8_2_4_an_attempt_is_over_and_leaves_its_stragglers_once_the_last_that_may_has_moved(
    book: MicroArmour,
) -> None:
    """Without a declaration that the attempt is over."""
    state = play(_moving(book), [MoveGroup(RED, 1, True)], [14], book)
    turns = [MoveStand(RED, name, (spot_of(state.unit(name)),), 90.0) for name in ("t1", "t3")]
    state = play(state, turns, book=book)
    assert progress(state).move is None
    assert [group.stands for group in progress(state).groups] == [("t2",)]
    assert book.as_game().to_act(state) == BLUE


@BOTH
@pytest.mark.parametrize("natural", [15, 20])
@proves("MATG2-8.2.4.1", "MATG2-12.M2")
def test_example_fifteen_and_more_move_nobody(natural: int, book: MicroArmour) -> None:
    lines = record_of(_moving(book), MoveGroup(RED, 1, True), [natural], book)
    assert lines[0].endswith("nobody moves")


@pytest.mark.parametrize("edition", [FIRST, SECOND], ids=["1st", "2nd"])
@pytest.mark.parametrize("chief", ["hq", "ghq"])
@proves("MATG2-8.2.4.1", "MATG1-8.2.T1")
def test_8_2_4_any_headquarters_in_the_group_takes_two_off(chief: str, edition: Edition) -> None:
    """The second edition says any G/HQ stand, the first each HQ or GHQ stand."""
    group = (*COMPANY, stand("c", RED, (8, 5), 180.0, "t34", chief))
    assert group_modifiers(group, edition, ordered=True).net == -2
    assert group_modifiers(group, edition, ordered=False).net == 1


@proves("MATG2-8.2.4.1")
def test_8_2_4_an_hq_brings_a_company_on_that_would_fail() -> None:
    """Cohesion 14: a roll of 16 less 2 holds, one of 17 does not; the reason names the reading."""
    company = (COMPANY[0], stand("t3", RED, (6, 5), 180.0, "t34", "hq"))
    state = to_movement(opened(table(), *company, CHIEF, ENEMY), ("t1", "t3"), orders=(6, 5, 1, 1))
    order = MoveGroup(RED, 1, True)
    assert record_of(state, order, [16])[0].endswith("against 14: t1, t3 may move")
    assert record_of(state, order, [17])[0].endswith("nobody moves")
    reasons = map(str, MATG2.as_game().chances(state, order).reasons)
    assert any(said.startswith("-2") and said.endswith("(MATG2 8.2.4, OUR 63, inferred)") for said in reasons)


@proves("MATG2-8.2.4.1", "MATG2-12.C1")
def test_8_2_4_several_headquarters_take_two_off_once_and_in_the_first_edition_each() -> None:
    group = (*COMPANY, stand("hq", RED, (8, 5), 180.0, "t34", "hq"), CHIEF)
    assert group_modifiers(group, SECOND, ordered=True).net == -2
    assert group_modifiers(group, FIRST, ordered=True).net == -4
    assert group_modifiers(COMPANY, SECOND, ordered=True).net == 0


@proves("MATG2-8.2.4.2", "MATG2-12.M3")
def test_8_2_4_the_stands_test_on_the_modified_group_roll() -> None:
    group = (COMPANY[1], CHIEF)
    assert group_test(group, 14, SECOND, ordered=True)(12).moving == ("t2", "ghq")
    assert group_test(group, 14, SECOND, ordered=True)(13).stragglers == ("t2",)


@pytest.mark.parametrize(("edition", "added"), [(FIRST, 0), (SECOND, 3)], ids=["1st", "2nd"])
@proves("MATG1-8.2.T1")
def test_8_2_first_edition_recon_groups_need_no_order(edition: Edition, added: int) -> None:
    scouts = (stand("s1", RED, (5, 5), 0.0, "t34", "recon"), stand("s2", RED, (6, 5), 0.0, "t34", "recon"))
    assert group_modifiers(scouts, edition, ordered=False).net == added
    assert group_modifiers((*scouts, COMPANY[0]), edition, ordered=False).net == 3


@proves("MATG2-8.2.8a", "MATG2-8.2.8b", "MATG2-12.C1", "MATG2-12.M5")
def test_8_2_8_without_an_order_three_more_and_once_a_turn() -> None:
    state = to_movement(opened(table(), *COMPANY, ENEMY), NAMES)
    assert "11+3 against 14: t1, t3 may move" in record_of(state, MoveGroup(RED, 1, False), [11])[0]
    state = play(state, [MoveGroup(RED, 1, False), Pass(BLUE)], [12])
    said = "group 1 has tried to move without an order (MATG2 8.2.8)"
    assert refusal(state, MoveGroup(RED, 1, False)) == said


@proves("MATG2-8.2.8a", "MATG2-8.1.2.1")
def test_our_79_stragglers_of_an_independent_attempt_have_tried_too() -> None:
    state = to_movement(opened(table(), *COMPANY, ENEMY), NAMES)
    state = play(state, [MoveGroup(RED, 1, False), EndMove(RED), Pass(BLUE)], [11])
    said = (
        "group 2 has tried to move without an order, in group 1 (MATG2 8.2.8; MATG2 8.2.8, OUR 79, inferred)"
    )
    assert refusal(state, MoveGroup(RED, 2, False)) == said


@BOTH
@proves("MATG2-8.1.3.2", "MATG2-8.2.5")
def test_8_2_5_every_attempt_costs_an_order_and_the_sides_alternate(book: MicroArmour) -> None:
    state = _moving(book, orders=(4, 3, 1, 1))
    assert orders_left(state, RED) == 2
    state = play(state, [MoveGroup(RED, 1, True)], [20], book)
    assert orders_left(state, RED) == 1
    assert "blue decides now" in refusal(state, MoveGroup(RED, 1, True), book)
    state = play(state, [Pass(BLUE), MoveGroup(RED, 1, True), Pass(BLUE)], [20], book)
    said = f"red has no order left ({book.rulebook.code} 8.2.5)"
    assert refusal(state, MoveGroup(RED, 1, True), book) == said


@proves("MATG2-8.2.7", "MATG2-8.1.3.1", "MATG2-8.1.3.3")
def test_8_2_7_second_edition_all_orders_are_used_before_independent_movement() -> None:
    state = _moving(orders=(4, 3, 1, 1))
    assert refusal(state, MoveGroup(RED, 1, False)) == "red must use its 2 orders first (MATG2 8.2.7)"
    state = play(state, [MoveGroup(RED, 1, True), Pass(BLUE), MoveGroup(RED, 1, True), Pass(BLUE)], [20, 20])
    assert refusal(state, MoveGroup(RED, 1, False)) == ""


@proves("MATG2-8.2.7")
def test_8_2_8_first_edition_ordered_movement_ends_with_the_first_independent_attempt() -> None:
    state = play(_moving(MATG1), [MoveGroup(RED, 1, False), Pass(BLUE)], [20], MATG1)
    assert orders_left(state, RED) == 4
    said = "ordered movement was complete when independent movement began (MATG1 8.2.8)"
    assert refusal(state, MoveGroup(RED, 1, True), MATG1) == said


@proves("MATG2-8.2.7", "MATG2-8.1.3.1")
@pytest.mark.parametrize("book", [MATG1, MATG2])
def test_8_2_8_a_group_sent_to_a_place_moves_by_an_order_while_orders_may_be_given(book: MicroArmour) -> None:
    other = stand("r9", RED, (30, 5), 180.0)
    state = opened(table(), *COMPANY, CHIEF, ENEMY, other, book=book)
    state = to_movement(state, NAMES, ("r9",), orders=(6, 5, 1, 1), book=book)
    game = book.as_game()
    assert game.before_it_goes(state, ("r9",), ("r9",)) == MoveGroup(RED, 2, True)
    if book is MATG1:
        state = play(state, [MoveGroup(RED, 1, False), Pass(BLUE)], [20], book)
        assert game.before_it_goes(state, ("r9",), ("r9",)) == MoveGroup(RED, 2, False)


@proves("MATG2-8.2.6")
def test_8_2_6_unused_orders_lapse() -> None:
    state = _moving()
    assert orders_left(state, RED) == 4
    state = play(state, [Pass(RED), Pass(BLUE), RemoveMarkers(RED), RemoveMarkers(BLUE)], [20])
    assert orders_left(state, RED) == 0
    assert orders_left(to_movement(state, orders=(1, 1, 1, 1)), RED) == 0


@proves("MATG2-8.2.3.1", "MATG2-4.4.1")
def test_8_2_3_the_side_with_initiative_says_who_moves_first_then_attempts_alternate() -> None:
    state = _moving()
    assert MATG2.as_game().to_act(state) == RED
    state = play(state, [MoveGroup(RED, 1, True)], [20])
    assert MATG2.as_game().to_act(state) == BLUE


@proves("MATG2-8.2.3.2", "MATG2-8.1.2.1")
def test_8_2_3_nobody_must_move_and_the_posture_stays() -> None:
    state = play(_moving(), [MoveGroup(RED, 1, True), EndMove(RED)], [1])
    assert state.unit("t1").at == COMPANY[0].at
    assert state.unit("t1").has("movement")
    assert progress(state).move is None


@proves("MATG2-8.1.1")
def test_8_1_1_losses_part_a_group_before_it_moves() -> None:
    state = opened(table(), *COMPANY, CHIEF, ENEMY, stand("b2", BLUE, (6, 9), 0.0, "is2"))
    state = play(
        to_fire(state, NAMES), [Pass(RED), Fire(BLUE, "t2", ("b2",)), Pass(RED), Pass(BLUE)], [1, 1, 1]
    )
    assert [group.stands for group in progress(state).groups] == [("t1",), ("t3",)]
    assert (
        refusal(play(state, [RollOrders(RED), GoFirst(RED, RED)], [6, 5, 1, 1]), MoveGroup(RED, 2, True))
        == ""
    )


@proves("MATG2-8.2.1", "MATG2-12.O")
@pytest.mark.parametrize(
    ("book", "said"),
    [
        (MATG1, ["red has no GHQ, no orders (MATG1 8.2.2)", "blue adds -1 (MATG1 8.2.1)",
                 "orders by the total of 2D6 (MATG1 Movement Orders, from the 2nd edition)"]),
        (MATG2, ["red has no GHQ, no orders (MATG2 8.2.2)", "blue adds -1 (MATG2 8.2.1)",
                 "orders by the total of 2D6 (MATG2 Movement Orders)"]),
    ],
)  # fmt: skip
def test_8_2_1_the_chances_name_the_table_by_which_orders_are_rolled(
    book: MicroArmour, said: list[str]
) -> None:
    state = opened(table(), *COMPANY, ENEMY, ghq_quality={BLUE: -1}, book=book)
    state = play(to_fire(state, NAMES, book=book), [Pass(RED), Pass(BLUE)], book=book)
    assert list(map(str, book.as_game().chances(state, RollOrders(RED)).reasons)) == said


@proves("MATG2-8.2.1")
def test_8_2_1_odds_of_the_orders_are_those_of_two_dice() -> None:
    state = opened(table(), *COMPANY, CHIEF, replace(ENEMY, conditions=frozenset()))
    odds = MATG2.as_game().chances(play(to_fire(state, NAMES), [Pass(RED), Pass(BLUE)]), RollOrders(RED)).odds
    assert odds is not None
    assert odds.of("red 4 orders, blue no orders") * 36 == 3


@proves("MATG2-8.3.1.2a", "MATG2-8.1.2.1")
def test_8_3_1_a_stand_that_has_moved_leaves_its_group() -> None:
    state = play(_moving(), [MoveGroup(RED, 1, True)], [1])
    state = play(state, [MoveStand(RED, "t1", (spot_of(state.unit("t1")),), 90.0), EndMove(RED)])
    assert [group.stands for group in progress(state).groups] == [("t2", "t3")]


@pytest.mark.parametrize(
    ("book", "groups"),
    [(MATG1, [("t2",), ("t1",), ("t3",)]), (MATG2, [("t2",), ("t1", "t3")])],
    ids=["1st", "2nd"],
)
@proves("MATG2-8.2.4.4", "MATG2-8.1.2.1")
def test_8_2_4_separate_stragglers_form_one_group_and_in_the_first_edition_one_for_each_contact(
    book: MicroArmour, groups: list[tuple[str, ...]]
) -> None:
    shaken = [replace(unit, conditions=frozenset({"suppressed"})) for unit in (COMPANY[0], COMPANY[2])]
    middle = replace(COMPANY[1], conditions=frozenset())
    state = to_movement(
        opened(table(), *shaken, middle, CHIEF, ENEMY, book=book), NAMES, orders=(6, 5, 1, 1), book=book
    )
    state = play(state, [MoveGroup(RED, 1, True), EndMove(RED)], [11], book)
    assert [group.stands for group in progress(state).groups] == groups


@proves("MATG2-8.2.2")
@pytest.mark.parametrize(
    ("lost", "ends"), [("ghq", "ghq eliminated; red has no orders any more"), ("t1", "t1 eliminated")]
)
def test_8_2_2_the_odds_tell_that_the_loss_of_a_ghq_costs_all_orders(lost: str, ends: str) -> None:
    """The odds also count the cost of the lost orders, on top of the stand."""
    target = next(replace(unit, at=Spot(24, 38)) for unit in (*COMPANY, CHIEF) if unit.id == lost)
    others = [unit for unit in (*COMPANY, CHIEF) if unit.id != lost]
    state = to_fire(opened(table(), target, *others, ENEMY), first=BLUE)
    fire = Fire(BLUE, lost, ("b1",))
    odds = MATG2.as_game().chances(state, fire).odds
    assert odds is not None
    assert ends in odds.chances
    after = play(state, [fire], [1, 1, 1])
    harm = sum(change.severity for change in MATG2.as_game().changes(state, after) if change.side == RED)
    assert (harm > UNIT_LOST) is (lost == "ghq")


@proves("MATG2-8.2.7")
def test_8_2_7_the_last_order_is_called_the_last() -> None:
    state = opened(table(), stand("r1", RED, (10, 10), 180.0, "t34", "ghq"), WATCH)
    state = to_movement(state, ("r1",), orders=(2, 3, 1, 1))
    assert refusal(state, MoveGroup(RED, 1, False)) == "red must use its last order first (MATG2 8.2.7)"


@proves("MATG2-8.1.2.1", "MATG2-8.2.4.4")
def test_8_2_4_stragglers_are_groups_of_their_own_numbered_on() -> None:
    state = opened(table(), *(stand(f"r{k}", RED, (5.0 + 2 * k, 5)) for k in range(5)))
    groups = (Group(1, RED, ("r0", "r1", "r2"), True), Group(2, RED, ("r3", "r4")))
    state = with_progress(state, groups=groups, next_group=3, moved=frozenset({"r0"}))
    after = progress(GroupDone(RED, 1, (("r1",), ("r2",))).on(state))
    assert after.groups == (groups[1], Group(3, RED, ("r1",), True), Group(4, RED, ("r2",), True))
    assert after.next_group == 5
    after = progress(GroupDone(RED, 2, (("r3",),)).on(state))
    assert after.groups == (groups[0], Group(2, RED, ("r4",)), Group(3, RED, ("r3",)))


@proves("MATG2-8.1.3.1", "MATG2-8.2.5")
def test_8_2_5_only_a_group_that_is_left_may_try() -> None:
    state = opened(table(), stand("r1", RED, (5, 5)), stand("b1", BLUE, (30, 30)))
    state = to_movement(state, ("r1",))
    for group in (0, 2, 9):
        assert f"red has no group {group} left to move (MATG2 8.1.1)" in refusal(
            state, MoveGroup(RED, group, False)
        )
    foreign = with_progress(state, groups=(Group(1, BLUE, ("b1",)),))
    assert "red has no group 1 left to move" in refusal(foreign, MoveGroup(RED, 1, False))
