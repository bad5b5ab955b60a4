"""Fire with shells, hand-held HEAT and flame at armour: which round is fired, what it needs to hit, what it pierces.

Rule: KGN Suppressing fire, Direct fire - high explosive, Direct fire - anti-tank.
"""

from collections.abc import Iterator
from dataclasses import replace

from rules.game.citation import Citation, Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.concealment import save_needed
from rules.kampfgruppe_normandy.book.conditions import MOVED
from rules.kampfgruppe_normandy.book.fire_tables import SHELL_EFFECT, effect_column
from rules.kampfgruppe_normandy.book.penetration import (
    DOUBLE_ONE,
    DOUBLE_SIX,
    PENETRATION,
    SOFT_SKIN_PIERCED_ON,
)
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite, figure_source
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, Weapon, WeaponKind
from rules.kampfgruppe_normandy.book.weapons import (
    DAMAGE_ON,
    FLAME_PENETRATION,
    GUN_ARMOUR,
    MAX_DIRECT_IN,
    SHELL_TO_HIT,
    Band,
)
from rules.kampfgruppe_normandy.questions.fire.aim import Aim, cannot_bear, observation
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Order, Refused, Sheet, refuse
from rules.kampfgruppe_normandy.questions.fire.saves import save_reason
from rules.kampfgruppe_normandy.questions.gun_crew import LEAST_CREW, crew_of, lacks
from rules.kampfgruppe_normandy.questions.last_turn import has_moved, only_this_turn
from rules.kampfgruppe_normandy.questions.main_gun import indirect_only, out_of_rounds, shell_spent
from rules.kampfgruppe_normandy.questions.ranges import Facing, armour_at, facing_struck
from rules.kampfgruppe_normandy.questions.target import target_of
from rules.kampfgruppe_normandy.questions.volley import Round, Volley


@implements(
    "KN-SUPP-39", "KN-DFHE-02", "KN-DFHE-11", "KN-DFHE-15", "KN-DFHE-17", "KN-DFAT-01", "KN-DFAT-02",
    "KN-DFAT-36", "KN-DFAT-38", "KN-DFAT-41", "KN-SPEC-03", "KN-SPEC-24a.1", "KN-DFHE-05",
)  # fmt: skip
def shell_sheet(aim: Aim, order: Order) -> Sheet | Refused:
    """The dice and reasons of an order to fire a shell, or why it is refused.

    A squad with bullets and shells suppresses with the one it names. A shell strikes the facing that the firer sees.

    Rule: KGN Suppressing fire, Direct fire - high explosive and anti-tank; OUR 18, 56.
    """
    chosen = shell_of(aim, order)
    if isinstance(chosen, Refused):
        return chosen
    weapon, fired = chosen
    position, band = aim.position, aim.range.band(reach_in(weapon))
    facing = facing_struck(position.base(aim.target), aim.seen.eye)
    struck = armour_at(position.type(aim.target).armour, facing)
    value, save = _penetration(weapon, fired, band), save_needed(aim.kind, aim.cover)
    volley = Volley(
        fired,
        order.kind is ActionKind.SUPPRESS_HE,
        None,
        shell=weapon.he if fired is Round.HE else None,
        penetration=value,
        effect_save=save,
        hit_save=save,
    )
    volley, volley_reasons = (
        _suppressing(aim, weapon, volley) if volley.suppressing else _aimed(aim, order, band, volley)
    )
    reasons = (*aim.reasons, *volley_reasons, *_reasons_at_target(aim, weapon, volley, facing, struck))
    spends = (weapon.name,) if weapon.uses is not None else ()
    shell_name = shell_spent(position.type(aim.firer), weapon, fired)
    return Sheet(
        order, volley, target_of(position, aim.target, struck), reasons, (weapon.name,), spends, shell_name
    )


def _suppressing(aim: Aim, weapon: Weapon, volley: Volley) -> tuple[Volley, tuple[Reason, ...]]:
    """The volley with its number to suppress, if the table has one for this shell and target, and the reason."""
    assert weapon.he is not None
    effect = SHELL_EFFECT[weapon.he.size][effect_column(aim.kind)]
    if effect is None:
        return volley, ()
    words = f"{weapon.he.size.words} HE suppresses on {effect}+"
    return replace(volley, effects=(effect,)), (Reason(words, cite("Suppression effects")),)


