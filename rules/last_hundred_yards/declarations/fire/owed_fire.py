"""Fire that is owed: by firers named for enfilade, and at a hex that was asked about.

Whether it can be made is asked before it is due; it is made when it is due, and passed over if it cannot be.

Chapters 4.3 and 11.1.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from rules.game.engine.position import memoized
from rules.game.engine.procedure import Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.declarations.fire import anti_tank_markers, small_arms
from rules.last_hundred_yards.declarations.fire.anti_tank import (
    FireAntiTank,
    anti_tank_fires,
    forbids_anti_tank,
)
from rules.last_hundred_yards.declarations.fire.anti_tank_markers import fire_anti_tank
from rules.last_hundred_yards.declarations.fire.small_arms import (
    FireSmallArms,
    fire_small_arms,
    forbids_small_arms,
    small_arms_fires,
)
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.fire.aiming import fire_motions
from rules.last_hundred_yards.questions.fire.fronts import enfilade_fire_due, shot_due
from rules.last_hundred_yards.questions.fire.targets import fires_small_arms_at
from rules.last_hundred_yards.questions.terrain.directions import hexsides_toward
from rules.last_hundred_yards.state.events.order_events import DecisionDue, DecisionTaken, Said
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import UNIT_ACTIONS, Decision, DecisionKind, with_progress

Fire = FireAntiTank | FireSmallArms
_OWED = (DecisionKind.ENFILADE_FIRE, DecisionKind.OWED_SHOT)


def due_fire(position: Position, unit: Unit, target: Unit, front: tuple[int, ...]) -> Decision:
    """The fire of one firer at the target, with the front that the target is given."""
    place = position.place(target)
    return Decision(
        DecisionKind.ENFILADE_FIRE, unit.side, unit.id, place, target=target.id, fronts=(front,)
    )  # fmt: skip


def as_if(position: Position, due: Decision) -> Position:
    """The position as it would be asked about if this fire were due."""
    return Position(with_progress(position.state, decisions=(due,)), position.ground)


def plain_fire(position: Position, due: Decision) -> Fire:
    """The fire that is due, without motion."""
    assert due.at is not None
    if fires_small_arms_at(position.unit(due.unit), position.unit(due.target)):
        return FireSmallArms(due.side, due.unit, (due.at,))
    return FireAntiTank(due.side, due.unit, (due.target,))


@implements("LHY-11.1.1.1", "LHY-11.2a")
@memoized
def refused(position: Position, unit: Unit, target: Unit) -> tuple[Reason, ...]:
    """Why a unit could not fire at the target, which may turn to it, if its fire were due; empty if it could in some way."""
    front = hexsides_toward(position.board.grid, position.place(target), position.place(unit))
    due = due_fire(position, unit, target, front)
    each = list(_each_way(as_if(position, due), due))
    return () if not all(each) else next(iter(each), ())


def _each_way(position: Position, due: Decision) -> Iterator[tuple[Reason, ...]]:
    """The reasons against each way in which a named firer could fire from where it stands."""
    plain = plain_fire(position, due)
    for motion, to, mode in fire_motions(position, position.unit(due.unit)):
        fire = replace(plain, motion=motion, to=to, mode=mode)
        if isinstance(fire, FireAntiTank):
            yield tuple(forbids_anti_tank(position, fire))
        else:
            yield tuple(forbids_small_arms(position, fire))


def pass_over_unable(resolution: Resolution) -> None:
    """Nobody is held to a fire that is not possible, or no longer (reading 51)."""
    while due := resolution.course.due_of(*_OWED):
        if _can_fire(resolution.seen_by(due.side), due.side):
            return
        resolution.happen(
            Said(f"{due.unit or due.side} can no longer fire at {due.target or due.at}"), DecisionTaken()
        )


def _can_fire(position: Position, side: str) -> bool:
    """Whether the firer named for enfilade, or anybody of a side that owes a shot, could fire as is due."""
    return bool(small_arms_fires(position, side)) or any(True for _ in anti_tank_fires(position, side))


@implements("LHY-4.3.0.6")
def owe_shot(resolution: Resolution, side: str, at: Hex) -> None:
    """Who has asked what lies concealed in a hex fires at it before he does anything else, if anybody can."""
    owed = Decision(DecisionKind.OWED_SHOT, side, at=at)
    if _can_fire(as_if(resolution.seen_by(side), owed), side):
        resolution.happen(DecisionDue(owed))


def _fire_in_turn(
    fire: Callable[[Resolution, Any], None],
) -> Callable[[Resolution, Any], None]:
    """Fire that goes on to the next firer named for enfilade, or is the shot that was owed; it still is, if none came of it."""

    def carry_out(resolution: Resolution, action: Fire) -> None:
        was_named, owed = enfilade_fire_due(resolution.course) is not None, shot_due(resolution.course)
        laid = resolution.course.fires_placed
        if owed is not None:
            resolution.happen(DecisionTaken())
        fire(resolution, action)
        if was_named:
            resolution.happen(DecisionTaken())
        elif owed is not None and resolution.course.fires_placed == laid:
            owe_shot(resolution, owed.side, owed.place)

    return carry_out


_FIRING = (*UNIT_ACTIONS, *_OWED)
SMALL_ARMS = Procedure(
    FireSmallArms,
    _FIRING,
    small_arms_fires,
    forbids_small_arms,
    _fire_in_turn(fire_small_arms),
    small_arms.small_arms_factors,
    small_arms.foresee_fire,
    offers_only_legal=True,
)
ANTI_TANK = Procedure(
    FireAntiTank,
    _FIRING,
    anti_tank_fires,
    forbids_anti_tank,
    _fire_in_turn(fire_anti_tank),
    anti_tank_markers.anti_tank_factors,
    anti_tank_markers.foresee_fire,
    offers_only_legal=True,
    told=anti_tank_markers.told_fire,
)
