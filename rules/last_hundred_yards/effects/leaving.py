"""Leaving a hex and entering the next: fire on leaving an impact hex, markers that go along, mines and wire."""

from collections.abc import Iterable
from functools import partial

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HEROIC, HIDDEN
from rules.last_hundred_yards.book.unit_types import CARRIERS, UnitKind
from rules.last_hundred_yards.effects.concealment import check_concealment, strip_concealment
from rules.last_hundred_yards.effects.fire_steps import (
    fire_steps,
    fire_steps_on_leaving,
    foot_fire_steps,
    throw_steps,
)
from rules.last_hundred_yards.effects.harm import (
    Harm,
    inflict,
    inflict_together,
    lose_step,
    men_are_forced_off,
)
from rules.last_hundred_yards.effects.marker_division import (
    ask_for_division,
    drop_division,
    lies_under_small_arms,
    others_stay_under_fire,
    small_arms_markers,
)
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.activation.pinned import is_attacked_on_leaving
from rules.last_hundred_yards.questions.terrain.directions import edges_of
from rules.last_hundred_yards.questions.terrain.obstacles import (
    SHOCKS_IN_WIRE,
    WAY_OUT,
    breaks_wire,
    ends_maneuver,
    has_mines_of_enemy,
    has_wire,
    held_in_wire,
    obstacles_on_the_way,
)
from rules.last_hundred_yards.state.events.fire_events import FiresMoved, FiresRemoved
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.marker_events import (
    CameIntoWire,
    ComeUpon,
    GroundMarked,
    MinesMet,
    WireHeld,
)
from rules.last_hundred_yards.state.events.unit_events import (
    LEAVES,
    UnitChanged,
    UnitGone,
    UnitMoved,
    UnitReplaced,
)
from rules.last_hundred_yards.state.markers import MINES, WIRE, FireKind, FireMarker
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import ActionKind, with_progress

SIDE_EXIT_SAFE = 7


@implements("LHY-11.4.8e", "LHY-10.3.1b", "LHY-11.4.8e.2", "LHY-11.4.8e.vehicles")
def leaves_unharmed(resolution: Resolution, unit_id: str, before: Position | None = None) -> bool:
    """Whether a unit leaves its hex unharmed: mortar fire attacks it as it leaves an impact hex.

    The density of units that leave together is that of the position `before` any of them left.
    """
    unit = resolution.state.unit(unit_id)
    if not is_attacked_on_leaving(resolution.position, unit):
        return True
    place = resolution.position.place(unit)
    steps = (
        fire_steps_on_leaving(resolution.position, unit)
        if row_of(unit).is_vehicle
        else foot_fire_steps(before or resolution.position, place, only=unit)
    )
    harm = throw_steps(resolution, steps, only=(unit_id,)).harm_to(unit_id)
    inflict(resolution, unit_id, harm)
    return not harm.is_harm


def remaining_unit(resolution: Resolution, unit_id: str, so_far: int) -> str | None:
    """What remains of a unit after harm: itself, the section that took its place, or None."""
    if resolution.state.unit(unit_id).at is not None:
        return unit_id
    replaced = (event for event in resolution.events[so_far:] if isinstance(event, UnitReplaced))
    return next((event.by[0] for event in replaced if event.unit == unit_id), None)


def unit_and_riders(position: Position, unit: Unit) -> tuple[Unit, ...]:
    """A unit and all units aboard it."""
    return (unit, *map(position.unit, position.course.loads_of(unit.id)))


@implements("LHY-11.3.1a", "LHY-11.5.1a", "LHY-11.3.1b")
def take_markers_along(resolution: Resolution, unit_id: str, start: Hex, end: Hex) -> None:
    """Move fire markers along with a unit and all aboard.

    Markers on one of them always go; small arms markers go with the last of its side under fire, and otherwise the enemy
    divides them.
    """
    position, unit = resolution.position, resolution.state.unit(unit_id)
    fires = position.course.fires_at(start)
    if not fires:
        return
    going = unit_and_riders(position, unit)
    names = {member.id for member in going}
    own = tuple(fire.number for fire in fires if fire.target in names)
    exposed = any(lies_under_small_arms(position, member) for member in going)
    soft = small_arms_markers(position, start, unit.side) if exposed else ()
    shared = others_stay_under_fire(position, start, unit.side)
    goes = own if shared else (*own, *(fire.number for fire in soft))
    if goes:
        resolution.happen(FiresMoved(goes, end))
    if soft and shared:
        ask_for_division(resolution, unit_id, start)
    elif soft:
        drop_division(resolution, start)


def enter_hex(resolution: Resolution, unit_id: str, end: Hex) -> None:
    """A unit goes to the next hex with its markers, and may be seen there."""
    unit = resolution.state.unit(unit_id)
    start = resolution.position.place(unit)
    resolution.happen(UnitMoved(unit_id, start, end))
    take_markers_along(resolution, unit_id, start, end)
    meet_hidden_enemies(resolution, unit_id, start)
    if resolution.state.unit(unit_id).at == end:
        check_concealment(resolution, unit_id)


