"""Exact odds: they sum to 1, follow the thrown procedure, and exist for every declaration that throws dice."""

from fractions import Fraction

import pytest

from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import (
    CounterBattery,
    FireForEffect,
)
from rules.kampfgruppe_normandy.declarations.turn.command import RollCommand
from rules.kampfgruppe_normandy.declarations.turn.first_turn import RollForFirst
from rules.kampfgruppe_normandy.declarations.turn.suppression import RemoveSuppression
from rules.kampfgruppe_normandy.state.fire_missions import Mission
from rules.kampfgruppe_normandy.state.support_events import MissionAsked
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.moments import MOMENTS
from tests.rules.kampfgruppe_normandy.tables import DE, GAME, UK, act, game, opened, table, unit


@pytest.mark.parametrize("name", MOMENTS)
def test_whatever_throws_dice_says_its_odds(name: str) -> None:
    moment = MOMENTS[name]()
    dice = SeededDice(7)
    carry_out(GAME, moment.state, moment.legal, dice)
    ruling = GAME.chances(moment.state, moment.legal)
    told = [odds for odds in (ruling.odds, *(case.odds for case in ruling.cases)) if odds is not None]
    assert told or not dice.position
    assert all(sum(odds.chances.values()) == 1 for odds in told)


def meeting() -> GameState:
    return opened(
        table(), unit("a", "uk.recce", (10, 24)), unit("b", "de.squad", (60, 24)),
        engagement="meeting_engagement", attacker=None, game_size="company",
    )  # fmt: skip


def test_odds_of_going_first() -> None:
    # With one unit of scouts the British win what they tie, and 5 of 15 worse throws: 21 + 5 of 36.
    odds = GAME.chances(meeting(), RollForFirst("uk")).odds
    assert odds is not None
    assert odds.of("uk goes first") == Fraction(21 + 5, 36)
    assert odds.of("de goes first") == Fraction(10, 36)


@proves("KN-TURN-01")
def test_how_many_activations() -> None:
    state = carry_out(GAME, meeting(), RollForFirst("uk"), SeededDice(1))[1]
    side = GAME.to_act(state)
    assert side is not None
    odds = GAME.chances(state, RollCommand(side)).odds
    assert odds is not None
    assert odds.of("7 activations") == Fraction(6, 36)


def test_a_command_die_thrown_again() -> None:
    moment = MOMENTS["re-roll"]()
    odds = GAME.chances(moment.state, moment.legal).odds
    assert odds is not None
    # The 1 of 1 and 6 is thrown again; there is one command unit.
    assert odds.chances == {f"{6 + 1 + die} activations": Fraction(1, 6) for die in range(1, 7)}


@proves("KN-TURN-19", "KN-TURN-20")
def test_no_more_markers_are_removed_than_there_are() -> None:
    state = MOMENTS["remove suppression"]().state
    odds = GAME.chances(state, RemoveSuppression(UK, 1)).odds
    assert odds is not None
    assert odds.chances == {"one: no longer suppressed; the turn of de begins": Fraction(1)}
    assert "97 of 96 counters" in str(GAME.why_not(state, RemoveSuppression(UK, 97))[0])


@proves("KN-IND-27b", "KN-IND-29")
def test_counter_battery_fire_and_the_radio() -> None:
    again = MOMENTS["try the radio again"]()
    odds = GAME.chances(again.state, again.legal).odds
    assert odds is not None
    assert odds.of("no fire mission") == Fraction(1, 3)
    state = game(
        unit("hq", "uk.hq", (40, 44)),
        unit("gun", "uk.25pdr_battery"),
        unit("foe", "de.squad", (40, 20)),
        fire_support={DE: {"counter_battery": 1}},
    )
    mission = Mission("mission 1", UK, "hq", ("gun",), Spot(40, 20), is_on=True)
    state = GAME.apply(state, MissionAsked(mission, "the spotter round is complete"))
    laid = act(state, FireForEffect(UK, "mission 1", ("gun",)))
    odds = GAME.chances(laid, CounterBattery(DE)).odds
    assert odds is not None
    assert odds.of("the guns are silenced") == Fraction(1, 3)
