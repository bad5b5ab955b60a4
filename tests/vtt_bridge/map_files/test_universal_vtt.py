"""Universal VTT maps read as tables in inches at a given scale, with their pictures."""

import json
import struct
import zlib
from base64 import b64encode
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import shapely
from PIL import Image

from maps.codec import board_from
from maps.documents import parsed
from maps.house_walls import DrawnHouses, Opening
from rules.errors import BadInput
from rules.ground.table.tabletop import Tabletop
from rules.ground.table.terrain import TableTerrain
from tests.maps.floor_plans import PLANS, plan
from tests.vtt_bridge.cli_ground import answered, refused, run
from vtt_bridge.map_files.universal_vtt import Scale, read_universal


def picture(kind: str = "PNG", size: tuple[int, int] = (200, 140)) -> bytes:
    written = BytesIO()
    Image.new("RGB", size, (90, 120, 60)).save(written, kind)
    return written.getvalue()


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is so large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"x") + chunk(b"IEND", b"")


def points(*pairs: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in pairs]


def uvtt(**changes: Any) -> dict[str, Any]:
    """A map of 20 x 14 squares whose origin is (2, 1): a wall, a square hut of walls, a door and a window."""
    return {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 2, "y": 1}, "map_size": {"x": 20, "y": 14}, "pixels_per_grid": 10},
        "line_of_sight": [
            points((4, 3), (9, 3), (9, 6)),
            points((12, 8), (15, 8), (15, 11), (12, 11), (12, 8)),
        ],
        "objects_line_of_sight": [points((5, 9), (6, 9), (6, 10), (5, 9))],
        "portals": [
            {
                "position": {"x": 9.5, "y": 6},
                "bounds": points((9, 6), (10, 6)),
                "rotation": 0,
                "closed": True,
            },
            {"position": {"x": 13, "y": 8}, "bounds": points((12.5, 8), (13.5, 8)), "closed": False},
        ],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [],
        "image": b64encode(picture()).decode(),
        **changes,
    }


GARDEN = Scale(2, TableTerrain.WALL, TableTerrain.WALL)
"""Walls as garden walls, two inches a square."""


def read(given: dict[str, Any], scale: Scale | None = None) -> Tabletop:
    return read_universal(json.dumps(given), "mill", scale or Scale(2)).table


def test_squares_are_read_as_inches_at_the_given_scale() -> None:
    table = read(uvtt(), GARDEN)
    assert (table.name, table.width_in, table.depth_in) == ("mill", 40, 28)
    wall = table.piece("line_of_sight-1")
    assert (wall.terrain, list(wall.shape.coords)) == (TableTerrain.WALL, [(4, 4), (14, 4), (14, 10)])
    assert read(uvtt(), replace(GARDEN, square_in=1)).piece("line_of_sight-1").shape.bounds == (2, 2, 7, 5)


def test_walls_are_read_as_house_walls_with_rooms_and_doors_by_default() -> None:
    found = read_universal(json.dumps(uvtt()), "mill", Scale(2))
    terrain = {piece.id: piece.terrain.value for piece in found.table.pieces}
    assert terrain == {
        "house-1": "interior",
        "walls-1": "house_wall",
        "walls-2": "house_wall",
        "solids-1": "house_wall",
        "opening-1": "door",
        "opening-2": "open_door",
    }
    assert found.table.piece("house-1").shape.equals(shapely.box(20, 14, 26, 20))
    assert found.summary[0].startswith("3 lines became 3 pieces of house wall, ")


@pytest.mark.parametrize("name", PLANS)
def test_the_house_of_a_map_is_the_same_as_drawn_by_its_walls_and_doors(name: str) -> None:
    drawn = plan(PLANS[name])
    given = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 7, "y": 3},
            "map_size": {"x": drawn.across, "y": drawn.down},
            "pixels_per_grid": 256,
        },
        "line_of_sight": [points(*((float(x) + 7, float(y) + 3) for x, y in line)) for line in drawn.walls],
        "portals": [
            {
                "bounds": points(*((float(x) + 7, float(y) + 3) for x, y in line)),
                "closed": sign == "D",
                "freestanding": False,
            }
            for sign, line in drawn.doors
        ],
    }
    walls = [shapely.LineString(line) for line in drawn.walls]
    kinds = {"D": TableTerrain.DOOR, "O": TableTerrain.OPEN_DOOR, "W": TableTerrain.OPEN_DOOR}
    doors = [Opening(kinds[sign], shapely.LineString(line)) for sign, line in drawn.doors]
    assert read(given, Scale(1)).pieces == DrawnHouses(drawn.across, drawn.down, walls, doors).pieces


def test_a_closed_line_read_as_a_building_is_filled() -> None:
    table = read(uvtt(line_of_sight=[uvtt()["line_of_sight"][1]]), Scale(2, TableTerrain.STONE_BUILDING))
    hut = table.piece("line_of_sight-1")
    assert (hut.terrain, hut.shape.area, hut.width_in) == (TableTerrain.STONE_BUILDING, 36, None)


def test_a_closed_door_is_a_gate_and_an_opening_a_gap() -> None:
    table = read(uvtt(), GARDEN)
    assert table.piece("portal-1").terrain is TableTerrain.GATE
    assert table.piece("portal-2").terrain is TableTerrain.GAP


