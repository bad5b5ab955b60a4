"""Section 8.2: movement orders, and groups that try to move with or without an order."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.game.chance.dice import Thrown
from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, at_will
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.effects.group_moves import end_group
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.questions.movement_orders import ORDERS, group_modifiers, group_test
from rules.micro_armour.state.cohesion import state_modifiers
from rules.micro_armour.state.group_events import GroupTested, OrdersRolled
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Group, Stage, orders_left
from rules.micro_armour.state.stands import sides_without_ghq


class RollOrders(PlainDeclaration):
    """Both players throw for their movement orders."""

    words = "roll for movement orders"


@dataclass(frozen=True, slots=True)
class _Rolled:
    """The orders that a side rolled; the 2D6 total is only for the record."""

    side: str
    orders: int
    total: int = field(compare=False)


def carry_out_orders(resolution: Resolution, _: RollOrders) -> None:
    resolution.then(_roll_orders, ())


@implements("MATG2-8.2.1", "MATG2-8.2.2", "MATG2-12.M1")
def _roll_orders(resolution: Resolution, rolled: tuple[_Rolled, ...]) -> None:
    """Roll for each side: 2D6 and the GHQ's quality give its orders; a side without a GHQ gets none.

    Rule: MATG2 8.2.1, 8.2.2 and the Movement Orders table.
    """
    forces, without_ghq = resolution.progress.options.forces, sides_without_ghq(resolution.state)
    force = forces[len(rolled)]
    total = orders = 0
    if force.side not in without_ghq:
        what, quality = f"orders of {force.side}", force.ghq_quality
        first = resolution.roll(what, 6)
        second = resolution.decide(what, 6, lambda face: Thrown(ORDERS[first + face + quality], face))
        total, orders = first + second.face + quality, second.outcome
    rolled = (*rolled, _Rolled(force.side, orders, total))
    if len(rolled) < len(forces):
        resolution.then(_roll_orders, rolled)
        return
    sides, totals, given = zip(*((each.side, each.total, each.orders) for each in rolled), strict=True)
    resolution.happen(OrdersRolled(sides, totals, given, tuple(sorted(without_ghq))))


def orders_factors(position: Position, _: RollOrders) -> Factors:
    without_ghq, edition = sides_without_ghq(position.state), position.edition
    reasons = []
    for force in position.options.forces:
        if force.side in without_ghq:
            reasons.append(Reason(f"{force.side} has no GHQ, no orders", edition.cite("8.2.2")))
        else:
            reasons.append(Reason(f"{force.side} adds {force.ghq_quality:+d}", edition.cite("8.2.1")))
    if len(without_ghq) < len(position.options.forces):
        reasons.append(Reason("orders by the total of 2D6", edition.cite("Movement Orders")))
    return Factors.of(*reasons)


ROLL_ORDERS = at_will(RollOrders, (Stage.ORDERS,), carry_out_orders, orders_factors)


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """Try to move a group: with an order, or independently without."""

    side: str
    group: int
    ordered: bool

    def __str__(self) -> str:
        return f"{'order' if self.ordered else 'without an order,'} group {self.group} to move"


def offer_attempts(position: Position, side: str) -> Iterator[MoveGroup]:
    for group in position.progress.groups:
        if group.side == side:
            yield MoveGroup(side, group.number, True)
            yield MoveGroup(side, group.number, False)


@implements(
    "MATG2-8.1.3.1", "MATG2-8.1.3.3", "MATG2-8.2.2", "MATG2-8.2.5", "MATG2-8.2.7", "MATG2-8.2.8a", "MATG2-12.M5",
)  # fmt: skip
def forbid_attempt(position: Position, attempt: MoveGroup) -> Iterator[Reason]:
    progress, edition = position.progress, position.edition
    group = progress.group(attempt.group)
    if group is None or group.side != attempt.side:
        yield Reason(f"{attempt.side} has no group {attempt.group} left to move", edition.cite("8.1.1"))
        return
    left = orders_left(position.state, attempt.side)
    if attempt.ordered and attempt.side in sides_without_ghq(position.state):
        yield Reason(f"{attempt.side} has no GHQ, no orders", edition.cite("8.2.2"))
    elif attempt.ordered and left < 1:
        yield Reason(f"{attempt.side} has no order left", edition.cite("8.2.5"))
    elif attempt.ordered and not edition.orders_first and attempt.side in progress.in_independent_movement:
        yield Reason("ordered movement was complete when independent movement began", edition.cite("8.2.7"))
    elif not attempt.ordered and group.tried_alone_as:
        yield _tried_alone(group, edition)
    elif not attempt.ordered and edition.orders_first and left:
        orders = f"{left} orders" if left > 1 else "last order"
        yield Reason(f"{attempt.side} must use its {orders} first", edition.cite("8.2.7"))


def _tried_alone(group: Group, edition: Edition) -> Reason:
    words, cite = f"group {group.number} has tried to move without an order", edition.cite("8.2.8")
    if group.tried_alone_as == group.number:
        return Reason(words, cite)
    return Reason(f"{words}, in group {group.tried_alone_as}", cite.together_with(edition.our(79)))


def carry_out_attempt(resolution: Resolution, attempt: MoveGroup) -> None:
    units = _stands(resolution.position, attempt)
    level = resolution.progress.options.cohesion(attempt.side)
    test = group_test(units, level, resolution.edition, ordered=attempt.ordered)
    thrown = resolution.decide(
        f"group {attempt.group} to move",
        20,
        lambda face: Thrown((test(face).moving, test(face).stragglers), face),
    )
    tested = test(thrown.face)
    roll, moving, stragglers = tested.roll, tested.moving, tested.stragglers
    resolution.happen(
        GroupTested(
            attempt.side,
            attempt.group,
            attempt.ordered,
            roll.natural,
            roll.modifier,
            level,
            moving,
            stragglers,
        )
    )
    if not moving:
        end_group(resolution, attempt.side, attempt.group, stragglers)


def attempt_factors(position: Position, attempt: MoveGroup) -> Factors:
    edition, units = position.edition, _stands(position, attempt)
    level = position.options.cohesion(attempt.side)
    modifiers = group_modifiers(units, edition, ordered=attempt.ordered)
    for unit in units:
        modifiers += state_modifiers(unit, edition)
    return Factors.of(Reason(f"cohesion level {level}", edition.cite("5.1")), *modifiers.as_reasons)


def _stands(position: Position, attempt: MoveGroup) -> tuple[Unit, ...]:
    group = position.progress.group(attempt.group)
    return tuple(position.state.unit(name) for name in group.stands) if group else ()


def attempt_sentence(position: Position, attempt: MoveGroup) -> str:
    """The stands of the group in an attempt."""
    return f"{attempt}: {', '.join(unit.id for unit in _stands(position, attempt))}"


MOVE_GROUP = Procedure(
    MoveGroup,
    (Stage.GROUPS,),
    offer_attempts,
    forbid_attempt,
    carry_out_attempt,
    attempt_factors,
    sentence=attempt_sentence,
)
