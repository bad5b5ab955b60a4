"""Boards exported to Tiled, opened and saved by the program, come back the same."""

import gzip
import json
import os
import subprocess
import zlib
from base64 import b64encode
from collections.abc import Callable
from math import cos, sin
from pathlib import Path
from struct import pack
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from maps.codec import board_from
from maps.documents import parsed
from maps.library import bundled_board
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard, HexGround, Line
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from rules.ground.hex.terrain import GROUND, Terrain
from tests.drawing import board as drawn
from tests.programs import needs
from tests.vtt_bridge.cli_ground import answered
from tests.waiting import PATIENCE_S
from vtt_bridge.map_files.tiled.board_map import read_map, written_map
from vtt_bridge.map_files.tiled.hexagons import hexagons_for

STANDS = [(Top.FLAT, First.HIGH), (Top.FLAT, First.LOW), (Top.POINTY, First.LEFT), (Top.POINTY, First.RIGHT)]

PACKED: dict[str, Callable[[bytes], bytes]] = {"": bytes, "zlib": zlib.compress, "gzip": gzip.compress}


def tiled(folder: Path, *words: str) -> None:
    """Run Tiled without a screen; it must find nothing to complain about in the map."""
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700, exist_ok=True)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(runtime)}
    done = subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


def back(text: str | bytes) -> Board:
    return read_map(text, "back", lambda _: b"").board


@needs("tiled")
@pytest.mark.parametrize("name", ["mill-valley", "market-quarter"])
def test_a_bundled_board_opened_and_saved_by_tiled_is_unchanged(name: str, tmp_path: Path) -> None:
    assert f"{name}.png are written" in answered("export", "tiled", name, "-o", str(tmp_path / f"{name}.tmj"))
    tiled(tmp_path, "tiled", "--export-map", "json", f"{name}.tmj", "again.tmj")
    assert "blindhex" in (tmp_path / "again.tmj").read_text(encoding="utf-8")
    board = board_from(parsed(answered("import", "tiled", str(tmp_path / "again.tmj"))))
    assert board == bundled_board(name)


@needs("tiled")
@pytest.mark.parametrize(("top", "first"), STANDS)
def test_each_kind_of_hex_grid_opened_and_saved_by_tiled_is_unchanged(
    top: Top, first: First, tmp_path: Path
) -> None:
    walls = "A1-A2 B1-C1" if top is Top.FLAT else "A1-B1 B2-C2"
    trees = "A2-A3"
    board = drawn(
        "w . s\n. h2/9 .\nu U f1", top=top, first=first, walls=walls, tree_lines=trees, roads="A1 B1 C1"
    )
    written = written_map(board, "tiles.png")
    (tmp_path / "map.tmj").write_text(written.text, encoding="utf-8")
    (tmp_path / "tiles.png").write_bytes(written.tiles_png)
    tiled(tmp_path, "tiled", "--export-map", "json", "map.tmj", "again.tmj")
    assert back((tmp_path / "again.tmj").read_bytes()) == board


@needs("tiled")
@pytest.mark.parametrize("compression", PACKED)
def test_cells_saved_by_tiled_in_each_compression_are_read(compression: str, tmp_path: Path) -> None:
    board = bundled_board("ridge-farm")
    written = written_map(board, "tiles.png")
    document: dict[str, Any] = json.loads(written.text)
    for layer in document["layers"]:
        if layer["type"] == "tilelayer":
            cells = PACKED[compression](pack(f"<{len(layer['data'])}I", *layer["data"]))
            layer |= {"data": b64encode(cells).decode(), "encoding": "base64", "compression": compression}
    (tmp_path / "tiles.png").write_bytes(written.tiles_png)
    (tmp_path / "map.tmj").write_text(json.dumps(document), encoding="utf-8")
    tiled(tmp_path, "tiled", "--export-map", "json", "map.tmj", "again.tmj")
    again = json.loads((tmp_path / "again.tmj").read_text(encoding="utf-8"))
    packings = [layer["compression"] for layer in again["layers"] if layer["type"] == "tilelayer"]
    assert set(packings) == {compression}
    assert back(json.dumps(again)) == board


@needs("tiled")
def test_tiled_draws_the_map_with_our_tiles(tmp_path: Path) -> None:
    answered("export", "tiled", "mill-valley", "-o", str(tmp_path / "map.tmj"))
    tiled(tmp_path, "tmxrasterizer", "map.tmj", "drawn.png")
    with Image.open(tmp_path / "drawn.png") as picture:
        assert picture.size == (16 * 90 + 120, 11 * 104 + 52)
        woods = picture.convert("RGBA").getpixel((60, 2 * 104 + 52 + 52))
        assert isinstance(woods, tuple)
        assert woods[3] == 255
        assert woods[1] > max(woods[0], woods[2])


@st.composite
def boards(draw: st.DrawFn) -> HexBoard:
    top, first = draw(st.sampled_from(STANDS))
    grid = HexGrid(draw(st.integers(2, 6)), draw(st.integers(2, 6)), top, first, draw(st.booleans()))
    places = list(grid)
    grounds = st.builds(
        HexGround,
        st.frozensets(st.sampled_from(sorted(GROUND - {Terrain.URBAN})), max_size=3),
        st.integers(-2, 3),
        st.none() | st.integers(0, 12),
    )
    hexes = draw(st.dictionaries(st.sampled_from(places), grounds, max_size=6))
    inner = [(place, near) for place in places for near in grid.neighbours(place)]
    sides = draw(st.lists(st.sampled_from(inner), max_size=5)) if inner else []
    path = [draw(st.sampled_from(places))]
    for _ in range(draw(st.integers(0, 5))):
        near = grid.neighbours(path[-1])
        if near:
            path.append(draw(st.sampled_from(near)))
    line = Line(draw(st.sampled_from([Terrain.ROAD, Terrain.RIVER])), tuple(path))
    return HexBoard("any", grid, hexes, {grid.hexside(*pair): Terrain.WALL for pair in sides}, (line,))


@settings(max_examples=60)
@given(boards())
def test_any_board_written_as_a_map_is_read_back_unchanged(board: HexBoard) -> None:
    assert back(written_map(board, "tiles.png").text) == board


@settings(max_examples=60)
@given(boards(), st.integers(0, 5), st.integers(0, 5), st.floats(0, 0.49), st.floats(0, 6.28))
def test_a_pixel_near_the_centre_of_a_hex_is_in_that_hex(
    board: HexBoard, column: int, row: int, away: float, bearing: float
) -> None:
    hexagons, place = hexagons_for(board.grid), Hex(column, row)
    x, y = hexagons.centre_px(place)
    near = (x + away * 104 * cos(bearing), y + away * 104 * sin(bearing))
    found, away_hexes = hexagons.nearest(near)
    assert found == place
    assert away_hexes == pytest.approx(away, abs=0.002)
