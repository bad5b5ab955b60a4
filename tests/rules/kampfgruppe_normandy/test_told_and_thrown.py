"""Forecast odds hold every thrown outcome: declarations of every kind, taken from games, thrown many times."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from rules.game.chance.dice import SeededDice
from rules.game.chance.odds import Odds
from rules.game.engine.carrying_out import carry_out
from rules.game.engine.forecast import HIDDEN_OUTCOME
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.declarations.casualties import LoseWeapon
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import FireForEffect
from rules.kampfgruppe_normandy.state.fire_missions import Mission
from rules.kampfgruppe_normandy.state.progress import (
    Duty,
    Obligation,
    Removal,
    Step,
    progress_of,
    with_progress,
)
from rules.kampfgruppe_normandy.state.support_events import MissionAsked
from tests.playthroughs import chance_steps
from tests.rules.kampfgruppe_normandy.battle_of_everything import battle, curious_weight
from tests.rules.kampfgruppe_normandy.moments import MARK, MOMENTS
from tests.rules.kampfgruppe_normandy.playing import SCENARIOS, SELDOM, bold_weight, start_of
from tests.rules.kampfgruppe_normandy.tables import DE, GAME, RULESET, UK, act, game, unit

KINDS = tuple(GAME.declarations.procedures)
EACH_KIND = 8
"""How many declarations of a kind are looked at."""

THROWS = 10

Declared = tuple[GameState, Action]


@cache
def _declarations_by_kind() -> dict[type, list[Declared]]:
    """Declarations of every kind: from small positions, from a battle of everything, from each scenario."""
    found: dict[type, list[Declared]] = {kind: [] for kind in KINDS}
    for state, action in (*_at_small_moments(), *_declared_in_games()):
        if len(found[type(action)]) < EACH_KIND:
            found[type(action)].append((state, action))
    return found


def _at_small_moments() -> Iterator[Declared]:
    for moment in (make() for make in MOMENTS.values()):
        yield moment.state, moment.legal
        yield from _one_of_each_kind(moment.state)
    for state in (
        _veterans_owe_a_reroll(),
        _nobody_for_an_event(),
        _guns_are_laid(),
        _marker_lies(),
        _nobody_attacks_yet(),
        _event_is_over(),
    ):
        yield from _one_of_each_kind(state)


def _one_of_each_kind(state: GameState) -> Iterator[Declared]:
    by_kind = {type(action): action for action in reversed(GAME.legal_actions(state))}
    return ((state, action) for action in by_kind.values())


def _declared_in_games() -> Iterator[Declared]:
    """The declarations of one battle and one game of each scenario, with one of each legal kind now and then."""
    games = [chance_steps(GAME, battle(), 5, seldom=SELDOM, weigh=curious_weight)]
    games += [chance_steps(GAME, start_of(name), 5, seldom=SELDOM, weigh=bold_weight) for name in SCENARIOS]
    starts = [battle(), *map(start_of, SCENARIOS)]
    for start, steps in zip(starts, games, strict=True):
        state = start
        for number, (action, _, after) in enumerate(steps):
            yield state, action
            if number % 40 == 0:
                yield from _one_of_each_kind(state)
            state = after


def _with_obligation(state: GameState, obligation: Obligation) -> GameState:
    return with_progress(state, replace(progress_of(state), owed=(obligation,)))


def _nobody_attacks_yet() -> GameState:
    return game(unit("own", "uk.squad", (40, 40)), unit("foe", "de.squad", (40, 20)), step=Step.FIRST)


def _veterans_owe_a_reroll() -> GameState:
    state = game(unit("own", "uk.squad", (40, 40)), unit("foe", "de.squad", (40, 20)))
    return _with_obligation(state, Obligation(Duty.VETERAN_REROLL, DE, "foe", UK, 3))


def _nobody_for_an_event() -> GameState:
    state = game(unit("own", "uk.squad", (40, 40)), unit("foe", "de.squad", (40, 20)))
    return _with_obligation(state, Obligation(Duty.EVENT_TARGET, UK, other="mechanical breakdown"))


def _event_is_over() -> GameState:
    units = unit("own", "uk.squad", (40, 40), 0, SUPPRESSED), unit("foe", "de.squad", (40, 20))
    state = game(*units, step=Step.REMOVAL)
    return with_progress(state, replace(progress_of(state), removal=Removal(1, 1)))


def _guns_are_laid() -> GameState:
    state = game(
        unit("hq", "uk.hq", (40, 44)),
        unit("gun", "uk.25pdr_battery"),
        unit("foe", "de.squad", (40, 20)),
        unit("truck", "de.opel", (44, 20)),
        fire_support={DE: {"counter_battery": 1}},
    )
    mission = Mission("mission 1", UK, "hq", ("gun",), MARK, is_on=True)
    state = GAME.apply(state, MissionAsked(mission, "the spotter round is complete"))
    return act(state, FireForEffect(UK, "mission 1", ("gun",)))


def _marker_lies() -> GameState:
    moment = MOMENTS["request a mission"]()
    return act(moment.state, moment.legal, 3, 6, 6, 1, 1, 1)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_thrown_outcome_is_among_the_forecast_ones_and_their_chances_sum_to_one(kind: type) -> None:
    assert _declarations_by_kind()[kind]
    for state, action in _declarations_by_kind()[kind]:
        ruling = GAME.chances(state, action)
        assert ruling.verdict != "refused", action
        ends = [_known_end(state, action, seed) for seed in range(THROWS)]
        before = RULESET.seen_by(state, action.side)
        if ruling.odds is not None:
            _assert_forecast(ruling.odds, before, ends, action)
        for case in ruling.cases:
            _assert_forecast(case.odds, *_with_unit_alone(case.condition, before, ends), action)
        if ruling.odds is None and not ruling.cases:
            assert len({_changes(before, end) for end in ends}) == 1, action


def _known_end(state: GameState, action: Action, seed: int) -> GameState:
    """The state after a declaration, as its side knows it."""
    return RULESET.seen_by(carry_out(GAME, state, action, SeededDice(seed))[1], action.side)


def _with_unit_alone(
    unit_id: str, before: GameState, ends: list[GameState]
) -> tuple[GameState, list[GameState]]:
    """The same states with only the unit that the case is about."""
    alone = [
        replace(state, units={key: one for key, one in state.units.items() if key == unit_id})
        for state in (before, *ends)
    ]
    return alone[0], alone[1:]


def _changes(before: GameState, end: GameState) -> frozenset[str]:
    return frozenset(part for change in GAME.changes(before, end) for part in change.text.split("; "))


def _assert_forecast(odds: Odds[str], before: GameState, ends: list[GameState], action: Action) -> None:
    """Assert that every end is among the outcomes, apart from what all ends have in common, which odds leave out."""
    assert sum(odds.chances.values()) == 1
    told = [
        frozenset(outcome.split("; ")) - {"no effect"}
        for outcome in odds.chances
        if outcome != HIDDEN_OUTCOME
    ]
    left_out = set()
    for end in ends:
        happened = _changes(before, end)
        fitting = [outcome for outcome in told if outcome <= happened]
        assert fitting or HIDDEN_OUTCOME in odds.chances, (str(action), happened)
        if fitting:
            left_out.add(happened - max(fitting, key=len))
    assert len(left_out) <= 1 or HIDDEN_OUTCOME in odds.chances, (str(action), left_out)


def test_no_odds_are_given_for_an_owners_choice_of_the_weapon_lost() -> None:
    """The odds name an owed decision and do not make it for its owner."""
    moment = MOMENTS["lose a weapon"]()
    assert isinstance(moment.legal, LoseWeapon)
    assert GAME.chances(moment.state, moment.legal).odds is None
