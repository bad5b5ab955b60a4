"""Reasons that keep a unit out of a hex, whatever its MP. Chapters 10.0, 11.4.8, 12.3.2, 14.6 and 16.2."""

from collections.abc import Iterator, Sequence

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import DISRUPTED, HEROIC, SHOCKED
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.activation.assembling import forbids_advancing
from rules.last_hundred_yards.questions.activation.heroism import (
    enemies_to_make_for,
    hero_must_advance,
    hero_must_stay,
)
from rules.last_hundred_yards.questions.activation.pinned import forbids_while_regrouping, is_pinned
from rules.last_hundred_yards.questions.activation.reactions import held_in_assault
from rules.last_hundred_yards.questions.movement.allowance_table import HEROIC_ALLOWANCE, ROAD_BONUS_MP
from rules.last_hundred_yards.questions.movement.points import next_step
from rules.last_hundred_yards.questions.terrain.cover import takes_cover
from rules.last_hundred_yards.questions.terrain.obstacles import held_in_wire
from rules.last_hundred_yards.questions.terrain.stacking import holds_one_vehicle
from rules.last_hundred_yards.state.events.maneuver_events import HeroMadeFor
from rules.last_hundred_yards.state.events.unit_events import UnitMoved
from rules.last_hundred_yards.state.position import Position, is_known_vehicle, row_of

_KEEP_OUT = frozenset({DISRUPTED, HEROIC})
"""The states that keep a unit out of hexes."""

FARTHEST_HEXES = HEROIC_ALLOWANCE[1] + int(ROAD_BONUS_MP)
"""The most hexes that a hero enters in one maneuver."""

Step = tuple[Hex, Hex]
"""A hex and the adjacent hex that is entered from it."""


@implements(
    "LHY-14.6.2.2", "LHY-14.6.2.1a", "LHY-14.6.2a", "LHY-4.1.9d.2", "LHY-10.0b", "LHY-10.0.1", "LHY-4.1.11.3",
    "LHY-22.1.7.0",
)  # fmt: skip
def forbids_entering(position: Position, unit: Unit, to: Hex) -> Iterator[Reason]:
    """Why a unit may not enter a hex, whatever its MP."""
    place = position.place(unit)
    if to not in position.board.grid.neighbours(place):
        yield Reason(f"{to} is not next to {place}", cite("10.0"), (to,))
        return
    if position.enemies_at(to, unit.side):
        beneath = tuple(comes_beneath_bridge(position, unit, to))
        words = f"{to} holds the enemy: assault or overrun it"
        yield from beneath or (Reason(words, cite("10.0b"), (to,)),)
    yield from forbids_hex(position, unit, to)
    yield from forbids_advancing(position, unit, to)


@implements("LHY-10.0c", "LHY-4.1.14.1", "LHY-12.3.5a")
def forbids_all_maneuvers(unit: Unit, place: Hex) -> Iterator[Reason]:
    """Why a unit may not maneuver at all, or not until it has recovered."""
    kind = row_of(unit).kind
    if kind is UnitKind.GUN:
        yield Reason("towed guns move only when a carrier tows them", cite("10.0c"), (place,))
    if kind is UnitKind.FP:
        yield Reason("fortified positions never move", cite("4.1.14"), (place,))
    if unit.has(SHOCKED):
        yield Reason(f"{unit} is shocked and may only recover", cite("12.3.5"), (place,))
    yield from forbids_while_regrouping(unit, place)


