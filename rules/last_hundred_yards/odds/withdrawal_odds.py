"""The exact odds of a withdrawal: every die of one hex of it, and of its end. Chapter 10.3.1."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from rules.game.chance.dice import Dice
from rules.game.chance.odds import Odds, odds_of
from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED, HEROIC
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.withdrawal import Withdraw, candidates, forbids
from rules.last_hundred_yards.effects.harm import Harm
from rules.last_hundred_yards.effects.leaving import (
    groups_on_mines,
    is_attacked_on_leaving,
    is_under_fire,
    mine_harm,
    position_at_edge,
)
from rules.last_hundred_yards.odds.leaving_odds import (
    CALM,
    harm_at_the_edge_after,
    harm_on_leaving,
    struck_on_leaving,
)
from rules.last_hundred_yards.questions.movement.points import WITHDRAWAL
from rules.last_hundred_yards.questions.terrain.obstacles import WIRE, has_mines_of_enemy, has_obstacle
from rules.last_hundred_yards.questions.withdrawal.checks import assault_check, end_check
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Moving, with_progress

Harms = tuple[Harm, ...]
"""What becomes of one unit on the way, in its order."""


HELD = "stays under assault"


@implements("LHY-0.6")
def withdrawal_chances(position: Position, action: Withdraw | EndManeuver) -> Ruling[str]:
    """The ruling on one hex of a withdrawal, or on its end: every die with its rule, and what they come to."""
    if isinstance(action, Withdraw):
        odds, reasons = withdrawal_odds(position, action), tuple(_dice(position, action))
    else:
        odds, reasons = end_odds(position), (Reason("next to the enemy", cite("10.3.1.2")),)
    if odds is None:
        return Ruling(str(action), "what it comes to depends on what is not known", reasons)
    if set(odds.chances) == {CALM}:
        return Ruling(str(action), "no die roll")
    return Ruling(str(action), "back out of the way of the enemy", reasons, odds)


def _dice(position: Position, action: Withdraw) -> Iterator[Reason]:
    """What is rolled for in one hex of a withdrawal."""
    units = tuple(map(position.unit, action.units))
    place = position.place(units[0])
    if position.course.moving is None and (wanted := assault_check(position, units)) is not None:
        yield Reason(f"under assault, {wanted} or less", cite("13.3.2c", Provenance.LATER_EDITION), (place,))
    if any(_is_struck(position, unit) for unit in units):
        yield struck_on_leaving(place)
    if action.to is None and any(is_under_fire(position_at_edge(position, unit), unit) for unit in units):
        yield Reason("the fire of the hex", cite("10.2b"), (place,))
    if action.to is not None and has_mines_of_enemy(position, action.to, action.side):
        yield Reason("mines", cite("16.1", Provenance.LATER_EDITION), (action.to,))
    yield Reason("next to the enemy at the end", cite("10.3.1.2"))


def withdrawal_odds(position: Position, action: Withdraw) -> Odds[str] | None:
    """What one hex of a withdrawal can come to; None if that depends on what the withdrawing side does not know."""
    units = tuple(map(position.unit, action.units))
    moving = position.course.moving
    each: list[tuple[tuple[Harms, ...], Fraction]] = [((), Fraction(1))]
    for number, unit in enumerate(units):
        found = _on_the_way(position, unit, action.to, units[:number])
        each = [
            ((*before, harms), one * other) for before, one in each for harms, other in found.chances.items()
        ]
    if action.to is not None and has_mines_of_enemy(position, action.to, action.side):
        each = [part for harms, chance in each for part in _on_mines(units, harms, chance)]
    path = moving.path if moving is not None else ()
    parts: list[tuple[str, Fraction]] = []
    for harms, chance in each:
        told = _to_the_end(position, units, harms, (*path, action.to))
        if told is None:
            return None
        parts += [(words, chance * other) for words, other in told.chances.items()]
    wanted = assault_check(position, units) if moving is None else None
    out = Fraction(1) if wanted is None else odds_of(lambda dice: dice.roll(10) <= wanted).of(True)
    held = [(HELD, 1 - out)] if out < 1 else []
    return Odds.weighted([*held, *((words, chance * out) for words, chance in parts)])


def end_odds(position: Position) -> Odds[str] | None:
    """What the end of the withdrawal under way can come to; None if it depends on what lies concealed."""
    moving = position.course.moving
    assert moving is not None
    return _end(position, tuple(map(position.unit, moving.units)), moving.path, ())


def _without(position: Position, gone: tuple[Unit, ...]) -> Position:
    """The position once some units have left their hex."""
    state = position.state
    for unit in gone:
        state = state.with_unit(replace(unit, at=None))
    return Position(state, position.ground)


def _on_the_way(position: Position, unit: Unit, to: Hex | None, gone: tuple[Unit, ...]) -> Odds[Harms]:
    """The harm to one unit: mortar fire on leaving, the fire of its hex if it leaves the map."""
    found: Odds[Harms] = Odds({(): Fraction(1)})
    if _is_struck(position, unit):
        found = harm_on_leaving(position, unit).map(lambda harm: (harm,))
    if to is None:
        left_alone = _without(position, gone)
        return _and_then(unit, found, lambda harm: harm_at_the_edge_after(left_alone, unit, harm))
    return found


def _on_mines(
    units: tuple[Unit, ...], harms: tuple[Harms, ...], chance: Fraction
) -> Iterator[tuple[tuple[Harms, ...], Fraction]]:
    """What mines add to the harm of a stack that enters them: a die for all on foot, one for each vehicle."""
    before = {unit.id: each for unit, each in zip(units, harms, strict=True)}
    there = [unit for unit in units if not row_of(unit).is_dummy and not _is_lost(unit, before[unit.id])]
    parts = [(before, chance)]
    for struck in groups_on_mines(there):
        mined = odds_of(partial(_mine, struck))
        parts = [
            ({**told, name: (*told[name], harm)} if harm.is_harm else told, one * other)
            for told, one in parts
            for (name, harm), other in mined.chances.items()
        ]
    yield from ((tuple(told[unit.id] for unit in units), one) for told, one in parts)


def _mine(struck: tuple[Unit, ...], dice: Dice) -> tuple[str, Harm]:
    harm = mine_harm(row_of(struck[0]).kind, dice.roll(10))
    one = struck[dice.pick(len(struck))] if harm.is_harm and len(struck) > 1 else struck[0]
    return one.id, harm


def _and_then(unit: Unit, before: Odds[Harms], after: Callable[[Harm], Odds[Harm]]) -> Odds[Harms]:
    """Harm upon harm, as long as anything is left of the unit."""
    parts: list[tuple[Harms, Fraction]] = []
    for harms, one in before.chances.items():
        if _is_lost(unit, harms):
            parts.append((harms, one))
        else:
            more = after(max(harms, default=Harm.NONE))
            parts += [((*harms, harm), one * other) for harm, other in more.chances.items()]
    return Odds.weighted(parts)


def _is_struck(position: Position, unit: Unit) -> bool:
    """Whether mortar fire strikes as it leaves, other than one whom that drove out already."""
    moving = position.course.moving
    driven_out = moving is not None and moving.driven_out and not moving.path
    return is_attacked_on_leaving(position, unit) and not driven_out


def _is_lost(unit: Unit, harms: Harms) -> bool:
    """Whether nothing is left of a unit: squads come down to a section first."""
    steps = sum(harm in (Harm.STEP, Harm.STEP_AND_DISRUPTED, Harm.DESTROYED) for harm in harms)
    return steps >= (2 if row_of(unit).kind is UnitKind.SQUAD else 1)


def _to_the_end(
    position: Position, units: tuple[Unit, ...], harms: tuple[Harms, ...], path: tuple[Hex | None, ...]
) -> Odds[str] | None:
    """What harmed units come to in the hex they entered: with the roll at the end, if it is their last."""
    told = tuple(_words(units, harms))
    entered = tuple(at for at in path if at is not None)
    to = path[-1]
    left = tuple(
        replace(unit, at=to, conditions=unit.conditions | ({DISRUPTED} if _is_harmed(each) else set()))
        for unit, each in zip(units, harms, strict=True)
        if not _is_lost(unit, each)
    )
    state = _without(position, units).state
    for unit in left:
        state = state.with_unit(unit)
    moving = Moving(tuple(unit.id for unit in left), WITHDRAWAL, entered) if left else None
    after = Position(with_progress(state, moving=moving), position.ground)
    if to is None or not left or not _is_last(after, left, to):
        return _surely(told)
    return _end(after, left, entered, told)


def _is_harmed(harms: Harms) -> bool:
    return any(harm.is_harm for harm in harms)


def _is_last(position: Position, units: tuple[Unit, ...], to: Hex) -> bool:
    """Whether the withdrawal ends in a hex by itself: the fourth, mines or wire, or no way on."""
    stopped = has_mines_of_enemy(position, to, units[0].side) or has_obstacle(position, to, WIRE)
    if stopped and not all(unit.has(HEROIC) for unit in units):
        return True
    ways = candidates(position, units[0].side)
    return all(next(forbids(position, way), None) is not None for way in ways)


def _end(
    position: Position, units: tuple[Unit, ...], path: tuple[Hex, ...], told: tuple[str, ...]
) -> Odds[str] | None:
    check = end_check(position, units, path)
    if check is None:
        return _surely(told)
    if end_check(as_known(position), units, path) is None:
        return None
    if position.mission.edition.withdrawal_regroups:
        regrouping = (*told, *(f"{unit} regrouping" for unit in check.shaken))
        return _surely(regrouping)
    shaken = (*told, *(f"{unit} {Harm.DISRUPTED.words}" for unit in check.shaken))
    passed = odds_of(lambda dice: check.is_passed(dice.roll(10)))
    return passed.map(lambda passes: "; ".join(told if passes else shaken) or CALM)


def _surely(told: tuple[str, ...]) -> Odds[str]:
    return Odds({"; ".join(told) or CALM: Fraction(1)})


def as_known(position: Position) -> Position:
    """The position without the counters of which only their concealment is known."""
    unknown = tuple(unit for unit in position.on_map if row_of(unit).kind is UnitKind.UNKNOWN)
    return _without(position, unknown)


def _words(units: tuple[Unit, ...], harms: tuple[Harms, ...]) -> Iterator[str]:
    for unit, each in zip(units, harms, strict=True):
        for harm in each:
            if harm is not Harm.NONE:
                yield f"{unit} {harm.words}"
