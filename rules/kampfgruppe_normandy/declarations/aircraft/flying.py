"""Flying: an aircraft is activated, placed anywhere on the table, and then attacks, spots for guns or flies on.

Rule: KGN Aircraft; OUR 118 to 124, 156, 159.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.rulebook import because
from rules.kampfgruppe_normandy.book.unit_types import Kind, SpecialRule
from rules.kampfgruppe_normandy.book.weapons import ATTACKS_FROM_IN
from rules.kampfgruppe_normandy.effects.activation import ask_for_covering_fire
from rules.kampfgruppe_normandy.effects.air_weapons import weapons_left
from rules.kampfgruppe_normandy.effects.move_under_way import wait_for_heroes
from rules.kampfgruppe_normandy.questions.activation import cannot_act, cannot_be_activated
from rules.kampfgruppe_normandy.questions.declarable import no_request_of_heroes
from rules.kampfgruppe_normandy.questions.movement.standing_room import why_not_face
from rules.kampfgruppe_normandy.state.events import ActionDone, Activated, Answered
from rules.kampfgruppe_normandy.state.move_events import MovedTo
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Activation, Duty, Obligation, Step
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.spots import in_hundredths


@dataclass(frozen=True, slots=True)
class Fly:
    """Activate an aircraft: it is placed anywhere, facing any way, and then attacks, spots for guns or flies on."""

    side: str
    unit: UnitId
    to: Spot
    facing_deg: float
    then: ActionKind | None = None

    def __str__(self) -> str:
        return f"{self.unit} flies to {self.to}{f', then {self.then}' if self.then else ''}"


def _is_heroic(position: Position) -> bool:
    """Whether the flight is a heroic action, which is free and possible in any turn, even for a unit activated already."""
    return bool(position.progress.owed)


def _cannot_fly(position: Position, unit: Unit) -> Reason | None:
    if not _is_heroic(position):
        if position.progress.spent >= position.progress.allowance:
            return because("all activations are used", "Activation")
        return cannot_be_activated(position, unit)
    if unit.id != position.progress.due.unit:
        return because(f"{unit} has no heroic action", "Heroic action")
    return cannot_act(position, unit)


def _offers(position: Position, side: str) -> Iterator[Fly]:
    for unit in position.on_table():
        if unit.side != side or position.type(unit).kind is not Kind.AIRCRAFT:
            continue
        here = unit.at
        if not isinstance(here, Spot) or _cannot_fly(position, unit) is not None:
            continue
        yield Fly(side, unit.id, here, unit.heading_deg)
        if position.type(unit).has(SpecialRule.FORWARD_OBSERVER) and not _is_heroic(position):
            yield Fly(side, unit.id, here, unit.heading_deg, ActionKind.REQUEST)
        if weapons_left(position, unit):
            for enemy in position.enemies(side):
                yield from _runs(position, side, unit, enemy)


def _runs(position: Position, side: str, unit: Unit, enemy: Unit) -> Iterator[Fly]:
    if position.type(enemy).kind is Kind.AIRCRAFT or not isinstance(enemy.at, Spot):
        return
    for bearing in (0.0, 180.0, 90.0, 270.0):
        spot = in_hundredths(enemy.at.ahead(bearing, ATTACKS_FROM_IN + _half_length_in(position, enemy)))
        if spot in position.table:
            yield Fly(side, unit.id, spot, (bearing + 180.0) % 360.0, ActionKind.AIR_ATTACK)
            return


def _half_length_in(position: Position, enemy: Unit) -> float:
    return position.type(enemy).length_in / 2


@implements("KN-AIR-07b", "KN-AIR-09", "KN-AIR-11", "KN-AIR-28", "KN-AIR-31a", "KN-UMOR-23")
def _forbids(position: Position, action: Fly) -> Iterator[Reason]:
    unit = position.state.units.get(action.unit)
    if unit is None or unit.side != action.side or position.type(unit).kind is not Kind.AIRCRAFT:
        yield because(f"{action.side} has no aircraft {action.unit}", "Activating aircraft")
        return
    if (reason := _cannot_fly(position, unit)) is not None:
        yield reason
    if (reason := why_not_face(action.facing_deg)) is not None:
        yield reason
    if action.to not in position.table:
        yield because(f"{action.to} is off the table", "Aircraft movement")
    if action.then not in (None, ActionKind.AIR_ATTACK, ActionKind.REQUEST):
        yield because(
            f"an aircraft moves first and cannot take the action {action.then}", "Aircraft movement"
        )
    if action.then is ActionKind.REQUEST and not position.type(unit).has(SpecialRule.FORWARD_OBSERVER):
        yield because(f"{unit} is not an observation aircraft", "Aerial observation aircraft")
    if action.then is ActionKind.REQUEST and _is_heroic(position):
        yield no_request_of_heroes()
    if action.then is ActionKind.AIR_ATTACK and not weapons_left(position, unit):
        yield because(f"{unit} has nothing left to attack with", "Aircraft weapons")


@implements("KN-AIR-09", "KN-AIR-10", "KN-AIR-07b", "KN-AIR-31a", "KN-COV-02", "KN-UMOR-22")
def _fly(resolution: Resolution, action: Fly) -> None:
    """Place the aircraft; covering fire may then meet it before it attacks or does anything else."""
    kinds = (ActionKind.MOVE,) if action.then is None else (ActionKind.MOVE, action.then)
    activation = Activation(action.unit, action.side, kinds, is_free=_is_heroic(resolution.position))
    if activation.is_free:
        resolution.happen(Answered())
        wait_for_heroes(resolution, action.unit)
    resolution.happen(Activated(activation, 0 if activation.is_free else 1))
    resolution.happen(
        MovedTo(action.unit, action.to, action.facing_deg % 360.0, 0.0), ActionDone(action.unit)
    )
    enemy = resolution.progress.other(action.side)
    ask_for_covering_fire(resolution, Obligation(Duty.COVERING_FIRE, enemy, other=action.unit))


FLY = Procedure(Fly, (Step.ACTIVATION, Duty.HEROIC_ACTION), _offers, _forbids, _fly)
