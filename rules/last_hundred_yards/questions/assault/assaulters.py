"""Which units may assault a hex, and which of them only together with others. Chapters 13.1 and 17.9.2."""

from collections.abc import Iterable, Iterator, Sequence

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED, REGROUPING, SHOCKED
from rules.last_hundred_yards.book.rulebook import cite_later, our
from rules.last_hundred_yards.book.unit_types import LhyUnitType, UnitKind
from rules.last_hundred_yards.questions.activation.assembling import forbids_advancing
from rules.last_hundred_yards.questions.activation.command_range import forbids_assault_out_of_command
from rules.last_hundred_yards.questions.activation.heroism import hero_must_stay
from rules.last_hundred_yards.questions.activation.pinned import is_pinned
from rules.last_hundred_yards.questions.activation.taking_part import platoons_of
from rules.last_hundred_yards.questions.movement.entering import (
    comes_beneath_bridge,
    forbids_two_vehicles,
    forbids_vehicle,
)
from rules.last_hundred_yards.questions.terrain.obstacles import held_in_wire
from rules.last_hundred_yards.state.position import Position, row_of

_FOLLOWERS = frozenset({UnitKind.LEADER, UnitKind.LATW, UnitKind.HALFTRACK})
"""Kinds of unit that assault only together with others."""


def is_fighter(row: LhyUnitType) -> bool:
    """Whether a unit may assault alone: infantry and AFVs."""
    return row.is_infantry or row.kind is UnitKind.AFV


def needs_company(unit: Unit) -> bool:
    """Whether a unit may assault only together with others, and so decides after those whom it may join."""
    return row_of(unit).kind in _FOLLOWERS


@implements("LHY-13.1c.1", "LHY-13.1c.2", "LHY-13.1d")
def has_company(position: Position, unit: Unit, into: Hex, together: Iterable[str]) -> bool:
    """Whether a unit has the company that it needs to assault a hex; only leaders, LATWs and halftracks need any.

    Infantry or an AFV that goes in `together` with it will do, and so will infantry in good order aboard (reading 207). In the
    hex itself a halftrack may join any combat unit, leaders and LATWs a combat unit of their platoon.
    """
    if not needs_company(unit):
        return True
    going = {*together, unit.id}
    loads = (position.unit(load) for name in going for load in position.course.loads_of(name))
    beside = [position.unit(name) for name in going - {unit.id}]
    beside += (load for load in loads if not load.conditions & {DISRUPTED, REGROUPING})
    if any(is_fighter(row_of(friend)) for friend in beside):
        return True
    friends = (row_of(friend) for friend in position.friends_at(into, unit.side))
    combat_rows = [row for row in friends if row.is_combat]
    if row_of(unit).kind is UnitKind.HALFTRACK:
        return bool(combat_rows)
    platoons = platoons_of(position, unit)
    return any(row.platoon_key in platoons for row in combat_rows)


@implements("LHY-13.2.2.0c")
def units_waiting_to_assault(position: Position, into: Hex, side: str) -> frozenset[str]:
    """The units of a side that wait under Assault Arrows to go into a hex."""
    return frozenset(arrow.unit for arrow in position.course.arrows_into(into) if arrow.side == side)


@implements("LHY-6.0.II.3b.1")
def units_going_in(position: Position, into: Hex, side: str) -> frozenset[str]:
    """The units of a side that go into a hex in this cycle: those that have entered it, and those waiting that are to go in."""
    course = position.course
    arrows = {arrow.unit for arrow in course.arrows_into(into) if arrow.goes_in}
    standing, here = course.assault_at(into), position.friends_at(into, side)
    if standing is None or standing.side != side:
        return frozenset(arrows)
    came = {entry.unit for entry in standing.entries if entry.cycle == course.cycle}
    return frozenset(arrows.union(unit.id for unit in here if unit.id in came))


@implements("LHY-13.1c.1", "LHY-13.1d")
def units_with_company(position: Position, names: tuple[str, ...], into: Hex) -> tuple[str, ...]:
    """Of units that go in together, those that still have the company they need; the others stay (reading 170)."""
    return tuple(name for name in names if has_company(position, position.unit(name), into, names))


def why_alone(position: Position, unit: Unit) -> Reason:
    """The reason that a unit would be alone in an assault."""
    place = (position.place(unit),)
    if row_of(unit).kind is UnitKind.HALFTRACK:
        words = (
            f"{unit} assaults only with infantry or an AFV, or where a combat unit of its side is in the hex"
        )
        return Reason(words, cite_later("13.1d"), place)
    words = f"{unit} assaults only with a combat unit, or where a combat unit of its platoon is in the hex"
    return Reason(words, cite_later("13.1c"), place)


NEVER_ASSAULT = frozenset({UnitKind.MG, UnitKind.GUN, UnitKind.FP, UnitKind.TRUCK, UnitKind.JEEP})


