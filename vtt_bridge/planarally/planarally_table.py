"""A location of a PlanarAlly room as a VirtualTable; each write is read back, as PlanarAlly does not confirm any.

PlanarAlly's chat has no whispers: sentences for one side alone are refused rather than told to everybody.
"""

from collections import deque
from collections.abc import Mapping
from math import isclose
from uuid import uuid4

from rules.errors import Unknown
from vtt_bridge.errors import BadAnswer, Refused, Stale, Unreachable
from vtt_bridge.planarally.assets import upload
from vtt_bridge.planarally.chat_text import ruling_in_markdown
from vtt_bridge.planarally.link import ASSETS, RoomLink
from vtt_bridge.planarally.locations import (
    DM,
    DRAW,
    TOKENS,
    Location,
    Seating,
    location_from,
    no_dm,
    role_of,
    scene_seen,
)
from vtt_bridge.planarally.shapes import (
    MARKS,
    Doc,
    addition,
    asset_of,
    custom_data,
    custom_entry,
    moved,
    overlay_seen,
    overlay_shape,
)
from vtt_bridge.port.virtual_table import (
    Capabilities,
    ClearOverlay,
    MarkPiece,
    MovePiece,
    PutOverlay,
    Say,
    Scene,
    once,
)
from vtt_bridge.web.png_check import png_size_px

_REMEMBERED = 500
_HAIR = 0.01


