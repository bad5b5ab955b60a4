"""What becomes of a unit that is harmed: disrupted, shocked, a step lost, destroyed. Chapter 12.3."""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache
from operator import attrgetter

from rules.game.chance.dice import Dice
from rules.game.engine.resolution import DependsOnHidden
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    ELITE,
    HEROIC,
    HIDDEN,
    IN_MOTION,
    OVERWATCH,
    REGROUPING,
    SHOCKED,
    STOPPED,
)
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.unit_types import LhyUnitType, UnitKind
from rules.last_hundred_yards.effects.concealment import concealed_units_aboard
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.fire.targets import is_duel_undecided
from rules.last_hundred_yards.questions.movement.carrying import is_near_known_enemy
from rules.last_hundred_yards.questions.terrain.cover import is_open
from rules.last_hundred_yards.state.events.assault_events import ArrowRemoved, HeroFell
from rules.last_hundred_yards.state.events.fire_events import CollateralAwaits, NeighbourAwaits
from rules.last_hundred_yards.state.events.marker_events import GroundMarked
from rules.last_hundred_yards.state.events.unit_events import (
    Dismounted,
    ForcedOff,
    LeaderLost,
    StepsLost,
    UnitChanged,
    UnitGone,
    UnitPlaced,
    UnitReplaced,
    changed,
)
from rules.last_hundred_yards.state.position import Position, cohesion_of, is_unknown, lies_unseen, row_of
from rules.last_hundred_yards.state.progress import Phase


class Harm(IntEnum):
    """What a roll does to a unit, mildest first."""

    NONE = 0
    REVEALED = 1
    SHOCKED = 2
    DISRUPTED = 3
    STEP = 4
    """A step is lost, and what is left of a squad is disrupted unless it was Heroic."""
    DESTROYED_ALONE = 5
    """By a weapon too weak for collateral damage."""
    DESTROYED = 6

    @property
    def is_harm(self) -> bool:
        return self > Harm.REVEALED

    @property
    def is_destruction(self) -> bool:
        return self >= Harm.DESTROYED_ALONE


@implements("LHY-12.3.1a", "LHY-12.3.1b", "LHY-12.3.1c", "LHY-1.1.1", "LHY-1.1.2", "LHY-0.5")
def fails_check(unit: Unit, dice: Dice) -> bool:
    """Whether a unit fails a Cohesion Check on these dice: one unmodified die, above its Cohesion fails."""
    cohesion = cohesion_of(unit)
    return not dice.decide("", D10, lambda die: die <= cohesion)


@implements("LHY-12.3.2.1", "LHY-12.1.5b.1", "LHY-12.1.5b.2", "LHY-12.1.5b.3", "LHY-14.6.1")
def worsened_harm(unit: Unit, harm: Harm) -> Harm:
    """Disruption that strikes a unit already disrupted, or Heroic, is a step lost."""
    if harm is Harm.DISRUPTED and (unit.has(DISRUPTED) or unit.has(HEROIC)):
        return Harm.STEP
    return harm


@implements("LHY-4.3.1c.later")
def inflict(resolution: Resolution, unit_id: str, harm: Harm, *, by_mines: bool = False) -> None:
    """Carry out harm on a unit, with all that follows for its counter and the Casualty Track."""
    unit = resolution.state.unit(unit_id)
    if unit.at is None or harm is Harm.NONE:
        return
    match worsened_harm(unit, harm):
        case Harm.REVEALED:
            if lies_unseen(unit):
                resolution.happen(changed(unit, (), (CONCEALED, HIDDEN)))
        case Harm.SHOCKED:
            shock(resolution, unit)
        case Harm.DISRUPTED:
            disrupt(resolution, unit)
        case Harm.STEP:
            lose_step(resolution, unit)
        case Harm.DESTROYED | Harm.DESTROYED_ALONE as destroyed:
            whole = destroyed is Harm.DESTROYED
            late = [] if by_mines or not whole else _got_off_under_fire(resolution, unit_id)
            destroy(resolution, unit, collateral=whole, beside=whole, late=late)


@implements("LHY-12.3.7b", "LHY-12.2.3a", "LHY-12.3.6.2", "LHY-12.3.5b", "LHY-12.3.7a.1")
def precedence(struck: tuple[str, Harm]) -> tuple[bool, bool]:
    """The order of the harm of one fire, highest first: destruction, while all riders are aboard, then shock, then the rest."""
    harm = struck[1]
    return harm.is_destruction, harm is Harm.SHOCKED


