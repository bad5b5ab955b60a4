"""What a unit may react to, and the leader with whom it may react without having seen anything. Chapter 8."""

from operator import attrgetter

from rules.game.citation import Citation
from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import DISRUPTED
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.activation.taking_part import nearest_platoons, position_at_start
from rules.last_hundred_yards.questions.terrain.cover import is_open
from rules.last_hundred_yards.questions.terrain.field_of_fire import limiting_road
from rules.last_hundred_yards.questions.terrain.roads import (
    REACTION_TO_OTHERS_HEXES,
    REACTION_TO_VEHICLES_HEXES,
    is_urban_road,
)
from rules.last_hundred_yards.state.mission.light import Light
from rules.last_hundred_yards.state.position import Position, row_of

MOST_LEADERS_A_CYCLE = 2


@implements("LHY-13.3.2c.1")
def shocked_under_assault(position: Position, unit: Unit) -> Reason | None:
    """Why a vehicle under assault may not recover: only men may (reading 241)."""
    place = position.place(unit)
    if not row_of(unit).is_vehicle or not position.is_under_assault(place):
        return None
    words = f"{unit} is under assault, where only men recover"
    return Reason(words, cite_later("13.3.2").together_with(our(241)), (place,))


@implements("LHY-13.3.2c.1", "LHY-13.3.2c.3")
def held_under_assault(position: Position, unit: Unit) -> Reason | None:
    """Why a unit under assault may not maneuver, except to withdraw: only vehicles may."""
    place = position.place(unit)
    if row_of(unit).is_vehicle or not position.is_under_assault(place):
        return None
    words = (
        f"{unit} is under assault: it may fire next to it, recover or withdraw, and only vehicles maneuver"
    )
    rule = cite_later("13.3.2").together_with(our(183))
    return Reason(words, rule, (place,))


def rule_in_assault(position: Position) -> Citation:
    """The citation of what is allowed in a marked assault hex: in 2019 no unit reacts there (reading 64), in 3.1 some do."""
    return cite_later("13.3.1") if position.mission.edition.assault_hex_reactions else our(64)


@implements("LHY-13.3.1d.1")
def held_in_assault(position: Position, unit: Unit) -> Reason | None:
    """Why a unit in a marked assault hex may not maneuver: only vehicles may."""
    place = position.place(unit)
    if row_of(unit).is_vehicle or not position.is_marked_assault(place):
        return None
    return Reason(f"{unit} is in an assault", cite("13.3.1"), (place,))


@implements("LHY-21.4.0c")
def saw_enemy_act(position: Position, unit: Unit) -> bool:
    """Whether a unit saw an enemy act: in a hex that the enemy entered, fired from or recovered in (8.1)."""
    place = position.place(unit)
    return any(
        position.has_in_sight(unit, enemy_or_hex) and not _is_too_far_along_road(position, place, at, enemy)
        for enemy_or_hex, at, enemy in _done_by_enemies(position, unit.side)
    )


@memoized
def _done_by_enemies(position: Position, side: str) -> tuple[tuple[Unit | Hex, Hex, str], ...]:
    """What enemies of a side did: the enemy as it stood there or just the hex, the hex, and the enemy's id."""
    deeds = ((at, deed.unit) for deed in position.course.deeds if deed.side != side for at in deed.hexes)
    return tuple([(_as_it_stood(position, enemy, at), at, enemy) for at, enemy in dict.fromkeys(deeds)])


@implements("LHY-4.2.1f", "LHY-21.3b")
def _as_it_stood(position: Position, enemy: str, at: Hex) -> Unit | Hex:
    """An enemy in the hex where it did something, if its kind affects whether it was seen; otherwise the hex.

    Its kind matters in a street, where houses hide units off the road, and in twilight, when vehicles are seen farther than men.
    """
    matters = is_urban_road(position.board, at) or (position.is_dark and position.light is Light.TWILIGHT)
    unit = position.state.units.get(enemy) if matters else None
    return at if unit is None else unit.moved(at)


@implements("LHY-4.1.8.enclosed.1")
def _is_too_far_along_road(position: Position, place: Hex, at: Hex, enemy: str) -> bool:
    """Whether an enemy acted too far away along an enclosed road for a reaction."""
    unit = position.state.units.get(enemy)
    on_road = unit is not None and (row_of(unit).is_vehicle or row_of(unit).kind is UnitKind.GUN)
    reach = REACTION_TO_VEHICLES_HEXES if on_road else REACTION_TO_OTHERS_HEXES
    return bool(limiting_road(position, place, at, reach))


@implements("LHY-2.2.5.2", "LHY-8.3b.1", "LHY-8.3b.2", "LHY-8.3b.3")
def reaction_leader(position: Position, unit: Unit) -> Unit | None:
    """The platoon leader with whom men or support may react without having seen an enemy act (8.3b), if there is one.

    Support may be carriers too (reading 250). Whether they are together is judged by where all stood when reaction was called for (reading 186).
    """
    course, row = position.course, row_of(unit)
    if not row.is_foot and not row.is_support:
        return None
    then = position_at_start(position)
    unit = then.unit(unit.id)
    for leader in _leaders(then, unit.side):
        own = row_of(leader)
        if leader.id not in course.reacted_leaders and _leaders_used(position, unit.side):
            continue
        is_his = row.platoon_key == own.platoon_key or (
            row.is_support and own.platoon_key in nearest_platoons(then, unit)
        )
        if is_his and _is_beside(then, unit, leader):
            return leader
    return None


@memoized
def _leaders(position: Position, side: str) -> tuple[Unit, ...]:
    """The leaders of a side on the map who are not disrupted."""
    leaders = [unit for unit in position.state.units.values() if row_of(unit).kind is UnitKind.LEADER]
    fit = [leader for leader in leaders if leader.side == side and not leader.has(DISRUPTED)]
    return tuple(sorted((leader for leader in fit if isinstance(leader.at, Hex)), key=attrgetter("id")))


@implements("LHY-8.3a.later", "LHY-8.3b.1")
def _leaders_used(position: Position, side: str) -> bool:
    """Whether as many leaders of a side as the cycle allows have led such a reaction (reading 130); 3.1 has no limit."""
    if position.mission.edition.later_unseen_reactions:
        return False
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
