"""Special events drawn from the pot: mechanical breakdown, heroic action, gun out of ammunition.

Rule: KGN Special events; OUR 129 to 131.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, offer_once
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED
from rules.kampfgruppe_normandy.book.morale_counters import Special
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite
from rules.kampfgruppe_normandy.effects.activation import owe_decision
from rules.kampfgruppe_normandy.effects.losses import lose_unit
from rules.kampfgruppe_normandy.effects.move_under_way import go_on_after_decision, let_pass
from rules.kampfgruppe_normandy.questions.special_events import EVENTS, targets_of_event
from rules.kampfgruppe_normandy.state.ammunition_events import LastShotLeft
from rules.kampfgruppe_normandy.state.events import Answered, ConditionsChanged
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation
from rules.kampfgruppe_normandy.state.resolution import Resolution

HARMLESS_TO = 2
HALF_TO = 5
"""On 1-2 nothing happens, on 3-5 the lesser mishap, on 6 the unit is lost."""


@dataclass(frozen=True, slots=True)
class PlayEvent:
    """The side that drew a special event says which unit it is played on."""

    side: str
    unit: UnitId

    def __str__(self) -> str:
        return f"the event befalls {self.unit}"


def _offers(position: Position, side: str) -> Iterator[PlayEvent]:
    event = position.progress.due.other
    yield from (PlayEvent(side, unit.id) for unit in targets_of_event(position, event, side))


def _forbids(position: Position, action: PlayEvent) -> Iterator[Reason]:
    event = position.progress.due.other
    if action.unit not in {unit.id for unit in targets_of_event(position, event, action.side)}:
        words = f"{event} cannot befall {action.unit}: it is played on {EVENTS[event]}"
        yield Reason(words, cite("Special events"))


class PassEvent(PlainDeclaration):
    """Pass on an event for which no target is left."""

    words = "the event has no effect"


def _pass_forbids(position: Position, action: PassEvent) -> Iterator[Reason]:
    event = position.progress.due.other
    if targets_of_event(position, event, action.side):
        yield Reason(f"{event} must be played on a unit", cite("Special events"))


def mishap_by_die(die: int) -> str:
    """The result of a die for a breakdown or for lack of ammunition: nothing, the lesser harm, or the loss."""
    return "nothing" if die <= HARMLESS_TO else "half" if die <= HALF_TO else "lost"


@implements("KN-SPEC-21")
def _carry_out(resolution: Resolution, action: PlayEvent) -> None:
    """Play an event on its unit at once; a move that it interrupted then goes on if it can."""
    event = resolution.progress.due.other
    resolution.happen(Answered())
    _apply_event(resolution, event, action.unit)
    go_on_after_decision(resolution)


@implements("KN-SPEC-22b", "KN-SPEC-23b", "KN-SPEC-24a.2", "KN-DFAT-43a")
def _apply_event(resolution: Resolution, event: str, unit_id: str) -> None:
    """Apply an event to a unit; a heroic action comes at once, even during another unit's move, but not during its own.

    Rule: KGN Special events.
    """
    if event == Special.HEROIC_ACTION:
        owe_decision(resolution, Obligation(Duty.HEROIC_ACTION, resolution.state.unit(unit_id).side, unit_id))
        return
    mishap_result = resolution.decide(event, 6, mishap_by_die)
    if mishap_result == "lost":
        lose_unit(resolution, unit_id, "abandoned")
    elif mishap_result == "half" and event == Special.BREAKDOWN:
        resolution.happen(ConditionsChanged(unit_id, frozenset({IMMOBILISED})))
    elif mishap_result == "half":
        resolution.happen(LastShotLeft(unit_id))


def _factors(position: Position, _: PlayEvent) -> Factors:
    event = position.progress.due.other
    if event == Special.HEROIC_ACTION:
        return Factors.of(Reason(event, cite("Special events")))
    lesser = "the vehicle is immobilised" if event == Special.BREAKDOWN else "the gun has one shot left"
    words = f"{event}: to {HARMLESS_TO} nothing, to {HALF_TO} {lesser}, on a 6 it is abandoned"
    where = as_read("Special events", 130 if event == Special.BREAKDOWN else 131)
    return Factors.of(Reason(words, where))


PLAY_EVENT = Procedure(PlayEvent, (Duty.EVENT_TARGET,), _offers, _forbids, _carry_out, factors=_factors)
PASS_EVENT = Procedure(PassEvent, (Duty.EVENT_TARGET,), offer_once(PassEvent), _pass_forbids, let_pass)

RULE_IDS = {"HARMLESS_TO": ("KN-SPEC-22b", "KN-SPEC-24a.2"), "HALF_TO": ("KN-SPEC-22b", "KN-SPEC-24a.2")}
