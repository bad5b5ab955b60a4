"""Logs of VASSAL checked against the rules: a move that no way allows is named with its rule."""

from pathlib import Path

import pytest

from rules.catalog import RULESETS
from tests.vtt_bridge.vassal.files import Counter, game, move, step, turn
from tests.vtt_bridge.vassal.test_scene import FIELD, table
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.vassal.commands import saved_commands, steps
from vtt_bridge.vassal.log_check import Checked, checked_log

ABLE, FOE = Counter("1", "Able 1/1", (1, 4)), Counter("2", "1 Kp 1/1", (1, 1))
UMPIRE = Umpire(RULESETS, lambda _: FIELD)


def checked(tmp_path: Path, *log: str, counters: tuple[Counter, ...] = (ABLE, FOE)) -> Checked:
    text = game(counters, *log)
    return checked_log(table(tmp_path), UMPIRE, saved_commands(text), steps(text))


@pytest.mark.parametrize(
    ("to", "broken"),
    [
        ((1, 3), []),
        ((4, 5), []),
        (
            (6, 5),
            ["move 1: us.able.1.squad.1 B5 to G6: 5 hexes away and out of reach, allowance 3 MP (LHY 10.1"],
        ),
        ((1, 1), []),
    ],
)
def test_10_1_a_move_of_more_than_three_open_hexes_by_a_squad_is_reported(
    tmp_path: Path, to: tuple[int, int], broken: list[str]
) -> None:
    found = checked(tmp_path, step(move("1", to)))
    assert found.moves == 1
    assert [str(rule)[: len(wanted)] for rule, wanted in zip(found.broken, broken, strict=True)] == broken


def test_10_1_several_moves_within_a_marked_turn_are_added_up(tmp_path: Path) -> None:
    walk = [step(move("1", (column, 4))) for column in (2, 3, 4, 5)]
    by_itself = checked(tmp_path, *walk)
    assert (by_itself.moves, by_itself.turns_are_marked, by_itself.broken) == (4, False, ())
    in_turn = checked(tmp_path, step(turn("1")), *walk)
    assert [str(rule).partition(" (LHY 10.1")[0] for rule in in_turn.broken] == [
        "move 5: us.able.1.squad.1 E5 to F5: 4 MP in the turn, allowance 3 MP"
    ]
    over_two = checked(tmp_path, step(turn("1")), *walk[:2], step(turn("2")), *walk[2:])
    assert over_two.broken == ()


def test_steps_that_are_no_moves_are_ignored(tmp_path: Path) -> None:
    found = checked(tmp_path, step("CHAT* Ann rolls 7"), step("-/2"), step("D/1//"), step("AUDIO\tbang.wav"))
    assert (found.moves, found.broken) == (0, ())


def test_a_piece_that_leaves_or_enters_the_board_is_not_counted_as_a_move(tmp_path: Path) -> None:
    off = step(move("1", (40, 40)))
    assert checked(tmp_path, off, step(move("1", (7, 6)))).moves == 0
