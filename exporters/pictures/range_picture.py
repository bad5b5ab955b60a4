"""Weapon ranges as a picture: range bands with their modifiers, and the arc of the weapon."""

from collections.abc import Iterator
from math import atan2, cos, degrees, dist, hypot, radians, sin

import shapely
from shapely.geometry.base import BaseGeometry

from exporters.board_shapes import box, centre, module, rings_of, unit_word
from exporters.number_text import counted, signed
from exporters.picture import BANDS, Area, Cells, Dot, Facts, Label, Line, Mark, Picture, Point, Role
from rules.errors import Unknown
from rules.game.ruling import Ruling
from rules.game.verdicts import Arc, Band, Weapon, WeaponRanges
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex, Hexside
from rules.ground.place import Place
from rules.ground.table.tabletop import Tabletop

_HAIR = 1e-6
"""The tolerance for a line on the edge of a table and for equal points, in board units."""
_HAIR_DEG = 1e-6


def range_picture(board: Board, ruling: Ruling[WeaponRanges], weapon: str = "") -> Picture:
    """The bands of one weapon (by default the one with the longest range) and its arc; other weapons as rings.

    Raises:
        Unknown: if the unit has no weapon of that name.
    """
    ranges, size = ruling.verdict, module(board)
    marks: list[Mark] = []
    legend: list[tuple[Role, str]] = []
    shown = chosen_weapon(ranges, weapon)
    at = centre(board, ranges.source)
    if shown is not None:
        marks += _bands(board, ranges.source, shown)
        rings = [
            line
            for other in ranges.weapons
            if other is not shown
            for line in range_ring(board, ranges.source, other)
        ]
        marks += rings
        if shown.arc is not None and shown.arc.width_deg < 360:
            marks += _arc_edges(at, shown.arc, shown.bands[-1].out_to + 0.5)
            legend.append((Role.ARC, f"arc of {shown.arc.width_deg:g}°"))
        legend = [*_band_words(shown, unit_word(board)), *legend]
        if rings:
            legend.append((Role.BAND_EDGE, "other weapons"))
    else:
        legend.append((Role.VIEWER, "it has nothing to fire with"))
    marks.append(Dot(Role.VIEWER, at, 0.41 * size))
    return Picture(ruling.question, box(board), tuple(marks), tuple(legend), str(ruling), size)


def chosen_weapon(ranges: WeaponRanges, weapon: str = "") -> Weapon | None:
    """The weapon of that name, or the one that reaches farthest; None if there is none.

    Raises:
        Unknown: if the unit has no weapon of that name.
    """
    if weapon:
        known = {weapon.name: weapon for weapon in ranges.weapons}
        if weapon not in known:
            raise Unknown("weapon", weapon, known)
        return known[weapon]
    return max(ranges.weapons, key=lambda weapon: weapon.bands[-1].out_to, default=None)


def _bands(board: Board, source: Place, weapon: Weapon) -> list[Mark]:
    """The bands of a weapon, each with its modifier written in its middle."""
    if isinstance(board, HexBoard) and isinstance(source, Hex):
        return _hex_bands(board, source, weapon)
    if isinstance(board, Tabletop):
        return _table_bands(board, centre(board, source), weapon)
    return []


def _hex_bands(board: HexBoard, source: Hex, weapon: Weapon) -> list[Mark]:
    roles: dict[Hex, Role] = {}
    facts: dict[Hex, Facts] = {}
    words: list[Mark] = []
    for role, beyond, band in _steps(weapon):
        places = _hexes(board, source, beyond, band.out_to, weapon.arc)
        roles |= dict.fromkeys(places, role)
        facts |= dict.fromkeys(places, _band_facts(weapon, beyond, band))
        aim = _aim(board, centre(board, source), weapon.arc, (max(beyond, 0) + band.out_to) / 2)
        middles = _readable(board, [centre(board, place) for place in places if place != source])
        if middles:
            middle = min(middles, key=lambda middle: dist(middle, aim))
            words.append(Label(Role.NUMBER, middle, signed(band.modifier), 0.42))
    return [Cells(board.grid, roles, facts), *words]


def _readable(board: HexBoard, middles: list[Point]) -> list[Point]:
    """The points that lie far enough inside the map for a number; all of them if none does."""
    edge = box(board)
    within = [
        (x, y)
        for x, y in middles
        if edge.left + 0.4 < x < edge.right - 0.4 and edge.top + 0.4 < y < edge.bottom - 0.4
    ]
    return within or middles


def _table_bands(board: Tabletop, at: Point, weapon: Weapon) -> list[Mark]:
    areas: list[Mark] = []
    words: list[Mark] = []
    for role, beyond, band in _steps(weapon):
        area = _sector(board, at, beyond, band.out_to, weapon.arc)
        areas += [Area(role, rings, _band_facts(weapon, beyond, band)) for rings in rings_of(area)]
        aim = shapely.Point(_aim(board, at, weapon.arc, (max(beyond, 0) + band.out_to) / 2))
        if area.area > 0:
            near = area.intersection(aim.buffer(0.5))
            spot = (near if near.area > 0 else area).representative_point()
            words.append(Label(Role.NUMBER, (spot.x, spot.y), signed(band.modifier), 0.42 * module(board)))
    return areas + words


