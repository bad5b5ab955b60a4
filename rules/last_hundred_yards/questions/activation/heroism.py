"""Heroes: who may become one, whom he makes for, and what holds him where he is. Chapter 14.6."""

from collections.abc import Iterator

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HEROIC, HIDDEN
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.questions.terrain.stacking import Room, too_many
from rules.last_hundred_yards.state.position import Position, row_of

HEROIC_WITHIN = 5


@implements("LHY-14.6.0.2")
def may_be_heroic(position: Position, unit: Unit) -> bool:
    """Infantry with a known enemy to make for."""
    return row_of(unit).is_infantry and bool(enemies_to_make_for(position, unit))


@implements("LHY-14.6.4a", "LHY-14.6.2a")
def has_nobody_to_make_for(position: Position, unit: Unit) -> bool:
    """Whether no known enemy is left where a hero makes for, or within five hexes if he has yet to set out, be he under mortar fire or not.

    Under assault he makes for nobody, and is a hero until it is resolved or feinted.
    """
    if _is_attacked(position, unit):
        return False
    goals = position.course.goals_of(unit.id)
    return not any(
        goals & {at, goal} if goals else _is_within_reach(position, unit, enemy)
        for enemy, at, goal in _known_enemies(position, unit)
    )


def _known_enemies(position: Position, unit: Unit) -> Iterator[tuple[Unit, Hex, Hex]]:
    """The known enemies of a hero, where each is, and the hex that leads him there: that, or that of the friends he waits to assault."""
    assaulted = {arrow.unit: arrow.into for arrow in position.course.arrows}
    for enemy in position.enemies_of(unit.side):
        if not enemy.has(HIDDEN):
            at = position.place(enemy)
            yield enemy, at, assaulted.get(enemy.id, at)


def _is_within_reach(position: Position, unit: Unit, enemy: Unit) -> bool:
    return position.distance(position.place(unit), position.place(enemy)) <= HEROIC_WITHIN


@implements("LHY-14.6.2.1a", "LHY-14.6.2b", "LHY-14.6.2.1c", "LHY-14.6.2.1d")
def enemies_to_make_for(position: Position, unit: Unit) -> list[tuple[Unit, Hex]]:
    """Whom a hero makes for, each with the hex that leads there.

    Those in the hexes that he has set out for; else all within five hexes who are not under mortar fire.
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
    """Whether a hex has no room for a unit beside its friends there and those who wait to assault it, or no hex beside it leads in (reading 200)."""
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
    """Why a Heroic unit stays where it is: enemies wait to assault its hex, or are in."""
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
    """Why a Heroic unit may only move toward the nearest enemy: there is one, and it is not under assault."""
    place = position.place(unit)
    if not unit.has(HEROIC) or _is_attacked(position, unit) or not enemies_to_make_for(position, unit):
        return None
    return Reason(f"{unit} is Heroic and must move toward the nearest enemy", cite_later("14.6.2"), (place,))


def hero_may_not(position: Position, unit: Unit) -> Reason | None:
    """Why a Heroic unit does nothing but stay under assault, or move toward the nearest enemy."""
    return hero_must_stay(position, unit) or hero_must_advance(position, unit)


def _is_attacked(position: Position, unit: Unit) -> bool:
    """Whether enemies wait to assault a unit's hex, or an assault has brought them into it."""
    place = position.place(unit)
    among_them = position.is_marked_assault(place) and position.enemies_at(place, unit.side)
    return position.is_under_assault(place) or bool(among_them)


@implements("LHY-14.6.2a")
def hero_spares(position: Position, unit: Unit, at: Hex) -> Reason | None:
    """Why a Heroic unit under assault does not fire at a hex: none of the attackers is there."""
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
