"""How an activation begins, how its actions end, and when covering fire may interrupt them.

Rule: KGN Activation, The turn.
"""

from operator import ge, gt

from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, SUPPRESSED
from rules.kampfgruppe_normandy.questions.activation import covering_units
from rules.kampfgruppe_normandy.state.events import ActionDone, Activated, ConditionsChanged, Lapsed, Owed
from rules.kampfgruppe_normandy.state.progress import Activation, Duty, Obligation, Progress, with_progress
from rules.kampfgruppe_normandy.state.resolution import Resolution


def begin_activation(resolution: Resolution, activation: Activation) -> None:
    """Activate a unit; one that declares covering fire goes on it at once, unless it is fired at first."""
    unit = resolution.state.unit(activation.unit)
    if unit.has(COVERING):
        resolution.happen(ConditionsChanged(unit.id, frozenset(), frozenset({COVERING})))
    resolution.happen(Activated(activation, 0 if activation.is_free else 1))
    meet_with_covering_fire(resolution, activation)
    go_on_covering_fire(resolution)


@implements("KN-COV-01", "KN-ACT-11")
def go_on_covering_fire(resolution: Resolution) -> None:
    """Put the activated unit on covering fire if it declared that, once the enemy's covering fire has had its chance.

    Rule: KGN Covering fire; OUR 62.
    """
    activation = resolution.progress.activation
    if activation is None or activation.kinds != (ActionKind.COVERING,):
        return
    if can_act(resolution, activation.unit) and not is_held_up(resolution, activation.unit):
        resolution.happen(ConditionsChanged(activation.unit, frozenset({COVERING})))
        end_activation(resolution)


def can_act(resolution: Resolution, unit_id: str) -> bool:
    """Whether a unit is in play and not suppressed."""
    unit = resolution.state.units.get(unit_id)
    return unit is not None and not unit.has(SUPPRESSED)


_ITS_OWN = frozenset({Duty.MORALE_REQUEST, Duty.VETERAN_REROLL, Duty.CHOOSE_CASUALTIES})
"""Decisions that must be made about a unit before it goes on."""


@implements("KN-COV-02", "KN-SPEC-21", "KN-DFSA-54", "KN-UMOR-22", "KN-SPEC-23b")
def is_held_up(resolution: Resolution, unit_id: str) -> bool:
    """Whether a decision must be made before a unit goes on: covering fire, an event, other heroes, its morale or casualties.

    Its own heroic action comes when its move is done (OUR 214).
    """
    return any(
        owed.duty in (Duty.COVERING_FIRE, Duty.EVENT_TARGET)
        or (owed.duty is Duty.HEROIC_ACTION and owed.unit != unit_id)
        or (owed.unit == unit_id and owed.duty in _ITS_OWN)
        for owed in resolution.progress.owed
    )


@implements("KN-COV-02", "KN-DFHE-05")
def meet_with_covering_fire(resolution: Resolution, activation: Activation) -> None:
    """Ask for covering fire before an action other than a Move, which has its own chances (OUR 62).

    Guns off the table are asked about once for all of them.
    """
    enemy = resolution.progress.other(activation.side)
    if activation.next_kind is not ActionKind.MOVE:
        is_on_table = resolution.state.unit(activation.unit).at is not None
        owed = Obligation(Duty.COVERING_FIRE, enemy, other=activation.unit if is_on_table else "")
        if owed not in resolution.progress.owed:
            ask_for_covering_fire(resolution, owed)


@implements("KN-COV-02", "KN-COV-04")
def ask_for_covering_fire(resolution: Resolution, owed: Obligation) -> bool:
    """Ask a side for covering fire if its covering units can fire at anything it knows of; return whether it is asked.

    Rule: KGN Covering fire; OUR 62.
    """
    if not covering_units(resolution.position, owed.side):
        return False
    state_asked = with_progress(resolution.state, resolution.progress.changed(owed=(owed,)))
    if not resolution.could_act(state_asked, owed.side):
        return False
    owe_decision(resolution, owed)
    return True


