"""The steps that every maneuver shares: it begins, a unit leaves its hex, it ends, vehicles are left among the enemy.

Also forced withdrawals, the end of a withdrawal, a move of one hex within another action, and going into an enemy hex to
assault it. Chapters 4.1.10, 10.0, 10.3.1.2, 10.4.5.4, 11.4.8 and 13.2.
"""

from collections.abc import Iterable, Sequence
from enum import Enum, auto

from rules.game.engine.resolution import DependsOnHidden
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN, IN_MOTION, REGROUPING
from rules.last_hundred_yards.effects.activation_rights import record_activation, record_carrying
from rules.last_hundred_yards.effects.concealment import (
    check_concealment,
    reveal_among_enemies,
    strip_concealment,
)
from rules.last_hundred_yards.effects.harm import Harm, inflict
from rules.last_hundred_yards.effects.leaving import (
    enter_hex,
    enter_obstacles,
    gets_out_of_obstacles,
    leaves_unharmed,
    remaining_unit,
    take_markers_along,
)
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.activation.command_range import is_out_of_command
from rules.last_hundred_yards.questions.assault.assaulters import may_assault
from rules.last_hundred_yards.questions.movement.points import allowance, next_step, start_cost
from rules.last_hundred_yards.questions.movement.rivers import river_exit_check
from rules.last_hundred_yards.questions.withdrawal.checks import end_check, without_unknown
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced, AssaultEntered
from rules.last_hundred_yards.state.events.maneuver_events import (
    CameFrom,
    ManeuverWentOn,
    UnitActed,
    WithdrawalDue,
)
from rules.last_hundred_yards.state.events.order_events import LeaderHelpedAtRiver
from rules.last_hundred_yards.state.events.unit_events import UnitChanged, UnitMoved
from rules.last_hundred_yards.state.markers import Arrow, FireKind
from rules.last_hundred_yards.state.position import Position, is_steady, row_of
from rules.last_hundred_yards.state.progress import WITHDRAWAL, ActionKind, Moving


@implements("LHY-11.4.8e")
def leave_hex_together(resolution: Resolution, units: Sequence[Unit]) -> list[Unit]:
    """The units that mortar fire leaves unharmed as they leave a hex together; units on foot that it disrupts must withdraw."""
    before, unharmed, driven = resolution.position, [], []
    for unit in units:
        so_far = len(resolution.events)
        if leaves_unharmed(resolution, unit.id, before):
            unharmed.append(resolution.state.unit(unit.id))
        elif name := driven_out_unit(resolution, unit, so_far):
            driven.append(name)
    force_withdrawal(resolution, driven)
    return unharmed


def driven_out_unit(resolution: Resolution, unit: Unit, so_far: int) -> str | None:
    """The unit on foot that mortar fire disrupted as it left its hex, or the section that remains of it;
    None if there is none."""
    left = remaining_unit(resolution, unit.id, so_far)
    if left is None or not row_of(unit).is_foot or resolution.state.unit(left).at != unit.at:
        return None
    return left if resolution.state.unit(left).has(DISRUPTED) and not unit.has(DISRUPTED) else None


def force_withdrawal(resolution: Resolution, names: Sequence[str], *, struck: bool = True) -> None:
    """Units of one hex must withdraw; those that mortar fire has `struck` are not attacked again on the way out."""
    if names:
        resolution.happen(WithdrawalDue(Moving(tuple(names), WITHDRAWAL, (), driven_out=struck)))


@implements("LHY-11.4.8e")
def begin_withdrawal(resolution: Resolution) -> bool:
    """Start a withdrawal that is due once nothing else is under way; whether one started (reading 97)."""
    return _begin_first(resolution, resolution.course.withdrawing)


@implements("LHY-10.3.2.1", "LHY-10.3.2.2")
def continue_second_section(resolution: Resolution) -> bool:
    """Continue the maneuver of a squad that deployed, with its second section, once the first has ended its
    own; whether one continues."""
    return _begin_first(resolution, resolution.course.going_on)


def _begin_first(resolution: Resolution, waiting: tuple[Moving, ...]) -> bool:
    """Start the first of these maneuvers if nothing else is under way or to be decided; whether it started."""
    course = resolution.course
    if not waiting or course.moving is not None or course.paused is not None or course.decisions:
        return False
    resolution.happen(ManeuverWentOn(waiting[0]))
    return True


