"""Withdrawal: hex by hex in the order of priority, and the die of units that end it next to the enemy. Chapter 10.3.1."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Any

from rules.game.engine.procedure import Factors, Offering, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import REGROUPING
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.effects.activation_rights import record_activation
from rules.last_hundred_yards.effects.leaving import (
    enter_hex,
    enter_obstacles,
    leave_map,
    leaves_unharmed,
    remaining_unit,
)
from rules.last_hundred_yards.effects.leaving_factors import (
    dice_at_the_edge,
    dice_on_leaving,
    dice_on_mines,
    factors_of,
)
from rules.last_hundred_yards.effects.maneuver_steps import end_withdrawal
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.activation.heroism import hero_may_not
from rules.last_hundred_yards.questions.activation.pinned import forbids_leaving_fire, is_pinned
from rules.last_hundred_yards.questions.activation.rights import (
    Right,
    groups,
    lacks_right,
    own_units,
    ready_units,
)
from rules.last_hundred_yards.questions.activation.taking_part import too_many_ad_hoc
from rules.last_hundred_yards.questions.movement.vehicle_stacks import maneuvering_in_words
from rules.last_hundred_yards.questions.withdrawal.checks import asks_end_check, start_check, without_unknown
from rules.last_hundred_yards.questions.withdrawal.ways_back import MOST_WHERE_SLOW, is_slow
from rules.last_hundred_yards.questions.withdrawal.withdrawal_routes import (
    forbids_withdrawal_hex,
    may_withdraw_off,
    withdrawal_hexes,
)
from rules.last_hundred_yards.state.events.maneuver_events import ManeuverWentOn, UnitActed, WithdrawalDue
from rules.last_hundred_yards.state.events.unit_events import WITHDRAWS, UnitChanged
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import MANEUVERS, WITHDRAWAL, ActionKind, Moving


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw one hex, alone or as a stack; the first hex begins the withdrawal (10.3.1)."""

    side: str
    units: tuple[UnitId, ...]
    to: Hex | None

    def __str__(self) -> str:
        withdraw = "withdraws" if len(self.units) == 1 else "withdraw"
        return f"{', '.join(self.units)} {withdraw} {f'to {self.to}' if self.to else 'off the map'}"


_offered = lru_cache(maxsize=4096)(Withdraw)
"""A withdrawal, memoized, as the same ones are offered moment after moment."""

MOST_HEXES = 4


def candidates(position: Position, side: str) -> Iterator[Withdraw]:
    """The withdrawals of a hex's units, alone and together, to every best hex and off the map."""
    moving = position.course.moving
    if moving is not None:
        yield from _next_hexes(position, side, moving)
        return
    by_hex: dict[Hex, list[Unit]] = {}
    for unit in ready_units(position, side, Right.WITHDRAW):
        if next(_cannot_withdraw(position, unit), None) is None:
            by_hex.setdefault(position.place(unit), []).append(unit)
    for place, units in by_hex.items():
        if next(_cannot_leave_hex(position, place, moving), None) is None:
            ways = {unit.id: _ways_back(position, unit) for unit in units}
            for group in groups(units):
                if len(group) == 1 or next(too_many_ad_hoc(position, group), None) is None:
                    names = tuple([unit.id for unit in group])
                    for to in ways[names[0]]:
                        if all(to in ways[name] for name in names):
                            yield _offered(side, names, to)


def _next_hexes(position: Position, side: str, moving: Moving) -> Iterator[Withdraw]:
    """The ways on of units that are withdrawing already."""
    if moving.mode == WITHDRAWAL:
        for names in [moving.units] if moving.path else groups(moving.units):
            first, *others = map(position.unit, names)
            for to in _ways_back(position, first):
                action = _offered(side, names, to)
                reasons = forbids(position, action) if others else _cannot_go_on(position, first, moving, to)
                if next(reasons, None) is None:
                    yield action


def _cannot_go_on(position: Position, unit: Unit, moving: Moving, to: Hex | None) -> Iterator[Reason]:
    """Why a unit that withdraws alone may not go on to a hex that is one of its ways."""
    yield from _cannot_withdraw(position, unit)
    yield from _cannot_leave_hex(position, position.place(unit), moving, to)