@implements("LHY-17.9.2.0b", "LHY-17.8.2b")
def put_on_map(resolution: Resolution, hidden_enemies: Iterable[Unit]) -> None:
    """Put hidden units that an enemy comes upon on the map, concealed; dummies among them are removed."""
    for enemy in hidden_enemies:
        resolution.happen(UnitChanged(enemy.id, gained=(CONCEALED,), lost=(HIDDEN,)), ComeUpon(enemy.id))
        if row_of(enemy).is_dummy:
            strip_concealment(resolution, resolution.state.unit(enemy.id))


@implements("LHY-17.9.2b.1", "LHY-17.9.2b.3", "LHY-11.3.1b")
def meet_hidden_enemies(resolution: Resolution, unit_id: str, start: Hex) -> None:
    """Put hidden enemies that a unit comes upon on the map; the unit goes back, and men aboard get off, whose action is over."""
    unit = resolution.state.unit(unit_id)
    place = resolution.position.place(unit)
    hidden_enemies = resolution.position.hidden_at(place, unit.side)
    if not hidden_enemies:
        return
    put_on_map(resolution, hidden_enemies)
    if not resolution.position.enemies_at(place, unit.side):
        return
    resolution.happen(UnitMoved(unit_id, place, start))
    take_markers_along(resolution, unit_id, place, start)
    drop_division(resolution, start)
    for man in men_are_forced_off(resolution, unit):
        resolution.happen(UnitActed(man.id, ActionKind.MANEUVER, (start,)))


@implements(
    "LHY-16.1.1.1", "LHY-16.1.1.2", "LHY-16.1.1.3", "LHY-16.1.1.4", "LHY-16.1.1a", "LHY-16.1.1b.1",
    "LHY-16.1.1b.2", "LHY-16.1.0c", "LHY-16.1.0d", "LHY-16.2a", "LHY-16.2a.heroic", "LHY-16.2b.2",
    "LHY-16.2.0",
)  # fmt: skip
def enter_obstacles(resolution: Resolution, unit_ids: Iterable[str]) -> bool:
    """Throw for the mines of a hex that units enter together; whether mines or wire end their maneuver there.

    All on foot share one die, which strikes one of them at random; each vehicle has its own. Mines that units have met are
    known to all.
    """
    units = tuple(map(resolution.state.unit, unit_ids))
    place = resolution.position.place(units[0])
    real = tuple(unit for unit in units if not row_of(unit).is_dummy)
    mined = has_mines_of_enemy(resolution.position, place, units[0].side) and bool(real)
    if mined and any(marker.hidden for marker in resolution.state.markers_at(place, MINES)):
        resolution.happen(MinesMet(place))
    for struck in groups_on_mines(real) if mined else ():
        what = f"mines in {place} under {' and '.join(map(str, struck))}"
        harm = resolution.decide(what, D10, partial(mine_harm, row_of(struck[0]).kind))
        victim = (
            struck[resolution.pick(f"who is struck on the mines in {place}", len(struck))]
            if harm.is_harm and len(struck) > 1
            else struck[0]
        )
        inflict(resolution, victim.id, harm, by_mines=True)
    wired = has_wire(resolution.position, place)
    for unit in real:
        if wired and row_of(unit).is_foot and not unit.has(HEROIC):
            resolution.happen(CameIntoWire(unit.id))
    return any(ends_maneuver(resolution.position, unit, place) for unit in units)


def groups_on_mines(units: Iterable[Unit]) -> tuple[tuple[Unit, ...], ...]:
    """The units that share a die on entering mines: all on foot together, and each vehicle alone."""
    units = tuple(units)
    on_foot = tuple(unit for unit in units if not row_of(unit).is_vehicle)
    vehicles = tuple((unit,) for unit in units if row_of(unit).is_vehicle)
    return ((on_foot,) if on_foot else ()) + vehicles


def mine_harm(kind: UnitKind, die: int) -> Harm:
    """What a mine does: foot lose a step on 10, AFVs are shocked on 9 or more, carriers destroyed on 8 or more."""
    if kind is UnitKind.AFV:
        return Harm.SHOCKED if die >= 9 else Harm.NONE
    if kind in CARRIERS:
        return Harm.DESTROYED if die >= 8 else Harm.NONE
    return Harm.STEP if die >= 10 else Harm.NONE


@implements(
    "LHY-16.1.2a.1", "LHY-16.1.2a.2", "LHY-16.1.2a.3", "LHY-16.1.2b", "LHY-16.2a.die", "LHY-16.2a.heroic",
)  # fmt: skip
def gets_out_of_obstacles(resolution: Resolution, unit_id: str, end: Hex | None) -> bool:
    """Whether a unit gets out of mines or wire: toward the enemy edge on 5 or less, AFVs out of wire as they break it.

    Wire is removed once a unit got out, and holds all units until the next turn if the die fails; in mines every unit
    throws its own.
    """
    unit = resolution.state.unit(unit_id)
    place = resolution.position.place(unit)
    if not leaves_wire(resolution, unit):
        return False
    for kind in obstacles_on_the_way(resolution.position, unit, end):
        what = f"a way out of the {kind} in {place}"
        if next(held_in_wire(resolution.position, unit, end), None):
            return False
        if not resolution.passes(what, D10, at_most=WAY_OUT):
            if kind == WIRE:
                resolution.happen(WireHeld(place))
            return False
        if kind == WIRE:
            resolution.happen(GroundMarked(WIRE, place, 0))
    return True


