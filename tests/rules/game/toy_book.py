"""A whole book in a hundred lines: riflemen on hexes who hide, shoot and lose heart."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game import events, view
from rules.game.citation import Rulebook
from rules.game.engine.game import Game, Refusals
from rules.game.engine.play import Result
from rules.game.engine.position import Position
from rules.game.engine.procedure import Declarations, Factors, Procedure, nothing_forbids
from rules.game.engine.resolution import DependsOnHidden, Resolution
from rules.game.events import UnitChanged, UnitEvent
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import UnitId

cite = Rulebook("TOY", "Toy Skirmish", "first").cite


@dataclass(frozen=True, slots=True)
class Hide:
    side: str
    unit: UnitId


class UnitRemoved(UnitEvent):
    words = "is removed"

    def on(self, state: GameState) -> GameState:
        return replace(state, units={key: unit for key, unit in state.units.items() if key != self.unit})


@dataclass(frozen=True, slots=True)
class Shoot:
    side: str
    unit: UnitId
    target: UnitId


@dataclass(frozen=True)
class TurnPassed:
    to: str

    def on(self, state: GameState) -> GameState:
        return replace(state, course=self.to)


def names(position: Position, side: str, *, own: bool = True) -> list[str]:
    return [unit.id for unit in position.state.units.values() if (unit.side == side) == own]


def offer_shots(position: Position, side: str) -> Iterator[Shoot]:
    for unit in names(position, side):
        yield from (Shoot(side, unit, target) for target in names(position, side, own=False))


def forbid_shot(position: Position, shot: Shoot) -> Iterator[Reason]:
    if position.state.unit(shot.unit).has(view.HIDDEN):
        yield Reason("who hides does not shoot", cite("2"))


def carry_out_shot(resolution: Resolution[Position], shot: Shoot) -> None:
    if not resolution.passes(f"{shot.unit} shoots", 6, at_least=4):
        return
    if resolution.state.unit(shot.target).has(view.CONCEALED):
        raise DependsOnHidden("who lies there")
    resolution.happen(UnitRemoved(shot.target))
    for friend in names(resolution.position, shot.side, own=False):
        resolution.then(lose_heart, friend)


def lose_heart(resolution: Resolution[Position], unit: str) -> None:
    if resolution.passes(f"morale of {unit}", 6, at_most=2):
        resolution.happen(UnitChanged(unit, gained=frozenset({"shaken"})))


HIDE: Procedure[Position, Resolution[Position]] = Procedure(
    Hide, ("orders",), lambda position, side: (Hide(side, unit) for unit in names(position, side)), nothing_forbids,
    lambda resolution, hide: resolution.happen(UnitChanged(hide.unit, gained=frozenset({view.HIDDEN}))),
)  # fmt: skip
SHOOT: Procedure[Position, Resolution[Position]] = Procedure(
    Shoot, ("orders",), offer_shots, forbid_shot, carry_out_shot, lambda *_: Factors("4 or more", (Reason("rifles", cite("3")),))
)  # fmt: skip


class ToyGame(Game[Position, Resolution[Position]]):
    declarations = Declarations[Position, Resolution[Position]](
        [sys.modules[__name__]], [events, sys.modules[__name__]]
    )
    refusals = Refusals(cite("1"), cite("1"), cite("1"))
    position = Position
    resolution_type = Resolution[Position]

    def to_act(self, state: GameState) -> str | None:
        return None if self.result(state) else str(state.course or state.sides[0])

    def stage(self, _: GameState) -> str:
        return "orders"

    def follow(self, resolution: Resolution[Position]) -> None:
        first, second = resolution.state.sides
        resolution.happen(TurnPassed(second if self.to_act(resolution.state) == first else first))

    def result(self, state: GameState) -> Result | None:
        left = {unit.side for unit in state.units.values()}
        return Result(left.pop(), "nobody else is left") if len(left) == 1 else None
