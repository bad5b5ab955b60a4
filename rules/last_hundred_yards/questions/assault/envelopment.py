"""Whether an assault comes from two sides. Chapter 13.4h."""

from itertools import combinations

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.last_hundred_yards.state.markers import AssaultHex, Entry
from rules.last_hundred_yards.state.position import hex_board, row_of


@implements("LHY-13.4h", "LHY-13.4h-2019")
def is_enveloped(state: GameState, assault: AssaultHex) -> bool:
    """Whether combat units that are there came in by two hexsides that are not adjacent, in one activation cycle (reading 176)."""
    grid = hex_board(state).grid
    sides = [
        (entry.cycle, grid.direction(assault.at, entry.came_from))
        for entry in assault.entries
        if is_there(state, assault, entry) and row_of(state.unit(entry.unit)).is_combat
        and grid.distance(assault.at, entry.came_from) == 1
    ]  # fmt: skip
    return any(
        cycle == other_cycle and (side - other) % 6 in (2, 3, 4)
        for (cycle, side), (other_cycle, other) in combinations(sides, 2)
    )


@implements("LHY-13.4c", "LHY-13.4g", "LHY-13.4h")
def is_there(state: GameState, assault: AssaultHex, entry: Entry) -> bool:
    """Whether a unit that came in has neither been lost since nor had to leave, as by the stacking limits."""
    unit = state.units.get(entry.unit)
    return unit is not None and unit.at == assault.at
