"""A book of one rule for tests: quick to play, with a clear end."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from rules.errors import Unknown
from rules.game import events as table_events
from rules.game.chance.dice import Dice
from rules.game.citation import Rulebook
from rules.game.engine.carrying_out import replay
from rules.game.engine.outcomes import Ends
from rules.game.engine.play import Action, Play, Result
from rules.game.engine.procedure import Declarations
from rules.game.events import DiceThrown, Event, UnitCorrected, UnitMoved
from rules.game.record.records import Records
from rules.game.ruling import Reason, Ruling
from rules.game.side_names import player
from rules.game.state import GameState
from rules.game.units import Symbol, Unit
from rules.ground.hex.hexes import Hex
from tests.vtt_bridge.cli_ground import scenario_file

RULE = Rulebook("RACE", "The Race", "1").cite("1")


@dataclass(frozen=True)
class Runner:
    id: str = "runner"
    name: str = "Runner"
    is_vehicle: bool = False
    symbol: Symbol = Symbol.INFANTRY


@dataclass(frozen=True)
class Run:
    side: str
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} runs"


@dataclass(frozen=True)
class Race(Play):
    """A book of one rule: sides take turns to move a runner as many hexes as a d6 shows; the first to leave the map wins."""

    longest: int = 6
    actions = Records[Any]("action", [Run])
    events = Declarations[Any, Any]((), (table_events,)).events
    roster = MappingProxyType({"runner": Runner()})

    def as_game(self) -> Self:
        return self

    def with_options(self, switch_names: tuple[str, ...], house: Mapping[str, Any]) -> Self:
        if switch_names:
            raise Unknown("switch", switch_names[0])
        return type(self)(**house)

    def opening(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        return GameState(state.board, state.units, sides=state.sides, course=options.get("first", "us"))

    def to_act(self, state: GameState) -> str | None:
        return None if self.result(state) else str(state.course)

    def seen_by(self, state: GameState, side: str) -> GameState:  # noqa: ARG002
        return state

    def waiting(self, state: GameState, side: str) -> Mapping[str, str]:
        return {unit.id: "off" for unit in state.units.values() if unit.side == side and unit.at is None}

    def ends(self, state: GameState, action: Any) -> Mapping[GameState, Fraction]:
        raise NotImplementedError

    def possible_ends(self, state: GameState, action: Action) -> Ends:
        raise NotImplementedError

    def due(self, state: GameState) -> str:
        return f"{player(self.to_act(state) or '')}: run"

    def moment(self, state: GameState) -> str:
        return f"{len(state.units)} runners"

    def legal_actions(self, state: GameState) -> tuple[Action, ...]:
        side = self.to_act(state)
        return tuple(Run(unit.side, unit.id) for unit in state.units.values() if unit.side == side)

    def worthwhile(self, state: GameState) -> tuple[Action, ...]:
        return self.legal_actions(state)

    def called(self, action: Action) -> str:
        return type(action).__name__.lower()

    def resources_left(self, state: GameState) -> tuple[str, ...]:
        return (
            f"{6 - max(unit.at.column for unit in state.units.values() if isinstance(unit.at, Hex))} hexes to go",
        )

    def why_not(self, state: GameState, action: Action) -> tuple[Reason, ...]:
        return () if action in self.legal_actions(state) else (Reason("only who is to run runs", RULE),)

    def out_of_turn(self, state: GameState, action: Action) -> tuple[Reason, ...]:
        return self.why_not(state, action)

    def correct(self, state: GameState, unit: Unit, dice: Dice) -> tuple[tuple[Event, ...], GameState]:
        del dice
        return (UnitCorrected(unit),), state.with_unit(unit)

    def resolve(self, state: GameState, action: Action, dice: Dice) -> tuple[tuple[Event, ...], GameState]:
        assert isinstance(action, Run)
        at, thrown = state.unit(action.unit).at, dice.roll("run", self.longest)
        assert isinstance(at, Hex)
        to = Hex(at.column + thrown, at.row)
        events = DiceThrown("run", 6, (thrown,)), UnitMoved(action.unit, to if to.column < 7 else None)
        return events, replay(self, state, events)

    def apply(self, state: GameState, event: Event) -> GameState:
        after = event.on(state)
        if isinstance(event, UnitMoved):
            other = {"us": "ge", "ge": "us"}[str(state.course)]
            return GameState(after.board, after.units, sides=after.sides, course=other)
        return after

    def chances(self, state: GameState, action: Action) -> Ruling[str]:
        return Ruling(f"{action} from {state.course}", "1 to 6")

    def result(self, state: GameState) -> Result | None:
        off = [unit for unit in state.units.values() if unit.at is None]
        return Result(off[0].side, f"{off[0].id} is off") if off else None


RACE = Race()


def race_file(folder: Path) -> str:
    """A race of two runners a side in a file."""
    units = [
        {"id": f"{side}-{n}", "type": "runner", "side": side, "at": f"A{n + 3 * (side == 'ge')}"}
        for side in ("us", "ge")
        for n in (1, 2)
    ]
    return scenario_file(folder, ruleset="race", units=units)
