"""Reach: the hexes that a unit can enter in one maneuver, their cost, and what ends the maneuver. Chapters 10.0 and 10.1."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from heapq import merge
from operator import itemgetter

from rules.game.citation import Provenance
from rules.game.movement import Gait, HexMovement, Movement, no_proviso
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
from rules.last_hundred_yards.questions.activation.heroism import hero_must_advance, hero_must_stay
from rules.last_hundred_yards.questions.activation.pinned import is_attacked_on_leaving
from rules.last_hundred_yards.questions.movement.allowance_table import (
    BONUS_LOST_HEXES,
    ROAD_BONUS_MP,
    Mode,
    MoveClass,
)
from rules.last_hundred_yards.questions.movement.allowances import OneManeuver, one_maneuver
from rules.last_hundred_yards.questions.movement.entering import (
    barred_steps,
    choices_left,
    forbids_all_maneuvers,
    forbids_moving,
    may_only_take_cover,
)
from rules.last_hundred_yards.questions.movement.rivers import AT_REST
from rules.last_hundred_yards.questions.movement.step_network import Roll
from rules.last_hundred_yards.questions.terrain.obstacles import (
    SHOCKS_IN_WIRE,
    WAY_OUT,
    breaks_wire,
    ends_maneuver,
    obstacles_on_the_way,
)
from rules.last_hundred_yards.questions.terrain.roads import is_urban_road
from rules.last_hundred_yards.state.position import Position, hex_board

_WADED = Reason("entering a river hex ends the move on foot", cite_later("4.1.10"))
_NO_BONUS = Reason(f"no road bonus within {BONUS_LOST_HEXES} hexes of the enemy", cite_later("4.1.8"))
_ENEMY = Reason("an enemy-occupied hex ends the move", cite("10.0b"))
_OBSTACLE = Reason(
    "mines, and wire on foot, end the move", cite_later("16.1").together_with(cite_later("16.2"))
)
_RIVER = Reason("the far bank takes a river exit roll first", cite("4.1.10"))
_ROLLS = {
    Roll.RIVER_EXIT: _RIVER,
    Roll.WAY_OUT: Reason(
        f"the way out of wire or mines takes a roll of {WAY_OUT} or less first",
        cite_later("16.1").together_with(cite_later("16.2")),
    ),
    Roll.BREACH: Reason(f"on a {SHOCKS_IN_WIRE} the wire shocks it as it leaves", cite_later("16.2")),
    Roll.MORTAR_FIRE: Reason("only if no mortar fire harms it as it leaves a hex", cite_later("11.4.8e")),
}
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
    """Every hex that a unit can enter with one maneuver, the MP it costs, and conditions that remain, such as a roll.

    In a game, whose `position` is given, a unit out of command comes back (19.1).

    Rule: LHY 10.0, 10.1, 4.1.8-4.1.12.
    Raises:
        BadInput: if there is no such mode, or the unit cannot maneuver in it.
        Unknown: if the unit's type is not in the roster.
    """
    move = _as_allowed_now(one_maneuver(state, unit, mode, options, position), position)
    question = f"reach of {unit} in {move.mode}"
    if (immobile := _immobile(move, position)) is not None:
        return Ruling(question, Reach(unit.id, move.at, Fraction(0), {move.at: Fraction(0)}), (immobile,))
    costs: dict[Place, Fraction] = {move.at: Fraction(0)}
    provisos_by_place: dict[Place, Reason] = {}
    waded: list[Place] = []
    for stand, cost, proviso in _reached(move):
        if stand.hex not in costs:
            costs[stand.hex] = cost
            if proviso is not None:
                provisos_by_place[stand.hex] = proviso
            if stand.way == AT_REST:
                waded.append(stand.hex)
    for enemy in sorted(move.enemies & costs.keys()):
        provisos_by_place.setdefault(enemy, _ENEMY)
    for place in waded:
        provisos_by_place.setdefault(place, _WADED)
    for place in sorted(move.obstacles & costs.keys() - {move.at}):
        provisos_by_place.setdefault(place, _OBSTACLE)
    provisos = {place: str(reason) for place, reason in provisos_by_place.items()}
    most, measure = (move.allowance.least_hexes, HEXES) if move.in_hexes else (move.allowance.mp, MP)
    verdict = Reach(unit.id, move.at, max(Fraction(most), Fraction(0)), costs, provisos, measure=measure)
    houses = _undrawn_streets(move, hex_board(state), costs)
    return Ruling(question, verdict, (*_reasons(move, provisos_by_place, position), *houses))


def path(
    state: GameState,
    unit: Unit,
    goal: Place,
    mode: str = "",
    options: Options = AS_WE_READ,
    position: Position | None = None,
) -> Ruling[Path]:
    """The cheapest way of a unit to a hex within one maneuver, hex by hex; no hexes if it cannot get there.

    Rule: LHY 10.0, 10.1.
    """
    goal = hex_board(state).grid.on_board(goal, "goal")
    reached = reach(state, unit, mode, options, position)
    question = f"route of {unit} to {goal}"
    cost = reached.verdict.cost.get(goal)
    if cost is None:
        return Ruling(question, Path(unit.id, (), Fraction(0), reached.verdict.measure), reached.reasons)
    way = _way(_as_allowed_now(one_maneuver(state, unit, mode, options, position), position), goal)
    return Ruling(question, Path(unit.id, way, cost, reached.verdict.measure), reached.reasons)


def movements(
    state: GameState,
    unit: Unit,
    mode: str = "",
    options: Options = AS_WE_READ,
    position: Position | None = None,
) -> Ruling[tuple[Movement, ...]]:
    """The movements of a unit over several turns: first without river exit rolls and then, for men where
    there are rivers, with them.

    The unit is taken to be in good order, and a vehicle to stay in motion after its first turn.

    Rule: LHY 10.0, 10.1, 10.4.1.
    """
    steady = replace(unit, conditions=unit.conditions - {DISRUPTED, SHOCKED, REGROUPING})
    move = one_maneuver(state, steady, mode, options, position)
    question = f"movement of {unit} in {move.mode}"
    if (immobile := _immobile(move)) is not None:
        return Ruling(question, (), (immobile,))
    ways = [_as_movements(move, move.graphs.certain)]
    if any(stand.way for stand in move.graphs.all.steps.nodes):
        ways.append(_as_movements(move, move.graphs.all))
    return Ruling(question, tuple(ways), tuple(_reasons(move, {}, None)))


def _as_movements(move: OneManeuver, paths: Paths[HexNode]) -> HexMovement:
    full_mp = move.allowance.mp + move.spent_mp
    gaits = [] if move.allowance.hexes_alone else [Gait(paths, full_mp)]
    if move.mode is not Mode.REVERSE and not move.is_night:
        gaits.append(Gait(move.roads, full_mp + ROAD_BONUS_MP))
    if move.allowance.least_hexes:
        gaits.append(Gait(paths, Fraction(0), move.allowance.least_hexes))

    def river_exit(leg: tuple[HexNode, ...]) -> str:
        return str(_RIVER) if move.graphs.rolls_on(leg) else ""

    asks = no_proviso if paths is move.graphs.certain else river_exit
    enemies, barred = move.enemies, move.full_roads
    first_mp = move.start_mp + move.spent_mp
    return HexMovement(move.starts, tuple(gaits), move.begins, first_mp, enemies, barred, asks)


def _as_allowed_now(move: OneManeuver, position: Position | None) -> OneManeuver:
    """The maneuver as mortar fire, wire, mines and the unit's state allow it now; unchanged outside a game."""
    if position is None:
        return move
    marked = {marker.at for marker in position.state.markers}
    obstacles = (at for at in marked if isinstance(at, Hex) and ends_maneuver(position, move.unit, at))
    asking = _steps_that_ask(position, move.unit)
    choices = choices_left(position, move.unit)
    return move.restricted(barred_steps(position, move.unit), choices, frozenset(obstacles), asking)


