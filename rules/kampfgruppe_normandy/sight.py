"""Line of sight from the model's eye: how much of a target is seen, what hides the rest, and the cover it gives.

Rule: KGN Line of sight; OUR 30 to 36, 73, 74.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from rules.errors import BadInput
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.arrays import Floats
from rules.ground.inches import Base, Spot
from rules.ground.tabletop import Tabletop
from rules.kampfgruppe_normandy.blocking import (
    Blockers,
    Targets,
    blockers,
)
from rules.kampfgruppe_normandy.flat_views import View, blamed_by, view_of
from rules.kampfgruppe_normandy.high_views import HighView
from rules.kampfgruppe_normandy.looks import SEEN_WHOLE, Look, look_of
from rules.kampfgruppe_normandy.over_heights import (
    Standing,
)
from rules.kampfgruppe_normandy.position import MAN_IN, Hull, Position, offsets_of
from rules.kampfgruppe_normandy.statures import MAN, Stature, gives_heights, ground_in, stature_of

End = Unit | Spot


@dataclass(frozen=True, slots=True)
class _Mark:
    """A target as far as sight goes: where its footprint lies."""

    at: Spot
    facing_deg: float
    width_in: float
    length_in: float
    offsets: tuple[tuple[float, float], ...] = ()


@implements("KN-PRIN-14", "KN-PRIN-15", "KN-PRIN-16", "KN-SHOOT-09")
def look(position: Position, viewer: End, target: End, tall_in: float | None = None) -> Look:
    """What a viewer sees of a target: from the model's eye, of the target's whole footprint.

    A squad sees with each man's eye, and the best of them counts: the firer has the benefit of the doubt. `tall_in`
    is the height of what stands at a spot, if it is no man.

    Rule: KGN Line of sight.
    """
    ends = frozenset(_names(position, viewer) | _names(position, target))
    if gives_heights(position.table):
        stature = _stature(position, target)
        if tall_in is not None:
            stature = replace(stature, top_in=tall_in)
        statures = _stature(position, viewer), stature
        eyes, mark = _eyes(position, viewer), _mark(position, target)
        return _looked_over(position.table, position.hulls, eyes, mark, ends, statures)
    ground = blockers(position.table, position.hulls)
    return _looked(ground, _eyes(position, viewer), _mark(position, target), ends)


def shares_seen(position: Position, viewer: End) -> tuple[tuple[Spot, ...], Floats]:
    """How much of a man is seen in the middle of every inch square of the table, as `look` tells it: the spots (n,)
    and the shares (n,)."""
    ground, ends = blockers(position.table, position.hulls), frozenset(_names(position, viewer))
    spots, men = _men_all_over(position.table)
    best = np.zeros(len(spots))
    standing = Standing(men, _feet(position.table), MAN.top_in) if gives_heights(position.table) else None
    for eye in _eyes(position, viewer):
        asked = best < SEEN_WHOLE
        view: View | HighView
        if standing is None:
            view = view_of(ground, eye, men, ends, asked)
        else:
            above_in = _stature(position, viewer).eye_in
            view = HighView.of(position.table, position.hulls, eye, above_in, standing, ends, asked)
        best = np.where(asked, np.maximum(best, view.shares), best)
    return spots, best


@lru_cache(maxsize=4096)
def _looked(ground: Blockers, eyes: tuple[Spot, ...], mark: _Mark, ends: frozenset[str]) -> Look:
    best: View | None = None
    for eye in eyes:
        view = view_of(ground, eye, _target(ground.table, mark), ends)
        if best is None or view.shows_more_than(best):
            best = view
        if best.shares[0] >= SEEN_WHOLE:
            break
    assert best is not None
    return look_of(float(best.shares[0]), blamed_by(best), best.eye.spot, _footprint(mark))


@lru_cache(maxsize=4096)
def _looked_over(
    table: Tabletop,
    hulls: tuple[Hull, ...],
    eyes: tuple[Spot, ...],
    mark: _Mark,
    ends: frozenset[str],
    statures: tuple[Stature, Stature],
) -> Look:
    standing = Standing(_target(table, mark), np.array([ground_in(table, mark.at)]), statures[1].top_in)
    best: HighView | None = None
    for eye in eyes:
        over = HighView.of(table, hulls, eye, statures[0].eye_in, standing, ends)
        if best is None or over.shares[0] > best.shares[0]:
            best = over
        if best.shares[0] >= SEEN_WHOLE:
            break
    assert best is not None
    eye, eye_in = best.viewer.eye.spot, best.viewer.eye_in
    return look_of(float(best.shares[0]), best.blamed, eye, _footprint(mark), eye_in)


def _stature(position: Position, end: End) -> Stature:
    if isinstance(end, Spot):
        return MAN
    status = position.status(end)
    if status.aboard is not None and status.aboard in position.state.units:
        return _stature(position, position.state.unit(status.aboard))
    building = None if status.inside is None else position.table.piece(status.inside)
    return stature_of(position.type(end), building)


@lru_cache(maxsize=4)
def _feet(table: Tabletop) -> Floats:
    """How high the ground lies in the middle of every inch square."""
    return np.array([ground_in(table, spot) for spot in table.lattice()])


@lru_cache(maxsize=4096)
def _target(table: Tabletop, mark: _Mark) -> Targets:
    return Targets.one(table, _footprint(mark))


@lru_cache(maxsize=4)
def _men_all_over(table: Tabletop) -> tuple[tuple[Spot, ...], Targets]:
    spots = tuple(table.lattice())
    return spots, Targets.men(table, np.array(spots), MAN_IN)


def _eyes(position: Position, viewer: End) -> tuple[Spot, ...]:
    """Where a viewer looks from: the middle of a vehicle or gun, or every man of a squad (OUR 36)."""
    return (viewer,) if isinstance(viewer, Spot) else position.models(viewer)


def _mark(position: Position, target: End) -> _Mark:
    if isinstance(target, Spot):
        return _Mark(target, 0.0, MAN_IN, MAN_IN, ((0.0, 0.0),))
    carrier = position.status(target).aboard
    if carrier is not None and carrier in position.state.units:
        return _mark(position, position.state.unit(carrier))
    spot = position.spot(target)
    if spot is None:
        raise BadInput(f"unit {target.id}.at", None, "a spot on the table")
    kind = position.type(target)
    offsets = offsets_of(position.status(target)) if kind.is_infantry else ()
    return _Mark(spot, target.facing_deg or 0.0, kind.width_in, kind.length_in, offsets)


@lru_cache(maxsize=4096)
def _footprint(mark: _Mark) -> Base:
    if mark.offsets:
        x, y = mark.at
        return Base.group(Base.round(Spot(x + dx, y + dy), MAN_IN) for dx, dy in mark.offsets)
    return Base.rectangle(mark.at, mark.width_in, mark.length_in, mark.facing_deg)


def _names(position: Position, end: End) -> set[str]:
    """What does not hide an end: itself, what it rides, what it stands in."""
    if isinstance(end, Spot):
        return set()
    status = position.status(end)
    return {name for name in (end.id, status.aboard, status.inside) if name is not None}
