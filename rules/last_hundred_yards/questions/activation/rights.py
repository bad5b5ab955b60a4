"""Who may act now, and what kind of action: activation, ad hoc units, reactions. Chapters 7, 8 and 9."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Flag, auto
from itertools import combinations
from typing import Any

from rules.game.citation import Provenance
from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import (
    DISRUPTED,
    HEROIC,
    IN_MOTION,
    OVERWATCH,
    REGROUPING,
    SHOCKED,
)
from rules.last_hundred_yards.book.rulebook import cite, our
from rules.last_hundred_yards.book.unit_types import LhyUnitType, UnitKind
from rules.last_hundred_yards.questions.terrain.enclosed_roads import (
    REACTION_TO_OTHERS_HEXES,
    REACTION_TO_VEHICLES_HEXES,
)
from rules.last_hundred_yards.questions.terrain.field_of_fire import is_in_front
from rules.last_hundred_yards.questions.terrain.open_ground import is_open
from rules.last_hundred_yards.questions.terrain.road_limits import limiting_road
from rules.last_hundred_yards.questions.terrain.urban_roads import is_urban_road
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import DecisionKind, Step

MOST_LEADERS_A_CYCLE = 2
COMMANDER = 0
"""The platoon number of a company's command tank."""


class Right(Flag):
    """What a unit may do at this moment."""

    NONE = 0
    MANEUVER = auto()
    FIRE = auto()
    RECOVER = auto()
    WITHDRAW = auto()
    START = auto()
    LATW_FIRE = auto()
    HALT_AND_FIRE = auto()
    MOUNT = auto()
    MUST = auto()
    """Only because it must act: a platoon without its leader (5.0 II)."""


_ALL = (
    Right.MANEUVER | Right.FIRE | Right.RECOVER | Right.WITHDRAW | Right.START | Right.LATW_FIRE
    | Right.HALT_AND_FIRE | Right.MOUNT
)  # fmt: skip
_NAMED_FIRE = Right.FIRE | Right.LATW_FIRE | Right.HALT_AND_FIRE
_NO_MANEUVER = _NAMED_FIRE | Right.RECOVER
_LEAVES = Right.MANEUVER | Right.MOUNT


@memoized
def infantry_platoons(position: Position, side: str) -> frozenset[str]:
    """The infantry platoons of a side with a squad, a section or their leader in play."""
    return frozenset(row_of(unit).platoon_key for unit in position.in_play(side) if _is_of_infantry(unit))


def _is_of_infantry(unit: Unit) -> bool:
    """Whether a unit belongs to an infantry platoon: its squads and sections, and its leader."""
    return row_of(unit).is_infantry or row_of(unit).kind is UnitKind.LEADER


@implements(
    "LHY-7.0.1", "LHY-7.0.2", "LHY-1.9", "LHY-3.0.1", "LHY-6.0.4", "LHY-17.10", "LHY-10.1.0.1",
    "LHY-17.8.1.3", "LHY-10.4.5L.5", "LHY-7.2.0",
)  # fmt: skip
@memoized
def is_activated(position: Position, unit: Unit) -> bool:
    """Whether a unit belongs to the activated platoons, as one of theirs or ad hoc."""
    course = position.course
    row = row_of(unit)
    if unit.side != course.active or not course.platoons:
        return False
    if row.platoon_key in course.platoons:
        return True
    if commands_activated(position, row):
        return True
    if row.is_dummy:
        return True
    return _is_ad_hoc(position, unit)


@implements(
    "LHY-7.2.0", "LHY-7.2a.1", "LHY-7.2a.2", "LHY-7.2b.1", "LHY-7.2b.2", "LHY-7.2c.1", "LHY-7.2c.2",
    "LHY-3.2.3", "LHY-3.2.2", "LHY-7.3",
)  # fmt: skip
def _is_ad_hoc(position: Position, unit: Unit) -> bool:
    """Whether a unit joins an activated platoon of infantry, stacked with its men or support as it was activated (reading 187); nobody does whose own was activated before in the turn."""
    course, row = position.course, row_of(unit)
    activated = [key for key in course.platoons if key in infantry_platoons(position, unit.side)]
    if not activated:
        return False
    if row.is_support:
        return unit.id in course.support
    if unit.id in course.joined:
        return True
    if not isinstance(unit.at, Hex) or _was_activated_before(position, unit):
        return False
    then = _as_it_began(position)
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
def _was_activated_before(position: Position, unit: Unit) -> bool:
    """Whether a unit had its activation of this turn in an earlier cycle."""
    course, key = position.course, row_of(unit).platoon_key
    if row_of(unit).is_support:
        return unit.id in course.support_done and unit.id not in course.support
    return key in course.platoons_done and key not in course.platoons


