"""The MP of a maneuver under way: what a unit has left, what the next hex costs, and whether it can pay. Chapter 10.1."""

from dataclasses import replace
from fractions import Fraction

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import HEROIC, IN_MOTION
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.questions.activation.taking_part import is_activated
from rules.last_hundred_yards.questions.movement.allowance_table import (
    BONUS_LOST_HEXES,
    HEROIC_ALLOWANCE,
    NIGHT_FOOT_HEXES,
    NIGHT_VEHICLE_MP,
    ROAD_BONUS_MP,
    START_MOTION_MP,
    Mode,
    MoveClass,
    allowance_in,
    may_be_combat,
    move_class,
)
from rules.last_hundred_yards.state.darkness import is_way_in_the_dark
from rules.last_hundred_yards.state.position import NextStep, Position, row_of
from rules.last_hundred_yards.state.progress import Step

FORWARD, REVERSE = "forward", "reverse"
EXIT_MP = Fraction(1)
"""The cost of leaving the map (reading 181)."""


@implements(
    "LHY-10.1.0.2", "LHY-10.1.1a", "LHY-10.1.2a", "LHY-10.1.1b.1", "LHY-10.1.1b.2", "LHY-10.1.2b.1",
    "LHY-10.1.2b.2", "LHY-21.1d.1",
)  # fmt: skip
def allowance(position: Position, unit: Unit, mode: str) -> tuple[Fraction, int]:
    """The MP of a maneuver, and the number of hexes that units on foot may always enter."""
    return _allowance(position, unit, mode, None)


def _next_hex_at_night(position: Position, to: Hex | None) -> Hex | None:
    """The hex that a maneuver goes on to at night; None by day, when it does not affect the allowance."""
    return to if position.is_night else None


@memoized
def _allowance(position: Position, unit: Unit, mode: str, to: Hex | None) -> tuple[Fraction, int]:
    pace = _pace(position, unit)
    kind = Mode.REVERSE if mode == REVERSE else pace
    row = row_of(unit)
    column = move_class(row)
    mp, least, _ = allowance_in(column, pace if column is MoveClass.FOOT else kind)
    if unit.has(HEROIC):
        mp, least = HEROIC_ALLOWANCE
    if row.is_vehicle and goes_in_the_dark(position, unit, to):
        mp = min(mp, NIGHT_VEHICLE_MP[pace])
    return Fraction(mp), least


def _pace(position: Position, unit: Unit) -> Mode:
    """The mode whose allowance a unit has: activation as part of an activated platoon, else reaction."""
    in_activation = position.course.step is Step.ACTIONS and is_activated(position, unit)
    return Mode.ACTIVATION if in_activation else Mode.REACTION


@implements("LHY-21.1c", "LHY-21.4.2e")
def is_out_of_hexes(position: Position, unit: Unit, to: Hex | None) -> bool:
    """Whether a unit on foot has entered as many hexes as it may at night; never on an illuminated way."""
    moving = position.course.moving
    if moving is None or row_of(unit).is_vehicle or unit.has(HEROIC):
        return False
    return (
        goes_in_the_dark(position, unit, to) and len(moving.path) >= NIGHT_FOOT_HEXES[_pace(position, unit)]
    )


def goes_in_the_dark(position: Position, unit: Unit, to: Hex | None) -> bool:
    """Whether a unit's maneuver is made in the dark if it goes on to a hex; None for where it has come to."""
    moving = position.course.moving
    way = (() if moving is None else moving.path) + (() if to is None else (to,))
    return is_way_in_the_dark(position.state, unit.at if moving is None else moving.start, way)


def mp_left(position: Position, unit: Unit, mode: str, to: Hex | None = None) -> Fraction:
    """The MP that a unit has left to enter a hex, or would start with."""
    return _left(position, unit, mode, _next_hex_at_night(position, to))[0]


@memoized
def _left(position: Position, unit: Unit, mode: str, to: Hex | None) -> tuple[Fraction, int]:
    """The MP that a unit has left, or would start with, and how many more hexes it may enter whatever they cost."""
    mp, hexes = _allowance(position, unit, mode, to)
    moving = position.course.moving
    if moving is not None:
        return mp - moving.spent, hexes - len(moving.path)
    return mp - start_cost(unit), hexes


@implements("LHY-10.4.1.2")
def start_cost(unit: Unit) -> Fraction:
    """The MP that a vehicle pays to go into motion; 0 if it is in motion already, and for men."""
    return START_MOTION_MP if row_of(unit).is_vehicle and not unit.has(IN_MOTION) else Fraction(0)


@implements("LHY-10.0a")
def can_pay(position: Position, unit: Unit, mode: str, to: Hex, step: NextStep) -> bool:
    """Whether a unit can pay for the next hex: it is one of those always allowed, or within its MP and road bonus."""
    if position.is_night and is_out_of_hexes(position, unit, to):
        return False
    mp, hexes = _left(position, unit, mode, _next_hex_at_night(position, to))
    if hexes > 0 or step.mp <= mp:
        return True
    return needs_road_bonus(position, unit, mode, step) and not loses_road_bonus(position, unit, to)


@implements("LHY-10.0a", "LHY-21.1c")
def cannot_pay(position: Position, unit: Unit, mode: str, to: Hex, step: NextStep) -> Reason:
    """Why a unit cannot pay for the next hex."""
    if is_out_of_hexes(position, unit, to):
        most = NIGHT_FOOT_HEXES[_pace(position, unit)]
        words = f"at night {unit} enters {most} hex{'' if most == 1 else 'es'} and no more"
        return Reason(words, cite_later("21.1c"), (to,))
    left = float(mp_left(position, unit, mode, to))
    return Reason(f"{to} costs {float(step.mp):g} MP and {left:g} are left", cite("10.0a"), (to,))


@implements("LHY-4.1.8.3", "LHY-4.1.9.2", "LHY-21.1d.2")
def needs_road_bonus(position: Position, unit: Unit, mode: str, step: NextStep) -> bool:
    """Whether the road bonus, earned so far, would just pay for the next hex."""
    if position.is_night:
        return False
    moving, left = position.course.moving, mp_left(position, unit, mode)
    on_road = position.board.has(position.place(unit), Terrain.ROAD) if moving is None else moving.all_road
    return on_road and step.keeps_road and mode == FORWARD and left < step.mp <= left + ROAD_BONUS_MP


@implements("LHY-4.1.8.bonus")
def loses_road_bonus(position: Position, unit: Unit, to: Hex) -> bool:
    """Whether a hex entered, or the next one, is near an enemy that is or, as far as the unit's side
    knows, may be a combat unit."""
    if not position.mission.edition.no_bonus_near_enemies:
        return False
    moving = position.course.moving
    entered = (*moving.path, to) if moving else (to,)
    return any(
        position.distance(place, position.place(enemy)) <= BONUS_LOST_HEXES
        for enemy in position.enemies_of(unit.side)
        if may_be_combat(enemy)
        for place in entered
    )


def next_step(position: Position, unit: Unit, to: Hex) -> NextStep | None:
    """The step into the next hex, with its MP, from where a unit's maneuver or Assault Arrow has brought
    it; None if it is barred."""
    course, place = position.course, position.place(unit)
    if course.moving is not None and unit.id in course.moving.units:
        way = course.moving.way
    else:
        arrow = course.arrow_of(unit.id)
        way = arrow.way if arrow else ""
    step = position.ground.step(position.state, unit, place, way, to)
    if step is None or not step.takes_all_mp:
        return step
    return replace(step, mp=allowance(position, unit, FORWARD)[0])
