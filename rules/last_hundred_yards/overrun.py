"""Overrun: driving over an open hex of enemies, step by step. Chapter 10.4.5."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hexes import Hex
from rules.ground.terrain import Terrain
from rules.last_hundred_yards.acting import Right, is_open
from rules.last_hundred_yards.concealment import strip_hex
from rules.last_hundred_yards.conditions import CONCEALED, DISRUPTED, HIDDEN, SHOCKED
from rules.last_hundred_yards.course import ActionKind, Decision, DecisionKind, FireKind, FireMarker
from rules.last_hundred_yards.fire_modifiers import (
    MOST_ANTI_TANK,
    MOST_SMALL_ARMS,
    Shot,
    anti_tank_modifiers,
    capped,
    terrain_modifier,
)
from rules.last_hundred_yards.harm import Harm, inflict
from rules.last_hundred_yards.leaving import take_markers_along
from rules.last_hundred_yards.maneuver_actions import Overrun, ResistOverrun
from rules.last_hundred_yards.maneuver_points import FORWARD, allowance, next_step
from rules.last_hundred_yards.maneuvering import begin, end_maneuver
from rules.last_hundred_yards.marker_events import AssaultEntered, FirePlaced
from rules.last_hundred_yards.order_events import DecisionDue, DecisionTaken
from rules.last_hundred_yards.position import Position, row_of
from rules.last_hundred_yards.procedures import Procedure, lacks_right, own_unit, ready_units
from rules.last_hundred_yards.readings_of_play import ours
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import (
    CameFrom,
    HexOverrun,
    ManeuverWentOn,
    UnitActed,
    UnitChanged,
    UnitMoved,
)
from rules.last_hundred_yards.unit_types import Nation, UnitKind

_LATER = Provenance.LATER_EDITION
OVERRUN_MP, WAY_ON_MP = Fraction(1), Fraction(1)
LOADED_HALFTRACK, ON_A_GUN = 2, 2
BY_SQUAD, BY_SECTION = 3, 1
CLOSE_IN = 10


def candidates(position: Position, side: str) -> Iterator[Overrun]:
    """Every AFV and halftrack at every enemy hex next to it."""
    moving = position.course.moving
    units = (
        [position.unit(unit) for unit in moving.units]
        if moving
        else ready_units(position, side, Right.MANEUVER)
    )
    for unit in units:
        if _overruns(position, unit):
            for near in position.board.grid.neighbours(position.place(unit)):
                if position.enemies_at(near, side):
                    yield Overrun(side, unit.id, near)


@implements(
    "LHY-10.4.5.0", "LHY-10.4.5a", "LHY-10.4.5b", "LHY-10.4.5c.1", "LHY-10.4.5c.2", "LHY-10.4.5d", "LHY-10.4.5e.1",
    "LHY-10.4.5e.2", "LHY-10.4.5L.2c", "LHY-10.4.5L.2d", "LHY-10.4.5L.2e", "LHY-10.4.5L.4",
)  # fmt: skip
def forbids(position: Position, action: Overrun) -> Iterator[Reason]:
    """Why a vehicle may not overrun a hex."""
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
        return
    row, course, moving = row_of(unit), position.course, position.course.moving
    if moving is None:
        yield from lacks_right(position, unit, Right.MANEUVER, "overrun")
    elif unit.id not in moving.units or moving.mode != FORWARD:
        yield Reason(f"{unit} is not maneuvering forward", cite("10.4.5"))
    if not _overruns(position, unit):
        yield Reason(f"{unit} is no vehicle that overruns", cite("10.4.5"))
        return
    if unit.has(SHOCKED):
        yield Reason(f"{unit} is shocked", cite("12.3.5", _LATER))
    if action.into not in position.board.grid or position.distance(position.place(unit), action.into) != 1:
        yield Reason(f"{action.into} is not adjacent", cite("10.4.5"))
        return
    yield from _bad_hex(position, unit, action.into)
    if unit.id in course.overran:
        yield Reason(f"{unit} has overrun a hex in this turn", cite("10.4.5c"))
    loads = [row_of(position.unit(load)) for load in course.loads_of(unit.id)]
    if loads and (row.kind is UnitKind.AFV or any(load.kind is UnitKind.GUN for load in loads)):
        yield Reason(f"{unit} carries riders or a gun", cite("10.4.5e"))
    step = next_step(position, unit, action.into)
    mp, _ = allowance(position, unit, FORWARD)
    spent = moving.spent if moving else Fraction(0 if unit.has("in_motion") else 1)
    if step is None:
        yield Reason(f"{unit} cannot enter {action.into}", cite("10.0"))
    elif spent + step.mp + OVERRUN_MP + WAY_ON_MP > mp:
        yield Reason("too few MP are left to overrun and go on", cite("10.4.5", _LATER))
    if not _ways_on(position, unit, action.into):
        yield Reason(f"there is no way on out of {action.into}", cite("10.4.5"))


@implements("LHY-10.4.5L.1")
def _overruns(position: Position, unit: Unit) -> bool:
    """AFVs and halftracks; by the later rules any vehicle with an SAV or ATV."""
    row = row_of(unit)
    if not position.mission.edition.overrun_at_2:
        return row.is_tracked
    return row.is_vehicle and (row.sav is not None or row.atv is not None)


@implements("LHY-10.4.5L.2a")
def _is_ground_to_overrun(position: Position, into: Hex) -> bool:
    """Open ground; by the later rules anything but buildings and forest."""
    if not position.mission.edition.overrun_at_2:
        return is_open(position, into)
    ground = position.board.ground(into)
    return not ground.buildings and Terrain.FOREST not in ground.terrain


@implements("LHY-10.4.5L.2b")
def _bad_hex(position: Position, unit: Unit, into: Hex) -> Iterator[Reason]:
    enemies = position.enemies_at(into, unit.side)
    kinds = {row_of(enemy).kind for enemy in enemies}
    if not enemies:
        yield Reason(f"no enemy is known in {into}", cite("10.4.5"))
    if not _is_ground_to_overrun(position, into):
        yield Reason(f"{into} is not open", cite("10.4.5a"), (into,))
    if position.friends_at(into, unit.side):
        yield Reason(f"{into} holds friends", cite("10.4.5b"), (into,))
    if kinds & {UnitKind.AFV, UnitKind.FP}:
        yield Reason(f"{into} holds an AFV or FP", cite("10.4.5"), (into,))
    later = position.mission.edition.overrun_at_2
    if later and row_of(unit).kind is not UnitKind.AFV and kinds & {UnitKind.GUN, UnitKind.HALFTRACK}:
        yield Reason("only AFVs overrun towed guns and halftracks", cite("10.4.5", _LATER), (into,))
    elif not later and row_of(unit).kind is UnitKind.HALFTRACK and UnitKind.GUN in kinds:
        yield Reason("halftracks do not overrun towed guns", cite("10.4.5d"), (into,))
    waiting = {arrow.unit for arrow in position.course.arrows if arrow.side != unit.side}
    if position.is_marked_assault(into) or any(enemy.id in waiting for enemy in enemies):
        yield Reason(f"{into} is in an assault", cite("13.3", _LATER), (into,))
    if position.mission.edition.overrun_at_2 and into in position.course.overrun_hexes:
        yield Reason(f"{into} was overrun in this turn", cite("10.4.5", _LATER), (into,))
    if any(enemy.has(CONCEALED) for enemy in enemies):
        yield Reason(f"what lies concealed in {into} is not known", cite("4.3"), (into,))


def _ways_on(position: Position, unit: Unit, into: Hex) -> list[Hex]:
    start = position.place(unit)
    return [
        near for near in position.board.grid.neighbours(into)
        if near != start and not position.enemies_at(near, unit.side)
        and (step := position.ground.step(position.state, unit, into, "", near)) is not None and step.mp <= WAY_ON_MP
    ]  # fmt: skip


@implements(
    "LHY-10.4.5P.1a",
    "LHY-10.4.5P.1b",
    "LHY-10.4.5P.1c",
    "LHY-10.4.5P.5",
    "LHY-10.4.5P.5.open",
    "LHY-10.4.5L.6b",
)
def overrun(telling: Telling, action: Overrun) -> None:
    """The vehicle pauses in the hex: its marker, the guns' fire, the chance of the men, then it goes on."""
    unit = telling.state.unit(action.unit)
    start = telling.position.place(unit)
    step = next_step(telling.position, unit, action.into)
    assert step is not None
    before = begin(telling, unit, FORWARD)
    telling.put(UnitMoved(unit.id, start, action.into))
    take_markers_along(telling, unit.id, start, action.into)
    telling.put(UnitActed(unit.id, ActionKind.MANEUVER, (action.into,)))
    telling.put(CameFrom(unit.id, start, False))
    telling.put(HexOverrun(unit.id, action.into))
    telling.put(ManeuverWentOn(replace(
        before, path=(*before.path, action.into), spent=before.spent + step.mp + OVERRUN_MP, overran=True, all_road=False,
    )))  # fmt: skip
    if telling.state.unit(unit.id).has(CONCEALED):
        telling.put(UnitChanged(unit.id, lost=(CONCEALED, HIDDEN)))
    enemy = telling.position.mission.enemy(unit.side)
    strip_hex(telling, action.into, enemy)
    _run_over(telling, unit, action.into, enemy)
    fired = _guns_fire(telling, unit, action.into, enemy)
    later = telling.position.mission.edition.overrun_at_2
    stood_up_to = not fired if later else row_of(unit).kind is UnitKind.AFV
    if stood_up_to and list(_resisters(telling.position, unit.id, enemy)):
        telling.put(DecisionDue(Decision(DecisionKind.OVERRUN_FIRE, enemy, unit.id, action.into)))


