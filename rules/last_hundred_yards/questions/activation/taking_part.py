"""Which units take part in an activation: the activated platoons, their support units, and units that join
them ad hoc. Chapter 7."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED
from rules.last_hundred_yards.book.roster import company_name
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.book.unit_types import LhyUnitType, UnitKind
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Step

COMMANDER = 0
"""The platoon number of a company's command tank."""


@memoized
def infantry_platoons(position: Position, side: str) -> frozenset[str]:
    """The infantry platoons of a side with a squad, a section or their leader in play."""
    return frozenset(row_of(unit).platoon_key for unit in position.in_play(side) if _is_of_infantry(unit))


def _is_of_infantry(unit: Unit) -> bool:
    """Whether a unit belongs to an infantry platoon: its squads and sections, and its leader."""
    return row_of(unit).is_infantry or row_of(unit).kind is UnitKind.LEADER


@implements(
    "LHY-7.0.1", "LHY-7.0.2", "LHY-1.9", "LHY-3.0.1", "LHY-6.0.4", "LHY-17.10", "LHY-10.1.0.1",
    "LHY-17.8.1.3", "LHY-10.4.5L.5", "LHY-7.2.0", "LHY-7.2c.riders",
)  # fmt: skip
@memoized
def is_activated(position: Position, unit: Unit) -> bool:
    """Whether a unit may act in this activation: as part of an activated platoon, in support of one, or ad hoc."""
    course = position.course
    row = row_of(unit)
    if unit.side != course.active or not course.platoons:
        return False
    is_own = row.platoon_key in course.platoons or commands_activated(position, row)
    if position.mission.edition.tanks_act_with_their_riders and row.kind is UnitKind.AFV:
        riders = [position.unit(load) for load in course.loads_of(unit.id)]
        if riders:
            carries = all(
                is_of_activated(position, man) or joins_from_aboard(position, man) for man in riders
            )
            return carries and (is_own or _are_one_platoon(course.ad_hoc_tanks, row))
    if is_own or row.is_dummy:
        return True
    return _is_ad_hoc(position, unit)


@implements(
    "LHY-7.2.0", "LHY-7.2a.1", "LHY-7.2a.2", "LHY-7.2b.1", "LHY-7.2b.2", "LHY-7.2c.1", "LHY-7.2c.2",
    "LHY-3.2.3", "LHY-3.2.2", "LHY-7.3",
)  # fmt: skip
def _is_ad_hoc(position: Position, unit: Unit) -> bool:
    """Whether a unit may join an activated infantry platoon: it was stacked with its men or support at that time (reading 187).

    A unit whose own platoon was activated before in this turn may not.
    """
    course, row = position.course, row_of(unit)
    activated = [key for key in course.platoons if key in infantry_platoons(position, unit.side)]
    if not activated:
        return False
    if row.is_support:
        return unit.id in course.support
    if unit.id in course.joined:
        return True
    if not isinstance(unit.at, Hex) or was_activated_before(position, unit):
        return False
    then = position_at_start(position)
    stood = then.unit(unit.id).at
    if not isinstance(stood, Hex):
        return False
    friends = then.friends_at(stood, unit.side)
    here = {row_of(friend).platoon_key for friend in friends}
    with_support = any(friend.id in course.support for friend in friends)
    stacked = [key for key in activated if with_support or key in here]
    if row.kind is UnitKind.AFV:
        return bool(stacked) and _are_one_platoon(course.ad_hoc_tanks, row)
    if not row.is_infantry or row.company in course.borrowed:
        return False
    with_company = any(key.split(".")[0] == row.company for key in stacked)
    return with_company and not any(_is_leader_of(row.platoon_key, friend) for friend in friends)


@implements("LHY-7.3")
def was_activated_before(position: Position, unit: Unit) -> bool:
    """Whether a unit had its activation of this turn in an earlier cycle."""
    course, key = position.course, row_of(unit).platoon_key
    if row_of(unit).is_support:
        return unit.id in course.support_done and unit.id not in course.support
    return key in course.platoons_done and key not in course.platoons


