"""An order to fire worked out: what may fire, what it needs, and every cited reason.

Rule: KGN Shooting, Suppressing fire, Direct fire.
"""

from dataclasses import dataclass

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.inches import Spot
from rules.kampfgruppe_normandy.action_kinds import ActionKind
from rules.kampfgruppe_normandy.attack import Round, Volley
from rules.kampfgruppe_normandy.concealment import Cover, save_needed, shielded_save
from rules.kampfgruppe_normandy.conditions import FIRED, MOVED, REDEPLOYED
from rules.kampfgruppe_normandy.cover import cover_from
from rules.kampfgruppe_normandy.fire_tables import (
    AUTOMATIC,
    SHELL_EFFECT,
    SMALL_ARMS_EFFECT,
    effect_column,
    observe_needed,
)
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.prey import Prey
from rules.kampfgruppe_normandy.ranges import armour_at, band_of, bears, facing_struck, range_in
from rules.kampfgruppe_normandy.rulebook import cite, ours
from rules.kampfgruppe_normandy.sight import Look, look
from rules.kampfgruppe_normandy.targets import prey_of
from rules.kampfgruppe_normandy.unit_types import Kind, SpecialRule, Weapon, WeaponKind
from rules.kampfgruppe_normandy.weapons import (
    CLOSE_ASSAULT_IN,
    FIREPOWER,
    FLAME_PENETRATION,
    LEAST_SUPPRESSING_FIREPOWER,
    LIGHT_MORTAR_IN,
    MAX_DIRECT_IN,
    SHELL_TO_HIT,
    SMALL_ARMS_TO_HIT,
    Band,
    arc_deg,
)

NIGHT_LIMIT_IN = 24.0
_TEAM = 3
"""All men of so small a team serve its weapon (OUR 52)."""

_BULLETS = (ActionKind.SUPPRESS_SMALL_ARMS, ActionKind.DIRECT_SMALL_ARMS)
_SUPPRESSING = (ActionKind.SUPPRESS_SMALL_ARMS, ActionKind.SUPPRESS_HE)


@dataclass(frozen=True, slots=True)
class Order:
    """Who fires at whom, how, with which weapon (empty is all small arms) and which round (empty is its usual)."""

    unit: str
    target: str
    kind: ActionKind
    weapon: str = ""
    round: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """An order that may be carried out, ready for the dice."""

    order: Order
    volley: Volley
    prey: Prey
    reasons: tuple[Reason, ...]
    spends: tuple[str, ...] = ()
    """The limited weapons it uses up a shot of."""
    shell: str = ""
    """The kind of round an armoured vehicle has one less of."""


@dataclass(frozen=True, slots=True)
class Refused:
    """An order that may not be carried out."""

    reason: Reason


@dataclass(frozen=True)
class _Aim:
    """What the ground says of a shot before weapons are looked at."""

    position: Position
    firer: Unit
    target: Unit
    seen: Look
    distance_in: float
    band: Band
    cover: Cover
    moves: bool
    reasons: tuple[Reason, ...]

    @property
    def kind(self) -> Kind:
        return self.position.type(self.target).kind

    @property
    def is_obscured(self) -> bool:
        return self.cover.is_obscured


def work_out(position: Position, order: Order, *, moves: bool) -> Sheet | Refused:
    """An order to fire as a sheet for the dice, or why it is refused; `moves` if the firer has moved or will."""
    aim = _aim(position, order, moves=moves)
    if isinstance(aim, Refused):
        return aim
    if order.kind in _BULLETS:
        return _small_arms(aim, order)
    return _shell(aim, order)


