"""Fire at vehicles that overrun or bypass a hex, by the units in it. Chapter 10.4.5."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from rules.game.engine.procedure import Factors, Procedure
from rules.game.modifiers import Modifiers
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.last_hundred_yards.book.conditions import DISRUPTED, OVERWATCH, SHOCKED
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.fire_steps import steps_on_the_spot, throw_steps
from rules.last_hundred_yards.effects.harm import inflict_together, men_are_forced_off
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.pinned import forbids_anti_tank_while_regrouping, is_pinned
from rules.last_hundred_yards.questions.activation.rights import owes_other_fire, own_unit
from rules.last_hundred_yards.questions.fire.aiming import forbids_same_fire, kept_from_fire_by_obstacles
from rules.last_hundred_yards.questions.fire.modifiers import (
    LEAST,
    MOST_ANTI_TANK,
    MOST_SMALL_ARMS,
    Shot,
    anti_tank_modifiers,
    forbids_weak_fire,
    marker_value,
    small_arms_modifiers,
)
from rules.last_hundred_yards.questions.fire.targets import armour_reason, forbids_low_atv
from rules.last_hundred_yards.questions.movement.vehicle_stacks import answering_fires
from rules.last_hundred_yards.state.events.fire_events import FirePlaced, FiresRemoved
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.unit_events import UnitChanged
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.position import Position, is_moving, row_of
from rules.last_hundred_yards.state.progress import ActionKind, Decision, DecisionKind, Moving


@dataclass(frozen=True, slots=True)
class FireWithinHex:
    """Fire at vehicles that overrun or bypass the hex: anti-tank at one, or two if split, or small arms at riders."""

    side: str
    unit: UnitId
    targets: tuple[UnitId, ...] = ()
    small_arms: bool = False

    def __str__(self) -> str:
        how = "small arms at the riders" if self.small_arms else f"anti-tank at {' and '.join(self.targets)}"
        return f"{self.unit} fires {how} in its hex"


_ASKED = (DecisionKind.OVERRUN_FIRE, DecisionKind.FIRE_WITHIN_HEX)


def candidates(position: Position, side: str) -> Iterator[FireWithinHex]:
    """Fire by every unit of the hex at each vehicle that halts there, at two at once, and at riders."""
    due, paused = position.course.due_of(*_ASKED), position.course.paused
    if due is None or due.at is None or paused is None:
        return
    for unit in position.friends_at(due.at, side):
        for number in (1, 2):
            for targets in combinations(paused.units, number):
                yield FireWithinHex(side, unit.id, targets)
        yield FireWithinHex(side, unit.id, small_arms=True)


def answers(position: Position, side: str) -> tuple[FireWithinHex, ...]:
    """The fire within the hex that may be declared now."""
    return tuple(
        candidate
        for candidate in candidates(position, side)
        if next(forbids(position, candidate), None) is None
    )


@implements(
    "LHY-10.4.5P.2a", "LHY-10.4.5P.2b", "LHY-10.4.5L.7a", "LHY-10.4.5L.7c", "LHY-10.4.5B.2", "LHY-11.2a",
)  # fmt: skip
def forbids(position: Position, action: FireWithinHex) -> Iterator[Reason]:
    """Why a unit may not fire at vehicles that halt in its hex."""
    due, paused = position.course.due_of(*_ASKED), position.course.paused
    assert due is not None
    assert due.at is not None
    assert paused is not None
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
        return
    if unit.at != due.at:
        yield Reason(f"{unit} is not in {due.at}", cite("10.4.5"), (due.at,))
        return
    yield from _cannot_answer(position, unit, paused)
    kind = FireKind.SADRM if action.small_arms else FireKind.ATDRM
    yield from forbids_same_fire(position, unit, kind)
    if action.small_arms:
        yield from _no_riders(position, unit, paused, due)
    else:
        yield from _wrong_targets(position, unit, action, paused, due)


@implements("LHY-10.4.5B.2", "LHY-11.0a", "LHY-10.4.1.ow")
def _cannot_answer(position: Position, unit: Unit, paused: Moving) -> Iterator[Reason]:
    """Why a unit does not fire at all: it is in no condition to, or has acted and has neither an FP's other fire left nor overwatch at a bypass."""
    place = position.place(unit)
    watches = paused.bypassed and unit.has(OVERWATCH)
    if unit.id in position.course.acted and not watches and not owes_other_fire(position, unit):
        yield Reason(f"{unit} has already acted this turn", cite("9.0"))
    for condition in (DISRUPTED, SHOCKED):
        if unit.has(condition):
            yield Reason(f"{unit} is {condition}", cite_later("12.3"), (place,))
    yield from forbids_anti_tank_while_regrouping(unit)
    if position.course.is_aboard(unit.id):
        yield Reason(f"{unit} is aboard a vehicle", cite_later("11.3b"), (place,))
    if is_moving(unit):
        yield Reason(f"{unit} is in motion", cite("10.4.1"), (place,))
    if is_pinned(position, unit):
        yield Reason("only AFVs and FPs fire out of a primary impact hex", cite_later("11.4.8a"), (place,))
    yield from kept_from_fire_by_obstacles(position, unit)


