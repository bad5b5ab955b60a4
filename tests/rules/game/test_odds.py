"""Odds: the thrown procedure, enumerated over all outcomes of its dice."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput, RulesError
from rules.game.chance.dice import Dice, ScriptedDice, SeededDice
from rules.game.chance.enumeration import part
from rules.game.chance.odds import Odds, odds_of, throw_steps


def test_two_dice_by_hand() -> None:
    odds = odds_of(lambda dice: dice.roll("die", 6) + dice.roll("die", 6))
    assert [odds.of(total) * 36 for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert odds.of(13) == 0


def test_a_hit_and_then_a_save_by_hand() -> None:
    """A d10 of 8 or more hits; one hit is saved by 5 or 6 on a d6: 3/10 of which 1/3 are saved."""

    def shot(dice: Dice) -> str:
        if dice.roll("die", 10) < 8:
            return "miss"
        return "saved" if dice.roll("die", 6) >= 5 else "hit"

    assert odds_of(shot) == Odds({"miss": Fraction(7, 10), "saved": Fraction(1, 10), "hit": Fraction(1, 5)})


def test_a_pick_is_fair() -> None:
    odds = odds_of(lambda dice: ("a", "b", "c")[dice.pick("choice", 3)])
    assert dict(odds.chances) == dict.fromkeys("abc", Fraction(1, 3))


def test_without_dice_the_outcome_is_certain() -> None:
    assert odds_of(lambda _: "so it is").of("so it is") == 1


@given(st.integers(0, 5), st.integers(1, 6), st.integers(-1, 8))
def test_a_pool_agrees_with_every_throw_of_its_dice(count: int, sides: int, at_least: int) -> None:
    """Brute force over all throws of single dice, which knows no binomials."""
    throws = list(product(range(1, sides + 1), repeat=count))
    counted = Counter(sum(face >= at_least for face in throw) for throw in throws)
    brute = {found: Fraction(times, len(throws)) for found, times in counted.items()}
    assert dict(odds_of(lambda dice: dice.successes("pool", count, sides, at_least)).chances) == brute


@given(st.lists(st.tuples(st.sampled_from([2, 3, 6]), st.integers(1, 6), st.booleans()), max_size=4))
def test_odds_equal_those_of_all_possible_dice_scripts(asks: list[tuple[int, int, bool]]) -> None:
    """A procedure that stops early leaves dice of the script unthrown: each script still weighs the same."""

    def procedure(dice: Dice) -> int:
        total = 0
        for sides, target, stops in asks:
            total += dice.roll("die", sides) >= target
            if stops and total == 1:
                break
        return total

    scripts = list(product(*(range(1, sides + 1) for sides, _, _ in asks)))
    counted = Counter(procedure(ScriptedDice(script)) for script in scripts)
    brute = {total: Fraction(times, len(scripts)) for total, times in counted.items()}
    assert dict(odds_of(procedure).chances) == brute


def melee(dice: Dice) -> str:
    """A procedure with dice of every kind that branches on their results."""
    hits = dice.successes("pool", 12, 6, 5)
    saved = dice.successes("pool", hits, 6, 4)
    if hits - saved > 3:
        return "routed" if dice.roll("die", 10) + hits > 9 else "shaken"
    return ("left", "right")[dice.pick("choice", 2)] if hits == saved else "held"


def test_the_odds_agree_with_seeded_throws() -> None:
    odds, dice, throws = odds_of(melee), SeededDice(5), 6_000
    counted = Counter(melee(dice) for _ in range(throws))
    assert set(counted) == set(odds.chances)
    for outcome, chance in odds.chances.items():
        spread = (throws * chance * (1 - chance)) ** 0.5
        assert abs(counted[outcome] - throws * chance) < 4 * spread


def volley(left: int, dice: Dice) -> int:
    """A step: each figure still standing falls on a 6."""
    return left - dice.successes("pool", left, 6, 6)


def test_steps_agree_with_the_whole_run_as_one_procedure() -> None:
    def one_after_the_other(dice: Dice) -> int:
        return volley(volley(volley(5, dice), dice), dice)

    assert odds_of(lambda dice: throw_steps(5, [volley] * 3, dice)) == odds_of(one_after_the_other)


def test_steps_merge_equal_states() -> None:
    """A hundred volleys at thirty figures: each figure stands with (5/6)^100, by itself."""
    odds = odds_of(lambda dice: throw_steps(30, [volley] * 100, dice))
    stands = Fraction(5, 6) ** 100
    assert sum(odds.chances.values()) == 1
    assert odds.of(30) == stands**30
    assert sum(left * chance for left, chance in odds.chances.items()) == 30 * stands


def test_thrown_steps_are_the_same_steps() -> None:
    dice = ScriptedDice([6, 1, 1, 6, 2])
    assert throw_steps(3, [volley] * 2, dice) == 1
    dice.assert_done()


def test_a_step_runs_once_for_each_state() -> None:
    asked: list[int] = []

    def step(left: int, dice: Dice) -> int:
        asked.append(left)
        return min(left + dice.roll("die", 2), 4)

    odds_of(lambda dice: throw_steps(0, [step] * 10, dice))
    assert sorted(asked) == sorted([0, 1, 2, 3, 4] * 2)


@part
def saved(hits: int, dice: Dice) -> int:
    """The hits left after saves, of which every second is ignored."""
    left = hits - dice.successes("pool", hits, 6, 5)
    return left - dice.successes("pool", left // 2, 2, 2)


@part
def struck(figures: int, dice: Dice, *, at_least: int) -> int:
    return max(0, figures - saved(dice.successes("pool", 6, 6, at_least), dice))


def test_a_part_is_enumerated_by_its_result() -> None:
    """Nested parts, used twice, against the plain procedures enumerated without parts."""

    def whole(dice: Dice) -> tuple[int, bool]:
        left = struck(9, dice, at_least=4)
        return (struck(left, dice, at_least=5), dice.roll("die", 6) > left)

    def bare_saved(hits: int, dice: Dice) -> int:
        left = hits - dice.successes("pool", hits, 6, 5)
        return left - dice.successes("pool", left // 2, 2, 2)

    def bare(dice: Dice) -> tuple[int, bool]:
        left = max(0, 9 - bare_saved(dice.successes("pool", 6, 6, 4), dice))
        last = max(0, left - bare_saved(dice.successes("pool", 6, 6, 5), dice))
        return last, dice.roll("die", 6) > left

    assert odds_of(whole) == odds_of(bare)


def test_a_part_throws_its_dice_in_the_order_of_the_code() -> None:
    dice = ScriptedDice([4, 4, 4, 4, 1, 1, 5, 1, 1, 1, 2])
    assert struck(9, dice, at_least=4) == 7
    dice.assert_done()


def test_a_procedure_without_end_is_refused() -> None:
    def until_six(dice: Dice) -> int:
        while dice.roll("die", 6) < 6:
            pass
        return 6

    with pytest.raises(RulesError, match="throws more than 500 times has no exact odds"):
        odds_of(until_six)


def test_a_procedure_that_changes_its_mind_is_refused() -> None:
    sides = iter(range(2, 10))

    def fickle(dice: Dice) -> int:
        return dice.roll("die", 2) + dice.roll("die", next(sides))

    with pytest.raises(RulesError, match="asked for other dice"):
        odds_of(fickle)
    throws = iter([2, 1])

    def lazy(dice: Dice) -> int:
        return sum(dice.roll("die", 2) for _ in range(next(throws)))

    with pytest.raises(RulesError, match="asked for fewer dice"):
        odds_of(lazy)


def test_chances_must_sum_to_one() -> None:
    with pytest.raises(BadInput, match="odds: '3/4' is not a set of chances that sums to 1"):
        Odds({"a": Fraction(1, 2), "b": Fraction(1, 4)})


def test_impossible_dice_are_refused_in_the_odds_too() -> None:
    with pytest.raises(BadInput, match="die: 0 is not"):
        odds_of(lambda dice: dice.roll("die", 0))
    with pytest.raises(BadInput, match="pool: -2 is not"):
        odds_of(lambda dice: dice.successes("pool", -2, 6, 3))


def test_where_and_map_read_the_same_chances() -> None:
    odds = odds_of(lambda dice: dice.roll("die", 6))
    assert odds.where(lambda face: face >= 5) == Fraction(1, 3)
    assert odds.map(lambda face: "even" if face % 2 == 0 else "odd").of("odd") == Fraction(1, 2)
