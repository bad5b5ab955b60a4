"""What each side must do to win and how much morale it has lost, in players' words.

Rule: KGN Battle group morale, All objectives secured, Wiped out and total suppression, Tactical victory; OUR 12, 46, 67.
"""

from collections.abc import Iterator

from rules.game.rule_ids import implements
from rules.game.side_names import people, player
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.morale_counters import UNKNOWN_COUNTER
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite
from rules.kampfgruppe_normandy.state.progress import Force, Progress


@implements("KN-BMOR-13", "KN-BMOR-29", "KN-BMOR-30", "KN-BMOR-31", "KN-BMOR-32")
def what_wins(progress: Progress) -> Iterator[str]:
    """Sentences on how each side wins, what decides when time is up, and the morale that each has lost, if known."""
    for force in progress.forces:
        *ways, last = _ways_to_win(progress, force)
        yield f"The {player(force.side)} wins {', '.join(ways)}, or {last}."
    time_up = f"After turn {progress.setting.turns}"
    left = "the side with more morale left has a tactical victory; if both have as much it is a draw"
    yield f"{time_up} {left} ({as_read('Tactical loss and tactical victory', 67)})."
    if stands := "; ".join(
        _lost(progress, force) for force in progress.forces if progress.counters_of(force.side)
    ):
        yield f"{'In the end' if progress.ended else 'By now'} {stands} ({cite('Battle group morale')})."


@implements("KN-BMOR-12", "KN-BMOR-32")
def _lost(progress: Progress, force: Force) -> str:
    """The morale that a battle group has lost; of the enemy only the number of his counters is known."""
    drawn = progress.counters_of(force.side)
    whose = f"the {people(force.side)} have drawn {counted(len(drawn), 'counter')}"
    if UNKNOWN_COUNTER in drawn:
        return f"{whose}, whose numbers only they know"
    return f"{whose} and lost {progress.morale_lost(force.side)} of {force.morale} morale"


def _ways_to_win(progress: Progress, force: Force) -> Iterator[str]:
    enemy = progress.force(progress.other(force.side))
    yield f"when a turn ends with the morale loss of the {people(enemy.side)} at {enemy.morale} or more ({as_read('Battle group morale', 12)})"
    yield f"when they begin a turn with every unit on the table suppressed, or all of them lost ({as_read('Wiped out and total suppression', 46)})"
    if progress.objectives and force.side not in progress.setting.barred_from_all_objectives:
        yield f"when a turn of its own ends with every objective taken and held ({cite('All objectives secured')})"
