"""Questions that leave no trace: a ruling nobody else hears of, the place under the pointer, the symbols of units."""

from dataclasses import replace
from io import BytesIO
from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from PIL import Image

from exporters import on_map
from exporters.board_shapes import outline
from exporters.documents import ruling_document
from exporters.formats import png, svg
from exporters.ruling_text import chat
from exporters.viewport import Viewport
from rules.errors import BadInput
from rules.game.units import Symbol
from rules.ground.board import Board
from rules.ground.place import Place
from rules.planning.cancellation import cancelled_when
from vtt_bridge.local_table.api.asking import asked_of, roster_of
from vtt_bridge.local_table.api.dependencies import FewQuestions, Left, Seen, TheUmpire
from vtt_bridge.local_table.api.models import AskedWords, LegendLine, Looked, PlaceTold, PointTold, Roster
from vtt_bridge.local_table.api.picture_responses import PNG, SVG, png_response, svg_response
from vtt_bridge.local_table.scene_pictures import SYMBOL_WINDOW, new_ground, symbol_picture, window_of
from vtt_bridge.port.calibration import place_px, snapped
from vtt_bridge.port.names import place_named
from vtt_bridge.umpire.places import place_facts
from vtt_bridge.umpire.umpire import Looked as Ruled
from vtt_bridge.umpire.umpire import game_of
from vtt_bridge.web.refusals import REFUSALS

router = APIRouter(prefix="/api", tags=["looking"], responses=REFUSALS)

Px = Annotated[float, Query(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]
PlaceName = Annotated[
    str, Query(max_length=40, description="C2, or 10.5,8 in inches; left out, the point is meant.")
]
Narrow = Annotated[bool, Query(description="Drawn for a screen that is held upright.")]

_A_DAY_S = 86_400
_SHEET_HEX_PX = 72
_MOST_SHEET_PX = 6000
"""The greatest width or height of a downloaded picture; on a vast board its hexes are smaller."""


@router.post("/scenes/{scene_id}/look")
def look(asked: AskedWords, seen: Seen, umpire: TheUmpire, left: Left) -> Looked:
    """Ask as in `ask`, on what your seat knows, and get the answer alone: nothing is laid, said or recorded.

    Closing the connection early stops the work on it.
    """
    seen, question = asked_of(asked, seen, umpire)
    scene = seen.asked_about()
    with cancelled_when(left.is_set):
        looked = umpire.look(scene, question, seen.known())
    return _looked(looked, window_of(scene))


@router.post("/scenes/{scene_id}/profile")
def profile(asked: AskedWords, seen: Seen, umpire: TheUmpire, narrow: Narrow = False) -> Looked:
    """The line from `who` to `target` from the side: ground, what stands on it, and by how much what blocks it is too high."""
    seen, question = asked_of(asked, seen, umpire)
    scene = seen.asked_about()
    return _looked(umpire.look_from_the_side(scene, question, seen.known(), narrow=narrow), window_of(scene))


@router.post(
    "/scenes/{scene_id}/picture", response_class=Response, responses=PNG, dependencies=[FewQuestions]
)
def picture(seen: Seen, umpire: TheUmpire, left: Left, asked: AskedWords | None = None) -> Response:
    """The map with its counters as your seat knows them, as a PNG; and the answer to a question on it, with what its colours mean."""
    answer = None
    if asked is None:
        scene = seen.asked_about()
        state, _ = umpire.state(scene, seen.seat.side, seen.known())
    else:
        seen, question = asked_of(asked, seen, umpire)
        scene = seen.asked_about()
        with cancelled_when(left.is_set):
            looked = umpire.look(scene, question, seen.known())
        state, answer = looked.state, looked.picture
    if (given := seen.given_map_png()) is not None:
        ground = Image.open(BytesIO(given), formats=("PNG",)).convert("RGBA")
        sheet = umpire.sheet(scene, state, answer, shows_board=False)
        changed = new_ground(umpire.board(game_of(scene)), state.board)
        sheet = replace(sheet, marks=(*changed, *sheet.marks))
        return png_response(on_map.render(ground, sheet, window_of(scene)))
    sheet = umpire.sheet(scene, state, answer)
    widest = max(sheet.box.width, sheet.box.height) / sheet.module
    window = Viewport.of(sheet.box, min(_SHEET_HEX_PX, _MOST_SHEET_PX / widest) / sheet.module)
    return png_response(png.render(sheet, window))


@router.get("/scenes/{scene_id}/place")
def place(
    seen: Seen, umpire: TheUmpire, x_px: Px | None = None, y_px: Px | None = None, named: PlaceName = ""
) -> PlaceTold:
    """A place of the board, by name or by a point of the scene: its ground, and which units that your seat knows of see it."""
    scene = seen.asked_about()
    state, ruleset = umpire.state(scene, seen.seat.side, seen.known())
    if named:
        there = place_named(state.board, named)
    elif x_px is None or y_px is None:
        raise BadInput("named", None, "given, as C2 or 10.5,8, or else the point x_px and y_px")
    else:
        there = snapped(scene.frame, state.board, (x_px, y_px))
    if there is None:
        raise BadInput("named", named, "a place such as C2, or 10.5,8 in inches")
    facts = place_facts(state, ruleset, there)
    return PlaceTold(
        place=facts.name,
        at_px=list(place_px(scene.frame, state.board, there)),
        outline_px=_outline_px(window_of(scene), state.board, there),
        ground=list(facts.ground),
        markers=list(facts.markers),
        seen_by=list(facts.seen_by),
    )


@router.get("/scenes/{scene_id}/roster")
def roster(seen: Seen, umpire: TheUmpire) -> Roster:
    """The types of units of the book that the scene is played by, with the values of its own that it has."""
    return roster_of(umpire.book(seen.scene()))


@router.get("/symbols/{symbol}.svg", response_class=Response, responses=SVG)
def symbol(symbol: Annotated[Symbol, Path()]) -> Response:
    """The symbol of a kind of unit, as counters show it."""
    return svg_response(svg.render(symbol_picture(symbol), SYMBOL_WINDOW), kept_s=_A_DAY_S)


def _outline_px(window: Viewport, board: Board, place: Place) -> list[PointTold]:
    return [list(window.pixel(point)) for point in outline(board, place)]


def _looked(looked: Ruled, scene: Viewport) -> Looked:
    board = looked.state.board
    return Looked(
        revision=looked.revision,
        sentence=chat(looked.ruling),
        rules=list(looked.rules),
        ruling=ruling_document(looked.ruling),
        causes=[
            [_outline_px(scene, board, place) for place in reason.at] for reason in looked.ruling.reasons
        ],
        svg=svg.render(looked.picture, looked.window),
        legend=[LegendLine.model_validate(swatch) for swatch in looked.legend],
    )
