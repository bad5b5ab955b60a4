"""Guns that fire indirectly: which weapons can, who may ask for them, and whether they reach a marker.

Rule: KGN Requesting fire, Mortars, Artillery, Weapons of World War II.
"""

from collections.abc import Iterator
from functools import lru_cache

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.arcs import is_in_arc
from rules.ground.table.inches import Spot, is_within
from rules.kampfgruppe_normandy.book.conditions import RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, KgnType, SpecialRule, Weapon, WeaponKind
from rules.kampfgruppe_normandy.book.weapon_limits import LEAST_INDIRECT_IN
from rules.kampfgruppe_normandy.book.weapons import CREWED_ARC_DEG, arc_deg
from rules.kampfgruppe_normandy.questions.activation import cannot_be_activated
from rules.kampfgruppe_normandy.questions.gun_crew import LEAST_CREW, crew_of
from rules.kampfgruppe_normandy.questions.main_gun import out_of_rounds, rounds_left, shell_spent
from rules.kampfgruppe_normandy.questions.ranges import distance_in, inches_beside_limit
from rules.kampfgruppe_normandy.questions.volley import Round
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT
from rules.kampfgruppe_normandy.state.fire_missions import Mission, fire_support
from rules.kampfgruppe_normandy.state.position import Position

INDIRECT = frozenset({WeaponKind.MORTAR, WeaponKind.HOWITZER, WeaponKind.CANNON, WeaponKind.ROCKETS})
_OBSERVERS = frozenset({SpecialRule.FORWARD_OBSERVER, SpecialRule.SUPREME_COMMAND})
_ASK_FOR_FIRE = _OBSERVERS | {SpecialRule.COMMAND}

BOTH_ACTIONS = 2
SHOTS_OF_ROCKETS = 2
"""How many shots one shot of a multiple rocket launcher counts as."""


@implements("KN-IND-01", "KN-IND-35", "KN-WPN-10b", "KN-WPN-21a", "KN-WPN-22", "KN-WPN-25")
@lru_cache(maxsize=1024)
def indirect_weapon(kind: KgnType) -> Weapon | None:
    """The weapon a unit fires indirectly: a mortar on its base plate, a howitzer, cannon or rocket launcher.

    Light mortars are none: they spot for themselves.
    """
    return next(
        (weapon for weapon in kind.weapons if weapon.kind in INDIRECT and weapon.he is not None), None
    )


def lobbed_by(position: Position, gun: Unit) -> tuple[Weapon, HighExplosive]:
    """The weapon that a gun fires indirectly, and its shell; the gun must have one."""
    weapon = indirect_weapon(position.type(gun))
    assert weapon is not None
    assert weapon.he is not None
    return weapon, weapon.he


def is_off_table(position: Position, gun: Unit) -> bool:
    return position.type(gun).has(SpecialRule.OFF_TABLE)


@implements("KN-SPEC-24a.3")
def is_empty(position: Position, gun: Unit) -> bool:
    """Whether a gun is out of ammunition, until it is re-supplied."""
    weapon = indirect_weapon(position.type(gun))
    return weapon is not None and weapon.name not in dict(position.weapons_left(gun))


@implements("KN-SPEC-24a.3", "KN-SPEC-03")
def out_of_ammunition(position: Position, gun: Unit) -> Reason | None:
    """Why a gun has no shell to fire indirectly: an event took them, or its vehicle has fired its last HE round."""
    if is_empty(position, gun):
        return Reason(f"{gun} is out of ammunition", ours(131))
    return out_of_rounds(position, gun, shell_of(position, gun))


@implements("KN-IND-44")
def guns_of(position: Position, side: str) -> Iterator[Unit]:
    """The guns of a side that can fire indirectly: on the table and deployed, or off it, and not out of ammunition."""
    for unit in position.of_side(side):
        if indirect_weapon(position.type(unit)) is None or unit.has(RESERVE):
            continue
        if out_of_ammunition(position, unit) is not None:
            continue
        if isinstance(unit.at, Spot) or is_off_table(position, unit):
            yield unit


