"""British units under way before German guns on covering fire."""

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, EndActivations
from rules.kampfgruppe_normandy.declarations.turn.command import RollCommand
from rules.kampfgruppe_normandy.declarations.turn.suppression import RemoveSuppression
from tests.rules.kampfgruppe_normandy.tables import DE, UK, act, activated, area, ready, table, unit

ELEVEN_IN = Move(UK, "u", (Spot(20, 24), Spot(29, 24)))


def crossing(*pieces: Piece, mover: str = "uk.sherman", guns: int = 1) -> GameState:
    """A British unit about to drive nine inches east under German guns on covering fire."""
    pak = [unit(f"p{k}", "de.pak40", (26 + 4 * k, 4), 180, COVERING) for k in range(guns)]
    state = ready(table(*pieces), unit("u", mover, (20, 24), 90), unit("x", "uk.squad", (4, 4)), *pak)
    return act(state, Activate(UK, "u", (K.MOVE, K.MOVE)))


def pak_fire(at_in: float, gun: str = "p0") -> CoverFire:
    return CoverFire(DE, gun, "u", K.SUPPRESS_HE, "75mm PaK 40", at_in=at_in)


def past_a_gun() -> GameState:
    """A German gun on covering fire beside a road, a British tank about to cross in front of it."""
    wall = area(T.STONE_BUILDING, 20, 22, 30, 24)
    state = ready(
        table(wall),
        unit("x", "uk.squad", (4, 4)),
        unit("u", "uk.sherman", (25, 27), 90),
        unit("p", "de.pak40", (33, 8), 180),
        attacker=DE,
    )
    state = act(state, Activate(DE, "p", (K.COVERING,)))
    state = act(act(state, EndActivations(DE)), RemoveSuppression(DE, 0))
    return activated(act(state, RollCommand(UK), 6, 6, 6), "u", K.MOVE, K.MOVE)
