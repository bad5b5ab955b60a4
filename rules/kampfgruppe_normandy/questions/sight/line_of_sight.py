"""Line of sight from the model's eye: how much of a target is seen, what hides the rest, and the cover it gives.

Rule: KGN Line of sight; OUR 30 to 36, 73, 74, 156.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.game.verdicts import Visibility
from rules.ground.table.arrays import Floats, Ints
from rules.ground.table.inches import Base, Spot
from rules.ground.table.sight.footprints import Footprints
from rules.ground.table.sight.shadows import are_compiled
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.questions.sight import views
from rules.kampfgruppe_normandy.questions.sight.screens import Screens, screens
from rules.kampfgruppe_normandy.questions.sight.views import Eyes, Standing, View
from rules.kampfgruppe_normandy.questions.sight.visibility import (
    SEEN_WHOLE,
    SightResult,
    sight_result_of,
    visibilities_of,
)
from rules.kampfgruppe_normandy.state.model_heights import MAN, Stature, grounds_in, stature_of
from rules.kampfgruppe_normandy.state.position import MAN_IN, Hull, Position, memoized_by_placement
from rules.kampfgruppe_normandy.state.progress import Loss

End = Unit | Spot
Sighted = End | Hull
"""What can be looked at: a unit, a spot, or the hull of a vehicle or wreck."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """The footprint of a target, as far as sight needs it."""

    at: Spot
    facing_deg: float
    width_in: float
    length_in: float
    offsets: tuple[tuple[float, float], ...] = ()


@implements("KN-PRIN-14", "KN-PRIN-15", "KN-PRIN-16", "KN-SHOOT-09")
@memoized
def look(position: Position, viewer: End, target: Sighted, tall_in: float | None = None) -> SightResult:
    """A viewer's sight of a target: from the model's eye, of the target's whole footprint.

    A squad sees with each man's eye, and the best of them counts: the firer has the benefit of the doubt. `tall_in`
    is the height of what stands at a spot, if not a man. An aircraft sees all of the table (OUR 156).

    Rule: KGN Line of sight.
    """
    if _is_above(position, viewer):
        return sight_result_of(1.0, [], _eyes(position, viewer)[0])
    ends = frozenset(_names(position, viewer) | _names(position, target))
    stature = _stature(position, target)
    if tall_in is not None:
        stature = replace(stature, top_in=tall_in)
    statures = _stature(position, viewer), stature
    eyes, mark = _eyes(position, viewer), _mark(position, target)
    return _sight_result(position.table, position.hulls, eyes, mark, ends, statures)


def is_seen(position: Position, viewer: Unit, target: Unit) -> bool:
    """Whether a viewer sees any part of a target: `look` without the reasons.

    The answer is remembered while these two and everything that hides anything stay where they are.
    """
    if _is_above(position, viewer):
        return True
    known, sight_target = _seen_by(position, viewer), _sight_target(position, target)
    if sight_target not in known:
        is_free = _is_unobstructed(position, viewer, target)
        known[sight_target] = is_free or _are_seen(position, viewer, [sight_target], sight_target.names)[0]
    return known[sight_target]


def _is_unobstructed(position: Position, viewer: Unit, target: Unit) -> bool:
    """Whether nothing stands near the line from the first eye of a viewer to a target."""
    ends = _names(position, viewer) | _names(position, target)
    eye, base = _eyes(position, viewer)[0], _footprint(_mark(position, target))
    return _screens(position).is_clear_between(eye, base.bounds, ends)


def _screens(position: Position) -> Screens:
    """Everything on the table that can hide anything."""
    return _screens_with(position, position.progress.wrecks)


@memoized_by_placement
def _screens_with(position: Position, _: tuple[Loss, ...]) -> Screens:
    """Everything on the table that can hide anything, remembered for these wrecks."""
    return screens(position.table, position.hulls)


def sees_any(position: Position, viewer: Unit, spots: Iterable[Spot], tall_in: float) -> bool:
    """Whether a viewer sees any part of a thing of this height at any of these spots."""
    if _is_above(position, viewer):
        return True
    known, sight_targets = (
        _seen_by(position, viewer),
        [_SightTarget(_mark(position, spot), tall_in) for spot in spots],
    )
    if new := [target for target in dict.fromkeys(sight_targets) if target not in known]:
        known.update(zip(new, _are_seen(position, viewer, new), strict=True))
    return any(known[target] for target in sight_targets)


class _SightTarget(NamedTuple):
    """A target of sight: its footprint, its height, and the names of things that do not hide it."""

    mark: _Mark
    tall_in: float
    names: frozenset[str] = frozenset()


@memoized
def _sight_target(position: Position, target: Unit) -> _SightTarget:
    names = frozenset(_names(position, target))
    return _SightTarget(_mark(position, target), _stature(position, target).top_in, names)


@memoized
def _seen_by(position: Position, viewer: Unit) -> dict[_SightTarget, bool]:
    """Whether a viewer sees any part of each target asked about so far; new answers are added to it."""
    looking = _eyes(position, viewer), _stature(position, viewer).eye_in, frozenset(_names(position, viewer))
    return _screens(position).seen_before.setdefault(looking, {})


def _are_seen(
    position: Position,
    viewer: Unit,
    sight_targets: Sequence[_SightTarget],
    names: frozenset[str] = frozenset(),
) -> list[bool]:
    """Whether a viewer sees any part of each target, worked out at once; things of these names hide none of them."""
    table, ends = position.table, names.union(_names(position, viewer))
    eyes = _eyes_at(table, _eyes(position, viewer), _stature(position, viewer).eye_in)
    targets = Standing.together([_target(table, target.mark, target.tall_in) for target in sight_targets])
    are_seen: list[bool] = views.are_seen(_screens(position), eyes, targets, ends).tolist()
    return are_seen


def men_seen(position: Position, viewer: End, places: Floats) -> Iterator[Visibility]:
    """How a man would be seen at each of these places (n, 2), as by `look`."""
    table, ends = position.table, frozenset(_names(position, viewer))
    men = _men_all_over(table) if places is table.squares else _men(table, places)
    _, spots, above_in = _viewpoints(position, viewer)
    if above_in is None:
        return visibilities_of(np.ones(len(places)))
    things, eyes = _screens(position), _eyes_at(table, spots, above_in)
    return visibilities_of(views.best_seen(things, eyes, men, ends, SEEN_WHOLE))


class TargetAtSpots:
    """The sight of a unit as it would stand at each of some spots, worked out for all of them at once."""

    def __init__(self, position: Position, unit: Unit, spots: Iterable[Spot]) -> None:
        self._position, self._unit = position, unit
        marks = {spot: _mark(position, replace(unit, at=spot)) for spot in spots}
        self._number = {spot: number for number, spot in enumerate(marks)}
        self._standing = _standing(position.table, tuple(marks.values()), _stature(position, unit).top_in)
        hulls = tuple(hull for hull in position.hulls if hull.name != unit.id)
        self._things = screens(position.table, hulls)
        self._seen: dict[str, list[SightResult]] = {}

    def shares(self, viewer: End) -> Floats:
        """The share of the unit that a viewer would see at each of the spots (n,), as by `look`."""
        return self._best_eyes(viewer)[0]

    def look(self, viewer: Unit, spot: Spot) -> SightResult:
        """A viewer's sight of the unit at a spot, as by `look`, with reasons only where it is seen in part."""
        if viewer.id not in self._seen:
            self._seen[viewer.id] = self._look(viewer)
        return self._seen[viewer.id][self._number[spot]]

    def _look(self, viewer: Unit) -> list[SightResult]:
        shares, best = self._best_eyes(viewer)
        table, spots, above_in = _viewpoints(self._position, viewer)
        if above_in is None:
            return [sight_result_of(1.0, [], spots[0])] * len(shares)
        hiders: dict[int, list[tuple[Cover, Reason]]] = {}
        is_partial = (shares > 0) & (shares < SEEN_WHOLE)
        for number in np.unique(best[is_partial]).tolist():
            those = np.flatnonzero(is_partial & (best == number))
            eye = _eyes_at(table, (spots[number],), above_in)
            standing = self._standing.only(those)
            view = View.of(self._things, eye, standing, self._ends(viewer), is_compiled=True)
            hiders |= zip(those.tolist(), view.hiders(), strict=True)
        heights_in = _eyes_at(table, spots, above_in).heights_in.tolist()
        return [
            sight_result_of(share, hiders.get(place, []), spots[number], heights_in[number])
            for place, (share, number) in enumerate(zip(shares.tolist(), best.tolist(), strict=True))
        ]

    def _best_eyes(self, viewer: End) -> tuple[Floats, Ints]:
        looking = _viewpoints(self._position, viewer)
        return _seen_before(*looking, self._things, self._standing, self._ends(viewer))

    def _ends(self, viewer: End) -> frozenset[str]:
        return frozenset(_names(self._position, viewer) | _names(self._position, self._unit))


