"""Shells falling round a marker: who is dealt a direct hit or a suppression, and what it does, one after another.

The steps are thrown or enumerated alike (rules.game.chance.odds).

Rule: KGN Fire for effect, Direct hits from indirect fire.
"""

from dataclasses import dataclass, field, replace
from itertools import cycle, islice

from rules.game.chance.dice import Dice
from rules.game.chance.odds import Step, throw_steps
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.fire_tables import (
    SHELL_EFFECT,
    Fall,
    effect_column,
    fall_of,
)
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive
from rules.kampfgruppe_normandy.effects.attack import take_suppression
from rules.kampfgruppe_normandy.effects.harm import burst
from rules.kampfgruppe_normandy.questions.target import Fate, Losses, Target

RADIUS_IN = 8.0
"""How far from the marker a unit can be and still be struck."""

OPEN_SAVE = 6


@dataclass(frozen=True, slots=True)
class Blow:
    """One result that was dealt to a unit, and what it did; `thrown` is false where it was ignored."""

    unit: str
    is_direct: bool
    losses: Losses
    thrown: bool = True


@dataclass(frozen=True, slots=True)
class Barrage:
    """Shells in the air: the units within reach, nearest first, how the dice fell, and what has happened so far.

    A carrier stands before those it carries; `carried_by` names the carrier of each, or nothing. `queue` are the
    results that were dealt and are still to be worked out.
    """

    shell: HighExplosive
    targets: tuple[Target, ...]
    carried_by: tuple[str, ...]
    directs: int = 0
    suppressions: int = 0
    queue: tuple[tuple[str, bool], ...] = ()
    fallen: tuple[int, int] = field(default=(0, 0), compare=False)
    """How many were direct hits and suppressions in all."""
    gone: tuple[tuple[str, Fate], ...] = ()
    blows: tuple[Blow, ...] = field(default=(), compare=False)
    owing: tuple[tuple[str, bool, bool], ...] = ()
    """The units that owe a test or may act heroically."""
    concerns: frozenset[str] = frozenset()
    """The units whose blows are worked out; none means all."""

    @property
    def order(self) -> tuple[str, ...]:
        return tuple(target.unit for target in self.targets)

    def target(self, unit: str) -> Target:
        """The unit as it is now, with those it carries as they are now."""
        found = self.targets[self.order.index(unit)]
        if unit not in self.carried_by and not found.passengers:
            return found
        carried = tuple(
            target
            for target, carrier in zip(self.targets, self.carried_by, strict=True)
            if carrier == unit and not self.is_gone(target.unit)
        )
        known = set(self.order)
        others = tuple(passenger for passenger in found.passengers if passenger.unit not in known)
        return replace(found, passengers=(*carried, *others))

    def is_gone(self, unit: str) -> bool:
        return unit in dict(self.gone)


@implements("KN-IND-17", "KN-IND-18", "KN-IND-19", "KN-IND-20")
def deal(order: tuple[str, ...], directs: int, suppressions: int) -> tuple[tuple[str, bool], ...]:
    """The results dealt to each unit: direct hits from the nearest outwards, then suppressions from the nearest again.

    Friend and foe alike; when all have one, the nearest come again.

    >>> deal(("truck", "squad"), 1, 3)
    (('truck', True), ('truck', False), ('squad', False), ('truck', False))

    Rule: KGN Fire for effect; OUR 107.
    """
    if not order:
        return ()
    return (
        *((unit, True) for unit in islice(cycle(order), directs)),
        *((unit, False) for unit in islice(cycle(order), suppressions)),
    )


@implements("KN-IND-16")
def fall_of_shot(barrage: Barrage, dice: Dice) -> Barrage:
    """One shot: a die that misses, suppresses or hits."""
    fall = dice.decide("where it falls", 6, fall_of)
    if fall is Fall.MISS:
        return barrage
    if fall is Fall.DIRECT_HIT:
        return replace(barrage, directs=barrage.directs + 1)
    return replace(barrage, suppressions=barrage.suppressions + 1)


