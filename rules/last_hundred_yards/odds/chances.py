"""What a declaration can come to: every modifier as a cited reason, and the exact odds."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.game.chance.odds import Odds, odds_of
from rules.game.citation import Provenance
from rules.game.engine.game import NO_DIE_ROLL
from rules.game.modifiers import Modifiers
from rules.game.play import Action
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import CONCEALED
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault, Feint, feint_at_most
from rules.last_hundred_yards.declarations.assault.declaration import Assault, Reinforce
from rules.last_hundred_yards.declarations.assault.resolution import (
    DestroyVehicle,
    ResolveAssault,
    assault_odds,
    attempt_drm,
)
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank, anti_tank_shot
from rules.last_hundred_yards.declarations.fire.enfilade import Enfilade, GiveFront, fires_by_front
from rules.last_hundred_yards.declarations.fire.fire_phase import ResolveFire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms, small_arms_value
from rules.last_hundred_yards.declarations.mortars.mortar_fire import AdjustMortars, CallMortar, ExtendMortar
from rules.last_hundred_yards.effects.fire_resolution import harm_odds, harm_of_armour_die, harm_of_result
from rules.last_hundred_yards.odds.leaving_odds import assault_chances
from rules.last_hundred_yards.odds.maneuver_odds import chances_on_the_way
from rules.last_hundred_yards.odds.mortar_odds import adjust_chances, call_odds, extension_odds
from rules.last_hundred_yards.questions.assault.value import (
    DESTROYS,
    assault_drm,
    destruction_drm,
    participants,
)
from rules.last_hundred_yards.questions.fire.armour import armour_reason
from rules.last_hundred_yards.questions.fire.modifiers import (
    MOST_ANTI_TANK,
    MOST_SMALL_ARMS,
    SHOOT_AND_SCOOT,
    anti_tank_modifiers,
    marker_value,
)
from rules.last_hundred_yards.questions.fire.targets import soft_targets, units_meeting_result
from rules.last_hundred_yards.state.position import Position

_LATER = Provenance.LATER_EDITION


MODELLED = (
    AdjustMortars,
    Assault,
    CallMortar,
    DestroyVehicle,
    Enfilade,
    EnterAssault,
    ExtendMortar,
    Feint,
    FireAntiTank,
    FireSmallArms,
    Reinforce,
    ResolveAssault,
    ResolveFire,
)
"""The declarations whose odds are still worked out here."""


@implements("LHY-0.6")
def chances_of(position: Position, action: Action) -> Ruling[str]:
    """The ruling on a declaration, asked on what its side may know; no odds where the target is not known."""
    match action:
        case FireSmallArms():
            return _small_arms(position, action)
        case FireAntiTank():
            return _anti_tank(position, action)
        case Enfilade():
            return Ruling(str(action), "; ".join(_by_front(position, action)))
        case ResolveFire():
            if any(unit.has(CONCEALED) and unit.side != action.side for unit in position.at(action.at)):
                return Ruling(str(action), "what lies concealed is not known")
            return Ruling(str(action), "each marker one die", odds=harm_odds(position, action.at))
        case CallMortar():
            return Ruling(str(action), "where its markers fall", odds=call_odds(position, action))
        case ExtendMortar():
            return Ruling(str(action), "where its markers fall", odds=extension_odds(position, action))
        case Feint(stay=True):
            wanted = feint_at_most(position, action)
            return Ruling(str(action), f"{wanted} or less stays", odds=_at_most(wanted, "stays", "withdraws"))
        case ResolveAssault():
            return _assault(position, action)
        case DestroyVehicle():
            vehicle = position.unit(action.vehicle)
            taking_part = participants(position, position.place(vehicle), action.side)
            modifiers = destruction_drm(position, taking_part, action.side, vehicle)
            drm = attempt_drm(position, action)
            odds = odds_of(lambda dice: "destroyed" if dice.roll(10) + drm >= DESTROYS else "no effect")
            return Ruling(str(action), f"{drm:+d}, {DESTROYS} or more destroys", modifiers.as_reasons, odds)
        case Assault() | Reinforce() | EnterAssault():
            return assault_chances(position, action)
        case AdjustMortars():
            return adjust_chances(position, action)
        case _:
            return Ruling(str(action), NO_DIE_ROLL)


def _at_most(wanted: int, success: str, failure: str) -> Odds[str]:
    return odds_of(lambda dice: success if dice.roll(10) <= wanted else failure)


def _small_arms(position: Position, action: FireSmallArms) -> Ruling[str]:
    unit = position.unit(action.unit)
    value, each = small_arms_value(position, action, unit)
    reasons = _all(each)
    units = soft_targets(position, action.at[0], position.mission.enemy(action.side))
    met = units_meeting_result(units)
    verdict = f"SADRM {value:+d}"
    if not met or any(one.has(CONCEALED) for one in units) or len(action.at) > 1:
        return Ruling(str(action), verdict, reasons)
    odds = _one_marker(met[0], min(MOST_SMALL_ARMS, value))
    return _with_the_hex_moved(position, action, Ruling(str(action), verdict, reasons, odds))


def _by_front(position: Position, action: Enfilade) -> Iterator[str]:
    """What each of the fires named would be worth, for each front that the defender may give."""
    for front, fires in fires_by_front(position, action):
        told = (f"{fire.unit} {chances_of(turned, fire).verdict}" for turned, fire in fires)
        yield f"front at {GiveFront(action.side, action.target, front).where}: {', '.join(told)}"


def _one_marker(unit: Unit, value: int) -> Odds[str]:
    return odds_of(lambda dice: f"{unit} {harm_of_result(unit, dice.roll(10) + value).words}")


def _anti_tank(position: Position, action: FireAntiTank) -> Ruling[str]:
    unit = position.unit(action.unit)
    shots = [(name, *anti_tank_shot(position, action, unit, name)) for name in action.targets]
    each = [anti_tank_modifiers(position, shot, target) for _, shot, target in shots]
    value = min(marker_value(modifiers, MOST_ANTI_TANK) for modifiers in each)
    verdict = f"ATDRM {value:+d}{' E' if shots[0][1].rear else ''}"
    name, shot, target = shots[0]
    if len(shots) > 1 or name not in position.state.units:
        return Ruling(str(action), verdict, _all(each))
    odds = odds_of(
        lambda dice: f"{target} {harm_of_armour_die(position, target, dice.roll(10), value, shot.rear).words}"
    )
    reasons = (*_passed(action), *_all(each), armour_reason(position, target, rear=shot.rear))
    return _with_the_hex_moved(position, action, Ruling(str(action), verdict, reasons, odds))


@implements("LHY-0.6")
def _with_the_hex_moved(
    position: Position, action: FireSmallArms | FireAntiTank, fire: Ruling[str]
) -> Ruling[str]:
    """The ruling on fire with the dice of its hex of motion: before the fire, or after it with Shoot & Scoot."""
    if action.to is None or fire.odds is None:
        return fire
    dice, odds = chances_on_the_way(position, position.unit(action.unit), action.to, fire.odds)
    if not dice:
        return fire
    if action.motion == SHOOT_AND_SCOOT:
        return replace(fire, reasons=(*fire.reasons, *dice))
    return replace(fire, reasons=(*dice, *fire.reasons), odds=odds)


def _passed(action: FireAntiTank) -> Iterator[Reason]:
    if action.through is not None:
        words = f"{action.targets[0]} passed {action.through} in the open"
        yield Reason(words, cite("11.5.4g", _LATER), (action.through,))


def _assault(position: Position, action: ResolveAssault) -> Ruling[str]:
    assault = position.course.assault_at(action.at)
    if assault is None:
        return Ruling(str(action), "no assault is there")
    drm, modifiers = assault_drm(position, assault)
    if any(unit.has(CONCEALED) and unit.side != action.side for unit in position.at(action.at)):
        return Ruling(str(action), "what lies concealed is not known")
    return Ruling(str(action), f"die {drm:+d}", modifiers.as_reasons, assault_odds(position, assault))


def _all(each: Iterable[Modifiers]) -> tuple[Reason, ...]:
    return tuple(reason for modifiers in each for reason in modifiers.as_reasons)
