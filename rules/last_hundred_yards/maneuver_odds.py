"""The exact odds of one hex of a maneuver: each die it asks, in order, as long as none stops it. Chapters 10.2, 11.4.8, 16."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rules.game.citation import Provenance
from rules.game.odds import Odds, odds_of, odds_of_steps
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.units import Unit
from rules.last_hundred_yards.conditions import HEROIC
from rules.last_hundred_yards.fire_resolution import FireOutcome, fire_steps, soft_steps
from rules.last_hundred_yards.harm import Harm
from rules.last_hundred_yards.leaving import (
    MINES,
    SIDE_EXIT_SAFE,
    WAY_OUT,
    WIRE,
    at_the_edge,
    edges_of,
    has_ground,
    is_struck_on_leaving,
    is_toward,
    is_under_fire,
    mine_harm,
)
from rules.last_hundred_yards.maneuver_actions import Maneuver
from rules.last_hundred_yards.maneuver_points import next_step
from rules.last_hundred_yards.position import Position, row_of
from rules.last_hundred_yards.river_exit import river_exit_check
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.unit_types import UnitKind

_LATER = Provenance.LATER_EDITION
GOES_ON, STAYS, OUT, IN_RIVER = "goes on", "stays", "out of the river", "stays in it"
"""OUT and IN_RIVER are what the die of the river comes to."""


@dataclass(frozen=True, slots=True)
class _Stage:
    """One die on the way: its rule, and what it comes to; GOES_ON and OUT lead to the next."""

    reason: Reason
    odds: Odds[str]


@implements("LHY-0.6")
def maneuver_chances(position: Position, action: Maneuver) -> Ruling[str]:
    """The ruling on one hex of a unit's maneuver: every die with its rule, and what they come to."""
    unit = position.unit(action.unit)
    stages = [] if action.along else list(_stages(position, unit, action))
    if not stages:
        return Ruling(str(action), "no die decides this")
    reasons = tuple(stage.reason for stage in stages)
    verdict = "; ".join(reason.text for reason in reasons)
    return Ruling(str(action), verdict, reasons, _one_after_another(stages))


def _one_after_another(stages: list[_Stage]) -> Odds[str]:
    chances: list[tuple[str, Fraction]] = []
    so_far, last = Fraction(1), GOES_ON
    for stage in stages:
        stops = [
            (words, chance) for words, chance in stage.odds.chances.items() if words not in (GOES_ON, OUT)
        ]
        chances += [(words, so_far * chance) for words, chance in stops]
        so_far *= 1 - sum((chance for _, chance in stops), Fraction(0))
        last = OUT if OUT in stage.odds.chances else last
    return Odds.weighted([*chances, *([(last, so_far)] if so_far else [])])


def _stages(position: Position, unit: Unit, action: Maneuver) -> Iterator[_Stage]:
    place = position.place(unit)
    if is_struck_on_leaving(position, unit):
        steps = tuple(soft_steps(position, place, only=unit))
        odds = odds_of_steps(FireOutcome(), (named.step for named in steps))
        reason = Reason("mortar fire on leaving", cite("11.4.8e", _LATER), (place,))
        yield _Stage(reason, odds.map(lambda outcome: _told(unit, outcome.harm_to(unit.id))))
    if action.to is None:
        yield from _off_the_map(position, unit)
        return
    yield from _ways_out(position, unit, action)
    step = next_step(position, unit, action.to)
    if step is not None and step.asks_river_exit and not unit.has(HEROIC):
        yield _river(position, unit)
    if has_ground(position, action.to, MINES) and not row_of(unit).is_dummy:
        mined = odds_of(lambda dice: _told(unit, mine_harm(row_of(unit).kind, dice.roll(10))))
        yield _Stage(Reason(f"mines in {action.to}", cite("16.1", _LATER), (action.to,)), mined)


def _told(unit: Unit, harm: Harm) -> str:
    return f"{unit} {harm.words}" if harm.is_harm else GOES_ON


def _ways_out(position: Position, unit: Unit, action: Maneuver) -> Iterator[_Stage]:
    """Wire and mines that are left toward the enemy; an AFV breaks wire whichever way it goes."""
    place, row = position.place(unit), row_of(unit)
    if unit.has(HEROIC) or place in position.course.breached or action.to is None:
        return
    if has_ground(position, place, WIRE) and row.kind is UnitKind.AFV:
        odds = odds_of(lambda dice: _told(unit, Harm.SHOCKED if dice.roll(10) == 10 else Harm.NONE))
        yield _Stage(Reason("10 in the wire shocks it", cite("16.2", _LATER), (place,)), odds)
        return
    edge = position.mission.side(position.mission.enemy(unit.side)).edge
    for kind in (WIRE, MINES):
        if row.is_foot and is_toward(position, place, action.to, edge) and has_ground(position, place, kind):
            odds = odds_of(lambda dice: GOES_ON if dice.roll(10) <= WAY_OUT else STAYS)
            yield _Stage(Reason(f"{WAY_OUT} or less out of the {kind}", cite("16.1", _LATER), (place,)), odds)


def _river(position: Position, unit: Unit) -> _Stage:
    wanted, leader = river_exit_check(position, unit)
    helped = int(leader is not None)
    words = f"{wanted} or less leaves the river{', a leader takes 1 off' if helped else ''}"
    return _Stage(
        Reason(words, cite("4.1.10")),
        odds_of(lambda dice: OUT if dice.roll(10) - helped <= wanted else IN_RIVER),
    )


def _off_the_map(position: Position, unit: Unit) -> Iterator[_Stage]:
    """The fire of its hex, and the die over a side edge (10.2)."""
    place = position.place(unit)
    edge = at_the_edge(position, unit)
    if is_under_fire(edge, unit):
        odds = odds_of_steps(FireOutcome(), (named.step for named in fire_steps(edge, place)))
        reason = Reason("the fire of the hex", cite("10.2b"), (place,))
        yield _Stage(reason, odds.map(lambda outcome: _told(unit, outcome.harm_to(unit.id))))
    own = position.mission.side(unit.side).edge
    if row_of(unit).is_combat and own not in edges_of(position, place):
        side = odds_of(
            lambda dice: GOES_ON if dice.roll(10) <= SIDE_EXIT_SAFE else f"{unit} {Harm.STEP.words}"
        )
        yield _Stage(Reason(f"{SIDE_EXIT_SAFE} or less over a side edge", cite("10.2a"), (place,)), side)
