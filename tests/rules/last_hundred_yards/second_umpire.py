"""A second umpire for Last Hundred Yards: fire on a hex and recovery by the printed steps, in plain fractions.

It shares no code with the book. What stands on the counters (Cohesion, values, armour) it is told.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

Fates = dict[str, str]
"""What became of each unit that something became of: disrupted, shocked or gone."""

_WORST = {"": 0, "shocked": 1, "disrupted": 2, "gone": 3}


@dataclass(frozen=True)
class Counter:
    """A counter in the hex, with its values and markers."""

    name: str
    side: str
    kind: str
    cohesion: int = 0
    assault: int = 0
    small_arms: int = -1
    steps: int = 1
    platoon: str = ""
    armour: int = 0
    rear_armour: int = 0
    is_disrupted: bool = False
    is_shocked: bool = False
    is_moving: bool = False

    @property
    def is_vehicle(self) -> bool:
        return self.kind in ("afv", "halftrack", "truck")

    @property
    def is_on_foot(self) -> bool:
        return bool(self.cohesion) and self.kind not in ("gun", "fp")

    @property
    def is_combat(self) -> bool:
        return self.kind not in ("leader", "latw", "truck")


@dataclass(frozen=True)
class Attack:
    """A fire marker: SADRM on a side, MDRM on all, ATDRM on one unit."""

    kind: str
    value: int
    against: str = ""
    rear: bool = False
    tubes: int = 0


@dataclass(frozen=True)
class Place:
    """The terrain of the hex: its cover against mortars, and whether it is open ground."""

    mortar_cover: int = 0
    is_open: bool = True
    ten_shocks: bool = False
    """Series 3.1: an unmodified 10 within 2 of the armour shocks."""
    strikes_moving: bool = False
    """Series 3.1: the 10 of a mortar may strike a vehicle in motion."""


Ends = dict[frozenset[tuple[str, str]], Fraction]


def resolved(place: Place, counters: Sequence[Counter], attacks: Sequence[Attack]) -> Ends:
    """Every way the fire on a hex can end, by unit and fate."""
    ends: defaultdict[frozenset[tuple[str, str]], Fraction] = defaultdict(Fraction)
    shaken = {(counter.name, "shocked") for counter in counters if counter.is_shocked}
    throws: defaultdict[Thrown, Fraction] = defaultdict(Fraction)
    for dice in product(range(1, 11), repeat=len(attacks)):
        throws[_thrown(place, counters, list(zip(attacks, dice, strict=True)))] += Fraction(
            1, 10 ** len(dice)
        )
    for thrown, share in throws.items():
        for fates, chance in _after_dice(place, counters, thrown):
            ends[frozenset({pair for pair in fates.items() if pair[1]} - shaken)] += share * chance
    return dict(ends)


class Thrown(NamedTuple):
    """The results of the marker dice: the highest on each side, whether a vehicle is hit, and the units penetrated."""

    highest: tuple[tuple[str, int | None], ...]
    strikes: bool
    pierced: tuple[tuple[str, str], ...]


def _thrown(place: Place, counters: Sequence[Counter], thrown: list[tuple[Attack, int]]) -> Thrown:
    sides = sorted({counter.side for counter in counters})
    return Thrown(
        tuple((side, _highest(place, _men(counters, side), thrown, side)) for side in sides),
        any(attack.kind == "mdrm" and attack.tubes >= 2 and die == 10 for attack, die in thrown),
        tuple(sorted(_pierced(place, counters, thrown).items())),
    )


def _after_dice(
    place: Place, counters: Sequence[Counter], thrown: Thrown
) -> Iterator[tuple[Fates, Fraction]]:
    """The effects after the marker dice: the unit taking the result, Cohesion Checks, vehicles, and units beside them."""
    ways: list[tuple[Fates, Fraction]] = [(dict(thrown.pierced), Fraction(1))]
    for side, highest in thrown.highest:
        ways = [
            (_worse(fates, more), chance * share)
            for more, share in _on_foot(_men(counters, side), highest)
            for fates, chance in ways
        ]
    ways = [
        (_worse(fates, more), chance * share)
        for more, share in _struck(place, counters, thrown.strikes)
        for fates, chance in ways
    ]
    for fates, chance in ways:
        yield from ((more, chance * share) for more, share in _beside_wrecks(place, counters, fates))


def _men(counters: Sequence[Counter], side: str) -> list[Counter]:
    return [counter for counter in counters if counter.side == side and counter.cohesion]


def _highest(place: Place, men: Sequence[Counter], thrown: list[tuple[Attack, int]], side: str) -> int | None:
    """12.1.1: the highest of the results on a side; None without any."""
    steps = sum(man.steps for man in men)
    dense = max(0, -(-(steps - 4) // 2))
    results = [
        die + (min(3, attack.value + place.mortar_cover + dense) if attack.kind == "mdrm" else attack.value)
        for attack, die in thrown
        if attack.kind == "mdrm" or (attack.kind == "sadrm" and attack.against == side)
    ]
    return max(results, default=None)


def _on_foot(men: Sequence[Counter], highest: int | None) -> Iterator[tuple[Fates, Fraction]]:
    """12.1: the best unit takes the highest result; if it is harmed, the others check."""
    if not men or highest is None:
        yield {}, Fraction(1)
        return
    met = _best(men)
    for counter in met:
        result = highest - _is_led(counter, men)
        fate = "" if result <= counter.cohesion else "gone" if result >= 10 else _disrupted(counter)
        others = [other for other in men if other is not counter] if fate else []
        for failing, chance in _checks(others):
            yield (
                {counter.name: fate, **{other.name: _disrupted(other) for other in failing}},
                chance / len(met),
            )


def _best(men: Sequence[Counter]) -> list[Counter]:
    """12.1.3: undisrupted combat units, then disrupted ones, then the others; the best Cohesion, Assault Value and SAV."""
    groups = (
        [man for man in men if man.is_combat and not man.is_disrupted],
        [man for man in men if man.is_combat],
        list(men),
    )
    group = next(group for group in groups if group)
    worth = [(counter.cohesion, counter.assault, counter.small_arms) for counter in group]
    return [counter for counter, quality in zip(group, worth, strict=True) if quality == max(worth)]


def _is_led(unit: Counter, men: Iterable[Counter]) -> bool:
    """12.1.4: an undisrupted leader of its platoon with better Cohesion; a support unit follows any who is there."""
    return unit.kind != "leader" and any(
        man.kind == "leader"
        and not man.is_disrupted
        and man.cohesion > unit.cohesion
        and (unit.platoon in ("", man.platoon))
        for man in men
    )


def _checks(units: Sequence[Counter]) -> Iterator[tuple[list[Counter], Fraction]]:
    """The units that fail a die against their Cohesion, with chances."""
    for fails in product((True, False), repeat=len(units)):
        chance = Fraction(1)
        for unit, failed in zip(units, fails, strict=True):
            chance *= Fraction(10 - unit.cohesion if failed else unit.cohesion, 10)
        if chance:
            yield [unit for unit, failed in zip(units, fails, strict=True) if failed], chance


def _disrupted(unit: Counter) -> str:
    return "gone" if unit.is_disrupted else "disrupted"


def _struck(place: Place, counters: Iterable[Counter], strikes: bool) -> Iterator[tuple[Fates, Fraction]]:
    """12.1.7: a mortar of value 2 or more and an unmodified 10 strike one vehicle at random."""
    could = [
        counter
        for counter in counters
        if counter.is_vehicle and (place.strikes_moving or not counter.is_moving)
    ]
    if not could or not strikes:
        yield {}, Fraction(1)
        return
    for counter in could:
        yield {counter.name: "shocked" if counter.kind == "afv" else "gone"}, Fraction(1, len(could))


def _pierced(place: Place, counters: Iterable[Counter], thrown: list[tuple[Attack, int]]) -> Fates:
    """12.2: above AV, or AEV from the rear, destroys; equal shocks an AFV; 1 and 2 never count."""
    fates: Fates = {}
    by_name = {counter.name: counter for counter in counters}
    for attack, die in thrown:
        if attack.kind != "atdrm" or die <= 2:
            continue
        unit = by_name[attack.against]
        armour = unit.rear_armour if attack.rear else unit.armour
        over = die + attack.value - armour
        if over > 0:
            fates = _worse(fates, {unit.name: "gone"})
        elif unit.kind == "afv" and (
            over == 0 or (place.ten_shocks and die == 10 and die + attack.value >= unit.armour - 2)
        ):
            fates = _worse(fates, {unit.name: "shocked"})
    return fates


def _beside_wrecks(
    place: Place, counters: Sequence[Counter], fates: Fates
) -> Iterator[tuple[Fates, Fraction]]:
    """12.3.7b: in the open, each vehicle destroyed disrupts one random undisrupted foot unit of its side; worst counts."""
    wrecks = [counter for counter in counters if counter.is_vehicle and fates.get(counter.name) == "gone"]
    choices = [
        [
            counter
            for counter in counters
            if counter.side == wreck.side and counter.is_on_foot and not counter.is_disrupted
        ]
        for wreck in wrecks
    ]
    if not place.is_open or not any(choices):
        yield fates, Fraction(1)
        return
    for shaken in product(*(near for near in choices if near)):
        chance = Fraction(1)
        for near in filter(None, choices):
            chance /= len(near)
        yield _worse(fates, {counter.name: "disrupted" for counter in shaken}), chance


def _worse(one: Fates, other: Fates) -> Fates:
    """12.0.2: each unit takes only its worst result, once."""
    return {
        name: max(one.get(name, ""), other.get(name, ""), key=_WORST.__getitem__) for name in {**one, **other}
    }


def recovered(
    unit: Counter, *, suppressed: bool, led: bool, elite: bool, may_be_hero: bool
) -> dict[str, Fraction]:
    """14.3, 14.7: the odds of one attempt to recover from disruption or shock."""
    ends: defaultdict[str, Fraction] = defaultdict(Fraction)
    for die in range(1, 11):
        ends[_recovery(unit, die, suppressed - led - elite, may_be_hero=may_be_hero)] += Fraction(1, 10)
    return dict(ends)


def _recovery(unit: Counter, die: int, net: int, *, may_be_hero: bool) -> str:
    if unit.is_shocked:
        return "rallied" if die == 1 else "recovered" if die <= 4 else "shocked" if die <= 7 else "gone"
    if die == 10 and may_be_hero:
        return "heroic"
    if die + net <= 1:
        return "rallied"
    return "recovered" if die + net <= unit.cohesion else "disrupted"
