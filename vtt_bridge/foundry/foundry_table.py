"""A scene of a Foundry world as a VirtualTable, through a REST relay of version 3."""

import secrets
from base64 import b64encode
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from exporters.json_value import Json
from rules.errors import BadInput, Unknown
from vtt_bridge.errors import BadAnswer, NoAnswer, NobodyHears, Refused, Stale
from vtt_bridge.foundry.chat import lines_of, picture_document, say_document
from vtt_bridge.foundry.fields import Doc, documents, our_flags
from vtt_bridge.foundry.grid import grid_of
from vtt_bridge.foundry.link import NotAllowed, RelayLink
from vtt_bridge.foundry.scenes import AS_THE_SCENE_SAYS, Seating, players_of, scene_seen
from vtt_bridge.foundry.tiles import tile_document, tiles_of
from vtt_bridge.foundry.tokens import mark_changes, move_changes
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

FOLDER = "blindhex"
"""The folder of our pictures in the world's data."""

_REMEMBERED = 500
_USER = "user:"


def user_alone(user: str) -> str:
    """The addressee, in operations, that means one user alone."""
    return f"{_USER}{user}"


class FoundryTable:
    """The scene with that id or name, or the active one; `seating` adds what the scene does not say.

    Raises:
        Unreachable, BadAnswer, Refused: as the link does.
    """

    capabilities = Capabilities(private_overlays=False)

    def __init__(self, link: RelayLink, scene: str = "", seating: Seating = AS_THE_SCENE_SAYS) -> None:
        self._link = link
        self._scene = scene
        self._seating = seating
        self.done: deque[str] = deque(maxlen=_REMEMBERED)
        self._sent: deque[str] = deque(maxlen=_REMEMBERED)
        self._laid_on: tuple[str | None, Doc] = (None, {})

    def read_scene(self) -> Scene:
        return scene_seen(self.document(), self._seating)

    def document(self) -> Doc:
        """The scene as Foundry's own document.

        Raises:
            Unknown: if the world has no scene of that name.
        """
        if not self._scene:
            return self._asked({"active": "true"})
        for key in ("sceneId", "name"):
            try:
                return self._asked({key: self._scene})
            except NotAllowed:
                raise
            except Refused:
                continue
        raise Unknown("scene", self._scene)

    @once
    def lay(self, operation: PutOverlay | ClearOverlay) -> None:
        scene = self._fresh(operation.revision)
        if isinstance(operation, ClearOverlay):
            self._remove(scene, tiles_of(scene, operation.tag))
        elif operation.overlay.to:
            self._whisper_picture(scene, operation)
        else:
            self._put(scene, operation)
        self._laid_on = operation.revision, scene

    @once
    def say(self, operation: Say) -> None:
        # The words belong to the picture just laid, so its scene need not be read again.
        (revision, scene), self._laid_on = self._laid_on, (None, {})
        if revision is None or revision != operation.revision:
            scene = self._fresh(operation.revision)
        whisper = _listeners(players_of(scene, self._seating), operation.to)
        self._post(operation.op_id, say_document(operation, whisper))

    def whisper_to(self, user: str, op_id: str, words: str) -> None:
        """Say something to one user alone."""
        self._link.post("/chat", say_document(Say(op_id, words), [user]))

    @once
    def move(self, operation: MovePiece) -> None:
        scene = self._fresh(operation.revision)
        token = _token(scene, operation.piece)
        self._sent.append(operation.op_id)
        changes = move_changes(token, grid_of(scene), operation)
        now = self._change("tokens", scene, token["_id"], changes)
        if any(now.get(key, changes[key]) != changes[key] for key in ("x", "y")):
            raise Refused(
                f"Foundry stopped {token.get('name') or token['_id']} on its way, as from version 13 on it does at a wall; "
                "move it by hand"
            )

    @once
    def mark(self, operation: MarkPiece) -> None:
        scene = self._fresh(operation.revision)
        token = _token(scene, operation.piece)
        self._sent.append(operation.op_id)
        self._change("tokens", scene, token["_id"], mark_changes(operation))

    def check_listeners(self, side: str) -> None:
        """Check that a side has players who can hear what is said to it.

        Raises:
            Refused: if it has none.
        """
        _listeners(self.players(), side)

    def players(self) -> dict[str, tuple[str, ...]]:
        """The users that play each side."""
        return players_of(self.document(), self._seating)

    def is_game_master(self, user: str) -> bool:
        """Whether a user is a game master, for which the relay's key needs the scope user:read.

        Raises:
            NotAllowed: if the key does not have it.
        """
        users = self._link.get("/users").get("data")
        return any(
            isinstance(member, Mapping) and member.get("id") == user and member.get("isGM") is True
            for member in (users if isinstance(users, list) else ())
        )

    def is_echo(self, changed: Mapping[str, Any]) -> bool:
        """Whether a change reported by the table is our own; it may be reported before our write is answered."""
        try:
            return our_flags(changed, "change").get("op_id") in self._sent
        except BadInput:
            return False

    def _asked(self, params: Mapping[str, str]) -> Doc:
        data = self._link.get("/scene", params).get("data")
        if isinstance(data, list) and len(data) == 1:
            data = data[0]
        if not isinstance(data, Mapping):
            raise BadAnswer(self._link.address, "without a scene")
        return data

    def _fresh(self, revision: str | None) -> Doc:
        scene = self.document()
        if revision is not None and (now := scene_seen(scene, self._seating).source.revision) != revision:
            raise Stale(revision, now)
        return scene

    def _post(self, op_id: str, document: dict[str, Json]) -> None:
        try:
            self._link.post("/chat", document)
        except NoAnswer:
            if all(line.op_id != op_id for line in lines_of(self._link.get("/chat", {"limit": "20"}))):
                raise

    def _whisper_picture(self, scene: Doc, operation: PutOverlay) -> None:
        """Show a picture in a whisper, under a random file name: everybody can see a tile, and can open a file whose name he
        can guess."""
        png_size_px(operation.png, "overlay")
        whisper = _listeners(players_of(scene, self._seating), operation.overlay.to)
        path = self._upload(f"{secrets.token_hex(16)}.png", operation.png)
        self._post(operation.op_id, picture_document(operation, path, whisper))

    def _put(self, scene: Doc, operation: PutOverlay) -> None:
        """Upload the picture and show it on our tile with that tag, the first of them if there are several."""
        png_size_px(operation.png, "overlay")
        tag = operation.overlay.tag
        for tile in _tiles_of_others(scene, tag):
            raise Refused(f"overlay: {tag!r} on tile {tile['_id']} was laid by somebody else")
        path = self._upload(f"{scene['_id']}-{tag}.png", operation.png)
        document = tile_document(operation, path, grid_of(scene))
        ours = tiles_of(scene, tag)
        if not ours:
            ours = self._create_tile(scene, tag, document)
        if ours:
            self._change("tiles", scene, ours[0]["_id"], document)
            self._remove(scene, ours[1:])

    def _create_tile(self, scene: Doc, tag: str, document: dict[str, Any]) -> list[Doc]:
        """Create a tile. If no answer came, returns our tiles with that tag that are there now."""
        try:
            self._link.post("/canvas/tiles", {"data": document}, {"sceneId": scene["_id"]})
        except NoAnswer:
            if not (tiles := tiles_of(self.document(), tag)):
                raise
            return tiles
        return []

    def _upload(self, filename: str, png: bytes) -> str:
        """Upload a picture to the world's files, replacing an older one, and return its path."""
        body: dict[str, Json] = {
            "path": FOLDER,
            "filename": filename,
            "source": "data",
            "mimeType": "image/png",
            "overwrite": True,
            "fileData": f"data:image/png;base64,{b64encode(png).decode('ascii')}",
        }
        try:
            answer = self._link.post("/upload", body)
        except NoAnswer:
            answer = self._link.post("/upload", body)  # uploading the same picture again does no harm
        path = answer.get("path")
        if not isinstance(path, str) or not path:
            raise BadAnswer(self._link.address, "to an upload without a path")
        return path

    def _change(self, kind: str, scene: Doc, document_id: str, data: dict[str, Any]) -> Doc:
        """Change a document, and return the new one if the relay tells it."""
        changed = self._link.put(
            f"/canvas/{kind}", {"documentId": document_id, "data": data}, {"sceneId": scene["_id"]}
        ).get("data")
        return (
            next((document for document in changed if isinstance(document, Mapping)), {})
            if isinstance(changed, list)
            else {}
        )

    def _remove(self, scene: Doc, tiles: list[Doc]) -> None:
        for tile in tiles:
            self._link.delete("/canvas/tiles", {"sceneId": scene["_id"], "documentId": tile["_id"]})


def _listeners(players: Mapping[str, tuple[str, ...]], side: str) -> tuple[str, ...]:
    """The users to whisper to, for a side or a single user; empty for everybody."""
    if side.startswith(_USER):
        return (side.removeprefix(_USER),)
    if side and not players.get(side):
        raise NobodyHears(side, f"name them with --player {side}=USER, or in the scene's flags")
    return players[side] if side else ()


def _token(scene: Doc, token_id: str) -> Doc:
    tokens = list(documents(scene, "tokens", "scene"))
    for token in tokens:
        if token["_id"] == token_id:
            return token
    raise Unknown("token", token_id, (token["_id"] for token in tokens))


def _tiles_of_others(scene: Doc, tag: str) -> Iterator[Doc]:
    ours = tiles_of(scene, tag)
    for tile in documents(scene, "tiles", "scene"):
        if our_flags(tile, f"tile {tile['_id']}").get("tag") == tag and tile not in ours:
            yield tile
