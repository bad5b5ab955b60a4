"""What a shot can come to, as a player reads it: the outcomes from harmless to deadly, and what follows a hit.

Rule: KGN Shooting, Unit morale.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from rules.game.chance.odds import Odds, odds_of
from rules.game.chance.percent import percent
from rules.game.ruling import Reason, Ruling
from rules.kampfgruppe_normandy.book.concealment import PASSENGER_SAVE
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.book.weapons import DAMAGE_ON
from rules.kampfgruppe_normandy.effects.attack import attack_outcomes
from rules.kampfgruppe_normandy.effects.harm import RIDER_SHELL, wound
from rules.kampfgruppe_normandy.questions.fire.fire_orders import work_out
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Order, Refused, Sheet
from rules.kampfgruppe_normandy.questions.target import Fate, Prey, Toll
from rules.kampfgruppe_normandy.questions.volley import Round, Volley
from rules.kampfgruppe_normandy.state.position import Position


def shot_odds(sheet: Sheet) -> tuple[str, Odds[str]]:
    """The odds of a shot in one line (no effect 50%, casualties 39%, withdraws 11%), and outcome by outcome.

    Both stand in the order of a player's table: no effect, suppressed, casualties, lost.
    """
    return _odds_of_shot(sheet.volley, sheet.prey)


@lru_cache(maxsize=512)
def _odds_of_shot(volley: Volley, prey: Prey) -> tuple[str, Odds[str]]:
    """The same of what is thrown; a plan asks for a hundred places from which it is the same."""
    outcomes = attack_outcomes(volley, prey)
    ranked = sorted(outcomes.chances.items(), key=lambda item: item[0].target.harm)
    grouped: dict[str, Fraction] = {}
    for outcome, chance in ranked:
        said = _group(outcome.target)
        grouped[said] = grouped.get(said, Fraction(0)) + chance
    line = ", ".join(f"{said} {percent(chance)}" for said, chance in grouped.items())
    told = ((outcome.target.words, chance) for outcome, chance in ranked)
    return line, Odds.weighted(told, is_ranked=True)


def _group(toll: Toll) -> str:
    if toll.fate is not Fate.STANDS:
        return str(toll.fate)
    if toll.wavers is not None:
        return replace(toll, men_lost=0).words
    if toll.men_lost:
        return "casualties"
    if toll.hits_taken:
        return "hits"
    if toll.immobilised:
        return "immobilised"
    return toll.words


def what_follows(sheet: Sheet) -> Iterator[Reason]:
    """What the dice after a hit are for: damage, special weapons, morale, and the attacker's own loss."""
    volley, prey = sheet.volley, sheet.prey
    if volley.suppressing:
        said = "one die: 1 misses, 2 to 5 lie close, 6 is a direct hit"
        yield Reason(said, cite("Suppressing fire to hit table"))
    if volley.shell is not None and not prey.kind.is_armoured:
        size = volley.shell.size
        said = f"{size.words} HE: {volley.shell.rating} damage dice, each a hit on {DAMAGE_ON[size]}+"
        yield Reason(said, cite("Direct fire - high explosive: damage"))
    if prey.kind is Kind.INFANTRY and prey.specials and volley.round is not Round.AP:
        yield Reason("casualties take a special weapon along on a 6", cite("Special weapons removal"))
    yield from _those_aboard(volley, prey)
    if prey.kind is Kind.GUN and volley.round in (Round.AP, Round.HEAT):
        yield Reason("a gun that is pierced is lost with its crew", cite("Unit morale"))
    elif prey.kind.is_armoured and volley.round is Round.BULLETS:
        yield Reason("a direct hit of bullets does nothing to armour, and tests no morale", ours(57))
    else:
        yield _when_it_tests(prey)
    if prey.rereads and prey.kind is Kind.INFANTRY:
        yield Reason("its owner may throw its first test again", ours(42))
    if volley.firer is not None:
        yield Reason(f"a close assault costs the attacker a man: {_own_loss(volley.firer)}", ours(24))


def _those_aboard(volley: Volley, prey: Prey) -> Iterator[Reason]:
    """What a hit does to those on or in a vehicle; bullets do nothing to armour nor to who sits in it."""
    riders = [one for one in prey.passengers if one.is_rider]
    if len(riders) < len(prey.passengers):
        if prey.kind is Kind.SOFT_SKIN and volley.round in (Round.BULLETS, Round.FLAME, Round.HE):
            said = f"hits beyond its last fall on those aboard, who save on {PASSENGER_SAVE}+"
            yield Reason(said, cite("Damage to soft-skinned vehicles"))
        elif prey.kind.is_armoured and volley.round is not Round.BULLETS:
            said = "if it is destroyed, each unit inside loses D3 men and is suppressed"
            yield Reason(said, cite("Destroying transport vehicles"))
    if riders and volley.round is not Round.BULLETS:
        said = f"a hit strikes its riders with a {RIDER_SHELL} shell, and puts them off suppressed"
        yield Reason(said, cite("Tank riders"))


def _when_it_tests(prey: Prey) -> Reason:
    where = cite("Unit morale")
    if prey.kind is Kind.INFANTRY:
        half = prey.start // 2
        if prey.men - 1 <= half:
            return Reason("any casualty tests its morale", where)
        return Reason(f"tests its morale with {half} of {prey.start} men left or fewer", where)
    if prey.kind is Kind.GUN:
        return Reason("any casualty tests its morale", where)
    return Reason("tests its morale if it is hit and not destroyed", where)


def _own_loss(firer: Prey) -> str:
    odds = odds_of(lambda dice: wound(firer, 1, dice))
    ranked = sorted(odds.chances.items(), key=lambda item: item[0].harm)
    named = Odds.weighted((toll.words, chance) for toll, chance in ranked)
    return "; ".join(f"{words} {percent(chance)}" for words, chance in named.chances.items())


def odds_ruling(position: Position, order: Order, *, moves: bool) -> Ruling[str]:
    """What a shot can come to: every number as a cited reason, and the exact odds."""
    found = work_out(position, order, moves=moves)
    question = f"{order.unit}, {order.kind} at {order.target}"
    if isinstance(found, Refused):
        return Ruling(question, "not allowed", (found.reason,))
    line, odds = shot_odds(found)
    return Ruling(question, line, (*found.reasons, *what_follows(found)), odds)
