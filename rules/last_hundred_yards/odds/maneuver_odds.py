"""The exact odds of one hex of a maneuver: each die it asks, in order, as long as none stops it. Chapters 10.2, 11.4.8, 16."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rules.game.chance.odds import Odds, odds_of
from rules.game.citation import Provenance
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HEROIC
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.effects.harm import Harm
from rules.last_hundred_yards.effects.leaving import (
    SHOCKS_IN_WIRE,
    SIDE_EXIT_SAFE,
    WAY_OUT,
    is_attacked_on_leaving,
    is_under_fire,
    mine_harm,
    position_at_edge,
)
from rules.last_hundred_yards.odds.leaving_odds import harm_at_the_edge, harm_on_leaving, struck_on_leaving
from rules.last_hundred_yards.questions.movement.points import next_step
from rules.last_hundred_yards.questions.movement.river_exit import river_exit_check
from rules.last_hundred_yards.questions.terrain.directions import edges_of, is_toward
from rules.last_hundred_yards.questions.terrain.obstacles import MINES, WIRE, has_mines_of_enemy, has_obstacle
from rules.last_hundred_yards.state.position import Position, row_of

_LATER = Provenance.LATER_EDITION


NO_DIE = "no die roll"


ON_THE_SPOT = "fire that answers from the hex is rolled for on the spot"


GOES_ON, STAYS, OUT, IN_RIVER = "goes on", "stays", "out of the river", "stays in it"
"""OUT and IN_RIVER are what the die of the river comes to."""


@dataclass(frozen=True, slots=True)
class _Stage:
    """One die on the way: its rule, and what it comes to; GOES_ON and OUT lead to the next."""

    reason: Reason
    odds: Odds[str]
    shaken_go_on: bool = False
    """Whether units disrupted or shocked meet the next die all the same."""


_SHAKEN = (Harm.DISRUPTED.words, Harm.SHOCKED.words)


def chances_on_the_way(
    position: Position, unit: Unit, to: Hex, then: Odds[str]
) -> tuple[tuple[Reason, ...], Odds[str]]:
    """The dice of the one hex that a unit moves to fire, with their rules, and `then` the die of its fire."""
    stages = list(_stages(position, unit, Maneuver(unit.side, unit.id, to)))
    reasons = tuple(stage.reason for stage in stages)
    return reasons, _one_after_another([*stages, _Stage(Reason("its fire", cite("11.0", _LATER)), then)])


def _one_after_another(stages: list[_Stage]) -> Odds[str]:
    first, *others = stages
    if not others:
        return first.odds
    rest = _one_after_another(others)
    parts: list[tuple[str, Fraction]] = []
    for words, one in first.odds.chances.items():
        goes_on = words in (GOES_ON, OUT) or (first.shaken_go_on and words.endswith(_SHAKEN))
        if not goes_on:
            parts.append((words, one))
        else:
            parts += [(_joined(words, more), one * other) for more, other in rest.chances.items()]
    return Odds.weighted(parts)


def _joined(words: str, more: str) -> str:
    """What two dice come to, one after the other."""
    if more == GOES_ON:
        return words
    return more if words in (GOES_ON, OUT) else f"{words}; {more}"


def _stages(position: Position, unit: Unit, action: Maneuver) -> Iterator[_Stage]:
    place = position.place(unit)
    if is_attacked_on_leaving(position, unit):
        harmed = harm_on_leaving(position, unit).map(lambda harm: _told(unit, harm))
        yield _Stage(struck_on_leaving(place), harmed)
    if action.to is None:
        yield from _off_the_map(position, unit)
        return
    yield from _ways_out(position, unit, action)
    step = next_step(position, unit, action.to)
    if step is not None and step.asks_river_exit and not unit.has(HEROIC):
        yield _river(position, unit)
    yield from _mines(position, unit, action.to)


def _mines(position: Position, unit: Unit, to: Hex) -> Iterator[_Stage]:
    if has_mines_of_enemy(position, to, unit.side) and not row_of(unit).is_dummy:
        mined = odds_of(lambda dice: _told(unit, mine_harm(row_of(unit).kind, dice.roll(10))))
        yield _Stage(Reason(f"mines in {to}", cite("16.1", _LATER), (to,)), mined)


def _told(unit: Unit, harm: Harm) -> str:
    return f"{unit} {harm.words}" if harm.is_harm else GOES_ON


def _ways_out(position: Position, unit: Unit, action: Maneuver) -> Iterator[_Stage]:
    """Wire and mines that are left toward the enemy; an AFV breaks wire whichever way it goes."""
    place, row = position.place(unit), row_of(unit)
    if unit.has(HEROIC) or place in position.course.breached or action.to is None:
        return
    if has_obstacle(position, place, WIRE) and row.kind is UnitKind.AFV:
        odds = odds_of(
            lambda dice: _told(unit, Harm.SHOCKED if dice.roll(10) == SHOCKS_IN_WIRE else Harm.NONE)
        )
        yield _Stage(Reason("10 in the wire shocks it", cite("16.2", _LATER), (place,)), odds)
        return
    edge = position.mission.side(position.mission.enemy(unit.side)).edge
    for kind in (WIRE, MINES):
        if (
            row.is_foot
            and is_toward(position, place, action.to, edge)
            and has_obstacle(position, place, kind)
        ):
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
    if is_under_fire(position_at_edge(position, unit), unit):
        harmed = harm_at_the_edge(position, unit).map(lambda harm: _told(unit, harm))
        yield _Stage(Reason("the fire of the hex", cite("10.2b"), (place,)), harmed, shaken_go_on=True)
    own = position.mission.side(unit.side).edge
    if row_of(unit).is_combat and own not in edges_of(position, place):
        side = odds_of(
            lambda dice: GOES_ON if dice.roll(10) <= SIDE_EXIT_SAFE else f"{unit} {Harm.STEP.words}"
        )
        yield _Stage(Reason(f"{SIDE_EXIT_SAFE} or less over a side edge", cite("10.2a"), (place,)), side)
