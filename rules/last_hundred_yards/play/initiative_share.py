"""The share of turns in which a side may activate its platoons, for ways that take several activations."""

from dataclasses import replace
from fractions import Fraction

from rules.game.ruling import Reason
from rules.game.side_names import people
from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.order_events import TurnBegan
from rules.last_hundred_yards.state.progress import progress_of, with_progress

_HIDDEN = frozenset({HIDDEN})


def initiative_reason(state: GameState, side: str) -> Reason:
    """The average share of turns in which a side has the initiative, as far as it may know, and what it means for a way.

    Each turn of a way takes so many turns of the game.

    Rule: LHY 5.0 I, 6.0.
    """
    enemy = next(other for other in state.sides if other != side)
    keeps, takes = _initiative_chance(state, side, side), _initiative_chance(state, side, enemy)
    share = takes / (1 - keeps + takes) if takes else keeps
    words = f"platoons are activated in turns in which their side has the initiative: the {people(side)} in {float(share):.0%} of them on the average"
    if share:
        words += f", so that each turn of a way takes {1 / float(share):.1f}"
    return Reason(words, cite("6.0").together_with(cite("5.0 I")))


def _initiative_chance(state: GameState, side: str, had_it: str) -> Fraction:
    """The chance that a side gets the initiative if `had_it` had it last.

    If any enemy is concealed, all enemies count as hidden: what fate does to such a side is unknown, and a side of which
    nothing is seen may be active.
    """
    next_turn = with_progress(
        TurnBegan(progress_of(state).turn + 1).on(state),
        last_initiative=had_it, decisions=(), paused=None, arrows=(), assaults=(), fires=(),
    )  # fmt: skip
    enemies = [unit for unit in state.units.values() if unit.side != side]
    if any(enemy.has(CONCEALED) for enemy in enemies):
        next_turn = next_turn.with_units({enemy.id: replace(enemy, conditions=_HIDDEN) for enemy in enemies})
    ends = PLAY.possible_ends(next_turn, RollInitiative(side)).states
    return sum((chance for end, chance in ends.items() if progress_of(end).active == side), Fraction(0))
