"""The markers that anti-tank fire leaves, and what players are told before they fire. Chapter 11.5."""

from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank, anti_tank_shot
from rules.last_hundred_yards.declarations.fire.anti_tank_targets import real_targets
from rules.last_hundred_yards.declarations.fire.fire_effects_on_firer import (
    complete_fire,
    concealed_target_notes,
    move_first,
    record_right_to_fire,
    roll_for_last_markers,
    with_dice_of_motion,
)
from rules.last_hundred_yards.effects.concealment import put_acting_unit_on_map
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.fire.aiming import goes_in_with_fire
from rules.last_hundred_yards.questions.fire.fronts import is_rear
from rules.last_hundred_yards.questions.fire.modifiers import MOST_ANTI_TANK, marker_value
from rules.last_hundred_yards.questions.fire.targets import armour_reason
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.position import Position, row_of


@implements("LHY-11.5.3", "LHY-11.5.4g", "LHY-17.9.2.0a", "LHY-17.9.3b")
def fire_anti_tank(resolution: Resolution, action: FireAntiTank) -> None:
    """The markers are laid on their targets, the vehicle moves, the firer may be seen."""
    unit = resolution.state.unit(action.unit)
    targets = real_targets(resolution.position, action.side, action.targets)
    put_acting_unit_on_map(resolution, unit.id)
    seen = resolution.seen_by(unit.side)
    shots = [
        anti_tank_shot(seen, action, unit, real if real in seen.state.units else name)
        for real, name in zip(targets, action.targets, strict=True)
    ]
    record_right_to_fire(resolution, unit)
    if not move_first(resolution, unit, action.motion, action.to, action.mode):
        return
    for name, (shot, _, modifiers) in zip(targets, shots, strict=True):
        value = marker_value(modifiers, MOST_ANTI_TANK)
        target = resolution.state.unit(name)
        rear = shot.rear if action.through else is_rear(resolution.position, target, shot.from_hex)
        resolution.happen(FirePlaced(FireMarker(
            resolution.course.next_fire_number, FireKind.ATDRM, resolution.position.place(target), value,
            against=resolution.position.mission.enemy(unit.side), target=target.id, firer=unit.id, rear=rear,
            collateral=row_of(unit).does_collateral_damage, unseen=shot.unseen_at_start,
        ), modifiers.in_short))  # fmt: skip
    complete_fire(
        resolution, unit, tuple(shot.at for shot, *_ in shots), action.motion, action.to, action.mode
    )


def anti_tank_factors(position: Position, action: FireAntiTank) -> Factors:
    """The lowest marker that the fire leaves, every modifier of each shot, and the armour of a single known target."""
    unit = position.unit(action.unit)
    shots = [(name, *anti_tank_shot(position, action, unit, name)) for name in action.targets]
    value, rear = min((marker_value(modifiers, MOST_ANTI_TANK), shot.rear) for _, shot, _, modifiers in shots)
    reasons = tuple(reason for *_, modifiers in shots for reason in modifiers.as_reasons)
    name, shot, target, _ = shots[0]
    if action.through is not None:
        words = f"{name} passed {action.through} in the open"
        reasons = (Reason(words, cite_later("11.5.4g"), (action.through,)), *reasons)
    if len(shots) == 1 and name in position.state.units:
        reasons = (*reasons, armour_reason(position, target, rear=shot.rear))
    aims = [position.place(target) for _, _, target, _ in shots]
    reasons = (*reasons, *concealed_target_notes(position, unit, aims))
    reasons = with_dice_of_motion(position, unit, action.motion, action.to, reasons)
    return Factors(f"ATDRM {value:+d}{' E' if rear else ''}", reasons)


def fire_sentence(position: Position, action: FireAntiTank) -> str:
    """The fire in words, saying if the firer also assaults the hex that it drives into."""
    unit = position.state.units.get(action.unit)
    goes_in = unit is not None and goes_in_with_fire(position, unit, action.motion, action.to)
    return f"{action} to assault it" if goes_in else str(action)


def fire_for_odds(resolution: Resolution, action: FireAntiTank) -> None:
    """For odds: roll for the markers that it left as if no others lay there."""
    roll_for_last_markers(resolution, action.unit, len(action.targets))