@implements(
    "LHY-16.1.2a.1", "LHY-16.1.2a.2", "LHY-16.1.2a.3", "LHY-16.2a.die", "LHY-16.2b.2", "LHY-11.4.8e",
    "LHY-11.4.8e.vehicles",
)  # fmt: skip
def _steps_that_ask(position: Position, unit: Unit) -> Mapping[Roll, frozenset[tuple[Hex, Hex]]]:
    """The steps for which a unit has to roll: out of wire or mines in which it begins, for an AFV out of any
    wire, and out of mortar fire."""
    grid, place = position.board.grid, position.place(unit)
    marked = {place, *(at for marker in position.state.markers if isinstance(at := marker.at, Hex))}
    steps_by_roll = {
        Roll.WAY_OUT: frozenset(
            (place, to) for to in grid.neighbours(place) if obstacles_on_the_way(position, unit, to)
        ),
        Roll.BREACH: frozenset(
            (at, to)
            for at in marked
            if breaks_wire(position, replace(unit, at=at))
            for to in grid.neighbours(at)
        ),
        Roll.MORTAR_FIRE: frozenset(
            (at, to)
            for at in {fire.at for fire in position.course.fires}
            if is_attacked_on_leaving(position, replace(unit, at=at))
            for to in grid.neighbours(at)
        ),
    }
    return {roll: steps for roll, steps in steps_by_roll.items() if steps}


