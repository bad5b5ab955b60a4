"""Section 8.5: where a moving stand may be stopped, and by whose opportunity fire."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.sight.field import seen_spots
from rules.ground.table.tabletop import Tabletop
from rules.micro_armour.book.roster import Gun
from rules.micro_armour.questions.fire_legality import why_not_ready, why_not_shot
from rules.micro_armour.questions.movement import facing_at_first_deg, full_inches, heading_deg
from rules.micro_armour.questions.spotting import blocking_outlines, sight_limit_in
from rules.micro_armour.questions.terrain import RoadRate, road_rate
from rules.micro_armour.state.conditions import FIRED
from rules.micro_armour.state.fire_events import FireKind
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Leg, Move
from rules.micro_armour.state.stands import FAR_APART_IN, enemies_of, spot_of, table_of


def stops_of(leg: Leg) -> tuple[tuple[Spot, ...], ...]:
    """The places where a stand on this leg may be stopped, each as the path up to it."""
    return full_inches(leg.path)


def stopped_at(state: GameState, move: Move, leg: Leg, stop: int) -> GameState:
    """The state with the moving stand at the place where it is stopped."""
    walked = stops_of(leg)[stop]
    unit = state.unit(move.stand)
    facing = stop_facing_deg(state, unit, leg, walked)
    return state.with_unit(replace(unit, at=walked[-1], facing_deg=facing))


@implements("MATG2-8.5.3.1")
def stop_facing_deg(state: GameState, unit: Unit, leg: Leg, walked: tuple[Spot, ...]) -> float:
    """The facing of a stand where it is stopped; at the end of its path the declared one (OUR 32).

    A stand that enters has already crossed the edge of the table where its path begins.
    """
    if walked == leg.path and (unit.at is None or len(walked) > 1):
        return leg.facing_deg
    return heading_deg(walked, facing_at_first_deg(state, unit))


@implements("MATG2-12.N4")
def rate_at_stop(state: GameState, move: Move, leg: Leg, stop: int) -> RoadRate:
    """Whether a stand stopped there counts as moving at the road rate: it got to the place along a road, and paid that rate.

    A stand stopped before it sets out is standing still; a stand that enters the table is already moving.

    Rule: MATG2, Terrain Effects; OUR 44, 77.
    """
    walked = stops_of(leg)[stop]
    has_set_out = len(walked) > 1 or state.unit(move.stand).at is None
    came, by_road = (walked, leg.by_road) if has_set_out else (move.track, move.by_road)
    if not has_set_out and not move.inches:
        return RoadRate.NOT_PAID
    return _rate_along(table_of(state), came, by_road=by_road)


def _rate_along(table: Tabletop, came: tuple[Spot, ...], *, by_road: bool) -> RoadRate:
    """The road rate at the end of a path, if it was the same just before; NOT_PAID if it was not."""
    here = came[-1]
    last = next((spot for spot in reversed(came) if spot.gap_in(here) > HAIR_IN), None)
    behind = here if last is None else here.ahead(here.bearing_deg(last), HAIR_IN)
    rate, before = (road_rate(table, spot, by_road=by_road) for spot in (here, behind))
    return rate if rate is before else RoadRate.NOT_PAID


def may_be_stopped(position: Position, stand: str, leg: Leg) -> bool:
    """Whether any enemy may fire opportunity fire at a stand somewhere on this leg."""
    return next(watchers(position, stand, leg), None) is not None


@implements("MATG2-8.5.2", "MATG2-8.5.5")
def watchers(position: Position, stand: str, leg: Leg) -> Iterator[Unit]:
    """The enemies that may fire opportunity fire at a stand somewhere on this leg; a stand suffers it once in a phase.

    Rule: MATG2 8.5.
    """
    move = position.progress.move
    if move is None or stand in position.progress.stopped:
        return
    move = replace(move, stand=stand)
    for enemy in enemies_of(position.state, move.side):
        if why_not_ready(position.edition, FireKind.OPPORTUNITY, enemy):
            continue
        if next(stops_under_fire(position, move, leg, enemy), None):
            yield enemy


def stops_under_fire(position: Position, move: Move, leg: Leg, firer: Unit) -> Iterator[tuple[int, Gun]]:
    """The places of a leg where one enemy's opportunity fire may stop a stand, each with a gun, first to last."""
    state = position.state
    table = table_of(state)
    walked = stops_of(leg)
    spots = np.array([path[-1] for path in walked], dtype=np.float64)
    here = spot_of(firer)
    guns = position.book.tank(firer.type).guns
    reach_in = min(
        max(gun.ap_range_in for gun in guns), sight_limit_in(state, here, position.options.sight_limit)
    )
    gaps_in = np.hypot(*(spots - np.array(here)).T)
    near = gaps_in <= reach_in + 2 * HAIR_IN
    if not near.any():
        return
    outlines, depths = blocking_outlines(table)
    if not state.unit(move.stand).has(FIRED):
        near &= seen_spots(outlines, here, spots, depths) | (gaps_in <= FAR_APART_IN)
    for stop in np.flatnonzero(near).tolist():
        there = position.at(stopped_at(state, move, leg, stop))
        target = there.state.unit(move.stand)
        for gun in guns:
            if not why_not_shot(there, FireKind.OPPORTUNITY, firer, target, gun.name):
                yield stop, gun
