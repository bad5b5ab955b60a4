"""A headquarters, guns and a target: small positions for the tests of indirect fire."""

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.indirect_fire.target_markers import FireOnMarker
from rules.kampfgruppe_normandy.state.fire_missions import Mission, fire_support
from rules.kampfgruppe_normandy.state.progress import progress_of
from tests.rules.kampfgruppe_normandy.tables import UK, act, game, told_to, unit

HEAVY_5 = HighExplosive(ShellSize.HEAVY, 5, 3)

MARK = Spot(40.0, 20.0)
FOE = unit("foe", "de.squad", (40, 20))
"""A squad on the marker."""

GUNS = ("g1", "g2", "g3")


def battery() -> GameState:
    """A headquarters, three guns off the table, and a German squad in the open, 12 inches off."""
    guns = [unit(name, "uk.25pdr_battery") for name in GUNS]
    return game(unit("hq", "uk.hq", (40, 32)), *guns, FOE)


def with_mission_on_target(state: GameState, observer: str = "hq", guns: tuple[str, ...] = GUNS) -> GameState:
    """The observer's request, its radio check passed and its marker on target."""
    asked = told_to(state, observer, ActionKind.REQUEST)
    marked = act(asked, RequestMission(UK, observer, guns, MARK), 3, 6, 6, 1, 1, 1)
    return act(marked, FireOnMarker(UK))


def missions(state: GameState) -> tuple[Mission, ...]:
    return fire_support(progress_of(state)).missions
