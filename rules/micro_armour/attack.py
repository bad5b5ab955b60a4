"""Who may attack whom: sections 7.1, 7.3.4, 7.3.5, 8.5, 8.6 and 10.2."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.sight.field import seen_spots
from rules.micro_armour.book import Book
from rules.micro_armour.course import Course, Leg, Move, course_of
from rules.micro_armour.events import FireKind
from rules.micro_armour.facing import is_in_firing_arc
from rules.micro_armour.fire import FIRED, MOVEMENT, ShotSheet, shot_sheet
from rules.micro_armour.movement import full_inches, heading_deg
from rules.micro_armour.roster import Gun, GunArc
from rules.micro_armour.spotting import blocking_outlines, see_stand, sight_limit_in
from rules.micro_armour.stands import enemies_of, engaged_enemies, range_in, spot_of, stand_base
from rules.micro_armour.terrain_effects import table_of


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as declared: how it came about, who fires what, at whom."""

    kind: FireKind
    side: str
    target: str
    firers: tuple[str, ...]
    guns: tuple[str, ...] = ()

    def gun(self, place: int) -> str:
        return self.guns[place] if place < len(self.guns) else ""


@implements(
    "MATG2-7.0.1",
    "MATG2-7.1.2",
    "MATG1-7.0.1",
    "MATG1-7.0.2",
    "MATG2-8.6.1",
    "MATG2-8.6.2.2",
    "MATG2-12.M7",
    "MATG2-12.F1",
)
def why_not_attack(state: GameState, book: Book, attack: Attack) -> tuple[Reason, ...]:
    """Why an attack may not be made; nothing if it may. For opportunity fire the target stands where it is stopped.

    Rule: MATG2 7.1, 7.3, 8.5, 8.6; MATG1 7.0, 7.4, 7.5.
    """
    edition, course = book.edition, course_of(state)
    target = state.units.get(attack.target)
    if target is None or not isinstance(target.at, Spot) or target.side == attack.side:
        return (Reason(f"{attack.target} is no enemy stand on the table", edition.cite("7.0")),)
    if reasons := _wrong_firers(attack, book):
        return reasons
    reasons = _spared(course, book, attack)
    for place, name in enumerate(attack.firers):
        firer = state.units.get(name)
        if firer is None or firer.side != attack.side or not isinstance(firer.at, Spot):
            return (Reason(f"{name} is no stand of {attack.side} on the table", edition.cite("7.0")),)
        reasons += why_not_shot(state, book, attack.kind, firer, target, attack.gun(place))
    return reasons


@implements(
    "MATG2-6.0.1",
    "MATG2-7.1.4",
    "MATG2-7.3.4.2",
    "MATG2-7.3.5",
    "MATG2-8.5.1",
    "MATG2-12.M6",
    "MATG2-10.2.1",
    "MATG2-10.2.2",
    "MATG2-10.2.3",
    "MATG2-4.2.6",
)
def why_not_shot(
    state: GameState, book: Book, kind: FireKind, firer: Unit, target: Unit, gun_name: str
) -> tuple[Reason, ...]:
    """Why one stand may not shoot at another."""
    tank = book.tank(firer.type)
    gun = next((gun for gun in tank.guns if gun.name == gun_name or not gun_name), None)
    if gun is None:
        guns = ", ".join(gun.name for gun in tank.guns)
        return (Reason(f"{tank.name} has no {gun_name}, but {guns}", book.edition.cite("10.2")),)
    if reasons := _not_ready(book, kind, firer):
        return reasons
    if reasons := _not_at_him(state, book, firer, target, gun):
        return reasons
    return see_stand(state, firer, target, course_of(state).setting.sight_limit, book.edition).reasons


def sheets_of(
    state: GameState, book: Book, attack: Attack, *, at_road_rate: bool = False
) -> tuple[ShotSheet, ...]:
    """The figures of every shot of an attack."""
    setting = course_of(state).setting
    target = state.unit(attack.target)
    return tuple(
        shot_sheet(
            state,
            setting,
            book.roster,
            book.edition,
            state.unit(name),
            target,
            gun=attack.gun(place),
            covering=attack.kind is FireKind.COVERING,
            at_road_rate=at_road_rate,
        )
        for place, name in enumerate(attack.firers)
    )


def stops_of(leg: Leg) -> tuple[tuple[Spot, ...], ...]:
    """The places where a stand on this leg may be stopped, as the path walked to each."""
    return full_inches(leg.path)


def stopped_at(state: GameState, move: Move, leg: Leg, stop: int) -> GameState:
    """The state with the moving stand where it is stopped."""
    walked = stops_of(leg)[stop]
    unit = state.unit(move.stand)
    facing = stop_facing_deg(unit, leg, walked)
    return state.with_unit(replace(unit, at=walked[-1], facing_deg=facing))


def stop_facing_deg(unit: Unit, leg: Leg, walked: tuple[Spot, ...]) -> float:
    """Which way a stand faces where it is stopped: as declared at the end of its path (OUR 32)."""
    if len(leg.path) > 1 and walked == leg.path:
        return leg.facing_deg
    at_rest = leg.facing_deg if unit.facing_deg is None else unit.facing_deg
    return heading_deg(walked, at_rest)


