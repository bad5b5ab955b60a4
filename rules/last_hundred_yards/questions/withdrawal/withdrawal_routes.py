"""The next hex of a withdrawal, in the order of priority. Chapter 10.3.1.1."""

from collections.abc import Iterator

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HIDDEN
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.questions.activation.assembling import home_hexes
from rules.last_hundred_yards.questions.movement.barred_ways import barred
from rules.last_hundred_yards.questions.movement.costs import move_class
from rules.last_hundred_yards.questions.terrain.directions import HexesAbout, hexes_about
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
def withdrawal_hexes(position: Position, unit: Unit, visited: tuple[Hex, ...] = ()) -> tuple[Hex, ...]:
    """The hexes of the first kind on the list of priorities that there are, for one hex of withdrawal.

    Rule: LHY 10.3.1.1.
    """
    homes = home_hexes(position, unit)
    key = ("withdrawal", position.place(unit), unit.side, move_class(row_of(unit)), homes, visited)
    return position.once(key, lambda: _withdrawal_hexes(position, unit, visited))


def _withdrawal_hexes(position: Position, unit: Unit, visited: tuple[Hex, ...]) -> tuple[Hex, ...]:
    place = position.place(unit)
    moving = position.course.moving
    # Nobody goes back to where his withdrawal led him from (reading 159).
    been = {
        place,
        *visited,
        *((moving.start, *moving.path) if moving is not None and moving.mode == WITHDRAWAL else ()),
    }
    open_hexes = {
        near
        for near in position.board.grid.neighbours(place)
        if near not in been and next(forbids_withdrawal_hex(position, unit, near), None) is None
    }
    about = hexes_back(position, unit, place)
    toward = tuple([near for near in about.toward if near in open_hexes])
    calm = tuple([near for near in toward if not is_next_to_enemy(position, near, unit.side)])
    if calm:
        return calm
    aside = (
        near for near in about.aside if near in open_hexes and not is_next_to_enemy(position, near, unit.side)
    )
    along = (near for near in about.along if near in open_hexes)
    order = (toward, along) if is_parallel(position, unit) else (aside, toward, along)
    return next((found for kind in order if (found := tuple(kind))), ())


@implements("LHY-22.1.8a")
def hexes_back(position: Position, unit: Unit, place: Hex) -> HexesAbout:
    """The hexes about one by how they lead back: to the own edge of the map, or for who landed from the air to where he assembles or his side holds an objective."""
    homes = home_hexes(position, unit)
    if not homes:
        return hexes_about(position.board.grid, place, own_edge(position, unit.side))
    near = position.board.grid.neighbours(place)
    gains = {to: max(position.distance(place, at) - position.distance(to, at) for at in homes) for to in near}
    return HexesAbout(
        tuple(to for to in near if gains[to] > 0), tuple(to for to in near if gains[to] == 0), ()
    )


def is_parallel(position: Position, unit: Unit) -> bool:
    """Whether hexsides run along the edge of the map to which a unit goes back: north and south with flat tops, east and west otherwise."""
    edge = own_edge(position, unit.side)
    return not home_hexes(position, unit) and position.board.grid.is_flat == (
        edge in (Edge.NORTH, Edge.SOUTH)
    )


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
