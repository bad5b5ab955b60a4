"""What each side must do to win, and the present score, in sentences with their rules."""

from collections.abc import Iterator

from rules.game.citation import Citation
from rules.game.rule_ids import implements
from rules.game.side_names import player
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.victory_terms import USUAL_TERMS, Terms


@implements("MATG2-2.0.2", "MATG2-11.11")
def what_wins(position: Position) -> Iterator[str]:
    """The shares of points to destroy and to keep, the places to hold, what makes a draw, and the losses of each side.

    Rule: MATG2, victory conditions; OUR 36, 74, 75.
    """
    edition, options = position.edition, position.options
    for force in options.forces:
        yield f"The {player(force.side)} wins with {force.terms} ({_rule(force.terms, edition)})."
    draw = edition.our(36).together_with(edition.our(74))
    yield f"If both have won, or nobody has by the end of turn {options.turns}, it is a draw ({draw})."
    yield from _stands(position)


def _stands(position: Position) -> Iterator[str]:
    """The points that each side has lost, once any side has lost some."""
    progress = position.progress
    lost = {force.side: progress.points_lost(force.side) for force in position.options.forces}
    if any(lost.values()):
        when = "In the end" if progress.ended else "By now"
        losses = (
            f"the {player(side)} has lost {points} of {progress.points_at_start(side)} points "
            f"({100 * points // max(progress.points_at_start(side), 1)}%)"
            for side, points in lost.items()
        )
        yield f"{when} {' and '.join(losses)} ({position.edition.our(36)})."


def _rule(terms: Terms, edition: Edition) -> Citation:
    if terms == USUAL_TERMS:
        return edition.cite("11").together_with(edition.our(36))
    return edition.cite("2.0").together_with(edition.our(74), *([edition.our(75)] if terms.hold else []))
