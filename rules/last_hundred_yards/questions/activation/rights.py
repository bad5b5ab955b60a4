"""Rights to act: which kinds of action a unit may take now, and which units or groups of a side may take
one. Chapters 7, 8 and 9."""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import chain, combinations
from typing import TypeVar

from rules.game.citation import Citation
from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import ELITE, IN_MOTION, OVERWATCH, SHOCKED
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.activation.duties import duty_to_act
from rules.last_hundred_yards.questions.activation.heroism import waits_for_hero
from rules.last_hundred_yards.questions.activation.reactions import (
    held_under_assault,
    reaction_leader,
    rule_in_assault,
    saw_enemy_act,
    shocked_under_assault,
)
from rules.last_hundred_yards.questions.activation.taking_part import (
    is_activated,
    is_leaderless,
    is_of_activated,
    joins_from_aboard,
    no_leader,
    was_activated_before,
)
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import DecisionKind, Step


class Right(IntEnum):
    """A kind of action that a unit may take now; each is a bit, and they are combined as plain integers."""

    NONE = 0
    MANEUVER = 1
    FIRE = 2
    RECOVER = 4
    WITHDRAW = 8
    START = 16
    LATW_FIRE = 32
    HALT_AND_FIRE = 64
    MOUNT = 128
    REINFORCE = 256
    """Maneuver only to reinforce friends who are assaulted next to it (8.3h)."""
    MUST = 512
    """Set if the unit may act only because it must: its platoon has no leader (5.0 II)."""


_ALL = (
    Right.MANEUVER | Right.FIRE | Right.RECOVER | Right.WITHDRAW | Right.START | Right.LATW_FIRE
    | Right.HALT_AND_FIRE | Right.MOUNT
)  # fmt: skip
_NAMED_FIRE = Right.FIRE | Right.LATW_FIRE | Right.HALT_AND_FIRE
_NO_MANEUVER = _NAMED_FIRE | Right.RECOVER
_GOES = Right.MANEUVER | Right.REINFORCE
_LEAVES = _GOES | Right.MOUNT


@implements("LHY-10.3.2.1", "LHY-10.4.6.0.2", "LHY-10.4.6.2.0")
@memoized
def rights(position: Position, unit: Unit) -> int:
    """What a unit may do now, as `Right` bits.

    Sections whose squad has just deployed may neither fire nor recover; in 3.1 one of the two may fire. A vehicle with idle men
    aboard, and a unit that had to get off a vehicle, may not maneuver.
    """
    may = _rights(position, unit)
    if unit.id in position.course.deploying:
        may &= ~Right.RECOVER if _may_fire_as_section(position, unit) else ~_NO_MANEUVER
    held = may & _GOES and (idle_load(position, unit) or had_to_get_off(position, unit))
    return may & ~_GOES if held else may


@implements("LHY-10.3.2c.later")
def _may_fire_as_section(position: Position, unit: Unit) -> bool:
    """Whether a section whose squad has just deployed may fire: in 3.1 one of the two sections may."""
    platoon = row_of(unit).platoon_key
    pair = (position.unit(name) for name in position.course.deploying)
    return position.mission.edition.deployed_may_fire and not any(
        position.course.kinds_fired(firer.id) for firer in pair if row_of(firer).platoon_key == platoon
    )


def had_to_get_off(position: Position, unit: Unit) -> bool:
    """Whether a unit had to get off a vehicle in this turn, and has neither acted nor rallied: it has no
    MP left (reading 206)."""
    course = position.course
    return unit.id in course.forced_off and unit.id not in course.acted | course.rallied


def no_mp_left(unit: Unit) -> Reason:
    """Why a unit that had to get off its vehicle may not move."""
    rule = cite_later("10.4.6.2").together_with(our(206))
    return Reason(f"{unit} had to get off its vehicle in this turn and has no MP left", rule)


@implements("LHY-10.4.6.0.2")
def idle_load(position: Position, vehicle: Unit) -> Unit | None:
    """A unit aboard a vehicle whose platoon is not activated and that does not join an activated one, if there is any.

    In an activation no vehicle may drive with such a unit.
    """
    course = position.course
    if course.step is not Step.ACTIONS or vehicle.side != course.active:
        return None
    companies: set[str] = set()
    for load in map(position.unit, course.loads_of(vehicle.id)):
        if joins_from_aboard(position, load):
            company = row_of(load).company
            if company in companies:
                return load
            companies.add(company)
        elif not is_of_activated(position, load):
            return load
    return None


@implements("LHY-10.4.6.0.2")
def forbids_carrying(position: Position, vehicle: Unit) -> Iterator[Reason]:
    """Why a vehicle may not drive with the units that it has aboard."""
    if (load := idle_load(position, vehicle)) is not None:
        words = f"{vehicle} carries {load}, whose platoon is not activated"
        yield Reason(words, cite_later("10.4.6"))