@implements("LHY-10.4.5L.6a")
def _run_over(telling: Telling, unit: Unit, at: Hex, enemy: str) -> None:
    loads = [row_of(telling.state.unit(load)) for load in telling.course.loads_of(unit.id)]
    value = LOADED_HALFTRACK if any(load.is_infantry for load in loads) else row_of(unit).sav or 0
    cover = terrain_modifier(telling.position, at, enemy, mortar=False, from_hex=None).value
    _lay(telling, FireKind.SADRM, at, min(MOST_SMALL_ARMS, value + cover), enemy, unit.id)
    for gun in telling.position.friends_at(at, enemy):
        if row_of(gun).kind is UnitKind.GUN and row_of(unit).kind is UnitKind.AFV:
            _lay(telling, FireKind.ATDRM, at, ON_A_GUN, enemy, unit.id, gun.id)


def _lay(
    telling: Telling, kind: FireKind, at: Hex, value: int, against: str, firer: str, target: str | None = None
) -> None:
    number = telling.course.fires_placed + 1
    telling.put(FirePlaced(FireMarker(number, kind, at, value, against, target, firer)))


@implements("LHY-10.4.5P.2a", "LHY-10.4.5L.7a")
def _guns_fire(telling: Telling, vehicle: Unit, at: Hex, enemy: str) -> bool:
    """Guns and LATWs of the hex that have not acted fire at the overrunner; whether any did.

    By the later rules every unit with an ATV of 0 or more has to fire at an AFV, and none at other vehicles.
    """
    later = telling.position.mission.edition.overrun_at_2
    if later and row_of(vehicle).kind is not UnitKind.AFV:
        return False
    fired = False
    for unit in telling.position.friends_at(at, enemy):
        row = row_of(unit)
        armed = row.atv is not None and row.atv >= 0 if later else row.kind in (UnitKind.GUN, UnitKind.LATW)
        able = armed and not unit.has(DISRUPTED) and not unit.has(SHOCKED)
        if not able or unit.id in telling.course.acted or telling.course.is_aboard(unit.id):
            continue
        _fire_back(telling, unit, vehicle, at)
        fired = True
    return fired


