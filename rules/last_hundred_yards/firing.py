"""Fire actions: who may fire at what, and the marker it leaves. Chapters 11.0, 11.3 and 11.5."""

from collections.abc import Iterator

from rules.game.citation import Provenance
from rules.game.modifiers import Modifiers
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hexes import Hex
from rules.last_hundred_yards.acting import Right, is_activated, rights
from rules.last_hundred_yards.concealment import uncover
from rules.last_hundred_yards.conditions import (
    DISRUPTED,
    HIDDEN,
    IN_MOTION,
    OVERWATCH,
    REGROUPING,
    SHOCKED,
    STOPPED,
)
from rules.last_hundred_yards.course import ActionKind, Decision, FireKind, FireMarker, Step
from rules.last_hundred_yards.enfilade import (
    are_beside,
    hexsides_toward,
    is_in_front,
    is_rear_of_hex,
    named_fire,
)
from rules.last_hundred_yards.entering import cannot_enter
from rules.last_hundred_yards.fire_actions import FireSmallArms
from rules.last_hundred_yards.fire_modifiers import (
    HALT_AND_FIRE,
    LEAST,
    MOST_SMALL_ARMS,
    SHOOT_AND_SCOOT,
    Shot,
    capped,
    small_arms_modifiers,
)
from rules.last_hundred_yards.harm import force_off
from rules.last_hundred_yards.leaving import has_ground, step_to
from rules.last_hundred_yards.los import is_urban_road
from rules.last_hundred_yards.maneuvering import note_right
from rules.last_hundred_yards.marker_events import FiredThrough, FirePlaced
from rules.last_hundred_yards.position import Position, is_moving, kept_reasons, row_of
from rules.last_hundred_yards.procedures import Procedure, lacks_right, own_unit, ready_units
from rules.last_hundred_yards.readings_of_play import ours
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import CameFrom, UnitActed, UnitChanged
from rules.last_hundred_yards.unit_types import UnitKind
from rules.last_hundred_yards.view import view_of

_LATER = Provenance.LATER_EDITION
FIRING = Right.FIRE | Right.HALT_AND_FIRE | Right.LATW_FIRE

CLASSES = {
    UnitKind.AFV: "afv",
    UnitKind.FP: "fp",
    UnitKind.HALFTRACK: "carrier",
    UnitKind.TRUCK: "carrier",
    UnitKind.GUN: "gun",
}
"""What an inquiry tells apart (4.3)."""


def small_arms_candidates(position: Position, side: str) -> Iterator[FireSmallArms]:
    """Every unit at every hex with known enemies, with each way a vehicle may combine fire and motion."""
    if position.course.moving is not None:
        return
    places = known_enemy_hexes(position, side)
    for unit in ready_units(position, side, FIRING):
        row = row_of(unit)
        if row.sav is None:
            continue
        near = [at for at in places if position.distance(position.place(unit), at) <= row.sav_range_hexes + 1]
        for motion, to in motions(position, unit):
            if cannot_fire(position, unit, motion, to):
                continue
            start = fires_from(position, unit, motion, to)
            for at in near:
                if not cannot_aim(position, unit, start, at, row.sav_range_hexes):
                    yield FireSmallArms(side, unit.id, (at,), motion, to)
        if position.course.step is Step.REACTION and (
            row.is_infantry or row.kind in (UnitKind.MG, UnitKind.FP)
        ):
            close = [at for at in near if position.distance(position.place(unit), at) <= 2]
            for number, one in enumerate(close):
                for other in close[number + 1 :]:
                    yield FireSmallArms(side, unit.id, (one, other))


def known_enemy_hexes(position: Position, side: str) -> list[Hex]:
    """Every hex with enemies that a side knows of."""
    return sorted(
        {at for unit in position.enemies_of(side) if not unit.has(HIDDEN) for at in [position.place(unit)]}
    )


