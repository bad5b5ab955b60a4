"""The hex boards for measuring: 60 x 60 hexes with 900 woods, and the same with everything that a board may have."""

import random

from bench.harness.measuring import forget
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.board import FINE, HexBoard, HexGround, Line, Outline
from rules.ground.hex.hexes import Hex, HexGrid, Hexside
from rules.ground.hex.terrain import Terrain

GRID = HexGrid(60, 60)
WOODED, HILLTOPS, HOUSES, WALLS = 4, 144, 18, 36
"""One hex in this many has woods, a hilltop, a house, a wall."""


def wooded(grid: HexGrid = GRID) -> HexBoard:
    """Open ground with woods on a quarter of it."""
    woods = random.Random(1).sample(list(grid), _one_in(grid, WOODED))
    return HexBoard("woods", grid, {place: HexGround(frozenset({Terrain.WOODS})) for place in woods})


def full(grid: HexGrid = GRID) -> HexBoard:
    """The same woods with hills of two levels, a drawn contour on each, buildings, walls and a road."""
    rng, board = random.Random(3), wooded(grid)
    grounds = dict(board.hexes)
    outlines = []
    for top in rng.sample(list(grid), _one_in(grid, HILLTOPS)):
        for place in grid.within(top, 4):
            grounds[place] = HexGround(
                board.ground(place).terrain, 2 if grid.distance(top, place) <= 1 else 1
            )
        ring = tuple((dx * 4.3, dy * 4.3) for dx, dy in grid.corners)
        outlines.append(Outline(Terrain.CONTOUR, _drawn(grid, top, ring), contour=5))
    for place in rng.sample(list(grid), _one_in(grid, HOUSES)):
        square = ((-0.6, -0.4), (0.5, -0.5), (0.4, 0.6), (-0.5, 0.3))
        outlines.append(Outline(Terrain.STONE_BUILDING, _drawn(grid, place, square), place))
    walls = {
        Hexside(*sorted((place, grid.neighbours(place)[0]))): Terrain.WALL
        for place in rng.sample(list(grid), _one_in(grid, WALLS))
    }
    road = Line(Terrain.ROAD, tuple(Hex(grid.columns // 2, row) for row in range(grid.rows)))
    return HexBoard("full", grid, grounds, walls, (road,), tuple(outlines))


def smoke(grid: HexGrid = GRID) -> tuple[Marker, ...]:
    """Twelve hexes in smoke."""
    return tuple(Marker("smoke", place, 1) for place in random.Random(4).sample(list(grid), 12))


class Fresh:
    """A full board that `draw` makes anew before each question, so that nothing about it is cached."""

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid
        self.draw()

    def draw(self) -> None:
        forget()
        self.board = full(self.grid)


def squad_on(board: HexBoard) -> GameState:
    """A squad in the middle of a board, and nobody else."""
    middle = Hex(board.grid.columns // 2, board.grid.rows // 2)
    return GameState(board, {"squad": Unit("squad", "us.able.1.squad.1", "us", middle)}, sides=("us", "ge"))


def _one_in(grid: HexGrid, count: int) -> int:
    return grid.columns * grid.rows // count


def _drawn(grid: HexGrid, place: Hex, shape: tuple[tuple[float, float], ...]) -> tuple[tuple[int, int], ...]:
    x, y = grid.centre(place)
    return tuple((round((x + dx) * FINE), round((y + dy) * FINE)) for dx, dy in shape)
