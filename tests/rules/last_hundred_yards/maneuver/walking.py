"""A unit on random ground moved hex by hex in play: the hexes it enters, their MP and whether dice were thrown."""

from fractions import Fraction
from random import Random
from typing import NamedTuple

from rules.game.chance.dice import ScriptedDice
from rules.game.events import DiceThrown
from rules.game.state import GameState
from rules.ground.hex.board import HexBoard, HexGround, Line
from rules.ground.hex.hexes import Hex, HexGrid, Hexside
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import HEROIC, IN_MOTION
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from tests.rules.last_hundred_yards.playing import activated, course, unit

LEADER, SQUAD, TANK, TRUCK = "us.able.1.leader", "us.able.1.squad.1", "us.able-tank.1.1", "us.truck.1"
GRID = HexGrid(5, 5)
MOST_DICE = 6

_GROUNDS: tuple[frozenset[Terrain], ...] = (
    *[frozenset({Terrain.RURAL})] * 5,
    frozenset({Terrain.WOODS}),
    frozenset({Terrain.FOREST}),
    frozenset({Terrain.STONE_BUILDING}),
    frozenset({Terrain.URBAN_BUILDING}),
)


class Come(NamedTuple):
    """How a unit reached a hex: the MP spent and whether it threw dice on the way."""

    spent: Fraction
    rolled: bool


def random_ground(rng: Random) -> HexBoard:
    """Hills, woods and houses, a river with a bridge and fords, a road, walls and tree lines."""
    grounds = {
        place: HexGround(rng.choice(_GROUNDS), rng.choice((0, 0, 0, 1)))
        for place in GRID
        if rng.random() < 0.7
    }
    river, road = _way(rng, 6), _way(rng, 5)
    crossed = set(river) & set(road)
    for place in river:
        kind = (
            rng.choice((None, None, Terrain.FORD))
            if place not in crossed
            else rng.choice((Terrain.BRIDGE, Terrain.FORD))
        )
        grounds[place] = HexGround(frozenset({kind} if kind else {Terrain.RURAL}), rng.choice((0, 0, 1)))
    sides = {}
    for place in GRID:
        for near in GRID.neighbours(place):
            if rng.random() < 0.05:
                sides[Hexside(*sorted((place, near)))] = rng.choice((Terrain.WALL, Terrain.TREE_LINE))
    return HexBoard("walked", GRID, grounds, sides, (Line(Terrain.RIVER, river), Line(Terrain.ROAD, road)))


def _way(rng: Random, most: int) -> tuple[Hex, ...]:
    """Hexes one after the other, none twice."""
    path = [rng.choice(list(GRID))]
    for _ in range(most):
        onward = [near for near in GRID.neighbours(path[-1]) if near not in path]
        if onward:
            path.append(rng.choice(onward))
    return tuple(path)


def random_case(rng: Random, edition: str) -> tuple[GameState, str] | None:
    """A unit about to maneuver, in or beside the river more often than not; None where it cannot stand."""
    ground = random_ground(rng)
    mover = rng.choice((SQUAD, SQUAD, SQUAD, TANK, TRUCK))
    river = next(line.path for line in ground.lines if line.terrain is Terrain.RIVER)
    start = rng.choice([*river, *GRID.neighbours(river[0]), *GRID])
    if mover != SQUAD and ground.has(start, Terrain.RIVER):
        return None
    conditions = {SQUAD: rng.choice(((), (), (HEROIC,))), TANK: (IN_MOTION,), TRUCK: (IN_MOTION,)}[mover]
    platoon = "able-tank.1" if mover == TANK else "able.1"
    beside = {SQUAD: (LEADER,), TANK: (), TRUCK: (SQUAD, LEADER)}[mover]
    others = [unit(one, start.label) for one in beside]
    state = activated(
        unit(mover, start.label, *conditions),
        *others,
        ground=ground,
        far=(),
        platoon=platoon,
        edition=edition,
    )
    return state, mover


def under_way(rng: Random, state: GameState, mover: str) -> GameState:
    """The same case after one or two hexes of the maneuver, with every die a 1, if the maneuver still goes on."""
    for _ in range(rng.choice((1, 2))):
        place = state.unit(mover).at
        assert isinstance(place, Hex)
        steps = [Maneuver("us", mover, near) for near in GRID.neighbours(place)]
        open_steps = [step for step in steps if not PLAY.why_not(state, step)]
        if not open_steps:
            return state
        after = PLAY.resolve(state, rng.choice(open_steps), ScriptedDice([1] * MOST_DICE))[1]
        if course(after).moving is None:
            return state
        state = after
    return state


def walked(state: GameState, mover: str) -> dict[Hex, set[Come]]:
    """Every hex that a unit enters by declaring hex after hex, with every die a 1, and how it got there."""
    found: dict[Hex, set[Come]] = {}
    ahead, known, grid = [(state, False)], set[object](), PLAY.position(state).board.grid
    while ahead:
        now, rolled = ahead.pop()
        place = now.unit(mover).at
        assert isinstance(place, Hex)
        for near in grid.neighbours(place):
            action = Maneuver("us", mover, near)
            if PLAY.why_not(now, action):
                continue
            before = course(now).moving
            events, after = PLAY.resolve(now, action, ScriptedDice([1] * MOST_DICE))
            threw = rolled or any(isinstance(event, DiceThrown) for event in events)
            spent = _spent(events, before.spent if before else Fraction(0))
            found.setdefault(near, set()).add(Come(spent, threw))
            moving = course(after).moving
            if moving is None or moving.path[-1:] != (near,):
                continue
            goals = course(after).goals_of(mover)
            key = near, moving.way, moving.spent, len(moving.path), moving.all_road, threw, goals
            if key not in known:
                known.add(key)
                ahead.append((after, threw))
    return found


def _spent(events: tuple[object, ...], before: Fraction) -> Fraction:
    """The MP that a maneuver had spent on entering the hex, before it possibly ended."""
    told = [moving.spent for event in events if (moving := getattr(event, "moving", None)) is not None]
    return told[-1] if told else before


def agrees(state: GameState, mover: str) -> int:
    """Assert that reach has the hexes that can be walked, with the least MP without a roll, or else with one.

    Raises:
        AssertionError: if they differ; the message names the first hex.
    """
    verdict = RULESET.reach(state, state.unit(mover)).verdict
    came = walked(state, mover)
    start = state.unit(mover).at
    moving = course(state).moving
    before = moving.spent if moving else Fraction(0)
    assert {place for place in verdict.cost if place != start} == came.keys() - {start}, sorted(
        str(place) for place in set(verdict.cost) ^ came.keys()
    )
    for place in came.keys() - {start}:
        rolls = "river exit roll" in verdict.provisos.get(place, "")
        free = [one.spent for one in came[place] if not one.rolled]
        assert rolls is not bool(free), f"{place}: reach {verdict.provisos.get(place)}, walked {came[place]}"
        least = min(free or [one.spent for one in came[place]]) - before
        assert verdict.cost[place] == least, f"{place}: reach {verdict.cost[place]}, walked {came[place]}"
    return len(came)
