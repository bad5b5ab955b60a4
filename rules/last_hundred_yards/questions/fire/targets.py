"""Targets of fire: the units it can harm, the armour it has to beat, the units that take the result, and duels.

Chapters 1.2, 1.3, 11.5, 12.1.3 and 12.3.6.
"""

from collections.abc import Iterator, Set

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import CARRIERS, UnitKind
from rules.last_hundred_yards.state.position import Position, cohesion_of, is_unknown, row_of
from rules.last_hundred_yards.state.progress import Phase


def sits_inside(position: Position, unit: Unit) -> bool:
    """Whether a unit is aboard and safe from small arms: a passenger or a towed gun; riders are outside."""
    return position.course.is_aboard(unit.id) and not position.rides(unit)


@implements("LHY-11.1.1.1", "LHY-11.0.1", "LHY-11.5a")
def fires_small_arms_at(firer: Unit, target: Unit) -> bool:
    """Whether a unit fires small arms at this target: men, or a gun that the unit's ATV cannot harm."""
    row, aim = row_of(firer), row_of(target)
    return not aim.is_hard or (aim.kind is UnitKind.GUN and (row.atv is None or row.atv < 0))


@implements("LHY-11.3c", "LHY-12.1.3.2b")
def soft_targets(position: Position, place: Hex, side: str, *, mortar: bool = False) -> tuple[Unit, ...]:
    """The units of a side that small arms or mortar fire can harm: those with Cohesion; of units aboard, only riders.

    Riders are left out for mortars, passengers always.
    """
    return tuple(
        unit
        for unit in position.friends_at(place, side)
        if row_of(unit).cohesion is not None
        and not (position.course.is_aboard(unit.id) if mortar else sits_inside(position, unit))
    )


@implements("LHY-8.0b", "LHY-11.3.3c", "LHY-11.3.3d", "LHY-4.1.9b.2")
@memoized
def have_just_acted(position: Position, place: Hex, side: str, *, maneuvered: bool = False) -> bool:
    """Whether enemies in a hex that small arms may harm have just acted: men and guns, or an AFV with riders.

    With `maneuvered`, whether they have just maneuvered, with or without fire.
    """
    acted = {deed.unit for deed in position.course.deeds if deed.is_maneuver or not maneuvered}
    return any(
        enemy.id in acted and _may_be_harmed(position, enemy) for enemy in position.enemies_at(place, side)
    )


def _may_be_harmed(position: Position, enemy: Unit) -> bool:
    """Whether small arms at a counter may harm a unit, or those who ride on it."""
    if row_of(enemy).is_vehicle:
        return any(position.rides(position.unit(load)) for load in position.course.loads_of(enemy.id))
    has_cohesion = row_of(enemy).cohesion is not None
    return is_unknown(enemy) or (has_cohesion and not sits_inside(position, enemy))


@implements("LHY-12.1.3.1", "LHY-12.1.3.2a")
def units_meeting_result(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The units of which one takes the result: the best in the first group present; more than one if they tie."""
    first = min(map(_group_and_quality, units), default=None)
    return tuple(unit for unit in units if _group_and_quality(unit) == first)


@implements("LHY-12.1.3.1", "LHY-12.1.3.2a")
def _group_and_quality(unit: Unit) -> tuple[int, int, int, int]:
    """A sort key: known combat units in good order first, then concealed ones, then disrupted ones, then
    others; in each the best first."""
    row = row_of(unit)
    group = 3 if not row.is_combat else 2 if unit.has(DISRUPTED) else 1 if unit.has(CONCEALED) else 0
    return group, -cohesion_of(unit), -row.assault, 1 if row.sav is None else -row.sav


@implements("LHY-1.2", "LHY-1.3")
def armour_of(position: Position, unit: Unit, *, rear: bool = False) -> int | None:
    """A unit's AV or AEV, a house value for trucks and jeeps; None if anti-tank fire cannot harm it."""
    row, house = row_of(unit), position.mission.house
    if row.kind is UnitKind.TRUCK:
        return house.truck_av
    if row.kind is UnitKind.JEEP:
        return house.jeep_av
    return row.aev if rear and row.aev is not None else row.av


def armour_reason(position: Position, unit: Unit, *, rear: bool = False) -> Reason:
    """The armour value in words, with its citation."""
    row = row_of(unit)
    kind, rule = ("AEV", cite("1.3")) if rear and row.aev is not None else ("AV", cite("1.2"))
    if row.kind in (UnitKind.TRUCK, UnitKind.JEEP):
        rule = our(90)
    return Reason(f"against {kind} {armour_of(position, unit, rear=rear)}", rule)


@implements("LHY-11.5a")
def forbids_low_atv(unit: Unit, kinds: Set[UnitKind]) -> Iterator[Reason]:
    """Why the anti-tank fire of infantry and MGs cannot harm a target of one of these kinds."""
    if (row_of(unit).atv or 0) < 0 and not kinds <= CARRIERS:
        yield Reason("an ATV below 0 works on carriers only", cite_later("11.5a"))


@implements("LHY-11.5.2.2", "LHY-11.5.2.2-2019")
def forbids_target_kind(position: Position, unit: Unit, kinds: Set[UnitKind]) -> Iterator[Reason]:
    """Why a unit may not make anti-tank fire at a target of one of these kinds, whatever the range."""
    yield from forbids_low_atv(unit, kinds)
    is_latw_at_guns = row_of(unit).kind is UnitKind.LATW and kinds & {UnitKind.GUN, UnitKind.FP}
    if is_latw_at_guns and not position.mission.edition.latw_fires_at_guns:
        yield Reason("LATWs fire at vehicles only", cite_later("11.5.2"))


@implements("LHY-12.3.6.2")
def rival_in_duel(position: Position, unit: Unit) -> Unit | None:
    """The vehicle or gun with which this one fought a duel, if any; an FP fights none."""
    shots = position.course.shots
    rivals = {target for firer, target in shots if firer == unit.id}
    if len(rivals) != 1:
        return None
    rival = position.unit(rivals.pop())
    if {target for firer, target in shots if firer == rival.id} != {unit.id}:
        return None
    return None if UnitKind.FP in (row_of(unit).kind, row_of(rival).kind) else rival


@implements("LHY-12.3.6.2", "LHY-12.0.2")
def is_duel_undecided(position: Position, unit: Unit) -> bool:
    """Whether the fire at the rival in a duel is still to be rolled for, so that this unit may yet survive its destruction."""
    course, rival = position.course, rival_in_duel(position, unit)
    if rival is None or course.phase is not Phase.FIRE or not isinstance(rival.at, Hex):
        return False
    return course.is_fired_at(rival.id)
