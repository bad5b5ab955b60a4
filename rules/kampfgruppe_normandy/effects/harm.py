"""What hits do: casualties, special weapons, hits of soft-skins, pierced armour, passengers, and the test that follows.

Every procedure is thrown or enumerated alike. Dice fall in the order of the book: saves, a special weapon, morale.
"""

from dataclasses import replace

from rules.game.chance.dice import Dice, Thrown
from rules.game.chance.enumeration import part
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.concealment import PASSENGER_SAVE
from rules.kampfgruppe_normandy.book.fire_tables import MoraleResult, morale_result
from rules.kampfgruppe_normandy.book.penetration import (
    SOFT_SKIN_PIERCED_ON,
    Pierced,
    pierce,
    pierce_with_heat,
)
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, ShellSize
from rules.kampfgruppe_normandy.book.weapons import DAMAGE_ON, GUN_ARMOUR
from rules.kampfgruppe_normandy.questions.target import Fate, Prey, Toll

SPECIAL_WEAPON_ON = 6
HEROIC_ON = 6
MEDIC_ON = 4
RIDER_SHELL = HighExplosive(ShellSize.LIGHT, 3, 1)
"""What strikes the riders of a tank that is hit."""

RIDER_SAVE = 6


def unsaved(hits: int, save: int | None, dice: Dice) -> int:
    """How many of these hits no concealment save stops."""
    if save is None or hits == 0:
        return hits
    return hits - dice.successes(hits, 6, save)


@implements("KN-DFSA-33", "KN-DFHE-12", "KN-DFHE-14", "KN-DFSA-58", "KN-DFHE-16")
@part
def hurt(prey: Prey, hits: int, save: int | None, dice: Dice) -> Toll:
    """Hits on a unit without armour: each is saved or takes a model, or a hit of a soft-skin; then morale.

    Rule: KGN Direct fire - small arms and high explosive, concealment saves and morale.
    """
    wounds = unsaved(hits, save, dice)
    return wound(prey, wounds, dice)


@part
def wound(prey: Prey, wounds: int, dice: Dice, *, stuns: bool = False) -> Toll:
    """Hits that no save stopped; `stuns` suppresses the unit besides, as when its vehicle is lost."""
    if prey.kind in (Kind.SOFT_SKIN, Kind.AIRCRAFT):
        return _damage(prey, wounds, dice)
    toll = _casualties(prey, wounds, dice)
    if stuns and toll.fate is Fate.STANDS:
        toll = _suppressed(prey, toll)
    return toll


@implements(
    "KN-DFSA-54",
    "KN-DFSA-55",
    "KN-DFSA-56",
    "KN-DFSA-57",
    "KN-SPEC-16",
    "KN-UMOR-02",
    "KN-UMOR-03",
    "KN-UMOR-04",
)
def _casualties(prey: Prey, wounds: int, dice: Dice) -> Toll:
    """Models lost, one die for a special weapon (OUR 23), and the test of a unit at half strength (OUR 41)."""
    lost = min(wounds, prey.men)
    used_medic = False
    if lost and prey.has_medic and prey.kind is Kind.INFANTRY:
        used_medic = True
        lost -= dice.successes(1, 6, MEDIC_ON)
    toll = Toll(prey.unit, men_lost=lost, used_medic=used_medic)
    if not lost:
        return toll
    left = prey.men - lost
    if left == 0:
        return replace(toll, fate=Fate.DESTROYED)
    if prey.specials and prey.kind is Kind.INFANTRY:
        toll = replace(toll, special_lost=dice.successes(1, 6, SPECIAL_WEAPON_ON) == 1)
    if prey.kind is Kind.GUN or 2 * left <= prey.start:
        return take_morale_test(prey, toll, dice)
    return toll


@implements("KN-DFSA-38", "KN-DFSA-39", "KN-DFSA-40", "KN-DFSA-41", "KN-UMOR-06", "KN-AA-07", "KN-AIR-29")
def _damage(prey: Prey, wounds: int, dice: Dice) -> Toll:
    if not wounds:
        return Toll(prey.unit)
    if wounds < prey.hits_left:
        tested = take_morale_test(prey, Toll(prey.unit, hits_taken=wounds), dice)
        return _emptied(prey, tested, dice) if tested.fate is not Fate.STANDS else tested
    surplus = wounds - prey.hits_left
    toll = Toll(prey.unit, hits_taken=prey.hits_left, fate=Fate.DESTROYED)
    passengers = []
    for passenger in prey.passengers:
        falling = unsaved(surplus, PASSENGER_SAVE, dice)
        surplus = max(0, falling - passenger.men)
        passengers.append(replace(wound(passenger, falling, dice, stuns=True), must_leave=True))
    return replace(toll, passengers=tuple(passengers))


