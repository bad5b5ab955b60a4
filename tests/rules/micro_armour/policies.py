"""Players that choose among the legal actions alone: one at random but bold, for whole games."""

from math import inf
from random import Random

from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.engine.play import Action
from rules.game.events import Event
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.movement.orders import MoveGroup
from rules.micro_armour.declarations.movement.reaction_fire import CoveringFire, OpportunityFire
from rules.micro_armour.declarations.movement.stands import EndMove, MoveStand
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.declarations.posture import NameGroup
from rules.micro_armour.ruleset import MicroArmour

_BOLD = (Fire, OpportunityFire, CoveringFire, MoveGroup)
_FIRES = (Fire, OpportunityFire, CoveringFire)
_NEAR_IN = 8.0
"""The distance at which a steady player halts and fires."""
_BOLDNESS = 0.85
_STAYS_READY = 0.15
_GOES_FORWARD = 0.7


def bold_choice(actions: tuple[Action, ...], chance: Random) -> Action:
    """A bold choice: shoot or move forward where possible, keep some stands ready to fire, at times anything legal."""
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


def steady_choice(state: GameState, actions: tuple[Action, ...]) -> Action:
    """A choice from the list that presses the fight: close in together, halt within range, and fire."""
    fire = [action for action in actions if isinstance(action, _FIRES)]
    if fire:
        return fire[0]
    far = [
        action
        for action in actions
        if isinstance(action, NameGroup) and _gap_in(state, action.stands[0]) > _NEAR_IN
    ]
    if far:
        return max(far, key=lambda group: len(group.stands))
    orders = [action for action in actions if isinstance(action, MoveGroup)]
    if orders:
        return orders[0]
    moves = [action for action in actions if isinstance(action, MoveStand)]
    if moves:
        return min(moves, key=lambda move: abs(_gap_from(state, move.side, move.path[-1]) - _NEAR_IN))
    quiet = [action for action in actions if isinstance(action, Pass | EndMove)]
    return (quiet or actions)[0]


def _gap_in(state: GameState, name: str) -> float:
    unit = state.unit(name)
    return inf if not isinstance(unit.at, Spot) else _gap_from(state, unit.side, unit.at)


def _gap_from(state: GameState, side: str, spot: Spot) -> float:
    """How far the nearest enemy is, or the middle of the table while none is on it."""
    enemies = [unit.at for unit in state.units.values() if unit.side != side and isinstance(unit.at, Spot)]
    board = state.board
    assert isinstance(board, Tabletop)
    middle = Spot(board.width_in / 2, board.depth_in / 2)
    return min(spot.gap_in(enemy) for enemy in enemies or [middle])


def played_out(
    book: MicroArmour, opening: GameState, seed: int, most_actions: int = 5000, *, steadily: bool = False
) -> tuple[GameState, list[Event]]:
    """A whole game from a seed, by legal actions alone, and its record."""
    chance, dice = Random(seed), SeededDice(seed)
    state = opening
    record: list[Event] = []
    for _ in range(most_actions):
        actions = book.as_game().legal_actions(state)
        if not actions:
            return state, record
        choice = steady_choice(state, actions) if steadily else bold_choice(actions, chance)
        events, state = carry_out(book.as_game(), state, choice, dice)
        record.extend(events)
    raise AssertionError(f"seed {seed} is not over after {most_actions} actions")
