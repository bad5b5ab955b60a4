"""Which way is safest, on a large map and on a table: how long a plan takes, beside what was aimed at.

    python -m bench.bench_plan

The best and the median of several rounds in milliseconds of processor time. The board was played on before, so that
its movement graph and lines of sight are known; the first plan over it is a row of its own.
"""

import sys
from random import Random
from statistics import median
from time import process_time

from maps.library import scenario
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.board import Place
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.ruleset import RULESET as KGN
from rules.last_hundred_yards.ruleset import RULESET as LHY
from rules.planning.routes import plan
from tests.oracle.boards import random_board

ROUNDS = 7
AIM_MS = 100
ENEMIES = ("squad.1", "squad.2", "squad.3", "squad.1", "squad.2", "leader")
GOALS = ("O12", "U20", "AA30")
"""About five, twelve and twenty hexes from where the squad starts."""


def fight() -> GameState:
    """A squad in the west of a board of 30 by 40 hexes with woods, houses and hills, and six enemies spread over it."""
    rng = Random(1944)
    board = random_board(rng, HexGrid(30, 40, Top.FLAT, First.HIGH))
    units = [Unit("squad", "us.able.1.squad.1", "us", Hex.named("J10"))]
    for number, kind in enumerate(ENEMIES):
        at = Hex(12 + 3 * number, 8 + 4 * number)
        units.append(Unit(f"enemy-{number}", f"ge.1kp.1.{kind}", "ge", at))
    return GameState(board, {unit.id: unit for unit in units}, sides=("us", "ge"))


def timed(state: GameState, goal: str) -> float:
    return taken(LHY, state, "squad", Hex.named(goal))


def taken(book: Ruleset, state: GameState, unit: str, goal: Place) -> float:
    began = process_time()
    plan(book, state, state.unit(unit), goal)
    return (process_time() - began) * 1000


def main() -> None:
    state = fight()
    sys.stdout.write(f"first plan over the board: {timed(state, GOALS[0]):.0f} ms\n")
    for goal in GOALS:
        rounds = [timed(state, goal) for _ in range(ROUNDS)]
        found = plan(LHY, state, state.unit("squad"), Hex.named(goal)).verdict
        turns = found.routes[0].turns if found.routes else 0
        told = f"{len(found.routes)} ways, {turns} turns or more, {len(found.danger)} hexes looked at"
        took = f"best {min(rounds):.0f} ms, median {median(rounds):.0f} ms, aim {AIM_MS} ms"
        sys.stdout.write(f"plan to {goal}: {took} ({told})\n")
    orchards = scenario("kgn-two-orchards")
    table = KGN.opening(orchards.state(), orchards.opening_options())
    spent = [taken(KGN, table, "uk.1.1", Spot(42, 24)) for _ in range(ROUNDS)]
    sys.stdout.write(
        f"a section over a table: first {spent[0]:.0f} ms, then median {median(spent[1:]):.0f} ms\n"
    )


if __name__ == "__main__":
    main()
