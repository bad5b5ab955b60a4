"""The Mortar Adjustment Phase: observers are withdrawn, mortars recover or stay, fire is extended. Chapter 11.4."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, at_will
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.declarations.mortars.mortar_fire import (
    SHIFT_HEXES,
    by_diagram,
    cannot_direct,
    forbids_impact_hex,
)
from rules.last_hundred_yards.declarations.mortars.mortar_impact import (
    MortarFire,
    is_hindered,
    land_markers,
    mortar_row,
)
from rules.last_hundred_yards.effects.mortar_support import pending_mortar, take_to_pending
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.terrain.scatter import diagrams, forbids_diagram
from rules.last_hundred_yards.state.darkness import ILLUMINATION
from rules.last_hundred_yards.state.events.fire_events import FiresRemoved
from rules.last_hundred_yards.state.events.marker_events import GroundMarked, MortarChanged
from rules.last_hundred_yards.state.events.order_events import DecisionDue, DecisionTaken, PhaseBegan
from rules.last_hundred_yards.state.markers import SMOKE, FireKind
from rules.last_hundred_yards.state.position import Position, is_unknown
from rules.last_hundred_yards.state.progress import Decision, DecisionKind, MortarPlace, MortarState, Phase


class AdjustMortars(PlainDeclaration):
    """The Mortar Fire Adjustment Phase (5.0 V)."""

    words = "adjust mortar fire"


@dataclass(frozen=True, slots=True)
class ExtendMortar:
    """Extend a mortar's fire, on the same hex or shifted (11.4.10); `sector` and `smoke` as in a call."""

    side: str
    mortar: str
    at: Hex
    sector: str = ""
    smoke: bool = False

    def __str__(self) -> str:
        what = "its fire with smoke" if self.smoke else "its fire"
        return f"{self.mortar} extends {what} to {self.at}{by_diagram(self.sector)}"


@implements(
    "LHY-5.0.V.1", "LHY-5.0.V.2", "LHY-5.0.V.3", "LHY-5.0.V.4", "LHY-11.4.9", "LHY-11.4.10.1",
    "LHY-11.4.10.3", "LHY-11.4.10.3.wait", "LHY-11.4.10.4", "LHY-11.4.S.2",
)  # fmt: skip
def adjust(resolution: Resolution, _: AdjustMortars) -> None:
    """Remove markers, let mortars recover, withdraw observers, and offer extensions, first to the side with the higher die."""
    _clear_markers(resolution)
    take_to_pending(resolution)
    resolution.then(_withdraw_observers)
    for mortar in reversed(resolution.course.mortars):
        if mortar.place is MortarPlace.PENDING:
            resolution.then(_recover, mortar)


def _withdraw_observers(resolution: Resolution) -> None:
    """Mortars that fired stay with their observers or become pending; those that stay may be extended."""
    for mortar in resolution.course.mortars:
        has_fired = mortar.place in (MortarPlace.FINAL, MortarPlace.INITIAL)
        if has_fired and not is_kept(resolution.position, mortar):
            resolution.happen(MortarChanged(pending_mortar(mortar)))
    if both_extend(resolution.position, _extending(resolution)):
        resolution.then(_go_first)
    else:
        _offer_extensions(resolution, resolution.position.mission.sides[0].id)


def _extending(resolution: Resolution) -> list[MortarState]:
    return [mortar for mortar in resolution.course.mortars if mortar.place is MortarPlace.INITIAL]


def _offer_extensions(resolution: Resolution, first: str) -> None:
    for mortar in _by_turns(_extending(resolution), first):
        resolution.happen(
            DecisionDue(Decision(DecisionKind.EXTEND_MORTAR, mortar.side, mortar.id, mortar.impact))
        )
    resolution.happen(PhaseBegan(Phase.TIME))


def both_extend(position: Position, extending: Iterable[MortarState]) -> bool:
    """Whether mortars of both sides may extend their fire, so that two dice decide which side goes first."""
    return {mortar.side for mortar in extending} == set(position.state.sides)


def _by_turns(mortars: list[MortarState], first: str) -> list[MortarState]:
    """The mortars of both sides in alternation, starting with the first side."""
    in_order = sorted(mortars, key=lambda mortar: mortar.id)
    own = [mortar for mortar in in_order if mortar.side == first]
    others = [mortar for mortar in in_order if mortar.side != first]
    return [mortar for pair in zip_longest(own, others) for mortar in pair if mortar is not None]


def _go_first(resolution: Resolution) -> None:
    """The higher die extends first; equal dice are thrown again."""
    one, other = resolution.state.sides
    first = resolution.roll(f"{one} extends first")

    def by(second: int) -> str:
        return "" if first == second else one if first > second else other

    higher = resolution.decide(f"{other} extends first", D10, by)
    if higher:
        _offer_extensions(resolution, higher)
    else:
        resolution.then(_go_first)


def has_mortars_to_adjust(position: Position) -> bool:
    """Whether there is a mortar in the mission, or a marker that comes off."""
    course = position.course
    lie = any(marker.kind in (SMOKE, ILLUMINATION) for marker in position.state.markers)
    return bool(course.mortars) or lie or any(fire.kind is FireKind.MDRM for fire in course.fires)


