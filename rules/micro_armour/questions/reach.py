"""How far a stand can go, and by which path: section 8.3 as rulings."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise, starmap
from math import inf

import numpy as np

from rules.errors import BadInput
from rules.game.movement import Movement, TableMovement
from rules.game.regions import RegionsOnDemand, regions
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Path, Reach, thousandths
from rules.ground.place import Place
from rules.ground.table.arrays import Bools, Floats
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.movement.reach import TableReach
from rules.ground.table.terrain import TableTerrain
from rules.micro_armour.book.book_data import BookData
from rules.micro_armour.book.roster import TankType
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.book.terrain_chart import CHART, check_table
from rules.micro_armour.questions.movement import MINIMUM_IN, budget_of
from rules.micro_armour.questions.stand_room import movement_graph, stand_graph, where_at_rest, why_no_rest
from rules.micro_armour.questions.terrain import Mode
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Progress
from rules.micro_armour.state.stands import STAND_IN, enemies_of, overlapped_at, spot_of, table_of

NERVE = "test of nerve to pass an enemy"


_A_LITTLE = 1e-6
_CHEAPEST = float(CHART[TableTerrain.GOOD_ROAD].price)


def mode_named(name: str) -> Mode:
    """The mode of that name; the usual one if none is named.

    Raises:
        BadInput: if there is none.
    """
    if name and name not in set(Mode):
        raise BadInput("mode", name, f"one of {', '.join(Mode)}")
    return Mode(name or Mode.BY_ROAD)


def reach(state: GameState, unit: Unit, mode: str, book: BookData) -> Ruling[Reach]:
    """Every inch square a stand can move to (its middle) with the cost; during its move, with the points it has left.

    A place behind an enemy needs the test of nerve; an inch is always allowed.

    Rule: MATG2 8.3.1, 8.3.2, 8.3.6.
    """
    edition, tank = book.edition, book.tank(unit.type)
    here, left = _start(state, unit), _points_left(state, unit, book)
    free, clear = _graphs(state, unit, mode, here, left.points)
    reached = clear.reach(here, left.points)
    places, costs, asks_nerve = _in_reach(state, unit, free, clear, reached, left)
    spots = list(starmap(Spot, places.tolist()))
    cost: dict[Place, Fraction] = {here: Fraction(0)}
    cost |= zip(spots, map(thousandths, np.round(costs * 1000).astype(np.int64).tolist()), strict=True)
    cost[here] = Fraction(0)
    provisos: dict[Place, str] = {
        spot: NERVE for spot, asks in zip(spots, asks_nerve.tolist(), strict=True) if asks and spot != here
    }
    reasons = [
        Reason(left.words(tank), edition.cite("8.3.1", tank.provenance)),
        Reason("paid inch by inch for the ground under the centre", edition.our(21)),
    ]
    if provisos:
        reasons.append(Reason(NERVE, edition.cite("8.3.6")))
    reasons += _of_next_move(state, unit, edition)
    verdict = Reach(
        unit.id,
        here,
        thousandths(round(left.points * 1000)),
        cost,
        provisos,
        RegionsOnDemand(partial(regions, reached)),
    )
    return Ruling(f"reach of {unit}", verdict, tuple(reasons))


def _in_reach(
    state: GameState,
    unit: Unit,
    free: TableGraph,
    clear: TableGraph,
    reached: TableReach,
    left: "_PointsLeft",
) -> tuple[Floats, Floats, Bools]:
    """The middles of squares (n, 2) where a stand can end, the cost of each, and whether it must pass an enemy to get there."""
    here, squares = Spot(*reached.start), table_of(state).squares
    gaps_in = np.hypot(*(squares - np.array(here)).T)
    near = np.flatnonzero(gaps_in <= max(left.points / _CHEAPEST, MINIMUM_IN))
    # Most of these cost too much by any way, which is quicker to find than their exact cost.
    least = free.faces.least_costs(here, squares[near])
    near = near[(least <= left.points + _A_LITTLE) | (gaps_in[near] <= MINIMUM_IN)]
    places = squares[near]
    costs = _costs(clear, reached, places, left)
    asks_nerve = costs == inf
    if clear is not free and asks_nerve.any():
        costs[asks_nerve] = _costs(free, free.reach(here, left.points), places[asks_nerve], left)
    in_reach = np.flatnonzero(costs < inf)
    in_reach = in_reach[where_at_rest(state, unit, unit.heading_deg, places[in_reach])]
    return places[in_reach], costs[in_reach], asks_nerve[in_reach]


def path(state: GameState, unit: Unit, goal: Place, mode: str, book: BookData) -> Ruling[Path]:
    """The cheapest way to a place, round the enemy, within the stand's points.

    Rule: MATG2 8.3.1, 8.3.2.
    """
    edition, tank = book.edition, book.tank(unit.type)
    here = _start(state, unit)
    goal = table_of(state).on_board(goal, "goal")
    left = _points_left(state, unit, book)
    question, nowhere = f"route of {unit} to {goal}", Path(unit.id, (), Fraction(0))
    if reason := next(why_no_rest(table_of(state), goal, unit.heading_deg, edition), None):
        return Ruling(question, nowhere, (reason,))
    if other := overlapped_at(state, goal, unit.heading_deg, ignoring=[unit.id]):
        words = f"the stand would lie over {other}"
        return Ruling(question, nowhere, (Reason(words, edition.cite("8.3.4"), (goal,)),))
    free, clear = _graphs(state, unit, mode, here, left.points)
    reached, places = clear.reach(here, left.points), np.array([goal], dtype=np.float64)
    cost = float(_costs(clear, reached, places, left)[0])
    if cost == inf or goal == here:
        is_past = _costs(free, free.reach(here, left.points), places, left)[0] < inf and goal != here
        reason = (
            Reason(f"{NERVE}: no way leads round", edition.cite("8.3.6"))
            if is_past
            else Reason(f"beyond its {left.words(tank)}", edition.cite("8.3.1"))
        )
        return Ruling(question, nowhere, (reason,))
    way = reached.way_to(goal) or (here, goal)
    length_in = sum(start.gap_in(end) for start, end in pairwise(way))
    reasons = [Reason(f"{length_in:.1f} inches", edition.cite("8.3.2"))]
    facing_deg = None
    if not where_at_rest(state, unit, way[-2].bearing_deg(goal), places)[0]:
        facing_deg = unit.heading_deg
        words = f"it faces {facing_deg:g}° at the end, having no room to face along its way"
        reasons.append(Reason(words, edition.cite("8.3.7")))
    reasons += _of_next_move(state, unit, edition)
    verdict = Path(unit.id, way, thousandths(round(cost * 1000)), facing_deg=facing_deg)
    return Ruling(question, verdict, tuple(reasons))


def movements(state: GameState, unit: Unit, mode: str, book: BookData) -> Ruling[tuple[Movement, ...]]:
    """The movement of a stand over several turns, round the enemy; during its move it begins with the points it has left.

    Rule: MATG2 8.3.1, 8.3.2, 8.3.4.
    """
    edition, tank = book.edition, book.tank(unit.type)
    _, graph = _graphs(state, unit, mode, _start(state, unit))
    points, left = Fraction(tank.movement_points), _points_left(state, unit, book)
    reason = Reason(left.words(tank), edition.cite("8.3.1", tank.provenance))

    def rests(place: Spot, heading_deg: float) -> float | None:
        """Along its way if it has room, else its present facing, as for a path."""
        at = np.array([place], dtype=np.float64)
        facings = (heading_deg, unit.heading_deg)
        return next((facing for facing in facings if where_at_rest(state, unit, facing, at)[0]), None)

    spent = points - thousandths(round(left.points * 1000))
    charged = movement_graph(table_of(state), by_road=mode_named(mode) is Mode.BY_ROAD)
    movement = TableMovement(graph, points, rests=rests, spent=spent, charged=charged)
    ways = (movement,) if points else ()
    return Ruling(f"movement of {unit}", ways, (reason,))


@dataclass(frozen=True, slots=True)
class _PointsLeft:
    """What a stand has left: points, and inches of the one that is always allowed."""

    points: float
    inch_in: float

    def words(self, tank: TankType) -> str:
        most = f"{tank.movement_points} movement points"
        return most if self.points == tank.movement_points else f"{self.points:g} of {most} left"


def _points_left(state: GameState, unit: Unit, book: BookData) -> _PointsLeft:
    """What a stand has left: all its points, or during its move the rest of them.

    Rule: MATG2 8.3.1.
    """
    if not isinstance(state.course, Progress):
        return _PointsLeft(float(book.tank(unit.type).movement_points), MINIMUM_IN)
    budget = budget_of(Position(state, book), unit)
    return _PointsLeft(budget.left, MINIMUM_IN - budget.inches)


def _of_next_move(state: GameState, unit: Unit, edition: Edition) -> Iterator[Reason]:
    """The reason that a stand which has already moved in this phase can do this only in another one."""
    if isinstance(state.course, Progress) and unit.id in state.course.moved:
        words = f"{unit} has moved in this phase: so it may move in its next one"
        yield Reason(words, edition.cite("8.3.1"), decides=False)


def _enemies_passed(state: GameState, unit: Unit) -> frozenset[str]:
    """The enemies that a stand may pass in the current move, having passed the test of nerve."""
    move = state.course.move if isinstance(state.course, Progress) else None
    return move.nerve if move is not None and move.stand == unit.id else frozenset()


def _start(state: GameState, unit: Unit) -> Spot:
    table = table_of(state)
    check_table(table)
    return table.on_board(spot_of(unit))


def _graphs(
    state: GameState, unit: Unit, mode: str, here: Spot, points: float = inf
) -> tuple[TableGraph, TableGraph]:
    """The movement graphs of a stand that may pass the enemy, and of one that goes round; the same graph if no enemy is near."""
    by_road, table = mode_named(mode) is Mode.BY_ROAD, table_of(state)
    far_in = points / _CHEAPEST + 2 * STAND_IN
    barring = (
        enemy for enemy in enemies_of(state, unit.side) if enemy.id not in _enemies_passed(state, unit)
    )
    around = (enemy for enemy in barring if here.gap_in(spot_of(enemy)) <= far_in)
    enemies = tuple((spot_of(enemy), enemy.heading_deg) for enemy in around)
    free = stand_graph(table, here, by_road=by_road)
    return free, stand_graph(table, here, by_road=by_road, enemies=enemies) if enemies else free


def _costs(graph: TableGraph, reached: TableReach, places: Floats, left: _PointsLeft) -> Floats:
    """The cost of each place; places within what is left of the inch that is always allowed can always be reached."""
    costs, here = reached.cost_at(places), np.array(reached.start)
    beyond = np.flatnonzero(costs == inf)
    beyond = beyond[np.hypot(*(places[beyond] - here).T) <= left.inch_in + HAIR_IN]
    costs[beyond] = graph.faces.costs(np.broadcast_to(here, (len(beyond), 2)), places[beyond])
    return costs
