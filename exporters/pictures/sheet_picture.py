"""The sheet of a unit: its field of sight, and over it the range bands of its longest-ranged weapon."""

from dataclasses import replace

from exporters.board_shapes import centre, module, unit_word
from exporters.number_text import counted, signed
from exporters.picture import Box, Label, Mark, Picture, Point, Role
from exporters.pictures.range_picture import chosen_weapon, range_ring
from exporters.pictures.sight_picture import field_picture
from rules.game.ruling import Ruling
from rules.game.verdicts import SightField, WeaponRanges
from rules.ground.board import Board


def sheet_picture(
    board: Board, title: str, field: Ruling[SightField], ranges: Ruling[WeaponRanges]
) -> Picture:
    """The field of sight of a unit with the edges of its range bands, each with its reach and modifier;
    all its weapons in words."""
    seen, size = field_picture(board, field), module(board)
    farthest = chosen_weapon(ranges.verdict)
    marks: list[Mark] = [*seen.marks]
    x, y = centre(board, field.verdict.source)
    if farthest is not None:
        for band in farthest.bands:
            marks += range_ring(board, field.verdict.source, replace(farthest, bands=(band,)))
            band_words = f"{band.out_to:g}: {signed(band.modifier)}"
            if (at := _within_ring((x, y), band.out_to - 0.5 * size, seen.box, 0.5 * size)) is not None:
                marks.append(Label(Role.NUMBER, at, band_words, 0.24 * size))
    words = []
    for weapon in ranges.verdict.weapons:
        bands = ", ".join(
            f"to {counted(band.out_to, unit_word(board))} {signed(band.modifier)}" for band in weapon.bands
        )
        role, note = (Role.BAND_EDGE, "") if weapon == farthest else (Role.VIEWER, ", not drawn")
        words.append((role, f"{weapon.name}{note}: {bands}"))
    legend = (*seen.legend, *words)
    return replace(seen, title=title, marks=tuple(marks), legend=legend, text=f"{field}\n{ranges}")


def _within_ring(middle: Point, away: float, box: Box, edge: float) -> Point | None:
    """The point for the label of a ring about a point: at its top, else at its foot, right or left; None
    if all are off the map."""
    x, y = middle
    places = ((x, y - away), (x, y + away), (x + away, y), (x - away, y))
    on_map = (
        (across, down)
        for across, down in places
        if box.left + edge < across < box.right - edge and box.top + edge < down < box.bottom - edge
    )
    return next(on_map, None)
