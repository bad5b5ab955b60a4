"""A salvo: how direct hits and suppressions are dealt to units, and what each does.

Its steps can be thrown or enumerated (rules.game.chance.odds).

Rule: KGN Fire for effect, Direct hits from indirect fire; OUR 81, 107, 110, 180.
"""

from dataclasses import dataclass, field, replace
from itertools import cycle, islice

from rules.game.chance.dice import Dice
from rules.game.chance.odds import Step, throw_steps
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.fire_tables import (
    SHELL_EFFECT,
    SuppressionResult,
    effect_column,
    suppression_result,
)
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive
from rules.kampfgruppe_normandy.effects.attack import take_suppression
from rules.kampfgruppe_normandy.effects.harm import damage_hits, losses_from_shell, test_owed, without_medics
from rules.kampfgruppe_normandy.questions.target import Fate, Losses, Target

RADIUS_IN = 8.0
"""Within how many inches of the marker units are struck."""


@dataclass(frozen=True, slots=True)
class Barrage:
    """A salvo being resolved: the units within reach, nearest first, how the dice fell, and what has happened so far.

    A carrier comes before its passengers; `carried_by` names the carrier of each target ("" for none), and `roofed` the
    passengers under armour, who are dealt nothing themselves. `queue` are the results still to be worked out, `due` the
    units to test after all direct hits.
    """

    shell: HighExplosive
    targets: tuple[Target, ...]
    carried_by: tuple[str, ...]
    roofed: frozenset[str] = frozenset()
    directs: int = 0
    suppressions: int = 0
    queue: tuple[tuple[str, bool], ...] = ()
    fallen: tuple[int, int] = field(default=(0, 0), compare=False)
    """How many were direct hits and suppressions in all."""
    gone: tuple[tuple[str, Fate], ...] = ()
    losses: tuple[Losses, ...] = field(default=(), compare=False)
    """The losses of each result and each test that was thrown for, in order."""
    due: tuple[str, ...] = ()
    owing: tuple[tuple[str, bool, bool], ...] = ()
    """The units that owe a test or may act heroically."""
    concerns: frozenset[str] = frozenset()
    """The units whose results are worked out; none means all."""
    building: str = ""
    """The building that direct hits are dealt to besides the units; none without a name."""
    as_near: int = 0
    """How many of the units that results are dealt to are as near to the marker as the building."""
    battered: int = 0
    """The hits that the building has taken."""

    @property
    def names(self) -> tuple[str, ...]:
        """All units that can come to harm."""
        return tuple(target.unit for target in self.targets)

    @property
    def order(self) -> tuple[str, ...]:
        """The units that results are dealt to."""
        return tuple(name for name in self.names if name not in self.roofed)

    @property
    def hit_order(self) -> tuple[str, ...]:
        """What direct hits are dealt to: the units, and a building after the units that are as near (OUR 149)."""
        building = (self.building,) if self.building else ()
        return (*self.order[: self.as_near], *building, *self.order[self.as_near :])

    def target(self, unit: str) -> Target:
        """A unit as it is now, with its passengers as they are now."""
        target = self.targets[self.names.index(unit)]
        if unit not in self.carried_by:
            return replace(target, passengers=()) if target.passengers else target
        carried = tuple(
            passenger
            for passenger, carrier in zip(self.targets, self.carried_by, strict=True)
            if carrier == unit and not self.is_gone(passenger.unit)
        )
        return replace(target, passengers=carried)

    def is_gone(self, unit: str) -> bool:
        return unit in dict(self.gone)


@implements("KN-IND-17", "KN-IND-18", "KN-IND-19", "KN-IND-20")
def deal(
    order: tuple[str, ...], directs: int, suppressions: int, hit_order: tuple[str, ...] | None = None
) -> tuple[tuple[str, bool], ...]:
    """The results dealt to each unit: direct hits from the nearest outwards, then suppressions from the nearest again.

    Friend and foe count alike; when every unit has one, the nearest is next again. If a building takes direct hits
    too, these follow `hit_order`.

    >>> deal(("truck", "squad"), 1, 3)
    (('truck', True), ('truck', False), ('squad', False), ('truck', False))

    Rule: KGN Fire for effect; OUR 107.
    """
    return (
        *((unit, True) for unit in islice(cycle(order if hit_order is None else hit_order), directs)),
        *((unit, False) for unit in islice(cycle(order), suppressions)),
    )


@implements("KN-IND-16")
def fall_of_shot(barrage: Barrage, dice: Dice) -> Barrage:
    """One shot: a die that misses, suppresses or hits."""
    fall = dice.decide("where it falls", 6, suppression_result)
    if fall is SuppressionResult.MISS:
        return barrage
    if fall is SuppressionResult.DIRECT_HIT:
        return replace(barrage, directs=barrage.directs + 1)
    return replace(barrage, suppressions=barrage.suppressions + 1)


