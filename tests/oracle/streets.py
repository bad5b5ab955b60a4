"""Random streets through the boards of the oracle: straight, bent, crossing and ending, their houses drawn or not."""

from random import Random

from rules.game.units import Unit
from rules.ground.hex.board import HexBoard, HexGround, Line
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from tests.oracle.lines import all_hexes
from tests.oracle.sight import Case


def with_streets(rng: Random, case: Case) -> Case:
    """The same case with streets that run straight, bend, cross and end, their houses drawn or not; all units in them."""
    board = case.board
    grounds, lines = dict(board.hexes), []
    for _ in range(rng.choice((1, 2, 3))):
        path = _street(rng, board)
        lines.append(Line(Terrain.ROAD, path))
        for place in path:
            if rng.random() < 0.85:
                kinds = (Terrain.URBAN_BUILDING, Terrain.URBAN_BUILDING, Terrain.STONE_BUILDING)
                grounds[place] = HexGround(frozenset({rng.choice(kinds)}), board.level(place))
    drawn = [image for image in board.outlines if rng.random() < 0.5]
    streets = HexBoard(board.name, board.grid, grounds, board.hexsides, tuple(lines), tuple(drawn))
    in_streets = [place for line in lines for place in line.path]
    types = ("us.able-tank.1.1", "us.gun57.1", "us.able.1.squad.1", "us.truck.1")
    units = [Unit(f"unit {k}", kind, "us", rng.choice(in_streets)) for k, kind in enumerate(types)]
    return case._replace(board=streets, units=tuple(units))


def _street(rng: Random, board: HexBoard) -> tuple[Hex, ...]:
    """Hexes in a row that at times turns, up to the edge of the map."""
    path, side = [rng.choice(all_hexes(board.grid))], rng.randrange(6)
    for _ in range(rng.randint(0, 6)):
        if rng.random() < 0.25:
            side = (side + rng.choice((1, 2, 4, 5))) % 6
        onward = board.grid.neighbour(path[-1], side)
        if onward in board.grid:
            path.append(onward)
    return tuple(path)
