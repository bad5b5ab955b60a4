"""Reads and writes objects: hexsides, roads, rivers and outlines drawn over the hexes.

class wall (polyline)      runs along hexsides from vertex to vertex; with a property `in` it is an image in that hex
class road, river          runs from hex to hex (a point where it is in one hex alone)
class *_building (polygon) the image of a building, in the hex its middle lies in or `in` names
class contour (polygon)    a contour line, with its number as the property `contour`
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, cos, radians, sin
from typing import Any

from maps.documents import Document
from rules.errors import BadInput
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import ALONG_HEXSIDES, LINES, OUTLINED, Terrain
from vtt_bridge.map_files.tiled.hexagons import Hexagons, LatticePoint
from vtt_bridge.map_files.tiled.tiles import class_of, properties_of, whole_number
from vtt_bridge.port.virtual_table import PointPx

NEAR_HEXES = 0.25
"""The greatest distance of a wall's corner from a vertex (a hexside is 0.58 long)."""

_STEP_HEXES = 0.125
_DECIMALS = 4
_DRAWABLE = LINES | OUTLINED | ALONG_HEXSIDES

Entry = dict[str, Any]


@dataclass(slots=True)
class Drawn:
    """The objects of a map as entries of a blindhex-board/1; `drawn_by` names the object of each."""

    hexsides: list[Entry] = field(default_factory=list)
    lines: list[Entry] = field(default_factory=list)
    outlines: list[Entry] = field(default_factory=list)
    sides: set[tuple[Hex, Hex]] = field(default_factory=set)
    drawn_by: dict[str, str] = field(default_factory=dict)
    left_out: int = 0

    def add(self, kind: str, entry: Entry, name: str) -> None:
        """Add an entry to one of the lists, and note the object that it comes from."""
        entries: list[Entry] = getattr(self, kind)
        self.drawn_by[f"{kind}[{len(entries)}]"] = name
        entries.append(entry)


def read_object(thing: Document, offset_px: PointPx, hexagons: Hexagons, drawn: Drawn) -> None:
    """Add the contents of an object; objects without a class are only counted.

    Raises:
        BadInput: naming the object that cannot be read.
    """
    kind, name = class_of(thing), _name(thing)
    if not kind:
        drawn.left_out += 1
        return
    if kind not in _DRAWABLE:
        raise BadInput(f"{name}: class", kind, f"one of {', '.join(sorted(_DRAWABLE))}")
    terrain, points = Terrain(kind), _points_px(thing, offset_px, name)
    properties = properties_of(thing)
    if terrain in LINES:
        path = [place.label for place in _path(hexagons, points, name)]
        drawn.add("lines", {"terrain": terrain.value, "path": path}, name)
    elif terrain in ALONG_HEXSIDES and (terrain not in OUTLINED or "in" not in properties):
        closed = [*points, points[0]] if "polygon" in thing or _is_box(thing) else points
        for here, there in _hexsides(hexagons, closed, name):
            if (here, there) not in drawn.sides:
                drawn.sides.add((here, there))
                drawn.add("hexsides", {"between": [here.label, there.label], "terrain": terrain.value}, name)
    else:
        drawn.add("outlines", _outline(terrain, points, properties, hexagons, name), name)


def hexside_objects(entries: Iterable[Document], hexagons: Hexagons) -> Iterator[Entry]:
    """The hexsides of a board document as objects without an id."""
    grid = hexagons.grid
    for entry in entries:
        ends = grid.ends(grid.hexside(*map(Hex.named, entry["between"])))
        yield _object("/".join(entry["between"]), entry["terrain"], "polyline", _px(hexagons, ends))


def line_objects(entries: Iterable[Document], hexagons: Hexagons) -> Iterator[Entry]:
    """The roads and rivers of a board document as objects without an id."""
    for entry in entries:
        path: Sequence[str] = entry["path"]
        name = path[0] if len(path) == 1 else f"{path[0]} to {path[-1]}"
        points = _px(hexagons, [hexagons.grid.centre(Hex.named(label)) for label in path])
        yield _object(name, entry["terrain"], "polyline" if len(path) > 1 else "point", points)


def outline_objects(entries: Iterable[Document], hexagons: Hexagons) -> Iterator[Entry]:
    """The outlines of a board document as objects without an id."""
    grid = hexagons.grid
    (x0, y0), (sx, sy) = grid.centre(Hex(0, 0)), grid.scale
    for entry in entries:
        points = _px(hexagons, [(x / sx + x0, y / sy + y0) for x, y in entry["polygon"]])
        shape = "polygon" if len(points) > 2 else "polyline"
        if "in" in entry:
            property_entry = {"name": "in", "type": "string", "value": entry["in"]}
        else:
            property_entry = {"name": "contour", "type": "int", "value": entry["contour"]}
        yield {
            **_object(str(property_entry["value"]), entry["terrain"], shape, points),
            "properties": [property_entry],
        }