def _are_one_platoon(joined: str, row: LhyUnitType) -> bool:
    """Whether tanks join beside those that joined before: of their platoon, or the command tank's (reading 134)."""
    company, _, platoon = joined.partition(".")
    commanded = company == row.company and str(COMMANDER) in (platoon, str(row.platoon))
    return joined in ("", row.platoon_key) or commanded


def commands_activated(position: Position, row: LhyUnitType) -> bool:
    """Whether it is a command tank with a platoon of its company activated."""
    is_commander = row.kind is UnitKind.AFV and row.platoon == COMMANDER
    return is_commander and any(key.split(".")[0] == row.company for key in position.course.platoons)


@implements("LHY-7.2a.1", "LHY-7.2a.2", "LHY-7.3")
def support_of(position: Position, side: str, platoons: tuple[str, ...]) -> tuple[str, ...]:
    """The support units of a side that act with platoons activated now; those off the map go with any of infantry."""
    activated = infantry_platoons(position, side).intersection(platoons)
    return tuple(
        unit.id
        for unit in position.in_play(side)
        if row_of(unit).is_support and activated and unit.id not in position.course.support_done
        and (not isinstance(unit.at, Hex) or activated & nearest_platoons(position, unit))
    )  # fmt: skip


@implements("LHY-7.3", "LHY-7.2a.2")
def support_done_with(position: Position, side: str, platoons: tuple[str, ...]) -> tuple[str, ...]:
    """Of the support units that act with platoons activated now those that have no other choice this turn (reading 171)."""
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
    """The platoon of a unit; of a support unit those it acts with in this cycle, else those it is nearest to."""
    row = row_of(unit)
    if not row.is_support:
        return frozenset((row.platoon_key,))
    if unit.id in position.course.support:
        return infantry_platoons(position, unit.side).intersection(position.course.platoons)
    return nearest_platoons(position, unit)


@implements("LHY-5.0.II.2", "LHY-12.3.4.2", "LHY-17.8.1.3", "LHY-7.2b.1")
def is_leaderless(position: Position, unit: Unit) -> bool:
    """Whether its platoon, the platoon it supports, or the one it joins ad hoc (reading 205), has no leader in play."""
    row, course = row_of(unit), position.course
    if row.is_vehicle and not row.is_support:
        return False
    platoons = platoons_of(position, unit)
    if row.is_infantry and not platoons & set(course.platoons) and is_activated(position, unit):
        platoons = infantry_platoons(position, unit.side).intersection(course.platoons)
    leaders = (friend for friend in position.in_play(unit.side) if row_of(friend).kind is UnitKind.LEADER)
    led = {row_of(leader).platoon_key for leader in leaders}
    return not row.is_dummy and not platoons & led


def no_leader(unit: Unit) -> Reason:
    """Why a unit of a platoon without its leader does nothing in its activation that it need not do."""
    rule = cite("5.0 II").together_with(cite("12.3.4", Provenance.LATER_EDITION))
    return Reason(f"{unit} has no platoon leader in play, and acts only where it must", rule)


@implements("LHY-10.3.2.1", "LHY-10.4.6.0.2", "LHY-10.4.6.2.0")
@memoized
def rights(position: Position, unit: Unit) -> Right:
    """What a unit may do now; sections whose squad has just deployed only maneuver, who carries idle men or had to get off does not."""
    found = _rights(position, unit)
    if unit.id in position.course.deploying:
        found &= ~_NO_MANEUVER
    return found & ~Right.MANEUVER if idle_load(position, unit) or had_to_get_off(position, unit) else found


def had_to_get_off(position: Position, unit: Unit) -> bool:
    """Whether a unit had to get off a vehicle in this turn, and has neither acted nor rallied: it has no MP left (reading 206)."""
    course = position.course
    return unit.id in course.forced_off - course.acted - course.rallied


def no_mp_left(unit: Unit) -> Reason:
    """Why a unit that had to get off its vehicle goes nowhere."""
    rule = cite("10.4.6.2", Provenance.LATER_EDITION).together_with(our(206))
    return Reason(f"{unit} had to get off its vehicle in this turn and has no MP left", rule)


