"""The sides of a game that the computer plays: it declares for them, knowing what they know, until a person is to decide."""

from collections.abc import Iterator
from secrets import randbits

from rules.game.chance.dice import SeededDice
from rules.game.engine.play import Action
from rules.players.match import CHOOSING, moment_of
from rules.players.named import player_named
from rules.players.player import Player
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.games.session import Session

_WORD = 2**64


class Computer:
    """Decides for the computer's sides of one game; its players remember from one decision to the next."""

    def __init__(self) -> None:
        self._players: dict[tuple[str, str], Player] = {}

    def choose(self, now: RunningGame) -> Action:
        """The computer's declaration for the side to act; with a seed, the same position always gets the same answer.

        Raises:
            Unknown, BadInput: if the side's player has a name that does not exist.
        """
        side = now.to_act or ""
        key = side, now.computers[side]
        if key not in self._players:
            self._players[key] = player_named(now.computers[side])
        seed = now.game.head.seed
        choosing = SeededDice(randbits(64) if seed is None else ((seed ^ CHOOSING) + len(now.turns)) % _WORD)
        moment = moment_of(now.game.book, now.game.ruleset, now.state, side, choosing)
        return self._players[key].choose(moment).action


def answers(session: Session) -> Iterator[tuple[RunningGame, RunningGame]]:
    """Play on until a person is to decide: the game before and after each declaration of the computer."""
    computer = Computer()
    while session.now.is_computers_turn:
        before = session.now
        yield before, session.declare(computer.choose(before))
