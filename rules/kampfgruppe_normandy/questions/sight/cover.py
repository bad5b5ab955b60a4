"""The cover a target has from a firer: where it stands, what it is close behind, and what hides part of it.

Rule: KGN Concealment saves in detail.
"""

from dataclasses import dataclass
from itertools import compress

import numpy as np
import shapely

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.sight.heights import hidden_spans
from rules.ground.table.tabletop import Piece, Tabletop
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.terrain_chart import cover_pieces, ground_of
from rules.kampfgruppe_normandy.questions.sight.height_blockers import foot_in, is_read
from rules.kampfgruppe_normandy.questions.sight.height_views import SLICES
from rules.kampfgruppe_normandy.questions.sight.visibility import SightResult
from rules.kampfgruppe_normandy.state.model_heights import ground_in, stature_of
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Progress
from rules.kampfgruppe_normandy.state.state_slot import StateSlot

CLOSE_BEHIND_IN = 2.0
_TOUCHES_IN = 0.5
_AT_THE_EYE_IN = 1e-6
DECAY: StateSlot[tuple[tuple[str, int], ...]] = StateSlot("building decay", ())
"""Where the progress keeps by how many classes a building's cover has fallen: piece id to number."""

REINFORCED: StateSlot[tuple[str, ...]] = StateSlot("reinforced buildings", ())
"""The buildings that were fortified before the game, by their ids."""


@dataclass(frozen=True, slots=True)
class Sheltered:
    """The cover a target has, and why."""

    cover: Cover
    reason: Reason


@implements(
    "KN-SUPP-23",
    "KN-SUPP-30",
    "KN-SUPP-31",
    "KN-SUPP-32",
    "KN-SUPP-33",
    "KN-NIGHT-03",
    "KN-DFAT-43",
    "KN-NIGHT-01",
)
def cover_from(position: Position, target: Unit, seen: SightResult) -> Sheltered:
    """The best cover a target has against fire from where it was looked at.

    At least half its men must have it: the target has the better save in doubt.

    Rule: KGN Concealment saves in detail; OUR 32, 33.
    """
    found = [Sheltered(Cover.OPEN, Reason("in the open", cite("Concealment saves")))]
    progress = position.progress
    if progress.setting.is_night:
        found.append(Sheltered(Cover.VISUAL, Reason("everyone is obscured at night", ours(152))))
    inside = position.status(target).inside
    if inside is not None:
        found.append(_in_building(position, position.table.piece(inside)))
        return max(found, key=lambda one: one.cover)
    men = position.models(target)
    stood_on = [position.table.at(man) for man in men]
    for piece in {piece.id: piece for under in stood_on for piece in under}.values():
        covered = sum(piece in under for under in stood_on)
        cover = ground_of(piece).within
        if cover is not Cover.OPEN and 2 * covered >= len(men) and not ground_of(piece).is_building:
            found.append(
                Sheltered(cover, Reason(f"{cover.words}: {piece}", cite("Concealment saves in detail")))
            )
    found += _behind(position, target, seen, men)
    if seen.is_partial and seen.cover is not Cover.OPEN:
        found.append(Sheltered(seen.cover, Reason(f"seen in part, {seen.cover.words}", ours(32))))
    return max(found, key=lambda one: one.cover)


@implements("KN-BLDG-01", "KN-SUPP-32")
def full_cover(progress: Progress, piece: Piece) -> Cover:
    """The cover of a building that has taken no damage: that of its kind, or reinforced if it was fortified.

    Rule: KGN Buildings as cover.
    """
    usual = ground_of(piece).within
    return max(usual, Cover.REINFORCED) if piece.id in REINFORCED.of(progress) else usual


def building_cover(progress: Progress, piece: Piece) -> Cover:
    """The cover of a building as it stands now: its class, less what damage has taken."""
    fallen = dict(DECAY.of(progress)).get(piece.id, 0)
    return Cover(max(0, full_cover(progress, piece) - fallen))


def _in_building(position: Position, piece: Piece) -> Sheltered:
    cover = building_cover(position.progress, piece)
    return Sheltered(cover, Reason(f"{cover.words}: inside {piece}", cite("Buildings as cover")))


def _behind(position: Position, target: Unit, seen: SightResult, men: tuple[Spot, ...]) -> list[Sheltered]:
    """Walls, hedges and the like between the eye and the target, close in front of it (OUR 33)."""
    found = []
    eye, tall_in = seen.eye, stature_of(position.type(target)).top_in
    base = position.base(target)
    lines = shapely.linestrings([[eye, man] for man in men])
    pieces = cover_pieces(position.table)
    areas = [piece.area for piece in pieces]
    is_close = shapely.distance(areas, base.core) <= CLOSE_BEHIND_IN + base.radius_in
    is_close &= shapely.distance(areas, shapely.Point(eye)) > _TOUCHES_IN
    for piece in compress(pieces, is_close.tolist()):
        is_high = seen.eye_in is not None and is_read(piece)
        if is_high and not _shelters(position.table, piece, eye, seen.eye_in or 0.0, men, tall_in):
            continue
        if 2 * int(shapely.intersects(lines, piece.area).sum()) >= len(men):
            cover = ground_of(piece).behind
            said = f"{cover.words}: behind {piece}"
            found.append(Sheltered(cover, Reason(said, ours(73 if is_high else 33))))
    return found


def _shelters(
    table: Tabletop, piece: Piece, eye: Spot, eye_in: float, men: tuple[Spot, ...], tall_in: float
) -> bool:
    """Whether a piece whose height is given hides at least a tenth of at least half of these men."""
    top_in = foot_in(table, piece) + (piece.height_in or 0.0)
    hidden = 0
    for man in men:
        inside = shapely.get_coordinates(shapely.LineString([eye, man]).intersection(piece.area))
        if not len(inside):
            continue
        gaps = np.hypot(*(inside - np.array(eye)).T)
        z_in = ground_in(table, man) + tall_in / SLICES / 2
        least, most = hidden_spans(np.array(eye_in), np.array(top_in), np.array(z_in))
        times = eye.gap_in(man) / np.maximum(gaps, _AT_THE_EYE_IN)
        hidden += bool(times.max() >= least and times.min() <= most)
    return 2 * hidden >= len(men)