@implements("LHY-10.4.6.0.2")
def idle_load(position: Position, vehicle: Unit) -> Unit | None:
    """Of those aboard a vehicle one whose platoon is not activated and who does not join one that is.

    In an activation nobody carries him.
    """
    course = position.course
    loads = course.loads_of(vehicle.id)
    if not loads or course.step is not Step.ACTIONS or vehicle.side != course.active:
        return None
    companies: set[str] = set()
    for load in map(position.unit, loads):
        if joins_from_aboard(position, load):
            company = row_of(load).company
            if company in companies:
                return load
            companies.add(company)
        elif not _is_of_activated(position, load):
            return load
    return None


def _is_of_activated(position: Position, load: Unit) -> bool:
    """Whether a unit aboard is of an activated platoon, supports one, or has joined it."""
    row, course = row_of(load), position.course
    if row.platoon_key in course.platoons or load.id in course.joined:
        return True
    return row.is_support and is_activated(position, load)


@implements("LHY-7.2b.1", "LHY-7.2b.2", "LHY-10.4.6.0.2")
def joins_from_aboard(position: Position, load: Unit) -> bool:
    """Whether infantry aboard would join an activated platoon, if its vehicle drove off with it now."""
    return row_of(load).is_infantry and not _is_of_activated(position, load) and is_activated(position, load)


@implements("LHY-10.4.6.0.2")
def forbids_carrying(position: Position, vehicle: Unit) -> Iterator[Reason]:
    """Why a vehicle does not drive with those it has aboard."""
    if (load := idle_load(position, vehicle)) is not None:
        words = f"{vehicle} carries {load}, whose platoon is not activated"
        yield Reason(words, cite("10.4.6", Provenance.LATER_EDITION))


def _rights(position: Position, unit: Unit) -> Right:
    """What its activation or a reaction lets a unit do; if it has acted nothing, but fire from overwatch or an FP's other fire."""
    if not isinstance(unit.at, Hex):
        return Right.NONE
    if unit.id not in position.course.acted:
        return _rights_of_who_waits(position, unit)
    if unit.has(OVERWATCH):
        return _overwatch_rights(position, unit)
    return (
        Right.FIRE & _rights_of_who_waits(position, unit) if _owes_other_fire(position, unit) else Right.NONE
    )


@implements("LHY-11.0a")
def _owes_other_fire(position: Position, unit: Unit) -> bool:
    """Whether an FP has fired in one way and may still fire in the other."""
    return row_of(unit).kind is UnitKind.FP and len(position.course.kinds_fired(unit.id)) == 1


@implements(
    "LHY-9.0.1", "LHY-7.0.2", "LHY-5.0.II.2", "LHY-12.3.4.2", "LHY-10.4.5L.5", "LHY-11.1.0.3", "LHY-6.0.4",
    "LHY-8.3f", "LHY-8.3a",
)  # fmt: skip
def _rights_of_who_waits(position: Position, unit: Unit) -> Right:
    """The rights of a unit that has not acted."""
    course = position.course
    due = course.due if course.decisions else None
    if due is not None and due.kind is DecisionKind.DRIVE_OFF:
        return Right.MANEUVER if unit.id == due.unit else Right.NONE
    if due is not None and due.kind is DecisionKind.ENFILADE_FIRE:
        return _NAMED_FIRE if unit.id == due.unit else Right.NONE
    if course.step is Step.ACTIONS and unit.side == course.active:
        if not is_activated(position, unit):
            return Right.NONE
        if is_leaderless(position, unit):
            return _ALL | Right.MUST if duty_to_act(position, unit) else Right.NONE
        return _ALL
    if course.step is Step.REACTION and unit.side == course.reacting:
        return _reaction_rights(position, unit)
    return Right.NONE


@implements("LHY-10.4.1.ow")
def _overwatch_rights(position: Position, unit: Unit) -> Right:
    """A vehicle on overwatch fires in reaction, at enemies that it saw act."""
    course = position.course
    reacts = course.step is Step.REACTION and unit.side == course.reacting
    return Right.FIRE & _reaction_rights(position, unit) if reacts else Right.NONE


