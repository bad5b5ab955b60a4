"""What hits do: casualties, special weapons lost, damage to soft-skins and armour, passengers, and the morale test after.

Every procedure can be thrown or enumerated. Dice come in the order of the book: saves, a special weapon, morale.
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
from rules.kampfgruppe_normandy.questions.target import Fate, Losses, Target

SPECIAL_WEAPON_ON = 6
HEROIC_ON = 6
MEDIC_ON = 4
_UNARMOURED = (Kind.SOFT_SKIN, Kind.AIRCRAFT)
"""Kinds on which hits are counted; an aircraft is treated exactly as a soft-skin."""

RIDER_SHELL = HighExplosive(ShellSize.LIGHT, 3, 1)
"""The shell that strikes the riders of a tank that is hit."""


def unsaved_hits(unit: str, hits: int, save: int | None, dice: Dice) -> int:
    """How many of these hits get past the concealment save."""
    if save is None:
        return hits
    return hits - dice.successes(f"save of {unit}", hits, 6, save)


@implements("KN-DFSA-33", "KN-DFHE-12", "KN-DFHE-14", "KN-DFSA-58", "KN-DFHE-16")
@part
def losses_from_hits(target: Target, hits: int, save: int | None, dice: Dice) -> Losses:
    """The losses of an unarmoured unit from hits: each unsaved one takes a model or a hit of a soft-skin; then morale.

    Rule: KGN Direct fire - small arms and high explosive, concealment saves and morale.
    """
    wounds = unsaved_hits(target.unit, hits, save, dice)
    return losses_from_wounds(target, wounds, dice)


@part
def losses_from_wounds(target: Target, wounds: int, dice: Dice, *, stuns: bool = False) -> Losses:
    """The losses of a unit from unsaved hits; `stuns` suppresses it as well, as when its vehicle is lost."""
    if target.kind in _UNARMOURED:
        return _damage(target, wounds, dice) if wounds else Losses(target.unit)
    losses = _casualties(target, wounds, dice)
    if stuns and losses.fate is Fate.STANDS:
        losses = _with_suppression(target, losses)
    return losses


@implements(
    "KN-DFSA-54", "KN-DFSA-55", "KN-DFSA-56", "KN-DFSA-57", "KN-SPEC-16a", "KN-SPEC-16b", "KN-UMOR-02",
    "KN-UMOR-03", "KN-UMOR-04",
)  # fmt: skip
def _casualties(target: Target, wounds: int, dice: Dice) -> Losses:
    """The models a unit loses, with a die for a special weapon (OUR 23), and its test at half strength (OUR 41)."""
    lost = min(wounds, target.men)
    medic = ""
    if lost and target.medics and target.kind is Kind.INFANTRY:
        medic = target.medics[0]
        lost -= dice.successes(f"medic saves one of {target.unit}", 1, 6, MEDIC_ON)
    losses = Losses(target.unit, men_lost=lost, medic=medic)
    if not lost:
        return losses
    left = target.men - lost
    if left == 0:
        return replace(losses, fate=Fate.DESTROYED)
    if target.specials and target.kind is Kind.INFANTRY:
        losses = replace(
            losses,
            special_lost=dice.successes(f"special weapon of {target.unit} lost", 1, 6, SPECIAL_WEAPON_ON)
            == 1,
        )
    if target.kind is Kind.GUN or 2 * left <= target.start:
        return take_morale_test(target, losses, dice)
    return losses


@implements("KN-DFSA-38", "KN-DFSA-39", "KN-DFSA-40", "KN-DFSA-41", "KN-UMOR-06", "KN-AA-07", "KN-AIR-29a")
def _damage(target: Target, wounds: int, dice: Dice) -> Losses:
    """The losses of a soft-skin or aircraft that was hit: one that survives tests morale; further hits fall on passengers."""
    if wounds < target.hits_left:
        return _test_crew(target, Losses(target.unit, hits_taken=wounds), dice)
    surplus = wounds - target.hits_left
    losses = Losses(target.unit, hits_taken=target.hits_left, fate=Fate.DESTROYED)
    passengers: list[Losses] = []
    for aboard in target.passengers:
        passenger = _passenger_after(passengers, aboard)
        falling = unsaved_hits(passenger.unit, surplus, PASSENGER_SAVE, dice)
        surplus = max(0, falling - passenger.men)
        passengers.append(replace(losses_from_wounds(passenger, falling, dice, stuns=True), must_leave=True))
    return replace(losses, passengers=tuple(passengers))


@implements("KN-SPEC-16b")
def _passenger_after(others: list[Losses], passenger: Target) -> Target:
    """A passenger without the medics that were lost or have treated others aboard before him (OUR 81)."""
    for losses in others:
        passenger = without_medics(passenger, losses)
    return passenger


@implements("KN-SPEC-16b")
def without_medics(target: Target, losses: Losses) -> Target:
    """A target without the medic who treated another unit, or that unit itself if it is a medic that was lost."""
    if not target.medics:
        return target
    unavailable = {losses.medic} if losses.fate is Fate.STANDS else {losses.medic, losses.unit}
    return replace(target, medics=tuple(medic for medic in target.medics if medic not in unavailable))


def _test_crew(target: Target, losses: Losses, dice: Dice, *, is_asked: bool = False) -> Losses:
    """The morale test of a vehicle's crew; passengers get out of one that is abandoned."""
    losses = take_morale_test(target, losses, dice, is_asked=is_asked)
    return _put_passengers_out(target, losses, dice) if losses.fate is not Fate.STANDS else losses


