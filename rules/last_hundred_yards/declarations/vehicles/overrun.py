"""Overrun: driving over an open hex of enemies, step by step. Chapter 10.4.5."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.vehicles.drive_in import (
    answers_to,
    cannot_drive_in,
    drive_in,
    drive_in_factors,
    drivers,
)
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.declarations.vehicles.overrun_attack import (
    marker_on_hex,
    overrun_attacks_for_odds,
)
from rules.last_hundred_yards.declarations.vehicles.overrun_resistance import ResistOverrun
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.rights import own_units
from rules.last_hundred_yards.questions.movement.vehicle_stacks import stack_phrase
from rules.last_hundred_yards.questions.terrain.cover import has_trees, is_open
from rules.last_hundred_yards.questions.terrain.roads import enclosed_road_hexes
from rules.last_hundred_yards.state.events.maneuver_events import HexOverrun
from rules.last_hundred_yards.state.events.order_events import DecisionDue
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import MANEUVERS, Decision, DecisionKind


@dataclass(frozen=True, slots=True)
class Overrun:
    """Drive over the enemies of an open hex, alone or as a stack (10.4.5)."""

    side: str
    unit: UnitId
    into: Hex
    along: tuple[UnitId, ...] = ()

    def __str__(self) -> str:
        return f"{stack_phrase(self.unit, self.along, 'overrun')} {self.into}"


OVERRUN_MP = Fraction(1)
_ANSWERS_2019 = (DecisionKind.OVERRUN_FIRE, DecisionKind.STAND_UP)
_ANSWERS = (*_ANSWERS_2019, DecisionKind.FIRE_WITHIN_HEX)
"""The decisions of the enemy in the hex, in order: in 2019 only guns and LATWs fire and men stand up to AFVs."""


def candidates(position: Position, side: str) -> Iterator[Overrun]:
    """Overruns by every vehicle that may overrun, and every stack of two, of every enemy hex next to it."""
    for units in drivers(position, side):
        if all(_can_overrun(position, unit) for unit in units):
            unit, *others = units
            for near in position.board.grid.neighbours(position.place(unit)):
                if position.enemies_at(near, side):
                    yield Overrun(side, unit.id, near, tuple(other.id for other in others))


@implements(
    "LHY-10.4.5.0", "LHY-10.4.5a", "LHY-10.4.5b", "LHY-10.4.5c.1", "LHY-10.4.5c.2", "LHY-10.4.5d",
    "LHY-10.4.5e.1", "LHY-10.4.5e.2", "LHY-10.4.5L.2c", "LHY-10.4.5L.2d", "LHY-10.4.5L.2e", "LHY-10.4.5L.3",
    "LHY-10.4.5L.4", "LHY-T-VMM", "LHY-10.4.5L.1",
)  # fmt: skip
def forbids(position: Position, action: Overrun) -> Iterator[Reason]:
    """Why vehicles may not overrun a hex."""
    units = own_units(position, action.side, (action.unit, *action.along))
    if isinstance(units, Reason):
        yield units
        return
    for unit in units:
        if not _can_overrun(position, unit):
            yield Reason(f"{unit} is not a vehicle that can overrun", cite("10.4.5"))
            return
        yield from _why_no_overrun(position, unit)
    moving = position.course.moving
    if moving is not None and moving.bypassed:
        yield Reason("no overrun and bypass in the same maneuver", cite_later("10.4.5"))
    yield from cannot_drive_in(position, units, action.into, "overrun", OVERRUN_MP)
    if action.into in position.board.grid:
        yield from _forbids_hex(position, units, action.into)


def _why_no_overrun(position: Position, unit: Unit) -> Iterator[Reason]:
    course, row = position.course, row_of(unit)
    if unit.id in course.overran:
        yield Reason(f"{unit} has overrun a hex in this turn", cite("10.4.5c"))
    loads = [row_of(position.unit(load)) for load in course.loads_of(unit.id)]
    if loads and (row.kind is UnitKind.AFV or any(load.kind is UnitKind.GUN for load in loads)):
        yield Reason(f"{unit} carries riders or a gun", cite("10.4.5e"))


@implements("LHY-10.4.5L.1")
def _can_overrun(position: Position, unit: Unit) -> bool:
    """Whether a vehicle can overrun: AFVs and halftracks; by the later rules any vehicle with an SAV or ATV."""
    row = row_of(unit)
    if not position.mission.edition.later_overrun:
        return row.is_tracked
    return row.is_vehicle and row.is_armed


@implements("LHY-10.4.5L.2a")
def _is_ground_to_overrun(position: Position, into: Hex) -> bool:
    """Whether a hex may be overrun as to its ground: open; by the later rules all but buildings, forest and enclosed roads."""
    if not position.mission.edition.later_overrun:
        return is_open(position, into)
    board = position.board
    on_enclosed_road = position.mission.edition.enclosed_roads and into in enclosed_road_hexes(board)
    return not board.ground(into).buildings and not has_trees(board, into) and not on_enclosed_road


@implements(
    "LHY-10.4.5L.2b", "LHY-10.4.5a", "LHY-10.4.5b", "LHY-10.4.5d", "LHY-10.4.5L.2a", "LHY-10.4.5L.2d",
    "LHY-13.3.0", "LHY-10.4.5.0",
)  # fmt: skip
def _forbids_hex(position: Position, units: Sequence[Unit], into: Hex) -> Iterator[Reason]:
    side, later = units[0].side, position.mission.edition.later_overrun
    enemies = position.enemies_at(into, side)
    held, driven = ({row_of(unit).kind for unit in group} for group in (enemies, units))
    if not _is_ground_to_overrun(position, into):
        yield Reason(f"{into} is not open", cite("10.4.5a"), (into,))
    if position.friends_at(into, side):
        yield Reason(f"{into} holds friends", cite("10.4.5b"), (into,))
    if UnitKind.AFV in held:
        yield Reason(f"{into} holds an AFV", cite("10.4.5"), (into,))
    if later and UnitKind.FP in held:
        yield Reason(f"{into} holds an FP", cite_later("10.4.5"), (into,))
    if later and driven != {UnitKind.AFV} and held & {UnitKind.GUN, UnitKind.HALFTRACK}:
        yield Reason("only AFVs overrun towed guns and halftracks", cite_later("10.4.5"), (into,))
    elif not later and UnitKind.HALFTRACK in driven and UnitKind.GUN in held:
        yield Reason("halftracks do not overrun towed guns", cite("10.4.5d"), (into,))
    if any(position.course.arrow_of(enemy.id) for enemy in enemies):
        yield Reason(f"{into} holds enemies about to assault", cite_later("13.3"), (into,))
    if later and into in position.course.overrun_hexes:
        yield Reason(f"{into} was overrun in this turn", cite_later("10.4.5"), (into,))
    if any(enemy.has(CONCEALED) for enemy in enemies):
        yield Reason(f"what lies concealed in {into} is not known", our(201), (into,))


@implements("LHY-10.4.5P.1a", "LHY-10.4.5L.5", "LHY-10.4.5P.2a", "LHY-10.4.5P.3", "LHY-10.4.5L.7c")
def overrun(resolution: Resolution, action: Overrun) -> None:
    """The vehicles halt in the hex; what follows is put to both sides in the order of the rules."""
    units = tuple(map(resolution.state.unit, (action.unit, *action.along)))
    moving = drive_in(resolution, units, action.into, OVERRUN_MP, overruns=True)
    if moving is None:
        return
    resolution.happen(*(HexOverrun(name, action.into) for name in moving.units))
    enemy = resolution.position.mission.enemy(action.side)
    if resolution.position.mission.edition.later_overrun:
        for vehicle in resolution.position.friends_at(action.into, enemy):
            if row_of(vehicle).is_vehicle:
                resolution.happen(
                    DecisionDue(Decision(DecisionKind.DRIVE_OFF, enemy, vehicle.id, action.into))
                )
    for name in moving.units:
        resolution.happen(DecisionDue(Decision(DecisionKind.OVERRUN_ATTACK, action.side, name, action.into)))
    for kind in _ANSWERS if resolution.position.mission.edition.later_overrun else _ANSWERS_2019:
        resolution.happen(DecisionDue(Decision(kind, enemy, at=action.into)))


def factors(position: Position, action: Overrun) -> Factors:
    """The dice of the way in, the markers laid on the men there, and how the enemy's fire is rolled for."""
    units = tuple(map(position.unit, (action.unit, *action.along)))
    on_the_way = drive_in_factors(
        position, units, action.into, at_once=position.mission.edition.overrun_fire_on_the_spot
    )
    laid = [f"SADRM {marker_on_hex(position, unit, action.into):+d} of {unit}" for unit in units]
    markers = tuple(Reason(f"{words} on {action.into}", cite("10.4.5"), (action.into,)) for words in laid)
    return Factors("; ".join(filter(None, (on_the_way.summary, *laid))), (*on_the_way.reasons, *markers))


def overrun_for_odds(resolution: Resolution, action: Overrun) -> None:
    """For odds: roll for the markers laid on the men of the hex, as if no enemy answered."""
    overrun_attacks_for_odds(resolution, action.into)


def answers(position: Position, action: Overrun) -> Iterator[Any]:
    """What the enemy in the hex may do against the overrun, or others in reaction."""
    return answers_to(position, (action.unit, *action.along), (FireWithinHex, ResistOverrun))


OVERRUN = Procedure(Overrun, MANEUVERS, candidates, forbids, overrun, factors, overrun_for_odds, answers)
