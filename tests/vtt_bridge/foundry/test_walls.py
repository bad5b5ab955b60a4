"""Walls of a Foundry scene in inches: what each becomes by what it blocks, and the houses they form."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import shapely
from shapely import LineString
from shapely.geometry.base import BaseGeometry

from maps.codec import board_from
from maps.documents import parsed
from rules.catalog import RULESETS
from rules.errors import BadInput
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain as T
from tests.maps.floor_plans import PLANS, Line, plan
from tests.vtt_bridge.cli_ground import refused, run
from vtt_bridge.errors import BadScene
from vtt_bridge.foundry.scenes import Seating, scene_seen
from vtt_bridge.foundry.walls import walled_map
from vtt_bridge.port.scene_reader import state_of
from vtt_bridge.port.virtual_table import Area, Frame, FrameKind, Scene, Source

SQUARE_PX = 100
SHUT, OPEN, LOCKED = 0, 1, 2
DOORS: dict[str, dict[str, int]] = {
    "D": {"door": 1, "ds": LOCKED},
    "O": {"door": 1, "ds": OPEN},
    "W": {"sight": 0, "light": 0},
}
"""How Foundry has a shut door, an open one and a window."""


def wall(number: int, line: Line, **changes: int) -> dict[str, Any]:
    ends = [round(value * SQUARE_PX) for end in line for value in end]
    usual = {"move": 20, "sight": 20, "light": 20, "sound": 20, "dir": 0, "door": 0, "ds": 0}
    return {"_id": f"w{number}", "c": ends, "flags": {}, **usual, **changes}


def scene_of(name: str, padding: float = 0.0) -> dict[str, Any]:
    """A plan as people build it in Foundry: every square of wall a document of its own."""
    drawn = plan(PLANS[name])
    steps = [step for line in drawn.walls for step in pairwise(_squares(line))]
    walls = [wall(k, step) for k, step in enumerate(steps)]
    walls += [wall(len(steps) + k, line, **DOORS[sign]) for k, (sign, line) in enumerate(drawn.doors)]
    scene = {
        "_id": "s",
        "name": name,
        "width": drawn.across * SQUARE_PX,
        "height": drawn.down * SQUARE_PX,
        "padding": padding,
        "grid": {"type": 1, "size": SQUARE_PX, "distance": 5, "units": "ft"},
    }
    margin = [-(-padding * side * SQUARE_PX // SQUARE_PX) * SQUARE_PX for side in (drawn.across, drawn.down)]
    for segment in walls:
        segment["c"] = [value + margin[k % 2] for k, value in enumerate(segment["c"])]
    return {**scene, "walls": walls}


def _squares(line: Line) -> list[tuple[int, int]]:
    (x, y), (to_x, to_y) = ((int(end[0]), int(end[1])) for end in line)
    count = max(abs(to_x - x), abs(to_y - y))
    return [(x + (to_x - x) * k // count, y + (to_y - y) * k // count) for k in range(count + 1)]


def covered(pieces: tuple[Piece, ...]) -> dict[str, BaseGeometry]:
    """The ground that pieces of each terrain cover together."""
    kinds = {piece.terrain.value for piece in pieces}
    return {
        kind: shapely.union_all([piece.area for piece in pieces if piece.terrain.value == kind])
        for kind in sorted(kinds)
    }


@pytest.mark.parametrize("padding", [0.0, 0.25])
@pytest.mark.parametrize("name", PLANS)
def test_every_wall_door_and_window_of_a_scene_lies_where_it_is_drawn(name: str, padding: float) -> None:
    found, drawn = walled_map(scene_of(name, padding), 1).table, plan(PLANS[name])
    kinds = {"D": T.DOOR, "O": T.OPEN_DOOR, "W": T.WINDOW}
    assert (found.name, found.width_in, found.depth_in) == (name, drawn.across, drawn.down)
    for sign, line in drawn.doors:
        middle = LineString(line).centroid
        assert kinds[sign] in {piece.terrain for piece in found.at(Spot(middle.x, middle.y))}
    nets = shapely.union_all([piece.shape for piece in found.pieces if piece.terrain is T.HOUSE_WALL])
    assert nets.equals(shapely.union_all([LineString(line) for line in drawn.walls]))


def one_piece(**changes: int) -> T | None:
    scene = {**scene_of("field"), "walls": [wall(0, ((4, 4), (8, 4)), **changes)]}
    pieces = walled_map(scene, 1).table.pieces
    return pieces[0].terrain if pieces else None


@pytest.mark.parametrize(
    ("changes", "terrain"),
    [
        ({}, T.HOUSE_WALL),
        ({"sight": 10}, T.HOUSE_WALL),
        ({"door": 1, "ds": SHUT}, T.DOOR),
        ({"door": 1, "ds": LOCKED}, T.DOOR),
        ({"door": 1, "ds": OPEN}, T.OPEN_DOOR),
        ({"door": 1, "ds": SHUT, "sight": 0}, T.WINDOW),
        ({"door": 2, "ds": SHUT}, T.HOUSE_WALL),
        ({"door": 2, "ds": OPEN}, T.OPEN_DOOR),
        ({"sight": 0}, T.WINDOW),
        ({"sight": 30}, T.WINDOW),
        ({"move": 0}, T.DOOR),
        ({"move": 0, "sight": 0}, None),
    ],
)
def test_a_wall_is_house_wall_door_or_window_by_what_it_blocks(
    changes: dict[str, int], terrain: T | None
) -> None:
    assert one_piece(**changes) is terrain


def test_the_former_field_sense_is_read_as_sight() -> None:
    old = wall(0, ((4, 4), (8, 4)))
    del old["sight"]
    scene = {**scene_of("field"), "walls": [{**old, "sense": 0}]}
    assert [piece.terrain for piece in walled_map(scene, 1).table.pieces] == [T.WINDOW]


def test_import_foundry_reports_walls_openings_rooms_and_what_it_left_out(tmp_path: Path) -> None:
    scene, out = scene_of("row"), tmp_path / "row.json"
    scene["walls"] += [wall(90, ((1, 1), (2, 1)), move=0, sight=0), wall(91, ((10, 1), (12, 1)), dir=1)]
    given = tmp_path / "scene.json"
    given.write_text(json.dumps(scene), encoding="utf-8")
    told = run("import", "foundry", str(given), "--square-in", "2", "-o", str(out))
    assert (told.exit_code, told.stdout) == (0, f"{out} is written.\n")
    assert told.stderr.splitlines() == [
        "53 lines became 6 pieces of house wall, 108.0 inches in all, which block sight and movement.",
        "8 openings: 3 windows, 3 doors, 2 open doors.",
        "The walls close round 4 rooms in 1 house, which are interiors.",
        "1 of 62 walls block neither sight nor movement and were left out.",
        "1 of 62 walls block from one side alone; here they block from both.",
    ]
    board = board_from(parsed(out.read_text(encoding="utf-8")))
    assert isinstance(board, Tabletop)
    assert board.piece("house-1").shape.area == 96 * 4
    given.write_text(json.dumps({**scene, "walls": []}), encoding="utf-8")
    bare = run("import", "foundry", str(given), "--square-in", "2", "-o", str(out))
    assert bare.stderr == "The map holds no walls and no openings.\n"


def test_a_scene_of_hexes_cannot_be_imported_as_a_table(tmp_path: Path) -> None:
    given = tmp_path / "scene.json"
    hexes = {**scene_of("row"), "grid": {"type": 4, "size": 100, "distance": 1, "units": "hex"}}
    given.write_text(json.dumps(hexes), encoding="utf-8")
    assert refused("import", "foundry", str(given), "--square-in", "2").startswith(
        "scene.grid.type: 4 is not"
    )


def played(name: str, **flags: Any) -> GameState:
    """A scene on the umpire's board, which has a wood, a house wall of its own and a piece named as a wall would be."""
    drawn = plan(PLANS[name])
    board = Tabletop(
        "field",
        drawn.across,
        drawn.down,
        (
            Piece("walls-1", T.WOODS, shapely.box(0, 0, 1, 1)),
            Piece("old", T.HOUSE_WALL, LineString([(1, 1), (1, 3)]), 0.25),
        ),
    )
    document = {**scene_of(name), "flags": {"blindhex": flags}}
    return state_of(scene_seen(document, Seating(inch_px=SQUARE_PX)), board, RULESETS["matg2"])