def _put_passengers_out(target: Target, losses: Losses, dice: Dice) -> Losses:
    """The losses of a vehicle with its passengers put out suppressed."""
    out = (_losses_when_put_out(passenger, dice, loses_men=False) for passenger in target.passengers)
    return replace(losses, passengers=tuple(out))


@implements("KN-UMOR-16", "KN-UMOR-17a", "KN-UMOR-17b", "KN-SPEC-19a")
def _with_suppression(target: Target, losses: Losses) -> Losses:
    """The losses with a suppression: a last man of infantry withdraws instead, and a suppressed unit ignores it."""
    if target.suppressed:
        return losses
    left = target.men - losses.men_lost
    if target.kind is Kind.INFANTRY and left == 1 and not target.is_sniper:
        return replace(losses, fate=Fate.WITHDRAWS)
    return replace(losses, suppressed=True)


def losses_from_suppression(target: Target, dice: Dice) -> Losses:
    """The losses of a unit that failed its concealment save against suppressing fire."""
    losses = _with_suppression(target, Losses(target.unit))
    return _put_passengers_out(target, losses, dice) if losses.fate is not Fate.STANDS else losses


@implements("KN-UMOR-24")
def take_morale_test(target: Target, losses: Losses, dice: Dice, *, is_asked: bool = False) -> Losses:
    """Test unit morale after these losses with one die; the result waits where veterans may throw it again.

    If players must ask for it (OUR 43), or shells of the salvo are still to hit (OUR 180), the test is owed, not thrown.

    Rule: KGN Unit morale, Veteran morale; OUR 42.
    """
    if target.test_waits and not is_asked:
        return replace(losses, owes_test=True)
    thrown = dice.decide(
        f"morale of {target.unit}", 6, lambda face: Thrown(morale_result(target.kind, face), face)
    )
    losses = replace(losses, morale=(thrown.face,), is_tested=True)
    result = thrown.outcome
    if (
        target.has_reroll
        and target.kind is Kind.INFANTRY
        and result not in (MoraleResult.OK, MoraleResult.HEROIC)
    ):
        return replace(losses, first_test=result)
    return abide_by(result, target, losses, dice)


def test_owed(target: Target, dice: Dice) -> Losses:
    """The losses from a test that was owed, for losses counted already; passengers get out of an abandoned vehicle."""
    return _test_crew(target, Losses(target.unit), dice, is_asked=True)


@implements(
    "KN-UMOR-15", "KN-UMOR-18", "KN-UMOR-19a", "KN-UMOR-19b", "KN-UMOR-19c", "KN-UMOR-20", "KN-UMOR-21",
)  # fmt: skip
def abide_by(result: MoraleResult, target: Target, losses: Losses, dice: Dice) -> Losses:
    """The losses with the result of a morale test; a second die may make the unit heroic unless suppressed or aboard (OUR 50).

    Rule: KGN Unit morale, Heroic action.
    """
    match result:
        case MoraleResult.OK:
            return losses
        case MoraleResult.HEROIC:
            if target.suppressed or losses.suppressed or target.is_aboard:
                return losses
            second = dice.successes(f"heroic action of {target.unit}", 1, 6, HEROIC_ON)
            return replace(losses, is_heroic=second == 1)
        case MoraleResult.WITHDRAW:
            return replace(losses, fate=Fate.WITHDRAWS)
        case MoraleResult.ABANDON_GUN:
            return replace(losses, fate=Fate.ABANDONED)
        case MoraleResult.SUPPRESSED:
            return _with_suppression(target, losses)
        case MoraleResult.SUPPRESSED_OR_ABANDON:
            gives_way = (
                target.suppressed or target.immobilised or losses.immobilised or target.abandons
                or target.kind in _UNARMOURED
            )  # fmt: skip
            return replace(losses, fate=Fate.ABANDONED) if gives_way else _with_suppression(target, losses)


@implements(
    "KN-DFAT-30", "KN-DFAT-37", "KN-DEPL-17a", "KN-DEPL-17b", "KN-DEPL-17c", "KN-DFAT-44b", "KN-DFAT-42",
    "KN-KIT-05",
)  # fmt: skip
@part
def strike_armour(target: Target, value: int | None, dice: Dice) -> Losses:
    """The losses of an armoured vehicle from a round that hit it: `value` is its penetration, None for HEAT.

    Riders are struck too; each passenger unit of a destroyed vehicle loses D3 models; a surviving vehicle tests morale.

    Rule: KGN Direct fire - anti-tank; Tank riders; Destroying transport vehicles; OUR 17, 20.
    """
    pierced = _pierced(value, target.armour, dice, skirts=target.skirts)
    losses = Losses(target.unit)
    if pierced is Pierced.DESTROYED:
        losses = replace(losses, fate=Fate.DESTROYED)
    elif pierced is Pierced.IMMOBILISED:
        losses = take_morale_test(target, replace(losses, immobilised=not target.immobilised), dice)
    else:
        losses = take_morale_test(target, losses, dice)
    all_losses: list[Losses] = []
    for aboard in target.passengers:
        passenger = _passenger_after(all_losses, aboard)
        if passenger.is_rider:
            all_losses.append(_losses_of_rider(passenger, RIDER_SHELL, dice))
        elif losses.fate is not Fate.STANDS:
            all_losses.append(_losses_when_put_out(passenger, dice, loses_men=losses.fate is Fate.DESTROYED))
    return replace(losses, passengers=tuple(all_losses))


