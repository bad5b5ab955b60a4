"""The game that is played on a scene: the record is the game, and the pieces of the scene follow it."""

from functools import lru_cache

from rules.errors import Unknown
from rules.game.chance.dice import Dice
from rules.game.play import Action
from rules.game.state import GameState
from vtt_bridge.games.game_setup import BookNamed
from vtt_bridge.games.running_game import RunningGame, resumed
from vtt_bridge.local_table.documents import UMPIRE
from vtt_bridge.local_table.pieces import as_in_game
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.system.clock import now_utc


class SceneSession:
    """The Session of one scene: its record lies in the store, and each side is told in the chat what it may hear.

    Raises:
        Unknown: if there is no such scene, or no game is played on it.
        Stale (declare, undo): if scene or game have moved on since the session was opened.
    """

    def __init__(self, store: Store, scene_id: str, book_named: BookNamed) -> None:
        self._store = store
        self._scene = store.scene(scene_id)
        log = store.game_log(scene_id)
        if log is None:
            raise Unknown("game on the scene", scene_id)
        self._log = log
        self._now = _resumed(log, book_named)

    @property
    def now(self) -> RunningGame:
        return self._now

    def declare(self, action: Action, dice: Dice | None = None) -> RunningGame:
        before = self._now.state
        after = self._keep(self._now.declare(action, dice))
        for side, lines in after.report(before):
            self._say(lines, side)
        return after

    def undo(self) -> RunningGame:
        before = self._keep(self._now.taken_back())
        self._say(("The last action is taken back.",))
        return before

    def _keep(self, then: RunningGame) -> RunningGame:
        scene, log = as_in_game(self._scene, self._now.state, then.state), then.log
        self._store.play_on(scene, log, was=self._log)
        self._scene, self._log, self._now = self._store.scene(scene.source.scene), log, then
        return then

    def _say(self, lines: tuple[str, ...], to: str = "") -> None:
        text = "\n- ".join(lines)
        self._store.chat.say(self._scene.source.scene, UMPIRE, text, (), to, now_utc())


def state_underway(store: Store, scene_id: str, book_named: BookNamed) -> GameState | None:
    """The state of the game that is played on a scene; None where none is."""
    log = store.game_log(scene_id)
    return None if log is None else _resumed(log, book_named).state


@lru_cache(maxsize=8)
def _resumed(log: str, book_named: BookNamed) -> RunningGame:
    return resumed(log, book_named)