def _ways_back(position: Position, unit: Unit) -> tuple[Hex | None, ...]:
    """The hexes that a unit may withdraw to, and the way off the map where there is one."""
    hexes = withdrawal_hexes(position, unit)
    return (*hexes, None) if may_withdraw_off(position, unit) else hexes


@implements(
    "LHY-10.3.1.0.1", "LHY-10.3.1.0.2", "LHY-10.3.1.0.3", "LHY-10.3.1a", "LHY-10.3.1c", "LHY-10.3.1.1.0",
    "LHY-13.3.2c.1", "LHY-13.3.2c.2", "LHY-13.3.2c.3", "LHY-13.3.1d.1", "LHY-13.3.1d.2", "LHY-13.3.1d.3",
    "LHY-10.2.2", "LHY-7.2b.1",
)  # fmt: skip
def forbids(position: Position, action: Withdraw) -> Iterator[Reason]:
    """Why units may not withdraw into this hex."""
    moving = position.course.moving
    if not action.units:
        yield Reason("name at least one unit to withdraw", cite("10.3.1"))
        return
    units = own_units(position, action.side, action.units)
    if isinstance(units, Reason):
        yield units
        return
    for unit in units:
        yield from _cannot_withdraw(position, unit)
    if moving is None:
        yield from too_many_ad_hoc(position, units)
    place = position.place(units[0])
    if any(unit.at != place for unit in units) or len(set(action.units)) != len(units):
        yield Reason("units of one hex withdraw together, each named once", cite("10.3.1"))
        return
    if moving is not None and not _may_be_named(moving, action.units):
        yield Reason(maneuvering_in_words(moving.units), cite("10.3.1"))
        return
    yield from _cannot_leave_hex(position, place, moving, action.to)
    yield from dict.fromkeys(chain.from_iterable(_cannot_go(position, unit, action.to) for unit in units))


