"""Whom a unit needs beside it to assault a hex. Chapter 13.1."""

from collections.abc import Iterable

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED, REGROUPING
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.book.unit_types import LhyUnitType, UnitKind
from rules.last_hundred_yards.questions.activation.taking_part import platoons_of
from rules.last_hundred_yards.state.position import Position, row_of

_FOLLOWERS = frozenset({UnitKind.LEADER, UnitKind.LATW, UnitKind.HALFTRACK})
"""They assault only in company."""


def is_fighter(row: LhyUnitType) -> bool:
    """Whether a unit may assault alone: infantry and AFVs."""
    return row.is_infantry or row.kind is UnitKind.AFV


def needs_company(unit: Unit) -> bool:
    """Whether a unit assaults in company alone, and so is asked after those whom it may join."""
    return row_of(unit).kind in _FOLLOWERS


@implements("LHY-13.1c.1", "LHY-13.1c.2", "LHY-13.1d")
def has_company(position: Position, unit: Unit, into: Hex, together: Iterable[str]) -> bool:
    """Whether a unit may assault a hex: leaders, LATWs and halftracks not alone, all others so.

    `together` are those who go in with it, as does infantry aboard (reading 207). Of those in the hex a halftrack
    joins any combat unit, leaders and LATWs a combat unit of their platoon.
    """
    if not needs_company(unit):
        return True
    going = {*together, unit.id}
    loads = (position.unit(load) for name in going for load in position.course.loads_of(name))
    beside = [position.unit(name) for name in going - {unit.id}]
    beside += (load for load in loads if not load.conditions & {DISRUPTED, REGROUPING})
    if any(is_fighter(row_of(one)) for one in beside):
        return True
    friends = (row_of(friend) for friend in position.friends_at(into, unit.side))
    there = [row for row in friends if row.is_combat]
    if row_of(unit).kind is UnitKind.HALFTRACK:
        return bool(there)
    platoons = platoons_of(position, unit)
    return any(row.platoon_key in platoons for row in there)


@implements("LHY-13.2.2.0c")
def who_waits(position: Position, into: Hex, side: str) -> frozenset[str]:
    """Those of a side who wait under arrows to go into a hex."""
    return frozenset(arrow.unit for arrow in position.course.arrows_into(into) if arrow.side == side)


@implements("LHY-6.0.II.3b.1")
def who_goes_in(position: Position, into: Hex, side: str) -> frozenset[str]:
    """Those of a side who go into a hex in this cycle: who are there since, or wait and are to go in."""
    course = position.course
    arrows = {arrow.unit for arrow in course.arrows_into(into) if arrow.goes_in}
    standing, here = course.assault_at(into), position.friends_at(into, side)
    if standing is None or standing.side != side:
        return frozenset(arrows)
    came = {entry.unit for entry in standing.entries if entry.cycle == course.cycle}
    return frozenset(arrows.union(unit.id for unit in here if unit.id in came))


@implements("LHY-13.1c.1", "LHY-13.1d")
def units_with_company(position: Position, names: tuple[str, ...], into: Hex) -> tuple[str, ...]:
    """Those who go in; who has lost the company that he needs as they set out stays (reading 170)."""
    return tuple(name for name in names if has_company(position, position.unit(name), into, names))


def why_alone(position: Position, unit: Unit) -> Reason:
    """That a unit would be alone in an assault."""
    place = (position.place(unit),)
    if row_of(unit).kind is UnitKind.HALFTRACK:
        words = (
            f"{unit} assaults only with infantry or an AFV, or where a combat unit of its side is in the hex"
        )
        return Reason(words, cite_later("13.1d"), place)
    words = f"{unit} assaults only with a combat unit, or where a combat unit of its platoon is in the hex"
    return Reason(words, cite_later("13.1c"), place)
