"""The picture of a tileset: its tiles side by side, drawn as boards draw them."""

from collections.abc import Iterator, Sequence
from io import BytesIO

from PIL import Image

from exporters.board_shapes import grid_box
from exporters.formats.png import render
from exporters.picture import Label, Mark, Picture, Role
from exporters.pictures.hex_ground import hex_ground
from exporters.viewport import Viewport
from rules.ground.hex.board import HexBoard, HexGround
from rules.ground.hex.hexes import Hex, HexGrid
from vtt_bridge.map_files.tiled.hexagons import Hexagons
from vtt_bridge.map_files.tiled.tiles import Tile


def tiles_png(tiles: Sequence[Tile], hexagons: Hexagons) -> bytes:
    """A PNG of the tiles in one row; levels and contours are drawn as words, so that the ground shows below them."""
    grid = HexGrid(1, 1, hexagons.grid.top, hexagons.grid.first)
    width_px, height_px = hexagons.tile_width_px, hexagons.tile_height_px
    across_px = min(width_px, height_px)
    window = Viewport(width_px, height_px, (across_px, across_px), (width_px / 2, height_px / 2))
    row = Image.new("RGBA", (width_px * len(tiles), height_px))
    for number, tile in enumerate(tiles):
        picture = Picture(tile.words, grid_box(grid), tuple(_marks(tile, grid)))
        with Image.open(BytesIO(render(picture, window))) as drawn:
            row.paste(drawn.convert("RGBA"), (number * width_px, 0))
    png = BytesIO()
    row.save(png, "PNG", optimize=True)
    return png.getvalue()


def _marks(tile: Tile, grid: HexGrid) -> Iterator[Mark]:
    if tile.terrain:
        yield from hex_ground(HexBoard("tile", grid, {Hex(0, 0): HexGround(frozenset(tile.terrain))}))
    else:
        drop = 0.3 if tile.level is not None else 0.15
        yield Label(Role.LEVEL_LABEL, (0.0, drop), tile.words, 0.16)
