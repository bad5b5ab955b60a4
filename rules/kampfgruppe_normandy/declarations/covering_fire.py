"""Covering fire: interrupting an enemy move or action, at a moment that the owner chooses, to fire at any enemy or building.

Rule: KGN Covering fire; OUR 22, 62, 63.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.engine.position import memoized
from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, at_will
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.action_kinds import FIRE_KINDS, ActionKind
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite
from rules.kampfgruppe_normandy.effects.after_a_hit import shot_factors
from rules.kampfgruppe_normandy.effects.building_fire import (
    building_factors,
    orders_at_buildings,
    shell_building,
)
from rules.kampfgruppe_normandy.effects.move_under_way import (
    advance_move,
    cover_again,
    let_pass,
)
from rules.kampfgruppe_normandy.effects.shooting import separate_odds_of, shoot
from rules.kampfgruppe_normandy.questions.activation import covering_units
from rules.kampfgruppe_normandy.questions.fire.building_shot import DeclaredShelling, building_shot
from rules.kampfgruppe_normandy.questions.fire.fire_orders import (
    in_reach,
    may_fire,
    orders_of,
    targets_of,
    work_out,
)
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import DeclaredFire, Refused, Sheet
from rules.kampfgruppe_normandy.questions.movement.move_in_progress import (
    has_formed_up,
    spot_and_facing_after,
)
from rules.kampfgruppe_normandy.state.events import Answered
from rules.kampfgruppe_normandy.state.move_events import FormedUp
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, MoveUnderWay
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class CoverFire(DeclaredFire):
    """Interrupt with covering fire; `at_in` is the inch of a move at which the moving unit is fired at."""

    at_in: float = 0.0

    def __str__(self) -> str:
        when = f' after {round(self.at_in, 2):g}"' if self.at_in else ""
        return f"covering fire{when}: {self.unit}, {self.order}"


@dataclass(frozen=True, slots=True)
class CoverBuilding(DeclaredShelling):
    """Use covering fire on a building."""

    def __str__(self) -> str:
        return f"covering fire: {self.unit}, {self.order}"


class HoldFire(PlainDeclaration):
    """Let this chance of covering fire go by."""

    words = "hold fire"


def _offers(position: Position, side: str) -> Iterator[CoverFire]:
    """The shots listed: at the unit that acts, at some moments of its move, and at any other enemy where it stands."""
    move, acting = position.progress.move, position.state.units.get(position.progress.due.other)
    now = 0.0 if move is None else move.gone_in
    own = set()
    if acting is not None:
        own = {acting.id, *(unit.id for unit in position.aboard(acting))}
        for at_in in (now,) if move is None else _listed_inches(position, side, move):
            yield from _at_acting_unit(position, side, acting.id, at_in)
    others = [unit for unit in targets_of(position, side) if unit.id not in own]
    yield from _shots(position, side, others, now)


@implements("KN-COV-04")
def _listed_inches(position: Position, side: str, move: MoveUnderWay) -> Iterator[float]:
    """The inches of a move that are listed: the first and last at which it can be fired at and one between; any may be named."""
    can_fire = (
        at_in
        for at_in in move.marks
        if any(_allows(position, shot) for shot in _at_acting_unit(position, side, move.unit, at_in))
    )
    first = next(can_fire, None)
    if first is None:
        return
    yield first  # A caller that only asks whether any unit can fire stops here.
    listed = [first, *can_fire]
    between, last = listed[len(listed) // 2], listed[-1]
    yield from (at_in for at_in in dict.fromkeys((between, last)) if at_in != first)


def _at_acting_unit(position: Position, side: str, acting: str, at_in: float) -> Iterator[CoverFire]:
    there = _if_stopped(position, acting, at_in)
    stopped = there.state.unit(acting)
    return _shots(there, side, [stopped, *there.aboard(stopped)], at_in)


def _shots(position: Position, side: str, targets: list[Unit], at_in: float) -> Iterator[CoverFire]:
    for unit in covering_units(position, side).values():
        near = in_reach(position, unit, targets)
        for kind in FIRE_KINDS:
            for order in orders_of(position, unit, kind, near):
                yield CoverFire.of(side, order, at_in)


@memoized
def _if_stopped(position: Position, target: str, at_in: float) -> Position:
    """The position if the moving unit stood at that inch of its way; the position itself if it is hidden or none moves."""
    move = position.progress.move
    if move is None or move.unit != target or target not in position.state.units:
        return position
    spot, facing = spot_and_facing_after(position, move, at_in)
    unit = position.state.unit(target)
    state = position.state.with_unit(replace(unit, at=spot, facing_deg=facing))
    if has_formed_up(move, at_in):
        state = FormedUp(target, move.men).on(state)
    return Position(state, position.book)


@implements("KN-COV-02", "KN-COV-03", "KN-COV-04", "KN-COV-06")
def _forbids(position: Position, action: CoverFire) -> Iterator[Reason]:
    if (reason := _cannot_interrupt(position, action)) is not None:
        yield reason
        return
    shot = work_out(_position_of_shot(position, action), action.order, moves=False)
    if isinstance(shot, Refused):
        yield shot.reason


def _allows(position: Position, action: CoverFire) -> bool:
    if _cannot_interrupt(position, action) is not None:
        return False
    return may_fire(_position_of_shot(position, action), action.order, moves=False)


def _cannot_interrupt(position: Position, action: CoverFire) -> Reason | None:
    """Why such covering fire is impossible whatever the target; None if it is possible."""
    if action.kind not in FIRE_KINDS:
        return _no_shot_at_the_ground(action.kind)
    if (reason := _not_covering(position, action.side, action.unit)) is not None:
        return reason
    move = position.progress.move
    if move is None and action.at_in:
        return Reason("no unit is moving", cite("Covering fire"))
    if move is not None and not move.gone_in <= action.at_in <= max(move.marks):
        return Reason(f'the move goes from {move.gone_in:g}" to {max(move.marks):g}"', cite("Covering fire"))
    return None


@implements("KN-COV-03")
def _no_shot_at_the_ground(kind: ActionKind) -> Reason:
    """Why covering fire at ground targets is not of this kind: it is never indirect (OUR 218); fire at aircraft is separate."""
    if kind is ActionKind.SUPPRESS_INDIRECT:
        return Reason("covering fire is never indirect", as_read("Covering fire", 218))
    if kind is ActionKind.SUPPRESS_AIRCRAFT:
        return Reason("covering fire at aircraft is a declaration of its own", cite("Covering fire"))
    return Reason(f"{kind} cannot be used as covering fire", cite("Covering fire"))


def _position_of_shot(position: Position, action: CoverFire) -> Position:
    """The position in which covering fire is resolved: the acting unit stands where it is interrupted."""
    return _if_stopped(position, position.progress.due.other, action.at_in)


def _not_covering(position: Position, side: str, unit: str) -> Reason | None:
    if unit in covering_units(position, side):
        return None
    return Reason(f"{unit} is not on covering fire", cite("Covering fire"))


@implements("KN-COV-02", "KN-COV-04", "KN-COV-05", "KN-COV-07")
def _carry_out(resolution: Resolution, action: CoverFire) -> None:
    """Let the moving unit come as far as named, and fire then; it goes on afterwards if it can.

    If a mine stops it before, nobody has fired: the chance is offered again where it stands.
    """
    owed = resolution.progress.due
    resolution.happen(Answered())
    is_stopped = False
    if (move := resolution.progress.move) is not None:
        advance_move(resolution, max(action.at_in, move.gone_in))
        is_stopped = resolution.progress.move is None
    resolution.then(cover_again, owed)
    if not is_stopped:
        resolution.then(_shoot, action)


def _shoot(resolution: Resolution, action: CoverFire) -> None:
    sheet = work_out(resolution.known(action.side), action.order, moves=False)
    assert isinstance(sheet, Sheet)
    shoot(resolution, sheet)


def _factors(position: Position, action: CoverFire) -> Factors:
    return shot_factors(work_out(_position_of_shot(position, action), action.order, moves=False))


def _offer_buildings(position: Position, side: str) -> Iterator[CoverBuilding]:
    for unit in covering_units(position, side).values():
        for order in orders_at_buildings(position, unit):
            yield CoverBuilding.of(side, order)


@implements("KN-COV-03", "KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c")
def _forbids_building(position: Position, action: CoverBuilding) -> Iterator[Reason]:
    if (reason := _not_covering(position, action.side, action.unit)) is not None:
        yield reason
        return
    shot = building_shot(position, action.order, moves=False)
    if isinstance(shot, Reason):
        yield shot


@implements("KN-COV-03", "KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c")
def _shell_building(resolution: Resolution, action: CoverBuilding) -> None:
    owed = resolution.progress.due
    resolution.happen(Answered())
    resolution.then(cover_again, owed)
    shell_building(resolution, action.order, moves=False)


def _building_factors(position: Position, action: CoverBuilding) -> Factors:
    return building_factors(position, action.order, moves=False)


COVER_FIRE = Procedure(
    CoverFire,
    (Duty.COVERING_FIRE,),
    _offers,
    _forbids,
    _carry_out,
    factors=_factors,
    separate_odds_of=separate_odds_of,
    allows=_allows,
    word="covering fire",
)
HOLD_FIRE = at_will(HoldFire, (Duty.COVERING_FIRE,), let_pass, passes=True)
COVER_BUILDING = Procedure(
    CoverBuilding,
    (Duty.COVERING_FIRE,),
    _offer_buildings,
    _forbids_building,
    _shell_building,
    factors=_building_factors,
)
