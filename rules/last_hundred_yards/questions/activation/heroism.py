"""Heroes: who may become one, which enemies a hero moves toward, when he must stay, and who must wait for
him. Chapters 6.0 II and 14.6."""

from collections.abc import Iterator
from typing import Any

from rules.game.engine.position import memoized, store_answer
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HEROIC, HIDDEN
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.questions.activation.duties import duty_to_act
from rules.last_hundred_yards.questions.terrain.stacking import Room, too_many
from rules.last_hundred_yards.state.position import Position, row_of

HEROIC_WITHIN = 5


@implements("LHY-14.6.0.2")
def may_be_heroic(position: Position, unit: Unit) -> bool:
    """Whether a unit may become Heroic: infantry with a known enemy to move toward."""
    return row_of(unit).is_infantry and bool(enemies_to_make_for(position, unit))


@implements("LHY-14.6.4a", "LHY-14.6.2a")
def has_nobody_to_make_for(position: Position, unit: Unit) -> bool:
    """Whether a hero has no known enemy left to move toward.

    He counts enemies in the hexes that he is heading for, or within five hexes if he has yet to set out, under mortar fire
    or not. Under assault the answer is False: he moves toward nobody, and stays Heroic until the assault is resolved or feinted.
    """
    if _is_attacked(position, unit):
        return False
    goals = position.course.goals_of(unit.id)
    return not any(
        goals & {at, goal} if goals else _is_within_reach(position, unit, enemy)
        for enemy, at, goal in _known_enemies(position, unit)
    )


def _known_enemies(position: Position, unit: Unit) -> Iterator[tuple[Unit, Hex, Hex]]:
    """Each known enemy of a hero, its hex, and the hex to head for: the same, or the hex that the enemy waits to assault."""
    assaulted = {arrow.unit: arrow.into for arrow in position.course.arrows}
    for enemy in position.enemies_of(unit.side):
        if not enemy.has(HIDDEN):
            at = position.place(enemy)
            yield enemy, at, assaulted.get(enemy.id, at)


def _is_within_reach(position: Position, unit: Unit, enemy: Unit) -> bool:
    return position.distance(position.place(unit), position.place(enemy)) <= HEROIC_WITHIN


@implements("LHY-14.6.2.1a", "LHY-14.6.2b", "LHY-14.6.2.1c", "LHY-14.6.2.1d")
def enemies_to_make_for(position: Position, unit: Unit) -> list[tuple[Unit, Hex]]:
    """The enemies that a hero may move toward, each with the hex to head for.

    These are the enemies in the hexes that he has set out for; before he sets out, all within five hexes who are not under
    mortar fire and whose hex he could enter.
    """
    goals = position.course.goals_of(unit.id) if unit.has(HEROIC) else frozenset()
    known = _known_enemies(position, unit)
    if goals:
        return [(enemy, goal) for enemy, at, goal in known if goals & {at, goal}]
    near = [
        (enemy, goal)
        for enemy, at, goal in known
        if not position.is_impact_hex(at) and _is_within_reach(position, unit, enemy)
    ]
    closed = {goal for _, goal in near if _is_closed_to(position, unit, goal)}
    return [(enemy, goal) for enemy, goal in near if goal not in closed]


@implements("LHY-14.6.2.1d")
def _is_closed_to(position: Position, unit: Unit, goal: Hex) -> bool:
    """Whether a unit cannot go to a hex (reading 200).

    The hex has no room for it beside friends there and those who wait to assault it, or it cannot be
    entered from any hex next to it.
    """
    arrows = position.course.arrows_into(goal)
    waiting = [position.unit(arrow.unit) for arrow in arrows if arrow.side == unit.side]
    friends = {friend.id: friend for friend in (*position.friends_at(goal, unit.side), *waiting, unit)}
    if Room.INFANTRY in too_many(position, goal, friends.values()):
        return True
    return unit.at != goal and all(
        position.ground.step(position.state, unit, near, "", goal) is None
        for near in position.board.grid.neighbours(goal)
    )


