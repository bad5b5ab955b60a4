"""Section 8.3: the cost of a path, what it may pass, and where a stand may end or is halted."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, isfinite

from shapely import LineString, Point

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.house_walls import standing_areas
from rules.ground.table.inches import HAIR_IN, Spot, are_apart
from rules.ground.table.movement.bodies import is_trespass, lane
from rules.ground.table.tabletop import Tabletop
from rules.ground.table.terrain import IN_HOUSE_WALLS, SHUT_WALLS
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.questions.stand_room import (
    crossings,
    floor_round,
    has_no_room,
    impassable,
    lies_on_impassable,
    movement_graph,
    rim_in,
    why_no_rest,
)
from rules.micro_armour.questions.terrain import price_per_inch
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Leg, progress_of
from rules.micro_armour.state.scenario_options import TableEdge
from rules.micro_armour.state.stands import (
    STAND_IN,
    enemies_of,
    is_in_contact,
    overlapped_at,
    spot_of,
    stand_base,
    table_of,
)

MINIMUM_IN = 1.0
"""A stand that may move may always go this far."""

ENTRY_IN = 1.0
"""The inches that a stand pays for entering, at the price of the ground where it enters."""

_BACK_IN = 0.125
_FROM_LANE = 1.5
"""A stand whose middle is this many stand widths off the path of another does not lie in its lane."""
_OF_HOUSES = SHUT_WALLS | IN_HOUSE_WALLS


@dataclass(frozen=True, slots=True)
class Budget:
    """A stand's points, the points spent, and the inches gone in this move."""

    points: float
    spent: float = 0.0
    inches: float = 0.0

    @property
    def left(self) -> float:
        """The points not yet spent; 0 if the inch that is always allowed cost more than there were."""
        return max(self.points - self.spent, 0.0)


@dataclass(frozen=True, slots=True)
class PathCost:
    """The cost and the length of a path; no cost if it enters impassable ground."""

    cost: float | None
    inches: float


@implements("MATG2-8.3.2.1", "MATG2-12.M4")
@lru_cache(maxsize=4096)
def path_cost(
    table: Tabletop, path: tuple[Spot, ...], *, by_road: bool = True, enters: bool = False
) -> PathCost:
    """The cost of a path, inch by inch; a stand that enters the table pays for an inch more.

    Rule: MATG2 8.3.2 and the movement costs of the Terrain Effects chart; OUR 22, 70.
    """
    graph = movement_graph(table, by_road=by_road)
    inches = sum(start.gap_in(end) for start, end in pairwise(path))
    cost = graph.cost_along(path)
    if not enters or cost is None:
        return PathCost(cost, inches)
    price = price_per_inch((piece.terrain for piece in table.at(path[0])), by_road=by_road)
    if price is None:
        return PathCost(None, inches + ENTRY_IN)
    return PathCost(cost + float(price) * ENTRY_IN, inches + ENTRY_IN)


@implements("MATG2-8.3.1.1", "MATG2-8.3.1.2a", "MATG2-8.3.2.2")
def is_affordable(going: PathCost, budget: Budget) -> bool:
    """Whether the points suffice, or the whole move is no longer than the inch that is always allowed."""
    if going.cost is None:
        return False
    within_points = budget.spent + going.cost <= budget.points + HAIR_IN
    return within_points or budget.inches + going.inches <= MINIMUM_IN + HAIR_IN


@implements("MATG2-8.3.1.1", "MATG2-8.3.2.2")
def is_spent(budget: Budget) -> bool:
    """Whether a stand cannot go further this turn: its points are spent, and it has gone the inch that is always allowed."""
    return budget.left <= HAIR_IN and budget.inches >= MINIMUM_IN - HAIR_IN


@implements("MATG2-8.1.4", "MATG2-8.3.4.1", "MATG2-8.3.6.1", "MATG2-8.3.7.1")
def why_not_path(position: Position, unit: Unit, leg: Leg) -> tuple[Reason, ...]:
    """The reasons why a stand may not move along this leg and end there; none if it may.

    Rule: MATG2 8.3; OUR 73.
    """
    table, path, move = table_of(position.state), leg.path, position.progress.move_under_way
    if broken := _why_invalid_leg(position, unit, leg):
        return broken
    going = path_cost(table, path, by_road=leg.by_road, enters=unit.at is None)
    reasons = _too_far(table, path, going, budget_of(position, unit), position.edition)
    if going.cost is None:
        return tuple(reasons)
    nerve = move.nerve if move.stand == unit.id else frozenset()
    reasons += _off_its_ground(table, path, position.edition)
    reasons += _through_enemies(position, unit, path, nerve)
    there = replace(unit, at=path[-1], facing_deg=leg.facing_deg)
    over = _may_be_beneath(position.state, there, nerve) if leg.goes_on else ()
    reasons += _no_room(position, unit, there, over)
    return tuple(reasons)


