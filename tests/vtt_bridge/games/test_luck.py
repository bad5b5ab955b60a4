"""The luck of a side, compared with every way the dice of a short game can fall, in plain fractions."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from rules.catalog import ruleset
from rules.players.named import names_by_side, players
from vtt_bridge.games.game_log import GameHead, Turn
from vtt_bridge.games.game_setup import OpenedGame, decisions_of_game, opened_anew, turn_of
from vtt_bridge.games.luck import Decided, decided, luck


def whole_game(book: str, scenario: str, seed: int) -> tuple[OpenedGame, tuple[Turn, ...]]:
    game = opened_anew(GameHead(book, scenario, seed), ruleset)
    decisions = decisions_of_game(game, seed, players(names_by_side((), game.state.sides)))
    return game, tuple(map(turn_of, decisions))


@pytest.mark.parametrize(
    ("book", "scenario"),
    [("lhy", "lhy-tiger-at-the-bridge"), ("lhy", "lhy-ridge-farm"), ("matg1", "dolgoye-crossing")],
)
def test_the_chances_of_a_decision_sum_to_1_and_include_what_was_thrown(book: str, scenario: str) -> None:
    game, turns = whole_game(book, scenario, 1)
    for decision in decided(game, turns[:200]):
        for side, odds in decision.odds.items():
            assert sum(odds.values()) == 1
            assert decision.fell[side] in odds


def test_luck_is_the_share_of_all_throws_that_go_worse_and_half_of_those_alike() -> None:
    """Every way five attacks can fall, walked through one by one."""
    game, turns = whole_game("lhy", "lhy-tiger-at-the-bridge", 1)
    few = [decision for decision in decided(game, turns) if decision.matters][:5]
    assert len(few) == 5
    for side in ("us", "ge"):
        had = sum(decision.fell[side] for decision in few)
        worse = alike = mean = Fraction(0)
        for ways in product(*(decision.odds[side].items() for decision in few)):
            harm, chance = sum(harm for harm, _ in ways), prod(chance for _, chance in ways)
            mean += harm * chance
            worse += chance * (harm < had)
            alike += chance * (harm == had)
        told = luck(few, side)
        assert told.percentile == pytest.approx(float(worse + alike / 2), abs=1e-12)
        assert told.expected == pytest.approx(float(mean), abs=1e-9)


def test_the_luck_of_one_side_is_the_bad_luck_of_the_other() -> None:
    game, turns = whole_game("lhy", "lhy-ridge-farm", 3)
    found = tuple(decided(game, turns))
    assert luck(found, "us").percentile + luck(found, "ge").percentile == pytest.approx(1)


def coin(number: int, harm: int) -> Decided:
    """An even chance to do 10 of harm or none."""
    half = Fraction(1, 2)
    return Decided(
        number, "us", {"us": {0: half, 10: half}, "ge": {0: half, -10: half}}, {"us": harm, "ge": -harm}
    )


def test_two_hits_of_two_even_shots_are_at_the_percentile_of_seven_eighths() -> None:
    told = luck([coin(1, 10), coin(2, 10)], "us")
    assert (told.percentile, told.had, told.expected) == (0.875, 20, 10)


def test_dice_that_could_harm_nobody_do_not_count() -> None:
    certain = Decided(1, "us", {"us": {0: Fraction(1)}}, {"us": 0})
    assert luck([certain], "us").decisions == 0
    assert str(luck([certain], "us")) == "American player: no dice that could harm anybody"