def _rights(position: Position, unit: Unit) -> int:
    """What a unit's activation or a reaction lets it do; after it has acted only fire from overwatch, or an
    FP's other kind of fire."""
    if not isinstance(unit.at, Hex):
        return Right.NONE
    if unit.id not in position.course.acted:
        return _rights_before_acting(position, unit)
    if unit.has(OVERWATCH):
        return _overwatch_rights(position, unit)
    return (
        Right.FIRE & _rights_before_acting(position, unit) if owes_other_fire(position, unit) else Right.NONE
    )


@implements("LHY-11.0a")
def owes_other_fire(position: Position, unit: Unit) -> bool:
    """Whether an FP has fired in one way and may still fire in the other."""
    return row_of(unit).kind is UnitKind.FP and len(position.course.kinds_fired(unit.id)) == 1


@implements(
    "LHY-9.0.1", "LHY-7.0.2", "LHY-5.0.II.2", "LHY-12.3.4.2", "LHY-10.4.5L.5", "LHY-11.1.0.3", "LHY-6.0.4",
    "LHY-8.3f", "LHY-8.3a",
)  # fmt: skip
def _rights_before_acting(position: Position, unit: Unit) -> int:
    """The rights of a unit that has not acted in this turn."""
    course = position.course
    if course.decisions and (due := course.due_of(DecisionKind.DRIVE_OFF)):
        return Right.MANEUVER if unit.id == due.unit else Right.NONE
    if course.decisions and (due := course.due_of(DecisionKind.ENFILADE_FIRE)):
        return _NAMED_FIRE if unit.id == due.unit else Right.NONE
    if unit.side == course.active and course.step is Step.ACTIONS:
        if not is_activated(position, unit) or any(waits_for_hero(position, unit)):
            return Right.NONE
        if is_leaderless(position, unit):
            return _ALL | Right.MUST if duty_to_act(position, unit) else Right.NONE
        return _ALL
    if unit.side == course.reacting and course.step is Step.REACTION:
        return _reaction_rights(position, unit)
    return Right.NONE


@implements("LHY-10.4.1.ow")
def _overwatch_rights(position: Position, unit: Unit) -> int:
    """The rights of a vehicle on overwatch: to fire in reaction, at enemies that it saw act."""
    course = position.course
    reacts = course.step is Step.REACTION and unit.side == course.reacting
    return Right.FIRE & _reaction_rights(position, unit) if reacts else Right.NONE


@implements(
    "LHY-8.0.1", "LHY-8.0a", "LHY-8.0.2", "LHY-8.1.1", "LHY-8.1.2", "LHY-8.1.4", "LHY-8.3.1", "LHY-8.3.2",
    "LHY-8.3a", "LHY-8.3i.later", "LHY-8.3f.later", "LHY-8.3h.later", "LHY-8.3c", "LHY-8.3d", "LHY-8.3e", "LHY-8.3f", "LHY-7.3", "LHY-7.0.3", "LHY-13.3.1a-2019",
    "LHY-13.3.2c.1", "LHY-13.3.2c.3",
)  # fmt: skip
def _reaction_rights(position: Position, unit: Unit) -> int:
    place = position.place(unit)
    if position.is_marked_assault(place) and not position.mission.edition.assault_hex_reactions:
        return Right.NONE
    if any(waits_for_hero(position, unit)):
        return Right.NONE
    may = _reactions_to_what_it_saw(position, unit)
    if shocked_under_assault(position, unit):
        may &= ~Right.RECOVER
    return may & ~_LEAVES if held_under_assault(position, unit) else may


def _reactions_to_what_it_saw(position: Position, unit: Unit) -> int:
    """All reactions for a unit that saw an enemy act or has to act; otherwise only those of 8.3."""
    if saw_enemy_act(position, unit) or duty_to_act(position, unit):
        return _ALL
    row, later = row_of(unit), position.mission.edition.later_unseen_reactions
    may: int = Right.REINFORCE if later else Right.NONE
    if row.is_foot:
        may |= Right.WITHDRAW
    if reaction_leader(position, unit) is not None:
        may |= Right.MANEUVER | Right.RECOVER
    if later and (unit.has(ELITE) or unit.has(SHOCKED)):
        may |= Right.RECOVER
    if row.is_vehicle and unit.has(IN_MOTION):
        may |= Right.MANEUVER | Right.HALT_AND_FIRE | Right.START
    elif row.is_vehicle:
        may |= Right.START
    if row.kind is UnitKind.LATW:
        may |= Right.LATW_FIRE | (Right.MANEUVER if later else Right.NONE)
    return may | Right.MOUNT


