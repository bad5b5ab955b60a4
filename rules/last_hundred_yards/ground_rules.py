"""The ground as play asks about it: lines of sight kept for the length of a position, and the price of one step."""

from dataclasses import dataclass
from fractions import Fraction

from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Sight
from rules.ground.hex_board import HexBoard
from rules.ground.hex_graph import Stand
from rules.ground.hexes import Hex
from rules.last_hundred_yards.los import line_of_sight
from rules.last_hundred_yards.maneuver_costs import (
    asks_river_exit,
    earns_road_bonus,
    move_class,
    stands,
    step_mp,
)
from rules.last_hundred_yards.options import AS_WE_READ, Options
from rules.last_hundred_yards.roster import ROSTER


@dataclass(frozen=True, slots=True)
class NextStep:
    """One step of a maneuver: its MP, where in the hex it ends, and what it asks."""

    mp: Fraction
    way: str = ""
    asks_river_exit: bool = False
    keeps_road: bool = False


class BookGround:
    """Chapters 4.1, 4.2 and 10.1 for play."""

    def __init__(self, options: Options = AS_WE_READ) -> None:
        self.options = options

    def sight(self, state: GameState, start: Unit | Hex, end: Unit | Hex) -> Sight:
        """The line of sight between two units or hexes."""
        return line_of_sight(state, start, end, self.options).verdict

    def step(self, state: GameState, unit: Unit, start: Hex, way: str, end: Hex) -> NextStep | None:
        """The cheapest way of a unit into the next hex, None if it is barred.

        `way` is how it stands in a river, as the step before left it; a unit that begins in a river has none.
        """
        board = state.board
        if not isinstance(board, HexBoard):
            raise BadInput("board", board.name, "a hex map")
        row = ROSTER[unit.type]
        move = move_class(row)
        begins = [stand for stand in stands(board, move, start) if not way or stand.way == way]
        found: list[NextStep] = []
        for first in begins or [Stand(start)]:
            for last in stands(board, move, end):
                mp = step_mp(board, move, first, last, self.options)
                if mp is None:
                    continue
                leaves = bool(first.way) and not last.way and not way
                asks = leaves or asks_river_exit(board, first, last)
                found.append(NextStep(mp, last.way, asks, earns_road_bonus(board, first, last)))
        return min(found, key=_price, default=None)


def _price(step: NextStep) -> tuple[bool, Fraction, str]:
    return step.asks_river_exit, step.mp, step.way
