"""The sequence of a turn: the first side, command, activations, removal of suppression, reserves."""

from dataclasses import replace

import pytest

from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, EndActivations, Forgo
from rules.kampfgruppe_normandy.declarations.turn.command import RollCommand
from rules.kampfgruppe_normandy.declarations.turn.suppression import Rally, RemoveSuppression
from rules.kampfgruppe_normandy.questions.activation import cannot_act, command_units
from rules.kampfgruppe_normandy.state.progress import Duty, Step, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    SQUAD_A,
    SQUAD_B,
    UK,
    act,
    activated,
    end_of_turn,
    opened,
    position,
    ready,
    refusal,
    table,
    unit,
)

A_THIRD = unit("third", "uk.squad", (10, 10), 90)


def test_no_moment_of_play_is_called_like_another() -> None:
    values = [kind.value for kinds in (Step, Duty, K) for kind in kinds]
    assert len(values) == len(set(values))


@proves("KN-SETUP-12", "KN-TURN-01", "KN-TURN-02")
def test_the_attacker_begins_and_players_take_turns() -> None:
    state = ready(table(), SQUAD_A, SQUAD_B)
    assert progress_of(state).acting == UK
    state = end_of_turn(state)
    assert (progress_of(state).acting, progress_of(state).turn, progress_of(state).step) == (
        DE,
        1,
        Step.COMMAND,
    )
    state = end_of_turn(act(state, RollCommand(DE), 1, 1, 1), side=DE)
    assert (progress_of(state).acting, progress_of(state).turn) == (UK, 2)


@proves("KN-TURN-04", "KN-TURN-14", "KN-TURN-15", "KN-TURN-16", "KN-TURN-03")
def test_a_unit_is_activated_once_and_no_more_units_than_the_command_total() -> None:
    other = unit("c", "uk.squad", (10, 34), 90)
    state = act(opened(table(), SQUAD_A, other, SQUAD_B, game_size="platoon"), RollCommand(UK), 1)
    state = activated(state, "a", K.MOVE, K.MOVE)
    assert "c has not declared move" in refusal(state, Move(UK, "c", (Spot(10, 34), Spot(12, 34))))
    assert "play waits for move" in refusal(state, Activate(UK, "c", (K.MOVE, K.MOVE)))
    state = act(act(state, Forgo(UK)), Forgo(UK))
    assert "all activations are used" in refusal(state, Activate(UK, "c", (K.MOVE, K.MOVE)))
    more = act(opened(table(), SQUAD_A, other, SQUAD_B, game_size="platoon"), RollCommand(UK), 2)
    more = act(act(activated(more, "a", K.MOVE, K.MOVE), Forgo(UK)), Forgo(UK))
    assert "has been activated this turn" in refusal(more, Activate(UK, "a", (K.MOVE, K.MOVE)))


@proves("KN-TURN-12a", "KN-TURN-13a", "KN-TURN-24b", "KN-SUPP-27")
def test_suppressed_units_and_reserves_are_not_activated() -> None:
    state = ready(
        table(),
        unit("a", "uk.squad", (10, 24), 90, SUPPRESSED),
        unit("r", "uk.squad", None, 0, RESERVE),
        unit("x", "uk.squad", (10, 40)),
        SQUAD_B,
    )
    assert "a is suppressed" in refusal(state, Activate(UK, "a", (K.MOVE, K.MOVE)))
    assert "in reserve" in refusal(state, Activate(UK, "r", (K.MOVE, K.MOVE)))


@proves("KN-TURN-12b", "KN-IND-44")
def test_guns_off_the_table_can_act_and_other_units_off_it_cannot() -> None:
    state = ready(table(), SQUAD_A, unit("battery", "uk.25pdr_battery", None), SQUAD_B)
    away = state.with_unit(replace(state.unit("a"), at=None))
    assert "a is not on the table" in str(cannot_act(position(away), away.unit("a")))
    assert cannot_act(position(state), state.unit("battery")) is None
    assert cannot_act(position(state), state.unit("a")) is None


