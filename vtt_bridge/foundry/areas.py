"""Regions and drawings of Foundry: the ground and markers drawn on a scene, with its walls.

Our flags `terrain` and `level` say what one is; without them its name (or the text of a drawing) does, if
it is a terrain: "Woods", or "Orchard, level 2". Anything else on the scene is ignored.
"""

import re
from collections.abc import Iterable, Iterator
from math import cos, radians, sin
from typing import Any

import shapely
from shapely import affinity

from exporters.place_text import name
from rules.errors import BadInput
from rules.ground.hex.terrain import GROUND
from rules.ground.table.inches import Spot
from vtt_bridge.errors import BadScene
from vtt_bridge.foundry.fields import Doc, documents, mapping, number, numbers, our_flags, text
from vtt_bridge.foundry.grid import Grid
from vtt_bridge.foundry.walls import wall_areas
from vtt_bridge.port.calibration import viewport
from vtt_bridge.port.virtual_table import FLAG, Area, Frame, FrameKind, PointPx

_NAMED = re.compile(r"(?P<terrain>[a-z][a-z _]*?),?(?: level (?P<level>-?[0-9]))?")
_KNOWN = frozenset({*GROUND, "smoke"})
_MOST_POINTS = 2000


def areas_seen(scene: Doc, grid: Grid, frame: Frame, *, are_walls: bool | None = None) -> Iterator[Area]:
    """The areas in the regions and drawings of a scene, and its walls.

    `are_walls` says whether walls count; if None, they count only on a board in inches.

    On a board in inches an area is a marker, and stands where its middle is.

    Raises:
        BadInput: if one of ours cannot be read.
    """
    for kind in ("regions", "drawings"):
        for document in documents(scene, kind, "scene"):
            field = f"{kind[:-1]} {document['_id']}"
            terrain_and_level = _terrain_and_level(document, "name" if kind == "regions" else "text", field)
            if terrain_and_level is None:
                continue
            shape = _region_shape(document, field) if kind == "regions" else _drawing_shape(document, field)
            corner = grid.corner_px
            parts = list(_rings(affinity.translate(shape, -corner[0], -corner[1])))
            for number_, ring in enumerate(parts):
                area_id = document["_id"] if len(parts) == 1 else f"{document['_id']}.{number_ + 1}"
                yield _area(area_id, *terrain_and_level, ring, frame)
    yield from wall_areas(scene, grid, frame.kind, are_walls)


def region_document(
    area: Area, rings: Iterable[Iterable[PointPx]], version: int, doc_id: str
) -> dict[str, Any]:
    """An area as a region of Foundry 12, 13 or 14; `rings` are its outlines on the canvas."""
    shapes = [
        {
            "type": "polygon",
            "points": [coordinate for point in ring for coordinate in point],
            "hole": False,
            **({"gridBased": False} if version >= 14 else {}),
        }
        for ring in rings
    ]
    written: dict[str, Any] = {
        "_id": doc_id,
        "name": area.terrain.replace("_", " ").capitalize(),
        "color": "#8a8a8a",
        "shapes": shapes,
        "elevation": {"bottom": None, "top": None},
        "behaviors": [],
        "visibility": 2,
        "locked": False,
        "flags": {FLAG: {"terrain": area.terrain, "level": area.level}},
    }
    if version >= 14:
        written["levels"] = []
    return written


def _area(area_id: str, terrain: str, level: int, ring: tuple[PointPx, ...], frame: Frame) -> Area:
    if frame.kind is FrameKind.HEX:
        return Area(area_id, terrain, level, polygon_px=ring)
    middle = shapely.Polygon(ring).centroid
    x_in, y_in = viewport(frame, (1, 1)).point((middle.x, middle.y))
    return Area(area_id, terrain, level, cells=(name(Spot(round(x_in, 3), round(y_in, 3))),))


def _terrain_and_level(document: Doc, words: str, field: str) -> tuple[str, int] | None:
    """Terrain and level, by our flags or by the words on it."""
    ours = our_flags(document, field)
    if terrain := text(ours, "terrain", f"{field} flags"):
        level = number(ours, "level", f"{field} flags", 0)
        if level != int(level) or not -9 <= level <= 9:
            raise BadInput(f"{field} flags.level", level, "a whole number from -9 to 9")
        return terrain, int(level)
    named = _NAMED.fullmatch(" ".join(text(document, words, field).casefold().split()))
    if named is None or (terrain := named["terrain"].replace(" ", "_")) not in _KNOWN:
        return None
    return terrain, int(named["level"] or 0)