def end_maneuver(resolution: Resolution) -> None:
    """The maneuver under way is over."""
    moving = resolution.course.moving
    if moving is None:
        return
    resolution.happen(ManeuverWentOn(None, moving.units))
    if moving.overran or moving.bypassed:
        leave_among_enemies(resolution, moving, going_on=())


@implements("LHY-10.4.5L.9")
def leave_among_enemies(resolution: Resolution, moving: Moving, going_on: tuple[str, ...]) -> None:
    """Vehicles and dismounted riders that stay in a hex they overran or bypassed are under assault (reading 80)."""
    place, position = moving.path[-1], resolution.position
    side = resolution.state.unit(moving.units[0]).side
    carried = {load for vehicle in going_on for load in position.course.loads_of(vehicle)}
    staying = [unit for unit in position.friends_at(place, side) if unit.id not in {*going_on, *carried}]
    enemies = sorted(position.enemies_at(place, side), key=_combat_units_first)
    if staying and enemies:
        resolution.happen(AssaultEntered(enemies[0].id, enemies[0].side, place, place))


@implements("LHY-10.4.5L.9")
def leave_shocked_vehicle_behind(resolution: Resolution, before: Moving, going_on: tuple[str, ...]) -> None:
    """Leave behind, among the enemy, one of two vehicles that was shocked on its way out of a hex that
    they overran or bypassed."""
    if len(going_on) < len(before.units) and (before.overran or before.bypassed):
        leave_among_enemies(resolution, before, going_on)


def _combat_units_first(unit: Unit) -> tuple[bool, str]:
    return not row_of(unit).is_combat, unit.id


def begin_maneuver(resolution: Resolution, units: tuple[Unit, ...], mode: str) -> Moving:
    """The maneuver under way; if there is none it begins now, and vehicles get their Motion markers."""
    if resolution.course.moving is not None:
        return resolution.course.moving
    for unit in units:
        record_activation(resolution, unit, led=True)
        record_carrying(resolution, unit.id)
    mp = min(allowance(resolution.position, unit, mode)[0] for unit in units)
    started = [unit for unit in units if row_of(unit).is_vehicle and not unit.has(IN_MOTION)]
    spent, start = max(start_cost(unit) for unit in units), units[0].at
    moving = Moving(
        tuple(unit.id for unit in units), mode, (), spent, mp, must_go_on=bool(started),
        called_back=is_out_of_command(resolution.position, units[0]), start=start if isinstance(start, Hex) else None,
    )  # fmt: skip
    resolution.happen(ManeuverWentOn(moving))
    for unit in started:
        resolution.happen(UnitChanged(unit.id, gained=(IN_MOTION,)))
    for unit in units:
        resolution.happen(UnitActed(unit.id, ActionKind.MANEUVER, ()))
    return moving


@implements(
    "LHY-4.1.10.7", "LHY-4.1.10.3", "LHY-4.1.10.6", "LHY-11.4.8e", "LHY-16.1.2a.1", "LHY-16.2a.die",
    "LHY-16.2b.2", "LHY-10.2b",
)  # fmt: skip
def leaves_hex(resolution: Resolution, unit_id: str, to: Hex | None, before: Position | None = None) -> bool:
    """Whether a unit gets out of its hex: through mortar fire, wire and mines, and over the river's far bank.

    `before` is the position before any unit that leaves with it has left.
    """
    return leaves_unharmed(resolution, unit_id, before) and gets_out_of_hex(
        resolution, resolution.state.unit(unit_id), to
    )


@implements("LHY-16.1.2a.1", "LHY-16.1.2b", "LHY-16.2a.die", "LHY-4.1.10.3")
def gets_out_of_hex(resolution: Resolution, unit: Unit, to: Hex | None) -> bool:
    """Whether a unit gets out of wire and mines, and of the river, on its way to the next hex, or off the map."""
    out = gets_out_of_obstacles(resolution, unit.id, to)
    return out and (to is None or gets_out_of_river(resolution, unit, to))