@implements("LHY-14.6.2a")
def hero_must_stay(position: Position, unit: Unit) -> Reason | None:
    """Why a Heroic unit must stay where it is: enemies wait to assault its hex, or have entered it in an assault."""
    place = position.place(unit)
    if not unit.has(HEROIC) or not _is_attacked(position, unit):
        return None
    return Reason(
        f"{unit} is Heroic and under assault: it must stay, and may fire at the attackers",
        cite_later("14.6.2a"),
        (place,),
    )


@implements("LHY-14.6.2.2")
def hero_must_advance(position: Position, unit: Unit) -> Reason | None:
    """Why a Heroic unit may only move toward the nearest enemy; None if there is no such enemy, or if it is under assault."""
    place = position.place(unit)
    if not unit.has(HEROIC) or _is_attacked(position, unit) or not enemies_to_make_for(position, unit):
        return None
    return Reason(f"{unit} is Heroic and must move toward the nearest enemy", cite_later("14.6.2"), (place,))


def hero_may_not(position: Position, unit: Unit) -> Reason | None:
    """Why a Heroic unit may do nothing but stay under assault, or move toward the nearest enemy."""
    return hero_must_stay(position, unit) or hero_must_advance(position, unit)


def _is_attacked(position: Position, unit: Unit) -> bool:
    """Whether enemies wait to assault a unit's hex, or an assault has brought them into it."""
    place = position.place(unit)
    among_them = position.is_marked_assault(place) and position.enemies_at(place, unit.side)
    return position.is_under_assault(place) or bool(among_them)


@implements("LHY-14.6.2a")
def hero_spares(position: Position, unit: Unit, at: Hex) -> Reason | None:
    """Why a Heroic unit under assault may not fire at a hex: none of the attackers is there."""
    place = position.place(unit)
    if not unit.has(HEROIC) or not _is_attacked(position, unit):
        return None
    arrows = position.course.arrows_into(place)
    waiting = {position.unit(arrow.unit).at for arrow in arrows if arrow.side != unit.side}
    if at in waiting or (at == place and position.is_marked_assault(place)):
        return None
    return Reason(
        f"{unit} is Heroic and under assault, and may fire only at the attackers",
        cite_later("14.6.2a"),
        (at,),
    )


@implements("LHY-9.1.1.0", "LHY-9.1.2.0", "LHY-9.1.2b")
def acting_units(action: Any) -> tuple[str, ...]:
    """The units that use their action by a declaration; a call for mortar fire uses none."""
    if not getattr(action, "acts", True):
        return ()
    units = getattr(action, "units", None)
    if units is not None:
        return tuple(units)
    return tuple(filter(None, (getattr(action, "unit", ""), getattr(action, "leader", ""))))


@implements("LHY-6.0.II.1d.later", "LHY-6.0.II.2e.later")
def waits_for_hero(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit may neither act nor ask for mortar fire yet: a hero of its side has to act first."""
    if not position.mission.edition.heroes_act_first or unit.has(HEROIC):
        return
    if (hero := _hero_to_act(position, unit.side)) is not None:
        yield Reason(f"{hero} is Heroic and acts before all others", cite_later("6.0"))


@memoized
def _hero_to_act(position: Position, side: str) -> Unit | None:
    """A hero of a side who has to act now, and who can."""
    heroes = {unit.id: unit for unit in position.of(side) if unit.has(HEROIC) and duty_to_act(position, unit)}
    if not heroes:
        return None
    offered = without_waits_for_heroes(position.state, position, side).offered(side)
    return next((heroes[name] for action in offered for name in acting_units(action) if name in heroes), None)


def without_waits_for_heroes(state: GameState, position: Position, side: str) -> Position:
    """A state as a position of the same game, in which no unit of a side has to wait for a hero."""
    freed = Position(state, position.ground, position.game)
    store_answer(freed, _hero_to_act, side, answer=None)
    return freed
