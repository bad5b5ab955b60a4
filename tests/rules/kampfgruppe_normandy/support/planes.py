"""Aircraft about to attack, and guns about to fire at one."""

from typing import Any

from rules.game.state import GameState
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.effects.air_support import SKY, Sky
from tests.rules.kampfgruppe_normandy.tables import DE, UK, game, told_to, unit

ATTACK = ActionKind.AIR_ATTACK
CANNON, MGS, ROCKETS = "20mm cannon", "machine guns", "rockets"


def told_to_attack(
    foe: str, plane: str = "uk.typhoon", *more: Unit, attacked: bool = True, **of: Any
) -> GameState:
    """An aircraft that has declared an attack on a foe 12 inches to its north, whose side knows air attack if `attacked`."""
    state = game(
        unit("plane", plane, (40, 33.5), side=UK),
        unit("foe", foe, (40, 20), facing_deg=180),
        *more,
        **of,
    )
    if attacked:
        state = SKY.put(state, Sky(attacked=(DE,)))
    return told_to(state, "plane", ActionKind.MOVE, ATTACK, done=1)


def strike_at_foe(manner: ActionKind, weapon: str, pairs: int = 1) -> Strike:
    return Strike(UK, "plane", "foe", manner, weapon, pairs)


def quad_and_spitfire() -> GameState:
    """A Spitfire in reach of a quad 20 mm gun that has declared fire at aircraft."""
    state = game(
        unit("quad", "de.quad20", (10, 10)),
        unit("spit", "uk.spitfire", (60, 60)),
        unit("own", "uk.squad", (90, 60)),
        acting=DE,
    )
    return told_to(state, "quad", ActionKind.SUPPRESS_AIRCRAFT, ActionKind.MOVE)
