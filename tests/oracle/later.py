"""The oracle of sight by the Series Rules v3.1: tree lines, roads through forest, hills beside a line. Chapter 4.2."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

from rules.game.units import Unit
from rules.ground.hex.board import HexBoard, HexGround, Line
from rules.ground.hex.hexes import Hex, Hexside
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.editions import LaterGround
from tests.oracle.boards import random_board
from tests.oracle.lines import Contact, all_hexes, dot, hexside_ends, segments_meet, steps_between, touching
from tests.oracle.sight import Case, Seen, Sightline, Umpire, is_vehicle

_FOREST = frozenset({Terrain.WOODS, Terrain.FOREST})
_BUILDINGS = frozenset({Terrain.STONE_BUILDING, Terrain.WOODEN_BUILDING, Terrain.URBAN_BUILDING})


class LaterUmpire(Umpire):
    """One case by the later rules."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self.tree_lines = [
            (side, hexside_ends(self.grid, *side), touching(self.grid, *side))
            for side, terrain in case.board.hexsides.items()
            if terrain is Terrain.TREE_LINE
        ]
        self.steps = {
            kind: {
                frozenset(pair)
                for line in case.board.lines
                if line.terrain is kind
                for pair in pairwise(line.path)
            }
            for kind in (Terrain.ROAD, Terrain.RIVER)
        }
        on_roads = {place for line in case.board.lines if line.terrain is Terrain.ROAD for place in line.path}
        self.lined = {place for place in on_roads if self._is_lined(place)}
        self.enclosed = self.lined | {
            place for place in on_roads if case.board.ground(place).terrain & (_FOREST | _BUILDINGS)
        }
        self.vehicles = [
            unit.at
            for unit in case.units
            if isinstance(unit.at, Hex) and is_vehicle(unit) and unit.at in self.enclosed
        ]

    def look(self, viewer: Hex | Unit, target: Hex | Unit) -> Seen:
        return LaterSightline(self, viewer, target).seen()

    def joined(self, kind: Terrain, one: Hex, other: Hex) -> bool:
        return frozenset((one, other)) in self.steps[kind]

    def _is_lined(self, place: Hex) -> bool:
        """Reading 32, by walking round the hex once: of every run of hexsides off the road one has trees."""
        around = [self.grid.neighbour(place, side) for side in range(6)]
        road = [self.joined(Terrain.ROAD, place, near) for near in around]
        if sum(road) == 1:
            road[(road.index(True) + 3) % 6] = True
        if not any(road):
            return False
        first = road.index(True)
        turned = [(first + k) % 6 for k in range(6)]
        trees = [
            any({place, around[side]} == set(line) for line, _, _ in self.tree_lines) for side in range(6)
        ]
        runs = "".join("r" if road[side] else "t" if trees[side] else "." for side in turned).split("r")
        return all("t" in run for run in runs if run)


class LaterSightline(Sightline):
    """One line by the later rules."""

    umpire: LaterUmpire

    def rides(self, place: Hex, kind: Terrain) -> bool:
        """Whether the line comes into and leaves a hex across hexsides that a road or river crosses (reading 28)."""
        on_line = [met.hex for met in self.met if met.contact is Contact.INTERIOR]
        ordered = [self.start, *on_line, self.end]
        k = ordered.index(place)
        joined = self.umpire.joined
        return joined(kind, ordered[k - 1], place) and joined(kind, place, ordered[k + 1])

    def keeps_to_a_way(self, place: Hex) -> bool:
        """Reading 33: in a straight row of hexes, through every dot."""
        (x1, y1), (x2, y2) = self.a, self.b
        dots = (dot(self.umpire.grid, one) for one in self.crossed)
        in_row = all((x2 - x1) * (y - y1) == (y2 - y1) * (x - x1) for x, y in dots)
        return in_row and any(self.rides(place, kind) for kind in (Terrain.ROAD, Terrain.RIVER))

    def fills_through(self, place: Hex) -> bool:
        if not self.fills(place):
            return False
        return not (
            self.umpire.wooded[place] and self.umpire.level[place] <= self.high and self.keeps_to_a_way(place)
        )

    def fills_beside(self, place: Hex) -> bool:
        return self.fills(place) and self.umpire.wooded[place]

    def trees_met(self) -> Iterator[tuple[Hexside, int]]:
        """The tree lines in the way with the level that they reach (reading 30)."""
        for side, (one, other), beside in self.umpire.tree_lines:
            if (
                self.start not in beside
                and self.end not in beside
                and segments_meet(self.a, self.b, one, other)
            ):
                yield side, max(self.umpire.level[place] for place in side) + 1

    def blocked_on_one_level(self) -> Iterator[bool]:
        yield from super().blocked_on_one_level()
        yield any(total > self.high for _, total in self.trees_met())

    def blocked_between_levels(self) -> Iterator[bool]:
        yield from super().blocked_between_levels()
        yield any(total >= self.high for _, total in self.trees_met())
        yield any(
            self.rides(place, Terrain.ROAD)
            for place in self.crossed
            if self.umpire.wooded[place] or place in self.umpire.lined
        )

    def blinded(self) -> Iterator[bool]:
        yield from super().blinded()
        for side, total in self.trees_met():
            if self.low < total < self.high:
                nearer = min(side, key=lambda place: steps_between(self.umpire.grid, self.higher_end, place))
                yield self.is_behind(nearer, total)

    def vehicle_hindrances(self) -> Iterator[int]:
        """Reading 36."""
        for place in self.umpire.vehicles:
            if place in self.crossed and not self.is_over(place, 0):
                yield 1


def with_lanes(rng: Random, case: Case) -> Case:
    """The same case by the later rules alone, with tree lines, and roads and rivers in rows through woods."""
    board = random_board(rng, case.board.grid) if rng.random() < 0.3 else case.board
    grid, places = board.grid, all_hexes(board.grid)
    sides = dict(board.hexsides)
    for _ in range(rng.choice((0, 3, 12))):
        one = rng.choice(places)
        near = [other for other in places if steps_between(grid, one, other) == 1]
        if near:
            sides[Hexside(*sorted((one, rng.choice(near))))] = Terrain.TREE_LINE
    lines, grounds = list(board.lines), dict(board.hexes)
    for _ in range(rng.choice((1, 1, 2))):
        path = _row(rng, board)
        lines.append(Line(rng.choice((Terrain.ROAD, Terrain.ROAD, Terrain.RIVER)), path))
        for place in path:
            if rng.random() < 0.5:
                wood = rng.choice((Terrain.WOODS, Terrain.FOREST))
                grounds[place] = HexGround(frozenset({wood}), board.level(place))
    drawn = HexBoard(board.name, grid, grounds, sides, tuple(lines), board.outlines)
    return replace_case(case, drawn)


def replace_case(case: Case, board: HexBoard) -> Case:
    """The case on another board, asked by all later switches and none of the strict text."""
    on_path = [place for line in board.lines for place in line.path]
    units = tuple(replace(unit, at=on_path[k % len(on_path)]) for k, unit in enumerate(case.units))
    return case._replace(board=board, units=units, switches=frozenset(LaterGround))


def _row(rng: Random, board: HexBoard) -> tuple[Hex, ...]:
    """A row of hexes in one direction, at times with a bend at its end."""
    place, side = rng.choice(all_hexes(board.grid)), rng.randrange(6)
    path = [place]
    for _ in range(rng.randint(1, 6)):
        onward = board.grid.neighbour(path[-1], side)
        if onward not in board.grid:
            break
        path.append(onward)
        if rng.random() < 0.1:
            side = (side + rng.choice((1, 5))) % 6
    return tuple(path)
