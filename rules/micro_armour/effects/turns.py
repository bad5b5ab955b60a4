"""Section 4.0: a phase ends and the next begins; victory is judged after the last."""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.table.inches import gap_in, is_within
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.questions.force_points import is_won
from rules.micro_armour.state.progress import Phase, Progress
from rules.micro_armour.state.stands import on_table, stand_base
from rules.micro_armour.state.turn_events import GameEnded, ObjectiveTaken, PhaseBegan, TurnBegan
from rules.micro_armour.state.victory_terms import Objective

_BESIDE_IN = 1.0


def go_on_if_both_passed(resolution: Resolution) -> None:
    """Go on to the next phase once both sides have passed."""
    progress = resolution.progress
    if len(progress.passed) == len(progress.options.forces):
        begin_next_phase(resolution)


@implements("MATG2-2.0.3", "MATG2-4.5.6")
def begin_next_phase(resolution: Resolution) -> None:
    """End the phase and begin the next; after the last phase, judge victory and begin the next turn.

    Rule: MATG2 4.0.
    """
    phases = list(Phase)
    progress = resolution.progress
    if progress.phase is not Phase.REMOVAL:
        resolution.happen(PhaseBegan(phases[phases.index(progress.phase) + 1]))
        return
    _take_objectives(resolution)
    if ended := _judged(resolution.progress):
        resolution.happen(ended)
        return
    resolution.happen(TurnBegan(progress.turn + 1), PhaseBegan(Phase.INITIATIVE))


@implements("MATG2-2.0.2")
def _take_objectives(resolution: Resolution) -> None:
    """Give each objective to the side that has a stand within an inch of it, if only one has; else nothing changes (OUR 75)."""
    for place in resolution.progress.objectives:
        beside = {unit.side for unit in on_table(resolution.state) if _is_beside(unit, place)}
        if len(beside) == 1 and (side := beside.pop()) != place.held_by:
            resolution.happen(ObjectiveTaken(place.name, side))


def _is_beside(unit: Unit, place: Objective) -> bool:
    return any(is_within(gap_in(stand_base(unit), spot), _BESIDE_IN) for spot in place.spots)


@implements("MATG2-2.0.2", "MATG2-2.0.4", "MATG2-11.11")
def _judged(progress: Progress) -> GameEnded | None:
    """The end of the game at the end of a turn, if a side has won or time is up; else None.

    Rule: MATG2, victory conditions and scenario length; OUR 36, 74.
    """
    sides = [force.side for force in progress.options.forces]
    winners = [side for side in sides if _has_won(progress, side)]
    lost = ", ".join(
        f"{side} lost {progress.points_lost(side)} of {progress.points_at_start(side)} points"
        for side in sides
    )
    held = "".join(f"; {place.held_by} holds {place.name}" for place in progress.objectives if place.held_by)
    if len(winners) == 1:
        (winner,) = winners
        return GameEnded(winner, f"{winner} wins in turn {progress.turn}: {lost}{held}")
    if winners:
        return GameEnded(None, f"both sides win in turn {progress.turn}, a draw: {lost}{held}")
    if progress.turn >= progress.options.turns:
        return GameEnded(None, f"time is up after turn {progress.turn}, a draw: {lost}{held}")
    return None


def _has_won(progress: Progress, side: str) -> bool:
    terms, enemy = progress.options.force(side).terms, progress.options.other(side)
    if terms.hold and progress.turn < progress.options.turns:
        return False
    return progress.holds(side, terms.hold) == len(terms.hold) and is_won(
        progress.points_lost(enemy),
        progress.points_at_start(enemy),
        progress.points_lost(side),
        progress.points_at_start(side),
        destroy=terms.destroy,
        keep=terms.keep,
    )