def _pierced(value: int | None, armour: int, dice: Dice, *, skirts: bool) -> Pierced:
    return (
        pierce_with_heat(armour, skirts=skirts, dice=dice) if value is None else pierce(value, armour, dice)
    )


@implements("KN-DFAT-37", "KN-ENG-10")
@part
def losses_when_blown_up(target: Target, dice: Dice) -> Losses:
    """The losses of a vehicle blown up: units inside an armoured one lose D3 models each, and all aboard are put out."""
    all_losses: list[Losses] = []
    for aboard in target.passengers:
        passenger = _passenger_after(all_losses, aboard)
        inside = target.kind.is_armoured and not passenger.is_rider
        all_losses.append(_losses_when_put_out(passenger, dice, loses_men=inside))
    return Losses(target.unit, fate=Fate.DESTROYED, passengers=tuple(all_losses))


@implements("KN-DFAT-37", "KN-KIT-05")
def _losses_when_put_out(passenger: Target, dice: Dice, *, loses_men: bool) -> Losses:
    """The losses of a unit put out of a vehicle, suppressed; with `loses_men`, D3 models as well."""
    lost = (dice.roll(f"men of {passenger.unit} lost, half the die", 6) + 1) // 2 if loses_men else 0
    return replace(losses_from_wounds(passenger, lost, dice, stuns=True), must_leave=True)


@implements("KN-DEPL-17a", "KN-DEPL-17b", "KN-DEPL-17c")
def _losses_of_rider(rider: Target, shell: HighExplosive, dice: Dice) -> Losses:
    """The losses of riders struck by a shell, who get off suppressed.

    Rule: KGN Tank riders; OUR 210.
    """
    hits = damage_hits(rider.unit, shell, dice)
    falling = unsaved_hits(rider.unit, hits, rider.open_save, dice)
    return replace(losses_from_wounds(rider, falling, dice, stuns=True), must_leave=True)


@implements("KN-DFAT-36")
def strike_soft_skin(target: Target, dice: Dice) -> Losses:
    """The losses of a soft-skin that an armour piercing round hit: destroyed on 6 or more with two dice (OUR 21)."""
    what = f"soft-skin destroyed, two dice of {SOFT_SKIN_PIERCED_ON} or more"
    if dice.roll(what, 6) + dice.roll(what, 6) < SOFT_SKIN_PIERCED_ON:
        return _test_crew(target, Losses(target.unit), dice)
    return _put_passengers_out(
        target, Losses(target.unit, hits_taken=target.hits_left, fate=Fate.DESTROYED), dice
    )


@implements("KN-DFAT-38", "KN-UMOR-05")
def strike_gun(target: Target, value: int | None, dice: Dice) -> Losses:
    """The losses of a deployed gun, armour 2, that a round hit: it is destroyed with its crew if pierced (OUR 78)."""
    pierced = _pierced(value, GUN_ARMOUR, dice, skirts=False)
    if pierced in (Pierced.DESTROYED, Pierced.IMMOBILISED):
        return Losses(target.unit, men_lost=target.men, fate=Fate.DESTROYED)
    return Losses(target.unit)


def damage_hits(to: str, shell: HighExplosive, dice: Dice, *, shells: int = 1) -> int:
    """How many hits the damage dice of shells score, thrown together."""
    return dice.successes(f"damage to {to}", shells * shell.rating, 6, DAMAGE_ON[shell.size])


@implements("KN-IND-25", "KN-SUPP-25", "KN-DFHE-15", "KN-SUPP-40", "KN-DFHE-17", "KN-UMOR-06")
@part
def losses_from_shell(target: Target, shell: HighExplosive, dice: Dice) -> Losses:
    """The losses from an HE shell that hit: damage dice against men and soft-skins, penetration against armour.

    A gun loses crew (OUR 60); a soft-skin counts as hit even if unharmed (OUR 205); riders get off (OUR 210).
    """
    if target.kind.is_armoured:
        return strike_armour(target, shell.penetration, dice)
    if target.is_rider:
        return _losses_of_rider(target, shell, dice)
    hits = damage_hits(target.unit, shell, dice)
    if target.kind is Kind.SOFT_SKIN:
        return _damage(target, unsaved_hits(target.unit, hits, target.save, dice), dice)
    return losses_from_hits(target, hits, target.save, dice)


RULE_IDS = {
    "RIDER_SHELL": "KN-DEPL-17a",
}
