"""Regions and drawings as ground and markers: every shape, holes, names and flags."""

from typing import Any

import pytest

from maps.library import bundled_board
from rules.catalog import RULESETS
from rules.errors import BadInput
from rules.ground.hex.board import HexBoard
from rules.ground.hex.terrain import Terrain
from vtt_bridge.errors import BadScene
from vtt_bridge.foundry.areas import areas_seen
from vtt_bridge.foundry.grid import Grid, GridType, frame_of_grid
from vtt_bridge.port.scene_reader import state_of
from vtt_bridge.port.virtual_table import Area, Scene, Source

GRID = Grid(GridType.HEX_EVEN_COLUMNS, 100, 1700, 1200)
"""Columns A, B, C ... have their dots 86.6 px apart from 57.7 px on; A1 is at 50 px down, B1 at 0."""


def region(*shapes: dict[str, Any], name: str = "Woods", **changes: Any) -> dict[str, Any]:
    return {"_id": "r1", "name": name, "shapes": [*shapes], "flags": {}, **changes}


def areas(
    *regions: dict[str, Any], drawings: tuple[dict[str, Any], ...] = (), grid: Grid = GRID
) -> list[Area]:
    scene = {"regions": [*regions], "drawings": [*drawings]}
    return list(areas_seen(scene, grid, frame_of_grid(grid, inch_px=None if grid.type.is_hex else 40)))


def wooded(found: list[Area]) -> set[str]:
    """The hexes of a bare part of the board that become woods under these areas."""
    scene = Scene(
        Source("foundry", "13", "s", "1"), "s", frame_of_grid(GRID), (1700, 1200), areas=tuple(found)
    )
    board = bundled_board("mill-valley")
    assert isinstance(board, HexBoard)
    changed = state_of(scene, board, RULESETS["lhy"]).board
    assert isinstance(changed, HexBoard)
    before = {place for place, ground in board.hexes.items() if Terrain.WOODS in ground.terrain}
    after = {place for place, ground in changed.hexes.items() if Terrain.WOODS in ground.terrain}
    return {place.label for place in after - before}


SQUARE = {"type": "polygon", "points": [0, 390, 120, 390, 120, 500, 0, 500]}


def test_a_polygon_covers_the_hexes_whose_dot_it_covers() -> None:
    assert wooded(areas(region(SQUARE))) == {"A5"}


@pytest.mark.parametrize(
    "shape",
    [
        {"type": "rectangle", "x": 10, "y": 400, "width": 100, "height": 100, "rotation": 0},
        {"type": "rectangle", "x": 10, "y": 400, "width": 100, "height": 100, "rotation": 45},
        # From version 14 on a rectangle lies and turns about a point of its own (foundryvtt issue 13298).
        {
            "type": "rectangle",
            "x": 60,
            "y": 450,
            "width": 100,
            "height": 100,
            "anchorX": 0.5,
            "anchorY": 0.5,
            "rotation": 45,
        },
        {
            "type": "rectangle",
            "x": 110,
            "y": 400,
            "width": 100,
            "height": 100,
            "anchorX": 0,
            "anchorY": 0,
            "rotation": 90,
        },
        {"type": "circle", "x": 58, "y": 450, "radius": 40},
        {"type": "ellipse", "x": 58, "y": 450, "radiusX": 60, "radiusY": 20, "rotation": 90},
    ],
)
def test_every_shape_of_a_region_turns_the_hex_that_it_covers_to_woods(shape: dict[str, Any]) -> None:
    assert wooded(areas(region(shape))) == {"A5"}


def test_a_hole_in_a_region_leaves_its_hex_as_it_was() -> None:
    wide = {"type": "rectangle", "x": 0, "y": 300, "width": 120, "height": 300}
    hole = {"type": "circle", "x": 58, "y": 450, "radius": 20, "hole": True}
    assert wooded(areas(region(wide))) == {"A4", "A5", "A6"}
    assert wooded(areas(region(wide, hole))) == {"A4", "A6"}


@pytest.mark.parametrize(
    ("shape", "rotation"),
    [
        ({"type": "r", "width": 120, "height": 100}, 0),
        ({"type": "e", "width": 120, "height": 100}, 30),
        ({"type": "c", "radius": 50, "width": None, "height": None}, 150),
        ({"type": "p", "width": 120, "height": 110, "points": [0, 0, 120, 0, 120, 110, 0, 110, 0, 0]}, 90),
    ],
)
def test_every_shape_of_a_drawing_turned_or_not_covers_its_hex(
    shape: dict[str, Any], rotation: float
) -> None:
    drawing = {"_id": "d1", "x": 0, "y": 395, "text": "woods", "shape": shape, "rotation": rotation}
    assert wooded(areas(drawings=(drawing,))) == {"A5"}


