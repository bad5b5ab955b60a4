"""Recovery from disruption, regrouping and shock; rallying and heroism. Chapter 14."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.game.chance.dice import Dice
from rules.game.engine.procedure import Factors, Procedure
from rules.game.modifiers import Modifier, Modifiers, modifier
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.last_hundred_yards.book.conditions import DISRUPTED, ELITE, HEROIC, REGROUPING, SHOCKED
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.activation_rights import record_activation
from rules.last_hundred_yards.effects.harm import destroy
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.activation.heroism import may_be_heroic
from rules.last_hundred_yards.questions.activation.pinned import is_pinned
from rules.last_hundred_yards.questions.activation.rights import Right, lacks_right, own_unit, ready_units
from rules.last_hundred_yards.questions.activation.taking_part import is_activated, nearest_platoons
from rules.last_hundred_yards.questions.fire.modifiers import suppression
from rules.last_hundred_yards.state.events.maneuver_events import (
    ActionKept,
    ActionRegained,
    HeroMadeFor,
    UnitActed,
)
from rules.last_hundred_yards.state.events.unit_events import UnitChanged, changed
from rules.last_hundred_yards.state.position import Position, best_cohesion, cohesion_of, is_moving, row_of
from rules.last_hundred_yards.state.progress import UNIT_ACTIONS, ActionKind


@dataclass(frozen=True, slots=True)
class Recover:
    """Try to recover from disruption or shock, or all regrouping units of a hex; a leader may help (14)."""

    side: str
    unit: UnitId
    leader: UnitId = ""

    def __str__(self) -> str:
        return f"{self.unit} recovers{f', {self.leader} helping' if self.leader else ''}"


class Recovery(StrEnum):
    """The result of an attempt to recover."""

    FAILED = "still as it was"
    RECOVERED = "recovered"
    RALLIED = "rallied, may act again"
    HEROIC = "heroic"
    ABANDONED = "abandoned"


def candidates(position: Position, side: str) -> Iterator[Recover]:
    """Every attempt, alone and with each leader of the hex."""
    for unit in ready_units(position, side, Right.RECOVER):
        if not any(unit.has(word) for word in (DISRUPTED, REGROUPING, SHOCKED)):
            continue
        yield Recover(side, unit.id)
        if not unit.has(SHOCKED):
            for leader in position.friends_at(position.place(unit), side):
                if row_of(leader).kind is UnitKind.LEADER and leader.id != unit.id:
                    yield Recover(side, unit.id, leader.id)


@implements("LHY-14.1.1", "LHY-14.1.2a", "LHY-14.1.3")
def forbids(position: Position, action: Recover) -> Iterator[Reason]:
    """Why a unit may not try to recover, or a leader not help it."""
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
        return
    place = position.place(unit)
    yield from lacks_right(position, unit, Right.RECOVER, "recover")
    if not any(unit.has(word) for word in (DISRUPTED, REGROUPING, SHOCKED)):
        yield Reason(f"{unit} has nothing to recover from", cite_later("14.1"), (place,))
    if is_pinned(position, unit):
        yield Reason(
            f"{unit} is pinned in a primary impact hex and may only withdraw",
            cite_later("11.4.8"),
            (place,),
        )
    if position.is_marked_assault(place):
        yield Reason("no unit may recover in an assault hex", cite_later("13.3.1"), (place,))
    if _rides_along(position, unit):
        yield Reason(f"{unit} recovers aboard a stationary vehicle only", cite_later("14.1"), (place,))
    if action.leader:
        yield from _leader_cannot(position, unit, action)


def _leader_cannot(position: Position, unit: Unit, action: Recover) -> Iterator[Reason]:
    leader = own_unit(position, action.side, action.leader)
    if isinstance(leader, Reason):
        yield leader
        return
    own = row_of(leader)
    if leader.id == unit.id:
        yield Reason(f"{leader} cannot help himself", cite_later("14.1"))
    if own.kind is not UnitKind.LEADER:
        yield Reason(f"{leader} is not a leader", cite_later("14.1"))
        return
    if leader.at != unit.at:
        yield Reason(f"{leader} is not in the hex", cite_later("14.1"))
    if own.platoon_key not in _helping_platoons(position, unit):
        yield Reason(f"{unit} is not of the platoon of {leader}", cite_later("14.1"))
    if leader.id in position.course.acted and not _has_just_come(position, leader):
        yield Reason(f"{leader} has already acted this turn", cite("9.0"))
    if leader.id in position.course.spent_leaders:
        yield Reason(f"{leader} has recovered from disruption or helped in this turn", cite_later("14.1.3"))
    if leader.has(DISRUPTED) or (leader.has(REGROUPING) and not unit.has(REGROUPING)) or unit.has(SHOCKED):
        yield Reason(f"{leader} cannot help", cite_later("14.1"))


@implements("LHY-14.1.2b")
def _helping_platoons(position: Position, unit: Unit) -> frozenset[str]:
    """The platoons whose leaders may help a unit: its own; for support the nearest, for ad hoc units also those it acts with."""
    row, activated = row_of(unit), frozenset(position.course.platoons)
    if row.is_support:
        return nearest_platoons(position, unit)
    is_ad_hoc = row.is_infantry and row.platoon_key not in activated and is_activated(position, unit)
    return activated | {row.platoon_key} if is_ad_hoc else frozenset((row.platoon_key,))


@implements("LHY-14.1.2a")
def _has_just_come(position: Position, leader: Unit) -> bool:
    """Whether a leader maneuvered since the last call: he may come and help in one action."""
    return any(deed.unit == leader.id and deed.kind is ActionKind.MANEUVER for deed in position.course.doing)


@implements("LHY-14.2a", "LHY-14.2b", "LHY-14.2c", "LHY-14.7")
def recovery_modifiers(position: Position, unit: Unit, leader: str) -> Modifiers:
    """The modifiers of the recovery die; a shocked AFV has none."""
    each: list[Modifier] = []
    if unit.has(SHOCKED):
        return Modifiers()
    if suppression(position, unit):
        each.append(modifier(1, "suppressed", cite_later("14.2a")))
    if leader:
        each.append(modifier(-1, "a leader helps", cite_later("14.2b")))
    if any(other.has(ELITE) for other in _units_with_best_cohesion(position, unit)):
        each.append(modifier(-1, "elite", cite_later("14.2c")))
    return Modifiers(tuple(each))


@implements("LHY-14.3a", "LHY-14.3b", "LHY-14.3c", "LHY-14.6.0.2")
def recover_from_disruption(dice: Dice, cohesion: int, net: int, may_be_heroic: bool) -> Recovery:
    """The die of a disrupted unit."""

    def by(die: int) -> Recovery:
        if die == 10 and may_be_heroic:
            return Recovery.HEROIC
        if die + net <= 1:
            return Recovery.RALLIED
        return Recovery.RECOVERED if die + net <= cohesion else Recovery.FAILED

    return dice.decide("", D10, by)


@implements("LHY-14.4a", "LHY-14.4b")
def regroup(dice: Dice, cohesion: int, net: int, may_be_heroic: bool) -> Recovery:
    """The one die of all regrouping units of a hex."""

    def by(die: int) -> Recovery:
        if die == 10 and may_be_heroic:
            return Recovery.HEROIC
        return Recovery.RALLIED if die + net <= cohesion else Recovery.FAILED

    return dice.decide("", D10, by)


@implements("LHY-14.7")
def recover_from_shock(dice: Dice) -> Recovery:
    """The die of a shocked AFV."""

    def by(die: int) -> Recovery:
        if die == 1:
            return Recovery.RALLIED
        if die <= 4:
            return Recovery.RECOVERED
        return Recovery.FAILED if die <= 7 else Recovery.ABANDONED

    return dice.decide("", D10, by)


def recovery_factors(position: Position, action: Recover) -> Factors:
    """The sum of the modifiers, and each of them."""
    modifiers = recovery_modifiers(position, position.unit(action.unit), action.leader)
    return Factors(f"die {modifiers.net:+d}", modifiers.as_reasons)


@implements("LHY-14.7", "LHY-14.4a", "LHY-14.5a", "LHY-14.5b", "LHY-14.6.0.1a", "LHY-14.6.0.1b")
def attempt(position: Position, action: Recover, dice: Dice) -> Recovery:
    unit = position.unit(action.unit)
    if unit.has(SHOCKED):
        return recover_from_shock(dice)
    net = recovery_modifiers(position, unit, action.leader).net
    if unit.has(DISRUPTED):
        return recover_from_disruption(dice, cohesion_of(unit), net, may_be_heroic(position, unit))
    best = best_cohesion(tuple(_units_with_best_cohesion(position, unit)))
    group = regrouping_group(position, unit)
    return regroup(dice, best, net, any(may_be_heroic(position, member) for member in group))


def _units_with_best_cohesion(position: Position, unit: Unit) -> list[Unit]:
    """The unit itself or, if it regroups, the units of its hex with the best Cohesion, which their one die must not exceed."""
    if unit.has(DISRUPTED):
        return [unit]
    group = regrouping_group(position, unit) or [unit]
    combat = [member for member in group if row_of(member).is_combat] or group
    best = max(map(cohesion_of, combat))
    return [member for member in combat if cohesion_of(member) == best]


@implements("LHY-14.4a", "LHY-14.1.1")
def regrouping_group(position: Position, unit: Unit) -> list[Unit]:
    """The regrouping units of a hex that throw one die together: not acted yet, and on no moving vehicle (reading 214)."""
    return [man for man in _units_that_may_rally(position, unit) if man.id not in position.course.acted]


@implements("LHY-14.4a.all", "LHY-14.1.1")
def _units_that_may_rally(position: Position, unit: Unit) -> list[Unit]:
    """All regrouping units of a unit's hex on no moving vehicle, including those that have acted."""
    friends = position.friends_at(position.place(unit), unit.side)
    return [friend for friend in friends if friend.has(REGROUPING) and not _rides_along(position, friend)]


