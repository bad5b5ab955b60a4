"""Reach over hexes: gathering a board's steps, and the reach of 20 MP, compared with libraries and C."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from random import Random

from bench.harness.groups import group
from bench.harness.measuring import Peer, Work, compare
from bench.harness.processes import peak_mb
from bench.harness.rows import Row, within
from bench.hex_boards import GRID, Fresh, full, squad_on
from bench.peers import PricedGraph
from rules.ground.hex.board import HexBoard
from rules.ground.hex.graph import HexNode
from rules.ground.hex.hexes import HexGrid
from rules.ground.paths import Paths
from rules.last_hundred_yards.book.options import AS_WE_READ
from rules.last_hundred_yards.questions.movement.allowance_table import MoveClass
from rules.last_hundred_yards.questions.movement.reach import reach
from rules.last_hundred_yards.questions.movement.step_network import maneuvers
from rules.last_hundred_yards.questions.movement.steps import Walker

MP = Fraction(20)
STARTS = tuple(HexNode(place) for place in Random(7).sample(list(GRID), 10))
PEAK_MB = 500.0

_FIELD_AND_REACH = """
from bench.hex_boards import full, squad_on
from rules.ground.hex.hexes import HexGrid
from rules.last_hundred_yards.questions.movement.reach import reach
from rules.last_hundred_yards.questions.sight.line_of_sight import sight_field
state = squad_on(full(HexGrid(200, 200)))
sight_field(state, state.unit("squad").at)
reach(state, state.unit("squad"))
"""


@group
def search() -> Iterator[Row]:
    """The reach of 20 MP, with the steps of the board known."""
    paths = _paths(full())
    priced = PricedGraph(paths.graph)
    dial, numbers = priced.dial(), [priced.number[start] for start in STARTS]
    whole = int(MP * priced.unit)
    yield from compare(
        "reach, 20 MP",
        _from_all(lambda start: paths.reach(start, MP)),
        Peer("SciPy", _from_all(lambda start: priced.scipy(start, MP)), 1.5, asks=len(STARTS)),
        Peer("C Dial", lambda: [dial.reach(number, whole) for number in numbers], 5, asks=len(STARTS)),
        Peer("NetworkX, floats", _from_all(lambda start: priced.networkx(start, MP)), asks=len(STARTS)),
        asks=len(STARTS),
    )


@group
def ruled() -> Iterator[Row]:
    """The same as a ruling, and on new boards of growing size."""
    state = squad_on(full())
    yield from compare("LHY reach of a squad, ruled", partial(reach, state, state.unit("squad")))
    small, large = Fresh(HexGrid(20, 20)), Fresh(HexGrid(40, 40))
    yield from compare(
        "first steps of a board, 40 x 40",
        lambda: _paths(large.board),
        Peer("20 x 20", lambda: _paths(small.board), limit=8, before=small.draw),
        before=large.draw,
    )


@group
def memory() -> Iterator[Row]:
    """The peak memory of a process for a field and a reach on a large board."""
    yield within("most memory, 200 x 200, field and reach", peak_mb(_FIELD_AND_REACH), PEAK_MB, "MB")


def _paths(board: HexBoard) -> Paths[HexNode]:
    return maneuvers(board, Walker(MoveClass.FOOT), AS_WE_READ, MP).certain


def _from_all(ask: Callable[[HexNode], object]) -> Work:
    return lambda: [ask(start) for start in STARTS]