def full_inches(path: tuple[Spot, ...]) -> tuple[tuple[Spot, ...], ...]:
    """The path up to each place where the stand may be stopped: its start, every full inch, its end."""
    line = LineString(path) if len(path) > 1 else None
    if line is None or line.length <= HAIR_IN:
        return ((path[0],),)
    between = (_along(path, float(inch)) for inch in range(1, int(line.length + 1 - HAIR_IN)))
    return ((path[0],), *between, path)


def heading_deg(walked: tuple[Spot, ...], at_rest_deg: float) -> float:
    """The facing of a stand stopped on its path: along the path, or its old facing if it has not set out."""
    for start, end in pairwise(reversed(walked)):
        if start.gap_in(end) > HAIR_IN:
            return end.bearing_deg(start)
    return at_rest_deg


def facing_at_first_deg(state: GameState, began: Unit) -> float:
    """The facing of a stand at the start of its move: its old facing, or straight in if it enters (OUR 32)."""
    edge = progress_of(state).options.force(began.side).enters if began.at is None else None
    return began.heading_deg if edge is None else edge.inward_deg


@implements("MATG2-8.3.4.2")
def at_rest(state: GameState, unit: Unit, track: tuple[Spot, ...], began: Unit) -> Unit:
    """A halted stand at its final place: where it is, or back along its path at the first place with room.

    A place has room if the stand overlaps no other there, lies on the table and off impassable ground. It faces along its
    path; back at the start it has its old facing, or straight in if it entered there. A stand that entered and finds no room
    goes back off the table.

    Rule: MATG2 8.3.4; OUR 32, 64, 65, 76.
    """
    if not has_no_room(state, unit) or _turned_where_it_lay(state, unit, began):
        return unit
    back = (replace(unit, at=spot, facing_deg=facing) for spot, facing in _back(state, unit, track, began))
    where_it_began = replace(unit, at=began.at, facing_deg=began.facing_deg)
    return next((halted for halted in back if not has_no_room(state, halted)), where_it_began)


@implements("MATG2-8.3.4.2", "MATG2-8.3.7.2")
def _turned_where_it_lay(state: GameState, unit: Unit, began: Unit) -> bool:
    """Whether a stand has only turned where it lay partly on impassable ground already, which is allowed (OUR 56), and
    overlaps no other."""
    turned = unit.at == began.at
    return turned and overlapped_at(state, spot_of(unit), unit.heading_deg, ignoring=[unit.id]) is None


def _back(state: GameState, unit: Unit, track: tuple[Spot, ...], began: Unit) -> Iterator[tuple[Spot, float]]:
    """The places back along the path of a stand, in steps of an eighth of an inch to its start, each with the facing there."""
    path = (*track, spot_of(unit))
    length_in = sum(start.gap_in(end) for start, end in pairwise(path))
    at_first = facing_at_first_deg(state, began)
    for eighths in range(1, ceil(length_in / _BACK_IN)):
        walked = _along(path, length_in - eighths * _BACK_IN)
        yield walked[-1], heading_deg(walked, at_first)
    yield path[0], at_first


@implements("MATG2-11.10")
def is_on_edge(table: Tabletop, spot: Spot, edge: TableEdge) -> bool:
    """Whether a stand centred here has its base just inside an edge of the table."""
    half = STAND_IN / 2
    inset = {
        TableEdge.NORTH: spot.y_in - half,
        TableEdge.SOUTH: table.depth_in - half - spot.y_in,
        TableEdge.WEST: spot.x_in - half,
        TableEdge.EAST: table.width_in - half - spot.x_in,
    }[edge]
    return abs(inset) <= HAIR_IN


@implements("MATG2-8.3.1.1", "MATG2-11.10")
def _why_invalid_leg(position: Position, unit: Unit, leg: Leg) -> tuple[Reason, ...]:
    table, path, edition = table_of(position.state), leg.path, position.edition
    cite, enters = edition.cite("8.3.1"), position.options.force(unit.side).enters
    if not path or any(not (isfinite(spot.x_in) and isfinite(spot.y_in)) for spot in path):
        return (Reason("a path begins where the stand is", cite),)
    if not isfinite(leg.facing_deg):
        return (Reason("a facing is a number of degrees", edition.cite("8.3.7")),)
    if off := next((spot for spot in path if spot not in table), None):
        return (Reason(f"{off} is off the table, which has {table.extent}", cite),)
    if unit.at is not None:
        if path[0] != unit.at:
            return (Reason(f"{unit} is at {unit.at}, not at {path[0]}", cite, (path[0],)),)
        return ()
    if enters is None or not is_on_edge(table, path[0], enters):
        where = f"inside the {enters} edge" if enters else "on no edge: the scenario gives none"
        return (Reason(f"{unit} must enter just {where}", edition.our(42), (path[0],)),)
    return ()


