"""The commands in a saved game or log: pieces put, changed, moved and taken away, and lines of the chat.

A game is one text of commands and nested lists of commands. Only positions and chat are read; the players' ids are
skipped, as they are their passwords.
Sources: VASSAL/build/module/BasicCommandEncoder.java, VASSAL/command/*.java, VASSAL/build/module/BasicLogger.java.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.errors import BadInput
from vtt_bridge.vassal.sequences import split

ESC = "\x1b"
_STEP = "LOG\t"
_NONE = "null"


@dataclass(frozen=True, slots=True)
class PutPiece:
    """A piece or stack comes into the game."""

    id: str
    type: str
    state: str


@dataclass(frozen=True, slots=True)
class TakePiece:
    """A piece or stack leaves the game."""

    id: str


@dataclass(frozen=True, slots=True)
class ChangePiece:
    """A piece changes its state; with `before`, only the differences between the two count."""

    id: str
    state: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class MovePiece:
    """A piece, or a stack with all its pieces, is put down at a point of a map, in its pixels."""

    id: str
    map: str
    x_px: int
    y_px: int
    under: str


@dataclass(frozen=True, slots=True)
class Chat:
    """A line of the chat."""

    text: str


@dataclass(frozen=True, slots=True)
class BoardsChosen:
    """The boards that a map shows: name, column and row of each, and whether it lies upside down."""

    map: str
    boards: tuple[tuple[str, int, int, bool], ...]


@dataclass(frozen=True, slots=True)
class TurnMarked:
    """The module's turn track was advanced."""

    state: str


Command = PutPiece | TakePiece | ChangePiece | MovePiece | Chat | BoardsChosen | TurnMarked


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a log, as VASSAL's step button carries it out, with the commands in it."""

    number: int
    commands: tuple[Command, ...]


def saved_commands(text: str) -> tuple[Command, ...]:
    """The commands that set up a saved game, or the game in which a log begins."""
    return tuple(
        _commands(leaf for token in split(text, ESC) if not _is_step(token) for leaf in _leaves(token))
    )


def steps(text: str) -> tuple[Step, ...]:
    """The steps of a log in their order; none in a saved game."""
    logged = [token for token in split(text, ESC) if _is_step(token)]
    return tuple(Step(number, tuple(_commands(_parts(token)))) for number, token in enumerate(logged, 1))


def _is_step(token: str) -> bool:
    return next(_leaves(token)).startswith(_STEP)


def _parts(token: str) -> Iterator[str]:
    """The commands of a step; each is marked as logged, and may itself be a list."""
    for leaf in _leaves(token):
        yield from _leaves(leaf.removeprefix(_STEP))


def _leaves(text: str) -> Iterator[str]:
    tokens = split(text, ESC)
    if tokens == [text]:
        yield text
        return
    for token in tokens:
        yield from _leaves(token)


def _commands(leaves: Iterator[str] | list[str]) -> Iterator[Command]:
    for leaf in leaves:
        command = _command(leaf)
        if command is not None:
            yield command


def _command(leaf: str) -> Command | None:
    word, _, rest = leaf.partition("\t")
    if leaf[:2] in _OF_PIECES:
        return _of_piece(leaf[:2], leaf[2:])
    if word.endswith("BoardPicker"):
        return BoardsChosen(
            word.removesuffix("BoardPicker"), tuple(_boards(split(rest, "\t") if rest else []))
        )
    if word.startswith("TURN"):
        return TurnMarked(rest)
    if leaf.startswith("CHAT"):
        return Chat(leaf.removeprefix("CHAT"))
    return None


_OF_PIECES = ("+/", "-/", "D/", "M/")


def _of_piece(kind: str, rest: str) -> Command:
    fields = [rest] if kind == "-/" else split(rest, "/")
    try:
        match kind, fields:
            case "+/", [piece, type_, state, *_]:
                return PutPiece(piece, type_, state)
            case "-/", [piece]:
                return TakePiece(piece)
            case "D/", [piece, state, *before]:
                return ChangePiece(piece, state, before[0] if before else "")
            case "M/", [piece, map_, x, y, under, *_]:
                return MovePiece(piece, "" if map_ == _NONE else map_, int(x), int(y), under)
    except ValueError:
        pass
    # The fields may hold a player's id, which is his password.
    raise BadInput("savedGame", f"{kind} with {len(fields)} fields", "a command as VASSAL writes it")


def _boards(fields: list[str]) -> Iterator[tuple[str, int, int, bool]]:
    for name, column, row in zip(fields[::3], fields[1::3], fields[2::3], strict=False):
        title, *reversed_ = split(name, "/")
        try:
            yield title, int(column), int(row), "rev" in reversed_
        except ValueError:
            raise BadInput("savedGame", name, "a board with its column and row") from None
