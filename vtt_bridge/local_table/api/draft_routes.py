"""Boards and scenarios that somebody is drawing: bundled ones to begin from, their picture, and a game of them on the table."""

from enum import StrEnum
from importlib.resources import files
from string import digits
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from exporters.board_shapes import centre
from exporters.formats import svg
from exporters.pictures.board_picture import board_picture
from exporters.place_text import name
from maps.codec import board_document
from maps.documents import parsed
from maps.library import board_or_scenario, board_text, boards, scenario_text, scenarios
from maps.scenario import Scenario
from maps.scenario_codec import scenario_document
from rules.errors import BadInput
from rules.game.side_names import PEOPLES
from rules.game.state import GameState
from rules.ground.hex.board import HexBoard
from rules.ground.hex.terrain import ALONG_HEXSIDES, GROUND, LINES
from rules.ground.table.terrain import TableTerrain
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.game_setup import checked
from vtt_bridge.games.running_game import begun
from vtt_bridge.local_table.api.dependencies import FewQuestions, SettingUp, TheStore, TheUmpire
from vtt_bridge.local_table.api.draft_models import (
    BOARD_OR_SCENARIO,
    Bundled,
    Drawn,
    EntryListed,
    Forms,
    HexDrawn,
    MapRead,
    Opened,
    Palette,
)
from vtt_bridge.local_table.scenario_setup import map_window, open_scenario
from vtt_bridge.map_files.universal_vtt import Scale, read_universal
from vtt_bridge.web.refusals import REFUSALS, RawBody

router = APIRouter(prefix="/api/drafts", tags=["drafts"], responses=REFUSALS)


class Kind(StrEnum):
    """The kinds of bundled documents."""

    BOARD = "board"
    SCENARIO = "scenario"


@router.get("")
def bundled() -> Bundled:
    """The bundled boards and scenarios, and the terrain to draw with."""
    return Bundled(
        boards=[EntryListed(name=board.name, title=board.description) for board in boards()],
        scenarios=[EntryListed(name=scenario.name, title=scenario.description) for scenario in scenarios()],
        palette=Palette(
            ground=sorted(GROUND),
            hexsides=sorted(ALONG_HEXSIDES),
            lines=sorted(LINES),
            pieces=sorted(TableTerrain),
        ),
        sides=dict(PEOPLES),
    )


@router.get("/schema")
def schema(umpire: TheUmpire) -> Forms:
    """The JSON schema of a scenario (blindhex-scenario/1) and of the options of each book, from which forms are made."""
    schemas = {
        book: files("maps").joinpath(f"options_{book.rstrip(digits)}.schema.json") for book in umpire.rulesets
    }
    return Forms(
        scenario=dict(parsed(files("maps").joinpath("scenario.schema.json").read_bytes())),
        options={
            book: dict(parsed(traversable.read_bytes()))
            for book, traversable in schemas.items()
            if traversable.is_file()
        },
    )


@router.get("/{kind}/{draft}")
def begin_from(kind: Kind, draft: Annotated[str, Path(max_length=100)]) -> dict[str, Any]:
    """A bundled board or scenario as a document, to change; the board of a scenario is written out in it."""
    if kind is Kind.BOARD:
        return dict(parsed(board_text(draft)))
    bundled = board_or_scenario(parsed(scenario_text(draft)))
    assert isinstance(bundled, Scenario)
    return dict(scenario_document(bundled.written_out()))


@router.post("/drawing", openapi_extra=BOARD_OR_SCENARIO)
def drawing(body: RawBody, umpire: TheUmpire) -> Drawn:
    """The picture of a board, or of a scenario with its units, as it is so far; refused where it cannot be read."""
    drawn = board_or_scenario(parsed(body))
    state = drawn.state() if isinstance(drawn, Scenario) else GameState(drawn)
    roster = umpire.ruleset(drawn.ruleset).roster if isinstance(drawn, Scenario) else None
    board, window = state.board, map_window(state.board)
    return Drawn(
        svg=svg.render(board_picture(state, roster=roster), window),
        size_px=[window.width_px, window.height_px],
        hexes=[
            HexDrawn(name=name(place), at_px=list(window.pixel(centre(board, place)))) for place in board.grid
        ]
        if isinstance(board, HexBoard)
        else [],
        inch_px=None if isinstance(board, HexBoard) else window.scale_px,
        origin_px=list(window.origin_px),
    )


@router.post("/universal", openapi_extra=BOARD_OR_SCENARIO, dependencies=[FewQuestions])
def universal(
    body: RawBody,
    square_in: Annotated[float, Query(allow_inf_nan=False, description="How many inches a square of it is.")],
    name: Annotated[str, Query(min_length=1, max_length=100)] = "Map",
) -> MapRead:
    """The table that a Universal VTT map shows: its walls are house walls, its portals doors."""
    imported = read_universal(body, name, Scale(square_in))
    return MapRead(board=board_document(imported.table), told=list(imported.summary))


@router.post("/game", openapi_extra=BOARD_OR_SCENARIO, dependencies=[SettingUp])
def play(body: RawBody, store: TheStore, umpire: TheUmpire) -> Opened:
    """Put a scenario on the table, in front of everybody, and begin its game if it has what a game needs.

    A game that is under way on a scene of the same name is ended and kept.
    """
    scenario = board_or_scenario(parsed(body))
    if not isinstance(scenario, Scenario):
        raise BadInput("format", "blindhex-board/1", "a scenario: a board alone cannot be played")
    checked(scenario, umpire.ruleset)
    head = GameHead(scenario.ruleset, scenario.name, setup=scenario_document(scenario.written_out()))
    return Opened(scene=open_scenario(store, scenario, anew=True, begin=lambda: begun(head, umpire.ruleset)))
