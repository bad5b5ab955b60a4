"""What the answer to an overrun or a bypass can come to: each marker against its vehicle or the riders. Chapter 10.4.5."""

from rules.game.citation import Provenance
from rules.game.odds import odds_of
from rules.game.ruling import Reason, Ruling
from rules.last_hundred_yards.armour import against
from rules.last_hundred_yards.fire_modifiers import MOST_ANTI_TANK, MOST_SMALL_ARMS, capped
from rules.last_hundred_yards.fire_resolution import armour_effect, effect
from rules.last_hundred_yards.fire_targets import candidates_for_result
from rules.last_hundred_yards.fire_within_hex import anti_tank_within, riders, small_arms_within
from rules.last_hundred_yards.maneuver_actions import FireWithinHex, ResistOverrun
from rules.last_hundred_yards.overrun_resistance import CLOSE_IN, closes_in, resistance
from rules.last_hundred_yards.position import Position
from rules.last_hundred_yards.rulebook import cite


def answer_chances(position: Position, action: FireWithinHex | ResistOverrun) -> Ruling[str]:
    """The ruling on one answer: its marker and the odds of its one die; none for fire that is split."""
    unit = position.unit(action.unit)
    if isinstance(action, ResistOverrun):
        return _standing_up(position, action)
    if action.small_arms:
        found = small_arms_within(position, unit)
        return _at_riders(position, action, capped(found, MOST_SMALL_ARMS), found.as_reasons)
    split = len(action.targets) > 1
    each = [anti_tank_within(position, unit, name, split) for name in action.targets]
    reasons = tuple(reason for one in each for reason in one.as_reasons)
    value = min(capped(one, MOST_ANTI_TANK) for one in each)
    if split:
        return Ruling(str(action), f"ATDRM {value:+d}", reasons)
    return _at_vehicle(position, str(action), action.targets[0], value, reasons)


def _at_vehicle(
    position: Position, question: str, target: str, value: int, reasons: tuple[Reason, ...]
) -> Ruling[str]:
    vehicle = position.unit(target)
    odds = odds_of(
        lambda dice: f"{vehicle} {armour_effect(position, vehicle, dice.roll(10), value, False).words}"
    )
    return Ruling(question, f"ATDRM {value:+d}", (*reasons, against(position, vehicle)), odds)


def _at_riders(
    position: Position, action: FireWithinHex, value: int, reasons: tuple[Reason, ...]
) -> Ruling[str]:
    paused = position.course.paused
    met = candidates_for_result(riders(position, paused)) if paused is not None else ()
    if len(met) != 1:
        return Ruling(str(action), f"SADRM {value:+d}", reasons)
    odds = odds_of(lambda dice: f"{met[0]} {effect(met[0], dice.roll(10) + value).words}")
    return Ruling(str(action), f"SADRM {value:+d}", reasons, odds)


def _standing_up(position: Position, action: ResistOverrun) -> Ruling[str]:
    """A marker of fixed value, or the die of the later rules."""
    unit, vehicle = position.unit(action.unit), position.unit(action.vehicle)
    if not position.mission.edition.later_overrun:
        value = resistance(position, unit) or 0
        return _at_vehicle(
            position, str(action), vehicle.id, value, (Reason(f"{unit} {value:+d}", cite("10.4.5")),)
        )
    odds = odds_of(lambda dice: f"{vehicle} {closes_in(position, unit, dice.roll(10)).words}")
    return Ruling(
        str(action),
        f"{CLOSE_IN} strikes the AFV",
        (Reason("a squad closes in", cite("10.4.5", Provenance.LATER_EDITION)),),
        odds,
    )