def _no_riders(position: Position, unit: Unit, paused: Moving, due: Decision) -> Iterator[Reason]:
    if due.kind is DecisionKind.OVERRUN_FIRE or paused.overran:
        yield Reason("against an overrun only anti-tank fire is made", cite("10.4.5"))
    if row_of(unit).sav is None:
        yield Reason(f"{unit} has no SAV", cite("1.5"))
    elif not riders(position, paused):
        yield Reason("nobody rides there on an AFV", cite_later("11.3"))
    else:
        yield from forbids_weak_fire(marker_value(small_arms_within(position, unit), MOST_SMALL_ARMS))


def _wrong_targets(
    position: Position, unit: Unit, action: FireWithinHex, paused: Moving, due: Decision
) -> Iterator[Reason]:
    row, split = row_of(unit), len(action.targets) == 2
    if row.atv is None:
        yield Reason(f"{unit} has no ATV", cite("1.7"))
        return
    if len(set(action.targets)) != len(action.targets) or not 1 <= len(action.targets) <= 2:
        yield Reason("anti-tank fire is at one vehicle, or split over two", cite_later("11.5.3"))
    if split and not _may_split(position, unit, due):
        yield Reason(f"{unit} does not split its fire here", cite("10.4.5"))
    for name in action.targets:
        if name not in paused.units:
            yield Reason(f"{name} does not drive through {due.at}", cite("10.4.5"))
            return
        yield from _wrong_target(position, unit, position.unit(name), due)
        yield from _why_uneven(position, unit, name, action.targets, paused)
        modifiers = anti_tank_within(position, unit, name, split)
        yield from forbids_weak_fire(marker_value(modifiers, MOST_ANTI_TANK))


@implements("LHY-11.5.1d")
def _why_uneven(
    position: Position, unit: Unit, name: str, targets: tuple[str, ...], paused: Moving
) -> Iterator[Reason]:
    """Why an AFV may not be fired at again: fires, and both halves of one, are spread evenly over the AFVs that drive through."""
    if row_of(position.unit(name)).kind is not UnitKind.AFV:
        return
    at, split = paused.path[-1], len(targets) == 2
    on = Counter(fire.target for fire in position.course.fires_at(at))
    on.update(other for other in targets if other != name)
    others = [
        other
        for other in paused.units
        if other != name
        and row_of(position.unit(other)).kind is UnitKind.AFV
        and marker_value(anti_tank_within(position, unit, other, split), MOST_ANTI_TANK) >= LEAST
    ]
    if others and on[name] > min(on[other] for other in others):
        yield Reason(
            f"fires at the AFVs of {at} are spread as evenly as possible", cite_later("11.5.1d"), (at,)
        )


def _may_split(position: Position, unit: Unit, due: Decision) -> bool:
    """Whether a unit may split its fire: only a towed gun against an overrun, in the 2019 rules."""
    overrun = due.kind is DecisionKind.OVERRUN_FIRE and not position.mission.edition.later_overrun
    return overrun and row_of(unit).kind is UnitKind.GUN


def _wrong_target(position: Position, unit: Unit, vehicle: Unit, due: Decision) -> Iterator[Reason]:
    row, aim = row_of(unit), row_of(vehicle)
    later = position.mission.edition.later_overrun
    yield from forbids_low_atv(unit, {aim.kind})
    if due.kind is DecisionKind.OVERRUN_FIRE:
        if not later and row.kind not in (UnitKind.GUN, UnitKind.LATW):
            yield Reason("towed guns and LATWs fire at overrunners", cite("10.4.5"))
        if later and aim.kind is not UnitKind.AFV:
            yield Reason("units with an ATV of 0 or more fire at an overrunning AFV", cite_later("10.4.5"))


def riders(position: Position, moving: Moving) -> tuple[Unit, ...]:
    """The units that ride on the AFVs of a maneuver."""
    afvs = [name for name in moving.units if row_of(position.unit(name)).kind is UnitKind.AFV]
    return tuple(position.unit(load) for afv in afvs for load in position.course.loads_of(afv))


