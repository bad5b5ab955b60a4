"""Why a unit may not go a way: something bars it, it is longer than the rate, or there is no room at its end.

Rule: KGN Movement; OUR 54, 65, 66, 170, 197.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.engine.position import memoized, store_answer
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Spot, are_apart, bounds_of
from rules.ground.table.movement.bodies import is_trespass, lane
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind
from rules.kampfgruppe_normandy.questions.movement.closed_ground import (
    body_width_in,
    closed_ground,
    floor_round,
    where_barred,
)
from rules.kampfgruppe_normandy.questions.movement.standing_room import (
    bounds_of_others,
    is_anyone_about,
    spread_in,
    taken,
    why_not_face,
    why_not_stand,
)
from rules.kampfgruppe_normandy.questions.movement.way_plan import WayPlan, length_in, plan
from rules.kampfgruppe_normandy.questions.ranges import inches_beside_limit
from rules.kampfgruppe_normandy.state.position import Position, base_at

_TINY = 1e-6


@implements("KN-DFAT-44a", "KN-MOVE-01", "KN-MOVE-25", "KN-DFAT-31", "KN-DEPL-03")
def why_not_go(
    position: Position, unit: Unit, path: tuple[Spot, ...], facing_deg: float | None, *, reverse: bool
) -> Iterator[Reason]:
    """Why a unit may not go this way; nothing if it may."""
    kind, status = position.type(unit), position.status(unit)
    if unit.has(IMMOBILISED):
        yield Reason(f"{unit} is immobilised", cite("Armour penetration"))
        return
    if status.inside is not None and not _turns_inside(kind, path):
        yield Reason(f"{unit} must deploy out of {status.inside} first", cite("Deploy actions"))
        return
    if not path or path[0] != unit.at:
        yield Reason(f"the way of {unit} begins where it stands, at {unit.at}", cite("Movement"))
        return
    if (reason := why_not_face(facing_deg)) is not None:
        yield reason
        return
    table = position.table
    if off := [spot for spot in path if spot not in table]:
        yield Reason(f"{off[0]} is off the table, which has {table.extent}", cite("Movement"))
        return
    yield from _cannot_reverse(position, unit, kind, reverse=reverse)
    is_clear = _is_clear(position, unit, path)
    if not is_clear:
        yield from bars_way(position, unit, path)
    way = plan(position, unit, path, facing_deg, reverse=reverse)
    if not way.is_within_rate:
        yield _too_long(way)
    if status.inside is None and not is_clear:
        yield from _cannot_stand(position, unit, kind, path, facing_deg)


def check_ahead(position: Position, unit: Unit, paths: Sequence[tuple[Spot, ...]]) -> None:
    """Work out at once which of many ways have nothing near them, before each is asked about by itself."""
    for path, is_clear in zip(paths, _are_clear(position, unit, paths), strict=True):
        store_answer(position, _is_clear, unit, path, answer=is_clear)


@memoized
def _is_clear(position: Position, unit: Unit, path: tuple[Spot, ...]) -> bool:
    return next(_are_clear(position, unit, [path]))


def _are_clear(position: Position, unit: Unit, paths: Sequence[tuple[Spot, ...]]) -> Iterator[bool]:
    """Whether nothing near each way could bar it or its end, judged quickly by bounds alone."""
    kind, table, far_in = position.type(unit), position.table, spread_in(position, unit)
    beside_in = far_in if body_width_in(kind) else 0.0
    about = bounds_of(chain.from_iterable(paths))
    grounds = [near for near in closed_ground(table, kind).bounds if not are_apart(about, near, beside_in)]
    others = [near for near in bounds_of_others(position, unit) if not are_apart(about, near, far_in)]
    for path in paths:
        west, north, east, south = along = bounds_of(path)
        yield (
            beside_in <= min(west, north, table.width_in - east, table.depth_in - south)
            and all(are_apart(along, ground, beside_in) for ground in grounds)
            and all(are_apart(along, other, far_in) for other in others)
        )


@implements("KN-MOVE-22")
def _too_long(way: WayPlan) -> Reason:
    """Why a way is longer than the rate: it costs too much, or what is left on leaving a road is rounded down (OUR 26)."""
    most = way.rate_in
    if way.price_in > most:
        words = f'{inches_beside_limit(way.price_in, most)}" is more than its {most:g}" of movement'
        return Reason(words, cite("Movement rates table"))
    reached = inches_beside_limit(way.reaches_in(most), way.length_in)
    words = f'it gets {reached}" of the {way.length_in:.1f}" along this way, as what is left on leaving a road is a whole number of inches'
    return Reason(words, ours(26))


def _turns_inside(kind: KgnType, path: tuple[Spot, ...]) -> bool:
    """Whether the way is only a turn on the spot, which a gun or mortar may make in a building (OUR 197)."""
    return not kind.faces_all_round and length_in(path) < _TINY


@implements("KN-MOVE-15", "KN-MOVE-16")
def _cannot_reverse(position: Position, unit: Unit, kind: KgnType, *, reverse: bool) -> Iterator[Reason]:
    if not reverse:
        return
    if not kind.is_vehicle:
        yield Reason(f"{unit} is not a vehicle and cannot reverse", cite("Reversing"))
    elif any(position.type(passenger).kind is Kind.GUN for passenger in position.aboard(unit)):
        yield Reason(f"{unit} tows a gun and cannot reverse", cite("Reversing"))


@implements("KN-MOVE-14", "KN-MOVE-25")
def bars_way(position: Position, unit: Unit, path: tuple[Spot, ...]) -> Iterator[Reason]:
    """What bars this way to a unit, whatever it costs: ground, the edge of the table, enemies."""
    if length_in(path) < _TINY:
        return
    kind = position.type(unit)
    wide_in, table = body_width_in(kind), position.table
    west, north, east, south = along = bounds_of(path)
    barring = closed_ground(table, kind)
    if not all(are_apart(along, closed, wide_in) for closed in barring.bounds):
        line = shapely.LineString(path)
        swept = lane(path, wide_in) if wide_in else line
        for piece, closed in barring.under(swept):
            if line.intersection(closed).length > HAIR_IN:
                yield Reason(f"{unit} may not enter {piece}", where_barred(piece))
                return
            if wide_in and is_trespass(path, wide_in, closed):
                yield Reason(f'{unit} is {wide_in:g}" wide and does not pass {piece}', ours(170))
                return
    far_in = min(west, north, table.width_in - east, table.depth_in - south)
    if wide_in > far_in and is_trespass(path, wide_in, floor_round(table)):
        yield Reason(f'{unit} is {wide_in:g}" wide and would go over the edge of the table', ours(170))
    for other, ground in taken(position):
        if other.side == unit.side or are_apart(along, ground.bounds, wide_in):
            continue
        if _runs_into(path, wide_in, ground.outline):
            yield Reason(f"{other} is in the way", ours(54))
            return


def _runs_into(path: tuple[Spot, ...], wide_in: float, hull: BaseGeometry) -> bool:
    if wide_in:
        return is_trespass(path, wide_in, hull)
    return shapely.LineString(path).intersection(hull).length > HAIR_IN


def _cannot_stand(
    position: Position, unit: Unit, kind: KgnType, path: tuple[Spot, ...], facing_deg: float | None
) -> Iterator[Reason]:
    if kind.is_infantry and not is_anyone_about(position, unit, path[-1]):
        return
    heading = _heading_at_end(unit, path) if facing_deg is None else facing_deg
    base = base_at(position.table, kind, position.status(unit), path[-1], heading)
    if (reason := why_not_stand(position, unit, base)) is not None:
        yield reason


def _heading_at_end(unit: Unit, path: tuple[Spot, ...]) -> float:
    """The bearing of the last leg of a way, along which a hull lies at its end, in reverse too."""
    legs = ((start, end) for start, end in pairwise(reversed(path)) if start.gap_in(end) >= _TINY)
    last = next(legs, None)
    return unit.heading_deg if last is None else last[1].bearing_deg(last[0])
