"""How often a side may activate its platoons: what a way of several activations has to reckon with."""

from dataclasses import replace
from fractions import Fraction

from rules.game.ruling import Reason
from rules.game.side_names import people
from rules.game.state import GameState
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.progress import Phase, progress_of


def initiative_told(state: GameState, side: str) -> Reason:
    """The share of turns in which a side has the initiative on the average, as it may know, and how many turns one of a way then takes.

    Rule: LHY 5.0 I, 6.0.
    """
    enemy = next(other for other in state.sides if other != side)
    keeps, takes = _gets_it(state, side, side), _gets_it(state, side, enemy)
    share = takes / (1 - keeps + takes) if takes else keeps
    told = f"platoons are activated in turns in which their side has the initiative: the {people(side)} in {float(share):.0%} of them on the average"
    if share:
        told += f", so that each turn of a way takes {1 / float(share):.1f}"
    return Reason(told, cite("6.0").together_with(cite("5.0 I")))


def _gets_it(state: GameState, side: str, had_it: str) -> Fraction:
    """The chance that a side gets the initiative where this one had it last, whomever fate strikes."""
    now = progress_of(state)
    mission = replace(now.mission, house=replace(now.mission.house, fate_sniper_die=0, fate_medic_die=0))
    course = replace(
        now, turn=now.turn + 1, phase=Phase.INITIATIVE, active="", last_initiative=had_it, mission=mission
    )
    ends = PLAY.foreseen(state.changed(course=course), RollInitiative(side)).states
    return sum((chance for end, chance in ends.items() if progress_of(end).active == side), Fraction(0))
