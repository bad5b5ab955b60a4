"""Men in a river: where they came from, the bank on which a hex beside the river lies, and the roll to leave it. Chapter 4.1.10.

The `way` of a unit in a river hex tells from which bank its maneuver brought it there, that it came along the river from
a ford or from beyond the river's end, and so from neither bank, or that it was there before.
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
"""The bank from which a unit entered a river hex, looking along the river in the order in which the board lists its hexes."""

EITHER_BANK = "from either bank"

FROM_BEFORE = "from before"
"""For a unit that begins its maneuver in the river: it is not recorded from which bank it came (reading 23)."""

AT_REST = "at rest"
"""For a unit whose maneuver ended as it waded in, in the later editions (reading 83)."""


def way_in_river(board: HexBoard, start: HexNode, to: Hex) -> str | None:
    """The `way` of a unit on foot in a river hex that it enters; None if it cannot get into the water from there."""
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
    """The bank of a river hex on which a neighbour lies; EITHER_BANK for a hex that the river comes from or goes to."""
    side = board.grid.direction(river, beside)
    before, after = _flow(board, river)
    if side in (before, after):
        return EITHER_BANK
    steps = (side - before) % 6
    return LEFT_BANK if steps < (after - before) % 6 else RIGHT_BANK


@implements("LHY-4.1.11.3", "LHY-4.1.10.3", "LHY-4.1.10.7")
def _flow(board: HexBoard, river: Hex) -> tuple[int, int]:
    """The directions a river comes from and goes to; at an end of its line it is taken to go straight on."""
    path = next(line.path for line in board.lines if line.terrain is Terrain.RIVER and river in line.path)
    k = path.index(river)
    before, after = (_direction(board.grid, river, path, beside) for beside in (k - 1, k + 1))
    if before is None:
        before = 0 if after is None else (after + 3) % 6
    return before, (before + 3) % 6 if after is None else after


def _direction(grid: HexGrid, river: Hex, path: tuple[Hex, ...], k: int) -> int | None:
    return grid.direction(river, path[k]) if 0 <= k < len(path) else None


def river_exit_check(position: Position, unit: Unit) -> tuple[int, Unit | None]:
    """The highest die on which a unit leaves the river, and the leader who takes 1 off its die, which he does
    for one unit a turn (reading 162).

    Rule: LHY 4.1.10.
    """
    if fixed := position.mission.edition.river_exit_at_most:
        return fixed, None
    spent = position.course.river_leaders
    leaders = (leader for leader in leaders_with(position, unit) if leader.id not in spent)
    return cohesion_of(unit), next(leaders, None)
