"""How fast the second ground answers, beside the same questions put to Shapely.

    python -m bench.bench_table

A table of 72 x 48 inches with 40 areas that do not touch; all in one run, best and median of several
rounds in milliseconds.
"""

import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from math import cos, inf, pi, sin
from statistics import median
from time import perf_counter

import numpy as np
import shapely

from rules.ground.table.inches import Spot
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.outlines import Outlines
from rules.ground.table.sight.crossings import crossings
from rules.ground.table.sight.field import seen_spots
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain

ROUNDS = 15
START, GOAL = Spot(2.3, 3.1), Spot(69.7, 44.9)


def areas(count: int = 40, seed: int = 4) -> Iterator[shapely.Polygon]:
    """Areas of 11 or so corners that lie apart from one another and from the two ends of the way."""
    dice = random.Random(seed)
    taken = [shapely.Point(START).buffer(1), shapely.Point(GOAL).buffer(1)]
    while count:
        x, y, corners = dice.uniform(5, 67), dice.uniform(5, 43), dice.randint(8, 14)
        around = sorted(dice.uniform(0, 2 * pi) for _ in range(corners))
        far = dice.uniform(1.5, 3.5)
        outline = [
            (x + far * dice.uniform(0.7, 1) * cos(at), y + far * dice.uniform(0.7, 1) * sin(at))
            for at in around
        ]
        area = shapely.Polygon(outline)
        if area.is_valid and all(area.distance(other) > 0.3 for other in taken):
            taken.append(area)
            count -= 1
            yield area


def timed(name: str, asked: Callable[[], object], rounds: int = ROUNDS, beside: float | None = None) -> float:
    """The median in milliseconds; prints it, and how many times that is what it is compared with."""
    asked()
    spent = []
    for _ in range(rounds):
        begun = perf_counter()
        asked()
        spent.append((perf_counter() - begun) * 1000)
    ratio = f"{median(spent) / beside:8.1f} x" if beside else ""
    tell(f"  {name:54} {min(spent):9.3f} {median(spent):9.3f} {ratio}")
    return median(spent)


def main() -> None:
    drawn = list(areas())
    table = Tabletop(
        "bench", 72, 48, tuple(Piece(f"{n}", TableTerrain.WOODS, each) for n, each in enumerate(drawn))
    )
    outlines = Outlines.of_table(table)
    tell(f"{len(drawn)} areas, {len(outlines.owner)} edges; milliseconds: best, median, ratio to ours")
    sight(table, outlines, drawn)
    ways(table)


def sight(table: Tabletop, outlines: Outlines, drawn: list[shapely.Polygon]) -> None:
    lattice = np.array(list(table.lattice()))
    viewer = Spot(36.1, 24.2)
    while not table.on_board(viewer) or table.at(viewer):
        viewer = Spot(viewer.x_in + 0.7, viewer.y_in)
    lines = [shapely.LineString([viewer, spot]) for spot in lattice]
    solid, seen_through = (dict.fromkeys(outlines.ids, depth) for depth in (0.0, inf))
    into = dict.fromkeys(outlines.ids, 2.0)

    tell(f"field of sight over {len(lattice)} spots")
    ours = timed("ours, solid pieces", lambda: seen_spots(outlines, viewer, lattice, solid))
    timed(
        "ours, pieces that hide only what is behind",
        lambda: seen_spots(outlines, viewer, lattice, seen_through),
    )
    timed("ours, two inches into every piece", lambda: seen_spots(outlines, viewer, lattice, into))
    tree = shapely.STRtree(drawn)
    prepared = shapely.union_all(drawn)
    shapely.prepare(prepared)
    timed(
        "a loop over spots and pieces",
        lambda: [any(a.intersects(line) for a in drawn) for line in lines],
        1,
        ours,
    )
    timed("STRtree", lambda: tree.query(lines, predicate="intersects"), 5, ours)
    timed("the prepared union of the pieces", lambda: shapely.intersects(prepared, lines), 5, ours)
    blocked = np.zeros(len(lattice), dtype=bool)
    blocked[np.unique(tree.query(lines, predicate="intersects")[0])] = True
    unlike = int((blocked == seen_spots(outlines, viewer, lattice, solid)).sum())
    tell(f"  spots on which ours and STRtree disagree: {unlike}")

    tell("one line of sight, explained: every piece, in order, with its depth and how close the call is")
    line = shapely.LineString([START, GOAL])
    ours = timed(
        "ours", lambda: [(c.depth_in, c.is_close_call()) for c in crossings(outlines, START, GOAL)], 50
    )
    timed("a loop, depths only", lambda: [line.intersection(area).length for area in drawn], 50, ours)
    timed(
        "STRtree, depths only",
        lambda: [line.intersection(drawn[n]).length for n in tree.query(line)],
        50,
        ours,
    )


def ways(table: Tabletop) -> None:
    tell("movement; woods at 3 an inch, then forbidden")
    timed("ours, preparing the graph of a movement class", lambda: TableGraph.of(table, woods_at_3), 5)
    graph = TableGraph.of(table, woods_at_3)
    for allowance in (6.0, 12.0, 24.0):
        timed(
            f"ours, reach region for {allowance:g}",
            partial(graph.reach, Spot(36, 24), allowance),
        )
    timed("ours, cheapest way across the table", lambda: graph.way(START, GOAL), 5)
    timed("ours, preparing, woods forbidden", lambda: TableGraph.of(table, woods_forbidden), 5)
    barred = TableGraph.of(table, woods_forbidden)
    timed("ours, way round the woods", lambda: barred.way(START, GOAL), 5)
    way = barred.way(START, GOAL)
    tell(f"  length of our way: {way.cost if way else inf:.4f} inches")


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")


def woods_at_3(pieces: tuple[Piece, ...]) -> float:
    return 3.0 if pieces else 1.0


def woods_forbidden(pieces: tuple[Piece, ...]) -> float | None:
    return None if pieces else 1.0


if __name__ == "__main__":
    main()
