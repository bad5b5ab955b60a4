"""The actions that a unit can declare, over all chapters, and why it cannot declare others.

Rule: KGN Activation, The turn; OUR 38, 49.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from rules.game.engine.procedure import Offering
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED
from rules.kampfgruppe_normandy.book.rulebook import because, cite, ours
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, SpecialRule
from rules.kampfgruppe_normandy.questions.activation import kinds_open
from rules.kampfgruppe_normandy.questions.batteries import (
    indirect_weapon,
    is_off_table,
    may_ask_for_fire,
    may_fire_indirectly,
    may_request,
    why_gun_silent,
)
from rules.kampfgruppe_normandy.questions.engineering import can_work, is_equipped, why_no_work
from rules.kampfgruppe_normandy.questions.fire_upwards import can_fire_at_aircraft, enemy_aircraft, why_silent
from rules.kampfgruppe_normandy.questions.gun_crew import ran_out
from rules.kampfgruppe_normandy.questions.main_gun import indirect_only
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Activation, with_progress


@implements("KN-AIR-09", "KN-AIR-11", "KN-AIR-31a")
def declarable(position: Position, unit: Unit) -> tuple[ActionKind, ...]:
    """Every kind of action that a unit can declare, in the order of the chapters; none for an aircraft, which flies first."""
    if position.type(unit).kind is Kind.AIRCRAFT:
        return ()
    further = [action for action, may in _further_actions(position.type(unit)) if may(position, unit)]
    return tuple(dict.fromkeys((*kinds_open(position, unit), *further)))


@implements("KN-SPEC-15", "KN-ACT-06", "KN-ACT-07", "KN-ACT-12", "KN-ACT-13", "KN-ACT-14", "KN-IND-43")
@lru_cache(maxsize=1024)
def _further_actions(kind: KgnType) -> tuple[tuple[ActionKind, Callable[[Position, Unit], bool]], ...]:
    """The actions of further chapters that units of a type can declare at all, each with a test whether one may now."""
    tests: dict[ActionKind, Callable[[Position, Unit], bool]] = {}
    if may_ask_for_fire(kind):
        tests[ActionKind.REQUEST] = may_request
    if indirect_weapon(kind) is not None:
        tests[ActionKind.SUPPRESS_INDIRECT] = may_fire_indirectly
    if kind.has(SpecialRule.RE_SUPPLY):
        tests[ActionKind.RE_SUPPLY] = _always
    if kind.has(SpecialRule.RECOVERY):
        tests[ActionKind.ENGINEER] = _always
    elif is_equipped(kind):
        tests[ActionKind.ENGINEER] = can_work
    tests[ActionKind.SUPPRESS_AIRCRAFT] = can_fire_at_aircraft
    return tuple(tests.items())


def _always(_: Position, __: Unit) -> bool:
    return True


def comes_to_something(game: Offering, position: Position, declared: Activation) -> bool:
    """Whether each action of an activation could be carried out: now, or after the Move or Deploy before it."""
    first, *rest = declared.kinds
    if not _finds_something(game, position, declared):
        return False
    changes_place = first in (ActionKind.MOVE, ActionKind.DEPLOY)
    return all(
        (changes_place and second not in _WITHOUT_MOVING)
        or _finds_something(game, position, replace(declared, done=1))
        for second in rest
    )


_WITHOUT_MOVING = (ActionKind.SUPPRESS_AIRCRAFT,)
"""Actions that a Move does not make possible: firing upwards depends on aircraft alone."""


def _finds_something(game: Offering, position: Position, declared: Activation) -> bool:
    """Whether the next action of an activation has something to do; covering fire always has, since it waits."""
    kind = declared.next_kind
    if kind is ActionKind.COVERING:
        return True
    key = (_finds_something, declared.unit, kind, declared.has_move)
    answer: bool | None = position.memo.get(key)
    if answer is None:
        progress = position.progress.changed(activation=declared, owed=())
        there = Position(with_progress(position.state, progress), position.book)
        answer = position.memo[key] = game.finds_something_to_do(there, declared.side)
    return answer


def declaration_reasons(
    position: Position, unit: Unit, kinds: tuple[ActionKind, ...], among: tuple[ActionKind, ...] | None = None
) -> Iterator[Reason]:
    """Why a unit cannot declare these actions, which must be two, or one that takes up both."""
    if not (len(kinds) == 1 or (len(kinds) == 2 and not any(kind.takes_both for kind in kinds))):
        yield Reason("a unit takes two actions, or one that takes up both", cite("The turn"))
    can = declarable(position, unit) if among is None else among
    yield from dict.fromkeys(_cannot_take(position, unit, kind) for kind in kinds if kind not in can)


@implements("KN-UMOR-23")
def no_request_of_heroes() -> Reason:
    """Why heroes cannot ask for artillery: other units would have to answer.

    Rule: KGN Heroic action.
    """
    return because("a heroic action is no request for artillery", "Heroic action")


@implements(
    "KN-ACT-06", "KN-ACT-12", "KN-ACT-15", "KN-IND-13", "KN-IND-37", "KN-TURN-22", "KN-AIR-09", "KN-AIR-11",
    "KN-WPN-10b", "KN-WPN-25", "KN-COV-01",
)  # fmt: skip
def _cannot_take(position: Position, unit: Unit, action: ActionKind) -> Reason:
    """Why a unit cannot declare an action: what it lacks for it now, or that such units never take it."""
    if position.type(unit).kind is Kind.AIRCRAFT:
        if action is ActionKind.COVERING:
            return because(f"{unit} cannot stop, and so never uses covering fire", "Aircraft firing")
        return because(f"{unit} moves first: it is activated by flying somewhere", "Aircraft movement")
    lacks = _lacks_to_fire(position, unit, action) or _lacks_to_move_or_work(position, unit, action)
    return lacks or Reason(f"{unit} cannot take the action {action}", ours(38))


def _lacks_to_fire(position: Position, unit: Unit, action: ActionKind) -> Reason | None:
    """What a unit that has this kind of fire lacks to use it now; None if that is not the obstacle."""
    lobbed = indirect_weapon(position.type(unit))
    match action:
        case ActionKind.SUPPRESS_HE | ActionKind.DIRECT_HE | ActionKind.DIRECT_AT:
            # A crew out of shells still has rifles, but does not use them for these kinds of fire.
            return ran_out(position, unit) or (None if lobbed is None else indirect_only(lobbed))
        case ActionKind.SUPPRESS_INDIRECT if lobbed is not None:
            if is_off_table(position, unit):
                words = f"{unit} is off the table and fires for effect with its battery"
                return because(words, "Fire for effect")
            words = f"no fire mission waits for {unit}: an observer must ask for one first"
            return why_gun_silent(position, unit) or because(words, "Fire for effect")
        case ActionKind.COVERING if not position.type(unit).weapons:
            return because(f"{unit} has nothing to fire", "Covering fire")
        case ActionKind.SUPPRESS_AIRCRAFT:
            if not enemy_aircraft(position, unit.side):
                return because("no enemy aircraft is over the table", "Suppressing fire - anti-aircraft")
            return why_silent(position, unit)
        case _:
            return None


def _lacks_to_move_or_work(position: Position, unit: Unit, action: ActionKind) -> Reason | None:
    """What a unit lacks to move, ask for fire or do engineering work; None if that is not the obstacle."""
    kind = position.type(unit)
    match action:
        case ActionKind.WITHDRAW if kind.kind is not Kind.SOFT_SKIN:
            return because(f"{unit} is not a soft-skin", "Soft-skin withdrawal")
        case ActionKind.MOVE | ActionKind.WITHDRAW if unit.has(IMMOBILISED):
            return because(f"{unit} is immobilised", "Direct fire - anti-tank")
        case ActionKind.WITHDRAW if position.aboard(unit):
            return Reason(f"{unit} has a load aboard", ours(49))
        case ActionKind.REQUEST if indirect_weapon(kind) is not None:
            return because(f"{unit} cannot spot for its own fire", "Gun spotting for themselves")
        case ActionKind.REQUEST if may_ask_for_fire(kind):
            return because(f"there are no guns that {unit} may ask for", "Requesting fire")
        case ActionKind.ENGINEER:
            return why_no_work(position, unit)
        case _:
            return None
