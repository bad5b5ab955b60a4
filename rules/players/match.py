"""A game between players, decision by decision: each player is told only what its side knows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.errors import BadInput
from rules.game.chance.dice import Dice, SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.engine.play import Play
from rules.game.events import Event
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.players.player import Chosen, Moment, Player

MOST_DECISIONS = 100_000
"""A game that has not ended by then counts as endless."""

CHOOSING = 0x5EED
"""Separates the dice for choices from the dice of the game, so that neither affects the other."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a game: the side, the number of actions to choose from, the choice, the events, and the
    states before and after."""

    side: str
    choices: int
    chosen: Chosen
    events: tuple[Event, ...]
    before: GameState
    after: GameState
    dice_thrown: int


def moment_of(play: Play, book: Ruleset, state: GameState, side: str, choosing: Dice) -> Moment:
    """The moment for the player of a side: the legal actions, and the state as that side knows it."""
    return Moment(play, book, book.seen_by(state, side), side, play.legal_actions(state), choosing)


def match(
    play: Play, book: Ruleset, state: GameState, players: Mapping[str, Player], seed: int
) -> Iterator[Decision]:
    """The decisions of a game from a state to its result; the same seed and players play the same game.

    Raises:
        BadInput: if a side has no player, or the game has no end.
    """
    dice, choosing = SeededDice(seed), SeededDice(seed ^ CHOOSING)
    for _ in range(MOST_DECISIONS):
        side = play.to_act(state)
        if side is None:
            return
        if side not in players:
            raise BadInput("player", side, "a player for every side")
        moment = moment_of(play, book, state, side, choosing)
        chosen = players[side].choose(moment)
        events, after = carry_out(play, state, chosen.action, dice)
        yield Decision(side, len(moment.actions), chosen, events, state, after, dice.position)
        state = after
    raise BadInput("game", "no end", f"one that ends within {MOST_DECISIONS} decisions")