@implements("LHY-4.1.10.3", "LHY-4.1.10.7")
def gets_out_of_river(resolution: Resolution, unit: Unit, to: Hex) -> bool:
    """Whether a unit gets out of a river into the next hex: it passes the roll to leave it, or needs none."""
    step = next_step(resolution.position, unit, to)
    return step is None or not step.asks_river_exit or leaves_river(resolution, unit)


@implements(
    "LHY-4.1.10.3", "LHY-4.1.10.4", "LHY-4.1.10.5", "LHY-4.1.10.6", "LHY-4.1.10.exit.1",
    "LHY-4.1.10.exit.2",
)  # fmt: skip
def leaves_river(resolution: Resolution, unit: Unit) -> bool:
    """Whether a unit passes the roll to leave the river; if not, a leader who helped it has acted too. He helps no other unit."""
    needed, leader = river_exit_check(resolution.position, unit)
    if leader is not None:
        resolution.happen(LeaderHelpedAtRiver(leader.id))
    helped = leader is not None
    die_label = f"{unit} leaves the river, {needed} or less{' with 1 off for the leader' if helped else ''}"
    if resolution.passes(die_label, D10, at_most=needed + helped):
        return True
    if leader is not None and leader.id not in resolution.course.acted:
        resolution.happen(UnitActed(leader.id, ActionKind.MANEUVER, ()))
    return False


@implements("LHY-11.4.8e")
def sets_out(resolution: Resolution, unit: Unit, to: Hex, before: Position | None = None) -> bool:
    """Whether a unit gets out of its hex to the next, outside any maneuver; a unit that mortar fire disrupts must withdraw."""
    so_far = len(resolution.events)
    if leaves_hex(resolution, unit.id, to, before):
        return True
    driven = driven_out_unit(resolution, unit, so_far)
    force_withdrawal(resolution, [driven] if driven else [])
    return False


@implements("LHY-13.2.1.1", "LHY-13.3.3", "LHY-8.3b.1", "LHY-9.0.2", "LHY-10.4.1a.1", "LHY-10.0.1")
def set_out_together(resolution: Resolution, names: tuple[str, ...], into: Hex) -> list[Unit]:
    """The units that get out of their hex unharmed as they set out to assault or to help, which is their maneuver."""
    units = tuple(map(resolution.state.unit, names))
    for unit in units:
        record_activation(resolution, unit, led=True)
        record_carrying(resolution, unit.id)
        resolution.happen(UnitActed(unit.id, ActionKind.MANEUVER, (into,)))
        if row_of(unit).is_vehicle and not unit.has(IN_MOTION):
            resolution.happen(UnitChanged(unit.id, gained=(IN_MOTION,)))
    return [unit for unit in leave_hex_together(resolution, units) if gets_out_of_hex(resolution, unit, into)]


class Arrival(Enum):
    """How a unit came into the next hex."""

    FAILED = auto()
    """It did not get there, or was harmed on the way."""
    HELD = auto()
    """In mines or wire."""
    FREE = auto()


@implements(
    "LHY-11.1.3.2", "LHY-10.4.1b.3", "LHY-10.4.3", "LHY-11.4.8e", "LHY-16.1.1.1", "LHY-16.2a",
    "LHY-16.2b.2", "LHY-10.4.6.2.1.1c", "LHY-10.4.6.3a", "LHY-11.3.1a", "LHY-11.5.1a", "LHY-10.4.4.1",
    "LHY-T-VMM",
)  # fmt: skip
def move_one_hex(resolution: Resolution, unit: Unit, to: Hex, *, backs: bool = False) -> Arrival:
    """Move one hex before or after fire, up to a vehicle or down from it, with all that a maneuver meets there.

    That is fire on leaving, markers that go along, enemies, mines and wire. A vehicle may back into the hex. The unit
    assaults known enemies there (reading 192), and hidden ones that put it back (reading 232), unless it backs or has fired
    small arms.
    """
    record_carrying(resolution, unit.id)
    start = resolution.position.place(unit)
    if not sets_out(resolution, unit, to):
        resolution.happen(UnitActed(unit.id, ActionKind.MANEUVER, ()))
        return Arrival.FAILED
    if resolution.position.enemies_at(to, unit.side):
        resolution.happen(UnitActed(unit.id, ActionKind.MANEUVER, (to,)))
        go_in(resolution, (unit.id,), to)
        after = resolution.state.unit(unit.id)
        return Arrival.FAILED if after.at is None or not is_steady(after) else Arrival.FREE
    enter_hex(resolution, unit.id, to)
    resolution.happen(UnitActed(unit.id, ActionKind.MANEUVER, (to,)))
    if row_of(unit).is_vehicle:
        resolution.happen(CameFrom(unit.id, start, backs))
    if resolution.state.unit(unit.id).at != to:
        if not backs and FireKind.SADRM not in resolution.course.kinds_fired(unit.id):
            wait_to_assault(resolution, unit, to)
        return Arrival.FAILED
    stopped = enter_obstacles(resolution, (unit.id,))
    after = resolution.state.unit(unit.id)
    if after.at is None or not is_steady(after):
        return Arrival.FAILED
    return Arrival.HELD if stopped else Arrival.FREE


