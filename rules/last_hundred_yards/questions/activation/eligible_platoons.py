"""Which companies and platoons may be activated now. Chapters 6.0 I, 6.0 II and 7.1."""

from collections.abc import Iterator, Mapping, Sequence

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import HEROIC
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.activation.taking_part import COMMANDER
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Coordination


@implements("LHY-6.0.I.1", "LHY-6.0.I.2", "LHY-3.1.2")
def eligible_companies(position: Position) -> tuple[str, ...]:
    """The companies of the active side that may be selected now: only those with Heroic units, if there are any."""
    course = position.course
    by_company = _by_company(position)
    left = [
        name for name in by_company if name not in course.companies_done and _platoons_left(position, name)
    ]
    heroic = [name for name in left if any(unit.has(HEROIC) for unit in by_company[name])]
    return tuple(sorted(heroic or left))


@implements(
    "LHY-6.0.II.1a", "LHY-6.0.II.1c", "LHY-6.0.II.4a", "LHY-7.0.1", "LHY-7.1.3", "LHY-7.1.later", "LHY-7.1a", "LHY-7.1b",
    "LHY-6.0.II.4b",
)  # fmt: skip
def eligible_activations(position: Position) -> Iterator[tuple[str, ...]]:
    """The platoons that the active side may activate now, and the pairs of platoons after coordination.

    There are none once the selected company has no platoon left.
    """
    course = position.course
    company_platoons = _platoons_left(position, course.company)
    heroic = _heroic_platoons(position, company_platoons)
    for key in heroic or company_platoons:
        yield (key,)
    frees_tanks = position.mission.edition.lost_coordination_frees_tanks
    if company_platoons and not heroic and course.coordination is Coordination.LOST and frees_tanks:
        for key in _all_platoons_left(position):
            if key not in company_platoons and _is_tanks(position, key):
                yield (key,)
    if course.coordination is Coordination.WON:
        yield from eligible_pairs(position)


def _all_platoons_left(position: Position) -> list[str]:
    return [key for name in _by_company(position) for key in _platoons_left(position, name)]


def _heroic_platoons(position: Position, platoons: list[str]) -> list[str]:
    """The platoons with heroes, which have to be activated first."""
    return [key for key in platoons if any(unit.has(HEROIC) for unit in position.platoon_units(key))]


@implements("LHY-7.1a", "LHY-7.1b")
def eligible_pairs(position: Position) -> Iterator[tuple[str, ...]]:
    """The pairs of platoons that the selected company may activate once its attempt to coordinate is won."""
    company_platoons = _platoons_left(position, position.course.company)
    firsts, all_platoons = (
        _heroic_platoons(position, company_platoons) or company_platoons,
        _all_platoons_left(position),
    )
    for number, key in enumerate(firsts):
        others = [other for other in all_platoons if _is_tanks(position, other) != _is_tanks(position, key)]
        partners = [
            *firsts[number + 1 :],
            *(platoon for platoon in (*company_platoons, *others) if platoon not in firsts),
        ]
        for partner in dict.fromkeys(partners):
            if _is_led(position, key) and _is_led(position, partner):
                yield (key, partner)


@implements("LHY-12.3.4.2")
def _is_led(position: Position, key: str) -> bool:
    """Whether a platoon may coordinate: tanks, or infantry with its leader in play."""
    return _is_tanks(position, key) or any(
        row_of(unit).kind is UnitKind.LEADER for unit in position.platoon_units(key)
    )


@memoized
def _by_company(position: Position) -> Mapping[str, Sequence[Unit]]:
    by_company: dict[str, list[Unit]] = {}
    for unit in position.in_play(position.course.active):
        if row_of(unit).company:
            by_company.setdefault(row_of(unit).company, []).append(unit)
    return by_company


def _platoons_left(position: Position, company: str) -> list[str]:
    """The platoons of a company still to be activated; a command tank alone is a platoon of its own."""
    keys = {row_of(unit).platoon_key for unit in _by_company(position).get(company, ())}
    commander = f"{company}.{COMMANDER}"
    if len(keys) > 1:
        keys.discard(commander)
    return sorted(key for key in keys if key and key not in position.course.platoons_done)


def _is_tanks(position: Position, key: str) -> bool:
    return any(row_of(unit).kind is UnitKind.AFV for unit in position.platoon_units(key))
