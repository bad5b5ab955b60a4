"""What a demolition charge does when it goes off, where the engineers move off to, and what happens to units inside.

Rule: KGN Demolitions; OUR 137 to 140, 202.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf

import numpy as np
import shapely
import shapely.ops
from shapely.geometry.base import BaseGeometry

from rules.game.events import UnitEvent
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Spot, is_within
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, ShellSize
from rules.kampfgruppe_normandy.effects.harm import losses_from_shell, losses_when_blown_up
from rules.kampfgruppe_normandy.effects.losses import WreckRemoved, lose_unit, stand_on_ground, suffer_losses
from rules.kampfgruppe_normandy.effects.mines import mine_struck, mines_on_the_way, set_off_mine
from rules.kampfgruppe_normandy.questions.engineering import CHARGE, is_structure
from rules.kampfgruppe_normandy.questions.minefields import minefields
from rules.kampfgruppe_normandy.questions.movement.nearest_room import room_round
from rules.kampfgruppe_normandy.questions.movement.restrictions import bars_way
from rules.kampfgruppe_normandy.questions.movement.standing_room import why_not_put
from rules.kampfgruppe_normandy.questions.target import target_of
from rules.kampfgruppe_normandy.state.events import on_status, on_unit, with_shots
from rules.kampfgruppe_normandy.state.ground_events import PieceBecame, PieceCut
from rules.kampfgruppe_normandy.state.position import Position, base_at
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.spots import in_hundredths

OBSTACLE_IN = 6.0
_BESIDE_LINE_IN = 0.05
"""How far to either side a drawn line is cut: so little that no other stretch of it is cut too."""
MOVES_OFF_IN, _STEP_IN = 5.0, 0.25
COLLAPSE = HighExplosive(ShellSize.HEAVY, 5, 5)
"""The shell that strikes men in or on a structure that is blown up."""


class ChargeUsed(UnitEvent):
    """A unit has used its demolition charge."""

    words = "has used its charge"

    def on(self, state: GameState) -> GameState:
        return with_shots(state, self.unit, CHARGE)


@dataclass(frozen=True, slots=True)
class MovedOff:
    """Engineers have gone to a safe distance, out of the building if they were in it."""

    unit: str
    to: Spot

    def __str__(self) -> str:
        return f"{self.unit} moves off to {self.to}"

    def on(self, state: GameState) -> GameState:
        state = on_unit(state, self.unit, lambda unit: replace(unit, at=self.to))
        return on_status(state, self.unit, inside=None)


class LeftRuin(UnitEvent):
    """A unit is no longer inside a building that fell: only in logs of earlier versions, now it is placed outside."""

    words = "is in the rubble"

    def on(self, state: GameState) -> GameState:
        return on_status(state, self.unit, inside=None)


@implements("KN-ENG-06", "KN-ENG-07a", "KN-ENG-07b", "KN-ENG-07c", "KN-ENG-09", "KN-ENG-10")
def demolish(resolution: Resolution, unit_id: str, target: str) -> None:
    """Set off a charge at a piece of terrain, a vehicle or a wreck; from a structure the engineers move off first.

    A long obstacle loses the 6 inches nearest to them; a building becomes rubble, and a wreck is removed.

    Rule: KGN Demolitions; OUR 137, 138, 139, 140, 219.
    """
    resolution.happen(ChargeUsed(unit_id))
    if target in resolution.state.units:
        struck_target = target_of(resolution.position, resolution.state.unit(target))
        suffer_losses(resolution, losses_when_blown_up(struck_target, resolution.named(struck_target.unit)))
        return
    if target in {wreck.unit for wreck in resolution.progress.wrecks}:
        resolution.happen(WreckRemoved(target))
        return
    piece = resolution.position.table.piece(target)
    spot = resolution.position.standing(resolution.state.unit(unit_id))
    if is_structure(piece):
        _move_off(resolution, unit_id, spot, piece)
        _collapse(resolution, piece)
        return
    if is_within(sum(line.length for line, _ in _stretches(piece.shape)), OBSTACLE_IN):
        resolution.happen(PieceBecame(piece.id, None))
    else:
        near = shapely.ops.nearest_points(piece.area, shapely.Point(spot))[0]
        corners = _nearest_six_inches(piece, near)
        resolution.happen(PieceCut(piece.id, Spot(near.x, near.y), OBSTACLE_IN, corners))


def _stretches(shape: BaseGeometry) -> Iterator[tuple[shapely.LineString, float]]:
    """The line along each stretch of an obstacle, and how far to either side of it is cut."""
    for part in shapely.get_parts(shape).tolist():
        if isinstance(part, shapely.LineString):
            yield part, _BESIDE_LINE_IN
        elif isinstance(part, shapely.Polygon):
            corners = shapely.get_coordinates(shapely.oriented_envelope(part))[:4]
            middles = (corners + np.roll(corners, 1, axis=0)) / 2
            middle_lines = [shapely.LineString(ends) for ends in (middles[0::2], middles[1::2])]
            across, along = sorted(middle_lines, key=lambda line: line.length)
            yield along, across.length / 2


@implements("KN-ENG-09")
def _nearest_six_inches(piece: Piece, near: shapely.Point) -> tuple[Spot, ...]:
    """The corners of the ground that is removed: 6 inches of an obstacle round a place, or up to its end.

    Of an area nothing farther than 6 inches from the place is removed, so that the far side of a bend or ring stays.

    Rule: KGN Demolitions, obstacles; OUR 138.
    """
    is_line = piece.width_in is not None
    shape = piece.shape if is_line else piece.shape.intersection(near.buffer(OBSTACLE_IN + HAIR_IN))
    line, half_in = min(_stretches(shape), key=lambda stretch: stretch[0].distance(near) - stretch[1])
    start = max(0.0, min(line.project(near) - OBSTACLE_IN / 2, line.length - OBSTACLE_IN))
    strip = shapely.ops.substring(line, start, start + OBSTACLE_IN).buffer(half_in, cap_style="flat")
    corners = shapely.get_coordinates(strip.exterior)[:-1].tolist()
    return tuple(Spot(round(x, 3), round(y, 3)) for x, y in corners)


@implements("KN-ENG-07a", "KN-ENG-04")
def _move_off(resolution: Resolution, unit_id: str, spot: Spot, piece: Piece) -> None:
    """Move engineers up to 5 inches off from the target, as a free move, unless mines stop them on the way.

    Engineers who strike a mine before the first inch have not left the target.

    Rule: KGN Demolitions, Minefields; OUR 137.
    """
    unit = resolution.state.unit(unit_id)
    to = _safe_place(resolution.position, unit, spot, piece)
    is_told = resolution.concerns in ("", unit_id)
    struck = mine_struck(resolution, unit, (spot, to), 0.0, inf) if is_told else None
    there, gone_in = (to, MOVES_OFF_IN) if struck is None else struck
    if gone_in > 0:
        resolution.happen(MovedOff(unit_id, there))
    if struck is not None:
        set_off_mine(resolution, unit_id)


def mines_met_leaving(position: Position, unit: Unit, piece: Piece) -> tuple[Reason, ...]:
    """The minefields that engineers come near as they move off from a structure, as reasons."""
    if next(minefields(position), None) is None:
        return ()
    spot = position.standing(unit)
    return tuple(mines_on_the_way(position, unit, (spot, _safe_place(position, unit, spot, piece))))


@implements("KN-ENG-07a")
def _safe_place(position: Position, unit: Unit, spot: Spot, piece: Piece) -> Spot:
    """Where engineers move off to: straight away from the target as far as they can, else the nearest room."""
    fallen = Position(_fallen_structure(piece).on(position.state), position.book)
    crossed = position if piece.terrain is T.BRIDGE else fallen
    middle = piece.area.centroid
    away_deg = Spot(middle.x, middle.y).bearing_deg(spot)
    away = shapely.LineString([spot, spot.ahead(away_deg, MOVES_OFF_IN)])
    on_table = shapely.box(0, 0, position.table.width_in, position.table.depth_in)
    for far_in in np.arange(away.intersection(on_table).length, 0.0, -_STEP_IN).tolist():
        there = in_hundredths(spot.ahead(away_deg, far_in))
        base = base_at(fallen.table, fallen.type(unit), fallen.status(unit), there, unit.heading_deg)
        is_open = next(bars_way(crossed, unit, (spot, there)), None) is None
        if is_open and why_not_put(fallen, unit, there, base) is None:
            return there
    return room_round(fallen, unit, spot)


def _fallen_structure(piece: Piece) -> PieceBecame:
    """The event of a structure being blown up: a building leaves rubble, a bridge nothing."""
    return PieceBecame(piece.id, None if piece.terrain is T.BRIDGE else T.RUBBLE)


@implements("KN-ENG-07b", "KN-ENG-07c", "KN-ENG-08a", "KN-ENG-08b")
def _collapse(resolution: Resolution, piece: Piece) -> None:
    """Remove a structure, and wrecks on a bridge with it, and strike each unit that was in or on it.

    Men stand where they were, or as near to it as they may.
    """
    position = resolution.position
    falling = [unit for unit in position.on_table() if _is_in_or_on(position, unit, piece)]
    if piece.terrain is T.BRIDGE:
        for wreck, hull in position.wrecks():
            if hull.outline.intersects(piece.area):
                resolution.happen(WreckRemoved(wreck.unit))
    resolution.happen(_fallen_structure(piece))
    for unit in falling:
        if position.type(unit).is_infantry:
            stand_on_ground(resolution, unit.id)
    for unit in reversed(falling):
        resolution.then(_fall_with_it, unit.id)


def units_in_or_on(position: Position, piece: Piece) -> Iterator[str]:
    """The ids of the units that fall with a structure, each followed by those it carries."""
    for unit in position.on_table():
        if _is_in_or_on(position, unit, piece):
            yield unit.id
            yield from (passenger.id for passenger in position.aboard(unit))


def _is_in_or_on(position: Position, unit: Unit, piece: Piece) -> bool:
    if piece.terrain is not T.BRIDGE:
        return position.status(unit).inside == piece.id
    flies = position.type(unit).kind is Kind.AIRCRAFT
    return not flies and position.base(unit).outline.intersects(piece.area)


@implements("KN-ENG-08a", "KN-ENG-08b", "KN-DFAT-37")
def _fall_with_it(resolution: Resolution, unit_id: str) -> None:
    """Let a unit and its load suffer the fall: vehicles and guns are lost, guns on tow too, and men are struck.

    Men inside an armoured vehicle suffer for its loss alone (OUR 202).
    """
    position = resolution.position
    unit = resolution.state.unit(unit_id)
    kind, aboard = position.type(unit), position.aboard(unit)
    if resolution.concerns not in ("", unit_id, *(passenger.id for passenger in aboard)):
        return
    if kind.is_infantry:
        _strike(resolution, unit_id)
        return
    if kind.kind is Kind.GUN:
        lose_unit(resolution, unit_id, "destroyed")
        return
    suffer_losses(resolution, losses_when_blown_up(target_of(position, unit), resolution.named(str(unit))))
    resolution.happen(WreckRemoved(unit_id))
    for passenger in aboard:
        is_inside = kind.kind.is_armoured and not position.is_tank_rider(passenger)
        if position.type(passenger).kind is Kind.GUN and passenger.id in resolution.state.units:
            lose_unit(resolution, passenger.id, "destroyed")
        elif not is_inside:
            resolution.then(_strike, passenger.id)


def _strike(resolution: Resolution, unit_id: str) -> None:
    """Strike a unit of men with the fall; they save as in the open, by night as OUR 152 says."""
    unit = resolution.state.units.get(unit_id)
    if unit is not None:
        target = target_of(resolution.position, unit)
        target = replace(target, save=target.open_save)
        suffer_losses(
            resolution, losses_from_shell(target, COLLAPSE, resolution.named(f"collapse on {unit_id}"))
        )


RULE_IDS = {"COLLAPSE": "KN-ENG-08a", "OBSTACLE_IN": "KN-ENG-09"}