def _emptied(prey: Prey, toll: Toll, dice: Dice) -> Toll:
    """An abandoned vehicle puts its passengers out suppressed."""
    out = (replace(wound(one, 0, dice, stuns=True), must_leave=True) for one in prey.passengers)
    return replace(toll, passengers=tuple(out))


@implements("KN-UMOR-16", "KN-UMOR-17")
def _suppressed(prey: Prey, toll: Toll) -> Toll:
    """Suppressed, or running if only one man is left of an infantry unit."""
    left = prey.men - toll.men_lost
    if prey.kind is Kind.INFANTRY and left == 1 and not prey.is_sniper:
        return replace(toll, fate=Fate.WITHDRAWS)
    if prey.suppressed:
        return toll
    return replace(toll, suppressed=True)


def suppressed(prey: Prey, dice: Dice) -> Toll:
    """A unit that failed its concealment save against suppressing fire."""
    toll = _suppressed(prey, Toll(prey.unit))
    return _emptied(prey, toll, dice) if toll.fate is not Fate.STANDS else toll


@implements("KN-UMOR-24")
def take_morale_test(prey: Prey, toll: Toll, dice: Dice, *, is_asked: bool = False) -> Toll:
    """A test of unit morale after this toll: one die. Veterans waver where their owner may throw it again.

    Where players must ask (OUR 43), the test is owed and not thrown.

    Rule: KGN Unit morale, Veteran morale; OUR 42.
    """
    if prey.asked and not is_asked:
        return replace(toll, owes_test=True)
    thrown = dice.decide(6, lambda face: Thrown(morale_result(prey.kind, face), face))
    toll = replace(toll, morale=(thrown.face,), is_tested=True)
    found = thrown.outcome
    if prey.rereads and prey.kind is Kind.INFANTRY and found not in (MoraleResult.OK, MoraleResult.HEROIC):
        return replace(toll, wavers=found)
    return abide_by(found, prey, toll, dice)


@implements("KN-UMOR-15", "KN-UMOR-18", "KN-UMOR-19", "KN-UMOR-20", "KN-UMOR-21")
def abide_by(found: MoraleResult, prey: Prey, toll: Toll, dice: Dice) -> Toll:
    """What the result of a test does to a unit after this toll; a second die may make it heroic.

    Rule: KGN Unit morale.
    """
    match found:
        case MoraleResult.OK:
            return toll
        case MoraleResult.HEROIC:
            second = dice.successes(1, 6, HEROIC_ON)
            may = second == 1 and not prey.suppressed and not toll.suppressed
            return replace(toll, is_heroic=may)
        case MoraleResult.WITHDRAW:
            return replace(toll, fate=Fate.WITHDRAWS)
        case MoraleResult.ABANDON_GUN:
            return replace(toll, fate=Fate.ABANDONED)
        case MoraleResult.SUPPRESSED:
            return _suppressed(prey, toll)
        case MoraleResult.SUPPRESSED_OR_ABANDON:
            gives_way = (
                prey.suppressed or prey.immobilised or toll.immobilised or prey.deserts
                or prey.kind is Kind.SOFT_SKIN
            )  # fmt: skip
            return replace(toll, fate=Fate.ABANDONED) if gives_way else _suppressed(prey, toll)