@implements(
    "LHY-8.0.1", "LHY-8.0a", "LHY-8.0.2", "LHY-8.1.1", "LHY-8.1.2", "LHY-8.1.4", "LHY-8.3.1", "LHY-8.3.2",
    "LHY-8.3a", "LHY-8.3c", "LHY-8.3d", "LHY-8.3e", "LHY-8.3f", "LHY-7.3", "LHY-7.0.3", "LHY-13.3.1a-2019",
    "LHY-13.3.2c.1", "LHY-13.3.2c.3",
)  # fmt: skip
def _reaction_rights(position: Position, unit: Unit) -> Right:
    place = position.place(unit)
    if position.is_marked_assault(place) and not position.mission.edition.assault_hex_reactions:
        return Right.NONE
    found = _reactions_to_what_it_saw(position, unit)
    return found & ~_LEAVES if held_under_assault(position, unit) else found


def _reactions_to_what_it_saw(position: Position, unit: Unit) -> Right:
    """All reactions of a unit that saw an enemy act or has to act; of any other what 8.3 leaves it."""
    if saw_enemy_act(position, unit) or duty_to_act(position, unit):
        return _ALL
    row = row_of(unit)
    found = Right.NONE
    if row.is_foot:
        found |= Right.WITHDRAW
    if reaction_leader(position, unit) is not None:
        found |= Right.MANEUVER | Right.RECOVER
    if row.is_vehicle and unit.has(IN_MOTION):
        found |= Right.MANEUVER | Right.HALT_AND_FIRE | Right.START
    elif row.is_vehicle:
        found |= Right.START
    if row.kind is UnitKind.LATW:
        found |= Right.LATW_FIRE
    return found | Right.MOUNT


@implements("LHY-13.3.2c.1", "LHY-13.3.2c.3")
def held_under_assault(position: Position, unit: Unit) -> Reason | None:
    """Why a unit that enemies wait to assault makes no maneuver but a withdrawal: vehicles alone do."""
    place = position.place(unit)
    if row_of(unit).is_vehicle or not position.is_under_assault(place):
        return None
    words = (
        f"{unit} is under assault: it may fire next to it, recover or withdraw, and only vehicles maneuver"
    )
    rule = cite("13.3.2", Provenance.LATER_EDITION).together_with(our(183))
    return Reason(words, rule, (place,))


def saw_enemy_act(position: Position, unit: Unit) -> bool:
    """Whether a unit saw an enemy act, in any hex he entered, fired from or recovered in (8.1)."""
    place = position.place(unit)
    return any(
        position.has_in_sight(unit, _as_it_stood(position, deed.unit, at))
        and not _is_too_far_along_road(position, place, at, deed.unit)
        for deed in position.course.deeds
        if deed.side != unit.side
        for at in deed.hexes
    )


@implements("LHY-4.2.1f")
def _as_it_stood(position: Position, enemy: str, at: Hex) -> Unit | Hex:
    """An enemy in a hex of a street where it did something, as houses may hide who is in the road; elsewhere the hex."""
    unit = position.state.units.get(enemy) if is_urban_road(position.board, at) else None
    return at if unit is None else replace(unit, at=at)


@implements("LHY-4.1.8.enclosed.1")
def _is_too_far_along_road(position: Position, place: Hex, at: Hex, enemy: str) -> bool:
    """Whether what an enemy did lies too far along an enclosed road to react to it."""
    away = position.distance(place, at)
    if away <= REACTION_TO_OTHERS_HEXES or not limiting_road(position, place, at):
        return False
    unit = position.state.units.get(enemy)
    on_road = unit is not None and (row_of(unit).is_vehicle or row_of(unit).kind is UnitKind.GUN)
    return not on_road or away > REACTION_TO_VEHICLES_HEXES


@implements("LHY-2.2.5.2", "LHY-8.3b.1", "LHY-8.3b.2", "LHY-8.3b.3")
def reaction_leader(position: Position, unit: Unit) -> Unit | None:
    """The platoon leader with whom men or a gun may react without having seen anything (8.3b), if there is one.

    Who is with him is judged as they all stood when reaction was called for (reading 186).
    """
    course, row = position.course, row_of(unit)
    if not row.is_foot and row.kind is not UnitKind.GUN:
        return None
    then = _as_it_began(position)
    unit = then.unit(unit.id)
    if not isinstance(unit.at, Hex):
        return None
    for leader in then.of(unit.side):
        own = row_of(leader)
        if own.kind is not UnitKind.LEADER or leader.has(DISRUPTED):
            continue
        if leader.id not in course.reacted_leaders and _leaders_used(position, unit.side):
            continue
        is_his = row.platoon_key == own.platoon_key or (
            row.is_support and own.platoon_key in nearest_platoons(then, unit)
        )
        if is_his and _is_beside(then, unit, leader):
            return leader
    return None


