"""Orders to fire: which may be worth giving, and the dice and cited reasons of each, or why it is refused.

Rule: KGN Shooting, Suppressing fire, Direct fire.
"""

from collections.abc import Iterator

from rules.game.engine.position import memoized
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, are_apart
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.unit_types import WeaponKind
from rules.kampfgruppe_normandy.book.weapons import MAX_DIRECT_IN, NIGHT_LIMIT_IN
from rules.kampfgruppe_normandy.questions.fire.aim import take_aim
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Order, Refused, Sheet
from rules.kampfgruppe_normandy.questions.fire.shells import shell_of, shell_sheet
from rules.kampfgruppe_normandy.questions.fire.small_arms import small_arms_of, small_arms_sheet
from rules.kampfgruppe_normandy.questions.ranges import range_between
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import is_seen
from rules.kampfgruppe_normandy.questions.sight.visibility import not_seen
from rules.kampfgruppe_normandy.questions.volley import Round
from rules.kampfgruppe_normandy.state.position import Position

_BULLETS = (ActionKind.SUPPRESS_SMALL_ARMS, ActionKind.DIRECT_SMALL_ARMS)


@memoized
def work_out(position: Position, order: Order, *, moves: bool) -> Sheet | Refused:
    """The dice and reasons of an order to fire, or why it is refused; `moves` if the firer has moved or will."""
    aim = take_aim(position, order, moves=moves)
    if isinstance(aim, Refused):
        return aim
    if not aim.seen.is_open:
        return Refused(not_seen(aim.firer, aim.target, aim.seen))
    return small_arms_sheet(aim, order) if order.kind in _BULLETS else shell_sheet(aim, order)


def may_fire(position: Position, order: Order, *, moves: bool) -> bool:
    """Whether an order may be carried out, as by `work_out`; sight is asked last because it takes longest."""
    aim = take_aim(position, order, moves=moves)
    if isinstance(aim, Refused):
        return False
    fired = small_arms_of(aim, order) if order.kind in _BULLETS else shell_of(aim, order)
    return not isinstance(fired, Refused) and is_seen(position, aim.firer, aim.target)


def why_no_target(position: Position, unit: Unit, kind: ActionKind, *, moves: bool) -> list[Reason]:
    """Why a unit has no target for a kind of fire: a reason for each enemy, nearest first; empty if it has one."""
    enemies = [enemy for enemy in targets_of(position, unit.side) if position.spot(enemy) is not None]
    enemies.sort(key=lambda enemy: range_between(position, unit, enemy).most_in)
    refused: dict[str, Reason] = {}
    for order in orders_of(position, unit, kind, enemies):
        shot = work_out(position, order, moves=moves)
        if not isinstance(shot, Refused):
            return []
        refused.setdefault(order.target, shot.reason)
    return list(dict.fromkeys(refused.values()))


def targets_of(position: Position, side: str) -> list[Unit]:
    """The enemies that orders to fire may be about: those on the table, and those aboard armoured vehicles."""
    targets = list(position.enemies(side))
    for carrier in list(targets):
        if position.type(carrier).kind.is_armoured:
            targets += position.aboard(carrier)
    return targets


def in_reach(position: Position, unit: Unit, targets: list[Unit]) -> list[Unit]:
    """The targets within range of a unit's direct fire, by day or night; none if it is off the table."""
    if position.spot(unit) is None:
        return []
    limit_in = NIGHT_LIMIT_IN if position.progress.setting.is_night else MAX_DIRECT_IN
    here = position.base(unit).bounds
    return [
        target
        for target in targets
        if position.spot(target) is not None
        and not are_apart(here, position.base(target).bounds, limit_in + 2 * HAIR_IN)
        and range_between(position, unit, target).is_within(limit_in)
    ]


def orders_of(position: Position, unit: Unit, kind: ActionKind, targets: list[Unit]) -> Iterator[Order]:
    """The orders worth asking about: each target, each weapon and round that this kind of fire can use."""
    if not targets:
        return
    row = position.type(unit)
    left = dict(position.weapons_left(unit))
    for target in targets:
        if kind in _BULLETS:
            yield Order(unit.id, target.id, kind)
            for weapon in row.weapons:
                if weapon.kind is WeaponKind.FLAMETHROWER and weapon.name in left:
                    yield Order(unit.id, target.id, kind, weapon.name)
            continue
        armoured = position.type(target).kind.is_armoured
        for weapon in row.weapons:
            if weapon.name not in left or weapon.kind in (WeaponKind.SMALL_ARMS, WeaponKind.MORTAR):
                continue
            if kind is not ActionKind.DIRECT_AT:
                if weapon.he is not None:
                    yield Order(unit.id, target.id, kind, weapon.name)
            elif weapon.is_for_armour:
                yield Order(unit.id, target.id, kind, weapon.name)
            if kind is ActionKind.DIRECT_AT and armoured and weapon.he is not None:
                yield Order(unit.id, target.id, kind, weapon.name, Round.HE.value)