def strike(barrage: Barrage, dice: Dice) -> Barrage:
    """The next blow that was dealt is worked out."""
    if not barrage.queue:
        return barrage
    (unit, is_direct), *left = barrage.queue
    if barrage.concerns and unit not in barrage.concerns:
        return replace(barrage, queue=tuple(left))
    after, blow = struck(barrage, unit, is_direct, dice)
    left = [blow for blow in left if not after.is_gone(blow[0])]
    return replace(after, queue=tuple(left), blows=(*barrage.blows, blow))


@implements("KN-IND-21", "KN-IND-24", "KN-IND-26")
def struck(barrage: Barrage, unit: str, is_direct: bool, dice: Dice) -> tuple[Barrage, Blow]:
    """The barrage after one blow at a unit, and the blow: a direct hit bursts, a suppression is thrown for.

    Rule: KGN Fire for effect; OUR 110.
    """
    target = barrage.target(unit)
    if barrage.is_gone(unit) or (not is_direct and target.suppressed):
        return barrage, Blow(unit, is_direct, Losses(unit), thrown=False)
    if is_direct:
        losses = burst(target, barrage.shell, dice)
    else:
        needed = SHELL_EFFECT[barrage.shell.size][effect_column(target.kind)]
        losses = take_suppression(target, () if needed is None else (needed,), target.save, dice)
    return _after(barrage, losses), Blow(unit, is_direct, losses)


def _after(barrage: Barrage, losses: Losses) -> Barrage:
    if losses.unit in barrage.order:
        k = barrage.order.index(losses.unit)
        targets, carriers = list(barrage.targets), list(barrage.carried_by)
        targets[k] = _left_of(targets[k], losses)
        if losses.must_leave:
            carriers[k] = ""
        gone = () if losses.fate is Fate.STANDS else ((losses.unit, losses.fate),)
        owing = (
            ((losses.unit, losses.owes_test, losses.is_heroic),)
            if losses.owes_test or losses.is_heroic
            else ()
        )
        barrage = replace(
            barrage,
            targets=tuple(targets),
            carried_by=tuple(carriers),
            gone=(*barrage.gone, *gone),
            owing=(*barrage.owing, *owing),
        )
    for passenger in losses.passengers:
        barrage = _after(barrage, passenger)
    return barrage


def _left_of(target: Target, losses: Losses) -> Target:
    return replace(
        target,
        men=target.men - losses.men_lost,
        hits_left=target.hits_left - losses.hits_taken,
        specials=target.specials - losses.special_lost,
        suppressed=target.suppressed or losses.suppressed,
        immobilised=target.immobilised or losses.immobilised,
        has_reroll=target.has_reroll and not losses.is_tested,
        first_test=target.first_test or losses.first_test,
        has_medic=target.has_medic and not losses.used_medic,
        save=OPEN_SAVE if losses.must_leave else target.save,
    )


def deal_out(barrage: Barrage, _: Dice) -> Barrage:
    """All shots have fallen: the results are dealt to the units; how many there were does not matter to these."""
    queue = deal(barrage.order, barrage.directs, barrage.suppressions)
    fallen = (barrage.directs, barrage.suppressions)
    if not queue:
        return replace(barrage, fallen=fallen)
    return replace(barrage, queue=queue, fallen=fallen, directs=0, suppressions=0)


def steps_of(shots: int) -> list[Step[Barrage]]:
    """All shots are thrown together and dealt, then each result is worked out."""
    return [*[fall_of_shot] * shots, deal_out, *[strike] * shots]


@implements("KN-IND-41", "KN-IND-42")
def bombard(barrage: Barrage, shots: int, dice: Dice) -> Barrage:
    """So many shots thrown."""
    return throw_steps(barrage, steps_of(shots), dice)