@lru_cache(maxsize=8)
def _standing(table: Tabletop, marks: tuple[_Mark, ...], tall_in: float) -> Standing:
    return Standing.on(table, Footprints.of([_footprint(mark) for mark in marks]), tall_in)


def _viewpoints(position: Position, viewer: End) -> tuple[Tabletop, tuple[Spot, ...], float | None]:
    """The table, where a viewer looks from, and how high above the ground, None from the air."""
    above_in = None if _is_above(position, viewer) else _stature(position, viewer).eye_in
    return position.table, _eyes(position, viewer), above_in


def _best_eyes(
    table: Tabletop,
    spots: tuple[Spot, ...],
    above_in: float | None,
    things: Screens,
    standing: Standing,
    ends: frozenset[str],
) -> tuple[Floats, Ints]:
    """The share of each target (n,) that the best of a viewer's eyes sees, and which eye: the first that sees it whole."""
    shares, best = np.zeros(len(standing.footprints)), np.zeros(len(standing.footprints), dtype=np.int64)
    if above_in is None:
        return shares + 1, best
    first, *others = spots
    for eyes, before in (((first,), 0), (tuple(others), 1)):
        not_whole = np.flatnonzero(shares < SEEN_WHOLE)
        if eyes and len(not_whole):
            looking = _eyes_at(table, eyes, above_in)
            shares_seen = views.shares_seen(things, looking, standing.only(not_whole), ends)
            eye = np.minimum(shares_seen, SEEN_WHOLE).argmax(axis=1)
            more = shares_seen[np.arange(len(not_whole)), eye]
            better = not_whole[more > shares[not_whole]]
            shares[better], best[better] = (
                more[more > shares[not_whole]],
                before + eye[more > shares[not_whole]],
            )
    return shares, best


