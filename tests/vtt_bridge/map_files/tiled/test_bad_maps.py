"""Maps that cannot be read are refused in one sentence that names layer, tile or object."""

import json
import zlib
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from rules.errors import BadInput
from tests.vtt_bridge.cli_ground import answered, refused
from tests.vtt_bridge.map_files.tiled.maps import TILESET, hex_map, objects, polyline, read, tile_layer

CELLS = [1, *[0] * 11]
BOMB = b64encode(zlib.compress(b"\0" * 1_000_000)).decode()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (hex_map(orientation="orthogonal"), "orientation: 'orthogonal' is not hexagonal"),
        (hex_map(infinite=True), r"infinite: true is not false \(turn Infinite off"),
        (hex_map(staggeraxis="z"), "staggeraxis: 'z' is not one of x, y"),
        (hex_map(width=4000), "width: 4000 is not a whole number of columns"),
        (hex_map(hexsidelength=41), "hexsidelength: 41 is not at most the 40 pixels"),
        (hex_map(), "layers: 'drawn' is not a map whose tiles or objects have a class"),
        (hex_map(tile_layer([1])), "layer ground.data: '1 cells' is not the 12 of the map"),
        (hex_map(tile_layer(["x"] * 12)), r"layer ground\.data\[0\]: 'x' is not a whole number"),
        (hex_map(tile_layer("%%")), "layer ground.data: '%%' is not cells in base64"),
        (hex_map(tile_layer("AAAA")), "layer ground.data: '3 bytes' is not the 48 bytes of 12 cells"),
        (hex_map(tile_layer("AAAA", compression="zstd")), "layer ground.compression: 'zstd' is not zlib"),
        (hex_map(tile_layer("AAAA", compression="zlib")), "is not compressed cells"),
        (hex_map(tile_layer(BOMB, compression="zlib")), "'49 bytes' is not the 48 bytes of 12 cells"),
        (hex_map(tile_layer(CELLS, offsetx=3)), r"layer ground.offset: \(3.0, 0.0\) is not \(0, 0\)"),
        (
            hex_map(tile_layer(CELLS), tilesets=[{"firstgid": 1, "name": "a", "tiles": [{"id": 0, "type": "lava"}]}]),
            "tileset a, tile 0.terrain: 'lava' is not one of bridge, ",
        ),
        (hex_map(objects({"type": "lava", "x": 0, "y": 0})), "object 1: class: 'lava' is not one of contour"),
        (hex_map(objects({"type": "road", "x": 0, "y": 0, "ellipse": True})), "object 1: 'road' is not drawn as"),
        (
            hex_map(objects(polyline("road", (20, 18), (900, 18), name="the lane"))),
            r"object 1 \(the lane\): .* is not on the map, which has 4 columns",
        ),
        (
            hex_map(objects(polyline("wall", (20, 18), (50, 36)))),
            "object 1: .* is not drawn along a hexside from vertex to vertex",
        ),
        (hex_map(objects(polyline("contour", (0, 0), (9, 9), (9, 0)))), "object 1: contour is missing; wanted the number"),
        (
            hex_map(objects({"type": "stone_building", "x": 20, "y": 18, "width": 60, "height": 9})),
            r"object 1.polygon\[\d\]: .* is not within",
        ),
        (
            hex_map(tile_layer([*[0] * 9, 1, 0, 0]), properties=[{"name": "half_hexes", "value": True}]),
            "layer ground, B3: 'woods' is not on the map",
        ),
    ],
)  # fmt: skip
def test_a_map_that_cannot_be_read_is_refused_in_one_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as told:
        read(given)
    assert "\n" not in str(told.value)


def test_a_tileset_with_a_document_type_or_bad_xml_is_refused() -> None:
    laughing = b'<!DOCTYPE t [<!ENTITY a "ha">]><tileset name="&a;"/>'
    with pytest.raises(BadInput, match="without a document type of its own"):
        read(hex_map(tilesets=[{"firstgid": 1, "source": "t.tsx"}]), t_tsx=laughing)
    with pytest.raises(BadInput, match="is not a tileset in XML"):
        read(hex_map(tilesets=[{"firstgid": 1, "source": "t.tsx"}]), t_tsx=b"<tileset>")


def test_import_tiled_of_a_bad_file_writes_nothing(tmp_path: Path) -> None:
    given, out = tmp_path / "in.tmj", tmp_path / "out.json"
    given.write_text(json.dumps(hex_map(orientation="orthogonal")), encoding="utf-8")
    assert refused("import", "tiled", str(given), "-o", str(out)).startswith("orientation: 'orthogonal'")
    given.write_text(json.dumps(hex_map(tilesets=[{"firstgid": 1, "source": "../up.tsx"}])), encoding="utf-8")
    assert "is not in the folder of in.tmj or below it" in refused("import", "tiled", str(given))
    assert refused("import", "tiled", str(tmp_path / "none.tmj")) == "no file named 'none.tmj'"
    assert "is not a file name that ends in" in refused("export", "tiled", "mill-valley", "-o", "x.png")
    with given.open("wb") as file:
        file.truncate(200 * 2**20)
    assert refused("import", "tiled", str(given)).startswith("file: 'in.tmj' is not at most 67108864 bytes")
    assert [path.name for path in tmp_path.iterdir()] == ["in.tmj"]


@pytest.mark.parametrize("mine", ["mill.tmj", "mill.png"])
def test_export_tiled_does_not_overwrite_a_map_or_picture(mine: str, tmp_path: Path) -> None:
    (tmp_path / mine).write_text("mine")
    said = refused("export", "tiled", "mill-valley", "-o", str(tmp_path / "mill.tmj"))
    assert said.startswith(f"{tmp_path / mine} is there already; name another file with -o")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(mine, "mine")]


def test_import_tiled_prints_the_board_or_writes_it(tmp_path: Path) -> None:
    given, out = tmp_path / "in.tmj", tmp_path / "out.json"
    given.write_text(json.dumps(hex_map(tile_layer(CELLS), tilesets=[TILESET])), encoding="utf-8")
    assert '"A1": {"terrain": ["woods"]}' in answered("import", "tiled", str(given))
    assert answered("import", "tiled", str(given), "-o", str(out)) == f"{out} is written.\n"
    assert answered("los", str(out), "B1", "C1").startswith("LOS B1 to C1")
