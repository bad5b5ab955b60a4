"""Dice that are thrown: from a seed, from a script, from the players' hands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput, RulesError
from rules.game.chance.dice import Dice, ScriptedDice, SeededDice, Throw, TypedDice


def test_the_seeded_generator_is_splitmix64() -> None:
    """The first three words of SplitMix64 for the seed 1234567, as its authors' test vectors print them."""
    dice = SeededDice(1234567)
    words = [dice.roll("die", 2**63) - 1 for _ in range(3)]
    assert words == [word % 2**63 for word in (6457827717110365317, 3203168211198807973, 9817491932198370423)]
    assert dice.position == 3


@given(st.integers(0, 2**64 - 1), st.integers(0, 50), st.integers(1, 20))
def test_a_game_resumes_at_its_position(seed: int, before: int, sides: int) -> None:
    whole = SeededDice(seed)
    for _ in range(before):
        whole.roll("die", 10)
    resumed = SeededDice(seed, whole.position)
    assert [whole.roll("die", sides) for _ in range(5)] == [resumed.roll("die", sides) for _ in range(5)]


def test_every_face_comes_up_about_as_often() -> None:
    dice = SeededDice(2026)
    thrown = [dice.roll("die", 10) for _ in range(20_000)]
    # 2,000 expected of each face; four standard deviations are 170.
    assert all(1_830 < thrown.count(face) < 2_170 for face in range(1, 11))


def test_neighbouring_seeds_do_not_throw_alike() -> None:
    assert len({tuple(SeededDice(seed, k).roll("die", 6) for k in range(8)) for seed in range(100)}) == 100


@pytest.mark.parametrize("seed", [-1, 2**64, True, 1.5, "7"])
def test_a_seed_must_be_a_whole_number(seed: int) -> None:
    with pytest.raises(BadInput, match=r"seed: .* is not a whole number from 0"):
        SeededDice(seed)


def test_a_position_must_be_a_whole_number() -> None:
    with pytest.raises(BadInput, match="position: -1 is not"):
        SeededDice(1, -1)


def test_a_script_is_thrown_in_order_and_a_pool_takes_one_value_a_die() -> None:
    dice = ScriptedDice([9, 5, 4, 6, 2])
    assert dice.roll("die", 10) == 9
    assert dice.successes("pool", 3, sides=6, at_least=5) == 2
    assert dice.pick("choice", 3) == 1
    dice.assert_done()


def test_a_script_that_runs_dry_is_an_error() -> None:
    dice = ScriptedDice([1])
    dice.roll("die", 6)
    with pytest.raises(RulesError, match="the script of 1 dice has run dry: a d10 is wanted for die"):
        dice.roll("die", 10)


def test_a_script_with_dice_left_over_is_an_error() -> None:
    dice = ScriptedDice([1, 2, 3])
    dice.roll("die", 6)
    with pytest.raises(RulesError, match="2 scripted dice were never thrown: 2, 3"):
        dice.assert_done()


def test_a_scripted_value_must_be_on_the_die() -> None:
    dice = ScriptedDice([6, 7])
    dice.roll("die", 6)
    with pytest.raises(BadInput, match="scripted die 2: 7 is not a number from 1 to 6"):
        dice.roll("die", 6)


def test_dice_typed_in_from_the_table() -> None:
    asked: list[str] = []
    answers = iter([(8,), (5, 1, 6, 4), (3,), (7,)])

    def ask(question: str) -> tuple[int, ...]:
        asked.append(question)
        return next(answers)

    dice = TypedDice(ask)
    assert dice.roll("drift", 10) == 8
    assert dice.successes("save", 4, 6, 5) == 2
    assert dice.pick("which of them", 3) == 2
    assert dice.decide("Cohesion Check", 10, lambda face: face <= 6) is False
    assert dice.successes("save", 0, 6, 5) == 0
    assert asked == [
        "drift: d10",
        "save, 5 or more: 4d6",
        "which of them: d3",
        "Cohesion Check, 6 or less: d10",
    ]


def test_impossible_typed_dice_are_refused() -> None:
    with pytest.raises(BadInput, match="die thrown: 11 is not a number from 1 to 10"):
        TypedDice(lambda _: (11,)).roll("drift", 10)
    with pytest.raises(BadInput, match="dice thrown: '5 6' is not the faces of 4 dice"):
        TypedDice(lambda _: (5, 6)).successes("save", 4, 6, 5)


@pytest.mark.parametrize(
    ("decides", "needed", "rows"),
    [
        ([False] * 4 + [True] * 2, "5 or more", ["", "", "", "", "", ""]),
        ([True] * 2 + [False] * 4, "2 or less", ["", "", "", "", "", ""]),
        ([False] * 5 + [True], "6", ["", "", "", "", "", ""]),
        ([False, True, True, False, False, False], "2 to 3", ["", "", "", "", "", ""]),
        ([True] * 6, "", ["", "", "", "", "", ""]),
        (
            ["miss", "near", "near", "near", "hit", "hit"],
            "",
            ["", "2 to 4", "2 to 4", "2 to 4", "5 to 6", "5 to 6"],
        ),
        ([], "", ["", "", "", "", "", ""]),
    ],
)
def test_the_number_needed_follows_from_the_faces_that_succeed(
    decides: list[object], needed: str, rows: list[str]
) -> None:
    thrown = Throw("die", 6, decides=tuple(decides))
    assert thrown.needed == needed
    assert [thrown.row(face) for face in range(1, 7)] == rows


@pytest.mark.parametrize(
    "dice",
    [SeededDice(1), ScriptedDice([1]), TypedDice(lambda _: (1,))],
    ids=lambda dice: type(dice).__name__,
)
def test_a_die_has_sides_and_a_pool_is_not_negative(dice: Dice) -> None:
    with pytest.raises(BadInput, match="die: 0 is not a number of sides"):
        dice.roll("die", 0)
    with pytest.raises(BadInput, match="die: 0 is not a number of sides"):
        dice.pick("choice", 0)
    with pytest.raises(BadInput, match="pool: -1 is not a number of dice"):
        dice.successes("pool", -1, 6, 4)
