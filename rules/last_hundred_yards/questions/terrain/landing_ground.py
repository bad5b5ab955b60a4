"""What ground does to those who land on it: where parachutists are hurt, and where gliders come down and crash. Chapter 22 (16 in v3.1)."""

from rules.game.rule_ids import implements
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.questions.terrain.enclosed_roads import tree_lined_road_hexes
from rules.last_hundred_yards.questions.terrain.open_ground import has_trees, is_open
from rules.last_hundred_yards.state.position import Position

SKID_HEXES = 3
_WATER = frozenset({Terrain.RIVER, Terrain.BRIDGE, Terrain.FORD})

RULE_IDS = {"SKID_HEXES": ("LHY-22.1.2c",)}


@implements("LHY-22.1.4.2")
def is_rough(position: Position, place: Hex) -> bool:
    """Whether who jumps into a hex is hurt for certain: woods, forest, buildings, water and roads between tree lines (reading 227)."""
    board = position.board
    if board.ground(place).buildings or has_trees(board, place) or board.has(place, *_WATER):
        return True
    return position.mission.edition.tree_lines and place in tree_lined_road_hexes(board)


@implements("LHY-22.1.2c", "LHY-4.1.10.1")
def skid_path(position: Position, at: Hex, heading: int) -> tuple[Hex, ...]:
    """The hexes along which a glider skids that stops here, the first first; none if they are not all open, as rivers are, and on the map."""
    grid, path = position.board.grid, [at]
    while len(path) < SKID_HEXES:
        path.append(grid.neighbour(path[-1], heading + 2))
    fit = all(place in grid and is_open(position, place) for place in path)
    return tuple(reversed(path)) if fit else ()


@implements("LHY-22.1.5.2b")
def is_dangerous(position: Position, path: tuple[Hex, ...], others: frozenset[Hex]) -> bool:
    """Whether beside a skid path, or on it, are trees, tree lines, hills, buildings, walls, water or another glider (reading 227)."""
    board = position.board
    near = {place for skidded in path for place in (skidded, *board.grid.neighbours(skidded))}
    return bool(near & others) or any(
        not is_open(position, place)
        or board.has(place, *_WATER)
        or board.level(place) > 0
        or board.walled_from(place)
        for place in near
    )