@implements("LHY-14.6.2.2", "LHY-14.6.2a", "LHY-10.3.1.0.1", "LHY-10.3.1.0.3", "LHY-11.4.8b.2")
def _cannot_withdraw(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit may not withdraw at all, whichever hex it goes to and whoever goes with it."""
    if position.course.moving is None:
        yield from lacks_right(position, unit, Right.WITHDRAW, "withdraw")
        yield from forbids_leaving_fire(position, unit)
        if not is_pinned(position, unit) and (reason := hero_may_not(position, unit)):
            yield reason
    if not row_of(unit).is_foot or position.course.is_aboard(unit.id):
        yield Reason(f"{unit} does not withdraw: only units on foot do", cite("10.3.1"))


def _cannot_leave_hex(
    position: Position, place: Hex, moving: Moving | None, to: Hex | None = None
) -> Iterator[Reason]:
    """Why no unit may withdraw from a hex now, or not to the next."""
    yield from _goes_too_far(position, moving, to)
    if position.is_marked_assault(place):
        yield Reason("units in an assault hex cannot withdraw", cite("10.3.1c"), (place,))


@implements("LHY-10.3.1.0.3", "LHY-10.3.1d")
def _goes_too_far(position: Position, moving: Moving | None, to: Hex | None) -> Iterator[Reason]:
    """Why a withdrawal may not go on, or not into a hex: four hexes are the most, three through rivers or towns or at night."""
    path = moving.path if moving is not None else ()
    way = path if to is None else (*path, to)
    if len(path) >= MOST_HEXES:
        yield Reason("a withdrawal covers four hexes at most", cite("10.3.1"))
    elif (
        moving is not None
        and len(path) >= MOST_WHERE_SLOW
        and position.mission.edition.slow_withdrawals
        and is_slow(position, moving.start, way)
    ):
        words = f"a withdrawal through a river or town, or at night, covers {MOST_WHERE_SLOW} hexes at most"
        yield Reason(words, cite_later("10.3.1d"))


@implements("LHY-10.3.1.1.0", "LHY-10.2.2", "LHY-22.1.8a")
def _cannot_go(position: Position, unit: Unit, to: Hex | None) -> Iterator[Reason]:
    """Why a unit does not withdraw to the next hex, or off the map."""
    if to is None:
        if not may_withdraw_off(position, unit):
            by_side = position.mission.edition.later_withdrawal_order
            where = "the friendly edge" + (", or a side where no hex leads back" if by_side else "")
            yield Reason(
                f"a withdrawing unit leaves the map only over {where}", our(55), (position.place(unit),)
            )
        return
    yield from forbids_withdrawal_hex(position, unit, to)
    allowed = withdrawal_hexes(position, unit)
    if to not in allowed:
        listed = ", ".join(map(str, allowed)) or "nowhere"
        yield Reason(f"{to} is not the best way back: {listed}", cite("10.3.1.1"), (to,))


def _may_be_named(moving: Moving, units: tuple[str, ...]) -> bool:
    """Whether these are the withdrawing units or, before the first hex, some of those that must withdraw."""
    named = set(units)
    return moving.mode == WITHDRAWAL and (
        named == {*moving.units} or (not moving.path and named < {*moving.units})
    )


def withdraw(resolution: Resolution, action: Withdraw) -> None:
    """Carry out one hex of a withdrawal; a unit disrupted by mortar fire on leaving still goes on."""
    moving = resolution.course.moving
    if moving is None:
        if not _starts(resolution, action.units):
            return
        moving = Moving(action.units, WITHDRAWAL, ())
        resolution.happen(ManeuverWentOn(moving))
    elif others := tuple(unit for unit in moving.units if unit not in action.units):
        resolution.happen(WithdrawalDue(replace(moving, units=others)))
        moving = replace(moving, units=action.units)
        resolution.happen(ManeuverWentOn(moving))
    if moving.start is None:
        moving = replace(moving, start=resolution.position.place(resolution.state.unit(action.units[0])))
    resolution.then(_leave_together, action, moving)


def _leave_together(resolution: Resolution, action: Withdraw, moving: Moving) -> None:
    """The withdrawing units leave their hex one by one; mortar fire counts the density before any left."""
    resolution.then(_send_next_unit, action, moving, resolution.position, action.units, ())


def _send_next_unit(
    resolution: Resolution,
    action: Withdraw,
    moving: Moving,
    before: Position,
    waiting: tuple[str, ...],
    sent: tuple[str, ...],
) -> None:
    """Send the next unit, until all have gone or hidden enemies turn one back."""
    if not waiting:
        _arrive(resolution, action, moving, sent)
        return
    unit, waiting = _leaves(resolution, waiting[0], moving, before), waiting[1:]
    if unit is not None and action.to is None:
        leave_map(resolution, unit, WITHDRAWS)
    elif unit is not None and action.to is not None:
        enter_hex(resolution, unit, action.to)
        resolution.happen(UnitActed(unit, ActionKind.MANEUVER, (action.to,)))
        place = resolution.state.unit(unit).at
        if place is not None:
            sent = (*sent, unit)
        if place not in (None, action.to):
            waiting = ()
    resolution.then(_send_next_unit, action, moving, before, waiting, sent)


@implements("LHY-17.9.2b.1", "LHY-10.3.1.2.1", "LHY-10.3.1.2.2", "LHY-13.6.6.2", "LHY-16.1.1.3", "LHY-10.2.2")
def _arrive(resolution: Resolution, action: Withdraw, moving: Moving, left: tuple[str, ...]) -> None:
    """Record the hex that they have come to, which may end their withdrawal."""
    if not left or action.to is None:
        return
    resolution.happen(ManeuverWentOn(replace(moving, units=left, path=(*moving.path, action.to))))
    if resolution.state.unit(left[-1]).at != action.to:
        end_withdrawal(resolution)
        return
    if enter_obstacles(resolution, left) and resolution.course.moving is not None:
        end_withdrawal(resolution)


@implements("LHY-13.3.2c.1", "LHY-13.3.2c.2", "LHY-13.3.2c.3", "LHY-13.6.6.3")
def _starts(resolution: Resolution, names: tuple[str, ...]) -> bool:
    """Whether units begin a withdrawal: under assault (13.3.2), or having seen nothing (8.3c), they throw a die for it.

    Units that withdraw no longer regroup.
    """
    units = tuple(map(resolution.state.unit, names))
    check = start_check(resolution.position, units)
    for unit in units:
        record_activation(resolution, unit)
        resolution.happen(UnitActed(unit.id, ActionKind.MANEUVER, ()))
    if check is not None and not resolution.passes(
        f"withdrawal from {units[0].at} {check.why}", D10, at_most=check.wanted
    ):
        return False
    for unit in units:
        if unit.has(REGROUPING):
            resolution.happen(UnitChanged(unit.id, lost=(REGROUPING,)))
    return True


@implements("LHY-11.4.8e")
def _leaves(resolution: Resolution, unit_id: str, moving: Moving, before: Position) -> str | None:
    """Throw mortar fire on leaving, once; what goes on: the unit, the section that is left of it, or None."""
    if moving.driven_out and not moving.path:
        return unit_id
    so_far = len(resolution.events)
    leaves_unharmed(resolution, unit_id, before)
    return remaining_unit(resolution, unit_id, so_far)


def factors(position: Position, action: Withdraw) -> Factors:
    """The dice of one hex of a withdrawal, and of its end if this is its last."""
    return factors_of(_dice(position, action))


def _dice(position: Position, action: Withdraw) -> Iterator[Reason]:
    units, moving = tuple(map(position.unit, action.units)), position.course.moving
    check = start_check(position, units) if moving is None else None
    if check is not None:
        rule = cite_later(check.section)
        yield Reason(f"{check.why}, {check.wanted} or less", rule, (position.place(units[0]),))
    for unit in units:
        if moving is None or moving.path or not moving.driven_out:
            yield from dice_on_leaving(position, unit)
        if action.to is None:
            yield from dice_at_the_edge(position, unit)
        else:
            yield from dice_on_mines(position, unit, action.to)
    hexes = (*(moving.path if moving is not None else ()), *((action.to,) if action.to is not None else ()))
    known = without_unknown(position)
    if any(asks_end_check(known, at, action.side, action.units) for at in hexes):
        yield Reason("next to the enemy at the end", cite("10.3.1.2"))


def answers(position: Position, action: Withdraw) -> Iterator[Any]:
    """The reaction fire on the withdrawing units in the hex that they have come to."""
    return position.reactions(action.units)


def _is_worthwhile(_: Offering, position: Position, action: Withdraw) -> bool:
    """Whether an offer is worth listing: a unit alone, a platoon or the whole hex, that an enemy sees or fire lies on."""
    place = position.place(position.unit(action.units[0]))
    moving = position.course.moving
    if moving is not None:
        return len(action.units) in (1, len(moving.units))
    return _is_whole(position, action, place) and _is_in_danger(position, action.side, place)


def _is_whole(position: Position, action: Withdraw, place: Hex) -> bool:
    if len(action.units) == 1:
        return True
    able = [unit for unit in ready_units(position, action.side, Right.WITHDRAW) if unit.at == place]
    together = [unit for unit in able if row_of(unit).is_foot and not position.course.is_aboard(unit.id)]
    platoon = row_of(position.unit(action.units[0])).platoon_key
    wholes = (together, [unit for unit in together if row_of(unit).platoon_key == platoon])
    return set(action.units) in [{unit.id for unit in whole} for whole in wholes]


def _is_in_danger(position: Position, side: str, place: Hex) -> bool:
    course = position.course
    if course.fires_at(place) or position.is_primary_impact(place):
        return True
    if position.is_under_assault(place):
        return True
    return any(position.sees(enemy, place) for enemy in position.enemies_of(side))


WITHDRAW = Procedure(
    Withdraw,
    MANEUVERS,
    candidates,
    forbids,
    withdraw,
    factors,
    answers=answers,
    worthwhile=_is_worthwhile,
    offers_only_legal=True,
)
