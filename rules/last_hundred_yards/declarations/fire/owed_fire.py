"""Owed fire: by firers named for enfilade, and at a hex that a side asked about.

Whether it is possible is checked before it is due; when it is due it is made, or passed over if it no longer is possible.

Chapters 4.3 and 11.1.
"""

from collections.abc import Callable
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


def owed_shot_decision(position: Position, unit: Unit, target: Unit, front: tuple[int, ...]) -> Decision:
    """The decision by which one named firer owes its fire at the target, which has this front."""
    place = position.place(target)
    return Decision(
        DecisionKind.ENFILADE_FIRE, unit.side, unit.id, place, target=target.id, fronts=(front,)
    )  # fmt: skip


def position_with_fire_due(position: Position, due: Decision) -> Position:
    """The position in which this fire is due, to ask about it beforehand."""
    return Position(with_progress(position.state, decisions=(due,)), position.ground)


def fire_without_motion(position: Position, due: Decision) -> Fire:
    """The fire that is due, without motion."""
    assert due.at is not None
    if fires_small_arms_at(position.unit(due.unit), position.unit(due.target)):
        return FireSmallArms(due.side, due.unit, (due.at,))
    return FireAntiTank(due.side, due.unit, (due.target,))


@implements("LHY-11.1.1.1", "LHY-11.2a")
@memoized
def refused(position: Position, unit: Unit, target: Unit) -> tuple[Reason, ...]:
    """Why a unit could not fire at the target from its hex, even if the target turned to it; empty if it could.

    A vehicle in motion halts to fire.
    """
    front = hexsides_toward(position.board.grid, position.place(target), position.place(unit))
    due = owed_shot_decision(position, unit, target, front)
    turned = position_with_fire_due(position, due)
    motion, _, _ = next(fire_motions(turned, unit))
    fire = replace(fire_without_motion(turned, due), motion=motion)
    if isinstance(fire, FireAntiTank):
        return tuple(forbids_anti_tank(turned, fire))
    return tuple(forbids_small_arms(turned, fire))


def pass_over_unable(resolution: Resolution) -> None:
    """Drop every owed fire that is not possible, or no longer (reading 51)."""
    while due := resolution.course.due_of(*_OWED):
        if _can_fire(resolution.seen_by(due.side), due.side):
            return
        resolution.happen(
            Said(f"{due.unit or due.side} can no longer fire at {due.target or due.at}"), DecisionTaken()
        )


def _can_fire(position: Position, side: str) -> bool:
    """Whether the named firer, or any unit of a side that owes a shot, could make the fire that is due."""
    return bool(small_arms_fires(position, side)) or any(True for _ in anti_tank_fires(position, side))


@implements("LHY-4.3.0.6")
def owe_shot(resolution: Resolution, side: str, at: Hex) -> None:
    """A side that asked what lies concealed in a hex owes a shot at it before anything else, if any unit can fire."""
    owed = Decision(DecisionKind.OWED_SHOT, side, at=at)
    if _can_fire(position_with_fire_due(resolution.seen_by(side), owed), side):
        resolution.happen(DecisionDue(owed))


def _settling_owed_fire(
    fire: Callable[[Resolution, Any], None],
) -> Callable[[Resolution, Any], None]:
    """Carry out fire, and settle what was owed by it: an enfilade fire in turn, or a shot, which stays owed
    if no marker was laid."""

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
    _settling_owed_fire(fire_small_arms),
    small_arms.small_arms_factors,
    small_arms.fire_for_odds,
    offers_only_legal=True,
)
ANTI_TANK = Procedure(
    FireAntiTank,
    _FIRING,
    anti_tank_fires,
    forbids_anti_tank,
    _settling_owed_fire(fire_anti_tank),
    anti_tank_markers.anti_tank_factors,
    anti_tank_markers.fire_for_odds,
    offers_only_legal=True,
    sentence=anti_tank_markers.fire_sentence,
)