def _are_one_platoon(joined: str, row: LhyUnitType) -> bool:
    """Whether a tank may join besides the platoon that joined before: it is of the same platoon, or one is
    the command tank (reading 134)."""
    company, _, platoon = joined.partition(".")
    commanded = company == row.company and str(COMMANDER) in (platoon, str(row.platoon))
    return joined in ("", row.platoon_key) or commanded


def commands_activated(position: Position, row: LhyUnitType) -> bool:
    """Whether a counter is a command tank of whose company a platoon is activated."""
    is_commander = row.kind is UnitKind.AFV and row.platoon == COMMANDER
    return is_commander and any(key.split(".")[0] == row.company for key in position.course.platoons)


@implements("LHY-7.2a.1", "LHY-7.2a.2", "LHY-7.3")
def support_of(position: Position, side: str, platoons: tuple[str, ...]) -> tuple[str, ...]:
    """The support units of a side that would act with these platoons, if activated now.

    Support units off the map act with any infantry platoon.
    """
    activated = infantry_platoons(position, side).intersection(platoons)
    return tuple(
        unit.id
        for unit in position.in_play(side)
        if row_of(unit).is_support and activated and unit.id not in position.course.support_done
        and (not isinstance(unit.at, Hex) or activated & nearest_platoons(position, unit))
    )  # fmt: skip


@implements("LHY-7.3", "LHY-7.2a.2")
def support_done_with(position: Position, side: str, platoons: tuple[str, ...]) -> tuple[str, ...]:
    """The support units that would act with these platoons and with no later one in this turn (reading 171)."""
    over = position.course.platoons_done.union(platoons)
    units = (position.state.unit(name) for name in support_of(position, side, platoons))
    return tuple(
        unit.id for unit in units if isinstance(unit.at, Hex) and nearest_platoons(position, unit) <= over
    )


@memoized
def nearest_platoons(position: Position, unit: Unit) -> frozenset[str]:
    """The infantry platoons that a support unit is stacked with or nearest to (7.2a)."""
    place = position.place(unit)
    ranges: dict[str, int] = {}
    for friend in filter(_is_of_infantry, position.of(unit.side)):
        away, platoon = position.distance(place, position.place(friend)), row_of(friend).platoon_key
        ranges[platoon] = min(away, ranges.get(platoon, away))
    nearest = min(ranges.values(), default=0)
    return frozenset(key for key, away in ranges.items() if away == nearest)


@implements("LHY-7.2a.1", "LHY-7.2a.2")
def platoons_of(position: Position, unit: Unit) -> frozenset[str]:
    """The platoon of a unit; for a support unit the platoons it acts with in this cycle, or else those it is nearest to."""
    row = row_of(unit)
    if not row.is_support:
        return frozenset((row.platoon_key,))
    if unit.id in position.course.support:
        return infantry_platoons(position, unit.side).intersection(position.course.platoons)
    return nearest_platoons(position, unit)


@implements("LHY-2.2.5.2", "LHY-4.1.10.4", "LHY-10.3.1.2.3", "LHY-12.1.4")
def leaders_with(position: Position, unit: Unit) -> tuple[Unit, ...]:
    """The undisrupted leaders in a unit's hex who may help it: that of its platoon, or of any platoon a
    support unit is nearest to."""
    row = row_of(unit)
    platoons = nearest_platoons(position, unit) if row.is_support else frozenset((row.platoon_key,))
    return tuple(
        friend
        for friend in position.friends_at(position.place(unit), unit.side)
        if friend.id != unit.id
        and not friend.has(DISRUPTED)
        and any(_is_leader_of(platoon, friend) for platoon in platoons)
    )


