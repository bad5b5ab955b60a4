"""Squads going into buildings and coming out of them.

Rule: KGN Deploy actions, Deploying into occupied buildings; OUR 176 to 178, 189, 216.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from shapely.geometry.base import BaseGeometry

from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.table.inches import HAIR_IN, Base, Bounds, Spot, are_apart, is_within
from rules.ground.table.tabletop import Piece, Tabletop
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.mines import get_out_among_mines, mines_where_it_gets_out
from rules.kampfgruppe_normandy.questions.activation import unit_action
from rules.kampfgruppe_normandy.questions.movement.standing_room import in_the_way, why_not_put
from rules.kampfgruppe_normandy.questions.ranges import distance_in, inches_beside_limit, placed_in
from rules.kampfgruppe_normandy.state.buildings import middle_of, place_in
from rules.kampfgruppe_normandy.state.move_events import Deployed, FormedUp, FoundInTheWay, TurnedAway
from rules.kampfgruppe_normandy.state.position import Position, base_at
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.spots import in_hundredths

WITHIN_IN = 3.0


@dataclass(frozen=True, slots=True)
class EnterBuilding:
    """A squad goes into a building."""

    side: str
    unit: UnitId
    building: str

    def __str__(self) -> str:
        return f"{self.unit} enters {self.building}"


@dataclass(frozen=True, slots=True)
class LeaveBuilding:
    """A squad comes out of its building, or goes straight into another."""

    side: str
    unit: UnitId
    to: Spot
    building: str = ""

    def __str__(self) -> str:
        return f"{self.unit} leaves its building for {self.building or self.to}"


def buildings_near(position: Position, ground: Base | Piece) -> Iterator[Piece]:
    """The buildings near enough to be entered from a footprint, or from another building."""
    here = ground.bounds if isinstance(ground, Base) else ground.area.bounds
    for piece, there in _buildings(position.table):
        if not are_apart(here, there, WITHIN_IN + 2 * HAIR_IN):
            outline = ground.outline if isinstance(ground, Base) else ground.area
            if is_within(piece.area.distance(outline), WITHIN_IN):
                yield piece


@lru_cache(maxsize=16)
def _buildings(table: Tabletop) -> tuple[tuple[Piece, Bounds], ...]:
    """The buildings of a table, each with its west, north, east and south."""
    return tuple([(piece, piece.area.bounds) for piece in table.pieces if ground_of(piece).is_building])


@implements("KN-DEPL-10")
def go_into(
    resolution: Resolution,
    unit_id: str,
    building: str,
    at: Spot | None = None,
    facing_deg: float | None = None,
) -> None:
    """Put a unit into a building, by default with its facing unchanged; if hidden enemies hold it, the unit stays out.

    Rule: KGN Deploying into occupied buildings; OUR 216.
    """
    position, unit = resolution.position, resolution.state.unit(unit_id)
    if next(cannot_occupy(position, unit, building), None) is not None:
        resolution.happen(TurnedAway(unit_id, building))
        return
    return_to_cluster(resolution, unit_id)
    spot = place_in(position.table, position.table.piece(building), at)
    facing_deg = unit.facing_deg if facing_deg is None else facing_deg
    resolution.happen(Deployed(unit_id, spot, facing_deg, building))


@implements("KN-DEPL-05a", "KN-DEPL-08a", "KN-MOVE-25")
def get_out(resolution: Resolution, unit_id: str, by: str, to: Spot, facing_deg: float | None) -> None:
    """Put a unit out of a vehicle or building by the action of `by`; if a hidden enemy stands there it stays in.

    Rule: KGN Deploy actions, Minefields; OUR 54, 216, 225.
    """
    position, unit = resolution.position, resolution.state.unit(unit_id)
    base = base_at(position.table, position.type(unit), position.status(unit), to, facing_deg or 0.0)
    if in_the_way(position, unit, base) is not None:
        resolution.happen(FoundInTheWay(unit_id))
        finish_action(resolution, by)
        return
    resolution.happen(Deployed(unit_id, to, facing_deg))
    finish_action(resolution, by)
    get_out_among_mines(resolution, unit_id)


@implements("KN-DEPL-03", "KN-DEPL-08a", "KN-DEPL-10", "KN-DEPL-11")
def cannot_occupy(position: Position, unit: Unit, building: str) -> Iterator[Reason]:
    """Why a unit may not enter a building: it is not infantry, or an unsuppressed enemy holds it."""
    if not position.type(unit).is_infantry:
        yield Reason(f"{unit} is not infantry", cite("Deploy actions"))
        return
    piece = position.table.by_id.get(building)
    if piece is None or not ground_of(piece).is_building:
        yield Reason(f"{building} is not a building", cite("Deploy actions"))
        return
    for enemy in position.enemies(unit.side):
        if position.status(enemy).inside == building and not enemy.has(SUPPRESSED):
            yield Reason(f"{enemy} holds {building}", cite("Deploying into occupied buildings"))


@implements("KN-DEPL-05a", "KN-DEPL-05b", "KN-DEPL-08a", "KN-MOVE-14")
def cannot_place(
    position: Position, unit: Unit, to: Spot, facing_deg: float, beside: BaseGeometry
) -> Iterator[Reason]:
    """Why a unit that gets out may not be placed at a spot, which needs most of its men, or its gun, within 3 inches.

    Rule: KGN Deploy actions; OUR 189.
    """
    if to not in position.table:
        yield Reason(f"{to} is off the table", cite("Deploy actions"))
        return
    base = base_at(position.table, position.type(unit), position.status(unit), to, facing_deg)
    if not is_within(near := placed_in(base, beside), WITHIN_IN):
        is_squad = position.type(unit).is_infantry
        away = inches_beside_limit(near, WITHIN_IN)
        words = f'most of {unit} would be {away}" away' if is_squad else f'that is {away}" away'
        yield Reason(f'{words}, more than {WITHIN_IN:g}"', as_read("Deploy actions", 189))
    if (reason := why_not_put(position, unit, to, base)) is not None:
        yield reason


def _offer_enter(position: Position, side: str, unit: Unit) -> Iterator[EnterBuilding]:
    if not position.type(unit).is_infantry or position.status(unit).inside is not None:
        return
    for piece in buildings_near(position, position.base(unit)):
        yield EnterBuilding(side, unit.id, piece.id)


@implements("KN-DEPL-03", "KN-DEPL-04")
def _forbids_enter(position: Position, action: EnterBuilding, unit: Unit) -> Iterator[Reason]:
    if (inside := position.status(unit).inside) is not None:
        yield Reason(f"{unit} is inside {inside} and deploys out of it", cite("Deploy actions"))
        return
    yield from cannot_occupy(position, unit, action.building)
    piece = position.table.by_id.get(action.building)
    if piece is not None and not is_within(near := distance_in(position, unit, piece.area), WITHIN_IN):
        words = f'most of {unit} are {inches_beside_limit(near, WITHIN_IN)}" away, more than {WITHIN_IN:g}"'
        yield Reason(words, cite("Deploy actions"))


@implements("KN-PRIN-19", "KN-DEPL-02a", "KN-DEPL-03")
def return_to_cluster(resolution: Resolution, unit_id: str) -> None:
    """Put men who were placed one by one back into the usual cluster as they board or enter a building."""
    if resolution.position.status(resolution.state.unit(unit_id)).offsets:
        resolution.happen(FormedUp(unit_id, ()))


def _enter(resolution: Resolution, action: EnterBuilding) -> None:
    go_into(resolution, action.unit, action.building)
    finish_action(resolution, action.unit)


@implements("KN-DEPL-05c")
def _offer_leave(position: Position, side: str, unit: Unit) -> Iterator[LeaveBuilding]:
    if (inside := position.status(unit).inside) is None:
        return
    piece = position.table.piece(inside)
    west, north, east, south = piece.area.bounds
    middle = middle_of(position.table, piece)
    room = 2.5
    for spot in (
        Spot(west - room, middle.y_in),
        Spot(east + room, middle.y_in),
        Spot(middle.x_in, north - room),
        Spot(middle.x_in, south + room),
    ):
        yield LeaveBuilding(side, unit.id, in_hundredths(spot))
    for other in buildings_near(position, piece):
        if other.id != inside:
            yield LeaveBuilding(side, unit.id, middle_of(position.table, other), other.id)


@implements("KN-DEPL-05b", "KN-DEPL-05c", "KN-DEPL-05a")
def _forbids_leave(position: Position, action: LeaveBuilding, unit: Unit) -> Iterator[Reason]:
    inside = position.status(unit).inside
    if inside is None:
        yield Reason(f"{unit} is in no building", cite("Deploy actions"))
        return
    piece = position.table.piece(inside)
    if action.building == inside:
        yield Reason(f"{unit} is inside {inside} already", cite("Deploy actions"))
        return
    if action.building:
        yield from cannot_occupy(position, unit, action.building)
        other = position.table.by_id.get(action.building)
        if other is not None and not is_within(other.area.distance(piece.area), WITHIN_IN):
            yield Reason(f'{action.building} is more than {WITHIN_IN:g}" away', cite("Deploy actions"))
        return
    yield from cannot_place(position, unit, action.to, unit.heading_deg, piece.area)


def _leave(resolution: Resolution, action: LeaveBuilding) -> None:
    unit = resolution.state.unit(action.unit)
    if action.building:
        go_into(resolution, unit.id, action.building)
        finish_action(resolution, unit.id)
        return
    get_out(resolution, unit.id, unit.id, action.to, unit.facing_deg)


def _leave_factors(position: Position, action: LeaveBuilding) -> Factors:
    return mines_where_it_gets_out(position, position.state.unit(action.unit), action.to, action.building)


ENTER_BUILDING = unit_action(EnterBuilding, ActionKind.DEPLOY, _offer_enter, _forbids_enter, _enter)
LEAVE_BUILDING = unit_action(
    LeaveBuilding, ActionKind.DEPLOY, _offer_leave, _forbids_leave, _leave, factors=_leave_factors
)
