"""Shellfire on a target marker: which units it can strike, how it is resolved, and the reasons for its dice.

Rule: KGN Fire for effect; OUR 107 to 110, 157.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import shapely

from rules.game.citation import Provenance
from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import Spot, is_within
from rules.kampfgruppe_normandy.book.concealment import PASSENGER_SAVE, save_needed
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite, figure_source
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, Weapon
from rules.kampfgruppe_normandy.effects.building_hits import damage_building, nearest_building
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import RADIUS_IN, Barrage, bombard
from rules.kampfgruppe_normandy.effects.indirect_fire.fire_requests import Deviation, Landing
from rules.kampfgruppe_normandy.effects.losses import suffer_losses
from rules.kampfgruppe_normandy.questions.ranges import Facing, armour_at
from rules.kampfgruppe_normandy.questions.sight.cover import cover_from
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.questions.target import Target, medics_beside, target_of
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.support_events import ShellsFell


@implements("KN-IND-01", "KN-IND-13", "KN-IND-20", "KN-IND-21", "KN-IND-25", "KN-IND-26", "KN-BLDG-02b")
def bombard_marker(
    resolution: Resolution, marker: Spot, shot: HighExplosive, shots: int, what: str = "shell"
) -> None:
    """Let shells or bombs fall on a marker: all are thrown, dealt out, and worked out one after another.

    Rule: KGN Fire for effect.
    """
    aimed = barrage_at(resolution.position, marker, shot, about=resolution.concerns)
    if resolution.concerns and resolution.concerns not in (*aimed.names, aimed.building):
        return
    barrage = bombard(aimed, shots, resolution.named(f"{what}s"))
    resolution.happen(ShellsFell(marker, shots, *barrage.fallen, what))
    for losses in barrage.losses:
        suffer_losses(resolution, losses)
    if barrage.battered:
        damage_building(resolution, resolution.position.table.piece(barrage.building), barrage.battered)


@implements("KN-IND-19", "KN-IND-20", "KN-IND-23", "KN-PRIN-12", "KN-PRIN-13")
@memoized
def barrage_at(position: Position, marker: Spot, shot: HighExplosive, *, about: str = "") -> Barrage:
    """The salvo at a marker before it falls: the units it can strike, nearest first, each followed by its passengers.

    A unit is within reach if any part of it is, hull to marker. Units equally near come in the order of their names;
    passengers under an armoured roof are not struck. Cover is judged from the marker, and nobody need see it.

    A building that the marker lies in takes direct hits too, or the nearest within reach if no unit is (OUR 149).
    `about` names the unit or building whose odds are wanted: all others take their share of results without effect.

    Rule: KGN Fire for effect, Measuring distances; OUR 108, 109, 149, 154, 157.
    """
    targets: list[Target] = []
    carried_by: list[str] = []
    roofed: set[str] = set()
    as_near = 0
    concerns = _linked_units(position, about)
    for gap, unit in _near(position, marker):
        kind = position.type(unit)
        if is_within(gap, 0.0):
            as_near += 1 + _exposed_aboard(position, unit)
        if about and concerns.isdisjoint((unit.id, *(passenger.id for passenger in position.aboard(unit)))):
            targets += [
                Target(f"other {len(targets) + k}", Kind.INFANTRY)
                for k in range(1 + _exposed_aboard(position, unit))
            ]
            carried_by += [""] * (len(targets) - len(carried_by))
            continue
        targets.append(_target_near(position, unit, marker))
        carried_by.append("")
        for passenger in position.aboard(unit):
            if kind.kind is Kind.ENCLOSED and not position.is_tank_rider(passenger):
                roofed.add(passenger.id)
            targets.append(_passenger(position, passenger, unit))
            carried_by.append(unit.id)
    building = _building_struck(position, marker, bool(targets))
    building = "other building" if building and about not in ("", building) else building
    return Barrage(
        shot,
        tuple(targets),
        tuple(carried_by),
        frozenset(roofed),
        concerns=concerns,
        building=building,
        as_near=as_near if building else 0,
    )


@implements("KN-BLDG-02b")
def _building_struck(position: Position, marker: Spot, has_units: bool) -> str:
    """The building that takes direct hits, besides units or in place of them if none is near; "" if none does (OUR 149)."""
    piece = nearest_building(position, marker, 0.0 if has_units else RADIUS_IN)
    return "" if piece is None else piece.id


def _exposed_aboard(position: Position, unit: Unit) -> int:
    """How many units aboard shells can strike."""
    is_roofed = position.type(unit).kind is Kind.ENCLOSED
    return sum(not is_roofed or position.is_tank_rider(passenger) for passenger in position.aboard(unit))


def _linked_units(position: Position, unit_id: str) -> frozenset[str]:
    """A unit and all others on which its fate depends: its medics, the units that share these, and all their carriers."""
    sharing = {unit_id} if _medics_of(position, unit_id) else set()
    medics: set[str] = set()
    while sharing and not (near := {m for squad in sharing for m in _medics_of(position, squad)}) <= medics:
        medics = near
        sharing |= {
            name for name in position.state.units if not medics.isdisjoint(_medics_of(position, name))
        }
    names = {unit_id, *sharing, *medics}
    carriers = {position.progress.of(name).aboard for name in names}
    return frozenset(name for name in (*names, *carriers) if name)


def _medics_of(position: Position, unit_id: str) -> tuple[str, ...]:
    """The ids of the medics beside a unit who can help it, in the order in which they would."""
    unit = position.state.units.get(unit_id)
    return () if unit is None else medics_beside(position, unit)


def units_near(position: Position, marker: Spot) -> list[Unit]:
    """The units on the table within reach of shells at a marker, nearest first, equally near ones by name."""
    return [unit for _, unit in _near(position, marker)]


def _near(position: Position, marker: Spot) -> list[tuple[float, Unit]]:
    units, cores, radii = _bases(position)
    gaps = np.maximum(0.0, shapely.distance(cores, shapely.Point(marker)) - radii)
    near = [(gap, unit) for gap, unit in zip(gaps.tolist(), units, strict=True) if is_within(gap, RADIUS_IN)]
    return sorted(near, key=lambda entry: (entry[0], entry[1].id))


@memoized
def _bases(position: Position) -> tuple[tuple[Unit, ...], np.ndarray, np.ndarray]:
    """The units on the ground with their footprints as arrays: the cores, and the radii in inches round them."""
    units = tuple(unit for unit in position.on_table() if position.type(unit).kind is not Kind.AIRCRAFT)
    bases = [position.base(unit) for unit in units]
    return units, np.array([base.core for base in bases]), np.array([base.radius_in for base in bases])


def landing_after_drift(position: Position, aimed: Spot, fell: Deviation) -> Landing:
    """Where a marker comes down when aimed at a spot and drifting so."""
    at = fell.drifted(aimed)
    near = tuple(unit.id for unit in units_near(position, at))
    return Landing(near, at in position.table, at, fell)


def landing_for(position: Position, name: str, landing: Landing, shot: HighExplosive) -> Landing:
    """A landing reduced to what matters to one unit or building: the salvo there if it is within reach, else nothing."""
    barrage = barrage_at(position, landing.at, shot, about=name)
    is_near = name in (*barrage.names, barrage.building) and landing.is_on_table
    return replace(landing, near=(), barrage=barrage if is_near else None)


def units_struck(position: Position, marker: Spot) -> tuple[str, ...]:
    """The units that shells at a marker can strike, with those aboard them."""
    near = units_near(position, marker)
    aboard = (passenger.id for unit in near for passenger in position.aboard(unit))
    return (*(unit.id for unit in near), *aboard)


@implements("KN-BLDG-02b")
def all_struck(position: Position, marker: Spot) -> tuple[str, ...]:
    """The ids of everything that shells at a marker can strike: the units, with those aboard, and a building."""
    units = units_struck(position, marker)
    building = _building_struck(position, marker, bool(units))
    return (*units, building) if building else units


def struck_if_several(position: Position, marker: Spot) -> tuple[str, ...]:
    """Everything that shells at a marker can strike, if more than one: their fates are told separately."""
    struck = all_struck(position, marker)
    return struck if len(struck) > 1 else ()


def _target_near(position: Position, unit: Unit, marker: Spot) -> Target:
    target = target_of(position, unit, armour_at(position.type(unit).armour, Facing.SIDE))
    shelter = cover_from(position, unit, replace(look(position, marker, unit), share=1.0))
    return replace(target, save=save_needed(target.kind, shelter.cover))


def _passenger(position: Position, unit: Unit, carrier: Unit) -> Target:
    """A passenger under shellfire: behind the sides of a truck or half-track, or in the open on a tank (OUR 2)."""
    target = target_of(position, unit)
    if position.is_tank_rider(unit):
        return replace(target, save=target.open_save)
    is_soft = position.type(carrier).kind is Kind.SOFT_SKIN
    return replace(target, save=PASSENGER_SAVE if is_soft else PASSENGER_SAVE - 1)


def bombardment_reasons(
    position: Position, marker: Spot, weapon: Weapon, shots: int, side: str
) -> Iterator[Reason]:
    """Reasons for shells at a marker: their dice, and the save of each unit within reach, nearest first, one's own too."""
    assert weapon.he is not None
    barrage = barrage_at(position, marker, weapon.he)
    if barrage.building:
        piece = position.table.piece(barrage.building)
        yield Reason(f"{piece} takes direct hits as a unit does", as_read("Attacking buildings", 149))
    if not barrage.targets:
        yield Reason(f'no unit is within {RADIUS_IN:g}"', cite("Fire for effect"))
        return
    words = f"{counted(shots, 'die')}, {weapon.he} HE, penetration {weapon.he.penetration}"
    is_printed = weapon.provenance is Provenance.BOOK
    where = as_read("Fire for effect", 107, 180)
    yield Reason(
        words,
        where if is_printed else where.together_with(figure_source(weapon.provenance, 182)),
        (marker,),
    )
    for name in barrage.order:
        unit, save = position.state.unit(name), barrage.target(name).save
        whose = ", one's own" if unit.side == side else ""
        yield Reason(
            f"{name}{whose}: {'no save' if save is None else f'saves on {save}+'}",
            as_read("Indirect fire", 157, *_read_of_save(position, unit, save)),
        )


def _read_of_save(position: Position, unit: Unit, save: int | None) -> Iterator[int]:
    """Further readings that decide a save under shellfire."""
    if position.status(unit).aboard is not None:
        yield 2
    elif position.type(unit).is_vehicle and save is not None:
        yield 1