@implements("LHY-14.1.1")
def _rides_along(position: Position, unit: Unit) -> bool:
    """Whether a unit is aboard a vehicle that is not stationary, where no unit recovers."""
    carrier = position.course.carrier_of(unit.id)
    return carrier is not None and is_moving(position.unit(carrier))


@implements("LHY-14.4a", "LHY-14.5a", "LHY-14.5b", "LHY-14.6.0.1a", "LHY-14.6.0.1b", "LHY-8.3b.1", "LHY-14.7")
def recover(resolution: Resolution, action: Recover) -> None:
    """Make the attempt: throw the die, then carry out the result for unit, hex and leader."""
    position = resolution.position
    unit = position.unit(action.unit)
    record_activation(resolution, unit, led=True)
    regroups = unit.has(REGROUPING) and not unit.has(DISRUPTED)
    group = regrouping_group(position, unit) if regroups else [unit]
    result = attempt(position, action, resolution.named(f"{unit} tries to recover"))
    place = position.place(unit)
    free_leader = "" if action.leader in position.course.acted else action.leader
    for member in group:
        resolution.happen(UnitActed(member.id, ActionKind.RECOVER, (place,)))
    if action.leader:
        resolution.happen(UnitActed(action.leader, ActionKind.RECOVER, (place,)))
    if result is Recovery.RALLIED and regroups:
        group = _units_that_may_rally(position, unit)
    _carry_out_recovery(resolution, unit, group, result, free_leader)