def motions(position: Position, unit: Unit) -> Iterator[tuple[str, Hex | None]]:
    """The ways a unit may combine fire with motion, each with the hex it moves to."""
    row = row_of(unit)
    if not row.is_tracked or not is_moving(unit):
        yield "", None
    if not row.is_tracked:
        return
    motion = HALT_AND_FIRE if unit.has(IN_MOTION) else SHOOT_AND_SCOOT
    yield motion, None
    for near in position.board.grid.neighbours(position.place(unit)):
        yield motion, near


@implements(
    "LHY-11.0.2", "LHY-11.0a", "LHY-11.0b", "LHY-11.3a", "LHY-11.3b", "LHY-11.3.2", "LHY-11.3.3d", "LHY-8.0b",
    "LHY-4.1.9b.1", "LHY-4.1.9b.2", "LHY-11.2a", "LHY-1.5.2", "LHY-2.1.3", "LHY-4.1.14.7", "LHY-T-UCT.1",
)  # fmt: skip
def forbids_small_arms(position: Position, action: FireSmallArms) -> Iterator[Reason]:
    """Why small arms fire may not be made."""
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
        return
    row = row_of(unit)
    yield from cannot_fire(position, unit, action.motion, action.to)
    if row.sav is None:
        yield Reason(f"{unit} has no SAV", cite("1.5"))
        return
    if len(action.at) not in (1, 2) or len(set(action.at)) != len(action.at):
        yield Reason("small arms fire is at one hex, or split over two", cite("11.3.2", _LATER))
        return
    start = fires_from(position, unit, action.motion, action.to)
    due = named_fire(position.course)
    if due is not None and (action.at != (due.at,) or row_of(position.unit(due.target)).is_hard):
        yield owes_named_fire(due)
    yield from _held_in_assault(position, unit)
    for at in action.at:
        yield from cannot_aim(position, unit, start, at, row.sav_range_hexes)
        yield from _busy_with_assault(position, unit, at)
        if any(
            row_of(one).is_foot or row_of(one).kind is UnitKind.GUN
            for one in position.friends_at(at, unit.side)
        ):
            yield Reason(f"{at} holds friendly foot units", cite("11.3a", _LATER), (at,))
        if position.is_marked_assault(at) and not any(
            row_of(one).kind is UnitKind.FP for one in position.friends_at(at, unit.side)
        ):
            yield Reason(f"{at} is an assault hex", cite("11.3a", _LATER), (at,))
        if _along_urban_road(position, start, at):
            yield Reason(
                "small arms along an urban road reach a stationary target next to them only",
                cite("4.1.9b"),
                (at,),
            )
    if len(action.at) == 2:
        yield from _cannot_split(position, unit, action.at)
    if (
        position.sight(start, action.at[0]).visibility.is_open
        and small_arms_value(position, action, unit)[0] < LEAST
    ):
        yield Reason(f"fire worth less than {LEAST} may not be made", cite("11.2a", _LATER))


def _along_urban_road(position: Position, start: Hex, at: Hex) -> bool:
    board = position.board
    if position.distance(start, at) <= 1 or not (is_urban_road(board, start) and is_urban_road(board, at)):
        return False
    maneuvered = {deed.unit for deed in position.course.deeds if deed.kind is ActionKind.MANEUVER}
    return not any(unit.id in maneuvered for unit in position.at(at))


def _cannot_split(position: Position, unit: Unit, places: tuple[Hex, ...]) -> Iterator[Reason]:
    row, course = row_of(unit), position.course
    if course.step is not Step.REACTION:
        yield Reason("small arms fire is split in reaction only", cite("11.3.3d", _LATER))
    if not (row.is_infantry or row.kind in (UnitKind.MG, UnitKind.FP)) or (row.sav or 0) < 1:
        yield Reason(f"{unit} cannot split its fire", cite("11.3.3d", _LATER))
    maneuvered = {deed.unit for deed in course.deeds if deed.kind is ActionKind.MANEUVER}
    for at in places:
        if position.distance(position.place(unit), at) > 2 or not any(
            one.id in maneuvered for one in position.at(at)
        ):
            yield Reason(f"nobody maneuvered into {at} within two hexes", cite("11.3.3d", _LATER), (at,))
    one, other = (hexsides_toward(position, position.place(unit), at) for at in places)
    if not are_beside(one, other):
        yield Reason(
            "split fire leaves by one hexside or two next to each other", cite("11.3.3d", _LATER), places
        )