@implements("LHY-21.4.1c")
def _clear_markers(resolution: Resolution) -> None:
    spent = tuple(fire.number for fire in resolution.course.fires if fire.kind is FireKind.MDRM)
    if spent:
        resolution.happen(FiresRemoved(spent))
    for marker in resolution.state.markers:
        if marker.kind in (SMOKE, ILLUMINATION) and isinstance(marker.at, Hex):
            resolution.happen(GroundMarked(marker.kind, marker.at, marker.value - 1))


def _recover(resolution: Resolution, mortar: MortarState) -> None:
    needed = mortar_row(resolution.position, mortar.kind).recovers_on
    if mortar.failed_extension:
        resolution.happen(MortarChanged(replace(mortar, failed_extension=False)))
    elif resolution.passes(f"{mortar.id} recovers", D10, at_most=needed):
        resolution.happen(MortarChanged(replace(mortar, place=MortarPlace.AVAILABLE)))


@implements("LHY-11.4.10.1", "LHY-5.0.V.3")
def is_kept(position: Position, mortar: MortarState) -> bool:
    """Whether the fire of a mortar may be extended.

    It may if it fired in this turn and a friendly unit that might ask for it is still with its observer (reading 210).
    """
    at = mortar.observer_at
    if mortar.place is not MortarPlace.INITIAL or at in (None, mortar.impact):
        return False
    assert at is not None
    if position.is_marked_assault(at):
        return False
    return any(
        is_unknown(unit) or next(cannot_direct(position, unit, mortar), None) is None
        for unit in position.friends_at(at, mortar.side)
    )


def extension_candidates(position: Position, side: str) -> Iterator[ExtendMortar]:
    """Extensions with high explosive or smoke on the same hex, or any hex within two of it; LOS is checked later."""
    due = position.course.due
    for at in position.board.grid.within(due.place, SHIFT_HEXES):
        for sector in diagrams(position, at):
            for smoke in (False, True):
                yield ExtendMortar(side, due.unit, at, sector, smoke)


def forbids_extension(position: Position, action: ExtendMortar) -> Iterator[Reason]:
    """Why a mortar's fire may not be extended in this way."""
    due = position.course.due
    if due.unit != action.mortar:
        yield Reason(f"{action.mortar} cannot be extended now", cite_later("11.4.10"))
        return
    mortar = position.course.mortar(action.mortar)
    if action.at not in position.board.grid or position.distance(due.place, action.at) > SHIFT_HEXES:
        yield Reason(
            f"the impact hex shifts by {SHIFT_HEXES} hexes at most", cite_later("11.4.10"), (action.at,)
        )
        return
    assert mortar.observer_at is not None
    yield from forbids_impact_hex(position, mortar.observer_at, action.side, action.at)
    yield from forbids_diagram(position, action.at, action.sector)


@implements("LHY-11.4.10.2")
def extend(resolution: Resolution, action: ExtendMortar) -> None:
    """The die of an extension; its markers are resolved next turn."""
    resolution.happen(DecisionTaken())
    mortar = resolution.course.mortar(action.mortar)
    needed = mortar_row(resolution.position, mortar.kind).recovers_on
    if not resolution.passes(f"{mortar.id} extends", D10, at_most=needed):
        resolution.happen(MortarChanged(pending_mortar(mortar, failed=True)))
        return
    resolution.happen(MortarChanged(replace(mortar, place=MortarPlace.FINAL, impact=action.at)))
    assert mortar.observer_at is not None
    hindered = is_hindered(resolution.position, mortar.observer_at, action.at)
    land_markers(resolution, MortarFire(mortar.kind, action.at, action.smoke, hindered, action.sector))


def adjust_factors(position: Position, _: AdjustMortars) -> Factors:
    """Whether pending mortars roll to recover, and whether both sides may extend their fire."""
    mortars = position.course.mortars
    pending = any(
        mortar.place in (MortarPlace.PENDING, MortarPlace.LANDED) and not mortar.failed_extension
        for mortar in mortars
    )
    both = both_extend(position, (mortar for mortar in mortars if is_kept(position, mortar)))
    conditions = [
        (pending, "pending mortars roll to recover", "11.4.9"),
        (both, "the higher die extends first", "11.4.10"),
    ]
    reasons = tuple(Reason(words, cite_later(rule)) for holds, words, rule in conditions if holds)
    return Factors("; ".join(reason.text for reason in reasons), reasons)


def extension_factors(position: Position, action: ExtendMortar) -> Factors:
    mortar = position.course.mortar(action.mortar)
    needed = mortar_row(position, mortar.kind).recovers_on
    return Factors("where its markers fall", (Reason(f"{needed} or less extends", cite_later("11.4.10")),))


ADJUST = at_will(AdjustMortars, (Phase.MORTARS,), adjust, adjust_factors)


EXTEND = Procedure(
    ExtendMortar,
    (DecisionKind.EXTEND_MORTAR,),
    extension_candidates,
    forbids_extension,
    extend,
    extension_factors,
)
