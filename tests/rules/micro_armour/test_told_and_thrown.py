"""Forecast odds hold every thrown outcome: declarations of every kind, taken from whole games, thrown many times."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from maps.library import scenario
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.engine.forecast import Forecast
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.micro_armour.declarations.movement.orders import MoveGroup
from rules.micro_armour.declarations.movement.stands import MoveStand, PassEnemy
from rules.micro_armour.ruleset import MATG1, MATG2, MicroArmour
from tests.rules.micro_armour.phases import to_movement
from tests.rules.micro_armour.policies import bold_choice
from tests.rules.micro_armour.tables import BLUE, RED, opened, play, stand, table

BOOKS = {"matg1": MATG1, "matg2": MATG2}
NAMES = ["meeting-on-the-long-lane", "dolgoye-crossing"]
KINDS = [kind.__name__ for kind in MATG2.as_game().declarations.procedures]
EACH_KIND = 12
"""The number of declarations of each kind checked in a scenario."""

THROWS = 12

Moment = tuple[MicroArmour, GameState, Action]


@cache
def _moments() -> dict[str, list[Moment]]:
    """Declarations of every kind, from a game of each scenario and from a stand beside its enemy."""
    found: dict[str, list[Moment]] = {kind: [] for kind in KINDS}
    for name in NAMES:
        met: Counter[str] = Counter()
        for book, state, action in _declarations_in_a_game(name):
            kind = type(action).__name__
            met[kind] += 1
            if met[kind] <= EACH_KIND:
                found[kind].append((book, state, action))
    for book in BOOKS.values():
        found["PassEnemy"].append((book, _beside_the_enemy(book), PassEnemy(RED, "r1", "b1")))
    return found


def _declarations_in_a_game(name: str) -> Iterator[Moment]:
    """The declarations made in a game, each with two more of its kind and the first and last of the legal ones."""
    book = BOOKS[scenario(name).ruleset]
    state = book.opening(scenario(name).state(), scenario(name).opening_options())
    chance, dice = Random(4), SeededDice(4)
    while actions := book.as_game().legal_actions(state):
        chosen = bold_choice(actions, chance)
        beside = [action for action in actions if type(action) is type(chosen)]
        yield from (
            (book, state, action) for action in dict.fromkeys([chosen, *beside[:2], actions[0], actions[-1]])
        )
        _, state = carry_out(book.as_game(), state, chosen, dice)


def _beside_the_enemy(book: MicroArmour) -> GameState:
    mover, enemy = stand("r1", RED, (10, 10), 180.0), stand("b1", BLUE, (10, 14), 0.0, "stug3g")
    state = to_movement(opened(table(), mover, enemy, book=book), ("r1",), book=book)
    to_him = MoveStand(RED, "r1", (Spot(10, 10), Spot(10, 13)), 180.0, goes_on=True)
    state = play(state, [MoveGroup(RED, 1, False), to_him], [1], book)
    while book.as_game().to_act(state) != RED:
        state = play(state, [book.as_game().legal_actions(state)[-1]], book=book)
    return state


@pytest.mark.parametrize("kind", KINDS)
def test_every_thrown_outcome_is_among_the_forecast_ones_and_their_chances_sum_to_one(kind: str) -> None:
    assert _moments()[kind]
    for book, state, action in _moments()[kind]:
        ruling = book.as_game().chances(state, action)
        ends = (
            Forecast(book.as_game())
            .ends(book.as_game().position(book.seen_by(state, action.side)), action)
            .states
        )
        assert {_thrown(book, state, action, seed) for seed in range(THROWS)} <= set(ends), action
        assert sum(ends.values()) == 1
        assert ruling.odds is not None or len(ends) == 1
        if ruling.odds is not None:
            assert sum(ruling.odds.chances.values()) == 1
        for case in ruling.cases:
            assert sum(case.odds.chances.values()) == 1


def _thrown(book: MicroArmour, state: GameState, action: Action, seed: int) -> GameState:
    _, after = carry_out(book.as_game(), state, action, SeededDice(seed))
    return after
