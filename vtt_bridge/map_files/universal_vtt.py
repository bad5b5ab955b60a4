"""Maps in the Universal VTT format (.uvtt, .dd2vtt, .df2vtt), 0.2 and 0.3, read into a table in inches.

The format says what blocks sight and where doors are, in grid squares, and has no word for terrain: the
reader says which terrain its walls and its objects are, and how many inches a square is.
"""

import warnings
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import shapely
from PIL import Image, UnidentifiedImageError
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from maps.documents import Document, check_schema, parsed
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
"""What lies along the lines of a map; everything else fills the rings they close."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How a map is to be read: inches to the square, the terrain of walls and objects, doors or none, how
    thick a wall is.
    """

    square_in: float
    walls: TableTerrain = TableTerrain.WALL
    objects: TableTerrain = TableTerrain.WALL
    with_doors: bool = True
    thick_in: float = 0.25

    def __post_init__(self) -> None:
        if not 0.1 <= self.square_in <= 100:
            raise BadInput("square_in", self.square_in, "the inches a square of the map is, from 0.1 to 100")


@dataclass(frozen=True, slots=True)
class UniversalMap:
    """The table that a map shows, and its picture as it came, with the ending its file should have."""

    table: Tabletop
    picture: bytes
    ending: str


def read_universal(text: bytes | str, name: str, scale: Scale) -> UniversalMap:
    """The table that a Universal VTT map shows, named as given.

    Lines that leave the map are cut at its edge. A closed door is a gate; an open one, which is also how
    windows are written, is a gap.

    Raises:
        BadInput: for the first thing that is wrong with it.
    """
    given = parsed(text, MOST_BYTES)
    check_schema(given, SCHEMA, package="vtt_bridge.map_files")
    size, origin = given["resolution"]["map_size"], given["resolution"].get("map_origin", {"x": 0, "y": 0})
    sheet = _Sheet(size["x"] * scale.square_in, size["y"] * scale.square_in, origin, scale)
    pieces = (
        *sheet.lines(given.get("line_of_sight", ()), scale.walls, "line_of_sight"),
        *sheet.lines(given.get("objects_line_of_sight", ()), scale.objects, "objects_line_of_sight"),
        *sheet.portals(given.get("portals", ()) if scale.with_doors else ()),
    )
    picture, ending = _picture(given)
    return UniversalMap(Tabletop(name, sheet.width_in, sheet.depth_in, pieces), picture, ending)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The map in inches, and what is drawn on it as terrain pieces."""

    width_in: float
    depth_in: float
    origin: Mapping[str, float]
    scale: Scale

    def lines(
        self, given: Iterable[Iterable[Document]], terrain: TableTerrain, field: str
    ) -> Iterator[Piece]:
        for number, line in enumerate(given):
            points = [self._inches(point) for point in line]
            if len(set(points)) < 2:
                continue
            shape: BaseGeometry
            if terrain in _ALONG_LINES:
                shape = LineString(points)
            elif len(set(points)) > 2 and points[0] == points[-1]:
                shape = Polygon(points)
                if not shape.is_valid:
                    raise BadInput(f"{field}[{number}]", points[0], "a ring that does not cross itself")
            else:
                wanted = f"a closed ring, which {terrain.words} fills; read the lines as a wall"
                raise BadInput(f"{field}[{number}]", points[-1], wanted)
            yield from self._pieces(shape, terrain, f"{field}-{number + 1}")

    def portals(self, given: Iterable[Document]) -> Iterator[Piece]:
        for number, portal in enumerate(given):
            one, other = (self._inches(point) for point in portal["bounds"])
            terrain = TableTerrain.GATE if portal.get("closed", True) else TableTerrain.GAP
            if one != other:
                yield from self._pieces(LineString([one, other]), terrain, f"portal-{number + 1}")

    def _inches(self, point: Mapping[str, Any]) -> tuple[float, float]:
        return (
            round((point["x"] - self.origin["x"]) * self.scale.square_in, 4) + 0.0,
            round((point["y"] - self.origin["y"]) * self.scale.square_in, 4) + 0.0,
        )

    def _pieces(self, shape: BaseGeometry, terrain: TableTerrain, piece_id: str) -> Iterator[Piece]:
        """The parts of a shape on the table: none, one, or several where it leaves and comes back."""
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
    """The picture of a map as it came, never unpacked here; empty if there is none."""
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
