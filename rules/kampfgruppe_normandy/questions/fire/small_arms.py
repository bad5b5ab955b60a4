"""Fire with small arms: which of a unit's weapons fire, how many dice they throw, and what these need.

Rule: KGN Suppressing fire, Direct fire - small arms.
"""

from collections.abc import Iterator, Mapping

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.concealment import save_needed, shielded_save
from rules.kampfgruppe_normandy.book.fire_tables import SHELL_EFFECT, SMALL_ARMS_EFFECT, effect_column
from rules.kampfgruppe_normandy.book.rulebook import as_read, ours
from rules.kampfgruppe_normandy.book.unit_types import (
    KgnType,
    Kind,
    ShellSize,
    SpecialRule,
    Weapon,
    WeaponKind,
)
from rules.kampfgruppe_normandy.book.weapons import (
    FIREPOWER,
    FLAME_PENETRATION,
    LEAST_SUPPRESSING_FIREPOWER,
    SMALL_ARMS_TO_HIT,
    Band,
)
from rules.kampfgruppe_normandy.questions.fire.aim import Aim, cannot_bear, observation
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Order, Refused, Sheet, refuse
from rules.kampfgruppe_normandy.questions.fire.saves import (
    crew_save_reasons,
    save_reason,
    save_reasons_aboard,
)
from rules.kampfgruppe_normandy.questions.fire.shells import armour_reasons
from rules.kampfgruppe_normandy.questions.gun_crew import lacks, stand_ins
from rules.kampfgruppe_normandy.questions.ranges import armour_at, facing_struck
from rules.kampfgruppe_normandy.questions.target import target_of
from rules.kampfgruppe_normandy.questions.volley import Round, Volley


def small_arms_sheet(aim: Aim, order: Order) -> Sheet | Refused:
    weapons = small_arms_of(aim, order)
    if isinstance(weapons, Refused):
        return weapons
    suppressing = order.kind is ActionKind.SUPPRESS_SMALL_ARMS
    is_flame = any(weapon.kind is WeaponKind.FLAMETHROWER for weapon, _ in weapons)
    observe, observed = (None, None) if suppressing else observation(aim)
    effects = _small_arms_effects(aim, weapons) if suppressing else ()
    save, saves_told = bullet_save(aim, suppressing=suppressing)
    pools = _pools(aim, weapons)
    close = _is_close_assault(aim, weapons)
    reasons = [*aim.reasons, _firepower_reason(aim, weapons)]
    reasons += [observed] if observed is not None else []
    if is_flame or not aim.kind.is_armoured:
        reasons += _to_hit_reasons(pools)
    reasons += (*effect_reasons(effects, *_effect_readings(aim, weapons)), *saves_told)
    position = aim.position
    facing = facing_struck(position.base(aim.target), aim.seen.eye)
    struck = armour_at(position.type(aim.target).armour, facing)
    cannon = _cannon_at_armour(aim, weapons) if suppressing else None
    shell = None if cannon is None else cannon.he
    if cannon is not None and shell is not None:
        reasons.append(Reason(f"a direct hit is one of {shell.size.words} HE", ours(186)))
        reasons += armour_reasons(aim, cannon, Round.HE, shell.penetration, facing, struck)
    bullets = Round.FLAME if is_flame else Round.BULLETS
    volley = Volley(
        bullets if shell is None else Round.HE,
        suppressing,
        observe,
        tuple((count, needed) for needed, (count, _) in pools.items()),
        shell=shell,
        penetration=FLAME_PENETRATION if is_flame else None,
        effects=effects,
        effect_save=save_needed(aim.kind, aim.cover_from_suppression),
        hit_save=save,
        firer=target_of(position, aim.firer) if close else None,
    )
    spends = tuple(weapon.name for weapon, _ in weapons if weapon.uses is not None)
    fires = tuple(weapon.name for weapon, _ in weapons)
    return Sheet(order, volley, target_of(position, aim.target, struck), tuple(reasons), fires, spends)


