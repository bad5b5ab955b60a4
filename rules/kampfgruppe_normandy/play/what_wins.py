"""What each side must do to win, as one says it across the table.

Rule: KGN Battle group morale, All objectives secured, Wiped out and total suppression, Tactical victory; OUR 12, 46, 67.
"""

from collections.abc import Iterator

from rules.game.rule_ids import implements
from rules.game.side_names import people, player
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite
from rules.kampfgruppe_normandy.state.progress import Force, Progress


@implements("KN-BMOR-13", "KN-BMOR-29", "KN-BMOR-30", "KN-BMOR-31", "KN-BMOR-32")
def what_wins(progress: Progress) -> Iterator[str]:
    """A sentence for each side, and what decides when time is up."""
    for force in progress.forces:
        *ways, last = _ways(progress, force)
        yield f"The {player(force.side)} wins {', '.join(ways)}, or {last}."
    time_up = f"After turn {progress.setting.turns}"
    left = "the side with more morale left has a tactical victory; if both have as much it is a draw"
    yield f"{time_up} {left} ({as_read('Tactical loss and tactical victory', 67)})."


def _ways(progress: Progress, force: Force) -> Iterator[str]:
    enemy = progress.force(progress.other(force.side))
    yield f"when a turn ends with the morale loss of the {people(enemy.side)} at {enemy.morale} or more ({as_read('Battle group morale', 12)})"
    yield f"when they begin a turn with no unit on the table that is not suppressed ({as_read('Wiped out and total suppression', 46)})"
    if progress.objectives and force.side not in progress.setting.barred_from_all_objectives:
        yield f"when a turn of its own ends with every objective taken and held ({cite('All objectives secured')})"
