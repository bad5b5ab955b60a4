"""The game that is played on a scene: the record is the game, and the pieces of the scene follow it."""

from functools import lru_cache

from rules.errors import BadInput, Unknown
from rules.game.play import Action
from rules.game.state import GameState
from vtt_bridge.clock import now_utc
from vtt_bridge.local_table.own_table import UMPIRE
from vtt_bridge.local_table.pieces import as_in_game
from vtt_bridge.local_table.store import Store
from vtt_bridge.running_game import RunningGame, resumed


class SceneGame:
    """The game of one scene as it stands now.

    Raises:
        Unknown: if there is no such scene, or no game is played on it.
    """

    def __init__(self, store: Store, scene_id: str) -> None:
        self._store = store
        self._scene = store.scene(scene_id)
        log = store.game_log(scene_id)
        if log is None:
            raise Unknown("game on the scene", scene_id)
        self._log = log
        self.now = _resumed(log)

    def check_go(self, side: str) -> None:
        """That it is this side's go.

        Raises:
            BadInput: if it is not, or the game is over.
        """
        if self.now.to_act is None:
            raise BadInput("side", side, "in a game that is over")
        if side != self.now.to_act:
            raise BadInput("side", side, f"{self.now.to_act}, whose go it is")

    def declare(self, action: Action) -> RunningGame:
        """Carry an action out: it is recorded, the pieces are moved, and each side is told what it may hear.

        Raises:
            IllegalAction: if the rules forbid it; nothing is changed.
            Stale: if scene or game have moved on meanwhile.
        """
        after = self.now.declare(action)
        self._keep(after)
        for side, lines in after.told(self.now.state):
            self._say(lines, side)
        return after

    def undo(self) -> RunningGame:
        """Take the last action back.

        Raises:
            BadInput: if nothing was done yet.
            Stale: if scene or game have moved on meanwhile.
        """
        before = self.now.taken_back()
        self._keep(before)
        self._say(("The last action is taken back.",))
        return before

    def _keep(self, then: RunningGame) -> None:
        scene = as_in_game(self._scene, self.now.state, then.state)
        self._store.play_on(scene, then.log, was=self._log)

    def _say(self, lines: tuple[str, ...], to: str = "") -> None:
        text = "\n- ".join(lines)
        self._store.chat.say(self._scene.source.scene, UMPIRE, text, (), to, now_utc())


def underway(store: Store, scene_id: str) -> GameState | None:
    """The state of the game that is played on a scene; None where none is."""
    log = store.game_log(scene_id)
    return None if log is None else _resumed(log).state


@lru_cache(maxsize=8)
def _resumed(log: str) -> RunningGame:
    return resumed(log)
