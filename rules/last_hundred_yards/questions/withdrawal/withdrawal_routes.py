"""The next hex of a withdrawal, in the order of priority. Chapter 10.3.1.1."""

from collections.abc import Iterator

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HIDDEN
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.questions.movement.barred_ways import barred
from rules.last_hundred_yards.questions.movement.costs import move_class
from rules.last_hundred_yards.questions.terrain.directions import hexes_about
from rules.last_hundred_yards.state.mission.map_edges import Edge
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import WITHDRAWAL


def own_edge(position: Position, side: str) -> Edge:
    return position.mission.side(side).edge


@implements("LHY-10.3.1a", "LHY-13.6.3.4", "LHY-11.4.8c", "LHY-4.1.6.urban")
def forbids_withdrawal_hex(position: Position, unit: Unit, to: Hex) -> Iterator[Reason]:
    if to not in position.board.grid.neighbours(position.place(unit)):
        yield Reason(f"{to} is not adjacent", cite("10.3.1"), (to,))
        return
    if position.enemies_at(to, unit.side):
        yield Reason(f"{to} holds the enemy", cite("10.3.1a"), (to,))
    if position.is_primary_impact(to):
        yield Reason(f"{to} is a primary impact hex", cite("10.3.1a"), (to,))
    if position.ground.step(position.state, unit, position.place(unit), "", to) is None:
        yield barred(position, unit, to)


@implements(
    "LHY-10.3.1.1a.1", "LHY-10.3.1.1a.2", "LHY-10.3.1.1a.3", "LHY-10.3.1.1b.1", "LHY-10.3.1.1b.2",
    "LHY-10.3.1.1b.3", "LHY-10.3.1.1b.4",
)  # fmt: skip
def withdrawal_hexes(position: Position, unit: Unit) -> tuple[Hex, ...]:
    """The hexes of the first kind on the list of priorities that there are, for one hex of withdrawal.

    Rule: LHY 10.3.1.1.
    """
    key = ("withdrawal", position.place(unit), unit.side, move_class(row_of(unit)))
    return position.once(key, lambda: _withdrawal_hexes(position, unit))


def _withdrawal_hexes(position: Position, unit: Unit) -> tuple[Hex, ...]:
    place, edge = position.place(unit), own_edge(position, unit.side)
    moving = position.course.moving
    # Nobody goes back to where his withdrawal led him from (reading 159).
    been = {
        place,
        *((moving.start, *moving.path) if moving is not None and moving.mode == WITHDRAWAL else ()),
    }

    def is_open(near: Hex) -> bool:
        return near not in been and next(forbids_withdrawal_hex(position, unit, near), None) is None

    about = hexes_about(position.board.grid, place, edge)
    toward = tuple(filter(is_open, about.toward))
    calm = tuple([near for near in toward if not is_next_to_enemy(position, near, unit.side)])
    if calm:
        return calm
    aside = (
        near for near in about.aside if not is_next_to_enemy(position, near, unit.side) and is_open(near)
    )
    along = filter(is_open, about.along)
    order = (toward, along) if is_parallel(position, edge) else (aside, toward, along)
    return next((found for kind in order if (found := tuple(kind))), ())


def is_parallel(position: Position, edge: Edge) -> bool:
    """Whether hexsides run along an edge of the map: north and south with flat tops, east and west otherwise."""
    return position.board.grid.is_flat == (edge in (Edge.NORTH, Edge.SOUTH))


def is_next_to_enemy(position: Position, place: Hex, side: str) -> bool:
    """Whether an enemy combat unit that is known stands next to a hex."""
    return place in _beside_enemies(position, side)


@memoized
def _beside_enemies(position: Position, side: str) -> frozenset[Hex]:
    """The hexes next to known enemy combat units."""
    neighbours = position.board.grid.neighbours
    held = {unit.at for unit in position.on_map if _is_known_enemy(unit, side)}
    return frozenset(near for at in held if isinstance(at, Hex) for near in neighbours(at))


def _is_known_enemy(unit: Unit, side: str) -> bool:
    return unit.side != side and not unit.has(HIDDEN) and row_of(unit).is_combat