@pytest.mark.parametrize(
    ("name", "flags", "told"),
    [
        ("Woods", {}, ("woods", 0)),
        ("  Stone   Building ", {}, ("stone_building", 0)),
        ("Woods, level 2", {}, ("woods", 2)),
        ("Rural level -1", {}, ("rural", -1)),
        ("Smoke", {}, ("smoke", 0)),
        ("Trap!", {"blindhex": {"terrain": "wire", "level": 1}}, ("wire", 1)),
    ],
)
def test_an_area_has_the_terrain_and_level_of_its_name_or_of_its_flags(
    name: str, flags: dict[str, Any], told: tuple[str, int]
) -> None:
    (area,) = areas(region(SQUARE, name=name, flags=flags))
    assert (area.terrain, area.level) == told


def walled(*walls: dict[str, Any], are_walls: bool = False) -> set[str]:
    """The hexsides of a bare part of the board that become walls."""
    found = tuple(areas_seen({"walls": [*walls]}, GRID, frame_of_grid(GRID), are_walls=are_walls))
    seen = Scene(Source("foundry", "13", "s", "1"), "s", frame_of_grid(GRID), (1700, 1200), areas=found)
    board = bundled_board("mill-valley")
    assert isinstance(board, HexBoard)
    changed = state_of(seen, board, RULESETS["lhy"]).board
    assert isinstance(changed, HexBoard)
    return {
        f"{terrain} {side}" if terrain is not Terrain.WALL else str(side)
        for side, terrain in changed.hexsides.items()
        if side not in board.hexsides
    }


def test_a_wall_lies_on_the_hexsides_along_which_it_is_drawn() -> None:
    """C5's dot is at (230.9, 450): its top side runs from (202.1, 400) to (259.8, 400), the next to (288.7, 450)."""
    ours = {"blindhex": {"terrain": "wall"}}
    top = {"_id": "w1", "c": [202, 400, 260, 400], "flags": ours}
    side = {"_id": "w2", "c": [265, 395, 285, 455], "flags": ours}
    assert walled(top) == {"C4/C5"}
    assert walled(top, side) == {"C4/C5", "C5/D5"}
    assert walled({**top, "flags": {"blindhex": {"terrain": "tree_line"}}}) == {"tree_line C4/C5"}
    assert walled({**top, "flags": {}}) == set()
    assert walled({**top, "flags": {}}, are_walls=True) == {"C4/C5"}


def test_a_wall_across_a_hex_or_without_four_numbers_is_refused() -> None:
    across = {"_id": "w1", "c": [231, 410, 231, 490], "flags": {"blindhex": {"terrain": "wall"}}}
    with pytest.raises(
        BadScene, match="area w1: the wall runs along no hexside; draw it from vertex to vertex"
    ):
        walled(across)
    with pytest.raises(BadInput, match=r"wall w1.c: \[1.0, 2.0\] is not four numbers"):
        walled({**across, "c": [1, 2]})


def test_a_region_whose_name_is_no_terrain_is_ignored_whatever_its_shape() -> None:
    assert areas(region(SQUARE, name="Boss room"), region({"type": "spiral"}, name="Weather")) == []


def test_in_inches_a_marker_stands_in_the_middle_of_its_region() -> None:
    grid = Grid(GridType.GRIDLESS, 40, 1920, 1200)
    shape = {"type": "rectangle", "x": 380, "y": 180, "width": 40, "height": 40}
    (area,) = areas(region(shape, name="Smoke"), grid=grid)
    assert (area.cells, area.polygon_px) == (("10,5",), ())


@pytest.mark.parametrize(
    ("shape", "sentence"),
    [
        ({"type": "spiral"}, "region r1.shapes.type: 'spiral' is not polygon"),
        ({"type": "polygon", "points": [0, 0, 1]}, "region r1.points: 3 is not 3 to 2000 points"),
        ({"type": "polygon", "points": "x"}, "region r1.shapes.points: 'x' is not a list"),
        ({"type": "circle", "x": 1, "y": 1}, "region r1.shapes.radius is missing"),
    ],
)
def test_a_shape_of_unknown_kind_or_with_wrong_points_is_refused(
    shape: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        areas(region(shape))


def test_an_outline_that_crosses_itself_is_refused() -> None:
    with pytest.raises(BadScene, match="region r1: its outline crosses itself; draw it anew"):
        areas(region({"type": "polygon", "points": [0, 0, 100, 100, 100, 0, 0, 100]}))


def test_the_grid_of_these_tests_has_a1_at_58_50() -> None:
    assert frame_of_grid(GRID).origin_px == pytest.approx((57.735, 50), abs=0.001)