def anti_tank_within(position: Position, unit: Unit, target: str, split: bool) -> Modifiers:
    """The modifiers of anti-tank fire at a vehicle in the firer's hex."""
    place = position.place(unit)
    return anti_tank_modifiers(position, Shot(unit, place, place, split=split), position.unit(target))


def small_arms_within(position: Position, unit: Unit) -> Modifiers:
    """The modifiers of small arms fire at riders in the firer's hex."""
    place = position.place(unit)
    return small_arms_modifiers(position, Shot(unit, place, place))


@implements("LHY-10.4.5P.2b", "LHY-10.4.5B.2", "LHY-10.4.5L.7d", "LHY-10.4.6.2c", "LHY-10.4.1.ow")
def fire(resolution: Resolution, action: FireWithinHex) -> None:
    """The markers are laid on the vehicles, or on the hex for the riders; it was the unit's action, and riders of an AFV get off."""
    unit, position = resolution.state.unit(action.unit), resolution.position
    at, enemy = position.place(unit), position.mission.enemy(unit.side)
    split = len(action.targets) > 1
    by_target = {name: anti_tank_within(position, unit, name, split) for name in action.targets}
    for name, modifiers in by_target.items():
        value, number = marker_value(modifiers, MOST_ANTI_TANK), resolution.course.next_fire_number
        resolution.happen(FirePlaced(FireMarker(
            number, FireKind.ATDRM, at, value, against=enemy, target=name, firer=unit.id,
            collateral=row_of(unit).does_collateral_damage,
        ), modifiers.in_short))  # fmt: skip
    if action.small_arms:
        modifiers = small_arms_within(position, unit)
        value, number = marker_value(modifiers, MOST_SMALL_ARMS), resolution.course.next_fire_number
        marker = FireMarker(number, FireKind.SADRM, at, value, against=enemy, firer=unit.id)
        resolution.happen(FirePlaced(marker, modifiers.in_short))
    resolution.happen(UnitActed(unit.id, ActionKind.FIRE, (at,)))
    if unit.has(OVERWATCH):
        resolution.happen(UnitChanged(unit.id, lost=(OVERWATCH,)))
    if row_of(unit).kind is UnitKind.AFV:
        men_are_forced_off(resolution, unit)


@implements("LHY-10.4.5L.7d", "LHY-10.4.5B.2", "LHY-10.4.6.2c")
def resolve_on_the_spot(resolution: Resolution, moving: Moving) -> None:
    """Roll at once for the fire that answered (reading 78); if a rider is harmed, all riders of its vehicle get off."""
    _roll_for(resolution, moving, answering_fires(resolution.position, moving))


def _roll_for(resolution: Resolution, moving: Moving, fires: tuple[FireMarker, ...]) -> None:
    """Roll for some of the fire at vehicles that halt in a hex."""
    if not fires:
        return
    position = resolution.position
    outcome = throw_steps(
        resolution, steps_on_the_spot(position, moving.path[-1], fires, riders(position, moving))
    )
    resolution.happen(FiresRemoved(tuple(fire.number for fire in fires)))
    inflict_together(resolution, outcome.harm)


def factors(position: Position, action: FireWithinHex) -> Factors:
    """The marker of the fire with its modifiers, and the armour that its die is compared with."""
    unit = position.unit(action.unit)
    if action.small_arms:
        modifiers = small_arms_within(position, unit)
        return Factors(f"SADRM {marker_value(modifiers, MOST_SMALL_ARMS):+d}", modifiers.as_reasons)
    split = len(action.targets) > 1
    per_target = [anti_tank_within(position, unit, name, split) for name in action.targets]
    value = min(marker_value(modifiers, MOST_ANTI_TANK) for modifiers in per_target)
    armour = () if split else (armour_reason(position, position.unit(action.targets[0])),)
    return Factors(
        f"ATDRM {value:+d}",
        (*(reason for modifiers in per_target for reason in modifiers.as_reasons), *armour),
    )


def roll_markers_for_odds(resolution: Resolution, action: FireWithinHex) -> None:
    """For odds: roll for the markers that it laid."""
    roll_for_last_fires(resolution, action.unit, len(action.targets) or 1)


def roll_for_last_fires(resolution: Resolution, firer: str, count: int) -> None:
    """For odds: roll for the last `count` markers that a unit laid on the vehicles that halt in its hex."""
    paused, placed = resolution.course.paused, resolution.course.fires_placed
    if paused is not None:
        fires = answering_fires(resolution.position, paused)
        last = tuple(fire for fire in fires if fire.firer == firer and fire.number > placed - count)
        _roll_for(resolution, paused, last)


FIRE_WITHIN_HEX = Procedure(FireWithinHex, _ASKED, candidates, forbids, fire, factors, roll_markers_for_odds)