def _aimed(aim: Aim, order: Order, band: Band, volley: Volley) -> tuple[Volley, tuple[Reason, ...]]:
    """The volley of direct fire with its numbers to observe and to hit, and the reasons."""
    observe, observed = observation(aim)
    to_hit, modifiers = shell_to_hit(aim, band, anti_tank=order.kind is ActionKind.DIRECT_AT)
    aimed = replace(volley, observe=observe, to_hit=to_hit, minus=to_hit - SHELL_TO_HIT[band])
    return aimed, (observed, *modifiers)


def _reasons_at_target(
    aim: Aim, weapon: Weapon, volley: Volley, facing: Facing, struck: int
) -> Iterator[Reason]:
    """What the round does to the target that it hits, and the target's save."""
    fired, value, is_armoured = volley.round, volley.penetration, aim.kind.is_armoured
    if is_armoured:
        yield from armour_reasons(aim, weapon, fired, value, facing, struck)
    elif fired is Round.HE:
        assert weapon.he is not None
        yield from damage_reasons(weapon.he, weapon.provenance, aim.kind)
    elif aim.kind is Kind.GUN:
        words = f"a gun counts as armour {GUN_ARMOUR}{pierced_on(value, GUN_ARMOUR, skirts=False)}"
        where = as_read("Anti-tank rounds vs deployed guns", 78).together_with(*gun_sources(weapon, fired))
        yield Reason(words, where)
    elif aim.kind is Kind.SOFT_SKIN:
        yield soft_skin_pierced()
    if volley.suppressing or (fired is Round.HE and not is_armoured):
        yield save_reason(aim.kind, aim.cover)


def shell_of(aim: Aim, order: Order) -> tuple[Weapon, Round] | Refused:
    """The weapon and the round that an order fires at a target in sight, or why it is refused."""
    position, firer = aim.position, aim.firer
    if (lacking := lacks(position, firer, order.weapon)) is not None:
        return Refused(lacking)
    weapon = position.type(firer).weapon(order.weapon)
    fired = _round_of(aim, order, weapon)
    if isinstance(fired, Refused):
        return fired
    return _why_gun_silent(aim, weapon, fired) or (weapon, fired)


@implements("KN-DFHE-10", "KN-DFHE-11", "KN-DFHE-14")
def damage_reasons(shell: HighExplosive, provenance: Provenance, kind: Kind) -> Iterator[Reason]:
    """The damage dice of a shell that hits men or a soft-skin, and where its rating comes from; of a gun it hits the crew."""
    words = f"{shell.size.words} HE: {shell.rating} damage dice, each a hit on {DAMAGE_ON[shell.size]}+"
    where = cite("Direct fire - high explosive: damage")
    is_printed = provenance is Provenance.BOOK
    yield Reason(words, where if is_printed else where.together_with(figure_source(provenance, 182)))
    if kind is Kind.GUN:
        yield Reason("it takes the crew, not the gun", as_read("Direct fire - high explosive", 60))


@implements("KN-DFAT-07", "KN-DFAT-31", "KN-DFAT-33", "KN-DFAT-35")
def armour_reasons(
    aim: Aim, weapon: Weapon, fired: Round, value: int | None, facing: Facing, struck: int
) -> Iterator[Reason]:
    """Which armour is struck and what pierces it, citing the table and the sources of both figures."""
    target = aim.position.type(aim.target)
    yield Reason(f"its {facing} is struck", as_read("Armour facings", 37))
    where = as_read(
        "Armour penetration table",
        *([15] if value is None else [14] if PENETRATION.at(value, struck).value is None else []),
        *([16] if value is None and target.skirts else []),
        *([18] if fired is Round.HE else []),
    ).together_with(*gun_sources(weapon, fired), figure_source(target.provenance, 68))
    cast = "HEAT" if value is None else f"penetration {value}"
    piercing = pierced_on(value, struck, skirts=target.skirts)
    yield Reason(f"{cast} against {facing} armour {struck}{piercing}", where)