@proves("KN-TURN-13b", "KN-TURN-19", "KN-TURN-20")
def test_a_unit_that_has_rallied_is_activated_again_in_its_next_turn() -> None:
    """One counter and a die of 1 lift the one suppression; the enemy's turn follows, and then its own."""
    state = ready(
        table(), unit("a", "uk.squad", (10, 24), 90, SUPPRESSED), unit("x", "uk.squad", (10, 40)), SQUAD_B
    )
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 1), 1, 1)
    assert not state.unit("a").has(SUPPRESSED)
    assert GAME.to_act(state) == DE
    state = act(end_of_turn(act(state, RollCommand(DE), 1, 1, 1), side=DE), RollCommand(UK), 1, 1, 1)
    assert refusal(state, Activate(UK, "a", (K.MOVE, K.MOVE))) == ""


@proves("KN-TURN-03")
def test_two_actions_are_declared_or_one_that_takes_up_both() -> None:
    state = ready(table(), SQUAD_A, SQUAD_B)
    assert "two actions" in refusal(state, Activate(UK, "a", (K.MOVE, K.MOVE, K.MOVE)))
    assert "two actions" in refusal(state, Activate(UK, "a", (K.COVERING, K.MOVE)))
    assert not refusal(state, Activate(UK, "a", (K.COVERING,)))
    assert "cannot take" in refusal(state, Activate(UK, "a", (K.DIRECT_HE, K.MOVE)))


@proves("KN-TURN-10", "KN-TURN-11", "KN-SPEC-11")
def test_command_units_count_suppressed_or_off_the_table_but_not_lost() -> None:
    state = ready(
        table(),
        unit("hq", "uk.hq", (5, 5), 0, SUPPRESSED),
        unit("p", "uk.platoon_hq", None, 0, RESERVE),
        SQUAD_A,
        SQUAD_B,
    )
    assert command_units(position(state), UK) == 2
    assert command_units(position(state), DE) == 0


@proves("KN-TURN-24a", "KN-BMOR-31")
def test_reserves_due_in_the_first_turn_of_the_game_are_on_the_table_whichever_side_begins() -> None:
    """The attacker's are on the table as the game opens; the defender, with no other unit, has not lost as his turn begins."""
    late, foe = (unit(name, f"{side}.squad", None, 0, RESERVE) for name, side in (("late", UK), ("foe", DE)))
    due = {"late": {"turn": 1, "at": [30, 44]}, "foe": {"turn": 1, "at": [30, 4]}}
    state = opened(table(), SQUAD_A, late, foe, reserves=due)
    assert state.unit("late").at == Spot(30, 44)
    assert state.unit("foe").at is None
    state = end_of_turn(act(state, RollCommand(UK), 1, 1, 1))
    assert state.unit("foe").at == Spot(30, 4)
    assert GAME.result(state) is None


@proves("KN-TURN-04")
def test_a_side_that_ends_its_activations_early_removes_suppression_next() -> None:
    state = act(ready(table(), SQUAD_A, SQUAD_B), EndActivations(UK))
    assert progress_of(state).step is Step.SUPPRESSION
    assert {type(action) for action in GAME.legal_actions(state)} == {RemoveSuppression}


@proves("KN-TURN-20")
@pytest.mark.parametrize("rallied", ["a", "x"])
def test_with_one_marker_to_take_off_the_owner_says_of_which_unit_and_the_enemy_goes_on(rallied: str) -> None:
    other = unit("x", "uk.squad", (10, 40), 0, SUPPRESSED)
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90, SUPPRESSED), other, A_THIRD, SQUAD_B)
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 1), 1, 1)
    state = act(state, Rally(UK, (rallied,)))
    assert {name for name, one in state.units.items() if one.has(SUPPRESSED)} == {"a", "x"} - {rallied}
    assert (progress_of(state).acting, progress_of(state).step) == (DE, Step.COMMAND)