def own_unit(position: Position, side: str, unit_id: str) -> Unit | Reason:
    """The unit of a side with this id, or why the side may not name it."""
    unit = position.state.units.get(unit_id)
    if unit is None or unit.side != side:
        return Reason(f"{side} has no unit {unit_id}", cite("9.0"))
    if not isinstance(unit.at, Hex):
        return Reason(f"{unit} is not on the map", cite("9.0"))
    return unit


def own_units(position: Position, side: str, unit_ids: Iterable[str]) -> list[Unit] | Reason:
    """The units of a side with these ids, or why the side may not name one of them."""
    units: list[Unit] = []
    for unit_id in unit_ids:
        unit = own_unit(position, side, unit_id)
        if isinstance(unit, Reason):
            return unit
        units.append(unit)
    return units


@implements(
    "LHY-9.0.2", "LHY-9.0.3", "LHY-10.3.2.1", "LHY-5.0.II.2", "LHY-12.3.4.2", "LHY-13.3.2c.1",
    "LHY-10.4.6.0.2", "LHY-10.4.6.2.0", "LHY-6.0.II.1d.later", "LHY-6.0.II.2e.later",
)  # fmt: skip
def lacks_right(position: Position, unit: Unit, wanted: int, to_do: str) -> Iterator[Reason]:
    """Why a unit may not do this kind of action now."""
    if rights(position, unit) & wanted:
        return
    if unit.id in position.course.acted:
        yield Reason(f"{unit} has already acted this turn", cite("9.0"))
    elif waits := tuple(waits_for_hero(position, unit)):
        yield from waits
    elif unit.id in position.course.deploying:
        or_fires = ", or one of the two fires" if position.mission.edition.deployed_may_fire else ""
        yield Reason(f"{unit} came from a deployed squad and must maneuver{or_fires}", cite("10.3.2"))
    elif not wanted & ~_GOES and had_to_get_off(position, unit):
        yield no_mp_left(unit)
    elif idle_load(position, unit) and _waits_for_its_load(position, unit, wanted):
        yield from forbids_carrying(position, unit)
    elif (
        position.course.step is Step.ACTIONS
        and is_activated(position, unit)
        and is_leaderless(position, unit)
    ):
        yield no_leader(unit)
    elif position.course.reacting == unit.side and (held := _held_under_assault(position, unit, wanted)):
        yield held
    else:
        yield Reason(f"{unit} may not {to_do} now", _why_not_now(position, unit))


@implements("LHY-13.3.2c.1", "LHY-13.3.2c.3")
def _held_under_assault(position: Position, unit: Unit, wanted: int) -> Reason | None:
    """Why a unit under assault may not leave its hex by this kind of action, or may not recover."""
    if not wanted & ~_LEAVES:
        return held_under_assault(position, unit)
    return shocked_under_assault(position, unit) if wanted == Right.RECOVER else None


def _waits_for_its_load(position: Position, vehicle: Unit, wanted: int) -> bool:
    """Whether those aboard keep a vehicle from this kind of action until they are activated."""
    if position.mission.edition.tanks_act_with_their_riders and row_of(vehicle).kind is UnitKind.AFV:
        return True
    return not wanted & ~_GOES and is_activated(position, vehicle)


def _why_not_now(position: Position, unit: Unit) -> Citation:
    course = position.course
    if unit.side == course.active and not course.reacting:
        return cite("7.3") if was_activated_before(position, unit) else cite("7.0")
    if position.is_marked_assault(position.place(unit)):
        return rule_in_assault(position)
    return cite("8.1")


@memoized
def ready_units(position: Position, side: str, wanted: int) -> tuple[Unit, ...]:
    """The units of a side that may do this kind of action now."""
    return tuple([unit for unit, may in _with_rights(position, side) if may & wanted])


@memoized
def _with_rights(position: Position, side: str) -> tuple[tuple[Unit, int], ...]:
    """The units of a side that may do anything now, and what."""
    with_rights = [(unit, rights(position, unit)) for unit in position.of(side)]
    return tuple([(unit, may) for unit, may in with_rights if may])


MOST_LISTED = 8
"""The most units of which every group is listed: 255 groups."""

FEW = 3

UnitT = TypeVar("UnitT")


def groups(units: Sequence[UnitT], least: int = 1) -> Iterator[tuple[UnitT, ...]]:
    """Every group of at least `least` units; of more than eight units only groups of up to three, and all together (reading 95).

    Groups keep the order of the units. This limits lists only: any other group may be declared.
    """
    most = len(units) if len(units) <= MOST_LISTED else FEW
    yield from chain.from_iterable(combinations(units, size) for size in range(least, most + 1))
    if most < len(units):
        yield tuple(units)