@implements("LHY-12.0.2", "LHY-12.3.7a.1")
def inflict_together(resolution: Resolution, harms: Iterable[tuple[str, Harm]]) -> None:
    """Carry out what one fire does to several units; one that was disrupted with another meanwhile is not disrupted again."""
    for name, harm in sorted(harms, key=precedence, reverse=True):
        if harm is not Harm.DISRUPTED or not resolution.state.unit(name).has(DISRUPTED):
            inflict(resolution, name, harm)


@implements("LHY-12.3.2.1", "LHY-6.0.II.3b.1")
def disrupt(resolution: Resolution, unit: Unit) -> None:
    """Flip a foot unit to its disrupted side; a regrouping marker and concealment go."""
    resolution.happen(changed(unit, (DISRUPTED,), (REGROUPING, CONCEALED, HIDDEN)))
    if resolution.course.arrow_of(unit.id):
        resolution.happen(ArrowRemoved(unit.id))
    _get_off(resolution, unit)


@implements("LHY-10.4.6.2c")
def _get_off(resolution: Resolution, unit: Unit) -> None:
    """Riders get off, all of them, when one of them is harmed."""
    if carrier := resolution.course.carrier_of(unit.id):
        unload_riders(resolution, carrier)


@implements("LHY-12.3.5a", "LHY-12.3.5b", "LHY-10.4.6.2c", "LHY-4.3.1.2.aboard")
def shock(resolution: Resolution, unit: Unit) -> None:
    """A shocked AFV stops; its riders get off and take a Cohesion Check."""
    if unit.has(SHOCKED):
        return
    resolution.happen(
        changed(unit, (SHOCKED,), (IN_MOTION, STOPPED, OVERWATCH, CONCEALED, HIDDEN)),
        *(
            UnitChanged(rider.id, lost=(CONCEALED,))
            for rider in concealed_units_aboard(resolution.position, unit)
        ),
    )
    for rider in unload_riders(resolution, unit.id):
        if fails_cohesion_check(resolution, rider):
            inflict(resolution, rider.id, Harm.DISRUPTED)


def unload_riders(resolution: Resolution, vehicle: str) -> list[Unit]:
    """All that a vehicle carries gets off in its hex: riders, passengers, or a gun in tow."""
    loads = [resolution.state.unit(load) for load in resolution.course.loads_of(vehicle)]
    _dismount(resolution, loads)
    return loads


@implements("LHY-13.6.7", "LHY-13.6.3c.1", "LHY-12.1.7b")
def men_get_off(resolution: Resolution, vehicle: str) -> list[Unit]:
    """Riders and passengers get off a vehicle; a gun in tow stays with it (reading 167)."""
    loads = map(resolution.state.unit, resolution.course.loads_of(vehicle))
    men = [load for load in loads if row_of(load).kind is not UnitKind.GUN]
    _dismount(resolution, men)
    return men


@implements("LHY-8.0b")
def _dismount(resolution: Resolution, loads: list[Unit]) -> None:
    """Units get off because they must; in an activation, reaction fire may answer them there (reading 206)."""
    for load in loads:
        resolution.happen(Dismounted(load.id))
        if resolution.course.phase is Phase.ACTIVATION and isinstance(load.at, Hex):
            resolution.happen(ForcedOff(load.id, load.at))


@implements("LHY-10.4.6.2d.bt")
def men_are_forced_off(resolution: Resolution, vehicle: Unit) -> list[Unit]:
    """Men get off as their tank fires, or hidden enemies put their vehicle back; by the training rules those
    near a known enemy disrupt."""
    men = men_get_off(resolution, vehicle.id)
    position = resolution.position
    place = position.place(position.unit(vehicle.id))
    if position.mission.edition.forced_off_disrupts and is_near_known_enemy(position, place, vehicle.side):
        for unit in men:
            if not unit.has(DISRUPTED):
                inflict(resolution, unit.id, Harm.DISRUPTED)
    return men


def fails_cohesion_check(resolution: Resolution, unit: Unit) -> bool:
    """Whether a unit fails a Cohesion Check, whose die the record names."""
    return not resolution.passes(f"Cohesion Check of {unit}", D10, at_most=cohesion_of(unit))


