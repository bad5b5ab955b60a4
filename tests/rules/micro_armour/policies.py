"""Players that choose among the legal actions alone: one at random but bold, for whole games."""

from random import Random

from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.play import Action, Event
from rules.game.state import GameState
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.movement.orders import MoveGroup
from rules.micro_armour.declarations.movement.reaction_fire import CoveringFire, OpportunityFire
from rules.micro_armour.declarations.movement.stands import EndMove, MoveStand
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.declarations.posture import NameGroup
from rules.micro_armour.ruleset import MicroArmour

_BOLD = (Fire, OpportunityFire, CoveringFire, MoveGroup)
_BOLDNESS = 0.85
_STAYS_READY = 0.15
_GOES_FORWARD = 0.7


def bold_choice(actions: tuple[Action, ...], chance: Random) -> Action:
    """Shoot where it can, move forward where it may, keep some stands ready to fire; now and then anything legal."""
    groups = [action for action in actions if isinstance(action, NameGroup)]
    if groups and chance.random() < _STAYS_READY:
        return Pass(groups[0].side)
    if groups and chance.random() < _BOLDNESS:
        return chance.choice(sorted(groups, key=lambda group: -len(group.stands))[:3])
    bold = [action for action in actions if isinstance(action, _BOLD)]
    if bold and chance.random() < _BOLDNESS:
        return chance.choice(bold)
    moves = [action for action in actions if isinstance(action, MoveStand) and len(action.path) > 1]
    if moves and chance.random() < _GOES_FORWARD:
        return chance.choice([moves[0], *moves[-2:]])
    others = [action for action in actions if not isinstance(action, Pass | EndMove)]
    return chance.choice(others or list(actions))


def played_out(
    book: MicroArmour, opening: GameState, seed: int, most_actions: int = 5000
) -> tuple[GameState, list[Event]]:
    """A whole game from a seed, by legal actions alone, and its record."""
    chance, dice = Random(seed), SeededDice(seed)
    state = opening
    record: list[Event] = []
    for _ in range(most_actions):
        actions = book.legal_actions(state)
        if not actions:
            return state, record
        events, state = carry_out(book, state, bold_choice(actions, chance), dice)
        record.extend(events)
    raise AssertionError(f"seed {seed} is not over after {most_actions} actions")
