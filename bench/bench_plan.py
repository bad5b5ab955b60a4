"""Which way is safest: plans on a board of 30 x 40 hexes with six enemies, and over a table."""

from collections.abc import Iterator
from functools import partial
from random import Random

from bench.harness.groups import group
from bench.harness.measuring import compare, forget, within_ms
from bench.harness.rows import Row
from bench.inch_tables import PLATOON, opening
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.ruleset import RULESET as KGN
from rules.last_hundred_yards.ruleset import RULESET as LHY
from rules.planning.routes import plan
from tests.oracle.boards import random_board

PLAN_MS = 100.0
ENEMIES = ("squad.1", "squad.2", "squad.3", "squad.1", "squad.2", "leader")
GOALS = {"O12": "five", "U20": "twelve", "AA30": "twenty"}
"""Goals by how many hexes, about, they are from where the squad starts."""


@group
def board() -> Iterator[Row]:
    """Ways of a squad over a board that was played on before, and over one that nobody asked about."""
    state = _fight()
    squad = state.unit("squad")
    for label, far in GOALS.items():
        way = partial(plan, LHY, state, squad, Hex.named(label))
        yield within_ms(f"plan, {far} hexes", way, PLAN_MS)
    yield from compare(
        "first plan over a board", partial(plan, LHY, state, squad, Hex.named("O12")), before=forget
    )


@group
def table() -> Iterator[Row]:
    """Ways of a section over a table."""
    state = opening(KGN, PLATOON)
    yield from compare("plan over a table", partial(plan, KGN, state, state.unit("uk.1.1"), Spot(42, 24)))


def _fight() -> GameState:
    """A squad in the west of a board with woods, houses and hills, and six enemies spread over it."""
    ground = random_board(Random(1944), HexGrid(30, 40, Top.FLAT, First.HIGH))
    units = [Unit("squad", "us.able.1.squad.1", "us", Hex.named("J10"))]
    for number, kind in enumerate(ENEMIES):
        at = Hex(12 + 3 * number, 8 + 4 * number)
        units.append(Unit(f"enemy-{number}", f"ge.1kp.1.{kind}", "ge", at))
    return GameState(ground, {unit.id: unit for unit in units}, sides=("us", "ge"))
