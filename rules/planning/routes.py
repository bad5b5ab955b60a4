"""Which way is safest? Up to four routes to a goal that trade time against exposure, by any book.

Exposure is the sum of the danger of every hex a route enters, or of every inch of it on a table, and once more of
each place where a turn ends. A route is beaten by one that takes no more turns, points and exposure; but a route that
depends on a die roll never beats one that does not.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import accumulate
from math import dist

from rules.game.citation import Citation
from rules.game.movement import HexMovement, Movement, TableMovement
from rules.game.ruleset import Ruleset
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Path
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.planning.exposure import Exposure, stands_at
from rules.planning.hex_routes import hex_routes
from rules.planning.plan import AlreadyThere, Leg, Plan, Route, Step, ending_nearest, said, unbeaten
from rules.planning.table_routes import table_routes

MOST_ROUTES = 4


def plan(book: Ruleset, state: GameState, unit: Unit, goal: Place, mode: str = "") -> Ruling[Plan]:
    """Which way is safest? The routes worth choosing between, based only on what the unit's side knows.

    Later turns are planned as if the unit were in its present condition; the enemy never moves; a goal within reach costs
    the same as in the book's own `path`. If the unit may not enter the goal on a table, or has no room there because a unit
    stands on it, the routes end as near to it as the unit can stop. An aircraft flies straight there.

    Raises:
        NotOnMap: if the unit stands nowhere, nor its carrier.
        AlreadyThere: if it stands at the goal, or as near to it as it can get.
        BadInput: if it does not move in that mode, or the goal is no place of the map.
        OffBoard: if the goal is.
    """
    known = book.seen_by(state, unit.side)
    start = stands_at(book, known, unit)
    _check_goal(known.board, goal)
    moving = book.movements(known, unit, mode)
    stop = _nearest_stop(moving.verdict, start, goal)
    if stop == start:
        raise AlreadyThere(unit, said(stop))
    exposure = Exposure(book, known, unit)
    all_routes: list[Route] = []
    for movement in moving.verdict:
        all_routes += _routes(movement, start, stop, exposure)
    if not moving.verdict:
        all_routes += _flown(book.path(known, unit, stop, mode).verdict, exposure)
    routes = _routes_to_show(ending_nearest(all_routes, stop))
    stop = min((route.places[-1] for route in routes), key=partial(dist, stop), default=stop)
    verdict = Plan(unit.id, start, stop, routes, exposure.danger)
    reasons = (*moving.reasons, *_worst_step_reasons(verdict, exposure))
    beside = "" if stop == goal else f", as near as it can stop to {said(goal)}"
    return Ruling(f"routes of {unit} to {said(stop)}{beside}", verdict, reasons)


def _flown(path: Path, exposure: Exposure) -> Iterator[Route]:
    """The book's own path as a route, for a unit without movement over the ground, as an aircraft: only the goal is seen."""
    if path.places:
        goal = path.places[-1]
        yield Route((Leg(path.places, path.cost),), (Step(goal, 1, exposure.at(goal)),), path.measure)


def _nearest_stop(movements: Iterable[Movement], start: Place, goal: Place) -> Place:
    """The goal, or on a table the nearest place to it that the unit may enter and has room in."""
    for movement in movements:
        if isinstance(movement, TableMovement) and isinstance(start, Spot) and isinstance(goal, Spot):
            return movement.graph.nearest_open(goal, partial(_has_room, movement, start))
    return goal


def _has_room(movement: TableMovement, start: Spot, stop: Spot) -> bool:
    return movement.rests(stop, start.bearing_deg(stop)) is not None


def _check_goal(board: Board, goal: Place) -> None:
    ground = board.grid if isinstance(board, HexBoard) else board
    ground.on_board(goal, "goal")


def _routes(movement: Movement, start: Place, goal: Place, exposure: Exposure) -> tuple[Route, ...]:
    if isinstance(movement, HexMovement):
        assert isinstance(goal, Hex)
        return hex_routes(movement, goal, exposure)
    assert isinstance(start, Spot)
    assert isinstance(goal, Spot)
    return table_routes(movement, start, goal, exposure)


def _routes_to_show(routes: Iterable[Route]) -> tuple[Route, ...]:
    """The few routes to show, the quickest first; at least one that depends on a die roll, if there is any."""
    best = unbeaten(routes)
    sure = [route for route in best if not route.asks]
    asking = [route for route in best if route.asks]
    few = _quickest_and_safest(sure, MOST_ROUTES - bool(asking))
    few += _quickest_and_safest(asking, MOST_ROUTES - len(few))
    return tuple(sorted(few, key=lambda route: (route.price, -route.exposure)))


def _quickest_and_safest(routes: list[Route], most: int) -> list[Route]:
    """The quickest and the safest route, and between them those that are much safer than all quicker ones."""
    if len(routes) <= most:
        return routes
    safest = min(range(len(routes)), key=lambda k: routes[k].exposure)
    least = list(accumulate((route.exposure for route in routes), min))
    between = sorted(
        (k for k in range(1, len(routes)) if k != safest), key=lambda k: routes[k].exposure - least[k - 1]
    )
    order = dict.fromkeys((0, safest, *between))
    return [routes[k] for k in sorted(list(order)[:most])]


def _worst_step_reasons(shown: Plan, exposure: Exposure) -> Iterator[Reason]:
    """The reasons for the most dangerous step of each route; a reason that several routes share is given once."""
    places_by_reason: dict[tuple[str, str, Citation], list[tuple[str, Place]]] = {}
    for name, route in shown.named:
        if (worst := route.worst) is not None:
            watcher = worst.watched.watchers[0]
            for reason in exposure.why(worst.place, watcher):
                places_by_reason.setdefault((watcher.name, reason.text, reason.cite), []).append(
                    (name, worst.place)
                )
    for (watcher_name, text, cite), ways in places_by_reason.items():
        letters, places = (
            ", ".join(name for name, _ in ways),
            tuple(dict.fromkeys(place for _, place in ways)),
        )
        yield Reason(f"worst of {letters}, {watcher_name}: {text}", cite, places)
