"""The effects of fire on the firer: the hex moved first, the action used, the front shown, concealment lost. Chapter 11."""

from collections.abc import Iterable, Iterator

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN, IN_MOTION, OVERWATCH, STOPPED
from rules.last_hundred_yards.book.rulebook import cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.activation_rights import record_activation
from rules.last_hundred_yards.effects.concealment import check_concealment, check_going_into_motion
from rules.last_hundred_yards.effects.fire_resolution import roll_for_fires_alone
from rules.last_hundred_yards.effects.harm import men_are_forced_off
from rules.last_hundred_yards.effects.leaving_factors import dice_on_the_way
from rules.last_hundred_yards.effects.maneuver_steps import Arrival, move_one_hex
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.taking_part import is_activated
from rules.last_hundred_yards.questions.fire.fronts import enfilade_fire_due
from rules.last_hundred_yards.questions.fire.modifiers import HALT_AND_FIRE, SHOOT_AND_SCOOT
from rules.last_hundred_yards.questions.movement.points import REVERSE
from rules.last_hundred_yards.state.events.fire_events import FiredThrough
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.unit_events import UnitChanged
from rules.last_hundred_yards.state.position import Position, is_steady, row_of
from rules.last_hundred_yards.state.progress import ActionKind, Step


def record_right_to_fire(resolution: Resolution, unit: Unit) -> None:
    """Record what lets a unit fire; a unit of another platoon named for enfilade needs no ad hoc place."""
    if enfilade_fire_due(resolution.course) is None or is_activated(resolution.position, unit):
        record_activation(resolution, unit)


@implements("LHY-10.4.1b.3", "LHY-10.4.3", "LHY-11.4.8e", "LHY-16.1.1.1", "LHY-16.2a", "LHY-16.2b.2")
def move_first(resolution: Resolution, unit: Unit, motion: str, to: Hex | None, mode: str) -> bool:
    """Move the hex of Halt & Fire or of a LATW; whether the unit may still fire, not turned back, harmed or stopped.

    A unit that was turned back and waits to assault stays in motion (reading 232).
    """
    fires = to is None or motion == SHOOT_AND_SCOOT or _arrives_fit_to_fire(resolution, unit, to, mode)
    after = resolution.state.unit(unit.id)
    if (
        motion == HALT_AND_FIRE
        and after.at is not None
        and is_steady(after)
        and not resolution.course.arrow_of(unit.id)
    ):
        resolution.happen(UnitChanged(unit.id, gained=(STOPPED,), lost=(IN_MOTION,)))
    return fires


@implements("LHY-16.2b.2", "LHY-16.2a", "LHY-16.1.1.1", "LHY-11.4.8e", "LHY-10.4.1b.3", "LHY-10.4.3")
def _arrives_fit_to_fire(resolution: Resolution, unit: Unit, to: Hex, mode: str) -> bool:
    """Whether a unit enters the next hex unharmed and may fire there; in mines and wire men fire in reaction only."""
    arrival = move_one_hex(resolution, unit, to, backs=mode == REVERSE)
    if arrival is Arrival.HELD:
        return not row_of(unit).is_foot or resolution.course.step is Step.REACTION
    return arrival is Arrival.FREE


@implements(
    "LHY-4.3.1b.later", "LHY-4.3.1.0.3", "LHY-4.3.1.2a", "LHY-17.9.2.0a", "LHY-17.9.2.0b", "LHY-11.1.2",
    "LHY-11.1.3.2", "LHY-10.4.6.2c", "LHY-10.4.1.ow", "LHY-11.0a",
)  # fmt: skip
def complete_fire(
    resolution: Resolution, unit: Unit, at: tuple[Hex, ...], motion: str, to: Hex | None, mode: str
) -> None:
    """What follows fire: the action is used, the front fixed, the firer may be seen, riders get off."""
    place = resolution.position.place(resolution.state.unit(unit.id))
    resolution.happen(UnitActed(unit.id, ActionKind.FIRE, (place,)))
    for aim in at:
        resolution.happen(FiredThrough(unit.id, aim))
    if not _stays_concealed(resolution.position, unit, at):
        check_concealment(resolution, unit.id, fired=True)
    if unit.has(OVERWATCH):
        resolution.happen(UnitChanged(unit.id, lost=(OVERWATCH,)))
    if row_of(unit).kind is UnitKind.AFV:
        men_are_forced_off(resolution, unit)
    if motion == SHOOT_AND_SCOOT and resolution.state.unit(unit.id).at is not None:
        resolution.happen(UnitChanged(unit.id, gained=(IN_MOTION,)))
        check_going_into_motion(resolution, unit.id)
        if to is not None:
            move_one_hex(resolution, resolution.state.unit(unit.id), to, backs=mode == REVERSE)


@implements("LHY-17.9.2b.4")
def _stays_concealed(position: Position, unit: Unit, at: tuple[Hex, ...]) -> bool:
    """Whether a unit that enemies came upon while it was hidden fires in reaction only at units that have just maneuvered."""
    course = position.course
    if course.step is not Step.REACTION or unit.id not in course.come_upon:
        return False
    movers = {deed.unit for deed in course.deeds if deed.is_maneuver}
    return all(any(enemy.id in movers for enemy in position.enemies_at(aim, unit.side)) for aim in at)


def with_dice_of_motion(
    position: Position, unit: Unit, motion: str, to: Hex | None, reasons: tuple[Reason, ...]
) -> tuple[Reason, ...]:
    """The modifiers of fire with the dice of the hex moved before it, or after it with Shoot & Scoot."""
    dice = tuple(dice_on_the_way(position, (unit,), to)) if to is not None else ()
    return (*reasons, *dice) if motion == SHOOT_AND_SCOOT else (*dice, *reasons)


def concealed_target_notes(position: Position, unit: Unit, at: Iterable[Hex]) -> Iterator[Reason]:
    """The target hexes of a hidden unit with concealed enemies that have acted, as notes for its odds.

    Those that acted in its sight are revealed before its fire is reckoned (reading 237).
    """
    acted = {deed.unit for deed in position.course.deeds if deed.kind is not ActionKind.RECOVER}
    for place in dict.fromkeys(at) if unit.has(HIDDEN) else ():
        enemies = position.enemies_at(place, unit.side)
        if any(enemy.has(CONCEALED) and enemy.id in acted for enemy in enemies):
            words = f"{unit} comes out first: who is concealed in {place} and acted in its sight is fired at without the -1 for it"
            rule = cite_later("17.9.2").together_with(our(237))
            yield Reason(words, rule, (place,), decides=False)


def roll_for_last_markers(resolution: Resolution, firer: str, count: int) -> None:
    """For odds: roll for the last `count` markers that this unit laid, as if no others lay there."""
    course = resolution.course
    laid = [
        fire for fire in course.fires if fire.number > course.fires_placed - count and fire.firer == firer
    ]
    for place in dict.fromkeys(fire.at for fire in reversed(laid)):
        roll_for_fires_alone(resolution, place, tuple(fire for fire in laid if fire.at == place))
