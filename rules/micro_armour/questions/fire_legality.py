"""Legality of fire, which stands may attack which: sections 7.1, 7.3.4, 7.3.5, 8.6 and 10.2."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.engine.position import memoized
from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.table.inches import Spot, is_within, shown_in
from rules.micro_armour.book.roster import Gun, GunArc
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.questions.facing import is_doubtful_arc, is_in_firing_arc
from rules.micro_armour.questions.fire_sheets import ShotSheet, shot_sheet
from rules.micro_armour.questions.spotting import see_stand
from rules.micro_armour.questions.terrain import RoadRate
from rules.micro_armour.state.conditions import FIRED, MOVEMENT
from rules.micro_armour.state.fire_events import FireKind
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.stands import (
    FAR_APART_IN,
    engaged_enemies,
    on_table,
    range_in,
    spot_of,
    stand_base,
)


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as declared: its kind, the firers with their guns, and the target."""

    kind: FireKind
    side: str
    target: str
    firers: tuple[str, ...]
    guns: tuple[str, ...] = ()
    road_rate: RoadRate = RoadRate.NOT_PAID
    """Whether the target was stopped while it moved at the road rate (OUR 44)."""

    def gun(self, place: int) -> str:
        return self.guns[place] if place < len(self.guns) else ""


@dataclass(frozen=True, slots=True)
class DeclaredAttack:
    """An attack as its side declares it; the gun is named for a firer with two guns (empty is the first)."""

    side: str
    target: UnitId
    firers: tuple[UnitId, ...]
    guns: tuple[str, ...] = ()

    def attack(self, kind: FireKind) -> Attack:
        return Attack(kind, self.side, self.target, self.firers, self.guns)


@implements(
    "MATG2-7.0.1", "MATG2-7.1.2", "MATG1-7.0.1", "MATG1-7.0.2", "MATG2-8.6.1", "MATG2-8.6.2.2",
    "MATG2-12.M7", "MATG2-12.F1",
)  # fmt: skip
def why_not_attack(position: Position, attack: Attack) -> tuple[Reason, ...]:
    """The reasons why an attack may not be made; none if it may. For opportunity fire the target stands where it is stopped.

    Rule: MATG2 7.1, 7.3, 8.5, 8.6; MATG1 7.0, 7.4, 7.5.
    """
    edition, state = position.edition, position.state
    target = state.units.get(attack.target)
    if target is None or not isinstance(target.at, Spot) or target.side == attack.side:
        return (Reason(f"{attack.target} is not an enemy stand on the table", edition.cite("7.0")),)
    if reasons := _wrong_firers(position.edition, attack):
        return reasons
    reasons = _why_protected(position, attack)
    for place, name in enumerate(attack.firers):
        firer = state.units.get(name)
        if firer is None or firer.side != attack.side or not isinstance(firer.at, Spot):
            return (Reason(f"{name} is not a stand of {attack.side} on the table", edition.cite("7.0")),)
        own = why_not_shot(position, attack.kind, firer, target, attack.gun(place))
        reasons += own if len(attack.firers) == 1 else tuple(_naming_firer(firer, reason) for reason in own)
    return reasons


def _naming_firer(firer: Unit, reason: Reason) -> Reason:
    """A reason with the name of the stand it holds for, used when several stands fire."""
    return reason if reason.text.startswith(f"{firer} ") else replace(reason, text=f"{firer}: {reason.text}")


@implements(
    "MATG2-6.0.1", "MATG2-7.1.4a", "MATG2-7.3.4.2", "MATG2-7.3.5", "MATG2-8.5.1", "MATG2-12.M6",
    "MATG2-10.2.1", "MATG2-10.2.2", "MATG2-10.2.3", "MATG2-4.2.6",
)  # fmt: skip
@memoized
def why_not_shot(
    position: Position, kind: FireKind, firer: Unit, target: Unit, gun_name: str
) -> tuple[Reason, ...]:
    """The reasons why one stand may not shoot at another."""
    state, edition, tank = position.state, position.edition, position.book.tank(firer.type)
    gun = next((gun for gun in tank.guns if gun.name == gun_name or not gun_name), None)
    if gun is None:
        guns = ", ".join(gun.name for gun in tank.guns)
        return (Reason(f"{tank.name} has no {gun_name}, but {guns}", edition.cite("10.2")),)
    if reasons := why_not_ready(edition, kind, firer):
        return reasons
    if reasons := _why_not_this_target(position, firer, target, gun):
        return reasons
    return see_stand(state, firer, target, position.options.sight_limit, edition).reasons


def sheets_of(position: Position, attack: Attack) -> tuple[ShotSheet, ...]:
    """The shot sheets of an attack."""
    state, covering = position.state, attack.kind is FireKind.COVERING
    firers, target = map(state.unit, attack.firers), state.unit(attack.target)
    return tuple(
        shot_sheet(
            position, firer, target, gun=attack.gun(place), covering=covering, road_rate=attack.road_rate
        )
        for place, firer in enumerate(firers)
    )


