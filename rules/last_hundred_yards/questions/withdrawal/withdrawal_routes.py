"""The next hex of a withdrawal, in the order of priority. Chapter 10.3.1.1."""

from collections.abc import Iterable, Iterator
from functools import partial

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.questions.activation.assembling import home_hexes
from rules.last_hundred_yards.questions.movement.allowance_table import move_class
from rules.last_hundred_yards.questions.movement.barred_ways import barred
from rules.last_hundred_yards.questions.terrain.directions import exits_open
from rules.last_hundred_yards.questions.withdrawal.ways_back import (
    first_in_order,
    hexes_back,
    is_next_to_enemy,
    own_edge,
    steps_back,
)
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import WITHDRAWAL


@implements("LHY-10.3.1a", "LHY-13.6.3.4", "LHY-11.4.8c", "LHY-4.1.6.urban")
def forbids_withdrawal_hex(position: Position, unit: Unit, to: Hex) -> Iterator[Reason]:
    place = position.place(unit)
    if to not in position.board.grid.neighbours(place):
        yield Reason(f"{to} is not adjacent", cite("10.3.1"), (to,))
        return
    if position.enemies_at(to, unit.side):
        yield Reason(f"{to} holds the enemy", cite("10.3.1a"), (to,))
    if position.is_primary_impact(to):
        yield Reason(f"{to} is a primary impact hex", cite("10.3.1a"), (to,))
    if position.ground.step(position.state, unit, place, "", to) is None:
        yield barred(position, unit, to)


def withdrawal_hexes(position: Position, unit: Unit) -> tuple[Hex, ...]:
    """The hexes that may come next in a withdrawal: those that rank first on the list of priorities.

    Rule: LHY 10.3.1.1.
    """
    place, homes = position.place(unit), home_hexes(position, unit)
    key = ("withdrawal", place, unit.side, move_class(row_of(unit)), homes)
    return position.once(key, lambda: _withdrawal_hexes(position, unit))


def _withdrawal_hexes(position: Position, unit: Unit) -> tuple[Hex, ...]:
    if position.mission.edition.later_withdrawal_order:
        near = position.board.grid.neighbours(position.place(unit))
        return first_in_order(
            position, unit, _way(position, unit), near, partial(_open_to_withdrawal, position, unit)
        )
    return _first_by_2019(position, unit)


def _open_to_withdrawal(position: Position, unit: Unit, hexes: Iterable[Hex]) -> tuple[Hex, ...]:
    """Of these hexes, the ones that a withdrawing unit may enter; it enters none twice, nor the one where
    it began (reading 159)."""
    way = _way(position, unit)
    return tuple([
        at for at in hexes if at not in way and next(forbids_withdrawal_hex(position, unit, at), None) is None
    ])  # fmt: skip


def _way(position: Position, unit: Unit) -> tuple[Hex, ...]:
    """The hex where a withdrawal began, and the hexes entered since."""
    moving = position.course.moving
    if moving is None or moving.mode != WITHDRAWAL or moving.start is None:
        return (position.place(unit),)
    return (moving.start, *moving.path)


@implements(
    "LHY-10.3.1.1a.1", "LHY-10.3.1.1a.2", "LHY-10.3.1.1a.3", "LHY-10.3.1.1b.1", "LHY-10.3.1.1b.2",
    "LHY-10.3.1.1b.3", "LHY-10.3.1.1b.4",
)  # fmt: skip
def _first_by_2019(position: Position, unit: Unit) -> tuple[Hex, ...]:
    """The hexes that come first by the text of 2019."""
    about = hexes_back(position, unit, position.place(unit))
    toward = _open_to_withdrawal(position, unit, about.toward)
    return (
        _away_from_enemies(position, unit, toward)
        or _away_from_enemies(position, unit, _open_to_withdrawal(position, unit, about.aside))
        or toward
        or _open_to_withdrawal(position, unit, about.along)
    )


def _away_from_enemies(position: Position, unit: Unit, hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Of these hexes, the ones that are not next to an enemy."""
    return tuple([at for at in hexes if not is_next_to_enemy(position, at, unit.side)])


@implements("LHY-10.2.2", "LHY-10.3.1.1.barrier.later")
def may_withdraw_off(position: Position, unit: Unit) -> bool:
    """Whether a withdrawal may leave the map: over its own edge, and in 3.1 over another if no free hex leads back (reading 55)."""
    edges = exits_open(position, unit)
    if own_edge(position, unit.side) in edges:
        return True
    way, later = _way(position, unit), position.mission.edition.later_withdrawal_order
    if not edges or not later:
        return False
    return not _open_to_withdrawal(position, unit, steps_back(position, unit, way))
