"""Which actions a unit can take, whether it can be activated, and the procedure of an action that it has declared.

Rule: KGN Activation, Actions; OUR 38, 39.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from rules.game.engine.position import memoized
from rules.game.engine.procedure import Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, IMMOBILISED, MOVED, RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, Mobility, SpecialRule, WeaponKind
from rules.kampfgruppe_normandy.book.weapons import FIREPOWER
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Step
from rules.kampfgruppe_normandy.state.resolution import Resolution


def command_units(position: Position, side: str) -> int:
    """How many command units a side still has, on the table or off it, suppressed or not.

    Rule: KGN Destroyed command units.
    """
    commands = (SpecialRule.COMMAND, SpecialRule.SUPREME_COMMAND)
    return sum(bool(position.type(unit).rules & set(commands)) for unit in position.of_side(side))


@implements(
    "KN-TURN-12a", "KN-TURN-13a", "KN-TURN-13b", "KN-TURN-14", "KN-PRIN-29", "KN-TURN-24b", "KN-DEPL-22",
    "KN-SUPP-27", "KN-IND-44",
)  # fmt: skip
def cannot_be_activated(position: Position, unit: Unit) -> Reason | None:
    """Why a unit cannot be activated now; None if it can.

    Rule: KGN Activation.
    """
    if (reason := cannot_act(position, unit)) is not None:
        return reason
    if unit.id in position.progress.activated:
        return Reason(f"{unit} has been activated this turn", cite("Activation"))
    return None


@implements("KN-UMOR-23", "KN-TURN-12a", "KN-TURN-13a", "KN-IND-44", "KN-AA-04a")
def cannot_act(position: Position, unit: Unit) -> Reason | None:
    """Why a unit can take no actions now, in its activation or as a heroic action; None if it can.

    Rule: KGN Activation, Heroic action; OUR 50.
    """
    if unit.has(SUPPRESSED):
        return Reason(f"{unit} is suppressed", cite("Activation"))
    if unit.has(RESERVE):
        return Reason(f"{unit} is in reserve", cite("Activation"))
    if position.status(unit).aboard is not None:
        is_gun = position.type(unit).kind is Kind.GUN
        words = f"{unit} is {'on tow' if is_gun else 'a passenger'}"
        return Reason(words, cite("Unit types") if is_gun else ours(50))
    if not isinstance(unit.at, Spot) and not position.type(unit).has(SpecialRule.OFF_TABLE):
        return Reason(f"{unit} is not on the table", cite("Activation"))
    return None


@implements(
    "KN-ACT-02", "KN-ACT-03", "KN-ACT-04", "KN-ACT-05", "KN-ACT-08", "KN-ACT-09", "KN-ACT-10", "KN-ACT-11",
    "KN-ACT-15",
)  # fmt: skip
def kinds_open(position: Position, unit: Unit) -> tuple[ActionKind, ...]:
    """The kinds of action open to a unit by its type and the weapons it has left; a crew may push its gun (OUR 40)."""
    left, is_loaded = position.weapons_left(unit), bool(position.aboard(unit))
    return _kinds_open(position.type(unit), left, unit.has(IMMOBILISED), is_loaded)


@lru_cache(maxsize=1024)
def _kinds_open(
    kind: KgnType, left: tuple[tuple[str, int], ...], is_immobilised: bool, is_loaded: bool
) -> tuple[ActionKind, ...]:
    if kind.has(SpecialRule.OFF_TABLE):
        return ()
    weapons = [weapon for weapon in kind.weapons if weapon.name in dict(left)]
    guns = [w for w in weapons if w.kind.is_main_gun or w.kind is WeaponKind.LIGHT_MORTAR]
    has_bullets = any(weapon.kind in FIREPOWER for weapon in weapons)
    has_shells = any(weapon.he is not None for weapon in guns)
    is_open = {
        ActionKind.MOVE: kind.mobility is not Mobility.NONE and not is_immobilised,
        ActionKind.DEPLOY: kind.is_infantry or kind.capacity or kind.tows or kind.kind.is_armoured,
        ActionKind.SUPPRESS_SMALL_ARMS: has_bullets,
        ActionKind.DIRECT_SMALL_ARMS: has_bullets,
        ActionKind.SUPPRESS_HE: has_shells,
        ActionKind.DIRECT_HE: has_shells,
        ActionKind.DIRECT_AT: has_shells or any(weapon.is_for_armour for weapon in weapons),
        ActionKind.COVERING: weapons,
        ActionKind.WITHDRAW: kind.kind is Kind.SOFT_SKIN and not is_loaded and not is_immobilised,
    }
    return tuple(action for action, may in is_open.items() if may)


def acting_unit(position: Position, kind: ActionKind) -> Unit | None:
    """The unit whose next action is of this kind, if there is one."""
    activation = position.progress.activation
    if activation is None or activation.next_kind is not kind or position.progress.step is Step.OVER:
        return None
    return position.state.units.get(activation.unit)


def not_acting(position: Position, unit_id: str, kind: ActionKind) -> Reason | None:
    """Why this unit may not carry out an action of this kind now; None if it may."""
    unit = acting_unit(position, kind)
    if unit is None or unit.id != unit_id:
        return Reason(f"{unit_id} has not declared {kind} as its next action", cite("The turn"))
    return None


def unit_action(
    declaration: type[Any],
    kind: ActionKind,
    offers_to: Callable[[Position, str, Unit], Iterable[Any]],
    forbids_to: Callable[[Position, Any, Unit], Iterator[Reason]],
    carry_out: Callable[[Resolution, Any], None],
    *,
    by: str = "unit",
    **more: Any,
) -> Procedure[Position, Resolution]:
    """The procedure of an action of this kind, for the unit that has declared it as its next action and no other.

    `by` is the field that names the unit.
    """

    def offers(position: Position, side: str) -> Iterable[Any]:
        unit = acting_unit(position, kind)
        return () if unit is None else offers_to(position, side, unit)

    def forbids(position: Position, action: Any) -> Iterator[Reason]:
        unit_id = getattr(action, by)
        if (reason := not_acting(position, unit_id, kind)) is not None:
            yield reason
        else:
            yield from forbids_to(position, action, position.state.unit(unit_id))

    return Procedure(declaration, (kind,), offers, forbids, carry_out, **more)


@implements("KN-DFHE-05")
def moves(position: Position, unit_id: str) -> bool:
    """Whether a unit has moved or will move this turn.

    Counted are its current activation, one suspended by a heroic action, and earlier ones of the turn; a unit that is
    immobilised meanwhile makes no Move still to come.
    """
    progress, unit = position.progress, position.state.units.get(unit_id)
    if unit is None:
        return False
    for activation in (progress.activation, *progress.suspended):
        if activation is not None and activation.unit == unit_id:
            done = activation.done if unit.has(IMMOBILISED) else len(activation.kinds)
            if ActionKind.MOVE in activation.kinds[:done]:
                return True
    return unit.side == progress.acting and unit.has(MOVED)


@implements("KN-COV-02")
@memoized
def covering_units(position: Position, side: str) -> Mapping[str, Unit]:
    """The units of a side that may use covering fire, by id: in the enemy's turn only, whichever unit acts."""
    if side == position.progress.acting:
        return {}
    return {
        unit.id: unit
        for unit in position.of_side(side)
        if unit.has(COVERING) and not unit.has(SUPPRESSED) and isinstance(unit.at, Spot)
    }
