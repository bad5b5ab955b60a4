"""Sappers at a bunker or a minefield, and what they blow up."""

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.declarations.engineering import Work
from rules.kampfgruppe_normandy.effects.engineering.works import JOBS, Job
from rules.kampfgruppe_normandy.questions.engineering import Task
from rules.kampfgruppe_normandy.state.progress import Status
from tests.rules.kampfgruppe_normandy.tables import UK, act, area, game, told_to, unit

ENGINEER, MOVE = ActionKind.ENGINEER, ActionKind.MOVE
SIGN = Spot(30, 30)


def terrains(state: GameState) -> dict[str, T]:
    assert isinstance(state.board, Tabletop)
    return {piece.id: piece.terrain for piece in state.board.pieces}


def bunker(*inside: str) -> GameState:
    return game(
        unit("sappers", "uk.sappers", (30, 34)),
        *[unit(name, "de.pak40" if name == "gun" else "de.squad", (30, 30)) for name in inside],
        unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.BUNKER, 27, 27, 33, 33)],
        status={name: Status(men=3 if name == "gun" else 8, inside="bunker") for name in inside},
    )


def after_demolition(state: GameState, target: str, *dice: int) -> GameState:
    """The state after the sappers have completed a demolition that lacked one action."""
    state = JOBS.put(state, (Job(UK, Task.DEMOLISH, target, 6),))
    return act(told_to(state, "sappers", ENGINEER, MOVE), Work(UK, "sappers", Task.DEMOLISH, target), *dice)


def with_minefield(*units: Unit, night: bool = False) -> GameState:
    minefield = area(T.MINEFIELD, 29, 29, 31, 31)
    return game(*units, unit("foe", "de.squad", (80, 60)), pieces=[minefield], night=night)