def _steps(weapon: Weapon) -> Iterator[tuple[Role, float, Band]]:
    """Each band with its role and the range beyond which it begins; the first holds the unit's own place."""
    beyond = -1.0
    for k, band in enumerate(weapon.bands):
        yield BANDS[min(k, len(BANDS) - 1)], beyond, band
        beyond = band.out_to


def _band_facts(weapon: Weapon, beyond: float, band: Band) -> Facts:
    return {"weapon": weapon.name, "beyond": max(beyond, 0), "out_to": band.out_to, "modifier": band.modifier}


def _aim(board: Board, at: Point, arc: Arc | None, out: float) -> Point:
    """The point at this range in the middle of the arc; without an arc, to the north or along a row of hexes."""
    if arc is not None:
        bearing_deg = arc.bearing_deg
    else:
        bearing_deg = 0.0 if isinstance(board, Tabletop) or board.grid.is_flat else 90.0
    return _ahead(at, bearing_deg, out)


def _ahead(at: Point, bearing_deg: float, out: float) -> Point:
    return at[0] + out * sin(radians(bearing_deg)), at[1] - out * cos(radians(bearing_deg))


def _hexes(board: HexBoard, source: Hex, beyond: float, out_to: float, arc: Arc | None) -> list[Hex]:
    return [
        place
        for place in board.grid.within(source, int(out_to))
        if board.grid.distance(source, place) > beyond
        and (place == source or _is_within(arc, centre(board, source), centre(board, place)))
    ]


def _is_within(arc: Arc | None, at: Point, point: Point) -> bool:
    if arc is None:
        return True
    bearing_deg = degrees(atan2(point[0] - at[0], at[1] - point[1]))
    off_deg = abs((bearing_deg - arc.bearing_deg + 180) % 360 - 180)
    return off_deg <= arc.width_deg / 2 + _HAIR_DEG


def _sector(board: Tabletop, at: Point, beyond: float, out_to: float, arc: Arc | None) -> BaseGeometry:
    ring: BaseGeometry = shapely.Point(at).buffer(out_to, quad_segs=48)
    if beyond > 0:
        ring = ring.difference(shapely.Point(at).buffer(beyond, quad_segs=48))
    if arc is not None and arc.width_deg < 360:
        steps = max(2, round(arc.width_deg / 5))
        start_deg = arc.bearing_deg - arc.width_deg / 2
        far = 2 * out_to + hypot(board.width_in, board.depth_in)
        fan = [_ahead(at, start_deg + arc.width_deg * k / steps, far) for k in range(steps + 1)]
        ring = ring.intersection(shapely.Polygon([at, *fan]))
    return ring.intersection(shapely.box(0, 0, board.width_in, board.depth_in))


def range_ring(board: Board, source: Place, weapon: Weapon) -> Iterator[Mark]:
    """The edge of everything within range of a weapon, as far as it lies on the map."""
    out_to = weapon.bands[-1].out_to
    if isinstance(board, HexBoard) and isinstance(source, Hex):
        places = set(_hexes(board, source, -1, out_to, weapon.arc))
        sides = [
            [board.grid.position(end) for end in board.grid.ends(Hexside(*sorted((place, beyond))))]
            for place in sorted(places)
            for beyond in board.grid.neighbours(place)
            if beyond not in places
        ]
        edge: BaseGeometry = shapely.line_merge(shapely.set_precision(shapely.MultiLineString(sides), _HAIR))
    elif isinstance(board, Tabletop):
        rim = shapely.box(0, 0, board.width_in, board.depth_in).boundary.buffer(_HAIR)
        sector = _sector(board, centre(board, source), -1.0, out_to, weapon.arc)
        edge = shapely.line_merge(sector.boundary.difference(rim))
    else:
        return
    for line in shapely.get_parts(edge):
        if isinstance(line, shapely.LineString) and not line.is_empty:
            yield Line(
                Role.BAND_EDGE,
                tuple((x, y) for x, y in line.coords),
                {"weapon": weapon.name, "out_to": out_to},
            )


def _arc_edges(at: Point, arc: Arc, out: float) -> Iterator[Mark]:
    for edge in (-0.5, 0.5):
        end = _ahead(at, arc.bearing_deg + edge * arc.width_deg, out)
        yield Line(Role.ARC, (at, end), {"bearing_deg": arc.bearing_deg, "width_deg": arc.width_deg})


def _band_words(weapon: Weapon, unit: str) -> Iterator[tuple[Role, str]]:
    for k, band in enumerate(weapon.bands):
        far = f"up to {counted(band.out_to, unit)}: {signed(band.modifier)}"
        yield BANDS[min(k, len(BANDS) - 1)], f"{weapon.name} {far}" if k == 0 else far
