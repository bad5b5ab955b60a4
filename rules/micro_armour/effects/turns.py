"""Section 4.0: a phase ends and the next begins; after the last the game is judged."""

from rules.game.rule_ids import implements
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.questions.force_points import is_won
from rules.micro_armour.state.progress import Phase, Progress
from rules.micro_armour.state.turn_events import GameEnded, PhaseBegan, TurnBegan


def go_on_if_both_passed(resolution: Resolution) -> None:
    """Go on to the next phase once both sides have passed."""
    progress = resolution.progress
    if len(progress.passed) == len(progress.options.forces):
        begin_next_phase(resolution)


@implements("MATG2-2.0.3", "MATG2-4.5.6")
def begin_next_phase(resolution: Resolution) -> None:
    """The phase is over: the next begins; after the last, the game is judged and the next turn begins.

    Rule: MATG2 4.0.
    """
    phases = list(Phase)
    progress = resolution.progress
    if progress.phase is not Phase.REMOVAL:
        resolution.happen(PhaseBegan(phases[phases.index(progress.phase) + 1]))
        return
    if ended := _judged(progress):
        resolution.happen(ended)
        return
    resolution.happen(TurnBegan(progress.turn + 1), PhaseBegan(Phase.INITIATIVE))


@implements("MATG2-2.0.4", "MATG2-11.11")
def _judged(progress: Progress) -> GameEnded | None:
    """The end of a turn: who has won, if anyone, or whether time is up.

    Rule: MATG2, victory conditions and scenario length; OUR 36.
    """
    sides = [force.side for force in progress.options.forces]
    winner = next((side for side in sides if _has_won(progress, side, progress.options.other(side))), None)
    lost = ", ".join(
        f"{side} lost {progress.points_lost(side)} of {progress.points_at_start(side)} points"
        for side in sides
    )
    if winner:
        return GameEnded(winner, f"{winner} wins in turn {progress.turn}: {lost}")
    if progress.turn >= progress.options.turns:
        return GameEnded(None, f"time is up after turn {progress.turn}, a draw: {lost}")
    return None


def _has_won(progress: Progress, side: str, enemy: str) -> bool:
    return is_won(
        progress.points_lost(enemy),
        progress.points_at_start(enemy),
        progress.points_lost(side),
        progress.points_at_start(side),
    )