@implements(
    "LHY-12.3.3.1", "LHY-12.3.3.2", "LHY-12.3.3.3", "LHY-2.2.1.2", "LHY-12.3.4.0", "LHY-13.6.1a",
    "LHY-14.2c", "LHY-14.6.1",
)  # fmt: skip
def lose_step(resolution: Resolution, unit: Unit, *, steady: bool = False) -> None:
    """A unit loses a step: a squad goes on as a random section of its platoon, anything else is gone.

    The section is disrupted, unless the squad was Heroic or the loss leaves it `steady`.
    """
    _get_off(resolution, unit)
    row = row_of(unit)
    if row.kind is UnitKind.SQUAD:
        holds = unit.has(HEROIC) or (steady and not unit.has(DISRUPTED))
        kept_conditions = tuple(word for word in (ELITE, HEROIC) if unit.has(word))
        _become_section(resolution, unit, row, kept_conditions if holds else (DISRUPTED, *kept_conditions))
        count_steps(resolution, unit.side, 1)
    else:
        eliminate(resolution, unit, "is lost" if row.kind is UnitKind.LEADER else "is eliminated")
        _leave_heroism(resolution, unit)


@implements("LHY-12.3.3.2", "LHY-12.3.4.0", "LHY-17.4b")
def eliminate(resolution: Resolution, unit: Unit, why: str = "is eliminated") -> None:
    """A counter is a casualty with all its steps; a leader comes back later."""
    row = row_of(unit)
    if row.kind is UnitKind.LEADER:
        resolution.happen(LeaderLost(unit.id))
    resolution.happen(UnitGone(unit.id, why))
    if row.is_combat:
        count_steps(resolution, unit.side, row.steps)


@implements("LHY-12.3.3.2", "LHY-22.1.6a")
def count_steps(resolution: Resolution, side: str, steps: int) -> None:
    """Record lost steps on the Casualty Track, or apart from it if they are lost in a landing."""
    resolution.happen(StepsLost(side, steps, in_landing=resolution.course.landing))


@implements("LHY-14.6.3")
def _leave_heroism(resolution: Resolution, unit: Unit) -> None:
    """A hero who dies by fire in an assault hex leaves his marker to those who go on with the assault."""
    dies_by_fire = unit.has(HEROIC) and resolution.course.phase is Phase.FIRE
    if dies_by_fire and isinstance(unit.at, Hex) and resolution.position.is_marked_assault(unit.at):
        resolution.happen(HeroFell(unit.id, unit.side, unit.at))


def _become_section(
    resolution: Resolution, squad: Unit, row: LhyUnitType, conditions: tuple[str, ...]
) -> None:
    """A random section stands where the squad stood, and has done what it did; the squad is gone if none is left."""
    place = resolution.position.place(squad)
    pool = sections_in_pool(resolution.position, row)
    had_acted = squad.id in resolution.course.acted
    resolution.happen(UnitGone(squad.id, "loses a step"))
    if not pool:
        count_steps(resolution, squad.side, 1)
        _leave_heroism(resolution, squad)
        return
    section = pool[resolution.pick(f"the section that {squad} becomes", len(pool), only_for=squad.side)]
    resolution.happen(UnitPlaced(section.id, section.id, squad.side, place, conditions, had_acted))
    resolution.happen(UnitReplaced(squad.id, (section.id,)))


def sections_in_pool(position: Position, row: LhyUnitType) -> list[LhyUnitType]:
    """The sections of a platoon that are not on the map."""
    return counters_in_pool(position, row.platoon_key, UnitKind.SECTION)


@implements("LHY-10.3.2.4", "LHY-10.3.3.2", "LHY-17.7b", "LHY-17.6.2")
def counters_in_pool(position: Position, platoon: str, kind: UnitKind) -> list[LhyUnitType]:
    """The counters of one kind of a platoon that are out of play."""
    out = {unit.type for unit in (*position.on_map, *position.off_map, *position.in_the_air)}
    if position.course.phase is Phase.SETUP:
        split = position.course.split
        out.update(unit.type for unit in position.state.units.values() if unit.id not in split)
    return [row for row in _counters_of(platoon, kind) if row.id not in out]


@cache
def _counters_of(platoon: str, kind: UnitKind) -> tuple[LhyUnitType, ...]:
    """The counters of one kind of a platoon, in the order of their ids."""
    rows = (row for row in ROSTER.values() if row.platoon_key == platoon and row.kind is kind)
    return tuple(sorted(rows, key=attrgetter("id")))


