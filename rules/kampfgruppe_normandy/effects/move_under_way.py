"""A move under way: how it begins, is interrupted, resumes and ends.

Rule: KGN Movement, Covering fire.
"""

from dataclasses import replace

from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Spot
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.effects.activation import (
    ask_for_covering_fire,
    can_act,
    go_on_covering_fire,
    is_held_up,
    is_to_move_on,
    let_covering_fire_lapse,
    meet_after_heroes,
)
from rules.kampfgruppe_normandy.effects.bulldozing import push_gaps
from rules.kampfgruppe_normandy.effects.mines import Offsets, mines_on_the_way, pass_mines
from rules.kampfgruppe_normandy.effects.move_end import end_move, form_up
from rules.kampfgruppe_normandy.questions.activation import covering_units
from rules.kampfgruppe_normandy.questions.movement.move_in_progress import (
    at_inch,
    cut,
    has_formed_up,
    spot_and_facing_after,
    stretch,
)
from rules.kampfgruppe_normandy.questions.movement.restrictions import bars_way
from rules.kampfgruppe_normandy.questions.movement.standing_room import why_not_stand
from rules.kampfgruppe_normandy.questions.movement.way_plan import WayPlan, goes_in, turns_on
from rules.kampfgruppe_normandy.state.events import Answered, Lapsed
from rules.kampfgruppe_normandy.state.move_events import (
    FoundInTheWay,
    MoveBegan,
    MovedTo,
    MoveHalted,
    MoveResumed,
)
from rules.kampfgruppe_normandy.state.position import Position, base_at
from rules.kampfgruppe_normandy.state.progress import Duty, MoveUnderWay, Obligation
from rules.kampfgruppe_normandy.state.resolution import Resolution

STEP_BACK_IN = 0.25


def begin_move(resolution: Resolution, move: MoveUnderWay) -> None:
    """Begin a move; if the enemy has covering fire to use it waits for that, else it is carried out at once.

    A turn on the spot is as long as the way of the unit's front; covering fire may meet it before and after.
    """
    unit = resolution.state.unit(move.unit)
    clear_in = _clear_in(resolution.position, _up_to_enemies(resolution.position, unit, move))
    meets_unseen = clear_in < move.length_in and clear_in < _clear_in(resolution.known(unit.side), move)
    move = cut(move, clear_in)
    length = move.length_in or _turned_in(resolution.position, unit, move)
    marks = {0.0, *map(float, range(1, int(move.length_in) + 1)), round(length, 3)}
    move = replace(move, marks=tuple(sorted(marks)))
    resolution.happen(MoveBegan(move))
    if meets_unseen:
        resolution.happen(FoundInTheWay(unit.id))
    enemy = resolution.progress.other(unit.side)
    if not ask_for_covering_fire(resolution, Obligation(Duty.COVERING_FIRE, enemy, other=unit.id)):
        _end_at(resolution, _front_in(move))


@implements("KN-MOVE-14")
def _up_to_enemies(position: Position, unit: Unit, move: MoveUnderWay) -> MoveUnderWay:
    """A move up to the first enemy in its way, as hidden ones may be; the same move if none bars it (OUR 54)."""
    length = move.length_in
    rest = stretch(move, move.gone_in, length) if move.gone_in else move.path
    while length > move.gone_in and any(bars_way(position, unit, rest)):
        length -= STEP_BACK_IN
        rest = stretch(move, move.gone_in, length)
    return replace(cut(move, max(length, move.gone_in)), gone_in=move.gone_in)


def _turned_in(position: Position, unit: Unit, move: MoveUnderWay) -> float:
    """How far the front of a unit goes as it turns on the spot."""
    turns = turns_on(unit, position.type(unit), move.path, move.facing_deg)
    return sum(inches for _, inches in turns)


@implements("KN-DEPL-17b")
def _clear_in(position: Position, move: MoveUnderWay) -> float:
    """How far along its way a moving unit may go and stand: not on other units, and no less than it has gone.

    Rule: KGN Movement; OUR 54, 203.
    """
    position = position.without_wreck(move.tows) if move.tows else position
    unit = position.state.unit(move.unit)
    kind, status = position.type(unit), position.status(unit)
    length = move.length_in
    while length > move.gone_in:
        spot, facing = at_inch(move, length)
        men = move.men if has_formed_up(move, length) else status.offsets
        base = base_at(position.table, kind, replace(status, offsets=men), spot, facing or 0.0)
        if why_not_stand(position, unit, base) is None:
            return length
        length -= STEP_BACK_IN
    return move.gone_in


def let_pass(resolution: Resolution, _: object) -> None:
    """Pass on a decision, and let play go on."""
    resolution.happen(Answered())
    go_on_after_decision(resolution)


