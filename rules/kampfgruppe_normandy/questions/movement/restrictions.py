"""Whether a unit may go a way: what bars it, whether its rate pays for it, and whether it may stand at its end.

Rule: KGN Movement; OUR 54, 65, 66.
"""

from collections.abc import Iterator

import shapely

from rules.game.citation import Citation
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.terrain_chart import Bar, ground_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, Mobility, SpecialRule
from rules.kampfgruppe_normandy.questions.movement.standing_room import in_the_way, no_bearing
from rules.kampfgruppe_normandy.questions.movement.way_plan import WATER, length_in, plan
from rules.kampfgruppe_normandy.state.position import Position, base_at

_TINY = 1e-6
_OF_HOUSES = (T.HOUSE_WALL, T.DOOR, T.OPEN_DOOR, T.WINDOW, T.SHUTTERS)


def why_not_go(
    position: Position, unit: Unit, path: tuple[Spot, ...], facing_deg: float | None, *, reverse: bool
) -> Iterator[Reason]:
    """Why a unit may not go this way, if it may not."""
    kind, status = position.type(unit), position.status(unit)
    if unit.has(IMMOBILISED):
        yield Reason(f"{unit} is immobilised", cite("Armour penetration"))
        return
    if status.inside is not None:
        yield Reason(f"{unit} must deploy out of {status.inside} first", cite("Deploy actions"))
        return
    if not path or path[0] != unit.at:
        yield Reason(f"the way of {unit} begins where it stands, at {unit.at}", cite("Movement"))
        return
    if (reason := no_bearing(facing_deg)) is not None:
        yield reason
        return
    table = position.table
    if off := [spot for spot in path if spot not in table]:
        yield Reason(f"{off[0]} is off the table, which has {table.extent}", cite("Movement"))
        return
    yield from _cannot_reverse(position, unit, kind, reverse=reverse)
    yield from _barred(position, unit, kind, path)
    way = plan(position, unit, path, facing_deg, reverse=reverse)
    if not way.is_within_rate:
        most = way.rate_in
        said = f'{way.price_in(way.length_in):.1f}" is more than its {most:g}" of movement'
        yield Reason(said, cite("Movement rates table"))
    yield from _cannot_stand(position, unit, kind, path, facing_deg)


@implements("KN-MOVE-15", "KN-MOVE-16")
def _cannot_reverse(position: Position, unit: Unit, kind: KgnType, *, reverse: bool) -> Iterator[Reason]:
    if not reverse:
        return
    if not kind.is_vehicle:
        yield Reason(f"{unit} is no vehicle and cannot reverse", cite("Reversing"))
    elif any(position.type(passenger).kind is Kind.GUN for passenger in position.aboard(unit)):
        yield Reason(f"{unit} tows a gun and cannot reverse", cite("Reversing"))


@implements("KN-MOVE-14", "KN-MOVE-25")
def _barred(position: Position, unit: Unit, kind: KgnType, path: tuple[Spot, ...]) -> Iterator[Reason]:
    if length_in(path) < _TINY:
        return
    line = shapely.LineString(path)
    under = position.table.under(line)
    openings = [piece.area for piece in under if opens(piece, kind)]
    left = shapely.difference(line, shapely.union_all(openings)) if openings else line
    for piece in under:
        if bars(piece, kind) and left.intersection(piece.area).length > HAIR_IN:
            yield Reason(f"{unit} may not enter {piece}", _where_barred(piece))
            return
    for enemy in position.enemies(unit.side):
        hull = position.base(enemy).outline
        if position.type(enemy).kind is not Kind.AIRCRAFT and line.intersection(hull).length > HAIR_IN:
            yield Reason(f"{enemy} is in the way", ours(54))
            return


def bars(piece: Piece, kind: KgnType) -> bool:
    """Whether a unit of this kind may not enter a piece at all."""
    ground = ground_of(piece)
    if ground.is_building:
        return True
    match ground.bars:
        case Bar.ALL:
            floats = kind.has(SpecialRule.AMPHIBIOUS) or kind.mobility is Mobility.BOAT
            return not (floats and piece.terrain in WATER)
        case Bar.VEHICLES:
            return not kind.is_infantry
        case Bar.WHEELS:
            return kind.mobility.is_wheeled
        case Bar.NOBODY:
            return False


def opens(piece: Piece, kind: KgnType) -> bool:
    """Whether a piece lets a unit of this kind through what lies beneath it: a gap anybody, a door those on foot."""
    return ground_of(piece).opens and not bars(piece, kind)


def _where_barred(piece: Piece) -> Citation:
    if piece.terrain in _OF_HOUSES:
        return ours(175)
    if ground_of(piece).is_building:
        return cite("Deploy actions")
    return ours(66) if ground_of(piece).bars is Bar.WHEELS else cite("Impassable terrain")


def _cannot_stand(
    position: Position, unit: Unit, kind: KgnType, path: tuple[Spot, ...], facing_deg: float | None
) -> Iterator[Reason]:
    heading = facing_deg
    if heading is None:
        heading = unit.facing_deg or 0.0
        if len(path) > 1 and path[-2] != path[-1]:
            heading = path[-2].bearing_deg(path[-1])
    base = base_at(kind, position.status(unit), path[-1], heading)
    if (other := in_the_way(position, unit, base)) is not None:
        yield Reason(f"{other} stands there", ours(54))
