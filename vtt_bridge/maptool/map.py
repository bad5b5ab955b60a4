"""Reads a MapTool map, as our macro posts it, into a scene.

Tokens stand in cells, counted from the map's own. On hex grids the odd columns ("vertical") stand lower, the
odd rows ("horizontal") further right; a token without a facing looks south, and degrees go counter-clockwise
from east. Source: RPTools/maptool, model/HexGridVertical.java, model/HexGridHorizontal.java,
model/GridFactory.java, model/Token.java.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from exporters.place_text import name as place_name
from maps.documents import parsed
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import First, Hex, Top
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from vtt_bridge.errors import BadScene
from vtt_bridge.port.calibration import check_frame, place_px
from vtt_bridge.port.virtual_table import (
    NO_SIZE_PX,
    Area,
    Frame,
    FrameKind,
    Game,
    Scene,
    Source,
    Token,
    frozen,
)

VTT = "maptool"
A1 = "A1"
"""A token of this name stands in the cell that is hex A1, or the far left inch, of the board; without one
the map's first cell is."""

_HEXES = {"vertical hex": Top.FLAT, "horizontal hex": Top.POINTY}
_CELL_PX = 100.0
_SOUTH_DEG = -90.0


def scene_of(given: Mapping[str, Any], board: Board, game: Game) -> Scene:
    """The scene that a checked blindhex-maptool/1 holds, on this board.

    Raises:
        BadScene: if the map has another grid than the board, or unit data cannot be read.
    """
    cells = _Cells(given, board)
    check_frame(cells.frame, board)
    tokens, areas = tuple(cells.tokens()), tuple(cells.areas())
    source = Source.hashed(VTT, "map", (tokens, areas))
    return Scene(source, "MapTool", cells.frame, NO_SIZE_PX, game, tokens, areas)


class _Cells:
    """The cells of a map laid on a board."""

    def __init__(self, given: Mapping[str, Any], board: Board) -> None:
        self.given, self.board = given, board
        first = next(
            (token for token in given["tokens"] if str(token["name"]).strip() == A1), {"x": 0, "y": 0}
        )
        self.a1 = round(first["x"]), round(first["y"])
        kind = str(given["map"]["grid"]["type"]).casefold()
        if kind in _HEXES:
            is_flat = _HEXES[kind] is Top.FLAT
            is_shifted = self.a1[0 if is_flat else 1] % 2 == 1
            first_line = (
                (First.LOW if is_shifted else First.HIGH)
                if is_flat
                else (First.RIGHT if is_shifted else First.LEFT)
            )
            self.frame = Frame(FrameKind.HEX, _CELL_PX, (_CELL_PX, _CELL_PX), _HEXES[kind], first_line)
        elif kind == "square":
            self.frame = Frame(FrameKind.INCH, _CELL_PX, (0.0, 0.0))
        else:
            raise BadScene(
                f"map.grid.type: {kind!r} is neither square nor hex; choose another grid for this map"
            )

    def tokens(self) -> Iterator[Token]:
        """The tokens that have unit data."""
        for token in self.given["tokens"]:
            data = _data(token)
            if not (data.get("side") or data.get("type")):
                continue
            facing = token.get("facing")
            east_deg = float(facing) if isinstance(facing, int | float) else _SOUTH_DEG
            yield Token(
                id=token["id"],
                name=str(token["name"])[:200],
                position_px=place_px(self.frame, self.board, self.place(token)),
                facing_deg=(90 - east_deg) % 360,
                hidden=not token.get("is_visible", 1),
                side=str(data.get("side", "")),
                unit=frozen({key: value for key, value in data.items() if key != "side"}),
            )

    def areas(self) -> Iterator[Area]:
        """The tokens whose unit data make them markers."""
        for token in self.given["tokens"]:
            if marker := _data(token).get("marker"):
                yield Area(token["id"], str(marker), cells=(place_name(self.place(token)),))

    def place(self, token: Mapping[str, Any]) -> Place:
        """The place of a token: its hex, or the middle of its square inch."""
        column, row = round(token["x"]) - self.a1[0], round(token["y"]) - self.a1[1]
        return Hex(column, row) if isinstance(self.board, HexBoard) else Spot(column + 0.5, row + 0.5)


def _data(token: Mapping[str, Any]) -> Mapping[str, Any]:
    """The unit data of a token: JSON in its property `blindhex`."""
    given = token.get("unit", "")
    if isinstance(given, Mapping):
        return given
    if not str(given).strip().startswith("{"):
        return {}
    return parsed(str(given))