@implements("KN-COV-07", "KN-UMOR-22", "KN-SPEC-21")
def owe_decision(resolution: Resolution, obligation: Obligation) -> None:
    """Owe a decision in its place: the results of a shot and heroes before covering fire, a mover's own heroic action last.

    Of several chances of covering fire, the one at the unit that acts now comes first.

    Rule: KGN Covering fire, Heroic action, Special events; OUR 63, 214.
    """
    move, owed = resolution.progress.move, resolution.progress.owed
    mover = "" if move is None else move.unit
    rank = _rank(obligation, mover)
    is_behind = ge if obligation.duty is Duty.COVERING_FIRE else gt
    place = next((k for k, other in enumerate(owed) if is_behind(_rank(other, mover), rank)), len(owed))
    resolution.happen(Owed(obligation, place=place))


def _rank(obligation: Obligation, mover: str) -> tuple[bool, bool, bool]:
    is_heroic = obligation.duty is Duty.HEROIC_ACTION
    return is_heroic and obligation.unit == mover, obligation.duty is Duty.COVERING_FIRE, is_heroic


def let_covering_fire_lapse(resolution: Resolution) -> None:
    """Let all chances of covering fire lapse, because heroes act first or odds look past them."""
    for owed in resolution.progress.owed:
        if owed.duty is Duty.COVERING_FIRE:
            resolution.happen(Lapsed(owed))


@implements("KN-DFHE-05")
def forgo_action(resolution: Resolution) -> None:
    """Forgo the next action of the activated unit, which counts for nothing: a forgone Move is no move (OUR 39)."""
    before = resolution.progress.activation
    assert before is not None
    resolution.happen(ActionDone(before.unit, forgone=True))
    _meet_next_action(resolution, before, before.next_kind is not ActionKind.MOVE)


def finish_action(resolution: Resolution, unit_id: str) -> None:
    """End the action of the activated unit; covering fire may interrupt before its next one."""
    before = resolution.progress.activation
    resolution.happen(ActionDone(unit_id))
    if before is not None:
        resolution.then(_meet_next_action, before, before.next_kind is ActionKind.MOVE)


def end_activation(resolution: Resolution) -> None:
    """End an activation before its last action; a unit that heroes interrupted goes on and may meet covering fire."""
    before = resolution.progress.activation
    assert before is not None
    resolution.happen(ActionDone(before.unit, all=True, forgone=True))
    _meet_next_action(resolution, before, was_met=True)


@implements("KN-COV-02", "KN-UMOR-22")
def _meet_next_action(resolution: Resolution, before: Activation, was_met: bool) -> None:
    """Ask for covering fire before the next action, or before the action that heroes interrupted goes on (OUR 62, 214).

    A Move has met it at its last inch already; a Move that heroes halted meets it as it resumes.
    """
    progress = resolution.progress
    now = progress.activation
    if progress.move is not None or is_to_move_on(progress):
        return
    is_same = now is not None and (now.unit, now.is_free) == (before.unit, before.is_free)
    if before.is_free and not is_same:
        meet_after_heroes(resolution)
    elif is_same and not was_met and now is not None and can_act(resolution, now.unit):
        meet_with_covering_fire(resolution, now)


@implements("KN-COV-02", "KN-UMOR-22")
def meet_after_heroes(resolution: Resolution) -> None:
    """Ask for covering fire once heroes have acted: at the unit they interrupted, or at any if none goes on.

    Rule: KGN Covering fire, Heroic action; OUR 62, 214.
    """
    progress = resolution.progress
    now = progress.activation
    if now is None:
        enemy = progress.other(progress.acting)
        ask_for_covering_fire(resolution, Obligation(Duty.COVERING_FIRE, enemy))
    elif can_act(resolution, now.unit):
        meet_with_covering_fire(resolution, now)
        go_on_covering_fire(resolution)


def is_to_move_on(progress: Progress) -> bool:
    """Whether the move that was halted last may resume: the heroes who halted it have acted."""
    if not progress.halted:
        return False
    hero, _ = progress.halted[-1]
    acting = (*progress.suspended, progress.activation)
    return not any(
        activation is not None and activation.is_free and activation.unit == hero for activation in acting
    )