@implements("LHY-5.0.II.2", "LHY-12.3.4.2", "LHY-17.8.1.3", "LHY-7.2b.1")
def is_leaderless(position: Position, unit: Unit) -> bool:
    """Whether a unit's platoon, or the one that it supports or joins ad hoc (reading 205), has no leader in play."""
    row, course = row_of(unit), position.course
    if row.is_vehicle and not row.is_support:
        return False
    platoons = platoons_of(position, unit)
    if row.is_infantry and not platoons & set(course.platoons) and is_activated(position, unit):
        platoons = infantry_platoons(position, unit.side).intersection(course.platoons)
    return not row.is_dummy and not platoons & _led_platoons(position, unit.side)


@memoized
def _led_platoons(position: Position, side: str) -> frozenset[str]:
    """The platoons of a side with their leader in play."""
    rows = map(row_of, position.in_play(side))
    return frozenset([row.platoon_key for row in rows if row.kind is UnitKind.LEADER])


def no_leader(unit: Unit) -> Reason:
    """Why a unit of a platoon without a leader may act in its activation only if it must."""
    rule = cite("5.0 II").together_with(cite_later("12.3.4"))
    return Reason(f"{unit} has no platoon leader in play, and acts only where it must", rule)


def is_of_activated(position: Position, load: Unit) -> bool:
    """Whether a unit aboard is of an activated platoon, supports one, or has joined it."""
    row, course = row_of(load), position.course
    if row.platoon_key in course.platoons or load.id in course.joined:
        return True
    return row.is_support and is_activated(position, load)


@implements("LHY-7.2b.1", "LHY-7.2b.2", "LHY-10.4.6.0.2")
def joins_from_aboard(position: Position, load: Unit) -> bool:
    """Whether infantry aboard would join an activated platoon, if its vehicle drove off with it now."""
    return row_of(load).is_infantry and not is_of_activated(position, load) and is_activated(position, load)


def position_at_start(position: Position) -> Position:
    """The position with every unit where it stood when this activation or reaction began."""
    moved = any(name in position.state.units for name, _ in position.course.stood)
    return _position_at_start(position) if moved else position


@memoized
def _position_at_start(position: Position) -> Position:
    """The position as this activation or reaction began, for one in which a unit has moved since.

    It is a function of its own so that a position never caches itself, a cycle that only garbage collection would free.
    """
    units = position.state.units
    stood = {name: units[name].moved(at) for name, at in position.course.stood if name in units}
    return Position(position.state.with_units(stood), position.ground, position.game)


def _is_leader_of(platoon: str, unit: Unit) -> bool:
    """Whether a unit is the leader of a platoon, disrupted or not."""
    return row_of(unit).kind is UnitKind.LEADER and row_of(unit).platoon_key == platoon


@implements("LHY-7.2b.2", "LHY-7.2c.1")
def too_many_ad_hoc(position: Position, units: Sequence[Unit]) -> Iterator[Reason]:
    """Why units may not act together: only one unit of each company and one AFV platoon may join ad hoc.

    Infantry that joins from aboard a vehicle that drives off counts as well.
    """
    course = position.course
    if course.step is not Step.ACTIONS:
        return
    aboard = (position.unit(load) for vehicle in units for load in course.loads_of(vehicle.id))
    joining = [
        row for row in map(row_of, (*units, *(load for load in aboard if joins_from_aboard(position, load))))
        if row.platoon_key and row.platoon_key not in course.platoons and not commands_activated(position, row)
    ]  # fmt: skip
    for company in sorted({row.company for row in joining if row.is_infantry}):
        if sum(row.is_infantry and row.company == company for row in joining) > 1:
            words = f"only one unit of {company_name(company)} may join an activated platoon each turn"
            yield Reason(words, cite("7.2b"))
    tanks = [row for row in joining if row.kind is UnitKind.AFV]
    if not all(_are_one_platoon(first.platoon_key, other) for first, other in combinations(tanks, 2)):
        yield Reason("only one AFV platoon may join an activated platoon each cycle", cite("7.2c"))
