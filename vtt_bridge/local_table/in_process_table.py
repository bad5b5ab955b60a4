"""The local table as a VirtualTable within its own server, without HTTP."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from vtt_bridge.local_table.documents import UMPIRE
from vtt_bridge.local_table.storage.revisions import Sent
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.virtual_table import (
    FLAG,
    Capabilities,
    ClearOverlay,
    MarkPiece,
    MovePiece,
    Operation,
    PutOverlay,
    Say,
    Scene,
    Token,
)
from vtt_bridge.system.clock import now_utc


class InProcessTable:
    """A scene of the store as a VirtualTable, read by `read` if given; overlays and sentences are for the seat `to`."""

    capabilities = Capabilities()

    def __init__(
        self, store: Store, scene_id: str, read: Callable[[], Scene] | None = None, to: str = ""
    ) -> None:
        self._store = store
        self._scene_id = scene_id
        self._read, self._to = read or partial(store.scene, scene_id), to

    def read_scene(self) -> Scene:
        return self._read()

    def lay(self, operation: PutOverlay | ClearOverlay) -> None:
        if isinstance(operation, ClearOverlay):
            self._store.overlays.clear(
                self._scene_id, operation.tag, FLAG, to=self._to, revision=operation.revision
            )
            return
        self._store.overlays.put(
            self._scene_id, for_seat(operation, self._to).overlay, operation.png, _sent(operation)
        )

    def say(self, operation: Say) -> None:
        line = operation.text, operation.rules, self._to, now_utc()
        self._store.chat.say(self._scene_id, UMPIRE, *line, _sent(operation))

    def move(self, operation: MovePiece) -> None:
        sent = _sent(operation, (operation.to_px, operation.facing_deg))
        self._store.change_token(self._scene_id, operation.piece, lambda token: moved(token, operation), sent)

    def mark(self, operation: MarkPiece) -> None:
        sent = _sent(operation, operation.marks)
        self._store.change_token(
            self._scene_id, operation.piece, lambda token: marked(token, operation), sent
        )


def _sent(operation: Operation, asked: object = "") -> Sent:
    return Sent(operation.revision, operation.op_id, asked)


OperationT = TypeVar("OperationT", bound=Operation)


def for_seat(operation: OperationT, to: str) -> OperationT:
    """The operation laid or said for one seat alone; for everybody if `to` is empty."""
    if isinstance(operation, PutOverlay):
        return replace(operation, overlay=replace(operation.overlay, to=to))
    return replace(operation, to=to) if isinstance(operation, Say) else operation


def moved(token: Token, operation: MovePiece) -> Token:
    """The token where a piece.move puts it."""
    facing_deg = token.facing_deg if operation.facing_deg is None else operation.facing_deg
    return replace(token, position_px=operation.to_px, facing_deg=facing_deg)


def marked(token: Token, operation: MarkPiece) -> Token:
    """The token with the marks of a piece.mark set, and those of null taken off."""
    marks = {name: value for name, value in {**token.marks, **operation.marks}.items() if value is not None}
    return replace(token, marks=marks)
