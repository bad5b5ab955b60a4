"""Spots on the table: read from options, and rounded to hundredths of an inch as they are recorded."""

from math import isfinite

from rules.errors import BadInput
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop


def spot_of_option(state: GameState, field: str, value: object) -> Spot:
    """The spot on the table that an option names.

    Raises:
        BadInput: if it is none; the message names the field.
    """
    if not isinstance(value, list | tuple) or len(value) != 2 or not all(map(is_number, value)):
        raise BadInput(field, value, "a spot [x, y]")
    spot = Spot(float(value[0]), float(value[1]))
    if not isinstance(state.board, Tabletop) or spot not in state.board:
        raise BadInput(field, value, "a spot on the table")
    return spot


def in_hundredths(spot: Spot) -> Spot:
    """A calculated spot rounded to hundredths of an inch, as it is recorded and told to players."""
    return Spot(round(spot.x_in, 2), round(spot.y_in, 2))


def is_number(value: object) -> bool:
    """Whether an option holds a number, as in inches or degrees."""
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
