"""The victory terms of a scenario: what each side must do to win, and the objectives."""

from dataclasses import dataclass
from fractions import Fraction

from rules.errors import BadInput
from rules.game.option_reader import OptionReader
from rules.game.rule_ids import implements
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from rules.micro_armour.book.scenario_design import TO_DESTROY, TO_KEEP


@dataclass(frozen=True, slots=True)
class Terms:
    """What a side must do to win: the shares of the enemy's points to destroy and of its own to keep, and the objectives to hold
    after the last turn.
    """

    destroy: Fraction = TO_DESTROY
    keep: Fraction = TO_KEEP
    hold: tuple[str, ...] = ()

    def __str__(self) -> str:
        asked = (
            f"{100 * self.destroy}% of the enemy's points destroyed" if self.destroy else "",
            f"{100 * self.keep}% of its own kept" if self.keep else "",
            f"{' and '.join(self.hold)} held after the last turn" if self.hold else "",
        )
        *others, last = filter(None, asked)
        return f"{', '.join(others)} and {last}" if others else last


USUAL_TERMS = Terms()
"""The terms of the book's own scenario design."""


@dataclass(frozen=True, slots=True)
class Objective:
    """An objective: its spots, its worth, and the side that holds it."""

    name: str
    spots: tuple[Spot, ...]
    points: int
    held_by: str | None


def read_objectives(given: OptionReader, table: Tabletop, sides: tuple[str, ...]) -> tuple[Objective, ...]:
    """The objectives of a scenario.

    Raises:
        BadInput: if one has no name of its own or no spot on the table; the message names it.
    """
    objectives: dict[str, Objective] = {}
    for row in given.rows("objectives"):
        name, spots = row.text("name"), tuple(Spot(*spot) for spot in row.spots("spots"))
        if name in objectives:
            raise BadInput(row.field("name"), name, "a name that no other objective has")
        if off := next((spot for spot in spots if spot not in table), None):
            raise BadInput(row.field("spots"), str(off), f"spots on the table, which has {table.extent}")
        objectives[name] = Objective(
            name, spots, row.whole("points", default=1), row.one_of("held_by", sides, None)
        )
        row.nothing_else("an objective")
    return tuple(objectives.values())


@implements("MATG2-2.0.2")
def read_terms(given: OptionReader, side: str, objectives: tuple[Objective, ...]) -> Terms:
    """A side's own victory terms, if the scenario gives any; terms that are left out do not apply (OUR 74).

    Raises:
        BadInput: if they require nothing, or a place that is no objective.
    """
    if side not in given:
        return USUAL_TERMS
    terms = given.table(side)
    destroy, keep = (terms.whole(key, 1, 100, 0) for key in ("destroy_percent", "keep_percent"))
    hold = tuple(dict.fromkeys(terms.words("hold", [objective.name for objective in objectives])))
    terms.nothing_else("victory")
    if not destroy and not hold:
        raise BadInput(given.field(side), dict(terms.values), "destroy_percent, or places to hold")
    return Terms(Fraction(destroy, 100), Fraction(keep, 100), hold)