def _firepower_reason(aim: Aim, weapons: list[tuple[Weapon, int]]) -> Reason:
    made_of = ", ".join(f"{weapon.name} {dice}" for weapon, dice in weapons)
    where = as_read("Direct fire - small arms: firepower", *_firepower_readings(aim, weapons))
    return Reason(f"firepower {sum(dice for _, dice in weapons)} from {made_of}", where)


def _to_hit_reasons(pools: Mapping[int, tuple[int, Band]]) -> Iterator[Reason]:
    """How many dice hit on each number, and at which range."""
    where = as_read("Direct fire - small arms: to hit", *((53,) if len(pools) > 1 else ()))
    for needed, (count, band) in pools.items():
        hit = "die hits" if count == 1 else "dice hit"
        yield Reason(f"{count} {hit} on {needed}+ at {band.words} range", where)


def effect_reasons(effects: tuple[int, ...], *read: int) -> Iterator[Reason]:
    """What one die, or either of several, needs to suppress."""
    if effects:
        either = f" with either of {len(effects)} dice" if len(effects) > 1 else ""
        yield Reason(f"suppresses on {effects[0]}+{either}", as_read("Suppression effects", *read))


def small_arms_of(aim: Aim, order: Order) -> list[tuple[Weapon, int]] | Refused:
    """The small arms that fire by an order at a target in sight and the dice of each, or why it is refused."""
    if order.round not in ("", Round.BULLETS, Round.FLAME):
        return refuse(f"small arms have no {order.round} rounds", "Direct fire - small arms: firepower")
    suppressing = order.kind is ActionKind.SUPPRESS_SMALL_ARMS
    weapons = firing_small_arms(aim, order.weapon)
    if isinstance(weapons, Refused):
        return weapons
    if not suppressing and aim.kind.is_armoured:
        return refuse(f"small arms do nothing to {aim.target}", "Direct fire - small arms: armoured vehicles")
    if suppressing and (refusal := _cannot_suppress(aim, sum(dice for _, dice in weapons))) is not None:
        return refusal
    if suppressing and not _small_arms_effects(aim, weapons) and _cannon_at_armour(aim, weapons) is None:
        words = f"small arms cannot suppress {aim.kind.words} armour at {_band(aim, weapons).words} range"
        return Refused(Reason(words, ours(5)))
    return weapons


@implements(
    "KN-DFSA-01", "KN-DFSA-12", "KN-DFSA-13", "KN-DFSA-25", "KN-DFSA-61", "KN-WPN-04a", "KN-PRIN-20",
    "KN-PRIN-22", "KN-WPN-14", "KN-SPEC-18b",
)  # fmt: skip
def firing_small_arms(aim: Aim, named: str) -> list[tuple[Weapon, int]] | Refused:
    """The small arms of a unit that may fire at this target, and the dice of each.

    Men who serve a weapon do not fire rifles; a weapon without its least crew is silent. A flamethrower, which has so
    few uses, fires when it is named, and the rest of the unit with it; any other weapon that is named fires alone.

    Rule: KGN Direct fire - small arms, firepower; OUR 6, 9, 52.
    """
    position, firer = aim.position, aim.firer
    if named and (lacking := lacks(position, firer, named)) is not None:
        return Refused(lacking)
    kind = position.type(firer)
    weapons, spare, silent = _served_weapons(aim, named)
    if weapons and (kind.is_team or kind.kind is Kind.GUN):
        spare = 0
    rifles = next((w for w in _ordered_arms(kind, named) if w.kind is WeaponKind.SMALL_ARMS), None)
    if rifles is not None and spare > 0 and aim.range.is_within(FIREPOWER[rifles.kind].max_in):
        weapons.append((rifles, spare))
    if weapons:
        return weapons
    words = f"{named or 'small arms'} that reach {aim.target}"
    return silent or refuse(f"{firer} has no {words}", "Direct fire - small arms: firepower")


