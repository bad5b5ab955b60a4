"""The scenario design of the second edition: the points of a force, how two forces are balanced, and who wins."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from rules.errors import BadInput
from rules.game.rule_ids import implements
from rules.micro_armour.book.roster import TankType
from rules.micro_armour.book.scenario_design import (
    CHEAPEST_GHQ,
    COHESION_RANGES,
    DEAREST_GHQ,
    GENERIC_STANDS,
    GHQ_COST_MODIFIER,
    TO_DESTROY,
    TO_KEEP,
)
from rules.micro_armour.state.scenario_options import HIGHEST_COHESION, LOWEST_COHESION


@dataclass(frozen=True, slots=True)
class ForceList:
    """A force as scenario design counts it: the tanks of its stands, its cohesion, its GHQ."""

    tanks: tuple[TankType, ...]
    cohesion: int
    ghq: TankType | None = None
    """The tank of the GHQ stand, which is one of the tanks."""
    ghq_quality: int = 0


@implements("MATG2-11.1")
def is_generic(stands: int, ghqs: int) -> bool:
    """Whether this number of stands and GHQs is a generic battalion: three companies of three and a GHQ stand."""
    return (stands, ghqs) == (GENERIC_STANDS, 1)


@implements("MATG2-11.3")
def ghq_cost(tank: TankType, quality: int) -> Fraction:
    """The price of a GHQ stand by its quality.

    Raises:
        BadInput: if the chart has no such quality.
    """
    if quality not in GHQ_COST_MODIFIER:
        raise BadInput("ghq_quality", quality, f"a quality from {CHEAPEST_GHQ} to {DEAREST_GHQ}")
    return tank.points * GHQ_COST_MODIFIER[quality]


@implements("MATG2-11.5")
def force_points(force: ForceList, *, charge_ghq: bool = False) -> Fraction:
    """Tanks times points times a tenth of the cohesion level.

    The printed totals count the GHQ stand at its tank's plain price (OUR 35); `charge_ghq` charges it.
    """
    points = Fraction(sum(tank.points for tank in force.tanks))
    if charge_ghq and force.ghq:
        points += ghq_cost(force.ghq, force.ghq_quality) - force.ghq.points
    return points * force.cohesion / 10


@implements("MATG2-11.4")
def cohesion_kinds(cohesion: int) -> tuple[str, ...]:
    """The kinds of force that usually have this cohesion level."""
    return tuple(kind for kind, (least, most) in COHESION_RANGES.items() if least <= cohesion <= most)


@implements("MATG2-11.6a", "MATG2-11.6b", "MATG2-11.6c", "MATG2-11.6d")
def balance_hints(one: ForceList, other: ForceList, *, charge_ghq: bool = False) -> tuple[str, ...]:
    """Ways to balance two forces: losses before play, extra tanks, another cohesion level, or the handicap.

    Ways that would leave them further apart are left out, and no way balances a force without tanks.

    Rule: MATG2, play balance.
    """
    larger, smaller = sorted(
        (one, other), key=lambda force: force_points(force, charge_ghq=charge_ghq), reverse=True
    )
    most, least = (force_points(force, charge_ghq=charge_ghq) for force in (larger, smaller))
    if most == least:
        return (f"the forces are level at {_points(most)} points",)
    now = f"{_points(most)} points against {_points(least)}"
    if not smaller.tanks:
        return (now,)
    ways = (
        *_attrition(larger, most, least),
        *_extra_tanks(smaller, most, least),
        _other_cohesion(larger, smaller, charge_ghq=charge_ghq),
    )
    nearer = (way.text for way in ways if abs(way.one - way.other) < most - least)
    return (now, *nearer, "give the stronger force to the newer player")


_A_FEW = 5
"""The most extra tanks that are offered."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to balance two forces, and their points then."""

    what: str
    one: Fraction
    other: Fraction

    @property
    def text(self) -> str:
        return f"{self.what}: {_points(self.one)} against {_points(self.other)}"


def _attrition(larger: ForceList, most: Fraction, least: Fraction) -> Iterator[_Way]:
    """Take one or two of the cheapest tanks off the larger force; its GHQ and one more tank stay."""
    spare = list(larger.tanks)
    if larger.ghq:
        spare.remove(larger.ghq)
    if not spare:
        return
    cheapest = min(spare, key=lambda tank: tank.points)
    each = Fraction(cheapest.points * larger.cohesion, 10)
    if not each:
        return
    lost = min(2, spare.count(cheapest), len(spare) - 1, max(1, round((most - least) / each)))
    yield _Way(f"take {lost} {cheapest.name} off the larger force", most - lost * each, least)


def _extra_tanks(smaller: ForceList, most: Fraction, least: Fraction) -> Iterator[_Way]:
    """Give the smaller force a few more of its first tank (OUR 84)."""
    tank = smaller.tanks[0]
    each = Fraction(tank.points * smaller.cohesion, 10)
    if each and (extra := max(1, round((most - least) / each))) <= _A_FEW:
        yield _Way(f"add {extra} {tank.name} to the smaller force", least + extra * each, most)


def _other_cohesion(larger: ForceList, smaller: ForceList, *, charge_ghq: bool) -> _Way:
    """Change the cohesion level of one or both forces, as little as possible and within what a scenario may have."""

    def at(force: ForceList, cohesion: int) -> Fraction:
        return force_points(replace(force, cohesion=cohesion), charge_ghq=charge_ghq)

    up = [level for level in range(smaller.cohesion, smaller.cohesion + 4) if level <= HIGHEST_COHESION]
    down = [level for level in range(larger.cohesion, larger.cohesion - 3, -1) if level >= LOWEST_COHESION]
    raised, lowered = min(
        product(up, down),
        key=lambda levels: (abs(at(smaller, levels[0]) - at(larger, levels[1])), levels[0] - levels[1]),
    )
    levels = (("smaller", smaller, raised), ("larger", larger, lowered))
    changed = " and ".join(
        f"{level} for the {name}" for name, force, level in levels if level != force.cohesion
    )
    return _Way(f"set cohesion to {changed} force", at(smaller, raised), at(larger, lowered))


@implements("MATG2-11.11")
def is_won(
    lost_by_enemy: int,
    enemy_strength: int,
    lost_by_us: int,
    our_strength: int,
    *,
    destroy: Fraction = TO_DESTROY,
    keep: Fraction = TO_KEEP,
) -> bool:
    """Whether a side has destroyed the required share of the enemy's points while keeping the required share of its own.

    Rule: MATG2, victory conditions; OUR 36.
    """
    destroyed = lost_by_enemy >= destroy * enemy_strength
    return destroyed and our_strength - lost_by_us >= keep * our_strength


def _points(points: Fraction) -> str:
    return f"{float(points):g}"
