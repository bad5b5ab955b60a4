"""Sight and movement on 60 x 60 hexes with 900 woods, beside plain Shapely and plain NetworkX.

    python -m bench.bench_hex

All ways in one run, best of several rounds, and a check that they agree. A line is blocked for Shapely
if it meets a woods hex that is shrunk by a hair, so that touching is no crossing.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import cycle
from statistics import median
from time import perf_counter

import networkx as nx
import numpy as np
from shapely import LineString, Polygon, STRtree

from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.hex.board import FINE, HexBoard, HexGround, Line, Outline
from rules.ground.hex.graph import HexNode
from rules.ground.hex.hexes import Hex, HexGrid, Hexside
from rules.ground.hex.sight import Flags, build_templates, hex_positions, lines_from, templates
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.options import AS_WE_READ
from rules.last_hundred_yards.questions.movement.costs import MoveClass
from rules.last_hundred_yards.questions.movement.steps import Walker, maneuvers
from rules.last_hundred_yards.questions.sight.line_of_sight import line_of_sight, sight_field

GRID = HexGrid(60, 60)
SOURCES = tuple(random.Random(2).sample(list(GRID), 40))
SHRUNK = 1e-9
REACH_MP = Fraction(20)


def flat_board() -> HexBoard:
    """Open ground with 900 woods."""
    woods = random.Random(1).sample(list(GRID), 900)
    return HexBoard("woods", GRID, {place: HexGround(frozenset({Terrain.WOODS})) for place in woods})


def full_board() -> HexBoard:
    """The same woods with hills of two levels, a drawn contour on each, buildings, walls and a road."""
    rng, board = random.Random(3), flat_board()
    grounds = dict(board.hexes)
    outlines = []
    for top in rng.sample(list(GRID), 25):
        for place in GRID.within(top, 4):
            level = 2 if GRID.distance(top, place) <= 1 else 1
            grounds[place] = HexGround(board.ground(place).terrain, level)
        x, y = GRID.centre(top)
        ring = [(x + dx * 4.3, y + dy * 4.3) for dx, dy in GRID.corners]
        points = tuple((round(a * FINE), round(b * FINE)) for a, b in ring)
        outlines.append(Outline(Terrain.CONTOUR, points, contour=5))
    for place in rng.sample(list(GRID), 200):
        x, y = GRID.centre(place)
        square = ((-0.6, -0.4), (0.5, -0.5), (0.4, 0.6), (-0.5, 0.3))
        outlines.append(
            Outline(
                Terrain.STONE_BUILDING,
                tuple((round((x + dx) * FINE), round((y + dy) * FINE)) for dx, dy in square),
                place,
            )
        )
    walls = {
        Hexside(*sorted((place, GRID.neighbours(place)[0]))): Terrain.WALL
        for place in rng.sample(list(GRID), 100)
    }
    road = Line(Terrain.ROAD, tuple(Hex(30, row) for row in range(60)))
    return HexBoard("full", GRID, grounds, walls, (road,), tuple(outlines))


def markers() -> tuple[Marker, ...]:
    places = random.Random(4).sample(list(GRID), 12)
    return tuple(Marker("smoke", place, 1) for place in places)


@dataclass(frozen=True)
class Timing:
    """Best and median of the rounds, in milliseconds."""

    best_ms: float
    median_ms: float


def timed(rounds: int, work: Callable[[], object], before: Callable[[], object] | None = None) -> Timing:
    taken = []
    for _ in range(rounds):
        if before is not None:
            before()
        start = perf_counter()
        work()
        taken.append((perf_counter() - start) * 1000)
    return Timing(min(taken), median(taken))


class Shapely:
    """The flat field as one would write it with Shapely, hex by hex or with an STRtree."""

    def __init__(self, board: HexBoard) -> None:
        self.dots = {place: board.grid.position(board.grid.centre(place)) for place in board.grid}
        self.woods = sorted(board.hexes)
        self.cells = [
            Polygon([board.grid.position(corner) for corner in board.grid.vertices(place)]).buffer(-SHRUNK)
            for place in self.woods
        ]
        self.tree = STRtree(self.cells)

    def blocked(self, source: Hex, target: Hex) -> bool:
        """One line against every woods hex in turn."""
        line = LineString([self.dots[source], self.dots[target]])
        return any(
            place not in (source, target) and line.intersects(cell)
            for place, cell in zip(self.woods, self.cells, strict=True)
        )

    def field(self, source: Hex) -> dict[Hex, bool]:
        """All lines at once against the tree."""
        targets = list(self.dots)
        lines = [LineString([self.dots[source], self.dots[target]]) for target in targets]
        line, cell = self.tree.query(lines, predicate="intersects")
        blocked = np.zeros(len(targets), dtype=bool)
        own = {place: k for k, place in enumerate(self.woods)}
        ends = np.array([own.get(target, -1) for target in targets])
        blocked[line[(cell != own.get(source, -1)) & (cell != ends[line])]] = True
        return dict(zip(targets, blocked.tolist(), strict=True))


def main() -> None:
    flat, full = flat_board(), full_board()
    where, lines = hex_positions(GRID), [f"{'':44} {'best':>10} {'median':>10}   against"]

    def told(title: str, timing: Timing, target_ms: float | None, *ratios: tuple[str, float]) -> None:
        against = [f"target {target_ms:g} ms"] if target_ms else []
        against += [f"x{slower / timing.best_ms:,.0f} {name}" for name, slower in ratios]
        lines.append(f"{title:44} {timing.best_ms:7.3f} ms {timing.median_ms:7.3f} ms   {', '.join(against)}")

    opaque = np.zeros(where.size, dtype=bool)
    opaque[[where.of(place) for place in flat.hexes]] = True
    built = timed(3, lambda: build_templates(60, 60))
    templates(GRID)

    plain, turns = Shapely(flat), cycle(SOURCES)
    tree = timed(3, lambda: plain.field(SOURCES[0]))
    some = random.Random(5).sample(list(GRID), 60)
    loop = timed(1, lambda: [plain.blocked(SOURCES[0], target) for target in some])
    loop_ms = loop.best_ms * len(where.hexes) / len(some)
    slower = (("Shapely loop", loop_ms), ("Shapely STRtree", tree.best_ms))

    told("templates for 60 x 60", built, 2000)
    cold = timed(40, lambda: lines_from(GRID, next(turns)).through(opaque), lines_from.cache_clear)
    told("flat field, cold", cold, 1, *slower)
    kept = lines_from(GRID, SOURCES[0])
    kept.through(opaque)
    told("flat field, warm", timed(200, lambda: kept.through(opaque)), 0.3, *slower)
    told("Shapely STRtree, flat field", tree, None)
    told(f"Shapely loop, flat field, from {len(some)} lines", Timing(loop_ms, loop_ms), None)

    flat_state, full_state = GameState(flat), GameState(full, markers=markers())
    for title, state in (("woods", flat_state), ("hills, outlines, smoke", full_state)):
        cold, warm = fields(state)
        told(f"LHY field, {title}, cold", cold, 5)
        told(f"LHY field, {title}, warm", warm, 5)
        told(f"LHY explained pair, {title}", pair(state), 0.15)

    prepared = maneuvers(flat, Walker(MoveClass.FOOT), AS_WE_READ, REACH_MP).dry
    start = HexNode(Hex(30, 30))
    prepared.reach(start, REACH_MP)
    dijkstra = timed(
        5,
        lambda: nx.single_source_dijkstra_path_length(prepared.graph, start, float(REACH_MP), weight="cost"),
    )
    ours = timed(100, lambda: prepared.reach(start, REACH_MP))
    told("reach at 20 MP", ours, 0.3, ("NetworkX dijkstra", dijkstra.best_ms))
    told("NetworkX dijkstra, reach at 20 MP", dijkstra, None)

    by_networkx = nx.single_source_dijkstra_path_length(prepared.graph, start, float(REACH_MP), weight="cost")
    reached = dict(prepared.reach(start, REACH_MP))
    assert reached == by_networkx, "reach differs"
    lines.append(f"{agreement(plain, opaque)}, {len(reached)} hexes within reach with NetworkX's")
    sys.stdout.write("\n".join(lines) + "\n")


def fields(state: GameState) -> tuple[Timing, Timing]:
    """Whole fields from many hexes: each hex at its best of 5, then the median of the hexes; cold and warm."""
    sight_field(state, SOURCES[0])
    cold, warm = [], []
    for source in SOURCES:
        cold.append(timed(5, partial(sight_field, state, source), lines_from.cache_clear).best_ms)
        warm.append(timed(5, partial(sight_field, state, source)).best_ms)
    return Timing(min(cold), median(cold)), Timing(min(warm), median(warm))


def pair(state: GameState) -> Timing:
    """One pair with all its reasons: each of 200 random pairs at its best of 7; the best and the median pair."""
    rng, places = random.Random(6), list(GRID)
    pairs = [(rng.choice(places), rng.choice(places)) for _ in range(200)]
    best = [timed(7, partial(line_of_sight, state, one, other)).best_ms for one, other in pairs]
    return Timing(min(best), median(best))


def agreement(plain: Shapely, opaque: Flags) -> str:
    """Hold the flat fields against Shapely's; says how many lines agree."""
    where, checked = hex_positions(GRID), 0
    for source in SOURCES[:5]:
        by_tree = plain.field(source)
        blocked = lines_from(GRID, source).through(opaque)[where.target_is_on_map].tolist()
        ours = dict(zip(where.target_hexes, blocked, strict=True))
        assert ours == by_tree, f"the fields from {source} differ"
        checked += len(ours)
    return f"{checked} lines agree with Shapely's"


if __name__ == "__main__":
    main()