class PlanarAllyTable:
    """The current location; `seating` adds what it does not say."""

    capabilities = Capabilities(whispers=False, private_overlays=False)

    def __init__(self, link: RoomLink, seating: Seating) -> None:
        self._link = link
        self._seating = seating
        self.done: deque[str] = deque(maxlen=_REMEMBERED)
        self._seen: Location | None = None
        self._may_write = False

    def read_scene(self) -> Scene:
        return scene_seen(self.location(), self._seating)

    def location(self) -> Location:
        """The location, loaded again only if it may have changed, since PlanarAlly is slow at loading."""
        if self._seen is None or not self._may_write or not self._link.is_quiet:
            self._seen = None
            events = self._link.load()
            self._may_write = role_of(events, self._link.user) in (None, DM)
            self._seen = location_from(events, self._link.address)
        return self._seen

    @once
    def lay(self, operation: PutOverlay | ClearOverlay) -> None:
        if isinstance(operation, PutOverlay):
            _check_for_all(operation.overlay.to)
        location = self._writable(operation.revision)
        tag = operation.tag if isinstance(operation, ClearOverlay) else operation.overlay.tag
        floor, _ = location.floor(self._seating.floor)
        older = self._ours(location, floor, tag)
        laid = self._put(floor, operation) if isinstance(operation, PutOverlay) else None
        self._seen = None
        if older:
            self._link.ask("Shapes.Remove", {"uuids": [*older], "temporary": False})
        if laid is not None:
            self._seen = location.after(floor, DRAW, laid, older)
        elif not older.keys().isdisjoint(self._ours(self.location(), floor, tag)):
            raise BadAnswer(self._link.address, "to the removal of an older picture by keeping it")
        for entry in older.values():
            if entry is not None:
                self._link.send("Asset.Remove", entry, ASSETS)

    @once
    def say(self, operation: Say) -> None:
        _check_for_all(operation.to)
        self._fresh(operation.revision)
        line = {"id": str(uuid4()), "author": "Umpire", "data": [ruling_in_markdown(operation.text)]}
        self._link.send("Chat.Add", line)

    @once
    def move(self, operation: MovePiece) -> None:
        location = self._writable(operation.revision)
        floor, shape = self._token(location, operation.piece)
        change = moved(shape, operation)
        self._seen = None
        self._link.send("Shapes.Position.Update", {"shapes": [change], "temporary": False})
        now, ((x, y),) = self._read_back(operation.piece), change["position"]["points"]
        wanted = (x, y, change["position"]["angle"])
        if not all(
            _is_close(now.get(key), value) for key, value in zip(("x", "y", "angle"), wanted, strict=True)
        ):
            raise BadAnswer(self._link.address, f"to a move of {operation.piece} by leaving it where it was")
        self._seen = location.after(floor, TOKENS, now)

    @once
    def mark(self, operation: MarkPiece) -> None:
        location = self._writable(operation.revision)
        floor, shape = self._token(location, operation.piece)
        there = custom_data(shape, MARKS)
        self._seen = None
        for name, value in operation.marks.items():
            if value is not None:
                event = "Shape.CustomData.Update" if name in there else "Shape.CustomData.Add"
                self._link.send(event, custom_entry(operation.piece, MARKS, name, value))
            elif name in there:
                entry = custom_entry(operation.piece, MARKS, name, True)
                identity = {key: entry[key] for key in ("shapeId", "source", "prefix", "name")}
                self._link.send("Shape.CustomData.Remove", identity)
        now = self._read_back(operation.piece)
        for name, value in operation.marks.items():
            if custom_data(now, MARKS).get(name) != value:
                raise BadAnswer(
                    self._link.address, f"to mark {name!r} of {operation.piece} by not keeping it"
                )
        self._seen = location.after(floor, TOKENS, now)

    def _fresh(self, revision: str | None) -> Location:
        location = self.location()
        now = scene_seen(location, self._seating).source.revision
        if revision is not None and now != revision:
            raise Stale(revision, now)
        return location

    def _writable(self, revision: str | None) -> Location:
        location = self._fresh(revision)
        if not self._may_write:
            raise no_dm(self._link.user, self._link.room)
        return location

    def _token(self, location: Location, token_id: str) -> tuple[str, Doc]:
        """The floor of a token, and its shape."""
        floor, _ = location.floor(self._seating.floor)
        shapes = {shape["uuid"]: shape for shape in location.shapes(floor, TOKENS)}
        if token_id not in shapes:
            raise Unknown("token", token_id, shapes)
        return floor, shapes[token_id]

    def _ours(self, location: Location, floor: str, tag: str) -> dict[str, int | None]:
        """Our pictures with that tag, and the asset that each shows."""
        seen = ((shape, overlay_seen(shape)) for shape in location.shapes(floor, DRAW))
        return {
            shape["uuid"]: asset_of(shape)
            for shape, overlay in seen
            if overlay is not None and overlay.tag == tag
        }

    def _put(self, floor: str, operation: PutOverlay) -> Doc:
        """Upload a picture and lay it, and return its shape as PlanarAlly has it."""
        png_size_px(operation.png, "overlay")
        asset = upload(self._link, f"{operation.overlay.tag}.png", operation.png)
        shape = overlay_shape(str(uuid4()), operation.overlay, asset)
        self._link.send("Shape.Add", addition(shape, asset, floor, DRAW))
        try:
            laid = self._read_back(shape["uuid"])
        except Unreachable:
            # PlanarAlly does not answer questions about a shape that it did not accept.
            laid = {}
        overlay = overlay_seen(laid)
        if overlay is None or overlay.digest != asset.hash:
            raise BadAnswer(self._link.address, "to a picture by not showing it")
        return laid

    def _read_back(self, uuid: str) -> Doc:
        answer = self._link.ask("Shape.Get", uuid)
        shape = answer.get("shape") if isinstance(answer, Mapping) else None
        if not isinstance(shape, Mapping) or shape.get("uuid") != uuid:
            raise BadAnswer(self._link.address, f"that there is no shape {uuid}, which was just written")
        return shape


def _check_for_all(to: str) -> None:
    """Check that a sentence or picture is for everybody.

    Raises:
        Refused: if it is for one side alone.
    """
    if to:
        raise Refused(
            f"PlanarAlly can neither whisper to {to!r} nor show it a picture alone, and everybody would know; ask for all, "
            "or in the terminal"
        )


def _is_close(now: object, wanted: float) -> bool:
    return isinstance(now, int | float) and isclose(now, wanted, abs_tol=_HAIR)
