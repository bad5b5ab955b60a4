"""The combat results table and what its results do."""

from dataclasses import replace

import pytest

from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.micro_armour.book.combat_results import CombatResult, column_read, combat_result
from rules.micro_armour.book.rulebook import FIRST, SECOND
from rules.micro_armour.questions.harm import suffer
from rules.micro_armour.state.fire_events import StandLost
from rules.micro_armour.state.progress import Group, Move, orders_left, with_progress
from rules.micro_armour.state.stands import sides_without_ghq
from tests.proving import proves
from tests.rules.micro_armour.tables import BLUE, RED, opened, progress, stand, table

DOUBLE_ENTRY = """
     19   -   -   -   -   -   -   -   -   -   -   -   -   S
     18   -   -   -   -   -   -   -   -   -   -   -   S   S
     17   -   -   -   -   -   -   -   -   -   -   S   S (S)
     16   -   -   -   -   -   -   -   -   -   S   S (S) (S)
     15   -   -   -   -   -   -   -   -   S   S (S) (S)   D
     14   -   -   -   -   -   -   -   -   S (S) (S)   D   D
     13   -   -   -   -   -   -   -   S (S) (S)   D   D   D
     12   -   -   -   -   -   -   S   S (S)   D   D   D   D
     11   -   -   -   -   -   S   S (S)   D   D   D   D   E
     10   -   -   -   -   S   S (S) (S)   D   D   D   E   E
      9   -   -   -   -   S (S) (S)   E   D   D   E   E   E
      8   -   -   -   S (S) (S)   D   E   D   E   E   E   E
      7   -   -   S   S (S)   D   D   E   E   E   E   E   E
      6   -   S   S (S)   D   D   D   D   E   E   E   E   E
      5   S   S (S) (S)   D   D   D   E   E   E   E   E   E
      4   S (S) (S)   D   D   D   E   E   E   E   E   E   E
      3 (S) (S)   D   D   D   E   E   E   E   E   E   E   E
      2 (S)   D   D   D   E   E   E   E   E   E   E   E   E
      1   D   D   D   D   E   E   E   E   E   E   E   E   E
      0   D   D   D   E   E   E   E   E   E   E   E   E   E
"""
"""The printed table, entered a second time: a row is the roll, then differentials -3 to +9."""


PRINTED = {
    (int(row[0]), differential): CombatResult(cell)
    for row in map(str.split, DOUBLE_ENTRY.strip().splitlines())
    for differential, cell in zip(range(-3, 10), row[1:], strict=True)
}
SUSPECT = {(9, 4), (8, 4), (7, 4)}
LADDER = ["S", "S", "(S)", "(S)", "D", "D", "D", "D"]


@proves("MATG2-12.F7")
def test_crt_every_printed_cell_agrees_with_the_double_entry() -> None:
    assert len(PRINTED) == 260
    for (roll, differential), result in PRINTED.items():
        read = combat_result(roll, differential, literal=True, edition=SECOND)
        assert read.value is result, (roll, differential)


@proves("MATG2-12.T4")
def test_crt_the_three_suspect_cells_are_d_unless_read_literally() -> None:
    for place in PRINTED:
        mended = combat_result(*place, literal=False, edition=SECOND)
        if place in SUSPECT:
            assert mended.value is CombatResult.D
            assert str(mended.cite) == "MATG2 CRT, OUR 28, inferred"
            assert PRINTED[place] is CombatResult.E
        else:
            assert mended.value is PRINTED[place]


@proves("MATG2-12.T4")
def test_crt_the_mended_table_runs_down_one_ladder_in_every_column() -> None:
    for differential in range(-3, 10):
        column = [
            combat_result(roll, differential, literal=False, edition=SECOND).value
            for roll in range(19, -1, -1)
        ]
        start = next(k for k, result in enumerate(column) if result is not CombatResult.NONE)
        ladder = [*["-"] * start, *LADDER, *["E"] * 20]
        assert column == ladder[:20], differential


@pytest.mark.parametrize("differential", [10, 15])
@proves("MATG2-12.T1")
def test_crt_above_nine_the_nine_column_is_read(differential: int) -> None:
    assert combat_result(15, differential, literal=False, edition=SECOND).value is CombatResult.D
    assert combat_result(17, differential, literal=False, edition=SECOND).value is CombatResult.S_PAREN


