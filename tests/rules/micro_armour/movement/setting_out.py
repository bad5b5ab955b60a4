"""A red stand that has set out towards a blue one."""

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.micro_armour.declarations.movement.orders import MoveGroup
from rules.micro_armour.declarations.movement.reaction_fire import OpportunityFire
from rules.micro_armour.declarations.movement.stands import MoveStand
from rules.micro_armour.ruleset import MicroArmour
from tests.rules.micro_armour.phases import to_movement
from tests.rules.micro_armour.tables import BLUE, MATG2, RED, opened, play, stand, table

MOVER = stand("r1", RED, (10, 10), 180.0)
WATCH = stand("b1", BLUE, (10, 24), 0.0, "pz4h")
ADVANCE = MoveStand(RED, "r1", (Spot(10, 10), Spot(10, 20)), 180.0)
STOP_AT_START = OpportunityFire(BLUE, ("b1",), 0)


def r1_setting_out(
    *others: Unit, pieces: tuple[Piece, ...] = (), book: MicroArmour = MATG2, watch: Unit = WATCH
) -> GameState:
    """The state after Red's r1 was touched to advance ten inches towards b1."""
    state = to_movement(opened(table(*pieces), MOVER, watch, *others, book=book), ("r1",), book=book)
    return play(state, [MoveGroup(RED, 1, False), ADVANCE], [1], book)


def fire_at_the_end(firer: str) -> OpportunityFire:
    return OpportunityFire(BLUE, (firer,), 10)