@implements(
    "LHY-12.2.3a", "LHY-10.4.6.0.3", "LHY-12.3.7a.1", "LHY-12.3.7a.2", "LHY-12.3.6.1", "LHY-12.3.6.1-2019",
    "LHY-12.3.6.2", "LHY-12.3.7b", "LHY-4.1.14c", "LHY-4.1.14.3",
)  # fmt: skip
def destroy(
    resolution: Resolution,
    unit: Unit,
    *,
    collateral: bool = False,
    beside: bool = False,
    late: Iterable[Unit] = (),
) -> None:
    """A vehicle, gun or FP is destroyed, by fire and in assaults with collateral damage unless the weapon is
    too weak for that (reading 195).

    Collateral damage strikes its load, men who got off too `late` under the fire that destroys it and, with `beside`, one other
    unit on foot in its hex, if that is open.
    """
    row, place = row_of(unit), resolution.position.place(unit)
    loads = [*unload_riders(resolution, unit.id), *late]
    eliminate(resolution, unit, "is destroyed")
    if row.kind is UnitKind.FP and resolution.position.mission.edition.destroyed_fp_leaves_ip:
        resolution.happen(GroundMarked("improved_position", place, 1))
    for load in loads if collateral else ():
        if suffers_later(resolution.position, load, unit, place):
            resolution.happen(CollateralAwaits(load.id))
        else:
            suffer_collateral_damage(resolution, load)
    if beside and row.is_vehicle:
        if is_duel_undecided(resolution.position, unit):
            resolution.happen(NeighbourAwaits(unit.id))
        else:
            disrupt_neighbour(resolution, place, unit.side)


@implements("LHY-12.3.7a.3")
def _got_off_under_fire(resolution: Resolution, vehicle: str) -> list[Unit]:
    """The men who got off a vehicle this turn after it was fired at, while that fire still lies on it."""
    course = resolution.course
    men = (resolution.state.unit(name) for name, carrier in course.got_off if carrier == vehicle)
    return [unit for unit in men if course.is_fired_at(vehicle) and unit.at and row_of(unit).is_foot]


@implements("LHY-12.0.2", "LHY-12.3.6.2")
def suffers_later(position: Position, load: Unit, vehicle: Unit, destroyed_at: Place) -> bool:
    """Whether collateral damage to a unit that got off a destroyed vehicle must wait, as all fire of a phase is one result.

    It waits for fire on another hex that is still to be rolled against the unit, and for the fire that decides a duel
    of the vehicle.
    """
    course, place = position.course, position.place(load)
    is_to_come = course.phase is Phase.FIRE and place not in course.resolved_hexes
    is_under_fire = is_to_come and place != destroyed_at and bool(course.fires_at(place))
    return is_under_fire or is_duel_undecided(position, vehicle)


@implements("LHY-12.3.7a.1", "LHY-12.3.7a.2", "LHY-12.0.2")
def suffer_collateral_damage(resolution: Resolution, load: Unit) -> None:
    """Riders and passengers of a destroyed vehicle disrupt, unless they have already, and check; a loaded gun is destroyed."""
    if row_of(load).kind is UnitKind.GUN:
        destroy(resolution, load)
        return
    if not load.has(DISRUPTED):
        inflict(resolution, load.id, Harm.DISRUPTED)
    disrupted = resolution.state.unit(load.id)
    if disrupted.at is not None and fails_cohesion_check(resolution, disrupted):
        inflict(resolution, load.id, Harm.STEP)


@implements("LHY-12.3.7b")
def disrupt_neighbour(resolution: Resolution, place: Hex, side: str) -> None:
    """Disrupt one unit on foot, at random, in the open hex of a destroyed vehicle: of its side, in an assault hex of either."""
    position = resolution.position
    if not is_open(position, place) or position.is_marked("improved_position", place):
        return
    occupants = position.at(place) if position.is_marked_assault(place) else position.friends_at(place, side)
    near = [
        unit
        for unit in occupants
        if row_of(unit).is_foot and not row_of(unit).is_dummy and not unit.has(DISRUPTED)
        and not position.course.is_aboard(unit.id)
    ]  # fmt: skip
    if any(map(is_unknown, occupants)):
        raise DependsOnHidden("whom a vehicle disrupts as it is destroyed")
    if near:
        inflict(resolution, near[resolution.pick(f"who is struck in {place}", len(near))].id, Harm.DISRUPTED)
