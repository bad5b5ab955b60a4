"""The crew of a gun or machine gun: its own men, and infantrymen who stand in for those it has lost.

Rule: KGN Weapons of World War II, anti-tank guns and machine guns; OUR 75, 131.
"""

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Base, are_apart, gap_in, is_within
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.rulebook import because, ours
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, WeaponKind
from rules.kampfgruppe_normandy.state.position import MAN_IN, Position

STANDS_IN_WITHIN_IN = 1.0
LEAST_CREW = 2
"""The fewest men who can serve a gun or mortar."""


def crew_of(position: Position, unit: Unit) -> int:
    """The men who can serve a unit's weapons now."""
    return position.men(unit) + stand_ins(position, unit)


@implements("KN-WPN-19a", "KN-WPN-19b", "KN-WPN-03", "KN-WPN-04c", "KN-WPN-12", "KN-IND-44")
@memoized
def stand_ins(position: Position, unit: Unit) -> int:
    """How many infantrymen beside a unit take the places of men it has lost; 0 for a unit without men.

    Rule: KGN Anti-tank guns; OUR 75.
    """
    own = position.men(unit)
    lost = position.type(unit).men - own
    if lost <= 0 or position.spot(unit) is None:
        return 0
    here = position.base(unit)
    near = sum(
        is_within(gap_in(Base.round(man, MAN_IN), here), STANDS_IN_WITHIN_IN)
        for other in position.on_table()
        if other.side == unit.side
        and other.id != unit.id
        and position.type(other).is_infantry
        and not other.has(SUPPRESSED)
        and not are_apart(here.bounds, position.base(other).bounds, STANDS_IN_WITHIN_IN + 2 * HAIR_IN)
        for man in position.models(other)
    )
    return min(lost, near)


@implements("KN-SPEC-24a.1")
def counts_its_shells(kind: KgnType) -> bool:
    """Whether a special event can leave a unit short of shells: a deployed gun, or a team with a mortar, light ones too."""
    mortars = (WeaponKind.LIGHT_MORTAR, WeaponKind.MORTAR)
    return kind.kind is Kind.GUN or (kind.is_team and any(weapon.kind in mortars for weapon in kind.weapons))


@implements("KN-SPEC-24a.3")
def ran_out(position: Position, unit: Unit) -> Reason | None:
    """Why a gun left without shells by a special event cannot fire until re-supplied; None if it has shells."""
    return Reason(f"{unit} is out of ammunition", ours(131)) if position.status(unit).is_empty else None


def lacks(position: Position, unit: Unit, weapon: str) -> Reason | None:
    """Why a unit cannot fire the weapon of an order: it has none of that name, or no shells for it; None if it can."""
    if weapon in dict(position.weapons_left(unit)):
        return None
    is_its_own = any(weapon == carried.name for carried in position.type(unit).weapons)
    none = because(f"{unit} has no {weapon or 'gun named'}", "Weapons of World War II")
    return (ran_out(position, unit) or none) if is_its_own else none


def guns_of_crew(position: Position, unit: Unit) -> tuple[str, ...]:
    left = dict(position.weapons_left(unit))
    weapons = position.type(unit).weapons
    return tuple(
        weapon.name for weapon in weapons if weapon.name in left and weapon.kind is not WeaponKind.SMALL_ARMS
    )
