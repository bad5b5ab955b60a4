"""Which counters a side may draw from, and the draw itself. Chapter 17.6."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from rules.game.chance.dice import Dice
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.last_hundred_yards.book.unit_types import LhyUnitType, UnitKind
from rules.last_hundred_yards.state.mission.forces import (
    Draws,
    ForceLine,
    counters_under,
    platoons_by_company,
)

OneT = TypeVar("OneT")

SQUADS_A_PLATOON = 3
STEPS_A_SQUAD = 2
_OF_A_PLATOON = (UnitKind.SQUAD, UnitKind.SECTION, UnitKind.LEADER)


class Lots:
    """The counters that a side may still draw: all but those that the mission names or that other lines draw from."""

    def __init__(self, state: GameState, lines: Sequence[ForceLine]) -> None:
        self._taken = {word for unit in state.units.values() for word in (unit.id, unit.type)}
        self._lines = lines

    def counters(self, line: ForceLine) -> list[LhyUnitType]:
        """Every counter that a line may draw, in the order of the roster; for platoons and steps their squads."""
        kinds = {Draws.PLATOONS: (UnitKind.SQUAD,), Draws.STEPS: (UnitKind.SQUAD,)}.get(line.draws)
        free = (row for row in self._counters_left(line.of) if not self._is_for_another(row, line))
        if kinds is not None:
            return [row for row in free if row.kind in kinds]
        return [row for row in free if row.kind not in _OF_A_PLATOON]

    def platoons(self, line: ForceLine) -> dict[str, list[str]]:
        """The complete platoons by company: with three squads, the leader, and the sections added to them."""
        squads = [_platoon(row) for row in self.counters(line)]
        by_company: dict[str, list[str]] = {}
        for platoon in sorted(set(squads)):
            whole = squads.count(platoon) == SQUADS_A_PLATOON and self.of(platoon, UnitKind.LEADER)
            if whole and len(self.of(platoon, UnitKind.SECTION)) >= line.sections:
                by_company.setdefault(platoon.rpartition(".")[0], []).append(platoon)
        return by_company

    def pool_in_words(self, line: ForceLine) -> str:
        """In words, from how many platoons, squads or counters a line is drawn, all equally likely."""
        if line.draws is Draws.PLATOONS:
            return f"{sum(map(len, self.platoons(line).values()))} platoons"
        squads = "squads" if line.draws is Draws.STEPS else "counters"
        return f"{len(self.counters(line))} {squads}"

    def of(self, platoon: str, kind: UnitKind) -> list[LhyUnitType]:
        """The counters of one kind that a platoon has left."""
        return [row for row in self._counters_left(platoon) if row.kind is kind]

    def _counters_left(self, of: str) -> Iterator[LhyUnitType]:
        return (row for row in counters_under(of) if row.id not in self._taken)

    def _is_for_another(self, row: LhyUnitType, line: ForceLine) -> bool:
        return any(
            other is not line and other.of.startswith(f"{line.of}.") and row.id.startswith(f"{other.of}.")
            for other in self._lines
        )


def shortage(lots: Lots, line: ForceLine) -> str:
    """What the count of a line should be if it cannot be drawn, as words of an error; empty if it can."""
    counters = lots.counters(line)
    if line.draws is Draws.UNITS:
        return (
            ""
            if line.count <= len(counters)
            else f"at most {len(counters)}, the counters of {line.of} that are free"
        )
    if line.draws is Draws.STEPS:
        steps = STEPS_A_SQUAD * len(counters)
        if line.count > steps:
            return f"at most {steps}, the steps of the squads of {line.of} that are free"
        wanted = line.sections + line.count % STEPS_A_SQUAD
        enough = all(len(lots.of(_platoon(row), UnitKind.SECTION)) >= wanted for row in counters)
        return "" if enough else f"as many as leave {wanted} free sections to each platoon of {line.of}"
    free = sorted(map(len, lots.platoons(line).values()), reverse=True)
    wants = platoons_by_company(line.count)
    if len(wants) <= len(free) and all(want <= have for want, have in zip(wants, free, strict=False)):
        return ""
    return f"as many as the companies of {line.of} have free platoons ({_listed(free)}; {_listed(wants)} are wanted)"


def _listed(counts: Iterable[int]) -> str:
    return " and ".join(map(str, counts)) or "none"


def draw_counters(lots: Lots, line: ForceLine, dice: Dice) -> Iterator[LhyUnitType]:
    """The counters that a line brings, drawn with dice; no die is thrown where there is no choice."""
    match line.draws:
        case Draws.PLATOONS:
            yield from _platoons(lots, line, dice)
        case Draws.STEPS:
            yield from _steps(lots, line, dice)
        case Draws.UNITS:
            yield from _units(lots, line, dice)


@implements("LHY-17.6.4")
def _units(lots: Lots, line: ForceLine, dice: Dice) -> list[LhyUnitType]:
    return _draw_several(lots.counters(line), line.count, dice)


@implements("LHY-17.6.1")
def _platoons(lots: Lots, line: ForceLine, dice: Dice) -> Iterator[LhyUnitType]:
    """Whole platoons, equally from as few companies as the number asks for (reading 100)."""
    companies = lots.platoons(line)
    for share in platoons_by_company(line.count):
        company = _draw_one([name for name, platoons in companies.items() if len(platoons) >= share], dice)
        for platoon in _draw_several(companies.pop(company), share, dice):
            yield from lots.of(platoon, UnitKind.SQUAD)
            yield from lots.of(platoon, UnitKind.LEADER)
            yield from _reinforcements(lots.of(platoon, UnitKind.SECTION), line, dice)


@implements("LHY-17.6.2.part", "LHY-17.6.2.odd", "LHY-17.6.2.leader")
def _steps(lots: Lots, line: ForceLine, dice: Dice) -> Iterator[LhyUnitType]:
    """Squads at random, one of them as a section if the steps are odd (reading 101); the leaders of them all."""
    full, odd = divmod(line.count, STEPS_A_SQUAD)
    squads = _draw_several(lots.counters(line), full + odd, dice)
    halved = _draw_one(squads, dice) if odd else None
    whole = [row for row in squads if row is not halved]
    yield from whole
    for platoon in dict.fromkeys(map(_platoon, squads)):
        yield from lots.of(platoon, UnitKind.LEADER)
    sections = lots.of(_platoon(halved or squads[0]), UnitKind.SECTION)
    if halved is not None:
        section = _draw_one(sections, dice)
        sections.remove(section)
        yield section
    yield from _reinforcements(sections, line, dice)


@implements("LHY-17.6.3")
def _reinforcements(sections: list[LhyUnitType], line: ForceLine, dice: Dice) -> list[LhyUnitType]:
    return _draw_several(sections, line.sections, dice)


def _platoon(row: LhyUnitType) -> str:
    """How the ids of a platoon begin: us.able.1."""
    return f"{row.nation}.{row.platoon_key}"


def _draw_several(pool: Sequence[OneT], count: int, dice: Dice) -> list[OneT]:
    """`count` different items of a pool at random; without dice, and in the order of the pool, if all are taken."""
    left = list(pool)
    if count == len(left):
        return left
    return [left.pop(dice.pick("", len(left))) for _ in range(count)]


def _draw_one(pool: Sequence[OneT], dice: Dice) -> OneT:
    return pool[dice.pick("", len(pool))] if len(pool) > 1 else pool[0]
