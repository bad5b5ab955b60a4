"""blindhex-table/1, the document in which any table describes its scene: read and written; and the operations that answer it."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from exporters.json_value import Json
from maps.documents import Missing, checked
from rules.errors import BadInput
from rules.ground.hex.hexes import First, Top
from vtt_bridge.port.calibration import given_place_px
from vtt_bridge.port.virtual_table import (
    NO_SIZE_PX,
    Area,
    ClearOverlay,
    Frame,
    FrameKind,
    Game,
    MarkPiece,
    MovePiece,
    Operation,
    Overlay,
    PointPx,
    PutOverlay,
    Say,
    Scene,
    Source,
    Swatch,
    Token,
    frozen,
)

TABLE_FORMAT = "blindhex-table/1"
NamedT = TypeVar("NamedT", Token, Area)


def scene_of(document: object) -> Scene:
    """The scene that a blindhex-table/1 holds.

    Raises:
        BadInput: if it is not a blindhex-table/1; the sentence names field, value and what was wanted.
    """
    given = checked(document, "table.schema.json", TABLE_FORMAT, package="vtt_bridge.port")
    frame = frame_of(given["frame"])
    width, height = given.get("size_px", NO_SIZE_PX)
    source = given["source"]
    return Scene(
        source=Source(source["vtt"], source.get("version", ""), source["scene"], source["revision"]),
        name=given.get("name", source["scene"]),
        frame=frame,
        size_px=(int(width), int(height)),
        game=game_of(given["game"]) if "game" in given else None,
        tokens=_without_double_names("pieces", [token_of(piece, frame) for piece in given["pieces"]]),
        areas=_without_double_names("areas", [area_of(area) for area in given.get("areas", ())]),
        overlays=tuple(overlay_of(overlay) for overlay in given.get("overlays", ())),
    )


def scene_document(scene: Scene) -> dict[str, Json]:
    """A scene as a blindhex-table/1."""
    document: dict[str, Json] = {
        "format": TABLE_FORMAT,
        "name": scene.name,
        "source": asdict(scene.source),
        "frame": frame_document(scene.frame),
        "size_px": list(scene.size_px),
        "areas": [area_document(area) for area in scene.areas],
        "pieces": [token_document(token) for token in scene.tokens],
        "overlays": [overlay_document(overlay) for overlay in scene.overlays],
    }
    if scene.game is not None:
        document["game"] = game_document(scene.game)
    return document


def frame_of(given: Mapping[str, Any]) -> Frame:
    """The frame that a checked "frame" describes.

    Raises:
        BadInput: if a hex frame does not say how its hexes stand.
    """
    kind = FrameKind(given["kind"])
    origin = _point(given["origin_px"])
    cell_px = float(given["cell_px"])
    if kind is FrameKind.SQUARE:
        return Frame(kind, cell_px, origin, cell_in=float(given.get("cell_in", 1)))
    if kind is FrameKind.INCH:
        return Frame(kind, cell_px, origin)
    if "top" not in given:
        raise Missing("frame.top", "flat or pointy")
    top = Top(given["top"])
    field = "first_column" if top is Top.FLAT else "first_row"
    if field not in given:
        raise Missing(f"frame.{field}", "high or low" if top is Top.FLAT else "left or right")
    return Frame(kind, cell_px, origin, top, First(given[field]))


def frame_document(frame: Frame) -> dict[str, Json]:
    """A frame as "frame" is written."""
    document: dict[str, Json] = {
        "kind": frame.kind.value,
        "cell_px": frame.cell_px,
        "origin_px": list(frame.origin_px),
    }
    if frame.kind is FrameKind.SQUARE:
        document["cell_in"] = frame.cell_in
    if frame.top is not None and frame.first is not None:
        document["top"] = frame.top.value
        document["first_column" if frame.top is Top.FLAT else "first_row"] = frame.first.value
    return document


def token_of(given: Mapping[str, Any], frame: Frame) -> Token:
    """The token that a checked piece describes; a piece that names its hex stands on the centre dot.

    Raises:
        BadInput: if it gives neither a position in pixels nor a place of the board.
    """
    field = f"piece {given['id']}"
    if "at_px" in given:
        position = _point(given["at_px"])
    elif "at" in given:
        position = given_place_px(frame, given["at"], f"{field}.at")
    else:
        raise Missing(f"{field}.at_px", "a point in pixels (or at, a place of the board)")
    return Token(
        id=given["id"],
        name=given.get("name", ""),
        position_px=position,
        size_px=_number(given.get("size_px")),
        facing_deg=_number(given.get("facing_deg")),
        elevation=float(given.get("elevation", 0)),
        hidden=given.get("hidden", False),
        side=given.get("side", ""),
        unit=frozen(given.get("unit", {})),
        marks=frozen(given.get("marks", {})),
    )


def token_document(token: Token) -> dict[str, Json]:
    """A token as a piece is written."""
    return {
        "id": token.id,
        "name": token.name,
        "at_px": list(token.position_px),
        "size_px": token.size_px,
        "facing_deg": token.facing_deg,
        "elevation": token.elevation,
        "hidden": token.hidden,
        "side": token.side,
        "unit": dict(token.unit),
        "marks": dict(token.marks),
    }


def area_of(given: Mapping[str, Any]) -> Area:
    """The area that a checked "area" describes.

    Raises:
        BadInput: if it names neither cells nor a polygon.
    """
    if not given.get("cells") and "polygon_px" not in given:
        raise Missing(f"area {given['id']}.cells", "a list of hex labels (or polygon_px)")
    polygon = tuple(_point(point) for point in given.get("polygon_px", ()))
    return Area(
        given["id"], given["terrain"], int(given.get("level", 0)), tuple(given.get("cells", ())), polygon
    )


def area_document(area: Area) -> dict[str, Json]:
    document: dict[str, Json] = {"id": area.id, "terrain": area.terrain, "level": area.level}
    if area.cells:
        document["cells"] = list(area.cells)
    if area.polygon_px:
        document["polygon_px"] = [list(point) for point in area.polygon_px]
    return document


def overlay_of(given: Mapping[str, Any]) -> Overlay:
    """The overlay that a checked "overlay" describes, without its picture."""
    at, size = _point(given["at_px"]), _point(given["size_px"])
    owner, revision = given.get("owner", ""), given.get("revision", "")
    legend = tuple(
        Swatch(swatch["colour"], swatch["pattern"], swatch["text"]) for swatch in given.get("legend", ())
    )
    return Overlay(
        given["tag"],
        given.get("title", ""),
        at,
        size,
        owner,
        revision,
        legend,
        given.get("digest", ""),
        given.get("to", ""),
    )


def overlay_document(overlay: Overlay) -> dict[str, Json]:
    """An overlay as it is written, without its picture."""
    written: dict[str, Json] = {
        "tag": overlay.tag,
        "title": overlay.title,
        "owner": overlay.owner,
        "revision": overlay.revision,
        "digest": overlay.digest,
        "at_px": list(overlay.at_px),
        "size_px": list(overlay.size_px),
        "legend": [asdict(swatch) for swatch in overlay.legend],
    }
    return {**written, "to": overlay.to} if overlay.to else written


def game_document(game: Game) -> dict[str, Json]:
    board = game.board if isinstance(game.board, str) else dict(game.board)
    written: dict[str, Json] = {
        "ruleset": game.ruleset,
        "board": board,
        "sides": list(game.sides),
        "scenario": game.scenario,
    }
    further = {"house": dict(game.house), "options": dict(game.options)}
    return {**written, **{key: values for key, values in further.items() if values}}


def operation_document(operation: Operation) -> dict[str, Json]:
    """An operation as a document for the glue in a VTT; pictures are base64."""
    document: dict[str, Json]
    match operation:
        case MovePiece():
            document = {"op": "piece.move", "piece": operation.piece, "to_px": list(operation.to_px)}
            if operation.facing_deg is not None:
                document["facing_deg"] = operation.facing_deg
        case MarkPiece():
            document = {"op": "piece.mark", "piece": operation.piece, "marks": dict(operation.marks)}
        case PutOverlay():
            picture = b64encode(operation.png).decode("ascii")
            document = {"op": "overlay.put", **overlay_document(operation.overlay), "png_base64": picture}
        case ClearOverlay():
            document = {"op": "overlay.clear", "tag": operation.tag}
        case Say():
            document = {
                "op": "say",
                "text": operation.text,
                "rules": list(operation.rules),
                "to": operation.to,
            }
    document["op_id"] = operation.op_id
    if operation.revision is not None:
        document["revision"] = operation.revision
    return document


def game_of(given: Mapping[str, Any]) -> Game:
    """The game that a checked "game" describes."""
    sides = tuple(given.get("sides", ()))
    house, options = given.get("house", {}), given.get("options", {})
    return Game(given["ruleset"], given["board"], sides, given.get("scenario", ""), house, options)


def _point(given: Sequence[float]) -> PointPx:
    return float(given[0]), float(given[1])


def _number(given: float | None) -> float | None:
    return None if given is None else float(given)


def _without_double_names(field: str, things: list[NamedT]) -> tuple[NamedT, ...]:
    seen: set[str] = set()
    for thing in things:
        if thing.id in seen:
            raise BadInput(field, thing.id, "an id that stands there once")
        seen.add(thing.id)
    return tuple(things)