def test_the_walls_of_a_scene_replace_those_of_the_board() -> None:
    table = played("row").board
    assert isinstance(table, Tabletop)
    assert table.piece("walls-1").terrain is T.WOODS
    assert table.piece("scene-walls-1").terrain is T.HOUSE_WALL
    assert "old" not in table.by_id
    imported = covered(walled_map(scene_of("row"), 1).table.pieces)
    there = covered(tuple(piece for piece in table.pieces if piece.terrain is not T.WOODS))
    assert there.keys() == imported.keys()
    assert all(there[kind].equals(imported[kind]) for kind in there)


def test_walls_of_a_scene_are_left_out_if_its_flags_say_so() -> None:
    table = played("row", walls=False).board
    assert isinstance(table, Tabletop)
    assert [piece.id for piece in table.pieces] == ["walls-1", "old"]


def test_a_house_wall_of_a_single_point_is_refused() -> None:
    frame = Frame(FrameKind.INCH, 100, (0, 0))
    point = Area("a", "house_wall", polygon_px=((1.0, 1.0), (1.0, 1.0)))
    seen = Scene(Source("x", "1", "s", "1"), "s", frame, (100, 100), areas=(point,))
    with pytest.raises(BadScene, match="area a: a house wall is a line: give polygon_px"):
        state_of(seen, Tabletop("t", 9, 9), RULESETS["kgn"])


def test_a_wall_without_id_and_a_square_of_zero_inches_are_refused() -> None:
    nameless = {**scene_of(next(iter(PLANS))), "walls": [wall(0, ((0, 0), (1, 0))), {"c": [0, 0, 1, 1]}]}
    with pytest.raises(BadInput, match=r"scene\.walls\[1\]\._id is missing; wanted an id"):
        walled_map(nameless, 1.0)
    with pytest.raises(BadInput, match=r"square_in: 0 is not the inches"):
        walled_map(scene_of("row"), 0)
