"""Maps in the Universal VTT format (.uvtt, .dd2vtt, .df2vtt), 0.2 and 0.3, read into a table in inches.

The format says what blocks sight and where doors are, in grid squares: its walls are house walls unless the reader
names another terrain for them, and he says how many inches a square is.
"""

import warnings
from base64 import b64decode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import shapely
from PIL import Image, UnidentifiedImageError
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from maps.documents import Document, check_schema, parsed
from maps.house_walls import THICK_IN, DrawnHouses, Opening
from rules.errors import BadInput
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from vtt_bridge.system.bounded_read import MOST_BYTES

SCHEMA = "universal_vtt.schema.json"
MOST_SIDE_PX = 16_384
_KINDS = {"PNG": ".png", "WEBP": ".webp"}

_ALONG_LINES = frozenset(
    {
        TableTerrain.WALL,
        TableTerrain.HEDGE,
        TableTerrain.BOCAGE,
        TableTerrain.FENCE,
        TableTerrain.SANDBAGS,
        TableTerrain.BARBED_WIRE,
        TableTerrain.DITCH,
        TableTerrain.CLIFF,
    }
)
"""The terrains that lie along the lines of a map; all others fill closed rings of lines."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How to read a map: inches to the square, the terrain of walls and objects, whether doors are read, and
    how thick walls are.
    """

    square_in: float
    walls: TableTerrain = TableTerrain.HOUSE_WALL
    objects: TableTerrain = TableTerrain.HOUSE_WALL
    with_doors: bool = True
    thick_in: float = THICK_IN

    def __post_init__(self) -> None:
        if not 0.1 <= self.square_in <= 100:
            raise BadInput("square_in", self.square_in, "the inches a square of the map is, from 0.1 to 100")


@dataclass(frozen=True, slots=True)
class UniversalMap:
    """The table in a map, and its picture unchanged, with the ending for its file.

    `summary` has sentences on what was made of its lines.
    """

    table: Tabletop
    picture: bytes
    ending: str
    summary: tuple[str, ...]


def read_universal(text: bytes | str, name: str, scale: Scale) -> UniversalMap:
    """The table in a Universal VTT map, under the name given.

    Lines that leave the map are cut at its edge. A closed portal in a house wall is a door, and an open one, which is
    also how windows are written, an open door; in other walls they are gates and gaps.

    Raises:
        BadInput: for the first fault.
    """
    given = parsed(text, MOST_BYTES)
    check_schema(given, SCHEMA, package="vtt_bridge.map_files")
    size, origin = given["resolution"]["map_size"], given["resolution"].get("map_origin", {"x": 0, "y": 0})
    sheet = _Sheet(size["x"] * scale.square_in, size["y"] * scale.square_in, origin, scale)
    drawn = {name: given.get(name, ()) for name in ("line_of_sight", "objects_line_of_sight")}
    portals = [*sheet.portals(given.get("portals", ()) if scale.with_doors else ())]
    walls, objects = (
        [*sheet.lines(lines)] if terrain is TableTerrain.HOUSE_WALL else []
        for lines, terrain in zip(drawn.values(), (scale.walls, scale.objects), strict=True)
    )
    has_houses = scale.walls is TableTerrain.HOUSE_WALL
    houses = DrawnHouses(
        sheet.width_in, sheet.depth_in, walls, portals if has_houses else (), objects, scale.thick_in
    )
    others = [
        piece
        for (name, lines), terrain in zip(drawn.items(), (scale.walls, scale.objects), strict=True)
        if terrain is not TableTerrain.HOUSE_WALL
        for piece in sheet.pieces(lines, terrain, name)
    ]
    if not has_houses:
        others += sheet.gates(portals)
    picture, ending = _picture(given)
    table = Tabletop(name, sheet.width_in, sheet.depth_in, (*houses.pieces, *others))
    return UniversalMap(
        table,
        picture,
        ending,
        (*(() if others and not (walls or objects) else houses.summary), *_pieces_summary(others)),
    )