@implements(
    "KN-IND-04", "KN-IND-13", "KN-ACT-12", "KN-IND-43", "KN-IND-34", "KN-IND-36", "KN-IND-37", "KN-IND-38"
)
@memoized
def dedicated_batteries(position: Position, side: str) -> tuple[tuple[str, ...], ...]:
    """The groups of guns that one request can ask: each gun on the table alone, all of a type on it, all of a type off it.

    Rule: KGN Fire request, Fire for effect; OUR 193.
    """
    lent = {
        gun
        for mission in fire_support(position.progress).missions
        if mission.is_general
        for gun in mission.guns
    }
    alone: list[tuple[str, ...]] = []
    together: dict[tuple[bool, str], list[str]] = {}
    for gun in guns_of(position, side):
        if gun.id in lent:
            continue
        is_off = is_off_table(position, gun)
        together.setdefault((is_off, gun.type), []).append(gun.id)
        if not is_off:
            alone.append((gun.id,))
    return tuple(dict.fromkeys((*alone, *map(tuple, together.values()))))


@implements(
    "KN-IND-34", "KN-WPN-10c", "KN-IND-36", "KN-IND-37", "KN-SPEC-09", "KN-SPEC-12", "KN-SPEC-26",
    "KN-AIR-31b",
)  # fmt: skip
def may_spot(kind: KgnType, weapon: Weapon | None) -> bool:
    """Whether a unit may ask for the fire of this weapon; None is general support.

    Mortars answer any command unit and observer, artillery and general support an observer or the headquarters.

    Rule: KGN Requesting fire.
    """
    if weapon is not None and weapon.kind is WeaponKind.MORTAR:
        return may_ask_for_fire(kind)
    return bool(kind.rules & _OBSERVERS)


def may_ask_for_fire(kind: KgnType) -> bool:
    """Whether a unit may ask for any fire at all."""
    return not kind.rules.isdisjoint(_ASK_FOR_FIRE)


@implements("KN-WPN-24", "KN-SPEC-24a.3", "KN-SPEC-03")
def why_gun_silent(position: Position, gun: Unit) -> Reason | None:
    """Why a gun cannot fire indirectly wherever its marker lies: empty, suppressed, short of crew, or reloading.

    Rule: KGN Weapons of World War II, Gun out of ammunition; OUR 115, 131, 187.
    """
    kind = position.type(gun)
    weapon = indirect_weapon(kind)
    if weapon is None:
        return Reason(f"{gun} has nothing that fires indirectly", cite("Indirect fire"))
    if (spent := out_of_ammunition(position, gun)) is not None:
        return spent
    if gun.has(SUPPRESSED):
        return Reason(f"{gun} is suppressed", cite("Activation"))
    if not kind.is_vehicle and crew_of(position, gun) < LEAST_CREW:
        return Reason(f"{weapon.name} needs a crew of {LEAST_CREW}", cite("Weapons of World War II"))
    return _why_reloading(position, gun)


@implements("KN-WPN-24", "KN-WPN-26", "KN-WPN-10a", "KN-WPN-11", "KN-WPN-21a", "KN-WPN-22", "KN-WPN-25")
def cannot_reach(position: Position, gun: Unit, marker: Spot) -> Reason | None:
    """Why a gun cannot fire at a marker: it is silent, or out of range or arc.

    Rule: KGN Weapons of World War II; OUR 113.
    """
    weapon = indirect_weapon(position.type(gun))
    silent = why_gun_silent(position, gun)
    if silent is not None or weapon is None or is_off_table(position, gun):
        return silent
    return _out_of_reach(position, gun, weapon, marker)


@implements("KN-IND-22", "KN-IND-13", "KN-IND-15", "KN-IND-44", "KN-TURN-12b", "KN-WPN-26")
def cannot_fire_on(position: Position, gun: str, mission: Mission) -> Reason | None:
    """Why a gun cannot be activated now to fire at the marker of its mission."""
    unit = position.state.units.get(gun)
    if unit is None:
        return Reason(f"{gun} is out of the game", cite("Fire for effect"))
    if gun in mission.fired:
        return Reason(f"{gun} has fired {mission.id}, and needs a new marker", cite("Fire for effect"))
    return cannot_be_activated(position, unit) or cannot_reach(position, unit, mission.at)


def ready_guns(position: Position, mission: Mission) -> tuple[str, ...]:
    """The guns of a mission that can be activated for it now, as many as there are activations left."""
    room = max(0, position.progress.allowance - position.progress.spent)
    return tuple(gun for gun in mission.to_fire if cannot_fire_on(position, gun, mission) is None)[:room]


@implements("KN-WPN-24")
def _why_reloading(position: Position, gun: Unit) -> Reason | None:
    """Why a rocket launcher may not fire yet: it fired in this turn of its owner or the one before; heroes wait as well."""
    progress = position.progress
    last = dict(fire_support(progress).launched).get(gun.id)
    if last is None or progress.own_turn(gun.side) - last > 1:
        return None
    if gun.side == progress.acting and last < progress.turn:
        return Reason(f"{gun} fired in its last turn", ours(115))
    return Reason(f"{gun} has fired, and fires once every two turns", ours(187))


