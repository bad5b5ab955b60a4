"""Which units must act when they are activated or may react. Chapter 9.1."""

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED, HEROIC, IN_MOTION, REGROUPING, SHOCKED
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.activation.taking_part import commands_activated, is_activated
from rules.last_hundred_yards.questions.terrain.field_of_fire import is_in_front, limiting_road
from rules.last_hundred_yards.questions.terrain.roads import ANTI_TANK_HEXES
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Step

_STATES_THAT_OBLIGE = frozenset({HEROIC, SHOCKED, DISRUPTED, REGROUPING})


@implements(
    "LHY-9.1.1.0", "LHY-9.1.1a", "LHY-9.1.1b", "LHY-9.1.1c", "LHY-9.1.1d", "LHY-9.1.2.0", "LHY-9.1.2a",
    "LHY-9.1.2b", "LHY-14.6.0.1a",
)  # fmt: skip
def duty_to_act(position: Position, unit: Unit) -> Reason | None:
    """Why a unit has to act before the next call for reaction, if it does."""
    course = position.course
    may_have_to = row_of(unit).is_vehicle or not unit.conditions.isdisjoint(_STATES_THAT_OBLIGE)
    if not may_have_to or unit.id in course.acted or not isinstance(unit.at, Hex):
        return None
    acts = course.step is Step.ACTIONS and unit.side == course.active and is_activated(position, unit)
    is_active = acts and _has_no_later_activation(position, unit)
    reacts = course.step is Step.REACTION and unit.side == course.reacting
    if (acts or reacts) and unit.has(HEROIC) and unit.id in course.rallied:
        return Reason(f"{unit} has become a hero and must maneuver at once", cite_later("14.6"), (unit.at,))
    is_first_call = reacts and course.calls == 1 and course.reacting != course.active
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
def _has_no_later_activation(position: Position, unit: Unit) -> bool:
    """Whether an activated unit cannot be activated later in the turn.

    A unit that may join ad hoc can, and so can a command tank or support unit with another platoon to go with.
    """
    course, row = position.course, row_of(unit)
    if row.is_support:
        return unit.id in course.support_done
    if commands_activated(position, row):
        others = {row_of(friend).platoon_key for friend in position.in_play(unit.side)} - {row.platoon_key}
        return not any(key.split(".")[0] == row.company for key in others - course.platoons_done)
    return row.is_dummy or row.platoon_key in course.platoons


@implements("LHY-9.1.1b", "LHY-9.1.2a", "LHY-7.2a.1", "LHY-7.0.2", "LHY-17.10")
def _is_seen(position: Position, unit: Unit, by_any: bool) -> bool:
    """Whether a unit is seen `by_any` enemy on the map, or else by an enemy who acts with the platoon just activated.

    These are the platoon's known counters, its support, units that joined it, and a command tank that
    acted with it (reading 136).
    """
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


@implements("LHY-9.1.1d", "LHY-4.1.8.enclosed.3", "LHY-4.1.14a", "LHY-13.6.6.3.fire")
def _threatens(position: Position, enemy: Unit, vehicle: Unit) -> bool:
    """Whether an enemy that is able to make anti-tank fire has a vehicle in range and LOS."""
    row, place = row_of(enemy), position.place(vehicle)
    hindered = any(enemy.has(word) for word in (DISRUPTED, SHOCKED, REGROUPING))
    if row.atv is None or hindered or position.course.is_aboard(enemy.id):
        return False
    if row.atv < 0 and row_of(vehicle).kind is UnitKind.AFV:
        return False
    away = position.distance(position.place(enemy), place)
    return (
        away <= row.atv_range_hexes
        and not limiting_road(position, position.place(enemy), place, ANTI_TANK_HEXES)
        and is_in_front(position, enemy, place)
        and position.has_in_sight(enemy, vehicle)
    )