def fires_from(position: Position, unit: Unit, motion: str, to: Hex | None) -> Hex:
    """Where a unit stands as it fires: after its move with Halt & Fire and LATWs, before it with Shoot & Scoot."""
    return to if to is not None and motion != SHOOT_AND_SCOOT else position.place(unit)


@implements(
    "LHY-10.4.1.4", "LHY-10.4.1b.3", "LHY-10.4.2", "LHY-10.4.3", "LHY-11.4.8a", "LHY-4.1.14d", "LHY-16.1.0b", "LHY-16.2a.2",
    "LHY-13.6.6.3", "LHY-11.5.2.1", "LHY-T-VMM",
)  # fmt: skip
@kept_reasons
def cannot_fire(position: Position, unit: Unit, motion: str, to: Hex | None) -> Iterator[Reason]:
    """Why a unit may not fire at all now."""
    row, place = row_of(unit), position.place(unit)
    if position.course.moving is not None:
        yield Reason("a maneuver is under way", cite("9.0"))
    wanted = Right.FIRE
    if motion == HALT_AND_FIRE:
        wanted |= Right.HALT_AND_FIRE
    if row.kind is UnitKind.LATW:
        wanted |= Right.LATW_FIRE
    yield from lacks_right(position, unit, wanted, "fire")
    for condition in (DISRUPTED, SHOCKED):
        if unit.has(condition):
            yield Reason(f"{unit} is {condition}", cite("12.3", _LATER), (place,))
    if position.course.is_aboard(unit.id):
        yield Reason(f"{unit} is aboard a vehicle", cite("11.3b", _LATER), (place,))
    if position.is_primary_impact(place) and row.kind not in (UnitKind.AFV, UnitKind.FP):
        yield Reason("only AFVs and FPs fire out of a primary impact hex", cite("11.4.8a", _LATER), (place,))
    may_react = position.mission.edition.assault_hex_reactions and position.course.step is Step.REACTION
    if position.is_marked_assault(place) and row.kind is not UnitKind.FP and not may_react:
        yield Reason("nobody fires out of an assault hex", ours(64), (place,))
    if (
        any(has_ground(position, place, kind) for kind in ("mines", "wire"))
        and not row.is_vehicle
        and (position.course.step is not Step.REACTION or not (row.is_infantry or row.kind is UnitKind.LATW))
    ):
        yield Reason(
            "in mines or wire only infantry and LATWs fire, in reaction", cite("16.1", _LATER), (place,)
        )
    yield from _wrong_motion(position, unit, motion, to)


@implements("LHY-11.1.0.3")
def owes_named_fire(due: Decision) -> Reason:
    """Why a unit named for enfilade may fire at nothing else."""
    return Reason(f"{due.unit} is named against {due.target} and fires at it", cite("11.1", _LATER))


def _wrong_motion(position: Position, unit: Unit, motion: str, to: Hex | None) -> Iterator[Reason]:
    row, place = row_of(unit), position.place(unit)
    if named_fire(position.course) is not None and fires_from(position, unit, motion, to) != place:
        yield Reason(f"{unit} is named for its fire from {place}", cite("11.1", _LATER), (place,))
    if motion not in ("", SHOOT_AND_SCOOT, HALT_AND_FIRE):
        yield Reason(f"{motion} is no way to fire", cite("10.4"))
        return
    if motion and unit.has(OVERWATCH):
        yield Reason(f"{unit} is on overwatch and fires where it stands", cite("10.4.1", _LATER), (place,))
    if motion and not row.is_tracked:
        yield Reason("only AFVs and halftracks fire in motion", cite("10.4"))
    if motion == "" and is_moving(unit):
        yield Reason(f"{unit} is in motion", cite("10.4.1"), (place,))
    if motion == SHOOT_AND_SCOOT and is_moving(unit):
        yield Reason("Shoot & Scoot begins stationary", cite("10.4.2"), (place,))
    if motion == HALT_AND_FIRE and not unit.has(IN_MOTION):
        yield Reason("Halt & Fire begins in motion", cite("10.4.3"), (place,))
    if to is None:
        return
    if not motion and row.kind is not UnitKind.LATW:
        yield Reason("only LATWs move a hex and fire", cite("11.5.2", _LATER))
    yield from cannot_enter(position, unit, to)
    if (
        to in position.board.grid
        and position.distance(place, to) == 1
        and (position.ground.step(position.state, unit, place, "", to) is None)
    ):
        yield Reason(f"{to} cannot be entered", cite("10.0"), (to,))