@implements("LHY-16.2b.2")
def leaves_wire(resolution: Resolution, unit: Unit) -> bool:
    """Whether wire lets a unit leave its hex: an AFV breaks it, unless a 10 shocks the AFV, however it moves (reading 190)."""
    if not breaks_wire(resolution.position, unit):
        return True
    place = resolution.position.place(unit)
    if resolution.passes(f"the wire in {place} shocks {unit}", D10, at_least=SHOCKS_IN_WIRE):
        inflict(resolution, unit.id, Harm.SHOCKED)
        return False
    resolution.happen(GroundMarked(WIRE, place, 0))
    return True


@implements("LHY-10.2a.1", "LHY-10.2a.2", "LHY-10.2b", "LHY-10.2.2", "LHY-10.4.6.0.3")
def leave_map(resolution: Resolution, unit_id: str, why: str = LEAVES) -> None:
    """A unit leaves the map with all aboard: the fire on them is resolved at once, and over a side edge each may lose a step.

    What the fire leaves of them leaves the map too (reading 161).
    """
    going = unit_and_riders(resolution.position, resolution.state.unit(unit_id))
    so_far = len(resolution.events)
    _suffer_markers(resolution, going)
    left = _remaining(resolution, going, so_far)
    for unit in left:
        if leaves_over_side(resolution.position, unit) and not resolution.passes(
            f"{unit} leaves over a side edge", D10, at_most=SIDE_EXIT_SAFE
        ):
            lose_step(resolution, resolution.state.unit(unit.id))
    for unit in reversed(_remaining(resolution, left, so_far)):
        resolution.happen(UnitGone(unit.id, why))


def _remaining(resolution: Resolution, units: Iterable[Unit], so_far: int) -> list[Unit]:
    """What remains of several units after harm."""
    names = (remaining_unit(resolution, unit.id, so_far) for unit in units)
    return [resolution.state.unit(name) for name in names if name is not None]


def leaves_over_side(position: Position, unit: Unit) -> bool:
    """Whether a combat unit that leaves the map does so over neither its own edge nor the enemy's."""
    safe = {side.edge for side in position.mission.sides}
    return row_of(unit).is_combat and not safe & edges_of(position, position.place(unit))


def _suffer_markers(resolution: Resolution, going: tuple[Unit, ...]) -> None:
    """Throw the fire of their hex once, only on the units that leave the map together (10.2b); if no unit
    stays, its markers go too."""
    place = resolution.position.place(going[0])
    names = {unit.id for unit in going}
    alone = all(other.id in names for other in resolution.position.at(place))
    position = position_with_fire_at_edge(resolution.position, going)
    if are_under_fire(position, going):
        struck = tuple(unit.id for unit in going if row_of(unit).is_combat)
        steps = fire_steps(position, place, None, tuple(unit.id for unit in going))
        outcome = throw_steps(resolution, steps, only=struck)
        inflict_together(resolution, ((name, outcome.harm_to(name)) for name in struck))
    if alone:
        spent = tuple(
            fire.number for fire in resolution.course.fires_at(place) if fire.kind is not FireKind.MDRM
        )
        if spent:
            resolution.happen(FiresRemoved(spent))


def position_with_fire_at_edge(position: Position, going: tuple[Unit, ...]) -> Position:
    """The position without the fire in their hex that can harm none of the units that leave the map together."""
    place = position.place(going[0])
    fires = tuple(
        fire
        for fire in position.course.fires
        if fire.at != place or any(_may_harm(position, fire, unit) for unit in going)
    )
    return Position(with_progress(position.state, fires=fires), position.ground)


@implements("LHY-11.4.8e", "LHY-10.2b", "LHY-11.3.1.0", "LHY-12.1.3.2b")
def _may_harm(position: Position, fire: FireMarker, unit: Unit) -> bool:
    """Whether a marker on a unit's hex may harm it as it leaves the map: riders meet small arms, no unit
    aboard meets mortar fire."""
    match fire.kind:
        case FireKind.MDRM:
            is_aboard = position.course.is_aboard(unit.id)
            return not is_aboard and not is_attacked_on_leaving(position, unit)
        case FireKind.ATDRM:
            return fire.target == unit.id
        case FireKind.SADRM:
            return fire.against == unit.side and lies_under_small_arms(position, unit)


def are_under_fire(position: Position, going: tuple[Unit, ...]) -> bool:
    """Whether fire markers lie on the hex of units, any of which is a combat unit."""
    return any(row_of(unit).is_combat for unit in going) and bool(
        position.course.fires_at(position.place(going[0]))
    )
