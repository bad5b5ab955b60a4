"""Losses of British units, applied outside a game turn."""

from rules.game.state import GameState
from rules.kampfgruppe_normandy.effects.losses import suffer_losses
from rules.kampfgruppe_normandy.questions.target import Losses
from rules.kampfgruppe_normandy.state.progress import Duty, Status, progress_of
from tests.rules.kampfgruppe_normandy.tables import dice_of, game, resolving, unit

TRUCK = unit("truck", "uk.bedford", (30, 40), facing_deg=90.0)
TANK = unit("tank", "uk.sherman", (50, 40))
SQUAD = unit("squad", "uk.squad", (10, 40))
COMMANDOS = unit("commandos", "uk.commandos", (10, 50))
FOE = unit("foe", "de.squad", (40, 10))


def after_losses(losses: Losses, **status: Status) -> GameState:
    """After losses of a British unit; the pot gives its first counter."""
    riders = [unit(name, "uk.squad") for name in status if name not in ("squad", "truck")]
    state = game(TRUCK, TANK, SQUAD, COMMANDOS, FOE, *riders, status=status)
    resolution = resolving(state, dice_of([1] * 40))
    suffer_losses(resolution, losses)
    return resolution.state


def owed(state: GameState) -> list[tuple[Duty, str, str, str]]:
    return [(owed.duty, owed.side, owed.unit, owed.other) for owed in progress_of(state).owed]
