"""Play through a turn up to the phase under test; red has the initiative and goes first."""

from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.micro_armour.declarations.initiative import GoFirst, RollInitiative
from rules.micro_armour.declarations.movement.orders import MoveGroup, RollOrders
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.declarations.posture import NameGroup
from rules.micro_armour.ruleset import MATG2, MicroArmour
from rules.micro_armour.state.stands import sides_without_ghq
from tests.rules.micro_armour.tables import BLUE, RED, opened, play, stand, table

RED_WINS = [6, 1]
START = Spot(10.0, 10.0)


def to_posture(state: GameState, book: MicroArmour = MATG2) -> GameState:
    return play(state, [RollInitiative(RED), GoFirst(RED, RED)], RED_WINS, book)


def to_fire(
    state: GameState, *groups: tuple[str, ...], book: MicroArmour = MATG2, first: str = RED
) -> GameState:
    """The Fire Phase; red has named these groups, blue none."""
    state = to_posture(state, book)
    if not groups:
        return play(state, [Pass(RED), Pass(BLUE), GoFirst(RED, first)], book=book)
    named = [NameGroup(RED, group) for group in groups]
    moves: list[Action] = [named[0], Pass(BLUE), *named[1:], Pass(RED), GoFirst(RED, first)]
    return play(state, moves, book=book)


def to_movement(
    state: GameState,
    *groups: tuple[str, ...],
    orders: tuple[int, ...] = (6, 6, 1, 1),
    book: MicroArmour = MATG2,
) -> GameState:
    """The Movement Phase, red to attempt first; the first two of the four dice are red's orders, the others blue's."""
    state = to_fire(state, *groups, book=book)
    without_ghq = sides_without_ghq(state)
    orders = orders[: 2 * (RED not in without_ghq)] + orders[2 : 2 + 2 * (BLUE not in without_ghq)]
    state = play(state, [Pass(RED), Pass(BLUE)], book=book)
    return play(state, [RollOrders(RED), GoFirst(RED, RED)], orders, book)


def moving(*on_table: Unit | Piece, at: Spot = START) -> GameState:
    """Red's r1, a T-34 of 12 movement points that faces south, may move on a table with these other stands and pieces."""
    pieces = (item for item in on_table if isinstance(item, Piece))
    others = (item for item in on_table if isinstance(item, Unit))
    state = opened(table(*pieces), stand("r1", RED, at, 180.0), *others)
    return play(to_movement(state, ("r1",)), [MoveGroup(RED, 1, False)], [1])
