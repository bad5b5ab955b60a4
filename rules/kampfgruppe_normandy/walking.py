"""A move under way: where it has come to, and how it is carried to its end.

Rule: KGN Movement, Covering fire.
"""

from dataclasses import replace
from itertools import pairwise

from rules.ground.inches import Spot
from rules.kampfgruppe_normandy.activating import covering_units
from rules.kampfgruppe_normandy.course import Duty, MoveUnderWay, Obligation
from rules.kampfgruppe_normandy.events import Owed
from rules.kampfgruppe_normandy.move_events import MoveBegan, MovedTo, MoveEnded
from rules.kampfgruppe_normandy.position import base_at
from rules.kampfgruppe_normandy.standing import in_the_way
from rules.kampfgruppe_normandy.story import Story

STEP_BACK_IN = 0.25


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


def goes_on(story: Story) -> bool:
    """Whether no other decision stands between a mover and the end of its way."""
    return not any(owed.duty is Duty.COVERING_FIRE for owed in story.course.owed)


def complete_move(story: Story) -> None:
    """The rest of a move: the unit stands at its end."""
    move = story.course.move
    assert move is not None
    spot, facing = at_inch(move, move.length_in)
    unit = story.state.unit(move.unit)
    heading = facing if facing is not None else unit.facing_deg
    if story.position.type(unit).is_infantry and move.facing_deg is None:
        heading = unit.facing_deg
    story.tell(MovedTo(unit.id, spot, heading, move.length_in), MoveEnded(unit.id))
    for chapter in story.chapters:
        if chapter.passes is not None and unit.id in story.state.units:
            chapter.passes(story, unit.id, move.path)
