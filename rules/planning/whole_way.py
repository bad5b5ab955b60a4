"""The quickest way of a unit to a goal, over as many turns as it takes, by any book and without regard to enemy fire."""

from collections.abc import Iterable

from rules.game.movement import HexMovement, Movement
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.planning.hex_routes import HexRoutes

_SLACK = 1.0
"""How much more a way on a table may cost that keeps off obstacles, compared with the cheapest."""


def whole_way(book: Ruleset, state: GameState, unit: Unit, goal: Place) -> tuple[Place, ...]:
    """The book's own path if the goal is within reach, else the quickest way by its movement; empty if there is none.

    A way that needs no die roll (for mines, say) comes before all others.

    Raises:
        NotOnMap, BadInput: if the unit stands nowhere, or the goal is no place of the map.
        OffBoard: if the goal is not on the board.
    """
    within, movements = book.path(state, unit, goal).verdict.places, book.movements(state, unit).verdict
    if within and all(_keeps_to(movement, within) for movement in movements[:1]):
        return within
    for movement in movements:
        if isinstance(movement, HexMovement):
            if isinstance(goal, Hex) and (hexes := _over_hexes(movement, goal)):
                return hexes
        elif isinstance(unit.at, Spot) and isinstance(goal, Spot):
            way = movement.graph.way(unit.at, goal)
            if way is not None:
                # Like a path, bending a little off the corners of a house, where the cheapest way lies along its side.
                return movement.graph.reach(unit.at, way.cost + _SLACK).way_to(goal) or tuple(way.spots)
    return within


def _keeps_to(movement: Movement, way: tuple[Place, ...]) -> bool:
    """Whether a way within reach is possible by a movement, which may forbid more ground on a table than the path does."""
    if isinstance(movement, HexMovement):
        return True
    spots = [spot for spot in way if isinstance(spot, Spot)]
    return movement.graph.cost_along(spots) is not None


def _over_hexes(movement: HexMovement, goal: Hex) -> tuple[Place, ...]:
    search = HexRoutes(movement, goal, _harmless)
    if not search.arrivals:
        return ()
    legs = search.legs(min(search.arrivals, key=lambda arrival: (arrival.turn, arrival.points)))
    return legs[0].places[:1] + tuple(place for leg in legs for place in leg.places[1:])


def _harmless(places: Iterable[Hex]) -> dict[Hex, int]:
    return dict.fromkeys(places, 0)
