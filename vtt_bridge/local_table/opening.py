"""A scenario put on the local table: its map drawn, a token for each unit, an area for each marker."""

from exporters.board_picture import board_picture
from exporters.documents import Json
from exporters.places import box, module, name
from exporters.png import render
from exporters.viewport import Viewport
from maps.codec import board_document
from maps.scenario import Scenario
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.board import Board
from rules.ground.hex_board import HexBoard
from vtt_bridge.calibration import place_px
from vtt_bridge.local_table.documents import VERSION, VTT
from vtt_bridge.local_table.store import Store
from vtt_bridge.virtual_table import Area, Frame, FrameKind, Game, Scene, Source, Token

HEX_PX = 96
"""How wide a hex is drawn across its flats, unless the map grows too large."""

MOST_MAP_PX = 4096
_TOKEN_HEXES = 0.62


def open_scenario(store: Store, scenario: Scenario, *, anew: bool = False) -> str:
    """Put a scenario on the table, in front of everybody; the id of its scene.

    A game that was begun is taken up where it was left; `anew` sets it up again from the start.
    """
    scene_id = _id(scenario.name)
    if not anew and any(listed.id == scene_id for listed in store.scenes()):
        store.open_scene(scene_id)
    else:
        store.put_scene(*_set_up(scenario, scene_id))
    return scene_id


def _set_up(scenario: Scenario, scene_id: str) -> tuple[Scene, bytes]:
    """The scene of a scenario before the first turn, and its map picture."""
    state = scenario.state()
    board = state.board
    window = _window(board)
    frame = _frame(board, window)
    game = Game(scenario.ruleset, board_document(board), scenario.sides, scenario.name)
    scene = Scene(
        Source(VTT, VERSION, scene_id, "1"),
        scenario.name,
        frame,
        (window.width_px, window.height_px),
        game,
        tuple(_token(unit, frame, board) for unit in scenario.units if unit.at is not None),
        tuple(_area(number, marker) for number, marker in enumerate(scenario.markers, 1)),
    )
    return scene, render(board_picture(GameState(board, sides=scenario.sides)), window)


def _id(words: str) -> str:
    kept = "".join(c if c.isascii() and c.isalnum() else "-" for c in words.casefold())
    return kept.strip("-")[:80] or "scene"


def _window(board: Board) -> Viewport:
    edge = box(board)
    unit_px = min(HEX_PX / module(board), MOST_MAP_PX / max(edge.width, edge.height))
    return Viewport.of(edge, unit_px)


def _frame(board: Board, window: Viewport) -> Frame:
    if isinstance(board, HexBoard):
        return Frame(FrameKind.HEX, window.scale_px, window.origin_px, board.grid.top, board.grid.first)
    return Frame(FrameKind.INCH, window.scale_px, window.origin_px)


def _token(unit: Unit, frame: Frame, board: Board) -> Token:
    assert unit.at is not None
    conditions: list[Json] = [*sorted(unit.conditions)]
    data: dict[str, Json] = {"id": unit.id, "type": unit.type, "conditions": conditions}
    return Token(
        id=unit.id,
        name=unit.name,
        position_px=place_px(frame, board, unit.at),
        size_px=round(_TOKEN_HEXES * frame.cell_px * module(board), 1),
        facing_deg=unit.facing_deg,
        hidden=unit.has("hidden"),
        side=unit.side,
        unit=data,
    )


def _area(number: int, marker: Marker) -> Area:
    return Area(f"{marker.kind}-{number}", marker.kind, marker.value, (name(marker.at),))
