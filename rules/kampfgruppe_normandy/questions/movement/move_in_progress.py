"""Where a unit is along the way of a Move, and a Move cut short.

Rule: KGN Movement, Covering fire; OUR 197.
"""

from dataclasses import replace
from itertools import pairwise

from rules.game.rule_ids import implements
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import MoveUnderWay


@implements("KN-COV-04", "KN-ENG-04")
def spot_and_facing_after(position: Position, move: MoveUnderWay, at_in: float) -> tuple[Spot, float | None]:
    """Where a moving unit is when fire or mines meet it after `at_in` inches, and which way it faces there.

    Before it sets out it faces as it stood; then a unit with a front faces the way it goes, a mortar too (OUR 197).

    Rule: KGN Covering fire.
    """
    unit = position.state.unit(move.unit)
    spot, heading = at_inch(move, at_in)
    keeps = at_in <= 0 or (position.type(unit).faces_all_round and move.facing_deg is None)
    return spot, unit.facing_deg if keeps or heading is None else heading


@implements("KN-COV-04")
def has_formed_up(move: MoveUnderWay, at_in: float) -> bool:
    """Whether men who take new places stand in them after `at_in` inches: only at the end of their way.

    Rule: KGN Covering fire; OUR 64.
    """
    return bool(move.men) and at_in > 0 and at_in >= round(move.length_in, 3)


def at_inch(move: MoveUnderWay, at_in: float) -> tuple[Spot, float | None]:
    """Where a moving unit is after `at_in` inches and which way it heads; it is at its end from the length rounded to 0.001."""
    gone_in, length_in = 0.0, move.length_in
    at_in = at_in if at_in < round(length_in, 3) else length_in
    for start, end in pairwise(move.path):
        leg = start.gap_in(end)
        if leg > 0 and at_in <= gone_in + leg:
            is_end = at_in == length_in
            spot = end if is_end else start.toward(end, (at_in - gone_in) / leg).to_thousandth()
            return spot, _heading(move, start, end, is_end=is_end)
        gone_in += leg
    return move.path[-1], move.facing_deg


def stretch(move: MoveUnderWay, from_in: float, to_in: float) -> tuple[Spot, ...]:
    """The part of a move's way from one inch along it to another."""
    corners, gone_in = [], 0.0
    for start, end in pairwise(move.path):
        gone_in += start.gap_in(end)
        if from_in < gone_in < to_in:
            corners.append(end)
    return (at_inch(move, from_in)[0], *corners, at_inch(move, to_in)[0])


def _heading(move: MoveUnderWay, one: Spot, other: Spot, *, is_end: bool) -> float | None:
    if is_end and move.facing_deg is not None:
        return move.facing_deg
    back, ahead = (other, one) if move.reverse else (one, other)
    return round(back.bearing_deg(ahead), 2)


def cut(move: MoveUnderWay, length_in: float) -> MoveUnderWay:
    """The same move cut off after `length_in` inches."""
    if length_in >= move.length_in - 1e-6:
        return move
    spot, facing = at_inch(move, length_in)
    spots = [move.path[0]]
    gone_in = 0.0
    for start, end in pairwise(move.path):
        gone_in += start.gap_in(end)
        if gone_in >= length_in:
            break
        spots.append(end)
    return replace(move, path=(*spots, spot), facing_deg=facing, men=())
