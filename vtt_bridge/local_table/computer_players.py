"""The computer's sides at a table: a thread listens for changes, and declares wherever the computer is to act."""

from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Thread
from traceback import print_exc
from types import TracebackType
from typing import Self

from rules.errors import RulesError, Unknown
from vtt_bridge.errors import Stale
from vtt_bridge.games.computer import Computer
from vtt_bridge.games.game_setup import BookNamed
from vtt_bridge.local_table.documents import UMPIRE
from vtt_bridge.local_table.scene_session import SceneSession
from vtt_bridge.local_table.storage.database import Change
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.system.clock import now_utc

_PATIENCE_S = 10.0


class ComputerPlayers:
    """Plays the computer's sides in all scenes of a store while the block runs."""

    def __init__(self, store: Store, book_named: BookNamed) -> None:
        self._store, self._book_named = store, book_named
        self._due: SimpleQueue[str | None] = SimpleQueue()
        self._over = Event()
        self._thread = Thread(target=self._run, name="computer players", daemon=True)
        self._computers: dict[str, Computer] = {}

    def __enter__(self) -> Self:
        self._stop_hearing = self._store.listen(self._hear)
        for scene_id in self._store.games.scenes_with_computers():
            self._due.put(scene_id)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop_hearing()
        self._over.set()
        self._due.put(None)
        self._thread.join(_PATIENCE_S)

    def _hear(self, change: Change) -> None:
        if change.kind in ("game", "scene"):
            self._due.put(change.scene)

    def _run(self) -> None:
        while (scene_id := self._due.get()) is not None:
            try:
                self._declare_one(scene_id)
            except RulesError as error:
                self._tell(scene_id, f"The computer cannot play on: {error}")
            except Exception:  # noqa: BLE001 - the other scenes go on, as they do when a request fails
                print_exc()
                self._tell(
                    scene_id, "The computer cannot play on: an error of the program, told where it is served."
                )

    def _tell(self, scene_id: str, text: str) -> None:
        with suppress(RulesError):
            self._store.chat.say(scene_id, UMPIRE, text, (), "", now_utc())

    def _declare_one(self, scene_id: str) -> None:
        """Declare one action where the computer is to act.

        The change that this makes brings the scene back here for the next action, so that other scenes have their turn in between.
        """
        try:
            session = SceneSession(self._store, scene_id, self._book_named)
        except Unknown:
            return  # no such scene any more, or no game on it
        if self._over.is_set() or not session.now.is_computers_turn:
            if session.now.to_act is None:
                self._computers.pop(scene_id, None)
            return
        computer = self._computers.setdefault(scene_id, Computer())
        action = computer.choose(session.now)
        if self._over.is_set():
            return  # the store may be closed by now
        with suppress(Stale):  # somebody took an action back, or another server of the table was quicker
            session.declare(action)