def _region_shape(document: Doc, field: str) -> shapely.Geometry:
    shapes = document.get("shapes")
    if not isinstance(shapes, list) or not all(isinstance(shape, dict) for shape in shapes) or not shapes:
        raise BadInput(f"{field}.shapes", shapes, "a list of shapes")
    drawn = [(_shape(shape, field), shape.get("hole") is True) for shape in shapes]
    solid = [shape for shape, is_hole in drawn if not is_hole]
    holes = [shape for shape, is_hole in drawn if is_hole]
    if len(solid) == 1 and not holes:
        return solid[0]
    return shapely.difference(shapely.union_all(solid), shapely.union_all(holes))


def _shape(shape: Doc, field: str) -> shapely.Polygon:
    def of(key: str, default: float | None = None) -> float:
        return number(shape, key, f"{field}.shapes", default)

    match shape.get("type"):
        case "polygon":
            return _polygon(numbers(shape, "points", f"{field}.shapes"), (0.0, 0.0), field)
        case "rectangle":
            x, y, width, height = of("x"), of("y"), of("width"), of("height")
            if "anchorX" not in shape:
                return affinity.rotate(_box(x, y, width, height), of("rotation", 0), origin="center")
            # From version 14 on x and y are an anchor within the rectangle, about which it turns (foundryvtt issue 13298).
            box = _box(x - of("anchorX") * width, y - of("anchorY", 0) * height, width, height)
            return affinity.rotate(box, of("rotation", 0), origin=(x, y))
        case "circle":
            return _ellipse(of("x"), of("y"), of("radius"), of("radius"), 0)
        case "ellipse":
            return _ellipse(of("x"), of("y"), of("radiusX"), of("radiusY"), of("rotation", 0))
        case other:
            raise BadInput(f"{field}.shapes.type", other, "polygon, rectangle, circle or ellipse")


def _drawing_shape(document: Doc, field: str) -> shapely.Polygon:
    shape = mapping(document, "shape", field)
    x, y = number(document, "x", field), number(document, "y", field)
    kind = shape.get("type")
    width = number(shape, "width", f"{field}.shape", 0)
    height = number(shape, "height", f"{field}.shape", 0)
    match kind:
        case "r":
            drawn = _box(x, y, width, height)
        case "e":
            drawn = _ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0)
        case "c":
            # A circle has a radius and no width.
            radius = number(shape, "radius", f"{field}.shape", width / 2)
            return _ellipse(x + radius, y + radius, radius, radius, 0)
        case "p":
            drawn = _polygon(numbers(shape, "points", f"{field}.shape"), (x, y), field)
        case _:
            raise BadInput(f"{field}.shape.type", kind, "r, e, c or p")
    turn = number(document, "rotation", field, 0)
    if not turn:
        return drawn
    return affinity.rotate(drawn, turn, origin=(x + width / 2, y + height / 2))


def _polygon(points: list[float], at: PointPx, field: str) -> shapely.Polygon:
    pairs = [(at[0] + x, at[1] + y) for x, y in zip(points[::2], points[1::2], strict=False)]
    if len(pairs) > 1 and pairs[0] == pairs[-1]:
        pairs.pop()
    if len(points) % 2 or not 3 <= len(pairs) <= _MOST_POINTS:
        raise BadInput(f"{field}.points", len(points), f"3 to {_MOST_POINTS} points, x and y of each")
    polygon = shapely.Polygon(pairs)
    if not polygon.is_valid:
        raise BadScene(f"{field}: its outline crosses itself; draw it anew")
    return polygon


def _box(x: float, y: float, width: float, height: float) -> shapely.Polygon:
    return shapely.Polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def _ellipse(x: float, y: float, across: float, down: float, turn_deg: float) -> shapely.Polygon:
    around = [(x + across * cos(radians(a)), y + down * sin(radians(a))) for a in range(0, 360, 5)]
    return affinity.rotate(shapely.Polygon(around), turn_deg, origin=(x, y))


def _rings(shape: shapely.Geometry) -> Iterator[tuple[PointPx, ...]]:
    """The outlines of the parts of a shape; a part with a hole is cut in two through the hole."""
    for part in shapely.get_parts(shape):
        if not isinstance(part, shapely.Polygon) or part.is_empty:
            continue
        if not part.interiors:
            yield tuple((float(x), float(y)) for x, y in part.exterior.coords[:-1])
            continue
        left, top, right, bottom = part.bounds
        middle = shapely.Polygon(part.interiors[0]).centroid.x
        for low, high in ((left, middle), (middle, right)):
            yield from _rings(shapely.intersection(part, shapely.box(low, top, high, bottom)))