def _fire_back(telling: Telling, unit: Unit, vehicle: Unit, at: Hex) -> None:
    target = telling.state.unit(vehicle.id)
    modifiers = anti_tank_modifiers(telling.position, Shot(unit, at), target)
    value = capped(modifiers, MOST_ANTI_TANK)
    _lay(telling, FireKind.ATDRM, at, value, vehicle.side, unit.id, vehicle.id)
    telling.put(UnitActed(unit.id, ActionKind.FIRE, (at,)))


def resist_candidates(position: Position, side: str) -> Iterator[ResistOverrun]:
    """The men of the hex who may stand up to the AFV."""
    due = position.course.decisions[:1]
    if due and due[0].kind is DecisionKind.OVERRUN_FIRE:
        yield from _resisters(position, due[0].unit, side)


@implements("LHY-10.4.5P.3", "LHY-10.4.5P.3a", "LHY-10.4.5P.3b", "LHY-0.0")
def resistance(position: Position, unit: Unit) -> int | None:
    """The ATDRM a unit in an overrun hex may place on an AFV, None if it may not."""
    row = row_of(unit)
    german = row.nation is Nation.GERMAN
    if unit.has(DISRUPTED) or not (row.is_infantry or (german and row.kind is UnitKind.MG)):
        return None
    late = position.mission.after_september_1943
    if row.kind is UnitKind.SQUAD:
        return BY_SQUAD if german and late else BY_SECTION
    return BY_SECTION if german and late else None


