"""The Move action, declared with its way and, over difficult ground, a die.

Rule: KGN Movement.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.table.inches import HAIR_IN, Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.movement_rates import RATES_IN
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.move_under_way import begin_move, inches_gained, way_factors
from rules.kampfgruppe_normandy.questions.activation import unit_action
from rules.kampfgruppe_normandy.questions.batteries import turn_to_marker_deg
from rules.kampfgruppe_normandy.questions.movement.forming_up import why_not_form
from rules.kampfgruppe_normandy.questions.movement.move_in_progress import cut
from rules.kampfgruppe_normandy.questions.movement.restrictions import check_ahead, why_not_go
from rules.kampfgruppe_normandy.questions.movement.road_ways import road_ways
from rules.kampfgruppe_normandy.questions.movement.way_plan import Drawn, plan, plan_ahead
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import MoveUnderWay
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.spots import in_hundredths


@dataclass(frozen=True, slots=True)
class Move:
    """Move a unit along a way that begins where it stands; `facing_deg` turns it at the end.

    `men` are where its men shall stand; empty keeps their formation.
    """

    side: str
    unit: UnitId
    path: tuple[Spot, ...]
    facing_deg: float | None = None
    reverse: bool = False
    men: tuple[Spot, ...] = ()

    def __str__(self) -> str:
        if len(self.path) == 1 and self.facing_deg is not None:
            return f"{self.unit} turns to {self.facing_deg:g} degrees"
        how = "reverses" if self.reverse else "moves"
        bend = f" by way of {self.path[1]}" if len(self.path) > 2 else ""
        turned = "" if self.facing_deg is None else f" and turns to {self.facing_deg:g} degrees"
        return f"{self.unit} {how}{bend} to {self.path[-1] if self.path else 'nowhere'}{turned}"


def _offers(position: Position, side: str, unit: Unit) -> Iterator[Move]:
    if not isinstance(unit.at, Spot):
        return
    moves = tuple(_moves(position, side, unit, unit.at))
    if not moves:
        return
    check_ahead(position, unit, [move.path for move in moves])
    plan_ahead(position, unit, [Drawn(move.path, move.facing_deg, move.reverse) for move in moves])
    yield from moves


def _moves(position: Position, side: str, unit: Unit, here: Spot) -> Iterator[Move]:
    rate = float(RATES_IN[position.type(unit).mobility])
    for spot in _goals(position, unit, rate):
        if spot in position.table and spot != here:
            yield Move(side, unit.id, (here, spot))
    if (bearing := turn_to_marker_deg(position, unit)) is not None:
        yield Move(side, unit.id, (here,), bearing)
    for way in road_ways(position, unit, rate):
        yield Move(side, unit.id, way)
    if position.type(unit).is_vehicle:
        facing = unit.heading_deg
        back = _spot_within(here, facing + 180.0, rate / 2)
        yield Move(side, unit.id, (here, back), reverse=True)
        ahead = _spot_within(here, facing, rate)
        yield Move(side, unit.id, (here, ahead))


def _goals(position: Position, unit: Unit, rate: float) -> Iterator[Spot]:
    """The places listed: eight directions, the objectives and the nearest enemy, as far as the rate goes without roads."""
    here = unit.at
    assert isinstance(here, Spot)
    turning = 0.0 if position.type(unit).is_infantry else position.type(unit).length_in / 2
    reach = max(1.0, rate - turning)
    for bearing in range(0, 360, 45):
        yield _spot_within(here, float(bearing), reach)
    goals = [objective.at for objective in position.progress.objectives]
    enemies = [enemy.at for enemy in position.enemies(unit.side) if isinstance(enemy.at, Spot)]
    if enemies:
        goals.append(min(enemies, key=here.gap_in))
    for goal in goals:
        gap = here.gap_in(goal)
        if gap > 1.0:
            yield _spot_within(here, here.bearing_deg(goal), min(reach, gap))


def _spot_within(here: Spot, bearing_deg: float, inches: float) -> Spot:
    """The spot at most `inches` away on a bearing, rounded to hundredths of an inch."""
    for short_in in (0.0, 0.01):
        spot = in_hundredths(here.ahead(bearing_deg, inches - short_in))
        if here.gap_in(spot) <= inches + HAIR_IN / 10:
            break
    return spot


def _forbids(position: Position, action: Move, unit: Unit) -> Iterator[Reason]:
    yield from why_not_go(position, unit, action.path, action.facing_deg, reverse=action.reverse)
    if action.men:
        yield from why_not_form(position, unit, action.path, action.men)


def _carry_out(resolution: Resolution, action: Move) -> None:
    unit = resolution.state.unit(action.unit)
    known = resolution.known(action.side)
    way = plan(known, unit, action.path, action.facing_deg, reverse=action.reverse)
    gone_in = inches_gained(resolution, unit, way)
    move = MoveUnderWay(unit.id, action.path, action.facing_deg, action.reverse, men=_men_round_end(action))
    finish_action(resolution, unit.id)
    begin_move(resolution, cut(move, gone_in))


def _men_round_end(action: Move) -> tuple[tuple[float, float], ...]:
    """Where the men shall stand round the end of the way (x, y in inches)."""
    end = action.path[-1]
    return tuple((round(man.x_in - end.x_in, 3), round(man.y_in - end.y_in, 3)) for man in action.men)


def _factors(position: Position, action: Move) -> Factors:
    unit = position.state.unit(action.unit)
    way = plan(position, unit, action.path, action.facing_deg, reverse=action.reverse)
    return way_factors(position, unit, way, _men_round_end(action))


MOVE = unit_action(Move, ActionKind.MOVE, _offers, _forbids, _carry_out, factors=_factors)