@implements("LHY-13.1a", "LHY-13.1b", "LHY-13.1e", "LHY-13.1f", "LHY-14.6.2.2", "LHY-14.6.2a")
def forbids_assaulting(
    position: Position, unit: Unit, into: Hex, together: tuple[str, ...], *, later: bool = False
) -> Iterator[Reason]:
    """Why a unit, with those declared together with it, may not assault a hex, whatever enemies are there.

    A unit that goes in `later` waits under an arrow, and goes in with others that wait.
    """
    place = position.place(unit)
    if unit.has(DISRUPTED) or unit.has(REGROUPING) or unit.has(SHOCKED):
        yield Reason(f"{unit} is in no condition to assault", cite_later("13.1"), (place,))
    yield from forbids_assault_out_of_command(position, unit)
    yield from forbids_advancing(position, unit, into)
    if position.course.is_aboard(unit.id):
        yield Reason(f"{unit} is aboard a vehicle", cite_later("13.1"), (place,))
    if is_pinned(position, unit):
        yield Reason(f"{unit} is pinned in a primary impact hex", cite_later("11.4.8"), (place,))
    if position.is_marked_assault(place):
        yield Reason(f"{unit} is in an assault already", cite_later("13.3.1"), (place,))
    elif reason := hero_must_stay(position, unit):
        yield reason
    yield from held_in_wire(position, unit, into)
    waiting = units_waiting_to_assault(position, into, unit.side) if later else ()
    yield from forbids_among_enemies(position, unit, into, (*together, *waiting))


@implements("LHY-13.1b", "LHY-13.1c.1", "LHY-13.1d", "LHY-13.1e", "LHY-13.1g")
def forbids_among_enemies(
    position: Position, unit: Unit, into: Hex, together: Iterable[str] = ()
) -> Iterator[Reason]:
    """Why a unit may neither assault enemies nor reinforce friends among them: its kind, its riders, or that it is alone."""
    row, place = row_of(unit), (position.place(unit),)
    if row.kind is UnitKind.AFV and position.course.loads_of(unit.id):
        yield Reason(f"{unit} carries riders", cite_later("13.1b"), place)
    if row.kind in NEVER_ASSAULT or row.is_dummy:
        yield Reason(f"{unit} does not assault", cite_later("13.1e"), place)
    if not has_company(position, unit, into, together):
        yield why_alone(position, unit)


@implements(
    "LHY-13.1d", "LHY-13.3.0", "LHY-13.2.2.1d", "LHY-11.4.8c", "LHY-4.1.9g", "LHY-16.2.0", "LHY-4.1.11.2",
    "LHY-13.3.3",
)  # fmt: skip
def forbids_target(position: Position, units: Sequence[Unit], into: Hex) -> Iterator[Reason]:
    """Why units may not assault the enemies of a hex."""
    side = units[0].side
    if into not in position.board.grid or not position.enemies_at(into, side):
        yield Reason(f"no enemy is known in {into}", cite_later("13.1"), (into,))
        return
    if any(position.course.arrow_of(enemy.id) for enemy in position.enemies_at(into, side)):
        yield Reason("enemies under an Assault Arrow cannot be assaulted", cite_later("13.3"), (into,))
    helps = position.friends_at(into, side) and is_attacked(position, into, side)
    if position.course.reacting and helps and not _comes_from_afar(position, units):
        words = f"friends in {into} are under assault: units next to them reinforce them"
        yield Reason(words, cite_later("13.3.3").together_with(our(196)), (into,))
    if position.is_primary_impact(into) and any(row_of(unit).kind is not UnitKind.AFV for unit in units):
        yield Reason(f"{into} is a primary impact hex", cite_later("11.4.8"), (into,))
    yield from forbids_two_vehicles(position, units, into)
    for unit in units:
        yield from comes_beneath_bridge(position, unit, into)
        yield from forbids_vehicle(position, unit, into)
        yield from forbids_against(position, unit, into)


@implements("LHY-13.2.2.reinforce.later")
def _comes_from_afar(position: Position, units: Sequence[Unit]) -> bool:
    """Whether units are maneuvering to wait next to friends in an assault, which is how they reinforce them in 3.1."""
    moving = position.course.moving
    is_under_way = (
        moving is not None and bool(moving.path) and moving.units == tuple(unit.id for unit in units)
    )
    return position.mission.edition.reinforce_from_afar and is_under_way


@implements("LHY-13.1d")
def forbids_against(position: Position, unit: Unit, into: Hex) -> Iterator[Reason]:
    """Why a halftrack may not assault the enemies who are in a hex now."""
    kinds = {row_of(enemy).kind for enemy in position.enemies_at(into, unit.side)}
    if row_of(unit).kind is UnitKind.HALFTRACK and kinds & {UnitKind.AFV, UnitKind.GUN}:
        yield Reason("halftracks do not assault AFVs or guns", cite_later("13.1d"), (into,))


@implements("LHY-13.3.3", "LHY-13.3.0")
def is_attacked(position: Position, place: Hex, side: str) -> bool:
    """Whether the enemies of a side assault a hex, or wait to."""
    standing = position.course.assault_at(place)
    arrows = any(arrow.side != side for arrow in position.course.arrows_into(place))
    return arrows or (standing is not None and standing.side != side)


@implements("LHY-17.9.2b.2", "LHY-13.6.4")
def may_assault(
    position: Position, unit: Unit, into: Hex, together: tuple[str, ...] = (), *, later: bool = False
) -> bool:
    """Whether a unit may assault the enemies in a hex from where it stands, even if it has acted.

    Asked for a unit that advances, `together` with others, or that hidden enemies put back and that goes
    in `later` (reading 138).
    """
    reasons = (
        *forbids_assaulting(position, unit, into, together, later=later),
        *forbids_target(position, (unit,), into),
    )
    return not reasons
