"""The local table as a VirtualTable, over HTTP like any other."""

from contextlib import suppress
from urllib.parse import quote

import requests

from rules.errors import BadInput
from vtt_bridge.errors import BadAnswer, NotThere
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
)
from vtt_bridge.local_table.link import Link
from vtt_bridge.port.table_document import scene_of
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
from vtt_bridge.web.http_answer import split_address

JOIN = "join="
"""The beginning of a link's fragment, which follows the # of the address."""

SEAT_VARIABLE = "BLINDHEX_SEAT"
"""The variable of the environment that holds the key to a seat."""


class LocalTable:
    """A scene of a local table at an address such as http://127.0.0.1:8642/#crossroads.

    Without a scene after the # it is the one in front of everybody. A table with seats needs the `key` to one.

    Raises:
        BadInput: if the address is not one.
        Unreachable, BadAnswer: if no local table of the right version answers there.
    """

    capabilities = Capabilities()

    def __init__(
        self, address: str, timeout_s: float = 10.0, session: requests.Session | None = None, key: str = ""
    ) -> None:
        where, fragment = _split(address)
        if fragment.startswith(JOIN):
            raise BadInput(
                "table", address, "an address without a link; sit down first, with blindhex join LINK"
            )
        self._link = Link(where, timeout_s, session, key)
        check_about(self._link.get("/api"), self._link.address)
        self.scene_id = fragment or front_scene(self._link.get("/api/scenes"), self._link.address)
        self._scene = f"/api/scenes/{quote(self.scene_id, safe='')}"

    def read_scene(self) -> Scene:
        return scene_of(self._link.get(self._scene))

    def lay(self, operation: PutOverlay | ClearOverlay) -> None:
        if isinstance(operation, ClearOverlay):
            params = {"owner": FLAG, "revision": operation.revision}
            with suppress(NotThere):
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


def address_of(table: str) -> str:
    """The address of a table by itself, without its scene: what the key to its seat is kept under.

    Raises:
        BadInput: if it is no address.
    """
    return _split(table)[0]


def sit_down(link: str, timeout_s: float) -> tuple[str, str, str]:
    """Take the seat of a link; returns the address of the table, the name of the seat, and the key that proves it from now on.

    Raises:
        BadInput: if it is no link to a seat.
        TableError: if the table cannot be reached, or says no.
    """
    where, fragment = _split(link)
    if not fragment.startswith(JOIN):
        raise BadInput("link", link, f"the link to a seat, such as http://table.example.org:8642/#{JOIN}…")
    seated = Link(where, timeout_s).send("POST", "/api/seats", {"link": fragment.removeprefix(JOIN)}, {})
    match seated:
        case {"seat": str(seat), "key": str(key)}:
            return where, seat, key
        case _:
            raise BadAnswer(where, "a link without a seat and its key")


def _split(address: str) -> tuple[str, str]:
    """The address before its #, and the fragment after it."""
    split = split_address(address)
    if split is None:
        raise BadInput("table", address, "an address such as http://127.0.0.1:8642")
    return f"{split.scheme}://{split.netloc}{split.path}".rstrip("/"), split.fragment