def _wrong_firers(edition: Edition, attack: Attack) -> tuple[Reason, ...]:
    if not attack.firers or len(set(attack.firers)) < len(attack.firers):
        return (Reason("an attack names each firing stand once", edition.cite("7.0")),)
    if len(attack.guns) > len(attack.firers):
        return (Reason("an attack names one gun for each firing stand", edition.cite("10.2")),)
    if len(attack.firers) > 1 and not edition.many_firers:
        return (Reason("one stand attacks one stand", edition.cite("7.0")),)
    return ()


def _why_protected(position: Position, attack: Attack) -> tuple[Reason, ...]:
    """Why the target may not be attacked: it already was, or it is not one that may be answered."""
    edition, progress = position.edition, position.progress
    move = progress.move
    match attack.kind:
        case FireKind.FIRE if attack.target in progress.attacked:
            return (Reason(f"{attack.target} was attacked already this phase", edition.cite("7.1.2")),)
        case FireKind.COVERING:
            if move is None or attack.target not in move.opponents:
                words = f"{attack.target} did not fire the opportunity fire that is answered"
                return (Reason(words, edition.cite("8.6.1")),)
            if not edition.cover_by_anyone and attack.firers != (move.hit,):
                words = f"only {move.hit}, which was fired on, may answer"
                return (Reason(words, edition.cite("8.6.2")),)
    return ()


def why_not_ready(edition: Edition, kind: FireKind, firer: Unit) -> tuple[Reason, ...]:
    """The reasons why a stand may not fire at all now: it has fired, or its posture forbids it."""
    if firer.has(FIRED):
        section = "8.5.1" if kind is FireKind.OPPORTUNITY else "7.1.4"
        return (Reason(f"{firer} has fired this turn", edition.cite(section)),)
    if firer.has(MOVEMENT) and kind is FireKind.FIRE:
        return (Reason(f"{firer} is in movement posture", edition.our(1)),)
    if firer.has(MOVEMENT) and kind is FireKind.OPPORTUNITY:
        return (Reason(f"{firer} is in movement posture", edition.cite("8.5.1")),)
    return ()


def _why_not_this_target(position: Position, firer: Unit, target: Unit, gun: Gun) -> tuple[Reason, ...]:
    edition = position.edition
    reasons = []
    if not is_within(distance := range_in(firer, target), gun.ap_range_in):
        words = f'{shown_in(distance)}" is beyond the {gun.ap_range_in:g}" of {gun.name}'
        reasons.append(Reason(words, edition.cite("7.3.5")))
    if gun.arc is GunArc.FRONT and not is_in_firing_arc(stand_base(firer), spot_of(target)):
        cite = edition.cite("10.2")
        if is_doubtful_arc(stand_base(firer), spot_of(target)):
            cite = cite.together_with(edition.our(13))
        reasons.append(Reason(f"{target} is outside the firing arc of {gun.name}", cite))
    engaged = _engaged(position, firer)
    if engaged and target.id not in {enemy.id for enemy in engaged}:
        words = f"{firer} is engaged with {', '.join(enemy.id for enemy in engaged)}"
        reasons.append(Reason(words, edition.cite("7.3.4")))
    return tuple(reasons)


@memoized
def _engaged(position: Position, firer: Unit) -> tuple[Unit, ...]:
    return engaged_enemies(position.state, firer)


def attack_factors(position: Position, attack: Attack) -> Factors:
    """Every modifier and value of an attack: those of single firers with their names, then those common to all."""
    sheets = sheets_of(position, attack)
    times = Counter(reason for sheet in sheets for reason in sheet.reasons)
    own = (
        replace(reason, text=f"{sheet.firer}: {reason.text}")
        for sheet in sheets
        for reason in sheet.reasons
        if times[reason] < len(sheets)
    )
    return Factors.of(*own, *(reason for reason in times if times[reason] == len(sheets)))


def able_to_fire(position: Position, kind: FireKind, side: str, target: Unit) -> list[tuple[str, str]]:
    """The stands of a side that may shoot at a target, each with each gun that may."""
    there = spot_of(target)
    return [
        (firer.id, gun.name)
        for firer, here, most_in in _ready_to_fire(position, kind, side)
        if is_within(here.gap_in(there), most_in)
        for gun in position.book.tank(firer.type).guns
        if not why_not_shot(position, kind, firer, target, gun.name)
    ]


@implements("MATG1-7.0.1")
def attackers(
    able: list[tuple[str, str]], edition: Edition
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The firers and guns of possible attacks: each stand alone; in the first edition also all together."""
    yield from (((firer,), (gun,)) for firer, gun in able)
    together = dict(reversed(able))
    if edition.many_firers and len(together) > 1:
        yield tuple(together), tuple(together.values())


@memoized
def _ready_to_fire(position: Position, kind: FireKind, side: str) -> tuple[tuple[Unit, Spot, float], ...]:
    """The stands of a side that may fire at all, with their places and the distance beyond which nothing is in range."""
    return tuple(
        (firer, spot_of(firer), max(FAR_APART_IN, *(gun.ap_range_in for gun in guns)))
        for firer in on_table(position.state)
        if firer.side == side and not why_not_ready(position.edition, kind, firer)
        if (guns := position.book.tank(firer.type).guns)
    )


def guns_in_words(guns: tuple[str, ...]) -> str:
    """The guns that an attack names, as the end of a sentence; nothing if it names none."""
    named = [gun for gun in guns if gun]
    return f" with {', '.join(named)}" if named else ""