@implements("LHY-13.6.6.3", "LHY-11.4.8b.1", "LHY-10.4.6.0.1", "LHY-13.3.1d.1")
def forbids_moving(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit may not maneuver now, wherever it would go."""
    place = position.place(unit)
    yield from forbids_all_maneuvers(unit, place)
    if position.course.is_aboard(unit.id):
        yield Reason(f"{unit} is aboard a vehicle", cite("10.4.6"), (place,))
    if is_pinned(position, unit):
        words = f"{unit} is pinned in a primary impact hex and may only withdraw"
        yield Reason(words, cite("11.4.8"), (place,))
    if reason := held_in_assault(position, unit):
        yield reason


@implements("LHY-11.4.8c", "LHY-4.1.9g", "LHY-16.2.0")
def forbids_hex(position: Position, unit: Unit, to: Hex) -> Iterator[Reason]:
    """Why mortar fire, wire or its own state keep a unit out of an adjacent hex, whatever enemies are there."""
    yield from _forbids_fire_and_wire(position, unit, to)
    yield from held_in_wire(position, unit, to)
    yield from forbids_in_its_state(position, unit, to)


@implements("LHY-11.4.8c", "LHY-16.2.0")
def _forbids_fire_and_wire(position: Position, unit: Unit, to: Hex) -> Iterator[Reason]:
    """Why mortar fire, wire or a vehicle in a street keep a unit out of a hex, from wherever it comes."""
    row = row_of(unit)
    if position.is_primary_impact(to):
        if row.kind is not UnitKind.AFV:
            yield Reason(f"{to} is a primary impact hex", cite("11.4.8"), (to,))
        elif position.course.loads_of(unit.id):
            words = f"{unit} carries riders and may not enter a primary impact hex"
            yield Reason(words, cite_later("11.4.8c"), (to,))
    if not row.is_foot:
        yield from forbids_vehicle(position, unit, to)


@implements("LHY-11.4.8c", "LHY-16.2.0", "LHY-16.2a")
def barred_steps(position: Position, unit: Unit) -> frozenset[Step]:
    """The steps that mortar fire and wire bar to a unit."""
    grid, place = position.board.grid, position.place(unit)
    marked = {marker.at for marker in position.state.markers} | {fire.at for fire in position.course.fires}
    shut = [
        to for to in marked if isinstance(to, Hex) and next(_forbids_fire_and_wire(position, unit, to), None)
    ]
    held = {(place, to) for to in grid.neighbours(place) if next(held_in_wire(position, unit, to), None)}
    return frozenset(held.union((near, to) for to in shut for near in grid.neighbours(to)))


@implements("LHY-12.3.2.2b", "LHY-12.3.2.2c", "LHY-14.6.2.2")
def choices_left(position: Position, unit: Unit) -> tuple[frozenset[Step], ...]:
    """The steps that a unit's state allows, a set for each choice that it has for its whole maneuver; empty
    if its state does not limit it.

    A disrupted unit makes one step, into cover away from the enemy. A hero goes one of his ways toward an enemy.
    """
    if unit.has(DISRUPTED):
        place = position.place(unit)
        near = () if _is_under_way(position, unit) else position.board.grid.neighbours(place)
        return (frozenset((place, to) for to in near if _is_refuge(position, unit, to)),)
    if hero_must_advance(position, unit):
        return tuple(_ways_of_hero(Position(position.state.with_unit(unit), position.ground), unit))
    return ()


@implements("LHY-14.6.2.2", "LHY-14.6.2.1b", "LHY-14.6.2.1c")
def _ways_of_hero(position: Position, hero: Unit, hexes: int = FARTHEST_HEXES) -> Iterator[frozenset[Step]]:
    """The ways of up to `hexes` hexes on which each step brings a hero nearer to an enemy that he is heading for by then."""
    place = position.place(hero)
    leads_nearer = False
    for to in position.board.grid.neighbours(place) if hexes else ():
        if goals := goals_toward(position, hero, to):
            leads_nearer = True
            moved = HeroMadeFor(hero.id, goals).on(UnitMoved(hero.id, place, to).on(position.state))
            ahead = Position(moved, position.ground)
            yield from (way | {(place, to)} for way in _ways_of_hero(ahead, moved.unit(hero.id), hexes - 1))
    if not leads_nearer:
        yield frozenset()


@implements(
    "LHY-12.3.2.2b", "LHY-12.3.2.2c", "LHY-14.6.2a", "LHY-14.6.2b", "LHY-14.6.2.1a", "LHY-14.6.2.1b", "LHY-14.6.2.2",
)  # fmt: skip
def forbids_in_its_state(position: Position, unit: Unit, to: Hex | None) -> Iterator[Reason]:
    """Why its state keeps a unit out of a hex, or on the map if `to` is None: it is disrupted, or a hero with
    an enemy to move toward."""
    if unit.conditions.isdisjoint(_KEEP_OUT):
        return
    where = (to or position.place(unit),)
    if unit.has(DISRUPTED) and _is_under_way(position, unit):
        yield Reason(f"{unit} is disrupted and may enter only one hex", cite("12.3.2"), where)
    elif to is None or not _is_refuge(position, unit, to):
        yield from may_only_take_cover(unit, where)
    if not unit.has(HEROIC):
        return
    if reason := hero_must_stay(position, unit):
        yield reason
    elif enemies_to_make_for(position, unit) and (to is None or not goals_toward(position, unit, to)):
        yield Reason(f"{unit} is Heroic and must move toward the nearest enemy", cite("14.6.2"), where)


def may_only_take_cover(unit: Unit, where: tuple[Hex, ...] = ()) -> Iterator[Reason]:
    """The reason that a disrupted unit may only step into cover away from the enemy; none for other units."""
    if unit.has(DISRUPTED):
        words = f"{unit} is disrupted and may only step into cover, or behind a wall, away from the enemy"
        yield Reason(words, cite("12.3.2"), where)


def _is_under_way(position: Position, unit: Unit) -> bool:
    moving = position.course.moving
    return moving is not None and unit.id in moving.units


def _is_refuge(position: Position, unit: Unit, to: Hex) -> bool:
    """Whether a hex is cover, or behind a wall, and next to no known enemy."""
    near = position.board.grid.neighbours(to)
    return takes_cover(position, to) and not any(position.enemies_at(at, unit.side) for at in near)


@implements("LHY-4.1.11.2", "LHY-4.1.11.3")
def comes_beneath_bridge(position: Position, unit: Unit, to: Hex) -> Iterator[Reason]:
    """Why a unit in the river can neither join units on a bridge nor pass beneath them (reading 166)."""
    if not position.board.has(to, Terrain.BRIDGE):
        return
    step = next_step(position, unit, to)
    if step is not None and step.way:
        words = f"{unit} would be beneath the bridge in {to} and can neither join units on it nor pass them"
        yield Reason(words, cite("4.1.11").together_with(our(166)), (to,))


@implements("LHY-16.2.0", "LHY-4.1.9g")
def forbids_vehicle(position: Position, unit: Unit, to: Hex) -> Iterator[Reason]:
    """Why a vehicle may not enter a hex, also to assault, retreat or advance: there is wire, or another vehicle in the street."""
    row = row_of(unit)
    if position.is_marked("wire", to) and not (row.is_foot or row.kind is UnitKind.AFV):
        yield Reason("only foot units and AFVs may enter wire", cite_later("16.2"), (to,))
    if (
        row.is_vehicle
        and holds_one_vehicle(position, to)
        and any(map(is_known_vehicle, position.friends_at(to, unit.side)))
    ):
        yield Reason(f"{to} is an urban road hex and already holds a vehicle", cite("4.1.9g"), (to,))


@implements("LHY-4.1.9g")
def forbids_two_vehicles(position: Position, units: Sequence[Unit], to: Hex) -> Iterator[Reason]:
    """Why vehicles may not enter a hex together: a street has room for one."""
    if sum(row_of(unit).is_vehicle for unit in units) > 1 and holds_one_vehicle(position, to):
        yield Reason("an urban road hex holds one vehicle", cite("4.1.9g"), (to,))


HERO_HEXES = 3


@implements("LHY-14.6.2.2")
def hero_must_go_on(position: Position, unit: Unit, start: Hex) -> bool:
    """Whether a Heroic unit that began within three hexes of the nearest enemy can still come nearer."""
    if hero_must_advance(position, unit) is None:
        return False
    if min(position.distance(start, goal) for _, goal in enemies_to_make_for(position, unit)) > HERO_HEXES:
        return False
    place = position.place(unit)
    return any(
        position.ground.step(position.state, unit, place, "", near) is not None
        and next(forbids_hex(position, unit, near), None) is None
        for near in position.board.grid.neighbours(place)
    )


@implements("LHY-14.6.2b", "LHY-14.6.2.1a", "LHY-14.6.2.1b", "LHY-14.6.2.1c", "LHY-14.6.2.2")
def goals_toward(position: Position, unit: Unit, to: Hex) -> tuple[Hex, ...]:
    """The hexes that a step brings a hero nearer to, among those of the nearest enemies; if some of these are
    in sight, only theirs."""
    place, enemies = position.place(unit), enemies_to_make_for(position, unit)
    away = {enemy.id: position.distance(place, position.place(enemy)) for enemy, _ in enemies}
    nearest = [one for one in enemies if away[one[0].id] == min(away.values())]
    seen = [one for one in nearest if position.sees(unit, one[0])]
    goals = {goal for _, goal in seen or nearest}
    return tuple(sorted(one for one in goals if position.distance(to, one) < position.distance(place, one)))
