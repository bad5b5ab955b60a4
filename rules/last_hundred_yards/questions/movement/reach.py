"""How far can it go? Maneuver allowances, costs and what ends a move. Chapter 10.0 and 10.1."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from rules.game.citation import Provenance
from rules.game.movement import Gait, HexMovement, Movement, asks_nothing
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import HEXES, MP, Path, Reach
from rules.ground.hex.board import HexBoard
from rules.ground.hex.graph import HexNode
from rules.ground.hex.hexes import Hex
from rules.ground.paths import Paths
from rules.ground.place import Place
from rules.last_hundred_yards.book.conditions import DISRUPTED, REGROUPING, SHOCKED
from rules.last_hundred_yards.book.options import AS_WE_READ, Options
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.questions.movement.allowance_table import (
    BONUS_LOST_HEXES,
    ROAD_BONUS_MP,
    Mode,
    MoveClass,
)
from rules.last_hundred_yards.questions.movement.allowances import OneManeuver, one_maneuver
from rules.last_hundred_yards.questions.movement.entering import (
    barred_steps,
    forbids_moving,
    seeks_refuge,
    stays_put,
)
from rules.last_hundred_yards.questions.movement.rivers import AT_REST
from rules.last_hundred_yards.questions.terrain.obstacles import ends_maneuver
from rules.last_hundred_yards.questions.terrain.roads import is_urban_road
from rules.last_hundred_yards.state.position import Position, hex_board

_WADED = Reason("entering a river hex ends the move on foot", cite_later("4.1.10"))
_NO_BONUS = Reason(f"no road bonus within {BONUS_LOST_HEXES} hexes of the enemy", cite_later("4.1.8"))
_ENEMY = Reason("an enemy-occupied hex ends the move", cite("10.0b"))
_OBSTACLE = Reason(
    "mines, and wire on foot, end the move", cite_later("16.1").together_with(cite_later("16.2"))
)
_RIVER = Reason("the far bank takes a river exit roll first", cite("4.1.10"))
_BONUS = Reason("+1 MP if the whole move follows roads", cite("4.1.8"))
_FULL = Reason("an urban road hex holds one vehicle", cite("4.1.9g"))
_CALLED_BACK = Reason("a unit out of command comes back by the shortest way", cite_later("19.1"))
_START = Reason("going into motion costs 1 MP", cite("10.4.1"))


@implements("LHY-10.0.1", "LHY-10.0a", "LHY-4.1.10.enter.1")
def reach(
    state: GameState,
    unit: Unit,
    mode: str = "",
    options: Options = AS_WE_READ,
    position: Position | None = None,
) -> Ruling[Reach]:
    """Every hex a unit can enter with one maneuver, the MP it costs, and what the hex still asks.

    In a game, whose `position` is given, a unit out of command comes back (19.1).

    Rule: LHY 10.0, 10.1, 4.1.8-4.1.12.
    Raises:
        BadInput: if the mode is none, or does not go with the unit.
        Unknown: if the unit's type is not in the roster.
    """
    move = _as_it_stands(one_maneuver(state, unit, mode, options, position), position)
    question = f"reach of {unit} in {move.mode}"
    if (immobile := _immobile(move, position)) is not None:
        return Ruling(question, Reach(unit.id, move.at, Fraction(0), {move.at: Fraction(0)}), (immobile,))
    costs: dict[Place, Fraction] = {move.at: Fraction(0)}
    asked: dict[Place, Reason] = {}
    waded: list[Place] = []
    for stand, cost, proviso in _reached(move):
        if stand.hex not in costs:
            costs[stand.hex] = cost
            if proviso is not None:
                asked[stand.hex] = proviso
            if stand.way == AT_REST:
                waded.append(stand.hex)
    for enemy in sorted(move.enemies & costs.keys()):
        asked.setdefault(enemy, _ENEMY)
    for place in waded:
        asked.setdefault(place, _WADED)
    for place in sorted(move.obstacles & costs.keys() - {move.at}):
        asked.setdefault(place, _OBSTACLE)
    provisos = {place: str(reason) for place, reason in asked.items()}
    most, measure = (move.allowance.least_hexes, HEXES) if move.in_hexes else (move.allowance.mp, MP)
    verdict = Reach(unit.id, move.at, max(Fraction(most), Fraction(0)), costs, provisos, measure=measure)
    houses = _undrawn_streets(move, hex_board(state), costs)
    return Ruling(question, verdict, (*_reasons(move, asked), *houses))


def path(
    state: GameState,
    unit: Unit,
    goal: Hex,
    mode: str = "",
    options: Options = AS_WE_READ,
    position: Position | None = None,
) -> Ruling[Path]:
    """The cheapest way of a unit to a hex within one maneuver, hex by hex; no hexes if it cannot get there.

    Rule: LHY 10.0, 10.1.
    """
    hex_board(state).grid.on_board(goal)
    found = reach(state, unit, mode, options, position)
    question = f"route of {unit} to {goal}"
    cost = found.verdict.cost.get(goal)
    if cost is None:
        return Ruling(question, Path(unit.id, (), Fraction(0), found.verdict.measure), found.reasons)
    way = _way(_as_it_stands(one_maneuver(state, unit, mode, options, position), position), goal)
    return Ruling(question, Path(unit.id, way, cost, found.verdict.measure), found.reasons)


def movements(
    state: GameState,
    unit: Unit,
    mode: str = "",
    options: Options = AS_WE_READ,
    position: Position | None = None,
) -> Ruling[tuple[Movement, ...]]:
    """The steps of a unit turn after turn, as one in good order: those without a river exit roll first, then, on foot, all.

    A vehicle that goes on is in motion after its first turn.

    Rule: LHY 10.0, 10.1, 10.4.1.
    """
    steady = replace(unit, conditions=unit.conditions - {DISRUPTED, SHOCKED, REGROUPING})
    move = one_maneuver(state, steady, mode, options, position)
    question = f"movement of {unit} in {move.mode}"
    if (immobile := _immobile(move)) is not None:
        return Ruling(question, (), (immobile,))
    found = [_as_movements(move, move.graphs.without_river_exits)]
    if any(stand.way for stand in move.graphs.all.steps.nodes):
        found.append(_as_movements(move, move.graphs.all))
    return Ruling(question, tuple(found), tuple(_reasons(move, {})))


def _as_movements(move: OneManeuver, paths: Paths[HexNode]) -> HexMovement:
    full_mp = move.allowance.mp + move.spent_mp
    gaits = [] if move.allowance.hexes_alone else [Gait(paths, full_mp)]
    if move.mode is not Mode.REVERSE and not move.is_night:
        gaits.append(Gait(move.roads, full_mp + ROAD_BONUS_MP))
    if move.allowance.least_hexes:
        gaits.append(Gait(paths, Fraction(0), move.allowance.least_hexes))

    def river_exit(leg: tuple[HexNode, ...]) -> str:
        return str(_RIVER) if move.graphs.asks(leg) else ""

    asks = asks_nothing if paths is move.graphs.without_river_exits else river_exit
    enemies, barred = move.enemies, move.full_roads
    first_mp = move.start_mp + move.spent_mp
    return HexMovement(move.starts, tuple(gaits), move.begins, first_mp, enemies, barred, asks)


def _as_it_stands(move: OneManeuver, position: Position | None) -> OneManeuver:
    """A maneuver as fire, wire, mines and the state of the unit let it be made now, where that is known."""
    if position is None:
        return move
    marked = {marker.at for marker in position.state.markers}
    obstacles = (at for at in marked if isinstance(at, Hex) and ends_maneuver(position, move.unit, at))
    return move.kept_off(barred_steps(position, move.unit), frozenset(obstacles))


@implements("LHY-4.1.10.8")
def _immobile(move: OneManeuver, position: Position | None = None) -> Reason | None:
    """Why a unit goes nowhere."""
    if not move.starts:
        return Reason("vehicles enter a river only at bridges and fords", cite("4.1.10"))
    if position is None:
        return next(stays_put(move.unit, move.at), None)
    return next(forbids_moving(position, move.unit), None)


@implements("LHY-10.1.1a", "LHY-10.1.2a", "LHY-21.4.2e")
def _reached(move: OneManeuver) -> Iterator[tuple[HexNode, Fraction, Reason | None]]:
    """Stands with cost and proviso, those that ask least first."""
    mp, road_mp = move.mp, move.road_mp
    yield from ((stand, cost, None) for stand, cost in _costs(move, move.graphs.without_river_exits, mp))
    ways = _least_ways(move)
    more = [(way[-1], cost, _least_reason(move)) for way, cost in ways if not move.graphs.asks(way)]
    if road_mp is not None:
        more += [(stand, cost, _BONUS) for stand, cost in _costs(move, move.roads, road_mp)]
    yield from sorted(more, key=lambda found: found[1])
    if move.column is MoveClass.FOOT:
        yield from ((stand, cost, _RIVER) for stand, cost in _costs(move, move.graphs.all, mp))
        yield from ((way[-1], cost, _RIVER) for way, cost in ways)
    if move.by_light is not None:
        yield from _reached(move.by_light)


def _costs(move: OneManeuver, paths: Paths[HexNode], mp: Fraction) -> list[tuple[HexNode, Fraction]]:
    """The stands within an allowance, cheapest first; the start of a motion is in the cost."""
    found = [paths.reach(start, mp, ends_at=move.ends_at, barred=move.barred) for start in move.starts]
    return [(stand, cost + move.start_mp) for costs in found for stand, cost in costs.cheapest_first()]


@implements("LHY-10.1.1a", "LHY-10.1.2a", "LHY-21.1c")
def _least_ways(move: OneManeuver) -> list[tuple[tuple[HexNode, ...], Fraction]]:
    """The ways of the hexes that a unit on foot may always enter, with MP or hexes: those without a roll first, then the cheapest."""
    ways: list[tuple[tuple[HexNode, ...], Fraction]] = [((start,), Fraction(0)) for start in move.starts]
    found: list[tuple[tuple[HexNode, ...], Fraction]] = []
    for _ in range(move.allowance.least_hexes):
        longer = [
            ((*way, end), cost + (1 if move.in_hexes else paid))
            for way, cost in ways
            if len(way) == 1 or way[-1].hex not in move.halts
            for end, paid in move.graphs.steps_from(way[-1])
        ]
        ways = longer
        found.extend(ways)
    return sorted(found, key=lambda pair: (move.graphs.asks(pair[0]), pair[1]))


def _least_reason(move: OneManeuver) -> Reason | None:
    """Why a unit goes beyond its MP; where it has hexes alone, it does not."""
    if move.allowance.hexes_alone:
        return None
    least = move.allowance.least_hexes
    return Reason(f"{least} {'hex' if least == 1 else 'hexes'} at least, whatever the cost", our(20))


def _way(move: OneManeuver, goal: Hex) -> tuple[Hex, ...]:
    """The hexes of the cheapest way that asks least, the start included."""
    if goal == move.at:
        return (goal,)
    mp, road_mp = move.mp, move.road_mp
    goals = move.graphs.stands_in(goal)
    least = [way for way, _ in _least_ways(move) if way[-1].hex == goal]
    roads = () if road_mp is None else _cheapest(move, move.roads, goals, road_mp)
    more = [way for way in (roads, *least) if way and not move.graphs.asks(way)]
    tried = (
        _cheapest(move, move.graphs.without_river_exits, goals, mp),
        min(more, key=move.graphs.cost, default=()),
        _cheapest(move, move.graphs.all, goals, mp),
        *least,
    )
    found = tuple(stand.hex for stand in next(filter(None, tried), ()))
    return found or (_way(move.by_light, goal) if move.by_light is not None else (goal,))


def _cheapest(
    move: OneManeuver, paths: Paths[HexNode], goals: tuple[HexNode, ...], mp: Fraction
) -> tuple[HexNode, ...]:
    ways = (
        paths.cheapest(start, goals, mp, ends_at=move.ends_at, barred=move.barred) for start in move.starts
    )
    return next(filter(None, ways), ())


@implements("LHY-4.1.9d.2")
def _undrawn_streets(move: OneManeuver, board: HexBoard, places: Iterable[Place]) -> Iterator[Reason]:
    """Streets in reach of a vehicle whose houses nobody drew: where they stand, and so bar the way, is a house value."""
    if move.column is MoveClass.FOOT:
        return
    drawn = {image.at for image in board.outlines}
    streets = (at for at in places if isinstance(at, Hex) and at not in drawn and is_urban_road(board, at))
    if found := tuple(sorted(streets)):
        words = "vehicles leave a street by road, or where they see past its houses"
        yield Reason(words, cite("4.1.9d").together_with(our(11)), found)


@implements(
    "LHY-19.1b",
    "LHY-4.1.9g",
    "LHY-10.0.1",
    "LHY-10.0a",
    "LHY-4.1.10.enter.1",
    "LHY-4.1.8.bonus",
    "LHY-21.4.2e",
)
def _reasons(move: OneManeuver, asked: Mapping[Place, Reason]) -> Iterator[Reason]:
    yield move.allowance.reason
    if move.by_light is not None:
        yield Reason(
            f"{move.by_light.allowance.reason.text} through illuminated hexes alone",
            cite_later("21.4"),
        )
    yield from seeks_refuge(move.unit)
    if move.start_mp:
        yield _START
    on_foot = move.column is MoveClass.FOOT
    source = Provenance.READER if on_foot else Provenance.HOUSE
    yield Reason(f"MP of {'units on foot' if on_foot else 'vehicles'} by terrain", cite("10.0", source))
    for reason in dict.fromkeys(asked.values()):
        yield Reason(reason.text, reason.cite, tuple(at for at, why in asked.items() if why == reason))
    if move.watched_roads:
        yield Reason(_NO_BONUS.text, _NO_BONUS.cite, tuple(sorted(move.watched_roads)))
    if move.is_called_back:
        yield _CALLED_BACK
    if move.full_roads:
        yield Reason(_FULL.text, _FULL.cite, tuple(sorted(move.full_roads)))