def go_on_after_decision(resolution: Resolution) -> None:
    """Continue what a decision held up: a unit goes on covering fire, and a move goes to its end or stops.

    Covering fire lapses at a unit that is gone or suppressed, and for a side with no covering unit left; an
    immobilised unit may still be fired at.
    """
    for owed in resolution.progress.owed:
        if owed.duty is Duty.COVERING_FIRE and not (
            (not owed.other or can_act(resolution, owed.other))
            and covering_units(resolution.position, owed.side)
        ):
            resolution.happen(Lapsed(owed))
    go_on_covering_fire(resolution)
    move = resolution.progress.move
    if move is None:
        return
    if not can_act(resolution, move.unit) or resolution.state.unit(move.unit).has(IMMOBILISED):
        end_move(resolution)
    elif not is_held_up(resolution, move.unit):
        complete_move(resolution)


@implements("KN-UMOR-22", "KN-SPEC-23b")
def wait_for_heroes(resolution: Resolution, hero: str) -> None:
    """Let covering fire lapse and halt a move under way while another unit acts heroically.

    Rule: KGN Heroic action; OUR 214.
    """
    let_covering_fire_lapse(resolution)
    move = resolution.progress.move
    if move is not None and move.unit != hero:
        resolution.happen(MoveHalted(move.unit, hero))


@implements("KN-UMOR-22", "KN-SPEC-23b", "KN-COV-02")
def resume_move(resolution: Resolution) -> None:
    """Resume a move once the heroes who interrupted it have acted and nothing is owed; covering fire may meet it again."""
    progress = resolution.progress
    if not is_to_move_on(progress) or progress.owed or progress.move is not None:
        return
    _, move = progress.halted[-1]
    resolution.happen(MoveResumed(move.unit))
    mover = resolution.state.units.get(move.unit)
    if mover is None or not _is_on_its_way(mover, move):
        end_move(resolution)
        meet_after_heroes(resolution)
    else:
        if (shorter := _rest_of(resolution, move)) is not move:
            resolution.happen(MoveBegan(shorter))
        enemy = progress.other(mover.side)
        cover_again(resolution, Obligation(Duty.COVERING_FIRE, enemy, other=mover.id))


def _is_on_its_way(mover: Unit, move: MoveUnderWay) -> bool:
    """Whether a moving unit is still where it was halted, and has not gone elsewhere by a heroic action of its own."""
    return isinstance(mover.at, Spot) and mover.at.gap_in(at_inch(move, move.gone_in)[0]) <= HAIR_IN


@implements("KN-MOVE-14", "KN-COV-04")
def _rest_of(resolution: Resolution, move: MoveUnderWay) -> MoveUnderWay:
    """What is left of a halted move: up to enemies who have since come into its way, and where it may stand (OUR 54)."""
    position, length = resolution.position, move.length_in
    if length <= move.gone_in:
        return move
    free = _up_to_enemies(position, position.state.unit(move.unit), move)
    length = _clear_in(position, free)
    if length == move.length_in:
        return move
    marks = (*(mark for mark in move.marks if mark < length), length)
    return replace(cut(free, length), gone_in=move.gone_in, marks=marks)


def cover_again(resolution: Resolution, owed: Obligation) -> None:
    """Offer covering fire again after it was used, if the acting unit is still in play and another can fire; else go on.

    Rule: KGN Covering fire; OUR 63.
    """
    if not owed.other or owed.other in resolution.state.units:
        ask_for_covering_fire(resolution, owed)
    go_on_after_decision(resolution)


def complete_move(resolution: Resolution) -> None:
    """Carry out the rest of a move: the unit stands at its end, or as near to it as it may."""
    move = resolution.progress.move
    assert move is not None
    _end_at(resolution, _clear_in(resolution.position, move) if move.length_in else _front_in(move))


def _end_at(resolution: Resolution, to_in: float) -> None:
    advance_move(resolution, to_in)
    if resolution.progress.move is not None:
        end_move(resolution)


def _front_in(move: MoveUnderWay) -> float:
    """The length of a whole move in inches; for a turn on the spot, how far its front goes, however little."""
    return move.length_in or max((HAIR_IN, *move.marks))


def advance_move(resolution: Resolution, to_in: float) -> None:
    """Move the unit `to_in` inches along its way, or until it strikes a mine; it forms up at the end and opens gaps."""
    move = resolution.progress.move
    assert move is not None
    if pass_mines(resolution, move, to_in):
        return
    resolution.happen(MovedTo(move.unit, *spot_and_facing_after(resolution.position, move, to_in), to_in))
    form_up(resolution, move, to_in)
    push_gaps(resolution, move, to_in)


def inches_gained(resolution: Resolution, unit: Unit, way: WayPlan) -> float:
    """How many inches of its way a unit gets: all of it, or as far as the die for difficult ground allows."""
    if not way.needs_die:
        return goes_in(way, 0)
    return resolution.decide(f"{unit} crosses {way.hazards[0].words}", 6, lambda die: goes_in(way, die))


def way_factors(position: Position, unit: Unit, way: WayPlan, men: Offsets = ()) -> Factors:
    """The factors of a move: ground on the way that costs a die, and mines near it or near new places of its men."""
    costs = (Reason(f"{hazard.words} costs D6", cite("Crossing difficult ground")) for hazard in way.hazards)
    mines = tuple(mines_on_the_way(position, unit, way.path, men=men))
    is_sure = not way.needs_die and not mines
    return Factors(f'{way.length_in:.1f}"' if is_sure else "", (*(costs if way.needs_die else ()), *mines))
