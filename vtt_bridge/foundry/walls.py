"""Walls of Foundry: walls along hexsides if a flag or option says so, and houses on a board in inches.

On a board in inches a wall's restrictions say what it is: sight and movement make a house wall, movement alone a window,
sight alone (a curtain) a door. Doors are shut or open as in the scene; a shut secret door is a wall.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.errors import BadInput
from rules.ground.hex.terrain import ALONG_HEXSIDES, Terrain
from rules.ground.table.tabletop import Tabletop
from rules.ground.table.terrain import TableTerrain
from vtt_bridge.foundry.fields import Doc, documents, number, numbers, our_flags, text
from vtt_bridge.foundry.grid import Grid, frame_of_grid, grid_of
from vtt_bridge.port.house_areas import houses_in
from vtt_bridge.port.virtual_table import Area, FrameKind

_NONE, _SECRET, _STANDS_OPEN = 0, 2, 1
_SEEN_THROUGH = frozenset({0, 30, 40})
"""Sight restrictions: none, or only from near or from far."""


@dataclass(frozen=True, slots=True)
class WalledMap:
    """The table made from the walls of a scene, and sentences on what was made of them."""

    table: Tabletop
    summary: tuple[str, ...]


def wall_areas(scene: Doc, grid: Grid, kind: FrameKind, are_walls: bool | None) -> Iterator[Area]:
    """The walls of a scene that count in the game: on hexes those with our flag, or all if `are_walls`; in
    inches all, unless `are_walls` is False.

    Raises:
        BadInput: if one cannot be read.
    """
    x0, y0 = grid.corner_px
    for wall in documents(scene, "walls", "scene"):
        field = f"wall {wall['_id']}"
        is_hex = kind is FrameKind.HEX
        terrain = _on_hexes(wall, field, are_walls=is_hex and are_walls is True)
        if terrain is None and not is_hex and are_walls is not False:
            terrain = _in_inches(wall, field)
        if terrain is not None:
            ends = numbers(wall, "c", field)
            if len(ends) != 4:
                raise BadInput(f"{field}.c", ends, "four numbers, x and y of both ends")
            line = ((ends[0] - x0, ends[1] - y0), (ends[2] - x0, ends[3] - y0))
            yield Area(wall["_id"], terrain, polygon_px=line)


def walled_map(scene: Doc, square_in: float) -> WalledMap:
    """The table made from a scene's walls alone, with a space of its grid `square_in` inches wide.

    Raises:
        BadInput, BadScene: if the scene cannot be read.
    """
    if not 0.1 <= square_in <= 100:
        raise BadInput("square_in", square_in, "the inches a square of the map is, from 0.1 to 100")
    grid = grid_of(scene)
    if grid.type.is_hex:
        raise BadInput(
            "scene.grid.type", grid.type.value, "squares or no grid; a board of hexes has its own walls"
        )
    inch_px = grid.size_px / square_in
    frame = frame_of_grid(grid, inch_px=inch_px)
    areas = [*wall_areas(scene, grid, frame.kind, are_walls=None)]
    houses = houses_in(areas, frame, grid.width_px / inch_px, grid.height_px / inch_px)
    name = text(scene, "name", "scene") or scene["_id"]
    table = Tabletop(name, houses.width_in, houses.depth_in, houses.pieces)
    return WalledMap(table, (*houses.summary, *_left_out(scene, len(areas))))


def _left_out(scene: Doc, kept: int) -> Iterator[str]:
    walls = [*documents(scene, "walls", "scene")]
    if left := len(walls) - kept:
        yield f"{left} of {len(walls)} walls block neither sight nor movement and were left out."
    if one_way := sum(number(wall, "dir", f"wall {wall['_id']}", 0) != _NONE for wall in walls):
        yield f"{one_way} of {len(walls)} walls block from one side alone; here they block from both."


def _on_hexes(wall: Doc, field: str, *, are_walls: bool) -> str | None:
    terrain = our_flags(wall, field).get("terrain")
    if terrain in ALONG_HEXSIDES:
        return str(terrain)
    return Terrain.WALL.value if are_walls else None


def _in_inches(wall: Doc, field: str) -> TableTerrain | None:
    door, stands = number(wall, "door", field, _NONE), number(wall, "ds", field, 0)
    sight = number(wall, "sight" if "sight" in wall else "sense", field, 20)
    blocks_sight, blocks_way = sight not in _SEEN_THROUGH, number(wall, "move", field, 20) != _NONE
    if door != _NONE and stands == _STANDS_OPEN:
        return TableTerrain.OPEN_DOOR
    if door not in (_NONE, _SECRET) or not blocks_way:
        if not blocks_sight:
            return TableTerrain.WINDOW if blocks_way else None
        return TableTerrain.DOOR
    return TableTerrain.HOUSE_WALL if blocks_sight else TableTerrain.WINDOW