def _outline(
    terrain: Terrain, points: Sequence[PointPx], properties: Mapping[str, Any], hexagons: Hexagons, name: str
) -> Entry:
    entry: Entry = {"terrain": terrain.value}
    if terrain is Terrain.CONTOUR:
        number = whole_number(properties, "contour", name)
        if number is None:
            raise BadInput(f"{name}: contour", None, "the number of the contour, a property of the object")
        entry["contour"] = number
    else:
        middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
        entry["in"] = str(properties.get("in") or hexagons.nearest(middle)[0].label)
    entry["polygon"] = [_hexes(hexagons, point) for point in points]
    return entry


def _path(hexagons: Hexagons, points: Sequence[PointPx], name: str) -> list[Hex]:
    """The hexes that a line drawn from point to point runs through."""
    path = [_on_board(hexagons, points[0], name)]
    for start, end in pairwise(points):
        steps = max(1, ceil(hexagons.away_hexes(*map(hexagons.lattice, (start, end))) / _STEP_HEXES))
        for step in range(1, steps + 1):
            part = step / steps
            at = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
            place = _on_board(hexagons, at, name)
            if place != path[-1]:
                path.append(place)
    return path


def _on_board(hexagons: Hexagons, point: PointPx, name: str) -> Hex:
    place, _ = hexagons.nearest(point)
    if place not in hexagons.grid:
        raise BadInput(name, f"({point[0]:g}, {point[1]:g})", f"on the map, which has {hexagons.grid.extent}")
    return place


def _hexsides(hexagons: Hexagons, points: Sequence[PointPx], name: str) -> Iterator[tuple[Hex, Hex]]:
    """The pairs of hexes between which a wall runs from vertex to vertex."""
    for start, end in pairwise(points):
        place, _ = hexagons.nearest(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        ends = [hexagons.lattice(point) for point in (start, end)]
        for around in range(6):
            near = hexagons.grid.neighbour(place, around)
            side = hexagons.grid.hexside(place, near)
            if _is_near(hexagons, ends, hexagons.grid.ends(side)):
                break
        else:
            at = f"({start[0]:g}, {start[1]:g}) to ({end[0]:g}, {end[1]:g})"
            raise BadInput(name, at, "drawn along a hexside from vertex to vertex")
        yield side.first, side.second


def _is_near(hexagons: Hexagons, drawn: Sequence[LatticePoint], ends: Sequence[LatticePoint]) -> bool:
    return any(
        all(hexagons.away_hexes(one, other) <= NEAR_HEXES for one, other in zip(drawn, ordered, strict=True))
        for ordered in (ends, ends[::-1])
    )


def _points_px(thing: Document, offset_px: PointPx, name: str) -> list[PointPx]:
    """The points of an object in pixels of the map, after its rotation."""
    if "gid" in thing or "text" in thing or thing.get("ellipse"):
        raise BadInput(name, class_of(thing), "drawn as a polygon, polyline, rectangle or point")
    if "polygon" in thing or "polyline" in thing:
        corners = [(point["x"], point["y"]) for point in thing.get("polygon") or thing["polyline"]]
    elif _is_box(thing):
        width, height = thing["width"], thing["height"]
        corners = [(0, 0), (width, 0), (width, height), (0, height)]
    else:
        corners = [(0, 0)]
    turn = radians(thing.get("rotation", 0))
    x0, y0 = thing["x"] + offset_px[0], thing["y"] + offset_px[1]
    return [(x0 + x * cos(turn) - y * sin(turn), y0 + x * sin(turn) + y * cos(turn)) for x, y in corners]


def _is_box(thing: Document) -> bool:
    return "polyline" not in thing and bool(thing.get("width")) and bool(thing.get("height"))


def _hexes(hexagons: Hexagons, point: PointPx) -> list[float]:
    x, y = hexagons.grid.position(hexagons.lattice(point))
    return [round(x, _DECIMALS + 2), round(y, _DECIMALS + 2)]


def _px(hexagons: Hexagons, points: Iterable[LatticePoint]) -> list[PointPx]:
    unrounded = (hexagons.point_px(point) for point in points)
    return [(round(x, _DECIMALS), round(y, _DECIMALS)) for x, y in unrounded]


def _object(name: str, kind: str, shape: str, points: Sequence[PointPx]) -> Entry:
    (x0, y0) = points[0]
    document: Entry = {"name": name, "type": kind, "x": x0, "y": y0}
    document |= {"width": 0, "height": 0, "rotation": 0, "visible": True}
    if shape == "point":
        return {**document, "point": True}
    relative = [{"x": round(x - x0, _DECIMALS), "y": round(y - y0, _DECIMALS)} for x, y in points]
    return {**document, shape: relative}


def _name(thing: Document) -> str:
    return f"object {thing['id']} ({thing['name']})" if thing.get("name") else f"object {thing['id']}"
