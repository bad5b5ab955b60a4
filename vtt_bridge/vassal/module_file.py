"""Module files of VASSAL (.vmod): their maps, boards and hex grids, and the pieces of their palettes.

Only names and sizes are read; a module's art and texts are not kept.
Sources: VASSAL/build/module/Map.java, VASSAL/build/module/map/boardPicker/Board.java, VASSAL/build/widget/PieceSlot.java.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from PIL import Image, UnidentifiedImageError

from rules.errors import BadInput, Unknown
from vtt_bridge.vassal.archive import Archive
from vtt_bridge.vassal.hex_grid import USUAL_DX, USUAL_DY, Numbering, VassalGrid
from vtt_bridge.vassal.pieces import Piece
from vtt_bridge.vassal.sequences import split

_BOARD = "VASSAL.build.module.map.boardPicker.Board"
_HEX_GRID = "VASSAL.build.module.map.boardPicker.board.HexGrid"
_NUMBERING = "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering"
_PICKER = "VASSAL.build.module.map.BoardPicker"
_SLOT = "VASSAL.build.widget.PieceSlot"
_PROTOTYPE = "VASSAL.build.module.PrototypeDefinition"


@dataclass(frozen=True, slots=True)
class VassalBoard:
    """A board of a map: its size, and its hex grid if it has one."""

    name: str
    size_px: tuple[int, int]
    grid: VassalGrid | None


@dataclass(frozen=True, slots=True)
class VassalMap:
    """A map: the margin round its boards, and the boards it can show. Files use `id` for a map without a name."""

    id: str
    name: str
    edge_px: tuple[int, int]
    boards: tuple[VassalBoard, ...]

    def board(self, name: str) -> VassalBoard:
        """The board with that name.

        Raises:
            Unknown: if there is none.
        """
        for board in self.boards:
            if board.name == name:
                return board
        raise Unknown("board of the module", name, (board.name for board in self.boards))


class Module:
    """A module file; its parts are read on demand.

    Raises:
        BadInput: if it is not a module; the sentence names the file.
    """

    def __init__(self, path: Path) -> None:
        self._archive = Archive(path)
        text = self._archive.read("buildFile.xml", "buildFile")
        if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
            raise BadInput(path.name, "a document type", "a build file without one")
        try:
            self._root = ElementTree.fromstring(text)
        except ElementTree.ParseError as error:
            raise BadInput(f"{path.name}/buildFile.xml", str(error), "XML that can be read") from None
        self.name = self._root.get("name", path.stem)

    @cached_property
    def maps(self) -> tuple[VassalMap, ...]:
        """The maps of the module, in its order."""
        elements = (element for element in self._root.iter() if element.find(_PICKER) is not None)
        return tuple(self._map(number, element) for number, element in enumerate(elements))

    def map(self, name: str) -> VassalMap:
        """The map with that name or id.

        Raises:
            Unknown: if there is none.
        """
        for map_ in self.maps:
            if name in (map_.name, map_.id):
                return map_
        raise Unknown("map of the module", name, (map_.name for map_ in self.maps))

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of the palettes, with the traits of their prototypes inserted."""
        slots = (self._piece(slot.text or "") for slot in self._root.iter(_SLOT))
        return tuple(self._whole(piece) for piece in slots if piece is not None)

    def _piece(self, text: str) -> Piece | None:
        fields = split(text.strip().removeprefix("+/"), "/")
        return Piece.read(fields[0], fields[1], fields[2]) if len(fields) >= 3 else None

    @cached_property
    def _prototypes(self) -> dict[str, Piece]:
        named = (
            (element.get("name", ""), self._piece(element.text or ""))
            for element in self._root.iter(_PROTOTYPE)
        )
        return {name: piece for name, piece in named if piece is not None}

    def _whole(self, piece: Piece, known: frozenset[str] = frozenset()) -> Piece:
        """A piece with each prototype's name replaced by its traits."""
        traits: list[tuple[str, str]] = []
        for type_, state in piece.traits:
            name = type_.removeprefix("prototype;")
            if name == type_ or name in known or name not in self._prototypes:
                traits.append((type_, state))
            else:
                traits.extend(self._whole(self._prototypes[name], known | {name}).traits[:-1])
        return replace(piece, traits=tuple(traits))

    def _map(self, number: int, element: Element) -> VassalMap:
        edge = _whole(element.get("edgeWidth")), _whole(element.get("edgeHeight"))
        boards = tuple(self._board(board) for board in element.iter(_BOARD))
        return VassalMap(f"Map{number}", element.get("mapName", ""), edge, boards)

    def _board(self, element: Element) -> VassalBoard:
        name, picture = element.get("name", ""), element.get("image", "")
        size = (
            self._size_px(picture)
            if picture
            else (_whole(element.get("width")), _whole(element.get("height")))
        )
        times = _number(element.get("magnification"), 1.0)
        grid = next((_grid(node) for node in element.iter(_HEX_GRID)), None)
        return VassalBoard(name, (round(size[0] * times), round(size[1] * times)), grid)

    def _size_px(self, picture: str) -> tuple[int, int]:
        kept = self._archive.read(f"images/{picture}", f"images/{picture}.gif")
        try:
            with Image.open(BytesIO(kept)) as opened:
                return opened.size
        except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
            raise BadInput(
                f"images/{picture}", f"{len(kept)} bytes", "a picture whose size can be read"
            ) from None


def _grid(element: Element) -> VassalGrid:
    dy = _number(element.get("dy"), USUAL_DY)
    dx = _number(element.get("dx"), dy / USUAL_DY * USUAL_DX)
    if dx <= 0 or dy <= 0:
        raise BadInput("HexGrid", f"dx {dx:g}, dy {dy:g}", "hexes of some size")
    numbering = next((_numbering(node) for node in element.iter(_NUMBERING)), Numbering())
    return VassalGrid(
        _number(element.get("x0"), 0.0), _number(element.get("y0"), USUAL_DY / 2), dx, dy,
        element.get("sideways") == "true", numbering,
    )  # fmt: skip


def _numbering(element: Element) -> Numbering:
    return Numbering(
        column_first=element.get("first", "H") == "H",
        separator=element.get("sep", ""),
        column_letters=element.get("hType", "N") == "A",
        row_letters=element.get("vType", "N") == "A",
        column_zeros=_whole(element.get("hLeading", "1")),
        row_zeros=_whole(element.get("vLeading", "1")),
        column_offset=_whole(element.get("hOff", "1")),
        row_offset=_whole(element.get("vOff", "1")),
        columns_descend=element.get("hDescend") == "true",
        rows_descend=element.get("vDescend") == "true",
        stagger=element.get("stagger", "true") == "true",
    )


def _whole(text: str | None) -> int:
    return int(_number(text, 0.0))


def _number(text: str | None, usual: float) -> float:
    try:
        return float(text) if text else usual
    except ValueError:
        raise BadInput("buildFile.xml", text, "a number") from None