@implements("MATG2-8.3.1.1", "MATG2-8.5.4.1")
def _too_far(
    table: Tabletop, path: tuple[Spot, ...], going: PathCost, budget: Budget, edition: Edition
) -> list[Reason]:
    if is_affordable(going, budget):
        return []
    if going.cost is None:
        line = LineString(path) if len(path) > 1 else Point(path[0])
        walls = (piece for piece in table.under(line) if piece.terrain in _OF_HOUSES)
        if wall := next((piece for piece in walls if standing_areas(table)[piece.id].intersects(line)), None):
            return [Reason(f"the path runs through {wall}", edition.our(60), path)]
        return [Reason("the path enters impassable ground", edition.our(47), path)]
    words = f"the path costs {going.cost:.2f} of {budget.left:.2f} movement points left"
    return [Reason(words, edition.cite("8.3.1"), path)]


def _off_its_ground(table: Tabletop, path: tuple[Spot, ...], edition: Edition) -> Iterator[Reason]:
    """The reasons if the lane of a path lies on impassable ground or over the edge of the table (OUR 56)."""
    on_closed, over_edge = _trespasses(table, path)
    if on_closed:
        yield Reason(
            "the stand does not pass: half of it would be on impassable ground", edition.our(56), path
        )
    if over_edge:
        yield Reason("the stand would go over the edge of the table", edition.our(56), path)


@lru_cache(maxsize=4096)
def _trespasses(table: Tabletop, path: tuple[Spot, ...]) -> tuple[bool, bool]:
    """Whether the lane of a path lies on impassable ground, and whether over the edge of the table."""
    on_closed = is_trespass(path, STAND_IN, impassable(table), crossings(table))
    return on_closed, not _is_off_rim(table, path) and is_trespass(path, STAND_IN, floor_round(table))


def _is_off_rim(table: Tabletop, path: tuple[Spot, ...]) -> bool:
    """Whether a path keeps far enough off the edges of the table that a stand on it certainly lies on the table."""
    return all(rim_in(table, spot) >= STAND_IN / 2 for spot in path)


@implements("MATG2-8.3.6.1", "MATG2-8.3.4.1")
def _may_be_beneath(state: GameState, there: Unit, nerve: frozenset[str]) -> Collection[str]:
    """The stands that a stand may overlap where it stops to test its nerve: all except those it still has to
    test against (OUR 73)."""
    untested = {enemy.id for enemy in enemies_of(state, there.side) if enemy.id not in nerve}
    is_beside = any(is_in_contact(there, state.unit(enemy)) for enemy in untested)
    return state.units.keys() - untested if is_beside else ()


@implements("MATG2-8.1.4", "MATG2-8.3.2.2", "MATG2-8.3.4.1", "MATG2-8.3.7.1", "MATG2-8.3.7.2")
def _no_room(position: Position, unit: Unit, there: Unit, over: Collection[str]) -> Iterator[Reason]:
    """The reasons why a stand may not end there: the ground has no room, or it would overlap a stand
    other than those in `over`."""
    state, edition, spot, facing_deg = position.state, position.edition, spot_of(there), there.heading_deg
    table = table_of(state)
    lies_there = unit.at == spot and lies_on_impassable(table, unit)
    yield from why_no_rest(table, spot, facing_deg, edition, lies_there=lies_there)
    if other := overlapped_at(state, spot, facing_deg, ignoring={unit.id, *over}):
        cite = edition.cite("8.3.4")
        if other.side == unit.side:
            cite = cite.together_with(edition.our(73))
        yield Reason(f"the stand would lie over {other}", cite, (spot,))


@implements("MATG2-8.3.6.1")
def _through_enemies(
    position: Position, unit: Unit, path: tuple[Spot, ...], passed: frozenset[str]
) -> Iterator[Reason]:
    """The reasons naming enemies in its way against which it has not passed its test of nerve."""
    if len(path) < 2:
        return
    xs, ys = [spot.x_in for spot in path], [spot.y_in for spot in path]
    along = min(xs), min(ys), max(xs), max(ys)
    near = [
        enemy
        for enemy in enemies_of(position.state, unit.side)
        if enemy.id not in passed
        and not are_apart(along, (*spot_of(enemy), *spot_of(enemy)), _FROM_LANE * STAND_IN)
    ]
    swept = lane(path, STAND_IN) if near else None
    for enemy in near:
        if swept is not None and swept.intersects(stand_base(enemy).outline):
            words = f"the path runs through {enemy}: stop beside it and test nerve first"
            yield Reason(words, position.edition.cite("8.3.6"), (spot_of(enemy),))


def _along(path: tuple[Spot, ...], inches: float) -> tuple[Spot, ...]:
    """The first part of a path, this many inches long."""
    walked = [path[0]]
    left = inches
    for start, end in pairwise(path):
        length = start.gap_in(end)
        if length >= left:
            return (*walked, start.toward(end, left / length))
        walked.append(end)
        left -= length
    return path


def budget_of(position: Position, unit: Unit) -> Budget:
    """The budget of a stand in the current move."""
    move = position.progress.move
    points = float(position.book.tank(unit.type).movement_points)
    if move is None or move.stand != unit.id:
        return Budget(points)
    return Budget(points, move.spent, move.inches)
