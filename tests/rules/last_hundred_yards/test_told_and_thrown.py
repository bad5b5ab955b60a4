"""Told odds against thrown dice: every kind of declaration in whole games of both editions, thrown many times."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from rules.game.chance.dice import SeededDice
from rules.game.engine.forecast import Forecast
from rules.game.engine.outcomes import TooManyOutcomes
from rules.game.engine.play import Action
from rules.game.engine.resolution import DependsOnHidden
from rules.game.state import GameState
from rules.last_hundred_yards.effects.marker_sync import sync_markers
from rules.last_hundred_yards.play.play import PLAY
from tests.rules.last_hundred_yards.playing import chance_steps
from tests.rules.last_hundred_yards.rare_moments import rare_moments
from tests.rules.last_hundred_yards.small_boards import SMALL

KINDS = [kind.__name__ for kind in PLAY.declarations.procedures]
EDITIONS = ("2019", "series-3.1")
SEEDS = range(3)
MOST_DECLARATIONS = 400
EACH_KIND = 2
"""How many declarations of a kind are looked at in a game."""

THROWS = 5

Moment = tuple[GameState, Action]


@cache
def _moments() -> dict[str, list[Moment]]:
    """Declarations of every kind that could be made in games on small boards, and at rare moments."""
    found: dict[str, list[Moment]] = {kind: [] for kind in KINDS}
    for state, action in rare_moments():
        found[type(action).__name__].append((state, action))
    for edition in EDITIONS:
        for small, seed in product(SMALL.values(), SEEDS):
            met = Counter[str]()
            for state, action in _offered(small.opened(edition), seed):
                kind = type(action).__name__
                met[kind] += 1
                if met[kind] <= EACH_KIND:
                    found[kind].append((state, action))
    return found


def _offered(state: GameState, seed: int) -> Iterator[Moment]:
    """The last listed declaration of each kind in each state of a game, and the one declared."""
    for action, _, after in chance_steps(state, seed, MOST_DECLARATIONS):
        last = {type(one): one for one in PLAY.legal_actions(state)}
        last[type(action)] = action
        yield from ((state, one) for one in last.values())
        state = after


@pytest.mark.parametrize("kind", KINDS)
def test_every_thrown_outcome_is_among_the_told_odds_which_sum_to_1(kind: str) -> None:
    moments = _moments()[kind]
    assert moments
    for state, action in moments:
        ruling = PLAY.chances(state, action)
        for odds in (ruling.odds, *(case.odds for case in ruling.cases)):
            assert odds is None or sum(odds.chances.values()) == 1
        seen = PLAY.seen_by(state, action.side)
        try:
            ends = Forecast(PLAY).ends(PLAY.position(seen), action)
        except TooManyOutcomes:
            continue
        assert sum(ends.states.values()) + ends.hidden == 1
        told = set(map(sync_markers, ends.states)) | ({None} if ends.hidden else set())
        assert {_thrown(seen, action, seed) for seed in range(THROWS)} <= told, str(action)


def _thrown(state: GameState, action: Action, seed: int) -> GameState | None:
    """The outcome of one throw, up to the dice that the odds cover; None if it depends on units unknown to the side."""
    resolution = PLAY.begin(PLAY.position(state), SeededDice(seed), Forecast(PLAY).steps_for_odds(action))
    try:
        while resolution.pending:
            resolution.run_next()
    except DependsOnHidden:
        return None
    return sync_markers(resolution.state)
