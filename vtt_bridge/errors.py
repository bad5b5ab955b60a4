"""What is raised when a table cannot be met or read, or a game not played on; foreign exceptions are translated once.

RulesError
├── NotYourTurn                         a side acts while it is not its turn
├── NothingToUndo                       no action of the game was carried out yet
└── TableError
    ├── Unreachable (ConnectionError)   nobody answers at that address, or not in time
    ├── BadAnswer (ValueError)          the answer is not what this kind of table documents
    ├── Refused                         the table understood and says no; carries its sentence
    │   └── Stale                       the scene has moved on since it was looked at
    ├── BadScene (ValueError)           the scene cannot be read into a state; names the token or area
    ├── NotStored (OSError)               the file of the local table cannot be opened or written
    └── CannotListen (OSError)             the local table cannot listen at that address
"""

from rules.errors import RulesError


class NotYourTurn(RulesError):
    """A side acts while it is not its turn; `to_act` is whose turn it is, None when the game is over."""

    def __init__(self, side: str, to_act: str | None) -> None:
        self.to_act = to_act
        super().__init__("The game is over." if to_act is None else f"It is {to_act}'s turn, not {side}'s.")


class NothingToUndo(RulesError):
    """No action of the game was carried out yet."""

    def __init__(self) -> None:
        super().__init__("Nothing to take back yet.")


class TableError(RulesError):
    """The table cannot be met or read."""


class Unreachable(TableError, ConnectionError):
    """Nobody answers at that address, or not in time."""

    def __init__(self, address: str, why: str) -> None:
        self.address = address
        super().__init__(f"no table answers at {address}: {why}")


class BadAnswer(TableError, ValueError):
    """The answer is not what this kind of table documents."""

    def __init__(self, address: str, what: str) -> None:
        self.address = address
        super().__init__(f"the table at {address} answered {what}")


class Refused(TableError):
    """The table understood and says no, in its own sentence."""


class Stale(Refused):
    """The scene has moved on since it was looked at; `now` is its revision by now."""

    def __init__(self, computed_for: str, now: str) -> None:
        self.now = now
        super().__init__(
            f"revision: {computed_for!r} is not the scene's, which is {now!r} by now; look again and ask again"
        )


class BadScene(TableError, ValueError):
    """The scene cannot be read into a state; the sentence names the token or area and what was wanted."""


class NotStored(TableError, OSError):
    """The file of the local table cannot be opened or written."""


class CannotListen(TableError, OSError):
    """The local table cannot listen at that address."""

    def __init__(self, host: str, port: int, why: str) -> None:
        super().__init__(f"the table cannot listen at {host}:{port}: {why}; choose another BLINDHEX_PORT")
