"""What are the two forces worth, and how could they be balanced? The scenario design as a ruling."""

from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.side_names import people
from rules.game.state import GameState
from rules.game.verdicts import ForceSizes
from rules.micro_armour.book.book_data import BookData
from rules.micro_armour.book.readings import GHQ_COST
from rules.micro_armour.book.scenario_design import GENERIC_STANDS
from rules.micro_armour.questions.force_points import (
    ForceList,
    balance_hints,
    cohesion_kinds,
    force_points,
    is_generic,
)
from rules.micro_armour.questions.table_suggestions import departures
from rules.micro_armour.state.conditions import GHQ
from rules.micro_armour.state.progress import progress_of
from rules.micro_armour.state.stands import table_of


@implements("MATG2-11.5")
def force_sizes(state: GameState, book: BookData) -> Ruling[ForceSizes]:
    """The points of each force of an opened game, ways to balance them, and where the table departs from
    the suggestions.

    Rule: MATG2, design your own scenario.
    Raises:
        BadInput: if the game has not been opened.
    """
    options, edition = progress_of(state).options, book.edition
    charges = GHQ_COST in options.switches
    lists = {force.side: _listed(state, book, force.side) for force in options.forces}
    sizes = tuple((side, force_points(force, charge_ghq=charges)) for side, force in lists.items())
    one, other = lists.values()
    cite = edition.cite("11") if charges else edition.our(35)
    reasons = [Reason(hint, cite) for hint in balance_hints(one, other, charge_ghq=charges)]
    for side, force in lists.items():
        stands, ghqs = len(force.tanks), _ghqs(state, side)
        if not is_generic(stands, ghqs):
            others = stands - ghqs
            words = f"{people(side)}: {others} stand{'s' * (others != 1)} and {ghqs or 'no'} GHQ, not the {GENERIC_STANDS - 1} stands and 1 GHQ of a generic battalion"
            reasons.append(Reason(words, edition.cite("11")))
        kinds = " or ".join(cohesion_kinds(force.cohesion)) or "no usual force"
        reasons.append(
            Reason(f"{people(side)}: cohesion {force.cohesion} is that of {kinds}", edition.cite("11"))
        )
    return Ruling("force sizes", ForceSizes(sizes), (*reasons, *departures(table_of(state), edition)))


def _listed(state: GameState, book: BookData, side: str) -> ForceList:
    force = progress_of(state).options.force(side)
    ours = [unit for unit in state.units.values() if unit.side == side]
    ghq = next((book.tank(unit.type) for unit in ours if unit.has(GHQ)), None)
    return ForceList(tuple(book.tank(unit.type) for unit in ours), force.cohesion, ghq, force.ghq_quality)


def _ghqs(state: GameState, side: str) -> int:
    return sum(unit.side == side and unit.has(GHQ) for unit in state.units.values())
