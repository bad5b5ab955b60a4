"""The external editor link of Tabletop Simulator: scripts read and pushed over two sockets of this machine.

Requests go to the game's port; the game answers on another, where we listen. Messages carry no
ids, and others may come in between: prints, errors, saves.
"""

import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any

from vtt_bridge.errors import BadAnswer, Refused, Unreachable
from vtt_bridge.tabletop_simulator.script import MARK

HOST = "127.0.0.1"
GAME_PORT, EDITOR_PORT = 39999, 39998
MOST_BYTES = 64 * 2**20

_GET_SCRIPTS, _SAVE_AND_PLAY = 0, 1
_PASSED_OVER = frozenset({0, 2, 4, 5, 6, 7})
_GLOBAL = "-1"


@dataclass(frozen=True)
class EditorLink:
    """The game on this machine; tests name other ports.

    Raises (all methods):
        Unreachable: if the game does not run, or another editor has its port.
        BadAnswer: if its answer is not a documented one.
        Refused: if it reports an error in a script.
    """

    timeout_s: float = 10.0
    game_port: int = GAME_PORT
    editor_port: int = EDITOR_PORT

    def scripts(self) -> list[dict[str, str]]:
        """The scripts of the loaded game, each with guid, script and possibly ui."""
        with self._listening() as listener:
            self._send({"messageID": _GET_SCRIPTS})
            return self._scripts(listener)

    def push(self, script: str, *, anew: bool = False) -> None:
        """Make this the Global script, keep every other one, and start the game with it.

        A Global script that is not ours is replaced only with `anew`.

        Raises:
            Refused: if there is one, or the game has not accepted ours.
        """
        states = self.scripts()
        kept = [state for state in states if state["guid"] != _GLOBAL]
        old = next((state for state in states if state["guid"] == _GLOBAL), {})
        if old.get("script", "").strip() and not old["script"].startswith(MARK) and not anew:
            raise Refused(
                "the game has a Global script of its own, which would be lost; add ours to it by hand, or push "
                "with --replace"
            )
        # A state sent without its ui loses it, so states are sent back complete.
        ours = {**old, "name": "Global", "guid": _GLOBAL, "script": script}
        with self._listening() as listener:
            self._send({"messageID": _SAVE_AND_PLAY, "scriptStates": [ours, *kept]})
            now = {state["guid"]: state.get("script", "") for state in self._scripts(listener)}
        if now.get(_GLOBAL) != script:
            raise Refused("the game has not taken the script; look into its console")

    @property
    def _address(self) -> str:
        return f"{HOST}:{self.game_port}"

    @contextmanager
    def _listening(self) -> Iterator[socket.socket]:
        try:
            listener = socket.create_server((HOST, self.editor_port))
        except OSError as error:
            why = (
                f"port {self.editor_port}, at which Tabletop Simulator answers, is taken ({error.strerror}); "
                "close the other script editor"
            )
            raise Unreachable(self._address, why) from None
        with listener:
            yield listener

    def _send(self, message: Mapping[str, Any]) -> None:
        try:
            with socket.create_connection((HOST, self.game_port), self.timeout_s) as line:
                line.sendall(json.dumps(message).encode())
        except OSError:
            why = "Tabletop Simulator does not run on this machine, or no game is loaded"
            raise Unreachable(self._address, why) from None

    def _scripts(self, listener: socket.socket) -> list[dict[str, str]]:
        """The scripts in the next message that has them; a script's error is raised as Refused."""
        until = monotonic() + self.timeout_s
        while True:
            message = self._message(listener, until)
            match message.get("messageID"):
                case 1:
                    return self._states(message)
                case 3:
                    error = f"{message.get('errorMessagePrefix', '')}{message.get('error', '')}"
                    raise Refused(f"the game tells of an error: {' '.join(error.split())[:300]}")
                case number if number not in _PASSED_OVER:
                    raise BadAnswer(self._address, f"with message {number!r}")

    def _message(self, listener: socket.socket, until: float) -> dict[str, Any]:
        taken = bytearray()
        try:
            listener.settimeout(max(0.01, until - monotonic()))
            line, _ = listener.accept()
            with line:
                line.settimeout(max(0.01, until - monotonic()))
                while part := line.recv(1 << 16):
                    taken += part
                    if len(taken) > MOST_BYTES:
                        raise BadAnswer(self._address, f"more than {MOST_BYTES} bytes")
        except TimeoutError:
            raise Unreachable(self._address, f"no answer within {self.timeout_s:g} s") from None
        except OSError:
            raise Unreachable(self._address, "the line broke") from None
        try:
            message = json.loads(taken)
        except (ValueError, RecursionError):
            raise BadAnswer(self._address, f"what is not JSON: {bytes(taken[:40])!r}") from None
        if not isinstance(message, dict):
            raise BadAnswer(self._address, f"what is no message: {bytes(taken[:40])!r}")
        return message

    def _states(self, message: Mapping[str, Any]) -> list[dict[str, str]]:
        states = message.get("scriptStates")
        if not isinstance(states, list) or not all(
            isinstance(state, dict)
            and isinstance(state.get("guid"), str)
            and all(isinstance(value, str) for value in state.values())
            for state in states
        ):
            raise BadAnswer(self._address, "without scripts")
        return states