def _out_of_reach(position: Position, gun: Unit, weapon: Weapon, marker: Spot) -> Reason | None:
    away = distance_in(position, gun, marker)
    least, most = weapon.min_in or 0.0, weapon.max_in
    where = cite("Weapons of World War II", weapon.provenance)
    if not is_within(least, away):
        is_printed = least == LEAST_INDIRECT_IN.get(weapon.kind)
        printed = cite("Weapons of World War II") if is_printed else where
        return Reason(
            f'the marker is {inches_beside_limit(away, least)}" away, nearer than {least:g}"',
            printed,
            (marker,),
        )
    if most is not None and not is_within(away, most):
        return Reason(
            f'the marker is {inches_beside_limit(away, most)}" away, beyond {most:g}"', where, (marker,)
        )
    if not _has_in_arc(position, gun, weapon, marker):
        return Reason(f"the marker is outside the arc of {gun}", ours(113), (marker,))
    return None


def turn_to_marker_deg(position: Position, gun: Unit) -> float | None:
    """The bearing to which a gun must turn to have its target marker in its arc; None if it is in it already.

    Rule: KGN Shooting, firing arcs; OUR 113, 197.
    """
    weapon, mission = indirect_weapon(position.type(gun)), fire_support(position.progress).of_guns(gun.id)
    if weapon is None or mission is None or not isinstance(gun.at, Spot):
        return None
    if _has_in_arc(position, gun, weapon, mission.at):
        return None
    return round(gun.at.bearing_deg(mission.at), 2)


def _has_in_arc(position: Position, gun: Unit, weapon: Weapon, marker: Spot) -> bool:
    return is_in_arc(position.base(gun), marker, _arc_deg(position.type(gun), weapon))


@implements("KN-WPN-26", "KN-SHOOT-06", "KN-SHOOT-07", "KN-SHOOT-08")
def _arc_deg(kind: KgnType, weapon: Weapon) -> float:
    """How wide an arc a weapon on the table has for indirect fire: all round from a turret, else 90 degrees to the front.

    Rule: KGN Shooting, firing arcs; OUR 113, 197.
    """
    return arc_deg(weapon.mount) if kind.is_vehicle else CREWED_ARC_DEG


@implements("KN-WPN-23", "KN-WPN-24", "KN-SPEC-03")
def dice_of(position: Position, gun: Unit, actions: int) -> int:
    """How many to-hit dice a gun throws with so many actions of indirect fire: one each, a rocket launcher two.

    It throws none for an action for which it has no round left.

    Rule: KGN Multiple rocket launchers, Armoured vehicles and ammunition; OUR 131.
    """
    weapon = indirect_weapon(position.type(gun))
    each = SHOTS_OF_ROCKETS if weapon is not None and weapon.kind is WeaponKind.ROCKETS else 1
    left = (
        1
        if gun.id in LAST_SHOT.of(position.progress)
        else rounds_left(position, gun, shell_of(position, gun))
    )
    return each * (actions if left is None else min(actions, left))


@implements("KN-SPEC-02", "KN-SPEC-03")
def shell_of(position: Position, gun: Unit) -> str:
    """The kind of round that a shot of indirect fire spends: HE for an armoured vehicle, "" for any other gun."""
    kind = position.type(gun)
    weapon = indirect_weapon(kind)
    return "" if weapon is None else shell_spent(kind, weapon, Round.HE)


@implements("KN-ACT-12", "KN-IND-43")
def may_request(position: Position, unit: Unit) -> bool:
    """Whether a unit may declare a request for a fire mission: it may ask for fire, and there are guns to ask."""
    kind = position.type(unit)
    if not may_ask_for_fire(kind):
        return False
    if fire_support(position.progress).requests_of(unit.side) and may_spot(kind, None):
        return True
    return any(
        may_spot(kind, indirect_weapon(position.type(position.state.unit(guns[0]))))
        for guns in dedicated_batteries(position, unit.side)
        if unit.id not in guns
    )


def may_fire_indirectly(position: Position, unit: Unit) -> bool:
    """Whether a gun stands on the table, is not silent, and has a target marker to fire at."""
    if indirect_weapon(position.type(unit)) is None or is_off_table(position, unit):
        return False
    return (
        fire_support(position.progress).of_guns(unit.id) is not None
        and why_gun_silent(position, unit) is None
    )