@implements("LHY-4.1.10.8")
def _immobile(move: OneManeuver, position: Position | None = None) -> Reason | None:
    """Why a unit cannot maneuver at all; None if it can."""
    if not move.starts:
        return Reason("vehicles enter a river only at bridges and fords", cite("4.1.10"))
    if position is None:
        return next(forbids_all_maneuvers(move.unit, move.at), None)
    return next(forbids_moving(position, move.unit), None) or hero_must_stay(position, move.unit)


@implements(
    "LHY-10.1.1a", "LHY-10.1.2a", "LHY-21.4.2e", "LHY-16.1.2a.1", "LHY-16.1.2a.2", "LHY-16.2a.die", "LHY-16.2b.2"
)  # fmt: skip
def _reached(move: OneManeuver) -> Iterator[tuple[HexNode, Fraction, Reason | None]]:
    """The nodes in reach, each with its cost and the condition that remains, those that ask the fewest rolls first."""
    ways = _least_ways(move)
    for rolls, paths in move.graphs.by_rolls.items():
        asks = _asked_by(rolls)
        yield from ((stand, cost, asks) for stand, cost in _costs(move, paths, move.mp))
        more = [(way[-1], cost, asks or _least_reason(move)) for way, cost in ways.get(rolls, ())]
        if move.road_mp is not None:
            roads = move.graphs.asking_only(rolls, move.roads)
            more += [(stand, cost, asks or _BONUS) for stand, cost in _costs(move, roads, move.road_mp)]
        yield from sorted(more, key=lambda entry: entry[1])
    if move.by_light is not None:
        yield from _reached(move.by_light)


def _asked_by(rolls: tuple[Roll, ...]) -> Reason | None:
    """The condition that these rolls put on a way; None if there are none."""
    if not rolls:
        return None
    first, *others = (_ROLLS[roll] for roll in rolls)
    words = "; ".join(reason.text for reason in (first, *others))
    return Reason(words, first.cite.together_with(*(other.cite for other in others)))


def _costs(move: OneManeuver, paths: Paths[HexNode], mp: Fraction) -> list[tuple[HexNode, Fraction]]:
    """The nodes within an allowance, cheapest first; the cost includes going into motion."""
    sorted_costs = [
        some.reach(start, mp, ends_at=move.ends_at, barred=move.barred).cheapest_first()
        for start in move.starts
        for some in move.graphs.by_choice(paths)
    ]
    return [(stand, cost + move.start_mp) for stand, cost in merge(*sorted_costs, key=itemgetter(1))]


@implements("LHY-10.1.1a", "LHY-10.1.2a", "LHY-21.1c")
def _least_ways(
    move: OneManeuver,
) -> Mapping[tuple[Roll, ...], list[tuple[tuple[HexNode, ...], Fraction]]]:
    """The ways through hexes that a unit on foot may always enter, with their cost in MP or hexes, by the rolls that they ask."""
    ways: list[tuple[tuple[HexNode, ...], Fraction]] = [((start,), Fraction(0)) for start in move.starts]
    ways_by_rolls: dict[tuple[Roll, ...], list[tuple[tuple[HexNode, ...], Fraction]]] = {}
    for _ in range(move.allowance.least_hexes):
        ways = [
            ((*way, end), cost + (1 if move.in_hexes else paid))
            for way, cost in ways
            if len(way) == 1 or way[-1].hex not in move.halts
            for end, paid in move.graphs.steps_from(way[-1])
            if move.graphs.is_of_one_choice((*way, end))
        ]
        for way, cost in ways:
            ways_by_rolls.setdefault(move.graphs.rolls_on(way), []).append((way, cost))
    return ways_by_rolls