@implements(
    "KN-SUPP-01",
    "KN-SHOOT-04",
    "KN-SHOOT-09",
    "KN-DFSA-45",
    "KN-PRIN-29",
    "KN-NIGHT-02",
    "KN-NIGHT-04",
    "KN-DEPL-16",
)
def _aim(position: Position, order: Order, *, moves: bool) -> _Aim | Refused:
    units = position.state.units
    if order.unit not in units or order.target not in units:
        missing = order.unit if order.unit not in units else order.target
        return _no(f"there is no unit {missing}", "Shooting")
    firer, target = units[order.unit], units[order.target]
    if target.side == firer.side:
        return _no(f"{target} is one's own", "Shooting")
    if position.spot(firer) is None or position.spot(target) is None:
        return _no(f"{firer if position.spot(firer) is None else target} is not on the table", "Shooting")
    if position.status(firer).aboard is not None:
        return Refused(Reason(f"{firer} is a passenger", ours(50)))
    if position.type(target).kind is Kind.AIRCRAFT:
        return _no(f"{target} is an aircraft", "Suppressing fire - anti-aircraft")
    if (refusal := _hidden_aboard(position, target, order.kind)) is not None:
        return refusal
    seen = look(position, firer, target)
    if not seen.is_open:
        why = "; ".join(reason.text for reason in seen.reasons)
        return _no(f"{firer} does not see {target}: {why}", "Line of sight")
    distance = range_in(position, firer, position.base(target))
    if position.course.setting.is_night and distance > NIGHT_LIMIT_IN:
        return _no(f'{target} is {distance:.1f}" away, beyond 24" at night', "Night fighting")
    band = band_of(distance)
    if band is None:
        return _no(f'{target} is {distance:.1f}" away, beyond {MAX_DIRECT_IN:g}"', "Range bands")
    shelter = cover_from(position, target, seen)
    cover, why_cover = shelter.cover, shelter.reason
    if position.is_tank_rider(target):
        cover, why_cover = Cover.OPEN, Reason("tank riders are in the open", cite("Tank riders"))
    reasons = (
        Reason(f'{distance:.1f}", {band.words}', cite("Range bands")),
        why_cover,
        *(seen.reasons if seen.is_partial else ()),
    )
    return _Aim(position, firer, target, seen, distance, band, cover, moves, reasons)


def _hidden_aboard(position: Position, target: Unit, kind: ActionKind) -> Refused | None:
    carrier = position.status(target).aboard
    if carrier is None or position.is_tank_rider(target):
        return None
    vehicle = position.state.unit(carrier)
    if position.type(vehicle).kind is Kind.OPEN_TOPPED and kind is ActionKind.DIRECT_SMALL_ARMS:
        return None
    return _no(f"{target} is inside {vehicle}", "Direct fire - small arms: armoured vehicles")


def _small_arms(aim: _Aim, order: Order) -> Sheet | Refused:
    suppressing = order.kind is ActionKind.SUPPRESS_SMALL_ARMS
    weapons = firing_small_arms(aim, order.weapon)
    if isinstance(weapons, Refused):
        return weapons
    if not suppressing and aim.kind.is_armoured:
        return _no(f"small arms do nothing to {aim.target}", "Direct fire - small arms: armoured vehicles")
    firepower = sum(dice for _, dice in weapons)
    if suppressing and (refusal := _cannot_suppress(aim, firepower)) is not None:
        return refusal
    is_flame = any(weapon.kind is WeaponKind.FLAMETHROWER for weapon, _ in weapons)
    observe, observed = (None, None) if suppressing else _observation(aim)
    effects = _small_arms_effects(aim, weapons) if suppressing else ()
    if suppressing and not effects:
        kind = aim.kind.words
        return _no(
            f"small arms cannot suppress {kind} armour at {aim.band.words} range", "Suppression effects"
        )
    save, why_save = _bullet_save(aim)
    pools = _pools(aim.band, weapons)
    close = _is_close_assault(aim)
    reasons = [*aim.reasons, Reason(f"firepower {firepower}", cite("Direct fire - small arms: firepower"))]
    reasons += [observed] if observed is not None else []
    reasons += [
        Reason(f"{count} dice hit on {needed}+", cite("Direct fire - small arms: to hit"))
        for count, needed in pools
    ]
    reasons += [Reason(f"suppresses on {needed}+", cite("Suppression effects")) for needed in effects]
    reasons.append(why_save)
    if close:
        reasons.append(Reason("a close assault costs the attacker a man", cite("Close assaults")))
    position = aim.position
    volley = Volley(
        Round.FLAME if is_flame else Round.BULLETS,
        suppressing,
        observe,
        pools,
        effects=effects,
        effect_save=save_needed(aim.kind, aim.cover),
        hit_save=save,
        firer=prey_of(position, aim.firer) if close else None,
    )
    spends = tuple(weapon.name for weapon, _ in weapons if weapon.uses is not None)
    return Sheet(order, volley, prey_of(position, aim.target), tuple(reasons), spends)


