"""The exact odds of mortars: where a call or an extension falls, which mortars recover. Chapter 11.4."""

from collections.abc import Callable
from fractions import Fraction

from rules.game.chance.dice import Dice
from rules.game.chance.odds import Odds, odds_of
from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.declarations.mortars.mortar_fire import (
    AdjustMortars,
    CallMortar,
    ExtendMortar,
    both_extend,
    is_kept,
)
from rules.last_hundred_yards.declarations.mortars.mortar_impact import (
    MortarFire,
    fall_odds,
    is_hindered,
    mortar_row,
)
from rules.last_hundred_yards.odds.maneuver_odds import NO_DIE
from rules.last_hundred_yards.state.position import Position, cohesion_of
from rules.last_hundred_yards.state.progress import MortarPlace, MortarState

_LATER = Provenance.LATER_EDITION


def call_odds(position: Position, action: CallMortar) -> Odds[str]:
    """Where the markers of a call fall, and the chance that a leader gets no fire on his own hex."""
    unit = position.unit(action.unit)
    place = action.observer_at or position.place(unit)
    mortar = next(one for one in position.course.mortars if one.id == action.mortar)
    hindered = is_hindered(position, place, action.at)
    fire = MortarFire(mortar.kind, action.at, action.smoke, hindered, action.sector)
    checks = action.at == place and position.mission.edition.own_hex_mortar_check
    return fall_odds(position, fire, at_most=cohesion_of(unit) if checks else None)


def extension_odds(position: Position, action: ExtendMortar) -> Odds[str]:
    """Where the markers of an extension fall, if its die allows it."""
    mortar = next(one for one in position.course.mortars if one.id == action.mortar)
    assert mortar.observer_at is not None
    hindered = is_hindered(position, mortar.observer_at, action.at)
    fire = MortarFire(mortar.kind, action.at, action.smoke, hindered, action.sector)
    return fall_odds(position, fire, at_most=mortar_row(position, mortar.kind).recovers_on)


@implements("LHY-0.6")
def adjust_chances(position: Position, action: AdjustMortars) -> Ruling[str]:
    """Pending mortars roll to recover; if both sides may extend their fire, the higher die goes first."""
    odds = _recovery_odds(position)
    recovers = "pending mortars roll to recover" if len(odds.chances) > 1 else ""
    first = "the higher die extends first" if _both_may_extend(position) else ""
    asked = [(recovers, cite("11.4.9", _LATER)), (first, cite("11.4.10", _LATER))]
    reasons = tuple(Reason(words, citation) for words, citation in asked if words)
    if not reasons:
        return Ruling(str(action), NO_DIE)
    verdict = "; ".join(reason.text for reason in reasons)
    return Ruling(str(action), verdict, reasons, odds if recovers else None)


def _recovery_odds(position: Position) -> Odds[str]:
    """Which of the mortars in the Pending Box recover; certain if none rolls."""
    found = Odds({"": Fraction(1)})
    for mortar in position.course.mortars:
        if mortar.place is not MortarPlace.PENDING or mortar.failed_extension:
            continue
        wanted = mortar_row(position, mortar.kind).recovers_on
        recovers = odds_of(_recovers(mortar, wanted))
        found = Odds.weighted(
            (f"{told}; {more}" if told else more, one * other)
            for told, one in found.chances.items()
            for more, other in recovers.chances.items()
        )
    return found


def _recovers(mortar: MortarState, wanted: int) -> Callable[[Dice], str]:
    return lambda dice: f"{mortar.id} {'recovers' if dice.roll(10) <= wanted else 'is pending'}"


def _both_may_extend(position: Position) -> bool:
    """Whether mortars of both sides may extend their fire in this phase, and two dice say who goes first."""
    return both_extend(position, (one for one in position.course.mortars if is_kept(position, one)))