def test_a_map_of_format_0_2_needs_only_its_resolution() -> None:
    assert (
        read({"format": 0.2, "resolution": {"map_size": {"x": 9, "y": 9}, "pixels_per_grid": 70}}).pieces
        == ()
    )


def test_walls_beyond_the_map_are_cut_at_its_edge() -> None:
    beyond = uvtt(line_of_sight=[points((0, 3), (5, 3)), points((0, 0), (1, 0))])
    (piece,) = (piece for piece in read(beyond, GARDEN).pieces if piece.id.startswith("line"))
    assert list(piece.shape.coords) == [(0, 4), (6, 4)]


@pytest.mark.parametrize(("kind", "ending"), [("PNG", ".png"), ("WEBP", ".webp")])
def test_import_uvtt_writes_the_picture_beside_the_board(kind: str, ending: str, tmp_path: Path) -> None:
    given, out = tmp_path / "mill.dd2vtt", tmp_path / "mill.json"
    given.write_text(json.dumps(uvtt(image=b64encode(picture(kind)).decode())), encoding="utf-8")
    told = run("import", "uvtt", str(given), "--square-in", "2", "-o", str(out))
    assert (told.exit_code, told.stdout) == (0, f"{out} and mill{ending} are written.\n")
    assert "2 openings: 1 door, 1 open door.\n" in told.stderr
    assert out.with_suffix(ending).read_bytes() == picture(kind)
    assert isinstance(board_from(parsed(out.read_text(encoding="utf-8"))), Tabletop)


def test_import_uvtt_does_not_overwrite_a_foreign_picture(tmp_path: Path) -> None:
    given, out = tmp_path / "mill.dd2vtt", tmp_path / "mill.json"
    given.write_text(json.dumps(uvtt(image=b64encode(picture("PNG")).decode())), encoding="utf-8")
    mine = tmp_path / "mill.png"
    mine.write_text("mine")
    words = ("import", "uvtt", str(given), "--square-in", "2", "-o", str(out))
    assert refused(*words).startswith(f"{mine} is there already; name another file with -o")
    assert (mine.read_text(), out.exists()) == ("mine", False)
    mine.unlink()
    assert [run(*words).exit_code for _ in range(2)] == [0, 0], "its own picture is in nobody's way"


def test_los_over_an_imported_map_is_blocked_by_its_walls(tmp_path: Path) -> None:
    given, out = tmp_path / "mill.dd2vtt", tmp_path / "mill.json"
    hut = uvtt(line_of_sight=[uvtt()["line_of_sight"][1]], image="")
    given.write_text(json.dumps(hut), encoding="utf-8")
    words = ("--walls", "heavy_buildings", "--objects", "woods", "--no-doors")
    run("import", "uvtt", str(given), "--square-in", "2", *words, "-o", str(out))
    # The hut stands from (20, 14) to (26, 20).
    through = answered("los", str(out), "18,17", "28,17", "--book", "matg2")
    beside = answered("los", str(out), "18,25", "28,25", "--book", "matg2")
    assert through.splitlines()[0].endswith("LOS blocked.")
    assert "line_of_sight-1" in through
    assert beside.splitlines()[0].endswith("clear LOS.")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (uvtt(format=2.0), "format: 2.0 is not 0.2 or 0.3"),
        (uvtt(resolution={"map_size": {"x": 9, "y": 9}}), "resolution.pixels_per_grid is missing; wanted .* no grid"),
        (uvtt(resolution=7), "resolution: 7 is not an object that says map_size"),
        (uvtt(image="not base64!"), "image: 'not base64!' is not a picture in base64"),
        (uvtt(image=b64encode(b"GIF89a......").decode()), "image: b'GIF89a......' is not a picture in PNG or WebP"),
        (uvtt(image=b64encode(bomb(60_000, 60_000)).decode()), "image: 'its size' is not at most"),
        (uvtt(image=b64encode(bomb(17_000, 10)).decode()), "image: '17000 x 10 px' is not at most 16384 a side"),
    ],
)  # fmt: skip
def test_a_map_that_cannot_be_read_is_refused_in_one_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as told:
        read(given)
    assert "\n" not in str(told.value)


def test_an_open_line_cannot_be_read_as_woods() -> None:
    with pytest.raises(BadInput, match=r"line_of_sight\[0\]: .* is not a closed ring, which woods fills"):
        read(uvtt(), Scale(2, walls=TableTerrain.WOODS))


def test_import_uvtt_of_a_bad_file_or_scale_writes_nothing(tmp_path: Path) -> None:
    given, out = tmp_path / "bomb.uvtt", tmp_path / "out.json"
    given.write_text(json.dumps(uvtt(image=b64encode(bomb(60_000, 60_000)).decode())), encoding="utf-8")
    words = ("import", "uvtt", str(given), "-o", str(out))
    assert refused(*words, "--square-in", "2").startswith("image: 'its size' is not at most")
    assert "--square-in" in refused(*words)
    assert refused(*words, "--square-in", "0").startswith("square_in: 0.0 is not the inches")
    given.write_text('{"format": 0.3, "resolution": NaN}', encoding="utf-8")
    assert "NaN" in refused(*words, "--square-in", "2")
    with given.open("wb") as file:
        file.truncate(200 * 2**20)
    assert "at most 67108864 bytes" in refused(*words, "--square-in", "2")
    assert [path.name for path in tmp_path.iterdir()] == ["bomb.uvtt"]