@implements("KN-DFAT-30", "KN-DFAT-37", "KN-DEPL-17", "KN-DFAT-44", "KN-DFAT-42", "KN-KIT-05")
@part
def strike_armour(prey: Prey, value: int | None, dice: Dice) -> Toll:
    """A round that hit an armoured vehicle: `value` is its penetration, None for HEAT.

    Its riders are struck too; passengers of one destroyed lose D3 models each; one that stands tests morale.

    Rule: KGN Direct fire - anti-tank; Tank riders; Destroying transport vehicles; OUR 17, 20.
    """
    if value is None:
        pierced = pierce_with_heat(prey.armour, skirts=prey.skirts, dice=dice)
    else:
        pierced = pierce(value, prey.armour, dice)
    toll = Toll(prey.unit)
    tolls: list[Toll] = []
    if pierced is Pierced.DESTROYED:
        toll = replace(toll, fate=Fate.DESTROYED)
    elif pierced is Pierced.IMMOBILISED:
        toll = take_morale_test(prey, replace(toll, immobilised=not prey.immobilised), dice)
    else:
        toll = take_morale_test(prey, toll, dice)
    for passenger in prey.passengers:
        if passenger.is_rider:
            tolls.append(_rider_struck(passenger, dice))
        elif toll.fate is Fate.DESTROYED:
            lost = (dice.roll(6) + 1) // 2
            tolls.append(replace(wound(passenger, lost, dice, stuns=True), must_leave=True))
        elif toll.fate is not Fate.STANDS:
            tolls.append(replace(wound(passenger, 0, dice, stuns=True), must_leave=True))
    return replace(toll, passengers=tuple(tolls))


@implements("KN-DFAT-37", "KN-ENG-10")
@part
def blown_up(prey: Prey, dice: Dice) -> Toll:
    """A vehicle that is destroyed without a shot: those inside an armoured one lose D3 models each, all are put out."""
    tolls = []
    for passenger in prey.passengers:
        inside = prey.kind.is_armoured and not passenger.is_rider
        lost = (dice.roll(6) + 1) // 2 if inside else 0
        tolls.append(replace(wound(passenger, lost, dice, stuns=True), must_leave=True))
    return Toll(prey.unit, fate=Fate.DESTROYED, passengers=tuple(tolls))


def _rider_struck(rider: Prey, dice: Dice) -> Toll:
    hits = damage_hits(RIDER_SHELL, dice)
    falling = unsaved(hits, RIDER_SAVE, dice)
    return replace(wound(rider, falling, dice, stuns=True), must_leave=True)


@implements("KN-DFAT-36")
def strike_soft_skin(prey: Prey, dice: Dice) -> Toll:
    """An armour piercing round that hit a soft-skin: destroyed on two dice of 6 or more, else unhurt (OUR 21)."""
    if dice.roll(6) + dice.roll(6) < SOFT_SKIN_PIERCED_ON:
        return take_morale_test(prey, Toll(prey.unit), dice)
    out = (replace(wound(one, 0, dice, stuns=True), must_leave=True) for one in prey.passengers)
    return Toll(prey.unit, hits_taken=prey.hits_left, fate=Fate.DESTROYED, passengers=tuple(out))


@implements("KN-DFAT-38", "KN-UMOR-05")
def strike_gun(prey: Prey, value: int | None, dice: Dice) -> Toll:
    """An armour piercing round that hit a deployed gun, whose armour is 2; a gun destroyed takes its crew along (OUR 78)."""
    if value is None:
        pierced = pierce_with_heat(GUN_ARMOUR, skirts=False, dice=dice)
    else:
        pierced = pierce(value, GUN_ARMOUR, dice)
    if pierced in (Pierced.DESTROYED, Pierced.IMMOBILISED):
        return Toll(prey.unit, men_lost=prey.men, fate=Fate.DESTROYED)
    return Toll(prey.unit)


def damage_hits(shell: HighExplosive, dice: Dice) -> int:
    """The hits of a shell that has hit: its damage dice."""
    return dice.successes(shell.rating, 6, DAMAGE_ON[shell.size])


@implements("KN-IND-25", "KN-SUPP-25", "KN-DFHE-15", "KN-SUPP-40", "KN-DFHE-17")
@part
def burst(prey: Prey, shell: HighExplosive, dice: Dice) -> Toll:
    """A high explosive shell that has hit: damage dice against men and soft-skins, penetration against armour.

    Of a gun it takes the crew (OUR 60).
    """
    if prey.kind.is_armoured:
        return strike_armour(prey, shell.penetration, dice)
    return hurt(prey, damage_hits(shell, dice), prey.save, dice)


RULE_IDS = {
    "RIDER_SHELL": "KN-DEPL-17",
    "RIDER_SAVE": "KN-DEPL-16",
}