@implements("KN-IND-18", "KN-IND-21", "KN-IND-20", "KN-BLDG-02b")
def strike(barrage: Barrage, dice: Dice) -> Barrage:
    """The barrage after the next result: direct hits come first, then the tests that they cause, then suppressions."""
    if barrage.due and (not barrage.queue or not barrage.queue[0][1]):
        unit, *others = barrage.due
        return take_due_test(replace(barrage, due=tuple(others)), unit, dice)
    if not barrage.queue:
        return barrage
    (unit, is_direct), *left = barrage.queue
    if barrage.concerns and unit not in barrage.concerns:
        return replace(barrage, queue=tuple(left))
    if unit == barrage.building:
        hits = barrage.battered + damage_hits(unit, barrage.shell, dice)
        return replace(barrage, queue=tuple(left), battered=hits)
    return strike_unit(replace(barrage, queue=tuple(left)), unit, is_direct, dice)


@implements("KN-IND-21", "KN-IND-24", "KN-IND-26")
def strike_unit(barrage: Barrage, unit: str, is_direct: bool, dice: Dice) -> Barrage:
    """The barrage after one result at a unit: a direct hit bursts, a suppression is thrown for, or it is ignored.

    Rule: KGN Fire for effect; OUR 110.
    """
    target = barrage.target(unit)
    if barrage.is_gone(unit) or (not is_direct and target.suppressed):
        return barrage
    if is_direct:
        losses = losses_from_shell(_tested_later(target), barrage.shell, dice)
    else:
        needed = SHELL_EFFECT[barrage.shell.size][effect_column(target.kind)]
        losses = take_suppression(target, () if needed is None else (needed,), target.save, dice)
    return _with_losses(_recorded(barrage, _without_owed_tests(losses)), losses)


def _recorded(barrage: Barrage, losses: Losses) -> Barrage:
    return replace(barrage, losses=(*barrage.losses, losses))


@implements("KN-IND-21", "KN-IND-42", "KN-DFHE-16", "KN-UMOR-08")
def take_due_test(barrage: Barrage, unit: str, dice: Dice) -> Barrage:
    """The barrage after testing a unit once for all that the direct hits of the salvo took from it.

    Rule: KGN Unit morale; OUR 180.
    """
    if barrage.is_gone(unit):
        return barrage
    target = barrage.target(unit)
    losses = Losses(unit, owes_test=True) if target.test_waits else test_owed(target, dice)
    owing = ((unit, losses.owes_test, losses.is_heroic),) if losses.owes_test or losses.is_heroic else ()
    after = replace(_with_losses(barrage, replace(losses, owes_test=False)), owing=(*barrage.owing, *owing))
    return _recorded(after, losses)


def _tested_later(target: Target) -> Target:
    """A target whose morale test, and that of its passengers, waits until later."""
    return replace(target, test_waits=True, passengers=tuple(map(_tested_later, target.passengers)))


@implements("KN-UMOR-01", "KN-UMOR-08")
def _without_owed_tests(losses: Losses) -> Losses:
    passengers = tuple(map(_without_owed_tests, losses.passengers))
    return replace(losses, owes_test=False, passengers=passengers)


@implements(
    "KN-SPEC-16b", "KN-DFHE-16", "KN-IND-21", "KN-IND-24", "KN-IND-26", "KN-IND-42", "KN-UMOR-08",
)  # fmt: skip
def _with_losses(barrage: Barrage, losses: Losses) -> Barrage:
    """The barrage after a unit's losses: what is left of it, whether it is gone, and the test that is due."""
    k = barrage.names.index(losses.unit)
    targets, carriers = list(barrage.targets), list(barrage.carried_by)
    targets[k] = _left_of(targets[k], losses)
    targets = [without_medics(target, losses) for target in targets]
    if losses.must_leave:
        carriers[k] = ""
    lost = () if losses.fate is Fate.STANDS else ((losses.unit, losses.fate),)
    due = (losses.unit,) if losses.owes_test and losses.unit not in barrage.due else ()
    barrage = replace(
        barrage,
        targets=tuple(targets),
        carried_by=tuple(carriers),
        gone=(*barrage.gone, *lost),
        due=(*barrage.due, *due),
    )
    for passenger in losses.passengers:
        barrage = _with_losses(barrage, passenger)
    return barrage


@implements("KN-IND-25", "KN-DFHE-16", "KN-IND-21", "KN-IND-24", "KN-IND-26", "KN-IND-42")
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
        medics=() if losses.medic else target.medics,
        save=target.open_save if losses.must_leave else target.save,
        is_rider=target.is_rider and not losses.must_leave,
    )


def deal_out(barrage: Barrage, _: Dice) -> Barrage:
    """The barrage once all shots have fallen and the results are dealt; the counts are reset so that equal ends match."""
    fallen = (barrage.directs, barrage.suppressions)
    dealt = deal(barrage.order, *fallen, barrage.hit_order)
    return replace(barrage, queue=dealt, fallen=fallen, directs=0, suppressions=0)


def blows_of(barrage: Barrage, shots: int) -> list[Step[Barrage]]:
    """The steps that work out everything these shots can deal, and a test of each unit."""
    return [strike] * (shots + len(barrage.targets))


@implements("KN-IND-41", "KN-IND-42")
def bombard(barrage: Barrage, shots: int, dice: Dice) -> Barrage:
    """The barrage after these shots: all are thrown together and dealt, then each result is worked out."""
    return throw_steps(barrage, [*[fall_of_shot] * shots, deal_out, *blows_of(barrage, shots)], dice)
