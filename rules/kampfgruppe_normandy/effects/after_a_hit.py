"""Reasons that explain the dice after a hit: damage, morale, passengers, the attacker's own loss.

Rule: KGN Shooting, Unit morale.
"""

from collections.abc import Iterator

from rules.game.engine.procedure import Factors
from rules.game.ruling import Reason
from rules.kampfgruppe_normandy.book.concealment import OPEN_SAVE_AT_NIGHT, PASSENGER_SAVE
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite, ours
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.effects.harm import RIDER_SHELL
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Refused, Sheet
from rules.kampfgruppe_normandy.questions.target import Target
from rules.kampfgruppe_normandy.questions.volley import Round, Volley


def reasons_after_hit(sheet: Sheet) -> Iterator[Reason]:
    """Reasons for the dice after a hit: damage, special weapons, passengers and morale."""
    volley, target = sheet.volley, sheet.target
    if volley.suppressing:
        words = "one die: 1 misses, 2 to 5 lie close, 6 is a direct hit"
        yield Reason(words, cite("Suppressing fire to hit table"))
    if target.kind is Kind.INFANTRY and target.specials and volley.round is not Round.AP:
        yield Reason(
            "on a 6 casualties take a special weapon with them", as_read("Special weapons removal", 23)
        )
    yield from _harm_aboard(volley, target)
    if target.is_rider and volley.round is Round.HE:
        yield Reason("a shell that hits them puts them off the tank, suppressed", as_read("Tank riders", 210))
    if target.kind is Kind.GUN and volley.round in (Round.AP, Round.HEAT):
        yield Reason("a gun that is pierced is lost with its crew", as_read("Unit morale", 78))
    elif target.kind.is_armoured and volley.round is Round.BULLETS:
        yield Reason("a direct hit of bullets does nothing to armour, and tests no morale", ours(57))
    else:
        yield _when_it_tests(target, volley.round)
    if target.has_reroll and target.kind is Kind.INFANTRY:
        yield Reason("its owner may throw its first test again", ours(42))


def _harm_aboard(volley: Volley, target: Target) -> Iterator[Reason]:
    """What a hit does to passengers and riders of a vehicle; bullets harm neither armour nor men inside it."""
    riders = [passenger for passenger in target.passengers if passenger.is_rider]
    if len(riders) < len(target.passengers):
        if target.kind is Kind.SOFT_SKIN and volley.round in (Round.BULLETS, Round.FLAME, Round.HE):
            words = f"hits beyond its last fall on those aboard, who save on {PASSENGER_SAVE}+"
            yield Reason(words, cite("Damage to soft-skinned vehicles"))
        elif target.kind.is_armoured and volley.round is not Round.BULLETS:
            said = "if it is destroyed, each unit inside loses D3 men and is suppressed"
            yield Reason(said, as_read("Destroying transport vehicles", 20))
        elif volley.round in (Round.AP, Round.HEAT):
            yield Reason("those aboard get out suppressed and unhurt if it is destroyed", ours(21))
    if riders and volley.round is not Round.BULLETS:
        save = riders[0].open_save
        words = f"a hit strikes its riders with a {RIDER_SHELL} shell, saved on {save}+, and puts them off suppressed"
        yield Reason(words, as_read("Tank riders", *((152,) if save == OPEN_SAVE_AT_NIGHT else ())))


def _when_it_tests(target: Target, fired: Round) -> Reason:
    where = cite("Unit morale")
    if target.kind is Kind.INFANTRY:
        half = target.start // 2
        where = as_read("Unit morale", 41) if target.start % 2 else where
        if target.men - 1 <= half:
            return Reason("any casualty tests its morale", where)
        return Reason(f"tests its morale with {half} of {target.start} men left or fewer", where)
    if target.kind is Kind.GUN:
        return Reason("any casualty tests its morale", where)
    is_shell_at_soft_skin = target.kind is Kind.SOFT_SKIN and fired is Round.HE
    where = as_read("Unit morale", 205) if is_shell_at_soft_skin else where
    return Reason("tests its morale if it is hit and not destroyed", where)


def shot_factors(sheet: Sheet | Refused) -> Factors:
    """The factors of a shot: what modifies its dice, and what the dice after a hit are for."""
    return (
        Factors()
        if isinstance(sheet, Refused)
        else Factors.of(*sheet.reasons, *reasons_after_hit(sheet), *_own_loss(sheet))
    )


def _own_loss(sheet: Sheet) -> Iterator[Reason]:
    if sheet.volley.firer is not None:
        yield Reason("a close assault costs the attacker a man", ours(24))