def _resisters(position: Position, vehicle: str, side: str) -> Iterator[ResistOverrun]:
    place = position.place(position.unit(vehicle))
    for unit in position.friends_at(place, side):
        if unit.id in position.course.acted or position.course.is_aboard(unit.id) or unit.has(DISRUPTED):
            continue
        if _may_stand_up(position, unit, position.unit(vehicle)):
            yield ResistOverrun(side, unit.id, vehicle)


@implements("LHY-10.4.5L.7b", "LHY-10.4.5L.7c")
def _may_stand_up(position: Position, unit: Unit, vehicle: Unit) -> bool:
    """By the later rules a squad against an AFV, and whoever on foot has an ATV against other vehicles."""
    if not position.mission.edition.overrun_at_2:
        return resistance(position, unit) is not None
    if row_of(vehicle).kind is UnitKind.AFV:
        return row_of(unit).kind is UnitKind.SQUAD
    return row_of(unit).is_foot and row_of(unit).atv is not None


def forbids_resistance(position: Position, action: ResistOverrun) -> Iterator[Reason]:
    """Why a unit may not stand up to the vehicle."""
    if action not in list(resist_candidates(position, action.side)):
        yield Reason(f"{action.unit} cannot stand up to {action.vehicle} now", ours(56))


def resist(telling: Telling, action: ResistOverrun) -> None:
    """One unmodified marker on the AFV, the unit's only action of the turn."""
    telling.put(DecisionTaken())
    unit = telling.state.unit(action.unit)
    vehicle = telling.state.unit(action.vehicle)
    at = telling.position.place(vehicle)
    if telling.position.mission.edition.overrun_at_2:
        if row_of(vehicle).kind is UnitKind.AFV:
            _close_in(telling, unit, vehicle, at)
        else:
            _fire_back(telling, unit, vehicle, at)
        return
    value = resistance(telling.position, unit)
    assert value is not None
    _lay(telling, FireKind.ATDRM, at, value, vehicle.side, unit.id, vehicle.id)
    telling.put(UnitActed(unit.id, ActionKind.FIRE, (at,)))


@implements("LHY-10.4.5L.7b", "LHY-10.4.5L.9")
def _close_in(telling: Telling, squad: Unit, vehicle: Unit, at: Hex) -> None:
    """A squad's die of 10 shocks the AFV, which is then under assault; Germans after September 1943 destroy it."""
    telling.put(UnitActed(squad.id, ActionKind.FIRE, (at,)))
    if telling.roll(f"{squad} closes in on {vehicle}, {CLOSE_IN}") < CLOSE_IN:
        return
    end_maneuver(telling)
    if row_of(squad).nation is Nation.GERMAN and telling.position.mission.after_september_1943:
        inflict(telling, vehicle.id, Harm.DESTROYED)
        return
    inflict(telling, vehicle.id, Harm.SHOCKED)
    telling.put(AssaultEntered(squad.id, squad.side, at, at))


OVERRUN = Procedure(candidates, forbids, overrun)
RESIST = Procedure(resist_candidates, forbids_resistance, resist)
