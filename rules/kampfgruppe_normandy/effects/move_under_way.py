"""A move under way: where it has come to, and how it is carried to its end.

Rule: KGN Movement, Covering fire.
"""

from dataclasses import replace
from itertools import pairwise

from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.questions.activation import covering_units
from rules.kampfgruppe_normandy.questions.movement.standing_room import in_the_way
from rules.kampfgruppe_normandy.state.events import Lapsed, Owed
from rules.kampfgruppe_normandy.state.move_events import MoveBegan, MovedTo, MoveEnded, WreckTowed
from rules.kampfgruppe_normandy.state.position import base_at
from rules.kampfgruppe_normandy.state.progress import Duty, MoveUnderWay, Obligation
from rules.kampfgruppe_normandy.state.resolution import Story

STEP_BACK_IN = 0.25
_TOWBAR_IN = 0.1


def at_inch(move: MoveUnderWay, at_in: float) -> tuple[Spot, float | None]:
    """Where a mover is after so many inches, and which way it faces there."""
    gone = 0.0
    for one, other in pairwise(move.path):
        leg = one.gap_in(other)
        if leg > 0 and at_in <= gone + leg + 1e-9:
            share = (at_in - gone) / leg
            spot = Spot(
                round(one.x_in + (other.x_in - one.x_in) * share, 3),
                round(one.y_in + (other.y_in - one.y_in) * share, 3),
            )
            is_end = at_in >= move.length_in - 1e-6
            return (other if is_end else spot), _heading(move, one, other, is_end=is_end)
        gone += leg
    return move.path[-1], move.facing_deg


def _heading(move: MoveUnderWay, one: Spot, other: Spot, *, is_end: bool) -> float | None:
    if is_end and move.facing_deg is not None:
        return move.facing_deg
    return round((one.bearing_deg(other) + (180.0 if move.reverse else 0.0)) % 360.0, 2)


def begin_move(story: Story, move: MoveUnderWay) -> None:
    """A move begins; the enemy's covering units may interrupt it, else it is carried out at once."""
    unit = story.state.unit(move.unit)
    move = _stopping_clear(story, move)
    length = move.length_in
    marks = (0.0, *(float(inch) for inch in range(1, int(length) + 1)), round(length, 3))
    move = replace(move, marks=tuple(sorted({mark for mark in marks if mark <= length + 1e-6})))
    story.tell(MoveBegan(move))
    enemy = story.course.other(unit.side)
    if covering_units(story.position, enemy):
        story.tell(Owed(Obligation(Duty.COVERING_FIRE, enemy, other=unit.id)))
        return
    complete_move(story)


def _stopping_clear(story: Story, move: MoveUnderWay) -> MoveUnderWay:
    """A move cut short stops where no other unit stands."""
    unit = story.state.unit(move.unit)
    kind, status = story.position.type(unit), story.position.status(unit)
    length = move.length_in
    while length > 0:
        spot, facing = at_inch(replace(move, facing_deg=move.facing_deg), length)
        base = base_at(kind, status, spot, facing or 0.0)
        if in_the_way(story.position, unit, base) is None:
            return cut(move, length)
        length -= STEP_BACK_IN
    return cut(move, 0.0)


def cut(move: MoveUnderWay, length_in: float) -> MoveUnderWay:
    """The same move no further than so many inches."""
    if length_in >= move.length_in - 1e-6:
        return move
    spot, facing = at_inch(move, length_in)
    kept = [move.path[0]]
    gone = 0.0
    for one, other in pairwise(move.path):
        gone += one.gap_in(other)
        if gone >= length_in:
            break
        kept.append(other)
    return replace(move, path=(*kept, spot), facing_deg=facing)


def go_on(story: Story) -> None:
    """The move that a decision held up goes on to its end, or stops where it is if the mover cannot go on.

    Covering fire at a unit that is gone or suppressed lapses; one that cannot move any more may still be fired at.
    """
    for owed in story.course.owed:
        if owed.duty is Duty.COVERING_FIRE and not _can_act(story, owed.other):
            story.tell(Lapsed(owed))
    move = story.course.move
    if move is None:
        return
    if not _can_act(story, move.unit) or story.state.unit(move.unit).has(IMMOBILISED):
        end_move(story)
    elif not any(_holds_up(owed, move.unit) for owed in story.course.owed):
        complete_move(story)


def _can_act(story: Story, unit_id: str) -> bool:
    unit = story.state.units.get(unit_id)
    return unit is not None and not unit.has(SUPPRESSED)


def _holds_up(owed: Obligation, mover: str) -> bool:
    """Whether a decision must be made before a unit moves on: fire at it, or its own nerve."""
    if owed.duty is Duty.COVERING_FIRE:
        return True
    return owed.unit == mover and owed.duty in (Duty.MORALE_REQUEST, Duty.VETERAN_REROLL)


def complete_move(story: Story) -> None:
    """The rest of a move: the unit stands at its end."""
    move = story.course.move
    assert move is not None
    advance(story, move.length_in)
    if story.course.move is not None:
        end_move(story)


def advance(story: Story, to_in: float) -> None:
    """The mover comes so many inches along its way, and meets what lies there: a mine may end its move."""
    move = story.course.move
    assert move is not None
    unit = story.state.unit(move.unit)
    spot, heading = at_inch(move, to_in)
    if heading is None or (story.position.type(unit).is_infantry and move.facing_deg is None):
        heading = unit.facing_deg
    story.tell(MovedTo(unit.id, spot, heading, to_in))
    for chapter in story.chapters:
        if chapter.passes is not None and story.course.move is not None and to_in > 0:
            chapter.passes(story, move, to_in)


def end_move(story: Story) -> None:
    """A move is over where the unit stands; a wreck it tows lies behind it."""
    move = story.course.move
    assert move is not None
    if move.tows and move.gone_in > 0:
        spot, heading = at_inch(move, move.gone_in)
        story.tell(_towed(story, move, spot, heading or 0.0))
    story.tell(MoveEnded(move.unit))


def _towed(story: Story, move: MoveUnderWay, spot: Spot, heading_deg: float) -> WreckTowed:
    wreck = next(one for one in story.course.wrecks if one.unit == move.tows)
    hulls = (story.book.type(wreck.type), story.book.type(_type_of(story, move.unit)))
    behind = sum(hull.length_in for hull in hulls) / 2 + _TOWBAR_IN
    to = spot.ahead(heading_deg + 180.0, behind)
    return WreckTowed(move.tows, Spot(round(to.x_in, 2), round(to.y_in, 2)), heading_deg)


def _type_of(story: Story, unit_id: str) -> str:
    """The type of a unit, also of one that has just been lost."""
    if unit_id in story.state.units:
        return story.state.unit(unit_id).type
    return next(loss.type for loss in reversed(story.course.lost) if loss.unit == unit_id)