def _pieces_summary(pieces: Iterable[Piece]) -> Iterator[str]:
    """A sentence on the pieces of other terrain made from the lines of a map."""
    made = Counter(piece.terrain.words for piece in pieces)
    if made:
        yield f"{', '.join(f'{words} {number}' for words, number in made.items())}: pieces of terrain as asked for."


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The map in inches, and its conversion into terrain pieces."""

    width_in: float
    depth_in: float
    origin: Mapping[str, float]
    scale: Scale

    def lines(self, given: Iterable[Iterable[Document]]) -> Iterator[LineString]:
        """The lines of a list, in inches; lines of no length are left out."""
        return (line for line in map(self._line, given) if line is not None)

    def pieces(
        self, given: Iterable[Iterable[Document]], terrain: TableTerrain, field: str
    ) -> Iterator[Piece]:
        """Terrain pieces along lines, or filling closed rings of lines."""
        for number, line in enumerate(map(self._line, given)):
            if line is None:
                continue
            shape: BaseGeometry = line
            if terrain not in _ALONG_LINES:
                if not line.is_closed:
                    wanted = f"a closed ring, which {terrain.words} fills; read the lines as house walls"
                    raise BadInput(f"{field}[{number}]", line.coords[-1], wanted)
                shape = Polygon(line)
                if not shape.is_valid:
                    raise BadInput(f"{field}[{number}]", line.coords[0], "a ring that does not cross itself")
            yield from self._on_table(shape, terrain, f"{field}-{number + 1}")

    def portals(self, given: Iterable[Document]) -> Iterator[Opening]:
        """The portals of a map as doors, shut or open."""
        for portal in given:
            terrain = TableTerrain.DOOR if portal.get("closed", True) else TableTerrain.OPEN_DOOR
            if (line := self._line(portal["bounds"])) is not None:
                yield Opening(terrain, line)

    def gates(self, portals: Iterable[Opening]) -> Iterator[Piece]:
        """Doors in walls other than house walls, as gates, or gaps if they are open."""
        for number, portal in enumerate(portals, 1):
            is_shut = portal.terrain is TableTerrain.DOOR
            terrain = TableTerrain.GATE if is_shut else TableTerrain.GAP
            yield from self._on_table(portal.line, terrain, f"portal-{number}")

    def _line(self, given: Iterable[Document]) -> LineString | None:
        points = [self._inches(point) for point in given]
        return LineString(points) if len(set(points)) > 1 else None

    def _inches(self, point: Mapping[str, Any]) -> tuple[float, float]:
        return (
            round((point["x"] - self.origin["x"]) * self.scale.square_in, 4) + 0.0,
            round((point["y"] - self.origin["y"]) * self.scale.square_in, 4) + 0.0,
        )

    def _on_table(self, shape: BaseGeometry, terrain: TableTerrain, piece_id: str) -> Iterator[Piece]:
        """The parts of a shape on the table: none, one, or several if it crosses the edge more than once."""
        width_in = self.scale.thick_in if isinstance(shape, LineString) else None
        table = shapely.box(0, 0, self.width_in, self.depth_in)
        whole = shape if table.covers(shape) else shape.intersection(table)
        parts = [
            part
            for part in shapely.get_parts(whole).tolist()
            if type(part) is type(shape) and not part.is_empty
        ]
        for number, part in enumerate(parts, 1):
            name = piece_id if len(parts) == 1 else f"{piece_id}-{number}"
            yield Piece(name, terrain, part, width_in)


def _picture(given: Document) -> tuple[bytes, str]:
    """The picture of a map unchanged, without unpacking it; empty if there is none."""
    if not given.get("image"):
        return b"", ""
    try:
        picture = b64decode(given["image"], validate=True)
    except ValueError:
        raise BadInput("image", given["image"], "a picture in base64") from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(picture), formats=tuple(_KINDS)) as opened:
                kind, (width, height) = opened.format or "", opened.size
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise BadInput("image", "its size", f"at most {Image.MAX_IMAGE_PIXELS} pixels in all") from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        raise BadInput("image", picture[:12], "a picture in PNG or WebP") from None
    if max(width, height) > MOST_SIDE_PX:
        raise BadInput("image", f"{width} x {height} px", f"at most {MOST_SIDE_PX} a side")
    return picture, _KINDS[kind]
