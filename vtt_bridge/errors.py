"""Errors of tables and games; foreign exceptions are translated into these once, where they arise.

RulesError
├── NotYourTurn                         a side acts while it is not its turn
├── ComputersTurn                       a person acts for a side that the computer plays
├── NothingToUndo                       no action of the game was carried out yet
├── NothingToRedo                       no action was taken back, or another was declared since
├── NothingAsked                        one side answers, and nothing was asked of it
├── LogExists                           a new game would overwrite a file
├── FileExists                          a new file would overwrite another
├── LogMovedOn                          somebody else went on with a game since its file was read
├── TwoPlaces                           a token or unit is sent to a place and to a pixel at once
├── NoSide                              a user asks in a chat who plays no side, or several
├── CannotWrite                         a file or folder cannot be written
├── NotOffered                          a book has no such question, or its games cannot be played
├── Unforeseen                          the outcome of a plan cannot be told without a die
│   └── DiceWanted                      players throw their own dice, and have told fewer than are thrown
├── SeveralUnits                        words that mean one unit fit several
└── TableError
    ├── Unreachable (ConnectionError)   nobody answers at that address
    │   └── NoAnswer                    somebody is there and does not answer in time
    ├── BadAnswer (ValueError)          the answer is not what this kind of table documents
    ├── Refused                         the table understood and says no; carries its sentence
    │   ├── NobodyHears                 something is for one side alone, and none of its players is known
    │   ├── NotThere                    the table has no such scene or thing
    │   ├── NoSeat                      the table is joined by a link, and the caller's link is missing or no longer good
    │   └── Stale                       the scene has moved on since it was looked at
    ├── BadScene (ValueError)           the scene cannot be read into a state; names the token or area
    ├── NotStored (OSError)               the file of the local table cannot be opened or written
    └── CannotListen (OSError)             the local table cannot listen at that address
"""

from collections.abc import Iterable

from maps.documents import reason_of
from rules.errors import RulesError, listed
from rules.game.side_names import people, with_players


class LogExists(RulesError):
    """A new game would overwrite a file."""

    def __init__(self, log: str) -> None:
        super().__init__(
            f"{log} is there already; keep the new game in another file, so that no game is lost."
        )


class FileExists(RulesError):
    """A new file would overwrite another."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} is there already; name another file with -o, so that nothing is lost.")


class LogMovedOn(RulesError):
    """Somebody else went on with a game since its file was read."""

    def __init__(self, log: str) -> None:
        super().__init__(f"{log} has gone on since it was read; look at the game again, and then declare.")


class TwoPlaces(RulesError):
    """A token or unit is sent to a place and to a pixel at once."""

    def __init__(self) -> None:
        super().__init__("Give either to or to_px, not both.")


class NoSide(RulesError):
    """A user who asks in a chat plays no side, or several, so that it is unknown what he may be told."""

    def __init__(self, user: str, further: str = "") -> None:
        super().__init__(
            f"User {user} does not play one side; say who plays which with --player SIDE=USER,"
            f" or let all know all with --open{further}."
        )


class CannotWrite(RulesError):
    """A file or folder cannot be written, for a reason of the system."""

    def __init__(self, path: object, error: Exception) -> None:
        super().__init__(f"{path} cannot be written: {reason_of(error)}.")


class Unforeseen(RulesError):
    """The outcome of a plan cannot be told: it needs a die, or depends on something hidden."""


class DiceWanted(Unforeseen):
    """Players throw their own dice and have told too few; the error describes the throw that is wanted."""

    def __init__(self, what: str, needed: str, count: int, sides: int) -> None:
        self.what, self.needed, self.count, self.sides = what, needed, count, sides
        dice = f"{'' if count == 1 else count}d{sides}"
        super().__init__(f"dice: {what} wants {dice}{f', needs {needed}' if needed else ''}")


class NotOffered(RulesError):
    """A book has no such question, or its games cannot be played; the sentence says what it does not do."""


class SeveralUnits(RulesError):
    """Words that are to mean one unit fit several; the sentence lists them."""

    def __init__(self, words: str, units: Iterable[str]) -> None:
        super().__init__(f"Several units fit {words!r}: name one of {listed(units)}.")


class NotYourTurn(RulesError):
    """A side acts while it is not its turn; `to_act` is whose turn it is, None when the game is over."""

    def __init__(self, side: str, to_act: str | None) -> None:
        self.to_act = to_act
        super().__init__(
            "The game is over." if to_act is None else with_players(f"It is {to_act}'s turn, not {side}'s.")
        )


class ComputersTurn(RulesError):
    """A person acts for a side that the computer plays."""

    def __init__(self, side: str) -> None:
        super().__init__(f"The computer plays the {people(side)}, and is to act now.")


class NothingToUndo(RulesError):
    """No action of the game was carried out yet."""

    def __init__(self) -> None:
        super().__init__("Nothing to take back yet.")


class NothingToRedo(RulesError):
    """No action was taken back, or another was declared since."""

    def __init__(self) -> None:
        super().__init__("Nothing to do again: no action was taken back last.")


class NothingAsked(RulesError):
    """A side answers, and nothing was asked of it, or the game has gone on since."""

    def __init__(self) -> None:
        super().__init__("Nothing is asked for, or the game has gone on since.")


class TableError(RulesError):
    """The table cannot be met or read."""


class Unreachable(TableError, ConnectionError):
    """Nobody answers at that address."""

    def __init__(self, address: str, why: str) -> None:
        self.address = address
        super().__init__(f"no table answers at {address}: {why}")


class NoAnswer(Unreachable):
    """Somebody is there and did not answer in time: nobody knows whether it was done."""


class BadAnswer(TableError, ValueError):
    """The answer is not what this kind of table documents."""

    def __init__(self, address: str, answer: str) -> None:
        self.address = address
        super().__init__(f"the table at {address} answered {answer}")


class Refused(TableError):
    """The table understood and says no, in its own sentence."""


class NobodyHears(Refused):
    """A sentence is for one side alone, and this table knows none of its players."""

    def __init__(self, side: str, remedy: str) -> None:
        self.side = side
        super().__init__(f"side {side!r} has no players to whisper to; {remedy}")


class NotThere(Refused):
    """The table has no such scene or thing; its sentence names it."""


class NoSeat(Refused):
    """This table is joined by a link to a seat, and the caller's link is missing or no longer good."""

    def __init__(self) -> None:
        super().__init__("seat: join this table by the link to your seat; who serves it has one for you")


class Stale(Refused):
    """The scene has changed since it was read; `now` is its present revision, `last` the last thing said there."""

    def __init__(self, computed_for: str, now: str, last: str = "") -> None:
        self.computed_for, self.now = computed_for, now
        super().__init__(
            f"The scene has changed since revision {computed_for} and is at {now} now; read it and ask again."
            + (f" What was told last: {last}" if last else "")
        )


class BadScene(TableError, ValueError):
    """The scene cannot be read into a state; the sentence names the token or area and what was wanted."""


class NotStored(TableError, OSError):
    """The file of the local table cannot be opened or written."""


class CannotListen(TableError, OSError):
    """The local table cannot listen at that address."""

    def __init__(self, host: str, port: int, why: str) -> None:
        super().__init__(
            f"the table cannot listen at {host}:{port}: {why};"
            " choose another address or port (--host and --port, or BLINDHEX_HOST and BLINDHEX_PORT)"
        )
