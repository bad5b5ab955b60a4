"""mill-crossing set up in a room of PlanarAlly, as its users would: shapes with custom data on a grid of hexes."""

from math import pi, sqrt
from typing import Any

from maps.codec import board_document
from maps.library import bundled_board, scenario
from rules.catalog import RULESETS
from rules.ground.hex.hexes import First, Hex
from tests.vtt_bridge.planarally.server import CORE, Room
from tests.waiting import PATIENCE_S
from vtt_bridge.planarally.link import RoomLink
from vtt_bridge.planarally.locations import Seating
from vtt_bridge.planarally.planarally_table import PlanarAllyTable
from vtt_bridge.port.virtual_table import Game
from vtt_bridge.umpire.umpire import Umpire

CROSSING = scenario("mill-crossing")
UMPIRE = Umpire(RULESETS, bundled_board)
RADIUS = 50 / sqrt(3)


def hex_px(place: Hex) -> tuple[float, float]:
    """The centre of a hex of mill-valley, whose column A stands low and whose A1 is PlanarAlly's first whole hex."""
    return RADIUS * (1.5 * place.column + 1), 50 * (place.row + 1) - (25 if place.column % 2 else 0)


def shape(uuid: str, type_: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    """A shape with all fields; those that matter here are given."""
    said = more.pop("said", {})
    data = [
        {
            "shapeId": uuid,
            "source": "planarally",
            "prefix": "blindhex",
            "name": name,
            "kind": "text",
            "value": value,
        }
        for name, value in said.items()
    ]
    found = {
        **dict.fromkeys(CORE),
        "uuid": uuid,
        "type_": type_,
        "x": x,
        "y": y,
        "angle": 0,
        "is_invisible": False,
    }
    return {**found, "name": uuid, "custom_data": data, **more}


def crossing_room() -> Room:
    """The room: squads are round, vehicles pictures of two cells' width, smoke a polygon on the map layer."""
    tokens = []
    for number, unit in enumerate(CROSSING.units):
        assert isinstance(unit.at, Hex)
        (x, y), uuid = hex_px(unit.at), f"u{number:02}"
        said = {
            "side": unit.side,
            "type": unit.type,
            "id": unit.id,
            "conditions": ", ".join(sorted(unit.conditions)),
        }
        angle = (unit.facing_deg or 0) * pi / 180
        if unit.facing_deg is None:
            tokens.append(
                shape(uuid, "circulartoken", x, y, radius=20, said=said, angle=angle, name=unit.name)
            )
        else:
            box = {"width": 50, "height": 30}
            tokens.append(
                shape(uuid, "assetrect", x - 25, y - 15, **box, said=said, angle=angle, name=unit.name)
            )
    areas = []
    for number, marker in enumerate(CROSSING.markers):
        assert isinstance(marker.at, Hex)
        x, y = hex_px(marker.at)
        corners = f"[[{x + 10}, {y - 10}], [{x + 10}, {y + 10}], [{x - 10}, {y + 10}]]"
        said = {"terrain": marker.kind, "level": str(marker.value)}
        areas.append(shape(f"a{number}", "polygon", x - 10, y - 10, vertices=corners, said=said))
    layers = {
        "map": areas,
        "grid": [],
        "tokens": [*tokens, shape("dice", "rect", 0, 0, width=9, height=9)],
        "draw": [],
    }
    floor = {
        "name": "ground",
        "index": 0,
        "layers": [{"name": name, "type_": name, "shapes": shapes} for name, shapes in layers.items()],
    }
    options = {"grid_type": "FLAT_HEX", "unit_size": 50, "unit_size_unit": "yd", "use_grid": True}
    return Room([floor], options)


def empty_room(is_release: bool = False) -> Room:
    """A new room of PlanarAlly: squares of five feet, with nothing on them."""
    layers: list[dict[str, Any]] = [
        {"name": name, "type_": name, "shapes": []} for name in ("map", "grid", "tokens", "draw")
    ]
    options = {"grid_type": "SQUARE", "unit_size": 5, "unit_size_unit": "ft", "use_grid": True}
    return Room([{"name": "ground", "index": 0, "layers": layers}], options, is_release=is_release)


def seating(**changes: Any) -> Seating:
    game = Game(CROSSING.ruleset, board_document(CROSSING.board), CROSSING.sides)
    return Seating(game, (900, 700), **{"first": First.LOW, **changes})


def link(room: Room, timeout_s: float = PATIENCE_S, password: str = "secret") -> RoomLink:
    return RoomLink(room.address, "umpire", password, timeout_s)


def table(at: RoomLink, **changes: Any) -> PlanarAllyTable:
    return PlanarAllyTable(at, seating(**changes))
