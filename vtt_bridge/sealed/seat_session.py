"""A seat at a game by mail as a session in which units can be sent to places."""

from rules.errors import RulesError
from rules.game.chance.dice import Dice
from rules.game.engine.play import Action
from rules.game.side_names import player
from vtt_bridge.errors import NotOffered
from vtt_bridge.games.game_log import Turn
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.sealed.seat import Seat


class AwaitsOtherSide(RulesError):
    """A declaration is binding, and its outcome is known only once the other side has written."""


class SeatSession:
    """A session that declares one action after another, as long as the seat knows or foresees the outcome."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.now: RunningGame = seat.known

    def declare(
        self,
        action: Action,
        dice: Dice | None = None,
        *,
        same_order: bool = False,  # noqa: ARG002 - by mail both sides say how much is taken back
    ) -> RunningGame:
        """Declare an action; returns the game after it as the seat knows it.

        Raises:
            AwaitsOtherSide: if the outcome is not known yet; the declaration is binding.
            IllegalAction, NotYourTurn, NotOffered: if it cannot be declared.
        """
        if dice is not None:
            raise NotOffered("Dice of a game by mail are thrown by both sides.")
        self.seat = self.seat.declared(self.seat.beginning.public_game.book.actions.document(action))
        if self.seat.standing.waiting and not self.seat.may_declare:
            other = player(self.seat.standing.rival(self.seat.side))
            raise AwaitsOtherSide(f"{action}: what comes of it is known once the {other} has written")
        turn = self.seat.truth.turns[-1] if self.seat.rules else Turn(action, ())
        after = self.seat.known
        self.now = RunningGame(after.game, (turn,), after.state, (after.state,))
        return self.now

    def undo(self) -> RunningGame:
        """Not possible in a game by mail.

        Raises:
            NotOffered: always; both sides agree to it by mail.
        """
        raise NotOffered("In a game by mail both sides take turns back.")
