"""Starting forces that a side draws at random: how many platoons, steps of infantry or counters, and of what. Chapter 17.6."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.errors import BadInput
from rules.game.option_reader import OptionReader
from rules.game.rule_ids import implements
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.unit_types import CARRIED_ON, LhyUnitType, Nation, UnitKind

FROM_ONE_COMPANY, FROM_TWO_COMPANIES = 3, 6


class Draws(StrEnum):
    """What a line of forces counts."""

    PLATOONS = "platoons"
    STEPS = "steps"
    UNITS = "units"


@dataclass(frozen=True, slots=True)
class ForceLine:
    """One line of a side's starting forces.

    `of` is the beginning of ids in the roster: us is the whole nation, us.able a company, us.able.1 a
    platoon, us.mg every MG. `sections` are added to each platoon. Units of a line that `enters` begin off the map.
    Men, guns and AFVs of an elite line are elite for the whole mission (2.2.1).
    """

    draws: Draws
    count: int
    of: str
    sections: int = 0
    enters: bool = False
    is_elite: bool = False

    def __str__(self) -> str:
        more = (
            f" with {self.sections} section{'s' if self.sections > 1 else ''} more" if self.sections else ""
        )
        what = "" if self.draws is Draws.UNITS else f" {self.draws[: -1 if self.count == 1 else None]}"
        return f"{self.count}{what} of {self.of}{more}"


@implements("LHY-17.6.1")
def platoons_by_company(platoons: int) -> tuple[int, ...]:
    """How many platoons come from each company: 1-3 from one, 4-6 equally from two, more from three.

    >>> platoons_by_company(3), platoons_by_company(5), platoons_by_company(8)
    ((3,), (3, 2), (3, 3, 2))
    """
    companies = 1 if platoons <= FROM_ONE_COMPANY else 2 if platoons <= FROM_TWO_COMPANIES else 3
    each, over = divmod(platoons, companies)
    return tuple(each + (number < over) for number in range(companies))


def counters_under(of: str) -> Iterator[LhyUnitType]:
    """The counters of the roster whose ids begin with `of`, without those that stand for unknown units."""
    return (
        row for row in ROSTER.values() if row.id.startswith(f"{of}.") and row.kind is not UnitKind.UNKNOWN
    )


def read_forces(side: OptionReader, nation: Nation, enters: bool) -> tuple[ForceLine, ...]:
    """The lines of a side's starting forces; `enters` holds for lines that do not say whether they begin off the map.

    Raises:
        BadInput: if a line is malformed, names no units of the side, or draws from the same units as another.
    """
    lines = tuple(_line(row, nation, enters) for row in side.rows("forces"))
    for number, line in enumerate(lines, 1):
        if any(_draw_from_same(line.of, other.of, nation) for other in lines[: number - 1]):
            wanted = "a part of the roster that no line before it draws from"
            raise BadInput(f"{side.name}.forces[{number}].of", line.of, wanted)
    return lines


def _line(row: OptionReader, nation: Nation, enters: bool) -> ForceLine:
    draws = next((kind for kind in Draws if kind in row), None)
    if draws is None:
        raise BadInput(row.name, sorted(row.values), f"a line with one of {', '.join(Draws)}")
    count = row.whole(draws)
    of = row.text("of", nation.value) if draws is Draws.PLATOONS else row.text("of")
    sections = row.whole("sections", default=0)
    line = ForceLine(draws, count, of, sections, row.flag("enters", enters), row.flag("elite", False))
    row.nothing_else()
    _check(line, row.name, nation)
    return line


def _check(line: ForceLine, where: str, nation: Nation) -> None:
    if line.count < 1:
        raise BadInput(f"{where}.{line.draws}", line.count, "a whole number, 1 or more")
    whole_nation = line.draws is Draws.PLATOONS and line.of == nation
    if not whole_nation and (not line.of.startswith(f"{nation}.") or not any(counters_under(line.of))):
        wanted = f"the beginning of ids of {nation} in the roster, such as {nation}.mg"
        raise BadInput(f"{where}.of", line.of, wanted)
    reinforced = line.draws is Draws.PLATOONS or (
        line.draws is Draws.STEPS and len({row.platoon_key for row in counters_under(line.of)}) == 1
    )
    if line.sections < 0 or (line.sections and not reinforced):
        wanted = "0 or more, for whole platoons or steps of one platoon"
        raise BadInput(f"{where}.sections", line.sections, wanted)

    if (
        line.enters
        and any(row.kind in CARRIED_ON for row in counters_under(line.of))
        and line.draws is Draws.UNITS
    ):
        raise BadInput(
            f"{where}.enters", line.enters, "possible for guns and FPs, which cannot come on by themselves"
        )
    if (
        line.is_elite
        and line.draws is Draws.UNITS
        and not all(row.may_be_elite for row in counters_under(line.of))
    ):
        raise BadInput(f"{where}.elite", line.is_elite, "possible for units other than men, guns and AFVs")


def _draw_from_same(one: str, other: str, nation: Nation) -> bool:
    """Whether two lines draw from the same counters; a line for the whole nation leaves out what other lines draw from."""
    if one == other:
        return True
    return nation not in (one, other) and (one.startswith(f"{other}.") or other.startswith(f"{one}."))
