"""Questions about reach and path of a unit on a drawn board."""

from collections.abc import Iterable

from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Path, Reach
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.options import AS_WE_READ, Options
from rules.last_hundred_yards.questions.movement.reach import path, reach

SQUAD, LEADER, GUN, FP = "us.able.1.squad.1", "us.able.1.leader", "us.gun57.1", "ge.fp.1"
TANK, HALFTRACK, TRUCK = "us.able-tank.1.1", "us.m3.2", "us.truck.1"


def mover(unit_type: str, at: str, *conditions: str) -> Unit:
    return Unit("mover", unit_type, "us", Hex.named(at), conditions=frozenset(conditions))


def other(unit_type: str, at: str, side: str) -> Unit:
    return Unit(f"{side} at {at}", unit_type, side, Hex.named(at))


def ruled(
    board: HexBoard,
    unit: Unit,
    mode: str = "",
    *,
    others: Iterable[Unit] = (),
    options: Options = AS_WE_READ,
) -> Ruling[Reach]:
    """The ruling on how far a unit goes."""
    return reach(_state(board, unit, others), unit, mode, options)


def costs(
    board: HexBoard,
    unit: Unit,
    mode: str = "",
    *,
    others: Iterable[Unit] = (),
    options: Options = AS_WE_READ,
) -> dict[str, float]:
    """The MP cost of every hex within reach, without the start."""
    found = ruled(board, unit, mode, others=others, options=options).verdict
    return {str(place): float(cost) for place, cost in found.cost.items() if place != unit.at}


def asked(ruling: Ruling[Reach]) -> dict[str, str]:
    """The conditions on hexes within reach, such as a die roll."""
    return {str(place): proviso for place, proviso in ruling.verdict.provisos.items()}


def way(
    board: HexBoard, unit: Unit, goal: str, mode: str = "", *, others: Iterable[Unit] = ()
) -> Ruling[Path]:
    """The ruling on the cheapest way."""
    return path(_state(board, unit, others), unit, Hex.named(goal), mode)


def _state(board: HexBoard, unit: Unit, others: Iterable[Unit]) -> GameState:
    return GameState(board, {neighbour.id: neighbour for neighbour in (unit, *others)})
