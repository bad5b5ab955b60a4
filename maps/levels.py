"""Hills raised or lowered by a mission special rule."""

from collections.abc import Mapping
from dataclasses import replace

from rules.ground.hex_board import CONTOURS_A_LEVEL, HexBoard, HexGround, Outline


def with_levels(board: HexBoard, changes: Mapping[int, int]) -> HexBoard:
    """The map with each level replaced by the one it is changed to, all at once.

    {1: 2, 2: 4} makes a hill of level 1 one of level 2, and never 4. Contours keep their place above the
    bold line of their level; those that come to lie at 0 or below are drawn no more.

    Rule: LHY 4.1.4.6.
    """

    def contour_of(contour: int) -> int:
        level, step = divmod(contour, CONTOURS_A_LEVEL)
        return CONTOURS_A_LEVEL * changes.get(level, level) + step

    def ground_of(ground: HexGround) -> HexGround:
        contour = None if ground.contour is None else contour_of(ground.contour)
        return HexGround(ground.terrain, changes.get(ground.level, ground.level), contour)

    def outline_of(outline: Outline) -> Outline:
        return outline if outline.contour is None else replace(outline, contour=contour_of(outline.contour))

    return replace(
        board,
        hexes={place: ground_of(board.ground(place)) for place in board.grid},
        outlines=tuple(
            outline_of(outline)
            for outline in board.outlines
            if outline.contour is None or contour_of(outline.contour) >= 1
        ),
    )
