"""Actions are refused with their reasons or carried out; the game is the fold of its events."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from rules.game import events as table_events
from rules.game.chance.dice import Dice, ScriptedDice
from rules.game.citation import Rulebook
from rules.game.engine.carrying_out import IllegalAction, carry_out, replay
from rules.game.engine.play import Action, Event, Result
from rules.game.engine.procedure import Declarations
from rules.game.events import DiceThrown, UnitCorrected, UnitMoved
from rules.game.record.records import Records
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from tests.drawing import board

BOOK = Rulebook("RUN", "A Race", "2026")


@dataclass(frozen=True)
class Run:
    """Run as many hexes along the row as a d6 shows."""

    side: str

    def __str__(self) -> str:
        return f"{self.side} runs"


class Race:
    """A book with one rule: whoever leaves the board has won."""

    actions = Records[Action]("action", [Run])
    events = Declarations[Any, Any]((), (table_events,)).events

    def opening(self, state: GameState, options: Mapping[str, object]) -> GameState:
        return replace(state, course=dict(options))

    def to_act(self, state: GameState) -> str | None:
        return None if self.result(state) else "us"

    def waiting(self, state: GameState, side: str) -> Mapping[str, str]:
        return {unit.id: "off" for unit in state.units.values() if unit.side == side and unit.at is None}

    def ends(self, state: GameState, action: Action) -> Mapping[GameState, Fraction]:
        raise NotImplementedError

    def due(self, state: GameState) -> str:  # noqa: ARG002
        return "us player: run"

    def moment(self, state: GameState) -> str:
        return f"{len(state.units)} runners"

    def legal_actions(self, state: GameState) -> tuple[Action, ...]:
        return tuple(Run(unit.side) for unit in state.units.values())

    def worthwhile(self, state: GameState) -> tuple[Action, ...]:
        return self.legal_actions(state)

    def called(self, action: Action) -> str:
        return type(action).__name__.lower()

    def told(self, state: GameState, action: Action) -> str:
        del state
        return str(action)

    def left(self, state: GameState) -> tuple[str, ...]:
        del state
        return ()

    def secrets(self, state: GameState, side: str) -> tuple[str, ...]:  # noqa: ARG002
        return ()

    def why_not(self, state: GameState, action: Action) -> tuple[Reason, ...]:
        return () if action.side == self.to_act(state) else (Reason("it is not his turn", BOOK.cite("1")),)

    def out_of_turn(self, state: GameState, action: Action) -> tuple[Reason, ...]:
        return self.why_not(state, action)

    def correct(self, state: GameState, unit: Unit, dice: Dice) -> tuple[tuple[Event, ...], GameState]:
        del dice
        return (UnitCorrected(unit),), state.with_unit(unit)

    def resolve(self, state: GameState, action: Action, dice: Dice) -> tuple[tuple[Event, ...], GameState]:
        thrown = dice.roll("die", 6)
        at = state.unit(action.side).at
        column = at.column + thrown if isinstance(at, Hex) else 99
        to = Hex(column, 0) if column < 6 else None
        events = DiceThrown("run", 6, (thrown,)), UnitMoved(action.side, to)
        return events, replay(self, state, events)

    def apply(self, state: GameState, event: Event) -> GameState:
        return event.on(state)

    def chances(self, state: GameState, action: Action) -> Ruling[str]:
        return Ruling(f"{action} from {state.unit(action.side).at}", "1 to 6")

    def result(self, state: GameState) -> Result | None:
        return Result("us", "he is off") if state.unit("us").at is None else None


def start() -> GameState:
    return GameState(board(". . . . . ."), {"us": Unit("us", "runner", "us", Hex(0, 0))})


def test_what_the_rules_forbid_is_refused_with_the_rule() -> None:
    with pytest.raises(IllegalAction, match=r"ge runs: it is not his turn \(RUN 1\)") as refused:
        carry_out(Race(), start(), Run("ge"), ScriptedDice([]))
    assert refused.value.reasons == (Reason("it is not his turn", BOOK.cite("1")),)


def test_a_game_is_the_fold_of_its_events() -> None:
    race, dice = Race(), ScriptedDice([2, 1, 6])
    states, events = [start()], list[Event]()
    while race.to_act(states[-1]):
        happened, after = carry_out(race, states[-1], Run("us"), dice)
        events += happened
        states.append(after)
    dice.assert_done()
    assert [state.unit("us").at for state in states] == [Hex(0, 0), Hex(2, 0), Hex(3, 0), None]
    assert [replay(race, start(), events[: 2 * k]) for k in range(4)] == states