@implements("LHY-17.9.2b.2")
def wait_to_assault(resolution: Resolution, unit: Unit, into: Hex, way: str = "") -> None:
    """A unit that hidden enemies put back waits under an Assault Arrow, if it may assault them from where it stands."""
    back = resolution.state.unit(unit.id)
    if back.at is not None and may_assault(resolution.position, back, into, later=True):
        resolution.happen(ArrowPlaced(Arrow(unit.id, unit.side, into, way)))


@implements("LHY-16.1.1.3", "LHY-4.3.1.0.1")
def go_in(resolution: Resolution, unit_ids: Iterable[str], into: Hex) -> None:
    """Units enter the enemy hex together, and meet the mines there."""
    names = tuple(unit_ids)
    for name in names:
        _send_in(resolution, name, into)
    if names:
        enter_obstacles(resolution, names)


@implements("LHY-4.3.1.0.1", "LHY-4.3.1.1a", "LHY-4.3.1.1b", "LHY-4.3.1.2b", "LHY-4.3.1.2c", "LHY-17.8.2b")
def _send_in(resolution: Resolution, unit_id: str, into: Hex) -> None:
    """A unit enters an enemy hex: it loses concealment, and enemy dummies there are removed.

    Where no enemy is left it enters as it would any hex, and may be seen there.
    """
    unit = resolution.state.unit(unit_id)
    start = resolution.position.place(unit)
    resolution.happen(UnitMoved(unit_id, start, into))
    take_markers_along(resolution, unit_id, start, into)
    if row_of(unit).is_vehicle:
        resolution.happen(CameFrom(unit_id, start, False))
    enemies = [enemy for enemy in resolution.position.at(into) if enemy.side != unit.side]
    if not enemies:
        check_concealment(resolution, unit_id)
        return
    reveal_among_enemies(resolution, unit_id)
    for enemy in enemies:
        if resolution.state.unit(enemy.id).at is not None:
            if enemy.has(HIDDEN):
                resolution.happen(UnitChanged(enemy.id, gained=(CONCEALED,), lost=(HIDDEN,)))
            if row_of(enemy).is_dummy:
                strip_concealment(resolution, resolution.state.unit(enemy.id))
    if resolution.position.enemies_at(into, unit.side):
        resolution.happen(AssaultEntered(unit_id, unit.side, into, start))


@implements("LHY-10.3.1.2.1", "LHY-10.3.1.2.2", "LHY-13.6.6.2")
def end_withdrawal(resolution: Resolution) -> None:
    """The withdrawal ends: undisrupted units that came next to the enemy roll, or regroup in the later edition."""
    moving = resolution.course.moving
    assert moving is not None
    units = tuple(map(resolution.state.unit, moving.units))
    end_maneuver(resolution)
    check = end_check(resolution.position, units, moving.path)
    if check is None:
        return
    if end_check(without_unknown(resolution.position), units, moving.path) is None:
        raise DependsOnHidden("whether an enemy lies next to them")
    if resolution.position.mission.edition.withdrawal_regroups:
        for unit in check.shaken:
            resolution.happen(UnitChanged(unit.id, gained=(REGROUPING,)))
    elif not resolution.decide(check.words, D10, check.is_passed):
        for unit in check.shaken:
            inflict(resolution, unit.id, Harm.DISRUPTED)
