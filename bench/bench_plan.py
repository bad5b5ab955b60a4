"""Which way is safest: plans on a board of 30 x 40 hexes with six enemies and over a table; exposure of a
whole reach to 20 enemies."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from random import Random

from bench.harness.groups import group
from bench.harness.measuring import compare, forget, within_ms
from bench.harness.rows import Row
from bench.inch_tables import CROSSING, PLATOON, opening
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.ruleset import RULESET as KGN
from rules.last_hundred_yards.ruleset import RULESET as LHY
from rules.micro_armour.ruleset import MATG1
from rules.planning.exposure import Exposure
from rules.planning.routes import plan
from rules.planning.threat import TIMES, threat_asked
from tests.oracle.boards import random_board

PLAN_MS = 100.0
TABLE_PLAN_MS = 150.0
NEW_PLAN_MS, NEW_TABLE_PLAN_MS = 500.0, 4000.0
"""The budget for the first question about a unit at a moment."""
HEXES_MS, INCHES_MS = 100.0, 300.0
"""On hexes half of the time goes to the odds of fire at the next hex, which depend on more than the DRM and
are computed each time."""
ENEMIES = ("squad.1", "squad.2", "squad.3", "squad.1", "squad.2", "leader")
GOALS = {"O12": "five", "U20": "twelve", "AA30": "twenty"}
"""Goals with their approximate distance from the squad's start, in hexes."""


@group
def board() -> Iterator[Row]:
    """A squad's routes on a board that was played on before, and on a new one."""
    state = _fight()
    squad = state.unit("squad")
    for label, far in GOALS.items():
        way = partial(plan, LHY, state, squad, Hex.named(label))
        yield within_ms(f"plan asked again, {far} hexes", way, PLAN_MS)
    moments = _moments(state, squad)
    for label, far in GOALS.items():
        anew = partial(_planned, LHY, moments, squad, Hex.named(label))
        yield within_ms(f"... at a new moment, {far} hexes", anew, NEW_PLAN_MS)
    yield from compare(
        "first plan over a board", partial(plan, LHY, state, squad, Hex.named("O12")), before=forget
    )


@group
def table() -> Iterator[Row]:
    """Ways of a section over a table."""
    state = opening(KGN, PLATOON)
    section = state.unit("uk.1.1")
    yield within_ms(
        "plan over a table asked again", partial(plan, KGN, state, section, Spot(42, 24)), TABLE_PLAN_MS
    )
    moments = _moments(state, section)
    anew = partial(_planned, KGN, moments, section, Spot(42, 24))
    yield within_ms("... at a new moment", anew, NEW_TABLE_PLAN_MS)


@group
def exposures() -> Iterator[Row]:
    """The danger of every place within reach of a unit, from each of 20 enemies."""
    yield _exposure("exposure of a reach to 20 enemies, hexes", LHY, _fight(20), "squad", HEXES_MS)
    yield _exposure(
        "... of a section, inches", KGN, _twenty(opening(KGN, PLATOON), "de"), "uk.1.1", INCHES_MS
    )
    yield _exposure(
        "... of a tank, inches", KGN, _twenty(opening(KGN, PLATOON), "de"), "uk.tank.1", INCHES_MS
    )
    yield _exposure(
        "... of a stand, inches", MATG1, _twenty(opening(MATG1, CROSSING), "german"), "s-1b", INCHES_MS
    )


@group
def threats() -> Iterator[Row]:
    """Who threatens a unit wherever it can go, from where known enemies stand and from wherever their next move takes them."""
    for place, book, state, unit_id in (
        ("hexes, 6 enemies", LHY, _fight(), "squad"),
        ("inches, a platoon", KGN, opening(KGN, PLATOON), "uk.1.1"),
        ("inches, stands", MATG1, opening(MATG1, CROSSING), "s-1b"),
    ):
        moments = _moments(book.seen_by(state, state.unit(unit_id).side), state.unit(unit_id))
        for time in TIMES:
            work = partial(_threat, book, moments, unit_id, time)
            yield from compare(f"threat {time} on {place}", work)


def _threat(book: Ruleset, moments: Iterator[GameState], unit_id: str, time: str) -> object:
    state = next(moments)
    return threat_asked(book, state, state.unit(unit_id), time)


def _planned(book: Ruleset, moments: Iterator[GameState], unit: Unit, goal: Hex | Spot) -> object:
    return plan(book, next(moments), unit, goal)


def _exposure(question: str, book: Ruleset, state: GameState, unit_id: str, budget_ms: float) -> Row:
    """The time at each new moment on a known map; the reach itself is computed before."""
    unit = state.unit(unit_id)
    known = book.seen_by(state, unit.side)
    places, moments = tuple(book.reach(known, unit).verdict.cost), _moments(known, unit)

    def work() -> object:
        return Exposure(book, next(moments), unit).dangers(places)

    return within_ms(f"{question} ({len(places)} places)", work, budget_ms)


def _moments(state: GameState, unit: Unit) -> Iterator[GameState]:
    """The same state again and again, each time with another unit off the map, so that no answer is cached."""
    return (state.with_unit(replace(unit, id=f"off the map {number}", at=None)) for number in count())


def _twenty(state: GameState, side: str) -> GameState:
    """A table on which a side has 20 units, by copies of its own beside them."""
    own = [unit for unit in state.units.values() if unit.side == side and isinstance(unit.at, Spot)]
    for number in range(20 - len(own)):
        unit = own[number % len(own)]
        assert isinstance(unit.at, Spot)
        beside = Spot(unit.at.x_in - 4 - number // len(own), unit.at.y_in + 1)
        state = state.with_unit(replace(unit, id=f"{unit.id}-{number}", at=beside))
    return state


def _fight(enemies: int = len(ENEMIES)) -> GameState:
    """A squad in the west of a board with woods, houses and hills, and this many enemies spread over it."""
    ground = random_board(Random(1944), HexGrid(30, 40, Top.FLAT, First.HIGH))
    units = [Unit("squad", "us.able.1.squad.1", "us", Hex.named("J10"))]
    for number in range(enemies):
        kind, beside = ENEMIES[number % len(ENEMIES)], number // len(ENEMIES)
        at = Hex(12 + 3 * (number % len(ENEMIES)) - beside, 8 + 4 * (number % len(ENEMIES)) - beside)
        units.append(Unit(f"enemy-{number}", f"ge.1kp.1.{kind}", "ge", at))
    return GameState(ground, {unit.id: unit for unit in units}, sides=("us", "ge"))
