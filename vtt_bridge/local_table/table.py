"""The local table as a VirtualTable, met over HTTP like any other."""

from urllib.parse import quote, urlsplit

import requests

from rules.errors import BadInput
from vtt_bridge.games.journal import Entry, entries_of
from vtt_bridge.local_table.documents import (
    UMPIRE,
    check_about,
    conditions_of,
    front_scene,
    mark_document,
    move_document,
    overlay_params,
    say_document,
    scene_seen,
)
from vtt_bridge.local_table.link import Link
from vtt_bridge.port.virtual_table import (
    FLAG,
    Capabilities,
    ClearOverlay,
    MarkPiece,
    MovePiece,
    PutOverlay,
    Say,
    Scene,
)


class LocalTable:
    """A scene of a local table at an address such as http://127.0.0.1:8642/#crossroads.

    Without a scene after the # it is the one in front of everybody.

    Raises:
        BadInput: if it is no such address.
        Unreachable, BadAnswer: if no local table of the right version answers there.
    """

    capabilities = Capabilities()

    def __init__(
        self, address: str, timeout_s: float = 10.0, session: requests.Session | None = None
    ) -> None:
        try:
            split = urlsplit(address)
            known = split.scheme in ("http", "https") and bool(split.hostname) and (split.port or 1) > 0
        except ValueError:
            known = False
        if not known:
            raise BadInput("table", address, "an address such as http://127.0.0.1:8642")
        self._link = Link(f"{split.scheme}://{split.netloc}{split.path}", timeout_s, session)
        check_about(self._link.get("/api"), self._link.address)
        self.scene_id = split.fragment or front_scene(self._link.get("/api/scenes"), self._link.address)
        self._scene = f"/api/scenes/{quote(self.scene_id, safe='')}"

    def read_scene(self) -> Scene:
        return scene_seen(self._link.get(self._scene))

    def lay(self, operation: PutOverlay | ClearOverlay) -> None:
        if isinstance(operation, ClearOverlay):
            params = {"owner": FLAG, "revision": operation.revision}
            self._link.send("DELETE", self._overlay(operation.tag), None, params)
            return
        path = self._overlay(operation.overlay.tag)
        self._link.send_png("PUT", path, operation.png, overlay_params(operation))

    def say(self, operation: Say) -> None:
        document = say_document(operation, UMPIRE)
        self._link.send("POST", f"{self._scene}/chat", document, conditions_of(operation))

    def move(self, operation: MovePiece) -> None:
        self._link.send(
            "PATCH", self._token(operation.piece), move_document(operation), conditions_of(operation)
        )

    def mark(self, operation: MarkPiece) -> None:
        self._link.send(
            "PATCH", self._token(operation.piece), mark_document(operation), conditions_of(operation)
        )

    def overlay_png(self, tag: str) -> bytes:
        """The picture of an overlay as the table shows it."""
        return self._link.get_bytes(self._overlay(tag))

    def map_png(self) -> bytes:
        """The map picture of the scene."""
        return self._link.get_bytes(f"{self._scene}/map")

    def journal(self) -> tuple[Entry, ...]:
        """Every question that was asked about the scene at its table, and the ruling it got."""
        text = self._link.get_bytes(f"{self._scene}/journal")
        return entries_of(text.decode("utf-8", "replace"))

    def _overlay(self, tag: str) -> str:
        return f"{self._scene}/overlays/{quote(tag, safe='')}"

    def _token(self, token_id: str) -> str:
        return f"{self._scene}/tokens/{quote(token_id, safe='')}"