@implements("LHY-14.7", "LHY-14.3a")
def _carry_out_recovery(
    resolution: Resolution, unit: Unit, group: list[Unit], result: Recovery, leader: str
) -> None:
    match result:
        case Recovery.RECOVERED:
            resolution.happen(changed(unit, (), (DISRUPTED, SHOCKED)))
        case Recovery.RALLIED:
            for member in group:
                resolution.happen(changed(member, (), (DISRUPTED, REGROUPING, SHOCKED)))
                resolution.happen(ActionRegained(member.id, member.has(DISRUPTED)))
            if leader:
                resolution.happen(ActionKept(leader))
        case Recovery.HEROIC:
            _turn_heroic(resolution, unit, group, leader)
        case Recovery.ABANDONED:
            destroy(resolution, unit)
        case Recovery.FAILED:
            pass


@implements("LHY-14.6.0.1a", "LHY-14.3c", "LHY-14.4b")
def _turn_heroic(resolution: Resolution, unit: Unit, group: list[Unit], leader: str) -> None:
    place = resolution.position.place(unit)
    able = [member for member in group if may_be_heroic(resolution.position, member)]
    hero = unit if unit.has(DISRUPTED) else able[resolution.pick(f"who becomes a hero in {place}", len(able))]
    for other in resolution.position.friends_at(place, unit.side):
        if other.id == hero.id:
            resolution.happen(changed(hero, (HEROIC,), (DISRUPTED, REGROUPING)))
            resolution.happen(HeroMadeFor(hero.id, ()), ActionRegained(hero.id))
        elif other.has(DISRUPTED):
            resolution.happen(UnitChanged(other.id, lost=(DISRUPTED,)))
            resolution.happen(UnitActed(other.id, ActionKind.RECOVER, ()))
        elif other.has(REGROUPING):
            resolution.happen(UnitChanged(other.id, lost=(REGROUPING,)))
            resolution.happen(ActionRegained(other.id))
    if leader:
        resolution.happen(ActionKept(leader))


RECOVER = Procedure(Recover, UNIT_ACTIONS, candidates, forbids, recover, recovery_factors)
