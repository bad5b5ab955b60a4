"""Men in a river: how they stand in it, on which bank a hex beside it lies, and which roll leaves it. Chapter 4.1.10.

A unit in a river hex is told apart by its `way`: the bank from which its maneuver brought it there, neither bank
where it came along the river from a ford or from beyond the river's end, or that it was there before.
"""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.graph import HexNode
from rules.ground.hex.hexes import Hex, HexGrid
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.questions.activation.taking_part import leaders_with
from rules.last_hundred_yards.state.position import Position, cohesion_of

LEFT_BANK, RIGHT_BANK = "from the left bank", "from the right bank"
"""Where a unit in a river hex came from, seen along the river as the board names its hexes."""

EITHER_BANK = "from either bank"

FROM_BEFORE = "from before"
"""Where a unit stands that begins its maneuver in the river: from which bank it came is forgotten (reading 23)."""

AT_REST = "at rest"
"""Where a unit stands whose maneuver ended as it waded in, in the later editions (reading 83)."""


def waded_in(board: HexBoard, start: HexNode, to: Hex) -> str | None:
    """How a unit on foot stands in a river hex that it enters; None if no way leads into the water from there."""
    if board.joined_by(Terrain.RIVER, start.hex, to):
        return start.way or EITHER_BANK
    return None if board.has(to, Terrain.BRIDGE) else bank(board, to, start.hex)


@implements("LHY-4.1.10.3", "LHY-4.1.10.7")
def asks_river_exit(board: HexBoard, start: HexNode, to: Hex) -> bool:
    """Whether a step on foot leaves the river for the opposite bank. Rule: LHY 4.1.10."""
    if not start.way or board.has(to, Terrain.FORD) or board.joined_by(Terrain.RIVER, start.hex, to):
        return False
    if start.way == FROM_BEFORE:
        return True
    return EITHER_BANK not in (start.way, side := bank(board, start.hex, to)) and side != start.way


def bank(board: HexBoard, river: Hex, beside: Hex) -> str:
    """Which bank of a river hex a neighbour lies on; a hex that the river comes from or goes to lies on either."""
    side = board.grid.direction(river, beside)
    before, after = _flow(board, river)
    if side in (before, after):
        return EITHER_BANK
    steps = (side - before) % 6
    return LEFT_BANK if steps < (after - before) % 6 else RIGHT_BANK


@implements("LHY-4.1.11.3", "LHY-4.1.10.3", "LHY-4.1.10.7")
def _flow(board: HexBoard, river: Hex) -> tuple[int, int]:
    """The directions a river comes from and goes to; at an end of the line it comes straight."""
    path = next(line.path for line in board.lines if line.terrain is Terrain.RIVER and river in line.path)
    k = path.index(river)
    before, after = (_direction(board.grid, river, path, beside) for beside in (k - 1, k + 1))
    if before is None:
        before = 0 if after is None else (after + 3) % 6
    return before, (before + 3) % 6 if after is None else after


def _direction(grid: HexGrid, river: Hex, path: tuple[Hex, ...], k: int) -> int | None:
    return grid.direction(river, path[k]) if 0 <= k < len(path) else None


def river_exit_check(position: Position, unit: Unit) -> tuple[int, Unit | None]:
    """The highest die that takes a unit out of the river, and the leader who takes 1 off it: that of a single unit in a turn (reading 162).

    Rule: LHY 4.1.10.
    """
    if fixed := position.mission.edition.river_exit_at_most:
        return fixed, None
    spent = position.course.river_leaders
    leaders = (leader for leader in leaders_with(position, unit) if leader.id not in spent)
    return cohesion_of(unit), next(leaders, None)
