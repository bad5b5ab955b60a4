"""Decisions put to a player outside the order of play: declining them, and removing a unit over the stacking
limit. Chapters 2.4, 6."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, offer_once
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.effects.harm import eliminate
from rules.last_hundred_yards.effects.leaving_factors import factors_of
from rules.last_hundred_yards.effects.mortar_support import decline_extension
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.effects.retreat import end_dice, end_retreat
from rules.last_hundred_yards.questions.activation.rights import own_unit
from rules.last_hundred_yards.questions.movement.vehicle_stacks import answering_fires, is_on_the_spot
from rules.last_hundred_yards.questions.terrain.stacking import removable_units
from rules.last_hundred_yards.questions.withdrawal.retreat_routes import may_stop
from rules.last_hundred_yards.state.events.order_events import DecisionTaken
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import Decision, DecisionKind


class Pass(PlainDeclaration):
    """Decline what was offered, or any more of it; a retreat ends."""

    words = "{side} passes"


@dataclass(frozen=True, slots=True)
class RemoveExcess:
    """Eliminate a unit above the stacking limit (2.4)."""

    side: str
    unit: UnitId

    def __str__(self) -> str:
        return f"remove {self.unit} (over the stacking limit)"


def _may_pass(position: Position, due: Decision) -> bool:
    if due.kind is DecisionKind.DRIVE_OFF:
        return position.course.moving is None
    return due.kind is not DecisionKind.RETREAT or may_stop(position, position.unit(due.unit), due)


def forbids_pass(position: Position, _: Pass) -> Iterator[Reason]:
    """Why the decision may not be declined."""
    due = position.course.due
    if _may_pass(position, due):
        return
    if due.kind is DecisionKind.DRIVE_OFF:
        yield Reason(f"{due.unit} is driving off", cite_later("10.4.5"))
    else:
        yield Reason("the retreat goes on", cite_later("13.6.3"))


def decline(resolution: Resolution, _: Pass) -> None:
    """Decline what is offered; a retreat ends."""
    kind = resolution.course.due.kind
    if kind is DecisionKind.RETREAT:
        end_retreat(resolution)
    elif kind is DecisionKind.EXTEND_MORTAR:
        decline_extension(resolution)
    else:
        resolution.happen(DecisionTaken())


def pass_factors(position: Position, _: Pass) -> Factors:
    """The checks at the end of a retreat, or the markers that are rolled for as nobody else fires in a hex driven through."""
    due, paused = position.course.due, position.course.paused
    if due.kind is DecisionKind.RETREAT:
        return factors_of(end_dice(position, due))
    if paused is None or not is_on_the_spot(position, paused):
        return Factors()
    place = paused.path[-1]
    return factors_of(
        Reason(
            f"{fire.kind.upper()} {fire.value:+d} on {fire.target or place}", cite_later("10.4.5"), (place,)
        )
        for fire in answering_fires(position, paused)
    )


def pass_sentence(position: Position, action: Pass) -> str:
    """The pass in words, naming the unit that does not advance where several may."""
    course = position.course
    several = course.due.kind is DecisionKind.ADVANCE and len(course.due_in_any_order) > 1
    return f"{action}: {course.due.unit} does not advance" if several else str(action)


def excess_candidates(position: Position, side: str) -> Iterator[RemoveExcess]:
    """The units of a hex over the stacking limit, one of which has to go."""
    at = position.course.due.place
    yield from (RemoveExcess(side, unit.id) for unit in removable_units(position, at, side))


def forbids_excess(position: Position, action: RemoveExcess) -> Iterator[Reason]:
    """Why a unit is not removed."""
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
    elif action not in list(excess_candidates(position, action.side)):
        yield Reason(f"{unit} is not over the stacking limit", cite("2.4"))


@implements("LHY-17.4b")
def remove_excess(resolution: Resolution, action: RemoveExcess) -> None:
    """The unit is eliminated and counts as a casualty; a leader comes back later."""
    due = resolution.course.due
    eliminate(resolution, resolution.state.unit(action.unit), "is eliminated: over the stacking limit")
    goes_on = any(removable_units(resolution.position, due.place, due.side))
    resolution.happen(DecisionTaken(due if goes_on else None))


PASS = Procedure(
    Pass,
    (
        DecisionKind.RECON,
        DecisionKind.RETREAT,
        DecisionKind.ADVANCE,
        DecisionKind.DESTROY_VEHICLE,
        DecisionKind.DRIVE_OFF,
        DecisionKind.STAND_UP,
        DecisionKind.FIRE_WITHIN_HEX,
        DecisionKind.RECOMBINE,
        DecisionKind.EXTEND_MORTAR,
        DecisionKind.MOVE_DUMMIES,
    ),
    offer_once(Pass),
    forbids_pass,
    decline,
    pass_factors,
    sentence=pass_sentence,
)


EXCESS = Procedure(RemoveExcess, (DecisionKind.OVERSTACK,), excess_candidates, forbids_excess, remove_excess)