_seen_before = lru_cache(maxsize=64)(_best_eyes)
"""`_best_eyes` remembered, for plans that ask again."""


@implements("KN-AIR-31b")
def _is_above(position: Position, viewer: End) -> bool:
    """Whether a viewer is an aircraft, which looks down on the table."""
    return isinstance(viewer, Unit) and position.type(viewer).kind is Kind.AIRCRAFT


@lru_cache(maxsize=4096)
def _sight_result(
    table: Tabletop,
    hulls: tuple[Hull, ...],
    spots: tuple[Spot, ...],
    mark: _Mark,
    ends: frozenset[str],
    statures: tuple[Stature, Stature],
) -> SightResult:
    looking, looked_at = statures
    things, eyes = screens(table, hulls), _eyes_at(table, spots, looking.eye_in)
    if things.is_clear_between(spots[0], _footprint(mark).bounds, ends):
        return sight_result_of(1.0, [], Spot(*eyes.spots[0].tolist()), float(eyes.heights_in[0]))
    target = _target(table, mark, looked_at.top_in)
    view = View.of(things, eyes, target, ends, is_compiled=are_compiled())
    best = int(np.minimum(view.shares[0], SEEN_WHOLE).argmax())
    share, eye_in = float(view.shares[0, best]), float(eyes.heights_in[best])
    return sight_result_of(share, view.hiders(best)[0], view.spot(best), eye_in)


@lru_cache(maxsize=256)
def _eyes_at(table: Tabletop, spots: tuple[Spot, ...], above_in: float) -> Eyes:
    """Eyes at these spots, `above_in` inches above the ground there."""
    places = np.array(spots)
    return Eyes(places, grounds_in(table, places) + above_in)


def standing_height(position: Position, end: End) -> float:
    """The height of an end of sight above its ground, in inches; a spot stands for a man."""
    return _stature(position, end).top_in


def _stature(position: Position, end: Sighted) -> Stature:
    if isinstance(end, Spot):
        return MAN
    if isinstance(end, Hull):
        return Stature(end.height_in, end.height_in)
    status = position.status(end)
    if status.aboard is not None and status.aboard in position.state.units:
        return _stature(position, position.state.unit(status.aboard))
    building = None if status.inside is None else position.table.piece(status.inside)
    return stature_of(position.type(end), building)


@lru_cache(maxsize=4096)
def _target(table: Tabletop, mark: _Mark, tall_in: float) -> Standing:
    return Standing.on(table, Footprints.of([_footprint(mark)]), tall_in)


@lru_cache(maxsize=4)
def _men_all_over(table: Tabletop) -> Standing:
    return _men(table, table.squares)


def _men(table: Tabletop, places: Floats) -> Standing:
    return Standing.on(table, Footprints.round(places, MAN_IN), MAN.top_in)


def _eyes(position: Position, viewer: End) -> tuple[Spot, ...]:
    """Where a viewer looks from: the middle of a vehicle or gun, or every man of a squad (OUR 36)."""
    return (viewer,) if isinstance(viewer, Spot) else position.models(viewer)


@memoized
def _mark(position: Position, target: Sighted) -> _Mark:
    if isinstance(target, Spot):
        return _Mark(target, 0.0, MAN_IN, MAN_IN, ((0.0, 0.0),))
    if isinstance(target, Hull):
        return _Mark(target.at, target.facing_deg, target.width_in, target.length_in)
    carrier = position.status(target).aboard
    if carrier is not None and carrier in position.state.units:
        return _mark(position, position.state.unit(carrier))
    spot = position.standing(target)
    kind = position.type(target)
    men = position.models(target) if kind.is_infantry else ()
    offsets = tuple((man.x_in - spot.x_in, man.y_in - spot.y_in) for man in men)
    return _Mark(spot, target.heading_deg, kind.width_in, kind.length_in, offsets)


@lru_cache(maxsize=4096)
def _footprint(mark: _Mark) -> Base:
    if mark.offsets:
        x, y = mark.at
        return Base.of_men([Spot(x + dx, y + dy) for dx, dy in mark.offsets], MAN_IN)
    return Base.rectangle(mark.at, mark.width_in, mark.length_in, mark.facing_deg)


def _names(position: Position, end: Sighted) -> set[str]:
    """Names of things that do not hide an end of sight: itself, its carrier, the building it is in."""
    if isinstance(end, Spot):
        return set()
    if isinstance(end, Hull):
        return {end.name}
    status = position.status(end)
    return {name for name in (end.id, status.aboard, status.inside) if name is not None}
