"""Can he see me, and what does he see? Chapter 6 as rulings."""

from dataclasses import dataclass
from functools import lru_cache
from math import isfinite

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.errors import BadInput
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import Sight, SightField, Visibility
from rules.ground.board import Place
from rules.ground.table.arrays import Bools, Floats
from rules.ground.table.house_walls import standing_areas
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.outlines import Outlines
from rules.ground.table.sight.field import seen_spots
from rules.ground.table.tabletop import Tabletop
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.book.terrain_chart import check_table
from rules.micro_armour.questions.spotting import (
    LineOfSight,
    blocking_depths,
    blocking_outlines,
    covers,
    see,
    sight_limit_in,
)
from rules.micro_armour.state.progress import Progress
from rules.micro_armour.state.scenario_options import DEFAULT_SIGHT_IN, USUAL_TERRAIN, SightLimit
from rules.micro_armour.state.stands import on_table, spot_of, stand_base, table_of

_GROWN_IN = 2 * HAIR_IN


_NEAR_IN = 3 * HAIR_IN


def line_of_sight(state: GameState, viewer: Viewer, target: Viewer, edition: Edition) -> Ruling[Sight]:
    """Can he see me? Centre to centre, with what blocks and where.

    Rule: MATG2 6.1.1.
    """
    found = _look(state, viewer, target, edition)
    reasons = found.reasons or (Reason("nothing stands between", edition.cite("6.1.1")),)
    return Ruling(f"LOS {_named(viewer)} to {_named(target)}", found.sight, reasons)


def sight_field(state: GameState, viewer: Viewer, edition: Edition) -> Ruling[SightField]:
    """What does he see? Every inch square of the table by its middle, as line_of_sight would rule it.

    Rule: MATG2 6.1.1.
    """
    here, squares = _spot(state, viewer), _squares(_table(state))
    spots = squares.spots
    limit = limit_of(state)
    most = sight_limit_in(state, here, limit)
    near = np.array([here.gap_in(spot) <= most for spot in spots])
    seen, doubtful = _seen(state, viewer, here, near)
    open_places = seen.tolist()
    for k in np.flatnonzero(doubtful).tolist():
        open_places[k] = _look(state, viewer, spots[k], edition).is_open
    visibility: dict[Place, Visibility] = {
        spot: Visibility.CLEAR if is_open else Visibility.BLOCKED
        for spot, is_open in zip(spots, open_places, strict=True)
    }
    cite = edition.cite("6.4.1") if limit.is_given else edition.our(37)
    reasons = (Reason(f'sight reaches {most:g}" from here', cite, (here,)),)
    return Ruling(f"field of {_named(viewer)}", SightField(here, visibility), reasons)


def limit_of(state: GameState) -> SightLimit:
    """How far anyone sees: the scenario's word, or that of mixed terrain before there is one (OUR 37)."""
    if isinstance(state.course, Progress):
        return state.course.options.sight_limit
    return SightLimit(DEFAULT_SIGHT_IN[USUAL_TERRAIN], is_given=False)


def _look(state: GameState, viewer: Viewer, target: Viewer, edition: Edition) -> LineOfSight:
    _table(state)
    ends = [end.id for end in (viewer, target) if isinstance(end, Unit)]
    return see(state, _spot(state, viewer), _spot(state, target), limit_of(state), edition, ends)


@dataclass(frozen=True, eq=False)
class _Squares:
    """The middles of a table's inch squares: as spots, as an array (n, 2), as points, and which lie on an edge."""

    spots: tuple[Spot, ...]
    places: Floats
    points: shapely.STRtree
    at_edge: Bools


@lru_cache(maxsize=16)
def _squares(table: Tabletop) -> _Squares:
    spots = tuple(table.lattice())
    points = np.asarray(shapely.points(np.array(spots)))
    at_edge = shapely.dwithin(points, _grown(table)[2], _NEAR_IN)
    return _Squares(spots, np.array(spots), shapely.STRtree(points), at_edge)


def _seen(state: GameState, viewer: Viewer, here: Spot, near: Bools) -> tuple[Bools, Bools]:
    """Which places are seen beyond doubt, and which lie so close to an edge that each is looked at by itself."""
    table = table_of(state)
    squares = _squares(table)
    outlines, depths = blocking_outlines(table)
    grown, grown_depths, edges = _grown(table)
    bases = {
        unit.id: stand_base(unit)
        for unit in on_table(state)
        if not (isinstance(viewer, Unit) and unit.id == viewer.id) and not covers(unit, here)
    }
    solid = dict.fromkeys(bases, 0.0)
    within, seen, sure = np.flatnonzero(near), near.copy(), near.copy()
    places = squares.places[within]
    seen[within] = seen_spots(outlines + Outlines.of_bases(bases), here, places, {**depths, **solid})
    larger = {name: base.outline.buffer(_GROWN_IN, join_style="mitre") for name, base in bases.items()}
    sure[within] = seen[within] & seen_spots(
        grown + Outlines.of(larger), here, places, {**grown_depths, **solid}
    )
    at_edge = squares.at_edge
    if shapely.dwithin(shapely.Point(here), edges, _NEAR_IN):
        at_edge = np.ones(len(near), dtype=np.bool_)
    stood_on = np.zeros(len(near), dtype=np.bool_)
    if larger:
        stood_on[squares.points.query([*larger.values()], predicate="intersects")[1]] = True
    return sure, near & ((seen & ~sure) | (seen & at_edge) | stood_on)


@lru_cache(maxsize=16)
def _grown(table: Tabletop) -> tuple[Outlines, dict[str, float], BaseGeometry]:
    """The blocking pieces two hairs larger and seen into three hairs less, and all their edges."""
    depths = blocking_depths(table)
    standing = standing_areas(table)
    areas = {name: standing[name] for name in depths}
    grown = {name: area.buffer(_GROWN_IN, join_style="mitre") for name, area in areas.items()}
    less = {name: max(0.0, depth - _NEAR_IN) if isfinite(depth) else depth for name, depth in depths.items()}
    edges = shapely.union_all([area.boundary for area in areas.values()])
    shapely.prepare(edges)
    return Outlines.of(grown), less, edges


def _table(state: GameState) -> Tabletop:
    table = table_of(state)
    _check_once(table)
    return table


@lru_cache(maxsize=16)
def _check_once(table: Tabletop) -> None:
    check_table(table)


def _spot(state: GameState, end: Viewer) -> Spot:
    if isinstance(end, Unit):
        return table_of(state).on_board(spot_of(end))
    if not isinstance(end, Spot):
        raise BadInput("place", str(end), "a spot in inches on the table")
    return table_of(state).on_board(end)


def _named(end: Viewer) -> str:
    return str(end)
