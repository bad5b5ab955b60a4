"""Boarding: a vehicle takes units aboard, on its hull or in tow, and puts them out again.

Rule: KGN Deploy actions, Transport vehicles, Tank riders; OUR 48.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.table.inches import Spot, is_within
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.declarations.deploying.occupying import (
    WITHIN_IN,
    buildings_near,
    cannot_occupy,
    cannot_place,
    get_out,
    go_into,
    return_to_cluster,
)
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.mines import mines_where_it_gets_out
from rules.kampfgruppe_normandy.questions.activation import unit_action
from rules.kampfgruppe_normandy.questions.loads import overloads
from rules.kampfgruppe_normandy.questions.movement.standing_room import why_not_face
from rules.kampfgruppe_normandy.questions.ranges import distance_in, inches_beside_limit
from rules.kampfgruppe_normandy.state.buildings import middle_of
from rules.kampfgruppe_normandy.state.move_events import Boarded
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.spots import in_hundredths


@dataclass(frozen=True, slots=True)
class Load:
    """A vehicle takes a unit aboard, lets it ride on its hull, or hooks up a gun."""

    side: str
    vehicle: UnitId
    unit: UnitId

    def __str__(self) -> str:
        return f"{self.vehicle} takes {self.unit} aboard"


@dataclass(frozen=True, slots=True)
class Unload:
    """A vehicle puts a unit out at a spot with a facing, or straight into a building."""

    side: str
    vehicle: UnitId
    unit: UnitId
    to: Spot
    facing_deg: float | None = None
    building: str = ""

    def __str__(self) -> str:
        where = f"into {self.building}" if self.building else f"at {self.to}"
        return f"{self.vehicle} puts {self.unit} out {where}"


def _offer_load(position: Position, side: str, vehicle: Unit) -> Iterator[Load]:
    if not position.type(vehicle).is_vehicle:
        return
    for unit in position.of_side(side):
        kind = position.type(unit).kind
        if kind in (Kind.INFANTRY, Kind.GUN) and isinstance(unit.at, Spot):
            yield Load(side, vehicle.id, unit.id)


@implements(
    "KN-DEPL-01", "KN-DEPL-02a", "KN-DEPL-02b", "KN-DEPL-06", "KN-DEPL-07", "KN-DEPL-09", "KN-DEPL-18",
)  # fmt: skip
def _forbids_load(position: Position, action: Load, vehicle: Unit) -> Iterator[Reason]:
    unit = position.state.units.get(action.unit)
    if unit is None or unit.side != action.side or position.spot(unit) is None:
        yield Reason(f"{action.unit} is not a unit of {action.side} on the table", cite("Deploy actions"))
        return
    status = position.status(unit)
    if (inside := status.aboard or status.inside) is not None:
        yield Reason(f"{unit} must deploy out of {inside} first", cite("Deploy actions"))
        return
    near = distance_in(position, unit, position.base(vehicle))
    if not is_within(near, WITHIN_IN):
        is_gun = position.type(unit).kind is Kind.GUN
        where = cite("Deploy actions") if is_gun else ours(48)
        yield Reason(
            f'{unit} is {inches_beside_limit(near, WITHIN_IN)}" from {vehicle}, more than {WITHIN_IN:g}"',
            where,
        )
    if unit.has(SUPPRESSED):
        yield Reason(f"{unit} is suppressed", ours(80))
    if (reason := overloads(position, vehicle, (*position.aboard(vehicle), unit))) is not None:
        yield reason


def _load(resolution: Resolution, action: Load) -> None:
    return_to_cluster(resolution, action.unit)
    resolution.happen(Boarded(action.unit, action.vehicle))
    finish_action(resolution, action.vehicle)


def _offer_unload(position: Position, side: str, vehicle: Unit) -> Iterator[Unload]:
    if not isinstance(vehicle.at, Spot):
        return
    half = max(position.type(vehicle).length_in, position.type(vehicle).width_in) / 2
    facing = vehicle.heading_deg
    for unit in position.aboard(vehicle):
        room = half + (2.0 if position.type(unit).kind is Kind.GUN else 1.5)
        for turn in (0.0, 90.0, 180.0, 270.0):
            spot = vehicle.at.ahead(facing + turn, room)
            yield Unload(side, vehicle.id, unit.id, in_hundredths(spot), facing)
        if position.type(unit).is_infantry:
            for piece in buildings_near(position, position.base(vehicle)):
                yield Unload(side, vehicle.id, unit.id, middle_of(position.table, piece), facing, piece.id)


@implements("KN-DEPL-05a", "KN-DEPL-05c", "KN-DEPL-08a", "KN-DEPL-08b", "KN-DEPL-21", "KN-TURN-23")
def _forbids_unload(position: Position, action: Unload, vehicle: Unit) -> Iterator[Reason]:
    unit = position.state.units.get(action.unit)
    if unit is None or position.status(unit).aboard != vehicle.id:
        yield Reason(f"{action.unit} is not aboard {vehicle}", cite("Deploy actions"))
        return
    if (reason := why_not_face(action.facing_deg)) is not None:
        yield reason
        return
    if action.building:
        yield from cannot_occupy(position, unit, action.building)
        piece = position.table.by_id.get(action.building)
        if piece is not None and not is_within(
            piece.area.distance(position.base(vehicle).outline), WITHIN_IN
        ):
            yield Reason(f'{action.building} is more than {WITHIN_IN:g}" away', cite("Deploy actions"))
        return
    hull = position.base(vehicle).outline
    yield from cannot_place(position, unit, action.to, action.facing_deg or 0.0, hull)


def _unload(resolution: Resolution, action: Unload) -> None:
    if action.building:
        go_into(resolution, action.unit, action.building, action.to, action.facing_deg)
        finish_action(resolution, action.vehicle)
        return
    get_out(resolution, action.unit, action.vehicle, action.to, action.facing_deg)


def _unload_factors(position: Position, action: Unload) -> Factors:
    unit = replace(position.state.unit(action.unit), facing_deg=action.facing_deg)
    return mines_where_it_gets_out(position, unit, action.to, action.building)


LOAD = unit_action(Load, ActionKind.DEPLOY, _offer_load, _forbids_load, _load, by="vehicle")
UNLOAD = unit_action(
    Unload, ActionKind.DEPLOY, _offer_unload, _forbids_unload, _unload, factors=_unload_factors, by="vehicle"
)