def is_at_road_rate(leg: Leg) -> bool:
    """Whether a stand stopped on a road on this leg counts as moving at its rate (OUR 44)."""
    return leg.by_road and len(leg.path) > 1


@implements("MATG2-8.5.2", "MATG2-8.5.5")
def may_be_stopped(state: GameState, book: Book, stand: str, leg: Leg) -> bool:
    """Whether any enemy may fire opportunity fire at a stand somewhere on this leg; it suffers it once a phase.

    Rule: MATG2 8.5.
    """
    course = course_of(state)
    move = course.move
    if move is None or stand in course.stopped:
        return False
    move = replace(move, stand=stand)
    watching = (
        unit for unit in enemies_of(state, move.side) if not _not_ready(book, FireKind.OPPORTUNITY, unit)
    )
    return any(next(stops_under_fire(state, book, move, leg, unit), None) for unit in watching)


def stops_under_fire(
    state: GameState, book: Book, move: Move, leg: Leg, firer: Unit
) -> Iterator[tuple[int, Gun]]:
    """Where on a leg a stand may be stopped by one enemy's opportunity fire, and with which gun, first to last."""
    table, limit = table_of(state), course_of(state).setting.sight_limit
    walked = stops_of(leg)
    spots = np.array([path[-1] for path in walked], dtype=np.float64)
    here = spot_of(firer)
    guns = book.tank(firer.type).guns
    reach_in = min(max(gun.ap_range_in for gun in guns), sight_limit_in(state, here, limit))
    near = np.hypot(*(spots - np.array(here)).T) <= reach_in + 2 * HAIR_IN
    if not near.any():
        return
    outlines, depths = blocking_outlines(table)
    seen = seen_spots(outlines, here, spots, depths) & near
    for stop in np.flatnonzero(seen).tolist():
        there = stopped_at(state, move, leg, stop)
        target = there.unit(move.stand)
        for gun in guns:
            if not why_not_shot(there, book, FireKind.OPPORTUNITY, firer, target, gun.name):
                yield stop, gun


def _wrong_firers(attack: Attack, book: Book) -> tuple[Reason, ...]:
    if not attack.firers or len(set(attack.firers)) < len(attack.firers):
        return (Reason("an attack names each firing stand once", book.edition.cite("7.0")),)
    if len(attack.guns) > len(attack.firers):
        return (Reason("an attack names one gun for each firing stand", book.edition.cite("10.2")),)
    if len(attack.firers) > 1 and not book.edition.many_firers:
        return (Reason("one stand attacks one stand", book.edition.cite("7.0")),)
    return ()


def _spared(course: Course, book: Book, attack: Attack) -> tuple[Reason, ...]:
    """What protects the target: it was attacked already, or is not the one to be answered."""
    edition, move = book.edition, course.move
    match attack.kind:
        case FireKind.FIRE if attack.target in course.attacked:
            return (Reason(f"{attack.target} was attacked already this phase", edition.cite("7.1.2")),)
        case FireKind.COVERING:
            if move is None or attack.target not in move.opponents:
                said = f"{attack.target} did not fire the opportunity fire that is answered"
                return (Reason(said, edition.cite("8.6.1")),)
            if not edition.cover_by_anyone and attack.firers != (move.hit,):
                said = f"only {move.hit}, which was fired on, may answer"
                return (Reason(said, edition.cite("8.6.2")),)
    return ()


def _not_ready(book: Book, kind: FireKind, firer: Unit) -> tuple[Reason, ...]:
    edition = book.edition
    if firer.has(FIRED):
        section = "8.5.1" if kind is FireKind.OPPORTUNITY else "7.1.4"
        return (Reason(f"{firer} has fired this turn", edition.cite(section)),)
    if firer.has(MOVEMENT) and kind is FireKind.FIRE:
        return (Reason(f"{firer} is in movement posture", edition.our(1)),)
    if firer.has(MOVEMENT) and kind is FireKind.OPPORTUNITY:
        return (Reason(f"{firer} is in movement posture", edition.cite("8.5.1")),)
    return ()


def _not_at_him(state: GameState, book: Book, firer: Unit, target: Unit, gun: Gun) -> tuple[Reason, ...]:
    edition = book.edition
    reasons = []
    if (distance := range_in(firer, target)) > gun.ap_range_in:
        said = f'{distance:.1f}" is beyond the {gun.ap_range_in:g}" of {gun.name}'
        reasons.append(Reason(said, edition.cite("7.3.5")))
    if gun.arc is GunArc.FRONT and not is_in_firing_arc(stand_base(firer), spot_of(target)):
        said = f"{target} is outside the firing arc of {gun.name}"
        reasons.append(Reason(said, edition.cite("10.2")))
    engaged = engaged_enemies(state, firer)
    if engaged and target.id not in {enemy.id for enemy in engaged}:
        said = f"{firer} is engaged with {', '.join(enemy.id for enemy in engaged)}"
        reasons.append(Reason(said, edition.cite("7.3.4")))
    return tuple(reasons)