def soft_skin_pierced() -> Reason:
    """What two dice must show for an armour piercing round that hits a soft-skin to destroy it."""
    words = f"a soft-skin is destroyed on {SOFT_SKIN_PIERCED_ON}+ with two dice"
    return Reason(words, cite("Anti-tank rounds vs soft-skinned vehicles"))


def gun_sources(weapon: Weapon, fired: Round) -> Iterator[Citation]:
    """Where a gun's penetration value comes from; none for HEAT and flame, which are printed."""
    if fired in (Round.AP, Round.HE):
        yield figure_source(weapon.provenance, *((68, 69) if fired is Round.AP else (68,)))


@implements("KN-DFAT-07", "KN-DFAT-29", "KN-DFAT-30", "KN-DFAT-32", "KN-DFAT-35")
def pierced_on(value: int | None, armour: int, *, skirts: bool = False) -> str:
    """What two dice must show to pierce armour, in words; HEAT (`value` None) against skirts throws one."""
    if value is None and skirts:
        return f": skirts leave one die, pierced on {armour + 1}+" if armour < 6 else ": skirts keep it out"
    needed = armour + 1 if value is None else PENETRATION.at(value, armour).value
    if needed is None or needed > DOUBLE_SIX:
        return ": it cannot be pierced"
    if needed == DOUBLE_SIX:
        return ": only a double 6 pierces it, which immobilises"
    return f": pierced on {max(needed, DOUBLE_ONE + 1)}+ with two dice"


@implements("KN-DFHE-04", "KN-DFHE-05", "KN-DFHE-06", "KN-DFHE-07", "KN-DFAT-05", "KN-ACT-17")
def shell_to_hit(aim: Aim, band: Band, *, anti_tank: bool) -> tuple[int, tuple[Reason, ...]]:
    """The number a shell needs to hit, by its range band and the printed modifiers, with a reason for each.

    Rule: KGN Direct fire - high explosive and anti-tank, to hit; OUR 19.
    """
    needed = SHELL_TO_HIT[band]
    reasons = [Reason(f"hits on {needed}+ at {band.words} range", cite("Direct fire: to hit"))]
    modifiers = (
        (aim.moves, "firer moved or will move", ()),
        (has_moved(aim.bearer), "target moved", _readings_of_its_move(aim)),
        (aim.is_obscured, "target obscured", ()),
        (anti_tank and aim.kind is Kind.GUN, "target is a deployed gun", (19,)),
    )
    for holds, words, read in modifiers:
        if holds:
            needed += 1
            reasons.append(Reason(f"-1 {words}", as_read("Direct fire: modifiers to hit", *read)))
    if len(reasons) > 1:
        words = f"hits on {needed}+ in all" if needed < 6 else "hits on a 6 in all"
        reasons.append(Reason(words, cite("Direct fire: modifiers to hit")))
    return needed, tuple(reasons)


def _readings_of_its_move(aim: Aim) -> tuple[int, ...]:
    """The reading by which a target counts as moved though its turn is not over; empty if it moved in its last turn."""
    move = aim.position.progress.move
    if not only_this_turn(aim.position, aim.bearer, MOVED):
        return ()
    return (22,) if move is not None and move.unit == aim.bearer.id else (185,)


@implements(
    "KN-SUPP-05", "KN-SUPP-26", "KN-DFAT-39", "KN-WPN-15", "KN-DFSA-46", "KN-WPN-20", "KN-DFHE-01",
    "KN-WPN-25",
)  # fmt: skip
def _round_of(aim: Aim, order: Order, weapon: Weapon) -> Round | Refused:
    """Which round an order fires: the one named, or the weapon's usual one for it."""
    if (lobs := indirect_only(weapon)) is not None:
        return Refused(lobs)
    usual = _usual_round(order.kind, weapon)
    try:
        fired = Round(order.round) if order.round else usual
    except ValueError:
        return refuse(f"there is no round called {order.round}", "Weapons of World War II")
    if (fired is Round.HE and weapon.he is None) or (fired is Round.AP and weapon.ap is None):
        return refuse(f"{weapon.name} has no {fired.value} rounds", "Weapons of World War II")
    if fired in (Round.HEAT, Round.FLAME) and fired is not usual:
        return refuse(f"{weapon.name} has no {fired.value} rounds", "Weapons of World War II")
    is_anti_tank = order.kind is ActionKind.DIRECT_AT
    if fired is Round.BULLETS or (weapon.kind.is_autocannon and not is_anti_tank):
        return refuse(f"{weapon.name} fires as small arms here", "Autocannons")
    if is_anti_tank:
        return _why_no_anti_tank(aim.kind, weapon, fired) or fired
    if fired is not Round.HE:
        return refuse(
            f"{fired.value} rounds cannot be used that way", "Suppressing fire and anti-tank shells"
        )
    if order.kind is ActionKind.DIRECT_HE and aim.kind.is_armoured:
        return refuse("HE at armour is direct fire - anti-tank", "High explosive rounds")
    return fired


