"""Fire from the air and at aircraft: each way to fire with its odds and reasons, or why there is none.

Rule: KGN Aircraft firing, Suppressing fire - anti-aircraft.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from rules.game.chance.odds import Odds, odds_of
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.rulebook import because
from rules.kampfgruppe_normandy.book.unit_types import Kind, Weapon
from rules.kampfgruppe_normandy.declarations.aircraft.attack_run import Run, manners_of, run_at
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike, cannot_strike
from rules.kampfgruppe_normandy.declarations.anti_aircraft import (
    FIRE_AT_AIRCRAFT,
    FireAtAircraft,
    cannot_fire_at_aircraft,
)
from rules.kampfgruppe_normandy.effects.air_weapons import weapons_left
from rules.kampfgruppe_normandy.effects.attack import resolve_attack
from rules.kampfgruppe_normandy.questions.fire.aim import no_shot_from_there
from rules.kampfgruppe_normandy.questions.fire_upwards import volley_at
from rules.kampfgruppe_normandy.questions.target import Fate, Losses, target_of
from rules.kampfgruppe_normandy.state.position import Position


@dataclass(frozen=True)
class AirFire:
    """A way to fire from the air or at an aircraft: its words, the odds of the target's losses, and every reason."""

    words: str
    losses: Odds[Losses]
    reasons: tuple[Reason, ...]


def is_in_the_air(position: Position, unit: Unit) -> bool:
    return position.type(unit).kind is Kind.AIRCRAFT


@implements("KN-AIR-12", "KN-AIR-13", "KN-AIR-27")
def air_fires(
    position: Position, firer: Unit, target: Unit, kinds: Sequence[ActionKind]
) -> Iterator[AirFire | Reason]:
    """The ways for a unit to fire at another if one of them is an aircraft, and reasons why others are refused.

    At an aircraft there is only one way, whatever `kinds` are asked for.
    """
    if (refusal := no_shot_from_there(position, firer, target)) is not None:
        yield refusal.reason
        return
    if not is_in_the_air(position, firer):
        yield from _fire_upwards(position, firer, target)
        return
    held = weapons_left(position, firer)
    if not held:
        yield because(f"{firer} has nothing left to attack with", "Aircraft weapons")
    for kind in kinds:
        for weapon, _ in held:
            if kind in manners_of(weapon):
                yield _attack(position, firer, target, kind, weapon)


def _attack(
    position: Position, aircraft: Unit, target: Unit, kind: ActionKind, weapon: Weapon
) -> AirFire | Reason:
    strike = Strike(aircraft.side, aircraft.id, target.id, kind, weapon.name)
    refused = next(cannot_strike(position, strike, aircraft), None)
    if refused is not None:
        return refused
    run = run_at(position, aircraft, target, kind, weapon, strike.pairs)
    return AirFire(f"{kind} with {weapon.name}", _odds_of_run(run, target.id), run.reasons)


@lru_cache(maxsize=512)
def _odds_of_run(run: Run, target: str) -> Odds[Losses]:
    """The odds of a target's losses in an attack run, remembered for plans that ask often with the same dice."""
    return odds_of(run.fly).map(lambda flown: _losses_together(target, flown[1]))


def _losses_together(unit: str, all_losses: Sequence[Losses]) -> Losses:
    """The losses of one unit from several blows, added up in order."""
    lost = Losses(unit)
    for losses in (each for each in all_losses if each.unit == unit):
        suppressed = lost.suppressed or losses.suppressed
        lost = replace(
            losses,
            men_lost=lost.men_lost + losses.men_lost,
            hits_taken=lost.hits_taken + losses.hits_taken,
            special_lost=lost.special_lost or losses.special_lost,
            suppressed=suppressed,
            immobilised=lost.immobilised or losses.immobilised,
            fate=losses.fate if lost.fate is Fate.STANDS else lost.fate,
            first_test=lost.first_test or losses.first_test,
            is_heroic=(lost.is_heroic or losses.is_heroic) and not suppressed,
            passengers=(*lost.passengers, *losses.passengers),
        )
    return lost


def _fire_upwards(position: Position, firer: Unit, aircraft: Unit) -> Iterator[AirFire | Reason]:
    refused = next(cannot_fire_at_aircraft(position, firer, aircraft.id), None)
    volley = volley_at(position, firer)
    if refused is not None or volley is None:
        yield refused or because(
            f"{firer} has nothing that reaches aircraft", "Suppressing fire - anti-aircraft"
        )
        return
    factors = FIRE_AT_AIRCRAFT.factors
    assert factors is not None
    modifiers = factors(position, FireAtAircraft(firer.side, firer.id, aircraft.id))
    losses = odds_of(partial(resolve_attack, volley, target_of(position, aircraft)))
    yield AirFire(
        ActionKind.SUPPRESS_AIRCRAFT.value, losses.map(lambda outcome: outcome.target), modifiers.reasons
    )
