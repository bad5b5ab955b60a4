"""The layout of a board on a table of Tabletop Simulator: units of the game to and from pixels of the scene.

In the game x grows to the right, z away from the players and y up; a piece with rotation 0 looks away, and
turns clockwise. Pixels of the scene grow to the right and down, PX_PER_UNIT to the unit of the game.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from exporters.board_shapes import box
from exporters.json_value import Json
from exporters.viewport import Viewport
from rules.errors import BadInput
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from vtt_bridge.port.table_document import frame_document, game_document
from vtt_bridge.port.virtual_table import Frame, FrameKind, Game, PointPx

PX_PER_UNIT = 48.0
MOST_MAP_PX = 4096

Units = tuple[float, float]
"""A point of the table: x to the right, z away."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The position of a board: `origin` is the point of the table under the scene's pixel (0, 0).

    `height` is the height of overlays above the table; `seats` gives each colour its side, or makes it the umpire.
    At an open table all other colours may know all, and everybody hears the answers.
    """

    board: Board
    frame: Frame
    size_px: tuple[int, int]
    px_per_unit: float
    origin: Units
    game: Game
    height: float = 1.05
    seats: Mapping[str, str] = field(default_factory=dict)
    is_open: bool = False

    def pixel(self, x: float, z: float) -> PointPx:
        """The pixel of the scene above a point of the table."""
        return (x - self.origin[0]) * self.px_per_unit, (self.origin[1] - z) * self.px_per_unit

    def units(self, point_px: PointPx) -> Units:
        """The point of the table below a pixel of the scene."""
        return (
            self.origin[0] + point_px[0] / self.px_per_unit,
            self.origin[1] - point_px[1] / self.px_per_unit,
        )

    @property
    def document(self) -> dict[str, Json]:
        """The settings of the script in the game. The game, with its whole board, is sent as text, so that the script
        passes it on unchanged: Lua cannot tell an empty list from an empty object.
        """
        return {
            "frame": frame_document(self.frame),
            "size_px": list(self.size_px),
            "px_per_unit": self.px_per_unit,
            "origin": list(self.origin),
            "height": self.height,
            "game": json.dumps(game_document(self.game)),
            "seats": dict(self.seats),
            "open": self.is_open,
        }


def layout_of(
    board: Board,
    game: Game,
    unit_in: float | None = None,
    hex_units: float | None = None,
    middle: Units = (0.0, 0.0),
    seats: Mapping[str, str] | None = None,
    *,
    is_open: bool = False,
) -> Layout:
    """The layout of a board whose middle lies at `middle`, by default the middle of the table.

    On a table in inches `unit_in` is the length of a unit of the game in inches (1); on a map of hexes
    `hex_units` is the width of a hex across its flats in units of the game.

    Raises:
        BadInput: if the scale is missing, too small or too large.
    """
    if isinstance(board, HexBoard):
        if hex_units is None:
            raise BadInput("--hex-units", "nothing", "how many units of the game a hex is across its flats")
        scale, field_name = hex_units, "--hex-units"
    else:
        scale, field_name = 1 / (unit_in or 1.0), "--unit-in"
    if not 0.05 <= scale <= 100:
        raise BadInput(
            field_name, unit_in if field_name == "--unit-in" else scale, "a scale from 0.05 to 100"
        )
    edge = box(board)
    px_per_unit = min(PX_PER_UNIT, MOST_MAP_PX / (max(edge.width, edge.height) * scale))
    window = Viewport.of(edge, px_per_unit * scale)
    if isinstance(board, HexBoard):
        frame = Frame(FrameKind.HEX, window.scale_px, window.origin_px, board.grid.top, board.grid.first)
    else:
        frame = Frame(FrameKind.INCH, window.scale_px, window.origin_px)
    corner = (middle[0] - window.width_px / px_per_unit / 2, middle[1] + window.height_px / px_per_unit / 2)
    size_px = window.width_px, window.height_px
    return Layout(board, frame, size_px, px_per_unit, corner, game, seats=dict(seats or {}), is_open=is_open)
