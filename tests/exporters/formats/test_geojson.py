"""GeoJSON: features with role and properties, in board units."""

import json
from typing import Any

import pytest
from shapely.geometry import shape

from exporters.formats.geojson import render
from exporters.picture import Picture
from exporters.pictures.board_picture import board_picture
from exporters.pictures.range_picture import range_picture
from exporters.pictures.reach_picture import reach_picture
from exporters.pictures.sight_picture import field_picture, los_picture
from rules.ground.hex.hexes import Hex
from tests.exporters.samples import (
    BLOCKED_LOS,
    FIELD,
    RANGES,
    REACH,
    SECTOR,
    STATE,
    TABLE,
    TABLE_REACH,
    TABLE_STATE,
)

PICTURES = {
    "board": board_picture(STATE),
    "los": los_picture(SECTOR, BLOCKED_LOS, Hex.named("A3"), Hex.named("E2")),
    "field": field_picture(SECTOR, FIELD),
    "range": range_picture(SECTOR, RANGES),
    "table": board_picture(TABLE_STATE, reach_picture(TABLE, TABLE_REACH)),
}


def features(picture: Picture) -> list[dict[str, Any]]:
    document = json.loads(render(picture))
    assert document["type"] == "FeatureCollection"
    found: list[dict[str, Any]] = document["features"]
    return found


@pytest.mark.parametrize("name", PICTURES)
def test_every_feature_is_a_valid_geometry_with_a_role(name: str) -> None:
    for feature in features(PICTURES[name]):
        assert feature["type"] == "Feature"
        assert feature["properties"]["role"]
        geometry = shape(feature["geometry"])
        assert geometry.is_valid
        assert not geometry.is_empty


def test_a_reach_tells_the_cost_of_each_hex() -> None:
    found = {
        feature["properties"]["place"]: feature["properties"]
        for feature in features(reach_picture(SECTOR, REACH))
        if "place" in feature["properties"]
    }
    assert found["B2"] == {"role": "reach-1", "place": "B2", "cost": 0.5}
    assert found["A4"] == {"role": "reach-6", "place": "A4", "cost": 3.0, "proviso": "river exit roll"}


def test_hexes_lie_in_board_units() -> None:
    (first, *_) = features(field_picture(SECTOR, FIELD))
    assert first["properties"]["place"] == "A1"
    hexagon = shape(first["geometry"])
    assert hexagon.area == pytest.approx(3**0.5 / 2, abs=1e-5)
    assert (hexagon.centroid.x, hexagon.centroid.y) == pytest.approx((0, 0), abs=1e-6)


def test_a_reach_on_a_table_is_contour_polygons_in_inches() -> None:
    found = [f for f in features(reach_picture(TABLE, TABLE_REACH)) if f["properties"]["role"] == "reach-6"]
    assert found
    assert all(feature["geometry"]["type"] == "Polygon" for feature in found)