@memoized
def _as_it_began(position: Position) -> Position:
    """The position with all who have moved or gone in this activation or reaction where they stood as it began."""
    state = position.state
    for name, at in position.course.stood:
        unit = state.units.get(name)
        if unit is not None:
            state = state.with_unit(replace(unit, at=at))
    return position if state is position.state else Position(state, position.ground, position.game)


def _leaders_used(position: Position, side: str) -> bool:
    """Whether the leaders of a side who may react unseeing in a cycle have done so (reading 130)."""
    units = position.state.units
    used = [
        leader for leader in position.course.reacted_leaders if leader in units and units[leader].side == side
    ]
    return len(used) >= MOST_LEADERS_A_CYCLE


def _is_beside(position: Position, unit: Unit, leader: Unit) -> bool:
    here, there = position.place(unit), position.place(leader)
    if here == there:
        return True
    in_open = all(is_open(position, at) or position.board.has(at, Terrain.ROAD) for at in (here, there))
    return in_open and position.distance(here, there) == 1


@implements(
    "LHY-9.1.1.0", "LHY-9.1.1a", "LHY-9.1.1b", "LHY-9.1.1c", "LHY-9.1.1d", "LHY-9.1.2.0", "LHY-9.1.2a",
    "LHY-9.1.2b",
)  # fmt: skip
@memoized
def duty_to_act(position: Position, unit: Unit) -> Reason | None:
    """Why a unit has to act before the next call for reaction, if it does."""
    course = position.course
    if unit.id in course.acted or not isinstance(unit.at, Hex):
        return None
    is_active = (
        course.step is Step.ACTIONS
        and unit.side == course.active
        and is_activated(position, unit)
        and _acts_now_or_never(position, unit)
    )
    is_first_call = (
        course.step is Step.REACTION and course.calls == 1 and unit.side == course.reacting != course.active
    )
    if not is_active and not is_first_call:
        return None
    section = "9.1.1" if is_active else "9.1.2"
    for condition in (HEROIC, SHOCKED):
        if unit.has(condition):
            return Reason(f"{unit} is {condition} and must act", cite(section), (unit.at,))
    for condition in (DISRUPTED, REGROUPING):
        if unit.has(condition) and _is_seen(position, unit, is_active):
            return Reason(
                f"{unit} is {condition} in LOS of the enemy and must act", cite(section), (unit.at,)
            )
    if is_active and row_of(unit).is_vehicle:
        if unit.has(IN_MOTION):
            return Reason(f"{unit} is in motion and must act", cite("9.1.1c"), (unit.at,))
        for enemy in position.enemies_of(unit.side):
            if _threatens(position, enemy, unit):
                return Reason(f"{unit} is within range and LOS of {enemy} and must act", our(50), (unit.at,))
    return None


@implements("LHY-9.1.1.0", "LHY-7.2a.2", "LHY-7.2b.1", "LHY-7.2c.1", "LHY-17.10")
def _acts_now_or_never(position: Position, unit: Unit) -> bool:
    """Whether an activated unit has no other activation to come: who may join ad hoc need not, nor a command tank or support with a choice left."""
    course, row = position.course, row_of(unit)
    if row.is_support:
        return unit.id in course.support_done
    if commands_activated(position, row):
        others = {row_of(friend).platoon_key for friend in position.in_play(unit.side)} - {row.platoon_key}
        return not any(key.split(".")[0] == row.company for key in others - course.platoons_done)
    return row.is_dummy or row.platoon_key in course.platoons


@implements("LHY-9.1.1b", "LHY-9.1.2a", "LHY-7.2a.1", "LHY-7.0.2", "LHY-17.10")
def _is_seen(position: Position, unit: Unit, by_any: bool) -> bool:
    """Seen by any enemy on the map, or only by the known counters of the platoon just activated, its support, who joined it and a command tank that acted with it (9.1.2a, reading 136)."""
    course = position.course
    acted, with_it = {deed.unit for deed in course.deeds}, course.support | course.joined
    return any(
        (
            by_any
            or row_of(enemy).platoon_key in course.platoons
            or enemy.id in with_it
            or (enemy.id in acted and commands_activated(position, row_of(enemy)))
        )
        and position.has_in_sight(enemy, unit)
        for enemy in position.enemies_of(unit.side)
    )


