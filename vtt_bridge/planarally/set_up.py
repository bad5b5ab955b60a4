"""Sets a scenario up in a location of PlanarAlly: grid, map, units with their data, and areas."""

from dataclasses import dataclass
from math import radians
from typing import Any
from uuid import uuid4

from exporters.board_shapes import box, outline
from exporters.formats.png import render
from exporters.pictures.board_picture import board_picture
from exporters.viewport import Viewport
from maps.scenario import Scenario
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import CONCEALED, HIDDEN
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Top
from vtt_bridge.errors import BadAnswer, Refused
from vtt_bridge.planarally.assets import Asset, upload
from vtt_bridge.planarally.grid import CELL_PX, GridType
from vtt_bridge.planarally.link import RoomLink
from vtt_bridge.planarally.locations import DM, MAP, TOKENS, Seating, frame_in, location_from, no_dm, role_of
from vtt_bridge.planarally.shapes import (
    addition,
    area_shape,
    custom_data,
    custom_entry,
    picture_shape,
    token_shape,
)
from vtt_bridge.port.calibration import place_px
from vtt_bridge.port.virtual_table import FLAG, Frame, PointPx

_COLOURS = ("rgba(96, 132, 82, 1)", "rgba(120, 120, 128, 1)", "rgba(160, 130, 80, 1)")
_SMOKE = "rgba(200, 200, 200, 0.5)"
_UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class SetUp:
    """How many units and areas were put into a location."""

    units: int
    areas: int


def set_up(link: RoomLink, scenario: Scenario, seating: Seating) -> SetUp:
    """Give a location the grid, map, units and areas of a scenario; `seating` gives the board and its position.

    Hidden units are invisible to players, and so unknown to the umpire unless the table is open; hidden and
    concealed units are named "?".

    Raises:
        Refused: if the account is not a DM there, or the location has units of ours already.
        BadAnswer: if PlanarAlly does not store everything.
    """
    events = link.load()
    if role_of(events, link.user) not in (None, DM):
        raise no_dm(link.user, link.room)
    location = location_from(events, link.address)
    floor, _ = location.floor(seating.floor)
    if any("side" in custom_data(shape, FLAG) for shape in location.shapes(floor, TOKENS)):
        raise Refused(f"units lie in {location.name!r} already; set up an empty location")
    board = scenario.board
    link.send("Location.Options.Set", {"options": _grid_options(board), "location": location.id})
    location = location_from(link.load(), link.address)
    if location.options.get("grid_type") != _grid_options(board)["grid_type"]:
        raise BadAnswer(link.address, "to a new grid by keeping its own")
    frame = frame_in(location, seating)
    board_shown, asset = _map_shape(link, scenario, frame)
    wanted: dict[str, int] = {}

    def add(layer: str, shape: dict[str, Any], data: dict[str, str]) -> None:
        link.send("Shape.Add", addition(shape, asset, floor, layer))
        for name, value in data.items():
            link.send("Shape.CustomData.Add", custom_entry(shape["uuid"], FLAG, name, value))
        wanted[shape["uuid"]] = len(data)

    add(MAP, board_shown, {})
    units = [unit for unit in scenario.units if unit.at is not None]
    for unit in units:
        add(TOKENS, _unit_shape(unit, scenario, frame), _data_of(unit))
    markers = [marker for marker in scenario.markers if not marker.hidden]
    for marker in markers:
        corners = [_px_of(point, frame) for point in outline(board, marker.at)]
        data = {"terrain": marker.kind, "level": str(marker.value)}
        add(MAP, area_shape(str(uuid4()), marker.kind, corners, _SMOKE), data)
    location = location_from(link.load(), link.address)
    there = {shape["uuid"]: len(custom_data(shape, FLAG)) for shape in location.shapes(floor, MAP, TOKENS)}
    missing = [uuid for uuid, data in wanted.items() if there.get(uuid) != data]
    if missing:
        raise BadAnswer(link.address, f"to {len(wanted)} shapes by keeping {len(wanted) - len(missing)}")
    return SetUp(len(units), len(markers))


def _grid_options(board: Board) -> dict[str, Any]:
    if isinstance(board, HexBoard):
        kind = GridType.FLAT_HEX if board.grid.top is Top.FLAT else GridType.POINTY_HEX
        return {"grid_type": kind.value, "unit_size": 1, "unit_size_unit": "hex", "use_grid": True}
    return {"grid_type": GridType.SQUARE.value, "unit_size": 1, "unit_size_unit": "in", "use_grid": True}


def _map_shape(link: RoomLink, scenario: Scenario, frame: Frame) -> tuple[dict[str, Any], Asset]:
    """The board as a picture below everything, with one pixel to a pixel of PlanarAlly."""
    edge = box(scenario.board)
    unit_px = frame.cell_px / frame.cell_in
    size = round(edge.width * unit_px), round(edge.height * unit_px)
    window = Viewport(*size, (unit_px, unit_px), (-edge.left * unit_px, -edge.top * unit_px))
    bare = GameState(scenario.board, sides=scenario.sides)
    asset = upload(link, f"{scenario.name}.png", render(board_picture(bare), window))
    at_px = _px_of((edge.left, edge.top), frame)
    return picture_shape(str(uuid4()), scenario.name, at_px, size, asset), asset


def _unit_shape(unit: Unit, scenario: Scenario, frame: Frame) -> dict[str, Any]:
    assert unit.at is not None
    is_secret = unit.has(HIDDEN) or unit.has(CONCEALED)
    colour = _COLOURS[scenario.sides.index(unit.side) % len(_COLOURS)]
    radius_px = 0.36 * (CELL_PX if isinstance(scenario.board, HexBoard) else frame.cell_px)
    middle = place_px(frame, scenario.board, unit.at)
    shape = token_shape(str(uuid4()), _UNKNOWN if is_secret else str(unit), middle, radius_px, colour)
    return {**shape, "angle": radians(unit.facing_deg or 0), "is_invisible": unit.has(HIDDEN)}


def _data_of(unit: Unit) -> dict[str, str]:
    data = {"side": unit.side, "type": unit.type, "id": unit.id}
    return {**data, "conditions": ", ".join(sorted(unit.conditions))} if unit.conditions else data


def _px_of(point: tuple[float, float], frame: Frame) -> PointPx:
    """A point in units of the board, in pixels of the location."""
    unit_px = frame.cell_px / frame.cell_in
    return Viewport(1, 1, (unit_px, unit_px), frame.origin_px).pixel(point)
