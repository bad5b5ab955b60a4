"""Does one stand see another, and what does it see? Chapter 6 as rulings."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isfinite

import numpy as np
import shapely
from shapely import LineString
from shapely.geometry.base import BaseGeometry

from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import Sight, SightField, Visibility
from rules.ground.place import Place
from rules.ground.table.arrays import Bools, Floats, Ints
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.outlines import Outlines
from rules.ground.table.sight.crossings import ROUNDING_IN
from rules.ground.table.sight.field import SpotsAround, open_spots
from rules.ground.table.tabletop import Tabletop
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.book.terrain_chart import check_table
from rules.micro_armour.questions.spotting import (
    LineOfSight,
    blocking_areas,
    blocking_depths,
    blocking_outlines,
    covers,
    is_hilly,
    is_open_at_one_inch,
    revealing,
    see,
    see_stand,
    sight_limit_in,
)
from rules.micro_armour.state.conditions import FIRED
from rules.micro_armour.state.progress import Progress
from rules.micro_armour.state.scenario_options import DEFAULT_SIGHT_IN, USUAL_TERRAIN, SightLimit
from rules.micro_armour.state.stands import (
    FAR_APART_IN,
    base_at,
    is_in_contact,
    on_table,
    spot_of,
    stand_base,
    table_of,
)

_GROWN_IN = 2 * HAIR_IN


_NEAR_IN = 3 * HAIR_IN


def line_of_sight(state: GameState, viewer: Viewer, target: Viewer, edition: Edition) -> Ruling[Sight]:
    """Does the viewer see the target? The line runs centre to centre; the reasons say what blocks it and where.

    Rule: MATG2 6.1.1.
    """
    seen = _look(state, viewer, target, edition)
    nothing = Reason("nothing stands between", edition.cite("6.1.1"))
    besides = (
        *_ground_seen_through(state, target, edition),
        *_ground_in_contact(state, viewer, target, edition),
        *_stands_over_ends(state, (viewer, target), edition),
    )
    reasons = seen.reasons or (nothing, *besides)
    return Ruling(f"LOS {viewer} to {target}", seen.sight, reasons)


def _ground_seen_through(state: GameState, target: Viewer, edition: Edition) -> Iterator[Reason]:
    """The ground that would hide a stand if it had not fired."""
    if isinstance(target, Unit) and target.has(FIRED):
        for piece in revealing(table_of(state), spot_of(target)):
            words = f"{piece.terrain.words} {piece.id} hides nobody who has fired"
            yield Reason(words, edition.cite("6.3.3").together_with(edition.our(62)), (spot_of(target),))


@implements("MATG2-7.3.3")
def _ground_in_contact(
    state: GameState, viewer: Viewer, target: Viewer, edition: Edition
) -> Iterator[Reason]:
    """The ground that would hide stands from each other if they were not in base contact."""
    if not (isinstance(viewer, Unit) and isinstance(target, Unit) and is_in_contact(viewer, target)):
        return
    table, ends = table_of(state), (spot_of(viewer), spot_of(target))
    for piece in table.under(LineString(ends)):
        if is_open_at_one_inch(piece) and not (
            is_hilly(piece) and any(piece in table.at(end) for end in ends)
        ):
            words = f"{piece.terrain.words} {piece.id} does not hide who is in base contact"
            cite = edition.cite("7.3.3").together_with(edition.our(85))
            yield Reason(words, cite, (spot_of(target),), decides=False)


def _stands_over_ends(state: GameState, ends: Iterable[Viewer], edition: Edition) -> Iterator[Reason]:
    """The reasons naming stands that overlap a stand at an end of the line, and so do not count."""
    stands = [end for end in ends if isinstance(end, Unit)]
    for unit in on_table(state):
        if unit.id not in {end.id for end in stands} and any(covers(unit, spot_of(end)) for end in stands):
            words = f"{unit} lies over an end of the line, not between"
            yield Reason(words, edition.our(72), (spot_of(unit),), decides=False)


def sight_field(state: GameState, viewer: Viewer, edition: Edition) -> Ruling[SightField]:
    """What does the viewer see? Every inch square of the table by its middle, as line_of_sight would rule.

    Rule: MATG2 6.1.1.
    """
    here, table = _spot(state, viewer), _table(state)
    squares, limit = _squares(table), limit_of(state)
    most = sight_limit_in(state, here, limit)
    visibility = squares.unseen.copy()
    for k in _seen(state, viewer, here, squares, most).tolist():
        visibility[squares.spots[k]] = Visibility.CLEAR

    def at(places: Floats) -> list[Visibility]:
        visibilities = [Visibility.BLOCKED] * len(places)
        for k in _seen(state, viewer, here, _Squares.of(table, places), most).tolist():
            visibilities[k] = Visibility.CLEAR
        return visibilities

    cite = edition.cite("6.4.1") if limit.is_given else edition.our(37)
    reasons = (Reason(f'sight reaches {most:g}" from here', cite, (here,)),)
    return Ruling(f"field of {viewer}", SightField(here, visibility, at=at), reasons)


def visibility_at_places(
    state: GameState, viewers: Sequence[Viewer], unit: Unit, places: Sequence[Place], edition: Edition
) -> list[list[Visibility]]:
    """Which viewers would see a stand in each of these places? A row for each viewer, as line_of_sight would rule.

    A stand that fired is not hidden by the ground where it fired (OUR 62); at other places it has not fired. Viewers that it
    may touch at a place are ruled on one by one (OUR 85).

    Rule: MATG2 6.1.1, 6.3.3, 7.3.3.
    """
    table, gone = _table(state), state.with_unit(replace(unit, at=None))
    squares = _Squares.of(table, np.array([_spot(state, place) for place in places]).reshape(-1, 2))
    limit, rows = limit_of(state), []
    for viewer in viewers:
        here = _spot(state, viewer)
        row = [Visibility.BLOCKED] * len(places)
        for k in _seen(gone, viewer, here, squares, sight_limit_in(state, here, limit)).tolist():
            row[k] = Visibility.CLEAR
        for k in _where_more_is_seen(viewer, here, unit, squares.places):
            if not row[k].is_open:
                row[k] = _look(state, viewer, _stood_at(unit, squares.spots[k]), edition).sight.visibility
        rows.append(row)
    return rows


def _where_more_is_seen(viewer: Viewer, here: Spot, unit: Unit, places: Floats) -> list[int]:
    """The places at which a stand may be seen though the ground is not: where it fired, and where it may touch the viewer."""
    more = (places == unit.at).all(axis=1) if unit.has(FIRED) else np.zeros(len(places), dtype=np.bool_)
    if isinstance(viewer, Unit):
        more |= np.hypot(*(places - np.array(here)).T) <= FAR_APART_IN
    places_seen: list[int] = np.flatnonzero(more).tolist()
    return places_seen


def _stood_at(unit: Unit, spot: Spot) -> Unit:
    """A stand as it would be at a spot: it counts as having fired only where it did."""
    return unit if spot == unit.at else replace(unit, at=spot, conditions=unit.conditions - {FIRED})


def limit_of(state: GameState) -> SightLimit:
    """The limit of sight: that of the scenario, or outside a game that of mixed terrain (OUR 37)."""
    if isinstance(state.course, Progress):
        return state.course.options.sight_limit
    return SightLimit(DEFAULT_SIGHT_IN[USUAL_TERRAIN], is_given=False)


def _look(state: GameState, viewer: Viewer, target: Viewer, edition: Edition) -> LineOfSight:
    _table(state)
    here, there, limit = _spot(state, viewer), _spot(state, target), limit_of(state)
    if isinstance(viewer, Unit) and isinstance(target, Unit):
        return see_stand(state, viewer, target, limit, edition)
    ends = [end.id for end in (viewer, target) if isinstance(end, Unit)]
    has_fired = isinstance(target, Unit) and target.has(FIRED)
    return see(state, here, there, limit, edition, ends, has_fired=has_fired)


@dataclass(frozen=True, eq=False)
class _Squares:
    """Places of a table, such as the middles of its inch squares, in the forms that a field needs.

    They are given as spots, as an array (n, 2) and as indexed points, with a field in which none is seen (`unseen`) and with
    those on the edge of a blocking piece marked (`at_edge`).
    """

    spots: tuple[Spot, ...]
    unseen: dict[Place, Visibility]
    places: Floats
    points: shapely.STRtree
    at_edge: Bools

    @classmethod
    def of(cls, table: Tabletop, places: Floats) -> "_Squares":
        spots = tuple(Spot(x_in, y_in) for x_in, y_in in places.tolist())
        points = np.asarray(shapely.points(places))
        at_edge = shapely.dwithin(points, _grown_outlines(table)[2], _NEAR_IN)
        unseen: dict[Place, Visibility] = dict.fromkeys(spots, Visibility.BLOCKED)
        return cls(spots, unseen, places, shapely.STRtree(points), at_edge)


@lru_cache(maxsize=16)
def _squares(table: Tabletop) -> _Squares:
    return _Squares.of(table, table.squares)


def _seen(state: GameState, viewer: Viewer, here: Spot, squares: _Squares, most_in: float) -> Ints:
    """The squares that are seen. Lines that may be in doubt because an edge is near are checked exactly."""
    table = table_of(state)
    standing = [
        unit
        for unit in on_table(state)
        if not (isinstance(viewer, Unit) and unit.id == viewer.id) and not covers(unit, here)
    ]
    stands = [_outlined(unit.id, spot_of(unit), unit.heading_deg) for unit in standing]
    solid = {unit.id: 0.0 for unit in standing}
    outlines, depths = blocking_outlines(table)
    grown, grown_depths, edges = _grown_outlines(table)
    shrunk, shrunk_depths = _shrunk_outlines(table)
    near = np.flatnonzero(_is_near(squares.places, here, most_in))
    exact = Outlines.joined([outlines, *(stand for stand, _ in stands)])
    around = SpotsAround.of(here, squares.places[near])
    seen = around.seen(exact, {**depths, **solid})
    larger = Outlines.joined([grown, *(stand for _, stand in stands)])
    sure = seen & around.seen(larger, {**grown_depths, **solid}) & around.seen(shrunk, shrunk_depths)
    covered = np.zeros((len(squares.spots), len(exact.ids)), dtype=np.bool_)
    areas = np.array([stand.areas[0] for _, stand in stands], dtype=np.object_)
    stand, square = squares.points.query(areas, predicate="intersects")
    bases = np.array([stand_base(unit).core for unit in standing], dtype=np.object_)
    gaps_in = shapely.distance(bases[stand], squares.points.geometries[square])
    covered[square, len(depths) + stand] = gaps_in == 0.0
    is_stood_on = np.zeros(len(squares.spots), dtype=np.bool_)
    is_stood_on[square] = True
    doubtful = (seen & ~sure) | is_stood_on[near]
    doubtful |= seen & (squares.at_edge[near] | bool(shapely.dwithin(shapely.Point(here), edges, _NEAR_IN)))
    asked = near[doubtful]
    sure[doubtful] = open_spots(exact, here, squares.places[asked], {**depths, **solid}, covered[asked])
    return near[sure]


def _is_near(places: Floats, here: Spot, most_in: float) -> Bools:
    gaps_in = np.hypot(*(places - np.array(here)).T)
    for place in np.flatnonzero(np.abs(gaps_in - most_in) <= 2 * ROUNDING_IN).tolist():
        gaps_in[place] = here.gap_in(Spot(*places[place].tolist()))
    is_near: Bools = gaps_in <= most_in + ROUNDING_IN
    return is_near


@lru_cache(maxsize=4096)
def _outlined(name: str, spot: Spot, facing_deg: float) -> tuple[Outlines, Outlines]:
    """The outlines of a stand in the way: exact, and larger by twice `HAIR_IN`."""
    base = base_at(spot, facing_deg)
    larger = base.outline.buffer(_GROWN_IN, join_style="mitre")
    return Outlines.of_bases({name: base}), Outlines.of({name: larger})


@lru_cache(maxsize=16)
def _grown_outlines(table: Tabletop) -> tuple[Outlines, dict[str, float], BaseGeometry]:
    """The blocking pieces enlarged by twice `HAIR_IN`, with sight into them reduced by three times
    `HAIR_IN`, and all their edges."""
    depths = blocking_depths(table)
    areas = blocking_areas(table)
    grown = {name: area.buffer(_GROWN_IN, join_style="mitre") for name, area in areas.items()}
    less = {name: max(0.0, depth - _NEAR_IN) if isfinite(depth) else depth for name, depth in depths.items()}
    edges = shapely.union_all([area.boundary for area in areas.values()])
    shapely.prepare(edges)
    return Outlines.of(grown), less, edges


@lru_cache(maxsize=16)
def _shrunk_outlines(table: Tabletop) -> tuple[Outlines, dict[str, float]]:
    """Pieces that sight reaches into and that are not convex, smaller by twice `HAIR_IN`: a line that brushes
    a notch leaves the piece and enters it again."""
    depths, areas = blocking_depths(table), blocking_areas(table)
    notched = {
        name: area
        for name, area in areas.items()
        if depths[name] and area.convex_hull.area > area.area + HAIR_IN
    }
    smaller = {name: area.buffer(-_GROWN_IN, join_style="mitre") for name, area in notched.items()}
    return Outlines.of(smaller), {name: depths[name] for name in notched}


def _table(state: GameState) -> Tabletop:
    table = table_of(state)
    _check_once(table)
    return table


@lru_cache(maxsize=16)
def _check_once(table: Tabletop) -> None:
    check_table(table)


def _spot(state: GameState, end: Viewer) -> Spot:
    return table_of(state).on_board(spot_of(end) if isinstance(end, Unit) else end)
