"""Scenes, their map pictures, tokens and areas over HTTP."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response

from exporters.json_value import Json
from exporters.place_text import name
from maps.documents import parsed
from rules.errors import BadInput
from rules.ground.board import Board
from vtt_bridge.errors import BadScene, TwoPlaces
from vtt_bridge.local_table.api.dependencies import (
    Chairs,
    Conditions,
    Revision,
    Seen,
    SettingUp,
    TheStore,
    TheUmpire,
)
from vtt_bridge.local_table.api.models import ListedScene, MovedToken, Scenes, TokenChange, Written
from vtt_bridge.local_table.api.picture_responses import PNG, SVG, png_response, svg_response
from vtt_bridge.local_table.in_process_table import marked, moved
from vtt_bridge.local_table.scene_session import check_free
from vtt_bridge.port.calibration import given_place_px, place_of, place_px, snapped
from vtt_bridge.port.scene_reader import side_of
from vtt_bridge.port.table_document import TABLE_FORMAT, frame_document, scene_document, scene_of
from vtt_bridge.port.virtual_table import MarkPiece, MovePiece, PointPx, Scene, Token
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.web.png_check import png_size_px
from vtt_bridge.web.refusals import REFUSALS, RawBody, json_body, png_body

router = APIRouter(prefix="/api/scenes", tags=["scenes"], responses=REFUSALS)

Anew = Annotated[bool, Query(description="Also if a game is under way: it is ended and kept.")]

_TABLE = "#/components/schemas/Table"
_SCENE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The scene.", "content": {"application/json": {"schema": {"$ref": _TABLE}}}}
}


@router.get("")
def list_scenes(store: TheStore, chairs: Chairs) -> Scenes:
    """The scenes at which you sit, the one in front of everybody first."""
    yours = {chair.scene for chair in chairs} or {""}
    listed = (
        ListedScene(id=scene.id, name=scene.name, revision=str(scene.revision))
        for scene in store.scenes()
        if yours & {"", scene.id}
    )
    return Scenes(scenes=list(listed))


@router.get("/{scene_id}", responses=_SCENE)
def get_scene(seen: Seen, umpire: TheUmpire) -> JSONResponse:
    """The scene as a blindhex-table/1, as your seat sees it. Each piece says at_px, and at if it stands in a place of the board."""
    scene = seen.scene()
    document = scene_document(scene)
    pieces = document["pieces"]
    assert isinstance(pieces, list)
    board = None if scene.game is None else umpire.board(scene.game)
    for token, piece in zip(scene.tokens, pieces, strict=True):
        if (place := _place_word(scene, board, token.position_px)) is not None and isinstance(piece, dict):
            piece["at"] = place
    return JSONResponse(document)


@router.put("/{scene_id}", openapi_extra=json_body(_TABLE), dependencies=[SettingUp])
def put_scene(
    scene_id: str, body: RawBody, store: TheStore, umpire: TheUmpire, anew: Anew = False
) -> Written:
    """Make a scene from a blindhex-table/1, or set an old one up anew; its chat and map picture stay.

    Refused while a game is under way on it, unless `anew`: then that game is ended and kept.
    """
    scene = scene_of(parsed(body))
    if scene.source.scene != scene_id:
        raise BadInput("source.scene", scene.source.scene, f"{scene_id}, the scene it is put to")
    if scene.game is not None:
        umpire.board(scene.game)
    return Written(revision=str(store.put_scene(scene, anew=anew)))


@router.post("/{scene_id}/open", dependencies=[SettingUp])
def open_scene(scene_id: str, store: TheStore) -> Written:
    """Put a scene in front of everybody."""
    store.open_scene(scene_id)
    return Written(revision=store.scene(scene_id).source.revision)


@router.get("/{scene_id}/map", response_class=Response, responses=PNG)
def get_map(seen: Seen) -> Response:
    """The map picture."""
    return png_response(seen.map_png())


@router.put("/{scene_id}/map", openapi_extra=png_body(), dependencies=[SettingUp])
def put_map(scene_id: str, body: RawBody, store: TheStore) -> Written:
    """Give the scene a map picture of exactly its size."""
    size, wanted = png_size_px(body, "map"), store.scene(scene_id).size_px
    if size != wanted:
        raise BadInput("map", "{} x {} px".format(*size), "{} x {} px, the size of the scene".format(*wanted))
    return Written(revision=str(store.put_map(scene_id, body)))


@router.get("/{scene_id}/map.svg", response_class=Response, responses=SVG)
def get_map_svg(seen: Seen) -> Response:
    """The map as SVG, where it is drawn from the board; there is none where the scene was given a picture."""
    return svg_response(seen.map_svg())


@router.get("/{scene_id}/markers.svg", response_class=Response, responses=SVG)
def get_markers(seen: Seen) -> Response:
    """The areas of the scene that your seat knows of, drawn on a transparent picture of its size: markers, and ground that changed."""
    return svg_response(seen.areas_svg())


@router.put(
    "/{scene_id}/tokens/{token_id}",
    openapi_extra=json_body(f"{_TABLE}/$defs/piece"),
    dependencies=[SettingUp],
)
def put_token(
    scene_id: str, token_id: str, body: RawBody, store: TheStore, umpire: TheUmpire, sent: Conditions
) -> Written:
    """Put a token on the scene, or in the place of its older self; refused for a unit of a game under way, and for what no question could read."""
    scene = store.scene(scene_id)
    (token,) = _alone(scene, "pieces", token_id, body).tokens
    check_free(
        store, umpire.ruleset, scene, token, *(before for before in scene.tokens if before.id == token_id)
    )
    others = (other for other in scene.tokens if other.id != token_id)
    umpire.check_change(scene, replace(scene, tokens=(*others, token)))
    return Written(revision=str(store.put_token(scene_id, token, sent)))


@router.patch("/{scene_id}/tokens/{token_id}")
def change_token(
    scene_id: str,
    token_id: str,
    change: TokenChange,
    seen: Seen,
    store: TheStore,
    umpire: TheUmpire,
    sent: Conditions,
) -> MovedToken:
    """Move, turn, hide or mark a token of your side; refused for a unit of a game under way, which goes where its actions take it."""
    scene = seen.scene()
    token = scene.token(token_id)
    seen.seat.check_plays(side_of(token))
    check_free(store, umpire.ruleset, scene, token)
    to_px = _destination(umpire, scene, change)

    def changed(token: Token) -> Token:
        token = moved(token, MovePiece("", token_id, to_px or token.position_px, change.facing_deg))
        token = marked(token, MarkPiece("", token_id, change.marks))
        return token if change.hidden is None else replace(token, hidden=change.hidden)

    sent = replace(sent, asked=change.model_dump_json())
    kept = store.change_token(scene_id, token_id, changed, sent)
    scene = store.scene(scene_id)
    now_px = scene.token(token_id).position_px
    board = None if scene.game is None else umpire.board(scene.game)
    return MovedToken(revision=str(kept), at_px=now_px, at=_place_word(scene, board, now_px))


@router.delete("/{scene_id}/tokens/{token_id}", dependencies=[SettingUp])
def remove_token(
    scene_id: str, token_id: str, store: TheStore, umpire: TheUmpire, revision: Revision = None
) -> Written:
    """Take a token off the scene; refused for a unit of a game under way."""
    scene = store.scene(scene_id)
    check_free(store, umpire.ruleset, scene, *(token for token in scene.tokens if token.id == token_id))
    return Written(revision=str(store.remove_token(scene_id, token_id, revision=revision)))


@router.put(
    "/{scene_id}/areas/{area_id}", openapi_extra=json_body(f"{_TABLE}/$defs/area"), dependencies=[SettingUp]
)
def put_area(
    scene_id: str, area_id: str, body: RawBody, store: TheStore, umpire: TheUmpire, sent: Conditions
) -> Written:
    """Draw an area of terrain or markers on the scene, or in the place of its older self."""
    scene = store.scene(scene_id)
    area = _alone(scene, "areas", area_id, body).areas[0]
    others = (area for area in scene.areas if area.id != area_id)
    umpire.check_change(scene, replace(scene, areas=(*others, area)))
    return Written(revision=str(store.put_area(scene_id, area, sent)))


@router.delete("/{scene_id}/areas/{area_id}", dependencies=[SettingUp])
def remove_area(scene_id: str, area_id: str, store: TheStore, revision: Revision = None) -> Written:
    """Take an area off the scene."""
    return Written(revision=str(store.remove_area(scene_id, area_id, revision=revision)))


def _alone(scene: Scene, key: str, thing_id: str, body: bytes) -> Scene:
    """A scene that holds a single piece or area, read from a request's body."""
    thing: dict[str, Any] = {"id": thing_id, **parsed(body)}
    if thing["id"] != thing_id:
        raise BadInput("id", thing["id"], f"{thing_id}, the id it is put to")
    document: dict[str, Json] = {
        "format": TABLE_FORMAT,
        "source": {"vtt": scene.source.vtt, "scene": scene.source.scene, "revision": scene.source.revision},
        "frame": frame_document(scene.frame),
        "pieces": [],
        key: [thing],
    }
    return scene_of(document)


def _destination(umpire: Umpire, scene: Scene, change: TokenChange) -> PointPx | None:
    if change.to is not None and change.to_px is not None:
        raise TwoPlaces
    if change.to is not None:
        given = change.to.split(",") if "," in change.to else change.to.upper()
        try:
            place = given if isinstance(given, str) else [float(part) for part in given]
        except ValueError:
            raise BadInput("to", change.to, "a place such as C2 or 10.5,8") from None
        to_px = given_place_px(scene.frame, place, "to")
        if scene.game is not None:
            snapped(scene.frame, umpire.board(scene.game), to_px)
        return to_px
    if change.to_px is not None and change.snap and scene.game is not None:
        board = umpire.board(scene.game)
        return place_px(scene.frame, board, snapped(scene.frame, board, change.to_px))
    return change.to_px


def _place_word(scene: Scene, board: Board | None, position_px: PointPx) -> str | None:
    if board is None:
        return None
    try:
        return name(place_of(scene.frame, board, position_px, ""))
    except BadScene:
        return None