@implements("LHY-13.3.1a")
def _held_in_assault(position: Position, unit: Unit) -> Iterator[Reason]:
    """In a marked assault hex men on foot fire out only while no infantry is in with them."""
    place, row = position.place(unit), row_of(unit)
    if not position.is_marked_assault(place) or row.kind is UnitKind.FP:
        return
    if not row.is_foot or any(row_of(enemy).is_infantry for enemy in position.enemies_at(place, unit.side)):
        yield Reason(
            "only men on foot fire out of an assault hex, and only if no infantry assaults it",
            cite("13.3.1a", _LATER),
            (place,),
        )


@implements("LHY-13.3.2a", "LHY-13.3.1a")
def _busy_with_assault(position: Position, unit: Unit, at: Hex) -> Iterator[Reason]:
    """Small arms in a hex under assault reach the next hexes only."""
    place = position.place(unit)
    busy = position.is_under_assault(place) or position.is_marked_assault(place)
    if busy and at in position.board.grid and position.distance(place, at) > 1:
        yield Reason(
            f"{unit} is under assault and fires at adjacent hexes only", cite("13.3.2", _LATER), (at,)
        )


@implements("LHY-8.0.1", "LHY-11.3.3f")
@kept_reasons
def cannot_aim(position: Position, unit: Unit, start: Hex, at: Hex, reach: int) -> Iterator[Reason]:
    """Why a unit may not fire at a hex."""
    if at not in position.board.grid:
        yield Reason(f"{at} is not on the map", cite("11.0", _LATER))
        return
    if start not in position.board.grid:
        return
    if not position.enemies_at(at, unit.side):
        yield Reason(f"no enemy is known in {at}", cite("11.0b", _LATER), (at,))
    yield from out_of_aim(position, unit, start, at, reach)
    is_free = rights(position, unit) & Right.LATW_FIRE and row_of(unit).kind is UnitKind.LATW
    if position.course.step is Step.REACTION and not is_free:
        acted = {deed.unit for deed in position.course.deeds if deed.side != unit.side}
        if not any(enemy.id in acted for enemy in position.enemies_at(at, unit.side)):
            yield Reason(f"no unit in {at} has just acted", ours(49), (at,))


def out_of_aim(position: Position, unit: Unit, start: Hex, at: Hex, reach: int) -> Iterator[Reason]:
    """Why a hex is beyond the range, the LOS or the front of a unit."""
    away = position.distance(start, at)
    if away > reach:
        yield Reason(f"{at} is {away} hexes away, the range is {reach}", cite("1.8"), (at,))
    elif not _sees_from(position, unit, start, at):
        yield Reason(f"there is no LOS to {at}", cite("4.2"), (start, at))
    if unit.has(REGROUPING) and away > 1:
        yield Reason(f"{unit} is regrouping and fires at adjacent hexes only", cite("11.3.3f", _LATER), (at,))
    if not is_in_front(position, unit, at):
        yield Reason(f"{at} is not in front of {unit}", cite("4.1.14a"), (at,))


def _sees_from(position: Position, unit: Unit, start: Hex, at: Hex) -> bool:
    return position.sees(unit if unit.at == start else start, at)


