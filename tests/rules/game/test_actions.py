"""Actions are refused with their reasons or carried out; the game is the fold of its events."""

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.engine.carrying_out import IllegalAction, carry_out, replay
from rules.game.events import Event
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from tests.drawing import board
from tests.vtt_bridge.race import RACE, RULE, Run


def start() -> GameState:
    runners = {side: Unit(side, "runner", side, Hex(0, row)) for row, side in enumerate(("us", "ge"))}
    return RACE.opening(GameState(board(". . . . . . .\n. . . . . . ."), runners), {})


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    with pytest.raises(IllegalAction, match=r"ge runs: only who is to run runs \(RACE 1\)") as refused:
        carry_out(RACE, start(), Run("ge", "ge"), ScriptedDice([]))
    assert refused.value.reasons == (Reason("only who is to run runs", RULE),)


def test_a_game_is_the_fold_of_its_events() -> None:
    dice = ScriptedDice([2, 1, 6])
    states, events = [start()], list[Event]()
    while side := RACE.to_act(states[-1]):
        happened, after = carry_out(RACE, states[-1], Run(side, side), dice)
        events += happened
        states.append(after)
    dice.assert_done()
    assert [state.unit("us").at for state in states] == [Hex(0, 0), Hex(2, 0), Hex(2, 0), None]
    assert [state.unit("ge").at for state in states] == [Hex(0, 1), Hex(0, 1), Hex(1, 1), Hex(1, 1)]
    assert [replay(RACE, start(), events[: 2 * k]) for k in range(4)] == states
