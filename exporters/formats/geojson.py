"""A picture as GeoJSON: each mark a feature with its role and its facts.

Coordinates are board units (hexes, or inches), x to the right and y down, as in board documents;
they are not longitude and latitude.
"""

import json
from collections.abc import Iterable, Iterator
from typing import assert_never

from exporters.board_shapes import hexagon
from exporters.picture import Area, Cells, Dot, Facts, Label, Line, Mark, Picture, Point

Json = dict[str, object]


def render(picture: Picture) -> str:
    """The picture as the text of a FeatureCollection; later features lie on top."""
    features = [feature for mark in picture.marks for feature in _features(mark)]
    box = picture.box
    document: Json = {
        "type": "FeatureCollection",
        "format": "blindhex-picture/1",
        "title": picture.title,
        "text": picture.text,
        "bbox": [_rounded(side) for side in (box.left, box.top, box.right, box.bottom)],
        "legend": [{"role": role.value, "text": text} for role, text in picture.legend],
        "features": features,
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def _features(mark: Mark) -> Iterator[Json]:
    match mark:
        case Cells():
            for place, role in mark.roles.items():
                facts = {"place": place.label, **mark.facts.get(place, {})}
                yield _feature("Polygon", [_ring(hexagon(mark.grid, place))], role, facts)
        case Area(role=role, rings=rings, facts=facts):
            yield _feature("Polygon", [_ring(ring) for ring in rings], role, facts)
        case Line(role=role, points=points, facts=facts):
            yield _feature("LineString", _positions(points), role, facts)
        case Dot(role=role, at=at, radius=radius, facts=facts):
            yield _feature("Point", _position(at), role, {**facts, "radius": radius})
        case Label(role=role, at=at, text=text, size=size):
            yield _feature("Point", _position(at), role, {"text": text, "size": size})
        case _:
            assert_never(mark)


def _feature(kind: str, coordinates: object, role: str, facts: Facts) -> Json:
    return {
        "type": "Feature",
        "geometry": {"type": kind, "coordinates": coordinates},
        "properties": {"role": str(role), **facts},
    }


def _ring(ring: Iterable[Point]) -> list[list[float]]:
    points = _positions(ring)
    return [*points, points[0]]


def _positions(points: Iterable[Point]) -> list[list[float]]:
    return [_position(point) for point in points]


def _position(point: Point) -> list[float]:
    return [_rounded(point[0]), _rounded(point[1])]


def _rounded(number: float) -> float:
    return round(number, 6) + 0.0