@proves("MATG2-12.T2")
def test_crt_a_roll_above_nineteen_counts_as_nineteen() -> None:
    assert combat_result(23, 9, literal=False, edition=SECOND).value is CombatResult.S
    assert combat_result(23, 8, literal=False, edition=SECOND).value is CombatResult.NONE


@proves("MATG2-12.T3")
def test_crt_below_minus_three_has_no_effect_and_below_zero_reads_row_zero() -> None:
    weak = combat_result(0, -4, literal=False, edition=SECOND)
    assert weak.value is CombatResult.NONE
    assert str(weak.cite) == "MATG2 CRT, OUR 27, inferred"
    assert combat_result(-1, -3, literal=False, edition=SECOND).value is CombatResult.D
    assert combat_result(-1, 0, literal=False, edition=SECOND).value is CombatResult.E


@proves("MATG2-12.T3")
def test_crt_minus_three_is_the_lowest_column_that_is_read() -> None:
    read = column_read(-3, literal=False, edition=SECOND)
    assert str(read).startswith("combat results of column -3")
    assert "has no effect" in str(column_read(-4, literal=False, edition=SECOND))


def test_crt_the_first_edition_borrows_the_table_and_says_so() -> None:
    assert str(combat_result(5, 0, literal=False, edition=FIRST).cite) == "MATG1 CRT, from the 2nd edition"


def _after(result: CombatResult, *markers: str) -> Unit | None:
    return suffer(stand("t34", RED, (5, 5), 0.0, "t34", *markers), result)


def _marked(*markers: str) -> Unit:
    return stand("t34", RED, (5, 5), 0.0, "t34", *markers)


@proves("MATG2-7.2.0", "MATG2-12.T5")
def test_7_2_a_dash_does_nothing() -> None:
    assert _after(CombatResult.NONE) == _marked()
    assert _after(CombatResult.NONE, "suppressed", "disorganized") == _marked("suppressed", "disorganized")


@proves("MATG2-7.2.1", "MATG2-7.2.1.2")
def test_7_2_s_suppresses_and_a_second_s_changes_nothing() -> None:
    assert _after(CombatResult.S) == _marked("suppressed")
    assert _after(CombatResult.S, "suppressed") == _marked("suppressed")


@proves("MATG2-7.2.2")
def test_7_2_example_s_paren_on_a_suppressed_stand_is_d() -> None:
    assert _after(CombatResult.S_PAREN) == _marked("suppressed")
    assert _after(CombatResult.S_PAREN, "suppressed") == _marked("suppressed", "disorganized")


@proves("MATG2-7.2.3", "MATG2-12.T6")
def test_7_2_two_ds_and_out() -> None:
    assert _after(CombatResult.D) == _marked("disorganized")
    assert _after(CombatResult.D, "disorganized") is None
    assert _after(CombatResult.S_PAREN, "suppressed", "disorganized") is None


@proves("MATG2-7.2.4")
def test_7_2_e_eliminates() -> None:
    assert _after(CombatResult.E) is None


@proves("MATG2-7.2.4", "MATG2-8.2.2", "MATG2-9.2.1")
def test_7_2_an_eliminated_stand_leaves_its_group_and_its_move() -> None:
    units = [stand(f"r{k}", RED, (5.0 + k, 5)) for k in range(4)] + [
        stand("b1", BLUE, (30, 30), 0.0, "t34", "ghq")
    ]
    state = opened(
        table(), *units, stand("b2", BLUE, (40, 40)), stand("r9", RED, (45, 45), 0.0, "t34", "ghq")
    )
    move = Move(1, RED, ("r0", "r1"), ("r2",), opponents=("b1", "b2"), hit="r0")
    groups = (Group(1, RED, ("r0", "r1", "r2")), Group(2, RED, ("r3",)), Group(3, BLUE, ("b1", "b2")))
    state = with_progress(state, groups=groups, move=move, orders=((RED, 2), (BLUE, 3)))

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
    being_moved = with_progress(state, move=replace(move, stand="r0", spent=3.0, inches=3.0))
    assert progress(StandLost("r0", 66).on(being_moved)).move == replace(move, waiting=("r1",))
