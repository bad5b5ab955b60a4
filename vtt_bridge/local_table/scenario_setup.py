"""A scenario put on the local table: a token for each unit, an area for each marker."""

from collections.abc import Callable

from exporters.board_shapes import box, module
from exporters.viewport import Viewport
from maps.scenario import Scenario
from rules.game.state import GameState
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from vtt_bridge.games.game_setup import table_game
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.local_table.documents import UMPIRE, VERSION, VTT
from vtt_bridge.local_table.pieces import Roster, areas_of, tokens_of
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.virtual_table import Frame, FrameKind, Scene, Source
from vtt_bridge.system.clock import now_utc

HEX_PX = 96
"""The width of a hex across its flats, unless the map would be too large."""

MOST_MAP_PX = 4096


def open_scenario(
    store: Store, scenario: Scenario, *, anew: bool = False, begin: Callable[[], RunningGame] | None = None
) -> str:
    """Put a scenario on the table, in front of everybody, and return the id of its scene.

    A game already begun on it goes on; `anew` ends and keeps that game and sets the scenario up again. `begin`
    gives the new game, which is begun if the scenario has the options that a game needs.

    Raises:
        RulesError: if the scenario cannot be opened as a game of its book.
    """
    scene_id = _id(scenario.name)
    if not anew and any(listed.id == scene_id for listed in store.scenes()):
        store.open_scene(scene_id)
        return scene_id
    if begin is not None and scenario.options:
        game = begin()
        store.put_scene(_set_up(scenario, game.state, scene_id, game.game.ruleset.roster), log=game.log)
        if anew:
            store.chat.say(scene_id, UMPIRE, f"A new game begins: {scenario.name}.", (), "", now_utc())
    else:
        store.put_scene(_set_up(scenario, scenario.state(), scene_id))
    return scene_id


def _set_up(scenario: Scenario, state: GameState, scene_id: str, roster: Roster = None) -> Scene:
    """The scene of a scenario before the first turn."""
    board = state.board
    window = map_window(board)
    frame = _frame(board, window)
    return Scene(
        Source(VTT, VERSION, scene_id, "1"),
        scenario.name,
        frame,
        (window.width_px, window.height_px),
        table_game(scenario),
        tokens_of(state, frame, roster),
        areas_of(state),
    )


def _id(words: str) -> str:
    kept = "".join(c if c.isascii() and c.isalnum() else "-" for c in words.casefold())
    return kept.strip("-")[:80] or "scene"


def map_window(board: Board) -> Viewport:
    """The window in which a board is drawn as a map of this table."""
    edge = box(board)
    unit_px = min(HEX_PX / module(board), MOST_MAP_PX / max(edge.width, edge.height))
    return Viewport.of(edge, unit_px)


def _frame(board: Board, window: Viewport) -> Frame:
    if isinstance(board, HexBoard):
        return Frame(FrameKind.HEX, window.scale_px, window.origin_px, board.grid.top, board.grid.first)
    return Frame(FrameKind.INCH, window.scale_px, window.origin_px)
