"""Line of sight from the model's eye: how much of a target is seen, what hides the rest, and the cover it gives.

Rule: KGN Line of sight; OUR 30 to 36.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import shapely

from rules.errors import BadInput
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.game.verdicts import Visibility
from rules.ground.arrays import Bools, Floats
from rules.ground.inches import Base, Spot, gap_in
from rules.ground.shadows import LEAST_SHARE, Shadows
from rules.ground.tabletop import Tabletop
from rules.ground.tabletop_field import seen_spots
from rules.ground.tabletop_sight import hiding
from rules.kampfgruppe_normandy.blocking import (
    Blocker,
    Blockers,
    Eye,
    Targets,
    blockers,
    hides,
    is_overlooked,
)
from rules.kampfgruppe_normandy.concealment import Cover
from rules.kampfgruppe_normandy.position import MAN_IN, Position, offsets_of
from rules.kampfgruppe_normandy.rulebook import ours
from rules.kampfgruppe_normandy.terrain import WOODS_DEPTH_IN

SEEN_WHOLE = 0.9
"""A target of which less is seen is seen in part (OUR 32)."""

End = Unit | Spot


@dataclass(frozen=True)
class Look:
    """What an eye sees of a target: the share of its footprint, and what hides the rest, with its cover."""

    share: float
    distance_in: float
    cover: Cover
    reasons: tuple[Reason, ...]
    eye: Spot

    @property
    def is_open(self) -> bool:
        return self.share > 0

    @property
    def is_partial(self) -> bool:
        return 0 < self.share < SEEN_WHOLE

    @property
    def visibility(self) -> Visibility:
        return visibility_of(self.share)

    @property
    def words(self) -> str:
        if not self.is_open:
            return "not seen"
        return f"seen in part, {self.share:.0%} of it" if self.is_partial else "seen"


def visibility_of(share: float) -> Visibility:
    """Seen in part counts as hindered."""
    if share <= 0:
        return Visibility.BLOCKED
    return Visibility.HINDERED if share < SEEN_WHOLE else Visibility.CLEAR


@dataclass(frozen=True, slots=True)
class _Mark:
    """A target as far as sight goes: where its footprint lies."""

    at: Spot
    facing_deg: float
    width_in: float
    length_in: float
    offsets: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, eq=False)
class _View:
    """What one eye sees of some targets: the shadows of what stands in the way, and the share seen of each (n,)."""

    ground: Blockers
    eye: Eye
    targets: Targets
    shadows: Shadows

    @cached_property
    def shares(self) -> Floats:
        shares = self.shadows.shares
        if shares.any():
            shares = shares * self.past_woods
        return np.where(shares < LEAST_SHARE, 0.0, shares)

    @cached_property
    def past_woods(self) -> Floats:
        """The share of each target that woods leave to be seen, (n,): of its men, or of the spots of a hull."""
        ground, eye, targets = self.ground, self.eye, self.targets
        hidden = np.zeros(len(targets.spots), dtype=np.bool_)
        near = _near_woods(ground, eye, targets)
        counting = np.array([~is_overlooked(wood, eye, targets) for wood in near]).T
        for alike in dict.fromkeys(map(tuple, counting.tolist())):
            depths = {wood.name: WOODS_DEPTH_IN for wood, counts in zip(near, alike, strict=True) if counts}
            those = (counting == alike).all(axis=1)[targets.spot_owner]
            hidden[those] = ~seen_spots(ground.wood_outlines, eye.spot, targets.spots[those], depths)
        return 1 - np.bincount(targets.spot_owner, hidden) / np.bincount(targets.spot_owner)


@implements("KN-PRIN-14", "KN-PRIN-15", "KN-PRIN-16", "KN-SHOOT-09")
def look(position: Position, viewer: End, target: End) -> Look:
    """What a viewer sees of a target: from the model's eye, of the target's whole footprint.

    A squad sees with each man's eye, and the best of them counts: the firer has the benefit of the doubt.

    Rule: KGN Line of sight.
    """
    ground = blockers(position.table, position.hulls)
    ends = frozenset(_names(position, viewer) | _names(position, target))
    return _looked(ground, _eyes(position, viewer), _mark(position, target), ends)


def shares_seen(position: Position, viewer: End) -> tuple[tuple[Spot, ...], Floats]:
    """How much of a man is seen in the middle of every inch square of the table, as `look` tells it: the spots (n,)
    and the shares (n,)."""
    ground, ends = blockers(position.table, position.hulls), frozenset(_names(position, viewer))
    spots, men = _men_all_over(position.table)
    best = np.zeros(len(spots))
    for eye in _eyes(position, viewer):
        still_looked_for = best < SEEN_WHOLE
        seen = _view(ground, eye, men, ends, still_looked_for).shares
        best = np.where(still_looked_for, np.maximum(best, seen), best)
    return spots, best


@lru_cache(maxsize=20_000)
def _looked(ground: Blockers, eyes: tuple[Spot, ...], mark: _Mark, ends: frozenset[str]) -> Look:
    best: _View | None = None
    for eye in eyes:
        view = _view(ground, eye, _target(ground.table, mark), ends)
        if best is None or view.shares[0] > best.shares[0]:
            best = view
        if best.shares[0] >= SEEN_WHOLE:
            break
    assert best is not None
    return _explained(best, _footprint(mark))


@lru_cache(maxsize=4096)
def _target(table: Tabletop, mark: _Mark) -> Targets:
    return Targets.one(table, _footprint(mark))


@lru_cache(maxsize=4)
def _men_all_over(table: Tabletop) -> tuple[tuple[Spot, ...], Targets]:
    spots = tuple(table.lattice())
    return spots, Targets.men(table, np.array(spots), MAN_IN)


def _eyes(position: Position, viewer: End) -> tuple[Spot, ...]:
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


def _view(
    ground: Blockers, spot: Spot, targets: Targets, ends: frozenset[str], looked_for: Bools | None = None
) -> _View:
    """What an eye sees of the targets, or of those that are looked for."""
    eye = Eye.at(ground.table, spot)
    shadows = Shadows.of(ground.outlines, spot, targets.footprints)
    if looked_for is not None:
        shadows = shadows.only(looked_for[shadows.target])
    counts = np.zeros(len(shadows.piece), dtype=np.bool_)
    for place in np.unique(shadows.piece).tolist():
        if (blocker := ground.solid[place]).name not in ends:
            pairs = shadows.piece == place
            counts[pairs] = hides(blocker, eye, targets)[shadows.target[pairs]]
    return _View(ground, eye, targets, shadows.only(counts))


def _near_woods(ground: Blockers, eye: Eye, targets: Targets) -> list[Blocker]:
    """The woods that lie, in part at least, in the box round the eye and all targets."""
    places = np.concatenate([targets.spots, [eye.spot]])
    least, most = places.min(axis=0), places.max(axis=0)
    boxes = ground.wood_boxes
    meets = (boxes[:, :2] <= most).all(axis=1) & (boxes[:, 2:] >= least).all(axis=1)
    return [ground.woods[place] for place in np.flatnonzero(meets)]


def _explained(view: _View, base: Base) -> Look:
    """A view of a single target as a look, with what hides some of it."""
    share = float(view.shares[0])
    blamed = [*_solids_blamed(view), *_woods_blamed(view)]
    cover = max((blocker.cover for blocker, _ in blamed), default=Cover.OPEN)
    reasons = [reason for _, reason in blamed]
    if share >= SEEN_WHOLE:
        cover = Cover.OPEN
    elif share > 0:
        reasons.append(Reason(f"{share:.0%} of the target is seen, which leaves it obscured", ours(32)))
    return Look(share, gap_in(view.eye.spot, base), cover, tuple(reasons), view.eye.spot)


def _solids_blamed(view: _View) -> Iterator[tuple[Blocker, Reason]]:
    """What hides some of the target by itself; where nothing does, all that does so together."""
    if view.shadows.shares[0] == 1:
        return
    hidden = {place: 1 - float(left[0]) for place, left in view.shadows.alone.items()}
    hiding_alone = {place: part for place, part in hidden.items() if part > LEAST_SHARE}
    for place, part in (hiding_alone or hidden).items():
        blocker = view.ground.solid[place]
        said = "hides it" if part > 1 - LEAST_SHARE else f"hides {part:.0%} of it"
        yield blocker, Reason(f"{blocker.words} {said}", blocker.cite, (_middle(blocker),))


def _woods_blamed(view: _View) -> Iterator[tuple[Blocker, Reason]]:
    if view.past_woods[0] == 1:
        return
    woods = {
        wood.name: wood for wood in view.ground.woods if not is_overlooked(wood, view.eye, view.targets)[0]
    }
    depths = dict.fromkeys(woods, WOODS_DEPTH_IN)
    spots = [Spot(*place) for place in view.targets.spots.tolist()]
    hidden = [hiding(view.ground.wood_outlines, view.eye.spot, spot, depths) for spot in spots]
    wood = woods[next(found[0].id for found in reversed(hidden) if found)]
    said = f'{wood.words} hides it: one sees {WOODS_DEPTH_IN:g}" into woods and not through them'
    yield wood, Reason(said, wood.cite, (_middle(wood),))


def _middle(blocker: Blocker) -> Spot:
    middle = shapely.centroid(blocker.area)
    return Spot(middle.x, middle.y)