def _least_reason(move: OneManeuver) -> Reason | None:
    """The reason that a unit may go beyond its MP; None if only hexes are counted."""
    if move.allowance.hexes_alone:
        return None
    least = move.allowance.least_hexes
    return Reason(f"{least} {'hex' if least == 1 else 'hexes'} at least, whatever the cost", our(20))


def _way(move: OneManeuver, goal: Hex) -> tuple[Hex, ...]:
    """The hexes of the way with the fewest rolls, and of these the cheapest; the start is included."""
    if goal == move.at:
        return (goal,)
    least = _least_ways(move)
    for rolls, paths in move.graphs.by_rolls.items():
        if way := _cheapest(move, paths, goal, move.mp):
            return _hexes(way)
        ways = [way for way, _ in least.get(rolls, ()) if way[-1].hex == goal]
        if move.road_mp is not None:
            roads = move.graphs.asking_only(rolls, move.roads)
            ways = [_cheapest(move, roads, goal, move.road_mp), *ways]
        if way := min(filter(None, ways), key=move.graphs.cost, default=()):
            return _hexes(way)
    return (goal,) if move.by_light is None else _way(move.by_light, goal)


def _hexes(way: tuple[HexNode, ...]) -> tuple[Hex, ...]:
    return tuple(stand.hex for stand in way)


def _cheapest(move: OneManeuver, paths: Paths[HexNode], goal: Hex, mp: Fraction) -> tuple[HexNode, ...]:
    """The cheapest way to a hex within an allowance; nothing if there is none."""
    goals = move.graphs.stands_in(goal)
    ways = (
        some.cheapest(start, goals, mp, ends_at=move.ends_at, barred=move.barred)
        for start in move.starts
        for some in move.graphs.by_choice(paths)
    )
    return min(filter(None, ways), key=move.graphs.cost, default=())


@implements("LHY-4.1.9d.2")
def _undrawn_streets(move: OneManeuver, board: HexBoard, places: Iterable[Place]) -> Iterator[Reason]:
    """A note on streets in a vehicle's reach whose houses are not drawn: where they stand and bar the way is our reading."""
    if move.column is MoveClass.FOOT:
        return
    drawn = {image.at for image in board.outlines}
    streets = (at for at in places if isinstance(at, Hex) and at not in drawn and is_urban_road(board, at))
    if hexes := tuple(sorted(streets)):
        words = "vehicles leave a street by road, or where they see past its houses"
        yield Reason(words, cite("4.1.9d").together_with(our(11)), hexes)


@implements(
    "LHY-19.1b",
    "LHY-4.1.9g",
    "LHY-10.0.1",
    "LHY-10.0a",
    "LHY-4.1.10.enter.1",
    "LHY-4.1.8.bonus",
    "LHY-21.4.2e",
)
def _reasons(
    move: OneManeuver, provisos: Mapping[Place, Reason], position: Position | None
) -> Iterator[Reason]:
    yield move.allowance.reason
    if move.by_light is not None:
        yield Reason(
            f"{move.by_light.allowance.reason.text} through illuminated hexes alone",
            cite_later("21.4"),
        )
    yield from may_only_take_cover(move.unit)
    moving = None if position is None else position.course.moving
    if moving is not None and move.unit.id in moving.units and move.under_way is None:
        yield Reason(
            "this is another maneuver than the one under way, and a unit acts once a turn", cite("9.0")
        )
    if position is not None and (advance := hero_must_advance(position, move.unit)):
        yield advance
    if move.start_mp:
        yield _START
    on_foot = move.column is MoveClass.FOOT
    source = Provenance.READER if on_foot else Provenance.HOUSE
    yield Reason(f"MP of {'units on foot' if on_foot else 'vehicles'} by terrain", cite("10.0", source))
    for reason in dict.fromkeys(provisos.values()):
        yield Reason(reason.text, reason.cite, tuple(at for at, why in provisos.items() if why == reason))
    if move.watched_roads:
        yield Reason(_NO_BONUS.text, _NO_BONUS.cite, tuple(sorted(move.watched_roads)))
    if move.is_called_back:
        yield _CALLED_BACK
    if move.full_roads:
        yield Reason(_FULL.text, _FULL.cite, tuple(sorted(move.full_roads)))
