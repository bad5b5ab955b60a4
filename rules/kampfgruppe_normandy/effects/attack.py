"""How an attack is resolved with dice: one procedure, thrown for the game and enumerated for odds.

Rule: KGN Suppressing fire, Direct fire - small arms, - high explosive, - anti-tank.
"""

from dataclasses import dataclass, field, replace

from rules.game.chance.dice import Dice, Thrown
from rules.game.chance.enumeration import part
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.fire_tables import AUTOMATIC, SuppressionResult, suppression_result
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.effects.harm import (
    losses_from_hits,
    losses_from_shell,
    losses_from_suppression,
    losses_from_wounds,
    strike_armour,
    strike_gun,
    strike_soft_skin,
)
from rules.kampfgruppe_normandy.questions.target import Losses, Target
from rules.kampfgruppe_normandy.questions.volley import Round, Volley


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an attack: whether the target was seen, the hits, and the losses of target and firer."""

    target: Losses
    seen: bool = True
    die: int = field(default=0, compare=False)
    hits: int = field(default=0, compare=False)
    firer: Losses | None = None

    @property
    def words(self) -> str:
        words = self.target.words
        if self.firer is not None and self.firer.men_lost:
            words += f"; the attackers lose {self.firer.men_lost}"
        return words


@part
def resolve_attack(volley: Volley, target: Target, dice: Dice) -> Outcome:
    """Resolve an attack with thrown dice, or with dice that enumerate every way they can fall."""
    aimed = replace(target, save=volley.hit_save)
    if volley.suppressing:
        return _suppressing(volley, aimed, dice)
    return _direct(volley, aimed, dice)


@implements(
    "KN-SUPP-01", "KN-SUPP-02", "KN-SUPP-03", "KN-SUPP-06", "KN-SUPP-07", "KN-SUPP-08", "KN-SUPP-18",
    "KN-SUPP-24", "KN-SHOOT-01", "KN-AA-01", "KN-AA-05",
)  # fmt: skip
def _suppressing(volley: Volley, target: Target, dice: Dice) -> Outcome:
    thrown = dice.decide("where it falls", 6, lambda face: Thrown(suppression_result(face), face))
    die = thrown.face
    if thrown.outcome is SuppressionResult.MISS:
        return Outcome(Losses(target.unit), die=die)
    if thrown.outcome is SuppressionResult.DIRECT_HIT:
        return replace(_hit(volley, target, dice), die=die)
    return Outcome(take_suppression(target, volley.effects, volley.effect_save, dice), die=die)


@implements(
    "KN-SUPP-18", "KN-SUPP-19", "KN-SUPP-27", "KN-UMOR-07", "KN-IND-21", "KN-SUPP-36", "KN-SUPP-37",
    "KN-SHOOT-02", "KN-AA-05",
)  # fmt: skip
@part
def take_suppression(target: Target, effects: tuple[int, ...], save: int | None, dice: Dice) -> Losses:
    """The effect of fire that falls close: one die for each of the numbers, then the concealment save.

    Rule: KGN Suppression effects.
    """
    effective = [dice.successes(f"suppression of {target.unit}", 1, 6, needed) for needed in effects]
    if not any(effective) or (save is not None and dice.successes(f"save of {target.unit}", 1, 6, save)):
        return Losses(target.unit)
    return losses_from_suppression(target, dice)


@implements(
    "KN-SHOOT-03", "KN-DFSA-02", "KN-DFSA-03", "KN-DFHE-02", "KN-DFHE-08", "KN-DFAT-01", "KN-DFAT-02",
    "KN-DFAT-06", "KN-DFAT-39", "KN-DFAT-41", "KN-DFSA-06", "KN-DFSA-11",
    "KN-WPN-05",
)  # fmt: skip
def _direct(volley: Volley, target: Target, dice: Dice) -> Outcome:
    if (
        volley.observe is not None
        and volley.observe > AUTOMATIC
        and not dice.successes("observation", 1, 6, volley.observe)
    ):
        return Outcome(Losses(target.unit), seen=False)
    if volley.round is Round.BULLETS or (volley.round is Round.FLAME and not target.kind.is_armoured):
        return _hit(volley, target, dice)
    if not dice.successes(_to_hit(volley), 1, 6, min(6, max(2, volley.to_hit))):
        return Outcome(Losses(target.unit))
    return _hit(volley, target, dice)


def _to_hit(volley: Volley) -> str:
    """What the die is thrown for, in the words of the record, with the sum of its modifiers."""
    return f"to hit at -{volley.minus}" if volley.minus else "to hit"


def _hit(volley: Volley, target: Target, dice: Dice) -> Outcome:
    """The outcome once the target is engaged: small arms still roll to hit, shells have hit already."""
    match volley.round:
        case Round.BULLETS:
            return _bullets(volley, target, dice)
        case Round.FLAME if not target.kind.is_armoured:
            return _bullets(volley, target, dice)
        case Round.HE if volley.shell is not None:
            return Outcome(losses_from_shell(target, volley.shell, dice), hits=1)
        case _:
            return Outcome(_pierced(volley, target, dice), hits=1)


@implements(
    "KN-DFSA-12", "KN-DFSA-44", "KN-DFSA-47", "KN-DFSA-48", "KN-DFSA-49", "KN-SUPP-35", "KN-DFSA-59",
    "KN-DFSA-60",
)  # fmt: skip
def _bullets(volley: Volley, target: Target, dice: Dice) -> Outcome:
    """The outcome of small arms or flame: dice to hit, saves, casualties; nothing to armour, even by a direct hit (OUR 57)."""
    if target.kind.is_armoured:
        return Outcome(Losses(target.unit))
    hits = sum(dice.successes("to hit", count, 6, needed) for count, needed in volley.pools)
    losses = losses_from_hits(target, hits, volley.hit_save, dice)
    firer = losses_from_wounds(volley.firer, 1, dice) if volley.firer is not None else None
    return Outcome(losses, hits=hits, firer=firer)


def _pierced(volley: Volley, target: Target, dice: Dice) -> Losses:
    if target.kind.is_armoured:
        return strike_armour(target, volley.penetration, dice)
    if target.kind is Kind.GUN:
        return strike_gun(target, volley.penetration, dice)
    if target.kind is Kind.INFANTRY:
        return Losses(target.unit)
    return strike_soft_skin(target, dice)
