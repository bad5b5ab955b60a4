"""Assaults before the die: which units are lost at once, and whether a die is needed at all. Chapter 13.5.1."""

from enum import StrEnum

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import SHOCKED
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.state.events.unit_events import UnitGone
from rules.last_hundred_yards.state.markers import AssaultHex
from rules.last_hundred_yards.state.position import Position, is_steady_combat_unit, row_of


class NoDie(StrEnum):
    """Why an assault needs no die."""

    NOBODY_LEFT = "nobody is left on one side"
    LIKE_AGAINST_LIKE = "only AFVs, or only units that do not fight"


@implements("LHY-13.5.1a", "LHY-13.5.1b", "LHY-13.5.1e", "LHY-13.5.0b")
def falls_before_the_die(position: Position, assault: AssaultHex) -> tuple[Unit, ...]:
    """The units lost before the die.

    These are shocked AFVs among steady enemies, then defenders who are all helpless against an AFV, and LATWs that defend alone.
    """
    shocked = _shocked_among_enemies(position, assault)
    left = position_without(position, shocked)
    attacking, defending = _both_sides(left, assault)
    unshocked_afv = any(row_of(unit).kind is UnitKind.AFV and not unit.has(SHOCKED) for unit in attacking)
    helpless = defending if unshocked_afv and all(map(_is_helpless, defending)) else ()
    lone_latws = all(row_of(unit).kind is UnitKind.LATW for unit in defending) and any(
        map(is_steady_combat_unit, attacking)
    )
    return (*shocked, *helpless, *(defending if lone_latws else ()))


@implements("LHY-13.5.1e")
def _shocked_among_enemies(position: Position, assault: AssaultHex) -> tuple[Unit, ...]:
    if not position.mission.edition.shocked_falls_in_assault:
        return ()
    attacking, defending = _both_sides(position, assault)
    return tuple(
        unit
        for mine, theirs in ((attacking, defending), (defending, attacking))
        if any(map(is_steady_combat_unit, theirs))
        for unit in mine
        if unit.has(SHOCKED)
    )


@implements("LHY-13.5.1a")
def _is_helpless(unit: Unit) -> bool:
    row = row_of(unit)
    return row.is_carrier or row.kind is UnitKind.GUN or (row.kind is UnitKind.AFV and unit.has(SHOCKED))


@implements("LHY-13.5.1a", "LHY-13.5.1b", "LHY-13.5.1c", "LHY-13.5.1d", "LHY-4.3.1.1d")
def why_no_die(position: Position, assault: AssaultHex) -> NoDie | None:
    """Why no die is thrown, once the units that are lost before it are gone; None if a die is thrown."""
    attacking, defending = _both_sides(position, assault)
    if not attacking or not defending:
        return NoDie.NOBODY_LEFT
    rows = [row_of(unit) for unit in (*attacking, *defending)]
    if all(not row.is_combat for row in rows) or all(row.kind is UnitKind.AFV for row in rows):
        return NoDie.LIKE_AGAINST_LIKE
    return None


@implements("LHY-22.1.4.3c")
def _both_sides(position: Position, assault: AssaultHex) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """The attackers and the defenders in the hex, but for vehicles that landed there."""
    attacking, defending = (
        tuple(
            unit
            for unit in position.friends_at(assault.at, side)
            if unit.id not in position.course.landed_among_enemies
        )
        for side in (assault.side, position.mission.enemy(assault.side))
    )
    return attacking, defending


def position_without(position: Position, units: tuple[Unit, ...]) -> Position:
    """The position after these units are removed from the map, and units aboard them have got off."""
    if not units:
        return position
    state = position.state
    for unit in units:
        state = UnitGone(unit.id, "is lost before the die").on(state)
    return Position(state, position.ground, position.game)
