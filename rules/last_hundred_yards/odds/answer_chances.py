"""What the answer to an overrun or a bypass can come to: each marker against its vehicle or the riders. Chapter 10.4.5."""

from rules.game.chance.odds import odds_of, odds_of_steps
from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import (
    FireWithinHex,
    answering_fires,
    anti_tank_within,
    is_on_the_spot,
    riders,
    small_arms_within,
)
from rules.last_hundred_yards.declarations.vehicles.overrun_resistance import (
    CLOSE_IN,
    ResistOverrun,
    closes_in,
    resistance,
)
from rules.last_hundred_yards.effects.fire_resolution import (
    FireOutcome,
    harm_of_armour_die,
    harm_of_result,
    steps_on_the_spot,
)
from rules.last_hundred_yards.odds.maneuver_odds import NO_DIE, ON_THE_SPOT
from rules.last_hundred_yards.questions.fire.armour import armour_reason
from rules.last_hundred_yards.questions.fire.modifiers import MOST_ANTI_TANK, MOST_SMALL_ARMS, marker_value
from rules.last_hundred_yards.questions.fire.targets import units_meeting_result
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import DecisionKind

_SPOT = cite("10.4.5", Provenance.LATER_EDITION)


def answer_chances(position: Position, action: FireWithinHex | ResistOverrun) -> Ruling[str]:
    """The ruling on one answer: its marker and the odds of its one die; none for fire that is split."""
    unit = position.unit(action.unit)
    if isinstance(action, ResistOverrun):
        return _standing_up(position, action)
    if action.small_arms:
        found = small_arms_within(position, unit)
        return _at_riders(position, action, marker_value(found, MOST_SMALL_ARMS), found.as_reasons)
    split = len(action.targets) > 1
    each = [anti_tank_within(position, unit, name, split) for name in action.targets]
    reasons = tuple(reason for one in each for reason in one.as_reasons)
    value = min(marker_value(one, MOST_ANTI_TANK) for one in each)
    if split:
        return Ruling(str(action), f"ATDRM {value:+d}", reasons)
    return _at_vehicle(position, str(action), action.targets[0], value, reasons)


@implements("LHY-0.6")
def unanswered_chances(position: Position, action: Pass) -> Ruling[str]:
    """The ruling on answering no more: the fire laid in the hex is rolled for, unless others may answer yet."""
    due, moving = position.course.decisions[0], position.course.paused
    fires = () if moving is None else answering_fires(position, moving)
    if moving is None or not fires or not is_on_the_spot(position, moving):
        return Ruling(str(action), NO_DIE)
    place = moving.path[-1]
    reasons = tuple(
        Reason(f"{one.kind.upper()} {one.value:+d} on {one.target or place}", _SPOT, (place,))
        for one in fires
    )  # fmt: skip
    if due.kind is not DecisionKind.FIRE_WITHIN_HEX:
        return Ruling(str(action), ON_THE_SPOT, reasons)
    steps = steps_on_the_spot(position, place, fires, riders(position, moving))
    odds = odds_of_steps(FireOutcome(), (named.step for named in steps)).map(lambda outcome: outcome.words)
    return Ruling(str(action), ON_THE_SPOT, reasons, odds)


def _at_vehicle(
    position: Position, question: str, target: str, value: int, reasons: tuple[Reason, ...]
) -> Ruling[str]:
    vehicle = position.unit(target)
    odds = odds_of(
        lambda dice: f"{vehicle} {harm_of_armour_die(position, vehicle, dice.roll(10), value, False).words}"
    )
    return Ruling(question, f"ATDRM {value:+d}", (*reasons, armour_reason(position, vehicle)), odds)


def _at_riders(
    position: Position, action: FireWithinHex, value: int, reasons: tuple[Reason, ...]
) -> Ruling[str]:
    paused = position.course.paused
    met = units_meeting_result(riders(position, paused)) if paused is not None else ()
    if len(met) != 1:
        return Ruling(str(action), f"SADRM {value:+d}", reasons)
    odds = odds_of(lambda dice: f"{met[0]} {harm_of_result(met[0], dice.roll(10) + value).words}")
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
