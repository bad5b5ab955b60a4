"""Hexes that lead back, in the order of the series rules for retreats and withdrawals alike. Chapters 10.3.1.1 and 13.6.3.2."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import HIDDEN
from rules.last_hundred_yards.questions.activation.assembling import home_hexes
from rules.last_hundred_yards.questions.terrain.directions import HexesAbout, edges_of, hexes_about
from rules.last_hundred_yards.state.darkness import is_way_in_the_dark
from rules.last_hundred_yards.state.mission.map_parts import Edge
from rules.last_hundred_yards.state.position import Position, is_steady, row_of

Way = Sequence[Hex]
"""The hex where a unit began, and the hexes that it has entered since."""

MOST_WHERE_SLOW = 3
"""The most hexes of a slow withdrawal or retreat."""


def own_edge(position: Position, side: str) -> Edge:
    return position.mission.side(side).edge


@implements("LHY-10.3.1d", "LHY-13.6.3e", "LHY-21.4.2b.action", "LHY-21.4.2e")
def is_slow(position: Position, start: Hex | None, entered: tuple[Hex, ...]) -> bool:
    """Whether a withdrawal or retreat is slow: it enters rivers or urban buildings, or counts as one at night."""
    in_slow_ground = any(position.board.has(at, Terrain.RIVER, Terrain.URBAN_BUILDING) for at in entered)
    return in_slow_ground or is_way_in_the_dark(position.state, start, entered)


@implements("LHY-22.1.8a")
def hexes_back(position: Position, unit: Unit, place: Hex) -> HexesAbout:
    """The neighbours of a hex, sorted by how they lead back to the unit's own edge of the map.

    A unit that landed from the air goes back to its Assembly hex, or to an objective that its side holds.
    """
    homes = home_hexes(position, unit)
    if not homes:
        return hexes_about(position.board.grid, place, own_edge(position, unit.side))
    near = position.board.grid.neighbours(place)
    gains = {to: max(position.distance(place, at) - position.distance(to, at) for at in homes) for to in near}
    return HexesAbout(
        tuple(to for to in near if gains[to] > 0), tuple(to for to in near if gains[to] == 0), ()
    )


@implements(
    "LHY-13.6.3.2", "LHY-13.6.3.2.lateral", "LHY-10.3.1.1.later", "LHY-10.3.1.1.barrier.later",
)  # fmt: skip
def first_in_order(
    position: Position,
    unit: Unit,
    way: Way,
    near: Sequence[Hex],
    open_to_it: Callable[[Iterable[Hex]], Sequence[Hex]] = tuple,
) -> tuple[Hex, ...]:
    """The hexes that come first in the order: back and not next to the enemy, else back, else along a barrier (reading 212).

    `near` are the next hexes, of which `open_to_it` keeps those that the unit may enter; by default all.
    """
    leading = steps_back(position, unit, way)
    back = open_to_it(at for at in near if at in leading)
    calm = [at for at in back if _has_no_enemy_near(position, unit, way, at)]
    return tuple(calm or back or open_to_it(at for at in near if _follows_barrier(position, unit, way, at)))


def steps_back(position: Position, unit: Unit, way: Way) -> tuple[Hex, ...]:
    """The next hexes that lead back (see `hexes_back`), and lateral ones unless the last step was lateral.

    There are no lateral hexes where hexsides run along the edge.
    """
    place, came_from = position.place(unit), way[-2:][0]
    about = hexes_back(position, unit, place)
    return (
        about.toward if place in hexes_back(position, unit, came_from).aside else about.toward + about.aside
    )


def _has_no_enemy_near(position: Position, unit: Unit, way: Way, at: Hex) -> bool:
    """Whether no enemy next to a hex counts.

    None counts if steady friends are in the hex, nor one in the hex where the unit began, in an assault
    or in a primary impact hex.
    """
    if not is_next_to_enemy(position, at, unit.side):
        return True
    if any(map(is_steady, combat_units_that_stay(position, unit, at))):
        return True
    return not any(
        row_of(enemy).is_combat
        for near in position.board.grid.neighbours(at)
        if near != way[0] and not position.is_primary_impact(near) and not position.is_marked_assault(near)
        for enemy in position.enemies_at(near, unit.side)
    )


def _follows_barrier(position: Position, unit: Unit, way: Way, to: Hex) -> bool:
    """Whether a step goes along the edge of the map or along barred ground, and farther from the start."""
    place, start = position.place(unit), way[0]
    if position.distance(start, to) <= position.distance(start, place):
        return False
    if edges_of(position, place) and edges_of(position, to):
        return True
    grid, step = position.board.grid, position.ground.step
    return any(
        to in grid.neighbours(near) and step(position.state, unit, place, "", near) is None
        for near in grid.neighbours(place)
    )


def combat_units_that_stay(position: Position, unit: Unit, at: Hex) -> Iterator[Unit]:
    """The friends in a hex who may cover a unit that goes back there: combat units that do not retreat
    themselves (reading 203)."""
    retreat = {name for assault in position.course.assaults for name in assault.losers}
    for friend in position.friends_at(at, unit.side):
        if row_of(friend).is_combat and friend.id not in {unit.id, *retreat}:
            yield friend


def is_next_to_enemy(position: Position, place: Hex, side: str) -> bool:
    """Whether a known enemy combat unit is next to a hex."""
    return place in _beside_enemies(position, side)


@memoized
def _beside_enemies(position: Position, side: str) -> frozenset[Hex]:
    """The hexes next to known enemy combat units."""
    neighbours = position.board.grid.neighbours
    held = {unit.at for unit in position.enemies_of(side) if row_of(unit).is_combat and not unit.has(HIDDEN)}
    return frozenset().union(*[neighbours(at) for at in held if isinstance(at, Hex)])
