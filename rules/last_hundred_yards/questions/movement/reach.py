"""How far can it go? Maneuver allowances, costs and what ends a move. Chapter 10.0 and 10.1."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

from rules.game.citation import Provenance
from rules.game.movement import Gait, HexMovement, Movement, asks_nothing
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Path, Reach
from rules.ground.board import Place
from rules.ground.hex.graph import HexNode
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.ground.paths import Paths
from rules.last_hundred_yards.book.conditions import HEROIC
from rules.last_hundred_yards.book.options import AS_WE_READ, Options
from rules.last_hundred_yards.book.rulebook import cite, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.movement.allowances import (
    BONUS_LOST_HEXES,
    ROAD_BONUS_MP,
    Mode,
    OneManeuver,
    begins,
    one_maneuver,
)
from rules.last_hundred_yards.questions.movement.costs import MoveClass, asks_river_exit, stands
from rules.last_hundred_yards.state.position import hex_board

_WADED = Reason("entering a river hex ends the move on foot", cite("4.1.10", Provenance.LATER_EDITION))
_NO_BONUS = Reason(
    f"no road bonus within {BONUS_LOST_HEXES} hexes of the enemy", cite("4.1.8", Provenance.LATER_EDITION)
)
_ENEMY = Reason("an enemy-occupied hex ends the move", cite("10.0b"))
_RIVER = Reason("the far bank asks the river exit roll first", cite("4.1.10"))
_BONUS = Reason("1 MP more along roads all the way", cite("4.1.8"))
_FULL = Reason("an urban road hex holds one vehicle", cite("4.1.9g"))
_START = Reason("going into motion costs 1 MP", cite("10.4.1"))


@implements("LHY-10.0.1", "LHY-10.0a", "LHY-4.1.10.enter.1")
def reach(state: GameState, unit: Unit, mode: str = "", options: Options = AS_WE_READ) -> Ruling[Reach]:
    """Every hex a unit can enter with one maneuver, the MP it costs, and what the hex still asks.

    Rule: LHY 10.0, 10.1, 4.1.8-4.1.12.
    Raises:
        BadInput: if the mode is none, or does not go with the unit.
        Unknown: if the unit's type is not in the roster.
    """
    move = one_maneuver(state, unit, mode, options)
    question = f"reach of {unit} in {move.mode}"
    if (immobile := _immobile(move)) is not None:
        return Ruling(question, Reach(unit.id, move.at, Fraction(0), {move.at: Fraction(0)}), (immobile,))
    costs: dict[Place, Fraction] = {move.at: Fraction(0)}
    asked: dict[Place, Reason] = {}
    for place, cost, proviso in _reached(move):
        if place not in costs:
            costs[place] = cost
            if proviso is not None:
                asked[place] = proviso
    for enemy in sorted(move.enemies & costs.keys()):
        asked.setdefault(enemy, _ENEMY)
    if move.stops_in_river:
        for place in sorted(place for place in costs if isinstance(place, Hex) and _is_water(move, place)):
            asked.setdefault(place, _WADED)
    provisos = {place: str(reason) for place, reason in asked.items()}
    verdict = Reach(unit.id, move.at, max(move.allowance.mp, Fraction(0)), costs, provisos)
    return Ruling(question, verdict, tuple(_reasons(move, asked)))


def path(
    state: GameState, unit: Unit, goal: Hex, mode: str = "", options: Options = AS_WE_READ
) -> Ruling[Path]:
    """The cheapest way of a unit to a hex within one maneuver, hex by hex; no hexes if it cannot get there.

    Rule: LHY 10.0, 10.1.
    """
    hex_board(state).grid.on_board(goal)
    found = reach(state, unit, mode, options)
    question = f"way of {unit} to {goal}"
    cost = found.verdict.cost.get(goal)
    if cost is None:
        return Ruling(question, Path(unit.id, (), Fraction(0)), found.reasons)
    way = _way(one_maneuver(state, unit, mode, options), goal)
    return Ruling(question, Path(unit.id, way, cost), found.reasons)


def movements(
    state: GameState, unit: Unit, mode: str = "", options: Options = AS_WE_READ
) -> Ruling[tuple[Movement, ...]]:
    """The steps of a unit turn after turn: those without a river exit roll first, then, on foot, all.

    A vehicle that goes on is in motion after its first turn.

    Rule: LHY 10.0, 10.1, 10.4.1.
    """
    move = one_maneuver(state, unit, mode, options)
    question = f"movement of {unit} in {move.mode}"
    if (immobile := _immobile(move)) is not None:
        return Ruling(question, (), (immobile,))
    found = [_going(move, move.graphs.dry)] if not move.starts[0].way else []
    if any(stand.way for stand in move.graphs.all.graph):
        found.append(_going(move, move.graphs.all))
    return Ruling(question, tuple(found), tuple(_reasons(move, {})))


def _going(move: OneManeuver, paths: Paths[HexNode]) -> HexMovement:
    full_mp = move.allowance.mp + move.spent_mp
    gaits = [Gait(paths, full_mp)]
    if move.mode is not Mode.REVERSE:
        gaits.append(Gait(move.roads, full_mp + ROAD_BONUS_MP))
    if move.allowance.least_hexes:
        gaits.append(Gait(paths, Fraction(0), move.allowance.least_hexes))

    def goes_on(place: Hex) -> tuple[HexNode, ...]:
        found = begins(move, place)
        return () if paths is move.graphs.dry and found and found[0].way else found

    def river_exit(leg: tuple[HexNode, ...]) -> str:
        return str(_RIVER) if _rolls(move, leg) else ""

    asks = asks_nothing if paths is move.graphs.dry else river_exit
    enemies, barred = move.enemies, move.full_roads
    first_mp = move.start_mp + move.spent_mp
    return HexMovement(move.starts, tuple(gaits), goes_on, first_mp, enemies, barred, asks)


@implements("LHY-10.0c", "LHY-4.1.14.1")
def _immobile(move: OneManeuver) -> Reason | None:
    if move.type.kind is UnitKind.GUN:
        return Reason("towed guns move only when a carrier tows them", cite("10.0c"))
    if move.type.kind is UnitKind.FP:
        return Reason("fortified positions never move", cite("4.1.14"))
    if not move.starts:
        return Reason("vehicles enter a river only at bridges and fords", cite("4.1.10"))
    return None


def _reached(move: OneManeuver) -> Iterator[tuple[Hex, Fraction, Reason | None]]:
    """Hexes with cost and proviso, those that ask least first."""
    mp, road_mp = move.mp, move.road_mp
    in_river = bool(move.starts[0].way)
    if not in_river:
        yield from ((stand.hex, cost, None) for stand, cost in _costs(move, move.graphs.dry, mp))
    if road_mp is not None:
        bonus = _costs(move, move.roads, road_mp)
        yield from ((stand.hex, cost, _BONUS) for stand, cost in bonus)
    if move.column is MoveClass.FOOT:
        if move.stops_in_river and in_river:
            yield from _waded_along(move)
        for stand, cost in _costs(move, move.graphs.all, mp):
            dry = move.unit.has(HEROIC) or (in_river and bool(stand.way))
            yield stand.hex, cost, None if dry else _RIVER
        yield from _least(move)


def _costs(move: OneManeuver, paths: Paths[HexNode], mp: Fraction) -> list[tuple[HexNode, Fraction]]:
    """The stands within an allowance, cheapest first; the start of a motion is in the cost."""
    found: dict[HexNode, Fraction] = {}
    for start in move.starts:
        for stand, cost in paths.reach(start, mp, ends_at=move.ends_at, barred=move.barred).items():
            total = cost + move.start_mp
            if stand not in found or total < found[stand]:
                found[stand] = total
    return sorted(found.items(), key=lambda pair: pair[1])


def _is_water(move: OneManeuver, place: Hex) -> bool:
    """Whether a unit on foot comes into a hex by wading alone."""
    return place != move.at and all(stand.way for stand in stands(move.board, move.column, place))


def _waded_along(move: OneManeuver) -> Iterator[tuple[Hex, Fraction, None]]:
    """The next river hexes, which ask no roll, though a way by the bank may cost less."""
    graph = move.graphs.all.graph
    for start in move.starts:
        for end in graph.successors(start):
            if end.way:
                yield end.hex, graph.edges[start, end]["cost"], None


@implements("LHY-10.1.1a", "LHY-10.1.2a")
def _least(move: OneManeuver) -> Iterator[tuple[Hex, Fraction, Reason | None]]:
    """The hexes a unit on foot may always enter, whatever they cost. Rule: LHY 10.1.1a, 10.1.2a."""
    for way, cost in _least_ways(move):
        yield way[-1].hex, cost, _RIVER if _rolls(move, way) else _least_reason(move)


def _rolls(move: OneManeuver, way: tuple[HexNode, ...]) -> bool:
    """Whether a way asks the river exit roll; one that begins in the river asks it on either bank (reading 23)."""
    if move.unit.has(HEROIC):
        return False
    if way[0].way:
        return any(one.way and not other.way and not _is_ford(move, other) for one, other in pairwise(way))
    return any(asks_river_exit(move.board, one, other) for one, other in pairwise(way))


def _is_ford(move: OneManeuver, stand: HexNode) -> bool:
    return move.board.has(stand.hex, Terrain.FORD)


def _least_ways(move: OneManeuver) -> list[tuple[tuple[HexNode, ...], Fraction]]:
    """The ways of the hexes always allowed: those without a roll first, then the cheapest."""
    graph = move.graphs.all.graph
    ways: list[tuple[tuple[HexNode, ...], Fraction]] = [((start,), Fraction(0)) for start in move.starts]
    found: list[tuple[tuple[HexNode, ...], Fraction]] = []
    for _ in range(move.allowance.least_hexes):
        longer = [
            ((*way, end), cost + graph.edges[way[-1], end]["cost"])
            for way, cost in ways
            if len(way) == 1 or way[-1].hex not in move.enemies
            for end in graph.successors(way[-1])
        ]
        ways = longer
        found.extend(ways)
    return sorted(found, key=lambda pair: (_rolls(move, pair[0]), pair[1]))


def _least_reason(move: OneManeuver) -> Reason:
    least = move.allowance.least_hexes
    return Reason(f"{least} {'hex' if least == 1 else 'hexes'} at least, whatever the cost", our(20))


def _way(move: OneManeuver, goal: Hex) -> tuple[Hex, ...]:
    """The hexes of the cheapest way that asks least, the start included."""
    if goal == move.at:
        return (goal,)
    mp, road_mp = move.mp, move.road_mp
    goals = list(stands(move.board, move.column, goal))
    tried = [(move.graphs.dry, mp)] if not move.starts[0].way else []
    tried += [(move.roads, road_mp)] if road_mp is not None else []
    tried += [(move.graphs.all, mp)]
    for paths, points in tried:
        for start in move.starts:
            way = paths.cheapest(start, goals, points, ends_at=move.ends_at, barred=move.barred)
            if way:
                return tuple(stand.hex for stand in way)
    for least, _ in _least_ways(move):
        if least[-1].hex == goal:
            return tuple(stand.hex for stand in least)
    return (goal,)


def _reasons(move: OneManeuver, asked: Mapping[Place, Reason]) -> Iterator[Reason]:
    yield move.allowance.reason
    if move.start_mp:
        yield _START
    on_foot = move.column is MoveClass.FOOT
    source = Provenance.READER if on_foot else Provenance.HOUSE
    yield Reason(f"MP of {'units on foot' if on_foot else 'vehicles'} by terrain", cite("10.0", source))
    for reason in dict.fromkeys(asked.values()):
        yield Reason(reason.text, reason.cite, tuple(at for at, why in asked.items() if why == reason))
    if move.watched_roads:
        yield Reason(_NO_BONUS.text, _NO_BONUS.cite, tuple(sorted(move.watched_roads)))
    if move.full_roads:
        yield Reason(_FULL.text, _FULL.cite, tuple(sorted(move.full_roads)))
