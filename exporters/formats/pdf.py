"""A picture as PDF for printing: in true scale, over as many sheets of paper as needed, with cut marks.

Inches of a table are inches on paper; hexes have the size asked for. Sheets are cut along their marks and laid edge to
edge; each states its place.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from math import ceil, cos, floor, pi, sin
from typing import assert_never

from PIL import ImageFont
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from exporters.board_shapes import hexagon
from exporters.formats.lettering import plain
from exporters.paper import MM_PER_INCH, Paper
from exporters.picture import Area, Box, Cells, Dot, Label, Line, Mark, Picture, Point, runs
from exporters.style import CLEAR_INK, HEXSIDE, Ink, Pattern, Style, style_of

POINTS_PER_MM = 72 / MM_PER_INCH
_MARGIN_PT = 10 * POINTS_PER_MM
"""The rim of a sheet that printers leave white; cut marks and words stand in it."""
_MARK_PT = 12.0
_FINEST_PT = 0.25
_WORDS_PT = 8.0
_PERIOD, _STROKE = 0.17, 0.035
"""The distance and thickness of a pattern's strokes, in widths of a hex."""
_CAPITALS = 0.71
"""The height of capitals, as a share of the letter size."""
_FONT = "Aileron"
_CIRCLE_STEPS = 72
rl_config.useA85 = 0
"""Drawings are stored as bytes: encoded as letters they took a fifth more time and a quarter more space."""
_EVEN_ODD = 0
"""The fill mode of reportlab in which a ring within a ring is a hole."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """How a picture is cut into sheets: the size of the paper, that of the piece on each sheet, and the
    number across and down."""

    paper_pt: tuple[float, float]
    piece_pt: tuple[float, float]
    across: int
    down: int

    @classmethod
    def of(cls, wide_pt: float, high_pt: float, paper: Paper) -> "Sheets":
        """The fewest sheets for a picture of this size, in portrait or landscape."""
        short, long = (side * POINTS_PER_MM for side in paper.size_mm)
        layouts = []
        for paper_pt in ((short, long), (long, short)):
            room = paper_pt[0] - 2 * _MARGIN_PT, paper_pt[1] - 2 * _MARGIN_PT
            across, down = (
                max(1, ceil(size / most - 1e-6)) for size, most in zip((wide_pt, high_pt), room, strict=True)
            )
            layouts.append(cls(paper_pt, (min(room[0], wide_pt), min(room[1], high_pt)), across, down))
        return min(layouts, key=lambda sheets: sheets.across * sheets.down)


def sheets_of(picture: Picture, unit_pt: float, paper: Paper) -> Sheets:
    """How a picture is cut into sheets, `unit_pt` points (1/72 inch) to the board unit."""
    return Sheets.of(picture.box.width * unit_pt, picture.box.height * unit_pt, paper)


def render(picture: Picture, unit_pt: float, paper: Paper = Paper.A4) -> bytes:
    """The picture as PDF bytes, `unit_pt` points (1/72 inch) to the board unit."""
    sheets = sheets_of(picture, unit_pt, paper)
    file = BytesIO()
    canvas = Canvas(file, pagesize=sheets.paper_pt, invariant=1, pageCompression=1)
    canvas.setTitle(picture.title)
    canvas.setSubject(picture.text)
    for row in range(sheets.down):
        for column in range(sheets.across):
            _sheet(canvas, picture, unit_pt, sheets, (column, row))
    canvas.save()
    return file.getvalue()


def render_pages(pictures: Iterable[Picture], title: str, paper: Paper) -> bytes:
    """Pictures as PDF bytes, each scaled to one sheet of paper, in portrait or landscape."""
    file = BytesIO()
    canvas = Canvas(file, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    for picture in pictures:
        short, long = (side * POINTS_PER_MM - 2 * _MARGIN_PT for side in paper.size_mm)
        box = picture.box
        unit_pt = max(
            min(wide / box.width, high / box.height) for wide, high in ((short, long), (long, short))
        )
        sheets = Sheets.of(box.width * unit_pt, box.height * unit_pt, paper)
        canvas.setPageSize(sheets.paper_pt)
        canvas.bookmarkPage(picture.title)
        canvas.addOutlineEntry(picture.title, picture.title)
        _sheet(canvas, picture, unit_pt, sheets, (0, 0))
    canvas.save()
    return file.getvalue()


def _sheet(canvas: Canvas, picture: Picture, unit_pt: float, sheets: Sheets, at: tuple[int, int]) -> None:
    """One sheet: its piece of the picture, from the upper left of the printable area, and its cut marks."""
    (column, row), (most_wide, most_high), box = at, sheets.piece_pt, picture.box
    x, y = box.left + column * most_wide / unit_pt, box.top + row * most_high / unit_pt
    piece = Box(x, y, min(x + most_wide / unit_pt, box.right), min(y + most_high / unit_pt, box.bottom))
    wide, high = piece.width * unit_pt, piece.height * unit_pt
    left, top = (sheets.paper_pt[0] - most_wide) / 2, (sheets.paper_pt[1] + most_high) / 2
    right, bottom = left + wide, top - high
    canvas.saveState()
    window = canvas.beginPath()
    window.rect(left, bottom, wide, high)
    canvas.clipPath(window, stroke=0, fill=0)
    canvas.translate(left, bottom)
    _Pen(canvas, picture, piece, unit_pt).draw(picture.marks)
    canvas.restoreState()
    if (count := sheets.across * sheets.down) > 1:
        canvas.setLineWidth(0.4)
        for x, outward in ((left, -1), (right, 1)):
            for y, upward in ((bottom, -1), (top, 1)):
                canvas.line(x + 4 * outward, y, x + (4 + _MARK_PT) * outward, y)
                canvas.line(x, y + 4 * upward, x, y + (4 + _MARK_PT) * upward)
        number = row * sheets.across + column + 1
        words = f"{picture.title}: sheet {number} of {count}, row {row + 1}, column {column + 1}"
        canvas.setFont(_font(), _WORDS_PT)
        canvas.drawCentredString((left + right) / 2, bottom - 6 - _WORDS_PT, plain(words))
    canvas.showPage()


class _Pen:
    """Draws the marks that show on a piece of a picture, in points, y up from the foot of the piece."""

    def __init__(self, canvas: Canvas, picture: Picture, piece: Box, unit_pt: float) -> None:
        self._canvas, self._piece, self._unit_pt = canvas, piece, unit_pt
        self._module_pt = picture.module * unit_pt

    def draw(self, marks: Iterable[Mark]) -> None:
        for run in runs(mark for mark in marks if isinstance(mark, Cells) or self._shows(_extent(mark))):
            for mark in run:
                if isinstance(mark, Line) and style_of(mark.role).casing != CLEAR_INK:
                    self._stroke(self._path([mark.points], closed=False), style_of(mark.role), is_casing=True)
            for mark in run:
                self._mark(mark)

    def _mark(self, mark: Mark) -> None:
        match mark:
            case Cells():
                for role in sorted(set(mark.roles.values())):
                    places = [place for place, own in mark.roles.items() if own is role]
                    shown = [place for place in places if self._shows(_around(hexagon(mark.grid, place)))]
                    if not shown:
                        continue  # a pattern clipped to nothing is clipped to the whole sheet
                    whole, sides = (
                        [hexagon(mark.grid, place, within) for place in shown] for within in (0, HEXSIDE / 4)
                    )
                    style = style_of(role)
                    self._shape(replace(style, pen=CLEAR_INK), self._path(whole, closed=True))
                    self._stroke(self._path(sides, closed=True), replace(style, width=HEXSIDE / 2))
            case Area():
                self._shape(style_of(mark.role), self._path(mark.rings, closed=True))
            case Dot():
                style, path = style_of(mark.role), self._path([_circle(mark)], closed=True)
                if style.casing != CLEAR_INK:
                    self._stroke(path, style, is_casing=True)
                self._shape(style, path)
            case Line():
                self._stroke(self._path([mark.points], closed=False), style_of(mark.role))
            case Label():
                self._write(mark)
            case _:
                assert_never(mark)

    def _shows(self, extent: Box) -> bool:
        piece, beyond = self._piece, self._module_pt / self._unit_pt
        return (
            extent.left < piece.right + beyond
            and extent.right > piece.left - beyond
            and extent.top < piece.bottom + beyond
            and extent.bottom > piece.top - beyond
        )

    def _shape(self, style: Style, path: PDFPathObject) -> None:
        canvas = self._canvas
        if style.fill != CLEAR_INK:
            canvas.setFillColorRGB(*_colour(style.fill))
            canvas.drawPath(path, stroke=0, fill=1, fillMode=_EVEN_ODD)
        if style.pattern is not Pattern.PLAIN:
            canvas.saveState()
            canvas.clipPath(path, stroke=0, fill=0, fillMode=_EVEN_ODD)
            self._fill_pattern(style)
            canvas.restoreState()
        self._stroke(path, style)

    def _stroke(self, path: PDFPathObject, style: Style, *, is_casing: bool = False) -> None:
        ink = style.casing if is_casing else style.pen
        if ink == CLEAR_INK:
            return
        canvas, width = self._canvas, max(_FINEST_PT, style.width * self._module_pt)
        canvas.setStrokeColorRGB(*_colour(ink))
        canvas.setLineWidth(width + 2 * max(_FINEST_PT, width * 0.2) if is_casing else width)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        canvas.setDash([part * self._module_pt for part in style.dash] if style.dash else [])
        canvas.drawPath(path, stroke=1, fill=0)

    def _fill_pattern(self, style: Style) -> None:
        """The strokes of a pattern over the whole piece, aligned to the corner of the board so that sheets match."""
        canvas, period = self._canvas, _PERIOD * self._module_pt
        wide, high = (side * self._unit_pt + 4 * period for side in (self._piece.width, self._piece.height))
        x, y = (
            -(at % (2 * period)) - 2 * period
            for at in (self._piece.left * self._unit_pt, -self._piece.bottom * self._unit_pt)
        )
        canvas.translate(x, y)
        canvas.setStrokeColorRGB(*_colour(style.pattern_ink))
        canvas.setLineWidth(max(_FINEST_PT, _STROKE * self._module_pt))
        canvas.setLineCap(1 if style.pattern is Pattern.DOTS else 0)
        canvas.setDash([])
        strokes: list[tuple[float, float, float, float]] = []
        if style.pattern in (Pattern.HATCH, Pattern.CROSS):
            starts = [k * period for k in range(floor(-high / period), ceil(wide / period))]
            strokes += [(x, 0.0, x + high, high) for x in starts]
            strokes += [(x, high, x + high, 0.0) for x in starts if style.pattern is Pattern.CROSS]
        else:
            long = period if style.pattern is Pattern.DASHES else 0.01
            strokes += [
                (column * period, row * period, column * period + long, row * period)
                for row in range(ceil(high / period))
                for column in range(ceil(wide / period))
                if style.pattern is Pattern.DOTS or (column + row) % 2
            ]
        code = ["n", *(f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l" for x, y, to_x, to_y in strokes)]
        canvas.drawPath(PDFPathObject(code), stroke=1, fill=0)

    def _write(self, label: Label) -> None:
        style, size, text = style_of(label.role), label.size * self._unit_pt, plain(label.text)
        (x, y), wide = self._at(label.at), pdfmetrics.stringWidth(text, _font(), size)
        x, y = (x if label.starts_at else x - wide / 2), y - size * _CAPITALS / 2
        self._canvas.setFont(_font(), size)
        if style.halo != CLEAR_INK:
            self._canvas.setStrokeColorRGB(*_colour(style.halo))
            self._canvas.setLineWidth(0.22 * size)
            self._canvas.setLineJoin(1)
            self._canvas.setDash([])
            self._canvas.drawString(x, y, text, mode=1)
        self._canvas.setFillColorRGB(*_colour(style.text))
        self._canvas.drawString(x, y, text)

    def _path(self, lines: Iterable[Iterable[Point]], *, closed: bool) -> PDFPathObject:
        """A path in PDF operators of our own, to a hundredth of a point: reportlab spends most of its
        time on formatting numbers."""
        code = ["n"]
        for line in lines:
            (x, y), *others = map(self._at, line)
            code += [f"{x:.2f} {y:.2f} m", *(f"{x:.2f} {y:.2f} l" for x, y in others)]
            code += ["h"] if closed else []
        return PDFPathObject(code)

    def _at(self, point: Point) -> Point:
        return (point[0] - self._piece.left) * self._unit_pt, (self._piece.bottom - point[1]) * self._unit_pt


@cache
def _font() -> str:
    """The name of the font that Pillow uses, so that the words of a PDF are as wide as those of a PNG."""
    font = ImageFont.load_default(10)
    if isinstance(font, ImageFont.FreeTypeFont):
        pdfmetrics.registerFont(TTFont(_FONT, BytesIO(font.font_bytes)))
        return _FONT
    return "Helvetica"


def _colour(ink: Ink) -> tuple[float, float, float, float]:
    return ink[0] / 255, ink[1] / 255, ink[2] / 255, ink[3] / 255


def _extent(mark: Area | Line | Dot | Label) -> Box:
    match mark:
        case Area():
            return _around(mark.rings[0])
        case Line():
            return _around(mark.points)
        case Dot(at=(x, y), radius=radius):
            return Box(x - radius, y - radius, x + radius, y + radius)
        case Label(at=(x, y), text=text, size=size):
            return Box(x - size * len(text), y - size, x + size * len(text), y + size)


def _circle(dot: Dot) -> list[Point]:
    """A ring that begins at the right and goes down, as dashes do in a PNG."""
    (x, y), angles = dot.at, [2 * pi * k / _CIRCLE_STEPS for k in range(_CIRCLE_STEPS)]
    return [(x + dot.radius * cos(angle), y + dot.radius * sin(angle)) for angle in angles]


def _around(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))
