"""What is put to a player out of the order of play: to decline it, or to say which unit is one too many. Chapters 2.4, 6."""

from collections.abc import Iterator

from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.last_hundred_yards.course import Decision, DecisionKind
from rules.last_hundred_yards.mortars import decline_extension
from rules.last_hundred_yards.order_events import (
    DecisionDue,
    DecisionTaken,
)
from rules.last_hundred_yards.position import Position, row_of
from rules.last_hundred_yards.procedures import Procedure, own_unit
from rules.last_hundred_yards.retreat_ways import may_stop
from rules.last_hundred_yards.retreating import stop_retreat
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.stacking import excess
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.turn_actions import (
    Pass,
    RemoveExcess,
)
from rules.last_hundred_yards.unit_events import StepsLost, UnitGone

_LATER = Provenance.LATER_EDITION


def pass_candidates(position: Position, side: str) -> Iterator[Pass]:
    """Declining what is offered."""
    due = position.course.decisions[:1]
    if due and due[0].kind in _MAY_PASS and _may_pass(position, due[0]):
        yield Pass(side)


_MAY_PASS = frozenset({
    DecisionKind.RETREAT, DecisionKind.ADVANCE, DecisionKind.DESTROY_VEHICLE, DecisionKind.RECOMBINE,
    DecisionKind.EXTEND_MORTAR, DecisionKind.RECON, DecisionKind.MOVE_DUMMIES, DecisionKind.DRIVE_OFF,
    DecisionKind.STAND_UP, DecisionKind.FIRE_WITHIN_HEX,
})  # fmt: skip


def _may_pass(position: Position, due: Decision) -> bool:
    if due.kind is DecisionKind.DRIVE_OFF:
        return position.course.moving is None
    return due.kind is not DecisionKind.RETREAT or may_stop(position, position.unit(due.unit), due)


def forbids_pass(position: Position, action: Pass) -> Iterator[Reason]:
    """Why nothing may be declined."""
    due = position.course.decisions[:1]
    if not due or due[0].kind not in _MAY_PASS:
        yield Reason("there is nothing to decline", cite("6.0 II"))
    elif due[0].side != action.side:
        yield Reason(f"{due[0].side} decides", cite("6.0 II"))
    elif due[0].kind is DecisionKind.DRIVE_OFF and not _may_pass(position, due[0]):
        yield Reason(f"{due[0].unit} is driving off", cite("10.4.5", _LATER))
    elif not _may_pass(position, due[0]):
        yield Reason("the retreat goes on", cite("13.6.3", _LATER))


def decline(telling: Telling, action: Pass) -> None:
    """What is offered is left; a retreat ends."""
    del action
    kind = telling.course.decisions[0].kind
    if kind is DecisionKind.RETREAT:
        stop_retreat(telling)
    elif kind is DecisionKind.EXTEND_MORTAR:
        decline_extension(telling)
    else:
        telling.put(DecisionTaken())


def excess_candidates(position: Position, side: str) -> Iterator[RemoveExcess]:
    """The units of which one has to go."""
    due = position.course.decisions[:1]
    if due and due[0].kind is DecisionKind.OVERSTACK and due[0].at is not None:
        yield from (RemoveExcess(side, unit.id) for unit in excess(position, due[0].at, side))


def forbids_excess(position: Position, action: RemoveExcess) -> Iterator[Reason]:
    """Why a unit is not removed."""
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
    elif action not in list(excess_candidates(position, action.side)):
        yield Reason(f"{unit} is not one too many", cite("2.4"))


@implements("LHY-17.4b")
def remove_excess(telling: Telling, action: RemoveExcess) -> None:
    """The unit is eliminated and counts as a casualty."""
    unit = telling.state.unit(action.unit)
    due = telling.course.decisions[0]
    telling.put(DecisionTaken())
    telling.put(UnitGone(unit.id, "is eliminated: one too many"))
    if row_of(unit).is_combat:
        telling.put(StepsLost(unit.side, row_of(unit).steps))
    assert due.at is not None
    if list(excess(telling.position, due.at, due.side)):
        telling.put(DecisionDue(due, first=True))


PASS = Procedure(pass_candidates, forbids_pass, decline)
EXCESS = Procedure(excess_candidates, forbids_excess, remove_excess)