@implements(
    "KN-DFSA-01",
    "KN-DFSA-12",
    "KN-DFSA-13",
    "KN-DFSA-25",
    "KN-DFSA-61",
    "KN-WPN-04",
    "KN-PRIN-20",
    "KN-PRIN-22",
    "KN-WPN-14",
)
def firing_small_arms(aim: _Aim, named: str) -> list[tuple[Weapon, int]] | Refused:
    """The small arms of a unit that may fire at this target, and the dice of each.

    Men who serve a weapon do not fire rifles; a weapon without its least crew is silent.

    Rule: KGN Direct fire - small arms, firepower; OUR 6, 9, 52.
    """
    position, firer = aim.position, aim.firer
    kind, men = position.type(firer), position.men(firer)
    spare = men
    found: list[tuple[Weapon, int]] = []
    silent: Refused | None = None
    left = dict(position.weapons_left(firer))
    for weapon in kind.weapons:
        if weapon.kind not in FIREPOWER or weapon.kind is WeaponKind.SMALL_ARMS or weapon.name not in left:
            continue
        if (named and weapon.name != named) or (not named and weapon.kind is WeaponKind.FLAMETHROWER):
            continue
        row = FIREPOWER[weapon.kind]
        count = left[weapon.name] if kind.is_vehicle else min(left[weapon.name], spare // max(1, row.crew))
        refusal = _silenced(aim, weapon, count)
        if refusal is not None:
            silent = refusal
            continue
        spare -= 0 if kind.is_vehicle else count * row.crew
        found.append((weapon, count * row.dice))
    if found and kind.is_infantry and kind.men <= _TEAM and men <= _TEAM:
        spare = 0
    rifles = next((w for w in kind.weapons if w.kind is WeaponKind.SMALL_ARMS), None)
    fires_gun = bool(found) and kind.kind is Kind.GUN
    if rifles is not None and spare > 0 and not fires_gun and (not named or named == rifles.name):
        row = FIREPOWER[rifles.kind]
        if aim.distance_in <= row.max_in:
            found.append((rifles, spare))
    if found:
        return found
    if silent is not None:
        return silent
    return _no(f"{firer} has no small arms that reach {aim.target}", "Direct fire - small arms: firepower")


@implements("KN-DFSA-50", "KN-DFSA-51", "KN-DFSA-53")
def _silenced(aim: _Aim, weapon: Weapon, count: int) -> Refused | None:
    position, firer = aim.position, aim.firer
    row = FIREPOWER[weapon.kind]
    if count == 0:
        return _no(f"{weapon.name} needs a crew of {row.crew}", "Direct fire - small arms: firepower")
    if aim.distance_in > row.max_in:
        return _no(f'{weapon.name} reaches {row.max_in:g}"', "Direct fire - small arms: firepower")
    if not bears(position.base(firer), arc_deg(weapon.mount), _at(position, aim.target)):
        return _no(f"{aim.target} is outside the arc of {weapon.name}", "Firing arcs")
    if weapon.kind is WeaponKind.HMG and aim.moves and not position.type(firer).is_vehicle:
        return Refused(Reason(f"{weapon.name} may not fire in a turn with a move", ours(9)))
    if weapon.uses is not None and position.status(firer).shots(weapon.name) >= weapon.uses:
        return _no(f"{weapon.name} is used up", "Flamethrowers")
    if weapon.kind is WeaponKind.FLAMETHROWER and _has_stirred(position, aim.target):
        return _no(f"{aim.target} is not stationary", "Flamethrowers")
    return None


def _has_stirred(position: Position, target: Unit) -> bool:
    """Whether a target took a Move or Deploy action in its last turn and is not inside a building."""
    if position.status(target).inside is not None:
        return False
    return target.has(MOVED) or target.has(REDEPLOYED)


@implements("KN-SUPP-04", "KN-SPEC-18")
def _cannot_suppress(aim: _Aim, firepower: int) -> Refused | None:
    if firepower >= LEAST_SUPPRESSING_FIREPOWER or aim.position.type(aim.firer).has(SpecialRule.SNIPER):
        return None
    said = f"firepower {firepower} is less than {LEAST_SUPPRESSING_FIREPOWER}"
    return _no(said, "Suppressing fire to hit table")


@implements("KN-WPN-13", "KN-AA-05")
def _small_arms_effects(aim: _Aim, weapons: list[tuple[Weapon, int]]) -> tuple[int, ...]:
    """The numbers of the effect dice: of small arms, or of autocannon as light HE where that is better."""
    column = effect_column(aim.kind)
    plain = SMALL_ARMS_EFFECT[aim.band][column]
    shells = max((FIREPOWER[weapon.kind].light_he for weapon, _ in weapons), default=0)
    if shells:
        from_shell = next(iter(SHELL_EFFECT.values()))[column]
        if from_shell is not None and (plain is None or from_shell <= plain or shells > 1):
            return (from_shell,) * shells
    return () if plain is None else (plain,)


def _pools(band: Band, weapons: list[tuple[Weapon, int]]) -> tuple[tuple[int, int], ...]:
    """Dice that hit on the same number, together."""
    pools: dict[int, int] = {}
    for weapon, dice in weapons:
        needed = SMALL_ARMS_TO_HIT[weapon.kind][band]
        if needed is not None:
            pools[needed] = pools.get(needed, 0) + dice
    return tuple((count, needed) for needed, count in pools.items())


@implements("KN-DFSA-45", "KN-DFSA-42")
def _bullet_save(aim: _Aim) -> tuple[int | None, Reason]:
    position, target = aim.position, aim.target
    if position.status(target).aboard is not None and not position.is_tank_rider(target):
        save = save_needed(Kind.INFANTRY, Cover.REINFORCED)
        return save, Reason(f"saves on {save}+ inside an open-topped vehicle", ours(2))
    if aim.kind is Kind.GUN:
        kind = position.type(target)
        front = facing_struck(position.base(target), aim.seen.eye).value == "front"
        save = shielded_save(aim.cover, from_front=front, has_shield=kind.shield)
        return save, Reason(f"saves on {save}+", cite("Direct fire - small arms: deployed guns"))
    save = save_needed(aim.kind, aim.cover)
    said = "has no save" if save is None else f"saves on {save}+"
    return save, Reason(said, cite("Concealment saves"))


def _is_close_assault(aim: _Aim) -> bool:
    firer = aim.position.type(aim.firer)
    return firer.is_infantry and aim.kind is Kind.INFANTRY and aim.distance_in <= CLOSE_ASSAULT_IN


def _observation(aim: _Aim) -> tuple[int, Reason]:
    target, position = aim.target, aim.position
    kind = aim.kind
    if position.is_tank_rider(target):
        kind = Kind.ENCLOSED
    fired = target.has(FIRED)
    needed = observe_needed(kind, obscured=aim.is_obscured, fired=fired, men=position.men(target))
    said = "is seen without a die" if needed == AUTOMATIC else f"is observed on {needed}+"
    return needed, Reason(f"{target} {said}", cite("Observing the enemy"))


@implements("KN-SUPP-39")
def _shell(aim: _Aim, order: Order) -> Sheet | Refused:
    position, firer = aim.position, aim.firer
    kind = position.type(firer)
    left = dict(position.weapons_left(firer))
    if order.weapon not in left:
        return _no(f"{firer} has no {order.weapon or 'gun named'}", "Weapons of World War II")
    weapon = kind.weapon(order.weapon)
    fired = _round_of(aim, order, weapon)
    if isinstance(fired, Refused):
        return fired
    if (refusal := _gun_silenced(aim, weapon, fired)) is not None:
        return refusal
    shell_name = ""
    if kind.kind.is_armoured and weapon.kind.is_main_gun and fired in (Round.AP, Round.HE):
        shell_name = "ap" if fired is Round.AP else "he"
    suppressing = order.kind in _SUPPRESSING
    effects: tuple[int, ...] = ()
    observe: int | None = None
    reasons = [*aim.reasons]
    if suppressing:
        assert weapon.he is not None
        effect = SHELL_EFFECT[weapon.he.size][effect_column(aim.kind)]
        effects = () if effect is None else (effect,)
        reasons += [
            Reason(f"{weapon.he.size.words} HE suppresses on {n}+", cite("Suppression effects"))
            for n in effects
        ]
        to_hit = 0
    else:
        observe, observed = _observation(aim)
        to_hit, modifiers = shell_to_hit(aim, anti_tank=order.kind is ActionKind.DIRECT_AT)
        reasons += [observed, *modifiers]
    facing = facing_struck(position.base(aim.target), aim.seen.eye)
    plates = position.type(aim.target).armour
    struck = 0 if plates is None else armour_at(plates, facing)
    value = _penetration(weapon, fired, aim.band)
    if plates is not None:
        cast = "HEAT" if value is None else f"penetration {value}"
        reasons.append(
            Reason(f"{cast} against {facing} armour {struck}", cite("Armour penetration", weapon.provenance))
        )
    save = save_needed(aim.kind, aim.cover)
    if not aim.kind.is_armoured:
        said = "has no save" if save is None else f"saves on {save}+"
        reasons.append(Reason(said, cite("Concealment saves")))
    volley = Volley(
        fired,
        suppressing,
        observe,
        to_hit=to_hit,
        shell=weapon.he if fired is Round.HE else None,
        penetration=value,
        effects=effects,
        effect_save=save,
        hit_save=save,
    )
    spends = (weapon.name,) if weapon.uses is not None else ()
    return Sheet(order, volley, prey_of(position, aim.target, struck), tuple(reasons), spends, shell_name)


@implements("KN-DFHE-04", "KN-DFHE-05", "KN-DFHE-06", "KN-DFHE-07", "KN-DFAT-05", "KN-ACT-17")
def shell_to_hit(aim: _Aim, *, anti_tank: bool) -> tuple[int, tuple[Reason, ...]]:
    """What a shell needs to hit, by its band and the printed modifiers, each told.

    Rule: KGN Direct fire - high explosive and anti-tank, to hit.
    """
    needed = SHELL_TO_HIT[aim.band]
    reasons = [Reason(f"hits on {needed}+ at {aim.band.words} range", cite("Direct fire: to hit"))]
    modifiers = (
        (aim.moves, "firer moved or will move"),
        (aim.target.has(MOVED), "target moved"),
        (aim.is_obscured, "target obscured"),
        (anti_tank and aim.kind is Kind.GUN, "target is a deployed gun"),
    )
    for holds, said in modifiers:
        if holds:
            needed += 1
            reasons.append(Reason(f"-1 {said}", cite("Direct fire: modifiers to hit")))
    return needed, tuple(reasons)


@implements(
    "KN-SUPP-05",
    "KN-SUPP-26",
    "KN-DFAT-39",
    "KN-WPN-15",
    "KN-DFSA-46",
    "KN-WPN-20",
    "KN-DFHE-01",
    "KN-WPN-25",
)
def _round_of(aim: _Aim, order: Order, weapon: Weapon) -> Round | Refused:
    """Which round an order fires: the one named, or the weapon's usual one for it."""
    kind = weapon.kind
    if kind is WeaponKind.MORTAR or kind is WeaponKind.ROCKETS:
        return _no(f"{weapon.name} fires indirectly only", "Weapons of World War II")
    if kind in (WeaponKind.HAND_HEAT, WeaponKind.PANZERFAUST):
        usual = Round.HEAT
    elif kind is WeaponKind.FLAMETHROWER:
        usual = Round.FLAME
    elif order.kind is ActionKind.DIRECT_AT and weapon.ap is not None:
        usual = Round.AP
    else:
        usual = Round.HE
    try:
        fired = Round(order.round) if order.round else usual
    except ValueError:
        return _no(f"there is no round called {order.round}", "Weapons of World War II")
    if (fired is Round.HE and weapon.he is None) or (fired is Round.AP and weapon.ap is None):
        return _no(f"{weapon.name} has no {fired.value} rounds", "Weapons of World War II")
    if fired in (Round.HEAT, Round.FLAME) and fired is not usual:
        return _no(f"{weapon.name} has no {fired.value} rounds", "Weapons of World War II")
    if fired is Round.BULLETS or (kind.is_autocannon and order.kind is not ActionKind.DIRECT_AT):
        return _no(f"{weapon.name} fires as small arms here", "Autocannons")
    if order.kind is ActionKind.DIRECT_AT:
        if aim.kind is Kind.INFANTRY:
            return _no("anti-tank fire does nothing to infantry", "Anti-tank vs infantry")
        if fired is Round.HE and not aim.kind.is_armoured:
            return _no(
                "HE at what has no armour is direct fire - high explosive", "Direct fire - high explosive"
            )
    elif fired is not Round.HE:
        return _no(f"{fired.value} rounds cannot be used so", "Suppressing fire and anti-tank shells")
    elif order.kind is ActionKind.DIRECT_HE and aim.kind.is_armoured:
        return _no("HE at armour is direct fire - anti-tank", "High explosive rounds")
    return fired


@implements("KN-WPN-19", "KN-SPEC-02", "KN-SPEC-03", "KN-SPEC-04", "KN-DFAT-45", "KN-WPN-09")
def _gun_silenced(aim: _Aim, weapon: Weapon, fired: Round) -> Refused | None:
    position, firer = aim.position, aim.firer
    kind, status = position.type(firer), position.status(firer)
    reach = weapon.max_in
    if weapon.kind is WeaponKind.LIGHT_MORTAR:
        reach = LIGHT_MORTAR_IN
    if weapon.kind is WeaponKind.FLAMETHROWER:
        reach = CLOSE_ASSAULT_IN
    if reach is not None and aim.distance_in > reach:
        return _no(f'{weapon.name} reaches {reach:g}"', "Weapons of World War II")
    if not bears(position.base(firer), arc_deg(weapon.mount), _at(position, aim.target)):
        return _no(f"{aim.target} is outside the arc of {weapon.name}", "Firing arcs")
    if kind.kind is Kind.GUN and status.men < 2:
        return _no(f"{weapon.name} needs a crew of 2", "Anti-tank guns")
    if weapon.uses is not None and status.shots(weapon.name) >= weapon.uses:
        return _no(f"{weapon.name} is used up", "Weapons of World War II")
    if weapon.kind is WeaponKind.FLAMETHROWER and _has_stirred(position, aim.target):
        return _no(f"{aim.target} is not stationary", "Flamethrowers")
    if kind.kind.is_armoured and weapon.kind.is_main_gun and firer.id in position.course.status:
        shell = "ap" if fired is Round.AP else "he"
        if fired in (Round.AP, Round.HE) and status.left(shell) < 1:
            return _no(f"{firer} has no {fired.value} rounds left", "Armoured vehicles and ammunition")
    return None


def _penetration(weapon: Weapon, fired: Round, band: Band) -> int | None:
    match fired:
        case Round.AP if weapon.ap is not None:
            return weapon.ap[band]
        case Round.HE if weapon.he is not None:
            return weapon.he.penetration
        case Round.FLAME:
            return FLAME_PENETRATION
        case _:
            return None


def _at(position: Position, unit: Unit) -> Spot:
    spot = position.spot(unit)
    assert spot is not None
    return spot


def _no(said: str, section: str) -> Refused:
    return Refused(Reason(said, cite(section)))
