"""The surroundings of a picture, as marks: the legend below, and the letters and numbers at the edges of a hex map."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from exporters.picture import Area, Box, Cells, Dot, Label, Line, Mark, Picture, Point, Role
from exporters.pictures.counters import flag
from exporters.pictures.label_layout import LETTER
from exporters.style import CLEAR_INK, Ink, style_of
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex, HexGrid

_RIM, _EDGE_LETTER = 0.4, 0.22
"""The width of the rim of a hex map, and the height of its letters, in hexes."""
_SIZE, _ROW, _SWATCH, _GAP = 0.3, 0.52, 0.5, 0.25


class Entry(NamedTuple):
    """A line of a legend for a virtual tabletop that draws it itself: the ink, the pattern or else the kind
    of mark, and the meaning."""

    ink: Ink
    sample: str
    text: str


def entries(picture: Picture) -> Iterator[Entry]:
    """The lines of a picture's legend, each role as it is drawn there."""
    drawn = _first_of_each(picture.marks)
    for role, text in picture.legend:
        style = style_of(role)
        sample = _sample(role, drawn.get(role))
        inks = (style.pen, style.fill) if sample.endswith(("line", "ring")) else (style.fill, style.pen)
        yield Entry(next((ink for ink in (*inks, style.text) if ink != CLEAR_INK), CLEAR_INK), sample, text)


def _sample(role: Role, drawn: Mark | None) -> str:
    style = style_of(role)
    match drawn:
        case _ if role is Role.FLAG:
            return "flag"
        case Line() if style.dash:
            return "dotted-line" if style.dash[0] <= style.width else "dashed-line"
        case Line():
            return "line"
        case Dot() if style.fill != CLEAR_INK:
            return "disc"
        case Dot():
            return "dashed-ring" if style.dash else "ring"
        case Label():
            return "figure"
        case _:
            return style.pattern.value


def with_legend(picture: Picture, board: Board | None) -> Picture:
    """The picture with its title and the meaning of its roles in a panel below.

    With a board, a hex map gets a rim with column letters and row numbers, and maps get an arrow to the north.
    """
    if isinstance(board, HexBoard):
        picture = _with_rim(picture, board.grid)
    unit, edge = picture.module, picture.box
    room = max(edge.width - 2 * _ROW * unit, unit)
    size = min(_SIZE * unit, room / (LETTER * max(1, len(picture.title))))
    x, y = edge.left + _GAP * unit, edge.bottom + _ROW * unit * 0.8
    words: list[Mark] = [Label(Role.LEGEND_TEXT, (x, y), picture.title, size, starts_at=True)]
    if board is not None:
        words += _north((edge.right - _ROW * unit, y), unit)
    y += _ROW * unit
    drawn = _first_of_each(picture.marks)
    for role, text in picture.legend:
        width = (_SWATCH + _GAP / 2 + LETTER * _SIZE * len(text) + _GAP) * unit
        if x + width > edge.right and x > edge.left + _GAP * unit:
            x, y = edge.left + _GAP * unit, y + _ROW * unit
        words += _swatch(role, drawn.get(role), (x, y), unit)
        at = x + (_SWATCH + _GAP / 2) * unit, y
        room = max(edge.right - at[0] - _GAP * unit / 2, unit)
        letter = min(_SIZE * unit * 0.9, room / (LETTER * max(1, len(text))))
        words.append(Label(Role.LEGEND_TEXT, at, text, letter, starts_at=True))
        x += width
    bottom = y + _ROW * unit * (0.7 if picture.legend else -0.3)
    panel = Area(Role.LEGEND_PANEL, (Box(edge.left, edge.bottom, edge.right, bottom).ring,))
    return replace(
        picture, box=Box(edge.left, edge.top, edge.right, bottom), marks=(*picture.marks, panel, *words)
    )


def _with_rim(picture: Picture, grid: HexGrid) -> Picture:
    edge = picture.box
    outer = Box(edge.left - _RIM, edge.top - _RIM, edge.right + _RIM, edge.bottom + _RIM)
    bands = (
        Box(outer.left, outer.top, outer.right, edge.top),
        Box(outer.left, edge.bottom, outer.right, outer.bottom),
        Box(outer.left, edge.top, edge.left, edge.bottom),
        Box(edge.right, edge.top, outer.right, edge.bottom),
    )
    marks: list[Mark] = [Area(Role.RIM, (band.ring,)) for band in bands]
    first, last = (0, 0), (grid.columns - 1, grid.rows - 1)
    for column in range(grid.columns):
        letters = Hex(column, 0).label.rstrip("0123456789")
        for row, y in ((first[1], outer.top + _RIM / 2), (last[1] - 1, outer.bottom - _RIM / 2)):
            x, _ = grid.position(grid.centre(Hex(column, row)))
            marks.append(Label(Role.EDGE_NUMBER, (x, y), letters, _EDGE_LETTER))
    for row in range(grid.rows):
        for column, x in ((first[0], outer.left + _RIM / 2), (last[0], outer.right - _RIM / 2)):
            if (place := Hex(column, row)) in grid:
                _, y = grid.position(grid.centre(place))
                marks.append(Label(Role.EDGE_NUMBER, (x, y), str(row + 1), _EDGE_LETTER))
    shown = [mark for mark in marks if not isinstance(mark, Label) or _lies_in(edge, mark.at)]
    return replace(picture, box=outer, marks=(*picture.marks, *shown))


def _lies_in(edge: Box, at: Point) -> bool:
    """Whether a label lies beside the map and not at a corner."""
    across, down = (
        edge.left - 0.01 <= at[0] <= edge.right + 0.01,
        edge.top - 0.01 <= at[1] <= edge.bottom + 0.01,
    )
    return across or down


def _north(at: Point, unit: float) -> list[Mark]:
    """An arrow to the north, which is the upper edge of every picture."""
    x, y = at
    arrow = (
        (x, y - 0.24 * unit),
        (x + 0.1 * unit, y + 0.2 * unit),
        (x, y + 0.1 * unit),
        (x - 0.1 * unit, y + 0.2 * unit),
    )
    return [Area(Role.NORTH, (arrow,)), Label(Role.NORTH, (x + 0.24 * unit, y), "N", 0.24 * unit)]


def _first_of_each(marks: Iterable[Mark]) -> dict[Role, Mark]:
    """The first mark of each role in a picture; a label only if nothing else has that role."""
    first: dict[Role, Mark] = {}
    for mark in sorted(marks, key=lambda mark: isinstance(mark, Label)):
        if not isinstance(mark, Cells):
            first.setdefault(mark.role, mark)
    return first


def _swatch(role: Role, drawn: Mark | None, at: Point, unit: float) -> list[Mark]:
    """A sample of a role as it is drawn on the map: a line, a ring or disc, a figure, a flag, or else a field."""
    (x, y), half = at, 0.17 * unit
    middle = (x + _SWATCH * unit / 2, y)
    if role is Role.FLAG:
        return [*flag(Role.FLAG, (middle[0] - half, y + half), unit)]
    match drawn:
        case Line():
            return [Line(role, ((x, y), (x + _SWATCH * unit, y)))]
        case Dot():
            return [Dot(role, middle, half)]
        case Label():
            return [Label(role, middle, "1", _SIZE * unit)]
        case _:
            return [Area(role, (Box(x, y - half, x + _SWATCH * unit, y + half).ring,))]
