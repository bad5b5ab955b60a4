"""Areas of a scene that are walls and doors of houses on a board in inches."""

from collections.abc import Iterable
from dataclasses import replace

from shapely import LineString

from maps.house_walls import DrawnHouses, Opening
from rules.ground.table.tabletop import Tabletop
from rules.ground.table.terrain import IN_HOUSE_WALLS, TableTerrain
from vtt_bridge.errors import BadScene
from vtt_bridge.port.calibration import viewport
from vtt_bridge.port.virtual_table import Area, Frame

OF_HOUSES = frozenset({TableTerrain.HOUSE_WALL, *IN_HOUSE_WALLS})
"""The parts of a house that a scene draws as lines: walls, doors and windows."""


def houses_in(areas: Iterable[Area], frame: Frame, width_in: float, depth_in: float) -> DrawnHouses:
    """The houses formed by the walls and doors among these areas, on a table of that size.

    Raises:
        BadScene: if a wall or door is no line.
    """
    window = viewport(frame, (1, 1))
    walls, openings = [], []
    for area in areas:
        if area.terrain not in OF_HOUSES:
            continue
        points = [window.point(point) for point in area.polygon_px]
        if len(set(points)) < 2:
            raise BadScene(f"area {area.id}: a {TableTerrain(area.terrain).words} is a line: give polygon_px")
        line = LineString([(round(x, 4) + 0.0, round(y, 4) + 0.0) for x, y in points])
        if area.terrain == TableTerrain.HOUSE_WALL:
            walls.append(line)
        else:
            openings.append(Opening(TableTerrain(area.terrain), line))
    return DrawnHouses(width_in, depth_in, walls, openings)


def with_houses(areas: Iterable[Area], frame: Frame, board: Tabletop) -> Tabletop:
    """A table with the houses that a scene draws on it; they take the place of those the board itself draws.

    Raises:
        BadScene: if a wall or door is no line.
    """
    houses = houses_in(areas, frame, board.width_in, board.depth_in)
    if not (houses.walls or houses.openings):
        return board
    replaced = OF_HOUSES | {TableTerrain.INTERIOR}
    kept = tuple(piece for piece in board.pieces if piece.terrain not in replaced)
    taken = {piece.id for piece in kept}
    drawn = (
        replace(piece, id=f"scene-{piece.id}") if piece.id in taken else piece for piece in houses.pieces
    )
    return replace(board, pieces=(*kept, *drawn))