@implements("LHY-9.1.1d", "LHY-4.1.14a", "LHY-13.6.6.3")
def _threatens(position: Position, enemy: Unit, vehicle: Unit) -> bool:
    """Whether an enemy has a vehicle in range and LOS of anti-tank fire that he is capable of."""
    row, place = row_of(enemy), position.place(vehicle)
    if row.atv is None or enemy.has(DISRUPTED) or enemy.has(SHOCKED) or position.course.is_aboard(enemy.id):
        return False
    if row.atv < 0 and row_of(vehicle).kind is UnitKind.AFV:
        return False
    reach = 1 if enemy.has(REGROUPING) else row.atv_range_hexes
    away = position.distance(position.place(enemy), place)
    return away <= reach and is_in_front(position, enemy, place) and position.has_in_sight(enemy, vehicle)


def _is_leader_of(platoon: str, unit: Unit) -> bool:
    """Whether a unit is the leader of a platoon, disrupted or not."""
    return row_of(unit).kind is UnitKind.LEADER and row_of(unit).platoon_key == platoon


@implements("LHY-7.2b.2", "LHY-7.2c.1")
def too_many_ad_hoc(position: Position, units: Sequence[Unit]) -> Iterator[Reason]:
    """Why units may not act together: ad hoc only one unit of a company and one AFV platoon may join.

    Whoever joins from aboard a vehicle that drives off counts as well.
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
            yield Reason(f"only one unit of {company} may join an activated platoon each turn", cite("7.2b"))
    tanks = [row for row in joining if row.kind is UnitKind.AFV]
    if not all(_are_one_platoon(first.platoon_key, other) for first, other in combinations(tanks, 2)):
        yield Reason("only one AFV platoon may join an activated platoon each cycle", cite("7.2c"))


def own_unit(position: Position, side: str, unit_id: str) -> Unit | Reason:
    """The unit a side names, or why it may not name it."""
    unit = position.state.units.get(unit_id)
    if unit is None or unit.side != side:
        return Reason(f"{side} has no unit {unit_id}", cite("9.0"))
    if not isinstance(unit.at, Hex):
        return Reason(f"{unit} is not on the map", cite("9.0"))
    return unit


def own_units(position: Position, side: str, unit_ids: Iterable[str]) -> list[Unit] | Reason:
    """The units a side names together, or why it may not name one of them."""
    units: list[Unit] = []
    for unit_id in unit_ids:
        found = own_unit(position, side, unit_id)
        if isinstance(found, Reason):
            return found
        units.append(found)
    return units


@implements(
    "LHY-9.0.2", "LHY-9.0.3", "LHY-10.3.2.1", "LHY-5.0.II.2", "LHY-12.3.4.2", "LHY-13.3.2c.1",
    "LHY-10.4.6.0.2", "LHY-10.4.6.2.0",
)  # fmt: skip
def lacks_right(position: Position, unit: Unit, wanted: Right, to_do: str) -> Iterator[Reason]:
    """Why a unit may not do this kind of action now."""
    if rights(position, unit) & wanted:
        return
    if unit.id in position.course.acted:
        yield Reason(f"{unit} has already acted this turn", cite("9.0"))
    elif unit.id in position.course.deploying:
        yield Reason(f"{unit} came from a deployed squad and must maneuver", cite("10.3.2"))
    elif wanted in Right.MANEUVER and had_to_get_off(position, unit):
        yield no_mp_left(unit)
    elif wanted in Right.MANEUVER and idle_load(position, unit) and is_activated(position, unit):
        yield from forbids_carrying(position, unit)
    elif (
        position.course.step is Step.ACTIONS
        and is_activated(position, unit)
        and is_leaderless(position, unit)
    ):
        yield no_leader(unit)
    elif (
        position.course.reacting == unit.side
        and wanted in _LEAVES
        and (held := held_under_assault(position, unit))
    ):
        yield held
    else:
        yield Reason(f"{unit} may not {to_do} now", _why_not_now(position, unit))


def _why_not_now(position: Position, unit: Unit) -> Any:
    course = position.course
    if unit.side == course.active and not course.reacting:
        return cite("7.3") if _was_activated_before(position, unit) else cite("7.0")
    if position.is_marked_assault(position.place(unit)):
        return our(64)
    return cite("8.1")


@memoized
def ready_units(position: Position, side: str, wanted: Right) -> tuple[Unit, ...]:
    """The units of a side that may do this kind of action now."""
    which = wanted.value
    return tuple([unit for unit in position.of(side) if rights(position, unit).value & which])
