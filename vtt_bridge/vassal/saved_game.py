"""A game of VASSAL after the commands of a file: its pieces and where they are."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.errors import BadInput
from vtt_bridge.vassal.commands import BoardsChosen, ChangePiece, Command, MovePiece, PutPiece, TakePiece
from vtt_bridge.vassal.pieces import Piece
from vtt_bridge.vassal.sequences import split

_STACK = "stack"


@dataclass
class SavedGame:
    """The pieces by id, the pieces of each stack, and the boards of each map."""

    pieces: dict[str, Piece] = field(default_factory=dict)
    boards: dict[str, tuple[tuple[str, int, int, bool], ...]] = field(default_factory=dict)
    _stacks: dict[str, list[str]] = field(default_factory=dict)

    @staticmethod
    def after(commands: Iterable[Command]) -> "SavedGame":
        """The game that these commands set up."""
        game = SavedGame()
        for command in commands:
            game.carry_out(command)
        return game

    def carry_out(self, command: Command) -> None:
        """Carry out a command of the file.

        Raises:
            BadInput: if it names a piece that does not exist.
        """
        match command:
            case PutPiece(piece, type_, state):
                self._put(piece, type_, state)
            case TakePiece(piece):
                self.pieces.pop(piece, None)
                self._stacks.pop(piece, None)
            case ChangePiece(piece, state, before) if piece in self._stacks:
                self._stacks[piece] = _members(state)
            case ChangePiece(piece, state, before):
                self.pieces[piece] = self._known(piece).with_state(state, before)
            case MovePiece():
                self._move(command)
            case BoardsChosen(map_, boards):
                self.boards[map_] = boards
            case _:
                pass

    def _put(self, piece_id: str, type_: str, state: str) -> None:
        if type_ == _STACK:
            self._stacks[piece_id] = _members(state)
        else:
            self.pieces[piece_id] = Piece.read(piece_id, type_, state)

    def _move(self, move: MovePiece) -> None:
        moved = self._stacks.get(move.id, [move.id])
        for piece in moved:
            if move.id not in self._stacks or piece in self.pieces:
                self.pieces[piece] = self._known(piece).moved(move.map, move.x_px, move.y_px)
        if move.id in self._stacks:
            return
        for members in self._stacks.values():
            if move.id in members:
                members.remove(move.id)
        for stack, members in self._stacks.items():
            if move.under == stack or move.under in members:
                members.append(move.id)

    def _known(self, piece: str) -> Piece:
        if piece not in self.pieces:
            raise BadInput("savedGame", f"piece {piece[:30]}", "one of the pieces of the game")
        return self.pieces[piece]


def _members(state: str) -> list[str]:
    """The ids of the pieces in a stack, the lowest first."""
    return [part for part in split(state, ";")[3:] if part and not part.startswith("@@")]
