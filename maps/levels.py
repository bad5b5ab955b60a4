"""Hills raised or lowered by a mission special rule."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.game.rule_ids import implements
from rules.ground.hex.board import CONTOURS_A_LEVEL, FINE, HexBoard, HexGround, Outline
from rules.ground.hex.hexes import Hex


@dataclass(frozen=True, slots=True)
class HillChange:
    """A change of levels, old to new: on the whole map, or on one sector from its first hex to its last."""

    levels: Mapping[int, int]
    within: tuple[Hex, Hex] | None = None

    def holds_in(self, place: Hex) -> bool:
        if self.within is None:
            return True
        first, last = self.within
        return first.column <= place.column <= last.column and first.row <= place.row <= last.row

    def level(self, old: int) -> int:
        return self.levels.get(old, old)

    def contour(self, old: int) -> int:
        """The new contour for an old one, at the same distance above the bold line of its level."""
        level, step = divmod(old, CONTOURS_A_LEVEL)
        return CONTOURS_A_LEVEL * self.level(level) + step


NO_CHANGE = HillChange({})


@implements("LHY-4.1.4.6")
def with_levels(board: HexBoard, *changes: HillChange) -> HexBoard:
    """The map with each old level replaced by its new one, all at once.

    {1: 2, 2: 4} changes a hill of level 1 to level 2, and never to 4. Contours change with their levels; those
    that end at 0 or below are no longer drawn. If two changes hold, as in a hex that two sectors share, the
    first one that names the level is used.

    Rule: LHY 4.1.4.6.
    """

    def change(place: Hex, level: int) -> HillChange:
        holding = (hill for hill in changes if level in hill.levels and hill.holds_in(place))
        return next(holding, NO_CHANGE)

    def ground_of(place: Hex, ground: HexGround) -> HexGround:
        contour = ground.contour
        if contour is not None:
            contour = change(place, contour // CONTOURS_A_LEVEL).contour(contour)
        return HexGround(ground.terrain, change(place, ground.level).level(ground.level), contour)

    def outline_of(outline: Outline) -> Outline | None:
        if outline.contour is None:
            return outline
        there = change(_hex_of(board, outline), outline.contour // CONTOURS_A_LEVEL)
        contour = there.contour(outline.contour)
        return replace(outline, contour=contour) if contour >= 1 else None

    return replace(
        board,
        hexes={place: ground_of(place, board.ground(place)) for place in board.grid},
        outlines=tuple(changed for outline in board.outlines if (changed := outline_of(outline)) is not None),
    )


def _hex_of(board: HexBoard, outline: Outline) -> Hex:
    """The hex nearest to the middle of a contour line, which does not leave its sector."""
    xs, ys = ([point[axis] for point in outline.points] for axis in (0, 1))
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def away(place: Hex) -> float:
        cx, cy = board.grid.centre(place)
        return (cx * FINE - x) ** 2 + (cy * FINE - y) ** 2

    return min(board.grid, key=away)
