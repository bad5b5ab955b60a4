"""The cover of a target against a firer, by where it stands, what it is close behind, and what hides part of it.

Rule: KGN Concealment saves in detail.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.citation import Citation
from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.arrays import Bools, Geometries, points
from rules.ground.table.inches import Spot
from rules.ground.table.sight.heights import hidden_spans
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite, ours
from rules.kampfgruppe_normandy.book.terrain_chart import cover_pieces, ground_of
from rules.kampfgruppe_normandy.questions.sight.screens import LOW
from rules.kampfgruppe_normandy.questions.sight.views import SLICES
from rules.kampfgruppe_normandy.questions.sight.visibility import SightResult
from rules.kampfgruppe_normandy.state.buildings import REINFORCED
from rules.kampfgruppe_normandy.state.model_heights import ground_in, stature_of, tall_in
from rules.kampfgruppe_normandy.state.position import MAN_IN, Position, memoized_of_units
from rules.kampfgruppe_normandy.state.progress import Progress
from rules.kampfgruppe_normandy.state.state_slot import StateSlot

CLOSE_BEHIND_IN = 2.0
DECAY = StateSlot("building decay", tuple[tuple[str, int], ...], ())
"""By how many classes the cover of each damaged building has fallen: piece id and number."""


@dataclass(frozen=True, slots=True)
class Sheltered:
    """The cover a target has, and why."""

    cover: Cover
    reason: Reason


@implements(
    "KN-SUPP-23", "KN-SUPP-30", "KN-SUPP-31", "KN-SUPP-32", "KN-SUPP-33", "KN-NIGHT-03", "KN-DFAT-43b",
    "KN-NIGHT-01", "KN-BLDG-06", "KN-BLDG-01",
)  # fmt: skip
def cover_from(position: Position, target: Unit, seen: SightResult) -> Sheltered:
    """The best cover that a target has against fire from the eye that sees it.

    At least half its men must have it, each judged by himself: in doubt the target has the better save.

    Rule: KGN Concealment saves in detail; OUR 32, 33.
    """
    shelters = []
    progress = position.progress
    if progress.setting.is_night:
        shelters.append(Sheltered(Cover.VISUAL, Reason("everyone is obscured at night", ours(152))))
    inside = position.status(target).inside
    if inside is not None:
        shelters.append(_in_building(position, position.table.piece(inside)))
        return max(shelters, key=lambda sheltered: sheltered.cover)
    least = max((sheltered.cover for sheltered in shelters), default=Cover.OPEN)
    close = [piece for piece in _close_by(position, target) if ground_of(piece).behind > least]
    shelters.append(_behind(position, target, seen, close) if close else _where_most_stand(position, target))
    if seen.is_partial:
        shelters.append(Sheltered(seen.cover, Reason(f"seen in part, {seen.cover.words}", ours(32))))
    return max(shelters, key=lambda sheltered: sheltered.cover)


@implements("KN-BLDG-01", "KN-SUPP-32")
def full_cover(progress: Progress, piece: Piece) -> Cover:
    """The cover of an undamaged building: that of its kind, or reinforced where a scenario says so.

    Rule: KGN Buildings as cover.
    """
    usual = ground_of(piece).within
    return max(usual, Cover.REINFORCED) if piece.id in REINFORCED.of(progress) else usual


def building_cover(progress: Progress, piece: Piece) -> Cover:
    """The cover of a building now: that of its kind, less the classes lost to damage."""
    fallen = dict(DECAY.of(progress)).get(piece.id, 0)
    return Cover(max(0, full_cover(progress, piece) - fallen))


def source_of_cover(piece: Piece) -> Citation:
    """The rule that gives the cover of a building, and our reading of concrete ones (OUR 200)."""
    read = (200,) if piece.terrain is TableTerrain.CONCRETE_BUILDING else ()
    return as_read("Buildings as cover", *read)


def _in_building(position: Position, piece: Piece) -> Sheltered:
    cover = building_cover(position.progress, piece)
    return Sheltered(cover, Reason(f"{cover.words}: inside {piece}", source_of_cover(piece)))


def _of_most(men: Iterable[Sheltered]) -> Sheltered:
    """The best cover that at least half of these men have."""
    ranked = sorted(men, key=lambda man: man.cover, reverse=True)
    return ranked[(len(ranked) - 1) // 2]


@memoized
def _where_most_stand(position: Position, target: Unit) -> Sheltered:
    return _of_most(_where_each_stands(position, target))


@implements("KN-SUPP-31")
def pieces_at(position: Position, places: Sequence[Spot]) -> Iterator[tuple[Piece, ...]]:
    """The pieces that each of these spots lies in, and wrecks of the game: men can hide under a wreck."""
    for place, drawn in zip(places, position.table.at_each(places), strict=True):
        here = shapely.Point(place)
        yield (*drawn, *(wreck for wreck in position.wreck_pieces if wreck.area.intersects(here)))


@implements("KN-SUPP-31")
@memoized
def sheltering_pieces(position: Position) -> tuple[Piece, ...]:
    """The pieces that give cover to units close behind them, wrecks of the game among them."""
    return (*cover_pieces(position.table), *position.wreck_pieces)


@memoized
def _where_each_stands(position: Position, target: Unit) -> tuple[Sheltered, ...]:
    """The cover of the ground under each man, or under a hull."""
    shelters = []
    for pieces in pieces_at(position, position.models(target)):
        best = Sheltered(Cover.OPEN, Reason("in the open", cite("Concealment saves")))
        for piece in pieces:
            ground = ground_of(piece)
            if ground.within > best.cover and not ground.is_building:
                words = f"{ground.within.words}: {piece}"
                best = Sheltered(ground.within, Reason(words, cite("Concealment saves in detail")))
        shelters.append(best)
    return tuple(shelters)


@memoized
def _close_by(position: Position, target: Unit) -> tuple[Piece, ...]:
    """The walls, hedges and the like within 2 inches of a target."""
    base, pieces = position.base(target), sheltering_pieces(position)
    areas = np.array([piece.area for piece in pieces], dtype=object)
    is_close = shapely.distance(areas, base.core) <= CLOSE_BEHIND_IN + base.radius_in
    return tuple(compress(pieces, is_close.tolist()))


@memoized_of_units
def _close_round(position: Position, target: Unit) -> Geometries:
    """The ground within 2 inches of each man, or of a hull."""
    base, men = position.base(target), points(np.array(position.models(target)))
    close, by_in = (men, MAN_IN / 2) if base.radius_in else (np.full(len(men), base.core), 0.0)
    return np.asarray(shapely.buffer(close, by_in + CLOSE_BEHIND_IN, quad_segs=16))


def _behind(position: Position, target: Unit, seen: SightResult, pieces: Iterable[Piece]) -> Sheltered:
    """The cover that most men have by where they stand or by a piece close in front of them.

    A piece counts if it lies between the eye and a man, within 2 inches of him, and the eye is not at it (OUR 33, 165).
    """
    men, close = position.models(target), _close_round(position, target)
    eye, stands_in = seen.eye, stature_of(position.type(target)).top_in
    shelters_of_each = [[stands] for stands in _where_each_stands(position, target)]
    lines = shapely.linestrings([(eye, man) for man in men])
    for piece in pieces:
        is_high = seen.eye_in is not None and _covers_by_height(piece)
        runs, line = shapely.get_parts(shapely.intersection(lines, piece.area), return_index=True)
        counts = _are_behind(runs, eye) & shapely.intersects(runs, close[line])
        sheltered = set()
        for run, place in zip(runs[counts], line[counts].tolist(), strict=True):
            ground, eye_in = position.table, seen.eye_in or 0.0
            if not is_high or _shelters(ground, piece, run, eye, eye_in, men[place], stands_in):
                sheltered.add(place)
        cover = ground_of(piece).behind
        words = f"{cover.words}: behind {piece}"
        for place in sheltered:
            shelters_of_each[place].append(Sheltered(cover, Reason(words, ours(73 if is_high else 33))))
    return _of_most(max(shelters, key=lambda shelter: shelter.cover) for shelters in shelters_of_each)


def _are_behind(runs: Geometries, eye: Spot) -> Bools:
    """Which crossings of lines of sight are not by a thing that the eye itself is at."""
    away_in, length_in = shapely.distance(runs, shapely.Point(eye)), shapely.length(runs)
    return np.logical_or(away_in > LOW.at_eye_in, length_in > LOW.depth_in)


def _covers_by_height(piece: Piece) -> bool:
    """Whether a piece gives cover by its height; bocage does not, since troops at it look through."""
    if piece.terrain is TableTerrain.BOCAGE:
        return False
    return piece.height_in is not None or ground_of(piece).see_into_in is not None


def _shelters(
    table: Tabletop, piece: Piece, run: BaseGeometry, eye: Spot, eye_in: float, man: Spot, stands_in: float
) -> bool:
    """Whether a piece that a line of sight crosses hides at least a tenth of a man who stands `stands_in` tall."""
    places = shapely.get_coordinates(run)
    top_in = ground_in(table, Spot(*places[0].tolist())) + tall_in(piece)
    z_in = ground_in(table, man) + stands_in / SLICES / 2
    least, most = hidden_spans(np.array(eye_in), np.array(top_in), np.array(z_in))
    gaps_in, gap_in = np.hypot(*(places - np.array(eye)).T), eye.gap_in(man)
    return bool(least * gaps_in.min() <= gap_in <= most * gaps_in.max())
