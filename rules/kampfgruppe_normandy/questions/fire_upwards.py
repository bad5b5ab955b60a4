"""Fire at aircraft: which weapons of a unit reach them, and the dice they throw.

Rule: KGN Suppressing fire - anti-aircraft; OUR 9, 116, 212.
"""

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.fire_tables import SHELL_EFFECT, SMALL_ARMS_EFFECT, EffectColumn
from rules.kampfgruppe_normandy.book.rulebook import as_read, because, ours
from rules.kampfgruppe_normandy.book.unit_types import Kind, ShellSize, Weapon, WeaponKind
from rules.kampfgruppe_normandy.book.weapons import (
    BANDS,
    FIREPOWER,
    LEAST_SUPPRESSING_FIREPOWER,
    SMALL_ARMS_TO_HIT,
)
from rules.kampfgruppe_normandy.questions.activation import covering_units, moves
from rules.kampfgruppe_normandy.questions.gun_crew import crew_of, ran_out
from rules.kampfgruppe_normandy.questions.volley import Round, Volley
from rules.kampfgruppe_normandy.state.position import Position

_AIR = EffectColumn.AIRCRAFT


@implements("KN-AA-03", "KN-WPN-16", "KN-ACT-07")
def reaches_up(weapon: Weapon) -> bool:
    """Whether a weapon may fire at aircraft: the suppression table has a number for it at its greatest range.

    Rule: KGN Suppression effects; OUR 116.
    """
    return weapon.kind.is_autocannon or _bullet_effect(weapon) is not None


def _bullet_effect(weapon: Weapon) -> int | None:
    if weapon.kind not in FIREPOWER:
        return None
    return SMALL_ARMS_EFFECT[BANDS[FIREPOWER[weapon.kind].max_in]][_AIR]


@implements("KN-WPN-04b", "KN-WPN-03", "KN-WPN-12")
def anti_aircraft_weapons(position: Position, unit: Unit) -> list[tuple[Weapon, int]]:
    """The weapons of a unit that can fire at aircraft, each with how many of it the men can serve.

    A heavy machine gun on the ground is silent in a turn with a move (OUR 9).
    """
    kind, men = position.type(unit), crew_of(position, unit)
    stays = kind.is_vehicle or not moves(position, unit.id)
    weapons = []
    for name, left in position.weapons_left(unit):
        weapon = kind.weapon(name)
        if not reaches_up(weapon) or weapon.kind not in FIREPOWER:
            continue
        if weapon.kind is WeaponKind.HMG and not stays:
            continue
        crew = 0 if kind.is_vehicle else FIREPOWER[weapon.kind].crew
        count = min(left, men // crew) if crew else left
        men -= count * crew
        if count:
            weapons.append((weapon, count))
    return weapons


@implements("KN-AA-01", "KN-AA-02", "KN-AA-05", "KN-AA-06", "KN-AA-07", "KN-AIR-27")
def volley_at(position: Position, unit: Unit) -> Volley | None:
    """The dice of a unit's fire at an aircraft, at greatest range and without a save; None if its firepower is too low.

    Rule: KGN Measuring ranges to aircraft, Autocannons, Direct hits on aircraft.
    """
    weapons = anti_aircraft_weapons(position, unit)
    if sum(count * FIREPOWER[weapon.kind].dice for weapon, count in weapons) < LEAST_SUPPRESSING_FIREPOWER:
        return None
    pools: dict[int, int] = {}
    for weapon, count in weapons:
        row = FIREPOWER[weapon.kind]
        needed = SMALL_ARMS_TO_HIT[weapon.kind][BANDS[row.max_in]]
        if needed is not None:
            pools[needed] = pools.get(needed, 0) + count * row.dice
    shells = max(FIREPOWER[weapon.kind].light_he for weapon, _ in weapons)
    from_shell = SHELL_EFFECT[ShellSize.LIGHT][_AIR]
    bullets = next((effect for weapon, _ in weapons if (effect := _bullet_effect(weapon)) is not None), None)
    if shells and from_shell is not None:
        effects: tuple[int, ...] = (from_shell,) * shells
    else:
        effects = () if bullets is None else (bullets,)
    return Volley(
        Round.BULLETS,
        suppressing=True,
        observe=None,
        pools=tuple((count, needed) for needed, count in pools.items()),
        effects=effects,
    )


@implements("KN-WPN-04b", "KN-WPN-03", "KN-WPN-12", "KN-SPEC-24a.3")
def why_silent(position: Position, unit: Unit) -> Reason:
    """Why a unit cannot fire at aircraft: no such weapon, no shells, too few men, or a heavy machine gun that moves."""
    reaching = [weapon for weapon in position.type(unit).weapons if reaches_up(weapon)]
    left = dict(position.weapons_left(unit))
    weapon = next((weapon for weapon in reaching if weapon.name in left), None)
    if weapon is None:
        none = Reason(f"{unit} has nothing that reaches aircraft", ours(116))
        return (ran_out(position, unit) or none) if reaching else none
    if crew_of(position, unit) < (crew := FIREPOWER[weapon.kind].crew):
        return because(f"{weapon.name} needs a crew of {crew}", "Direct fire - small arms: firepower")
    return Reason(f"{weapon.name} may not fire in a turn with a move", ours(9))


def covers_against(position: Position, side: str) -> list[Unit]:
    """The units of a side on covering fire that can fire at aircraft."""
    return [unit for unit in covering_units(position, side).values() if volley_at(position, unit) is not None]


@memoized
def enemy_aircraft(position: Position, side: str) -> tuple[Unit, ...]:
    """The enemy's aircraft that can be fired at."""
    flying = [unit for unit in position.enemies(side) if position.type(unit).kind is Kind.AIRCRAFT]
    return tuple([unit for unit in flying if cannot_reach_aircraft(unit) is None])


@implements("KN-AIR-28")
def cannot_reach_aircraft(aircraft: Unit) -> Reason | None:
    """Why no weapon reaches an aircraft that is suppressed: it has climbed out of range; None if it is not.

    Rule: KGN Aircraft and suppression; OUR 212.
    """
    if not aircraft.has(SUPPRESSED):
        return None
    words = f"{aircraft} is suppressed and has climbed out of range"
    return Reason(words, as_read("Aircraft and suppression", 212))


def can_fire_at_aircraft(position: Position, unit: Unit) -> bool:
    """Whether a unit on the ground has weapons that reach an enemy aircraft over the table."""
    if not enemy_aircraft(position, unit.side):
        return False
    is_on_the_ground = isinstance(unit.at, Spot) and position.type(unit).kind is not Kind.AIRCRAFT
    return is_on_the_ground and volley_at(position, unit) is not None