@implements("KN-DFSA-12", "KN-DFSA-25", "KN-DFSA-61", "KN-WPN-04a", "KN-PRIN-22", "KN-WPN-14")
def _served_weapons(aim: Aim, named: str) -> tuple[list[tuple[Weapon, int]], int, Refused | None]:
    """The weapons that men of a unit serve and their dice, how many men are left over, and why another weapon is silent.

    Nothing fires if the one that is named is silent.
    """
    position, firer = aim.position, aim.firer
    kind, left = position.type(firer), dict(position.weapons_left(firer))
    spare, others = position.men(firer), stand_ins(position, firer)
    served: list[tuple[Weapon, int]] = []
    silent: Refused | None = None
    for weapon in _weapons_to_serve(kind, left, named):
        row, count = FIREPOWER[weapon.kind], left[weapon.name]
        if not kind.is_vehicle:
            count = min(count, (spare + others) // max(1, row.crew))
        refusal = _why_silent(aim, weapon, count)
        if refusal is None:
            served.append((weapon, count * row.dice))
            if not kind.is_vehicle:
                spare, others = _men_left(spare, others, count * row.crew)
        elif weapon.name == named:
            return [], 0, refusal
        else:
            silent = refusal
    return served, spare, silent


def _weapons_to_serve(kind: KgnType, left: Mapping[str, int], named: str) -> list[Weapon]:
    """The weapons of an order that men must serve, as far as they are left, the one named first."""
    ordered = [weapon for weapon in _ordered_arms(kind, named) if weapon.kind is not WeaponKind.SMALL_ARMS]
    return sorted((weapon for weapon in ordered if weapon.name in left), key=lambda arm: arm.name != named)


@implements("KN-DFSA-12")
def _ordered_arms(kind: KgnType, named: str) -> list[Weapon]:
    """The small arms that an order is for: all but flame if none is named, the named one alone, or all and the named flame."""
    arms = [weapon for weapon in kind.weapons if weapon.kind in FIREPOWER]
    chosen = [weapon for weapon in arms if weapon.name == named]
    if named and not any(weapon.kind is WeaponKind.FLAMETHROWER for weapon in chosen):
        return chosen
    return [weapon for weapon in arms if weapon.kind is not WeaponKind.FLAMETHROWER] + chosen


def _firepower_readings(aim: Aim, weapons: list[tuple[Weapon, int]]) -> Iterator[int]:
    """The readings that decide how many dice are thrown."""
    if any(weapon.kind is WeaponKind.PINTLE_MG for weapon, _ in weapons):
        yield 8
    firer = aim.position.type(aim.firer)
    if firer.is_infantry and any(FIREPOWER[weapon.kind].crew for weapon, _ in weapons):
        yield 52
    if stand_ins(aim.position, aim.firer) and not firer.is_vehicle:
        yield 75


def _effect_readings(aim: Aim, weapons: list[tuple[Weapon, int]]) -> Iterator[int]:
    """The readings that decide which number suppresses; the row of light shells needs none except for enclosed armour."""
    shells, band = max(FIREPOWER[weapon.kind].light_he for weapon, _ in weapons), _band(aim, weapons)
    if not shells and band > Band.LONG:
        yield 4
    if aim.kind is Kind.ENCLOSED or (
        aim.kind is Kind.OPEN_TOPPED and not shells and band is not Band.CLOSE_ASSAULT
    ):
        yield 5
    if shells > 1:
        yield 223


def _men_left(spare: int, others: int, serving: int) -> tuple[int, int]:
    """How many of a unit's own men and stand-ins are left when some serve a weapon, its own men first."""
    own = min(spare, serving)
    return spare - own, others - (serving - own)


@implements(
    "KN-DFSA-50a", "KN-DFSA-51", "KN-DFSA-53", "KN-WPN-04a", "KN-WPN-04b", "KN-WPN-18b", "KN-SHOOT-04",
    "KN-DFSA-61",
)  # fmt: skip
def _why_silent(aim: Aim, weapon: Weapon, count: int) -> Refused | None:
    row = FIREPOWER[weapon.kind]
    if count == 0:
        return refuse(f"{weapon.name} needs a crew of {row.crew}", "Direct fire - small arms: firepower")
    if not aim.range.is_within(row.max_in):
        return refuse(f'{weapon.name} reaches {row.max_in:g}"', "Direct fire - small arms: firepower")
    if weapon.kind is WeaponKind.HMG and aim.moves and not aim.position.type(aim.firer).is_vehicle:
        return Refused(Reason(f"{weapon.name} may not fire in a turn with a move", ours(9)))
    return cannot_bear(aim, weapon)


@implements("KN-SUPP-04", "KN-SPEC-18a")
def _cannot_suppress(aim: Aim, firepower: int) -> Refused | None:
    if firepower >= LEAST_SUPPRESSING_FIREPOWER or aim.position.type(aim.firer).has(SpecialRule.SNIPER):
        return None
    words = f"firepower {firepower} is less than {LEAST_SUPPRESSING_FIREPOWER}"
    return refuse(words, "Suppressing fire to hit table", read=(6,))


@implements("KN-WPN-13", "KN-AA-05", "KN-SUPP-09")
def _small_arms_effects(aim: Aim, weapons: list[tuple[Weapon, int]]) -> tuple[int, ...]:
    """The numbers of the effect dice: that of small arms, or of an autocannon's light HE if better, once for each cannon.

    Rule: OUR 5, 223.
    """
    column = effect_column(aim.kind)
    shells = max(FIREPOWER[weapon.kind].light_he for weapon, _ in weapons)
    numbers = [SMALL_ARMS_EFFECT[_band(aim, weapons)][column]]
    if shells:
        numbers.append(SHELL_EFFECT[ShellSize.LIGHT][column])
    possible = [number for number in numbers if number is not None]
    return (min(possible),) * max(shells, 1) if possible else ()


@implements("KN-WPN-13", "KN-SUPP-25", "KN-DFSA-46", "KN-DFHE-15")
def _cannon_at_armour(aim: Aim, weapons: list[tuple[Weapon, int]]) -> Weapon | None:
    """The autocannon whose shell strikes when suppressing fire hits armour directly; None at other targets (OUR 186)."""
    if not aim.kind.is_armoured:
        return None
    pierces = {
        weapon: weapon.he.penetration for weapon, _ in weapons if weapon.kind.is_autocannon and weapon.he
    }
    return max(pierces, key=lambda weapon: pierces[weapon], default=None)


def _pools(aim: Aim, weapons: list[tuple[Weapon, int]]) -> dict[int, tuple[int, Band]]:
    """How many dice hit on each number, by that number, and their range band (OUR 53)."""
    pools: dict[int, tuple[int, Band]] = {}
    for weapon, dice in weapons:
        band = aim.range.band(FIREPOWER[weapon.kind].max_in)
        needed = SMALL_ARMS_TO_HIT[weapon.kind][band]
        if needed is not None:
            pools[needed] = (pools.get(needed, (0, band))[0] + dice, band)
    return pools


@implements("KN-PRIN-11", "KN-WPN-13", "KN-AA-05")
def _band(aim: Aim, weapons: list[tuple[Weapon, int]]) -> Band:
    """The range band of a unit's fire as a whole: that of the weapon that reaches farthest."""
    return aim.range.band(max(FIREPOWER[weapon.kind].max_in for weapon, _ in weapons))


@implements("KN-DFSA-45", "KN-DFSA-42")
def bullet_save(aim: Aim, *, suppressing: bool) -> tuple[int | None, tuple[Reason, ...]]:
    """The target's save against hits of small arms, and the reasons for its saves."""
    position, target = aim.position, aim.target
    is_aboard = position.status(target).aboard is not None
    if aim.kind is Kind.GUN and not is_aboard:
        kind = position.type(target)
        front = facing_struck(position.base(target), aim.seen.eye).value == "front"
        shielded = shielded_save(aim.cover, from_front=front, has_shield=kind.shield)
        return shielded, crew_save_reasons(aim.cover, shielded, suppressing=suppressing)
    kind_saved = Kind.INFANTRY if is_aboard else aim.kind
    save = save_needed(kind_saved, aim.cover)
    if suppressing and aim.cover_from_suppression is not aim.cover:
        return save, save_reasons_aboard(aim.cover_from_suppression, aim.cover)
    return save, (save_reason(kind_saved, aim.cover),)


def _is_close_assault(aim: Aim, weapons: list[tuple[Weapon, int]]) -> bool:
    on_foot = aim.position.type(aim.firer).is_infantry and aim.kind is Kind.INFANTRY
    return on_foot and _band(aim, weapons) is Band.CLOSE_ASSAULT
