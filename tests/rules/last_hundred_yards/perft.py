"""Perft: counting the declarations within a depth from fixed positions."""

from rules.game.chance.dice import SeededDice
from rules.game.state import GameState
from rules.last_hundred_yards.declarations.turn.activation import Activate, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from tests.rules.last_hundred_yards.playing import course, done, seeded, start_of


def perft(state: GameState, depth: int) -> int:
    """The number of declarations within a depth, each carried out with the dice of one seed."""
    actions = PLAY.legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(seeded(state, action, SeededDice(5)), depth - 1) for action in actions)


def first_platoon(mission: str, edition: str) -> GameState:
    """A mission with the first platoon of the active side activated."""
    state = start_of(mission, edition=edition, switches={"attacker_begins": False})
    side = course(state).mission.attacker
    dice = (9, 2) if side == "us" else (2, 9)
    state = done(state, RollInitiative(side), *dice)
    state = done(
        state, next(action for action in PLAY.legal_actions(state) if isinstance(action, SelectCompany))
    )
    return done(state, next(action for action in PLAY.legal_actions(state) if isinstance(action, Activate)))