def small_arms_shots(position: Position, action: FireSmallArms, unit: Unit) -> tuple[Shot, ...]:
    """The shots of a small arms action."""
    start = fires_from(position, unit, action.motion, action.to)
    enemy = position.mission.enemy(unit.side)
    return tuple(
        Shot(
            unit, at, action.motion, action.to, len(action.at) > 1,
            rear=is_rear_of_hex(position, at, enemy, start),
            unseen_at_start=action.motion == HALT_AND_FIRE and not position.sees(unit, at),
            from_hex=start,
        )
        for at in action.at
    )  # fmt: skip


def small_arms_value(
    position: Position, action: FireSmallArms, unit: Unit
) -> tuple[int, tuple[Modifiers, ...]]:
    """The lowest marker a small arms action would leave, and the modifiers of each."""
    each = tuple(small_arms_modifiers(position, shot) for shot in small_arms_shots(position, action, unit))
    return min(capped(modifiers, MOST_SMALL_ARMS) for modifiers in each), each


def fire_small_arms(telling: Telling, action: FireSmallArms) -> None:
    """The markers are laid, the vehicle moves, the firer may be seen."""
    unit = telling.state.unit(action.unit)
    seen = Position(view_of(telling.state, unit.side), telling.ground)
    _, each = small_arms_value(seen, action, seen.unit(unit.id))
    shots = small_arms_shots(seen, action, seen.unit(unit.id))
    note_fire(telling, unit)
    if not move_first(telling, unit, action.motion, action.to):
        return
    for shot, modifiers in zip(shots, each, strict=True):
        value = capped(modifiers, MOST_SMALL_ARMS)
        telling.put(FirePlaced(FireMarker(
            telling.course.fires_placed + 1, FireKind.SADRM, shot.at, value,
            against=telling.position.mission.enemy(unit.side), firer=unit.id, rear=shot.rear,
        )))  # fmt: skip
    has_fired(telling, unit, action.at, action.motion, action.to)


def note_fire(telling: Telling, unit: Unit) -> None:
    """Keep account of what lets a unit fire; one named for enfilade by another platoon needs no ad hoc place."""
    if named_fire(telling.course) is None or is_activated(telling.position, unit):
        note_right(telling, unit)


def move_first(telling: Telling, unit: Unit, motion: str, to: Hex | None) -> bool:
    """The hex of Halt & Fire or of a LATW; False if hidden enemies turned the unit back."""
    if to is not None and motion != SHOOT_AND_SCOOT:
        start = telling.position.place(unit)
        step_to(telling, unit.id, to)
        telling.put(UnitActed(unit.id, ActionKind.MANEUVER, (to,)))
        if row_of(unit).is_vehicle:
            telling.put(CameFrom(unit.id, start, False))
    if motion == HALT_AND_FIRE:
        telling.put(UnitChanged(unit.id, gained=(STOPPED,), lost=(IN_MOTION,)))
    return telling.state.unit(unit.id).at == (unit.at if to is None or motion == SHOOT_AND_SCOOT else to)


def has_fired(telling: Telling, unit: Unit, at: tuple[Hex, ...], motion: str, to: Hex | None) -> None:
    """What follows fire: the action is used, the front fixed, the firer may be seen, riders get off."""
    place = telling.position.place(telling.state.unit(unit.id))
    telling.put(UnitActed(unit.id, ActionKind.FIRE, (place,)))
    for aim in at:
        telling.put(FiredThrough(unit.id, aim))
    uncover(telling, unit.id, fired=True)
    if unit.has(OVERWATCH):
        telling.put(UnitChanged(unit.id, lost=(OVERWATCH,)))
    if row_of(unit).kind is UnitKind.AFV:
        force_off(telling, unit)
    if motion == SHOOT_AND_SCOOT and telling.state.unit(unit.id).at is not None:
        telling.put(UnitChanged(unit.id, gained=(IN_MOTION,)))
        if to is not None:
            start = telling.position.place(telling.state.unit(unit.id))
            step_to(telling, unit.id, to)
            telling.put(UnitActed(unit.id, ActionKind.MANEUVER, (to,)))
            telling.put(CameFrom(unit.id, start, False))


SMALL_ARMS = Procedure(small_arms_candidates, forbids_small_arms, fire_small_arms)