def _usual_round(action: ActionKind, weapon: Weapon) -> Round:
    """The round that a weapon fires if the order names none."""
    if weapon.kind.fires_heat:
        return Round.HEAT
    if weapon.kind is WeaponKind.FLAMETHROWER:
        return Round.FLAME
    return Round.AP if action is ActionKind.DIRECT_AT and weapon.ap is not None else Round.HE


def _why_no_anti_tank(target: Kind, weapon: Weapon, fired: Round) -> Refused | None:
    """Why a round may not be fired at a kind of target as anti-tank fire; None if it may."""
    if target is Kind.INFANTRY:
        return refuse("anti-tank fire does nothing to infantry", "Anti-tank vs infantry")
    if target.is_armoured:
        return None
    if fired is Round.FLAME:
        return refuse("flame at an unarmoured target is direct fire - small arms", "Flamethrowers")
    if weapon.kind.is_autocannon:
        return Refused(bullets_at_the_soft(weapon, target))
    if fired is Round.HE:
        return refuse(
            "HE at an unarmoured target is direct fire - high explosive", "Direct fire - high explosive"
        )
    return None


@implements(
    "KN-WPN-19a", "KN-WPN-19b", "KN-SPEC-02", "KN-SPEC-03", "KN-SPEC-04", "KN-DFAT-45", "KN-WPN-09",
    "KN-DFSA-50a", "KN-DFSA-53", "KN-SHOOT-07", "KN-SHOOT-08", "KN-WPN-08",
)  # fmt: skip
def _why_gun_silent(aim: Aim, weapon: Weapon, fired: Round) -> Refused | None:
    position, firer = aim.position, aim.firer
    kind = position.type(firer)
    if not aim.range.is_within(reach_in(weapon)):
        return Refused(reach_reason(weapon))
    if kind.kind is Kind.GUN and crew_of(position, firer) < LEAST_CREW:
        return refuse(f"{weapon.name} needs a crew of {LEAST_CREW}", "Anti-tank guns")
    if (refused := cannot_bear(aim, weapon)) is not None:
        return refused
    reason = out_of_rounds(position, firer, shell_spent(kind, weapon, fired))
    return None if reason is None else Refused(reason)


@implements("KN-WPN-14")
def bullets_at_the_soft(weapon: Weapon, target: Kind) -> Reason:
    """Why an autocannon fires no armour piercing round at an unarmoured target: there it is small arms; at guns by OUR 217."""
    read = (217,) if target is Kind.GUN else ()
    words = f"{weapon.name} fires as small arms at unarmoured targets"
    return Reason(words, as_read("Autocannons", *read))


@implements("KN-WPN-05", "KN-WPN-07", "KN-WPN-08", "KN-WPN-09", "KN-DFHE-09", "KN-WPN-21b")
def reach_in(weapon: Weapon) -> float:
    """The greatest range of a weapon's direct fire with shells."""
    return min(weapon.max_in or MAX_DIRECT_IN, MAX_DIRECT_IN)


def reach_reason(weapon: Weapon) -> Reason:
    """The range that a target lies beyond, as a reason; that of the Panzerfaust is a reading of ours (OUR 58)."""
    read = (58,) if weapon.kind is WeaponKind.PANZERFAUST else ()
    return Reason(f'{weapon.name} reaches {reach_in(weapon):g}"', as_read("Weapons of World War II", *read))


@implements("KN-DFAT-07", "KN-DFAT-33")
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
