"""Command and control, an option: squads of an activated platoon that are out of command must come back. Chapter 19.1."""

from collections import deque
from collections.abc import Iterator, Mapping

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HEROIC, HIDDEN
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.state.position import Position, row_of

COMMAND_HEXES = 3


@implements("LHY-19.1a", "LHY-0.2")
def is_out_of_command(position: Position, unit: Unit) -> bool:
    """Whether infantry of an activated platoon is out of touch with its leader (reading 94)."""
    if not position.mission.edition.command_and_control or unit.has(HEROIC):
        return False
    platoon = row_of(unit).platoon_key
    if platoon not in position.course.platoons:
        return False
    posts = _command_places(position, platoon)
    return bool(posts) and unit.at not in posts


def must_return_to_command(position: Position, unit: Unit) -> bool:
    """Whether a unit's maneuver has to bring it back into command, be it under way or yet to begin."""
    moving = position.course.moving
    return (moving is None or moving.called_back) and is_out_of_command(position, unit)


@implements("LHY-19.1b", "LHY-19.1c")
def forbids_straying(position: Position, unit: Unit, to: Hex | None) -> Iterator[Reason]:
    """Why a unit out of command may not maneuver to a hex: it is in or next to a hex with enemies, or off the shortest way back.

    `to` is None for leaving the map."""
    if not must_return_to_command(position, unit):
        return
    if to in _hexes_by_enemies(position, unit.side):
        yield _stays_away(position, unit)
        return
    place = position.place(unit)
    steps = _steps_back(position, unit)
    here = steps.get(place)
    if here is not None and (to is None or steps.get(to, here) >= here):
        words = f"{unit} is out of command and comes back by the shortest way"
        yield Reason(words, cite_later("19.1"), (to or place,))


def is_called_back(position: Position, unit: Unit) -> bool:
    """Whether a unit is out of command and has a way back, which it must take."""
    return must_return_to_command(position, unit) and position.place(unit) in _steps_back(position, unit)


@implements("LHY-19.1b", "LHY-19.1c")
def straying_steps(position: Position, unit: Unit) -> frozenset[tuple[Hex, Hex]]:
    """The steps from hex to hex that a unit out of command may not make; none for a unit in command."""
    if not must_return_to_command(position, unit):
        return frozenset()
    steps, grid = _steps_back(position, unit), position.board.grid
    near_enemies = frozenset(
        (place, at)
        for at in _hexes_by_enemies(position, unit.side)
        for place in grid.neighbours(at)
        if steps.get(place, 1)
    )
    if position.place(unit) not in steps:
        return near_enemies
    return near_enemies | frozenset(
        (place, near)
        for place, here in steps.items()
        if here
        for near in grid.neighbours(place)
        if steps.get(near, here) >= here
    )


@implements("LHY-19.1c")
def forbids_assault_out_of_command(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit out of command may not assault."""
    if must_return_to_command(position, unit):
        yield _stays_away(position, unit)


def _stays_away(position: Position, unit: Unit) -> Reason:
    words = f"{unit} is out of command and stays away from enemy hexes"
    return Reason(words, cite_later("19.1"), (position.place(unit),))


@implements("LHY-19.1c")
@memoized
def _hexes_by_enemies(position: Position, side: str) -> frozenset[Hex]:
    """The hexes with known enemies, and those next to them."""
    held = {position.place(enemy) for enemy in position.enemies_of(side) if not enemy.has(HIDDEN)}
    return frozenset(near for at in held for near in (at, *position.board.grid.neighbours(at)))


@implements("LHY-19.1a")
@memoized
def _command_places(position: Position, platoon: str) -> frozenset[Hex]:
    """The hexes of a platoon's leader and of its units in command; none if its leader is not on the map."""
    units = [unit for unit in position.on_map if row_of(unit).platoon_key == platoon]
    places = {position.place(unit) for unit in units if row_of(unit).kind is UnitKind.LEADER}
    others = {position.place(unit) for unit in units}
    while near := {place for place in others - places if _is_near(position, place, places)}:
        places |= near
    return frozenset(places)


def _is_near(position: Position, place: Hex, posts: set[Hex] | frozenset[Hex]) -> bool:
    return any(position.distance(place, post) <= COMMAND_HEXES for post in posts)


@implements("LHY-19.1b", "LHY-19.1c")
@memoized
def _steps_back(position: Position, unit: Unit) -> Mapping[Hex, int]:
    """For each hex, the fewest hexes that a unit has to enter from there to be in command, keeping away from the enemy."""
    posts = _command_places(position, row_of(unit).platoon_key)
    barred = _hexes_by_enemies(position, unit.side)
    free = {
        place
        for place in position.board.grid
        if place not in barred and not position.is_primary_impact(place)
    }
    steps = {place: 0 for place in free if _is_near(position, place, posts)}
    reached = deque(steps)
    while reached:
        place = reached.popleft()
        for near in position.board.grid.neighbours(place) if place in free else ():
            if near not in steps and position.ground.step(position.state, unit, near, "", place) is not None:
                steps[near] = steps[place] + 1
                reached.append(near)
    return steps
