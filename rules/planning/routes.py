"""Which way is safest? Two to four ways to a goal that trade time against exposure, by any book.

Exposure adds up the danger of every hex a way enters, or on a table of every inch of it, and once more of the
place where a turn ends. A way is beaten by another that takes no more turns, points and exposure; one that
hangs on a die roll beats none that does not.
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
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.planning.exposure import Exposure, stands_at
from rules.planning.hex_routes import hex_routes
from rules.planning.plan import AlreadyThere, Plan, Route, ending_nearest, said, unbeaten
from rules.planning.table_routes import table_routes

MOST_ROUTES = 4


def plan(book: Ruleset, state: GameState, unit: Unit, goal: Place, mode: str = "") -> Ruling[Plan]:
    """Which way is safest? The ways worth choosing between, with what the unit's side knows and no more.

    Later turns are planned as if the unit stood as it does now, the enemy never moves, and a
    goal within reach costs what the book's own `path` does. To a place on a table that it may not enter, or where it has no
    room, as one where somebody stands, the ways go as near as it can stop.

    Raises:
        NotOnMap: if the unit stands nowhere, nor its carrier.
        AlreadyThere: if it stands at the goal, or as near to it as it can.
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
    found: list[Route] = []
    for movement in moving.verdict:
        found += _routes(movement, start, stop, exposure)
    routes = _chosen(ending_nearest(found, stop))
    stop = min((route.places[-1] for route in routes), key=partial(dist, stop), default=stop)
    verdict = Plan(unit.id, start, stop, routes, exposure.danger)
    reasons = (*moving.reasons, *_worst(verdict, exposure))
    beside = "" if stop == goal else f", as near as it can stop to {said(goal)}"
    return Ruling(f"routes of {unit} to {said(stop)}{beside}", verdict, reasons)


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


def _chosen(routes: Iterable[Route]) -> tuple[Route, ...]:
    """Of all ways the few to show, the quickest first; of those that hang on a roll, one at least."""
    kept = unbeaten(routes)
    sure = [route for route in kept if not route.asks]
    asking = [route for route in kept if route.asks]
    few = _few(sure, MOST_ROUTES - bool(asking))
    few += _few(asking, MOST_ROUTES - len(few))
    return tuple(sorted(few, key=lambda route: (route.price, -route.exposure)))


def _few(routes: list[Route], most: int) -> list[Route]:
    """The quickest and the safest, and between them those that are so much safer than all quicker ones."""
    if len(routes) <= most:
        return routes
    safest = min(range(len(routes)), key=lambda k: routes[k].exposure)
    least = list(accumulate((route.exposure for route in routes), min))
    between = sorted(
        (k for k in range(1, len(routes)) if k != safest), key=lambda k: routes[k].exposure - least[k - 1]
    )
    order = dict.fromkeys((0, safest, *between))
    return [routes[k] for k in sorted(list(order)[:most])]


def _worst(found: Plan, exposure: Exposure) -> Iterator[Reason]:
    """Why the most dangerous step of each way is what it is; what holds for several is told once."""
    told: dict[tuple[str, str, Citation], list[tuple[str, Place]]] = {}
    for name, route in found.named:
        if (worst := route.worst) is not None:
            watcher = worst.watched.watchers[0]
            for reason in exposure.why(worst.place, watcher):
                told.setdefault((watcher.name, reason.text, reason.cite), []).append((name, worst.place))
    for (watcher_name, text, cite), ways in told.items():
        letters, places = (
            ", ".join(name for name, _ in ways),
            tuple(dict.fromkeys(place for _, place in ways)),
        )
        yield Reason(f"worst of {letters}, {watcher_name}: {text}", cite, places)
