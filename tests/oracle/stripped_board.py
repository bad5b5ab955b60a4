"""A board stripped to some of its hexes, to check whether a ruling's reasons suffice."""

from collections.abc import Collection, Iterator

from rules.ground.hex.board import HexBoard, HexGround, Outline
from rules.ground.hex.contours import contour_pieces
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from tests.oracle.sight import Case


def stripped_to(case: Case, kept: Collection[Hex], lower_end: Hex) -> Case:
    """The same case with only the kept hexes' ground, units and markers, and the walls between two of them.

    Roads stay whole: they hide nothing, and houses stand beside them. All other hexes are open ground, in a
    valley on the level of the lower end.
    """
    board = case.board
    floor = HexGround(level=min(0, board.level(lower_end)))
    images = [image for image in board.outlines if image.at in kept]
    left = HexBoard(
        "alone",
        board.grid,
        {place: board.ground(place) if place in kept else floor for place in board.grid},
        {side: terrain for side, terrain in board.hexsides.items() if set(side) <= set(kept)},
        board.lines,
        (*images, *_contours_in(board, kept)),
    )
    return case._replace(
        board=left,
        units=tuple(unit for unit in case.units if unit.at in kept),
        markers=tuple(marker for marker in case.markers if marker.at in kept),
    )


def _contours_in(board: HexBoard, kept: Collection[Hex]) -> Iterator[Outline]:
    """Drawn contours cut to the kept hexes; one that reaches a kept hex in bits stays whole."""
    for outline in board.outlines:
        if outline.terrain is not Terrain.CONTOUR:
            continue
        by_hex = contour_pieces(HexBoard("one contour", board.grid, outlines=(outline,)))
        pieces = {place: found for place, found in by_hex.items() if place in kept}
        if any(len(found) > 1 or len(found[0].points) < 3 for found in pieces.values()):
            yield outline
        else:
            yield from (
                Outline(outline.terrain, found[0].points, contour=outline.contour)
                for found in pieces.values()
            )
